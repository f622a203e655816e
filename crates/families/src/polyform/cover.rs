//! A board and pieces to cover it with.

use std::collections::{BTreeSet, HashMap};

use super::board::{Outline, PolyformBoard};
use super::lattice::{Cell, Lattice, Shape, moved};
use super::own::OwnPiece;
use crate::arguments::Arguments;
use crate::copies::{Copies, PieceCounts, on_board};
use crate::drawing::Drawing;
use crate::error::{FamilyError, bounded};
use crate::freedom::Freedom;
use crate::mesh::Ground;
use crate::placed::{NamedPiece, PieceProblem, Placed};
use dlx_canon::symmetry::CountQuery;
use dlx_core::problem::Problem;
use dlx_core::stop::poll;

/// The most cells of a piece.
pub const MAX_POLYFORM: usize = 10;

/// The most options.
const MAX_OPTIONS: usize = 1 << 22;

/// Pieces of some sizes, and a board to cover with them.
///
/// ```
/// use dlx_count::{Session, family::{Lattice, Polyform}};
///
/// // A hexagon of side 2 in pairs of triangles: the plane partitions in a cube of side 2.
/// let lozenges = Polyform::new(Lattice::Triangles, "hexagon:2", &[2])?.reused();
/// assert_eq!(Session::new()?.count(&lozenges.problem()?)?.count.to_string(), "20");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Polyform {
    lattice: Lattice,
    board: PolyformBoard,
    sizes: BTreeSet<usize>,
    /// Pieces that were drawn, and the word for them.
    own: Option<(String, Vec<OwnPiece>)>,
    freedom: Freedom,
    counts: PieceCounts,
    is_up_to_symmetry: bool,
}

impl Polyform {
    /// All free pieces of these sizes, each once, on the board of this name: `6x6`, `triangle:5`, `hexagon:3`.
    ///
    /// # Errors
    /// If there is no such board, or a size or a side is too large.
    pub fn new(lattice: Lattice, board: &str, sizes: &[usize]) -> Result<Self, FamilyError> {
        let (outline, sides) = Outline::single(board)?;
        Self::on(lattice, PolyformBoard::outlined(lattice, outline, &sides)?, sizes)
    }

    pub(super) fn on(lattice: Lattice, board: PolyformBoard, sizes: &[usize]) -> Result<Self, FamilyError> {
        sizes.iter().try_for_each(|&size| bounded("the cells of a piece", size, MAX_POLYFORM).map(drop))?;
        Ok(Self {
            lattice,
            board,
            sizes: sizes.iter().copied().collect(),
            own: None,
            freedom: Freedom::Free,
            counts: PieceCounts::ONCE,
            is_up_to_symmetry: false,
        })
    }

    /// Takes drawn pieces instead of those of some sizes.
    pub(super) fn with_own(self, word: String, pieces: Vec<OwnPiece>) -> Self {
        Self { own: Some((word, pieces)), ..self }
    }

    /// Sets in which ways pieces may be put down.
    #[must_use]
    pub fn freedom(self, freedom: Freedom) -> Self {
        Self { freedom, ..self }
    }

    /// Allows each piece any number of times.
    #[must_use]
    pub fn reused(mut self) -> Self {
        self.counts.set(Copies::ANY);
        self
    }

    /// Sets how often the piece of this name may be used, such as `4a`, or all pieces of a size.
    #[must_use]
    pub fn copies_of(mut self, words: impl Into<String>, copies: Copies) -> Self {
        self.counts.set_of(words.into(), copies);
        self
    }

    /// As often as these arguments say.
    pub(super) fn copies_by(mut self, arguments: &Arguments) -> Result<Self, FamilyError> {
        self.counts.add(arguments)?;
        Ok(self)
    }

    /// Counts rotations and reflections of a covering as one.
    #[must_use]
    pub fn up_to_symmetry(self, is_up_to_symmetry: bool) -> Self {
        Self { is_up_to_symmetry, ..self }
    }

    /// The words of the command line for it.
    pub(super) fn name(&self) -> String {
        let family = match self.lattice {
            Lattice::Hexagons => "polyhex",
            Lattice::Triangles => "polyiamond",
        };
        let sizes: Vec<String> = self.sizes.iter().map(ToString::to_string).collect();
        let pieces = self.own.as_ref().map_or_else(|| sizes.join(","), |(word, _)| word.clone());
        let symmetry = if self.is_up_to_symmetry { " --up-to-symmetry" } else { "" };
        let (board, copies, freedom) = (&self.board.name, self.counts.words(), self.freedom.flag());
        format!("{family} {board} --pieces {pieces}{copies}{freedom}{symmetry}")
    }

    /// The problem.
    ///
    /// # Errors
    /// If there are too many places for the pieces, or copies are given for a piece that is not there.
    pub fn problem(&self) -> Result<Problem, FamilyError> {
        Ok(self.laid()?.0.problem)
    }

    /// The problem as a question, with the obstacle if the areas do not add up, and the drawing of its solutions.
    pub(super) fn drawn(&self) -> Result<(CountQuery, Option<Drawing>), FamilyError> {
        let (laid, obstacle) = self.laid()?;
        let drawing = self.drawing(laid.placed.clone().into());
        let question = match self.is_up_to_symmetry {
            true => {
                let symmetries = laid.symmetries(&self.board.symmetries(self.lattice));
                CountQuery::up_to(laid.problem, &symmetries)
            }
            false => CountQuery::from(laid.problem),
        };
        Ok((question.impossible(obstacle), Some(drawing)))
    }

    /// The pieces in all their places, and why their areas do not add up if they do not.
    fn laid(&self) -> Result<(PieceProblem, Option<String>), FamilyError> {
        let pieces = self.pieces();
        let names: Vec<&str> = pieces.iter().map(|(name, _)| name.as_str()).collect();
        let copies = self.counts.of_each(&names, |words| self.names_of_size(words, &names))?;
        let sizes: Vec<(usize, Copies)> = pieces.iter().map(|(_, shape)| shape.len()).zip(copies).collect();
        let obstacle = self.counts.obstacle(self.board.area(), &sizes);
        let named: Vec<NamedPiece> = pieces
            .iter()
            .zip(&sizes)
            .map(|((name, _), &(size, copies))| {
                (name.clone(), format!("p{name}"), on_board(copies, size, self.board.cells.len()))
            })
            .collect();
        let placed = self.placed(&pieces, |piece| named[piece].2.most != Some(0))?;
        Ok((PieceProblem::new(self.name(), &self.board.named, &named, placed)?, obstacle))
    }

    /// The names of all pieces of a size.
    fn names_of_size(&self, words: &str, names: &[&str]) -> Result<Vec<String>, FamilyError> {
        let is_size = self.own.is_none() && words.parse().is_ok_and(|size| self.sizes.contains(&size));
        let is_meant = |name: &&&str| is_size && name.trim_end_matches(|sign: char| sign.is_ascii_lowercase()) == words;
        let meant: Vec<String> = names.iter().filter(is_meant).map(ToString::to_string).collect();
        Ok(if meant.is_empty() { vec![words.into()] } else { meant })
    }

    /// The pieces, with their names: the size, and a letter or more if there are several of it.
    fn pieces(&self) -> Vec<(String, Shape)> {
        if let Some((_, own)) = &self.own {
            return own.clone();
        }
        let of_size = |&size: &usize| {
            let shapes = self.lattice.pieces(size, self.freedom);
            let is_alone = shapes.len() == 1;
            let named = move |(rank, shape)| {
                (if is_alone { size.to_string() } else { format!("{size}{}", letters(rank)) }, shape)
            };
            shapes.into_iter().enumerate().map(named)
        };
        self.sizes.iter().flat_map(of_size).collect()
    }

    /// All places of the pieces that are used.
    fn placed(&self, pieces: &[(String, Shape)], is_used: impl Fn(usize) -> bool) -> Result<Vec<Placed>, FamilyError> {
        let cells = &self.board.cells;
        let number_of: HashMap<Cell, usize> = cells.iter().enumerate().map(|(number, &cell)| (cell, number)).collect();
        let mut placed = Vec::new();
        for (piece, (_, shape)) in pieces.iter().enumerate().filter(|&(piece, _)| is_used(piece)) {
            for turned in self.lattice.orientations(shape, self.freedom) {
                for (first, second) in moves(&turned, cells) {
                    poll(turned.len());
                    let number = |&cell: &Cell| number_of.get(&moved(cell, first, second)).copied();
                    let numbers: Option<Vec<usize>> = turned.iter().map(number).collect();
                    placed.extend(numbers.map(|mut cells| {
                        cells.sort_unstable();
                        (piece, cells)
                    }));
                }
                if placed.len() > MAX_OPTIONS {
                    let what = "there are too many places for the pieces";
                    return Err(FamilyError::new(what, format!("there may be {MAX_OPTIONS} options")));
                }
            }
        }
        Ok(placed)
    }

    /// The names of the pieces.
    pub(super) fn names(&self) -> Vec<String> {
        self.pieces().into_iter().map(|(name, _)| name).collect()
    }

    pub(super) fn has_drawn_pieces(&self) -> bool {
        self.own.is_some()
    }

    /// The board in the plane.
    pub(super) fn ground(&self) -> Ground {
        let names = self.board.named.iter().map(|(name, _)| name.clone()).collect();
        Ground { names, ..self.lattice.ground(&self.board.cells) }
    }
}

/// a, b, ... z, aa, ab, ...
fn letters(mut rank: usize) -> String {
    let mut word = Vec::new();
    loop {
        word.push(b'a' + u8::try_from(rank % 26).unwrap_or(0));
        if rank < 26 {
            break;
        }
        rank = rank / 26 - 1;
    }
    word.into_iter().rev().map(char::from).collect()
}

/// The moves that carry the first cell of a shape to a cell of the board, in order.
fn moves(shape: &[Cell], cells: &[Cell]) -> BTreeSet<(i32, i32)> {
    let Some(first) = shape.first() else { return BTreeSet::new() };
    let is_alike = |cell: &&Cell| cell.iter().sum::<i32>() == first.iter().sum::<i32>();
    cells.iter().filter(is_alike).map(|cell| (cell[0] - first[0], cell[1] - first[1])).collect()
}
