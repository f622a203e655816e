//! How far a run is, and who is told.

use std::time::Duration;

use super::Plan;

/// A look at a run from outside. All figures are what the workers have told so far, some milliseconds old.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Progress {
    /// Share of the search that is done, from 0 to 1. It never goes back.
    pub done: f64,
    /// Solutions found, weighted; 2^64 - 1 if it is more.
    pub found: u64,
    /// Nodes visited.
    pub nodes: u64,
    /// Tasks finished, whole or in part.
    pub tasks: u64,
    /// Tasks waiting or running.
    pub open_tasks: u64,
    /// Threads that search.
    pub busy: u64,
    /// Where the best solutions are searched: the best cost so far.
    pub best: Option<u64>,
    /// There: no solution is better than this, as far as is known.
    pub bound: Option<u64>,
    /// Bytes of states that are on a disk, since they do not fit in memory.
    pub on_disk: u64,
    /// Time since the search began.
    pub elapsed: Duration,
}

/// Whoever wants to know how a count goes on. All that is called here should return soon: the count waits for it.
///
/// Counts that run side by side tell the same observer, each from a thread of its own.
///
/// ```
/// use std::time::Duration;
/// use dlx_count::{Observer, Progress};
///
/// struct Slowest(std::sync::Mutex<Duration>);
///
/// impl Observer for Slowest {
///     fn task_done(&self, took: Duration) {
///         let mut slowest = self.0.lock().unwrap();
///         *slowest = took.max(*slowest);
///     }
/// }
/// ```
pub trait Observer: Send + Sync {
    /// Told some dozen times a second how far a count is, on the thread that asked for it.
    fn progress(&self, _progress: &Progress) {}

    /// Told for each task that was run, whole or in part, how long a worker was at it.
    fn task_done(&self, _took: Duration) {}

    /// Told how a problem is going to be counted, before its tasks are run.
    fn planned(&self, _plan: &Plan) {}
}

/// Nobody wants to know.
impl Observer for () {}
