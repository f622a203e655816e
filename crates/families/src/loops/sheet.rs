//! The options of a puzzle, and what each draws.

use super::Made;
use super::narrow::Narrowing;
use crate::drawing::Drawing;
use dlx_core::problem::{Color, Connected, ItemId, Multiplicity, NodeId, OptionId, Problem, ProblemBuilder};

/// A sign and its place.
pub(super) type Stroke = (usize, char);

/// A problem in the making, and its picture: words in rows and columns, over which each option draws.
pub(super) struct Sheet {
    pub(super) builder: ProblemBuilder,
    columns: usize,
    words: Vec<String>,
    strokes: Vec<Vec<Stroke>>,
    /// Are nodes told apart for narrowing alone?
    pub(super) is_fine: bool,
}

impl Sheet {
    /// A picture with these words.
    pub(super) fn new([rows, columns]: [usize; 2], word: impl Fn(usize, usize) -> String) -> Self {
        let words = (0..rows * columns).map(|place| word(place / columns, place % columns)).collect();
        Self { builder: Problem::builder(), columns, words, strokes: Vec::new(), is_fine: false }
    }

    /// A picture of cells with room for a line between any two of them: a cell without a word is a dot.
    pub(super) fn roomy([rows, columns]: [usize; 2], word: impl Fn(usize) -> Option<String>) -> Self {
        Self::new([2 * rows - 1, 2 * columns - 1], |row, column| match (row % 2, column % 2) {
            (0, 0) => word(row / 2 * columns + column / 2).unwrap_or_else(|| ".".into()),
            _ => " ".into(),
        })
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
        let Self { builder, columns, words, strokes, is_fine } = self;
        let (problem, left) = narrowed(&builder.build(), is_fine)?;
        let strokes: Vec<Vec<Stroke>> = left.into_iter().map(|option| strokes[option.index()].clone()).collect();
        let width = |column: usize| words.iter().skip(column).step_by(columns).map(|word| word.chars().count()).max();
        let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(1)).collect();
        let drawing = Drawing::text(move |solution| {
            let mut words = words.clone();
            for &(place, sign) in solution.iter().flat_map(|option| &strokes[option.index()]) {
                words[place] = sign.into();
            }
            let padded = |(word, &width): (&String, &usize)| format!("{word:width$}");
            let line = |row: &[String]| row.iter().zip(&widths).map(padded).collect::<String>().trim_end().to_owned();
            words.chunks(columns).map(line).collect::<Vec<_>>().join("\n")
        });
        Ok((problem, drawing))
    }
}

/// The problem without options that are in no solution, and which options are left. Nodes that are told apart for [narrowing](super::narrow) alone, by what is behind `=` in their names, are one in it;
/// if there are any, the number of components was for that alone, too.
fn narrowed(problem: &Problem, is_fine: bool) -> Made<(Problem, Vec<OptionId>)> {
    let is_left = Narrowing::left(problem);
    let left: Vec<OptionId> = problem.options().filter(|option| is_left[option.index()]).collect();
    let mut builder = Problem::builder();
    for item in problem.items() {
        let label = problem.item_label(item);
        if problem.is_primary(item) {
            builder.primary(label)?
        } else {
            builder.secondary(label)?
        };
    }
    for &option in &left {
        for (item, color) in problem.cells(option) {
            let color = builder.color(problem.color_label(color))?;
            builder.push(item, color)?;
        }
        let option = (option, builder.finish()?);
        let nodes = problem.ports_of(option.0).iter().map(|&node| builder.node(coarse(problem.node_label(node))));
        let nodes = nodes.collect::<Made<Vec<NodeId>>>()?;
        builder.ports(option.1, &nodes)?;
    }
    match problem.connected() {
        Some(condition) if is_fine => builder.connected(Connected { components: Multiplicity::ANY, ..condition }),
        Some(condition) => builder.connected(condition),
        None => &mut builder,
    };
    Ok((builder.build(), left))
}

/// The name of a node without what tells it apart.
fn coarse(name: &str) -> &str {
    name.split_once('=').map_or(name, |(name, _)| name)
}
