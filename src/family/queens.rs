//! n queens on an n by n board, none attacking another: OEIS A000170.
//!
//! Rows and columns are covered exactly once, so they are primary; diagonals at most once, so they are secondary (TAOCP 7.2.2.1, the example
//! of section "Secondary items"). Diagonals of length 1 exclude nothing and are left out.
//!
//! Rows and columns stand in organ-pipe order, from the middle outwards: among items with equally few options left, the one in the middle
//! attacks more. That is Knuth's exercise 15 there.

use crate::problem::{ItemId, Problem, ProblemBuilder, ProblemError};

/// Larger boards have more nodes than ids.
pub const MAX_QUEENS: usize = 700;

/// The problem of n queens. Items are `r0`.. `c0`.. for rows and columns, `a0`.. `b0`.. for diagonals by row + column and by row - column + n - 1.
///
/// # Panics
/// If n is larger than [`MAX_QUEENS`].
///
/// ```
/// use dlx_count::family::queens;
///
/// let problem = queens(8);
/// assert_eq!((problem.n_primary(), problem.n_items(), problem.n_options()), (16, 42, 64));
/// ```
#[must_use]
pub fn queens(n: usize) -> Problem {
    assert!(n <= MAX_QUEENS, "at most {MAX_QUEENS} queens");
    build(n).expect("rows, columns and diagonals have different labels")
}

fn build(n: usize) -> Result<Problem, ProblemError> {
    let mut builder = Problem::builder();
    builder.name(format!("queens {n}"));
    let mut lines = vec![[None; 2]; n];
    for k in organ_pipe(n) {
        lines[k] = [Some(builder.primary(format!("r{k}"))?), Some(builder.primary(format!("c{k}"))?)];
    }
    let [rising, falling] = [diagonals(&mut builder, n, 'a')?, diagonals(&mut builder, n, 'b')?];
    for (row, column) in (0..n).flat_map(|row| (0..n).map(move |column| (row, column))) {
        let cell = [lines[row][0], lines[column][1], rising[row + column], falling[row + n - 1 - column]];
        builder.option(&cell.into_iter().flatten().collect::<Vec<_>>())?;
    }
    Ok(builder.build())
}

/// 0..n from the middle outwards: 2, 3, 1, 4, 0 for n = 5.
fn organ_pipe(n: usize) -> impl Iterator<Item = usize> {
    (0..n).map(move |k| if k % 2 == 0 { n / 2 + k / 2 } else { n / 2 - k.div_ceil(2) }).map(move |k| n - 1 - k)
}

/// The diagonals in one direction; none for those of length 1.
fn diagonals(builder: &mut ProblemBuilder, n: usize, letter: char) -> Result<Vec<Option<ItemId>>, ProblemError> {
    let number = (2 * n).saturating_sub(1);
    let is_short = |k: usize| k == 0 || k + 1 == number;
    (0..number).map(|k| (!is_short(k)).then(|| builder.secondary(format!("{letter}{k}"))).transpose()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn organ_pipe_order_is_a_permutation_from_the_middle() {
        assert_eq!(organ_pipe(5).collect::<Vec<_>>(), [2, 3, 1, 4, 0]);
        assert_eq!(organ_pipe(4).collect::<Vec<_>>(), [1, 2, 0, 3]);
        assert_eq!(organ_pipe(1).collect::<Vec<_>>(), [0]);
        assert_eq!(organ_pipe(0).count(), 0);
    }

    #[test]
    fn small_boards_have_only_what_constrains() {
        assert_eq!(queens(0).n_items(), 0);
        assert_eq!((queens(1).n_items(), queens(1).n_options()), (2, 1));
        assert_eq!((queens(2).n_items(), queens(2).n_options()), (6, 4));
    }
}
