//! Engines: ways to count below a prefix. One algorithm per file; no input or output, no clock, no threads.
//!
//! Every engine answers the same question, [`Engine::run`]: how many solutions are below this task's prefix?
//! It may be interrupted at any time, and then hands back what it found so far *and the rest*, as tasks:
//!
//! > count(task) = tally + the sum of the counts of the rest
//!
//! That one sentence carries sharing of work between threads, limits, Ctrl-C and resuming.

pub mod auto;
pub mod bits;
mod choose;
pub mod classes;
pub mod frontier;
mod hands;
mod info;
mod ledger;
pub mod links;
mod obstacle;
mod residue;
mod shelf;
mod side_by_side;
mod task;
mod watch;

pub use hands::Hands;
pub use info::{ENGINES, EngineInfo, EngineKind, Keeps};
pub use obstacle::obstacle;
pub use shelf::{Shelf, Shelved, shelf_engine};
pub use side_by_side::is_waiting;
pub use task::{OpenLevel, PrefixError, Rest, Task};
pub use watch::Watch;

use crate::tally::Tally;

/// A counting algorithm with its own copy of the problem, set up for one thread.
pub trait Engine: Send {
    /// Counts what is below the task's prefix, or as much of it as `watch` allows.
    ///
    /// The rest is empty unless `watch` asked for a pause. An option may stand in a prefix only if it goes with those before it:
    /// [`Task::check`] says so of tasks from outside. Afterwards the engine is as it was before.
    fn run(&mut self, task: &Task, watch: &Watch) -> (Tally, Rest);

    /// Does it use all threads of the pool itself? Then one worker is enough.
    fn is_parallel(&self) -> bool {
        false
    }

    /// A copy for another worker.
    fn boxed_clone(&self) -> Box<dyn Engine>;
}
