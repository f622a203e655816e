//! Boards: rectangles, boxes and drawings, with cells removed.

use std::collections::BTreeSet;
use std::fmt;

use super::super::FamilyError;
use super::shape::{Cell, Space, Turn};
use crate::format::{SyntaxError, error_at};

/// The most cells of a board, and of the box around it.
pub const MAX_CELLS: usize = 100_000;

/// A set of cells to cover, in the plane or in space.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    space: Space,
    /// Layers, rows, columns of the box around it.
    size: Cell,
    /// Sorted.
    cells: Vec<Cell>,
    name: String,
}

impl Board {
    /// A board by name: `6x10` has 6 rows and 10 columns, `3x3x3` has layers first.
    ///
    /// # Errors
    /// If the name is neither, or the board too large or empty.
    pub fn parse(name: &str) -> Result<Self, FamilyError> {
        let sizes: Option<Vec<usize>> = name.split(['x', 'X']).map(|part| part.parse().ok()).collect();
        match sizes.as_deref() {
            Some([rows, columns]) => Self::rectangle(*rows, *columns),
            Some([layers, rows, columns]) => Self::cuboid(*layers, *rows, *columns),
            _ => Err(FamilyError::new(
                format!("`{name}` is not a board"),
                "a board is ROWSxCOLUMNS such as 6x10, LAYERSxROWSxCOLUMNS such as 3x3x3, or @FILE with a drawing",
            )),
        }
    }

    /// A rectangle.
    ///
    /// # Errors
    /// If it has no cell, or more than [`MAX_CELLS`].
    pub fn rectangle(rows: usize, columns: usize) -> Result<Self, FamilyError> {
        Self::full([1, rows, columns], Space::Plane, format!("{rows}x{columns}"))
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
                let size = size.map(|side| side as i32);
                let cells =
                    (0..size[0]).flat_map(|l| (0..size[1]).flat_map(move |r| (0..size[2]).map(move |c| [l, r, c])));
                Ok(Self { space, size, cells: cells.collect(), name })
            }
            _ => Err(too_large(&name)),
        }
    }

    /// A drawing: `.` is a cell to cover, anything else is not; blank lines stand between the layers of a box.
    ///
    /// # Errors
    /// If it has no cell, or more than [`MAX_CELLS`].
    pub fn drawing(text: &str, name: &str) -> Result<Self, Box<SyntaxError>> {
        let (mut cells, mut place, mut size, mut is_new_layer) = (Vec::new(), [0, 0, 0], [0, 0, 0], false);
        for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            if line.trim().is_empty() {
                is_new_layer = size[0] > 0;
                continue;
            }
            if std::mem::take(&mut is_new_layer) {
                place = [place[0] + 1, 0, 0];
            }
            let columns = line.trim_end().chars().count();
            size = [place[0] + 1, size[1].max(place[1] + 1), size[2].max(columns as i32)];
            cells.extend(
                line.chars()
                    .enumerate()
                    .filter(|&(_, c)| c == '.')
                    .map(|(column, _)| [place[0], place[1], column as i32]),
            );
            if size.iter().map(|&side| side as usize).product::<usize>() > MAX_CELLS {
                return Err(error_at((number + 1, line), 1, line, &too_large(name).what, &too_large(name).help));
            }
            place[1] += 1;
        }
        if cells.is_empty() {
            let last = text.lines().count().max(1);
            return Err(error_at((last, ""), 1, "", "the board has no cells", "draw a `.` for every cell to cover"));
        }
        let space = if size[0] > 1 { Space::Space } else { Space::Plane };
        Ok(Self { space, size, cells, name: name.into() })
    }

    /// Without these cells: `"4,4 4,5"`, rows and columns from 1, in a box layers first.
    ///
    /// # Errors
    /// If a word is no cell of the board, stands there twice, or no cell is left.
    pub fn remove(mut self, words: &str) -> Result<Self, FamilyError> {
        let removed: BTreeSet<Cell> = words.split_whitespace().try_fold(BTreeSet::new(), |mut removed, word| {
            let cell = self.parse_cell(word)?;
            if !removed.insert(cell) {
                return Err(FamilyError::new(format!("the cell {word} is removed twice"), "name each cell once"));
            }
            Ok(removed)
        })?;
        self.cells.retain(|cell| !removed.contains(cell));
        if self.cells.is_empty() {
            return Err(FamilyError::new("no cell of the board is left", "remove fewer cells"));
        }
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

    /// Layers, rows and columns of the box around it.
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

    /// The label of a cell: row and column from 1, in a box the layer before them.
    pub(super) fn label(&self, [layer, row, column]: Cell) -> String {
        match self.space {
            Space::Plane => format!("{},{}", row + 1, column + 1),
            Space::Space => format!("{},{},{}", layer + 1, row + 1, column + 1),
        }
    }

    /// The turns that carry the board onto itself. In the plane reflections belong to them; in space, too: they exchange chiral pieces.
    pub(super) fn symmetries(&self) -> Vec<Turn> {
        let is_own = |turn: &Turn| {
            turn.image_size(self.size) == self.size
                && self.cells.iter().all(|&cell| self.cells.binary_search(&turn.image(cell, self.size)).is_ok())
        };
        Turn::of(self.space, true).filter(is_own).collect()
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
        assert_eq!(Board::parse("3x3").unwrap().remove("2,2").unwrap().cells(), ring.cells());
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
