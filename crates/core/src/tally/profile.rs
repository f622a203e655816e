//! What a search looked like: how often it had to choose, how often it failed, how deep it went. Sudoku puzzles are rated by it.

use crate::problem::to_u64;
use serde::{Deserialize, Serialize};

/// Figures of a search tree, as `links` searches it: at each node the item with the fewest options, and options that leave an item without any
/// are given up at once.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Profile {
    /// Nodes that were entered.
    pub nodes: u64,
    /// Nodes with more than one option to try.
    pub decisions: u64,
    /// Options that were tried.
    tried: u64,
    /// Nodes by the number of options chosen before them.
    pub depths: Vec<u64>,
}

impl Profile {
    /// Options that were tried and left some item without any, so that no node was entered.
    #[must_use]
    pub fn dead_ends(&self) -> u64 {
        // Every node but the first was entered by an option.
        (self.tried + 1).saturating_sub(self.nodes.max(1))
    }

    /// Counts a node below `depth` chosen options.
    pub fn visit(&mut self, depth: usize) {
        self.nodes += 1;
        if self.depths.len() <= depth {
            self.depths.resize(depth + 1, 0);
        }
        self.depths[depth] += 1;
    }

    /// Counts a node with `n_options` options to try.
    pub fn branch(&mut self, n_options: usize) {
        self.decisions += u64::from(n_options > 1);
        self.tried += to_u64(n_options);
    }

    /// Adds the profile of a subtree below `depth` chosen options.
    pub fn add(&mut self, other: &Self, depth: usize) {
        self.nodes += other.nodes;
        self.decisions += other.decisions;
        self.tried += other.tried;
        if self.depths.len() < other.depths.len() + depth {
            self.depths.resize(other.depths.len() + depth, 0);
        }
        for (sum, nodes) in self.depths[depth..].iter_mut().zip(&other.depths) {
            *sum += nodes;
        }
    }
}
