//! What a run file knows of a problem and of a task.

use dlx_core::tally::{Count, Tally};
use dlx_engines::Task;

/// How far a problem of a run is.
#[derive(Clone, PartialEq, Debug)]
pub struct PartStatus {
    /// What it calls itself.
    pub name: String,
    /// Its fingerprint.
    pub fingerprint: String,
    /// What has been counted, weighted.
    pub tally: Tally,
    /// Tasks counted.
    pub closed: u64,
    /// Tasks left.
    pub open: u64,
    /// The share of the search that is done.
    pub done: f64,
    /// Is everything counted?
    pub is_complete: bool,
}

/// A task that was counted to its end in one go.
#[derive(Clone, PartialEq, Debug)]
pub struct Kept {
    /// The fingerprint of its problem.
    pub fingerprint: String,
    /// The number of its problem in the file.
    pub part: i64,
    /// Its own.
    pub number: u64,
    /// What was to be counted.
    pub task: Task,
    /// The count, not weighted.
    pub count: Count,
    /// The engines that have counted tasks of its problem, the last one last; none if the file does not say.
    pub engines: Vec<String>,
}
