//! What is learned from a conflict: a clause that would have prevented it.
//!
//! Facts that led to the conflict are replaced by their reasons, the last ones first, until a single one of the last level is left (the first unique implication point: Marques-Silva and Sakallah, GRASP, 1996; Zhang and
//! others, ICCAD 2001). Not all of the remaining facts can hold together. Options of such facts, and of those that were replaced, become more *active*: the search prefers items with active options,
//! since there conflicts come soon. Earlier activity fades.

use super::facts::{Facts, Impossible, Reason};
use super::layout::{Fact, chosen, dead, opposite, option_of};
use dlx_core::problem::to_usize;

/// The factor by which activity counts more from one conflict to the next.
const FADING: f64 = 1.05;

/// Larger numbers are scaled down.
const LARGE: f64 = 1e100;

/// How active options have been in conflicts.
#[derive(Clone, Debug)]
pub(super) struct Activity {
    of: Vec<f64>,
    unit: f64,
    /// Facts that are looked at: marks, all false between two conflicts.
    is_seen: Vec<bool>,
    why: Vec<Fact>,
}

impl Activity {
    pub(super) fn new(n_options: usize) -> Self {
        Self { of: vec![0.0; n_options], unit: 1.0, is_seen: vec![false; n_options], why: Vec::new() }
    }

    /// The activity of an option, in units of one conflict.
    pub(super) fn of(&self, option: u32) -> f64 {
        self.of[to_usize(option)] / self.unit
    }

    fn fade(&mut self) {
        self.unit *= FADING;
        if self.unit > LARGE {
            self.of.iter_mut().for_each(|activity| *activity /= LARGE);
            self.unit /= LARGE;
        }
    }

    /// The highest level of a fact that led to a conflict. A fact that came late, by a clause learned at a higher level, may lead to one at a lower level.
    pub(super) fn level(&mut self, conflict: Impossible, facts: &mut Facts) -> usize {
        self.explain(conflict, facts);
        self.why.iter().map(|&fact| to_usize(facts.known[option_of(fact)].level)).max().unwrap_or(0)
    }

    fn explain(&mut self, conflict: Impossible, facts: &mut Facts) {
        match conflict {
            Impossible::Starving(item) => self.reasons(Reason::Last(item), None, facts),
            Impossible::Clause(clause) => self.reasons(Reason::Clause(clause), None, facts),
            Impossible::Pair(one, other) => self.why = vec![chosen(one), chosen(other)],
        }
    }

    /// The facts from which one follows, that of this option.
    fn reasons(&mut self, reason: Reason, of: Option<usize>, facts: &mut Facts) {
        self.why.clear();
        match reason {
            Reason::Decision => {}
            Reason::Rival(rival) => self.why.push(chosen(rival)),
            Reason::Last(item) => {
                let users = facts.layout.users[to_usize(item)].iter().map(|user| user.0);
                self.why.extend(users.filter(|&user| Some(to_usize(user)) != of).map(dead));
            }
            Reason::Clause(clause) => {
                facts.clauses.note_use(clause);
                let others = facts.clauses.facts(clause).iter().filter(|&&fact| Some(option_of(fact)) != of);
                self.why.extend(others.map(|&fact| opposite(fact)));
            }
        }
    }

    /// The clause to learn from a conflict at this level; its first fact is the only one that was false at that level.
    pub(super) fn learn(&mut self, conflict: Impossible, level: usize, facts: &mut Facts) -> Vec<Fact> {
        self.explain(conflict, facts);
        let (mut learned, mut n_here, mut place) = (vec![0], 0, facts.trail.len());
        loop {
            for fact in std::mem::take(&mut self.why) {
                let (option, known) = (option_of(fact), facts.known[option_of(fact)]);
                if self.is_seen[option] || known.level == 0 {
                    continue;
                }
                self.is_seen[option] = true;
                self.of[option] += self.unit;
                if to_usize(known.level) == level {
                    n_here += 1;
                } else {
                    learned.push(opposite(fact));
                }
            }
            place -= 1;
            while !self.is_at(level, facts, place) {
                place -= 1;
            }
            let fact = facts.trail[place];
            n_here -= 1;
            if n_here == 0 {
                learned[0] = opposite(fact);
                break;
            }
            let option = option_of(fact);
            self.is_seen[option] = false;
            self.reasons(facts.known[option].reason, Some(option), facts);
        }
        self.shorten(&mut learned, facts);
        self.fade();
        learned
    }

    /// Is the fact at this place of the trail one of those at this level that led to the conflict?
    fn is_at(&self, level: usize, facts: &Facts, place: usize) -> bool {
        let option = option_of(facts.trail[place]);
        self.is_seen[option] && to_usize(facts.known[option].level) == level
    }

    /// Leaves out facts that follow from others that are there.
    fn shorten(&mut self, learned: &mut Vec<Fact>, facts: &mut Facts) {
        let all = learned.clone();
        learned.truncate(1);
        for &fact in &all[1..] {
            let (option, reason) = (option_of(fact), facts.known[option_of(fact)].reason);
            self.reasons(reason, Some(option), facts);
            let is_known = |&fact: &Fact| self.is_seen[option_of(fact)] || facts.known[option_of(fact)].level == 0;
            if matches!(reason, Reason::Decision) || !self.why.iter().all(is_known) {
                learned.push(fact);
            }
        }
        all.iter().for_each(|&fact| self.is_seen[option_of(fact)] = false);
    }
}
