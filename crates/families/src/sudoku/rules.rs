//! The rules of a puzzle: boxes, or drawn regions, diagonals, and windows.
//!
//! A drawing of regions has a line for each row and a letter for each cell; cells with the same letter are a region, and there are as many of each letter as
//! there are rows. Regions need not hang together.

use std::sync::Arc;

use super::puzzle::{BoxSize, MAX_SYMBOLS, Sudoku};
use crate::error::FamilyError;
use crate::grid::{Grid, LineKind, LineLayout, Regions};
use dlx_core::format::{SyntaxError, error_at};

/// What is known of the rules before a puzzle is read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Rules {
    /// The size of a box; found from the puzzle if it is not known.
    pub(super) box_size: Option<BoxSize>,
    /// The number of symbols, and the region of each cell.
    pub(super) regions: Option<(usize, Arc<[usize]>)>,
    pub(super) has_diagonals: bool,
    /// Windows, as in windoku.
    pub(super) has_windows: bool,
}

impl Rules {
    /// The number of symbols and the layout, as far as they are known.
    pub(super) fn layout(&self, box_size: Option<BoxSize>) -> Option<(usize, LineLayout)> {
        match (&self.regions, box_size) {
            (Some((n, regions)), _) => Some((*n, self.with(Regions::Drawn(Arc::clone(regions))))),
            (None, Some(size)) => Some(self.with_boxes(size)),
            (None, None) => None,
        }
    }

    /// The number of symbols and the layout for boxes of this size.
    pub(super) fn with_boxes(&self, size: BoxSize) -> (usize, LineLayout) {
        (size.n_symbols(), self.with(size.layout().regions))
    }

    fn with(&self, regions: Regions) -> LineLayout {
        LineLayout { regions, has_diagonals: self.has_diagonals, has_windows: self.has_windows }
    }

    /// Refuses windows where there is no room for them.
    pub(super) fn check(&self, puzzle: &Sudoku) -> Result<(), FamilyError> {
        let n = puzzle.grid.n();
        if self.has_windows && puzzle.layout.n_lines(LineKind::Window, n) == 0 {
            return Err(FamilyError::new(
                format!("a grid of {n}x{n} has no windows"),
                "--windoku is for grids of 4x4, 9x9, 16x16 or 25x25",
            ));
        }
        Ok(())
    }

    /// The puzzle without clues; none if its size is not known.
    pub(super) fn empty(&self) -> Option<Sudoku> {
        let (n, layout) = self.layout(self.box_size)?;
        Some(Sudoku { line: 1, layout, grid: Grid::empty(n) })
    }
}

/// Reads a drawing of regions.
pub(super) fn regions(text: &str) -> Result<(usize, Arc<[usize]>), Box<SyntaxError>> {
    let lines: Vec<(usize, &str)> =
        (1..).zip(text.trim_start_matches('\u{feff}').lines()).filter(|(_, line)| !line.trim().is_empty()).collect();
    let n = lines.first().map_or(0, |(_, line)| letters(line).count());
    let first = lines.first().copied().unwrap_or((1, ""));
    if n == 0 || n > MAX_SYMBOLS {
        return Err(error_at(
            first,
            1,
            "",
            &format!("a drawing with {n} columns"),
            &format!("there may be 1 to {MAX_SYMBOLS}"),
        ));
    }
    let (mut names, mut sizes, mut cells) = (Vec::new(), vec![0; n], Vec::new());
    for &line in &lines {
        if lines.len() != n || letters(line.1).count() != n {
            let what = format!("{} columns in a drawing with {} rows", letters(line.1).count(), lines.len());
            return Err(error_at(line, 1, "", &what, "a drawing has as many rows as columns, and a letter in each"));
        }
        for (column, letter) in letters(line.1) {
            let region = names.iter().position(|&name| name == letter).unwrap_or_else(|| {
                names.push(letter);
                names.len() - 1
            });
            if region >= n || sizes[region] == n {
                let what = format!("too many cells for region {letter}");
                return Err(error_at(
                    line,
                    column,
                    &letter.to_string(),
                    &what,
                    &format!("each of {n} regions has {n} cells"),
                ));
            }
            sizes[region] += 1;
            cells.push(region);
        }
    }
    Ok((n, cells.into()))
}

/// The letters of a line, with their columns from 1.
fn letters(line: &str) -> impl Iterator<Item = (usize, char)> {
    (1..).zip(line.chars()).filter(|(_, c)| !c.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_are_read_and_mistakes_have_their_place() {
        let (n, cells) = regions("a a b\nabb\n\nccc\n").unwrap();
        assert_eq!((n, &cells[..]), (3, &[0, 0, 1, 0, 1, 1, 2, 2, 2][..]));
        let cases =
            [("", 1, 1), ("ab\nab\nab", 1, 1), ("ab\nabb", 2, 1), ("aab\naab\nbcc", 2, 2), ("abc\nabd\nabc", 2, 3)];
        for (text, line, column) in cases {
            let error = regions(text).unwrap_err();
            assert_eq!((error.line, error.column), (line, column), "{text}: {error}");
        }
    }
}
