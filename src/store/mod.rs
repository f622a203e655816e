//! Runs that outlive their process: a SQLite file with the job, its problems, their tasks and tallies.
//!
//! A task is a row. It is open while it has no count; a report gives it one and adds the rows of its rest, in one transaction with all
//! reports since the last. So at any moment the file says: what has been counted, what is left, and that the two make up the problem. A process that dies loses the
//! tasks that were running and those reported since the last transaction; they are open in the file and are counted again, nothing twice.
//!
//! Tasks name options, not engines or threads, so a run goes on with any of them. The `frontier` engine counts its task in one sweep and has no
//! rest; instead it puts its states into the file after a level now and then (`levels`), and goes on from there.
//!
//! A job counts one problem, or several: the terms of a question up to symmetry, the puzzles of a file, the rows of a table. Problems are known by
//! their fingerprints. A lock on the file keeps a second process out while the first one counts; reading it (`status`) needs none.
//!
//! Every row proves itself, and all of them together (`sealed`). Whoever opens a file looks at all proofs first; a file in which one fails is refused.

mod error;
mod job;
mod levels;
mod part;
mod rows;
mod sealed;
mod status;
mod tables;

use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::{Connection, OpenFlags};

pub use error::StoreError;
pub use job::Job;
pub use part::Part;
pub use status::{PartStatus, Status};

use crate::engine::Task;
use crate::parallel::{Journal, JournalError, Journals};
use crate::problem::Problem;
use crate::tally::Count;
use error::{Fault, at};
use part::Change;
use sealed::Writing;

/// A task that was counted to its end in one go.
#[derive(Clone, PartialEq, Debug)]
pub struct Kept {
    /// The fingerprint of its problem.
    pub fingerprint: String,
    /// The number of its problem in the file.
    pub part: i64,
    /// Its own.
    pub number: u64,
    /// What was to be counted.
    pub task: Task,
    /// The count, not weighted.
    pub count: Count,
}

/// A run file that this process writes.
///
/// ```
/// use dlx_count::store::{Job, Store};
/// use dlx_count::{Session, family::queens};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("q9.run");
/// let problem = queens(9);
/// let store = Store::open(&path, &Job::new("queens 9", [&problem].into_iter(), Vec::new()))?;
/// let outcome = Session::new()?.count_kept(&problem, &store)?;
/// store.finish(outcome.is_complete())?;
/// assert_eq!(Store::status(&path)?.parts[0].tally.count, outcome.count);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Store(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    path: PathBuf,
    writer: Mutex<Writer>,
    /// Problems that are being counted.
    in_use: Mutex<HashSet<i64>>,
    /// Time spent by the processes before this one.
    before: Duration,
    opened: Instant,
    /// Keeps others out. Dropped last: to close another handle of the file would drop SQLite's own locks.
    _lock: File,
}

/// What writes, and what is to be written.
#[derive(Debug)]
struct Writer {
    connection: Connection,
    changes: Vec<Change>,
    last: Instant,
    /// What went wrong where it could not be said.
    failure: Option<StoreError>,
}

/// Changes of several problems are written together, so often.
const COMMIT_EVERY: Duration = Duration::from_millis(100);

impl Store {
    /// Opens the run file of a job, or makes a new one.
    ///
    /// # Errors
    /// If it is in use, damaged, no run file, one of another version, or a run of another job.
    pub fn open(path: &Path, job: &Job) -> Result<Self, StoreError> {
        let (lock, is_new) = lock(path)?;
        let mut connection = Connection::open(path).map_err(|source| at(path)(source.into()))?;
        if is_new {
            tables::create(&mut connection, |writing| rows::set_job(writing, job)).map_err(at(path))?;
        } else {
            tables::check(path, &connection)?;
            verified(&mut connection, rows::job).map_err(at(path))?.check(path, job)?;
        }
        let before = take_on(&mut connection, job).map_err(at(path))?;
        let (in_use, opened) = (Mutex::default(), Instant::now());
        let writer = Mutex::new(Writer { connection, changes: Vec::new(), last: opened, failure: None });
        Ok(Self(Arc::new(Shared { path: path.into(), writer, in_use, before, opened, _lock: lock })))
    }

    /// The place of a problem, to be a counter's journal. None if this process is counting that problem already.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub fn part(&self, problem: &Problem) -> Result<Option<Part>, StoreError> {
        let mut writer = self.0.writer();
        let id = part_of(&mut writer.connection, problem).map_err(at(&self.0.path))?;
        // Whoever reads about it reads the file.
        if writer.changes.iter().any(|change| change.part() == id) {
            self.0.commit(&mut writer)?;
        }
        let is_free = self.0.in_use.lock().unwrap_or_else(PoisonError::into_inner).insert(id);
        Ok(is_free.then(|| Part::new(Arc::clone(&self.0), id)))
    }

    /// Writes down whatever is not, and whether that is the whole job.
    ///
    /// # Errors
    /// If that is not possible, or something was not before.
    pub fn finish(&self, is_complete: bool) -> Result<(), StoreError> {
        let mut writer = self.0.writer();
        self.0.commit(&mut writer)?;
        write(&mut writer.connection, |writing| rows::set_complete(writing, is_complete)).map_err(at(&self.0.path))
    }

    /// The job of a run file, for those who have no other way to know it. Whether the rest of the file is whole is for those to say who use it.
    ///
    /// # Errors
    /// If it cannot be read or is no run file.
    pub fn job(path: &Path) -> Result<Job, StoreError> {
        rows::job(&connect(path)?).map_err(at(path))
    }

    /// How far a run is, also while another process counts.
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or is no run file.
    pub fn status(path: &Path) -> Result<Status, StoreError> {
        verified(&mut connect(path)?, Status::read).map_err(at(path))
    }

    /// The tasks that were counted to their end in one go: what an audit can count again.
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or is no run file.
    pub fn counted(path: &Path) -> Result<Vec<Kept>, StoreError> {
        verified(&mut connect(path)?, rows::counted).map_err(at(path))
    }

    /// Keeps the evidence that a task was counted otherwise by another engine.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep_mismatch(path: &Path, kept: &Kept, engine: &str, recounted: &Count) -> Result<(), StoreError> {
        let mut connection = connect(path)?;
        // Another process may be counting.
        connection.busy_timeout(Duration::from_secs(10)).map_err(|source| at(path)(source.into()))?;
        write(&mut connection, |writing| rows::add_mismatch(writing, kept, engine, recounted)).map_err(at(path))
    }
}

impl Journals for Store {
    fn journal(&self, problem: &Problem) -> Result<Option<Box<dyn Journal>>, JournalError> {
        Ok(self.part(problem)?.map(|part| Box::new(part) as Box<dyn Journal>))
    }
}

impl Shared {
    fn writer(&self) -> MutexGuard<'_, Writer> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How long the job has been counted, all processes together.
    fn elapsed(&self) -> Duration {
        self.before.saturating_add(self.opened.elapsed())
    }

    /// Writes all changes in one transaction.
    fn commit(&self, writer: &mut Writer) -> Result<(), StoreError> {
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
fn lock(path: &Path) -> Result<(File, bool), StoreError> {
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
fn connect(path: &Path) -> Result<Connection, StoreError> {
    // SQLite says the same of a file that is not there and of one it cannot read.
    File::open(path).map_err(|source| StoreError::Io { path: path.into(), source })?;
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)
        .map_err(|source| at(path)(source.into()))?;
    tables::check(path, &connection)?;
    Ok(connection)
}

/// Reads something at a moment at which all that is in the file is as it was written.
fn verified<T>(connection: &mut Connection, read: impl FnOnce(&Connection) -> Result<T, Fault>) -> Result<T, Fault> {
    let moment = connection.transaction()?;
    tables::verify(&moment)?;
    read(&moment)
}

/// Writes something in a transaction of its own.
fn write<T>(connection: &mut Connection, work: impl FnOnce(&mut Writing<'_>) -> Result<T, Fault>) -> Result<T, Fault> {
    let mut writing = Writing::begin(connection)?;
    let result = work(&mut writing)?;
    writing.commit()?;
    Ok(result)
}

/// Makes a file ready to be written for a job, and says how long it has been counted.
fn take_on(connection: &mut Connection, job: &Job) -> Result<Duration, Fault> {
    tables::prepare(connection)?;
    write(connection, |writing| rows::set_job(writing, job))?;
    rows::elapsed(connection)
}

/// The number of a problem in the file, which it gets now if it has none.
fn part_of(connection: &mut Connection, problem: &Problem) -> Result<i64, Fault> {
    let fingerprint = problem.fingerprint();
    match rows::part(connection, &fingerprint)? {
        Some(id) => Ok(id),
        None => write(connection, |writing| rows::add_part(writing, &fingerprint, problem.name())),
    }
}
