//! Which order? A race between all of them: each sweeps until it has made some classes, those that have not fallen far behind go on to the next heat, with twice
//! as many classes, and so on until one is left or has ended. Each goes on where it stopped, so the whole costs a few times what the best order takes alone.
//!
//! How far: the share of the options that have been decided. The number of classes that the `frontier` engine's forecast expects was tried first, and was wrong by
//! factors of a thousand: it knows how many states a frontier can have, and nothing of how many of them look alike.

use super::super::frontier::{Aside, KeyLayout, Means, Place, fits, has_states_of};
use super::super::residue::Residue;
use super::super::task::Task;
use super::super::watch::Watch;
use super::order;
use super::run::sweep;
use crate::problem::to_u64;
use crate::tally::Tally;

/// Orders that race, and how far they have come.
#[derive(Debug)]
pub(in crate::engine) struct Race {
    residue: Residue,
    runners: Vec<Runner>,
    /// Classes that each may make until the end of the next heat.
    patience: u64,
    /// Classes that all have made.
    spent: u64,
}

/// A sweep that was begun.
#[derive(Debug)]
struct Runner {
    layout: KeyLayout,
    aside: Aside,
    n_made: u64,
    n_decided: usize,
    /// How many classes each level had.
    sizes: Vec<usize>,
}

/// Classes that each order makes in the first heat.
const FIRST: u64 = 100;

/// So many times more until the end of the next one.
const MORE: u64 = 2;

/// Who has come this part of the way of the farthest may still win. (To let the better half go on is cheaper, and wrong: by the few-left rule Latin squares begin fast, and
/// then never close a row: 306000 classes for order 7 in place of 1850.)
const FAR: usize = 2;
const FARTHEST: usize = 3;

/// States that may come from one level in a heat, for each class that the heat may make.
const AT_ONCE: u64 = 16;

impl Race {
    /// Finds the orders. There may be none: a frontier can be too wide for any key.
    pub(in crate::engine) fn new(residue: Residue, watch: &Watch) -> Self {
        let orders = order::candidates(&residue, &|| watch.is_stopped());
        let layouts = orders.into_iter().map(|order| KeyLayout::new(&residue, order)).filter(fits);
        let runners = layouts
            .map(|layout| Runner { layout, aside: Aside::default(), n_made: 0, n_decided: 0, sizes: Vec::new() })
            .collect();
        Self { residue, runners, patience: FIRST, spent: 0 }
    }

    /// What is left of the problem.
    pub(super) fn residue(&self) -> &Residue {
        &self.residue
    }

    /// Is nobody left who could win, or was nobody there?
    pub(in crate::engine) fn is_over(&self) -> bool {
        self.runners.is_empty()
    }

    /// The states on the shelf were made by one of the orders: that one alone goes on.
    pub(super) fn keep_those_of_the_shelf(&mut self, task: &Task, watch: &Watch) {
        let Some(shelf) = watch.shelf().filter(|shelf| !shelf.is_empty()) else { return };
        let place = self.runners.iter().position(|runner| has_states_of(&*shelf, task, &runner.layout, &self.residue));
        if let Some(place) = place {
            self.runners.swap(0, place);
            self.runners.truncate(1);
        }
    }

    /// As a trial: lets the orders race until one went through, or so many classes have been made in all, or time is short.
    pub(in crate::engine) fn go_on(&mut self, task: &Task, watch: &Watch, memory: usize, budget: u64) -> Option<Tally> {
        let trial = watch.for_trial();
        while !self.is_over() && self.spent < budget && !trial.is_stopped() && !trial.is_hurried() {
            let left = (budget - self.spent) / to_u64(self.runners.len());
            let tally = self.heat(task, &trial, memory, left);
            if tally.is_some() {
                return tally;
            }
        }
        None
    }

    /// Lets the orders race until one is left, or so many classes have been made in all.
    pub(super) fn decide(&mut self, task: &Task, watch: &Watch, memory: usize, budget: u64) -> Option<Tally> {
        let part = watch.for_part();
        while self.runners.len() > 1 && self.spent < budget && !part.is_stopped() {
            let tally = self.heat(task, &part, memory, u64::MAX);
            if tally.is_some() {
                return tally;
            }
        }
        None
    }

    /// Who has come farthest goes to the end.
    pub(super) fn finish(&mut self, task: &Task, watch: &Watch, memory: usize) -> Option<Tally> {
        let Runner { layout, aside, n_made, .. } = self.runners.first_mut()?;
        // A limit on nodes hears of the others, too.
        watch.note(self.spent - *n_made, 0);
        sweep(layout, &self.residue, Place { watch, task, aside }, Means::to_the_end(memory)).ok()
    }

    /// Everyone goes on for a while, at most for so many classes; then those far behind give up.
    fn heat(&mut self, task: &Task, watch: &Watch, memory: usize, most: u64) -> Option<Tally> {
        for runner in &mut self.runners {
            let before = runner.n_made;
            let patience = self.patience.min(before.saturating_add(most));
            let tally = runner.run(&self.residue, task, watch, memory, patience);
            self.spent += (runner.n_made - before).max(1);
            if tally.is_some() {
                return tally;
            }
        }
        self.runners.sort_by(|a, b| b.n_decided.cmp(&a.n_decided).then_with(|| a.sizes.cmp(&b.sizes)));
        let farthest = self.runners.first().map_or(0, |runner| runner.n_decided);
        self.runners.retain(|runner| runner.n_decided * FARTHEST >= farthest * FAR);
        self.runners.dedup_by(|one, other| are_as_good(&one.sizes, &other.sizes));
        self.patience = self.patience.saturating_mul(MORE);
        None
    }
}

/// Do two orders pass through about as many classes on each level? Then it is no matter which of them wins. Those that a symmetry of the problem carries into one another do, but for merges that are
/// missed. Few classes say nothing: all orders begin with few.
fn are_as_good(a: &[usize], b: &[usize]) -> bool {
    let is_near = |(a, b): (&usize, &usize)| a.abs_diff(*b) * NEAR <= *a.max(b);
    a == b || (a.len() == b.len() && a.last().is_some_and(|&last| last >= MANY) && a.iter().zip(b).all(is_near))
}

/// A difference of one in so many is none.
const NEAR: usize = 16;
/// So many classes on a level say something about an order.
const MANY: usize = 256;

impl Runner {
    fn run(&mut self, residue: &Residue, task: &Task, watch: &Watch, memory: usize, patience: u64) -> Option<Tally> {
        let at_once = usize::try_from(patience.saturating_mul(AT_ONCE)).unwrap_or(usize::MAX);
        let means = Means { patience, at_once, is_trial: true, ..Means::to_the_end(memory) };
        let place = Place { watch, task, aside: &mut self.aside };
        match sweep(&self.layout, residue, place, means) {
            Ok(tally) => Some(tally),
            Err(stopped) => {
                self.n_decided = n_decided(&self.layout, stopped.sizes.len());
                self.sizes = stopped.sizes;
                self.n_made = self.n_made.max(stopped.n_made);
                None
            }
        }
    }
}

/// How many options are decided after so many levels.
fn n_decided(layout: &KeyLayout, n_levels: usize) -> usize {
    layout.spans().home.iter().filter(|&&home| home < n_levels).count()
}
