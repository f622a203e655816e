//! n queens on an n by n board, none attacking another: OEIS A000170; A002562 up to symmetry, A007705 on a torus.
//!
//! Rows and columns are covered exactly once, so they are primary; diagonals at most once, so they are secondary (TAOCP 7.2.2.1, the example
//! of section "Secondary items"). Diagonals of length 1 constrain nothing and are left out. On a torus diagonals wrap around, so there
//! are n in each direction, each with exactly one queen: all items are primary.
//!
//! Rows and columns are in organ-pipe order, from the middle outwards: among items with equally few options left, the one in the middle
//! attacks more. That is Knuth's exercise 15 there.
//!
//! The lines of queens already placed, and the squares on them, are not part of the problem.
//!
//! Amazons (superqueens, OEIS A051223) move like knights as well: two squares a knight's move apart have a secondary item together. Squares may be blocked: no queen stands there, but it
//! attacks across them.
//!
//! `--dominate` asks something else, see `dominate`.

mod board;
mod dominate;
mod family;

pub use board::{MAX_QUEENS, Queens, Square, queens};
pub(super) use family::QUEENS;
