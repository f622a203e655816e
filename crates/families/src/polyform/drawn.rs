//! Drawing pieces of hexagons and triangles.

use std::sync::Arc;

use super::cover::Polyform;
use crate::drawing::{Drawing, spaced};
use crate::mesh::Ground;
use crate::placed::Placed;
use crate::polyomino::letters;
use crate::scene::{Mark, Scene, Style};
use dlx_core::problem::OptionId;

impl Polyform {
    /// Draws solutions, options being these places: as text, with the letter of each piece, or letters in the order of first cells.
    pub(super) fn drawing(&self, placed: Arc<[Placed]>) -> Drawing {
        let names = self.names();
        // Names of pieces that are not drawn begin with their size.
        let letter_of = if self.has_drawn_pieces() { names.clone() } else { vec![String::new(); names.len()] };
        let scene = scene(self.ground(), names, Arc::clone(&placed));
        let places = scene.cells.clone();
        Drawing::new(scene, move |solution| {
            let chosen: Vec<&Placed> = solution.iter().filter_map(|option| placed.get(option.index())).collect();
            let mut covered: Vec<(usize, usize)> = chosen
                .iter()
                .enumerate()
                .flat_map(|(rank, (_, cells))| cells.iter().map(move |&cell| (cell, rank)))
                .collect();
            covered.sort_unstable();
            let names: Vec<String> = chosen.iter().map(|(piece, _)| letter_of[*piece].clone()).collect();
            let letters = letters(&names, covered.iter().map(|(_, rank)| rank));
            let mut signs = vec!['.'; places.len()];
            covered.iter().for_each(|&(cell, rank)| signs[cell] = letters[rank]);
            let signs: Vec<String> = signs.into_iter().map(String::from).collect();
            spaced(&places, &signs, 0)
        })
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
