//! Boards of hexagons and triangles as they are drawn.

use std::sync::Arc;

use super::board::place;
use super::cover::{Placed, Polyform};
use super::lattice::{Cell, Lattice};
use crate::family::drawing::Drawing;
use crate::family::error::FamilyError;
use crate::family::mesh::{Corner, Mesh};
use crate::family::scene::{Mark, Scene, Style};
use crate::problem::{OptionId, to_place};

const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

impl Polyform {
    /// Draws solutions: as text a letter for each piece, in the order in which one meets them.
    pub(super) fn drawing(&self) -> Result<Drawing, FamilyError> {
        let (pieces, cells) = (self.pieces(), self.cells());
        let placed: Arc<[Placed]> = self.placed(&pieces, &cells)?.into();
        let names = pieces.into_iter().map(|(name, _)| name).collect();
        let scene = self.scene(&cells, names, Arc::clone(&placed));
        let places = scene.cells.clone();
        Ok(Drawing::new(scene, move |solution| {
            let mut chosen: Vec<&[usize]> =
                solution.iter().map(|option| placed[option.index()].cells.as_slice()).collect();
            chosen.sort_unstable_by_key(|cells| cells.iter().min().copied());
            let mut letter_of = vec!['.'; places.len()];
            for (rank, own) in chosen.into_iter().enumerate() {
                own.iter().for_each(|&cell| letter_of[cell] = LETTERS[rank % LETTERS.len()].into());
            }
            written(&places, &letter_of)
        }))
    }

    fn scene(&self, cells: &[Cell], names: Vec<String>, placed: Arc<[Placed]>) -> Scene {
        let places: Vec<(i32, i32)> = cells.iter().map(|&cell| place(cell)).collect();
        let top = places.iter().map(|&(row, _)| row).min().unwrap_or(0);
        let left = places.iter().map(|&(_, column)| column).min().unwrap_or(0);
        let number = |number: i32| to_place(u64::from(number.unsigned_abs()));
        let cells_at: Vec<[usize; 3]> =
            places.iter().map(|&(row, column)| [0, number(row - top), number(column - left)]).collect();
        let sides = [1, 2].map(|axis| cells_at.iter().map(|cell| cell[axis] + 1).max().unwrap_or(0));
        let (kinds, words) = (names.clone(), names);
        let mark = move |option: OptionId| {
            let Some(Placed { piece, cells }) = placed.get(option.index()) else { return Mark::default() };
            let mut cells = cells.clone();
            cells.sort_unstable();
            Mark { word: words[*piece].clone(), kind: *piece, cells }
        };
        Scene {
            cells: cells_at,
            mesh: Some(self.lattice().mesh(cells)),
            kinds,
            ..Scene::plane(Style::Pieces, sides, mark)
        }
    }
}

/// Letters in their rows and columns.
fn written(places: &[[usize; 3]], letters: &[char]) -> String {
    let mut lines: Vec<String> = Vec::new();
    for (&[_, row, column], letter) in places.iter().zip(letters) {
        lines.resize(row + 1, String::new());
        lines[row] = format!("{:column$}{letter}", lines[row]);
    }
    lines.join("\n")
}

impl Lattice {
    /// The corners of cells. A step right is half of a hexagon's width, or half of a triangle's side; a step down half of a hexagon's side, or a triangle's height.
    fn mesh(self, cells: &[Cell]) -> Mesh {
        let root = 3f64.sqrt();
        let step = match self {
            Self::Hexagons => [0.5, 0.5 / root],
            Self::Triangles => [0.7, 0.7 * root],
        };
        Mesh::new(cells.iter().map(|&cell| self.corners(cell)).collect(), step)
    }

    /// A hexagon has its middle in its row. A triangle lies between lines: of three points in which these meet, each is moved back along one strip or along two.
    fn corners(self, [a, b, c]: Cell) -> Vec<Corner> {
        match self {
            Self::Hexagons => {
                let around = [[0, -2], [1, -1], [1, 1], [0, 2], [-1, 1], [-1, -1]];
                around.map(|[right, down]| [b - c + right, 3 * a + down]).to_vec()
            }
            Self::Triangles => {
                let back = a + b + c;
                let point = |axis: usize| {
                    let mut point = [a, b, c];
                    for (other, value) in point.iter_mut().enumerate() {
                        *value -= i32::from((other == axis) == (back == 1));
                    }
                    [point[1] - point[2], point[0]]
                };
                [0, 1, 2].map(point).to_vec()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cells share two corners just with those beside them, and one or none with all others.
    #[test]
    fn cells_share_sides_with_those_beside_them() {
        for lattice in [Lattice::Hexagons, Lattice::Triangles] {
            let cells: Vec<Cell> =
                (0..4).flat_map(|a| (0..5).flat_map(move |b| lattice.cells_at(a, b).collect::<Vec<_>>())).collect();
            let mesh = lattice.mesh(&cells);
            for (number, &cell) in cells.iter().enumerate() {
                let mut beside: Vec<usize> = lattice
                    .beside(cell)
                    .iter()
                    .filter_map(|other| cells.iter().position(|cell| cell == other))
                    .collect();
                beside.sort_unstable();
                assert_eq!(mesh.around(number, 2).collect::<Vec<_>>(), beside, "{lattice:?} {cell:?}");
            }
        }
    }
}
