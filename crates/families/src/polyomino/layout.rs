//! The placements of the pieces on the board: the problem, and the meaning of its options.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::board::Board;
use super::copies::Copies;
use super::pieces::Piece;
use super::placement::Placement;
use super::shape::{Shape, Space, Turn, number};
use super::space_grid::{GridPoint, SpaceGrid, TurnedPiece};
use crate::drawing::Drawing;
use crate::error::FamilyError;
use crate::freedom::Freedom;
use crate::placed::{Placed, Places};
use crate::scene::{Mark, Scene, Style};
use dlx_core::problem::{ItemId, OptionId, Problem, ProblemError};
use dlx_core::stop::poll;

/// The most placements of all pieces together.
pub const MAX_PLACEMENTS: usize = 20_000_000;

/// The pieces, laid on the board in every way.
#[derive(Clone)]
pub(super) struct PieceLayout {
    board: Board,
    pub(super) pieces: Vec<Piece>,
    /// How often each may be used, if the board has room for that many.
    copies: Vec<Copies>,
    placed: Vec<Placed>,
    /// Cells that have an option to stay empty.
    left: Vec<usize>,
    /// The options of the [original](Problem::original) problem are the placements, and then those that leave a cell empty.
    pub(super) problem: Problem,
}

impl PieceLayout {
    /// Lays out pieces, each with the number of its copies, for the problem of this name.
    pub(super) fn new(
        board: &Board,
        freedom: Freedom,
        (pieces, copies): (Vec<Piece>, Vec<Copies>),
        name: String,
    ) -> Result<Self, FamilyError> {
        let placed = placements(board, freedom, &pieces, &copies)?;
        let left = left(board, &copies, &placed);
        let built = build(name, board, (&pieces, &copies), &placed, &left);
        let problem = built.map_err(|error| FamilyError::new(error.to_string(), "use fewer copies of a piece"))?;
        Ok(Self { board: board.clone(), pieces, copies, placed, left, problem })
    }

    /// Which piece covers each cell in a solution.
    pub(super) fn placement(&self, solution: &[OptionId]) -> Placement {
        let lying = solution.iter().filter_map(|option| self.placed.get(option.index()));
        let lying = lying
            .map(|(piece, cells)| (self.pieces[*piece].name(), cells.iter().map(|&cell| self.board.cells()[cell])));
        Placement::new(self.board.size(), lying)
    }

    /// Draws solutions; those of other bodies than squares and cubes as text alone.
    pub(super) fn drawing(self) -> Drawing {
        let (board, layout) = (self.board.clone(), Arc::new(self));
        let draw = |layout: &Self, solution: &[OptionId]| layout.placement(solution).to_string().trim_end().into();
        if board.grid() != SpaceGrid::Cubes {
            return Drawing::text(move |solution| draw(&layout, solution));
        }
        let marked = Arc::clone(&layout);
        let scene = Scene {
            kinds: layout.pieces.iter().map(|piece| piece.name().to_owned()).collect(),
            size: board.size().map(number),
            cells: board.cells().iter().map(|cell| cell.map(number)).collect(),
            reading: board.cells().iter().map(|&cell| board.label(cell)).collect(),
            ..Scene::plane(Style::Pieces, [0, 0], move |option| marked.mark(option))
        };
        Drawing::new(scene, move |solution| draw(&layout, solution))
    }

    fn mark(&self, option: OptionId) -> Mark {
        let Some(&(kind, ref cells)) = self.placed.get(option.index()) else { return Mark::default() };
        Mark::new(self.short_name(kind), kind, cells.clone())
    }

    /// The first letter of a piece's name if no other name begins with it, or else the name.
    fn short_name(&self, piece: usize) -> String {
        let (name, letter) = (self.pieces[piece].name(), |name: &str| name.chars().next());
        let n_alike = self.pieces.iter().filter(|other| letter(other.name()) == letter(name)).count();
        name.chars().take(if n_alike == 1 { 1 } else { usize::MAX }).collect()
    }

    /// The symmetries of the board as permutations of the options; only those that carry pieces to pieces.
    pub(super) fn symmetries(&self) -> Vec<Vec<OptionId>> {
        let places = Places::new(&self.placed);
        self.board.symmetries().iter().filter_map(|moved| self.turned(moved, &places)).collect()
    }

    /// Where a symmetry of the board carries each option, if it carries pieces to pieces.
    fn turned(&self, moved: &[usize], places: &Places<'_>) -> Option<Vec<OptionId>> {
        let mut images = places.images(moved, |one, other| self.copies[one] == self.copies[other])?;
        for &cell in &self.left {
            let place = self.left.binary_search(&moved[cell]).ok()?;
            images.push(OptionId::from_index(self.placed.len() + place));
        }
        Some(images)
    }
}

/// All placements of all pieces, the cells of each sorted.
fn placements(
    board: &Board,
    freedom: Freedom,
    pieces: &[Piece],
    copies: &[Copies],
) -> Result<Vec<Placed>, FamilyError> {
    let (grid, numbers) = (board.grid(), board.points().collect::<FxHashMap<_, _>>());
    let mut placed = Vec::new();
    for (number, piece) in pieces.iter().enumerate().filter(|(number, _)| copies[*number].most != Some(0)) {
        for TurnedPiece { class, steps } in turned(board, freedom, &piece.shape) {
            for (start, _) in board.points().filter(|(start, _)| grid.class(*start) == class) {
                poll(steps.len());
                placed.extend(cells_at(&steps, start, &numbers).map(|cells| (number, cells)));
            }
            if placed.len() > MAX_PLACEMENTS {
                let what = format!("the pieces have more than {MAX_PLACEMENTS} placements");
                return Err(FamilyError::new(what, "use a smaller board or fewer pieces"));
            }
        }
    }
    Ok(placed)
}

/// A piece in all its orientations: the steps of each lead from its first cell on.
fn turned(board: &Board, freedom: Freedom, shape: &Shape) -> Vec<TurnedPiece> {
    let (grid, space) = (board.grid(), board.space());
    if grid != SpaceGrid::Cubes {
        return grid.turned(shape.cells()).into_iter().collect();
    }
    // A piece that is not flat does not fit in the plane.
    if space == Space::Plane && !shape.is_flat() {
        return Vec::new();
    }
    let with_mirrors = freedom == Freedom::Free && space == Space::Plane;
    let turns = Turn::of(space, with_mirrors).take(if freedom == Freedom::Fixed { 1 } else { 48 });
    shape.images(turns).iter().map(|image| TurnedPiece::of_cubes(image.cells())).collect()
}

/// The cells with an option that leaves them empty: those that may stay so, if a piece may lie on such cells alone and no item asks for the piece. Then a solution has to say of each cell whether it stays empty.
/// Otherwise there are none, and the cells are secondary items.
fn left(board: &Board, copies: &[Copies], placed: &[Placed]) -> Vec<usize> {
    let is_spare = |cell: usize| board.is_spare(board.cells()[cell]);
    let is_asked_for = |copies: Copies| copies.most.is_some() && copies != Copies::AT_MOST_ONCE;
    let is_loose =
        |(piece, covered): &Placed| !is_asked_for(copies[*piece]) && covered.iter().all(|&cell| is_spare(cell));
    if placed.iter().any(is_loose) { (0..board.area()).filter(|&cell| is_spare(cell)).collect() } else { Vec::new() }
}

/// The problem: an item for each cell, and for each piece that may not be used any number of times.
fn build(
    name: String,
    board: &Board,
    (pieces, copies): (&[Piece], &[Copies]),
    placed: &[Placed],
    left: &[usize],
) -> Result<Problem, ProblemError> {
    let mut builder = Problem::builder();
    builder.name(name);
    let must = |cell: usize| !board.is_spare(board.cells()[cell]) || !left.is_empty();
    let label = |cell: usize| board.label(board.cells()[cell]);
    let (mut cells, mut used, mut times) = (vec![None; board.area()], vec![None; pieces.len()], Vec::new());
    for cell in (0..board.area()).filter(|&cell| must(cell)) {
        cells[cell] = Some(builder.primary(label(cell))?);
    }
    for (piece, &copies) in copies.iter().enumerate().filter(|(_, copies)| !is_free(**copies)) {
        let item = builder.primary(&pieces[piece].name)?;
        times.extend((copies != Copies::ONE).then_some((item, copies)));
        used[piece] = Some(item);
    }
    for (piece, _) in copies.iter().enumerate().filter(|(_, copies)| **copies == Copies::AT_MOST_ONCE) {
        used[piece] = Some(builder.secondary(&pieces[piece].name)?);
    }
    for cell in (0..board.area()).filter(|&cell| !must(cell)) {
        cells[cell] = Some(builder.secondary(label(cell))?);
    }
    for (piece, covered) in placed {
        let items: Vec<ItemId> =
            used[*piece].into_iter().chain(covered.iter().filter_map(|&cell| cells[cell])).collect();
        let option = builder.option(&items)?;
        // Where no item says which piece it is, the label does, if there are several.
        if used[*piece].is_none() && pieces.len() > 1 {
            builder.label(option, pieces[*piece].name())?;
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

/// The sorted numbers of the cells of a piece whose first cell lies here, if all are on the board.
fn cells_at(steps: &[GridPoint], start: GridPoint, numbers: &FxHashMap<GridPoint, usize>) -> Option<Vec<usize>> {
    let cell = |step: &GridPoint| numbers.get(&[0, 1, 2].map(|axis| step[axis] + start[axis])).copied();
    let mut cells: Vec<usize> = steps.iter().map(cell).collect::<Option<_>>()?;
    cells.sort_unstable();
    Some(cells)
}
