//! The thread of the caller as a workforce, for short counts: these need not be passed to another thread, nor do threads have to be started for them.

use std::collections::VecDeque;
use std::time::Duration;

use super::journal::Numbered;
use super::threads::run;
use super::workforce::{Heard, Workforce};
use dlx_engines::{Engine, RunSignal};

/// An engine that runs a task whenever the driver waits for a report.
pub struct InlineWorkforce<'w> {
    tasks: VecDeque<Numbered>,
    engine: Box<dyn Engine>,
    signal: &'w RunSignal,
}

impl<'w> InlineWorkforce<'w> {
    /// No tasks yet.
    pub fn new(engine: Box<dyn Engine>, signal: &'w RunSignal) -> Self {
        Self { tasks: VecDeque::new(), engine, signal }
    }
}

impl Workforce for InlineWorkforce<'_> {
    fn submit(&mut self, task: Numbered) {
        self.tasks.push_back(task);
    }

    fn report(&mut self, _patience: Duration) -> Heard {
        let task = self.tasks.pop_front();
        task.map_or(Heard::Silence, |task| Heard::Report(Box::new(run(task, &mut *self.engine, self.signal))))
    }

    /// No task is running while the driver asks.
    fn request_split(&mut self, _tasks: u64) {}

    fn stop(&mut self) {
        self.tasks.clear();
    }

    fn has_waiting(&self) -> bool {
        !self.tasks.is_empty()
    }

    fn workers(&self) -> u64 {
        1
    }
}
