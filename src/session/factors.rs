//! A count as a product: a problem that falls into parts is counted part by part, and parts that are alike once.
//!
//! Five unconnected parts with 40 solutions each are 5 searches of 40 solutions, not one of 40^5; and if they are alike, one search.

use rustc_hash::FxHashMap;

use crate::engine::classes;
use crate::problem::Problem;
use crate::tally::{Count, Ending, Outcome};

/// A part of a problem, and how many parts are like it.
pub(super) struct Factor {
    pub(super) problem: Problem,
    pub(super) exponent: u32,
}

/// The parts of a problem, each kind once, small ones first. None if it is in one piece.
pub(super) fn factors(problem: &Problem) -> Option<Vec<Factor>> {
    let parts = problem.parts();
    if parts.len() < 2 {
        return None;
    }
    let mut factors: Vec<Factor> = Vec::new();
    let mut by_size = FxHashMap::<[usize; 4], Vec<usize>>::default();
    let mut forms = FxHashMap::default();
    for problem in parts {
        let size = [problem.n_items(), problem.n_primary(), problem.n_options(), problem.n_cells()];
        let alike = by_size.entry(size).or_default();
        match alike.iter().find(|&&place| are_alike(&factors, place, &problem, &mut forms)) {
            Some(&place) => factors[place].exponent += 1,
            None => {
                alike.push(factors.len());
                factors.push(Factor { problem, exponent: 1 });
            }
        }
    }
    factors.sort_by_key(|factor| factor.problem.n_cells());
    Some(factors)
}

/// Does a symmetry carry this problem into one of the factors? What it cannot tell in a short time it takes for different.
fn are_alike(
    factors: &[Factor],
    place: usize,
    problem: &Problem,
    forms: &mut FxHashMap<usize, Option<Vec<u8>>>,
) -> bool {
    let known = forms.entry(place).or_insert_with(|| classes::form(&factors[place].problem));
    known.is_some() && *known == classes::form(problem)
}

/// The product of the outcomes of some factors so far, and the outcome of one more to the power of its exponent. Of counts that are lower bounds it is a lower bound.
pub(super) fn times(product: Option<Outcome>, outcome: Outcome, exponent: u32) -> Outcome {
    let power = (0..exponent).fold(Count::ONE, |power, _| power * outcome.count.clone());
    let Some(product) = product else { return Outcome { count: power, ..outcome } };
    let mut stats = product.stats;
    stats += outcome.stats;
    Outcome {
        count: product.count * power,
        ending: if product.ending == Ending::Complete { outcome.ending } else { product.ending },
        done: product.done.min(outcome.done),
        stats,
        tasks: product.tasks + outcome.tasks,
        ..outcome
    }
}
