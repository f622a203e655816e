//! Cells of any shape, by their corners: hexagons, triangles, and squares where their sides matter.

use std::collections::{BTreeMap, HashMap};

/// The cells of a board.
pub(super) struct Ground {
    /// The name of each.
    pub(super) names: Vec<String>,
    /// Layer, row and column of each from 0, sorted.
    pub(super) places: Vec<[usize; 3]>,
    /// Where they lie.
    pub(super) mesh: Mesh,
}

/// A corner of a cell, on a grid of whole numbers: cells that touch there have a corner with the same numbers.
pub type Corner = [i32; 2];

/// The corners of all cells of a board, and how they are drawn.
#[derive(Clone, Debug)]
pub struct Mesh {
    /// For each cell its corners, clockwise.
    corners: Vec<Vec<Corner>>,
    /// The cells at each corner.
    cells: HashMap<Corner, Vec<usize>>,
    /// Width and height of a step of the grid, in widths of a square cell.
    step: [f64; 2],
    /// The least numbers, and the greatest, of all corners.
    ends: [Corner; 2],
}

impl Mesh {
    /// A mesh of cells with these corners, clockwise around each.
    pub(super) fn new(corners: Vec<Vec<Corner>>, step: [f64; 2]) -> Self {
        let mut cells: HashMap<Corner, Vec<usize>> = HashMap::new();
        for (cell, own) in corners.iter().enumerate() {
            own.iter().for_each(|&corner| cells.entry(corner).or_default().push(cell));
        }
        let end = |axis: usize, pick: fn(i32, i32) -> i32| cells.keys().map(|corner| corner[axis]).reduce(pick);
        let [least, most] = [i32::min, i32::max].map(|pick| [0, 1].map(|axis| end(axis, pick).unwrap_or(0)));
        Self { corners, cells, step, ends: [least, most] }
    }

    /// Where a corner is, right and down from the upper left end of the board, in widths of a square cell.
    #[must_use]
    pub fn place(&self, corner: Corner) -> [f64; 2] {
        [0, 1].map(|axis| f64::from(corner[axis] - self.ends[0][axis]) * self.step[axis])
    }

    /// Width and height of the board.
    #[must_use]
    pub fn size(&self) -> [f64; 2] {
        self.place(self.ends[1])
    }

    /// The corners of a cell, clockwise.
    #[must_use]
    pub fn corners(&self, cell: usize) -> &[Corner] {
        &self.corners[cell]
    }

    /// The sides of a cell, each from one corner to the next.
    pub fn sides(&self, cell: usize) -> impl Iterator<Item = [Corner; 2]> + '_ {
        let own = &self.corners[cell];
        own.iter().zip(own.iter().cycle().skip(1)).map(|(&from, &to)| [from, to])
    }

    /// The sides of a cell, each from its lesser corner, so that two cells give the same name to the side that they share.
    pub fn walls(&self, cell: usize) -> impl Iterator<Item = [Corner; 2]> + '_ {
        self.sides(cell).map(|[from, to]| [from.min(to), from.max(to)])
    }

    /// The cells that share at least `n_corners` corners with a cell: 2 are a side.
    pub fn around(&self, cell: usize, n_corners: usize) -> impl Iterator<Item = usize> {
        let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
        let cells = self.corners[cell].iter().flat_map(|corner| &self.cells[corner]);
        cells.filter(|&&other| other != cell).for_each(|&other| *shared.entry(other).or_default() += 1);
        shared.into_iter().filter(move |&(_, number)| number >= n_corners).map(|(other, _)| other)
    }

    /// The middle of a cell.
    #[must_use]
    pub fn middle(&self, cell: usize) -> [f64; 2] {
        let own = &self.corners[cell];
        let sum = own.iter().map(|&corner| self.place(corner)).fold([0.0, 0.0], |[x, y], [a, b]| [x + a, y + b]);
        sum.map(|sum| sum / own.len().max(1) as f64)
    }
}
