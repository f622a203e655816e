//! Pictures as text: pieces and boxes with lines around them, givens in brackets.

use std::collections::{BTreeMap, BTreeSet};

use dlx_core::problem::OptionId;
use dlx_families::{DrawnGraph, Mark, Scene, Style, in_columns, spaced};

/// Corners and crossings by the lines that meet there: up 1, down 2, left 4, right 8.
const JOINTS: [char; 16] = [' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼'];

/// A solution with lines around pieces, and around the boxes of a square; layers one below the other. Ends with a newline.
///
/// ```
/// use dlx_count::{engine::links::Solutions, family::{Board, Copies, Polyomino, pieces}, picture::text};
///
/// let dominoes = Polyomino::new(Board::parse("2x3")?, pieces("dominoes")?).copies(Copies::ANY);
/// let solution = Solutions::new(dominoes.question()?.problem()).next().unwrap();
/// let picture = text(dominoes.drawing()?.scene().unwrap(), &solution);
/// assert_eq!(picture.lines().next(), Some("┌───────┬───┐"));
/// # Ok::<(), dlx_count::family::FamilyError>(())
/// ```
#[must_use]
pub fn text(scene: &Scene, solution: &[OptionId]) -> String {
    if let Some(graph) = &scene.graph {
        return choices(graph, &scene.marks(solution));
    }
    if let Style::Lines { .. } = scene.style {
        return lines(scene, solution);
    }
    let filled = FilledCells::new(scene, solution);
    if scene.mesh.is_some() {
        return filled.names();
    }
    let layers: Vec<String> = (0..scene.size[0]).map(|layer| filled.layer(layer)).collect();
    layers.join("\n")
}

/// What is chosen of a graph, in a line for each kind: edges, or vertices.
fn choices(graph: &DrawnGraph, marks: &[Mark]) -> String {
    let name = |vertex: usize| graph.names[vertex].as_str();
    let mut kinds: BTreeMap<usize, BTreeSet<Vec<usize>>> = BTreeMap::new();
    for mark in marks {
        let vertices = mark.cells.iter().map(|&vertex| vec![vertex]);
        let edges = mark.edges.iter().map(|&[a, b]| vec![a.min(b), a.max(b)]);
        let kind = kinds.entry(mark.kind).or_default();
        if mark.edges.is_empty() { kind.extend(vertices) } else { kind.extend(edges) }
    }
    let line = |own: &BTreeSet<Vec<usize>>| {
        let words = own.iter().map(|ends| ends.iter().map(|&vertex| name(vertex)).collect::<Vec<_>>().join("-"));
        words.collect::<Vec<_>>().join(" ") + "\n"
    };
    kinds.values().filter(|own| !own.is_empty()).map(line).collect()
}

/// The words and signs of a puzzle in their places, each column as wide as its widest word.
fn lines(scene: &Scene, solution: &[OptionId]) -> String {
    let mut words = vec![String::from(" "); scene.cells.len()];
    for (number, mark) in scene.marks(solution).into_iter().enumerate() {
        match mark.cells[..] {
            [cell] if number < scene.given.len() => words[cell] = mark.word,
            _ => mark.cells.iter().zip(mark.word.chars()).for_each(|(&cell, sign)| words[cell] = sign.into()),
        }
    }
    format!("{}\n", in_columns(&words, scene.size[2]))
}

/// The word in each cell.
struct FilledCells<'a> {
    scene: &'a Scene,
    /// As wide as a cell.
    words: Vec<String>,
    /// The mark in each cell, by number.
    owners: Vec<Option<usize>>,
    width: usize,
}

impl<'a> FilledCells<'a> {
    fn new(scene: &'a Scene, solution: &[OptionId]) -> Self {
        let marks = scene.marks(solution);
        let words = marks.iter().flat_map(|mark| (0..mark.cells.len().max(1)).map(|k| mark.word_in(k)));
        let width = words.map(|word| word.chars().count()).max().unwrap_or(1);
        let padded = |word: &str, is_given: bool| match scene.style {
            Style::Chess | Style::Row => format!("{word:>width$} "),
            _ if is_given => format!("[{word:>width$}]"),
            _ => format!(" {word:>width$} "),
        };
        let empty = if scene.style == Style::Pieces { " " } else { "." };
        let (mut words, mut owners) = (vec![padded(empty, false); scene.cells.len()], vec![None; scene.cells.len()]);
        for (number, mark) in marks.iter().enumerate() {
            for (k, &cell) in mark.cells.iter().enumerate() {
                words[cell] = padded(mark.word_in(k), number < scene.given.len());
                owners[cell] = Some(number);
            }
        }
        Self { scene, words, owners, width }
    }

    /// The names of marks where their cells are, without lines: for cells that are not squares.
    fn names(&self) -> String {
        let words: Vec<&str> = self.words.iter().map(|word| word.trim()).collect();
        format!("{}\n", spaced(&self.scene.cells, &words, 1))
    }

    fn layer(&self, layer: usize) -> String {
        let [_, rows, columns] = self.scene.size;
        let mut lines = Vec::new();
        for row in 0..=rows {
            if (0..=columns).any(|column| self.is_level(layer, row, column)) {
                lines.push(self.rule(layer, row));
            }
            if row < rows {
                lines.push(self.row(layer, row));
            }
        }
        lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
    }

    /// The words of a row, and the lines between them.
    fn row(&self, layer: usize, row: usize) -> String {
        let [_, _, columns] = self.scene.size;
        let has_lines = matches!(self.scene.style, Style::Pieces | Style::Symbols { .. });
        let mut line = String::new();
        for column in 0..=columns {
            if has_lines && self.has_lines_at(column) {
                line.push(if self.is_upright(layer, row, column) { '│' } else { ' ' });
            }
            if column < columns {
                match self.scene.cell([layer, row, column]) {
                    Some(cell) => line += &self.words[cell],
                    None => line += &" ".repeat(self.width + 2),
                }
            }
        }
        line
    }

    /// The lines above a row.
    fn rule(&self, layer: usize, row: usize) -> String {
        let [_, rows, columns] = self.scene.size;
        let mut line = String::new();
        for column in (0..=columns).filter(|&column| self.has_lines_at(column)) {
            let ends = [
                row > 0 && self.is_upright(layer, row - 1, column),
                row < rows && self.is_upright(layer, row, column),
                column > 0 && self.is_level(layer, row, column - 1),
                column < columns && self.is_level(layer, row, column),
            ];
            let joint = ends.iter().enumerate().map(|(bit, &is_there)| usize::from(is_there) << bit).sum::<usize>();
            line.push(JOINTS[joint]);
            if column < columns {
                let to = (column + 1..=columns).find(|&next| self.has_lines_at(next)).unwrap_or(columns);
                let dash = if self.is_level(layer, row, column) { "─" } else { " " };
                line += &dash.repeat((to - column) * (self.width + 2));
            }
        }
        line
    }

    /// May there be vertical lines left of this column? The lines of boxes are only between boxes.
    fn has_lines_at(&self, column: usize) -> bool {
        match self.scene.style {
            Style::Symbols { .. } if !self.scene.regions.is_empty() || !self.scene.cages.is_empty() => true,
            Style::Symbols { boxes } => column.is_multiple_of(boxes.map_or(self.scene.size[2], |[_, across]| across)),
            _ => true,
        }
    }

    /// Is there a line on the left side of this cell?
    fn is_upright(&self, layer: usize, row: usize, column: usize) -> bool {
        let left = column.checked_sub(1).and_then(|left| self.scene.cell([layer, row, left]));
        let here = self.scene.cell([layer, row, column]);
        self.is_wall(left, here, column, |[_, across]| across, self.scene.size[2])
    }

    /// Is there a line above this cell?
    fn is_level(&self, layer: usize, row: usize, column: usize) -> bool {
        let above = row.checked_sub(1).and_then(|above| self.scene.cell([layer, above, column]));
        let here = self.scene.cell([layer, row, column]);
        self.is_wall(above, here, row, |[down, _]| down, self.scene.size[1])
    }

    /// Is there a line between two cells, the second of which stands in this place of its line?
    fn is_wall(
        &self,
        before: Option<usize>,
        here: Option<usize>,
        place: usize,
        step: fn([usize; 2]) -> usize,
        length: usize,
    ) -> bool {
        if before.is_none() && here.is_none() {
            return false;
        }
        match self.scene.style {
            Style::Pieces => match (before, here) {
                (Some(a), Some(b)) => self.owners[a] != self.owners[b] || self.owners[a].is_none(),
                _ => true,
            },
            // There is one kind of lines: where there are cages, they matter more than boxes.
            Style::Symbols { .. } if !self.scene.cages.is_empty() => {
                let cage = |cell: Option<usize>| cell.map(|cell| self.scene.cages[cell]);
                cage(before) != cage(here)
            }
            Style::Symbols { .. } if !self.scene.regions.is_empty() => {
                let region = |cell: Option<usize>| cell.map(|cell| self.scene.regions[cell]);
                region(before) != region(here)
            }
            Style::Symbols { boxes } => place.is_multiple_of(boxes.map_or(length, step)),
            Style::Chess | Style::Row | Style::Tiles | Style::Graph | Style::Lines { .. } => false,
        }
    }
}
