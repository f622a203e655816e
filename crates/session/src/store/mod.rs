#![doc = include_str!("README.md")]

mod error;
mod event;
mod levels;
mod log;
mod part;
mod state;
mod status;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub use error::StoreError;
pub use part::RunPart;
pub use state::KeptTask;
pub use status::{PartStatus, Status};

use crate::job::{Job, Likeness};
use crate::lines::sync_folder;
use dlx_core::problem::Problem;
use dlx_core::tally::Count;
use dlx_run::{Journal, JournalError, Journals};
use error::write_at;
use event::Event;
use log::{Log, append_aside, level_at, look_into};
use state::RunState;

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
pub struct Store(Arc<SharedLog>);

#[derive(Debug)]
struct SharedLog {
    path: PathBuf,
    log: Mutex<Log>,
    /// Problems that are being counted.
    in_use: Mutex<HashSet<usize>>,
}

/// Takes a lock, even from a thread that has panicked: the data is whole in any case.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Store {
    /// Opens the run file of a job, or makes a new one.
    ///
    /// # Errors
    /// If it is in use, damaged, not a run file, one of another version, or a run of another job.
    pub fn open(path: &Path, job: &Job) -> Result<Self, StoreError> {
        let mut log = Log::open(path)?;
        let is_new = log.state.job.is_none();
        if let Some(known) = &log.state.job {
            refuse_other(path, known, job)?;
        }
        levels::remove_strays(&log);
        if log.state.job.as_ref() != Some(job) {
            log.note(Event::run(job))?;
        }
        log.sync()?;
        if is_new {
            sync_folder(path).map_err(write_at(path))?;
        }
        Ok(Self(Arc::new(SharedLog { path: path.into(), log: Mutex::new(log), in_use: Mutex::default() })))
    }

    /// The place of a problem, which serves as the journal of its count. None if this process is counting that problem already.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub fn part(&self, problem: &Problem) -> Result<Option<RunPart>, StoreError> {
        let (name, fingerprint) = (problem.name().into(), problem.fingerprint());
        let mut log = lock(&self.0.log);
        let part = log.state.number(&fingerprint).unwrap_or(log.state.parts.len());
        if part == log.state.parts.len() {
            log.note(Event::Problem { part, name, fingerprint })?;
        }
        let is_free = lock(&self.0.in_use).insert(part);
        Ok(is_free.then(|| RunPart::new(Arc::clone(&self.0), part)))
    }

    /// Writes down everything that has not been written yet, and whether that is the whole job.
    ///
    /// # Errors
    /// If writing fails, or failed before; and if the file was removed or overwritten meanwhile: then everything is in another file.
    pub fn finish(&self, is_complete: bool) -> Result<(), StoreError> {
        let mut log = lock(&self.0.log);
        log.end(is_complete)?;
        log.make_sure()
    }

    /// The job of a run file, where it is not known otherwise.
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or is not a run file.
    pub fn job(path: &Path) -> Result<Job, StoreError> {
        look_into(path, RunState::default())?.job.ok_or_else(|| StoreError::NotBegun { path: path.into() })
    }

    /// How far a run is, even while this process or another one counts.
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or is not a run file.
    pub fn status(path: &Path) -> Result<Status, StoreError> {
        let state = look_into(path, RunState::default())?;
        let on_disk = levels::strays(path, &state).into_iter().map(|(_, bytes)| bytes).sum();
        let bytes_of = |hash: &str| level_at(path, hash).metadata().ok().map(|file| file.len());
        let status = Status::new(state, bytes_of, on_disk);
        status.ok_or_else(|| StoreError::NotBegun { path: path.into() })
    }

    /// The tasks that were counted to their end in one go: what an audit can count again.
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or is not a run file.
    pub fn counted(path: &Path) -> Result<Vec<KeptTask>, StoreError> {
        Ok(look_into(path, RunState::with_counted())?.into_counted())
    }

    /// Keeps the evidence that another engine got a different count for a task.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep_mismatch(path: &Path, kept: &KeptTask, engine: &str, recounted: &Count) -> Result<(), StoreError> {
        let mismatch = Event::Mismatch {
            part: kept.part,
            task: kept.number,
            prefix: kept.task.words(),
            kept: kept.count.clone(),
            recounted: recounted.clone(),
            engine: engine.into(),
            program: env!("CARGO_PKG_VERSION").into(),
        };
        append_aside(path, &mismatch)
    }
}

impl Drop for SharedLog {
    fn drop(&mut self) {
        // Callers that need the result have called `finish`.
        let _ = lock(&self.log).sync();
    }
}

impl Journals for Store {
    fn journal(&self, problem: &Problem) -> Result<Option<Box<dyn Journal>>, JournalError> {
        Ok(self.part(problem)?.map(|part| Box::new(part) as Box<dyn Journal>))
    }

    fn answer(&self, question: &str) -> Result<Option<Count>, JournalError> {
        Ok(lock(&self.0.log).state.answers.get(question).cloned())
    }

    fn note_answer(&self, question: &str, answer: &Count) -> Result<(), JournalError> {
        Ok(lock(&self.0.log).note(Event::Answer { question: question.into(), count: answer.clone() })?)
    }
}

/// Refuses to continue with a job where a different one ended.
fn refuse_other(path: &Path, job: &Job, asked: &Job) -> Result<(), StoreError> {
    let path = path.into();
    match job.compare(asked) {
        Likeness::Same => Ok(()),
        Likeness::Changed => Err(StoreError::Changed { path, name: job.name.clone() }),
        Likeness::Other => Err(StoreError::OtherJob { path, job: Box::new(job.clone()), asked: asked.name.clone() }),
    }
}
