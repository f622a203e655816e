//! The naive counter: no links, no bits, no cleverness. What the engines are compared with.

use std::collections::HashMap;

use dlx_count::{Color, ItemId, OptionId, Problem};

/// What a secondary item is taken for: by one option alone, or in a color.
type Taken = HashMap<ItemId, Color>;

/// Counts by trying every option of the first item not yet covered.
pub fn count(problem: &Problem) -> u64 {
    below(problem, &mut Taken::new())
}

fn below(problem: &Problem, taken: &mut Taken) -> u64 {
    let open = problem.items().find(|&item| problem.is_primary(item) && !taken.contains_key(&item));
    let Some(item) = open else { return 1 };
    let with_item = problem.options().filter(|&option| problem.items_of(option).contains(&item));
    with_item.map(|option| with_option(problem, option, taken)).sum()
}

fn with_option(problem: &Problem, option: OptionId, taken: &mut Taken) -> u64 {
    let is_free = |item, color: Color| taken.get(&item).is_none_or(|&other| !color.is_none() && other == color);
    if !problem.cells(option).all(|(item, color)| is_free(item, color)) {
        return 0;
    }
    let fresh: Vec<_> = problem.cells(option).filter(|(item, _)| !taken.contains_key(item)).collect();
    taken.extend(fresh.iter().copied());
    let count = below(problem, taken);
    taken.retain(|item, _| fresh.iter().all(|(other, _)| other != item));
    count
}
