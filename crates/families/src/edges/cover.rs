//! Tiles on a board, as items and options.

use std::collections::BTreeSet;

use super::board::{CellSides, TileBoard};
use super::tiles::{Tile, Tiles};
use crate::error::FamilyError;
use crate::mesh::Ground;
use dlx_core::problem::{Color, Problem, ProblemError};

/// The most options.
const MAX_OPTIONS: usize = 1 << 22;

/// A tile in a cell: its option.
pub(super) struct LaidTile {
    pub(super) cell: usize,
    pub(super) tile: Tile,
    /// Its number among the tiles.
    number: usize,
}

impl Tiles {
    /// The problem of covering a board.
    ///
    /// # Errors
    /// If the board is too large, or its cells and the tiles have different numbers of sides.
    pub fn on(&self, board: &TileBoard) -> Result<Problem, FamilyError> {
        self.counted_on(board).map(|(problem, _)| problem)
    }

    /// The problem of covering a board, with the numbers of tiles and of cells.
    pub(super) fn counted_on(&self, board: &TileBoard) -> Result<(Problem, [usize; 2]), FamilyError> {
        let (ground, pieces) = (board.ground()?, self.pieces());
        let sides = CellSides::new(&ground.mesh, ground.places.len());
        let laid = self.laid(board, &sides, &pieces)?;
        let built = self.build(&ground, &sides, &laid, pieces.len());
        let problem = built.map_err(|error| FamilyError::new(error.to_string(), "take a smaller board"))?;
        Ok((problem, [pieces.len(), ground.places.len()]))
    }

    /// All tiles in all cells where they fit.
    pub(super) fn laid(
        &self,
        board: &TileBoard,
        sides: &CellSides,
        pieces: &[&Tile],
    ) -> Result<Vec<LaidTile>, FamilyError> {
        if board.n_sides() != self.n_sides {
            let what = format!("tiles of {} sides for cells of {}", self.n_sides, board.n_sides());
            return Err(FamilyError::new(what, "take tiles with as many sides as a cell has"));
        }
        let (mut seen, mut laid) = (BTreeSet::new(), Vec::new());
        let most = self.n_sides * pieces.len() * sides.of_cell.len();
        if most > MAX_OPTIONS {
            let help = format!("there may be {MAX_OPTIONS} options");
            return Err(FamilyError::new("too many tiles for so large a board", help));
        }
        for (number, piece) in pieces.iter().enumerate() {
            // What may be used again is there once, also if two tiles can be turned into it.
            for tile in self.turned(piece).into_iter().filter(|tile| !self.is_reused || seen.insert(tile.clone())) {
                let cells = (0..sides.of_cell.len()).filter(|&cell| self.fits(&tile, sides, cell));
                laid.extend(cells.map(|cell| LaidTile { cell, tile: tile.clone(), number }));
            }
        }
        Ok(laid)
    }

    /// Does a tile have the color of the border where it touches the border?
    fn fits(&self, tile: &Tile, sides: &CellSides, cell: usize) -> bool {
        let Some(border) = &self.border else { return true };
        let mut own = tile.iter().zip(&sides.of_cell[cell]);
        own.all(|(color, &side)| !sides.is_border[side] || color == border)
    }

    fn build(
        &self,
        ground: &Ground,
        sides: &CellSides,
        laid: &[LaidTile],
        n_pieces: usize,
    ) -> Result<Problem, ProblemError> {
        let mut builder = Problem::builder();
        let cells = builder.primaries(&ground.names)?;
        let mut tiles = Vec::new();
        for number in (1..=n_pieces).filter(|_| !self.is_reused) {
            let name = format!("t{number}");
            tiles.push(if n_pieces <= cells.len() { builder.primary(name)? } else { builder.secondary(name)? });
        }
        let all = 0..sides.is_border.len();
        let shared = builder.secondaries(all.map(CellSides::name))?;
        for LaidTile { cell, tile, number } in laid {
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
