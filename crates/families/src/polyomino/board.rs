//! Boards: rectangles, boxes and drawings, with cells removed.

use std::collections::BTreeSet;
use std::fmt;

use rustc_hash::FxHashMap;

use super::super::FamilyError;
use super::shape::{Cell, Space, Turn, number};
use super::space_grid::{GridPoint, SpaceGrid};
use crate::text::lines_of;
use dlx_core::format::{SyntaxError, error_at};

/// The most cells of a board, and of the box around it.
pub const MAX_CELLS: usize = 100_000;

/// Is this cell of a square with twice as many rows in the Aztec diamond of this order: is its center less than that many steps from the middle, along rows and columns?
pub(crate) fn is_in_aztec(order: usize, [row, column]: [usize; 2]) -> bool {
    let far = |at: usize| if at < order { order - 1 - at } else { at - order };
    far(row) + far(column) < order
}

/// What a board with a single number is called, and its number.
const BY_NUMBER: [[&str; 2]; 3] = [["aztec", "order"], ["square", "side"], ["cube", "side"]];

/// What a board with a single number is called, what its number is, and the number; none if it has several.
pub(super) fn by_number(word: &str) -> Option<([&'static str; 2], &str)> {
    let (name, number) = word.split_once(':')?;
    let known = BY_NUMBER.into_iter().find(|[known, _]| *known == name)?;
    Some((known, number))
}

/// How boards are named.
pub(super) const BOARDS: &str = "a board is ROWSxCOLUMNS such as 6x10, LAYERSxROWSxCOLUMNS such as 3x3x3, square:N, cube:N, aztec:N, or @FILE with a drawing";

/// A set of cells to cover, in the plane or in space.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    space: Space,
    /// What the cells are: squares or cubes, or other bodies.
    grid: SpaceGrid,
    /// Layers, rows, columns of its picture.
    size: Cell,
    /// The cells, sorted.
    cells: Vec<Cell>,
    /// The cells that may stay empty, sorted.
    spare: Vec<Cell>,
    /// The smallest box around the cells.
    hull: Hull,
    name: String,
}

/// A box of cells. Symmetries turn the smallest box around a board, without any empty space that is drawn around that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Hull {
    first: Cell,
    last: Cell,
}

impl Hull {
    /// The smallest around these cells, if there are any.
    fn around(cells: &[Cell]) -> Option<Self> {
        let (&first, others) = cells.split_first()?;
        Some(others.iter().fold(Self { first, last: first }, |hull, &cell| hull.with(cell)))
    }

    fn with(self, cell: Cell) -> Self {
        Self {
            first: [0, 1, 2].map(|axis| self.first[axis].min(cell[axis])),
            last: [0, 1, 2].map(|axis| self.last[axis].max(cell[axis])),
        }
    }

    fn size(self) -> Cell {
        [0, 1, 2].map(|axis| self.last[axis] - self.first[axis] + 1)
    }

    fn n_cells(self) -> usize {
        self.size().iter().fold(1, |product: usize, &side| product.saturating_mul(number(side)))
    }
}

impl Board {
    /// A board by name: `6x10` has 6 rows and 10 columns, `3x3x3` has layers first, `square:8` and `cube:3` have equal sides, `aztec:4` is an Aztec diamond.
    ///
    /// # Errors
    /// If the name is neither of these, or the board is too large or empty.
    pub fn parse(name: &str) -> Result<Self, FamilyError> {
        if let Some(([shape, _], number)) = by_number(name)
            && let Ok(number) = number.parse()
        {
            return Self::by_number(shape, number);
        }
        let sizes: Option<Vec<usize>> = name.split(['x', 'X']).map(|part| part.parse().ok()).collect();
        match sizes.as_deref() {
            Some([rows, columns]) => Self::rectangle(*rows, *columns),
            Some([layers, rows, columns]) => Self::cuboid(*layers, *rows, *columns),
            _ => Err(FamilyError::new(format!("`{name}` is not a board"), BOARDS)),
        }
    }

    /// The board of this name with a single number.
    pub(super) fn by_number(shape: &str, number: usize) -> Result<Self, FamilyError> {
        match shape {
            "square" => Self::rectangle(number, number),
            "cube" => Self::cuboid(number, number, number),
            _ => Self::aztec(number),
        }
    }

    /// A rectangle.
    ///
    /// # Errors
    /// If it has no cell, or more than [`MAX_CELLS`].
    pub fn rectangle(rows: usize, columns: usize) -> Result<Self, FamilyError> {
        Self::full([1, rows, columns], Space::Plane, format!("{rows}x{columns}"))
    }

    /// An Aztec diamond.
    ///
    /// # Errors
    /// If it has no cell, or the box around it more than [`MAX_CELLS`].
    pub fn aztec(order: usize) -> Result<Self, FamilyError> {
        let name = format!("aztec:{order}");
        let side = order.saturating_mul(2);
        let mut board = Self::full([1, side, side], Space::Plane, name)?;
        board.cells.retain(|[_, row, column]| is_in_aztec(order, [number(*row), number(*column)]));
        Ok(board)
    }

    /// A box.
    ///
    /// # Errors
    /// If it has no cell, or more than [`MAX_CELLS`].
    pub fn cuboid(layers: usize, rows: usize, columns: usize) -> Result<Self, FamilyError> {
        Self::full([layers, rows, columns], Space::Space, format!("{layers}x{rows}x{columns}"))
    }

    fn full(size: [usize; 3], space: Space, name: String) -> Result<Self, FamilyError> {
        let n_cells = size.iter().try_fold(1usize, |product, &side| product.checked_mul(side));
        match n_cells {
            Some(0) => Err(FamilyError::new(format!("the board {name} has no cells"), "every side is at least 1")),
            Some(1..=MAX_CELLS) => {
                let size = size.map(|side| i32::try_from(side).unwrap_or(i32::MAX));
                let cells =
                    (0..size[0]).flat_map(|l| (0..size[1]).flat_map(move |r| (0..size[2]).map(move |c| [l, r, c])));
                let hull = Hull { first: [0; 3], last: size.map(|side| side - 1) };
                let grid = SpaceGrid::Cubes;
                Ok(Self { space, grid, size, cells: cells.collect(), spare: Vec::new(), hull, name })
            }
            _ => Err(too_large(&name)),
        }
    }

    /// A drawing: `.` is a cell to cover, `?` one that may be covered, anything else is none; blank lines stand between the layers of a box. Rows, columns and layers around it
    /// that have no cell are cut off: rows and columns are numbered from the first that has one, and one layer is a board in the plane.
    ///
    /// # Errors
    /// If it has no cell, or the box around it more than [`MAX_CELLS`].
    pub fn drawing(text: &str, name: &str) -> Result<Self, Box<SyntaxError>> {
        let mut drawn = Drawn::default();
        for (number, line) in lines_of(text) {
            let large = |column| error_at((number, line), column, "", &too_large(name).what, &too_large(name).help);
            drawn.add(line).map_err(large)?;
        }
        let Some(hull) = drawn.hull else {
            let last = text.lines().count().max(1);
            let help = match text.contains(char::is_alphabetic) {
                true => "draw a `.` for every cell to cover; letters that show pieces are read with --pieces assembly",
                false => "draw a `.` for every cell to cover",
            };
            return Err(error_at((last, ""), 1, "", "the board has no cells", help));
        };
        let space = if hull.size()[0] > 1 { Space::Space } else { Space::Plane };
        Ok(Self::cut_out(hull, space, &drawn.cells, &drawn.spare).named(name))
    }

    /// Sorted cells in space, some of which may stay empty; none if there is no cell. Where places of a grid are not alike, some room around the cells may stay.
    pub(super) fn in_space(grid: SpaceGrid, cells: &[Cell], spare: &[Cell]) -> Option<Self> {
        let mut hull = Hull::around(cells)?;
        let period = grid.period();
        hull.first = [0, 1, 2].map(|axis| hull.first[axis] - hull.first[axis] % period[axis]);
        Some(Self { grid, ..Self::cut_out(hull, Space::Space, cells, spare) })
    }

    /// The cells in a box, moved to the origin.
    fn cut_out(hull: Hull, space: Space, cells: &[Cell], spare: &[Cell]) -> Self {
        let moved = |cells: &[Cell]| -> Vec<Cell> {
            cells.iter().map(|cell| [0, 1, 2].map(|axis| cell[axis] - hull.first[axis])).collect()
        };
        let (cells, spare, size) = (moved(cells), moved(spare), hull.size());
        let hull = Hull { first: [0; 3], last: size.map(|side| side - 1) };
        Self { space, grid: SpaceGrid::Cubes, size, cells, spare, hull, name: String::new() }
    }

    fn named(self, name: &str) -> Self {
        Self { name: name.into(), ..self }
    }

    /// Removes these cells: `"4,4 4,5"`, rows and columns from 1, in a box layers first.
    ///
    /// # Errors
    /// If a word is not a cell of the board, a cell is given twice, or no cell is left.
    pub fn remove(mut self, words: &str) -> Result<Self, FamilyError> {
        let removed: BTreeSet<Cell> = words.split_whitespace().try_fold(BTreeSet::new(), |mut removed, word| {
            let cell = self.parse_cell(word)?;
            if !removed.insert(cell) {
                return Err(FamilyError::new(format!("the cell {word} is removed twice"), "name each cell once"));
            }
            Ok(removed)
        })?;
        self.cells.retain(|cell| !removed.contains(cell));
        self.spare.retain(|cell| !removed.contains(cell));
        let left = Hull::around(&self.cells);
        self.hull = left.ok_or_else(|| FamilyError::new("no cell of the board is left", "remove fewer cells"))?;
        let words: Vec<&str> = words.split_whitespace().collect();
        self.name = format!("{} --remove \"{}\"", self.name, words.join(" "));
        Ok(self)
    }

    fn parse_cell(&self, word: &str) -> Result<Cell, FamilyError> {
        let numbers: Option<Vec<i32>> = word.split(',').map(|part| part.parse::<i32>().ok()?.checked_sub(1)).collect();
        let cell = match (numbers.as_deref(), self.space) {
            (Some([row, column]), Space::Plane) => Some([0, *row, *column]),
            (Some([layer, row, column]), Space::Space) => Some([*layer, *row, *column]),
            _ => None,
        };
        cell.filter(|cell| self.cells.binary_search(cell).is_ok()).ok_or_else(|| {
            let what = if self.space == Space::Plane { "row,column" } else { "layer,row,column" };
            FamilyError::new(
                format!("`{word}` is not a cell of the board {}", self.name),
                format!("a cell is {what}, from 1"),
            )
        })
    }

    pub(super) fn space(&self) -> Space {
        self.space
    }

    pub(super) fn grid(&self) -> SpaceGrid {
        self.grid
    }

    /// Layers, rows and columns of its picture.
    pub(super) fn size(&self) -> Cell {
        self.size
    }

    /// Its cells, sorted.
    pub(super) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// How many cells it has.
    #[must_use]
    pub fn area(&self) -> usize {
        self.cells.len()
    }

    /// How many of its cells have to be covered.
    #[must_use]
    pub fn least_area(&self) -> usize {
        self.cells.len() - self.spare.len()
    }

    /// May this cell stay empty?
    pub(super) fn is_spare(&self, cell: Cell) -> bool {
        self.spare.binary_search(&cell).is_ok()
    }

    /// The label of a cell: row and column from 1, in a box the layer before them.
    pub(super) fn label(&self, [layer, row, column]: Cell) -> String {
        match self.space {
            Space::Plane => format!("{},{}", row + 1, column + 1),
            Space::Space => format!("{},{},{}", layer + 1, row + 1, column + 1),
        }
    }

    /// The turns that carry the board onto itself, as permutations of its cells. In the plane reflections belong to them; in space, too: they exchange chiral pieces.
    pub(super) fn symmetries(&self) -> Vec<Vec<usize>> {
        let keeps = |image: &Vec<usize>| {
            image.iter().zip(&self.cells).all(|(&to, &cell)| self.is_spare(cell) == self.is_spare(self.cells[to]))
        };
        if self.grid == SpaceGrid::Cubes {
            let fits = |turn: &Turn| turn.image_size(self.hull.size()) == self.hull.size();
            return Turn::of(self.space, true).filter(fits).filter_map(|turn| self.image(turn)).filter(keeps).collect();
        }
        let numbers: FxHashMap<GridPoint, usize> = self.points().collect();
        let numbered = |points: Vec<GridPoint>| points.iter().map(|point| numbers[point]).collect();
        self.grid.symmetries(&self.cells).into_iter().map(numbered).filter(keeps).collect()
    }

    /// The points of its cells, and their numbers.
    pub(super) fn points(&self) -> impl Iterator<Item = (GridPoint, usize)> {
        self.cells.iter().enumerate().map(|(number, &cell)| (self.grid.point(cell), number))
    }

    /// Where each cell goes when the smallest box around the board is turned onto itself, if each goes to one.
    fn image(&self, turn: Turn) -> Option<Vec<usize>> {
        let Hull { first, .. } = self.hull;
        let image = |cell: &Cell| {
            let image = turn.image([0, 1, 2].map(|axis| cell[axis] - first[axis]), self.hull.size());
            self.cells.binary_search(&[0, 1, 2].map(|axis| image[axis] + first[axis])).ok()
        };
        self.cells.iter().map(image).collect()
    }
}

/// The part of a drawing that has been read.
#[derive(Default)]
struct Drawn {
    cells: Vec<Cell>,
    spare: Vec<Cell>,
    hull: Option<Hull>,
    /// The place of the next line.
    layer: i32,
    row: i32,
    is_layer_over: bool,
}

impl Drawn {
    /// Takes the next line, or returns the column from which on it is too long.
    fn add(&mut self, line: &str) -> Result<(), usize> {
        if line.trim().is_empty() {
            self.is_layer_over = self.layer > 0 || self.row > 0;
            return Ok(());
        }
        if std::mem::take(&mut self.is_layer_over) {
            (self.layer, self.row) = (self.layer + 1, 0);
        }
        for (column, sign) in line.chars().enumerate().filter(|&(_, sign)| sign == '.' || sign == '?') {
            let cell = [self.layer, self.row, i32::try_from(column).map_err(|_| column)?];
            let hull = self.hull.map_or(Hull { first: cell, last: cell }, |hull| hull.with(cell));
            if hull.n_cells() > MAX_CELLS {
                return Err(column + 1);
            }
            self.hull = Some(hull);
            self.cells.push(cell);
            if sign == '?' {
                self.spare.push(cell);
            }
        }
        self.row += 1;
        Ok(())
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

fn too_large(name: &str) -> FamilyError {
    FamilyError::new(format!("the board {name} is too large"), format!("at most {MAX_CELLS} cells"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_by_name_and_by_drawing() {
        assert_eq!(Board::parse("6x10").unwrap().area(), 60);
        assert_eq!(Board::parse("3x3x3").unwrap().space(), Space::Space);
        let ring = Board::drawing("...\n.#.\n...\n", "@ring").unwrap();
        assert_eq!((ring.area(), ring.size(), ring.space()), (8, [1, 3, 3], Space::Plane));
        let steps = Board::drawing("\n..\n..\n\n\n.\n", "@steps").unwrap();
        assert_eq!((steps.area(), steps.size()), (5, [2, 2, 2]));
        let framed = Board::drawing("#####\n\n#####\n##...\n##.#.#\n##...\n#\n#\n\n###", "@ring").unwrap();
        assert_eq!(framed, ring, "rows, columns and layers without a cell are cut off");
        assert_eq!(Board::parse("3x3").unwrap().remove("2,2").unwrap().cells(), ring.cells());
        let spare = Board::drawing("#..\n#.?\n", "@spare").unwrap();
        assert_eq!((spare.area(), spare.least_area(), spare.is_spare([0, 1, 1])), (4, 3, true));
        assert_eq!(spare.symmetries().len(), 2, "a cell that may stay empty goes to one that may");
        assert_eq!(spare.remove("2,2").unwrap().least_area(), 3);
    }

    #[test]
    fn what_is_no_board_is_refused() {
        for (name, part) in [
            ("6", "is not a board"),
            ("0x3", "no cells"),
            ("99999x99999", "too large"),
            ("6xy", "is not a board"),
            ("1x2x3x4", "is not a board"),
        ] {
            let error = Board::parse(name).unwrap_err().to_string();
            assert!(error.contains(part), "{name}: {error}");
        }
        let error = Board::drawing("##\n##\n", "@full").unwrap_err();
        assert_eq!((error.line, error.what.as_str()), (2, "the board has no cells"));
        let error = Board::drawing(&format!("..\n{}", ".".repeat(1_000_000)), "@wide").unwrap_err();
        assert_eq!((error.line, error.column), (2, MAX_CELLS / 2 + 1), "{error}");
        for (words, part) in [
            ("3,1", "is not a cell"),
            ("1,1 1,1", "twice"),
            ("1,1 1,2 2,1 2,2", "no cell"),
            ("1,1,1", "row,column"),
            ("a", "not a cell"),
        ] {
            let error = Board::parse("2x2").unwrap().remove(words).unwrap_err().to_string();
            assert!(error.contains(part), "{words}: {error}");
        }
    }

    #[test]
    fn symmetries_are_those_of_the_figure() {
        for (name, number) in [("6x10", 4), ("8x8", 8), ("3x3x3", 48), ("2x3x4", 8), ("1x1", 8)] {
            assert_eq!(Board::parse(name).unwrap().symmetries().len(), number, "{name}");
        }
        assert_eq!(Board::parse("3x3").unwrap().remove("1,1").unwrap().symmetries().len(), 2);
    }
}
