//! Boards of hexagons or triangles, by their names.

use super::lattice::{Cell, Lattice};
use crate::error::FamilyError;
use crate::span::Span;

/// The longest side of a board.
pub(super) const MAX_SIDE: usize = 60;

/// The outline of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outline {
    Parallelogram,
    Triangle,
    Hexagon,
}

const HELP: &str = "a board is ROWSxCOLUMNS such as 6x6, a parallelogram; triangle:N; or hexagon:N, with sides of N";

impl Outline {
    /// The outline in the name of a board, and its numbers by name.
    pub(crate) fn read(board: &str) -> Result<(Self, Vec<(String, Span)>), FamilyError> {
        let wrong = |what: String| FamilyError::new(what, HELP);
        if board.starts_with('@') {
            return Err(wrong(format!(
                "`{board}` is not a board: boards of hexagons and triangles have names and are not drawn in files"
            )));
        }
        let (outline, names, words): (_, &[&str], Vec<&str>) = match board.split_once(':') {
            Some(("triangle", side)) => (Self::Triangle, &["side"], vec![side]),
            Some(("hexagon", side)) => (Self::Hexagon, &["side"], vec![side]),
            Some(_) => return Err(wrong(format!("`{board}` is not a board"))),
            None => (Self::Parallelogram, &["rows", "columns"], board.split(['x', 'X']).collect()),
        };
        if words.len() != names.len() {
            return Err(wrong(format!("`{board}` is not a board")));
        }
        let span = |(name, word): (&&str, &&str)| {
            let span = word.parse().map_err(|_| wrong(format!("`{word}` in the board {board}")))?;
            Ok(((*name).to_owned(), span))
        };
        Ok((outline, names.iter().zip(&words).map(span).collect::<Result<_, _>>()?))
    }

    /// The outline in the name of one board, and its numbers.
    pub(crate) fn single(board: &str) -> Result<(Self, Vec<usize>), FamilyError> {
        let (outline, spans) = Self::read(board)?;
        let sides: Option<Vec<usize>> = spans.iter().map(|(_, span)| span.single()).collect();
        let several = || FamilyError::new(format!("`{board}` names several boards"), "name one");
        Ok((outline, sides.ok_or_else(several)?))
    }

    /// The name of the board with these numbers.
    pub(crate) fn name(self, sides: &[usize]) -> String {
        let numbers: Vec<String> = sides.iter().map(ToString::to_string).collect();
        match self {
            Self::Parallelogram => numbers.join("x"),
            Self::Triangle => format!("triangle:{}", numbers.join("")),
            Self::Hexagon => format!("hexagon:{}", numbers.join("")),
        }
    }

    /// Its cells, row by row.
    pub(super) fn cells(self, lattice: Lattice, sides: &[usize]) -> Vec<Cell> {
        let side =
            |place: usize| sides.get(place).or(sides.first()).map_or(0, |&side| i32::try_from(side).unwrap_or(0));
        let (n, m) = (side(0), side(1));
        let strips =
            |reach: i32| (-reach..=reach).flat_map(move |first| (-reach..=reach).map(move |second| (first, second)));
        let all = strips(2 * n.max(m)).flat_map(|(first, second)| lattice.cells_at(first, second));
        let mut cells: Vec<Cell> = all.filter(|&cell| self.has(lattice, cell, [n, m])).collect();
        cells.sort_unstable_by_key(|&cell| place(cell));
        cells
    }

    fn has(self, lattice: Lattice, cell: Cell, [n, m]: [i32; 2]) -> bool {
        let [a, b, c] = cell;
        match (self, lattice) {
            (Self::Parallelogram, _) => (0..n).contains(&a) && (0..m).contains(&b),
            (Self::Triangle, Lattice::Hexagons) => a >= 0 && b >= 0 && a + b < n,
            (Self::Triangle, Lattice::Triangles) => a < n && b < n && c <= 2 - n,
            (Self::Hexagon, Lattice::Hexagons) => cell.iter().all(|strip| strip.abs() < n),
            (Self::Hexagon, Lattice::Triangles) => cell.iter().all(|strip| (1 - n..=n).contains(strip)),
        }
    }
}

/// Where a cell is written: its line, and its column.
pub(super) fn place([a, b, c]: Cell) -> (i32, i32) {
    (a, b - c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_as_many_cells_as_they_should() {
        let n_cells = |outline: Outline, lattice, sides: &[usize]| outline.cells(lattice, sides).len();
        for n in 0..6 {
            assert_eq!(n_cells(Outline::Triangle, Lattice::Triangles, &[n]), n * n);
            assert_eq!(n_cells(Outline::Triangle, Lattice::Hexagons, &[n]), n * (n + 1) / 2);
            assert_eq!(n_cells(Outline::Hexagon, Lattice::Triangles, &[n]), 6 * n * n);
            assert_eq!(n_cells(Outline::Hexagon, Lattice::Hexagons, &[n + 1]), 3 * n * n + 3 * n + 1);
            assert_eq!(n_cells(Outline::Parallelogram, Lattice::Triangles, &[n, 3]), 6 * n);
            assert_eq!(n_cells(Outline::Parallelogram, Lattice::Hexagons, &[n, 3]), 3 * n);
        }
    }
}
