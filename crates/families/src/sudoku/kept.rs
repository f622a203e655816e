//! The symmetries of a puzzle. A symmetry is an order of its symbols, and a rearrangement of its cells that carries lines to lines, which together carry clues to clues.
//!
//! Clues are covered at the beginning, so their items are missing, and what is left may have symmetries that are not symmetries of the puzzle. Then symbols, lines, and the cells that are filled are things that a
//! symmetry carries about. Each cell is tied to its lines, each item of a line to that and its symbol, each clue to its cell and its symbol.

use super::puzzle::Sudoku;
use crate::grid::LineKind;
use dlx_canon::symmetry::{Keep, Together};
use dlx_core::problem::to_u32;

/// A line: its kind and its number among those of that kind.
type Line = (LineKind, usize);

impl Sudoku {
    /// What the symmetries of a group keep; if no name is given, those of the largest group.
    pub(super) fn kept(&self, group: Option<&str>) -> Keep {
        let (n, lines) = (self.n(), self.lines());
        let n_clues = self.clues().len();
        let (keeps_symbols, keeps_lines) = (group == Some("places"), group == Some("symbols"));
        // Cells are of the kind 0, a line or symbol that stays of a kind of its own.
        let kind = |number: usize, stays: bool, first: usize| to_u32(first + if stays { 2 * number } else { 0 });
        let symbols = (0..n).map(|symbol| kind(symbol, keeps_symbols, 1));
        let of_lines = (0..lines.len()).map(|line| kind(line, keeps_lines, 2));
        let things = symbols.chain(of_lines).chain(std::iter::repeat_n(0, n_clues)).collect();
        let sets = [self.tied_cells(&lines), self.tied_lines(&lines)].concat();
        Keep { things, sets, ..Keep::default() }
    }

    /// Each cell with each of its lines, each clue with its symbol. Things are the symbols, the lines, and the cells with clues.
    fn tied_cells(&self, lines: &[Line]) -> Vec<Together> {
        let (n, mut sets) = (self.n(), Vec::new());
        let mut clue = n + lines.len();
        for (row, column, symbol) in self.grid.cells() {
            let cell = match symbol {
                Some(symbol) => {
                    clue += 1;
                    sets.push(Together { items: Vec::new(), things: vec![clue - 1, symbol] });
                    Together { items: Vec::new(), things: vec![clue - 1] }
                }
                None => vec![self.grid.label(row, column)].into(),
            };
            let here =
                (n..).zip(lines).filter(|(_, (kind, line))| self.layout.line_of(*kind, n, row, column) == Some(*line));
            sets.extend(here.map(|(line, _)| {
                let mut set = cell.clone();
                set.things.push(line);
                set
            }));
        }
        sets
    }

    /// Each symbol that a line still needs with both.
    fn tied_lines(&self, lines: &[Line]) -> Vec<Together> {
        let of_line = |(thing, &(kind, line)): (usize, &Line)| {
            let set = move |symbol| Together {
                items: vec![self.grid.line_label(kind, line, symbol)],
                things: vec![thing, symbol],
            };
            (0..self.n()).map(set)
        };
        (self.n()..).zip(lines).flat_map(of_line).collect()
    }

    fn lines(&self) -> Vec<Line> {
        let of_kind = |kind: LineKind| (0..self.layout.n_lines(kind, self.n())).map(move |line| (kind, line));
        LineKind::ALL.into_iter().flat_map(of_kind).collect()
    }

    /// The number of symbols.
    fn n(&self) -> usize {
        self.grid.n()
    }
}
