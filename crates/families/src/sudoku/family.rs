//! Sudoku on the command line: the puzzles of a file, or one given in place of its name.

use std::path::Path;
use std::sync::Arc;

use super::read::sudokus_by;
use super::rules::{Rules, cages, regions};
use super::{BoxSize, Sudoku};
use crate::apart::ExtraRules;
use crate::arguments::Arguments;
use crate::drawing::Drawing;
use crate::error::{FamilyError, SourceError};
use crate::grid::kinds;
use crate::member::{Family, Fixed, Member, Members, SYMMETRY};
use crate::parameter::{Parameter, ParameterKind};
use crate::text::word_of;
use dlx_canon::symmetry::{CountQuery, Keep};
use dlx_core::problem::{OptionId, Problem};

const FILE: &str = "Puzzles, as lines of 81 characters or as grids; `-` for standard input; or one such line itself";
const BOX: &str = "Rows and columns of a box, such as 2x3; detected from the first line if omitted";
const KILLER: &str =
    "Cages with sums: a drawing with a letter for each cell, `.` for none, and below it the sums, such as a=15 b=7";
const JIGSAW: &str = "Regions instead of boxes: a drawing with a letter for each cell, the same in a region";

/// The groups up to which grids are counted, the largest first.
const GROUPS: &[(&str, &str)] = &[
    (
        "all",
        "any permutation of symbols and any rearrangement of the grid that preserves the rules, the same as --up-to-symmetry",
    ),
    ("symbols", "any permutation of the symbols, nothing else"),
    ("places", "any rearrangement of the grid that preserves the rules, with the symbols fixed"),
];

/// The family on the command line.
pub(crate) const SUDOKU: Family = Family {
    name: "sudoku",
    about: "Solutions of sudoku puzzles: one count per puzzle in a file",
    parameters: &[
        Parameter::first("path", "FILE", FILE).of(ParameterKind::Path).unless("empty"),
        Parameter::named("box", "RxC", BOX)
            .checked(|text| BoxSize::parse(text).map(drop).map_err(|error| error.to_string())),
        Parameter::flag(
            "empty",
            "No clues: count all grids with the boxes of --box, the regions of --jigsaw, or the cages of --killer",
        )
        .not_with("path"),
        Parameter::flag("diagonals", "Both main diagonals contain every symbol once"),
        Parameter::flag("windoku", "The four squares of 3x3 cells inside the frame contain every symbol once"),
        Parameter::flag("anti-knight", "Cells a knight's move apart have different symbols"),
        Parameter::flag("anti-king", "Cells that touch at a corner have different symbols"),
        Parameter::flag("nonconsecutive", "Cells that share a side have no consecutive symbols"),
        Parameter::named("jigsaw", "FILE", JIGSAW).of(ParameterKind::Path).not_with("box"),
        Parameter::named("killer", "FILE", KILLER).of(ParameterKind::Path),
        Parameter::named("symmetry", "GROUP", "Count grids up to a symmetry group")
            .of(ParameterKind::Choice(GROUPS))
            .not_with("killer"),
    ],
    examples: &[
        ("sudoku puzzles.txt", "a count for each puzzle"),
        ("sudoku --empty --box 2x3", "all grids"),
        ("sudoku puzzles.txt --diagonals", "sudoku X"),
        ("sudoku puzzles.txt --windoku", "four more squares"),
        ("sudoku --empty --box 3x3 --anti-knight --anti-king --nonconsecutive", "72 grids"),
        ("sudoku --empty --killer cages.txt", "killer sudoku"),
        ("solve sudoku puzzles.txt", "the solutions"),
        ("sudoku rate puzzles.txt", "how hard they are"),
        ("sudoku generate --hard --seed 1", "a new one"),
    ],
    has_pictures: true,
    fixes: |arguments| {
        let (has_clues, is_caged) = (arguments.path("path").is_some(), arguments.has("killer"));
        let is_apart = has_clues && extra_rules(arguments).has_pairs();
        let what = if is_caged { "cages have sums of their own" } else { "clues exclude symbols of other cells" };
        (is_caged || is_apart).then(|| Fixed::new(what, "leave --up-to-symmetry out"))
    },
    kinds_of_items: |arguments, problem| {
        Ok(match arguments.word(SYMMETRY) {
            // A line stays where it is, for all symbols.
            Some("symbols") => Some(kinds(problem, |(letter, first, second)| {
                (letter.to_owned(), first.to_owned(), if letter == "p" { second.to_owned() } else { String::new() })
            })),
            // A symbol stays what it is, in all lines.
            Some("places") => Some(kinds(problem, |(letter, _, second)| (letter != "p").then(|| second.to_owned()))),
            _ => None,
        })
    },
    make: |family, arguments, _| members(family, arguments),
    ..Family::PLAIN
};

fn extra_rules(arguments: &Arguments) -> ExtraRules {
    ExtraRules {
        diagonals: arguments.has("diagonals"),
        windows: arguments.has("windoku"),
        anti_knight: arguments.has("anti-knight"),
        anti_king: arguments.has("anti-king"),
        nonconsecutive: arguments.has("nonconsecutive"),
    }
}

fn members(family: &Family, arguments: &Arguments) -> Members {
    let jigsaw = arguments.path("jigsaw").map(|path| arguments.read(path, regions)).transpose()?;
    let box_size = arguments.word("box").map(BoxSize::parse).transpose()?;
    let rules = Rules {
        box_size,
        regions: jigsaw,
        extra: extra_rules(arguments),
        cages: arguments.path("killer").map(|path| arguments.read(path, cages)).transpose()?,
    };
    let rules = rules.fitted()?;
    let puzzles = match arguments.path("path") {
        Some(path) => puzzles_of(path, &rules, arguments)?,
        None => vec![rules.empty().ok_or_else(|| {
            FamilyError::new("how large are the grids?", "add --box RxC, --jigsaw FILE or --killer FILE")
        })?],
    };
    puzzles.iter().try_for_each(|puzzle| rules.check(puzzle))?;
    let is_up_to_all = family.is_up_to_all(arguments);
    let kept = |puzzle: &Sudoku| is_up_to_all.then(|| puzzle.kept(family.group(arguments)));
    let words = Arc::new(PuzzleWords::of(arguments));
    let named = |puzzle: Sudoku| {
        Box::new(NamedPuzzle { words: Arc::clone(&words), keep: kept(&puzzle), puzzle }) as Box<dyn Member>
    };
    Ok(puzzles.into_iter().map(named).collect())
}

/// What the words for all puzzles of a command have in common.
struct PuzzleWords {
    /// Instead of the cells, if all are empty.
    empty: Option<String>,
    rules: String,
}

impl PuzzleWords {
    fn of(arguments: &Arguments) -> Self {
        let value = |option: &str| arguments.path(option).map(|path| format!(" --{option} {}", word_of(path)));
        let empty = arguments.has("empty").then(|| format!("--empty{}", value("box").unwrap_or_default()));
        let flag = |name| if arguments.has(name) { format!(" --{name}") } else { String::new() };
        let rules = ["diagonals", "windoku", "anti-knight", "anti-king", "nonconsecutive"].map(flag).concat();
        let rules = [rules, value("jigsaw").unwrap_or_default(), value("killer").unwrap_or_default()].concat();
        Self { empty, rules }
    }

    /// The words of the command line for a puzzle.
    fn name(&self, puzzle: &Sudoku) -> String {
        let cells = self.empty.clone().unwrap_or_else(|| puzzle.to_string());
        format!("sudoku {cells}{}", self.rules)
    }
}

/// A puzzle, and the words for it.
struct NamedPuzzle {
    words: Arc<PuzzleWords>,
    puzzle: Sudoku,
    /// What symmetries keep, if they are asked for.
    keep: Option<Keep>,
}

impl Member for NamedPuzzle {
    fn name(&self) -> String {
        self.words.name(&self.puzzle)
    }

    fn question(&self) -> Result<CountQuery, FamilyError> {
        let keep = self.keep.clone().filter(|_| !self.puzzle.clues().is_empty());
        Ok(CountQuery::from(self.puzzle.problem().with_name(self.name())).keeping(keep.unwrap_or_default()))
    }

    fn kept(&self) -> Option<Keep> {
        self.keep.clone()
    }

    fn shape(&self) -> Option<Problem> {
        Some(self.puzzle.emptied().problem())
    }

    fn prefix(&self) -> Vec<OptionId> {
        self.puzzle.chosen()
    }

    fn drawing(&self) -> Result<Option<Drawing>, FamilyError> {
        Ok(Some(self.puzzle.drawing()))
    }
}

impl Sudoku {
    /// All puzzles of a file, or the one given in place of its name. Further rules may be added; a drawing replaces boxes by its regions.
    ///
    /// # Errors
    /// If a file cannot be read, something in it is not a puzzle, or there is no room for windows.
    pub fn all_at(
        path: &Path,
        box_size: Option<BoxSize>,
        extra: ExtraRules,
        jigsaw: Option<&Path>,
    ) -> Result<Vec<Self>, SourceError> {
        let rules = rules(box_size, extra, jigsaw)?;
        let puzzles = puzzles_of(path, &rules, &Arguments::default())?;
        puzzles.iter().try_for_each(|puzzle| rules.check(puzzle))?;
        Ok(puzzles)
    }

    /// The grid without clues in which both diagonals, or windows, have every symbol once, too, or the regions of a drawing instead of boxes.
    ///
    /// # Errors
    /// If the drawing cannot be read, or there is no room for windows.
    pub fn empty_with(box_size: BoxSize, extra: ExtraRules, jigsaw: Option<&Path>) -> Result<Self, SourceError> {
        let rules = rules(Some(box_size), extra, jigsaw)?;
        let empty = rules.empty().unwrap_or_else(|| Self::empty(box_size));
        rules.check(&empty)?;
        Ok(empty)
    }
}

fn rules(box_size: Option<BoxSize>, extra: ExtraRules, jigsaw: Option<&Path>) -> Result<Rules, SourceError> {
    let regions = jigsaw.map(|path| Arguments::default().read(path, regions)).transpose()?;
    Ok(Rules { box_size, regions, extra, ..Rules::default() })
}

/// Is this mostly a row of cells, but not as many as a puzzle has, or with signs that are none?
fn is_nearly_puzzle(word: &str) -> bool {
    word.len() > 9 && 4 * word.chars().filter(|&sign| is_cell(sign)).count() >= 3 * word.chars().count()
}

fn is_cell(sign: char) -> bool {
    sign == '.' || sign.is_ascii_digit()
}

fn puzzles_of(path: &Path, rules: &Rules, arguments: &Arguments) -> Result<Vec<Sudoku>, SourceError> {
    if let Some(word) = path.to_str().filter(|word| Sudoku::is_in_a_word(word) && !path.exists()) {
        let puzzle = Sudoku::of_word_by(word, rules);
        return Ok(vec![puzzle.map_err(|error| SourceError::Syntax { name: "the puzzle".into(), error })?]);
    }
    if let Some(word) = path.to_str().filter(|word| is_nearly_puzzle(word) && !path.exists()) {
        let help = match word.chars().zip(1..).find(|&(sign, _)| !is_cell(sign)) {
            Some((sign, place)) => {
                format!("`{sign}`, character {place}, is neither a symbol nor an empty cell")
            }
            None => format!("a puzzle of 9 x 9 in a word has 81 characters, this has {}", word.len()),
        };
        return Err(FamilyError::new(format!("`{word}` is neither a file nor a puzzle"), help).into());
    }
    arguments.read(path, |text| sudokus_by(text, rules))
}
