//! A job: what is asked, typed and complete, so that a run file can keep it and another process or machine can go on with it.
//!
//! The command line makes one. It says where the problems come from (the words of a source, such as `queens 18`, and the fingerprints of what they gave), what is asked about
//! them (a count or a table, and demands on the solutions), and when to stop. How it is counted, with how many threads, by which engine, is no part of it.

mod words;

use std::collections::HashSet;
use std::ffi::OsString;

use serde::{Deserialize, Serialize};

use crate::parallel::Limits;
use crate::problem::Problem;

/// What is asked.
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
    /// What it calls itself.
    pub name: String,
    /// Where the problems come from.
    pub source: Source,
    /// What is asked about them.
    pub wanted: Wanted,
    /// When to stop early. Whoever goes on with a job may have other limits.
    pub limits: Limits,
}

/// Where the problems of a job come from.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Source {
    /// The words that name it, as on a command line. Paths among them may be of any bytes.
    #[serde(with = "words")]
    pub words: Vec<OsString>,
    /// The fingerprints of all that is counted, in order; none if that may change, as the rows of a table may.
    pub fingerprints: Vec<String>,
    /// How many different problems are to be counted, or at least how many.
    pub parts: usize,
}

/// What is asked about the problems of a job.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Wanted {
    /// One count for each problem of the source, or a table.
    pub verb: Verb,
    /// Are solutions counted up to symmetry?
    pub is_up_to_symmetry: bool,
    /// Demands on the solutions.
    pub demands: Demands,
}

/// What is done with the problems.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Verb {
    /// Count the solutions.
    #[default]
    Count,
    /// Fill a table: the parameters of the source are ranges.
    Table,
}

/// Demands on the solutions, by the labels or numbers of items and options.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Demands {
    /// Options that must be in.
    pub select: Vec<String>,
    /// Items that no option may touch.
    pub forbid: Vec<String>,
    /// Items that need not be covered.
    pub optional: Vec<String>,
}

/// How a job is like another one.
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
    /// The job of counting these problems, which these words name.
    #[must_use]
    pub fn count<'a>(name: &str, problems: impl IntoIterator<Item = &'a Problem>, words: Vec<OsString>) -> Self {
        let fingerprints: Vec<String> = problems.into_iter().map(Problem::fingerprint).collect();
        let parts = fingerprints.iter().collect::<HashSet<_>>().len();
        let source = Source { words, fingerprints, parts };
        Self { name: name.into(), source, wanted: Wanted::default(), limits: Limits::default() }
    }

    /// The job of filling a table of this family with so many rows.
    #[must_use]
    pub fn table(family: &str, rows: usize, words: Vec<OsString>) -> Self {
        let source = Source { words, fingerprints: Vec::new(), parts: rows };
        let wanted = Wanted { verb: Verb::Table, ..Wanted::default() };
        Self { name: format!("table {family}"), source, wanted, limits: Limits::default() }
    }

    /// The same job, up to symmetry or not.
    #[must_use]
    pub fn up_to_symmetry(mut self, is_up_to_symmetry: bool) -> Self {
        self.wanted.is_up_to_symmetry = is_up_to_symmetry;
        self
    }

    /// The same job with these demands on the solutions.
    #[must_use]
    pub fn demanding(mut self, demands: Demands) -> Self {
        self.wanted.demands = demands;
        self
    }

    /// The same job with these limits.
    #[must_use]
    pub fn limited(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// May the other job go on where this one has ended? Fingerprints decide, since all that is asked has gone into them; a table may have other rows than before, but has
    /// to be of the same family.
    #[must_use]
    pub fn compare(&self, other: &Self) -> Likeness {
        let has_same_name = self.name == other.name;
        let is_known = !self.source.fingerprints.is_empty();
        match self.source.fingerprints == other.source.fingerprints {
            true if is_known || has_same_name => Likeness::Same,
            _ if has_same_name => Likeness::Changed,
            _ => Likeness::Other,
        }
    }
}

impl Demands {
    /// Demands by words.
    #[must_use]
    pub fn new(select: Vec<String>, forbid: Vec<String>, optional: Vec<String>) -> Self {
        Self { select, forbid, optional }
    }
}
