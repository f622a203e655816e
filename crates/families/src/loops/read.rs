//! Puzzles as text: a line for each row, a sign for each cell.

use super::{LoopKind, LoopPuzzle};
use dlx_core::format::{SyntaxError, error_at, error_at_word};

/// The most rows, and columns.
const MAX_SIDE: usize = 100;

/// The most cells of an island of nurikabe.
const MAX_ISLAND: usize = 40;

impl LoopPuzzle {
    /// Reads a line for each row, with a sign for each cell: `.` or `-` is one without a clue. Where there is white space in a line, signs are words, and may be numbers of several digits. A line that begins with `#` is a comment.
    ///
    /// The signs are those of most collections: the digits 0 to 4 in slitherlink, `w` and `b` in masyu (also `o` and `*`), any number or letter twice in numberlink, 1 to 8 in hashi, numbers in nurikabe.
    ///
    /// # Errors
    /// If a sign has no meaning, or rows have different lengths, with line and column.
    pub fn read(kind: LoopKind, text: &str) -> Result<Self, Box<SyntaxError>> {
        let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines());
        let lines: Vec<(usize, &str)> =
            lines.filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty()).collect();
        let Some(&first) = lines.first() else {
            return Err(error_at((1, ""), 1, "", "no rows", "a puzzle has a line for each row"));
        };
        let has_words = lines.iter().any(|(_, line)| line.trim().contains([' ', '\t']));
        let width = signs(first.1, has_words).len();
        let (mut clues, mut places) = (Vec::new(), Vec::new());
        for (row, &line) in lines.iter().enumerate() {
            let signs = signs(line.1, has_words);
            if signs.len() != width {
                let what = format!("this row has {} cells, the first has {width}", signs.len());
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
            for word in signs {
                clues.push(kind.clue(word).map_err(|help| {
                    error_at_word(line, word, &format!("`{word}` is no clue of {}", kind.name()), help)
                })?);
                places.push((line, word));
            }
        }
        let puzzle = Self { kind, size: [lines.len(), width], clues };
        let odd = puzzle.clues().find(|&(_, clue)| puzzle.is_odd(clue)).map(|(cell, _)| places[cell]);
        odd.map_or(Ok(puzzle), |(line, word)| {
            let help = "a number, or a letter, is at both ends of its path";
            Err(error_at_word(line, word, &format!("`{word}` is not there twice"), help))
        })
    }

    /// Is it the end of a path, and not there twice?
    fn is_odd(&self, clue: &str) -> bool {
        matches!(self.kind, LoopKind::Numberlink { .. })
            && self.clues().filter(|(_, other)| *other == clue).count() != 2
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

    #[test]
    fn mistakes_have_their_place() {
        use LoopKind::{Hashi, Masyu, Nurikabe, Slitherlink};
        let numberlink = LoopKind::Numberlink { is_full: false };
        for (kind, text, line, column) in [
            (Slitherlink, "", 1, 1),
            (Slitherlink, "# a\n12\n.5\n", 3, 2),
            (Masyu, "w.\nbx\n", 2, 2),
            (Hashi, "1 0\n. .\n", 1, 3),
            (Nurikabe, "1 . 41\n", 1, 5),
            (Nurikabe, "1..\n..\n", 2, 1),
            (numberlink, "1 2 1\n. . .\n", 1, 3),
            (numberlink, "112\n211\n", 1, 1),
        ] {
            let error = LoopPuzzle::read(kind, text).unwrap_err();
            assert_eq!((error.line, error.column), (line, column), "{text}: {error}");
        }
        let wide = LoopPuzzle::read(Slitherlink, &".".repeat(101)).unwrap_err();
        assert_eq!(wide.what, "the puzzle is too large");
    }

    #[test]
    fn signs_may_be_words() {
        let numberlink = LoopKind::Numberlink { is_full: true };
        let puzzle = LoopPuzzle::read(numberlink, "\u{feff}10 - 7\n\n 7 . 10 \r\n").unwrap();
        assert_eq!((puzzle.size, puzzle.clues[0].as_deref(), puzzle.clues[1].as_deref()), ([2, 3], Some("10"), None));
    }
}
