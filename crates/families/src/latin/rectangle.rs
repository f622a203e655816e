//! Latin rectangles: k rows of n columns, every row with each of n symbols once, every column with none twice. OEIS A001009.
//!
//! The reduction is that of squares, but a column need not have each symbol: its items are secondary.

use super::square::MAX_LATIN;
use crate::drawing::Drawing;
use crate::error::{FamilyError, bounded};
use crate::scene::{Mark, Scene, Style};
use dlx_core::problem::{ItemId, Problem, ProblemBuilder, ProblemError};

/// The problem of rectangles with these numbers of rows and columns.
pub(super) fn rectangles([rows, columns]: [usize; 2]) -> Result<Problem, FamilyError> {
    for n in [rows, columns] {
        bounded("a side of a Latin rectangle", n, MAX_LATIN)?;
    }
    let problem = build([rows, columns]).expect("cells and lines have different labels");
    Ok(problem.with_name(words([rows, columns])))
}

/// Why there is none.
pub(super) fn obstacle([rows, columns]: [usize; 2]) -> Option<String> {
    (rows > columns).then(|| format!("a column has {rows} places, and there are {columns} symbols"))
}

pub(super) fn words([rows, columns]: [usize; 2]) -> String {
    format!("latin {rows}x{columns}")
}

/// Row, column and symbol, all from 0, in the order of the options.
fn fillings([rows, columns]: [usize; 2]) -> impl Iterator<Item = [usize; 3]> {
    let square = columns * columns;
    (0..rows * square).map(move |k| [k / square, k / columns % columns, k % columns])
}

fn build(size: [usize; 2]) -> Result<Problem, ProblemError> {
    let ([rows, columns], mut builder) = (size, Problem::builder());
    let label = |letter, [a, b]: [usize; 2]| format!("{letter}{},{}", a + 1, b + 1);
    let items = |builder: &mut ProblemBuilder, letter, lines: usize, is_primary| -> Result<Vec<ItemId>, ProblemError> {
        let all = (0..lines * columns).map(|k| label(letter, [k / columns, k % columns]));
        all.map(|label| if is_primary { builder.primary(label) } else { builder.secondary(label) }).collect()
    };
    let cells = items(&mut builder, 'p', rows, true)?;
    let across = items(&mut builder, 'r', rows, true)?;
    let down = items(&mut builder, 'c', columns, rows >= columns)?;
    for [row, column, symbol] in fillings(size) {
        let at = |line: usize, place: usize| line * columns + place;
        builder.option(&[cells[at(row, column)], across[at(row, symbol)], down[at(column, symbol)]])?;
    }
    Ok(builder.build())
}

/// Draws rectangles: rows of numbers from 1.
pub(super) fn rectangle_drawing(size: [usize; 2]) -> Drawing {
    let marks: Vec<[usize; 3]> = fillings(size).collect();
    Drawing::words(Scene::plane(Style::Symbols { boxes: None }, size, move |option| {
        let [row, column, symbol] = marks[option.index()];
        Mark::new((symbol + 1).to_string(), symbol, vec![row * size[1] + column])
    }))
}
