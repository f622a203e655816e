#![doc = include_str!("README.md")]

mod closed;
mod control;
mod crew;
mod drive;
mod error;
mod first;
mod here;
mod journal;
mod merge;
mod plan;
mod progress;
mod split;
mod threads;
mod top;
mod workforce;

pub use closed::Conflict;
pub use control::{Control, Limits};
pub(crate) use crew::{Crew, Hold, spawn};
pub(crate) use drive::{Drive, TICK};
pub use error::RunError;
pub(crate) use here::Here;
pub use journal::{Entry, Journal, JournalError, Journals, Numbered, Start};
pub use plan::Plan;
pub use progress::{Observer, Progress};
pub(crate) use split::Splitter;
pub use split::{MAX_TASKS, Split, SplitDepth};
pub(crate) use threads::Threads;
pub use workforce::{Heard, Report, Workforce};
