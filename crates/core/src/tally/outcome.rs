//! The result of a whole run, complete or not.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Count, Stats};

/// Why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// Everything was searched: the count is exact.
    Complete,
    /// The time limit was reached.
    TimeLimit,
    /// As many solutions as were asked for have been found.
    CountLimit,
    /// As many nodes as were allowed have been visited.
    NodeLimit,
    /// The run was asked to stop.
    Interrupted,
    /// Some tasks have not been counted.
    TasksMissing,
}

/// What a whole run yielded.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// The number of solutions, exact if the run is complete and a lower bound if not.
    pub count: Count,
    /// Why the run ended.
    pub ending: Ending,
    /// The share of the search that was done, from 0 to 1: each task stands for the product of 1 / branching along its prefix.
    pub done: f64,
    /// What the search did, all tasks together.
    pub stats: Stats,
    /// Name of the engine.
    pub engine: &'static str,
    /// Why this engine, if it was not asked for.
    pub reason: Option<String>,
    /// Worker threads.
    pub threads: usize,
    /// Tasks that were run, whole or in part.
    pub tasks: u64,
    /// Wall-clock time of the search.
    pub elapsed: Duration,
}

/// The name of the engine in an outcome when nothing had to be counted.
pub const NO_ENGINE: &str = "none";

impl Outcome {
    /// The count 0, for a reason that is known without a search.
    #[must_use]
    pub fn impossible(reason: &str) -> Self {
        Self { reason: Some(reason.into()), ..Self::known(Count::ZERO) }
    }

    /// The outcome of a count that was already made before.
    #[must_use]
    pub fn known(count: Count) -> Self {
        Self {
            count,
            ending: Ending::Complete,
            done: 1.0,
            stats: Stats::default(),
            engine: NO_ENGINE,
            reason: None,
            threads: 0,
            tasks: 0,
            elapsed: Duration::ZERO,
        }
    }

    /// Stopped before anything was counted.
    #[must_use]
    pub fn stopped(ending: Ending) -> Self {
        Self { ending, done: 0.0, ..Self::known(Count::ZERO) }
    }

    /// Is the count exact?
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.ending == Ending::Complete
    }
}
