//! The terms of the lemma of Cauchy, Frobenius and Burnside: for each symmetry of a group, the solutions that it leaves as they are.
//!
//! These are again exact covers. A solution that a symmetry g leaves as it is takes options in whole orbits of g, so each orbit whose options
//! go together becomes one option, and the items stay what they were. The identity gives the problem itself; every other g a problem that is
//! much smaller, most often without a solution. Where items are covered several times, an orbit counts with all its options. Symmetries with the same orbits, such as both quarter turns, are counted once.

use rustc_hash::FxHashMap;

use super::group::Group;
use dlx_core::problem::{OptionId, Problem};

/// A problem, and how often its solutions count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// What to count.
    pub problem: Problem,
    /// How often.
    pub weight: u32,
    /// For each of its (original) options the options of the problem in question that it stands for; none if they are the same.
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
        for (option, leader) in problem.original().options().zip(leaders) {
            orbits[leader.index()].push(option);
        }
        Self::of_orbits(problem, orbits, weight)
    }

    /// The problem whose options are these sets, without those that cover an item twice.
    pub(super) fn of_orbits(problem: &Problem, mut orbits: Vec<Vec<OptionId>>, weight: u32) -> Self {
        Self { problem: problem.united(&mut orbits), weight, orbits: Some(orbits) }
    }

    /// The solution of the problem in question that a solution of this term's problem stands for, in increasing order; in terms of the [original](Problem::original) problem, if items are covered several times.
    #[must_use]
    pub fn whole_solution(&self, solution: &[OptionId]) -> Vec<OptionId> {
        let own = self.problem.original_options(solution);
        let Some(orbits) = &self.orbits else { return own };
        let mut whole: Vec<OptionId> = own.iter().flat_map(|option| &orbits[option.index()]).copied().collect();
        whole.sort_unstable();
        whole
    }
}

/// A problem for each symmetry, whose solutions are those that it leaves as they are; equal ones once. None if there are too many, or if options must be connected, since an orbit cannot then become an option.
pub(super) fn fixed_by(problem: &Problem, group: &Group) -> Option<Vec<Term>> {
    if problem.connected().is_some() {
        return None;
    }
    let mut weights: FxHashMap<Vec<OptionId>, u32> = FxHashMap::default();
    let mut orbits = vec![problem.original().options().collect::<Vec<_>>()];
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
    let others = orbits[1..].iter().map(|leaders| Term::fixed(problem, leaders, weights[leaders]));
    Some(std::iter::once(Term::whole(problem.clone())).chain(others).collect())
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
