//! The options of a puzzle, and what each draws.

use super::Made;
use super::narrow::possible_options;
use crate::drawing::{Drawing, in_columns};
use crate::scene::{LineMark, Mark, Scene, Style};
use dlx_core::problem::{Color, ItemId, NodeId, OptionId, Problem, ProblemBuilder};

/// A sign and its place.
pub(super) type Stroke = (usize, char);

/// A problem in the making, and its picture: words in rows and columns, over which each option draws.
pub(super) struct Sheet {
    pub(super) builder: ProblemBuilder,
    columns: usize,
    words: Vec<String>,
    /// What stands at each place with a clue.
    clue: LineMark,
    /// The first row of cells, and from one to the next.
    lattice: [usize; 2],
    strokes: Vec<Vec<Stroke>>,
    /// The options that are in a solution, if these are known.
    pub(super) known: Option<Vec<OptionId>>,
}

impl Sheet {
    /// A picture with these words: cells begin in row and column `first`, and there is one in each `step`.
    pub(super) fn new(
        [rows, columns]: [usize; 2],
        [first, step]: [usize; 2],
        word: impl Fn(usize, usize) -> String,
    ) -> Self {
        let words = (0..rows * columns).map(|place| word(place / columns, place % columns)).collect();
        let lattice = [first, step];
        let builder = Problem::builder();
        Self { builder, columns, words, clue: LineMark::Clue, lattice, strokes: Vec::new(), known: None }
    }

    /// A picture of cells with room for a line between any two of them: a cell without a word is a dot.
    pub(super) fn roomy([rows, columns]: [usize; 2], word: impl Fn(usize) -> Option<String>) -> Self {
        Self::new([2 * rows - 1, 2 * columns - 1], [0, 2], |row, column| match (row % 2, column % 2) {
            (0, 0) => word(row / 2 * columns + column / 2).unwrap_or_else(|| ".".into()),
            _ => " ".into(),
        })
    }

    /// The picture with another mark for clues; pearls are white or black.
    pub(super) fn with_clue(self, clue: LineMark) -> Self {
        Self { clue, ..self }
    }

    /// Adds an option.
    pub(super) fn option(&mut self, cells: &[(ItemId, Color)], ports: &[NodeId], strokes: Vec<Stroke>) -> Made<()> {
        let option = self.builder.colored_option(cells)?;
        self.builder.ports(option, ports)?;
        self.strokes.push(strokes);
        Ok(())
    }

    /// The problem, and what draws its solutions.
    pub(super) fn build(self) -> Made<(Problem, Drawing)> {
        let (problem, order) = narrowed(&self.builder.build(), self.known)?;
        let Self { columns, words, clue, lattice: [first, step], strokes, .. } = self;
        let strokes: Vec<Vec<Stroke>> = order.into_iter().map(|option| strokes[option.index()].clone()).collect();
        let given =
            (0..words.len()).filter(|&place| words[place] != " ").map(|place| given(place, &words[place], clue));
        let (size, given) = ([words.len() / columns, columns], given.collect());
        let drawn = strokes.clone();
        let scene = Scene::plane(Style::Lines { first, step }, size, move |option| {
            let mut strokes = drawn[option.index()].clone();
            strokes.sort_unstable();
            let (cells, signs): (Vec<usize>, String) = strokes.into_iter().unzip();
            Mark::new(signs, LineMark::Strokes.kind(), cells)
        });
        let drawing = Drawing::new(Scene { given, ..scene }, move |solution| {
            let mut words = words.clone();
            for &(place, sign) in solution.iter().flat_map(|option| &strokes[option.index()]) {
                words[place] = sign.into();
            }
            in_columns(&words, columns)
        });
        Ok((problem, drawing))
    }
}

/// What stands on the board from the beginning.
fn given(place: usize, word: &str, clue: LineMark) -> Mark {
    let kind = match word {
        "." | "+" => LineMark::Place,
        "w" if clue == LineMark::White => LineMark::White,
        "b" if clue == LineMark::White => LineMark::Black,
        _ => clue,
    };
    Mark::new(word, kind.kind(), vec![place])
}

/// The problem without options that are in no solution, of which those that are in one may be known, and the order in which the problem that it was [narrowed from](Problem::narrowed_from) has all options.
fn narrowed(problem: &Problem, known: Option<Vec<OptionId>>) -> Made<(Problem, Vec<OptionId>)> {
    let with = |options: &[OptionId]| Ok(ProblemBuilder::copy_of(problem, options.iter().copied())?.build());
    let mut order = known.unwrap_or_else(|| possible_options(problem));
    let narrow: Problem = with(&order)?;
    let out: Vec<OptionId> = problem.options().filter(|option| order.binary_search(option).is_err()).collect();
    order.extend(out);
    Ok((narrow.narrowed_from(with(&order)?), order))
}
