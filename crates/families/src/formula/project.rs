//! Hidden variables: kept where shown ones settle them, otherwise eliminated, as long as there are not too many literals. The proof is in `mod.rs` of `cnf`.

use std::collections::{BTreeMap, BTreeSet};

use super::literal::{Literal, normal, place, variable};
use super::subsume::subsume;
use crate::error::FamilyError;

/// The search for a contradiction gives up after this many choices.
const MAX_CHOICES: usize = 2000;

/// Elimination gives up when there are more literals than this.
pub(super) const MAX_LITERALS: usize = 1 << 20;

/// And when this many have been made in all: about a second.
const MAX_MADE: usize = 16 * MAX_LITERALS;

/// Clauses, and the variables that they may have.
pub(crate) struct Projection {
    pub(crate) clauses: Vec<Vec<Literal>>,
    /// By variable: is it shown, or settled by shown ones?
    pub(crate) is_kept: Vec<bool>,
}

impl Projection {
    /// The projection of some clauses to shown variables; all variables, if none are named.
    pub(crate) fn new(
        n_variables: usize,
        clauses: &[Vec<Literal>],
        shown: Option<&[usize]>,
    ) -> Result<Self, FamilyError> {
        Self::within(MAX_LITERALS, n_variables, clauses, shown)
    }

    /// The same, as long as there are no more literals than `most`.
    pub(super) fn within(
        most: usize,
        n_variables: usize,
        clauses: &[Vec<Literal>],
        shown: Option<&[usize]>,
    ) -> Result<Self, FamilyError> {
        let mut is_kept = vec![shown.is_none(); n_variables + 1];
        shown.into_iter().flatten().for_each(|&variable| is_kept[variable] = true);
        let mut projection = Self { clauses: clauses.to_vec(), is_kept };
        projection.keep_what_is_settled();
        let (mut budget, mut after_look) = (MAX_MADE, projection.n_literals());
        while let Some(hidden) = projection.cheapest() {
            projection.eliminate(hidden, most, &mut budget)?;
            // Whenever there are twice as many, so that looking takes no longer than making them.
            if projection.n_literals() > 2 * after_look {
                subsume(n_variables, &mut projection.clauses);
                after_look = projection.n_literals();
            }
            projection.keep_what_is_settled();
        }
        Ok(projection)
    }

    fn n_literals(&self) -> usize {
        self.clauses.iter().map(Vec::len).sum()
    }

    /// Keeps hidden variables that are settled by kept ones, until there are no more.
    fn keep_what_is_settled(&mut self) {
        let mut at = vec![Vec::new(); self.is_kept.len()];
        for (number, clause) in self.clauses.iter().enumerate() {
            clause.iter().for_each(|&literal| at[variable(literal)].push(number));
        }
        let mut open: BTreeSet<usize> = (1..at.len()).filter(|&it| !self.is_kept[it] && !at[it].is_empty()).collect();
        while !open.is_empty() {
            let settled: Vec<usize> = open.into_iter().filter(|&hidden| self.is_settled(hidden, &at[hidden])).collect();
            settled.iter().for_each(|&variable| self.is_kept[variable] = true);
            // Another may be settled by those that are new.
            let near = settled.iter().flat_map(|&variable| &at[variable]).flat_map(|&clause| &self.clauses[clause]);
            open = near.map(|&literal| variable(literal)).filter(|&variable| !self.is_kept[variable]).collect();
        }
    }

    /// Do those of its clauses whose other variables are kept leave this one at most one value?
    fn is_settled(&self, hidden: usize, its: &[usize]) -> bool {
        let is_about = |clause: &&Vec<Literal>| {
            clause.iter().all(|&literal| variable(literal) == hidden || self.is_kept[variable(literal)])
        };
        let without = |clause: &Vec<Literal>| clause.iter().copied().filter(|&it| variable(it) != hidden).collect();
        let rest: Vec<Vec<Literal>> =
            its.iter().map(|&number| &self.clauses[number]).filter(is_about).map(without).collect();
        is_contradictory(rest, &mut { MAX_CHOICES })
    }

    /// The hidden variable with the fewest resolvents.
    fn cheapest(&self) -> Option<usize> {
        let mut signs: BTreeMap<usize, [usize; 2]> = BTreeMap::new();
        for &literal in self.clauses.iter().flatten().filter(|&&literal| !self.is_kept[variable(literal)]) {
            signs.entry(variable(literal)).or_default()[usize::from(literal > 0)] += 1;
        }
        signs.into_iter().min_by_key(|(_, [no, yes])| no * yes).map(|(variable, _)| variable)
    }

    /// Replaces the clauses of a variable by their resolvents.
    fn eliminate(&mut self, hidden: usize, most: usize, budget: &mut usize) -> Result<(), FamilyError> {
        let is_about = |clause: &Vec<Literal>| clause.iter().any(|&literal| variable(literal) == hidden);
        let (about, mut rest): (Vec<_>, Vec<_>) = std::mem::take(&mut self.clauses).into_iter().partition(is_about);
        let is_positive = |clause: &Vec<Literal>| clause.iter().any(|&it| it > 0 && variable(it) == hidden);
        let (yes, no): (Vec<_>, Vec<_>) = about.into_iter().partition(is_positive);
        let mut n_literals: usize = rest.iter().map(Vec::len).sum();
        let mut seen: BTreeSet<Vec<Literal>> = BTreeSet::new();
        let mut marks = vec![false; 2 * self.is_kept.len()];
        for a in &yes {
            a.iter().for_each(|&literal| marks[place(literal)] = variable(literal) != hidden);
            for b in &no {
                // Most resolvents of long clauses are always true: those are not even made.
                if b.iter().any(|&literal| marks[place(-literal)]) {
                    continue;
                }
                let of_b = b.iter().filter(|&&literal| !marks[place(literal)]);
                let both = a.iter().chain(of_b).copied().filter(|&literal| variable(literal) != hidden).collect();
                let Some(resolvent) = normal(both) else { continue };
                n_literals += resolvent.len();
                *budget = budget.saturating_sub(resolvent.len());
                if n_literals > most || *budget == 0 {
                    return Err(too_long(hidden, if *budget == 0 { MAX_MADE } else { most }));
                }
                seen.insert(resolvent);
            }
            a.iter().for_each(|&literal| marks[place(literal)] = false);
        }
        rest.extend(seen);
        self.clauses = rest;
        Ok(())
    }
}

fn too_long(hidden: usize, most: usize) -> FamilyError {
    FamilyError::new(
        format!("to eliminate the hidden variables, {hidden} among them, takes more than {most} literals"),
        "only a plain count can do without that: show the variable, or take all models by --models",
    )
}

/// Do these clauses have no model? The answer is also no if that is not found out within this many choices.
pub(super) fn is_contradictory(mut clauses: Vec<Vec<Literal>>, choices: &mut usize) -> bool {
    while let Some(&literal) = clauses.iter().find(|clause| clause.len() == 1).and_then(|clause| clause.first()) {
        clauses = with(&clauses, literal);
    }
    let Some(shortest) = clauses.iter().min_by_key(|clause| clause.len()) else { return false };
    let Some(&literal) = shortest.first() else { return true };
    if *choices == 0 {
        return false;
    }
    *choices -= 1;
    [literal, -literal].iter().all(|&literal| is_contradictory(with(&clauses, literal), choices))
}

/// The clauses that remain when this literal is true.
fn with(clauses: &[Vec<Literal>], literal: Literal) -> Vec<Vec<Literal>> {
    let open = clauses.iter().filter(|clause| !clause.contains(&literal));
    open.map(|clause| clause.iter().copied().filter(|&other| other != -literal).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gates_are_kept_and_what_is_free_is_eliminated() {
        // 3 = 1 and 2; 4 = 3 xor 1; 5 if 4.
        let clauses = [
            vec![-3, 1],
            vec![-3, 2],
            vec![3, -1, -2],
            vec![-4, 3, 1],
            vec![-4, -3, -1],
            vec![4, -3, 1],
            vec![4, 3, -1],
            vec![-4, 5],
        ];
        let projection = Projection::new(5, &clauses, Some(&[1, 2])).unwrap();
        assert_eq!(projection.is_kept, [false, true, true, true, true, false]);
        assert_eq!(projection.clauses.len(), 7);
    }

    #[test]
    fn contradictions_are_found() {
        let all = vec![vec![1, 2], vec![1, -2], vec![-1, 2], vec![-1, -2]];
        assert!(is_contradictory(all.clone(), &mut 10));
        assert!(!is_contradictory(all[..3].to_vec(), &mut 10));
        assert!(!is_contradictory(all, &mut 0));
        assert!(is_contradictory(vec![vec![]], &mut 0) && !is_contradictory(vec![], &mut 0));
    }
}
