//! Parities: the number of true ones among some variables is odd, or even.
//!
//! k variables with a parity are 2^(k-1) clauses, one for each choice of values with the other parity. A variable that is only in parities is settled by one of them: it is taken out of the others
//! (C. F. Gauss's elimination), and that one is removed. If all clauses of a formula are parities, the remaining variables are free, and the count is a power of two.

use std::collections::BTreeMap;

use dlx_core::stop::poll;

use super::literal::{Clause, Contradiction, variable};
use super::model::Eliminated;

/// Parities of more variables are not looked for: they would be too many clauses.
const MOST_VARIABLES: usize = 10;
/// The most variables that a parity among other clauses may grow to.
const MOST_GROWN: usize = 8;

/// The condition that the number of true variables among these, which are sorted, is odd, or even.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Parity {
    pub(super) variables: Vec<usize>,
    pub(super) is_odd: bool,
}

/// Takes the parities out of clauses.
pub(super) fn take_out(clauses: &mut Vec<Clause>) -> Vec<Parity> {
    clauses.sort_unstable();
    clauses.dedup();
    let mut groups: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
    for (number, clause) in clauses.iter().enumerate().filter(|(_, clause)| clause.len() <= MOST_VARIABLES) {
        let variables = clause.iter().map(|&literal| variable(literal)).collect();
        groups.entry(variables).or_default().push(number);
    }
    let mut is_taken = vec![false; clauses.len()];
    let mut parities = Vec::new();
    for (variables, numbers) in groups {
        poll(numbers.len());
        for is_odd in [false, true] {
            // A clause excludes the values that make all of its literals false: as many are true as it has negative literals.
            let excludes = |&&number: &&usize| (n_negative(&clauses[number]) % 2 == 1) != is_odd;
            let its: Vec<usize> = numbers.iter().filter(excludes).copied().collect();
            if its.len() == 1 << (variables.len() - 1) {
                its.iter().for_each(|&number| is_taken[number] = true);
                parities.push(Parity { variables: variables.clone(), is_odd });
            }
        }
    }
    let mut is_taken = is_taken.into_iter();
    clauses.retain(|_| !is_taken.next().unwrap_or(false));
    parities
}

fn n_negative(clause: &[i32]) -> usize {
    clause.iter().filter(|&&literal| literal < 0).count()
}

/// Eliminates variables that are in nothing else, and says how their values are found.
pub(super) fn eliminate(
    parities: &mut Vec<Parity>,
    is_elsewhere: impl Fn(usize) -> bool,
) -> Result<Vec<Eliminated>, Contradiction> {
    let mut steps = Vec::new();
    let is_alone = parities.iter().flat_map(|parity| &parity.variables).all(|&variable| !is_elsewhere(variable));
    let most = if is_alone { usize::MAX } else { MOST_GROWN };
    let mut candidates: Vec<usize> = parities.iter().flat_map(|parity| parity.variables.clone()).collect();
    candidates.sort_unstable();
    candidates.dedup();
    candidates.retain(|&variable| !is_elsewhere(variable));
    for variable in candidates {
        if let Some(parity) = eliminate_one(parities, variable, most) {
            let others = parity.variables.into_iter().filter(|&other| other != variable).collect();
            steps.push(Eliminated::Parity { variable, others, is_odd: parity.is_odd });
        }
    }
    if parities.iter().any(|parity| parity.variables.is_empty() && parity.is_odd) {
        return Err(Contradiction);
    }
    parities.retain(|parity| !parity.variables.is_empty());
    Ok(steps)
}

/// Takes a variable out of all parities by the shortest that has it, which is removed; none if one would grow beyond a bound.
fn eliminate_one(parities: &mut Vec<Parity>, variable: usize, most: usize) -> Option<Parity> {
    poll(parities.len());
    let has_it = |parity: &Parity| parity.variables.binary_search(&variable).is_ok();
    let its: Vec<usize> = (0..parities.len()).filter(|&number| has_it(&parities[number])).collect();
    let shortest = its.iter().copied().min_by_key(|&number| parities[number].variables.len())?;
    let others: Vec<usize> = its.into_iter().filter(|&number| number != shortest).collect();
    let sums: Vec<Parity> = others.iter().map(|&number| sum(&parities[number], &parities[shortest])).collect();
    if sums.iter().any(|sum| sum.variables.len() > most) {
        return None;
    }
    others.into_iter().zip(sums).for_each(|(number, sum)| parities[number] = sum);
    Some(parities.swap_remove(shortest))
}

/// The sum of two parities, without the variables that both have.
fn sum(a: &Parity, b: &Parity) -> Parity {
    poll(a.variables.len() + b.variables.len());
    let (mut left, mut right) = (a.variables.iter().copied().peekable(), b.variables.iter().copied().peekable());
    let mut variables = Vec::new();
    loop {
        match (left.peek().copied(), right.peek().copied()) {
            (Some(x), Some(y)) if x == y => {
                left.next();
                right.next();
            }
            (Some(x), y) if y.is_none_or(|y| x < y) => variables.extend(left.next()),
            (_, Some(_)) => variables.extend(right.next()),
            _ => return Parity { variables, is_odd: a.is_odd != b.is_odd },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn odd(variables: &[usize]) -> Parity {
        Parity { variables: variables.into(), is_odd: true }
    }

    #[test]
    fn parities_are_found_among_clauses() {
        let even = [vec![1, 2, -3], vec![1, -2, 3], vec![-1, 2, 3], vec![-1, -2, -3]];
        let mut clauses = [&even[..], &[vec![1, 2, 3], vec![4, 5, 6]]].concat();
        assert_eq!(take_out(&mut clauses), [Parity { variables: vec![1, 2, 3], is_odd: false }]);
        assert_eq!(clauses, [vec![1, 2, 3], vec![4, 5, 6]]);
    }

    #[test]
    fn variables_of_parities_alone_are_eliminated() {
        let mut parities = vec![odd(&[1, 2]), odd(&[2, 3, 4]), odd(&[1, 4])];
        let steps = eliminate(&mut parities, |variable| variable == 4).unwrap();
        assert_eq!((steps.len(), parities.len()), (3, 0));
        let mut contradictory = vec![odd(&[1, 2]), odd(&[2, 3]), odd(&[1, 3])];
        assert_eq!(eliminate(&mut contradictory, |_| false), Err(Contradiction));
    }
}
