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
        fold_in(&writer.connection);
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
pub(super) fn lock(path: &Path) -> Result<File, StoreError> {
    let failed = |source| StoreError::Io { path: path.into(), source };
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(StoreError::Busy { path: path.into() }),
        Err(TryLockError::Error(source)) => return Err(failed(source)),
    }
    Ok(file)
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

/// A connection for reading only, also where nobody may write, as long as nothing is left to be folded in.
pub(super) fn look_into(path: &Path) -> Result<Connection, StoreError> {
    connect(path).or_else(|error| {
        let is_whole = std::fs::metadata(beside(path)).map_or(true, |log| log.len() == 0);
        let unchanging = || {
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
            let connection = Connection::open_with_flags(unchanging(path), flags).ok()?;
            tables::check(path, &connection).is_ok().then_some(connection)
        };
        Some(()).filter(|()| is_whole).and_then(|()| unchanging()).ok_or(error)
    })
}

/// The file in which SQLite keeps what is not folded in yet.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

/// A path as SQLite wants it of a file that nobody changes meanwhile.
fn unchanging(path: &Path) -> String {
    let escaped = path.as_os_str().as_encoded_bytes().iter().map(|&byte| match byte {
        b'/' | b'.' | b'-' | b'_' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => char::from(byte).to_string(),
        _ => format!("%{byte:02x}"),
    });
    format!("file:{}?immutable=1", escaped.collect::<String>())
}

/// Moves what was written from the file beside into the run file itself, unless somebody is reading: else a run file that is copied or moved would leave behind what is newest. Next time will do as well.
pub(super) fn fold_in(connection: &Connection) {
    let _ = connection.busy_timeout(Duration::ZERO);
    let _ = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
    let _ = connection.busy_timeout(PATIENCE);
}

/// How long to wait for another process that writes.
const PATIENCE: Duration = Duration::from_secs(10);

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
