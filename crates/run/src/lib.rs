#![doc = include_str!("README.md")]

mod closed;
mod control;
mod drive;
mod error;
mod first;
mod inline;
mod journal;
mod merge;
mod orbit_split;
mod plan;
mod progress;
mod split;
mod threads;
mod tree_expander;
mod worker_pool;
mod workforce;

pub use closed::Conflict;
pub use control::{Control, Limits};
pub use drive::{Drive, TICK};
pub use error::RunError;
pub use inline::InlineWorkforce;
pub use journal::{Journal, JournalEntry, JournalError, Journals, Numbered, Start};
pub use orbit_split::OrbitSplit;
pub use plan::Plan;
pub use progress::{Observer, Progress};
pub use split::Splitter;
pub use split::{MAX_TASKS, Split, SplitDepth};
pub use threads::Threads;
pub use worker_pool::{Permit, WorkerPool, spawn};
pub use workforce::{Heard, Report, Workforce};
