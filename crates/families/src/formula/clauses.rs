//! Clauses by their literals. Pairs are kept apart from longer clauses, and each clause can be found from any of its literals.

use dlx_core::stop::poll;

use super::literal::{Clause, Literal, literal_at, normal, place};

/// A set of clauses that may change.
#[derive(Clone, Debug, Default)]
pub(super) struct Clauses {
    /// By the place of a literal the other literals of its clauses of two, sorted.
    pairs: Vec<Vec<Literal>>,
    /// Longer clauses; those taken out are empty.
    long: Vec<Clause>,
    /// By the place of a literal the numbers of its longer clauses; some may have been taken out.
    at: Vec<Vec<usize>>,
    /// Clauses of one literal, which are still to be propagated.
    pub(super) units: Vec<Literal>,
    pub(super) n_literals: usize,
}

impl Clauses {
    /// The set of these normal clauses of two or more literals of variables 1 to n.
    pub(super) fn new(n_variables: usize, clauses: Vec<Clause>) -> Self {
        let places = 2 * n_variables + 2;
        let mut all = Self { pairs: vec![Vec::new(); places], at: vec![Vec::new(); places], ..Self::default() };
        for clause in clauses {
            poll(clause.len());
            all.n_literals += clause.len();
            if let [a, b] = clause[..] {
                all.pairs[place(a)].push(b);
                all.pairs[place(b)].push(a);
            } else {
                all.push_long(clause);
            }
        }
        for others in &mut all.pairs {
            poll(others.len());
            others.sort_unstable();
            others.dedup();
        }
        all
    }

    /// All clauses, as a list.
    pub(super) fn into_list(self) -> Vec<Clause> {
        let mut list: Vec<Clause> = self.units.iter().map(|&unit| vec![unit]).collect();
        for (here, others) in self.pairs.iter().enumerate() {
            let literal = literal_at(here);
            let later = others.iter().filter(|other| place(**other) > here);
            list.extend(later.filter_map(|&other| normal(vec![literal, other])));
            poll(others.len());
        }
        list.extend(self.long.into_iter().filter(|clause| !clause.is_empty()));
        list
    }

    /// The literals each of which must be true if this one is not.
    pub(super) fn others(&self, literal: Literal) -> &[Literal] {
        &self.pairs[place(literal)]
    }

    pub(super) fn has_pair(&self, a: Literal, b: Literal) -> bool {
        let (few, other) = if self.others(a).len() <= self.others(b).len() { (a, b) } else { (b, a) };
        self.others(few).binary_search(&other).is_ok()
    }

    /// The longer clauses.
    pub(super) fn long(&self) -> impl Iterator<Item = &Clause> {
        self.long.iter().filter(|clause| !clause.is_empty())
    }

    /// Above all numbers of longer clauses.
    pub(super) const fn n_long(&self) -> usize {
        self.long.len()
    }

    /// The longer clauses that have a literal, with their numbers.
    pub(super) fn numbered_with(&self, literal: Literal) -> impl Iterator<Item = (usize, &Clause)> {
        let all = self.at[place(literal)].iter().map(|&number| (number, &self.long[number]));
        all.filter(|(_, clause)| !clause.is_empty())
    }

    /// The longer clauses that have a literal.
    pub(super) fn long_with(&self, literal: Literal) -> impl Iterator<Item = &Clause> {
        self.numbered_with(literal).map(|(_, clause)| clause)
    }

    /// All clauses with a literal.
    pub(super) fn all_with(&self, literal: Literal) -> Vec<Clause> {
        let pairs = self.others(literal).iter().filter_map(|&other| normal(vec![literal, other]));
        pairs.chain(self.long_with(literal).cloned()).collect()
    }

    /// Adds a normal clause that is not empty.
    pub(super) fn add(&mut self, clause: Clause) {
        match clause[..] {
            [unit] => self.units.push(unit),
            [a, b] => {
                for (here, other) in [(a, b), (b, a)] {
                    let others = &mut self.pairs[place(here)];
                    if let Err(rank) = others.binary_search(&other) {
                        others.insert(rank, other);
                        self.n_literals += 1;
                    }
                }
            }
            _ => {
                self.n_literals += clause.len();
                self.push_long(clause);
            }
        }
    }

    fn push_long(&mut self, clause: Clause) {
        clause.iter().for_each(|&literal| self.at[place(literal)].push(self.long.len()));
        self.long.push(clause);
    }

    /// Takes all clauses with a literal out.
    pub(super) fn take_out(&mut self, literal: Literal) {
        for other in std::mem::take(&mut self.pairs[place(literal)]) {
            let others = &mut self.pairs[place(other)];
            if let Ok(rank) = others.binary_search(&literal) {
                others.remove(rank);
            }
            self.n_literals = self.n_literals.saturating_sub(2);
        }
        for number in std::mem::take(&mut self.at[place(literal)]) {
            let clause = std::mem::take(&mut self.long[number]);
            self.n_literals = self.n_literals.saturating_sub(clause.len());
        }
    }

    /// Do all pairs of these literals exclude each other?
    pub(super) fn are_exclusive(&self, literals: &[Literal]) -> bool {
        poll(literals.len() * literals.len());
        let all_behind = |(rank, &literal): (usize, &Literal)| {
            literals[rank + 1..].iter().all(|&other| self.has_pair(-literal, -other))
        };
        literals.iter().enumerate().all(all_behind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_come_and_go() {
        let list = vec![vec![-1, -2], vec![1, 2, 3], vec![-1, -3], vec![-2, -3]];
        let mut clauses = Clauses::new(4, list.clone());
        assert!(clauses.are_exclusive(&[1, 2, 3]) && !clauses.are_exclusive(&[1, 4]));
        assert_eq!(clauses.all_with(1), [vec![1, 2, 3]]);
        clauses.add(vec![-1, 4]);
        assert!(clauses.has_pair(4, -1) && clauses.n_literals == 11);
        clauses.take_out(-1);
        let mut left = clauses.into_list();
        left.sort();
        assert_eq!(left, [vec![-2, -3], vec![1, 2, 3]]);
    }
}
