//! How far a run is.

use std::time::Duration;

use super::state::{PartState, RunState};
use crate::job::Job;
use dlx_core::problem::to_u64;
use dlx_core::tally::Tally;
use dlx_engines::StoredLevel;

/// How far a run is, by its file.
#[derive(Clone, PartialEq, Debug)]
pub struct Status {
    /// What it counts.
    pub job: Job,
    /// The problems that have been begun.
    pub parts: Vec<PartStatus>,
    /// The share of the search that is done.
    pub done: f64,
    /// How long it has been counted, in all processes together.
    pub elapsed: Duration,
    /// Is everything counted?
    pub is_complete: bool,
    /// Tasks for which an audit got a different count.
    pub mismatches: u64,
    /// The level of states that is kept, and the bytes of its file.
    pub level: Option<(StoredLevel, u64)>,
    /// Bytes of the files beside it in which a process keeps levels that do not fit in memory, if one counts at the moment.
    pub on_disk: u64,
}

/// How far a problem of a run is.
#[derive(Clone, PartialEq, Debug)]
pub struct PartStatus {
    /// Its name.
    pub name: String,
    /// Its fingerprint.
    pub fingerprint: String,
    /// What has been counted, weighted.
    pub tally: Tally,
    /// Tasks counted.
    pub closed: u64,
    /// Tasks left.
    pub open: u64,
    /// The share of the search that is done.
    pub done: f64,
    /// Is everything counted?
    pub is_complete: bool,
}

impl Status {
    /// `bytes_of` says how large the file of a level is, if it is there.
    pub(super) fn new(state: RunState, bytes_of: impl Fn(&str) -> Option<u64>, on_disk: u64) -> Option<Self> {
        let RunState { job, parts, elapsed, is_complete: has_ended, mismatches, .. } = state;
        let mut kept = parts.iter().filter_map(|part| part.level.as_ref());
        let level = kept.find_map(|(hash, head)| Some((head.clone(), bytes_of(hash)?)));
        let (job, parts): (Job, Vec<_>) = (job?, parts.into_iter().map(PartStatus::from).collect());
        let n_parts = job.origin.parts.max(parts.len());
        let n_complete = parts.iter().filter(|part| part.is_complete).count();
        // A process may have died between the last task and the end of the job. Not so where more problems may come up.
        let is_all = n_complete == n_parts && !job.origin.grows && !job.origin.fingerprints.is_empty();
        let is_complete = is_all || has_ended && n_complete == parts.len();
        // The sum of no numbers is -0.0.
        let share = (0.0 + parts.iter().map(|part| part.done).sum::<f64>()) / n_parts.max(1) as f64;
        let done = if is_complete { 1.0 } else { share };
        Some(Self { job, parts, done, elapsed, is_complete, mismatches: to_u64(mismatches.len()), level, on_disk })
    }
}

impl PartState {
    /// The share of the search that a kept sum has done. Levels of states are not of one size: they say nothing of the kind.
    fn share_of_sum(&self) -> f64 {
        let Some((_, head)) = self.level.as_ref().filter(|(_, head)| head.is_sum()) else { return 0.0 };
        let its = self.open.values().find(|task| task.words() == head.task);
        its.map_or(0.0, |task| task.share * head.level as f64 / head.levels.max(1) as f64)
    }
}

impl From<PartState> for PartStatus {
    fn from(progress: PartState) -> Self {
        let left = progress.left() - progress.share_of_sum();
        let done = if progress.is_begun { (1.0 - left).clamp(0.0, 1.0) } else { 0.0 };
        let is_complete = progress.is_begun && progress.open.is_empty();
        let (closed, open) = (to_u64(progress.closed.len()) - progress.n_back, to_u64(progress.open.len()));
        let PartState { name, fingerprint, tally, .. } = progress;
        Self { name, fingerprint, tally, closed, open, done, is_complete }
    }
}
