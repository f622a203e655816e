//! The naive counter: no links, no bits, no cleverness. What the engines are compared with.

use std::collections::HashMap;

use dlx_count::{Color, ItemId, OptionId, Problem};

/// What a secondary item is taken for: by one option alone, or in a color.
type Taken = HashMap<ItemId, Color>;

/// Counts by trying every option of the first item not yet covered.
pub fn count(problem: &Problem) -> u64 {
    let mut number = 0;
    below(problem, &mut Taken::new(), &mut Vec::new(), &mut |_| number += 1);
    number
}

/// All solutions.
pub fn solutions(problem: &Problem) -> Vec<Vec<OptionId>> {
    let mut solutions = Vec::new();
    below(problem, &mut Taken::new(), &mut Vec::new(), &mut |chosen| solutions.push(chosen.to_vec()));
    solutions
}

fn below(problem: &Problem, taken: &mut Taken, chosen: &mut Vec<OptionId>, found: &mut dyn FnMut(&[OptionId])) {
    let open = problem.items().find(|&item| problem.is_primary(item) && !taken.contains_key(&item));
    let Some(item) = open else { return found(chosen) };
    for option in problem.options().filter(|&option| problem.items_of(option).contains(&item)) {
        with_option(problem, option, taken, chosen, found);
    }
}

fn with_option(
    problem: &Problem,
    option: OptionId,
    taken: &mut Taken,
    chosen: &mut Vec<OptionId>,
    found: &mut dyn FnMut(&[OptionId]),
) {
    let is_free = |item, color: Color| taken.get(&item).is_none_or(|&other| !color.is_none() && other == color);
    if !problem.cells(option).all(|(item, color)| is_free(item, color)) {
        return;
    }
    let fresh: Vec<_> = problem.cells(option).filter(|(item, _)| !taken.contains_key(item)).collect();
    taken.extend(fresh.iter().copied());
    chosen.push(option);
    below(problem, taken, chosen, found);
    chosen.pop();
    taken.retain(|item, _| fresh.iter().all(|(other, _)| other != item));
}
