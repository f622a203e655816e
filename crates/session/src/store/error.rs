//! What can be wrong with a run file.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

use crate::job::Job;

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
    /// It is something else, or damaged where it says what it is.
    #[error("{} is not a run file of this program, or damaged: {what}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
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
        found: i64,
        /// The format of this version.
        known: i64,
    },
    /// Something in it is not as it was written.
    #[error("{} is damaged, and nothing in it can be relied on: {what}; go on with a copy, or begin again in another file", path.display())]
    Damaged {
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
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

/// What went wrong, before it is said with which file.
#[derive(Debug)]
pub(super) enum Fault {
    Sqlite(rusqlite::Error),
    Damaged(String),
}

impl Fault {
    /// Something was read that cannot be what was written.
    pub(super) fn unreadable(what: &str) -> Self {
        Self::Damaged(format!("{what} cannot be read"))
    }
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::Error::{FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, Utf8Error};
        let is_damage = error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt)
            || matches!(
                error,
                FromSqlConversionFailure(..) | IntegralValueOutOfRange(..) | InvalidColumnType(..) | Utf8Error(..)
            );
        if is_damage { Self::Damaged(error.to_string()) } else { Self::Sqlite(error) }
    }
}

/// Says with which file.
pub(super) fn at(path: &Path) -> impl Fn(Fault) -> StoreError {
    move |fault| {
        let path = path.into();
        match fault {
            Fault::Damaged(what) => StoreError::Damaged { path, what },
            Fault::Sqlite(source) if source.sqlite_error_code() == Some(ErrorCode::NotADatabase) => {
                StoreError::Foreign { path, what: source.to_string() }
            }
            Fault::Sqlite(source) => StoreError::Sqlite { path, source: source.into() },
        }
    }
}
