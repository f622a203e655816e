//! A solution as it is usually written: a board, a row, a square.

use super::graph::{GraphChoice, GraphReader};
use super::scene::Scene;
use dlx_core::problem::OptionId;

/// Turns solutions of one problem of a family into text, without a newline at the end, and has the layout of a picture, if there is one.
///
/// ```
/// use dlx_count::engine::links::Solutions;
/// use dlx_count::family::Langford;
///
/// let langford = Langford { n: 3, up_to_reversal: true, is_skolem: false };
/// let solution = Solutions::new(&langford.problem()?).next().unwrap();
/// assert_eq!(langford.drawing()?.draw(&solution), "3 1 2 1 3 2");
/// # Ok::<(), dlx_count::family::FamilyError>(())
/// ```
pub struct Drawing {
    scene: Option<Scene>,
    text: Text,
}

type Draw = dyn Fn(&[OptionId]) -> String + Send + Sync;
type Values = dyn Fn(&[OptionId]) -> Vec<String> + Send + Sync;

/// Makes the sum that says how often a literal is true.
type Sums = dyn Fn(&str) -> Option<LiteralSum> + Send + Sync;

/// How often a literal of a formula is true in a solution, 0 times or once: a constant, and what each of some chosen options adds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiteralSum {
    /// 1 or 0 where none of the options is chosen.
    pub constant: i64,
    /// What each of these options adds, 1 or -1; all others add nothing.
    pub added: Vec<(OptionId, i64)>,
}

/// How a solution is written.
enum Text {
    /// In a way of its own.
    Own(Box<Draw>),
    /// By the words in the cells of the scene.
    Words(fn(&Scene, &[&str]) -> String),
    /// Values of variables, what ends their line, and the sums that say whether literals are true.
    Values(Box<Values>, Option<&'static str>, Option<Box<Sums>>),
    /// By what options choose in a graph.
    Graph(GraphReader),
}

impl Drawing {
    pub(super) fn new(scene: Scene, draw: impl Fn(&[OptionId]) -> String + Send + Sync + 'static) -> Self {
        Self::perhaps(Some(scene), draw)
    }

    /// The words that options write into the cells of a board, `.` in a cell that stays empty: rows of words, all as wide as the widest, and a blank line between layers.
    pub(super) fn words(scene: Scene) -> Self {
        let written = |scene: &Scene, words: &[&str]| {
            let width = words.iter().map(|word| n_signs(word)).max().unwrap_or(0);
            let [_, n_rows, n_columns] = scene.size;
            let mut text = String::with_capacity(words.len() * (width + 1));
            for (number, layer) in words.chunks((n_rows * n_columns).max(1)).enumerate() {
                text.push_str(if number > 0 { "\n\n" } else { "" });
                write_rows(&mut text, layer, n_columns, width);
            }
            text
        };
        Self { scene: Some(scene), text: Text::Words(written) }
    }

    /// The words that options write into the cells of a board, `.` in a cell that stays empty: where the cells lie.
    pub(super) fn spaced_words(scene: Scene) -> Self {
        Self { scene: Some(scene), text: Text::Words(|scene, words| spaced(&scene.cells, words, 1)) }
    }

    /// The values of the variables of a formula in a line, and a word that ends it.
    pub(super) fn values(
        end: Option<&'static str>,
        values: impl Fn(&[OptionId]) -> Vec<String> + Send + Sync + 'static,
    ) -> Self {
        Self { scene: None, text: Text::Values(Box::new(values), end, None) }
    }

    /// Literals that are no options are such sums.
    pub(super) fn summing(mut self, sums: impl Fn(&str) -> Option<LiteralSum> + Send + Sync + 'static) -> Self {
        if let Text::Values(_, _, found) = &mut self.text {
            *found = Some(Box::new(sums));
        }
        self
    }

    /// What is chosen in a graph, and the graph, if it is drawn.
    pub(super) fn graph(scene: Option<Scene>, reader: GraphReader) -> Self {
        Self { scene, text: Text::Graph(reader) }
    }

    /// Text alone: there is no board.
    pub(super) fn text(draw: impl Fn(&[OptionId]) -> String + Send + Sync + 'static) -> Self {
        Self::perhaps(None, draw)
    }

    /// Text, and a board if there is one.
    pub(super) fn perhaps(scene: Option<Scene>, draw: impl Fn(&[OptionId]) -> String + Send + Sync + 'static) -> Self {
        Self { scene, text: Text::Own(Box::new(draw)) }
    }

    /// Draws a solution: a list of options of the family's problem.
    #[must_use]
    pub fn draw(&self, solution: &[OptionId]) -> String {
        match (&self.text, &self.scene) {
            (Text::Own(draw), _) => draw(solution),
            (Text::Words(written), Some(scene)) => {
                let marks = scene.marks(solution);
                let mut words = vec!["."; scene.cells.len()];
                for mark in &marks {
                    mark.cells.iter().enumerate().for_each(|(place, &cell)| words[cell] = mark.word_in(place));
                }
                written(scene, &words)
            }
            (Text::Words(_), None) => String::new(),
            (Text::Graph(reader), _) => reader.text(solution),
            (Text::Values(values, end, _), _) => {
                values(solution).into_iter().chain(end.map(str::to_owned)).collect::<Vec<_>>().join(" ")
            }
        }
    }

    /// The values of all variables of a formula in a solution, each as the format of the formula writes it: also of those that are in no option, since they have the same value in all solutions or follow from others.
    #[must_use]
    pub fn values_in(&self, solution: &[OptionId]) -> Option<Vec<String>> {
        let Text::Values(values, ..) = &self.text else { return None };
        Some(values(solution))
    }

    /// How often a literal of a formula, as its format writes it, is true in a solution: also one that has the same value in all, or that of another. None if it is not such a sum.
    #[must_use]
    pub fn literal_sum(&self, literal: &str) -> Option<LiteralSum> {
        let Text::Values(_, _, Some(sums)) = &self.text else { return None };
        sums(literal)
    }

    /// The names of each edge that an option of a problem about a graph chooses, where each edge is chosen by one option; none if options choose something else. An edge without direction has two names.
    #[must_use]
    pub fn chosen_edges(&self, option: OptionId) -> Option<Vec<Vec<String>>> {
        let Text::Graph(reader) = &self.text else { return None };
        reader.chosen_edges(option)
    }

    /// Has the graph of a problem about one an edge of this name, whether an option chooses it or not?
    #[must_use]
    pub fn has_edge(&self, name: &str) -> bool {
        matches!(&self.text, Text::Graph(reader) if reader.has_edge(name))
    }

    /// Does an option of a problem about a graph choose nothing, such as one by which a vertex or an edge is left out? It has the items of the vertex or edge, but is not meant by its name.
    #[must_use]
    pub fn leaves_out(&self, option: OptionId) -> bool {
        matches!(&self.text, Text::Graph(reader) if reader.leaves_out(option))
    }

    /// What a solution chooses in a graph; none if the problem is about something else.
    ///
    /// ```
    /// use dlx_count::engine::links::Solutions;
    /// use dlx_count::family::{Arguments, Family};
    ///
    /// let matching = Family::named("matching").unwrap();
    /// let member = matching.members(&Arguments::default().with("graph", ["cycle:4"]))?.swap_remove(0);
    /// let (problem, drawing) = (member.question()?, member.drawing()?.unwrap());
    /// let solution = Solutions::new(problem.problem()).next().unwrap();
    /// assert_eq!(drawing.choice_in(&solution).unwrap().edges, Some(vec![["1", "2"], ["3", "4"]]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn choice_in(&self, solution: &[OptionId]) -> Option<GraphChoice<'_>> {
        let Text::Graph(reader) = &self.text else { return None };
        Some(reader.choice(solution))
    }

    /// The board, and what options do to it; none if solutions are written as text only.
    #[must_use]
    pub fn scene(&self) -> Option<&Scene> {
        self.scene.as_ref()
    }
}

impl std::fmt::Debug for Drawing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Drawing")
    }
}

/// Rows of words, a space between words.
pub(super) fn rows<W: AsRef<str>>(cells: &[W], columns: usize) -> String {
    let mut text = String::new();
    write_rows(&mut text, cells, columns, 0);
    text
}

/// How many signs a word has.
fn n_signs(word: &str) -> usize {
    if word.len() < 2 { word.len() } else { word.chars().count() }
}

/// Rows of words, a space between words, each at least this wide. All solutions are written by this: without a text for each word it takes a third of the time.
fn write_rows<W: AsRef<str>>(text: &mut String, cells: &[W], columns: usize, width: usize) {
    let columns = columns.max(1);
    for (number, word) in cells.iter().map(AsRef::as_ref).enumerate() {
        if number > 0 {
            text.push(if number % columns == 0 { '\n' } else { ' ' });
        }
        let more = width.saturating_sub(n_signs(word));
        if more > 0 {
            text.extend(std::iter::repeat_n(' ', more));
        }
        text.push_str(word);
    }
}

/// Words in their rows and columns, with at least this much space between those of a row.
pub fn spaced<W: AsRef<str>>(places: &[[usize; 3]], words: &[W], space: usize) -> String {
    let width = words.iter().map(|word| word.as_ref().chars().count()).max().unwrap_or(0);
    let steps = places.windows(2).filter(|pair| pair[0][1] == pair[1][1]).map(|pair| pair[1][2] - pair[0][2]);
    let column_width = (width + space).div_ceil(steps.min().unwrap_or(1));
    // Each with its width.
    let mut lines: Vec<(String, usize)> = Vec::new();
    for (&[_, row, column], word) in places.iter().zip(words) {
        lines.resize(row + 1, (String::new(), 0));
        let (line, end) = &mut lines[row];
        let (start, word) = (column * column_width, word.as_ref());
        line.extend(std::iter::repeat_n(' ', start.saturating_sub(*end)));
        line.push_str(word);
        *end = start.max(*end) + word.chars().count();
    }
    lines.into_iter().map(|(line, _)| line).collect::<Vec<_>>().join("\n")
}

/// Words in rows, in this many columns, each as wide as its widest word.
pub fn in_columns(words: &[String], columns: usize) -> String {
    let width = |column: usize| words.iter().skip(column).step_by(columns).map(|word| word.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(1)).collect();
    let padded = |(word, &width): (&String, &usize)| format!("{word:width$}");
    let line = |row: &[String]| row.iter().zip(&widths).map(padded).collect::<String>().trim_end().to_owned();
    words.chunks(columns).map(line).collect::<Vec<_>>().join("\n")
}
