//! What a session can be asked to count.

use dlx_canon::symmetry::CountQuery;
use dlx_core::problem::Problem;

/// A problem, or a question about one: what [`Session::count`](super::Session::count) counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Countable<'a> {
    /// All solutions of a problem.
    Problem(&'a Problem),
    /// A weighted sum of counts, divided: see [`CountQuery`].
    Question(&'a CountQuery),
}

impl<'a> From<&'a Problem> for Countable<'a> {
    fn from(problem: &'a Problem) -> Self {
        Self::Problem(problem)
    }
}

impl<'a> From<&'a CountQuery> for Countable<'a> {
    fn from(question: &'a CountQuery) -> Self {
        Self::Question(question)
    }
}

impl<'a> Countable<'a> {
    /// The problems to count, and how often each counts.
    pub(super) fn terms(self) -> Vec<(&'a Problem, u32)> {
        match self {
            Self::Problem(problem) => vec![(problem, 1)],
            Self::Question(question) => question.terms().iter().map(|term| (&term.problem, term.weight)).collect(),
        }
    }

    /// The problem whose count is the answer, if there is one that has to be counted.
    pub(super) fn one_problem(self) -> Option<&'a Problem> {
        match self {
            Self::Problem(problem) => Some(problem),
            Self::Question(question) => {
                (question.is_plain() && question.obstacle().is_none()).then(|| question.problem())
            }
        }
    }

    /// What the weighted sum is to be divided by.
    pub(super) fn divisor(self) -> u32 {
        match self {
            Self::Problem(_) => 1,
            Self::Question(question) => question.divisor(),
        }
    }

    /// Why there can be no solution, if that is known already.
    pub(super) fn obstacle(self) -> Option<&'a str> {
        match self {
            Self::Problem(_) => None,
            Self::Question(question) => question.obstacle(),
        }
    }
}
