//! Checks of items that are covered several times, however this is expressed in items and options.

use std::collections::HashSet;

use super::error::ProblemError;
use super::exact_cover::Problem;
use super::ids::ItemId;
use super::multiplicity::Multiplicity;
use crate::stop::poll;

/// For each item how often it is to be covered, if that is given.
pub(super) fn by_item(problem: &Problem, times: &[(ItemId, Multiplicity)]) -> Vec<Option<Multiplicity>> {
    let mut bounds = vec![None; problem.n_items()];
    times.iter().for_each(|&(item, times)| bounds[item.index()] = Some(times));
    bounds
}

/// Copies may turn one option into at most this many; otherwise its choices are made apart.
pub(super) const MOST_WAYS: usize = 1 << 7;

/// Is it better to count how often items are covered than to make copies of them? `counted` says why.
pub(super) fn is_better_counted(problem: &Problem, times: &[(ItemId, Multiplicity)]) -> bool {
    let bounds = by_item(problem, times);
    let said = |item: ItemId| bounds[item.index()].unwrap_or(Multiplicity::ONE);
    let is_some_once = problem.items().any(|item| problem.is_primary(item) && said(item) == Multiplicity::ONE);
    if is_some_once {
        return false;
    }
    let is_exact = times.iter().all(|(_, times)| times.most == Some(times.least));
    let several =
        |option| problem.items_of(option).iter().map(|&item| said(item)).filter(|&times| times != Multiplicity::ONE);
    let has_few = |option| several(option).count() <= 2;
    let n_ways = |option| several(option).fold(1usize, |ways, times| ways.saturating_mul(times.least));
    !is_exact || problem.options().all(has_few) || problem.options().any(|option| n_ways(option) > MOST_WAYS)
}

/// Can items be covered as often as this?
pub(super) fn check(problem: &Problem, all: &[(ItemId, Multiplicity)]) -> Result<(), ProblemError> {
    let mut is_colored = vec![false; problem.n_items()];
    for option in problem.options() {
        poll(problem.items_of(option).len());
        problem.cells(option).for_each(|(item, color)| is_colored[item.index()] |= !color.is_none());
    }
    for &(item, times) in all {
        let label = || problem.item_label(item).to_owned();
        if times.most.is_some_and(|most| most < times.least) {
            return Err(ProblemError::BadTimes { label: label(), least: times.least, most: times.most.unwrap_or(0) });
        }
        if is_colored[item.index()] {
            return Err(ProblemError::ColoredTimes { label: label() });
        }
    }
    Ok(())
}

/// A label that no item of the problem has.
pub(super) fn fresh(taken: &HashSet<&str>, mut label: String) -> String {
    while taken.contains(label.as_str()) {
        label.push('#');
    }
    label
}
