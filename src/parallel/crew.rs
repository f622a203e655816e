//! The threads of a process: counts that run side by side share them, and a batch runs many counts.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use super::RunError;
use crate::engine::Hands;

/// So many threads, shared by all counts that are given this crew.
///
/// ```
/// use dlx_count::parallel::{Counter, Crew};
/// use dlx_count::family::queens;
///
/// let crew = Crew::new(2);
/// let mut counts = vec![String::new(); 9];
/// crew.batch(9, |n| Counter::new(&queens(n)).crew(&crew).run(), |n, outcome| {
///     counts[n] = outcome.map_or_else(|error| error.to_string(), |outcome| outcome.count.to_string());
/// });
/// assert_eq!(counts, ["1", "1", "0", "0", "2", "10", "4", "40", "92"]);
/// ```
#[derive(Debug)]
pub struct Crew {
    threads: usize,
    hands: Hands,
    /// Pools that are not in use. A pool has all threads; how many of them work is a matter of hands.
    pools: Mutex<Vec<rayon::ThreadPool>>,
}

impl Crew {
    /// A crew of so many threads; 0 is taken as 1.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        let threads = threads.max(1);
        Self { threads, hands: Hands::new(threads), pools: Mutex::default() }
    }

    /// The crew, one hand of which is the caller's.
    pub(super) fn with_one_at_work(&self) -> &Self {
        let _ = self.hands.take(1);
        self
    }

    /// How many threads there are.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Runs jobs 0 to `n_jobs` - 1, as many at once as there are threads, and hands in the results as they come, on this thread.
    ///
    /// A job that counts gives its counter this crew: then the hands of jobs that have ended help those that still run.
    ///
    /// # Panics
    /// If a job does.
    pub fn batch<R: Send>(&self, n_jobs: usize, job: impl Fn(usize) -> R + Sync, mut done: impl FnMut(usize, R)) {
        let (next, is_broken) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (sender, results) = crossbeam_channel::unbounded();
        self.hands.expect(n_jobs);
        let launch = |sender: crossbeam_channel::Sender<_>| {
            while !is_broken.load(Relaxed) {
                let number = next.fetch_add(1, Relaxed);
                if number >= n_jobs || !self.hands.begin() {
                    return;
                }
                let result = catch_unwind(AssertUnwindSafe(|| job(number)));
                self.hands.give_back(1);
                is_broken.fetch_or(result.is_err(), Relaxed);
                if sender.send((number, result)).is_err() {
                    return;
                }
            }
        };
        std::thread::scope(|scope| {
            let launch = &launch;
            for _ in 0..self.threads.min(n_jobs) {
                let sender = sender.clone();
                scope.spawn(move || launch(sender));
            }
            drop(sender);
            for (number, result) in results {
                match result {
                    Ok(result) => done(number, result),
                    Err(panic) => resume_unwind(panic),
                }
            }
        });
    }

    pub(super) fn hands(&self) -> &Hands {
        &self.hands
    }

    /// A pool for one count.
    pub(super) fn pool(&self) -> Result<Pool<'_>, RunError> {
        let idle = self.pools.lock().ok().and_then(|mut pools| pools.pop());
        let pool = match idle {
            Some(pool) => pool,
            None => build(self.threads)?,
        };
        Ok(Pool { crew: self, pool: Some(pool) })
    }
}

fn build(threads: usize) -> Result<rayon::ThreadPool, RunError> {
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads).thread_name(|rank| format!("worker {rank}"));
    builder.build().map_err(|source| RunError::Threads { threads, source })
}

/// A pool in use; it goes back to its crew.
pub(super) struct Pool<'c> {
    crew: &'c Crew,
    pool: Option<rayon::ThreadPool>,
}

impl std::ops::Deref for Pool<'_> {
    type Target = rayon::ThreadPool;

    fn deref(&self) -> &rayon::ThreadPool {
        self.pool.as_ref().expect("a pool is given back only when it is dropped")
    }
}

impl Drop for Pool<'_> {
    fn drop(&mut self) {
        if let (Some(pool), Ok(mut pools)) = (self.pool.take(), self.crew.pools.lock()) {
            pools.push(pool);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_runs_once_and_a_panic_comes_through() {
        let crew = Crew::new(3);
        let mut seen = vec![0; 50];
        crew.batch(50, |number| number, |number, result| seen[number] += usize::from(result == number));
        assert!(seen.iter().all(|&times| times == 1));
        let broken = catch_unwind(AssertUnwindSafe(|| {
            crew.batch(50, |number| assert!(number < 7, "seven"), |_, ()| {});
        }));
        assert!(broken.is_err());
    }
}
