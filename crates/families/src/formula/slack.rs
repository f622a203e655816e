//! If a literal of an "exactly one" is used nowhere else, that becomes "at most one" of the others.
//!
//! Helper variables that say "one of these is true" leave such items behind: their opposite says that none of them is true. If all others are in further items, the item does not help a search,
//! and the variable, which the others settle, is removed.

use super::cliques::ClauseStructure;
use super::literal::{Literal, normal, place, variable};
use super::model::Eliminated;

/// Takes out helper variables that are left in a single item and nowhere else.
pub(super) fn take_out(
    structure: &mut ClauseStructure,
    n_variables: usize,
    is_elsewhere: impl Fn(usize) -> bool,
) -> Vec<Eliminated> {
    let mut n_items = vec![0usize; 2 * n_variables + 2];
    structure.exactly.iter().flatten().for_each(|&literal| n_items[place(literal)] += 1);
    let mut is_used: Vec<bool> = (0..=n_variables).map(is_elsewhere).collect();
    let others = [&structure.at_most, &structure.at_least].into_iter().flatten().flatten();
    others.for_each(|&literal| is_used[variable(literal)] = true);
    let mut steps = Vec::new();
    let mut exactly = Vec::new();
    for item in std::mem::take(&mut structure.exactly) {
        let is_slack = |literal: &&Literal| {
            **literal < 0
                && !is_used[variable(**literal)]
                && n_items[place(**literal)] + n_items[place(-**literal)] == 1
        };
        let slack = item.iter().find(is_slack).copied();
        let others: Vec<Literal> = item.iter().copied().filter(|&literal| Some(literal) != slack).collect();
        match slack {
            Some(slack) if others.iter().all(|&literal| n_items[place(literal)] > 1) => {
                let clauses = others.iter().filter_map(|&literal| normal(vec![-literal, -slack])).collect();
                steps.push(Eliminated::Clauses { variable: variable(slack), clauses });
                for &literal in &others {
                    n_items[place(literal)] -= 1;
                    is_used[variable(literal)] = true;
                }
                structure.at_most.push(others);
            }
            _ => exactly.push(item),
        }
    }
    structure.exactly = exactly;
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn none_of_them_is_no_option() {
        let exactly = vec![vec![1, 2, -5], vec![1, 3, 6], vec![2, 4, 7]];
        let mut structure = ClauseStructure { exactly, ..ClauseStructure::default() };
        let steps = take_out(&mut structure, 7, |_| false);
        assert_eq!(steps, [Eliminated::Clauses { variable: 5, clauses: vec![vec![-1, 5], vec![-2, 5]] }]);
        assert_eq!((structure.exactly.len(), structure.at_most), (2, vec![vec![1, 2]]));
    }

    /// An exclusion that remains uses its literals, so they stay.
    #[test]
    fn one_helper_at_a_time() {
        let exactly = vec![vec![1, -3, -5], vec![1, 4, -3], vec![1, 4, 6]];
        let mut structure = ClauseStructure { exactly, ..ClauseStructure::default() };
        assert_eq!(take_out(&mut structure, 6, |_| false).len(), 1);
        assert_eq!((structure.exactly.len(), structure.at_most), (2, vec![vec![1, -3]]));
    }
}
