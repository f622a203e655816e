//! Pieces of hexagons and of triangles: polyhexes and polyiamonds, and boards to cover with them (TAOCP 7.2.2.1, exercises 309 to 321 and their neighbors).
//!
//! Items are the pieces, unless they may be used again, and the cells of the board; an option puts a piece in a place, in one of twelve orientations.
//!
//! Published: the tilings of a hexagon by pairs of triangles are the plane partitions in a cube (OEIS A008793, MacMahon), those of a triangle of hexagons by single ones and pairs the matchings of its graph (A269869). Pieces are made by growth and compared with the numbers of free, one-sided and
//! fixed ones (A000228, A006535, A001207; A000577, A006534, A001420).

mod board;
mod cover;
mod drawn;
mod family;
mod ground;
mod lattice;
mod own;

pub(super) use board::Outline;
pub use cover::{MAX_POLYFORM, Polyform};
pub(super) use family::{POLYHEX, POLYIAMOND};
pub use lattice::Lattice;
#[cfg(test)]
pub(crate) use own::drawn_pieces;
