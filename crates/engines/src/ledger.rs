//! The counters of a running search: plain 64-bit sums between two polls, exact counts across them.
//!
//! A search takes steps: nodes, and leaves, which are solutions found without a node of their own. It polls after as many of them as take about a
//! millisecond, or earlier when a limit comes near. Between two polls it takes about 2^20 steps at most and finds less than 2^32 solutions at
//! each, so the sums cannot wrap.

use super::run_signal::Allowance;
use super::run_signal::RunSignal;
use dlx_core::tally::{Count, Stats, Tally};

/// What a search has done: since the last poll, and before.
#[derive(Debug)]
pub(super) struct Ledger {
    /// Nodes and leaves since the last poll.
    steps: u64,
    /// Those of them that are leaves.
    leaves: u64,
    /// Solutions since the last poll.
    found: u64,
    /// Solutions until the last poll; the largest number if there are more.
    earlier: u64,
    /// The steps, and the solutions, after which the watch must be told of them because a limit is near.
    most: Allowance,
    weight: u64,
    tally: Tally,
}

impl Ledger {
    /// An empty ledger for a task of this weight.
    pub(super) fn new(weight: &Count, signal: &RunSignal) -> Self {
        let weight = weight.to_u64().unwrap_or(u64::MAX);
        let (most, tally) = (signal.allowance(), Tally::default());
        let mut ledger = Self { steps: 0, leaves: 0, found: 0, earlier: 0, most, weight, tally };
        ledger.allow(signal);
        ledger
    }

    /// A node is visited.
    #[inline(always)]
    pub(super) fn visit(&mut self) {
        self.steps += 1;
    }

    /// Several nodes are visited.
    pub(super) fn visit_all(&mut self, nodes: u64) {
        self.steps += nodes;
    }

    /// Solutions are found at the node just visited.
    #[inline(always)]
    pub(super) fn find(&mut self, solutions: u64) {
        self.found += solutions;
        if self.found >= self.most.found {
            self.most.nodes = 0;
        }
    }

    /// Solutions, or none, are found without a node.
    #[inline(always)]
    pub(super) fn leaf(&mut self, solutions: u64) {
        self.steps += 1;
        self.leaves += 1;
        self.find(solutions);
    }

    /// Is it time to poll, if that is done every `every` steps?
    #[inline(always)]
    pub(super) fn is_due(&self, every: u64) -> bool {
        self.steps >= every.min(self.most.nodes)
    }

    /// The next step is to poll.
    pub(super) fn poll_soon(&mut self) {
        self.most.nodes = 0;
    }

    /// Steps since the last poll.
    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// Solutions so far; the largest number if there are more.
    #[inline(always)]
    pub(super) fn found_so_far(&self) -> u64 {
        self.earlier.saturating_add(self.found)
    }

    /// Nodes so far, and leaves since the last poll.
    pub(super) fn so_far(&self) -> u64 {
        self.tally.stats.nodes + self.steps
    }

    /// Brings the watch up to date, and returns whether it asks for a pause.
    pub(super) fn pause_now(&mut self, signal: &RunSignal) -> bool {
        let (nodes, found) = self.carry();
        let is_to_pause = signal.pause_now(nodes, found);
        self.allow(signal);
        is_to_pause
    }

    /// Brings the watch up to date.
    pub(super) fn note(&mut self, signal: &RunSignal) {
        let (nodes, found) = self.carry();
        signal.note(nodes, found);
        self.allow(signal);
    }

    /// Continues where another process ended, after this many nodes: the figures of the task count them, those of this run do not.
    pub(super) fn go_on_after(&mut self, nodes: u64) {
        self.tally.stats.nodes += nodes;
    }

    /// Has anything been found until the last poll?
    pub(super) fn has_found(&self) -> bool {
        !self.tally.count.is_zero()
    }

    /// Nodes until the last poll.
    pub(super) fn total_nodes(&self) -> u64 {
        self.tally.stats.nodes
    }

    /// Closes the ledger.
    pub(super) fn close(mut self, signal: &RunSignal, updates: u64) -> Tally {
        self.note(signal);
        self.tally.stats.updates = updates;
        self.tally
    }

    /// Asks how much is left until the limits.
    fn allow(&mut self, signal: &RunSignal) {
        let Allowance { nodes, found } = signal.allowance();
        let is_bounded = found < u64::MAX;
        self.most = Allowance { nodes, found: if is_bounded { (found / self.weight.max(1)).max(1) } else { found } };
    }

    /// Moves the sums since the last poll to the exact totals; returns nodes and solutions, these weighted.
    fn carry(&mut self) -> (u64, u64) {
        let (steps, leaves) = (std::mem::take(&mut self.steps), std::mem::take(&mut self.leaves));
        let (nodes, found) = (steps - leaves, std::mem::take(&mut self.found));
        self.earlier = self.earlier.saturating_add(found);
        self.tally += Tally { count: found.into(), stats: Stats { nodes, updates: 0 } };
        (nodes, found.saturating_mul(self.weight))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Far from a limit a search polls as usual; near one it polls before it has gone far past it.
    #[test]
    fn limits_make_polls_come_early() {
        let signal = RunSignal::default();
        let mut ledger = Ledger::new(&Count::from(3u64), &signal);
        (0..999).for_each(|_| ledger.visit());
        assert!(!ledger.is_due(1000));
        ledger.leaf(5);
        assert!(ledger.is_due(1000) && !ledger.pause_now(&signal));
        assert_eq!((signal.nodes(), signal.found()), (999, 15));
        signal.bound(Some(999 + 3200), Some(15 + 480), 2);
        assert!(!ledger.pause_now(&signal));
        (0..100).for_each(|_| ledger.visit());
        assert!(ledger.is_due(1000) && !ledger.pause_now(&signal), "a sixteenth of half of the 3200 nodes left");
        ledger.leaf(4);
        assert!(!ledger.is_due(1000));
        ledger.leaf(1);
        assert!(ledger.is_due(1000), "a sixteenth of half of the 480 solutions left, each of which counts three times");
        ledger.leaf(155);
        assert!(ledger.pause_now(&signal) && signal.is_stopped());
        assert_eq!((signal.nodes(), signal.found()), (1099, 495));
    }
}
