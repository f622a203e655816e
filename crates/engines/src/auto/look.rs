//! A look at what is equal up to a symmetry.

use super::super::classes::{self, Race};
use super::super::info::EngineKind;
use super::super::residue::Residue;
use super::super::task::Task;
use super::super::watch::Watch;
use super::choice::{Begun, Choice};
use dlx_core::problem::{Problem, whole_part};

/// A tree that takes this time, in ns, is worth a look at symmetries.
const WORTH_LABELLING: f64 = 0.1e9;

/// The part of the tree's time that this look may take: first, and when it is known what the tree's own merging leaves of it.
const LABELLING_SHARE: (f64, f64) = (0.1, 0.5);

/// A first look takes at most so long, unless the tree will never end.
const FIRST_LABELLING: f64 = 0.08e9;

/// All looks together take at most so long. (With 20 s reduced Latin squares of order 8 went to a tree of half an hour or more: they have 128000 classes, which take half a minute.)
const LONG_LABELLING: f64 = 120e9;

/// A tree that takes this time will not end: an hour.
const HOPELESS_TREE: f64 = 3600e9;

/// Refinement must find so many times fewer kinds of items than there are items. (A square board of 8 by 8 cells: 6; Latin squares: all of one kind.)
const ALIKE: usize = 16;

/// Time to label a state, and for each cell of the problem, in ns.
const CLASS_TIME: f64 = 20e3;
const CELL_TIME: f64 = 20.0;

/// A look at what is equal up to a symmetry: counts up to isomorphism, as long as that costs little beside the tree.
pub(super) struct Look<'p> {
    problem: &'p Problem,
    memory: usize,
    /// Time that a class takes, in ns.
    class_time: f64,
    /// The most time that all may take, in ns.
    most: f64,
    /// The time of the whole tree, in ns.
    tree_time: f64,
    /// Is a limit on time to be heeded?
    is_limited: bool,
    /// Is it worth a look?
    is_worth_it: bool,
    race: Option<Race>,
}

impl<'p> Look<'p> {
    /// All looks together may take so many ns; no limit on time makes them infinitely many.
    pub(super) fn new(problem: &'p Problem, residue: &Residue, memory: usize, time: f64, tree_time: f64) -> Self {
        let are_alike = || classes::n_colors(residue) * ALIKE <= residue.n_primary;
        Self {
            problem,
            memory,
            class_time: CLASS_TIME + residue.cells.len() as f64 * CELL_TIME,
            most: LONG_LABELLING.min(time),
            tree_time,
            is_limited: time.is_finite(),
            is_worth_it: tree_time >= WORTH_LABELLING && are_alike(),
            race: None,
        }
    }

    /// The first look: a short one, unless the tree is hopeless.
    pub(super) fn first(&mut self, watch: &Watch) -> Option<Choice> {
        let most = if self.tree_time > HOPELESS_TREE { LONG_LABELLING } else { FIRST_LABELLING };
        self.go_on(watch, (self.tree_time * LABELLING_SHARE.0).min(most))
    }

    /// The second look, when it is known how long the tree takes where it merges what it can.
    pub(super) fn second(&mut self, watch: &Watch, tree_time: f64) -> Option<Choice> {
        self.go_on(watch, tree_time * LABELLING_SHARE.1)
    }

    /// Goes on until so many ns have been spent on it in all, about; or has the answer.
    fn go_on(&mut self, watch: &Watch, time: f64) -> Option<Choice> {
        if !self.is_worth_it {
            return None;
        }
        let race = self.race.get_or_insert_with(|| Race::new(Residue::whole(self.problem), watch));
        let budget = whole_part(time.min(self.most) / self.class_time);
        let tally = race.go_on(&Task::root(), watch, self.memory, budget)?;
        Some(Choice::answered(EngineKind::Classes, tally))
    }

    /// Do items look so alike, and does the tree take so long, that it is to go on as long as it takes?
    pub(super) fn is_for_good(&self, tree_time: f64) -> bool {
        tree_time > HOPELESS_TREE && !self.is_limited && self.race.as_ref().is_some_and(|race| !race.is_over())
    }

    /// The same, to do it.
    pub(super) fn goes_on_for_good(&mut self, tree_time: f64) -> Option<Choice> {
        let race = if self.is_for_good(tree_time) { self.race.take() } else { None }?;
        let reason = format!("items look alike, and the tree would take {:.0e} s", tree_time * 1e-9);
        Some(Choice { begun: Begun::Classes(race), ..Choice::new(EngineKind::Classes, reason) })
    }
}
