//! How a running engine communicates with the run.
//!
//! An engine neither reads a clock nor knows of threads. Every few thousand nodes it calls [`RunSignal::pause_now`] with what it did since,
//! and pauses if told to. There are two reasons to pause: everything stops, or a worker has nothing to do and asks for work.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::checkpoints::CheckpointStore;
use super::disk::Disk;
use super::permits::Permits;
use dlx_core::problem::to_u64;
use dlx_core::stop::StopSource;

/// A limit is exceeded by at most one part in this many of it, and a step of each engine.
const PARTS: u64 = 16;

/// How much a search may do before it calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Allowance {
    /// Nodes.
    pub(super) nodes: u64,
    /// Solutions, weighted.
    pub(super) found: u64,
}

/// How far the sweep of a running task is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SweepStage {
    /// Levels done,
    pub level: usize,
    /// of how many.
    pub levels: usize,
    /// Where the level is on a disk: its parts that have gone on to the next one,
    pub part: usize,
    /// of how many; 0 where it is in memory.
    pub parts: usize,
}

/// The connection between a run and its engines. Everything in it is advisory, so every access is relaxed; counts are passed in another way.
#[derive(Debug)]
pub struct RunSignal {
    stopped: Arc<AtomicBool>,
    /// The stop flags of everything that this is a part of: the run of a trial, the session of a run.
    above: Vec<Arc<AtomicBool>>,
    /// Nodes and solutions after which everything stops.
    most: [AtomicU64; 2],
    /// How many engines may be at work at once.
    workers: AtomicUsize,
    /// How many workers wait for the rest of another one.
    wanted: AtomicUsize,
    nodes: AtomicU64,
    found: AtomicU64,
    /// The bits of the share of the whole search that a running task has done.
    share_done: AtomicU64,
    stage: Mutex<Option<SweepStage>>,
    permits: OnceLock<Permits>,
    checkpoints: Mutex<Option<Arc<dyn CheckpointStore>>>,
    disk: Mutex<Option<Arc<dyn Disk>>>,
}

impl Default for RunSignal {
    fn default() -> Self {
        Self {
            stopped: Arc::default(),
            above: Vec::new(),
            most: [AtomicU64::new(u64::MAX), AtomicU64::new(u64::MAX)],
            workers: AtomicUsize::new(1),
            wanted: AtomicUsize::default(),
            nodes: AtomicU64::default(),
            found: AtomicU64::default(),
            share_done: AtomicU64::default(),
            stage: Mutex::default(),
            permits: OnceLock::default(),
            checkpoints: Mutex::default(),
            disk: Mutex::default(),
        }
    }
}

impl RunSignal {
    /// A watch for a trial, or for other preliminary work of a run: it learns when everything stops, and shares the threads and the disk, but the work of the trial does not count as work of the run.
    /// Its nodes do not count towards a limit of the run. Its states are not put on a shelf, since the run would continue from them.
    #[must_use]
    pub fn for_trial(&self) -> Self {
        Self { permits: self.permits.clone(), disk: Mutex::new(self.disk()), ..Self::below(self) }
    }

    /// A watch for a part of something: it learns when the whole is stopped, and is otherwise independent.
    #[must_use]
    pub fn below(whole: &Self) -> Self {
        let above = whole.above.iter().chain([&whole.stopped]).map(Arc::clone).collect();
        Self { above, ..Self::default() }
    }

    /// Limits the nodes that are visited, or the weighted solutions that are found, by `workers` engines together: at the limit everything stops.
    pub fn bound(&self, nodes: Option<u64>, found: Option<u64>, workers: usize) {
        for (place, most) in self.most.iter().zip([nodes, found]) {
            place.store(most.unwrap_or(u64::MAX), Relaxed);
        }
        self.workers.store(workers.max(1), Relaxed);
    }

    /// How much one engine may do before it calls again: a part of its share of what is left until a limit, and at least one step. When one reaches
    /// the limit, all others may have done as much without having reported it yet; since the parts are small, that is little compared with the limit.
    pub(super) fn allowance(&self) -> Allowance {
        let parts = PARTS * to_u64(self.workers.load(Relaxed));
        let left = |most: &AtomicU64, done: &AtomicU64| match most.load(Relaxed) {
            u64::MAX => u64::MAX,
            most => (most.saturating_sub(done.load(Relaxed)) / parts).max(1),
        };
        Allowance { nodes: left(&self.most[0], &self.nodes), found: left(&self.most[1], &self.found) }
    }

    /// How many nodes may be visited until a limit, by all engines together.
    pub(super) fn allowed_nodes(&self) -> u64 {
        match self.most[0].load(Relaxed) {
            u64::MAX => u64::MAX,
            most => most.saturating_sub(self.nodes()),
        }
    }

    /// Notes what an engine did since it last called, and says whether it is to pause and hand back the rest.
    pub fn pause_now(&self, nodes: u64, found: u64) -> bool {
        self.note(nodes, found);
        self.is_stopped() || self.take_want()
    }

    /// Notes what an engine did since it last called.
    pub fn note(&self, nodes: u64, found: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
        // It need not be exact near the overflow: the figure is used for limits and progress, never for a count.
        let _ = self.found.fetch_update(Relaxed, Relaxed, |sum| Some(sum.saturating_add(found)));
        if self.is_bound_reached() {
            self.stop();
        }
    }

    /// Has a limit been reached? The largest number stands for none.
    fn is_bound_reached(&self) -> bool {
        let is_reached = |(most, done): (&AtomicU64, u64)| most.load(Relaxed) < u64::MAX && done >= most.load(Relaxed);
        self.most.iter().zip([self.nodes(), self.found()]).any(is_reached)
    }

    /// Forgets the solutions found so far, since those to come belong to another part of the problem, whose count is a factor.
    pub fn forget_found(&self) {
        self.found.store(0, Relaxed);
    }

    /// Notes which share of the whole search a running task has done so far. Only engines that work at one task with all threads do this: others
    /// have many tasks, and the ends of those say enough.
    pub fn note_share(&self, share: f64) {
        self.share_done.store(share.to_bits(), Relaxed);
    }

    /// The share that was noted last; 0 if none was.
    pub fn share_done(&self) -> f64 {
        f64::from_bits(self.share_done.load(Relaxed))
    }

    /// Notes how far the sweep of a running task is.
    pub fn note_stage(&self, stage: SweepStage) {
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = Some(stage);
    }

    /// What was noted last, if a sweep has noted something.
    pub fn stage(&self) -> Option<SweepStage> {
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells every engine to pause.
    pub fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }

    /// Has everything been told to stop?
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed) || self.above.iter().any(|stopped| stopped.load(Relaxed))
    }

    /// The stop source of a thread that works for this run, in addition to the one that it has already.
    #[must_use]
    pub fn word(&self) -> StopSource {
        self.above.iter().chain([&self.stopped]).fold(StopSource::heard_here(), StopSource::or)
    }

    /// Asks one engine, the first that hears of it, for its rest.
    pub fn request_split(&self) {
        self.wanted.fetch_add(1, Relaxed);
    }

    /// Takes one such request, if there is one, to answer it or because it is no longer needed.
    pub fn take_want(&self) -> bool {
        self.wanted.load(Relaxed) > 0
            && self.wanted.fetch_update(Relaxed, Relaxed, |wanted| wanted.checked_sub(1)).is_ok()
    }

    /// Lets engines that use several threads take these permits. Only the first call has an effect.
    pub fn lend(&self, permits: &Permits) {
        let _ = self.permits.set(permits.clone());
    }

    /// Does something with the caller's own thread and all that are idle, at most `most` in all.
    pub fn with_permits<R>(&self, most: usize, work: impl FnOnce(usize) -> R) -> R {
        let Some(permits) = self.permits.get() else { return work(most) };
        let more = permits.take(most.saturating_sub(1));
        let result = work(1 + more);
        permits.give_back(more);
        result
    }

    /// Lets engines that keep states put them aside here, or nowhere.
    pub fn keep_states_on(&self, checkpoints: Option<Arc<dyn CheckpointStore>>) {
        *self.checkpoints.lock().unwrap_or_else(PoisonError::into_inner) = checkpoints;
    }

    /// Where states may be put aside.
    pub fn checkpoints(&self) -> Option<Arc<dyn CheckpointStore>> {
        self.checkpoints.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Lets engines put levels that are larger than memory on this disk, or on none.
    pub fn lend_disk(&self, disk: Option<Arc<dyn Disk>>) {
        *self.disk.lock().unwrap_or_else(PoisonError::into_inner) = disk;
    }

    /// Where levels may go that are larger than memory.
    pub fn disk(&self) -> Option<Arc<dyn Disk>> {
        self.disk.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Nodes visited so far, as far as engines have noted them.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Solutions found so far, weighted, as far as engines have noted them; stays at 2^64 - 1 when it gets there.
    pub fn found(&self) -> u64 {
        self.found.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trial_hears_its_run_and_tells_it_nothing() {
        let signal = RunSignal::default();
        let trial = signal.for_trial();
        assert!(!trial.pause_now(5, 7));
        trial.note_share(0.5);
        assert_eq!((signal.nodes(), signal.found(), signal.share_done()), (0, 0, 0.0));
        trial.stop();
        assert!(trial.is_stopped() && !signal.is_stopped());
        let second = signal.for_trial();
        signal.stop();
        assert!(second.is_stopped());
    }

    #[test]
    fn a_wish_is_heard_once() {
        let signal = RunSignal::default();
        assert!(!signal.pause_now(1, 2));
        signal.request_split();
        assert!(signal.pause_now(1, u64::MAX));
        assert!(!signal.pause_now(0, 1));
        assert_eq!((signal.nodes(), signal.found()), (2, u64::MAX));
        signal.stop();
        assert!(signal.pause_now(0, 0) && signal.pause_now(0, 0));
    }
}
