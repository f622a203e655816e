//! Boards of hexagons or triangles: by their names, or drawn.

use std::collections::BTreeSet;

use super::ground::names;
use super::lattice::{Cell, Lattice};
use super::own::{Picture, pictured};
use crate::error::{FamilyError, bounded};
use crate::placed::NamedCell;
use crate::span::Span;
use dlx_core::format::{SyntaxError, error_at};

/// The longest side of a board.
pub(super) const MAX_SIDE: usize = 60;

/// A board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PolyformBoard {
    /// The words of the command line for it.
    pub(super) name: String,
    /// Its cells, row by row.
    pub(super) cells: Vec<Cell>,
    /// What they are called, and whether they may stay empty.
    pub(super) named: Vec<NamedCell>,
}

impl PolyformBoard {
    /// The board of this outline.
    pub(super) fn outlined(lattice: Lattice, outline: Outline, sides: &[usize]) -> Result<Self, FamilyError> {
        sides.iter().try_for_each(|&side| bounded("a side of a board", side, MAX_SIDE).map(drop))?;
        let name = outline.name(sides);
        if sides.contains(&0) {
            return Err(FamilyError::new(format!("the board {name} has no cells"), "a side is 1 or more"));
        }
        Ok(Self::of(name, outline.cells(lattice, sides), &BTreeSet::new()))
    }

    /// A drawing: `.` is a cell to cover, `?` one that may stay empty, anything else is none. Cells are written where those of drawn pieces are.
    pub(super) fn drawing(lattice: Lattice, text: &str, name: &str) -> Result<Self, Box<SyntaxError>> {
        let picture = pictured(lattice, text, |sign| sign == '.' || sign == '?')?;
        if picture.is_empty() {
            let help = match text.contains(char::is_alphabetic) {
                true => "draw a `.` for every cell to cover; letters that show pieces are read with --pieces assembly",
                false => "draw a `.` for every cell to cover",
            };
            return Err(error_at((text.lines().count().max(1), ""), 1, "", "the board has no cells", help));
        }
        Ok(Self::pictured(name, &picture))
    }

    /// The board in a picture, in which `?` is a cell that may stay empty.
    pub(super) fn pictured(name: &str, picture: &Picture) -> Self {
        let mut cells: Vec<Cell> = picture.iter().map(|&(cell, _)| cell).collect();
        cells.sort_unstable_by_key(|&cell| place(cell));
        let spare = picture.iter().filter(|&&(_, sign)| sign == '?').map(|&(cell, _)| cell).collect();
        Self::of(name.into(), cells, &spare)
    }

    fn of(name: String, cells: Vec<Cell>, spare: &BTreeSet<Cell>) -> Self {
        let named = names(&cells).into_iter().zip(&cells).map(|(name, cell)| (name, spare.contains(cell))).collect();
        Self { name, cells, named }
    }

    /// Removes cells, by their names.
    pub(super) fn remove(mut self, words: &str) -> Result<Self, FamilyError> {
        let mut removed = BTreeSet::new();
        for word in words.split_whitespace() {
            let number = self.named.iter().position(|(name, _)| name == word).ok_or_else(|| {
                let what = format!("`{word}` is not a cell of the board {}", self.name);
                FamilyError::new(what, "a cell is its row and its place among the cells of that row, both from 1: 2,3")
            })?;
            if !removed.insert(number) {
                return Err(FamilyError::new(format!("the cell {word} is removed twice"), "name each cell once"));
            }
        }
        let is_left = |number: &usize| !removed.contains(number);
        let left: Vec<usize> = (0..self.cells.len()).filter(is_left).collect();
        if left.is_empty() {
            return Err(FamilyError::new("no cell of the board is left", "remove fewer cells"));
        }
        self.cells = left.iter().map(|&number| self.cells[number]).collect();
        self.named = left.iter().map(|&number| self.named[number].clone()).collect();
        let words: Vec<&str> = words.split_whitespace().collect();
        self.name = format!("{} --remove \"{}\"", self.name, words.join(" "));
        Ok(self)
    }

    /// How many cells have to be covered, and how many there are.
    pub(super) fn area(&self) -> (usize, usize) {
        (self.named.iter().filter(|(_, is_spare)| !is_spare).count(), self.cells.len())
    }

    /// Its symmetries: for each the numbers of the cells to which it carries all cells. Those that may stay empty go to others that may.
    pub(super) fn symmetries(&self, lattice: Lattice) -> Vec<Vec<usize>> {
        let is_kept = |moved: &Vec<usize>| moved.iter().zip(&self.named).all(|(&to, cell)| self.named[to].1 == cell.1);
        lattice.symmetries(&self.cells).into_iter().filter(is_kept).collect()
    }
}

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
                "`{board}` is not a board: boards of tiles have names and are not drawn in files"
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
