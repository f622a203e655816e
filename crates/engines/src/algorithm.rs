//! The interface of engines.

use super::run_signal::RunSignal;
use super::task::{OpenSubtrees, Task};
use dlx_core::tally::Tally;

/// A counting algorithm with its own copy of the problem, set up for one thread.
pub trait Engine: Send {
    /// Counts what is below the task's prefix, or as much of it as `signal` allows.
    ///
    /// The rest is empty unless `signal` asked for a pause. An option may be in a prefix only if it is compatible with those before it:
    /// [`Task::check`] checks this for tasks from outside. Afterwards the engine is as it was before.
    fn run(&mut self, task: &Task, signal: &RunSignal) -> (Tally, OpenSubtrees);

    /// Does it use all threads of the pool itself? Then one worker is enough.
    fn is_parallel(&self) -> bool {
        false
    }

    /// A copy for another worker.
    fn boxed_clone(&self) -> Box<dyn Engine>;
}
