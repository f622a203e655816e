//! The choices of a level by the color that they need.
//!
//! Sums that are carried along are colors: each number of a knapsack has an option for each sum before it, tens of thousands, and in a state one of these sums has been reached. To try all options in all states took time with the square of
//! the number of sums. Where every choice of a level gives the same item a color, and the item may have had one before, choices are found by it: a program of one row with 30 prices takes 3 s,
//! where it took 98 (results/2026-11-28-colors).

use rustc_hash::FxHashMap;

use super::layout::{Key, KeyChoice};
use super::shards::masked;

/// Fewer choices are tried one after the other.
pub(super) const LEAST: usize = 8;

/// Choices by the color that they give an item.
#[derive(Clone, Debug)]
pub(super) struct ByColor<const K: usize> {
    /// The bits of the item.
    field: Key<K>,
    /// Those of each color, in order.
    of_color: FxHashMap<Key<K>, Vec<u32>>,
    /// The most of one color.
    pub(super) most: usize,
}

impl<const K: usize> ByColor<K> {
    /// By the color of the item with this field, which all of them give it.
    pub(super) fn new(choices: &[KeyChoice<K>], field: Key<K>) -> Self {
        let mut of_color: FxHashMap<Key<K>, Vec<u32>> = FxHashMap::default();
        for (choice, number) in choices.iter().zip(0..) {
            of_color.entry(masked(&choice.set, &field)).or_default().push(number);
        }
        let most = of_color.values().map(Vec::len).max().unwrap_or(0);
        Self { field, of_color, most }
    }

    /// The choices that may go in a state; none if the item has no color yet, and so all may.
    #[inline(always)]
    pub(super) fn of_state(&self, key: &Key<K>) -> Option<&[u32]> {
        let color = masked(key, &self.field);
        if color == [0; K] {
            return None;
        }
        Some(self.of_color.get(&color).map_or(&[], Vec::as_slice))
    }

    pub(super) fn n_colors(&self) -> usize {
        self.of_color.len()
    }
}
