//! Runs that outlive their process: a SQLite file with the job, its tasks and their tallies.
//!
//! A task is a row. It is open while it has no count; a report gives it one and adds the rows of its rest, in one transaction with all
//! reports of about a second. So at any moment the file says: what has been counted, what is left, and that the two make up the problem. A process that dies loses the
//! tasks that were running and those reported since the last transaction; they are open in the file and are counted again, nothing twice.
//!
//! Tasks name options, not engines or threads, so a run goes on with any of them. It belongs to one problem: the fingerprint is compared.
//! A lock on the file keeps a second process out while the first one counts; reading it (`status`) needs none.

mod schema;

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, Transaction, params};

use crate::engine::Task;
use crate::parallel::{Entry, Journal, JournalError, Numbered, Start};
use crate::problem::{OptionId, Problem};
use crate::tally::{Count, Stats, Tally};

/// What a run file is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// The words of the command line that name the problem.
    pub words: Vec<String>,
    /// What the problem calls itself.
    pub name: String,
    /// Its fingerprint.
    pub fingerprint: String,
}

impl Job {
    /// The job of counting a problem that these words name.
    fn new(problem: &Problem, words: Vec<String>) -> Self {
        Self { words, name: problem.name().into(), fingerprint: problem.fingerprint() }
    }

    /// Is this the job of the file to count that problem?
    ///
    /// # Errors
    /// If it counts another.
    pub fn check(&self, path: &Path, problem: &Problem) -> Result<(), StoreError> {
        if self.fingerprint == problem.fingerprint() {
            return Ok(());
        }
        let (path, job, asked) = (path.into(), Box::new(self.clone()), problem.name().into());
        Err(StoreError::OtherJob { path, job, asked })
    }
}

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
    /// SQLite could not do it.
    #[error("cannot use {}: {source}", path.display())]
    Sqlite {
        /// The file.
        path: PathBuf,
        /// What it said.
        source: rusqlite::Error,
    },
}

/// How far a run is, as its file says.
#[derive(Clone, PartialEq, Debug)]
pub struct Status {
    /// What it counts.
    pub job: Job,
    /// What has been counted, weighted.
    pub tally: Tally,
    /// Tasks counted.
    pub closed: u64,
    /// Tasks left.
    pub open: u64,
    /// The share of the search that is done.
    pub done: f64,
    /// How long it was counted, all processes together.
    pub elapsed: Duration,
    /// Is everything counted?
    pub is_complete: bool,
}

/// A run file that this process writes.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    connection: Connection,
    /// Time spent by the processes before this one.
    before: Duration,
    closed: Vec<(u64, Tally)>,
    opened: Vec<(u64, u64, Task)>,
    /// Keeps others out. Dropped last: to close another handle of the file would drop SQLite's own locks.
    _lock: File,
}

impl Store {
    /// Opens the run file of a problem, or makes a new one, in which these words name it.
    ///
    /// # Errors
    /// If it is in use, damaged, no run file, or a run of another problem.
    pub fn open(path: &Path, problem: &Problem, words: Vec<String>) -> Result<Self, StoreError> {
        let (lock, is_new) = lock(path)?;
        let failed = |source| schema::error(path, source);
        let connection = Connection::open(path).map_err(failed)?;
        if is_new {
            schema::create(&connection, &Job::new(problem, words)).map_err(failed)?;
        } else {
            schema::check(path, &connection)?;
            schema::job(&connection).map_err(failed)?.check(path, problem)?;
        }
        schema::prepare(&connection).map_err(failed)?;
        let before = schema::elapsed(&connection).map_err(failed)?;
        Ok(Self { path: path.into(), connection, before, closed: Vec::new(), opened: Vec::new(), _lock: lock })
    }

    /// The job of a run file, for those who have no other way to know it.
    ///
    /// # Errors
    /// If it cannot be read or is no run file.
    pub fn job(path: &Path) -> Result<Job, StoreError> {
        let connection = read_only(path)?;
        schema::job(&connection).map_err(|source| schema::error(path, source))
    }

    /// How far a run is, also while another process counts.
    ///
    /// # Errors
    /// If it cannot be read or is no run file.
    pub fn status(path: &Path) -> Result<Status, StoreError> {
        let mut connection = read_only(path)?;
        let failed = |source| schema::error(path, source);
        // One look at one moment.
        let moment = connection.transaction().map_err(failed)?;
        let job = schema::job(&moment).map_err(failed)?;
        let (tally, closed) = schema::tally(&moment).map_err(failed)?;
        let (open, left) = schema::left(&moment).map_err(failed)?;
        let has_begun = schema::has_begun(&moment).map_err(failed)?;
        let done = if has_begun { (1.0 - left).clamp(0.0, 1.0) } else { 0.0 };
        let elapsed = schema::elapsed(&moment).map_err(failed)?;
        Ok(Status { job, tally, closed, open, done, elapsed, is_complete: has_begun && open == 0 })
    }

    /// The tasks that were counted to their end in one go, with their counts, not weighted: what an audit can count again.
    ///
    /// # Errors
    /// If it cannot be read or is no run file.
    pub fn counted(path: &Path) -> Result<Vec<(u64, Task, Count)>, StoreError> {
        let connection = read_only(path)?;
        schema::counted(&connection).map_err(|source| schema::error(path, source))
    }

    fn write(&mut self, elapsed: Duration) -> rusqlite::Result<()> {
        let moment = self.connection.transaction()?;
        // What was opened since the last time may be closed already.
        add_tasks(&moment, &self.opened)?;
        close_tasks(&moment, &self.closed)?;
        schema::set(&moment, "milliseconds", &(self.before + elapsed).as_millis().to_string())?;
        moment.commit()?;
        self.closed.clear();
        self.opened.clear();
        Ok(())
    }
}

impl Journal for Store {
    fn start(&mut self) -> Result<Option<Start>, JournalError> {
        if !schema::has_begun(&self.connection)? {
            return Ok(None);
        }
        let (tally, _) = schema::tally(&self.connection)?;
        let tasks = schema::open_tasks(&self.connection)?;
        let left: f64 = tasks.iter().map(|(_, task)| task.share).sum();
        Ok(Some(Start { tally, done: 1.0 - left, tasks, next: schema::next(&self.connection)? }))
    }

    fn begin(&mut self, start: &Start) -> Result<(), JournalError> {
        let moment = self.connection.transaction()?;
        schema::set(&moment, "count", &start.tally.count.to_string())?;
        schema::set(&moment, "stats", &serde_json::to_string(&start.tally.stats)?)?;
        let tasks: Vec<(u64, u64, Task)> = start.tasks.iter().map(|(id, task)| (*id, *id, task.clone())).collect();
        add_tasks(&moment, &tasks)?;
        schema::set(&moment, "begun", "yes")?;
        moment.commit()?;
        Ok(())
    }

    fn close(&mut self, Entry { task, tally, rest }: Entry<'_>) -> Result<(), JournalError> {
        self.closed.push((task, tally.clone()));
        self.opened.extend(rest.iter().map(|(id, part)| (*id, task, part.clone())));
        Ok(())
    }

    fn flush(&mut self, elapsed: Duration) -> Result<(), JournalError> {
        let path = self.path.clone();
        self.write(elapsed).map_err(|source| schema::error(&path, source).into())
    }
}

fn close_tasks(moment: &Transaction<'_>, closed: &[(u64, Tally)]) -> rusqlite::Result<()> {
    let mut update = moment
        .prepare_cached("UPDATE task SET count = ?2, nodes = ?3, updates = ?4 WHERE id = ?1 AND count IS NULL")?;
    for (id, tally) in closed {
        let Stats { nodes, updates } = tally.stats;
        let changed = update.execute(params![
            schema::signed(*id),
            tally.count.to_string(),
            schema::signed(nodes),
            schema::signed(updates)
        ])?;
        // A task that is not there or is closed already would be counted twice or never.
        if changed != 1 {
            return Err(rusqlite::Error::StatementChangedRows(changed));
        }
    }
    Ok(())
}

fn add_tasks(moment: &Transaction<'_>, opened: &[(u64, u64, Task)]) -> rusqlite::Result<()> {
    let mut insert =
        moment.prepare_cached("INSERT INTO task (id, parent, prefix, weight, share) VALUES (?1, ?2, ?3, ?4, ?5)")?;
    for (id, parent, task) in opened {
        insert.execute(params![
            schema::signed(*id),
            schema::signed(*parent),
            task.words(),
            task.weight.to_string(),
            task.share
        ])?;
    }
    Ok(())
}

/// A task from its row.
fn task(prefix: &str, weight: &str, share: f64) -> Option<Task> {
    let prefix =
        prefix.split_whitespace().map(|word| word.parse().ok().map(OptionId::from_index)).collect::<Option<_>>()?;
    let weight: Count = weight.parse().ok()?;
    Some(Task { prefix, weight, share })
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

fn read_only(path: &Path) -> Result<Connection, StoreError> {
    // SQLite says the same of a file that is not there and of one it cannot read.
    File::open(path).map_err(|source| StoreError::Io { path: path.into(), source })?;
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)
        .map_err(|source| schema::error(path, source))?;
    schema::check(path, &connection)?;
    Ok(connection)
}
