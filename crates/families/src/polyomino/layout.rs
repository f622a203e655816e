//! The placements of the pieces on the board: the problem, and the meaning of its options.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::board::Board;
use super::pieces::Piece;
use super::placement::Placement;
use super::shape::{Shape, Space, Turn, number};
use super::space_grid::{GridPoint, SpaceGrid, TurnedPiece};
use crate::copies::Copies;
use crate::drawing::Drawing;
use crate::error::FamilyError;
use crate::freedom::Freedom;
use crate::placed::{NamedCell, NamedPiece, PieceProblem, Placed};
use crate::scene::{Mark, Scene, Style};
use dlx_core::problem::OptionId;
use dlx_core::stop::poll;

/// The most placements of all pieces together.
pub const MAX_PLACEMENTS: usize = 20_000_000;

/// The pieces, laid on the board in every way.
#[derive(Clone)]
pub(super) struct PieceLayout {
    board: Board,
    pub(super) pieces: Vec<Piece>,
    pub(super) laid: PieceProblem,
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
        let cells: Vec<NamedCell> =
            board.cells().iter().map(|&cell| (board.label(cell), board.is_spare(cell))).collect();
        let named = |(piece, copies): (&Piece, Copies)| (piece.name.clone(), piece.name.clone(), copies);
        let named: Vec<NamedPiece> = pieces.iter().zip(copies).map(named).collect();
        Ok(Self { board: board.clone(), pieces, laid: PieceProblem::new(name, &cells, &named, placed)? })
    }

    /// Which piece covers each cell in a solution.
    pub(super) fn placement(&self, solution: &[OptionId]) -> Placement {
        let lying = solution.iter().filter_map(|option| self.laid.placed.get(option.index()));
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
        let Some(&(kind, ref cells)) = self.laid.placed.get(option.index()) else { return Mark::default() };
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
        self.laid.symmetries(&self.board.symmetries())
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

/// The sorted numbers of the cells of a piece whose first cell lies here, if all are on the board.
fn cells_at(steps: &[GridPoint], start: GridPoint, numbers: &FxHashMap<GridPoint, usize>) -> Option<Vec<usize>> {
    let cell = |step: &GridPoint| numbers.get(&[0, 1, 2].map(|axis| step[axis] + start[axis])).copied();
    let mut cells: Vec<usize> = steps.iter().map(cell).collect::<Option<_>>()?;
    cells.sort_unstable();
    Some(cells)
}
