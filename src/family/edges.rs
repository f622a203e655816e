//! Edge matching: square tiles whose sides have colors, on a board, with equal colors where tiles touch.
//!
//! Cells are items, and tiles, if there are as many; an option is a tile in a cell, turned or not. Between two cells, and at the border, there is a secondary item whose color is that of the
//! sides there. Tiles that are left over are secondary items; with `--reuse` a tile is none.
//!
//! P. A. MacMahon's 24 squares (New Mathematical Pastimes, 1921) are all tiles of three colors, alike if one is the other turned. In a rectangle of 4 by 6, with one color all around, they
//! have 106624 solutions: 13328, as is published, if the rectangle may be turned and reflected and the other two colors exchanged. (G. Feldman's program of
//! 1964 is quoted with 12261.) With `--reuse` and `--fixed` these are Wang's tiles; all tiles of k colors make all colorings of the sides, k to the power of their
//! number.

use std::collections::BTreeSet;
use std::path::Path;

use super::arguments::Arguments;
use super::drawing::{Drawing, rows};
use super::either::{Either, either};
use super::error::{FamilyError, SourceError, bounded};
use super::member::{Example, Family, Member};
use super::parameter::{Kind, Parameter};
use super::span::Span;
use crate::format::{SyntaxError, error_at};
use crate::problem::{Color, ItemId, Problem, ProblemBuilder, ProblemError};
use crate::symmetry::Question;

/// The most rows, and columns.
const MAX_SIDE: usize = 1000;

/// The most options.
const MAX_OPTIONS: usize = 1 << 22;

/// The most colors of a full set of tiles.
const MAX_COLORS: usize = 20;

/// The colors of the sides of a tile: above, on the right, below, on the left.
type Tile = [String; 4];

/// Tiles, and the board that they are to cover.
///
/// ```
/// use dlx_count::{Session, family::Tiles};
///
/// let wang = Tiles::all(2).reused().fixed();
/// assert_eq!(Session::new()?.count(&wang.on(2, 2)?)?.count.to_string(), "4096");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tiles {
    tiles: Vec<Tile>,
    /// The color all around.
    border: Option<String>,
    /// All tiles of some colors are there, in all their turns.
    is_set: bool,
    is_fixed: bool,
    is_reused: bool,
}

impl Tiles {
    /// All tiles of so many colors: MacMahon's squares. Those that are turns of each other are one tile, unless they are [`fixed`](Self::fixed).
    #[must_use]
    pub fn all(n_colors: usize) -> Self {
        let n = n_colors.min(MAX_COLORS);
        let numbers = (0..n * n * n * n).map(|code| [code / (n * n * n), code / (n * n) % n, code / n % n, code % n]);
        let tiles = numbers.map(|sides| sides.map(|side| (side + 1).to_string())).collect();
        Self { tiles, is_set: true, ..Self::default() }
    }

    /// Reads tiles, one in each line: four words, or four letters without spaces, for the sides above, on the right, below and on the left. Tiles that are alike are different tiles. What
    /// begins with `#` is a comment.
    ///
    /// # Errors
    /// If a line has not four sides, with line and column.
    pub fn read(text: &str) -> Result<Self, Box<SyntaxError>> {
        let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines());
        let lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        Ok(Self { tiles: lines.map(tile).collect::<Result<_, _>>()?, ..Self::default() })
    }

    /// The same with this color all around.
    #[must_use]
    pub fn bordered(self, color: &str) -> Self {
        Self { border: Some(color.into()), ..self }
    }

    /// The same, not to be turned.
    #[must_use]
    pub fn fixed(self) -> Self {
        Self { is_fixed: true, ..self }
    }

    /// The same, each any number of times.
    #[must_use]
    pub fn reused(self) -> Self {
        Self { is_reused: true, ..self }
    }

    /// The problem of covering a board.
    ///
    /// # Errors
    /// If the board is too large.
    pub fn on(&self, n_rows: usize, n_columns: usize) -> Result<Problem, FamilyError> {
        self.laid([n_rows, n_columns]).map(|(problem, _)| problem)
    }

    /// The tiles: of a set one of all turns of each, if they may be turned.
    fn pieces(&self) -> Vec<&Tile> {
        let is_least = |tile: &&Tile| turns(tile).iter().all(|turned| *tile <= turned);
        let all = self.is_fixed || !self.is_set;
        self.tiles.iter().filter(|tile| all || is_least(tile)).collect()
    }

    fn laid(&self, size: [usize; 2]) -> Result<(Problem, Vec<(usize, Tile)>), FamilyError> {
        let [n_rows, n_columns] = size;
        bounded("a board with rows", n_rows, MAX_SIDE)?;
        bounded("a board with columns", n_columns, MAX_SIDE)?;
        if 4 * self.tiles.len() * n_rows * n_columns > MAX_OPTIONS {
            return Err(FamilyError::new(
                "too many tiles for so large a board",
                format!("there may be {MAX_OPTIONS} options"),
            ));
        }
        let built = self.build(size);
        built.map_err(|error| FamilyError::new(error.to_string(), "take a smaller board"))
    }

    fn build(&self, [n_rows, n_columns]: [usize; 2]) -> Result<(Problem, Vec<(usize, Tile)>), ProblemError> {
        let mut builder = Problem::builder();
        let n_cells = n_rows * n_columns;
        let name = |cell: usize| format!("{},{}", cell / n_columns + 1, cell % n_columns + 1);
        let cells = (0..n_cells).map(|cell| builder.primary(name(cell))).collect::<Result<Vec<_>, _>>()?;
        let (pieces, mut seen) = (self.pieces(), BTreeSet::new());
        let is_all = pieces.len() <= n_cells;
        let mut tiles = Vec::new();
        for number in (1..=pieces.len()).filter(|_| !self.is_reused) {
            let name = format!("t{number}");
            tiles.push(if is_all { builder.primary(name)? } else { builder.secondary(name)? });
        }
        let above = (0..n_cells + n_columns)
            .map(|side| builder.secondary(format!("h{side}")))
            .collect::<Result<Vec<_>, _>>()?;
        let left =
            (0..n_cells + n_rows).map(|side| builder.secondary(format!("v{side}"))).collect::<Result<Vec<_>, _>>()?;
        let mut meanings = Vec::new();
        for (number, &tile) in pieces.iter().enumerate() {
            let all = turns(tile);
            // What may be used again is there once, also if two tiles can be turned into it.
            let turned = all[..if self.is_fixed { 1 } else { all.len() }].iter();
            for turned in turned.filter(|turned| !self.is_reused || seen.insert((*turned).clone())) {
                for cell in (0..n_cells).filter(|&cell| self.fits(turned, cell, [n_rows, n_columns])) {
                    let row = cell / n_columns;
                    let sides = [above[cell], left[cell + row + 1], above[cell + n_columns], left[cell + row]];
                    add(&mut builder, [Some(cells[cell]), tiles.get(number).copied()], sides, turned)?;
                    meanings.push((cell, turned.clone()));
                }
            }
        }
        Ok((builder.build(), meanings))
    }

    /// Has a tile the color of the border, where it is at it?
    fn fits(&self, tile: &Tile, cell: usize, [n_rows, n_columns]: [usize; 2]) -> bool {
        let Some(border) = &self.border else { return true };
        let (row, column) = (cell / n_columns, cell % n_columns);
        let is_at = [row == 0, column + 1 == n_columns, row + 1 == n_rows, column == 0];
        tile.iter().zip(is_at).all(|(side, is_at)| !is_at || side == border)
    }

    fn drawing(&self, size: [usize; 2]) -> Result<Drawing, FamilyError> {
        let (_, meanings) = self.laid(size)?;
        Ok(Drawing::text(move |solution| {
            let mut cells = vec![String::new(); size[0] * size[1]];
            for (cell, tile) in solution.iter().map(|option| &meanings[option.index()]) {
                let is_short = tile.iter().all(|side| side.chars().count() == 1);
                cells[*cell] = tile.join(if is_short { "" } else { "," });
            }
            rows(&cells, size[1])
        }))
    }
}

fn add(
    builder: &mut ProblemBuilder,
    items: [Option<ItemId>; 2],
    sides: [ItemId; 4],
    tile: &Tile,
) -> Result<(), ProblemError> {
    for item in items.into_iter().flatten() {
        builder.push(item, Color::NONE)?;
    }
    for (side, color) in sides.into_iter().zip(tile) {
        let color = builder.color(color)?;
        builder.push(side, color)?;
    }
    builder.finish().map(drop)
}

/// A tile and its turns, those that differ.
fn turns(tile: &Tile) -> Vec<Tile> {
    let mut all = vec![tile.clone()];
    for _ in 0..3 {
        let mut next = all[all.len() - 1].clone();
        next.rotate_right(1);
        if next == *tile {
            break;
        }
        all.push(next);
    }
    all
}

/// Four words, or four letters.
fn tile(line: (usize, &str)) -> Result<Tile, Box<SyntaxError>> {
    let words: Vec<&str> = line.1.split_whitespace().collect();
    let sides: Vec<String> = match words[..] {
        [letters] => letters.chars().map(String::from).collect(),
        _ => words.iter().map(|&word| word.into()).collect(),
    };
    let what = format!("{} sides", sides.len());
    let help = "a tile has four: above, right, below, left; four words, or four letters without spaces";
    sides.try_into().map_err(|_| error_at(line, 1, line.1, &what, help))
}

/// The family on the command line.
pub(super) struct EdgeFamily;

impl Family for EdgeFamily {
    fn name(&self) -> &'static str {
        "edges"
    }

    fn about(&self) -> &'static str {
        "Square tiles on a board, equal colors where they touch"
    }

    fn parameters(&self) -> &'static [Parameter] {
        const {
            &[
                Parameter::first("tiles", "TILES", "A number of colors, for all tiles (MacMahon's squares); or a file with a tile in each line, four colors clockwise from above")
                    .of(Kind::Path),
                Parameter::named("rows", "N", "Rows of the board").number().required(),
                Parameter::named("columns", "N", "Columns of the board").number().required(),
                Parameter::named("border", "COLOR", "The color all around; any if not given"),
                Parameter::flag("fixed", "Tiles are not turned"),
                Parameter::flag("reuse", "Each tile any number of times"),
            ]
        }
    }

    fn examples(&self) -> &'static [Example] {
        &[
            ("edges 3 --rows 4 --columns 6 --border 1", "MacMahon's puzzle"),
            ("edges tiles.txt --rows 3 --columns 3", ""),
        ]
    }

    fn spans(&self, arguments: &Arguments) -> Result<Vec<(String, Span)>, FamilyError> {
        let colors = match either(arguments, "tiles")? {
            Either::Numbers(span) => vec![("colors".into(), span)],
            Either::File(..) => Vec::new(),
        };
        let sides = ["rows", "columns"].map(|name| Ok((name.into(), arguments.span(name)?)));
        Ok([colors, sides.into_iter().collect::<Result<_, FamilyError>>()?].concat())
    }

    fn member(&self, arguments: &Arguments, values: &[usize]) -> Result<Box<dyn Member>, SourceError> {
        let is_fixed = arguments.has("fixed");
        let (tiles, word, sides) = match (either(arguments, "tiles")?, values) {
            (Either::Numbers(_), [n, sides @ ..]) => {
                bounded("a set of tiles with colors", *n, MAX_COLORS)?;
                (Tiles::all(*n), n.to_string(), sides)
            }
            (Either::File(path, word), sides) => (read(arguments, path)?, word, sides),
            (Either::Numbers(_), []) => return Err(FamilyError::new("no number of colors", "name one").into()),
        };
        let &[n_rows, n_columns] = sides else {
            return Err(FamilyError::new("no board", "name --rows and --columns").into());
        };
        let border = arguments.word("border").map(String::from);
        let around = border.as_ref().map(|color| format!(" --border {color}")).unwrap_or_default();
        let flags = [(is_fixed, " --fixed"), (arguments.has("reuse"), " --reuse")];
        let flags: String = flags.iter().filter(|(is_given, _)| *is_given).map(|(_, flag)| *flag).collect();
        let name = format!("edges {word} --rows {n_rows} --columns {n_columns}{around}{flags}");
        let tiles = Tiles { border, is_fixed, is_reused: arguments.has("reuse"), ..tiles };
        Ok(Box::new(Covered { name, tiles, size: [n_rows, n_columns] }))
    }
}

fn read(arguments: &Arguments, path: &Path) -> Result<Tiles, SourceError> {
    arguments.read(path, Tiles::read)
}

/// A board with tiles, and the words for it.
struct Covered {
    name: String,
    tiles: Tiles,
    size: [usize; 2],
}

impl Member for Covered {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn question(&self) -> Result<Question, FamilyError> {
        let ([n_rows, n_columns], n_tiles) = (self.size, self.tiles.pieces().len());
        let question = Question::from(self.tiles.on(n_rows, n_columns)?.with_name(&self.name));
        let is_short = n_tiles < n_rows * n_columns && !self.tiles.is_reused;
        let obstacle = format!("{n_tiles} tiles for {} cells (--reuse: each any number of times)", n_rows * n_columns);
        Ok(question.impossible(is_short.then_some(obstacle)))
    }

    fn drawing(&self) -> Result<Option<Drawing>, FamilyError> {
        self.tiles.drawing(self.size).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_read_and_mistakes_have_their_place() {
        let read = Tiles::read("# two\nabcd\nred red blue red\n").unwrap();
        assert_eq!(read.tiles[0], ["a", "b", "c", "d"]);
        assert_eq!(read.tiles[1][2], "blue");
        for (text, line) in [("abcd\nabc\n", 2), ("a b c\n", 1), ("abcde", 1)] {
            let error = Tiles::read(text).unwrap_err();
            assert_eq!((error.line, error.column), (line, 1), "{text}: {error}");
        }
    }

    /// n (n + 1) (n^2 - n + 2) / 4 squares of n colors.
    #[test]
    fn turns_are_told_apart() {
        assert_eq!([0, 1, 2, 3, 4].map(|n| Tiles::all(n).pieces().len()), [0, 1, 6, 24, 70]);
        assert_eq!(["aaaa", "abab", "abcd"].map(|text| turns(&Tiles::read(text).unwrap().tiles[0]).len()), [1, 2, 4]);
    }
}
