//! Sudoku puzzles with one solution: how hard they are, and new ones; and the steps by which a person solves a puzzle.

mod deduce;
mod generate;
mod rate;

pub use deduce::{Conclusion, Deduction, Deductions, Technique, hardest};
pub use generate::{Generator, MAX_HARD_BOX};
pub use rate::{Rating, rate};
