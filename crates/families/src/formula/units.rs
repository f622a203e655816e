//! Unit propagation: a clause with one literal left makes it true, which takes literals out of others.

use dlx_core::stop::poll;

use super::literal::{Clause, Contradiction, Literal, normal, place, variable};
use super::values::Values;

/// Writes clauses in terms of roots, until none has a single literal. Clauses that are true are removed.
pub(super) fn propagate(clauses: &mut Vec<Clause>, values: &mut Values) -> Result<(), Contradiction> {
    let mut units = rewrite(clauses, values)?;
    if !units.is_empty() {
        let at = occurrences(clauses);
        while let Some(unit) = units.pop() {
            if values.value(unit) == Some(true) {
                continue;
            }
            values.set(unit)?;
            for &number in at.get(place(-unit)).into_iter().flatten() {
                units.extend(last_open(&clauses[number], values)?);
            }
        }
        rewrite(clauses, values)?;
    }
    Ok(())
}

/// Writes clauses in terms of roots, and takes those with one literal out.
fn rewrite(clauses: &mut Vec<Clause>, values: &mut Values) -> Result<Vec<Literal>, Contradiction> {
    values.flatten();
    let mut units = Vec::new();
    let mut is_contradictory = false;
    clauses.retain_mut(|clause| {
        poll(clause.len());
        let Some(rewritten) = rewritten(clause, values) else { return false };
        *clause = rewritten;
        is_contradictory |= clause.is_empty();
        if let [unit] = clause[..] {
            units.push(unit);
        }
        clause.len() > 1
    });
    if is_contradictory { Err(Contradiction) } else { Ok(units) }
}

/// A clause in terms of roots; none if it is true.
fn rewritten(clause: &[Literal], values: &Values) -> Option<Clause> {
    let mut open = Vec::with_capacity(clause.len());
    for &literal in clause {
        match values.value(literal) {
            Some(true) => return None,
            Some(false) => {}
            None => open.push(values.root(literal)),
        }
    }
    normal(open)
}

/// The only literal of a clause that is not false, if no literal is true.
fn last_open(clause: &[Literal], values: &Values) -> Result<Option<Literal>, Contradiction> {
    poll(clause.len());
    let mut last = None;
    for &literal in clause {
        match values.value(literal) {
            Some(true) => return Ok(None),
            Some(false) => {}
            None if last.is_some() => return Ok(None),
            None => last = Some(literal),
        }
    }
    last.map_or(Err(Contradiction), |last| Ok(Some(last)))
}

/// By the place of a literal the clauses that have it.
fn occurrences(clauses: &[Clause]) -> Vec<Vec<usize>> {
    let most = clauses.iter().flatten().map(|&literal| variable(literal)).max().unwrap_or(0);
    let mut at = vec![Vec::new(); 2 * most + 2];
    for (number, clause) in clauses.iter().enumerate() {
        poll(clause.len());
        clause.iter().for_each(|&literal| at[place(literal)].push(number));
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_spread() {
        let mut clauses = vec![vec![1], vec![-1, 2], vec![-2, 3, 4], vec![-2, -3, 5, 6], vec![2, 5]];
        let mut values = Values::new(6, vec![true; 7]);
        values.unite(3, 4).unwrap();
        propagate(&mut clauses, &mut values).unwrap();
        assert_eq!(clauses, [vec![5, 6]]);
        assert_eq!((values.value(4), values.value(5)), (Some(true), None));
        let mut clauses = vec![vec![1], vec![-1, 2], vec![-1, -2]];
        assert_eq!(propagate(&mut clauses, &mut Values::new(2, vec![true; 3])), Err(Contradiction));
    }
}
