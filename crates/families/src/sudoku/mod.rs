//! Sudoku: fill a square so that every row, column and box has each symbol once. Without clues there are 288 squares of 4 x 4 and
//! 28200960 of 6 x 6 with boxes of 2 x 3 (OEIS A107739 for square boxes: 1, 288, 6670903752021072936960).
//!
//! `read` reads puzzles in the usual notations, many in a file; `rules` are boxes or drawn regions (jigsaw), diagonals, and windows (windoku).

mod family;
mod kept;
mod puzzle;
mod read;
mod rules;

pub(super) use family::SUDOKU;
pub use puzzle::{BoxSize, MAX_SYMBOLS, Sudoku};
pub use read::sudokus;
#[cfg(test)]
pub(crate) use rules::{cages, regions};
