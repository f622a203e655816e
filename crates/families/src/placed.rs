//! Pieces in their places on a board: the problem that they are, and where symmetries of the board carry them.

use rustc_hash::FxHashMap;

use super::copies::Copies;
use super::error::FamilyError;
use dlx_core::problem::{ItemId, OptionId, Problem, ProblemError};
use dlx_core::stop::poll;

/// A piece in a place: its number, and the sorted numbers of the cells of the board that it covers.
pub(super) type Placed = (usize, Vec<usize>);

/// A cell of a board: its name, and whether it may stay empty.
pub(super) type NamedCell = (String, bool);

/// A piece: its name, that of its item, and how often it may be used.
pub(super) type NamedPiece = (String, String, Copies);

/// The problem of pieces in their places, and what its options mean.
#[derive(Clone)]
pub(super) struct PieceProblem {
    pub(super) placed: Vec<Placed>,
    copies: Vec<Copies>,
    /// Cells that have an option to stay empty.
    left: Vec<usize>,
    /// The options of the [original](Problem::original) problem are the placements, and then those that leave a cell empty.
    pub(super) problem: Problem,
}

impl PieceProblem {
    /// The problem of this name.
    pub(super) fn new(
        name: String,
        cells: &[NamedCell],
        pieces: &[NamedPiece],
        placed: Vec<Placed>,
    ) -> Result<Self, FamilyError> {
        let copies: Vec<Copies> = pieces.iter().map(|&(.., copies)| copies).collect();
        let left = left(cells, &copies, &placed);
        let built = build(name, cells, pieces, &placed, &left);
        let problem = built.map_err(|error| FamilyError::new(error.to_string(), "use fewer copies of a piece"))?;
        Ok(Self { placed, copies, left, problem })
    }

    /// Symmetries of the board, permutations of its cells, as permutations of the options; only those that carry pieces to pieces.
    pub(super) fn symmetries(&self, of_board: &[Vec<usize>]) -> Vec<Vec<OptionId>> {
        let places = Places::new(&self.placed);
        of_board.iter().filter_map(|moved| self.moved(moved, &places)).collect()
    }

    /// Where a symmetry of the board carries each option, if it carries pieces to pieces.
    fn moved(&self, moved: &[usize], places: &Places<'_>) -> Option<Vec<OptionId>> {
        let mut images = places.images(moved, |one, other| self.copies[one] == self.copies[other])?;
        for &cell in &self.left {
            let place = self.left.binary_search(&moved[cell]).ok()?;
            images.push(OptionId::from_index(self.placed.len() + place));
        }
        Some(images)
    }
}

/// The cells with an option that leaves them empty: those that may stay so, if a piece may lie on such cells alone and no item asks for the piece. Then a solution has to say of each cell whether it stays empty.
/// Otherwise there are none, and the cells are secondary items.
fn left(cells: &[NamedCell], copies: &[Copies], placed: &[Placed]) -> Vec<usize> {
    let is_asked_for = |copies: Copies| copies.most.is_some() && copies != Copies::AT_MOST_ONCE;
    let is_loose =
        |(piece, covered): &Placed| !is_asked_for(copies[*piece]) && covered.iter().all(|&cell| cells[cell].1);
    if placed.iter().any(is_loose) { (0..cells.len()).filter(|&cell| cells[cell].1).collect() } else { Vec::new() }
}

/// The problem: an item for each cell, and for each piece that may not be used any number of times.
fn build(
    name: String,
    board: &[NamedCell],
    pieces: &[NamedPiece],
    placed: &[Placed],
    left: &[usize],
) -> Result<Problem, ProblemError> {
    let mut builder = Problem::builder();
    builder.name(name);
    let must = |cell: usize| !board[cell].1 || !left.is_empty();
    let (mut cells, mut used, mut times) = (vec![None; board.len()], vec![None; pieces.len()], Vec::new());
    for cell in (0..board.len()).filter(|&cell| must(cell)) {
        cells[cell] = Some(builder.primary(&board[cell].0)?);
    }
    for (piece, &(_, ref item, copies)) in pieces.iter().enumerate().filter(|(_, (.., copies))| !is_free(*copies)) {
        let item = builder.primary(item)?;
        times.extend((copies != Copies::ONE).then_some((item, copies)));
        used[piece] = Some(item);
    }
    for (piece, (_, item, _)) in pieces.iter().enumerate().filter(|(_, (.., copies))| *copies == Copies::AT_MOST_ONCE) {
        used[piece] = Some(builder.secondary(item)?);
    }
    for cell in (0..board.len()).filter(|&cell| !must(cell)) {
        cells[cell] = Some(builder.secondary(&board[cell].0)?);
    }
    for (piece, covered) in placed {
        let items: Vec<ItemId> =
            used[*piece].into_iter().chain(covered.iter().filter_map(|&cell| cells[cell])).collect();
        let option = builder.option(&items)?;
        // Where no item says which piece it is, the label does, if there are several.
        if used[*piece].is_none() && pieces.len() > 1 {
            builder.label(option, &pieces[*piece].0)?;
        }
    }
    for &cell in left {
        builder.option(&cells[cell].into_iter().collect::<Vec<_>>())?;
    }
    // A cell that stays empty is not a piece.
    let problem = builder.build().with_usual_costs(|option| i64::from(option.index() < placed.len()))?;
    if times.is_empty() { Ok(problem) } else { problem.with_times(&times) }
}

/// Need no primary item say how often a piece is used?
fn is_free(copies: Copies) -> bool {
    copies == Copies::ANY || copies == Copies::AT_MOST_ONCE || copies.most == Some(0)
}

/// All pieces in all places.
struct Places<'a> {
    placed: &'a [Placed],
    /// Those that cover the same cells.
    by_cells: FxHashMap<&'a [usize], Vec<usize>>,
}

impl<'a> Places<'a> {
    fn new(placed: &'a [Placed]) -> Self {
        let mut by_cells: FxHashMap<&[usize], Vec<usize>> = FxHashMap::default();
        for (number, (_, cells)) in placed.iter().enumerate() {
            poll(cells.len());
            by_cells.entry(cells).or_default().push(number);
        }
        Self { placed, by_cells }
    }

    /// Where a symmetry of the board, a permutation of its cells, carries each placement; none if it does not carry every piece to a piece that is used as often.
    fn images(&self, moved: &[usize], is_used_alike: impl Fn(usize, usize) -> bool) -> Option<Vec<OptionId>> {
        // Which piece each piece becomes.
        let mut becomes = FxHashMap::default();
        let (mut images, mut is_reached) = (Vec::new(), vec![false; self.placed.len()]);
        for (piece, covered) in self.placed {
            poll(covered.len());
            let mut cells: Vec<usize> = covered.iter().map(|&cell| moved[cell]).collect();
            cells.sort_unstable();
            let here = self.by_cells.get(cells.as_slice())?;
            let is = |wanted: usize| here.iter().copied().find(|&number| self.placed[number].0 == wanted);
            let image = match becomes.get(piece) {
                Some(&other) => is(other),
                // Itself if possible.
                None => is(*piece)
                    .or_else(|| here.iter().copied().find(|&number| is_used_alike(self.placed[number].0, *piece))),
            }?;
            becomes.insert(*piece, self.placed[image].0);
            is_reached[image] = true;
            images.push(OptionId::from_index(image));
        }
        is_reached.iter().all(|&is_reached| is_reached).then_some(images)
    }
}
