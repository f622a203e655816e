//! The measure of a model, its number of true variables, as a sum over chosen options, even for variables that were eliminated.
//!
//! Propagation through the original formula shows from which literals such a variable follows. Where no two of them are true together, and it is false where none is, it is true as often as one of
//! them: their sum. Most helper variables are such sums. Others are not treated here.

use std::collections::BTreeMap;

use super::clauses::Clauses;
use super::cliques::ClauseStructure;
use super::literal::{Literal, place, variable};
use super::probe::LiteralProber;
use super::recover::Formula;

/// The most clauses that propagation looks at.
const BUDGET: usize = 100_000_000;

/// For each eliminated variable the literals whose sum it is; none if one is not a sum, or if it takes too long.
pub(super) fn as_sums(
    formula: &Formula,
    structure: &ClauseStructure,
    chosen: &[Literal],
    eliminated: &[usize],
) -> Option<BTreeMap<usize, Vec<Literal>>> {
    let n_variables = formula.n_variables;
    let mut clauses = Clauses::new(n_variables, Vec::new());
    formula.clauses.iter().filter(|clause| !clause.is_empty()).for_each(|clause| clauses.add(clause.clone()));
    let mut prober = LiteralProber::new(n_variables);
    let mut sums: BTreeMap<usize, Vec<Literal>> = eliminated.iter().map(|&variable| (variable, Vec::new())).collect();
    for &literal in chosen {
        for implied in prober.implied(&clauses, &[literal])? {
            if let Some(sum) = sums.get_mut(&variable(implied)).filter(|_| implied > 0) {
                sum.push(literal);
            }
        }
        if prober.n_steps > BUDGET {
            return None;
        }
    }
    let groups = groups(structure, n_variables);
    for (&number, sum) in &sums {
        let none: Vec<Literal> = sum.iter().map(|literal| -literal).collect();
        let is_false = |implied: &Literal| *implied < 0 && variable(*implied) == number;
        let is_sum = prober.implied(&clauses, &none).is_some_and(|implied| implied.iter().any(is_false));
        if !is_sum || !are_exclusive(sum, structure, &groups) || prober.n_steps > BUDGET {
            return None;
        }
    }
    Some(sums)
}

/// By the place of a literal the items that have it.
fn groups(structure: &ClauseStructure, n_variables: usize) -> Vec<Vec<usize>> {
    let mut groups = vec![Vec::new(); 2 * n_variables + 2];
    for (number, item) in structure.exactly.iter().chain(&structure.at_most).enumerate() {
        item.iter().for_each(|&literal| groups[place(literal)].push(number));
    }
    groups
}

/// Does every pair of these have an item in common? Nearly always one item has them all: the positions of a ladder.
fn are_exclusive(literals: &[Literal], structure: &ClauseStructure, groups: &[Vec<usize>]) -> bool {
    let Some((&first, others)) = literals.split_first() else { return true };
    let has_all = |number: &usize| others.iter().all(|&other| groups[place(other)].contains(number));
    if groups[place(first)].iter().any(has_all) {
        return true;
    }
    let items: Vec<&Vec<Literal>> = structure.exactly.iter().chain(&structure.at_most).collect();
    let excludes_all = |&literal: &Literal| {
        let mut near: Vec<Literal> = groups[place(literal)].iter().flat_map(|&number| items[number].clone()).collect();
        near.extend([literal, -literal]);
        near.sort_unstable();
        literals.iter().all(|other| near.binary_search(other).is_ok())
    };
    literals.iter().all(excludes_all)
}
