//! Squares filled with symbols: what Latin squares and sudoku have in common.
//!
//! Each empty cell, and each symbol that a row, a column or a box still needs, is an item; each symbol that can still stand in an empty cell is an option
//! (TAOCP 7.2.2.1, equations (28) and (29)). Clues are covered before we begin: their items are not there.

use super::scene::{Mark, Scene, Style};
use crate::problem::{ItemId, Problem, ProblemBuilder, ProblemError};

/// Which lines have each symbol once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Layout {
    /// Rows and columns.
    Latin,
    /// Rows, columns, and boxes of so many rows and columns.
    Boxes { rows: usize, columns: usize },
}

impl Layout {
    /// The box of a cell, if there are boxes in an n by n square.
    pub(super) fn box_of(self, n: usize, row: usize, column: usize) -> Option<usize> {
        match self {
            Self::Latin => None,
            Self::Boxes { rows, columns } => Some(row / rows * (n / columns) + column / columns),
        }
    }
}

/// A square of cells, some of them filled. Rows, columns and symbols are from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Grid {
    n: usize,
    cells: Vec<Option<usize>>,
}

/// What an option does: row, column, symbol.
pub(super) type Filling = (usize, usize, usize);

/// The lines of one kind: rows, columns or boxes.
type Lines = Vec<Vec<Option<ItemId>>>;

impl Grid {
    pub(super) fn empty(n: usize) -> Self {
        Self { n, cells: vec![None; n * n] }
    }

    pub(super) fn set(&mut self, row: usize, column: usize, symbol: usize) {
        self.cells[row * self.n + column] = Some(symbol);
    }

    /// Empties the cell at a place, counted row by row.
    pub(super) fn clear(&mut self, place: usize) {
        self.cells[place] = None;
    }

    /// All cells: row, column, what is in it.
    pub(super) fn cells(&self) -> impl Iterator<Item = (usize, usize, Option<usize>)> {
        self.cells.iter().enumerate().map(|(cell, &symbol)| (cell / self.n, cell % self.n, symbol))
    }

    /// The problem of filling the empty cells. Clues must not contradict each other.
    pub(super) fn problem(&self, layout: Layout) -> Problem {
        self.laid_out(layout).0
    }

    /// The same, and for each option the cell that it fills and with what.
    pub(super) fn laid_out(&self, layout: Layout) -> (Problem, Vec<Filling>) {
        self.build(layout).expect("cells and symbols have different labels")
    }

    /// The square, what stands in it, and what each option writes.
    pub(super) fn scene(&self, layout: Layout, word: fn(usize) -> String) -> Scene {
        let (n, (_, fillings)) = (self.n, self.laid_out(layout));
        let boxes = match layout {
            Layout::Latin => None,
            Layout::Boxes { rows, columns } => Some([rows, columns]),
        };
        let mark = move |(row, column, symbol): Filling| Mark {
            word: word(symbol),
            kind: symbol,
            cells: vec![row * n + column],
        };
        let mut scene = Scene::plane(Style::Symbols { boxes }, [n, n], move |option| mark(fillings[option.index()]));
        let given = self.cells().filter_map(|(row, column, symbol)| Some((row, column, symbol?)));
        scene.given = given.map(mark).collect();
        scene.name_of = name;
        let empty = self.cells().filter(|(.., symbol)| symbol.is_none());
        scene.reading = empty.map(|(row, column, _)| self.label(row, column)).collect();
        scene
    }

    /// Fills cells.
    pub(super) fn filled(&self, cells: impl Iterator<Item = Filling>) -> Self {
        let mut grid = self.clone();
        cells.for_each(|(row, column, symbol)| grid.set(row, column, symbol));
        grid
    }

    fn build(&self, layout: Layout) -> Result<(Problem, Vec<Filling>), ProblemError> {
        let mut fillings = Vec::new();
        let mut builder = Problem::builder();
        let mut cells = Vec::new();
        for (row, column, _) in self.cells().filter(|(.., symbol)| symbol.is_none()) {
            let item = builder.primary(self.label(row, column))?;
            cells.push((row, column, item));
        }
        let rows = self.lines(&mut builder, 'r', |row, _| Some(row))?;
        let columns = self.lines(&mut builder, 'c', |_, column| Some(column))?;
        let boxes = self.lines(&mut builder, 'b', |row, column| layout.box_of(self.n, row, column))?;
        for (row, column, item) in cells {
            for symbol in 0..self.n {
                let within = layout.box_of(self.n, row, column).map(|number| boxes[number][symbol]);
                if let (Some(r), Some(c), b) = (rows[row][symbol], columns[column][symbol], within) {
                    match b {
                        None => drop(builder.option(&[item, r, c])?),
                        Some(Some(b)) => drop(builder.option(&[item, r, c, b])?),
                        Some(None) => continue,
                    }
                    fillings.push((row, column, symbol));
                }
            }
        }
        Ok((builder.build(), fillings))
    }

    /// For each line the items of the symbols it still needs.
    fn lines(
        &self,
        builder: &mut ProblemBuilder,
        letter: char,
        line_of: impl Fn(usize, usize) -> Option<usize>,
    ) -> Result<Lines, ProblemError> {
        let mut is_there = vec![vec![false; self.n]; self.n];
        let has_lines = self.n > 0 && line_of(0, 0).is_some();
        for (row, column, symbol) in self.cells() {
            if let (Some(line), Some(symbol)) = (line_of(row, column), symbol) {
                is_there[line][symbol] = true;
            }
        }
        let mut lines = vec![vec![None; self.n]; self.n];
        for (line, symbol) in (0..self.n).flat_map(|line| (0..self.n).map(move |symbol| (line, symbol))) {
            if has_lines && !is_there[line][symbol] {
                let label = format!("{letter}{}{}{}", line + 1, self.comma(), symbol + 1);
                lines[line][symbol] = Some(builder.primary(label)?);
            }
        }
        Ok(lines)
    }

    /// The item of a cell.
    fn label(&self, row: usize, column: usize) -> String {
        format!("p{}{}{}", row + 1, self.comma(), column + 1)
    }

    /// The separator between two numbers that may have two digits each.
    fn comma(&self) -> &'static str {
        if self.n > 9 { "," } else { "" }
    }
}

/// What an item is on the square: a cell, or a symbol that a line still needs.
fn name(label: &str) -> Option<String> {
    let numbers = label.get(1..)?;
    let (first, second) = numbers.split_once(',').or_else(|| numbers.split_at_checked(1))?;
    Some(match label.get(..1)? {
        "p" => format!("row {first}, column {second}"),
        "r" => format!("symbol {second} in row {first}"),
        "c" => format!("symbol {second} in column {first}"),
        "b" => format!("symbol {second} in box {first}"),
        _ => return None,
    })
}
