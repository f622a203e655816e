//! Programs of one row, whose solutions are the subsets of numbers with a sum in bounds: they are counted as a [knapsack](crate::knapsack) is, without a problem.
//!
//! A variable with a negative number is exchanged for its opposite, what is fixed is taken from the bounds, and a variable that is not in the row doubles the count.

use super::BinaryProgram;
use crate::sums::{Copies, n_choices};
use dlx_core::tally::Count;

/// The number of solutions of a program of one row with different numbers; none if it has another form, or would take too long.
pub(super) fn n_solutions(program: &BinaryProgram) -> Option<Count> {
    let [row] = &program.rows[..] else { return None };
    if row.terms.windows(2).all(|pair| pair[0].0 == pair[1].0) {
        return None;
    }
    if program.variables.iter().any(|variable| variable.can_be == [false; 2]) {
        return Some(Count::ZERO);
    }
    let mut is_free: Vec<bool> = program.variables.iter().map(|variable| variable.can_be == [true; 2]).collect();
    let (mut numbers, mut fixed): (Vec<Copies>, i128) = (Vec::new(), 0);
    for &(number, variable) in &row.terms {
        if program.variables[variable].can_be == [true; 2] {
            numbers.push((usize::try_from(number.unsigned_abs()).ok()?, Some(1)));
            fixed += number.min(0);
        } else if program.variables[variable].can_be[1] {
            fixed += number;
        }
        is_free[variable] = false;
    }
    let total = numbers.iter().try_fold(0usize, |total, (number, _)| total.checked_add(*number))?;
    let least = row.least.map_or(0, |least| least - fixed).max(0);
    let most = row.most.map_or(i128::try_from(total).ok()?, |most| most - fixed).min(i128::try_from(total).ok()?);
    if least > most {
        return Some(Count::ZERO);
    }
    let count = n_choices(&numbers, usize::try_from(least).ok()?, usize::try_from(most).ok()?)?;
    Some(is_free.iter().filter(|&&is_free| is_free).fold(count, |count, _| count.clone() + count))
}

#[cfg(test)]
mod tests {
    use super::super::{ProgramRow, ProgramVariable};
    use super::*;

    /// Against all assignments.
    #[test]
    fn rows_are_counted_as_they_are_tried() {
        let mut dice = fastrand::Rng::with_seed(7);
        let mut n_counted = 0;
        for _ in 0..3000 {
            let n = dice.usize(1..8);
            let can_be = |dice: &mut fastrand::Rng| match dice.u8(..10) {
                0 => [true, false],
                1 => [false, true],
                2 if dice.u8(..8) == 0 => [false, false],
                _ => [true, true],
            };
            let variable = |dice: &mut fastrand::Rng| ProgramVariable { name: String::new(), can_be: can_be(dice) };
            let variables: Vec<_> = (0..n).map(|_| variable(&mut dice)).collect();
            let terms: Vec<(i128, usize)> = (0..n)
                .map(|variable| (i128::from(dice.i32(-9..10)), variable))
                .filter(|&(number, _)| number != 0)
                .collect();
            let mut bound = || (dice.u8(..4) > 0).then(|| i128::from(dice.i32(-20..25)));
            let (least, most) = (bound(), bound());
            let row = ProgramRow { name: String::new(), terms: terms.clone(), least, most };
            let program = BinaryProgram { variables: variables.clone(), rows: vec![row], ..BinaryProgram::default() };
            let holds = |model: &usize| {
                let bit = |variable: usize| model >> variable & 1;
                let sum: i128 =
                    terms.iter().filter(|&&(_, variable)| bit(variable) == 1).map(|(number, _)| number).sum();
                (0..n).all(|variable| variables[variable].can_be[bit(variable)])
                    && least.is_none_or(|least| sum >= least)
                    && most.is_none_or(|most| sum <= most)
            };
            if let Some(count) = n_solutions(&program) {
                n_counted += 1;
                assert_eq!(count.to_u64(), Some((0..1usize << n).filter(holds).count() as u64), "{program:?}");
            }
        }
        assert!(n_counted > 1000, "{n_counted}");
    }
}
