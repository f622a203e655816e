//! What can be wrong with a run file.

use std::io;
use std::path::{Path, PathBuf};

use crate::job::Job;

/// A run file could not be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The system refused to open or read it.
    #[error("cannot open {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The system refused to write it.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// Another process counts with it.
    #[error("{} is in use by another process", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// Its process ended before it had written the job.
    #[error("the run of {} had not started when its process ended: run the original command again", path.display())]
    NotBegun {
        /// The file.
        path: PathBuf,
    },
    /// It is not a run file, or its beginning is damaged.
    #[error("{} is not a run file of this program: {what}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// It was written when run files were databases.
    #[error("{} is a run file of version 0.1: go on with that version, or begin again in another file", path.display())]
    Database {
        /// The file.
        path: PathBuf,
    },
    /// It was written by another version of the program.
    #[error(
        "{} is a run file of format {found}, and this version of the program has format {known}: \
         go on with the version that began it, or begin again in another file",
        path.display()
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: String,
        /// The format of this version.
        known: u32,
    },
    /// A line in it is not as it was written.
    #[error(
        "{path} is damaged in line {line}: {what}; the lines before it are intact: \
         `head -n {sound} {path} > copy.run` makes a run that can be resumed",
        path = path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The number of the line.
        line: usize,
        /// How many lines before it are sound.
        sound: usize,
        /// What is wrong with it.
        what: String,
    },
    /// A file of states is not as it was written.
    #[error("{} is damaged: remove it, and what its states stood for is counted again from the beginning", path.display())]
    Level {
        /// The file.
        path: PathBuf,
    },
    /// A report contradicts the contents of the file.
    #[error("{}: {what}", path.display())]
    Contradiction {
        /// The file.
        path: PathBuf,
        /// What was reported.
        what: String,
    },
    /// It was removed or overwritten while this process was counting.
    #[error("{} was removed or overwritten while it was in use: what is counted is kept in {} now", path.display(), saved.display())]
    Replaced {
        /// The file.
        path: PathBuf,
        /// The file with everything.
        saved: PathBuf,
    },
    /// It belongs to another problem.
    #[error("{} is a run of `{}`, not of `{asked}`", path.display(), job.name)]
    OtherJob {
        /// The file.
        path: PathBuf,
        /// The name of its job.
        job: Box<Job>,
        /// What was asked for.
        asked: String,
    },
    /// It belongs to a different problem of the same name.
    #[error("{} is a run of `{name}` as it was: its contents have changed since", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
        /// The name of both.
        name: String,
    },
}

/// Adds the name of a file that could not be opened.
pub(super) fn io_at(path: &Path) -> impl Fn(io::Error) -> StoreError {
    move |source| StoreError::Io { path: path.into(), source }
}

/// Adds the name of a file that could not be written.
pub(super) fn write_at(path: &Path) -> impl Fn(io::Error) -> StoreError {
    move |source| StoreError::Write { path: path.into(), source }
}
