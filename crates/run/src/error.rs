//! Why a run could not be begun, or not be brought to its end.

use super::{Conflict, JournalError};
use dlx_engines::PrefixError;

/// Why something that was asked of a session could not be done.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The system refused a thread.
    #[error("cannot start {threads} worker threads: {source}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system said.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// What has to be kept at once is too much.
    #[error("{what} do not fit in memory")]
    Memory {
        /// What was to be kept.
        what: &'static str,
    },
    /// A limit, or whoever may stop it, came before something that is needed first.
    #[error("stopped before all {what} were found: allow more time")]
    Stopped {
        /// What was to be found.
        what: &'static str,
    },
    /// One solution of each kind is wanted, and they can only be counted.
    #[error(
        "one of each kind can be counted here, but not shown: the group is too large to be listed, and items are covered several times"
    )]
    OnlyCounted,
    /// What solutions count for is no sum over their options.
    #[error("what a solution costs is not the sum of its options; {0}")]
    Unpriced(&'static str),
    /// The options of the problem must hang together, and what was asked for does not know how.
    #[error("{what} cannot be used where options must hang together")]
    Connected {
        /// What was asked for.
        what: &'static str,
    },
    /// The journal could not be read or written.
    #[error("{0}")]
    Journal(JournalError),
    /// Levels larger than memory could not be written or read; what was counted before is kept where a run is kept.
    #[error("{what}")]
    Disk {
        /// What went wrong, and what to do.
        what: String,
    },
    /// A task that was handed in does not belong to the problem.
    #[error("a task to go on with is none of this problem: {0}")]
    Task(#[from] PrefixError),
    /// A task was counted twice, with different results.
    #[error(transparent)]
    Conflict(#[from] Conflict),
}
