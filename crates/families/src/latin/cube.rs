//! Latin cubes: items are the cells, and each symbol on each line in the three directions; an option puts a symbol in a cell.

use crate::drawing::Drawing;
use crate::error::{FamilyError, bounded};
use crate::scene::{Mark, Scene, Style};
use dlx_core::problem::{ItemId, Problem, ProblemBuilder, ProblemError};

/// Larger cubes have too many options.
const MAX_CUBE: usize = 32;

/// The problem of Latin cubes.
pub(super) fn cubes(n: usize) -> Result<Problem, FamilyError> {
    bounded("latin --cube", n, MAX_CUBE)?;
    Ok(build(n).expect("cells and lines have different labels").with_name(words(n)))
}

pub(super) fn words(n: usize) -> String {
    format!("latin {n} --cube")
}

/// Layer, row, column and symbol, all from 0, in the order of the options.
fn fillings(n: usize) -> impl Iterator<Item = [usize; 4]> {
    (0..n.pow(4)).map(move |k| [k / n.pow(3), k / n.pow(2) % n, k / n % n, k % n])
}

fn build(n: usize) -> Result<Problem, ProblemError> {
    let mut builder = Problem::builder();
    let cells = items(&mut builder, 'p', n)?;
    let lines = ['x', 'y', 'z'].map(|letter| items(&mut builder, letter, n));
    let [across, down, through] = lines;
    let (across, down, through) = (across?, down?, through?);
    for [layer, row, column, symbol] in fillings(n) {
        let at = |a: usize, b: usize, c: usize| (a * n + b) * n + c;
        let lines = [across[at(layer, row, symbol)], down[at(layer, column, symbol)], through[at(row, column, symbol)]];
        builder.option(&[cells[at(layer, row, column)], lines[0], lines[1], lines[2]])?;
    }
    Ok(builder.build())
}

/// An item for each of three numbers.
fn items(builder: &mut ProblemBuilder, letter: char, n: usize) -> Result<Vec<ItemId>, ProblemError> {
    let numbers = (0..n.pow(3)).map(|k| [k / n.pow(2), k / n % n, k % n].map(|number| number + 1));
    numbers.map(|[a, b, c]| builder.primary(format!("{letter}{a},{b},{c}"))).collect()
}

/// Draws cubes: their layers, a blank line between.
pub(super) fn cube_drawing(n: usize) -> Result<Drawing, FamilyError> {
    bounded("latin --cube", n, MAX_CUBE)?;
    let marks: Vec<[usize; 4]> = fillings(n).collect();
    let mut scene = Scene::plane(Style::Symbols { boxes: None }, [n, n], move |option| {
        let [layer, row, column, symbol] = marks[option.index()];
        Mark::new((symbol + 1).to_string(), symbol, vec![(layer * n + row) * n + column])
    });
    scene.size[0] = n;
    scene.cells = (0..n.pow(3)).map(|cell| [cell / n.pow(2), cell / n % n, cell % n]).collect();
    Ok(Drawing::words(scene))
}
