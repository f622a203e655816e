//! Projected counting: solutions that have the same shown options count as one.
//!
//! Shown options are decided before hidden ones, so that below a decision it is known which of them are chosen; a part without open shown options counts 1 if it has a solution and 0 if not, which a search for one solution finds
//! out. All else stays as it is: what is known of parts, and what is learned, does not depend on which options are shown.
//!
//! An item is branched on if at most one of its open ways is hidden: then no two of its ways have the same shown options. Otherwise one of its shown options is: it is chosen, or it is dead, and hidden ways are left to
//! the search for one solution.
//!
//! Sources: Aziz, Chu, Muise and Stuckey, "#∃SAT: Projected model counting", SAT 2015 (shown variables first, and one solution of the rest, with parts); Sharma, Roy, Soos and Meel, "GANAK", IJCAI 2019.

use super::first_solution::MOST_WORK;
use super::layout::{Fact, Pivot};
use super::parts::LoosePart;
use super::search::{PartSearch, gain};
use dlx_core::tally::{Count, Semiring};

/// Each look at the same hidden part may take one more time the work of the first one, up to this many times, a quarter of a second. The signal is polled between looks.
const MOST_LOOKS: usize = 16;

impl<R: Semiring> PartSearch<R> {
    /// Does a way to cover this item choose a shown option?
    pub(super) fn has_shown_way(&self, item: u32) -> bool {
        !self.facts.layout.is_projected() || self.open_ways(item).any(|fact| self.is_shown(fact))
    }

    fn open_ways(&self, item: u32) -> impl Iterator<Item = Fact> {
        self.facts.layout.ways(item).filter(|&fact| self.facts.truth(fact).is_none())
    }

    fn is_shown(&self, way: Fact) -> bool {
        self.facts.layout.choice(way).is_none_or(|option| self.facts.layout.is_shown(option))
    }

    /// What to branch on at an item with a shown way: the item, or the most active of its shown options.
    pub(super) fn pivot_at(&self, item: u32) -> Pivot {
        if self.open_ways(item).filter(|&fact| !self.is_shown(fact)).nth(1).is_none() {
            return Pivot::Item(item);
        }
        let shown = self.open_ways(item).filter(|&fact| self.is_shown(fact)).map(|fact| fact / 2);
        let active = |one: &u32, other: &u32| self.activity.of(*one).total_cmp(&self.activity.of(*other));
        shown.max_by(active).map_or(Pivot::Item(item), Pivot::Option)
    }

    /// The sum over the ways to cover the only item of a part, each of which is a solution; all hidden ones are one.
    pub(super) fn sum_of_ways(&self, item: u32) -> R::Amount {
        let (mut sum, mut is_hidden_counted) = (self.ring.zero(), false);
        for fact in self.open_ways(item) {
            if !self.is_shown(fact) && std::mem::replace(&mut is_hidden_counted, true) {
                continue;
            }
            let gain = gain(&self.gains, &self.facts.layout, fact);
            self.ring.add(&mut sum, gain.unwrap_or(&self.ring.one()));
        }
        sum
    }

    /// Counts a part without shown options: 1 if it has a solution. If none was found so far, the search is to go on with the part, and knows all that it has learned.
    pub(super) fn look_at_hidden(&mut self, part: LoosePart) {
        let most = MOST_WORK * self.n_looks.clamp(1, MOST_LOOKS);
        match self.has_solution(&part, most) {
            Ok(true) => {
                self.n_looks = 0;
                let one = self.ring.one();
                self.known.note(&part, one.clone(), false);
                self.multiply(one);
            }
            Ok(false) => {
                self.n_looks += 1;
                self.go_on_with(part);
            }
            Err(conflict) => {
                self.n_looks = 0;
                self.resolve(conflict);
            }
        }
    }
}

impl PartSearch {
    /// A lower bound of the count, from what has been found so far. Below a frame there is the sum of its ways that are done, and what the way that is being tried has come to: the product of its parts, of
    /// which those that are not yet counted have a solution or none.
    ///
    /// Nothing wrong is in it: what is learned follows from all clauses, so that a part may be counted too low only if another one of the same branch has no solution, and then their product is 0 here as well.
    pub(super) fn at_least(&self) -> Count {
        let mut below = None;
        for frame in self.frames.iter().rev() {
            let (mut sum, left) = match &frame.shared {
                Some(shared) => shared.so_far(),
                None => (frame.sum.clone(), frame.way.into_iter().collect()),
            };
            // Another search may have come to the end of what is being tried.
            let is_open = frame.way.is_none_or(|way| left.contains(&way));
            sum += frame
                .branch
                .as_ref()
                .filter(|_| is_open)
                .map(|branch| branch.at_least(below.take()))
                .unwrap_or_default();
            below = Some(sum);
        }
        self.total().clone() + below.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::layout::Layout;
    use super::*;
    use crate::links::Solutions;
    use dlx_canon::graph::mix;
    use dlx_core::format::knuth;
    use dlx_core::problem::{OptionId, Problem, to_u64};
    use dlx_core::tally::Counted;
    use std::sync::Arc;

    /// How many sets of shown options solutions have.
    fn shown_parts(problem: &Problem, shown: &[OptionId]) -> u64 {
        let shown_of = |solution: Vec<OptionId>| -> BTreeSet<OptionId> {
            solution.into_iter().filter(|option| shown.contains(option)).collect()
        };
        to_u64(Solutions::new(problem).map(shown_of).collect::<BTreeSet<_>>().len())
    }

    /// The count, and the lower bounds on the way there.
    fn learned(problem: &Problem) -> (Count, Vec<Count>) {
        let mut search = PartSearch::new(Arc::new(Layout::new(problem)), 1 << 20, Counted, Vec::new());
        search.patience = 1;
        search.begin(&[]);
        let mut bounds = Vec::new();
        while !search.go_on(|_| true) {
            bounds.push(search.at_least());
        }
        (search.total().clone(), bounds)
    }

    /// Random options of some items, a few of which are secondary and colored.
    fn random_problem(random: &mut impl FnMut(u64) -> u64) -> Problem {
        let (n, n_secondary) = (3 + random(6), random(4));
        let names = |letter: char, n: u64| (0..n).map(|it| format!("{letter}{it} ")).collect::<String>();
        let mut text = format!("{}| {}\n", names('i', n), names('s', n_secondary));
        for _ in 0..2 * n + random(3 * n) {
            let items: BTreeSet<u64> = (0..1 + random(3)).map(|_| random(n)).collect();
            items.iter().for_each(|item| text += &format!("i{item} "));
            if n_secondary > 0 && random(2) == 0 {
                text += &format!("s{}{}", random(n_secondary), ["", ":a", ":b"][usize::try_from(random(3)).unwrap()]);
            }
            text.push('\n');
        }
        knuth::read(text.as_bytes()).unwrap()
    }

    #[test]
    fn solutions_are_counted_by_their_shown_options() {
        let mut seed = 0;
        let mut random = |n: u64| {
            seed += 1;
            mix(seed) % n
        };
        let mut n_early = 0;
        for round in 0..3000 {
            let problem = random_problem(&mut random);
            let some = random(5);
            let shown: Vec<OptionId> = problem.options().filter(|_| random(4) < some).collect();
            let expected = Count::from(shown_parts(&problem, &shown));
            let (count, bounds) = learned(&problem.projected(shown));
            assert_eq!(count, expected, "round {round}");
            assert!(bounds.iter().all(|bound| *bound <= expected), "round {round}: {bounds:?}");
            n_early += usize::from(bounds.iter().any(|bound| *bound > Count::ZERO));
        }
        assert!(n_early > 1000, "{n_early}");
    }
}
