//! Boards for tiles: rectangles of squares, and the boards of polyhexes and polyiamonds.

use std::collections::{BTreeMap, HashMap};

use crate::error::{FamilyError, bounded};
use crate::mesh::{Corner, Ground, Mesh};
use crate::polyform::{Lattice, Outline};

/// The most rows of squares, and columns.
const MAX_SIDE: usize = 1000;

/// The kinds of cells of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BoardShape {
    Squares,
    Others(Lattice, Outline),
}

/// A board for tiles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileBoard {
    shape: BoardShape,
    sides: Vec<usize>,
}

impl TileBoard {
    /// A rectangle of squares.
    #[must_use]
    pub fn squares(n_rows: usize, n_columns: usize) -> Self {
        Self::new(BoardShape::Squares, &[n_rows, n_columns])
    }

    /// Triangles or hexagons, by the name of the board: `6x6`, `triangle:5`, `hexagon:2`.
    ///
    /// # Errors
    /// If there is no such board.
    pub fn named(lattice: Lattice, board: &str) -> Result<Self, FamilyError> {
        let (outline, sides) = Outline::single(board)?;
        Ok(Self::new(BoardShape::Others(lattice, outline), &sides))
    }

    pub(super) fn new(shape: BoardShape, sides: &[usize]) -> Self {
        Self { shape, sides: sides.to_vec() }
    }

    /// How many sides a cell has.
    pub(super) fn n_sides(&self) -> usize {
        self.shape.n_sides()
    }

    /// The words of the command line for it.
    pub(super) fn words(&self) -> String {
        match self.shape {
            BoardShape::Squares => format!("--rows {} --columns {}", self.sides[0], self.sides[1]),
            BoardShape::Others(Lattice::Triangles, outline) => format!("--triangles {}", outline.name(&self.sides)),
            BoardShape::Others(Lattice::Hexagons, outline) => format!("--hexagons {}", outline.name(&self.sides)),
        }
    }

    /// Its cells.
    pub(super) fn ground(&self) -> Result<Ground, FamilyError> {
        match (self.shape, &self.sides[..]) {
            (BoardShape::Others(lattice, outline), sides) => outline.ground(lattice, sides),
            (BoardShape::Squares, &[n_rows, n_columns, ..]) => squares(n_rows, n_columns),
            (BoardShape::Squares, _) => squares(0, 0),
        }
    }

    /// The names of sides that meet in a corner, and of those that follow each other around a cell.
    pub(super) fn neighboring_sides(&self) -> Result<Vec<Vec<String>>, FamilyError> {
        let ground = self.ground()?;
        Ok(CellSides::new(&ground.mesh, ground.places.len()).neighbors())
    }
}

impl BoardShape {
    pub(super) fn n_sides(self) -> usize {
        match self {
            Self::Squares => 4,
            Self::Others(Lattice::Triangles, _) => 3,
            Self::Others(Lattice::Hexagons, _) => 6,
        }
    }
}

/// Squares in rows and columns. Their first side is the top.
fn squares(n_rows: usize, n_columns: usize) -> Result<Ground, FamilyError> {
    bounded("the rows of a board", n_rows, MAX_SIDE)?;
    bounded("the columns of a board", n_columns, MAX_SIDE)?;
    let places: Vec<[usize; 3]> =
        (0..n_rows).flat_map(|row| (0..n_columns).map(move |column| [0, row, column])).collect();
    let names = places.iter().map(|[_, row, column]| format!("{},{}", row + 1, column + 1)).collect();
    let number = |place: usize| i32::try_from(place).unwrap_or(0);
    let around = [[0, 0], [1, 0], [1, 1], [0, 1]];
    let corners = |&[_, row, column]: &[usize; 3]| {
        around.map(|[right, down]| [number(column) + right, number(row) + down]).to_vec()
    };
    let mesh = Mesh::new(places.iter().map(corners).collect(), [1.4, 1.4]);
    Ok(Ground { names, places, mesh })
}

/// The sides of the cells of a board, each with a number.
pub(super) struct CellSides {
    /// For each cell its sides, clockwise.
    pub(super) of_cell: Vec<Vec<usize>>,
    /// For each side, is it on the border?
    pub(super) is_border: Vec<bool>,
    /// For each corner of a cell the sides that end there.
    corners: BTreeMap<Corner, Vec<usize>>,
}

impl CellSides {
    pub(super) fn new(mesh: &Mesh, n_cells: usize) -> Self {
        let mut number_of: HashMap<[Corner; 2], usize> = HashMap::new();
        let (mut is_border, mut corners) = (Vec::new(), BTreeMap::<Corner, Vec<usize>>::new());
        let mut number = |side: [Corner; 2]| {
            let next = is_border.len();
            let number = *number_of.entry(side).or_insert(next);
            if number == next {
                is_border.push(true);
                side.iter().for_each(|&corner| corners.entry(corner).or_default().push(number));
            } else {
                is_border[number] = false;
            }
            number
        };
        let of_cell = (0..n_cells).map(|cell| mesh.walls(cell).map(&mut number).collect()).collect();
        Self { of_cell, is_border, corners }
    }

    /// The name of a side.
    pub(super) fn name(side: usize) -> String {
        format!("s{}", side + 1)
    }

    /// The names of the sides that meet in a corner, and of those that follow each other around a cell.
    pub(super) fn neighbors(&self) -> Vec<Vec<String>> {
        let names = |sides: &[usize]| sides.iter().map(|&side| Self::name(side)).collect::<Vec<_>>();
        let around = |sides: &Vec<usize>| {
            let next = sides.iter().cycle().skip(1);
            sides.iter().zip(next).map(|(&one, &next)| names(&[one, next])).collect::<Vec<_>>()
        };
        self.of_cell.iter().flat_map(around).chain(self.corners.values().map(|sides| names(sides))).collect()
    }
}
