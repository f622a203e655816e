#![doc = include_str!("README.md")]

mod control;
mod counter;
mod drive;
mod merge;
mod progress;
mod split;

pub use control::{Control, Limits};
pub use counter::{Counter, RunError};
pub use progress::Progress;
pub use split::{MAX_TASKS, Split, SplitDepth, Splitter};
