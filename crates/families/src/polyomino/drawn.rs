//! Drawn pieces, checked character by character: a drawing that no board has room for is refused early.

use super::board::MAX_CELLS;
use super::pieces::{Piece, drawn};
use dlx_core::format::{SyntaxError, error_at};

/// Pieces from drawings: blank lines between them, each drawn with one letter, its name; `.` is not a cell, layers stand side by side, a space between them. Spaces that all lines of a piece begin with are a margin.
///
/// # Errors
/// If nothing is drawn, a piece is drawn with two letters, or two with the same; or all pieces together have more cells than a board can have, [`MAX_CELLS`].
///
/// ```
/// let pieces = dlx_count::family::drawn_pieces("AA\nA.\n\nBB BB\n")?;
/// assert_eq!(pieces.iter().map(|piece| (piece.name(), piece.size())).collect::<Vec<_>>(), [("A", 3), ("B", 4)]);
/// # Ok::<(), Box<dlx_count::format::SyntaxError>>(())
/// ```
pub fn drawn_pieces(text: &str) -> Result<Vec<Piece>, Box<SyntaxError>> {
    let mut drawing = PieceDrawing::default();
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().map(str::trim_end).collect();
    for ((number, &line), margin) in (1..).zip(&lines).zip(margins(&lines)) {
        drawing.add(&line[margin..]).map_err(|Mistake { column, sign, what, help }| {
            let word = sign.map(String::from).unwrap_or_default();
            error_at((number, line), margin + column + 1, &word, &what, help)
        })?;
    }
    drawing.close();
    if drawing.pieces.is_empty() {
        let help = "draw pieces with letters, with blank lines between them";
        return Err(error_at((text.lines().count().max(1), ""), 1, "", "no piece is drawn", help));
    }
    Ok(drawing.pieces)
}

/// For each line how many spaces all lines around it begin with, up to the next blank one.
fn margins(lines: &[&str]) -> Vec<usize> {
    let margin = |line: &&str| line.len() - line.trim_start_matches(' ').len();
    let blocks = lines.chunk_by(|a, b| a.is_empty() == b.is_empty());
    blocks.flat_map(|block| vec![block.iter().map(margin).min().unwrap_or(0); block.len()]).collect()
}

/// What is wrong with a line, at this column from 0.
struct Mistake {
    column: usize,
    sign: Option<char>,
    what: String,
    help: &'static str,
}

/// The pieces that have been read so far.
#[derive(Default)]
struct PieceDrawing<'a> {
    pieces: Vec<Piece>,
    /// The piece being drawn: its letter and its rows.
    open: Option<(char, Vec<&'a str>)>,
    n_cells: usize,
}

impl<'a> PieceDrawing<'a> {
    /// Takes the next line.
    fn add(&mut self, line: &'a str) -> Result<(), Mistake> {
        if line.is_empty() {
            self.close();
            return Ok(());
        }
        let mut letter = self.open.as_ref().map(|&(letter, _)| letter);
        let mut before = ' ';
        for (column, sign) in line.chars().enumerate() {
            match sign {
                '.' => {}
                ' ' if before != ' ' => {}
                _ if sign.is_whitespace() => return Err(no_cell(column, sign)),
                _ => {
                    self.check(column, sign, letter)?;
                    letter = Some(sign);
                }
            }
            before = sign;
        }
        self.put(line, letter)
    }

    /// May the piece being drawn have a cell with this letter here?
    fn check(&mut self, column: usize, sign: char, letter: Option<char>) -> Result<(), Mistake> {
        let wrong = |what: String, help| Err(Mistake { column, sign: Some(sign), what, help });
        let own = "draw each piece with a letter of its own, with a blank line between pieces";
        if letter.is_some_and(|letter| letter != sign) {
            return wrong("a piece is drawn with two letters".into(), own);
        }
        let is_taken = |piece: &Piece| piece.name.chars().eq([sign]);
        if letter.is_none() && ("|:".contains(sign) || self.pieces.iter().any(is_taken)) {
            return wrong(format!("the letter {sign} is taken"), own);
        }
        self.n_cells += 1;
        if self.n_cells.max(column) > MAX_CELLS {
            return wrong(format!("the pieces have more than {MAX_CELLS} cells"), "no board has that many");
        }
        Ok(())
    }

    /// Adds a row to the piece; rows before its first cell do not matter.
    fn put(&mut self, line: &'a str, letter: Option<char>) -> Result<(), Mistake> {
        let Some(letter) = letter else { return Ok(()) };
        let (_, rows) = self.open.get_or_insert((letter, Vec::new()));
        if rows.len() == MAX_CELLS {
            let what = format!("a piece has more than {MAX_CELLS} rows");
            return Err(Mistake { column: 0, sign: None, what, help: "no board has that many" });
        }
        rows.push(line);
        Ok(())
    }

    /// Ends the piece being drawn.
    fn close(&mut self) {
        self.pieces
            .extend(self.open.take().map(|(letter, rows)| Piece { is_own: true, ..drawn(&letter.to_string(), rows) }));
    }
}

fn no_cell(column: usize, sign: char) -> Mistake {
    let help = "draw `.` for an empty cell; one space stands between layers side by side";
    Mistake { column, sign: Some(sign), what: "a space is not an empty cell".into(), help }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_are_checked() {
        for (text, line, column) in [
            (&("\nA".to_owned() + &"A".repeat(1_000_000)), 2, MAX_CELLS + 1),
            (&"A\n".repeat(MAX_CELLS + 1), MAX_CELLS + 1, 1),
            (&("A\n".to_owned() + &".\n".repeat(MAX_CELLS)), MAX_CELLS + 1, 1),
        ] {
            let error = drawn_pieces(text).unwrap_err();
            assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
        }
        let plain = drawn_pieces("AA\nA.\n\nBB BB\n").unwrap();
        assert_eq!(drawn_pieces("  AA\n  A.\n\n BB BB\n").unwrap(), plain, "a margin is no layer");
        let ring = drawn_pieces("OOO\nO.O\nOOO").unwrap();
        assert_eq!(ring[0].size(), 8);
        let framed = drawn_pieces("....\n.OOO\n.O.O\n.OOO\n....\n\n.. //\n.. ./\n").unwrap();
        assert_eq!((&framed[0], framed[1].size()), (&ring[0], 3), "any sign is a letter");
    }
}
