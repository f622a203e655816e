//! An open run file: its lock, its connection, and what is still to be written.

use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::{Connection, OpenFlags};

use super::change::Change;
use super::error::{Fault, StoreError, at};
use super::sealed::Writing;
use super::{rows, tables};

#[derive(Debug)]
pub(super) struct Shared {
    pub(super) path: PathBuf,
    pub(super) writer: Mutex<Writer>,
    /// Problems that are being counted.
    pub(super) in_use: Mutex<HashSet<i64>>,
    /// Time spent by the processes before this one.
    pub(super) before: Duration,
    pub(super) opened: Instant,
    /// Keeps others out. Dropped last: to close another handle of the file would drop SQLite's own locks.
    pub(super) _lock: File,
}

/// What writes, and what is to be written.
#[derive(Debug)]
pub(super) struct Writer {
    pub(super) connection: Connection,
    pub(super) changes: Vec<Change>,
    pub(super) last: Instant,
    /// What went wrong where it could not be said.
    pub(super) failure: Option<StoreError>,
}

/// Changes of several problems are written together, so often.
pub(super) const COMMIT_EVERY: Duration = Duration::from_millis(100);

impl Shared {
    pub(super) fn writer(&self) -> MutexGuard<'_, Writer> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How long the job has been counted, all processes together.
    pub(super) fn elapsed(&self) -> Duration {
        self.before.saturating_add(self.opened.elapsed())
    }

    /// Writes all changes in one transaction.
    pub(super) fn commit(&self, writer: &mut Writer) -> Result<(), StoreError> {
        if let Some(failure) = writer.failure.take() {
            return Err(failure);
        }
        if writer.changes.is_empty() {
            return Ok(());
        }
        let Writer { connection, changes, .. } = writer;
        write(connection, |writing| {
            changes.iter().try_for_each(|change| change.write(writing))?;
            rows::set_elapsed(writing, self.elapsed())
        })
        .map_err(at(&self.path))?;
        writer.changes.clear();
        writer.last = Instant::now();
        Ok(())
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        // Whoever wanted to know has called `finish`.
        let _ = self.commit(&mut self.writer());
    }
}

/// Locks a file, new or not.
pub(super) fn lock(path: &Path) -> Result<(File, bool), StoreError> {
    let failed = |source| StoreError::Io { path: path.into(), source };
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(StoreError::Busy { path: path.into() }),
        Err(TryLockError::Error(source)) => return Err(failed(source)),
    }
    let is_new = file.metadata().map_err(failed)?.len() == 0;
    Ok((file, is_new))
}

/// A connection to a file that is there, without the lock.
pub(super) fn connect(path: &Path) -> Result<Connection, StoreError> {
    // SQLite says the same of a file that is not there and of one it cannot read.
    File::open(path).map_err(|source| StoreError::Io { path: path.into(), source })?;
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)
        .map_err(|source| at(path)(source.into()))?;
    tables::check(path, &connection)?;
    Ok(connection)
}

/// Reads something at a moment at which all that is in the file is as it was written.
pub(super) fn verified<T>(
    connection: &mut Connection,
    read: impl FnOnce(&Connection) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let moment = connection.transaction()?;
    tables::verify(&moment)?;
    read(&moment)
}

/// Writes something in a transaction of its own.
pub(super) fn write<T>(
    connection: &mut Connection,
    work: impl FnOnce(&mut Writing<'_>) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let mut writing = Writing::begin(connection)?;
    let result = work(&mut writing)?;
    writing.commit()?;
    Ok(result)
}
