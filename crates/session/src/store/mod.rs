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

mod change;
mod error;
mod file;
mod kept;
mod levels;
mod part;
mod rows;
mod schema;
mod sealed;
mod status;
mod tables;

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::Connection;

pub use error::StoreError;
pub use kept::{Kept, PartStatus};
pub use part::Part;
pub use status::Status;

use crate::job::{Job, Likeness};
use dlx_core::problem::Problem;
use dlx_core::tally::Count;
use dlx_run::{Journal, JournalError, Journals};
use error::{Fault, at};
use file::{Shared, Writer, connect, lock, look_into, verified, write};

/// A run file that this process writes.
///
/// ```
/// use dlx_count::job::Job;
/// use dlx_count::store::Store;
/// use dlx_count::{Session, family::queens};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("q9.run");
/// let problem = queens(9);
/// let store = Store::open(&path, &Job::count("queens 9", [&problem], Vec::new()))?;
/// let outcome = Session::new()?.count_kept(&problem, &store)?;
/// store.finish(outcome.is_complete())?;
/// assert_eq!(Store::status(&path)?.parts[0].tally.count, outcome.count);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Store(Arc<Shared>);

impl Store {
    /// Opens the run file of a job, or makes a new one.
    ///
    /// # Errors
    /// If it is in use, damaged, no run file, one of another version, or a run of another job.
    pub fn open(path: &Path, job: &Job) -> Result<Self, StoreError> {
        let lock = lock(path)?;
        let mut connection = Connection::open(path).map_err(|source| at(path)(source.into()))?;
        // A process that died while it made the file has left nothing in it.
        if tables::are_none(&connection).map_err(at(path))? {
            tables::create(&mut connection, |writing| rows::set_job(writing, job)).map_err(at(path))?;
        } else {
            tables::check(path, &connection)?;
            refuse_other(path, verified(&mut connection, rows::job).map_err(at(path))?, job)?;
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
        rows::job(&look_into(path)?).map_err(at(path))
    }

    /// How far a run is, also while another process counts.
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or is no run file.
    pub fn status(path: &Path) -> Result<Status, StoreError> {
        verified(&mut look_into(path)?, Status::read).map_err(at(path))
    }

    /// The tasks that were counted to their end in one go: what an audit can count again.
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or is no run file.
    pub fn counted(path: &Path) -> Result<Vec<Kept>, StoreError> {
        verified(&mut look_into(path)?, rows::counted).map_err(at(path))
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

    fn answer(&self, question: &str) -> Result<Option<Count>, JournalError> {
        Ok(rows::answer(&self.0.writer().connection, question).map_err(at(&self.0.path))?)
    }

    fn note_answer(&self, question: &str, answer: &Count) -> Result<(), JournalError> {
        let mut writer = self.0.writer();
        let written = write(&mut writer.connection, |writing| rows::set_answer(writing, question, answer));
        Ok(written.map_err(at(&self.0.path))?)
    }
}

/// Refuses to go on with a job where another one has ended.
fn refuse_other(path: &Path, job: Job, asked: &Job) -> Result<(), StoreError> {
    let path = path.into();
    match job.compare(asked) {
        Likeness::Same => Ok(()),
        Likeness::Changed => Err(StoreError::Changed { path, name: job.name }),
        Likeness::Other => Err(StoreError::OtherJob { path, job: Box::new(job), asked: asked.name.clone() }),
    }
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
