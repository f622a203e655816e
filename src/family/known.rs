//! Published counts, with their source. What `verify` recounts and the tests compare with.

use super::queens;
use crate::problem::Problem;

/// A published count.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// Builds the problem.
    build: fn(usize) -> Problem,
    /// Its parameter.
    pub parameter: usize,
    /// The published number of solutions, in decimal.
    pub count: &'static str,
    /// Where it is published.
    pub source: &'static str,
}

impl Known {
    /// The problem that has this count.
    #[must_use]
    pub fn problem(&self) -> Problem {
        (self.build)(self.parameter)
    }
}

/// A000170: number of ways of placing n nonattacking queens on an n X n board, n = 0, 1, ...
const QUEENS: [&str; 18] = [
    "1", "1", "0", "0", "2", "10", "4", "40", "92", "352", "724", "2680", "14200", "73712", "365596", "2279184",
    "14772512", "95815104",
];

/// All published counts, the small ones of each family first.
pub fn known() -> impl Iterator<Item = Known> {
    (0..).zip(QUEENS).map(|(parameter, count)| Known { build: queens, parameter, count, source: "OEIS A000170" })
}
