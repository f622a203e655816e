//! What a run file is for.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::path::Path;

use crate::cli::ask;
use crate::cli::end::Failure;
use crate::job::{AnswerForm, Job, Request};
use crate::problem::Problem;
use crate::session::Session;
use crate::store::StoreError;
use crate::symmetry::CountQuery;

/// The file that was named, and what it keeps.
pub(in crate::cli) struct RunFile<'a> {
    pub(super) path: &'a Path,
    request: Request,
    words: Vec<OsString>,
}

impl<'a> RunFile<'a> {
    /// For what the command line asks.
    pub(in crate::cli) fn new(path: &'a Path, request: Request) -> Self {
        Self { path, request, words: std::env::args_os().skip(1).collect() }
    }

    /// For what the file itself says.
    pub(in crate::cli) fn again(path: &'a Path, request: Request, words: Vec<OsString>) -> Self {
        Self { path, request, words }
    }

    /// Where it is.
    pub(in crate::cli) fn path(&self) -> &'a Path {
        self.path
    }

    /// The job of answering these questions.
    pub(in crate::cli) fn count(&self, questions: &[CountQuery]) -> Job {
        let name = match questions {
            [question] => question.problem().name().to_owned(),
            many => format!("{} puzzles", many.len()),
        };
        Job::answer(&name, questions, self.words.clone()).asked_by(self.request.clone())
    }

    /// The job of filling a table with `n_rows` rows.
    pub(in crate::cli) fn table(&self, n_rows: usize) -> Job {
        let name = self.request.ask.common_name();
        Job::table(&name, n_rows, self.words.clone()).asked_by(self.request.clone())
    }
}

/// What a run file was asked.
pub(in crate::cli) fn request_of(path: &Path, job: &Job) -> Result<Request, Failure> {
    let unclear = || format!("{} does not say what it counts: {}", path.display(), shown(job).join(" "));
    job.request.clone().ok_or_else(|| Failure::io(unclear()))
}

/// The words of the command line that began a run, those that are text.
pub(in crate::cli) fn shown(job: &Job) -> Vec<Cow<'_, str>> {
    job.origin.words.iter().map(|word| word.to_string_lossy()).collect()
}

/// The problems of a run that have these fingerprints, by fingerprint: not all, if a table was counted again with other rows.
pub(in crate::cli) fn problems_of(
    request: &Request,
    wanted: &HashSet<&str>,
    session: &Session<'_>,
) -> Result<HashMap<String, Problem>, Failure> {
    let mut found = HashMap::new();
    let mut look_at = |question: &CountQuery| -> Result<(), Failure> {
        let known = session.problems(question)?.into_iter().map(|problem| (problem.fingerprint(), problem));
        found.extend(known.filter(|(print, _)| wanted.contains(print.as_str())));
        Ok(())
    };
    match request.wanted {
        AnswerForm::Count => request.ask.questions()?.iter().try_for_each(look_at)?,
        AnswerForm::Table(_) => ask::questions(&request.ask)?.try_for_each(|question| look_at(&question?))?,
    }
    Ok(found)
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        match &error {
            StoreError::OtherJob { .. } => {
                Self::usage(error.to_string(), "use another file, or `resume` to continue that run")
            }
            StoreError::Changed { .. } => {
                Self::usage(error.to_string(), "undo the changes, or begin a new run with another file")
            }
            _ => Self::io(error.to_string()),
        }
    }
}
