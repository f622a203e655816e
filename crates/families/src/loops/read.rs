//! Puzzles as text: a line for each row, a sign for each cell.

use super::link::PuzzleAddress;
use super::{LoopKind, LoopPuzzle};
use crate::text::{Line, lines_of};
use dlx_core::format::{SyntaxError, error_at, error_at_word, often, plural};

/// The most rows, and columns.
pub(super) const MAX_SIDE: usize = 100;

/// The most cells of an island of nurikabe.
const MAX_ISLAND: usize = 40;

impl LoopPuzzle {
    /// Reads a line for each row, with a sign for each cell: `.` or `-` is one without a clue. Where there is white space in a line, signs are words, and may be numbers of several digits. A line that begins with `#` is a comment.
    ///
    /// Instead of rows there may be one line: an address of puzz.link (`slither`, `mashu`, `numlin`, `hashi`, `nurikabe`), or a game ID of Simon Tatham's Loopy, Pearl or Bridges.
    ///
    /// The signs are those of most collections: the digits 0 to 4 in slitherlink, `w` and `b` in masyu (also `o` and `*`), any number or letter twice in numberlink, 1 to 8 in hashi, numbers in nurikabe.
    ///
    /// # Errors
    /// If a sign has no meaning, or rows have different lengths, with line and column.
    pub fn read(kind: LoopKind, text: &str) -> Result<Self, Box<SyntaxError>> {
        let lines = rows(text)?;
        let Some(&first) = lines.first() else {
            return Err(error_at((1, ""), 1, "", "no rows", "a puzzle has a line for each row"));
        };
        if let Some(link) = PuzzleAddress::new(kind, first).filter(|_| lines.len() == 1) {
            let (size, signs) = link.read()?;
            return Self::of_signs(kind, size, signs.iter().map(|(sign, place)| (first, *place, sign.as_str())));
        }
        let has_words = lines.iter().any(|(_, line)| line.trim().contains([' ', '\t']));
        let width = signs(first.1, has_words).len();
        let mut cells = Vec::new();
        for (row, &line) in lines.iter().enumerate() {
            let signs = signs(line.1, has_words);
            if signs.len() != width {
                let what = format!("this row has {}, the first has {width}", plural(signs.len(), "cell"));
                return Err(error_at_word(
                    line,
                    line.1.trim(),
                    &what,
                    "a sign for each cell; `.` is one without a clue",
                ));
            }
            if row.max(width - 1) >= MAX_SIDE {
                let help = format!("there may be {MAX_SIDE} rows and columns");
                return Err(error_at_word(line, line.1.trim(), "the puzzle is too large", &help));
            }
            cells.extend(signs.into_iter().map(|sign| (line, sign, sign)));
        }
        Self::of_signs(kind, [lines.len(), width], cells.into_iter())
    }

    /// A puzzle with these signs, each with its line and its place there.
    fn of_signs<'a>(
        kind: LoopKind,
        size: [usize; 2],
        signs: impl Iterator<Item = ((usize, &'a str), &'a str, &'a str)>,
    ) -> Result<Self, Box<SyntaxError>> {
        let (mut clues, mut places) = (Vec::new(), Vec::new());
        for (line, place, sign) in signs {
            clues.push(kind.clue(sign).map_err(|help| {
                error_at_word(line, place, &format!("`{sign}` is not a clue of {}", kind.name()), help)
            })?);
            places.push((line, place, sign));
        }
        let puzzle = Self { kind, size, clues };
        let odd = puzzle.clues().find(|&(_, clue)| puzzle.is_odd(clue)).map(|(cell, _)| places[cell]);
        let Some((line, place, sign)) = odd else { return Ok(puzzle) };
        let often = often(puzzle.clues().filter(|(_, clue)| *clue == sign).count());
        let help = "each number or letter marks the two ends of a path";
        Err(error_at_word(line, place, &format!("`{sign}` occurs {often}"), help))
    }

    /// Is it the end of a path, and not there twice?
    fn is_odd(&self, clue: &str) -> bool {
        matches!(self.kind, LoopKind::Numberlink { .. })
            && self.clues().filter(|(_, other)| *other == clue).count() != 2
    }
}

/// The lines with rows: no comments, and nothing empty before and behind them.
fn rows(text: &str) -> Result<Vec<Line<'_>>, Box<SyntaxError>> {
    let mut lines: Vec<Line<'_>> = lines_of(text).filter(|(_, line)| !line.starts_with('#')).collect();
    let is_empty = |line: &Line<'_>| line.1.trim().is_empty();
    let is_within = |line: &Line<'_>| line.1.trim().contains([' ', '\t']);
    let n = lines.first().map_or(0, |(_, line)| line.chars().count());
    let blanks = lines.iter().find(|line| is_empty(line) && n > 1 && line.1.chars().count() == n);
    if let Some(&line) = blanks.filter(|_| !lines.iter().any(is_within)) {
        return Err(error_at(line, 1, line.1, "blanks in place of cells", "`.` is a cell without a clue"));
    }
    while lines.pop_if(|line| is_empty(line)).is_some() {}
    lines.drain(..lines.iter().take_while(|line| is_empty(line)).count());
    match lines.iter().find(|line| is_empty(line)) {
        Some(&line) => {
            let help = "a file has one puzzle, without empty lines between its rows; write another puzzle to a file of its own";
            Err(error_at(line, 1, "", "an empty line within a puzzle", help))
        }
        None => Ok(lines),
    }
}

/// The signs of a line.
fn signs(line: &str, has_words: bool) -> Vec<&str> {
    let line = line.trim();
    if has_words {
        return line.split_whitespace().collect();
    }
    line.char_indices().map(|(start, sign)| &line[start..start + sign.len_utf8()]).collect()
}

impl LoopKind {
    /// The word for it on the command line.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Slitherlink => "slitherlink",
            Self::Masyu => "masyu",
            Self::Numberlink { .. } => "numberlink",
            Self::Hashi => "hashi",
            Self::Nurikabe => "nurikabe",
        }
    }

    /// The clue that a sign is, none for a cell without one; what would be right, if it is neither.
    fn clue(self, sign: &str) -> Result<Option<String>, &'static str> {
        if sign == "." || sign == "-" {
            return Ok(None);
        }
        let number = |least, most| {
            let number = sign.parse::<usize>().ok().filter(|number| (least..=most).contains(number));
            number.map(|number| number.to_string())
        };
        let (clue, help) = match self {
            Self::Slitherlink => (number(0, 4), "a clue is a digit from 0 to 4; `.` is a cell without one"),
            Self::Hashi => (number(1, 8), "an island has 1 to 8 bridges; `.` is water"),
            Self::Nurikabe => (number(1, MAX_ISLAND), "an island has 1 to 40 cells; `.` is a cell without a number"),
            Self::Masyu => {
                let pearl = match sign {
                    "w" | "W" | "o" | "O" => Some("w"),
                    "b" | "B" | "*" => Some("b"),
                    _ => None,
                };
                (pearl.map(String::from), "a pearl is `w`, white, or `b`, black; `.` is a cell without one")
            }
            Self::Numberlink { .. } => {
                let is_word = sign.chars().all(char::is_alphanumeric);
                (is_word.then(|| sign.into()), "an end is a number or a letter; `.` is a cell without one")
            }
        };
        clue.map(Some).ok_or(help)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The grid of an address or a game ID, a line for each row.
    fn grid(kind: LoopKind, link: &str) -> String {
        let puzzle = LoopPuzzle::read(kind, link).unwrap();
        let signs: Vec<&str> = puzzle.clues.iter().map(|clue| clue.as_deref().unwrap_or(".")).collect();
        signs.chunks(puzzle.size[1]).map(|row| row.join(" ")).collect::<Vec<_>>().join("/")
    }

    #[test]
    fn a_line_may_be_an_address_or_a_game() {
        let numberlink = LoopKind::Numberlink { is_full: false };
        for (kind, link, rows) in [
            (LoopKind::Slitherlink, "https://puzz.link/p?slither/3/2/28c\n", "2 3 ./2 . ."),
            (LoopKind::Slitherlink, "# one\nhttp://pzv.jp/p.html?slither/4/1/g3h", ". 3 . ."),
            (LoopKind::Slitherlink, "slither/2/1/.4", ". 4"),
            (LoopKind::Slitherlink, "slither/2/1/gd", ". 3"),
            (LoopKind::Slitherlink, "3x2t0:2a3b0", "2 . 3/. . 0"),
            (LoopKind::Masyu, "https://puzz.link/p?mashu/2/2/f0", "w b/. ."),
            (LoopKind::Masyu, "3x2dt:BaWc", "b . w/. . ."),
            (numberlink, "https://puzz.link/p?numlin/3/2/1g-101g-10", "1 . 16/1 . 16"),
            (LoopKind::Hashi, "https://puzz.link/p?hashi/3/1/1g1", "1 . 1"),
            (LoopKind::Hashi, "3x1m2:1a1", "1 . 1"),
            (LoopKind::Nurikabe, "https://puzz.link/p?nurikabe/3/2/ah2h", "10 . ./2 . ."),
        ] {
            assert_eq!(grid(kind, link), rows, "{link}");
        }
    }

    #[test]
    fn signs_may_be_words() {
        let numberlink = LoopKind::Numberlink { is_full: true };
        let puzzle = LoopPuzzle::read(numberlink, "\u{feff}\n10 - 7\n 7 . 10 \r\n\n").unwrap();
        assert_eq!((puzzle.size, puzzle.clues[0].as_deref(), puzzle.clues[1].as_deref()), ([2, 3], Some("10"), None));
    }
}
