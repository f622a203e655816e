//! Sudoku on the command line: the puzzles of a file, or one that stands there instead of its name.

use std::path::Path;

use super::read::sudokus;
use super::{BoxSize, Sudoku};
use crate::family::arguments::Arguments;
use crate::family::drawing::Drawing;
use crate::family::error::{FamilyError, SourceError};
use crate::family::member::{Example, Family, Member};
use crate::family::parameter::{Kind, Parameter};
use crate::family::published::Sequence;
use crate::symmetry::Question;

/// The family on the command line.
pub(in crate::family) struct SudokuFamily;

const FILE: &str = "Puzzles, as lines of 81 characters or as grids; `-` for standard input; or one such line itself";
const BOX: &str = "Rows and columns of a box, such as 2x3; told from the first line if not given";

impl Family for SudokuFamily {
    fn name(&self) -> &'static str {
        "sudoku"
    }

    fn about(&self) -> &'static str {
        "Fill sudoku puzzles: one count for each puzzle of a file"
    }

    fn parameters(&self) -> &'static [Parameter] {
        const {
            &[
                Parameter::first("path", "FILE", FILE).of(Kind::Path),
                Parameter::named("box", "RxC", BOX)
                    .checked(|text| BoxSize::parse(text).map(drop).map_err(|error| error.to_string())),
            ]
        }
    }

    fn examples(&self) -> &'static [Example] {
        &[
            ("sudoku puzzles.txt", "a count for each puzzle"),
            ("solve sudoku puzzles.txt", "the solutions"),
            ("sudoku rate puzzles.txt", "how hard they are"),
            ("sudoku generate --hard --seed 1", "a new one"),
        ]
    }

    fn known(&self) -> &'static [Sequence] {
        KNOWN
    }

    fn has_pictures(&self) -> bool {
        true
    }

    fn member(&self, arguments: &Arguments, _: &[usize]) -> Result<Box<dyn Member>, SourceError> {
        let first = self.members(arguments)?.into_iter().next();
        first.ok_or_else(|| FamilyError::new("no puzzle", "").into())
    }

    fn members(&self, arguments: &Arguments) -> Result<Vec<Box<dyn Member>>, SourceError> {
        let box_size = arguments.word("box").map(BoxSize::parse).transpose()?;
        let puzzles = match arguments.path("path") {
            Some(path) => puzzles_of(path, box_size, arguments)?,
            None => Vec::new(),
        };
        Ok(puzzles.into_iter().map(|puzzle| Box::new(puzzle) as Box<dyn Member>).collect())
    }
}

impl Member for Sudoku {
    fn name(&self) -> String {
        format!("sudoku {self}")
    }

    fn question(&self) -> Result<Question, FamilyError> {
        Ok(self.problem().into())
    }

    fn drawing(&self) -> Result<Option<Drawing>, FamilyError> {
        Ok(Some(Self::drawing(self)))
    }
}

impl Sudoku {
    /// All puzzles of a file, or the one that stands there instead of its name.
    ///
    /// # Errors
    /// If the file cannot be read, or something in it is no puzzle.
    pub fn all_at(path: &Path, box_size: Option<BoxSize>) -> Result<Vec<Self>, SourceError> {
        puzzles_of(path, box_size, &Arguments::default())
    }
}

fn puzzles_of(path: &Path, box_size: Option<BoxSize>, arguments: &Arguments) -> Result<Vec<Sudoku>, SourceError> {
    if let Some(word) = path.to_str().filter(|word| Sudoku::is_in_a_word(word) && !path.exists()) {
        let puzzle = Sudoku::of_word(word, box_size);
        return Ok(vec![puzzle.map_err(|error| SourceError::Syntax { name: "the puzzle".into(), error })?]);
    }
    arguments.read(path, |text| sudokus(text, box_size))
}

const KNOWN: &[Sequence] = &[
    Sequence {
        name: |_| "sudoku ................".into(),
        build: |side| Ok(Sudoku::empty(BoxSize { rows: side, columns: side }).problem().into()),
        first: 2,
        step: 1,
        counts: &["288"],
        source: "OEIS A107739",
    },
    Sequence {
        name: |_| "sudoku ....................................".into(),
        build: |columns| Ok(Sudoku::empty(BoxSize { rows: 2, columns }).problem().into()),
        first: 3,
        step: 1,
        counts: &["28200960"],
        source: "F. Jarvis, Sudoku enumeration problems, 2006",
    },
];
