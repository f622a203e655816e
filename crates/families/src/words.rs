//! Word rectangles: each row and each column is a word of a list (TAOCP 7.2.2.1, exercise 86 and its neighbors).
//!
//! Rows and columns are items; an option writes a word into one of them: the letters are the colors of its cells, on which rows and columns agree. In a symmetric square row k and column k
//! have the same word, so an option writes into both. With `--different` each word is also a secondary item, so it is used at most once.
//!
//! A grid with black squares has a word in each of its places, across and down, as a crossword.
//!
//! Published counts need a list that can be reproduced: with the words of n letters a and b that have two b, these are the matrices of 0 and 1 with two 1 in each row and column (OEIS A001499),
//! and the symmetric ones among them (A000986).

use std::collections::BTreeSet;

use super::drawing::{Drawing, rows};
use super::error::{FamilyError, bounded};
use super::member::{Family, Named, only};
use super::parameter::{Parameter, ParameterKind};
use super::text::word_of;
use super::word_grid::{WordGrid, WordPlace};
use dlx_canon::symmetry::{CountQuery, Keep};
use dlx_core::format::{SyntaxError, plural};
use dlx_core::problem::{Color, ItemId, Problem, ProblemBuilder, ProblemError};
use dlx_core::stop::poll;

/// The longest side of a rectangle.
const MAX_SIDE: usize = 100;

/// The most letters in all options together.
const MAX_LETTERS: usize = 1 << 26;

/// A list of words, and the rectangle that they are to fill.
///
/// ```
/// use dlx_count::{Session, family::WordRectangle};
///
/// let sator = WordRectangle::new("sator arepo tenet opera rotas", 5, 5).symmetric();
/// assert_eq!(Session::new()?.count(&sator.problem()?)?.count.to_string(), "2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WordRectangle {
    words: BTreeSet<String>,
    size: [usize; 2],
    is_symmetric: bool,
    is_different: bool,
    /// A drawing with black squares, instead of a rectangle.
    grid: Option<WordGrid>,
}

impl WordRectangle {
    /// Takes words with white space, commas or semicolons between them. A word fits into rows if it has as many letters as there are columns, and into columns if it has as many as there are rows.
    #[must_use]
    pub fn new(words: &str, n_rows: usize, n_columns: usize) -> Self {
        let is_between = |sign: char| sign.is_whitespace() || [',', ';'].contains(&sign);
        let words = words.trim_start_matches('\u{feff}').split(is_between).filter(|word| !word.is_empty());
        let words = words.map(String::from).collect();
        Self { words, size: [n_rows, n_columns], ..Self::default() }
    }

    /// Takes a drawing instead of a rectangle: `.` is a square, `#` a black one, anything else a letter that is given. Places of words are items such as `1A` and `1D`, numbered as in newspapers.
    ///
    /// # Errors
    /// If rows differ in length, the drawing is too large, or a square is in no word or has a letter that is in none.
    ///
    /// ```
    /// use dlx_count::{Session, family::WordRectangle};
    ///
    /// // The ring of `abc` and `cad`, each twice, and that of `axe` and `ecu`.
    /// let ring = WordRectangle::new("abc axe bad cad ecu", 0, 0).crossword("...\n.#.\n...")?;
    /// assert_eq!(Session::new()?.count(&ring.problem()?)?.count.to_string(), "2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn crossword(self, drawing: &str) -> Result<Self, Box<SyntaxError>> {
        let letters = self.words.iter().flat_map(|word| word.chars()).collect();
        let grid = WordGrid::read(drawing, &letters, MAX_SIDE)?;
        Ok(Self { size: [grid.n_rows(), grid.n_columns], grid: Some(grid), ..self })
    }

    /// Demands that row k and column k have the same word.
    #[must_use]
    pub fn symmetric(self) -> Self {
        Self { is_symmetric: true, ..self }
    }

    /// Demands that all words are different.
    #[must_use]
    pub fn different(self) -> Self {
        Self { is_different: true, ..self }
    }

    /// The problem.
    ///
    /// # Errors
    /// If a side or the list is too long, or a symmetric rectangle is not a square.
    pub fn problem(&self) -> Result<Problem, FamilyError> {
        self.laid().map(|(problem, _)| problem)
    }

    fn laid(&self) -> Result<(Problem, Vec<WordSlot>), FamilyError> {
        let [n_rows, n_columns] = self.size;
        bounded("the rows of a rectangle", n_rows, MAX_SIDE)?;
        bounded("the columns of a rectangle", n_columns, MAX_SIDE)?;
        if self.is_symmetric && n_rows != n_columns {
            let what = format!("{n_rows} rows and {n_columns} columns cannot be symmetric");
            return Err(FamilyError::new(what, "leave --columns out, or --symmetric"));
        }
        let entries = self.entries();
        let letters: usize = entries.iter().map(|entry| entry.cells.len()).sum();
        if letters > MAX_LETTERS {
            return Err(FamilyError::new(
                "the list is too long",
                format!("all options together may have {MAX_LETTERS} letters"),
            ));
        }
        let problem =
            self.build(&entries).map_err(|error| FamilyError::new(error.to_string(), "take a shorter list"))?;
        Ok((problem, entries))
    }

    /// All words in all places where they fit.
    fn entries(&self) -> Vec<WordSlot> {
        let fits = |word: &&String, cells: &Vec<usize>| {
            let is_given = |(&cell, letter)| self.given(cell).is_none_or(|given| given == letter);
            poll(8 * cells.len());
            word.chars().count() == cells.len() && cells.iter().zip(word.chars()).all(is_given)
        };
        let entry = |place: usize, cells: &Vec<usize>, (number, word): (usize, &String)| WordSlot {
            place,
            cells: cells.clone(),
            number,
            word: word.clone(),
        };
        let of_place = |(place, WordPlace { cells, .. }): (usize, &WordPlace)| {
            let fitting = self.words.iter().enumerate().filter(|(_, word)| fits(word, cells));
            fitting.map(|word| entry(place, cells, word)).collect::<Vec<_>>()
        };
        self.places().iter().enumerate().flat_map(of_place).collect()
    }

    /// The places of words: rows, then columns unless they have the same words.
    fn places(&self) -> Vec<WordPlace> {
        if let Some(grid) = &self.grid {
            return grid.places();
        }
        let [n_rows, n_columns] = self.size;
        let row = |k: usize| (0..n_columns).map(|j| k * n_columns + j).collect();
        let column = |k: usize| (0..n_rows).map(|j| j * n_columns + k).collect();
        let rows = (0..n_rows).map(|k| WordPlace { label: format!("r{}", k + 1), cells: row(k) });
        let columns = (0..n_columns).map(|k| WordPlace { label: format!("c{}", k + 1), cells: column(k) });
        rows.chain(columns.take(if self.is_symmetric { 0 } else { n_columns })).collect()
    }

    /// The letter that a square has from the beginning.
    fn given(&self, cell: usize) -> Option<char> {
        self.grid.as_ref()?.squares[cell].filter(|&sign| sign != '.')
    }

    /// Why there is no solution, if the list has no words of the length of a row, or of a column.
    fn obstacle(&self) -> Option<String> {
        if self.grid.is_some() {
            let entries: BTreeSet<usize> = self.entries().iter().map(|entry| entry.place).collect();
            let places = self.places();
            let empty = places.iter().enumerate().find(|(place, _)| !entries.contains(place));
            return empty
                .map(|(_, place)| format!("no word of {} fits {}", plural(place.cells.len(), "letter"), place.label));
        }
        let [n_rows, n_columns] = self.size;
        let lengths = [(n_rows, n_columns), (n_columns, n_rows)];
        let is_missing = |&(number, length): &(usize, usize)| {
            number > 0 && self.words.iter().all(|word| word.chars().count() != length)
        };
        lengths
            .iter()
            .find(|lengths| is_missing(lengths))
            .map(|(_, length)| format!("the list has no word of {}", plural(length, "letter")))
    }

    fn build(&self, entries: &[WordSlot]) -> Result<Problem, ProblemError> {
        let mut builder = Problem::builder();
        let [n_rows, n_columns] = self.size;
        let places = builder.primaries(self.places().into_iter().map(|place| place.label))?;
        let cells = (0..n_rows * n_columns).map(|cell| (cell / n_columns + 1, cell % n_columns + 1));
        let cells = builder.secondaries(cells.map(|(row, column)| format!("{row},{column}")))?;
        let mut words = Vec::new();
        if self.is_different {
            words = builder.secondaries(self.words.iter().map(|word| format!("w:{word}")))?;
        }
        for entry in entries {
            self.add(&mut builder, entry, places[entry.place], &cells, words.get(entry.number).copied())?;
        }
        Ok(builder.build())
    }

    fn add(
        &self,
        builder: &mut ProblemBuilder,
        entry: &WordSlot,
        place: ItemId,
        cells: &[ItemId],
        word: Option<ItemId>,
    ) -> Result<(), ProblemError> {
        builder.push(place, Color::NONE)?;
        word.into_iter().try_for_each(|word| builder.push(word, Color::NONE))?;
        for (&cell, letter) in entry.cells.iter().zip(entry.word.chars()) {
            let color = builder.color(letter.encode_utf8(&mut [0; 4]))?;
            builder.push(cells[cell], color)?;
            let mirrored = cell % self.size[1] * self.size[1] + cell / self.size[1];
            if self.is_symmetric && mirrored != cell {
                builder.push(cells[mirrored], color)?;
            }
        }
        builder.finish_labelled(&entry.word).map(drop)
    }

    fn drawing(&self) -> Drawing {
        let ([n_rows, n_columns], entries) = (self.size, self.entries());
        let empty = self.grid.as_ref().map_or_else(
            || vec![String::from("."); n_rows * n_columns],
            |grid| grid.squares.iter().map(|square| square.map_or_else(|| "#".into(), String::from)).collect(),
        );
        Drawing::text(move |solution| {
            let mut cells = empty.clone();
            for entry in solution.iter().filter_map(|option| entries.get(option.index())) {
                entry.cells.iter().zip(entry.word.chars()).for_each(|(&cell, letter)| cells[cell] = letter.into());
            }
            rows(&cells, n_columns)
        })
    }
}

/// A word in a row or a column.
#[derive(Clone, PartialEq, Eq, Debug)]
struct WordSlot {
    /// Rows, then columns.
    place: usize,
    cells: Vec<usize>,
    /// The number of the word in the list.
    number: usize,
    word: String,
}

/// The family on the command line.
pub(super) const WORDS: Family = Family {
    name: "words",
    about: "Word rectangles and crosswords: listed words across and down",
    parameters: &[
        Parameter::first("path", "LIST", "Words with white space between them; `-` for standard input")
            .of(ParameterKind::Path),
        Parameter::named("rows", "N", "Number of rows: the length of the words that go down").number().required().unless("grid"),
        Parameter::named("columns", "N", "Number of columns: the length of the words that go across; the same as --rows if omitted")
            .number(),
        Parameter::named(
            "grid",
            "FILE",
            "A crossword instead of a rectangle: a drawing with . for a square, # for a black one, and letters that are given",
        )
        .of(ParameterKind::Path)
        .not_with("symmetric"),
        Parameter::flag("symmetric", "Row k and column k have the same word"),
        Parameter::flag("different", "No word is used twice"),
    ],
    examples: &[
        ("words list.txt --rows 4", ""),
        ("solve words list.txt --rows 5 --symmetric --limit 1", ""),
        ("table words list.txt --rows 2..4 --columns 5", ""),
        ("solve words list.txt --grid crossword.txt --different --limit 1", "with black squares"),
    ],
    spans: |_, arguments| {
        let given = ["rows", "columns"].into_iter().filter(|name| arguments.has(name));
        given.map(|name| Ok((name.into(), arguments.span(name)?))).collect()
    },
    make: |_, arguments, values| {
        let n_rows = values.first().copied().unwrap_or_default();
        let n_columns = values.get(1).copied().unwrap_or(n_rows);
        let (mut rectangle, word) = arguments.read_file(|text| Ok(WordRectangle::new(text, n_rows, n_columns)))?;
        let columns = if values.len() > 1 { format!(" --columns {n_columns}") } else { String::new() };
        let mut shape = format!("--rows {n_rows}{columns}");
        if let Some(path) = arguments.path("grid") {
            if arguments.has("rows") || arguments.has("columns") {
                return Err(FamilyError::new("a drawing has its own rows and columns", "leave --rows and --columns out").into());
            }
            rectangle = arguments.read(path, |drawing| rectangle.crossword(drawing))?;
            shape = format!("--grid {}", word_of(path));
        }
        let flags = arguments.flags(&["symmetric", "different"]);
        let (is_symmetric, is_different) = (arguments.has("symmetric"), arguments.has("different"));
        only(Named {
            name: format!("words {word} {shape}{flags}"),
            of: WordRectangle { is_symmetric, is_different, ..rectangle },
            question: |rectangle| {
                // Letters are exchanged in all cells alike.
                let keep = Keep { has_common_colors: true, ..Keep::default() };
                let question = CountQuery::from(rectangle.problem()?).keeping(keep);
                Ok(question.impossible(rectangle.obstacle()))
            },
            drawing: |rectangle| Ok(Some(rectangle.drawing())),
        })
    },
    ..Family::PLAIN
};
