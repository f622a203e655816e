//! The terms of the lemma of Cauchy, Frobenius and Burnside: for each symmetry of a group, the solutions that it leaves as they are.
//!
//! Those are again exact covers. A solution that a symmetry g leaves as it is takes options in whole orbits of g, so each orbit whose options
//! go together becomes one option, and the items stay what they were. The identity gives the problem itself; every other g a problem that is
//! much smaller, most often without a solution. Symmetries with the same orbits, such as both quarter turns, are counted once.

use rustc_hash::FxHashMap;

use super::group::Group;
use crate::problem::{Color, ItemId, OptionId, Problem};

/// A problem, and how often its solutions count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// What to count.
    pub problem: Problem,
    /// How often.
    pub weight: u32,
    /// For each of its options those of the problem that was asked about that go with it; none if they are the same.
    orbits: Option<Vec<Vec<OptionId>>>,
}

impl Term {
    /// All solutions of a problem, once.
    pub(super) fn whole(problem: Problem) -> Self {
        Self { problem, weight: 1, orbits: None }
    }

    /// The problem whose options are the orbits that do not cover any item twice. For every option its leader says which orbit it is in.
    fn fixed(problem: &Problem, leaders: &[OptionId], weight: u32) -> Self {
        let mut orbits: Vec<Vec<OptionId>> = vec![Vec::new(); leaders.len()];
        for (option, leader) in problem.options().zip(leaders) {
            orbits[leader.index()].push(option);
        }
        Self { problem: fixed_problem(problem, &mut orbits), weight, orbits: Some(orbits) }
    }

    /// The solution of the problem that was asked about that this solution of its own is, in increasing order.
    #[must_use]
    pub fn whole_solution(&self, solution: &[OptionId]) -> Vec<OptionId> {
        let Some(orbits) = &self.orbits else { return solution.to_vec() };
        let mut whole: Vec<OptionId> = solution.iter().flat_map(|option| &orbits[option.index()]).copied().collect();
        whole.sort_unstable();
        whole
    }
}

/// The problem whose options are these orbits, as far as they do not cover any item twice; the others are left out of the list. Options of an orbit may give an item the same color.
pub(super) fn fixed_problem(problem: &Problem, orbits: &mut Vec<Vec<OptionId>>) -> Problem {
    let mut builder = Problem::builder();
    builder.name(problem.name());
    for item in problem.items() {
        let label = problem.item_label(item);
        let added = if problem.is_primary(item) { builder.primary(label) } else { builder.secondary(label) };
        added.expect("the items of a problem are sound");
    }
    for color in 1..=problem.n_colors() {
        builder.color(problem.color_label(Color::from_index(color))).expect("the colors of a problem are sound");
    }
    // An orbit that covers an item twice is refused: none of its options can stand in a solution that the symmetry leaves as it is.
    orbits.retain(|orbit| {
        let mut cells: Vec<(ItemId, Color)> = orbit.iter().flat_map(|&option| problem.cells(option)).collect();
        cells.sort_unstable();
        cells.dedup_by(|a, b| a == b && !a.1.is_none());
        !orbit.is_empty() && builder.colored_option(&cells).is_ok()
    });
    builder.build()
}

/// A problem for each symmetry, whose solutions are those that it leaves as they are; equal ones once. None if there are too many.
pub(super) fn fixed_by(problem: &Problem, group: &Group) -> Option<Vec<Term>> {
    let mut weights: FxHashMap<Vec<OptionId>, u32> = FxHashMap::default();
    let mut orbits = vec![problem.options().collect::<Vec<_>>()];
    weights.insert(orbits[0].clone(), 1);
    for symmetry in group.others() {
        let leaders = leaders(symmetry);
        let weight = weights.entry(leaders.clone()).or_insert_with(|| {
            orbits.push(leaders);
            0
        });
        *weight += 1;
        if orbits.len() > MOST_TERMS {
            return None;
        }
    }
    let term = |leaders: &Vec<OptionId>| Term::fixed(problem, leaders, weights[leaders]);
    Some(orbits.iter().map(term).collect())
}

/// With more terms than this the sum takes longer than a list of the solutions, as a rule.
const MOST_TERMS: usize = 200;

/// For every option the first one of its orbit.
fn leaders(symmetry: &[OptionId]) -> Vec<OptionId> {
    let mut leaders: Vec<Option<OptionId>> = vec![None; symmetry.len()];
    for leader in (0..symmetry.len()).map(OptionId::from_index) {
        let mut option = leader;
        while leaders[option.index()].is_none() {
            leaders[option.index()] = Some(leader);
            option = symmetry[option.index()];
        }
    }
    leaders.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_are_led_by_their_first_option() {
        let [a, b, c, d] = [0, 1, 2, 3].map(OptionId::from_index);
        assert_eq!(leaders(&[c, b, d, a]), [a, b, a, a]);
    }
}
