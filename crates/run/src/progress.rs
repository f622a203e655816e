//! How far a run is, and the observers that are told.

use std::time::Duration;

use super::Plan;
use dlx_core::problem::Decimal;
use dlx_engines::SweepStage;

/// A look at a run from outside. All figures are those that the workers have reported so far, some milliseconds old.
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
    pub best: Option<Decimal>,
    /// In such a search: no solution is better than this, as far as is known.
    pub bound: Option<Decimal>,
    /// Bytes of states that are on a disk, since they do not fit in memory.
    pub on_disk: u64,
    /// Where states are merged level by level: the level and, if it is on a disk, its part.
    pub stage: Option<SweepStage>,
    /// Time since the search began.
    pub elapsed: Duration,
}

/// Receives news of the progress of a count. Its functions should return soon: the count waits for them.
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
    /// Is told some dozen times a second how far a count is, on the thread that asked for it.
    fn progress(&self, _progress: &Progress) {}

    /// Is told for each task that was run, whole or in part, how long that took.
    fn task_done(&self, _took: Duration) {}

    /// Is told how a problem is going to be counted, before its tasks are run.
    fn planned(&self, _plan: &Plan) {}
}

/// Ignores all news.
impl Observer for () {}
