//! Transversals: items are the rows, the columns and the symbols, options the filled cells.

use super::square::LatinSquare;
use crate::drawing::Drawing;
use crate::scene::{Mark, Scene, Style};
use dlx_core::problem::{Problem, ProblemError};

impl LatinSquare {
    /// The problem of its transversals, which have filled cells only.
    ///
    /// ```
    /// use dlx_count::{Session, family::LatinSquare};
    ///
    /// let transversals = LatinSquare::cyclic(7)?.transversals();
    /// assert_eq!(Session::new()?.count(&transversals)?.count.to_string(), "133");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn transversals(&self) -> Problem {
        self.build_transversals().expect("rows, columns and symbols have different labels")
    }

    fn build_transversals(&self) -> Result<Problem, ProblemError> {
        let mut builder = Problem::builder();
        let mut items = |letter: char| builder.primaries((1..=self.n).map(|k| format!("{letter}{k}")));
        let (rows, columns, symbols) = (items('r')?, items('c')?, items('s')?);
        for (row, column, symbol) in self.filled_cells() {
            builder.option(&[rows[row], columns[column], symbols[symbol]])?;
        }
        Ok(builder.build())
    }

    fn filled_cells(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        self.grid.cells().filter_map(|(row, column, symbol)| Some((row, column, symbol?)))
    }

    /// Draws transversals: the square with only these cells.
    pub(super) fn transversal_drawing(&self) -> Drawing {
        let (n, cells) = (self.n, self.filled_cells().collect::<Vec<_>>());
        Drawing::words(Scene::plane(Style::Symbols { boxes: None }, [n, n], move |option| {
            let (row, column, symbol) = cells[option.index()];
            Mark::new((symbol + 1).to_string(), symbol, vec![row * n + column])
        }))
    }
}
