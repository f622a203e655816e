//! Drawing pieces of hexagons and triangles.

use std::sync::Arc;

use super::cover::Polyform;
use crate::drawing::{Drawing, spaced};
use crate::error::FamilyError;
use crate::mesh::Ground;
use crate::placed::Placed;
use crate::scene::{Mark, Scene, Style};
use dlx_core::problem::OptionId;

const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

impl Polyform {
    /// Draws solutions: as text, with a letter for each piece, in the order of their first cells.
    pub(super) fn drawing(&self) -> Result<Drawing, FamilyError> {
        let (pieces, cells) = (self.pieces(), self.cells());
        let placed: Arc<[Placed]> = self.placed(&pieces, &cells)?.into();
        let names = pieces.into_iter().map(|(name, _)| name).collect();
        let scene = scene(self.lattice().ground(&cells), names, Arc::clone(&placed));
        let places = scene.cells.clone();
        Ok(Drawing::new(scene, move |solution| {
            let mut chosen: Vec<&[usize]> = solution.iter().map(|option| placed[option.index()].1.as_slice()).collect();
            chosen.sort_unstable_by_key(|cells| cells.iter().min().copied());
            let mut letter_of = vec!["."; places.len()];
            for (rank, own) in chosen.into_iter().enumerate() {
                let letter = rank % LETTERS.len();
                own.iter().for_each(|&cell| letter_of[cell] = &LETTERS[letter..=letter]);
            }
            spaced(&places, &letter_of, 0)
        }))
    }
}

fn scene(ground: Ground, names: Vec<String>, placed: Arc<[Placed]>) -> Scene {
    let (kinds, words) = (names.clone(), names);
    let mark = move |option: OptionId| {
        let Some((piece, cells)) = placed.get(option.index()) else { return Mark::default() };
        Mark::new(words[*piece].clone(), *piece, cells.clone())
    };
    Scene { kinds, ..Scene::meshed(Style::Pieces, ground, mark) }
}
