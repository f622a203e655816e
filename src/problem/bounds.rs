//! What is asked of items that are covered several times, whichever way that is said in items and options.

use std::collections::HashSet;

use super::error::ProblemError;
use super::exact_cover::Problem;
use super::ids::ItemId;
use super::times::Times;

/// Is no item covered exactly once, and some item between so often and so often? Then copies would tell apart what is alike: see `counted`.
pub(super) fn is_about_covers(problem: &Problem, times: &[(ItemId, Times)]) -> bool {
    let said = |item: ItemId| times.iter().find(|(other, _)| *other == item).map_or(Times::ONE, |(_, times)| *times);
    let mut primary = problem.items().filter(|&item| problem.is_primary(item));
    primary.all(|item| said(item) != Times::ONE) && times.iter().any(|(_, times)| times.most != Some(times.least))
}

/// Can an item be covered so often?
pub(super) fn check(problem: &Problem, item: ItemId, times: Times) -> Result<(), ProblemError> {
    let label = || problem.item_label(item).to_owned();
    if times.most.is_some_and(|most| most < times.least) {
        return Err(ProblemError::BadTimes { label: label(), least: times.least, most: times.most.unwrap_or(0) });
    }
    let mut cells = problem.options().flat_map(|option| problem.cells(option));
    let is_colored = cells.any(|(other, color)| other == item && !color.is_none());
    if is_colored { Err(ProblemError::ColoredTimes { label: label() }) } else { Ok(()) }
}

/// A label that no item of the problem has.
pub(super) fn fresh(taken: &HashSet<&str>, mut label: String) -> String {
    while taken.contains(label.as_str()) {
        label.push('#');
    }
    label
}
