//! In how many ways exactly the items so far are covered, asked after some levels.

use super::number::Number;
use dlx_core::tally::Count;

/// Levels after which to ask in how many ways exactly the items so far are covered, and the answers so far.
#[derive(Debug, Default)]
pub(crate) struct Cuts {
    /// Numbers of levels, growing.
    pub(super) levels: Vec<usize>,
    sums: Vec<Count>,
    /// The number of them that all states have passed.
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

    /// Notes the multiplicity of the state in which nothing to come is covered after `level` levels: among some states, or among all.
    pub(super) fn pass<'n, N: Number>(&mut self, level: usize, closed: impl FnOnce() -> Option<&'n N>, are_all: bool) {
        let Ok(place) = self.levels.binary_search(&level) else { return };
        self.sums[place] += closed().map_or(Count::ZERO, Number::to_count);
        if are_all {
            self.n_passed = place + 1;
        }
    }
}
