//! A board and pieces to cover it with, as they are given.

use super::board::Board;
use super::layout::PieceLayout;
use super::pieces::{Piece, fixed, one_sided, pieces, refuse_twins};
use super::placement::Placement;
use super::shape::Space;
use crate::arguments::Arguments;
use crate::copies::{Copies, PieceCounts, on_board};
use crate::drawing::Drawing;
use crate::error::FamilyError;
use crate::freedom::Freedom;
use dlx_canon::symmetry::CountQuery;
use dlx_core::problem::OptionId;

/// A board and pieces to cover it with.
///
/// ```
/// use dlx_count::Session;
/// use dlx_count::family::{Board, Copies, Polyomino, pieces};
///
/// let dominoes = Polyomino::new(Board::parse("8x8")?, pieces("dominoes")?).copies(Copies::ANY);
/// let outcome = Session::new()?.count(dominoes.question()?.problem())?;
/// assert_eq!(outcome.count.to_string(), "12988816"); // OEIS A004003
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Polyomino {
    board: Board,
    pieces: Vec<Piece>,
    words: String,
    /// The name of the problem, if it is not made from board and pieces.
    title: Option<String>,
    freedom: Freedom,
    counts: PieceCounts,
    up_to_symmetry: bool,
}

impl Polyomino {
    /// Each piece exactly once, turned and reflected in any way.
    #[must_use]
    pub fn new(board: Board, pieces: Vec<Piece>) -> Self {
        let words: Vec<&str> = pieces.iter().map(Piece::name).collect();
        Self {
            board,
            words: words.join(","),
            title: None,
            pieces,
            freedom: Freedom::Free,
            counts: PieceCounts::ONCE,
            up_to_symmetry: false,
        }
    }

    /// Sets the name of the pieces in the name of the problem, such as `pentominoes`; by default their names.
    #[must_use]
    pub fn called(mut self, words: impl Into<String>) -> Self {
        self.words = words.into();
        self
    }

    /// Sets the name of the problem, for boards and pieces that are not words of a command line.
    pub(super) fn titled(mut self, title: String) -> Self {
        self.title = Some(title);
        self
    }

    /// Sets how pieces may be turned. Mirror images of one-sided pieces and orientations of fixed ones are added to the pieces, but not those of [drawings](super::drawn_pieces).
    #[must_use]
    pub fn freedom(mut self, freedom: Freedom) -> Self {
        self.freedom = freedom;
        self
    }

    /// Sets how often each piece may be used; by default once.
    #[must_use]
    pub fn copies(mut self, copies: Copies) -> Self {
        self.counts.set(copies);
        self
    }

    /// Sets how often the pieces of this name, or of this set, may be used.
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

    /// Counts coverings that a symmetry of the board carries into one another as one.
    #[must_use]
    pub fn up_to_symmetry(mut self, up_to_symmetry: bool) -> Self {
        self.up_to_symmetry = up_to_symmetry;
        self
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The question, with the obstacle if the areas do not add up.
    ///
    /// # Errors
    /// If copies are given for a piece that is not there, or there are more than [`MAX_PLACEMENTS`].
    ///
    /// [`MAX_PLACEMENTS`]: super::MAX_PLACEMENTS
    pub fn question(&self) -> Result<CountQuery, FamilyError> {
        self.asked(self.lay_out()?)
    }

    /// A solution, read back: which piece covers each cell. Options are those of the problem of [`question`](Self::question).
    ///
    /// # Errors
    /// As for [`question`](Self::question).
    pub fn placement(&self, solution: &[OptionId]) -> Result<Placement, FamilyError> {
        Ok(self.lay_out()?.placement(solution))
    }

    /// Draws its solutions: the text of a [`Placement`].
    ///
    /// # Errors
    /// As for [`question`](Self::question).
    pub fn drawing(&self) -> Result<Drawing, FamilyError> {
        Ok(self.lay_out()?.drawing())
    }

    /// The question and the drawing, for which the pieces are laid out once.
    pub(super) fn drawn(&self) -> Result<(CountQuery, Drawing), FamilyError> {
        let layout = self.lay_out()?;
        Ok((self.asked(layout.clone())?, layout.drawing()))
    }

    fn asked(&self, layout: PieceLayout) -> Result<CountQuery, FamilyError> {
        let obstacle = self.obstacle(&layout.pieces, &self.copies_of_each(&layout.pieces)?);
        if !self.up_to_symmetry {
            return Ok(CountQuery::from(layout.laid.problem).impossible(obstacle));
        }
        let symmetries = layout.symmetries();
        Ok(CountQuery::up_to(layout.laid.problem, &symmetries).impossible(obstacle))
    }

    fn lay_out(&self) -> Result<PieceLayout, FamilyError> {
        let pieces = self.sided_pieces();
        // Files of BurrTools may have a piece twice.
        if self.freedom == Freedom::Free && self.title.is_none() {
            refuse_twins(&pieces, self.board.space())?;
        }
        let copies = self.as_far_as_they_fit(&pieces, &self.copies_of_each(&pieces)?);
        PieceLayout::new(&self.board, self.freedom, (pieces, copies), self.name())
    }

    /// The name of the problem: the words of its command line.
    #[must_use]
    pub fn name(&self) -> String {
        let symmetry = if self.up_to_symmetry { " --up-to-symmetry" } else { "" };
        if let Some(title) = &self.title {
            return format!("{title}{symmetry}");
        }
        let (board, copies, freedom) = (&self.board, self.counts.words(), self.freedom.flag());
        format!("polyomino {board} --pieces {}{copies}{freedom}{symmetry}", self.words)
    }

    fn sided_pieces(&self) -> Vec<Piece> {
        match self.freedom {
            Freedom::Free => self.pieces.clone(),
            Freedom::OneSided if self.board.space() == Space::Space => self.pieces.clone(),
            Freedom::OneSided => one_sided(&self.pieces, self.board.space()),
            Freedom::Fixed => fixed(&self.pieces, self.board.space()),
        }
    }

    fn copies_of_each(&self, own: &[Piece]) -> Result<Vec<Copies>, FamilyError> {
        let names: Vec<&str> = own.iter().map(Piece::name).collect();
        let named = |words: &str| {
            let named = pieces(words).map_err(|error| match own.iter().any(|piece| piece.is_own) {
                true => FamilyError::new(
                    format!("there is no piece `{words}`"),
                    format!("the pieces are {}", names.join(", ")),
                ),
                false => error,
            });
            Ok(named?.into_iter().map(|piece| piece.name).collect())
        };
        self.counts.of_each(&names, named)
    }

    fn as_far_as_they_fit(&self, pieces: &[Piece], copies: &[Copies]) -> Vec<Copies> {
        pieces.iter().zip(copies).map(|(piece, copies)| on_board(*copies, piece.size(), self.board.area())).collect()
    }

    /// Why the areas do not add up, if they do not.
    fn obstacle(&self, pieces: &[Piece], copies: &[Copies]) -> Option<String> {
        let sizes: Vec<(usize, Copies)> = pieces.iter().map(Piece::size).zip(copies.iter().copied()).collect();
        self.counts.obstacle((self.board.least_area(), self.board.area()), &sizes)
    }
}
