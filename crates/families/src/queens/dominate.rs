//! Queens that dominate the board: every square is occupied or attacked, by any number of queens; the fewest are OEIS A075458.
//!
//! Each square is an item that is covered at least once, each place for a queen an option with all squares that it attacks. Queens may attack each other.

use super::board::{Queens, Square};
use crate::drawing::{Drawing, rows};
use crate::error::{FamilyError, bounded};
use dlx_canon::symmetry::CountQuery;
use dlx_core::problem::{ItemId, Multiplicity, Problem, ProblemError};

/// Larger boards make too many choices.
const MAX_SIDE: usize = 40;

/// The question about a board. No queen may stand on a blocked square, but blocked squares are attacked, too, and queens attack across them.
pub(super) fn question(board: &Queens) -> Result<CountQuery, FamilyError> {
    bounded("a board to be dominated", board.n, MAX_SIDE)?;
    let problem = build(board).map_err(|error| FamilyError::new(error.to_string(), "take a smaller board"))?;
    if !board.up_to_symmetry {
        return Ok(problem.into());
    }
    Ok(CountQuery::up_to(problem, &board.symmetries(&free_squares(board))))
}

pub(super) fn drawing(board: &Queens) -> Drawing {
    let (n, squares) = (board.n, free_squares(board));
    Drawing::text(move |solution| {
        let mut board = vec!["."; n * n];
        for &(row, column) in solution.iter().filter_map(|option| squares.get(option.index())) {
            board[row * n + column] = "Q";
        }
        rows(&board, n)
    })
}

fn squares(n: usize) -> impl Iterator<Item = Square> {
    (0..n).flat_map(move |row| (0..n).map(move |column| (row, column)))
}

/// Where queens may stand.
fn free_squares(board: &Queens) -> Vec<Square> {
    squares(board.n).filter(|square| !board.blocked.contains(square)).collect()
}

/// The words of a command line for a board.
pub(super) fn name(board: &Queens) -> String {
    let queens = format!("queens {}", board.n);
    board.words().replacen(&queens, &format!("{queens} --dominate"), 1)
}

fn build(board: &Queens) -> Result<Problem, ProblemError> {
    let mut builder = Problem::builder();
    builder.name(name(board));
    let label = |(row, column): Square| format!("r{row}c{column}");
    let items = builder.primaries(squares(board.n).map(label))?;
    for queen in free_squares(board) {
        let attacked = squares(board.n).zip(&items).filter(|(square, _)| is_attacked(*square, queen));
        builder.option(&attacked.map(|(_, item)| *item).collect::<Vec<ItemId>>())?;
    }
    let often = Multiplicity { least: 1, most: None };
    builder.build().with_times(&items.into_iter().map(|item| (item, often)).collect::<Vec<_>>())
}

/// Does a queen attack this square, or stand there?
fn is_attacked(one: Square, other: Square) -> bool {
    let (rows, columns) = (one.0.abs_diff(other.0), one.1.abs_diff(other.1));
    rows == 0 || columns == 0 || rows == columns
}
