//! Edge matching: tiles whose sides have colors, on a board, with equal colors where tiles touch. Squares, triangles or hexagons.
//!
//! Cells are items, and tiles, if there are as many; an option is a tile in a cell, turned or not. Each side of a cell is a secondary item, shared with the cell beyond it, whose color is
//! that of the tiles there. Tiles that are left over are secondary items; with `--reuse` a tile is none.
//!
//! P. A. MacMahon's 24 squares and 24 triangles (New Mathematical Pastimes, 1921) are all tiles of three colors and of four, up to turns. In a rectangle of 4 by 6, with
//! one color all around, the squares have 106624 solutions: 13328, as is published, if the rectangle may be turned and reflected and the other two colors exchanged. (G. Feldman's program of
//! 1964 is quoted with 12261.) With `--reuse` and `--fixed` these are Wang's tiles; all tiles of k colors make all colorings of the sides, k to the power of their
//! number.

mod board;
mod cover;
mod drawn;
mod family;
mod tiles;

pub use board::TileBoard;
pub(super) use family::EDGES;
pub use tiles::Tiles;
