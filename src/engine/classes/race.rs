//! Which order? A race between all of them: each sweeps until it has made some classes, those that have not fallen far behind go on to the next heat, with four times
//! as many classes, and so on until one is left or has ended. So the whole costs about as much as the last heats, a few times what the best order takes alone.
//!
//! How far: the share of the options that have been decided. The number of classes that the `frontier` engine's forecast expects was tried first, and was wrong by
//! factors of a thousand: it knows how many states a frontier can have, and nothing of how many of them look alike.

use super::super::frontier::{Means, Plan, fits, has_states_of};
use super::super::residue::Residue;
use super::super::{Task, Watch};
use super::order::{self, Order};
use super::run::sweep;
use crate::tally::Tally;

/// What came of a race.
pub(in crate::engine) enum Race {
    /// An order went through.
    Done(Tally),
    /// This order came farthest.
    Won(Plan),
    /// No frontier is narrow enough for a key, or the race was stopped.
    Over,
}

/// Classes that each order makes in the first heat.
const FIRST: u64 = 100;

/// So many times more in the next one.
const MORE: u64 = 4;

/// Who has come this part of the way of the farthest may still win. (To let the better half go on is cheaper, and wrong: by the few-left rule Latin squares begin fast, and
/// then never close a row: 306000 classes for order 7 in place of 1850.)
const FAR: usize = 2;
const FARTHEST: usize = 3;

/// States that may come from one level in a heat, for each class that the heat may make.
const AT_ONCE: u64 = 16;

/// Lets the orders race until one is left, or so many classes have been made in all.
pub(in crate::engine) fn race(residue: &Residue, task: &Task, watch: &Watch, memory: usize, budget: u64) -> Race {
    let is_stopped = || watch.is_stopped();
    let plans = order::candidates(residue, &is_stopped);
    let plans = plans.into_iter().map(|order| Plan::new(residue, order)).filter(fits);
    let mut runners: Vec<(usize, Plan)> = plans.map(|plan| (0, plan)).collect();
    let (mut patience, mut spent) = (FIRST, 0);
    while !runners.is_empty() && spent < budget && !is_stopped() {
        for (decided, plan) in &mut runners {
            let at_once = usize::try_from(AT_ONCE * patience).unwrap_or(usize::MAX);
            let means = Means { patience, at_once, is_trial: true, ..Means::to_the_end(memory) };
            match sweep(plan, residue, task, watch, means) {
                Ok(tally) => return Race::Done(tally),
                Err(stopped) => *decided = n_decided(plan, stopped.n_levels),
            }
            spent += patience;
        }
        runners.sort_by_key(|&(decided, _)| std::cmp::Reverse(decided));
        if runners.len() == 1 {
            break;
        }
        let farthest = runners.first().map_or(0, |&(decided, _)| decided);
        runners.retain(|&(decided, _)| decided * FARTHEST >= farthest * FAR);
        patience *= MORE;
    }
    match runners.into_iter().next() {
        Some((_, plan)) if !is_stopped() => Race::Won(plan),
        _ => Race::Over,
    }
}

/// How many options are decided after so many levels.
fn n_decided(plan: &Plan, n_levels: usize) -> usize {
    plan.spans().home.iter().filter(|&&home| home < n_levels).count()
}

/// The plan by which the states on the shelf were made, if it is one of ours.
pub(super) fn plan_of_shelf(residue: &Residue, task: &Task, watch: &Watch) -> Option<Plan> {
    let shelf = watch.shelf().filter(|shelf| !shelf.is_empty())?;
    let plan = |order: Order| Plan::new(residue, order);
    let mut plans = order::candidates(residue, &|| false).into_iter().map(plan).filter(fits);
    plans.find(|plan| has_states_of(&*shelf, task, plan, residue))
}
