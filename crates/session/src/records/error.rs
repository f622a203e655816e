//! What can be wrong with records, and where.

use std::fmt;
use std::sync::Arc;

use dlx_core::tally::Count;

/// A line of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordPlace {
    /// The name of the file.
    pub file: Arc<str>,
    /// The number of the line, from 1.
    pub line: usize,
}

impl fmt::Display for RecordPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// Why records cannot be used, or not together.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// A line is not a record, was changed since it was written, or belongs elsewhere.
    #[error("{place}: {what}")]
    Line {
        /// Where it is.
        place: RecordPlace,
        /// What is wrong.
        what: String,
        /// What would be right.
        help: String,
    },
    /// No file says what the records are about.
    #[error("no record says what was split")]
    NoHead,
    /// Two counts of the same task that cannot both be right.
    #[error("{task} was counted twice, with different results: {} has {}, {} has {}", first.0, first.1, second.0, second.1)]
    Conflict {
        /// The task in words.
        task: String,
        /// Where the first count is, and its value.
        first: Box<(RecordPlace, Count)>,
        /// Where the second count is, and its value.
        second: Box<(RecordPlace, Count)>,
    },
}

impl RecordError {
    /// What would be right.
    #[must_use]
    pub fn help(&self) -> &str {
        match self {
            Self::Line { help, .. } => help,
            Self::NoHead => "every file that `split` or `work` has written begins with such a line",
            Self::Conflict { .. } => {
                "one of the two is wrong: count the task again by another engine, and leave the wrong file out"
            }
        }
    }
}
