//! Boards of hexagons and triangles in the plane.

use super::board::{MAX_SIDE, Outline, place};
use super::lattice::{Cell, Lattice};
use crate::error::{FamilyError, bounded};
use crate::mesh::{Corner, Ground, Mesh};
use dlx_core::problem::to_place;

impl Outline {
    /// The cells of the board with these sides.
    pub(crate) fn ground(self, lattice: Lattice, sides: &[usize]) -> Result<Ground, FamilyError> {
        sides.iter().try_for_each(|&side| bounded("a side of a board", side, MAX_SIDE).map(drop))?;
        Ok(lattice.ground(&self.cells(lattice, sides)))
    }
}

impl Lattice {
    /// The ground of these cells.
    pub(super) fn ground(self, cells: &[Cell]) -> Ground {
        Ground { names: names(cells), places: self.places(cells), mesh: self.mesh(cells) }
    }

    /// Layer, row and column of each cell, from 0. Triangles that point down are an even number of places from the first, so that drawings can be read.
    fn places(self, cells: &[Cell]) -> Vec<[usize; 3]> {
        let places: Vec<(i32, i32)> = cells.iter().map(|&cell| place(cell)).collect();
        let top = places.iter().map(|&(row, _)| row).min().unwrap_or(0);
        let mut left = places.iter().map(|&(_, column)| column).min().unwrap_or(0);
        if let (Self::Triangles, Some(cell), Some((row, column))) = (self, cells.first(), places.first()) {
            left -= (row - top + column - left + cell.iter().sum::<i32>()).rem_euclid(2);
        }
        let number = |number: i32| to_place(u64::from(number.unsigned_abs()));
        places.into_iter().map(|(row, column)| [0, number(row - top), number(column - left)]).collect()
    }

    /// The corners of cells. A step right is half of a hexagon's width, or half of a triangle's side; a step down half of a hexagon's side, or a triangle's height.
    fn mesh(self, cells: &[Cell]) -> Mesh {
        let root = 3f64.sqrt();
        let step = match self {
            Self::Hexagons => [0.5, 0.5 / root],
            Self::Triangles => [0.7, 0.7 * root],
        };
        Mesh::new(cells.iter().map(|&cell| self.corners(cell)).collect(), step)
    }

    /// A hexagon has its middle in its row; its first corner is on top. A triangle lies between lines: of three points in which these meet, each is moved back along one strip or along two; the
    /// first two are the ends of its level side.
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
                [2, 1, 0].map(point).to_vec()
            }
        }
    }
}

/// Row and place in the row, both from 1.
pub(super) fn names(cells: &[Cell]) -> Vec<String> {
    let first = cells.iter().map(|&cell| place(cell).0).min().unwrap_or(0);
    let (mut row, mut rank) = (i32::MIN, 0);
    let name = |&cell: &Cell| {
        let own = place(cell).0;
        rank = if own == row { rank + 1 } else { 1 };
        row = own;
        format!("{},{rank}", own - first + 1)
    };
    cells.iter().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some(lattice: Lattice) -> Vec<Cell> {
        (0..4).flat_map(|a| (0..5).flat_map(move |b| lattice.cells_at(a, b).collect::<Vec<_>>())).collect()
    }

    /// Cells share two corners with exactly those beside them, and one or none with all others.
    #[test]
    fn cells_share_sides_with_those_beside_them() {
        for lattice in [Lattice::Hexagons, Lattice::Triangles] {
            let cells = some(lattice);
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

    /// Columns go right and rows go down: an area is positive if its corners are met clockwise.
    #[test]
    fn corners_go_clockwise() {
        for lattice in [Lattice::Hexagons, Lattice::Triangles] {
            let cells = some(lattice);
            let mesh = lattice.mesh(&cells);
            for (number, cell) in cells.iter().enumerate() {
                let area: i32 = mesh.sides(number).map(|[[x, y], [right, down]]| x * down - right * y).sum();
                assert!(area > 0, "{lattice:?} {cell:?}");
            }
        }
    }
}
