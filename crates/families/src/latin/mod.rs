//! Latin squares: n by n, every row and every column has each of n symbols once. OEIS A002860; A000315 for reduced ones.
//!
//! Items are the cells, each symbol in each row, each symbol in each column; an option puts a symbol in a cell. A reduced square has its first row and
//! first column in order, so these cells are filled before we begin: L(n) = n! (n - 1)! R(n).
//!
//! * A square in a file, some of its cells filled (a quasigroup with holes): its completions.
//! * For a whole square, the one in the file or the cyclic one: its transversals, which have one cell in each row and column and of each symbol (OEIS A006717), and
//!   its orthogonal mates. In a mate the cells that have the same symbol in the square have different ones: they are regions, as in a jigsaw sudoku.
//!   Mates that differ by the names of their symbols only are one, that with the first row in order.
//! * Latin rectangles: fewer rows than columns, and no column has a symbol twice. OEIS A001009.
//! * Latin cubes: every line in each of three directions has each symbol once. OEIS A098679.

mod cube;
mod family;
mod kept;
mod read;
mod rectangle;
mod square;
mod transversals;

pub(super) use family::LATIN;
#[cfg(test)]
pub(crate) use read::square as read_square;
pub use square::{LatinSquare, MAX_LATIN, latin};
