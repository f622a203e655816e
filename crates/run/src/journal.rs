//! What a run writes down as it runs, so that another process can continue where it ended.
//!
//! The driver numbers the tasks. It tells the journal the tasks at the beginning, and for each report which task is closed, with what tally, and which tasks
//! of its rest are opened by that. So closed tallies and open tasks add up to the whole problem after every entry, whenever it all ends.

use std::sync::Arc;
use std::time::Duration;

use super::Split;
use dlx_core::problem::Problem;
use dlx_core::problem::to_u64;
use dlx_core::tally::{Count, Tally};
use dlx_engines::{CheckpointStore, Disk, Task};

/// Why a journal could not be read or written.
pub type JournalError = Box<dyn std::error::Error + Send + Sync>;

/// A task with its number in the journal.
pub type Numbered = (u64, Task);

/// The state in which a run begins, or is continued.
#[derive(Clone, PartialEq, Debug)]
pub struct Start {
    /// What has been counted, weighted.
    pub tally: Tally,
    /// The share of the search that is done.
    pub done: f64,
    /// What is left to count.
    pub tasks: Vec<Numbered>,
    /// The number of the next task.
    pub next: u64,
}

impl From<Split> for Start {
    /// A start with these tasks, numbered from 0.
    fn from(split: Split) -> Self {
        let tasks: Vec<Numbered> = (0..).zip(split.tasks).collect();
        Self { tally: split.tally, done: split.done, next: to_u64(tasks.len()), tasks }
    }
}

impl Start {
    /// Is anything of the problem done already?
    #[must_use]
    pub fn is_under_way(&self) -> bool {
        !matches!(self.tasks.as_slice(), [(_, task)] if task.prefix.is_empty())
    }
}

/// A task is closed: its tally, not weighted, and what is left of it.
#[derive(Clone, Copy, Debug)]
pub struct JournalEntry<'a> {
    /// Its number.
    pub task: u64,
    /// What was counted of it.
    pub tally: &'a Tally,
    /// What was not counted.
    pub rest: &'a [Numbered],
}

/// Writes a run down.
pub trait Journal: Send {
    /// Where to continue; none if nothing is written yet.
    ///
    /// # Errors
    /// If what is written cannot be read.
    fn start(&mut self) -> Result<Option<Start>, JournalError>;

    /// Notes the beginning of a run.
    ///
    /// # Errors
    /// If it cannot be written.
    fn begin(&mut self, start: &Start) -> Result<(), JournalError>;

    /// Tasks are counted by this engine from now on. A journal need not note it.
    ///
    /// # Errors
    /// If it cannot be written.
    fn counted_by(&mut self, _engine: &'static str) -> Result<(), JournalError> {
        Ok(())
    }

    /// The engine that was the last to count, if that is known.
    ///
    /// # Errors
    /// If what is written cannot be read.
    fn last_engine(&mut self) -> Result<Option<String>, JournalError> {
        Ok(None)
    }

    /// How long earlier processes have counted.
    fn time_before(&self) -> Duration {
        Duration::ZERO
    }

    /// Notes that a task is closed. This may be held back until [`flush`](Self::flush).
    ///
    /// # Errors
    /// If it cannot be written.
    fn close(&mut self, entry: JournalEntry<'_>) -> Result<(), JournalError>;

    /// Makes everything so far safe, now or soon.
    ///
    /// # Errors
    /// If it cannot be written. What was written before stays.
    fn flush(&mut self) -> Result<(), JournalError>;

    /// Where an engine may put its states aside, if there is such a place.
    fn checkpoints(&self) -> Option<Arc<dyn CheckpointStore>> {
        None
    }

    /// Where an engine may put levels that are larger than memory, so that the shelf can keep them.
    fn disk(&self) -> Option<Arc<dyn Disk>> {
        None
    }
}

/// A place to keep a count: a journal for each problem that is counted.
///
/// A function implements it, too, for callers with a journal of their own:
///
/// ```
/// use dlx_count::parallel::{Journal, JournalError, Journals};
/// use dlx_count::Problem;
///
/// fn forgetful(_: &Problem) -> Result<Option<Box<dyn Journal>>, JournalError> {
///     Ok(None)
/// }
/// let journals: &dyn Journals = &forgetful;
/// ```
pub trait Journals {
    /// The journal of a problem; none if another count of that problem is under way, or if it is not to be kept.
    ///
    /// # Errors
    /// If it cannot be read or written.
    fn journal(&self, problem: &Problem) -> Result<Option<Box<dyn Journal>>, JournalError>;

    /// The whole answer to a question, if it was noted. (It takes long to find out again which problems the terms of a large sum are.)
    ///
    /// # Errors
    /// If it cannot be read.
    fn answer(&self, _question: &str) -> Result<Option<Count>, JournalError> {
        Ok(None)
    }

    /// Notes the whole answer to a question. It may also be dropped.
    ///
    /// # Errors
    /// If it cannot be written.
    fn note_answer(&self, _question: &str, _answer: &Count) -> Result<(), JournalError> {
        Ok(())
    }
}

impl<F: Fn(&Problem) -> Result<Option<Box<dyn Journal>>, JournalError>> Journals for F {
    fn journal(&self, problem: &Problem) -> Result<Option<Box<dyn Journal>>, JournalError> {
        self(problem)
    }
}
