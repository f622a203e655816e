//! Nonograms: which cells of a board are full, if the lengths of the runs of full cells are given for each row and each column.
//!
//! # The reduction
//!
//! The lines that fit some runs, say 2 and 1, are those that an automaton accepts. Its state says how much of `##.#` it has seen; each cell advances it, except that empty cells at the ends and between runs leave it
//! where it is. A cell of a row is a primary item, and again as a cell of its column; an option is a step of the automaton of the line at this cell: the color of the cell, and the states
//! before and behind it, as colors on which neighbors agree.
//!
//! It is parsimonious: the automaton has one next state for each state and cell, so the cells determine all states, and one option of each item fits; none if a line is not accepted. There
//! are as many options as the lines have cells and runs, where a list of all possible lines grows exponentially.

use super::drawing::Drawing;
use super::member::{Family, Fixed, Named, only};
use super::parameter::{Parameter, ParameterKind};
use super::scene::{Mark, Scene, Style};
use super::text::lines_of;
use dlx_canon::symmetry::CountQuery;
use dlx_core::format::{SyntaxError, error_at, error_at_word, plural};
use dlx_core::problem::{Color, ItemId, OptionId, Problem, ProblemBuilder, ProblemError};

/// The most rows, and columns.
const MAX_LINES: usize = 200;

/// The runs of the rows and of the columns.
///
/// ```
/// use dlx_count::{Session, family::Nonogram};
///
/// let cross = Nonogram::read("1\n3\n1\n\n1\n3\n1\n")?;
/// assert_eq!(Session::new()?.count(&cross.problem())?.count.to_string(), "1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Nonogram {
    /// The runs of the rows, then those of the columns.
    runs: [Vec<Vec<usize>>; 2],
}

impl Nonogram {
    /// Reads a line for each row with the lengths of its runs, an empty line, and a line for each column. `0` is a line without runs; a line that begins with `#` is a comment.
    ///
    /// # Errors
    /// If a word is not a length, or the runs of a line are too long for it, with line and column.
    pub fn read(text: &str) -> Result<Self, Box<SyntaxError>> {
        let (mut runs, mut lines, mut part) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()], 0);
        for line in lines_of(text).filter(|(_, line)| !line.starts_with('#')) {
            if line.1.trim().is_empty() {
                // Empty lines before the rows and behind the columns are nothing.
                part = usize::from(!runs[0].is_empty());
                continue;
            }
            if part == 1 && runs[1].len() == MAX_LINES || runs[part].len() == MAX_LINES {
                return Err(error_at(
                    line,
                    1,
                    "",
                    "too many lines",
                    &format!("there may be {MAX_LINES} rows and columns"),
                ));
            }
            runs[part].push(lengths(line)?);
            lines[part].push(line);
        }
        if let (&[.., last], []) = (&lines[0][..], &lines[1][..]) {
            return Err(error_at(last, 1, last.1, "no columns", "rows, an empty line, columns; a line for each"));
        }
        for (part, across) in [(0, runs[1].len()), (1, runs[0].len())] {
            for (runs, &line) in runs[part].iter().zip(&lines[part]) {
                let needed = runs.iter().sum::<usize>() + runs.len().saturating_sub(1);
                if needed > across {
                    let what = format!("these runs need {needed} cells, the line has {across}");
                    return Err(error_at(line, 1, line.1, &what, "rows, an empty line, columns; a line for each"));
                }
            }
        }
        Ok(Self { runs })
    }

    /// The problem.
    ///
    /// # Panics
    /// Never, since its items have different labels.
    #[must_use]
    pub fn problem(&self) -> Problem {
        self.build().expect("rows, columns and cells have different labels").0
    }

    /// Do rows and columns have different numbers of full cells?
    fn obstacle(&self) -> Option<String> {
        let [rows, columns] = [0, 1].map(|part| self.runs[part].iter().flatten().sum::<usize>());
        (rows != columns).then(|| format!("rows have {}, columns {columns}", plural(rows, "full cell")))
    }

    fn size(&self) -> [usize; 2] {
        [self.runs[0].len(), self.runs[1].len()]
    }

    /// The problem, and for each option its cell, and whether that is full.
    fn build(&self) -> Result<(Problem, Vec<(usize, bool)>), ProblemError> {
        let mut builder = Problem::builder();
        let [n_rows, n_columns] = self.size();
        let mut steps: [Vec<ItemId>; 2] = Default::default();
        for (letter, steps) in ['r', 'c'].into_iter().zip(&mut steps) {
            let names = (0..n_rows)
                .flat_map(|row| (0..n_columns).map(move |column| format!("{letter}{},{}", row + 1, column + 1)));
            *steps = names.map(|name| builder.primary(name)).collect::<Result<_, _>>()?;
        }
        let names = (0..n_rows).flat_map(|row| (0..n_columns).map(move |column| format!("{},{}", row + 1, column + 1)));
        let cells = builder.secondaries(names)?;
        let mut meanings = Vec::new();
        for (way, letter) in [(0, 'R'), (1, 'C')] {
            for (number, runs) in self.runs[way].iter().enumerate() {
                let length = [n_columns, n_rows][way];
                let cell =
                    |place: usize| if way == 0 { number * n_columns + place } else { place * n_columns + number };
                let between = (1..length).map(|place| format!("{letter}{}/{place}", number + 1));
                let line =
                    NonogramLine { between: builder.secondaries(between)?, automaton: Automaton::new(runs), length };
                for place in 0..length {
                    let here = cell(place);
                    for is_full in line.add(&mut builder, place, steps[way][here], cells[here])? {
                        meanings.push((here, is_full));
                    }
                }
            }
        }
        Ok((builder.build(), meanings))
    }

    fn drawing(&self) -> Drawing {
        let (_, meanings) = self.build().unwrap_or_else(|_| (self.problem(), Vec::new()));
        let mark = move |option: OptionId| match meanings[option.index()] {
            (cell, true) => Mark::new("#", 0, vec![cell]),
            _ => Mark::default(),
        };
        Drawing::words(Scene::plane(Style::Symbols { boxes: None }, self.size(), mark))
    }
}

/// The automaton of a line, with its pattern. States are the numbers of signs of the pattern that were seen.
struct Automaton {
    pattern: Vec<bool>,
}

impl Automaton {
    /// The automaton of these runs, with an empty cell between two of them.
    fn new(runs: &[usize]) -> Self {
        let with_gap = runs.iter().flat_map(|&run| std::iter::once(false).chain(std::iter::repeat_n(true, run)));
        Self { pattern: with_gap.skip(1).collect() }
    }

    fn next(&self, state: usize, is_full: bool) -> Option<usize> {
        let is_expected = self.pattern.get(state) == Some(&is_full);
        // Before a run, and behind the last, more cells may be empty.
        let is_gap = (state == 0 || !self.pattern[state - 1] || state == self.pattern.len()) && !is_full;
        if is_expected { Some(state + 1) } else { is_gap.then_some(state) }
    }

    /// Is this state possible behind `before` cells, if `behind` cells follow?
    fn may_be(&self, state: usize, before: usize, behind: usize) -> bool {
        state <= before && self.pattern.len() - state <= behind
    }
}

/// A row or a column.
struct NonogramLine {
    /// Items for the states between cells.
    between: Vec<ItemId>,
    automaton: Automaton,
    length: usize,
}

impl NonogramLine {
    /// Adds the steps at a place, and notes for each whether its cell is full.
    fn add(
        &self,
        builder: &mut ProblemBuilder,
        place: usize,
        step: ItemId,
        cell: ItemId,
    ) -> Result<Vec<bool>, ProblemError> {
        let mut added = Vec::new();
        let states = 0..=self.automaton.pattern.len();
        let left = self.length - place;
        for before in states.filter(|&state| self.automaton.may_be(state, place, left)) {
            for is_full in [true, false] {
                let behind = self.automaton.next(before, is_full);
                let Some(behind) = behind.filter(|&it| self.automaton.may_be(it, place + 1, left - 1)) else {
                    continue;
                };
                builder.push(step, Color::NONE)?;
                let color = builder.color(if is_full { "full" } else { "empty" })?;
                builder.push(cell, color)?;
                let sides = [(place.checked_sub(1), before), (Some(place), behind)];
                for (item, state) in
                    sides.into_iter().filter_map(|(place, state)| Some((self.between.get(place?)?, state)))
                {
                    let color = builder.color(&state.to_string())?;
                    builder.push(*item, color)?;
                }
                builder.finish()?;
                added.push(is_full);
            }
        }
        Ok(added)
    }
}

/// The lengths in a line.
fn lengths(line: (usize, &str)) -> Result<Vec<usize>, Box<SyntaxError>> {
    let words = line.1.split([' ', '\t', ',', '\r']).filter(|word| !word.is_empty());
    let numbers = words.map(|word| {
        let number = word.parse::<usize>().ok().filter(|&number| number <= MAX_LINES);
        number.ok_or_else(|| {
            error_at_word(
                line,
                word,
                &format!("`{word}` is not a length"),
                "a run has a number of cells; 0 alone is a line without runs",
            )
        })
    });
    let numbers: Vec<usize> = numbers.collect::<Result<_, _>>()?;
    Ok(numbers.into_iter().filter(|&number| number > 0).collect())
}

/// The family on the command line.
pub(super) const NONOGRAM: Family = Family {
    name: "nonogram",
    about: "Nonograms: pictures with given runs in rows and columns",
    parameters: &[Parameter::first(
        "path",
        "FILE",
        "Runs of the rows, a line for each; an empty line; runs of the columns; `-` for standard input",
    )
    .of(ParameterKind::Path)],
    examples: &[("nonogram puzzle.txt", ""), ("solve nonogram puzzle.txt", "the picture")],
    has_pictures: true,
    fixes: |_| Some(Fixed::new("lines are gone through from one end to the other", "leave --up-to-symmetry out")),
    make: |_, arguments, _| {
        let (of, word) = arguments.read_file(Nonogram::read)?;
        only(Named {
            name: format!("nonogram {word}"),
            of,
            question: |nonogram| Ok(CountQuery::from(nonogram.problem()).impossible(nonogram.obstacle())),
            drawing: |nonogram| Ok(Some(nonogram.drawing())),
        })
    },
    ..Family::PLAIN
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_are_read() {
        let read = Nonogram::read("# two by two\n1\n0\n\n1,\n0\n").unwrap();
        assert_eq!(read.runs, [vec![vec![1], vec![]], vec![vec![1], vec![]]]);
    }

    #[test]
    fn an_automaton_accepts_what_has_its_runs() {
        for runs in [vec![], vec![1], vec![2, 1], vec![1, 1, 1], vec![5]] {
            let automaton = Automaton::new(&runs);
            for bits in 0..64u32 {
                let line: Vec<bool> = (0..6).map(|place| bits >> place & 1 == 1).collect();
                let found: Vec<usize> =
                    line.split(|is_full| !is_full).map(<[bool]>::len).filter(|&run| run > 0).collect();
                let end = line.iter().try_fold(0, |state, &is_full| automaton.next(state, is_full));
                assert_eq!(end == Some(automaton.pattern.len()), found == runs, "{runs:?} {line:?}");
            }
        }
    }
}
