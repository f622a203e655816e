//! One solution first: a part without any is found out sooner by a search for one solution than by a search that counts.
//!
//! A search that counts decides what takes a part apart, and looks for parts after each decision. A solver for satisfiability decides what was in conflicts lately, with the values of its last solution first, and takes nothing
//! apart. D4 (Lagniez and Marquis, IJCAI 2017) has one look at each part before it counts. Where nearly all parts have solutions, that is time lost; so a solution is looked for only as long as no more facts were found in these
//! looks than in parts that were opened and turned out to have no solution. What is learned in a look holds for all parts, also if it is given up.

use super::facts::Impossible;
use super::layout::{chosen, dead};
use super::parts::LoosePart;
use super::search::{POLL_WORK, PartSearch};
use dlx_core::problem::to_usize;
use dlx_core::tally::Semiring;

/// A look is given up after this much work, as a multiple of that between two pauses.
const STEPS: usize = 16;
pub(super) const MOST_WORK: usize = STEPS * POLL_WORK;

/// What is known of looks for a solution.
#[derive(Clone, Debug)]
pub(super) struct FirstSolutions {
    /// Was each option chosen in the last solution that it was a part of?
    was_chosen: Vec<bool>,
    /// Facts that were found in looks, and in parts that were opened and have no solution.
    in_looks: u64,
    pub(super) in_vain: u64,
}

impl FirstSolutions {
    pub(super) fn new(n_options: usize) -> Self {
        Self { was_chosen: vec![true; n_options], in_looks: 0, in_vain: 0 }
    }
}

impl<R: Semiring> PartSearch<R> {
    /// Looks for a solution of a part, if that is worth while. Some of its options may be decided after that. An error is a conflict at this level or below.
    pub(super) fn look_for_solution(&mut self, part: &LoosePart) -> Result<(), Impossible> {
        if self.first_solutions.in_looks <= self.first_solutions.in_vain {
            self.has_solution(part, STEPS * self.patience)?;
        }
        Ok(())
    }

    /// Looks for a solution of a part, with this much work at most. Has one been found?
    pub(super) fn has_solution(&mut self, part: &LoosePart, most: usize) -> Result<bool, Impossible> {
        let (level, n_added, end) = (self.facts.level(), self.facts.n_added, self.work + most);
        let mut is_found = false;
        while self.work < end {
            self.work += part.options.len();
            self.facts.forget_clauses();
            let open = part.options.iter().copied().filter(|&option| self.facts.is_open(option));
            let active = |&one: &u32, &other: &u32| self.activity.of(one).total_cmp(&self.activity.of(other));
            let Some(option) = open.max_by(active) else {
                is_found = true;
                break;
            };
            self.try_option(option, level)?;
        }
        for &option in &part.options {
            if let Some(is_chosen) = self.facts.truth(chosen(option)) {
                self.first_solutions.was_chosen[to_usize(option)] = is_chosen;
            }
        }
        self.first_solutions.in_looks += self.facts.n_added - n_added;
        self.facts.go_back(level);
        Ok(is_found)
    }

    /// Decides an option as in the last solution, and learns from conflicts above this level.
    fn try_option(&mut self, option: u32, least: usize) -> Result<(), Impossible> {
        let fact = if self.first_solutions.was_chosen[to_usize(option)] { chosen(option) } else { dead(option) };
        let mut result = self.facts.decide(fact);
        while let Err(conflict) = result {
            self.work += self.facts.trail.len();
            let level = self.activity.level(conflict, &mut self.facts);
            if level <= least {
                return Err(conflict);
            }
            let clause = self.activity.learn(conflict, level, &mut self.facts);
            self.facts.go_back(level - 1);
            result = self.facts.assert(clause);
        }
        Ok(())
    }
}
