//! Parts of one piece of work on several threads of the pool.
//!
//! A thread that waits for the parts of its work does other work of the pool meanwhile. A part of another sweep ends soon, but a worker of another
//! count does not: the waiting thread would only return when that count has ended. So [`is_waiting`] must be asked before such work is started.

use std::cell::Cell;

use crate::stop::StopSource;

thread_local! {
    static WAITING: Cell<bool> = const { Cell::new(false) };
}

/// Does this thread wait for parts of its work? Then it should not begin anything long.
pub fn is_waiting() -> bool {
    WAITING.get()
}

/// Does the same with each of some things, all at once, on threads of the pool in which this is called, with the stop source of this thread. A panic of one is
/// passed on.
pub fn side_by_side<T: Send, R: Send>(things: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    if things.len() == 1 {
        return things.into_iter().map(work).collect();
    }
    let mut results: Vec<Option<R>> = things.iter().map(|_| None).collect();
    let work = &work;
    let jobs = things
        .into_iter()
        .zip(&mut results)
        .map(|(thing, place)| -> Job<'_> { Box::new(move || *place = Some(work(thing))) });
    at_once(jobs.collect());
    results.into_iter().flatten().collect()
}

/// How many threads may do the same side by side: those of the pool in which this is called; elsewhere only this one.
pub fn n_threads() -> usize {
    rayon::current_thread_index().map_or(1, |_| rayon::current_num_threads())
}

type Job<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Compiled once for all kinds of work: rayon's part of a hundred copies was a tenth of the crate of engines.
fn at_once(jobs: Vec<Job<'_>>) {
    let was_waiting = WAITING.replace(true);
    let _again = Again(was_waiting);
    let word = &StopSource::heard_here();
    rayon::scope(|scope| {
        for job in jobs {
            scope.spawn(move |_| word.clone().over(job));
        }
    });
}

/// Resets the mark, even after a panic.
struct Again(bool);

impl Drop for Again {
    fn drop(&mut self) {
        WAITING.set(self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_things() {
        let squares = side_by_side((0..100u64).collect(), |number| number * number);
        assert!(squares.into_iter().eq((0..100).map(|number| number * number)));
        assert!(!is_waiting());
        let broken = std::panic::catch_unwind(|| side_by_side(vec![1, 2], |number| assert!(number < 2)));
        assert!(broken.is_err() && !is_waiting());
    }
}
