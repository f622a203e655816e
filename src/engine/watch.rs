//! How a running engine hears from outside, and outside from it.
//!
//! An engine neither reads a clock nor knows of threads. Every few thousand nodes it calls [`Watch::pause_now`] with what it did since,
//! and pauses if told to. There are two reasons to pause: everything stops, or a worker has nothing to do and asks for work.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::{Hands, Shelf};

/// The line between a run and its engines. All of it is advisory, so every access is relaxed; what is counted goes another way.
#[derive(Debug, Default)]
pub struct Watch {
    stopped: Arc<AtomicBool>,
    /// Of a trial: has its run been stopped?
    run_stopped: Option<Arc<AtomicBool>>,
    /// How many workers wait for somebody's rest.
    wanted: AtomicUsize,
    nodes: AtomicU64,
    found: AtomicU64,
    /// The bits of the share of the whole search that a running task has done.
    share: AtomicU64,
    hands: OnceLock<Hands>,
    shelf: Mutex<Option<Arc<dyn Shelf>>>,
}

impl Watch {
    /// A watch for a trial: it hears when everything stops and shares the hands, but what the trial does is nothing that the run has done.
    /// Its nodes reach no limit of the run, and its states no shelf: the run would go on with them.
    #[must_use]
    pub fn for_trial(&self) -> Self {
        Self { run_stopped: Some(Arc::clone(&self.stopped)), hands: self.hands.clone(), ..Self::default() }
    }

    /// Notes what an engine did since it last called, and says whether it is to pause and hand back the rest.
    pub fn pause_now(&self, nodes: u64, found: u64) -> bool {
        self.note(nodes, found);
        self.is_stopped() || self.take_want()
    }

    /// Notes what an engine did since it last called.
    pub fn note(&self, nodes: u64, found: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
        // Two solutions short of overflow is as good as overflow: the figure feeds limits and progress, never a count.
        let _ = self.found.fetch_update(Relaxed, Relaxed, |sum| Some(sum.saturating_add(found)));
    }

    /// Notes which share of the whole search a running task has done so far. Only engines that work at one task with all threads do this: others
    /// have many tasks, and the ends of those say enough.
    pub fn note_share(&self, share: f64) {
        self.share.store(share.to_bits(), Relaxed);
    }

    /// That share; 0 if nobody has noted it.
    pub fn share_done(&self) -> f64 {
        f64::from_bits(self.share.load(Relaxed))
    }

    /// Tells every engine to pause.
    pub fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }

    /// Has everything been told to stop?
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed) || self.run_stopped.as_ref().is_some_and(|run| run.load(Relaxed))
    }

    /// Asks one engine, whichever hears it first, for its rest.
    pub fn want(&self) {
        self.wanted.fetch_add(1, Relaxed);
    }

    /// Takes one such wish, if there is one, to fulfil it or because it no longer holds.
    pub fn take_want(&self) -> bool {
        self.wanted.load(Relaxed) > 0
            && self.wanted.fetch_update(Relaxed, Relaxed, |wanted| wanted.checked_sub(1)).is_ok()
    }

    /// Lets engines that use several threads take them from these hands. The first word holds.
    pub fn share(&self, hands: &Hands) {
        let _ = self.hands.set(hands.clone());
    }

    /// Does something with the hand one has and as many more as are idle, at most so many in all.
    pub fn with_hands<R>(&self, most: usize, work: impl FnOnce(usize) -> R) -> R {
        let Some(hands) = self.hands.get() else { return work(most) };
        let more = hands.take(most.saturating_sub(1));
        let result = work(1 + more);
        hands.give_back(more);
        result
    }

    /// Lets engines that keep states put them aside here, or nowhere.
    pub fn keep_states_on(&self, shelf: Option<Arc<dyn Shelf>>) {
        *self.shelf.lock().unwrap_or_else(PoisonError::into_inner) = shelf;
    }

    /// Where states may be put aside.
    pub fn shelf(&self) -> Option<Arc<dyn Shelf>> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner).clone()
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
        let watch = Watch::default();
        let trial = watch.for_trial();
        assert!(!trial.pause_now(5, 7));
        trial.note_share(0.5);
        assert_eq!((watch.nodes(), watch.found(), watch.share_done()), (0, 0, 0.0));
        trial.stop();
        assert!(trial.is_stopped() && !watch.is_stopped());
        let second = watch.for_trial();
        watch.stop();
        assert!(second.is_stopped());
    }

    #[test]
    fn a_wish_is_heard_once() {
        let watch = Watch::default();
        assert!(!watch.pause_now(1, 2));
        watch.want();
        assert!(watch.pause_now(1, u64::MAX));
        assert!(!watch.pause_now(0, 1));
        assert_eq!((watch.nodes(), watch.found()), (2, u64::MAX));
        watch.stop();
        assert!(watch.pause_now(0, 0) && watch.pause_now(0, 0));
    }
}
