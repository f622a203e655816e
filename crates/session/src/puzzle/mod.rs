//! Sudoku puzzles with one solution: how hard they are, and new ones.

mod generate;
mod rate;

pub use generate::{Generator, MAX_HARD_BOX};
pub use rate::{Rating, rate};
