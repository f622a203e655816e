//! The lines themselves: their contents and their checksums.

use serde::{Deserialize, Serialize};

use crate::job::Request;
use crate::lines::{body, checked, hash};
use dlx_core::problem::{Problem, to_u64};
use dlx_core::tally::{Stats, Tally};
use dlx_engines::{DealtPlan, Prefix, Task};
use dlx_run::Split;

/// The version of the format.
pub const VERSION: u32 = 2;

/// A record: one line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "lowercase")]
pub enum Record {
    /// What was split.
    Split(Box<SplitRecord>),
    /// A task of the split.
    Task(Listed),
    /// What was counted of a task.
    Tally(TaskTally),
}

/// What was split, and what was found by splitting.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SplitRecord {
    /// The version of the format.
    pub version: u32,
    /// The name of the problem.
    pub name: String,
    /// The fingerprint of the problem.
    pub fingerprint: String,
    /// The name of the split: a hash of all its tasks. Records of other splits cannot be combined with it.
    pub split: String,
    /// How many tasks there are, numbered from 0.
    pub tasks: u64,
    /// The share of the search that was done by splitting.
    pub done: f64,
    /// What was found by splitting, weighted.
    pub tally: Tally,
    /// The complete request, from which every worker makes the problem.
    pub request: Request,
    /// How states are merged, if that is what the tasks are for: levels of a sweep in a folder.
    #[serde(default, skip_serializing_if = "is_plain")]
    pub sweep: DealtPlan,
}

fn is_plain(sweep: &DealtPlan) -> bool {
    *sweep == DealtPlan::default()
}

/// A task of the split.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Listed {
    /// Its number.
    pub id: u64,
    /// Prefix, weight and share.
    #[serde(flatten)]
    pub task: Task,
}

/// What was counted of a task, or of a part of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TaskTally {
    /// The number of the task of the split.
    pub id: u64,
    /// The prefix below which was counted: that of the task, or of a part that another tally has left as its rest.
    pub prefix: Prefix,
    /// What was found, not weighted.
    #[serde(flatten)]
    pub tally: Flat,
    /// What is left: tasks below the prefix, each with its weight in this one. None if all was counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rest: Vec<Task>,
}

/// A tally whose figures are written beside its count.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Flat {
    /// Solutions, each counted once.
    pub count: dlx_core::tally::Count,
    /// What the search did.
    #[serde(flatten)]
    pub stats: Stats,
}

impl From<Tally> for Flat {
    fn from(Tally { count, stats }: Tally) -> Self {
        Self { count, stats }
    }
}

impl From<Flat> for Tally {
    fn from(Flat { count, stats }: Flat) -> Self {
        Self { count, stats }
    }
}

/// The head and the tasks of a split, ready to be written: a line for each, without its end.
///
/// # Errors
/// If the request cannot be written as JSON, for example a path that is not text.
pub fn lines(problem: &Problem, request: Request, split: Split) -> Result<Vec<String>, serde_json::Error> {
    written(problem, request, split, DealtPlan::default())
}

/// The head and the one task of a problem whose states processes merge together.
///
/// # Errors
/// As those of [`lines`].
pub fn sweep_lines(problem: &Problem, request: Request, sweep: DealtPlan) -> Result<Vec<String>, serde_json::Error> {
    written(problem, request, Split::whole(), sweep)
}

fn written(
    problem: &Problem,
    request: Request,
    split: Split,
    sweep: DealtPlan,
) -> Result<Vec<String>, serde_json::Error> {
    let Split { tally, done, tasks } = split;
    let n_tasks = to_u64(tasks.len());
    let tasks: Vec<Record> = (0..).zip(tasks).map(|(id, task)| Record::Task(Listed { id, task })).collect();
    let bodies: Vec<String> = tasks.iter().map(body).collect::<Result<_, _>>()?;
    let (name, fingerprint) = (problem.name().into(), problem.fingerprint());
    let found = serde_json::to_string(&tally)?;
    let parts = [fingerprint.as_str(), &found].into_iter().chain(bodies.iter().map(String::as_str));
    // The name says how states are merged, unless that is as it always was.
    let merged = if is_plain(&sweep) { None } else { Some(serde_json::to_string(&sweep)?) };
    let split = hash(parts.chain(merged.as_deref()));
    let head = SplitRecord { version: VERSION, name, fingerprint, split, tasks: n_tasks, done, tally, request, sweep };
    let first = checked(&body(&Record::Split(Box::new(head.clone())))?, "");
    Ok(std::iter::once(first).chain(bodies.iter().map(|body| checked(body, &head.split))).collect())
}

impl Record {
    /// The line of this record of a split, without its end.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn line(&self, split: &str) -> Result<String, serde_json::Error> {
        let split = if matches!(self, Self::Split(_)) { "" } else { split };
        Ok(checked(&body(self)?, split))
    }
}
