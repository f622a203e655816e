//! The books of a running search: plain 64-bit sums between two polls, exact counts across them.
//!
//! Between two polls a search visits less than 2^20 nodes and finds less than 2^32 solutions at each, so the sums cannot wrap.

use super::Watch;
use crate::tally::{Count, Stats, Tally};

/// What a search has done: since the last poll, and before.
#[derive(Debug)]
pub(super) struct Ledger {
    /// Nodes since the last poll.
    pub(super) nodes: u64,
    /// Solutions since the last poll.
    pub(super) found: u64,
    weight: u64,
    tally: Tally,
}

impl Ledger {
    /// An empty ledger for a task of this weight.
    pub(super) fn new(weight: &Count) -> Self {
        Self { nodes: 0, found: 0, weight: weight.to_u64().unwrap_or(u64::MAX), tally: Tally::default() }
    }

    /// Brings the watch up to date and says whether it wants a pause.
    pub(super) fn pause_now(&mut self, watch: &Watch) -> bool {
        let (nodes, found) = self.carry();
        watch.pause_now(nodes, found)
    }

    /// Brings the watch up to date.
    pub(super) fn note(&mut self, watch: &Watch) {
        let (nodes, found) = self.carry();
        watch.note(nodes, found);
    }

    /// Goes on where another process has ended, after so many nodes: figures of this run do not count them, those of the task do.
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

    /// Closes the books.
    pub(super) fn close(mut self, watch: &Watch, updates: u64) -> Tally {
        self.note(watch);
        self.tally.stats.updates = updates;
        self.tally
    }

    /// Moves the sums since the last poll to the exact totals; returns them, solutions weighted.
    fn carry(&mut self) -> (u64, u64) {
        let (nodes, found) = (std::mem::take(&mut self.nodes), std::mem::take(&mut self.found));
        self.tally += Tally { count: found.into(), stats: Stats { nodes, updates: 0 } };
        (nodes, found.saturating_mul(self.weight))
    }
}
