//! A job, the purpose of a run, so that a run file can keep it and another process or machine can continue it.

use std::collections::HashSet;
use std::ffi::OsString;

use serde::{Deserialize, Serialize};

use super::request::Request;
use super::words;
use dlx_canon::symmetry::CountQuery;
use dlx_core::problem::Problem;
use dlx_run::Limits;

/// The purpose of a run.
///
/// ```
/// use dlx_count::{family::queens, job::{Job, Likeness}};
///
/// let problem = queens(8);
/// let job = Job::count("queens 8", [&problem], vec!["queens".into(), "8".into()]);
/// let kept: Job = serde_json::from_str(&serde_json::to_string(&job)?)?;
/// assert_eq!(kept, job);
/// assert_eq!(kept.compare(&Job::count("queens 8", [&queens(9)], Vec::new())), Likeness::Changed);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Job {
    /// Its name.
    pub name: String,
    /// What is asked, so that the job can be continued; none if that is known elsewhere.
    pub request: Option<Request>,
    /// The problems when it began.
    pub origin: Origin,
    /// When to stop early. A job may be continued with other limits.
    pub limits: Limits,
}

/// The problems of a job when it began.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Origin {
    /// The words of the command line that began it, to be shown. Paths among them may be of any bytes.
    #[serde(with = "words")]
    pub words: Vec<OsString>,
    /// The fingerprints of all that is counted, in order; none if that may change, as the rows of a table may.
    pub fingerprints: Vec<String>,
    /// How many different problems are to be counted, or at least how many.
    pub parts: usize,
    /// Do more problems come up while it is counted? Then it is not done when all known problems are.
    #[serde(default)]
    pub grows: bool,
}

/// How a job compares with another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Likeness {
    /// It counts the same.
    Same,
    /// It has the same name, but what it counts has changed since.
    Changed,
    /// It counts something else.
    Other,
}

impl Job {
    /// The job of counting these problems, which these words began.
    #[must_use]
    pub fn count<'a>(name: &str, problems: impl IntoIterator<Item = &'a Problem>, words: Vec<OsString>) -> Self {
        let fingerprints: Vec<String> = problems.into_iter().map(Problem::fingerprint).collect();
        let parts = fingerprints.iter().collect::<HashSet<_>>().len();
        let origin = Origin { words, fingerprints, parts, grows: false };
        Self { name: name.into(), request: None, origin, limits: Limits::default() }
    }

    /// The job of filling a table with this number of rows, which have [this name](super::Ask::common_name) in common.
    #[must_use]
    pub fn table(common: &str, rows: usize, words: Vec<OsString>) -> Self {
        let origin = Origin { words, fingerprints: Vec::new(), parts: rows, grows: true };
        Self { name: format!("table {common}"), request: None, origin, limits: Limits::default() }
    }

    /// The job of answering these questions, which these words began. More problems come up where classes of symmetries are counted one by one.
    #[must_use]
    pub fn answer<'a>(
        name: &str,
        questions: impl IntoIterator<Item = &'a CountQuery> + Clone,
        words: Vec<OsString>,
    ) -> Self {
        let terms = questions.clone().into_iter().flat_map(CountQuery::terms);
        let mut job = Self::count(name, terms.map(|term| &term.problem), words);
        job.origin.grows = questions.into_iter().any(CountQuery::is_listed);
        job
    }

    /// Adds the request that asks for the job, so that the job can be continued.
    #[must_use]
    pub fn asked_by(self, request: Request) -> Self {
        Self { request: Some(request), ..self }
    }

    /// May the other job continue where this one ended? Fingerprints decide, since they depend on all that is asked; a table may have other rows than before, but all
    /// else has to be the same.
    #[must_use]
    pub fn compare(&self, other: &Self) -> Likeness {
        // The name of a file of puzzles is how many there are.
        let has_same_name = self.name == other.name || self.request.is_some() && self.request == other.request;
        let is_known = !self.origin.fingerprints.is_empty();
        match self.origin.fingerprints == other.origin.fingerprints {
            true if is_known || has_same_name => Likeness::Same,
            _ if has_same_name => Likeness::Changed,
            _ => Likeness::Other,
        }
    }
}
