//! How far a run is.

use std::time::Duration;

use rusqlite::Connection;

use super::error::Fault;
use super::kept::PartStatus;
use super::{levels, rows};
use crate::job::Job;

/// How far a run is, as its file says.
#[derive(Clone, PartialEq, Debug)]
pub struct Status {
    /// What it counts.
    pub job: Job,
    /// The problems that have been begun.
    pub parts: Vec<PartStatus>,
    /// The share of the search that is done.
    pub done: f64,
    /// How long it was counted, all processes together.
    pub elapsed: Duration,
    /// Is everything counted?
    pub is_complete: bool,
    /// Tasks that an audit has counted otherwise.
    pub mismatches: u64,
    /// A level of states is kept: this many levels are done.
    pub levels: Option<usize>,
}

impl Status {
    /// Reads it all.
    pub(super) fn read(connection: &Connection) -> Result<Self, Fault> {
        let (job, parts) = (rows::job(connection)?, rows::parts(connection)?);
        let n_parts = job.origin.parts.max(parts.len());
        // A process may have died between the last task and the end of the job.
        // Older files do not say of a table that it grows.
        let is_open = job.origin.grows || job.origin.fingerprints.is_empty();
        let all = parts.iter().filter(|part| part.is_complete).count() == n_parts && !is_open;
        let has_ended = rows::is_complete(connection)? && parts.iter().all(|part| part.is_complete);
        let is_complete = all || has_ended;
        // The sum of no numbers is -0.0.
        let share = (0.0 + parts.iter().map(|part| part.done).sum::<f64>()) / n_parts.max(1) as f64;
        let done = if is_complete { 1.0 } else { share };
        let elapsed = rows::elapsed(connection)?;
        let (mismatches, levels) = (rows::n_mismatches(connection)?, levels::done(connection)?);
        Ok(Self { job, parts, done, elapsed, is_complete, mismatches, levels })
    }
}
