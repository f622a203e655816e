//! "Exactly one" that follows by counting (P. Hall, 1935).
//!
//! Let m clauses have no literal in common, and all of their literals be in m cliques, sets with at most one true literal. The clauses ask for at least m true literals, the cliques allow at most m:
//! so exactly one of each clause is true, and exactly one of each clique, which is a literal of the clauses. Latin squares are often written so: a cell has at least one of n values, no row has one twice.
//! With fewer cliques than clauses there is no model.
//!
//! For each clique the clauses that meet it are taken, then cliques that cover them, greedily, then clauses that are covered too, fully or half, and so on for some rounds.

use dlx_core::stop::poll;

use super::clauses::Clauses;
use super::cliques::ClauseStructure;
use super::literal::{Clause, Contradiction, Literal, literal_at, normal, place};

/// The most literals that are looked at.
const BUDGET: usize = 50_000_000;
/// The most times that clauses and cliques are taken in turns.
const MOST_ROUNDS: usize = 6;

/// Clauses that follow by counting, and are new.
pub(super) fn tighten(
    structure: &ClauseStructure,
    clauses: &Clauses,
    n_variables: usize,
) -> Result<Vec<Clause>, Contradiction> {
    let pairs = asking_pairs(structure, clauses, n_variables);
    let general: Vec<&[Literal]> = structure.at_least.iter().chain(&pairs).map(Vec::as_slice).collect();
    if general.is_empty() {
        return Ok(Vec::new());
    }
    let singles = singles(structure, &general, n_variables);
    let mut counting = Counting::new(structure, &general, &singles, n_variables);
    let mut found = Vec::new();
    for start in 0..counting.allowing.len() {
        let Some((asking, allowing)) = counting.around(start) else { continue };
        if asking.len() > allowing.len() {
            return Err(Contradiction);
        }
        if asking.len() == allowing.len() {
            found.extend(counting.consequences(&asking, &allowing));
        }
    }
    found.sort_unstable();
    found.dedup();
    found.retain(|clause| is_new(clause, clauses));
    Ok(found)
}

/// Clauses of two literals that are both in cliques with others than the opposites of such clauses.
fn asking_pairs(structure: &ClauseStructure, clauses: &Clauses, n_variables: usize) -> Vec<Clause> {
    let mut is_allowed = vec![false; 2 * n_variables + 2];
    let cliques = structure.at_most.iter().chain(&structure.exactly);
    cliques.filter(|clique| clique.len() > 2).flatten().for_each(|&literal| is_allowed[place(literal)] = true);
    let both = (2..2 * n_variables + 2).map(literal_at).filter(|&literal| is_allowed[place(literal)]);
    let pairs = both.flat_map(|literal| {
        let others = clauses.others(literal).iter().copied();
        others.filter(move |&other| place(other) > place(literal)).map(move |other| (literal, other))
    });
    pairs.filter(|(_, other)| is_allowed[place(*other)]).filter_map(|(a, b)| normal(vec![a, b])).collect()
}

/// A clique for each literal that is asked for and in none.
fn singles(structure: &ClauseStructure, general: &[&[Literal]], n_variables: usize) -> Vec<Vec<Literal>> {
    let mut is_allowed = vec![false; 2 * n_variables + 2];
    let cliques = structure.at_most.iter().chain(&structure.exactly);
    cliques.flatten().for_each(|&literal| is_allowed[place(literal)] = true);
    let mut singles = Vec::new();
    for &literal in general.iter().copied().flatten() {
        if !std::mem::replace(&mut is_allowed[place(literal)], true) {
            singles.push(vec![literal]);
        }
    }
    singles
}

fn is_new(clause: &Clause, clauses: &Clauses) -> bool {
    match clause[..] {
        [a, b] => !clauses.has_pair(a, b),
        [first, ..] if clause.len() > 2 => clauses.long_with(first).all(|other| other != clause),
        _ => true,
    }
}

struct Counting<'a> {
    /// The sets that ask for a true literal: clauses, the general ones first.
    asking: Vec<&'a [Literal]>,
    n_general: usize,
    /// The sets that allow at most one true literal.
    allowing: Vec<&'a [Literal]>,
    /// By the place of a literal which of them have it.
    asking_at: Vec<Vec<usize>>,
    allowing_at: Vec<Vec<usize>>,
    /// By the place of a literal: is it asked for, allowed?
    is_asked: Vec<bool>,
    is_allowed: Vec<bool>,
    n_looked: usize,
}

impl<'a> Counting<'a> {
    fn new(
        structure: &'a ClauseStructure,
        general: &[&'a [Literal]],
        singles: &'a [Vec<Literal>],
        n_variables: usize,
    ) -> Self {
        let exactly = || structure.exactly.iter().map(Vec::as_slice);
        let asking: Vec<&[Literal]> = general.iter().copied().chain(exactly()).collect();
        let at_most = structure.at_most.iter().map(Vec::as_slice);
        let allowing: Vec<&[Literal]> = at_most.chain(exactly()).chain(singles.iter().map(Vec::as_slice)).collect();
        let at = |lists: &[&[Literal]]| {
            let mut at = vec![Vec::new(); 2 * n_variables + 2];
            for (number, list) in lists.iter().enumerate() {
                list.iter().for_each(|&literal| at[place(literal)].push(number));
            }
            at
        };
        let none = vec![false; 2 * n_variables + 2];
        let (asking_at, allowing_at, n_general) = (at(&asking), at(&allowing), general.len());
        Self {
            asking,
            n_general,
            allowing,
            asking_at,
            allowing_at,
            is_asked: none.clone(),
            is_allowed: none,
            n_looked: 0,
        }
    }

    /// Clauses without a common literal, among them those that meet a clique, and cliques that cover them; none if there are no such clauses, or too much was looked at.
    fn around(&mut self, start: usize) -> Option<(Vec<usize>, Vec<usize>)> {
        if self.n_looked > BUDGET {
            return None;
        }
        let (mut asking, mut allowing) = (Vec::new(), Vec::new());
        self.allow(start, &mut allowing);
        for &literal in self.allowing[start] {
            if let Some(&clause) = self.asking_at[place(literal)].first() {
                self.ask(clause, &mut asking);
            }
        }
        // Where all are exact already, nothing follows.
        let is_open = asking.iter().any(|&clause| clause < self.n_general);
        let is_covered = is_open && self.grow(&mut asking, &mut allowing);
        for &clause in &asking {
            self.asking[clause].iter().for_each(|&literal| self.is_asked[place(literal)] = false);
        }
        for &clique in &allowing {
            self.allowing[clique].iter().for_each(|&literal| self.is_allowed[place(literal)] = false);
        }
        is_covered.then_some((asking, allowing))
    }

    /// Takes cliques for clauses and clauses for cliques, in turns. Are all clauses covered?
    fn grow(&mut self, asking: &mut Vec<usize>, allowing: &mut Vec<usize>) -> bool {
        for round in 0..MOST_ROUNDS {
            if !self.cover(asking, allowing) {
                return false;
            }
            let n_asking = asking.len();
            self.ask_for_more(asking, allowing, 1);
            if asking.len() >= allowing.len() || round + 1 == MOST_ROUNDS {
                break;
            }
            self.ask_for_more(asking, allowing, 2);
            if asking.len() == n_asking {
                break;
            }
        }
        self.cover(asking, allowing)
    }

    /// Takes a clause, unless it has a literal in common with those before.
    fn ask(&mut self, clause: usize, asking: &mut Vec<usize>) {
        let literals = self.asking[clause];
        self.n_looked += literals.len();
        if literals.iter().all(|&literal| !self.is_asked[place(literal)]) {
            literals.iter().for_each(|&literal| self.is_asked[place(literal)] = true);
            asking.push(clause);
        }
    }

    fn allow(&mut self, clique: usize, allowing: &mut Vec<usize>) {
        self.allowing[clique].iter().for_each(|&literal| self.is_allowed[place(literal)] = true);
        allowing.push(clique);
    }

    /// Takes for each literal that is not covered the clique that covers the most. Returns false if one is in no clique.
    fn cover(&mut self, asking: &[usize], allowing: &mut Vec<usize>) -> bool {
        let all = asking.iter().flat_map(|&clause| self.asking[clause]).copied().collect::<Vec<_>>();
        for literal in all {
            if self.is_allowed[place(literal)] {
                continue;
            }
            let mut best = None;
            for &clique in &self.allowing_at[place(literal)] {
                let literals = self.allowing[clique];
                poll(literals.len());
                self.n_looked += literals.len();
                let is_gain = |&&literal: &&Literal| self.is_asked[place(literal)] && !self.is_allowed[place(literal)];
                best = best.max(Some((literals.iter().filter(is_gain).count(), clique)));
            }
            match best {
                Some((_, clique)) => self.allow(clique, allowing),
                None => return false,
            }
        }
        true
    }

    /// Also takes clauses of which this part is covered: 1 for all, 2 for half.
    fn ask_for_more(&mut self, asking: &mut Vec<usize>, allowing: &[usize], part: usize) {
        let all: Vec<Literal> = allowing.iter().flat_map(|&clique| self.allowing[clique]).copied().collect();
        for literal in all {
            for number in 0..self.asking_at[place(literal)].len() {
                let clause = self.asking_at[place(literal)][number];
                let literals = self.asking[clause];
                poll(literals.len());
                self.n_looked += literals.len();
                let n_covered = literals.iter().filter(|&&literal| self.is_allowed[place(literal)]).count();
                if part * n_covered >= literals.len() {
                    self.ask(clause, asking);
                }
            }
        }
    }

    /// What follows if as many true literals are asked for as are allowed.
    fn consequences(&mut self, asking: &[usize], allowing: &[usize]) -> Vec<Clause> {
        let mut found = Vec::new();
        for &clause in asking {
            let literals = self.asking[clause];
            let pairs =
                literals.iter().enumerate().flat_map(|(rank, &b)| literals[..rank].iter().map(move |&a| vec![-a, -b]));
            found.extend(pairs.filter_map(normal));
            literals.iter().for_each(|&literal| self.is_asked[place(literal)] = true);
        }
        for &clique in allowing {
            let (asked, others): (Vec<Literal>, Vec<Literal>) =
                self.allowing[clique].iter().partition(|&&literal| self.is_asked[place(literal)]);
            found.extend(others.into_iter().map(|literal| vec![-literal]));
            found.extend(normal(asked));
        }
        for &clause in asking {
            self.asking[clause].iter().for_each(|&literal| self.is_asked[place(literal)] = false);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The clauses of `n_rows` rows and `n_columns` columns: at least one cell is true in a row, at most one in a column.
    fn rows(n_rows: Literal, n_columns: Literal) -> (Clauses, usize) {
        let at = |row: Literal, column: Literal| row * n_columns + column + 1;
        let mut list: Vec<Clause> =
            (0..n_rows).map(|row| (0..n_columns).map(|column| at(row, column)).collect()).collect();
        for (b, a) in (0..n_rows).flat_map(|b| (0..b).map(move |a| (b, a))) {
            list.extend((0..n_columns).map(|column| vec![-at(a, column), -at(b, column)]));
        }
        let n = usize::try_from(n_rows * n_columns).unwrap();
        (Clauses::new(n, list), n)
    }

    fn tightened(n_rows: Literal, n_columns: Literal) -> Result<usize, Contradiction> {
        let (clauses, n) = rows(n_rows, n_columns);
        Ok(tighten(&ClauseStructure::of(&clauses, n), &clauses, n)?.len())
    }

    #[test]
    fn what_is_asked_for_is_all_that_is_allowed() {
        // Three pairs in each of three rows, and a column is never empty.
        assert_eq!(tightened(3, 3), Ok(12));
        assert_eq!(tightened(3, 4), Ok(0));
        assert_eq!(tightened(4, 3), Err(Contradiction));
    }
}
