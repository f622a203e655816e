//! Literals that imply each other in a cycle are equal: strongly connected components of the implications given by clauses of two literals (B. Aspvall, M. Plass, R. E. Tarjan, 1979).

use dlx_core::stop::poll;

use super::literal::{Clause, Contradiction, Literal, literal_at, place, variable};
use super::values::Values;

/// Unites literals that imply each other. Returns whether there were any.
pub(super) fn unite_equal(clauses: &[Clause], values: &mut Values) -> Result<bool, Contradiction> {
    let mut is_new = false;
    for component in components(&implications(clauses)) {
        for &other in &component[1..] {
            is_new |= values.root(component[0]) != values.root(other);
            values.unite(component[0], other)?;
        }
    }
    Ok(is_new)
}

/// By the place of a literal the places of those that it implies.
fn implications(clauses: &[Clause]) -> Vec<Vec<usize>> {
    let most = clauses.iter().flatten().map(|&literal| variable(literal)).max().unwrap_or(0);
    let mut implied = vec![Vec::new(); 2 * most + 2];
    for clause in clauses {
        poll(1);
        if let [a, b] = clause[..] {
            implied[place(-a)].push(place(b));
            implied[place(-b)].push(place(a));
        }
    }
    implied
}

/// The components with more than one literal: Tarjan's algorithm, with an explicit path instead of recursion.
fn components(implied: &[Vec<usize>]) -> Vec<Vec<Literal>> {
    let mut search = EqualSearch { low: vec![0; implied.len()], n_seen: 0, open: Vec::new(), found: Vec::new() };
    for start in 0..implied.len() {
        if search.low[start] == 0 && !implied[start].is_empty() {
            search.visit(start, implied);
        }
    }
    search.found
}

/// A literal whose component is known.
const DONE: usize = usize::MAX;

struct EqualSearch {
    /// By place the least number that is reached, from 1; 0 if a literal was not seen yet.
    low: Vec<usize>,
    n_seen: usize,
    /// Literals whose component is not known yet.
    open: Vec<usize>,
    found: Vec<Vec<Literal>>,
}

/// A literal on the path, its number, and how many of those that it implies have been looked at.
type Eliminated = (usize, usize, usize);

impl EqualSearch {
    fn visit(&mut self, start: usize, implied: &[Vec<usize>]) {
        let mut path: Vec<Eliminated> = vec![self.enter(start)];
        while let Some((here, number, n_looked)) = path.pop() {
            poll(1);
            match implied[here].get(n_looked) {
                Some(&next) => {
                    path.push((here, number, n_looked + 1));
                    match self.low[next] {
                        0 => path.push(self.enter(next)),
                        DONE => {}
                        low => self.low[here] = self.low[here].min(low),
                    }
                }
                None => {
                    let low = self.low[here];
                    if low == number {
                        self.close(here);
                    } else if let Some(&(above, ..)) = path.last() {
                        self.low[above] = self.low[above].min(low);
                    }
                }
            }
        }
    }

    fn enter(&mut self, here: usize) -> Eliminated {
        self.n_seen += 1;
        self.low[here] = self.n_seen;
        self.open.push(here);
        (here, self.n_seen, 0)
    }

    /// The component of a literal: all literals seen since that are still open.
    fn close(&mut self, here: usize) {
        let start = self.open.iter().rposition(|&other| other == here).unwrap_or_default();
        let component: Vec<usize> = self.open.drain(start..).collect();
        component.iter().for_each(|&other| self.low[other] = DONE);
        if component.len() > 1 {
            self.found.push(component.into_iter().map(literal_at).collect());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_are_equal() {
        let mut values = Values::new(5, vec![true; 6]);
        let circle = [vec![-1, 2], vec![-2, -3], vec![1, 3], vec![4, 5]];
        assert_eq!(unite_equal(&circle, &mut values), Ok(true));
        assert_eq!((values.root(2), values.root(3), values.root(4)), (1, -1, 4));
        assert_eq!(unite_equal(&circle, &mut values), Ok(false));
        let both = [vec![1, 2], vec![1, -2], vec![-1, 2], vec![-1, -2]];
        assert_eq!(unite_equal(&both, &mut Values::new(2, vec![true; 3])), Err(Contradiction));
    }
}
