//! Conditions of which a part can be taken, to find out which of them clash.

use std::sync::Arc;

use dlx_core::problem::{OptionId, Problem};

/// The conditions that a problem was made from, where its items are others: rows of a program, constraints or clauses of a formula.
#[derive(Clone)]
pub struct Conditions {
    what: &'static str,
    n: usize,
    in_words: Arc<dyn Fn(usize) -> String + Send + Sync>,
    problem: Arc<ProblemOf>,
    relaxed: Arc<dyn Fn() -> Option<Relaxed> + Send + Sync>,
}

/// The problem in which each condition may be given up, at a cost of 1.
pub struct Relaxed {
    /// The problem.
    pub problem: Problem,
    /// The places of the conditions that a solution gives up.
    pub given_up: Box<GivenUp>,
}

/// The places of the conditions that a solution gives up.
pub type GivenUp = dyn Fn(&[OptionId]) -> Vec<usize> + Send + Sync;

/// The problem of the conditions at some places.
type ProblemOf = dyn Fn(&[usize]) -> Option<Problem> + Send + Sync;

impl Conditions {
    /// Conditions: their number, and what one of them is called; the words for one; the problem of those at some places; and the problem in which each may be given up. A problem is none if it grows too large.
    pub fn new(
        (n, what): (usize, &'static str),
        in_words: impl Fn(usize) -> String + Send + Sync + 'static,
        problem: impl Fn(&[usize]) -> Option<Problem> + Send + Sync + 'static,
        relaxed: impl Fn() -> Option<Relaxed> + Send + Sync + 'static,
    ) -> Self {
        Self { what, n, in_words: Arc::new(in_words), problem: Arc::new(problem), relaxed: Arc::new(relaxed) }
    }

    /// The problem in which each of them may be given up, at a cost of 1; none if it grows too large.
    #[must_use]
    pub fn relaxed(&self) -> Option<Relaxed> {
        (self.relaxed)()
    }

    /// What one of them is called, in the singular.
    #[must_use]
    pub const fn what(&self) -> &'static str {
        self.what
    }

    /// Their places: 0 to their number.
    pub fn places(&self) -> impl Iterator<Item = usize> {
        0..self.n
    }

    /// The condition at a place in words.
    #[must_use]
    pub fn in_words(&self, place: usize) -> String {
        (self.in_words)(place)
    }

    /// The problem that has a solution exactly if these hold together; none if it grows too large.
    #[must_use]
    pub fn problem(&self, places: &[usize]) -> Option<Problem> {
        (self.problem)(places)
    }
}

/// Those of equal problems are equal if they are as many.
impl PartialEq for Conditions {
    fn eq(&self, other: &Self) -> bool {
        (self.what, self.n) == (other.what, other.n)
    }
}

impl Eq for Conditions {}

impl std::fmt::Debug for Conditions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {}", self.n, self.what)
    }
}
