//! What runs the tasks of a run: the threads of this process, or other machines. The protocol is in README.md beside this file.

use std::time::Duration;

use super::journal::Numbered;
use dlx_core::tally::Tally;
use dlx_engines::{OpenSubtrees, Task};

/// What a worker hands in for a task.
#[derive(Debug)]
#[non_exhaustive]
pub struct Report {
    /// The number of the task.
    pub number: u64,
    /// The task as it was submitted.
    pub task: Task,
    /// What was counted, not weighted, and what is left; or the panic of an engine.
    pub result: std::thread::Result<(Tally, OpenSubtrees)>,
    /// How long the worker took.
    pub took: Duration,
}

impl Report {
    /// A report of a task that was counted, whole or in part.
    #[must_use]
    pub fn new((number, task): Numbered, tally: Tally, rest: OpenSubtrees, took: Duration) -> Self {
        Self { number, task, result: Ok((tally, rest)), took }
    }
}

/// The result of waiting for a report.
#[derive(Debug)]
pub enum Heard {
    /// A report.
    Report(Box<Report>),
    /// No report has come in the meantime.
    Nothing,
    /// All workers have left, and nothing will be reported any more.
    Silence,
}

/// The workers that run tasks. The driver of a run submits tasks and merges what is reported; it knows nothing else of the workers.
///
/// Every task that was submitted before [`stop`](Self::stop) is to be reported at least once; a second report of the same task does no harm.
pub trait Workforce {
    /// Hands in a task, to be run by any free worker. After [`stop`](Self::stop) it is not run any more.
    fn submit(&mut self, task: Numbered);

    /// Waits for a report, no longer than `patience`.
    fn report(&mut self, patience: Duration) -> Heard;

    /// Asks this number of running tasks to pause and to report what they have left.
    fn request_split(&mut self, tasks: u64);

    /// Ends the work: tasks that have not begun are dropped, running ones pause and are reported, and then all workers leave.
    fn stop(&mut self);

    /// Does any task wait for a worker?
    fn has_waiting(&self) -> bool;

    /// How many workers there are.
    fn workers(&self) -> u64;
}
