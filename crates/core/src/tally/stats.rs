//! What a search did, apart from finding solutions.

use serde::{Deserialize, Serialize};

/// Figures of a search; they add up over tasks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Stats {
    /// States looked at: the root, and one for every option tried that did not fail at once.
    pub nodes: u64,
    /// Nodes taken out of an item's list, Knuth's measure of the work of dancing links; 0 for engines without lists.
    pub updates: u64,
}

impl std::ops::AddAssign for Stats {
    /// Adds figure by figure. They stop at 2^64 - 1 rather than wrap.
    fn add_assign(&mut self, other: Self) {
        self.nodes = self.nodes.saturating_add(other.nodes);
        self.updates = self.updates.saturating_add(other.updates);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_add_up_and_never_wrap() {
        let mut stats = Stats { nodes: 1, updates: u64::MAX - 1 };
        stats += Stats { nodes: 2, updates: 5 };
        assert_eq!(stats, Stats { nodes: 3, updates: u64::MAX });
    }
}
