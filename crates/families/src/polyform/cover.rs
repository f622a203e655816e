//! A board and pieces to cover it with.

use std::collections::{BTreeSet, HashMap};

use super::board::{MAX_SIDE, Outline};
use super::ground::names;
use super::lattice::{Cell, Lattice, Shape, moved};
use super::own::OwnPiece;
use crate::error::{FamilyError, bounded};
use crate::freedom::Freedom;
use crate::placed::{Placed, Places};
use dlx_canon::symmetry::CountQuery;
use dlx_core::problem::{ItemId, OptionId, Problem, ProblemError};
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
    outline: Outline,
    sides: Vec<usize>,
    sizes: BTreeSet<usize>,
    /// Pieces that were drawn, and the word for them.
    own: Option<(String, Vec<OwnPiece>)>,
    freedom: Freedom,
    is_reused: bool,
    is_up_to_symmetry: bool,
}

impl Polyform {
    /// All free pieces of these sizes, each once, on the board of this name: `6x6`, `triangle:5`, `hexagon:3`.
    ///
    /// # Errors
    /// If there is no such board, or a size or a side is too large.
    pub fn new(lattice: Lattice, board: &str, sizes: &[usize]) -> Result<Self, FamilyError> {
        let (outline, sides) = Outline::single(board)?;
        Self::on(lattice, outline, &sides, sizes)
    }

    pub(super) fn on(
        lattice: Lattice,
        outline: Outline,
        sides: &[usize],
        sizes: &[usize],
    ) -> Result<Self, FamilyError> {
        sides.iter().try_for_each(|&side| bounded("a side of a board", side, MAX_SIDE).map(drop))?;
        if sides.contains(&0) {
            let what = format!("the board {} has no cells", outline.name(sides));
            return Err(FamilyError::new(what, "a side is 1 or more"));
        }
        sizes.iter().try_for_each(|&size| bounded("a piece of cells", size, MAX_POLYFORM).map(drop))?;
        let (sides, sizes) = (sides.to_vec(), sizes.iter().copied().collect());
        Ok(Self {
            lattice,
            outline,
            sides,
            sizes,
            own: None,
            freedom: Freedom::Free,
            is_reused: false,
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
    pub fn reused(self) -> Self {
        Self { is_reused: true, ..self }
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
        let reused = if self.is_reused { " --reuse" } else { "" };
        let symmetry = if self.is_up_to_symmetry { " --up-to-symmetry" } else { "" };
        let (board, freedom) = (self.outline.name(&self.sides), self.freedom.flag());
        format!("{family} {board} --pieces {pieces}{reused}{freedom}{symmetry}")
    }

    /// The problem.
    ///
    /// # Errors
    /// If there are too many places for the pieces.
    pub fn problem(&self) -> Result<Problem, FamilyError> {
        let (pieces, cells) = (self.pieces(), self.cells());
        self.laid(&pieces, &cells, &self.placed(&pieces, &cells)?)
    }

    /// The problem as a question, with the obstacle if the areas do not add up.
    pub(super) fn question(&self) -> Result<CountQuery, FamilyError> {
        let (pieces, cells) = (self.pieces(), self.cells());
        let (sum, area) = (pieces.iter().map(|(_, shape)| shape.len()).sum::<usize>(), cells.len());
        let is_short = !self.is_reused && sum != area;
        let obstacle = is_short.then(|| format!("the pieces cover {sum} cells, the board has {area}"));
        let placed = self.placed(&pieces, &cells)?;
        let problem = self.laid(&pieces, &cells, &placed)?;
        let question = match self.is_up_to_symmetry {
            true => CountQuery::up_to(problem, &self.symmetries(&cells, &placed)),
            false => CountQuery::from(problem),
        };
        Ok(question.impossible(obstacle))
    }

    /// The symmetries of the board as permutations of the options; only those that carry pieces to pieces.
    fn symmetries(&self, cells: &[Cell], placed: &[Placed]) -> Vec<Vec<OptionId>> {
        let places = Places::new(placed);
        let moved = self.lattice.symmetries(cells);
        moved.iter().filter_map(|moved| places.images(moved, |_, _| true)).collect()
    }

    fn laid(&self, pieces: &[(String, Shape)], cells: &[Cell], placed: &[Placed]) -> Result<Problem, FamilyError> {
        let built = self.build(pieces, cells, placed);
        built.map_err(|error| FamilyError::new(error.to_string(), "take a smaller board"))
    }

    /// The pieces, with their names: the size, and a letter or more if there are several of it.
    pub(super) fn pieces(&self) -> Vec<(String, Shape)> {
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

    pub(super) fn placed(&self, pieces: &[(String, Shape)], cells: &[Cell]) -> Result<Vec<Placed>, FamilyError> {
        let number_of: HashMap<Cell, usize> = cells.iter().enumerate().map(|(number, &cell)| (cell, number)).collect();
        let mut placed = Vec::new();
        for (piece, (_, shape)) in pieces.iter().enumerate() {
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

    fn build(&self, pieces: &[(String, Shape)], cells: &[Cell], placed: &[Placed]) -> Result<Problem, ProblemError> {
        let mut builder = Problem::builder();
        builder.name(self.name());
        let own = pieces.iter().filter(|_| !self.is_reused).map(|(name, _)| format!("p{name}"));
        let piece_items = builder.primaries(own)?;
        let cell_items = builder.primaries(names(cells))?;
        for (piece, cells) in placed {
            let own = piece_items.get(*piece).copied();
            let items: Vec<ItemId> = own.into_iter().chain(cells.iter().map(|&cell| cell_items[cell])).collect();
            let option = builder.option(&items)?;
            // Where no item says which piece it is, the label does, if there are several.
            if self.is_reused && pieces.len() > 1 {
                builder.label(option, &pieces[*piece].0)?;
            }
        }
        Ok(builder.build())
    }

    /// The cells of the board, row by row.
    pub(super) fn cells(&self) -> Vec<Cell> {
        self.outline.cells(self.lattice, &self.sides)
    }

    pub(super) fn lattice(&self) -> Lattice {
        self.lattice
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
