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
mod ledger;
pub mod links;
mod obstacle;
mod residue;
mod shelf;
mod side_by_side;
mod task;
mod watch;

pub use hands::Hands;
pub use obstacle::obstacle;
pub use shelf::{Shelf, Shelved, shelf_engine};
pub use side_by_side::is_waiting;
pub use task::{OpenLevel, PrefixError, Rest, Task};
pub use watch::Watch;

use crate::problem::Problem;
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

/// The engines by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum EngineKind {
    /// Dancing links: [`links`].
    Links,
    /// Living options as a bit set: [`bits`].
    Bits,
    /// Equal states merged, level by level: [`frontier`].
    Frontier,
    /// States merged up to isomorphism: [`classes`].
    Classes,
}

impl EngineKind {
    /// All of them.
    pub const ALL: &'static [Self] = &[Self::Links, Self::Bits, Self::Frontier, Self::Classes];

    /// The name on the command line and in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Links => "links",
            Self::Bits => "bits",
            Self::Frontier => "frontier",
            Self::Classes => "classes",
        }
    }

    /// Sets the engine up for a problem. The engines that keep states may use this many bytes for them.
    #[must_use]
    pub fn build(self, problem: &Problem, memory: usize) -> Box<dyn Engine> {
        match self {
            Self::Links => Box::new(links::Links::new(problem)),
            Self::Bits => Box::new(bits::Bits::new(problem)),
            Self::Frontier => Box::new(frontier::Frontier::new(problem, memory)),
            Self::Classes => Box::new(classes::Classes::new(problem, memory)),
        }
    }
}
