//! Latin squares: n by n, every row and every column has each of n symbols once. OEIS A002860; A000315 for reduced ones.
//!
//! Items are the cells, each symbol in each row, each symbol in each column; an option puts a symbol in a cell. A reduced square has its first row and
//! first column in order, so these cells are filled before we begin: L(n) = n! (n - 1)! R(n).

use super::arguments::Arguments;
use super::drawing::{Drawing, rows};
use super::error::{FamilyError, SourceError, bounded};
use super::grid::{Grid, Layout};
use super::member::{Example, Family, Member};
use super::parameter::Parameter;
use super::published::Sequence;
use crate::problem::Problem;
use crate::symmetry::Question;

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
    let grid = grid(n, is_reduced)?;
    Ok(grid.problem(Layout::Latin).with_name(words(n, is_reduced)))
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

/// The words that make the problem.
fn words(n: usize, is_reduced: bool) -> String {
    format!("latin {n}{}", if is_reduced { " --reduced" } else { "" })
}

/// The family on the command line.
pub(super) struct LatinFamily;

impl Family for LatinFamily {
    fn name(&self) -> &'static str {
        "latin"
    }

    fn about(&self) -> &'static str {
        "Latin squares of N symbols (A002860)"
    }

    fn parameters(&self) -> &'static [Parameter] {
        const {
            &[
                Parameter::first("n", "N", "Rows, columns and symbols").number(),
                Parameter::flag("reduced", "First row and first column in order (A000315)"),
            ]
        }
    }

    fn examples(&self) -> &'static [Example] {
        &[("latin 5", ""), ("latin 6 --reduced", "first row and column in order")]
    }

    fn known(&self) -> &'static [Sequence] {
        KNOWN
    }

    fn has_pictures(&self) -> bool {
        true
    }

    fn member(&self, arguments: &Arguments, values: &[usize]) -> Result<Box<dyn Member>, SourceError> {
        let n = values.first().copied().unwrap_or_default();
        Ok(Box::new(Square { n, is_reduced: arguments.has("reduced") }))
    }
}

/// Latin squares of one size.
struct Square {
    n: usize,
    is_reduced: bool,
}

impl Member for Square {
    fn name(&self) -> String {
        words(self.n, self.is_reduced)
    }

    fn question(&self) -> Result<Question, FamilyError> {
        latin(self.n, self.is_reduced).map(Question::from)
    }

    fn drawing(&self) -> Result<Option<Drawing>, FamilyError> {
        latin_drawing(self.n, self.is_reduced).map(Some)
    }
}

const KNOWN: &[Sequence] = &[
    Sequence {
        name: |n| format!("latin {n}"),
        build: |n| latin(n, false).map(Question::from),
        first: 1,
        step: 1,
        counts: &["1", "2", "12", "576", "161280", "812851200"],
        source: "OEIS A002860",
    },
    Sequence {
        name: |n| format!("latin {n} --reduced"),
        build: |n| latin(n, true).map(Question::from),
        first: 1,
        step: 1,
        counts: &["1", "1", "1", "4", "56", "9408", "16942080"],
        source: "OEIS A000315",
    },
];
