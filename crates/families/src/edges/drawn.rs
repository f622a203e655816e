//! Drawings of tiles: as text the colors of each, in a picture a wedge of color at each side.

use std::collections::BTreeMap;

use super::board::{CellSides, TileBoard};
use super::cover::LaidTile;
use super::tiles::{Tile, Tiles};
use crate::drawing::Drawing;
use crate::error::FamilyError;
use crate::scene::{Mark, Scene, Style};
use dlx_core::problem::OptionId;

impl Tiles {
    pub(super) fn drawing(&self, board: &TileBoard) -> Result<Drawing, FamilyError> {
        let ground = board.ground()?;
        let laid = self.laid(board, &CellSides::new(&ground.mesh, ground.places.len()), &self.pieces())?;
        let (tiles, kinds) = kinds(&laid);
        let marks: Vec<Mark> = laid.iter().zip(kinds).map(|(laid, kind)| mark(laid, kind)).collect();
        let marked = move |option: OptionId| marks.get(option.index()).cloned().unwrap_or_default();
        Ok(Drawing::spaced_words(Scene { tiles, ..Scene::meshed(Style::Tiles, ground, marked) }))
    }
}

/// The tiles that differ, by the numbers of their colors, and for each one on the board which of them it is.
fn kinds(laid: &[LaidTile]) -> (Vec<Vec<usize>>, Vec<usize>) {
    let mut colors: BTreeMap<&str, usize> =
        laid.iter().flat_map(|laid| &laid.tile).map(|color| (&**color, 0)).collect();
    colors.values_mut().enumerate().for_each(|(number, color)| *color = number);
    let mut kinds: BTreeMap<&Tile, usize> = laid.iter().map(|laid| (&laid.tile, 0)).collect();
    kinds.values_mut().enumerate().for_each(|(number, kind)| *kind = number);
    let tiles = kinds.keys().map(|tile| tile.iter().map(|color| colors[&**color]).collect()).collect();
    (tiles, laid.iter().map(|laid| kinds[&laid.tile]).collect())
}

fn mark(laid: &LaidTile, kind: usize) -> Mark {
    let is_short = laid.tile.iter().all(|side| side.chars().count() == 1);
    Mark::new(laid.tile.join(if is_short { "" } else { "," }), kind, vec![laid.cell])
}
