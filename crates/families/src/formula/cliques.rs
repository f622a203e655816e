//! Recovers items from clauses: "exactly one" and "at most one".
//!
//! Two literals exclude each other where a clause says that one of them is false. A clause all of whose literals exclude each other says, with these pairs, that exactly one is true: a primary item.
//! The pairs that are in no such clause are covered by few cliques, each a secondary item. A clique grows by the literal with the most pairs that are not covered yet.

use dlx_core::stop::poll;

use super::clauses::Clauses;
use super::literal::{Clause, Literal, literal_at, place};

/// The structure of clauses.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct ClauseStructure {
    /// Exactly one of each is true.
    pub(super) exactly: Vec<Vec<Literal>>,
    /// At most one of each is true.
    pub(super) at_most: Vec<Vec<Literal>>,
    /// The remaining clauses: at least one of each is true.
    pub(super) at_least: Vec<Clause>,
}

impl ClauseStructure {
    /// Reads clauses.
    pub(super) fn of(clauses: &Clauses, n_variables: usize) -> Self {
        let (exactly, at_least) = clauses.long().cloned().partition(|clause| clauses.are_exclusive(clause));
        let mut cover = CliqueCover::new(clauses, n_variables);
        let exactly: Vec<Clause> = exactly;
        exactly.iter().for_each(|item| cover.take(item));
        let mut at_most = Vec::new();
        for here in 2..2 * n_variables + 2 {
            while let Some(clique) = cover.next_at(literal_at(here)) {
                cover.take(&clique);
                at_most.push(clique);
            }
        }
        Self { exactly, at_most, at_least }
    }
}

impl ClauseStructure {
    /// Takes out each "at most one" whose literals are all in another item.
    pub(super) fn drop_contained(&mut self, n_variables: usize) {
        let mut items_of = vec![Vec::new(); 2 * n_variables + 2];
        let n_exact = self.exactly.len();
        for (number, item) in self.exactly.iter().chain(&self.at_most).enumerate() {
            item.iter().for_each(|&literal| items_of[place(literal)].push(number));
        }
        let mut is_out = vec![false; self.at_most.len()];
        for (own, clique) in self.at_most.iter().enumerate() {
            let rarest = clique.iter().min_by_key(|&&literal| items_of[place(literal)].len());
            let items: &[usize] = rarest.map_or(&[], |&literal| &items_of[place(literal)]);
            poll(clique.len() * items.len());
            let has_all = |&&item: &&usize| clique.iter().all(|&literal| items_of[place(literal)].contains(&item));
            // One of two equal ones is kept.
            let others =
                items.iter().filter(|&&item| item != n_exact + own && !(item >= n_exact && is_out[item - n_exact]));
            is_out[own] = others.filter(has_all).count() > 0;
        }
        let mut is_out = is_out.into_iter();
        self.at_most.retain(|_| !is_out.next().unwrap_or(false));
    }
}

/// Exclusions, and which of them are covered.
struct CliqueCover<'a> {
    clauses: &'a Clauses,
    /// By the place of a literal, for each that it excludes: is the pair covered?
    is_covered: Vec<Vec<bool>>,
    marks: Vec<bool>,
    /// By the place of a literal how many literals of the growing clique it excludes, and how many of these pairs are not covered.
    adjacent: Vec<(usize, usize)>,
    /// From where on a literal may have pairs that are not covered.
    next: Vec<usize>,
}

impl<'a> CliqueCover<'a> {
    fn new(clauses: &'a Clauses, n_variables: usize) -> Self {
        let places = 2 * n_variables + 2;
        let is_covered = (0..places).map(|here| vec![false; clauses.others(-literal_at(here)).len()]).collect();
        let (marks, adjacent, next) = (vec![false; places], vec![(0, 0); places], vec![0; places]);
        Self { clauses, is_covered, marks, adjacent, next }
    }

    /// The literals that a literal excludes: the opposites of those in clauses of two with its opposite.
    fn excluded(&self, literal: Literal) -> impl Iterator<Item = (Literal, bool)> {
        let others = self.clauses.others(-literal).iter();
        others.zip(&self.is_covered[place(literal)]).map(|(&other, &is_covered)| (-other, is_covered))
    }

    /// Covers all pairs of a clique.
    fn take(&mut self, clique: &[Literal]) {
        clique.iter().for_each(|&literal| self.marks[place(literal)] = true);
        for &literal in clique {
            let others = self.clauses.others(-literal);
            poll(others.len());
            for (&other, is_covered) in others.iter().zip(&mut self.is_covered[place(literal)]) {
                *is_covered |= self.marks[place(-other)];
            }
        }
        clique.iter().for_each(|&literal| self.marks[place(literal)] = false);
    }

    /// A clique with a pair of this literal that is not covered yet.
    fn next_at(&mut self, literal: Literal) -> Option<Vec<Literal>> {
        let flags = &self.is_covered[place(literal)];
        let first = self.next[place(literal)] + flags[self.next[place(literal)]..].iter().position(|is| !is)?;
        self.next[place(literal)] = first;
        let second = -*self.clauses.others(-literal).get(first)?;
        let candidates: Vec<Literal> = self.excluded(literal).map(|(other, _)| other).collect();
        let mut clique = Vec::new();
        let mut touched = Vec::new();
        let mut chosen = Some(literal);
        while let Some(literal) = chosen {
            clique.push(literal);
            self.count(literal, &mut touched);
            chosen = if clique.len() == 1 { Some(second) } else { self.best(&candidates, clique.len()) };
        }
        touched.into_iter().for_each(|here| self.adjacent[here] = (0, 0));
        Some(clique)
    }

    /// Counts what a new literal of a clique excludes.
    fn count(&mut self, literal: Literal, touched: &mut Vec<usize>) {
        let others = self.clauses.others(-literal);
        poll(others.len());
        for (&other, is_covered) in others.iter().zip(&self.is_covered[place(literal)]) {
            let (all, fresh) = &mut self.adjacent[place(-other)];
            *all += 1;
            *fresh += usize::from(!is_covered);
            touched.push(place(-other));
        }
    }

    /// The literal that excludes all of a clique of this size and has the most uncovered pairs with it.
    fn best(&self, candidates: &[Literal], size: usize) -> Option<Literal> {
        poll(candidates.len());
        let fresh = |literal: &Literal| self.adjacent[place(*literal)].1;
        let fitting = candidates.iter().filter(|&&literal| self.adjacent[place(literal)].0 == size);
        fitting
            .copied()
            .filter(|literal| fresh(literal) > 0)
            .max_by_key(|literal| (fresh(literal), -literal.abs(), *literal))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exclusive(list: &[&[Literal]]) -> Vec<Clause> {
        let pairs = |group: &&[Literal]| {
            let group = group.to_vec();
            (0..group.len())
                .flat_map(move |b| (0..b).map(|a| vec![-group[a], -group[b]]).collect::<Vec<_>>())
                .collect::<Vec<_>>()
        };
        list.iter().flat_map(pairs).collect()
    }

    #[test]
    fn items_are_found_again() {
        let mut list = exclusive(&[&[1, 2, 3], &[3, 4, 5, 6], &[1, 7], &[2, -7]]);
        list.extend([vec![1, 2, 3], vec![4, 5, 7]]);
        let mut structure = ClauseStructure::of(&Clauses::new(7, list), 7);
        structure.at_most.iter_mut().for_each(|clique| clique.sort_unstable());
        structure.at_most.sort();
        assert_eq!(structure.exactly, [vec![1, 2, 3]]);
        assert_eq!(structure.at_most, [vec![-7, 2], vec![1, 7], vec![3, 4, 5, 6]]);
        assert_eq!(structure.at_least, [vec![4, 5, 7]]);
        structure.at_most.extend([vec![1, 2], vec![4, 5], vec![1, 7], vec![1, 4]]);
        structure.drop_contained(7);
        structure.at_most.sort();
        assert_eq!(structure.at_most, [vec![-7, 2], vec![1, 4], vec![1, 7], vec![3, 4, 5, 6]]);
    }
}
