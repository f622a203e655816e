//! What is to be written about a problem, in one transaction with whatever else there is.

use super::error::Fault;
use super::rows;
use super::sealed::Writing;
use dlx_core::tally::Tally;
use dlx_engines::Task;

/// What is to be written about a problem.
#[derive(Clone, Default, Debug)]
pub(super) struct Change {
    pub(super) part: i64,
    /// The engine that counts from now on.
    pub(super) engine: Option<&'static str>,
    pub(super) begun: Option<Tally>,
    /// Number, number of the task it is a rest of or its own, task.
    pub(super) opened: Vec<(u64, u64, Task)>,
    pub(super) closed: Vec<(u64, Tally)>,
}

impl Change {
    pub(super) fn new(part: i64) -> Self {
        Self { part, ..Self::default() }
    }

    /// The number of the problem.
    pub(super) fn part(&self) -> i64 {
        self.part
    }

    pub(super) fn is_empty(&self) -> bool {
        self.engine.is_none() && self.begun.is_none() && self.opened.is_empty() && self.closed.is_empty()
    }

    pub(super) fn write(&self, writing: &mut Writing<'_>) -> Result<(), Fault> {
        if let Some(tally) = &self.begun {
            rows::begin(writing, self.part, tally)?;
        }
        if let Some(engine) = self.engine {
            rows::add_engine(writing, self.part, engine)?;
        }
        // What was opened since the last time may be closed already.
        rows::add_tasks(writing, self.part, &self.opened)?;
        rows::close_tasks(writing, self.part, &self.closed)
    }
}
