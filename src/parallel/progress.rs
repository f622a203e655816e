//! How far a run is.

use std::time::Duration;

/// A look at a run from outside. All figures are what the workers have told so far, some milliseconds old.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// Share of the search that is done, from 0 to 1. It never goes back.
    pub done: f64,
    /// Solutions found, weighted; 2^64 - 1 if it is more.
    pub found: u64,
    /// Nodes visited.
    pub nodes: u64,
    /// Tasks finished, whole or in part.
    pub tasks: u64,
    /// Tasks waiting or running.
    pub open_tasks: u64,
    /// Threads that search.
    pub busy: u64,
    /// Time since the search began.
    pub elapsed: Duration,
}
