//! Tiles on a board, as items and options.

use std::collections::BTreeSet;

use super::board::{Sides, TileBoard};
use super::tiles::{Tile, Tiles};
use crate::family::error::FamilyError;
use crate::family::mesh::Ground;
use crate::problem::{Color, ItemId, Problem, ProblemError};

/// The most options.
const MAX_OPTIONS: usize = 1 << 22;

/// A tile in a cell: its option.
pub(super) struct Laid {
    pub(super) cell: usize,
    pub(super) tile: Tile,
    /// Its number among the tiles.
    number: usize,
}

impl Tiles {
    /// The problem of covering a board.
    ///
    /// # Errors
    /// If the board is too large, or its cells have not as many sides as the tiles.
    pub fn on(&self, board: &TileBoard) -> Result<Problem, FamilyError> {
        let ground = board.ground()?;
        let sides = Sides::new(&ground.mesh, ground.places.len());
        let laid = self.laid(board, &sides)?;
        let built = self.build(&ground, &sides, &laid);
        built.map_err(|error| FamilyError::new(error.to_string(), "take a smaller board"))
    }

    /// All tiles in all cells where they fit.
    pub(super) fn laid(&self, board: &TileBoard, sides: &Sides) -> Result<Vec<Laid>, FamilyError> {
        if board.n_sides() != self.n_sides {
            let what = format!("tiles of {} sides for cells of {}", self.n_sides, board.n_sides());
            return Err(FamilyError::new(what, "take tiles with as many sides as a cell has"));
        }
        let (pieces, mut seen, mut laid) = (self.pieces(), BTreeSet::new(), Vec::new());
        let most = self.n_sides * pieces.len() * sides.of_cell.len();
        if most > MAX_OPTIONS {
            let help = format!("there may be {MAX_OPTIONS} options");
            return Err(FamilyError::new("too many tiles for so large a board", help));
        }
        for (number, piece) in pieces.into_iter().enumerate() {
            // What may be used again is there once, also if two tiles can be turned into it.
            for tile in self.turned(piece).into_iter().filter(|tile| !self.is_reused || seen.insert(tile.clone())) {
                let cells = (0..sides.of_cell.len()).filter(|&cell| self.fits(&tile, sides, cell));
                laid.extend(cells.map(|cell| Laid { cell, tile: tile.clone(), number }));
            }
        }
        Ok(laid)
    }

    /// Has a tile the color of the border, where it is at it?
    fn fits(&self, tile: &Tile, sides: &Sides, cell: usize) -> bool {
        let Some(border) = &self.border else { return true };
        let mut own = tile.iter().zip(&sides.of_cell[cell]);
        own.all(|(color, &side)| !sides.is_border[side] || color == border)
    }

    fn build(&self, ground: &Ground, sides: &Sides, laid: &[Laid]) -> Result<Problem, ProblemError> {
        let mut builder = Problem::builder();
        let cells = ground.names.iter().map(|name| builder.primary(name)).collect::<Result<Vec<ItemId>, _>>()?;
        let n_pieces = self.pieces().len();
        let mut tiles = Vec::new();
        for number in (1..=n_pieces).filter(|_| !self.is_reused) {
            let name = format!("t{number}");
            tiles.push(if n_pieces <= cells.len() { builder.primary(name)? } else { builder.secondary(name)? });
        }
        let number = 1..=sides.is_border.len();
        let shared = number.map(|side| builder.secondary(format!("s{side}"))).collect::<Result<Vec<_>, _>>()?;
        for Laid { cell, tile, number } in laid {
            for item in [Some(cells[*cell]), tiles.get(*number).copied()].into_iter().flatten() {
                builder.push(item, Color::NONE)?;
            }
            for (&side, color) in sides.of_cell[*cell].iter().zip(tile) {
                let color = builder.color(color)?;
                builder.push(shared[side], color)?;
            }
            builder.finish()?;
        }
        Ok(builder.build())
    }
}
