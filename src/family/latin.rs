//! Latin squares: n by n, every row and every column has each of n symbols once. OEIS A002860; A000315 for reduced ones.
//!
//! Items are the cells, each symbol in each row, each symbol in each column; an option puts a symbol in a cell. A reduced square has its first row and
//! first column in order, so these cells are filled before we begin: L(n) = n! (n - 1)! R(n).

use super::FamilyError;
use super::drawing::{Drawing, rows};
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
/// use dlx_count::{Session, family::latin};
///
/// assert_eq!(Session::new()?.count(&latin(4, false)?)?.count.to_string(), "576");
/// assert_eq!(Session::new()?.count(&latin(4, true)?)?.count.to_string(), "4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn latin(n: usize, is_reduced: bool) -> Result<Problem, FamilyError> {
    let grid = grid(n, is_reduced)?;
    Ok(grid.problem(Layout::Latin).with_name(format!("latin {n}{}", if is_reduced { " --reduced" } else { "" })))
}

/// Draws the solutions of [`latin`]: rows of numbers from 1.
///
/// # Errors
/// If n is larger than [`MAX_LATIN`].
pub fn latin_drawing(n: usize, is_reduced: bool) -> Result<Drawing, FamilyError> {
    let grid = grid(n, is_reduced)?;
    let scene = grid.scene(Layout::Latin, |symbol| (symbol + 1).to_string());
    let (_, fillings) = grid.laid_out(Layout::Latin);
    let width = n.to_string().len();
    Ok(Drawing::new(scene, move |solution| {
        let square = grid.filled(solution.iter().map(|option| fillings[option.index()]));
        let number = |symbol: Option<usize>| symbol.map_or(".".into(), |symbol| (symbol + 1).to_string());
        let cells: Vec<String> = square.cells().map(|(.., symbol)| format!("{:>width$}", number(symbol))).collect();
        rows(&cells, n)
    }))
}

/// The square before we begin.
fn grid(n: usize, is_reduced: bool) -> Result<Grid, FamilyError> {
    bounded("latin", n, MAX_LATIN)?;
    let mut grid = Grid::empty(n);
    if is_reduced {
        for k in 0..n {
            grid.set(0, k, k);
            grid.set(k, 0, k);
        }
    }
    Ok(grid)
}
