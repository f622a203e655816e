//! The threads of a process: counts that run side by side share them, and a batch runs many counts.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use super::RunError;
use crate::engine::{Hands, is_waiting};

/// So many threads, shared by all counts that are given this crew.
///
/// They are started when they are first needed, and once: whatever is counted, no more than these work. Each count has besides a thread that waits for it
/// and looks at its limits: that of the caller, or one for each count of a batch that has begun.
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
    /// Hands that whoever made the crew keeps for counts of its own.
    kept: usize,
    /// The threads, once there are some. How many of them work is a matter of hands.
    pool: Mutex<Option<Arc<rayon::ThreadPool>>>,
}

impl Crew {
    /// A crew of so many threads; 0 is taken as 1.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        let threads = threads.max(1);
        Self { threads, hands: Hands::new(threads), kept: 0, pool: Mutex::default() }
    }

    /// A crew for counts one after the other: the caller has one of its hands.
    ///
    /// ```
    /// use dlx_count::parallel::{Counter, Crew};
    /// use dlx_count::family::queens;
    ///
    /// let crew = Crew::alone(2);
    /// for (n, count) in [(6, "4"), (7, "40"), (8, "92")] {
    ///     assert_eq!(Counter::new(&queens(n)).crew(&crew).run()?.count.to_string(), count);
    /// }
    /// # Ok::<(), dlx_count::RunError>(())
    /// ```
    #[must_use]
    pub fn alone(threads: usize) -> Self {
        let crew = Self::new(threads);
        Self { kept: crew.hands.take(1), ..crew }
    }

    /// How many threads there are.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Runs jobs 0 to `n_jobs` - 1, as many at once as there are threads, and hands in the results as they come, on this thread.
    ///
    /// A job that counts gives its counter this crew: then the hands of jobs that have ended help those that still run.
    /// Each job waits until a hand is idle; so a job must not run a batch of the crew that it belongs to.
    ///
    /// # Panics
    /// If a job does.
    pub fn batch<R: Send>(&self, n_jobs: usize, job: impl Fn(usize) -> R + Sync, mut done: impl FnMut(usize, R)) {
        let (next, is_broken) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (sender, results) = crossbeam_channel::unbounded();
        let _expected = Expected::new(self, n_jobs, &next);
        let launch = |sender: crossbeam_channel::Sender<_>| {
            while !is_broken.load(Relaxed) {
                let number = next.fetch_add(1, Relaxed);
                if number >= n_jobs {
                    return;
                }
                self.hands.begin();
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

    /// The threads.
    pub(super) fn pool(&self) -> Result<Arc<rayon::ThreadPool>, RunError> {
        let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        match &*pool {
            Some(pool) => Ok(Arc::clone(pool)),
            None => Ok(Arc::clone(pool.insert(Arc::new(build(self.threads)?)))),
        }
    }
}

fn build(threads: usize) -> Result<rayon::ThreadPool, RunError> {
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads).thread_name(|rank| format!("worker {rank}"));
    builder.build().map_err(|source| RunError::Threads { threads, source })
}

/// Starts something long on a thread of the pool: not on one that only waits for parts of its own work, which another count would wait for then.
/// There is a free one, or will be in a moment: whoever calls this has an idle hand for it, and there are as many threads as hands.
pub(super) fn spawn<'s>(scope: &rayon::Scope<'s>, work: impl FnOnce() + Send + 's) {
    scope.spawn(move |scope| {
        if is_waiting() {
            std::thread::yield_now();
            spawn(scope, work);
        } else {
            work();
        }
    });
}

/// The jobs of a batch as they are expected to begin; those that never do are expected no more when it ends.
struct Expected<'a> {
    crew: &'a Crew,
    n_jobs: usize,
    n_begun: &'a AtomicUsize,
}

impl<'a> Expected<'a> {
    fn new(crew: &'a Crew, n_jobs: usize, n_begun: &'a AtomicUsize) -> Self {
        crew.hands.expect(n_jobs);
        // The caller waits meanwhile.
        crew.hands.give_back(crew.kept);
        Self { crew, n_jobs, n_begun }
    }
}

impl Drop for Expected<'_> {
    fn drop(&mut self) {
        self.crew.hands.expect_no_more(self.n_jobs.saturating_sub(self.n_begun.load(Relaxed)));
        let _ = self.crew.hands.take(self.crew.kept);
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
        assert_eq!(crew.hands.take(9), 3, "nothing is expected any more");
    }

    /// No hand is idle when the batch begins: its jobs wait, and none is dropped.
    #[test]
    fn jobs_wait_for_hands() {
        for crew in [Crew::new(2), Crew::alone(1), Crew::alone(2)] {
            let taken = crew.hands.take(9);
            let mut n_done = 0;
            std::thread::scope(|scope| {
                let batch = scope.spawn(|| crew.batch(20, |number| number, |_, _| n_done += 1));
                crew.hands.give_back(taken);
                batch.join().unwrap();
            });
            assert_eq!(n_done, 20);
        }
    }
}
