//! Pieces and boards of hexagons and triangles from drawings, written as solutions are printed.
//!
//! Cells with the same letter are a piece, and `.` or a space is not a cell; blank lines may stand between pieces. In a row there is a place between two hexagons, and the next row is shifted by one place.
//! Triangles point down and up in turns, and rows begin with different ones: in the first place of a drawing, and in all that are an even number of places away, counted along rows and columns, they point down.

use rustc_hash::FxHashMap;

use super::board::PolyformBoard;
use super::lattice::{Cell, Lattice, Shape, settled};
use crate::freedom::Freedom;
use crate::polyomino::{regions, unused};
use crate::text::lines_of;
use dlx_core::format::{SyntaxError, error_at};

/// The most cells of all drawn pieces together.
const MAX_DRAWN: usize = 10_000;

/// The longest line, and the most lines of a drawing.
const MAX_LENGTH: usize = 1000;

/// A piece by its letter.
pub(super) type OwnPiece = (String, Shape);

/// A piece, and the number of pieces of its shape.
type DrawnPiece = (OwnPiece, usize);

/// The cells of a picture, and their signs.
pub(super) type Picture = Vec<(Cell, char)>;

/// The cells of a text that is one picture, which are those with such signs.
pub(super) fn pictured(
    lattice: Lattice,
    text: &str,
    is_cell: impl Fn(char) -> bool,
) -> Result<Picture, Box<SyntaxError>> {
    let (mut reader, mut picture) = (CellReader { lattice, row: 0, parity: None, n_cells: 0 }, Vec::new());
    for (number, line) in lines_of(text).map(|(number, line)| (number, line.trim_end())) {
        for (column, sign) in line.chars().enumerate().filter(|&(_, sign)| is_cell(sign)) {
            picture.push((reader.cell((number, line), column, sign)?, sign));
        }
        // Blank lines before the first one are not rows.
        reader.row += usize::from(reader.row > 0 || !line.is_empty());
    }
    Ok(picture)
}

/// A board and its pieces, each with the number of pieces of its shape, from a drawing of the assembled pieces: cells that touch and have the same letter or digit are a piece, `?` is a cell that stays empty here.
pub(super) fn assembled(
    lattice: Lattice,
    text: &str,
    name: &str,
) -> Result<(PolyformBoard, Vec<DrawnPiece>), Box<SyntaxError>> {
    let picture = pictured(lattice, text, |sign| sign == '?' || sign.is_alphanumeric())?;
    let letters: FxHashMap<Cell, char> = picture.iter().copied().filter(|&(_, sign)| sign != '?').collect();
    if letters.is_empty() {
        let help = "an assembly is drawn with a letter for each piece";
        return Err(error_at((text.lines().count().max(1), ""), 1, "", "no piece is drawn", help));
    }
    let board = PolyformBoard::pictured(name, &picture);
    let least = |shape: &Shape| lattice.orientations(shape, Freedom::Free).pop_first();
    let mut pieces: Vec<DrawnPiece> = Vec::new();
    for region in regions(&board.cells, &letters, |cell| lattice.beside(cell)) {
        let (letter, shape) = (letters[&region[0]], settled(region));
        match pieces.iter_mut().find(|((_, known), _)| least(known) == least(&shape)) {
            Some((_, number)) => *number += 1,
            None => {
                let name = unused(&letter.to_string(), pieces.iter().map(|((name, _), _)| name.as_str()));
                pieces.push(((name, shape), 1));
            }
        }
    }
    Ok((board, pieces))
}

/// The pieces of a text.
pub(crate) fn drawn_pieces(lattice: Lattice, text: &str) -> Result<Vec<OwnPiece>, Box<SyntaxError>> {
    let mut drawing = PolyformDrawing {
        reader: CellReader { lattice, row: 0, parity: None, n_cells: 0 },
        pieces: Vec::new(),
        n_before: 0,
    };
    for (number, line) in lines_of(text) {
        drawing.add((number, line.trim_end()))?;
    }
    if drawing.pieces.is_empty() {
        let help = "draw each piece with a letter of its own";
        return Err(error_at((text.lines().count().max(1), ""), 1, "", "no piece is drawn", help));
    }
    Ok(drawing.pieces.into_iter().map(|(letter, cells)| (letter.to_string(), settled(cells))).collect())
}

/// The pieces that have been read so far.
struct PolyformDrawing {
    reader: CellReader,
    pieces: Vec<(char, Shape)>,
    /// How many of them stand before the last blank line.
    n_before: usize,
}

impl PolyformDrawing {
    fn add(&mut self, line: (usize, &str)) -> Result<(), Box<SyntaxError>> {
        if line.1.is_empty() {
            (self.n_before, self.reader.row, self.reader.parity) = (self.pieces.len(), 0, None);
            return Ok(());
        }
        let signs = line.1.chars().enumerate();
        for (column, letter) in signs.filter(|&(_, sign)| sign != '.' && !sign.is_whitespace()) {
            let cell = self.reader.cell(line, column, letter)?;
            match self.pieces.iter_mut().position(|(other, _)| *other == letter) {
                Some(number) if number < self.n_before => {
                    let (what, help) =
                        (format!("the letter {letter} is taken"), "draw each piece with a letter of its own");
                    return Err(error_at(line, column + 1, &letter.to_string(), &what, help));
                }
                Some(number) => self.pieces[number].1.push(cell),
                None => self.pieces.push((letter, vec![cell])),
            }
        }
        self.reader.row += 1;
        Ok(())
    }
}

/// Finds out which cell a sign is.
struct CellReader {
    lattice: Lattice,
    /// The row of the next line, from 0.
    row: usize,
    /// In which places of the first row hexagons can be: even ones or odd ones.
    parity: Option<usize>,
    n_cells: usize,
}

impl CellReader {
    fn cell(&mut self, line: (usize, &str), column: usize, sign: char) -> Result<Cell, Box<SyntaxError>> {
        let wrong = |what, help| error_at(line, column + 1, &sign.to_string(), what, help);
        if column.max(self.row) >= MAX_LENGTH || self.n_cells == MAX_DRAWN {
            let help = "drawings have at most 10000 cells, and 1000 lines and columns";
            return Err(wrong("the drawing is too large", help));
        }
        if self.lattice == Lattice::Hexagons
            && *self.parity.get_or_insert((column + self.row) % 2) != (column + self.row) % 2
        {
            let help = "a place is left free between two hexagons of a row, and the next row is shifted by one place";
            return Err(wrong("a hexagon overlaps another one", help));
        }
        let place = |number: usize| i32::try_from(number).unwrap_or(0);
        let (row, column) = (place(self.row), place(column));
        // The sum of the coordinates; the first is the row, and the second less the third the column.
        let (column, sum) = match self.lattice {
            Lattice::Hexagons => (column - place(self.parity.unwrap_or(0)), 0),
            Lattice::Triangles => (column, if (row + column) % 2 == 0 { 2 } else { 1 }),
        };
        let second = (column + sum - row) / 2;
        self.n_cells += 1;
        Ok([row, second, sum - row - second])
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn shapes(lattice: Lattice, text: &str) -> BTreeSet<Shape> {
        let pieces = drawn_pieces(lattice, text).unwrap();
        let least = |(_, shape): &OwnPiece| lattice.orientations(shape, Freedom::Free).pop_first().unwrap();
        pieces.iter().map(least).collect()
    }

    /// The tetrahexes and the hexiamonds, drawn by hand, are all of their size.
    #[test]
    fn drawings_are_pieces() {
        let tetrahexes =
            "I I I I\n\nJ J J\n     J\n\nN N N\n   N\n\nP P\n P P\n\nQ Q\n   Q Q\n\n W\n  W W\n W\n\nU   U\n U U\n";
        assert_eq!(shapes(Lattice::Hexagons, tetrahexes), Lattice::Hexagons.pieces(4, Freedom::Free));
        let tetriamonds = "AAAA\n\n.BBB\n.B\n\nCCC\n C\n";
        assert_eq!(shapes(Lattice::Triangles, tetriamonds), Lattice::Triangles.pieces(4, Freedom::Free));
        // Where a row of triangles begins matters: a hexagon, and what is none.
        let [ring, other] = [".OOO\n.OOO", "OOO\nOOO"].map(|text| shapes(Lattice::Triangles, text));
        assert_ne!(ring, other);
        let side_by_side = drawn_pieces(Lattice::Hexagons, "A A B\n A B").unwrap();
        assert_eq!(
            side_by_side.iter().map(|(name, shape)| (name.as_str(), shape.len())).collect::<Vec<_>>(),
            [("A", 3), ("B", 2)]
        );
    }

    #[test]
    fn what_is_too_large_is_refused() {
        let long = format!("{}A", " ".repeat(MAX_LENGTH));
        let many = format!("{}\n", "A".repeat(900)).repeat(12);
        for (text, line, column) in [(long, 1, MAX_LENGTH + 1), (many, 12, 101)] {
            let error = drawn_pieces(Lattice::Triangles, &text).unwrap_err();
            assert_eq!((error.line, error.column), (line, column), "{error}");
            assert!(error.what.contains("too large"), "{error}");
        }
    }
}
