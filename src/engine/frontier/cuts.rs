//! In how many ways exactly the items so far are covered, asked after some levels.

use super::number::Number;
use super::states::States;
use crate::tally::Count;

/// Levels after which to ask in how many ways exactly the items so far are covered, and the answers as far as the sweep came.
#[derive(Debug, Default)]
pub(in crate::engine) struct Cuts {
    /// Numbers of levels, growing.
    pub(super) levels: Vec<usize>,
    sums: Vec<Count>,
    /// So many of them have been passed by all states.
    pub(super) n_passed: usize,
}

impl Cuts {
    pub(super) fn new(levels: &[usize]) -> Self {
        Self { levels: levels.to_vec(), sums: vec![Count::ZERO; levels.len()], n_passed: 0 }
    }

    /// The answers; none for those that some state has not passed.
    pub(super) fn into_counts(self) -> impl Iterator<Item = Option<Count>> {
        let n_passed = self.n_passed;
        self.sums.into_iter().enumerate().map(move |(place, sum)| (place < n_passed).then_some(sum))
    }

    /// Notes what these states, or all of them, say after so many levels.
    pub(super) fn pass<const K: usize, N: Number>(&mut self, level: usize, states: &States<K, N>, are_all: bool) {
        let Ok(place) = self.levels.binary_search(&level) else { return };
        self.sums[place] += states.closed().map_or(Count::ZERO, Number::to_count);
        if are_all {
            self.n_passed = place + 1;
        }
    }
}
