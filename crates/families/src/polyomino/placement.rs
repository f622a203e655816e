//! A covering read back: which piece covers which cell.

use std::fmt;

use super::shape::{Cell, number};

/// A board with a piece in every cell.
///
/// As text it has a letter for every cell, the first one of its piece's name, `.` where no cell is, and blank lines between layers.
/// Where several pieces begin with the same letter, or one is used several times, letters are given in the order of their first cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placement {
    size: Cell,
    /// Row by row, layer by layer: the number of the piece.
    cells: Vec<Option<usize>>,
    /// The names of the pieces on the board.
    pieces: Vec<String>,
}

/// Letters for pieces whose names do not begin with different letters.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

impl Placement {
    pub(super) fn new<'a, C: Iterator<Item = Cell>>(size: Cell, lying: impl Iterator<Item = (&'a str, C)>) -> Self {
        let n_cells = size.iter().map(|&side| number(side)).product();
        let (mut cells, mut pieces) = (vec![None; n_cells], Vec::new());
        for (name, covered) in lying {
            for [layer, row, column] in covered {
                cells[number((layer * size[1] + row) * size[2] + column)] = Some(pieces.len());
            }
            pieces.push(name.to_owned());
        }
        Self { size, cells, pieces }
    }

    /// Layers, rows and columns.
    #[must_use]
    pub fn size(&self) -> [usize; 3] {
        self.size.map(number)
    }

    /// The names of the pieces, one for each on the board.
    #[must_use]
    pub fn pieces(&self) -> &[String] {
        &self.pieces
    }

    /// Which of the pieces covers this cell; none where there is no cell.
    #[must_use]
    pub fn at(&self, layer: usize, row: usize, column: usize) -> Option<usize> {
        let [_, rows, columns] = self.size();
        self.cells[(layer * rows + row) * columns + column]
    }
}

/// A letter for each piece: the first of its name if all are different, or else in the order in which the cells of the board meet them.
pub(crate) fn letters<'a>(names: &[String], cells: impl Iterator<Item = &'a usize>) -> Vec<char> {
    let own: Vec<char> = names.iter().filter_map(|name| name.chars().next()).collect();
    let mut sorted = own.clone();
    sorted.sort_unstable();
    sorted.dedup();
    if sorted.len() == names.len() {
        return own;
    }
    let mut letters = vec!['?'; names.len()];
    let mut next = LETTERS.chars().cycle();
    let mut is_named = vec![false; names.len()];
    for &piece in cells {
        if !std::mem::replace(&mut is_named[piece], true) {
            letters[piece] = next.next().unwrap_or('?');
        }
    }
    letters
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = letters(&self.pieces, self.cells.iter().flatten());
        let [layers, rows, columns] = self.size();
        for layer in 0..layers {
            if layer > 0 {
                writeln!(f)?;
            }
            for row in 0..rows {
                let line: String = (0..columns)
                    .map(|column| self.at(layer, row, column).map_or('.', |piece| letters[piece]))
                    .collect();
                writeln!(f, "{line}")?;
            }
        }
        Ok(())
    }
}
