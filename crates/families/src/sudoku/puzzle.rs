//! A puzzle, and its problem.

use std::sync::Arc;

use crate::drawing::Drawing;
use crate::error::FamilyError;
use crate::grid::{Cages, Filling, Grid, LineLayout, Regions, cage_letters};
use dlx_core::problem::{OptionId, Problem};

/// The most symbols: digits and letters.
pub const MAX_SYMBOLS: usize = 35;

/// The rows and columns of a box. There are as many symbols as a box has cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoxSize {
    /// Rows of a box.
    pub rows: usize,
    /// Columns of a box.
    pub columns: usize,
}

impl BoxSize {
    /// The usual box.
    pub const NINE: Self = Self { rows: 3, columns: 3 };

    /// Reads `2x3`.
    ///
    /// # Errors
    /// If it is not two numbers, or there would be more than [`MAX_SYMBOLS`] symbols.
    pub fn parse(text: &str) -> Result<Self, FamilyError> {
        let sides = text.split_once('x').and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
        match sides {
            Some((rows, columns))
                if (1..=MAX_SYMBOLS).contains(&rows) && (1..=MAX_SYMBOLS / rows).contains(&columns) =>
            {
                Ok(Self { rows, columns })
            }
            _ => Err(FamilyError::new(
                format!("`{text}` is not the size of a box"),
                format!("a box is ROWSxCOLUMNS such as 2x3, with at most {MAX_SYMBOLS} cells"),
            )),
        }
    }

    pub(super) fn n_symbols(self) -> usize {
        self.rows * self.columns
    }

    pub(super) fn layout(self) -> LineLayout {
        LineLayout { regions: Regions::Boxes { rows: self.rows, columns: self.columns }, ..LineLayout::LATIN }
    }
}

/// A puzzle: some cells are filled, without contradictions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sudoku {
    /// The line of the text it begins in, from 1.
    pub line: usize,
    pub(super) layout: LineLayout,
    pub(super) grid: Grid,
}

impl Sudoku {
    /// A puzzle without clues.
    #[must_use]
    pub fn empty(box_size: BoxSize) -> Self {
        Self { line: 1, layout: box_size.layout(), grid: Grid::empty(box_size.n_symbols()) }
    }

    /// The same puzzle without its clues.
    ///
    /// ```
    /// use dlx_count::family::Sudoku;
    /// use dlx_count::session::Template;
    ///
    /// let puzzle = Sudoku::of_word("1.....3........4", None)?;
    /// let template = Template::new(&puzzle.emptied().problem()).unwrap();
    /// assert_eq!(template.count(&puzzle.chosen()).unwrap().to_u64(), Some(3));
    /// # Ok::<(), Box<dlx_count::format::SyntaxError>>(())
    /// ```
    #[must_use]
    pub fn emptied(&self) -> Self {
        Self { grid: self.grid.emptied(), ..self.clone() }
    }

    /// Its clues as options of the problem of the puzzle [without them](Self::emptied).
    #[must_use]
    pub fn chosen(&self) -> Vec<OptionId> {
        self.grid.chosen()
    }

    /// The problem of filling its empty cells. Items are `p12` for row 1, column 2, and `r`, `c`, `b`, `d`, `w`, `k` with a row, column, box, diagonal, window or cage and a symbol.
    #[must_use]
    pub fn problem(&self) -> Problem {
        self.grid.problem(&self.layout).with_name(format!("sudoku {self}"))
    }

    /// The puzzle with further cells filled by options of its problem.
    #[must_use]
    pub fn filled(&self, solution: &[OptionId]) -> Self {
        let (_, fillings) = self.grid.laid_out(&self.layout);
        Self { grid: self.grid.filled(written(solution, &fillings)), ..self.clone() }
    }

    /// The number of its symbols, and of its rows.
    #[must_use]
    pub fn n_symbols(&self) -> usize {
        self.grid.n()
    }

    /// The places of its clues, row by row from 0.
    #[must_use]
    pub fn clues(&self) -> Vec<usize> {
        let cells = self.grid.cells().enumerate();
        cells.filter(|(_, (.., symbol))| symbol.is_some()).map(|(place, _)| place).collect()
    }

    /// The puzzle without the clue at this place.
    #[must_use]
    pub fn without(&self, place: usize) -> Self {
        let mut puzzle = self.clone();
        puzzle.grid.clear(place);
        puzzle
    }

    /// The puzzle without clues whose cages have the sums of this full grid: for each cell the number of its cage.
    #[must_use]
    pub fn caged(&self, of_cell: &[usize]) -> Self {
        let mut sums = vec![0; of_cell.iter().max().map_or(0, |last| last + 1)];
        for (&cage, (.., symbol)) in of_cell.iter().zip(self.grid.cells()) {
            sums[cage] += symbol.map_or(0, |symbol| symbol + 1);
        }
        let letters = cage_letters().take(sums.len()).collect();
        let cages = Cages { of_cell: of_cell.iter().copied().map(Some).collect(), sums, letters };
        let mut puzzle = self.emptied();
        puzzle.layout.cages = Some(Arc::new(cages));
        puzzle
    }

    /// Its cages as they are read: a sign for each cell, row by row, and the sums; none if it has no cages, or more than there are signs.
    #[must_use]
    pub fn drawn_cages(&self) -> Option<String> {
        let cages = self.layout.cages.as_ref()?;
        let signs: Vec<char> = cage_letters().collect();
        let sign = |cage: &Option<usize>| cage.map_or(Some('.'), |cage| signs.get(cage).copied());
        let row = |cells: &[Option<usize>]| cells.iter().map(sign).collect::<Option<String>>();
        let rows: Vec<String> = cages.of_cell.chunks(self.n_symbols()).map(row).collect::<Option<_>>()?;
        let sums: Vec<String> = signs.iter().zip(&cages.sums).map(|(sign, sum)| format!("{sign}={sum}")).collect();
        let sums: Vec<String> = sums.chunks(10).map(|sums| sums.join(" ")).collect();
        Some(format!("{}\n\n{}", rows.join("\n"), sums.join("\n")))
    }

    /// Draws its solutions: all cells in a line.
    #[must_use]
    pub fn drawing(&self) -> Drawing {
        let (own, (_, fillings)) = (self.clone(), self.grid.laid_out(&self.layout));
        let scene = self.grid.scene(&self.layout, |symbol| letter(symbol).to_string());
        Drawing::new(scene, move |solution| {
            let grid = own.grid.filled(written(solution, &fillings));
            Self { grid, ..own.clone() }.to_string()
        })
    }
}

/// What a solution writes into cells.
fn written<'a>(solution: &'a [OptionId], fillings: &'a [Filling]) -> impl Iterator<Item = Filling> + 'a {
    solution.iter().filter_map(|option| fillings.get(option.index()).copied())
}

impl std::fmt::Display for Sudoku {
    /// All cells in a line, `.` for the empty ones.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text: String = self.grid.cells().map(|(.., symbol)| symbol.map_or('.', letter)).collect();
        f.write_str(&text)
    }
}

/// 1 to 9, then A to Z, for symbols from 0.
pub(super) fn letter(symbol: usize) -> char {
    char::from_digit(u32::try_from(symbol + 1).unwrap_or(36), 36).unwrap_or('?').to_ascii_uppercase()
}
