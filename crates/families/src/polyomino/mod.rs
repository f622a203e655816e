//! Polyominoes and polycubes on a board: cover every cell with pieces.
//!
//! Cells are items; a placement of a piece is an option with its cells (TAOCP 7.2.2.1, "Polyominoes"). How often a piece may be used is said in
//! `copies`. Pieces turn and, in the plane, are reflected; one-sided ones only turn, fixed ones do neither, and then mirror images or orientations are pieces of
//! their own. In a box pieces turn in 24 ways; nothing is reflected there, since a wooden piece cannot be reflected: a piece that differs from its mirror
//! image, like A and B of the Soma cube, counts as two pieces.

mod assembly;
mod board;
mod burrtools;
mod cover;
mod drawn;
mod family;
mod layout;
mod pieces;
mod placement;
mod shape;
mod space_grid;

pub use assembly::{Assembly, assembly};
pub(crate) use assembly::{regions, unused};
pub(crate) use board::is_in_aztec;
pub use board::{Board, MAX_CELLS};
pub(super) use burrtools::BURRTOOLS;
pub use cover::Polyomino;
pub use drawn::drawn_pieces;
pub(super) use family::{ASSEMBLY, POLYOMINO, assembly_path, board_word, drawn};
pub use layout::MAX_PLACEMENTS;
pub use pieces::{Piece, pieces};
pub use placement::Placement;
pub(crate) use placement::letters;
