//! Clauses that follow from a shorter one are removed, and so are literals that a clause does not need: from "C or x" and "D or not x", where D is a part of C, the first becomes C.
//!
//! Pairs are tried on all longer clauses; longer clauses on each other only as far as a budget goes. Each step keeps the models as they are.

use dlx_core::stop::poll;

use super::clauses::Clauses;
use super::literal::{Clause, Literal, place};

/// The most literals that are looked at.
const BUDGET: usize = 20_000_000;

/// Takes out clauses that follow. Returns whether a clause became shorter.
pub(super) fn subsume(n_variables: usize, list: &mut Vec<Clause>) -> bool {
    list.sort_unstable();
    list.dedup();
    let all = Clauses::new(n_variables, std::mem::take(list));
    let mut marks = vec![false; 2 * n_variables + 2];
    let mut is_shorter = false;
    let mut long: Vec<Clause> = Vec::new();
    for clause in all.long() {
        if let Some(left) = by_pairs(clause, &all, &mut marks) {
            is_shorter |= left.len() < clause.len();
            long.push(left);
        }
    }
    list.extend(all.into_list().into_iter().filter(|clause| clause.len() < 3));
    is_shorter |= by_each_other(n_variables, &mut long);
    list.extend(long);
    is_shorter
}

/// What pairs leave of a clause; none if it follows from one of them.
fn by_pairs(clause: &Clause, all: &Clauses, marks: &mut [bool]) -> Option<Clause> {
    clause.iter().for_each(|&literal| marks[place(literal)] = true);
    let mut follows = false;
    let mut left = clause.clone();
    for &literal in clause {
        let others = all.others(literal);
        poll(others.len());
        follows |= others.iter().any(|&other| marks[place(other)]);
        // One that was taken out is not marked any more: it takes no other with it.
        let needless = others.iter().filter(|&&other| marks[place(-other)]);
        let needless: Vec<Literal> = needless.map(|&other| -other).collect();
        if marks[place(literal)] && !needless.is_empty() {
            needless.iter().for_each(|&other| marks[place(other)] = false);
            left.retain(|&other| marks[place(other)]);
        }
    }
    clause.iter().for_each(|&literal| marks[place(literal)] = false);
    (!follows).then_some(left)
}

/// Tries longer clauses on each other, the short ones first. Returns whether one became shorter.
fn by_each_other(n_variables: usize, long: &mut Vec<Clause>) -> bool {
    long.sort_unstable_by_key(Vec::len);
    let mut at = vec![Vec::new(); 2 * n_variables + 2];
    for (number, clause) in long.iter().enumerate() {
        clause.iter().for_each(|&literal| at[place(literal)].push(number));
    }
    let (mut is_shorter, mut budget) = (false, BUDGET);
    let mut marks = vec![false; 2 * n_variables + 2];
    for number in 0..long.len() {
        // A pair or less is to be looked at by others.
        let Some(rarest) = rarest(&long[number], &at).filter(|_| long[number].len() > 2) else { continue };
        let part = long[number].clone();
        part.iter().for_each(|&literal| marks[place(literal)] = true);
        let near: Vec<usize> = at[place(rarest)].iter().chain(&at[place(-rarest)]).copied().collect();
        for other in near {
            if other == number || long[other].len() < part.len() {
                continue;
            }
            budget = budget.saturating_sub(long[other].len());
            poll(long[other].len());
            match flipped(&part, &long[other], &marks) {
                Some(None) => long[other].clear(),
                Some(Some(flipped)) => {
                    long[other].retain(|&literal| literal != flipped);
                    is_shorter = true;
                }
                _ => {}
            }
        }
        part.iter().for_each(|&literal| marks[place(literal)] = false);
        if budget == 0 {
            break;
        }
    }
    long.retain(|clause| !clause.is_empty());
    is_shorter
}

/// The literal of a clause whose variable is in the fewest clauses.
fn rarest(clause: &[Literal], at: &[Vec<usize>]) -> Option<Literal> {
    clause.iter().copied().min_by_key(|&literal| at[place(literal)].len() + at[place(-literal)].len())
}

/// Is the part, whose literals are marked, contained in a clause, except for at most one literal, whose opposite is in the clause?
fn flipped(part: &[Literal], clause: &[Literal], marks: &[bool]) -> Option<Option<Literal>> {
    let n_same = clause.iter().filter(|&&literal| marks[place(literal)]).count();
    let mut opposite = clause.iter().copied().filter(|&literal| marks[place(-literal)]);
    match (opposite.next(), opposite.next()) {
        (None, _) if n_same == part.len() => Some(None),
        (Some(one), None) if n_same + 1 == part.len() => Some(Some(one)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_goes() {
        let mut list = vec![
            vec![1, 2],
            vec![1, 2, 3],
            vec![-1, 2, 4],
            vec![3, 4, 5],
            vec![3, 4, 5, 6],
            vec![-3, 4, 5, 6],
            vec![3, 4, 5],
        ];
        assert!(subsume(6, &mut list));
        list.sort();
        // 2 or 4, by the first; then 4, 5, 6 by 3, 4, 5.
        assert_eq!(list, [vec![1, 2], vec![2, 4], vec![3, 4, 5], vec![4, 5, 6]]);
        assert!(!subsume(6, &mut list));
    }
}
