//! Squares, and their completions.

use crate::drawing::Drawing;
use crate::error::{FamilyError, bounded};
use crate::grid::{Grid, LineLayout, Regions, name};
use dlx_core::problem::Problem;

/// Larger squares have far more solutions than can be counted.
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
    Ok(begun(n, is_reduced)?
        .completions()
        .with_name(format!("latin {n}{}", if is_reduced { " --reduced" } else { "" })))
}

/// The square at the beginning.
pub(super) fn begun(n: usize, is_reduced: bool) -> Result<LatinSquare, FamilyError> {
    bounded("latin", n, MAX_LATIN)?;
    let mut grid = Grid::empty(n);
    if is_reduced {
        for k in 0..n {
            grid.set(0, k, k);
            grid.set(k, 0, k);
        }
    }
    Ok(LatinSquare { n, grid })
}

/// A Latin square, perhaps with empty cells; no filled cells contradict each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LatinSquare {
    pub(super) n: usize,
    pub(super) grid: Grid,
}

impl LatinSquare {
    /// The addition table modulo n.
    ///
    /// # Errors
    /// If n is larger than [`MAX_LATIN`].
    pub fn cyclic(n: usize) -> Result<Self, FamilyError> {
        bounded("latin", n, MAX_LATIN)?;
        let cells = (0..n * n).map(|cell| (cell / n, cell % n, (cell / n + cell % n) % n));
        Ok(Self { n, grid: Grid::empty(n).filled(cells) })
    }

    /// The problem of filling its empty cells.
    #[must_use]
    pub fn completions(&self) -> Problem {
        self.grid.problem(&LineLayout::LATIN)
    }

    /// The problem of its orthogonal mates with the first row in order.
    ///
    /// # Errors
    /// If a cell is empty.
    ///
    /// ```
    /// use dlx_count::{Session, family::LatinSquare};
    ///
    /// let mates = LatinSquare::cyclic(5)?.mates()?;
    /// assert_eq!(Session::new()?.count(&mates)?.count.to_string(), "3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mates(&self) -> Result<Problem, FamilyError> {
        let (begun, layout) = self.mate()?;
        Ok(begun.grid.problem(&layout))
    }

    /// A mate at the beginning, and the regions that have each of its symbols once.
    pub(super) fn mate(&self) -> Result<(Self, LineLayout), FamilyError> {
        let symbols: Option<Vec<usize>> = self.grid.cells().map(|(.., symbol)| symbol).collect();
        let whole = || FamilyError::new("a square with empty cells has no mates", "fill the square");
        let regions = Regions::Drawn(symbols.ok_or_else(whole)?.into());
        let first = (0..self.n).map(|column| (0, column, column));
        let begun = Self { n: self.n, grid: Grid::empty(self.n).filled(first) };
        Ok((begun, LineLayout { regions, ..LineLayout::LATIN }))
    }

    /// Draws its completions: rows of numbers from 1.
    pub(super) fn drawing(&self, layout: &LineLayout) -> Drawing {
        let mut scene = self.grid.scene(layout, |symbol| (symbol + 1).to_string());
        if layout.regions != Regions::None {
            scene.name_of = Box::new(|label| name(label, "where the square has"));
        }
        Drawing::words(scene)
    }
}
