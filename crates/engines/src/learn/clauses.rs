//! Clauses: those of the problem, and those that are learned and can be forgotten.

use super::facts::{KnownFact, Reason};
use super::layout::{Fact, Layout, option_of};
use dlx_core::problem::{to_u32, to_usize};

/// Learned clauses to begin with, and how many more there may be each time that half of them have been forgotten.
const MOST_LEARNED: usize = 2_000;
const MORE_LEARNED: usize = 500;

/// A clause whose facts became false at no more than this many levels is never forgotten ("glue", Audemard and Simon, IJCAI 2009).
const GLUE: usize = 2;

#[derive(Clone, Debug)]
struct StoredClause {
    /// The two first are watched.
    facts: Vec<Fact>,
    /// At how many levels they were false when it was learned; 0 for a clause of the problem.
    n_levels: usize,
    /// Has it been used since clauses were last forgotten?
    is_used: bool,
}

/// All clauses, with their watches.
#[derive(Clone, Debug)]
pub(super) struct ClauseStore {
    all: Vec<StoredClause>,
    /// For each fact the clauses that watch it, each with another fact of it.
    watches: Vec<Vec<(u32, Fact)>>,
    /// Clauses of a single fact.
    pub(super) units: Vec<u32>,
    most: usize,
}

impl ClauseStore {
    pub(super) fn new(layout: &Layout) -> Self {
        let (all, watches) = (Vec::new(), vec![Vec::new(); 2 * layout.ids.len()]);
        let most = MOST_LEARNED + layout.clauses.len();
        let mut clauses = Self { all, watches, units: Vec::new(), most };
        layout.clauses.iter().for_each(|facts| _ = clauses.push(facts.clone(), 0));
        clauses
    }

    pub(super) fn facts(&self, clause: u32) -> &[Fact] {
        &self.all[to_usize(clause)].facts
    }

    pub(super) fn note_use(&mut self, clause: u32) {
        self.all[to_usize(clause)].is_used = true;
    }

    fn push(&mut self, facts: Vec<Fact>, n_levels: usize) -> u32 {
        let number = to_u32(self.all.len());
        match facts[..] {
            [first, second, ..] => {
                self.watches[to_usize(first)].push((number, second));
                self.watches[to_usize(second)].push((number, first));
            }
            _ => self.units.push(number),
        }
        self.all.push(StoredClause { facts, n_levels, is_used: true });
        number
    }

    /// Adds a clause whose facts but the first are false. The one that became false last is watched, too.
    pub(super) fn add(&mut self, mut facts: Vec<Fact>, known: &[KnownFact]) -> u32 {
        let level = |fact: Fact| known[option_of(fact)].level;
        if let Some(last) = (1..facts.len()).max_by_key(|&place| level(facts[place])) {
            facts.swap(1, last);
        }
        let mut levels: Vec<u32> = facts[1..].iter().map(|&fact| level(fact)).collect();
        levels.sort_unstable();
        levels.dedup();
        self.push(facts, levels.len() + 1)
    }

    pub(super) fn take_watches(&mut self, fact: Fact) -> Vec<(u32, Fact)> {
        std::mem::take(&mut self.watches[to_usize(fact)])
    }

    pub(super) fn put_watches_back(&mut self, fact: Fact, watches: Vec<(u32, Fact)>) {
        self.watches[to_usize(fact)] = watches;
    }

    /// Lets a clause watch another fact than one that is false now. If there is none: the other watched fact, which must hold.
    pub(super) fn watch_another(
        &mut self,
        clause: u32,
        falsified: Fact,
        may_hold: impl Fn(Fact) -> bool,
    ) -> Option<Fact> {
        let facts = &mut self.all[to_usize(clause)].facts;
        if facts[0] == falsified {
            facts.swap(0, 1);
        }
        let other = facts[0];
        let Some(place) = facts[2..].iter().position(|&fact| may_hold(fact)) else { return Some(other) };
        facts.swap(1, place + 2);
        let fact = facts[1];
        self.watches[to_usize(fact)].push((clause, other));
        None
    }

    pub(super) fn are_too_many(&self) -> bool {
        self.all.len() > self.most
    }

    /// Forgets about half of the learned clauses: of those that have not been used, and then of the others, those whose facts became false at many levels. Clauses that facts stand on are kept.
    pub(super) fn forget(&mut self, trail: &[Fact], known: &mut [KnownFact]) {
        self.most += MORE_LEARNED;
        let mut is_kept: Vec<bool> = self.all.iter().map(|clause| clause.n_levels <= GLUE).collect();
        for &fact in trail {
            if let Reason::Clause(clause) = known[option_of(fact)].reason {
                is_kept[to_usize(clause)] = true;
            }
        }
        let mut order: Vec<usize> = (0..self.all.len()).filter(|&place| !is_kept[place]).collect();
        order.sort_by_key(|&place| (!self.all[place].is_used, self.all[place].n_levels));
        order[..order.len() / 2].iter().for_each(|&place| is_kept[place] = true);
        let mut numbers = vec![None; self.all.len()];
        let old = std::mem::take(&mut self.all);
        for (place, clause) in old.into_iter().enumerate().filter(|&(place, _)| is_kept[place]) {
            numbers[place] = Some(to_u32(self.all.len()));
            self.all.push(StoredClause { is_used: false, ..clause });
        }
        let renumber = |clause: &mut u32| numbers[to_usize(*clause)].map(|number| *clause = number).is_some();
        self.units.retain_mut(renumber);
        self.watches.iter_mut().for_each(|watches| watches.retain_mut(|(clause, _)| renumber(clause)));
        for &fact in trail {
            if let Reason::Clause(clause) = &mut known[option_of(fact)].reason {
                renumber(clause);
            }
        }
    }
}
