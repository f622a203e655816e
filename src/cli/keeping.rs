//! `--run FILE`: whatever is counted gets its place in the file, if there is one.

use std::ffi::OsString;
use std::path::Path;

use super::exit::Failure;
use crate::job::Job;
use crate::parallel::{JournalError, RunError};
use crate::problem::Problem;
use crate::session::Session;
use crate::store::{Part, Store};
use crate::symmetry::Question;
use crate::tally::{Outcome, Tally};

/// The file that was named, and the words that name what it keeps.
pub(super) struct RunFile<'a> {
    path: &'a Path,
    words: Vec<OsString>,
}

impl<'a> RunFile<'a> {
    /// For what the command line asks.
    pub(super) fn new(path: &'a Path) -> Self {
        Self { path, words: std::env::args_os().skip(1).collect() }
    }

    /// For what the file itself says.
    pub(super) fn again(path: &'a Path, words: Vec<OsString>) -> Self {
        Self { path, words }
    }
}

/// A run file, or none.
pub(super) struct Keeping(Option<Store>);

impl Keeping {
    /// Opens the file, if one was named, for this job.
    pub(super) fn open(file: Option<RunFile<'_>>, job: impl FnOnce(Vec<OsString>) -> Job) -> Result<Self, Failure> {
        let store = file.map(|RunFile { path, words }| Store::open(path, &job(words))).transpose()?;
        Ok(Self(store))
    }

    fn part(&self, problem: &Problem) -> Result<Option<Part>, Failure> {
        Ok(self.0.as_ref().map(|store| store.part(problem)).transpose()?.flatten())
    }

    /// Answers a question, and keeps what is counted.
    pub(super) fn count(&self, session: &Session<'_>, question: &Question) -> Result<Outcome, RunError> {
        match &self.0 {
            Some(store) => session.count_kept(question, store),
            None => session.count(question),
        }
    }

    /// Is a problem counted to its end in the file?
    pub(super) fn is_answered(&self, problem: &Problem) -> Result<bool, Failure> {
        self.part(problem)?.map_or(Ok(false), |mut part| part.is_answered()).map_err(failed)
    }

    /// Keeps an outcome that no journal has seen.
    pub(super) fn keep(&self, problem: &Problem, outcome: &Outcome) -> Result<(), Failure> {
        if !outcome.is_complete() {
            return Ok(());
        }
        let tally = Tally { count: outcome.count.clone(), stats: outcome.stats };
        self.part(problem)?.map_or(Ok(()), |part| part.answer(tally)).map_err(failed)
    }

    /// Is there a file?
    pub(super) fn is_kept(&self) -> bool {
        self.0.is_some()
    }

    /// Writes the last of it, and whether that is all.
    pub(super) fn finish(&self, is_complete: bool) -> Result<(), Failure> {
        Ok(self.0.as_ref().map_or(Ok(()), |store| store.finish(is_complete))?)
    }
}

fn failed(error: JournalError) -> Failure {
    RunError::Journal(error).into()
}
