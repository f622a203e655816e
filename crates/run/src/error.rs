//! Why a run could not be begun or finished.

use super::{Conflict, JournalError};
use dlx_engines::PrefixError;

/// Why a session could not do what it was asked to do.
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
    /// Too much would have to be kept in memory at once.
    #[error("{what} do not fit in memory")]
    Memory {
        /// What was to be kept.
        what: &'static str,
    },
    /// The run was stopped, by a limit or by a request, before something was found that is needed first.
    #[error("stopped before all {what} were found: allow more time")]
    Stopped {
        /// What was to be found.
        what: &'static str,
    },
    /// One solution of each kind is asked for, and kinds can only be counted here.
    #[error(
        "one of each kind can be counted here, but not shown: the group is too large to be listed, and items are covered several times"
    )]
    OnlyCounted,
    /// The cost of a solution is not a sum over its options.
    #[error("what a solution costs is not the sum of its options; {0}")]
    Unpriced(&'static str),
    /// Some cost is negative, so that covering less may cost more.
    #[error("some options have negative costs: what is covered together at a cost cannot be said")]
    NegativeCost,
    /// The options of the problem must be connected, and what was asked for does not support that.
    #[error("{what} cannot be used where options must be connected: {instead}")]
    Connected {
        /// What was asked for.
        what: &'static str,
        /// What does support it.
        instead: &'static str,
    },
    /// Solutions are told apart by some of their options, and what was asked for does not support that.
    #[error("{what} cannot be used where only some options are shown: leave that to a count by `learn`, or show all")]
    Projected {
        /// What was asked for.
        what: &'static str,
    },
    /// The engine that was asked for sums over signs, and the problem is no such sum.
    #[error(
        "`signs` cannot count this problem: it is for problems in which each option has exactly one of some items, the rows, the options of a row are equally long, and there are at most 64 other items; leave --engine out, or choose another"
    )]
    NoSum,
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
    #[error("a task to continue does not belong to this problem: {0}")]
    Task(#[from] PrefixError),
    /// A task was counted twice, with different results.
    #[error(transparent)]
    Conflict(#[from] Conflict),
}
