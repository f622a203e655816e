#![doc = include_str!("README.md")]

mod answer;
mod control;
mod counter;
mod crew;
mod drive;
mod estimate;
mod journal;
mod merge;
mod progress;
mod sample;
mod solve;
mod split;
mod zdd;

pub use answer::answer;
pub use control::{Control, Limits};
pub use counter::{Counter, RunError};
pub use crew::Crew;
pub use estimate::{Estimate, Expected, estimate};
pub use journal::{Entry, Journal, JournalError, Numbered, Start};
pub use progress::Progress;
pub use sample::Sampler;
pub use solve::{Solved, Solver};
pub use split::{MAX_TASKS, Split, SplitDepth, Splitter};
pub use zdd::zdd;
