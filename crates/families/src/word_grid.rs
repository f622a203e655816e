//! The squares of a crossword: white ones, black ones, and letters that are there from the beginning.
//!
//! A drawing has a sign for each square: `.` is white, `#` black, anything else the letter that is given. Words lie in the white squares next to each other, across and down, if these are two or more.
//! They are numbered as in newspapers: squares in which a word begins, row by row.

use std::collections::BTreeSet;

use super::text::{Line, lines_of};
use dlx_core::format::{SyntaxError, error_at};

/// The squares, row by row.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct WordGrid {
    pub(super) n_columns: usize,
    /// None is black; a white one has the letter that is given, or `.`.
    pub(super) squares: Vec<Option<char>>,
}

/// The place of a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct WordPlace {
    /// Such as `1A` across, `1D` down.
    pub(super) label: String,
    pub(super) cells: Vec<usize>,
}

impl WordGrid {
    /// Reads a drawing; letters are these.
    pub(super) fn read(text: &str, letters: &BTreeSet<char>, most: usize) -> Result<Self, Box<SyntaxError>> {
        let mut grid = Self::default();
        let lines: Vec<Line<'_>> = lines_of(text).filter(|(_, line)| !line.trim().is_empty()).collect();
        // The line and column of each square.
        let mut at = Vec::new();
        for (rank, &(number, line)) in lines.iter().enumerate() {
            let signs: Vec<(usize, char)> = (1..).zip(line.chars()).filter(|(_, sign)| !sign.is_whitespace()).collect();
            let wrong = |what: &str, help: &str| Err(error_at((number, line), 1, "", what, help));
            if grid.squares.is_empty() {
                grid.n_columns = signs.len();
            }
            if signs.len() != grid.n_columns {
                return wrong(
                    "a row of another length",
                    "every row has a sign for each square: . white, # black, or a letter",
                );
            }
            grid.squares.extend(signs.iter().map(|&(_, sign)| (sign != '#').then_some(sign)));
            at.extend(signs.iter().map(|&(column, _)| (rank, column)));
            if grid.n_columns > most || grid.n_rows() > most {
                return wrong("the drawing is too large", &format!("at most {most} rows and columns"));
            }
        }
        let start = lines.first().copied().unwrap_or((1, ""));
        let places = grid.places();
        if places.is_empty() {
            return Err(error_at(
                start,
                1,
                "",
                "no word has a place",
                "draw . for a white square and # for a black one",
            ));
        }
        let covered: BTreeSet<usize> = places.iter().flat_map(|place| place.cells.iter().copied()).collect();
        for (cell, &(line, column)) in at.iter().enumerate() {
            let Some(sign) = grid.squares[cell] else { continue };
            let wrong = |what: &str, help: &str| Err(error_at(lines[line], column, &sign.to_string(), what, help));
            if sign == '.' && !covered.contains(&cell) {
                return wrong("a square in no word", "words have two letters or more: make the square black");
            }
            if sign != '.' && !letters.contains(&sign) {
                let what = format!("no word of the list has the letter `{sign}`");
                return wrong(&what, "a square is a letter of the list, . if it is white or # if it is black");
            }
        }
        Ok(grid)
    }

    pub(super) fn n_rows(&self) -> usize {
        self.squares.len() / self.n_columns.max(1)
    }

    /// The places of words: across, then down.
    pub(super) fn places(&self) -> Vec<WordPlace> {
        let (width, n_rows) = (self.n_columns, self.n_rows());
        let row = |k: usize| (0..width).map(|j| k * width + j).collect::<Vec<_>>();
        let column = |k: usize| (0..n_rows).map(|j| j * width + k).collect::<Vec<_>>();
        let (across, down) = (self.runs((0..n_rows).map(row)), self.runs((0..width).map(column)));
        let starts: BTreeSet<usize> = across.iter().chain(&down).map(|cells| cells[0]).collect();
        let place = |cells: Vec<usize>, way: char| {
            let number = starts.range(..=cells[0]).count();
            WordPlace { label: format!("{number}{way}"), cells }
        };
        let across = across.into_iter().map(|cells| place(cells, 'A'));
        let mut down: Vec<WordPlace> = down.into_iter().map(|cells| place(cells, 'D')).collect();
        down.sort_by_key(|place| place.cells[0]);
        across.chain(down).collect()
    }

    /// White squares next to each other in these lines, two or more.
    fn runs(&self, lines: impl Iterator<Item = Vec<usize>>) -> Vec<Vec<usize>> {
        let runs = |line: Vec<usize>| {
            let white = line.split(|&cell| self.squares[cell].is_none()).filter(|run| run.len() > 1);
            white.map(<[usize]>::to_vec).collect::<Vec<_>>()
        };
        lines.flat_map(runs).collect()
    }
}
