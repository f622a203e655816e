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

mod error;
mod levels;
mod part;
mod schema;

use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::{Connection, OpenFlags, params};
use serde::{Deserialize, Serialize};

pub use error::StoreError;
pub use part::Part;

use crate::engine::Task;
use crate::problem::Problem;
use crate::tally::{Count, Tally};
use part::Change;

/// What a run file is for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The words of the command line that name it.
    pub words: Vec<String>,
    /// What it calls itself.
    pub name: String,
    /// The fingerprints of all that is counted, in order; none if that may change, as the rows of a table may.
    pub fingerprints: Vec<String>,
    /// How many different problems are to be counted, or at least how many.
    pub parts: usize,
}

impl Job {
    /// The job of counting these problems, which these words name.
    #[must_use]
    pub fn new<'a>(name: &str, problems: impl Iterator<Item = &'a Problem>, words: Vec<String>) -> Self {
        let fingerprints: Vec<String> = problems.map(Problem::fingerprint).collect();
        let parts = fingerprints.iter().collect::<HashSet<_>>().len();
        Self { words, name: name.into(), parts, fingerprints }
    }

    /// The job of filling a table of this family with so many rows.
    #[must_use]
    pub fn table(family: &str, rows: usize, words: Vec<String>) -> Self {
        Self { words, name: format!("table {family}"), fingerprints: Vec::new(), parts: rows }
    }

    /// May that job go on where this one, of this file, has ended?
    ///
    /// # Errors
    /// If the two count something else.
    pub fn check(&self, path: &Path, asked: &Self) -> Result<(), StoreError> {
        // A table may have other rows than before, but of the same family.
        let is_same = !self.fingerprints.is_empty() || self.name == asked.name;
        if self.fingerprints == asked.fingerprints && is_same {
            return Ok(());
        }
        if self.name == asked.name {
            return Err(StoreError::Changed { path: path.into(), name: asked.name.clone() });
        }
        Err(StoreError::OtherJob { path: path.into(), job: Box::new(self.clone()), asked: asked.name.clone() })
    }
}

/// How far a run is, as its file says.
#[derive(Clone, PartialEq, Debug)]
pub struct Status {
    /// What it counts.
    pub job: Job,
    /// The problems that have been begun.
    pub parts: Vec<PartStatus>,
    /// The share of the search that is done.
    pub done: f64,
    /// How long it was counted, all processes together.
    pub elapsed: Duration,
    /// Is everything counted?
    pub is_complete: bool,
    /// Tasks that an audit has counted otherwise.
    pub mismatches: u64,
    /// A level of states is kept: this many levels are done.
    pub levels: Option<usize>,
}

/// How far a problem of a run is.
#[derive(Clone, PartialEq, Debug)]
pub struct PartStatus {
    /// What it calls itself.
    pub name: String,
    /// Its fingerprint.
    pub fingerprint: String,
    /// What has been counted, weighted.
    pub tally: Tally,
    /// Tasks counted.
    pub closed: u64,
    /// Tasks left.
    pub open: u64,
    /// The share of the search that is done.
    pub done: f64,
    /// Is everything counted?
    pub is_complete: bool,
}

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
/// use dlx_count::{Counter, family::queens};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("q9.run");
/// let problem = queens(9);
/// let store = Store::open(&path, &Job::new("queens 9", [&problem].into_iter(), Vec::new()))?;
/// let part = store.part(&problem)?.expect("nobody else counts this problem");
/// let outcome = Counter::new(&problem).journal(part).run()?;
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
    /// If it is in use, damaged, no run file, or a run of another job.
    pub fn open(path: &Path, job: &Job) -> Result<Self, StoreError> {
        let (lock, is_new) = lock(path)?;
        let failed = |source| schema::error(path, source);
        let connection = Connection::open(path).map_err(failed)?;
        if is_new {
            schema::create(&connection).map_err(failed)?;
        } else {
            schema::check(path, &connection)?;
        }
        if let Some(known) = schema::job(&connection).map_err(failed)? {
            known.check(path, job)?;
        }
        schema::prepare(&connection).map_err(failed)?;
        schema::set_job(&connection, job).map_err(failed)?;
        let (before, now) = (schema::elapsed(&connection).map_err(failed)?, Instant::now());
        let writer = Mutex::new(Writer { connection, changes: Vec::new(), last: now, failure: None });
        let in_use = Mutex::default();
        Ok(Self(Arc::new(Shared { path: path.into(), writer, in_use, before, opened: now, _lock: lock })))
    }

    /// The place of a problem, to be a counter's journal. None if this process is counting that problem already.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn part(&self, problem: &Problem) -> Result<Option<Part>, StoreError> {
        let mut writer = self.0.writer();
        let id = schema::part(&writer.connection, &problem.fingerprint(), problem.name())
            .map_err(|source| schema::error(&self.0.path, source))?;
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
        schema::set_complete(&writer.connection, is_complete).map_err(|source| schema::error(&self.0.path, source))
    }

    /// The job of a run file, for those who have no other way to know it.
    ///
    /// # Errors
    /// If it cannot be read or is no run file.
    pub fn job(path: &Path) -> Result<Job, StoreError> {
        job(path, &connect(path)?)
    }

    /// How far a run is, also while another process counts.
    ///
    /// # Errors
    /// If it cannot be read or is no run file.
    pub fn status(path: &Path) -> Result<Status, StoreError> {
        let mut connection = connect(path)?;
        let job = job(path, &connection)?;
        let failed = |source| schema::error(path, source);
        // One look at one moment.
        let moment = connection.transaction().map_err(failed)?;
        let parts = schema::parts(&moment).map_err(failed)?;
        let n_parts = job.parts.max(parts.len());
        // A process may have died between the last task and the end of the job.
        let all = parts.iter().filter(|part| part.is_complete).count() == n_parts && !job.fingerprints.is_empty();
        let is_table_done = schema::is_complete(&moment).map_err(failed)? && parts.iter().all(|part| part.is_complete);
        let is_complete = all || is_table_done;
        let share = parts.iter().map(|part| part.done).sum::<f64>() / n_parts.max(1) as f64;
        let done = if is_complete { 1.0 } else { share };
        let elapsed = schema::elapsed(&moment).map_err(failed)?;
        let mismatches = schema::n_rows(&moment, "mismatch").map_err(failed)?;
        let levels = levels::done(&moment).map_err(failed)?;
        Ok(Status { job, parts, done, elapsed, is_complete, mismatches, levels })
    }

    /// The tasks that were counted to their end in one go: what an audit can count again.
    ///
    /// # Errors
    /// If it cannot be read or is no run file.
    pub fn counted(path: &Path) -> Result<Vec<Kept>, StoreError> {
        schema::counted(&connect(path)?).map_err(|source| schema::error(path, source))
    }

    /// Keeps the evidence that a task was counted otherwise by another engine.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep_mismatch(path: &Path, kept: &Kept, engine: &str, recounted: &Count) -> Result<(), StoreError> {
        let failed = |source| schema::error(path, source);
        let connection = connect(path)?;
        // Another process may be counting.
        connection.busy_timeout(Duration::from_secs(10)).map_err(failed)?;
        let (number, prefix, counts) =
            (schema::signed(kept.number), kept.task.words(), (kept.count.to_string(), recounted.to_string()));
        let values = params![kept.part, number, prefix, counts.0, counts.1, engine, env!("CARGO_PKG_VERSION")];
        let sql = "INSERT INTO mismatch VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        connection.execute(sql, values).map(drop).map_err(failed)
    }
}

impl Shared {
    fn writer(&self) -> MutexGuard<'_, Writer> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How long the job has been counted, all processes together.
    fn elapsed(&self) -> Duration {
        self.before + self.opened.elapsed()
    }

    /// Writes all changes in one transaction.
    fn commit(&self, writer: &mut Writer) -> Result<(), StoreError> {
        if let Some(failure) = writer.failure.take() {
            return Err(failure);
        }
        if writer.changes.is_empty() {
            return Ok(());
        }
        self.write(writer).map_err(|source| schema::error(&self.path, source))?;
        writer.changes.clear();
        writer.last = Instant::now();
        Ok(())
    }

    fn write(&self, writer: &mut Writer) -> rusqlite::Result<()> {
        let moment = writer.connection.transaction()?;
        writer.changes.iter().try_for_each(|change| change.write(&moment))?;
        schema::set_elapsed(&moment, self.elapsed())?;
        moment.commit()
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        // Whoever wanted to know has called `finish`.
        let _ = self.commit(&mut self.writer());
    }
}

fn job(path: &Path, connection: &Connection) -> Result<Job, StoreError> {
    let nothing = || StoreError::Foreign { path: path.into(), what: "it does not say what it counts".into() };
    schema::job(connection).map_err(|source| schema::error(path, source))?.ok_or_else(nothing)
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
        .map_err(|source| schema::error(path, source))?;
    schema::check(path, &connection)?;
    Ok(connection)
}
