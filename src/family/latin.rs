//! Latin squares: n by n, every row and every column has each of n symbols once. OEIS A002860; A000315 for reduced ones.
//!
//! Items are the cells, each symbol in each row, each symbol in each column; an option puts a symbol in a cell. A reduced square has its first row and
//! first column in order, so these cells are filled before we begin: L(n) = n! (n - 1)! R(n).

use super::FamilyError;
use super::error::bounded;
use super::grid::{Grid, Layout};
use crate::problem::Problem;

/// Larger squares have far more options than anybody can count.
pub const MAX_LATIN: usize = 64;

/// The problem of Latin squares, reduced ones only if asked for.
///
/// # Errors
/// If n is larger than [`MAX_LATIN`].
///
/// ```
/// use dlx_count::{Counter, family::latin};
///
/// assert_eq!(Counter::new(&latin(4, false)?).run()?.count.to_string(), "576");
/// assert_eq!(Counter::new(&latin(4, true)?).run()?.count.to_string(), "4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn latin(n: usize, is_reduced: bool) -> Result<Problem, FamilyError> {
    bounded("latin", n, MAX_LATIN)?;
    let mut grid = Grid::empty(n);
    if is_reduced {
        for k in 0..n {
            grid.set(0, k, k);
            grid.set(k, 0, k);
        }
    }
    Ok(grid.problem(Layout::Latin).with_name(format!("latin {n}{}", if is_reduced { " --reduced" } else { "" })))
}
