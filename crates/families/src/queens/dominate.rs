//! Queens that dominate the board: every square is occupied or attacked, by any number of queens; the fewest are OEIS A075458.
//!
//! Each square is an item that is covered at least once, each place for a queen an option with all squares that it attacks. Queens may attack each other.

use super::board::{Queens, Square};
use crate::drawing::{Drawing, rows};
use crate::error::{FamilyError, bounded};
use crate::member::Member;
use dlx_canon::symmetry::CountQuery;
use dlx_core::problem::{ItemId, Multiplicity, Problem, ProblemError};

/// Larger boards make too many choices.
const MAX_SIDE: usize = 40;

/// A board to be dominated.
pub(super) struct Dominated {
    /// The board. No queen may stand on a blocked square, but blocked squares are attacked, too, and queens attack across them.
    pub(super) board: Queens,
}

impl Dominated {
    /// Where queens may stand.
    fn squares(&self) -> Vec<Square> {
        let n = self.board.n;
        let all = (0..n).flat_map(|row| (0..n).map(move |column| (row, column)));
        all.filter(|square| !self.board.blocked.contains(square)).collect()
    }

    fn build(&self) -> Result<Problem, ProblemError> {
        let (n, mut builder) = (self.board.n, Problem::builder());
        builder.name(self.name());
        let all = || (0..n).flat_map(|row| (0..n).map(move |column| (row, column)));
        let items =
            all().map(|(row, column)| builder.primary(format!("r{row}c{column}"))).collect::<Result<Vec<_>, _>>()?;
        for queen in self.squares() {
            let attacked = all().zip(&items).filter(|(square, _)| is_attacked(*square, queen));
            builder.option(&attacked.map(|(_, item)| *item).collect::<Vec<ItemId>>())?;
        }
        let often = Multiplicity { least: 1, most: None };
        builder.build().with_times(&items.into_iter().map(|item| (item, often)).collect::<Vec<_>>())
    }
}

/// Does a queen attack this square, or stand there?
fn is_attacked(one: Square, other: Square) -> bool {
    let (rows, columns) = (one.0.abs_diff(other.0), one.1.abs_diff(other.1));
    rows == 0 || columns == 0 || rows == columns
}

impl Member for Dominated {
    fn name(&self) -> String {
        let queens = format!("queens {}", self.board.n);
        self.board.words().replacen(&queens, &format!("{queens} --dominate"), 1)
    }

    fn question(&self) -> Result<CountQuery, FamilyError> {
        bounded("a board to be dominated", self.board.n, MAX_SIDE)?;
        let problem = self.build().map_err(|error| FamilyError::new(error.to_string(), "take a smaller board"))?;
        if !self.board.up_to_symmetry {
            return Ok(problem.into());
        }
        Ok(CountQuery::up_to(problem, &self.board.symmetries(&self.squares())))
    }

    fn drawing(&self) -> Result<Option<Drawing>, FamilyError> {
        let (n, squares) = (self.board.n, self.squares());
        Ok(Some(Drawing::text(move |solution| {
            let mut board = vec!["."; n * n];
            for &(row, column) in solution.iter().filter_map(|option| squares.get(option.index())) {
                board[row * n + column] = "Q";
            }
            rows(&board, n)
        })))
    }
}
