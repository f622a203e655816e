//! What can be wrong with a run file.

use std::path::PathBuf;

use super::Job;

/// A run file could not be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The system refused.
    #[error("cannot open {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// Another process counts with it.
    #[error("{} is in use by another process", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// It is something else, or damaged.
    #[error("{} is not a run file of this program, or damaged: {what}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// It belongs to another problem.
    #[error("{} is a run of `{}`, not of `{asked}`", path.display(), job.name)]
    OtherJob {
        /// The file.
        path: PathBuf,
        /// What it is a run of.
        job: Box<Job>,
        /// What was asked for.
        asked: String,
    },
    /// It belongs to a problem of the same name that was another.
    #[error("{} is a run of `{name}` as it was: its contents have changed since", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
        /// What both are called.
        name: String,
    },
    /// SQLite could not do it.
    #[error("cannot use {}: {source}", path.display())]
    Sqlite {
        /// The file.
        path: PathBuf,
        /// What it said.
        source: rusqlite::Error,
    },
}
