//! A count as a product: a problem that falls into parts is counted part by part, and parts that are alike are counted once.
//!
//! Five unconnected parts with 40 solutions each are 5 searches of 40 solutions, not one of 40^5; and if they are alike, one search.

use rustc_hash::FxHashMap;

use dlx_core::problem::Problem;
use dlx_core::tally::{Ending, Outcome};
use dlx_engines::isomorph;

/// A part of a problem, and how many parts are like it.
pub(super) struct Factor {
    pub(super) problem: Problem,
    pub(super) exponent: u32,
}

/// The parts of a problem, each kind once, small ones first. None if the problem does not fall into parts. A part that takes long to compare is taken for a kind of its own.
pub(super) fn factors(problem: &Problem) -> Option<Vec<Factor>> {
    if problem.n_parts() < 2 {
        return None;
    }
    let parts = problem.parts();
    let mut of_size = FxHashMap::<[usize; 4], u32>::default();
    parts.iter().for_each(|part| *of_size.entry(size(part)).or_default() += 1);
    let mut factors: Vec<Factor> = Vec::new();
    let mut known = FxHashMap::default();
    for problem in parts {
        let size = size(&problem);
        // Only where there is another of its size can it be like another.
        let form = if of_size[&size] > 1 { isomorph::form(&problem) } else { None };
        match form.map(|form| known.entry((size, form)).or_insert(factors.len())) {
            Some(&mut place) if place < factors.len() => factors[place].exponent += 1,
            _ => factors.push(Factor { problem, exponent: 1 }),
        }
    }
    factors.sort_by_key(|factor| factor.problem.n_cells());
    Some(factors)
}

/// Parts that a symmetry carries into one another have equal numbers of everything.
fn size(problem: &Problem) -> [usize; 4] {
    [problem.n_items(), problem.n_primary(), problem.n_options(), problem.n_cells()]
}

/// The product of the outcomes of some factors so far, and the outcome of one more to the power of its exponent. If the counts are lower bounds, so is the product.
pub(super) fn times(product: Option<Outcome>, outcome: Outcome, exponent: u32) -> Outcome {
    let power = outcome.count.pow(exponent);
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
