//! Facts: which options are chosen and which are dead, in the order in which that became known, and why.
//!
//! What follows from a fact is found at once: a chosen option kills those that it excludes, an item with one option left chooses it, and a clause of which all facts but one are false asserts that one
//! (unit propagation; clauses are watched at two of their facts, as in Chaff by Moskewicz and others, DAC 2001).

use std::sync::Arc;

use super::clauses::ClauseStore;
use super::layout::{Fact, Layout, chosen, dead, is_dead, opposite, option_of};
use dlx_core::problem::{to_u32, to_usize};

/// Why a fact holds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reason {
    /// It is being tried.
    Decision,
    /// The only option left for this item.
    Last(u32),
    /// This option is chosen, which excludes it.
    Rival(u32),
    /// All other facts of this clause are false.
    Clause(u32),
}

/// What cannot be.
#[derive(Clone, Copy, Debug)]
pub(super) enum Impossible {
    /// An item has no option left.
    Starving(u32),
    /// Two options that exclude each other are chosen.
    Pair(u32, u32),
    /// All facts of a clause are false.
    Clause(u32),
}

/// What is known of an option that is not open.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnownFact {
    pub(super) level: u32,
    pub(super) reason: Reason,
}

/// All facts that hold, and the clauses.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    pub(super) layout: Arc<Layout>,
    pub(super) clauses: ClauseStore,
    /// Of each fact, whether it is true; none if that is open.
    truths: Vec<Option<bool>>,
    /// For each primary item, how many of its options are not dead.
    pub(super) n_live: Vec<u32>,
    pub(super) known: Vec<KnownFact>,
    pub(super) trail: Vec<Fact>,
    /// Of how many facts of the trail the consequences have been drawn.
    head: usize,
    /// Where the facts of each level begin, without those of level 0.
    starts: Vec<usize>,
    /// Facts that have been added in all: a measure of the work done.
    pub(super) n_added: u64,
}

impl Facts {
    pub(super) fn new(layout: Arc<Layout>) -> Self {
        let n_options = layout.ids.len();
        let n_live = (0..to_u32(layout.n_primary)).map(|item| to_u32(layout.ways(item).count())).collect();
        Self {
            clauses: ClauseStore::new(&layout),
            truths: vec![None; 2 * n_options],
            n_live,
            known: vec![KnownFact { level: 0, reason: Reason::Decision }; n_options],
            trail: Vec::new(),
            head: 0,
            starts: Vec::new(),
            n_added: 0,
            layout,
        }
    }

    pub(super) fn level(&self) -> usize {
        self.starts.len()
    }

    pub(super) fn is_open(&self, option: u32) -> bool {
        self.truth(chosen(option)).is_none()
    }

    /// Is this fact true? None if that is open.
    pub(super) fn truth(&self, fact: Fact) -> Option<bool> {
        self.truths[to_usize(fact)]
    }

    /// What is known of an option.
    pub(super) fn fact_of(&self, option: u32) -> Option<Fact> {
        self.truth(chosen(option)).map(|is_chosen| if is_chosen { chosen(option) } else { dead(option) })
    }

    /// What is being tried, level by level.
    pub(super) fn decisions(&self) -> impl Iterator<Item = Fact> {
        self.starts.iter().map(|&start| self.trail[start])
    }

    fn set(&mut self, fact: Fact, truth: Option<bool>) {
        self.truths[to_usize(fact)] = truth;
        self.truths[to_usize(opposite(fact))] = truth.map(|truth| !truth);
    }

    fn add(&mut self, fact: Fact, reason: Reason) {
        let option = option_of(fact);
        debug_assert_eq!(self.truth(fact), None);
        self.set(fact, Some(true));
        self.known[option] = KnownFact { level: to_u32(self.starts.len()), reason };
        self.trail.push(fact);
        self.n_added += 1;
    }

    /// What follows at the beginning, before anything is decided, if these are no facts.
    pub(super) fn begin(&mut self, worthless: impl Iterator<Item = Fact>) -> Result<(), Impossible> {
        self.add_units()?;
        for fact in worthless {
            match self.truth(fact) {
                None => self.add(opposite(fact), Reason::Decision),
                Some(false) => {}
                Some(true) => return Err(Impossible::Pair(fact / 2, fact / 2)),
            }
        }
        let layout = Arc::clone(&self.layout);
        for (item, users) in (0..).zip(&layout.users[..layout.n_primary]) {
            if let &[(option, _)] = users.as_slice()
                && layout.may_starve(item)
                && self.is_open(option)
            {
                self.add(chosen(option), Reason::Last(item));
            }
        }
        self.follow()
    }

    /// Tries what is open, at a new level.
    pub(super) fn decide(&mut self, fact: Fact) -> Result<(), Impossible> {
        self.starts.push(self.trail.len());
        self.add(fact, Reason::Decision);
        self.add_units()?;
        self.follow()
    }

    /// Clauses of a single fact hold at all levels.
    fn add_units(&mut self) -> Result<(), Impossible> {
        for place in 0..self.clauses.units.len() {
            self.add_unit(self.clauses.units[place])?;
        }
        Ok(())
    }

    fn add_unit(&mut self, clause: u32) -> Result<(), Impossible> {
        let fact = self.clauses.facts(clause)[0];
        match self.truth(fact) {
            Some(true) => return Ok(()),
            Some(false) => return Err(Impossible::Clause(clause)),
            None => self.add(fact, Reason::Clause(clause)),
        }
        self.known[option_of(fact)].level = 0;
        Ok(())
    }

    /// Adds a clause that has been learned, at the level at which its first fact is open and all others are false.
    pub(super) fn assert(&mut self, facts: Vec<Fact>) -> Result<(), Impossible> {
        let (first, is_unit) = (facts[0], facts.len() == 1);
        let clause = self.clauses.add(facts, &self.known);
        if is_unit {
            self.add_unit(clause)?;
        } else {
            self.add(first, Reason::Clause(clause));
        }
        self.follow()
    }

    /// Forgets learned clauses if there are too many.
    pub(super) fn forget_clauses(&mut self) {
        if self.clauses.are_too_many() {
            self.clauses.forget(&self.trail, &mut self.known);
        }
    }

    /// Draws all consequences.
    fn follow(&mut self) -> Result<(), Impossible> {
        let layout = Arc::clone(&self.layout);
        while let Some(&fact) = self.trail.get(self.head) {
            self.head += 1;
            if is_dead(fact) { self.note_dead(&layout, option_of(fact)) } else { self.exclude(&layout, fact / 2) }?;
            self.look_at_clauses(opposite(fact))?;
        }
        Ok(())
    }

    /// An option is chosen: those that it excludes are dead.
    fn exclude(&mut self, layout: &Layout, option: u32) -> Result<(), Impossible> {
        for &(item, color) in &layout.cells[to_usize(option)] {
            for &(rival, other) in &layout.users[to_usize(item)] {
                if rival == option || (color != 0 && color == other) {
                    continue;
                }
                match self.truth(dead(rival)) {
                    None => self.add(dead(rival), Reason::Rival(option)),
                    Some(false) => return Err(Impossible::Pair(option, rival)),
                    Some(true) => {}
                }
            }
        }
        Ok(())
    }

    /// An option is dead: its items have one option less.
    fn note_dead(&mut self, layout: &Layout, option: usize) -> Result<(), Impossible> {
        let mut conflict = None;
        for &(item, _) in layout.cells[option].iter().filter(|cell| layout.may_starve(cell.0)) {
            let n_live = &mut self.n_live[to_usize(item)];
            *n_live -= 1;
            if *n_live > 1 {
                continue;
            }
            // Facts whose consequences have not been drawn are not counted yet.
            let last = layout.users[to_usize(item)].iter().find(|user| self.truth(dead(user.0)) != Some(true));
            match last {
                None => conflict = Some(Impossible::Starving(item)),
                Some(&(last, _)) if self.is_open(last) => self.add(chosen(last), Reason::Last(item)),
                Some(_) => {}
            }
        }
        conflict.map_or(Ok(()), Err)
    }

    /// Looks at the clauses that watch a fact which is false now.
    fn look_at_clauses(&mut self, falsified: Fact) -> Result<(), Impossible> {
        let mut watches = self.clauses.take_watches(falsified);
        let (mut kept, mut result) = (0, Ok(()));
        for place in 0..watches.len() {
            let (clause, other) = watches[place];
            watches[kept] = (clause, other);
            kept += 1;
            if result.is_err() || self.truth(other) == Some(true) {
                continue;
            }
            let may_hold = |fact: Fact| self.truths[to_usize(fact)] != Some(false);
            let Some(first) = self.clauses.watch_another(clause, falsified, may_hold) else {
                kept -= 1;
                continue;
            };
            watches[kept - 1].1 = first;
            match self.truth(first) {
                None => self.add(first, Reason::Clause(clause)),
                Some(true) => {}
                Some(false) => result = Err(Impossible::Clause(clause)),
            }
        }
        watches.truncate(kept);
        self.clauses.put_watches_back(falsified, watches);
        result
    }

    /// Forgets all facts above a level.
    pub(super) fn go_back(&mut self, level: usize) {
        let Some(&start) = self.starts.get(level) else { return };
        self.starts.truncate(level);
        for place in (start..self.trail.len()).rev() {
            let fact = self.trail[place];
            if is_dead(fact) && place < self.head {
                let layout = &self.layout;
                for &(item, _) in layout.cells[option_of(fact)].iter().filter(|cell| layout.may_starve(cell.0)) {
                    self.n_live[to_usize(item)] += 1;
                }
            }
            self.set(fact, None);
        }
        self.trail.truncate(start);
        self.head = start;
    }
}
