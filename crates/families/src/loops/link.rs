//! Puzzles in one line: addresses of puzz.link and its relatives (pzprv3), and game IDs of Simon Tatham's collection.
//!
//! An address ends with `slither/COLUMNS/ROWS/CELLS`, a game ID is `COLUMNSxROWS` with settings, a colon, and the cells. Cells come row by row; letters stand for runs of cells without a clue.
//!
//! | puzzle | address | game ID of |
//! |---|---|---|
//! | slitherlink | `slither`: 0 to 4; 5 to 9, and a to e, the same with one or two cells behind; g to z, 1 to 20 cells | Loopy (squares, `t0`) |
//! | masyu | `mashu`: three cells in base 3, white 1, black 2 | Pearl |
//! | numberlink, nurikabe | `numlin`, `nurikabe`: 0 to f; `-` and two digits, `+` and three; g to z, 1 to 20 cells | |
//! | hashi | `hashi`: the same | Bridges (two bridges at most, `m2`) |

use super::LoopKind;
use dlx_core::format::{SyntaxError, error_at_word};

/// The cells of a puzzle as signs, each with its place in the line.
pub(super) type Signs<'a> = Vec<(String, &'a str)>;

type Read<T> = Result<T, Box<SyntaxError>>;

/// The address of a puzzle, or its game ID: a line and its number.
#[derive(Clone, Copy)]
pub(super) struct PuzzleAddress<'a> {
    line: (usize, &'a str),
    kind: LoopKind,
}

impl<'a> PuzzleAddress<'a> {
    /// A line that is not a row of signs: those have no slashes and no colons.
    pub(super) fn new(kind: LoopKind, line: (usize, &'a str)) -> Option<Self> {
        line.1.contains(['/', ':']).then_some(Self { line, kind })
    }

    /// Rows and columns, and the signs.
    pub(super) fn read(self) -> Read<([usize; 2], Signs<'a>)> {
        let text = self.line.1.trim();
        if text.contains('/') { self.address(text) } else { self.game(text) }
    }

    fn wrong(self, word: &str, what: &str, help: &str) -> Box<SyntaxError> {
        error_at_word(self.line, word, what, help)
    }

    fn address(self, text: &'a str) -> Read<([usize; 2], Signs<'a>)> {
        let names: &[&str] = match self.kind {
            LoopKind::Slitherlink => &["slither", "slitherlink"],
            LoopKind::Masyu => &["mashu", "masyu"],
            LoopKind::Numberlink { .. } => &["numlin", "numberlink"],
            LoopKind::Hashi => &["hashi", "hashikake"],
            LoopKind::Nurikabe => &["nurikabe"],
        };
        let help = format!("an address ends with `{}/COLUMNS/ROWS/CELLS`", names[0]);
        let (site, path) = text.rsplit_once('?').unwrap_or(("", text));
        if site.is_empty() && text.contains("://") {
            return Err(self.wrong(text, "this address has no puzzle", &help));
        }
        let [name, columns, rows, cells] = path.split('/').collect::<Vec<_>>()[..] else {
            return Err(self.wrong(path, "this address has no puzzle", &help));
        };
        if !names.contains(&name) {
            return Err(self.wrong(name, &format!("`{name}` is not a {}", self.kind.name()), &help));
        }
        let size = [self.side(rows, &help)?, self.side(columns, &help)?];
        let mut signs = match self.kind {
            LoopKind::Slitherlink => self.few(cells)?,
            LoopKind::Masyu => self.pearls(cells)?,
            _ => self.many(cells)?,
        };
        // The last character may stand for up to two cells behind the last.
        let n_cells = size[0] * size[1];
        if (n_cells..n_cells + 3).contains(&signs.len()) && signs[n_cells..].iter().all(|(sign, _)| sign == ".") {
            signs.truncate(n_cells);
        }
        self.filled(size, cells, signs)
    }

    fn side(self, word: &str, help: &str) -> Read<usize> {
        match word.parse() {
            Ok(side @ 1..=super::read::MAX_SIDE) => Ok(side),
            Ok(_) => {
                let help = format!("there may be 1 to {} rows and columns", super::read::MAX_SIDE);
                Err(self.wrong(word, "this is not the size of a puzzle", &help))
            }
            Err(_) => Err(self.wrong(word, "this is not a number of rows or columns", help)),
        }
    }

    fn filled(self, size: [usize; 2], cells: &str, signs: Signs<'a>) -> Read<([usize; 2], Signs<'a>)> {
        let [rows, columns] = size;
        if signs.len() == rows * columns {
            return Ok((size, signs));
        }
        let help = format!("{columns} columns and {rows} rows have {} cells", rows * columns);
        Err(self.wrong(cells, &format!("these are {} cells", signs.len()), &help))
    }

    /// Clues from 0 to 4, with up to two cells behind each.
    fn few(self, cells: &'a str) -> Read<Signs<'a>> {
        let mut signs = Signs::new();
        for (place, sign) in characters(cells) {
            match sign.to_digit(36) {
                Some(value @ 0..=14) => {
                    signs.push(((value % 5).to_string(), place));
                    blanks(&mut signs, value / 5, place);
                }
                Some(value @ 16..) => blanks(&mut signs, value - 15, place),
                _ if sign == '.' => blanks(&mut signs, 1, place),
                _ => {
                    return Err(self.wrong(
                        place,
                        &format!("`{sign}` is not a cell"),
                        "cells are 0 to 9, a to e, g to z",
                    ));
                }
            }
        }
        Ok(signs)
    }

    /// Clues of up to three hexadecimal digits.
    fn many(self, cells: &'a str) -> Read<Signs<'a>> {
        let (mut signs, mut rest) = (Signs::new(), cells);
        while let Some(sign) = rest.chars().next() {
            let (skip, length) = match sign {
                '-' => (1, 2),
                '+' => (1, 3),
                _ => (0, 1),
            };
            let end = rest.char_indices().nth(skip + length).map_or(rest.len(), |(end, _)| end);
            let (place, after) = rest.split_at(end);
            match (usize::from_str_radix(&place[skip..], 16), sign.to_digit(36)) {
                (Ok(number), _) if place.len() == skip + length && !place[skip..].starts_with('+') => {
                    signs.push((number.to_string(), place))
                }
                (_, Some(value @ 16..)) => blanks(&mut signs, value - 15, place),
                _ if sign == '.' => {
                    return Err(self.wrong(place, "a number that is not given", "all numbers have to be known"));
                }
                _ => {
                    let help = "cells are 0 to f, `-` and two such digits, `+` and three, g to z";
                    return Err(self.wrong(place, &format!("`{place}` is not a cell"), help));
                }
            }
            rest = after;
        }
        Ok(signs)
    }

    /// Three cells in each digit of base 27.
    fn pearls(self, cells: &'a str) -> Read<Signs<'a>> {
        let mut signs = Signs::new();
        for (place, sign) in characters(cells) {
            let Some(value) = sign.to_digit(27) else {
                return Err(self.wrong(place, &format!("`{sign}` is not a cell"), "three cells are 0 to 9, a to q"));
            };
            let pearl = |digit| match digit {
                0 => ".",
                1 => "w",
                _ => "b",
            };
            signs.extend([value / 9, value / 3 % 3, value % 3].map(|digit| (pearl(digit).into(), place)));
        }
        Ok(signs)
    }

    fn game(self, text: &'a str) -> Read<([usize; 2], Signs<'a>)> {
        let (help, allowed) = match self.kind {
            LoopKind::Slitherlink => ("a game ID of Loopy with squares is `10x8t0:CELLS`", "t0"),
            LoopKind::Masyu => ("a game ID of Pearl is `10x8:CELLS`", ""),
            LoopKind::Hashi => ("a game ID of Bridges with two bridges at most is `10x8m2:CELLS`", "m2"),
            _ => {
                return Err(self.wrong(
                    text,
                    "there are no game IDs of this puzzle",
                    "an address of puzz.link, or rows",
                ));
            }
        };
        let (settings, cells) = text.split_once(':').unwrap_or((text, ""));
        let Some((columns, rest)) = settings.split_once('x') else {
            return Err(self.wrong(settings, "this game ID has no size", help));
        };
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (rows, kind) = rest.split_at(end);
        if kind != allowed && !kind.is_empty() && !(allowed.is_empty() && kind.starts_with('d')) {
            return Err(self.wrong(kind, &format!("`{kind}` is another kind of puzzle"), help));
        }
        let size = [self.side(rows, help)?, self.side(columns, help)?];
        let mut signs = Signs::new();
        for (place, sign) in characters(cells) {
            match sign {
                'a'..='z' => blanks(&mut signs, sign.to_digit(36).map_or(0, |value| value - 9), place),
                _ => signs.push((sign.into(), place)),
            }
        }
        self.filled(size, cells, signs)
    }
}

/// The characters of a word, each with its place.
fn characters(word: &str) -> impl Iterator<Item = (&str, char)> {
    word.char_indices().map(|(start, sign)| (&word[start..start + sign.len_utf8()], sign))
}

/// Adds cells without a clue.
fn blanks<'a>(signs: &mut Signs<'a>, number: u32, place: &'a str) {
    (0..number).for_each(|_| signs.push((".".into(), place)));
}
