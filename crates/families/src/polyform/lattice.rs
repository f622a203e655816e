//! Cells of three coordinates: hexagons whose coordinates have the sum 0, triangles whose coordinates have the sum 1 or 2.
//!
//! Each coordinate is the number of the strip, in one of three directions, that a cell lies in. To move is to add a vector of sum 0. A symmetry permutes the coordinates, or
//! turns each x into k - x, with k = 0 for hexagons and 1 for triangles, or both: twelve in all.

use std::collections::{BTreeSet, HashMap};

use crate::freedom::Freedom;
use dlx_core::stop::poll;

/// A cell: its strip in each of three directions.
pub(super) type Cell = [i32; 3];

/// A set of cells, sorted, moved to where its least first and second coordinates are 0.
pub(super) type Shape = Vec<Cell>;

/// The kinds of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Lattice {
    /// Hexagons, six around each.
    Hexagons,
    /// Triangles, three beside each.
    Triangles,
}

const PERMUTATIONS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];

impl Lattice {
    fn sums(self) -> &'static [i32] {
        match self {
            Self::Hexagons => &[0],
            Self::Triangles => &[1, 2],
        }
    }

    /// All cells whose first two coordinates are these.
    pub(super) fn cells_at(self, first: i32, second: i32) -> impl Iterator<Item = Cell> {
        self.sums().iter().map(move |sum| [first, second, sum - first - second])
    }

    /// The cells that share a side with this one.
    pub(super) fn beside(self, cell: Cell) -> Vec<Cell> {
        let moved = |place: usize, step: i32| {
            let mut cell = cell;
            cell[place] += step;
            cell
        };
        match self {
            Self::Hexagons => (0..3)
                .flat_map(|place| [1, -1].map(|step| (place, step)))
                .map(|(place, step)| {
                    let mut cell = moved(place, step);
                    cell[(place + 1) % 3] -= step;
                    cell
                })
                .collect(),
            Self::Triangles => {
                let step = if cell.iter().sum::<i32>() == 1 { 1 } else { -1 };
                (0..3).map(|place| moved(place, step)).collect()
            }
        }
    }

    /// A shape in all ways that it may be put down, each once.
    pub(super) fn orientations(self, shape: &[Cell], freedom: Freedom) -> BTreeSet<Shape> {
        self.turns(freedom).map(|turn| settled(shape.iter().map(|&cell| turn(cell)).collect())).collect()
    }

    /// The ways to turn, and to reflect, the plane about a cell.
    fn turns(self, freedom: Freedom) -> impl Iterator<Item = impl Fn(Cell) -> Cell> {
        let mirror = match self {
            Self::Hexagons => 0,
            Self::Triangles => 1,
        };
        // Cyclic permutations are turns by a third; what is left is a half turn, and for the others a reflection.
        let permutations = match freedom {
            Freedom::Free => &PERMUTATIONS[..],
            Freedom::OneSided => &PERMUTATIONS[..3],
            Freedom::Fixed => &PERMUTATIONS[..1],
        };
        let both: &[bool] = if freedom == Freedom::Fixed { &[false] } else { &[false, true] };
        permutations.iter().flat_map(move |permutation| {
            let turn = move |is_turned: bool, cell: Cell| {
                permutation.map(|from| if is_turned { mirror - cell[from] } else { cell[from] })
            };
            both.iter().map(move |&is_turned| move |cell| turn(is_turned, cell))
        })
    }

    /// The symmetries of a board: for each the numbers of the cells to which it carries all cells.
    pub(super) fn symmetries(self, cells: &[Cell]) -> Vec<Vec<usize>> {
        let corner = |cells: &[Cell]| [0, 1].map(|place| cells.iter().map(|cell| cell[place]).min().unwrap_or(0));
        let numbers: HashMap<Cell, usize> = cells.iter().enumerate().map(|(number, &cell)| (cell, number)).collect();
        let carried = |turn| -> Option<Vec<usize>> {
            let turned: Shape = cells.iter().copied().map(turn).collect();
            let (to, from) = (corner(cells), corner(&turned));
            let image = |&cell: &Cell| numbers.get(&moved(cell, to[0] - from[0], to[1] - from[1])).copied();
            turned.iter().map(image).collect()
        };
        self.turns(Freedom::Free).filter_map(carried).collect()
    }

    /// All pieces of `size` cells, each once: the least of the ways in which it may be put down.
    pub(super) fn pieces(self, size: usize, freedom: Freedom) -> BTreeSet<Shape> {
        let least = |shape: Shape| self.orientations(&shape, freedom).pop_first().unwrap_or(shape);
        let mut pieces: BTreeSet<Shape> = match size {
            0 => BTreeSet::new(),
            _ => self.cells_at(0, 0).map(|cell| least(vec![cell])).collect(),
        };
        for _ in 1..size {
            let larger = pieces.iter().flat_map(|piece| {
                poll(size * size);
                let beside = piece.iter().flat_map(|&cell| self.beside(cell)).filter(|cell| !piece.contains(cell));
                beside.map(|cell| settled(piece.iter().copied().chain([cell]).collect()))
            });
            pieces = larger.map(least).collect();
        }
        pieces
    }
}

/// The cells, moved so that their least first and second coordinates are 0.
pub(super) fn settled(mut cells: Shape) -> Shape {
    let least = |place: usize| cells.iter().map(|cell| cell[place]).min().unwrap_or(0);
    let (first, second) = (least(0), least(1));
    for cell in &mut cells {
        *cell = moved(*cell, -first, -second);
    }
    cells.sort_unstable();
    cells
}

/// A cell moved by the vector with these first two coordinates, whose sum is 0.
pub(super) fn moved([a, b, c]: Cell, first: i32, second: i32) -> Cell {
    [a + first, b + second, c - first - second]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(lattice: Lattice, freedom: Freedom, most: usize) -> Vec<usize> {
        (1..=most).map(|size| lattice.pieces(size, freedom).len()).collect()
    }

    #[test]
    fn there_are_as_many_pieces_as_published() {
        let (hexagons, triangles) = (Lattice::Hexagons, Lattice::Triangles);
        assert_eq!(numbers(hexagons, Freedom::Free, 6), [1, 1, 3, 7, 22, 82]); // A000228
        assert_eq!(numbers(hexagons, Freedom::OneSided, 6), [1, 1, 3, 10, 33, 147]); // A006535
        assert_eq!(numbers(hexagons, Freedom::Fixed, 6), [1, 3, 11, 44, 186, 814]); // A001207
        assert_eq!(numbers(triangles, Freedom::Free, 8), [1, 1, 1, 3, 4, 12, 24, 66]); // A000577
        assert_eq!(numbers(triangles, Freedom::OneSided, 7), [1, 1, 1, 4, 6, 19, 43]); // A006534
        assert_eq!(numbers(triangles, Freedom::Fixed, 7), [2, 3, 6, 14, 36, 94, 250]); // A001420
    }
}
