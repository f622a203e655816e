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
pub use crew::{Crew, Hold, spawn};
pub use drive::{Drive, TICK};
pub use error::RunError;
pub use here::Here;
pub use journal::{Entry, Journal, JournalError, Journals, Numbered, Start};
pub use plan::Plan;
pub use progress::{Observer, Progress};
pub use split::Splitter;
pub use split::{MAX_TASKS, Split, SplitDepth};
pub use threads::Threads;
pub use workforce::{Heard, Report, Workforce};
