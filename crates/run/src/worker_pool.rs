//! The threads of a session: counts that run side by side share them, and a batch runs many counts.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock, PoisonError};

use super::RunError;
use dlx_core::side_by_side::is_waiting;
use dlx_engines::Permits;

/// A fixed number of threads, shared by all that a session does. They are started when they are first needed: a problem that is counted in a millisecond never needs them
/// (queens 8 takes 1.8 ms instead of 2.7 with two threads: results/2026-11-23-trees).
///
/// No more than these threads work, whatever is counted. In addition, each count has a thread that waits for it and looks at its limits: that of the caller, or one for each
/// count of a batch that has begun.
#[derive(Debug)]
pub struct WorkerPool {
    permits: Permits,
    threads: usize,
    /// The permits decide how many of the threads work.
    pool: OnceLock<rayon::ThreadPool>,
    /// Held while they are started.
    start: Mutex<()>,
}

impl WorkerPool {
    /// Sets up a pool of `threads` threads, which are not started yet; 0 is taken as 1.
    pub fn new(threads: usize) -> Self {
        let threads = threads.max(1);
        Self { permits: Permits::new(threads), threads, pool: OnceLock::new(), start: Mutex::default() }
    }

    /// How many threads there are.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Waits for an idle permit and holds it, for a count that is not part of a batch.
    pub fn hold(&self) -> Permit<'_> {
        self.permits.expect(1);
        self.permits.begin();
        Permit(&self.permits)
    }

    /// Runs jobs 0 to `n_jobs` - 1, as many at once as there are threads, and hands in the results as they come, on this thread.
    ///
    /// Each job waits until a permit is idle, and holds it to the end; the permits of jobs that have ended help those that still run.
    pub fn batch<R: Send>(&self, n_jobs: usize, job: impl Fn(usize) -> R + Sync, mut done: impl FnMut(usize, R)) {
        let (next, is_broken) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (sender, results) = crossbeam_channel::unbounded();
        let _expected = ExpectedStarts::new(self, n_jobs, &next);
        let launch = |sender: crossbeam_channel::Sender<_>| {
            while !is_broken.load(Relaxed) {
                let number = next.fetch_add(1, Relaxed);
                if number >= n_jobs {
                    return;
                }
                self.permits.begin();
                let hold = Permit(&self.permits);
                let result = catch_unwind(AssertUnwindSafe(|| job(number)));
                drop(hold);
                is_broken.fetch_or(result.is_err(), Relaxed);
                if sender.send((number, result)).is_err() {
                    return;
                }
            }
        };
        std::thread::scope(|scope| {
            let launch = &launch;
            for _ in 0..self.threads().min(n_jobs) {
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

    /// The idle permits.
    pub fn permits(&self) -> &Permits {
        &self.permits
    }

    /// The threads, which are started now if they have not been.
    ///
    /// # Errors
    ///
    /// The system grants no threads.
    pub fn pool(&self) -> Result<&rayon::ThreadPool, RunError> {
        let _turn = self.start.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pool) = self.pool.get() {
            return Ok(pool);
        }
        let (threads, builder) = (self.threads, rayon::ThreadPoolBuilder::new());
        let builder = builder.num_threads(threads).thread_name(|rank| format!("worker {rank}"));
        let pool = builder.build().map_err(|source| RunError::Threads { threads, source: source.into() })?;
        Ok(self.pool.get_or_init(|| pool))
    }
}

/// A permit that is held until this is dropped.
#[derive(Debug)]
pub struct Permit<'c>(&'c Permits);

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        self.0.give_back(1);
    }
}

/// Starts something long on a thread of the pool, but not on one that is waiting for parts of its own work: another count would then wait for this one.
/// There is a free thread, or will be in a moment: the caller has an idle permit for it, and there are as many threads as permits.
pub fn spawn<'s>(scope: &rayon::Scope<'s>, work: impl FnOnce() + Send + 's) {
    scope.spawn(move |scope| {
        if is_waiting() {
            std::thread::yield_now();
            spawn(scope, work);
        } else {
            work();
        }
    });
}

/// The jobs of a batch as they are expected to begin; those that never begin are no longer expected when it ends.
struct ExpectedStarts<'a> {
    workers: &'a WorkerPool,
    n_jobs: usize,
    n_begun: &'a AtomicUsize,
}

impl<'a> ExpectedStarts<'a> {
    fn new(workers: &'a WorkerPool, n_jobs: usize, n_begun: &'a AtomicUsize) -> Self {
        workers.permits.expect(n_jobs);
        Self { workers, n_jobs, n_begun }
    }
}

impl Drop for ExpectedStarts<'_> {
    fn drop(&mut self) {
        self.workers.permits.expect_no_more(self.n_jobs.saturating_sub(self.n_begun.load(Relaxed)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_runs_once_and_a_panic_comes_through() {
        let workers = WorkerPool::new(3);
        let mut seen = vec![0; 50];
        workers.batch(50, |number| number, |number, result| seen[number] += usize::from(result == number));
        assert!(seen.iter().all(|&times| times == 1));
        let broken = catch_unwind(AssertUnwindSafe(|| {
            workers.batch(50, |number| assert!(number < 7, "seven"), |_, ()| {});
        }));
        assert!(broken.is_err());
        assert_eq!(workers.permits.take(9), 3, "nothing is expected any more");
    }

    /// No permit is idle when the batch begins: its jobs wait, and none is dropped.
    #[test]
    fn jobs_wait_for_hands() {
        for workers in [WorkerPool::new(1), WorkerPool::new(2)] {
            let taken = workers.permits.take(9);
            let mut n_done = 0;
            std::thread::scope(|scope| {
                let batch = scope.spawn(|| workers.batch(20, |number| number, |_, _| n_done += 1));
                workers.permits.give_back(taken);
                batch.join().unwrap();
            });
            assert_eq!(n_done, 20);
        }
    }
}
