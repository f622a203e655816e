//! Parts of the tree for several workers. Each worker gives away a part when another has nothing to do.

use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::search::{OpenSubtree, Worker};
use crate::run_signal::RunSignal;
use dlx_core::side_by_side::side_by_side;

/// Nodes between two looks of a worker at the state of the pool.
const NODES: u64 = 32;

/// Parts, and which workers are busy.
pub(super) struct Pool {
    state: Mutex<PoolState>,
    more: Condvar,
    /// How many wait for a part.
    n_waiting: AtomicUsize,
    /// The least bound of all that is left.
    bound: Arc<AtomicI64>,
}

struct PoolState {
    parts: Vec<OpenSubtree>,
    /// For each worker the bound of its current part; none while it has nothing.
    at_work: Vec<Option<i64>>,
    is_stopped: bool,
}

impl Pool {
    pub(super) fn new(parts: Vec<OpenSubtree>, bound: Arc<AtomicI64>) -> Self {
        let state = PoolState { parts, at_work: Vec::new(), is_stopped: false };
        Self { state: Mutex::new(state), more: Condvar::new(), n_waiting: AtomicUsize::new(0), bound }
    }

    /// Has `workers` workers search all parts, until the watch stops them.
    pub(super) fn run(&self, workers: usize, signal: &RunSignal, worker: impl Fn() -> Worker + Sync) {
        self.state().at_work = vec![None; workers];
        if workers == 1 {
            self.work(0, &mut worker(), signal);
        } else {
            side_by_side((0..workers).collect(), |number| self.work(number, &mut worker(), signal));
        }
    }

    /// What is left.
    pub(super) fn into_parts(self) -> Vec<OpenSubtree> {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).parts
    }

    fn work(&self, number: usize, worker: &mut Worker, signal: &RunSignal) {
        let _home = Home(self);
        while let Some(part) = self.next(number) {
            worker.begin(&part);
            if !self.search(number, worker, signal) {
                return;
            }
            worker.leave();
            signal.note(worker.nodes, 0);
            worker.nodes = 0;
        }
    }

    /// Searches a part. Returns whether it was finished.
    fn search(&self, number: usize, worker: &mut Worker, signal: &RunSignal) -> bool {
        while worker.step() {
            // A node of a large problem takes long.
            let is_stopped = signal.is_stopped();
            if worker.nodes < NODES && !is_stopped {
                continue;
            }
            signal.note(worker.nodes, 0);
            worker.nodes = 0;
            if is_stopped {
                self.stop(worker.stop());
                return false;
            }
            if self.n_waiting.load(Relaxed) > 0
                && let Some(part) = worker.give_away()
            {
                self.state().parts.push(part);
                self.more.notify_one();
            }
            self.tell(number, worker.bound());
        }
        true
    }

    /// The next part for a worker, as soon as there is one; none if all parts are done.
    fn next(&self, number: usize) -> Option<OpenSubtree> {
        let mut state = self.state();
        state.at_work[number] = None;
        loop {
            if state.is_stopped {
                return None;
            }
            if let Some(part) = state.parts.pop() {
                state.at_work[number] = Some(part.bound);
                return Some(part);
            }
            if state.at_work.iter().all(Option::is_none) {
                self.more.notify_all();
                return None;
            }
            self.n_waiting.fetch_add(1, Relaxed);
            state = self.more.wait(state).unwrap_or_else(PoisonError::into_inner);
            self.n_waiting.fetch_sub(1, Relaxed);
        }
    }

    /// Puts back what a worker has left, and lets the others end.
    fn stop(&self, rest: Vec<OpenSubtree>) {
        let mut state = self.state();
        state.parts.extend(rest);
        state.is_stopped = true;
        self.more.notify_all();
    }

    /// Notes the bound of a worker.
    fn tell(&self, number: usize, bound: i64) {
        let mut state = self.state();
        if state.at_work[number] != Some(bound) {
            state.at_work[number] = Some(bound);
            let all = state.parts.iter().map(|part| part.bound).chain(state.at_work.iter().flatten().copied());
            self.bound.store(all.min().unwrap_or(bound), Relaxed);
        }
    }

    fn state(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lets the other workers end, even if a worker panics: otherwise they would wait for its parts.
struct Home<'p>(&'p Pool);

impl Drop for Home<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop(Vec::new());
        }
    }
}
