//! The layout of a board: its cells, and what each option writes into which of them. Pictures and pages are made from it.

use std::collections::BTreeMap;

use super::mesh::{Ground, Mesh};
use dlx_core::problem::OptionId;

/// How a family is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// A chessboard with queens.
    Chess,
    /// Pieces that cover cells.
    Pieces,
    /// Symbols in the cells of a square, perhaps with boxes.
    Symbols {
        /// Rows and columns of a box.
        boxes: Option<[usize; 2]>,
    },
    /// Pairs of symbols in a row.
    Row,
    /// Tiles whose sides have colors, one in each cell.
    Tiles,
    /// A graph, whose vertices are the cells, with chosen edges or vertices.
    Graph,
    /// Lines, circles and black cells of a puzzle. The places of the board are those of the picture in text: cells, and where lines between them are. The word of a mark has a sign for each of its places; its kind is a [`LineMark`].
    Lines {
        /// The first row, and column, of a cell.
        first: usize,
        /// From one cell to the next.
        step: usize,
    },
}

/// What a mark of [lines](Style::Lines) is, by its kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineMark {
    /// Lines, `-` and `|`, double ones, `=` and `"`, and black cells, `#`.
    Strokes,
    /// The corner of cells, or a cell without a clue: a sign in text alone.
    Place,
    /// A word.
    Clue,
    /// A word in a circle.
    Island,
    /// A circle.
    White,
    /// A black circle.
    Black,
}

impl LineMark {
    /// By number.
    pub const ALL: [Self; 6] = [Self::Strokes, Self::Place, Self::Clue, Self::Island, Self::White, Self::Black];

    /// Its number, the kind of marks.
    pub(super) fn kind(self) -> usize {
        Self::ALL.iter().position(|&other| other == self).unwrap_or_default()
    }
}

/// What an option writes on the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Mark {
    /// What it writes: a symbol, or the name of a piece.
    pub word: String,
    /// Marks of the same kind look alike: copies of a piece, the same symbol.
    pub kind: usize,
    /// What it writes into each of its cells, where that is not the word.
    pub words: Vec<String>,
    /// The numbers of the cells it writes into, sorted; empty if it only says that something is left out.
    pub cells: Vec<usize>,
    /// Of a graph, the edges that it chooses, by their ends.
    pub edges: Vec<[usize; 2]>,
}

impl Mark {
    /// A mark in cells.
    pub(super) fn new(word: impl Into<String>, kind: usize, cells: Vec<usize>) -> Self {
        Self { word: word.into(), kind, words: Vec::new(), cells, edges: Vec::new() }
    }

    /// What it writes into one of its cells, by the place among them.
    #[must_use]
    pub fn word_in(&self, place: usize) -> &str {
        self.words.get(place).unwrap_or(&self.word)
    }
}

/// A graph on paper.
#[derive(Clone, PartialEq, Debug)]
pub struct DrawnGraph {
    /// Where each vertex lies, right and down from the upper left end, in widths of a square cell.
    pub places: Vec<[f64; 2]>,
    /// The name of each vertex.
    pub names: Vec<String>,
    /// The ends of each edge.
    pub edges: Vec<[usize; 2]>,
}

impl DrawnGraph {
    /// Width and height of the whole.
    #[must_use]
    pub fn size(&self) -> [f64; 2] {
        [0, 1].map(|axis| self.places.iter().map(|place| place[axis]).fold(0.0, f64::max))
    }
}

/// A board of cells in layers, rows and columns, and the mark of each option of a problem.
///
/// ```
/// use dlx_count::OptionId;
/// use dlx_count::family::{Langford, Style};
///
/// let langford = Langford { n: 3, up_to_reversal: false, is_skolem: false };
/// let drawing = langford.drawing()?;
/// let scene = drawing.scene().unwrap();
/// assert_eq!((scene.style, scene.size, scene.cells.len()), (Style::Row, [1, 1, 6], 6));
/// let mark = scene.mark(OptionId::from_index(0));
/// assert_eq!((mark.word.as_str(), mark.cells), ("1", vec![0, 2]));
/// # Ok::<(), dlx_count::family::FamilyError>(())
/// ```
pub struct Scene {
    /// How it is drawn.
    pub style: Style,
    /// Layers, rows and columns of the box around the board.
    pub size: [usize; 3],
    /// Layer, row and column of each cell from 0, sorted.
    pub cells: Vec<[usize; 3]>,
    /// For each cell of a square the number of its region, where regions are not boxes; otherwise empty.
    pub regions: Vec<usize>,
    /// For each cell the number of its cage, if it is in one, where there are cages; otherwise empty.
    pub cages: Vec<Option<usize>>,
    /// For each cage the sum of its symbols.
    pub sums: Vec<usize>,
    /// The corners of each cell, where cells are not squares.
    pub mesh: Option<Mesh>,
    /// Where its vertices and edges lie, if it is a graph.
    pub graph: Option<DrawnGraph>,
    /// The full names of the marks of each kind, where their words are short; otherwise empty.
    pub kinds: Vec<String>,
    /// For each kind of tile the colors of its sides, from 0, clockwise from the first corner of its cell; otherwise empty.
    pub tiles: Vec<Vec<usize>>,
    /// Marks that are there from the beginning.
    pub given: Vec<Mark>,
    /// Labels of items in the order in which a person without a plan would settle them: cell by cell, row by row. Empty if there is no such order.
    pub reading: Vec<String>,
    pub(super) mark_of: Box<MarkOf>,
    /// The name of an item on the board, by its label.
    pub(super) name_of: Box<NameOf>,
}

type NameOf = dyn Fn(&str) -> Option<String> + Send + Sync;

pub(super) type MarkOf = dyn Fn(OptionId) -> Mark + Send + Sync;

impl Scene {
    /// One layer with these numbers of rows and columns, all of whose places are cells.
    pub(super) fn plane(
        style: Style,
        [rows, columns]: [usize; 2],
        mark_of: impl Fn(OptionId) -> Mark + Send + Sync + 'static,
    ) -> Self {
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| [0, row, column])).collect();
        let (size, mark_of) = ([1, rows, columns], Box::new(mark_of));
        let (given, reading, regions) = (Vec::new(), Vec::new(), Vec::new());
        let (kinds, tiles, cages, sums) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self {
            style,
            size,
            cells,
            regions,
            cages,
            sums,
            mesh: None,
            graph: None,
            kinds,
            tiles,
            given,
            reading,
            mark_of,
            name_of: Box::new(|_| None),
        }
    }

    /// Cells of any shape.
    pub(super) fn meshed(
        style: Style,
        ground: Ground,
        mark_of: impl Fn(OptionId) -> Mark + Send + Sync + 'static,
    ) -> Self {
        let Ground { names, places, mesh } = ground;
        let sides = [1, 2].map(|axis| places.iter().map(|place| place[axis] + 1).max().unwrap_or(0));
        Self { cells: places, mesh: Some(mesh), reading: names, ..Self::plane(style, sides, mark_of) }
    }

    /// The mark of an option of the family's problem.
    #[must_use]
    pub fn mark(&self, option: OptionId) -> Mark {
        (self.mark_of)(option)
    }

    /// The name of an item on the board, such as `row 2` for `r1`; its label if it has no other name.
    #[must_use]
    pub fn name(&self, label: &str) -> String {
        (self.name_of)(label).unwrap_or_else(|| label.into())
    }

    /// An option in words where it writes one symbol into one cell: `5 in row 1, column 2`.
    #[must_use]
    pub fn option_name(&self, option: OptionId) -> Option<String> {
        let Mark { word, cells, .. } = self.mark(option);
        let (Style::Symbols { .. }, [cell]) = (self.style, cells.as_slice()) else { return None };
        let [_, row, column] = *self.cells.get(*cell)?;
        Some(format!("{word} in row {}, column {}", row + 1, column + 1))
    }

    /// The marks of a solution, after those that are there from the beginning. In a box, copies of a piece are told apart by a letter behind its name, since no outline shows what lies above what.
    #[must_use]
    pub fn marks(&self, solution: &[OptionId]) -> Vec<Mark> {
        let mut marks: Vec<Mark> =
            self.given.iter().cloned().chain(solution.iter().map(|&option| self.mark(option))).collect();
        if self.style == Style::Pieces && self.size[0] > 1 {
            tell_copies_apart(&mut marks);
        }
        marks
    }

    /// The words of a solution in the rows of a board of squares in one layer, none where nothing is written or there is no cell; none at all of other boards.
    ///
    /// ```
    /// use dlx_count::engine::links::Solutions;
    /// use dlx_count::family::Langford;
    ///
    /// let langford = Langford { n: 3, up_to_reversal: true, is_skolem: false };
    /// let solution = Solutions::new(&langford.problem()?).next().unwrap();
    /// let rows = langford.drawing()?.scene().unwrap().rows(&solution).unwrap();
    /// assert_eq!(rows[0][0].as_deref(), Some("3"));
    /// # Ok::<(), dlx_count::family::FamilyError>(())
    /// ```
    #[must_use]
    pub fn rows(&self, solution: &[OptionId]) -> Option<Vec<Vec<Option<String>>>> {
        let is_flat = match self.style {
            Style::Chess | Style::Pieces | Style::Symbols { .. } | Style::Row => {
                self.size[0] == 1 && self.mesh.is_none()
            }
            Style::Tiles | Style::Graph | Style::Lines { .. } => false,
        };
        let [_, n_rows, n_columns] = self.size;
        let mut rows = is_flat.then(|| vec![vec![None; n_columns]; n_rows])?;
        for mark in self.marks(solution) {
            for (place, &cell) in mark.cells.iter().enumerate() {
                let [_, row, column] = self.cells[cell];
                rows[row][column] = Some(mark.word_in(place).to_owned());
            }
        }
        Some(rows)
    }

    /// The number of the cell in this place, if there is one.
    #[must_use]
    pub fn cell(&self, place: [usize; 3]) -> Option<usize> {
        self.cells.binary_search(&place).ok()
    }
}

/// Puts a letter behind the word of each of several marks with the same one, in the order of their first cells.
fn tell_copies_apart(marks: &mut [Mark]) {
    let mut alike: BTreeMap<String, Vec<&mut Mark>> = BTreeMap::new();
    for mark in marks.iter_mut().filter(|mark| !mark.cells.is_empty()) {
        alike.entry(mark.word.clone()).or_default().push(mark);
    }
    for mut copies in alike.into_values().filter(|copies| copies.len() > 1) {
        copies.sort_by_key(|mark| mark.cells.iter().min().copied());
        let letters = ('a'..='z').chain('A'..='Z').cycle();
        copies.into_iter().zip(letters).for_each(|(mark, letter)| mark.word.push(letter));
    }
}

impl std::fmt::Debug for Scene {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scene").field("style", &self.style).field("size", &self.size).finish_non_exhaustive()
    }
}
