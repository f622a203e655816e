//! Pieces put together, drawn with letters: a board and its pieces from one drawing, as a solution shows them.

use rustc_hash::FxHashMap;

use super::board::Board;
use super::pieces::Piece;
use super::shape::{Cell, Shape, Space};
use dlx_core::format::{SyntaxError, error_at};

/// Pieces put together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assembly {
    /// All cells.
    pub board: Board,
    /// Pieces of different shapes, and how many there are of each.
    pub pieces: Vec<(Piece, usize)>,
}

/// A board and its pieces, from a drawing of the assembled pieces: cells that touch and have the same letter or digit are a piece, `?` is a cell that stays empty here, anything else is not a cell; blank lines
/// stand between the layers of a box. Each piece comes with the number of pieces of its shape, which may be turned and, in the plane, reflected; it is called by its letter.
///
/// # Errors
/// If there is no letter, or the board is too large.
///
/// ```
/// use dlx_count::family::assembly;
///
/// let puzzle = assembly("AABB\nACCB\n", "two corners and a domino")?;
/// assert_eq!((puzzle.board.area(), puzzle.pieces.len()), (8, 2));
/// assert_eq!(puzzle.pieces.iter().map(|(piece, number)| (piece.name(), *number)).collect::<Vec<_>>(), [("A", 2), ("C", 1)]);
/// # Ok::<(), Box<dlx_count::format::SyntaxError>>(())
/// ```
pub fn assembly(text: &str, name: &str) -> Result<Assembly, Box<SyntaxError>> {
    let text = text.trim_start_matches('\u{feff}');
    if !text.contains(char::is_alphanumeric) {
        let help = "an assembly is drawn with a letter for each piece";
        return Err(error_at((text.lines().count().max(1), ""), 1, "", "no piece is drawn", help));
    }
    let cell_or_none = |sign: char| match sign {
        '?' => sign,
        _ if sign.is_whitespace() => sign,
        _ if sign.is_alphanumeric() => '.',
        _ => '#',
    };
    let board = Board::drawing(&text.chars().map(cell_or_none).collect::<String>(), name)?;
    // Both in the order of layers, rows and columns.
    let signs = text.chars().filter(|&sign| sign == '?' || sign.is_alphanumeric());
    let letters: FxHashMap<Cell, char> =
        board.cells().iter().copied().zip(signs).filter(|&(_, sign)| sign != '?').collect();
    let space = board.space();
    let mut pieces: Vec<(Piece, usize)> = Vec::new();
    for region in regions(board.cells(), &letters, beside) {
        let (letter, shape) = (letters[&region[0]], Shape::new(region));
        let canonical = |shape: &Shape| shape.canonical(space, space == Space::Plane);
        match pieces.iter_mut().find(|(known, _)| canonical(&known.shape) == canonical(&shape)) {
            Some((_, number)) => *number += 1,
            None => {
                let name = unused(&letter.to_string(), pieces.iter().map(|(piece, _)| piece.name()));
                pieces.push((Piece::named(name, shape), 1));
            }
        }
    }
    Ok(Assembly { board, pieces })
}

/// The cells that share a side with a cube.
fn beside(cell: Cell) -> Vec<Cell> {
    let step = |(axis, step): (usize, i32)| {
        let mut neighbor = cell;
        neighbor[axis] += step;
        neighbor
    };
    [(0, -1), (0, 1), (1, -1), (1, 1), (2, -1), (2, 1)].map(step).to_vec()
}

/// The cells of each piece, in the order of their first cells: those with the same letter that touch.
pub(crate) fn regions(
    cells: &[Cell],
    letters: &FxHashMap<Cell, char>,
    beside: impl Fn(Cell) -> Vec<Cell>,
) -> Vec<Vec<Cell>> {
    let (mut left, mut regions) = (letters.clone(), Vec::new());
    for &first in cells {
        let Some(letter) = left.remove(&first) else { continue };
        let (mut region, mut next) = (vec![first], 0);
        while let Some(&cell) = region.get(next) {
            next += 1;
            for neighbor in beside(cell) {
                if left.get(&neighbor) == Some(&letter) {
                    left.remove(&neighbor);
                    region.push(neighbor);
                }
            }
        }
        regions.push(region);
    }
    regions
}

/// The name, or the name with a number if another piece has it.
pub(crate) fn unused<'a>(name: &str, names: impl Iterator<Item = &'a str> + Clone) -> String {
    let is_taken = |name: &String| names.clone().any(|other| other == name);
    let numbered = (2..).map(|number| format!("{name}.{number}"));
    std::iter::once(name.to_owned()).chain(numbered).find(|name| !is_taken(name)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (usize, Vec<(String, usize, usize)>) {
        let Assembly { board, pieces } = assembly(text, "").unwrap();
        (board.area(), pieces.into_iter().map(|(piece, number)| (piece.name.clone(), piece.size(), number)).collect())
    }

    #[test]
    fn pieces_are_what_touches_with_one_letter() {
        let named = |name: &str, size, number| (name.to_owned(), size, number);
        assert_eq!(read("ABA\nABA\nA?A\n"), (9, vec![named("A", 3, 2), named("B", 2, 1)]));
        let framed = "#####\r\n#AAB#\r\n#.AA#\r\n#####\r\n";
        assert_eq!(read(framed), (5, vec![named("A", 4, 1), named("B", 1, 1)]), "a frame is no cell and no layer");
        assert_eq!(read("AAB\nBBA\n"), (6, vec![named("A", 2, 2), named("B", 1, 2)]), "what touches by corners only");
        assert_eq!(read("AAB\nCCA\n"), (6, vec![named("A", 2, 2), named("B", 1, 2)]), "shapes make pieces alike");
        assert_eq!(read("AACA\n"), (4, vec![named("A", 2, 1), named("C", 1, 2)]));
        assert_eq!(read("ACCAA\nACC.A\n"), (9, vec![named("A", 2, 1), named("C", 4, 1), named("A.2", 3, 1)]));
        // A box: the domino stands upright, and the two corners are mirror images in the plane of a layer, turned over in space.
        assert_eq!(read("AA\nAC\n\nBB\nBC\n"), (8, vec![named("A", 3, 2), named("C", 2, 1)]));
        assert_eq!(assembly("..\n", "").unwrap_err().line, 1);
    }
}
