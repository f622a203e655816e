//! Families: parameters to a problem, and what is published about their counts.
//!
//! Each says in its own file what its items and options are and where its counts are published.

mod designs;
mod drawing;
mod error;
mod grid;
mod known;
mod langford;
mod latin;
mod polyomino;
mod queens;
mod scene;
mod sudoku;

pub use designs::{MAX_MATCHING, MAX_PARTITION, MAX_STEINER, matching, partition, steiner};
pub use drawing::Drawing;
pub use error::FamilyError;
pub use known::{Known, known};
pub use langford::{Langford, MAX_LANGFORD, langford};
pub use latin::{MAX_LATIN, latin, latin_drawing};
pub use polyomino::{
    Board, Copies, MAX_CELLS, MAX_PLACEMENTS, Piece, Placement, Polyomino, Sides, drawn_pieces, pieces,
};
pub use queens::{MAX_QUEENS, Queens, Square, queens};
pub use scene::{Mark, Scene, Style};
pub use sudoku::{BoxSize, MAX_SYMBOLS, Sudoku, sudokus};
