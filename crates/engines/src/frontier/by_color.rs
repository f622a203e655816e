//! The choices of a level by the color that they need.
//!
//! Sums that are carried along are colors: each number of a knapsack has an option for each sum before it, tens of thousands, and in a state one of these sums has been reached. To try all options in all states took time with the square of
//! the number of sums. Where every choice of a level gives the same item a color, and the item may have had one before, choices are found by it: a program of one row with 30 prices takes 3 s,
//! where it took 98 (results/2026-11-28-colors).

use rustc_hash::FxHashMap;

use super::layout::{Key, KeyChoice};
use super::shards::masked;
use dlx_core::problem::{to_place, to_u32};

/// Fewer choices are tried one after the other.
pub(super) const LEAST: usize = 8;

/// Choices by the color that they give an item.
#[derive(Clone, Debug)]
pub(super) struct ByColor<const K: usize> {
    /// The bits of the item.
    field: Key<K>,
    /// The choices, those of a color together.
    numbers: Vec<u32>,
    /// Where those of a color begin and end.
    of_color: FxHashMap<Key<K>, [u32; 2]>,
    /// The most of one color.
    pub(super) most: usize,
}

impl<const K: usize> ByColor<K> {
    /// By the color of the item with this field, which all of them give it.
    pub(super) fn new(choices: &[KeyChoice<K>], field: Key<K>) -> Self {
        let color = |&number: &u32| masked(&choices[to_place(number.into())].set, &field);
        let mut numbers: Vec<u32> = (0..to_u32(choices.len())).collect();
        numbers.sort_by_key(color);
        let (mut of_color, mut begin, mut most) = (FxHashMap::default(), 0, 0);
        for alike in numbers.chunk_by(|one, other| color(one) == color(other)) {
            let end = begin + to_u32(alike.len());
            of_color.insert(color(&alike[0]), [begin, end]);
            (begin, most) = (end, most.max(alike.len()));
        }
        Self { field, numbers, of_color, most }
    }

    /// The choices that may go in a state; none if the item has no color yet, and so all may.
    #[inline(always)]
    pub(super) fn of_state(&self, key: &Key<K>) -> Option<&[u32]> {
        let color = masked(key, &self.field);
        if color == [0; K] {
            return None;
        }
        let [begin, end] = self.of_color.get(&color).copied().unwrap_or_default();
        Some(&self.numbers[to_place(begin.into())..to_place(end.into())])
    }

    pub(super) fn n_colors(&self) -> usize {
        self.of_color.len()
    }
}
