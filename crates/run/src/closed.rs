//! Which tasks are closed: a result that comes twice counts once.
//!
//! A worker on another machine may seem to be lost when it is not. Its task is then given to another one, and in the end both report. A count belongs to its task and not
//! to the worker that found it, so the second report adds nothing. If both have counted the task to its end, the two counts have to be equal, and an error names both if
//! they are not. A report with a rest is one of many right ways to divide a task, so two of those need not be equal: the first one is taken.

use rustc_hash::FxHashMap;

use dlx_core::tally::{Count, Tally};
use dlx_engines::OpenSubtrees;

/// Two different counts of the same task.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("task {task} was counted twice: first {first}, then {second}")]
#[non_exhaustive]
pub struct Conflict {
    /// The number of the task.
    pub task: u64,
    /// What was reported first.
    pub first: Count,
    /// What was reported later.
    pub second: Count,
}

/// The closed tasks of a run.
#[derive(Debug, Default)]
pub(super) struct Closed(FxHashMap<u64, ClosedTask>);

/// What is known of a closed task.
#[derive(Debug)]
enum ClosedTask {
    /// It was counted to its end.
    Count(Count),
    /// It was replaced by the tasks of its rest.
    Divided,
}

impl Closed {
    /// Closes a task, and says whether this is the first time.
    ///
    /// # Errors
    /// If the task was counted to its end before, and now with another count.
    pub(super) fn close(&mut self, task: u64, tally: &Tally, rest: &OpenSubtrees) -> Result<bool, Conflict> {
        match self.0.get(&task) {
            Some(ClosedTask::Count(first)) if rest.is_empty() && *first != tally.count => {
                Err(Conflict { task, first: first.clone(), second: tally.count.clone() })
            }
            Some(_) => Ok(false),
            None => {
                let known = if rest.is_empty() { ClosedTask::Count(tally.count.clone()) } else { ClosedTask::Divided };
                self.0.insert(task, known);
                Ok(true)
            }
        }
    }
}
