//! `--run FILE`: every count gets its place in the file, if there is one.

use super::file::RunFile;
use crate::cli::end::Failure;
use crate::job::Job;
use crate::parallel::{Journal, JournalError, RunError};
use crate::problem::Problem;
use crate::session::Session;
use crate::store::{RunPart, Store};
use crate::symmetry::CountQuery;
use crate::tally::{Outcome, Tally};

/// A run file, or none.
pub(in crate::cli) struct Keeping(Option<Store>);

impl Keeping {
    /// Opens the file, if one was named, for this job.
    pub(in crate::cli) fn open<'a>(
        file: Option<&RunFile<'a>>,
        job: impl FnOnce(&RunFile<'a>) -> Job,
    ) -> Result<Self, Failure> {
        Ok(Self(file.map(|file| Store::open(file.path, &job(file))).transpose()?))
    }

    /// The place of a problem in the file.
    pub(in crate::cli) fn part(&self, problem: &Problem) -> Result<Option<RunPart>, Failure> {
        Ok(self.0.as_ref().map(|store| store.part(problem)).transpose()?.flatten())
    }

    /// Answers a question, and keeps what is counted.
    pub(in crate::cli) fn count(&self, session: &Session<'_>, question: &CountQuery) -> Result<Outcome, RunError> {
        match &self.0 {
            Some(store) => session.count_kept(question, store),
            None => session.count(question),
        }
    }

    /// Is a problem counted to its end in the file?
    pub(in crate::cli) fn is_answered(&self, problem: &Problem) -> Result<bool, Failure> {
        self.part(problem)?.map_or(Ok(false), |mut part| part.is_answered()).map_err(failed)
    }

    /// Is something of the problems of this question counted in the file?
    pub(in crate::cli) fn is_begun(&self, question: &CountQuery) -> Result<bool, Failure> {
        for term in question.terms() {
            let begun = self.part(&term.problem)?.map_or(Ok(None), |mut part| part.start()).map_err(failed)?;
            if begun.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Stores an outcome that was found without a journal.
    pub(in crate::cli) fn keep(&self, problem: &Problem, outcome: &Outcome) -> Result<(), Failure> {
        if !outcome.is_complete() {
            return Ok(());
        }
        let tally = Tally { count: outcome.count.clone(), stats: outcome.stats };
        self.part(problem)?.map_or(Ok(()), |part| part.answer(tally, outcome.engine)).map_err(failed)
    }

    /// Is there a file?
    pub(in crate::cli) fn is_kept(&self) -> bool {
        self.0.is_some()
    }

    /// Writes the last of it, and whether that is all.
    pub(in crate::cli) fn finish(&self, is_complete: bool) -> Result<(), Failure> {
        Ok(self.0.as_ref().map_or(Ok(()), |store| store.finish(is_complete))?)
    }
}

fn failed(error: JournalError) -> Failure {
    RunError::Journal(error).into()
}
