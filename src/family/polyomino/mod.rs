//! Polyominoes and polycubes on a board: cover every cell with pieces.
//!
//! Cells are items; a placement of a piece is an option with its cells (TAOCP 7.2.2.1, "Polyominoes"). How often a piece may be used is said in
//! `copies`. Pieces turn and, in the plane, are reflected; one-sided ones only turn, fixed ones do neither, and then mirror images or orientations are pieces of
//! their own. In a box pieces turn in 24 ways; nothing is reflected there, since nobody can reflect a wooden piece: what differs from its mirror
//! image, as A and B of the Soma cube, is two pieces.

mod board;
mod copies;
mod drawn;
mod pieces;
mod placement;
mod shape;

use std::sync::Arc;

use rustc_hash::FxHashMap;

pub use board::{Board, MAX_CELLS};
pub use copies::Copies;
pub use drawn::drawn_pieces;
pub use pieces::{Piece, pieces};
pub use placement::Placement;

use super::FamilyError;
use super::drawing::Drawing;
use super::scene::{Mark, Scene, Style};
use crate::problem::{Color, ItemId, OptionId, Problem, ProblemBuilder, ProblemError};
use crate::symmetry::Question;
use copies::{as_larger, as_smaller, can_add_up};
use shape::{Cell, Shape, Turn};

/// The most placements of all pieces together.
pub const MAX_PLACEMENTS: usize = 20_000_000;

/// How pieces may be turned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sides {
    /// Rotations, and reflections in the plane.
    #[default]
    Free,
    /// Rotations; mirror images are different pieces.
    OneSided,
    /// Not at all; orientations are different pieces.
    Fixed,
}

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
    sides: Sides,
    default: Copies,
    exceptions: Vec<(String, Copies)>,
    up_to_symmetry: bool,
}

/// Where a piece lies: its number, and the numbers of the board's cells that it covers.
type Placed = (usize, Vec<usize>);

/// The problem, and what its options mean.
struct LaidOut {
    pieces: Vec<Piece>,
    /// How often each may be used, as far as the board has room.
    copies: Vec<Copies>,
    placed: Vec<Placed>,
    problem: Problem,
    /// For each option the number of its placement, if it is one.
    options: Vec<Option<usize>>,
}

impl LaidOut {
    fn placement(&self, board: &Board, solution: &[OptionId]) -> Placement {
        let lying = solution.iter().filter_map(|option| self.options.get(option.index()).copied().flatten());
        let lying = lying.map(|number| {
            let (piece, cells) = &self.placed[number];
            (self.pieces[*piece].name(), cells.iter().map(|&cell| board.cells()[cell]))
        });
        Placement::new(board.size(), lying)
    }

    fn mark(&self, option: OptionId) -> Mark {
        let Some(&(kind, ref cells)) = self.options[option.index()].map(|number| &self.placed[number]) else {
            return Mark::default();
        };
        Mark { word: self.short_name(kind), kind, cells: cells.clone() }
    }

    /// The letter of a piece if no other has it, or its name.
    fn short_name(&self, piece: usize) -> String {
        let (name, letter) = (self.pieces[piece].name(), |name: &str| name.chars().next());
        let n_alike = self.pieces.iter().filter(|other| letter(other.name()) == letter(name)).count();
        name.chars().take(if n_alike == 1 { 1 } else { usize::MAX }).collect()
    }
}

impl Polyomino {
    /// Each piece exactly once, turned and reflected as one likes.
    #[must_use]
    pub fn new(board: Board, pieces: Vec<Piece>) -> Self {
        let words: Vec<&str> = pieces.iter().map(Piece::name).collect();
        Self {
            board,
            words: words.join(","),
            pieces,
            sides: Sides::Free,
            default: Copies::ONE,
            exceptions: Vec::new(),
            up_to_symmetry: false,
        }
    }

    /// What the pieces are called in the name of the problem, such as `pentominoes`; their names unless told otherwise.
    #[must_use]
    pub fn called(mut self, words: impl Into<String>) -> Self {
        self.words = words.into();
        self
    }

    /// How pieces may be turned. Mirror images of one-sided pieces and orientations of fixed ones join the pieces.
    #[must_use]
    pub fn sides(mut self, sides: Sides) -> Self {
        self.sides = sides;
        self
    }

    /// How often each piece may be used; once unless told otherwise.
    #[must_use]
    pub fn copies(mut self, copies: Copies) -> Self {
        self.default = copies;
        self
    }

    /// How often the pieces of this name, or of this set, may be used, whatever the others.
    #[must_use]
    pub fn copies_of(mut self, words: impl Into<String>, copies: Copies) -> Self {
        self.exceptions.push((words.into(), copies));
        self
    }

    /// Count coverings that a symmetry of the board carries into one another as one.
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

    /// Is every piece free to be used any number of times?
    #[must_use]
    pub fn is_reuse(&self) -> bool {
        self.default == Copies::ANY && self.exceptions.is_empty()
    }

    /// The question, with what makes it impossible if the areas do not add up.
    ///
    /// # Errors
    /// If copies are given for a piece that is not there, there are more than [`MAX_PLACEMENTS`], or copies that must not be told apart are to be
    /// counted up to symmetry.
    pub fn question(&self) -> Result<Question, FamilyError> {
        let LaidOut { pieces, copies, placed, problem, options } = self.lay_out()?;
        let obstacle = self.obstacle(&pieces, &self.copies_of_each(&pieces)?);
        if !self.up_to_symmetry {
            return Ok(Question::from(problem).impossible(obstacle));
        }
        if options.len() != placed.len() || problem.is_colored() {
            let help = "several copies of a piece are counted without --up-to-symmetry";
            return Err(FamilyError::new("copies of a piece cannot be counted up to symmetry", help));
        }
        let symmetries = self.symmetries(&pieces, &copies, &placed);
        Ok(Question::up_to(problem, &symmetries).impossible(obstacle))
    }

    /// A solution, read back: which piece covers each cell. Options are those of the problem of [`question`](Self::question).
    ///
    /// # Errors
    /// As for [`question`](Self::question).
    pub fn placement(&self, solution: &[OptionId]) -> Result<Placement, FamilyError> {
        Ok(self.lay_out()?.placement(&self.board, solution))
    }

    /// Draws its solutions: the text of a [`Placement`].
    ///
    /// # Errors
    /// As for [`question`](Self::question).
    pub fn drawing(&self) -> Result<Drawing, FamilyError> {
        let (laid_out, board) = (Arc::new(self.lay_out()?), self.board.clone());
        let scene = Scene {
            style: Style::Pieces,
            size: board.size().map(|side| side as usize),
            cells: board.cells().iter().map(|cell| cell.map(|side| side as usize)).collect(),
            given: Vec::new(),
            reading: board.cells().iter().map(|&cell| board.label(cell)).collect(),
            mark_of: Box::new({
                let laid_out = Arc::clone(&laid_out);
                move |option| laid_out.mark(option)
            }),
            name_of: |_| None,
        };
        Ok(Drawing::new(scene, move |solution| laid_out.placement(&board, solution).to_string().trim_end().into()))
    }

    fn lay_out(&self) -> Result<LaidOut, FamilyError> {
        let pieces = self.sided_pieces();
        let copies = self.as_far_as_they_fit(&pieces, &self.copies_of_each(&pieces)?);
        let placed = self.placements(&pieces, &copies)?;
        let (problem, options) = self.build(&pieces, &copies, &placed).expect("cells and pieces have different labels");
        Ok(LaidOut { pieces, copies, placed, problem, options })
    }

    /// What the problem is called: the words that make it.
    #[must_use]
    pub fn name(&self) -> String {
        let sides = match self.sides {
            Sides::Free => "",
            Sides::OneSided => " --one-sided",
            Sides::Fixed => " --fixed",
        };
        let reuse = if self.default == Copies::ANY { " --reuse" } else { "" };
        let shown = |(words, Copies { least, most }): &(String, Copies)| match most {
            Some(most) if most == least => format!("{words}={least}"),
            Some(most) => format!("{words}={least}..{most}"),
            None => format!("{words}={least}.."),
        };
        let exceptions: Vec<String> = self.exceptions.iter().map(shown).collect();
        let copies = if exceptions.is_empty() { String::new() } else { format!(" --copies {}", exceptions.join(",")) };
        let symmetry = if self.up_to_symmetry { " --up-to-symmetry" } else { "" };
        format!("polyomino {} --pieces {}{reuse}{copies}{sides}{symmetry}", self.board, self.words)
    }

    fn sided_pieces(&self) -> Vec<Piece> {
        match self.sides {
            Sides::Free => self.pieces.clone(),
            Sides::OneSided if self.board.space() == shape::Space::Space => self.pieces.clone(),
            Sides::OneSided => pieces::one_sided(&self.pieces, self.board.space()),
            Sides::Fixed => pieces::fixed(&self.pieces, self.board.space()),
        }
    }

    fn copies_of_each(&self, pieces: &[Piece]) -> Result<Vec<Copies>, FamilyError> {
        let mut copies = vec![self.default; pieces.len()];
        for (words, exception) in &self.exceptions {
            for name in self.names_of(words, pieces)? {
                let here = pieces.iter().zip(&mut copies).filter(|(piece, _)| piece.name() == name);
                here.for_each(|(_, copies)| *copies = *exception);
            }
        }
        Ok(copies)
    }

    fn as_far_as_they_fit(&self, pieces: &[Piece], copies: &[Copies]) -> Vec<Copies> {
        pieces.iter().zip(copies).map(|(piece, copies)| copies.on_board(piece.size(), self.board.area())).collect()
    }

    /// The names of the pieces in play that a word means: one piece, or all of a set.
    fn names_of(&self, words: &str, own: &[Piece]) -> Result<Vec<String>, FamilyError> {
        let is_own = |name: &str| own.iter().any(|piece| piece.name() == name);
        if is_own(words) {
            return Ok(vec![words.into()]);
        }
        let named = pieces(words)?;
        match named.iter().find(|piece| !is_own(piece.name())) {
            None => Ok(named.into_iter().map(|piece| piece.name).collect()),
            Some(stranger) => {
                let names: Vec<&str> = own.iter().take(40).map(Piece::name).collect();
                let what = format!("copies of {}, which is not among the pieces", stranger.name());
                Err(FamilyError::new(what, format!("the pieces are {}", names.join(", "))))
            }
        }
    }

    /// Why the areas do not add up, if they do not.
    fn obstacle(&self, pieces: &[Piece], copies: &[Copies]) -> Option<String> {
        let area = self.board.area();
        let sizes = || pieces.iter().map(Piece::size).zip(copies.iter().copied());
        if can_add_up(area, sizes()) {
            return None;
        }
        let is_once = copies.iter().all(|copies| copies.most == Some(copies.least));
        let sum: usize = sizes().map(|(size, copies)| size * copies.least).sum();
        let is_plain = self.default == Copies::ONE && self.exceptions.is_empty();
        let hint = if is_plain && can_add_up(area, sizes().map(|(size, _)| (size, Copies::ANY))) {
            " (--reuse: each any number of times)"
        } else {
            ""
        };
        Some(match is_once {
            true => format!("the pieces cover {sum} cells, the board has {area}{hint}"),
            false => format!("no choice of these pieces covers {area} cells, as many as the board has"),
        })
    }

    /// All placements of all pieces, the cells of each sorted.
    fn placements(&self, pieces: &[Piece], copies: &[Copies]) -> Result<Vec<Placed>, FamilyError> {
        let numbers: FxHashMap<Cell, usize> =
            self.board.cells().iter().enumerate().map(|(number, &cell)| (cell, number)).collect();
        let with_mirrors = self.sides == Sides::Free && self.board.space() == shape::Space::Plane;
        let mut placed = Vec::new();
        for (number, piece) in pieces.iter().enumerate() {
            let turns =
                Turn::of(self.board.space(), with_mirrors).take(if self.sides == Sides::Fixed { 1 } else { 48 });
            // A piece that stands up has no place in the plane.
            let is_flat = self.board.space() == shape::Space::Space || piece.shape.is_flat();
            let is_used = is_flat && copies[number].most != Some(0);
            for image in piece.shape.images(turns).iter().filter(|_| is_used) {
                // Its first cell comes first on the board, too.
                for &start in self.board.cells() {
                    placed.extend(cells_at(image, start, &numbers).map(|cells| (number, cells)));
                }
                if placed.len() > MAX_PLACEMENTS {
                    let help = "use a smaller board or fewer pieces";
                    return Err(FamilyError::new(
                        format!("the pieces have more than {MAX_PLACEMENTS} placements"),
                        help,
                    ));
                }
            }
        }
        Ok(placed)
    }

    /// The problem, and for each option the number of its placement, if it is one.
    fn build(
        &self,
        pieces: &[Piece],
        copies: &[Copies],
        placed: &[Placed],
    ) -> Result<(Problem, Vec<Option<usize>>), ProblemError> {
        let mut builder = Problem::builder();
        builder.name(self.name());
        let cells: Vec<ItemId> =
            self.board.cells().iter().map(|&cell| builder.primary(self.board.label(cell))).collect::<Result<_, _>>()?;
        let ranks = Ranks::declare(&mut builder, pieces, copies, self.board.area())?;
        let mut options = Vec::new();
        for (number, (piece, covered)) in placed.iter().enumerate() {
            for mut items in ranks[*piece].options(covered[0]) {
                items.extend(covered.iter().map(|&cell| (cells[cell], Color::NONE)));
                builder.colored_option(&items)?;
                options.push(Some(number));
            }
        }
        for items in ranks.iter().flat_map(Ranks::idle) {
            builder.colored_option(&items)?;
            options.push(None);
        }
        Ok((builder.build(), options))
    }

    /// The symmetries of the board as permutations of the placements; only those that carry pieces to pieces.
    fn symmetries(&self, pieces: &[Piece], copies: &[Copies], placed: &[Placed]) -> Vec<Vec<OptionId>> {
        let mut places: FxHashMap<&[usize], Vec<usize>> = FxHashMap::default();
        placed.iter().enumerate().for_each(|(number, (_, cells))| places.entry(cells).or_default().push(number));
        let cells = self.board.cells();
        let of_turn = |turn: Turn| -> Option<Vec<OptionId>> {
            // Which piece each piece becomes.
            let mut becomes = vec![None; pieces.len()];
            let image = |&(piece, ref covered): &Placed| {
                let mut image: Vec<usize> = covered
                    .iter()
                    .map(|&cell| cells.binary_search(&self.board.image(turn, cells[cell])).ok())
                    .collect::<Option<_>>()?;
                image.sort_unstable();
                let here = places.get(image.as_slice())?;
                let other = match becomes[piece] {
                    Some(other) => here.iter().find(|&&number| placed[number].0 == other),
                    // Itself if possible, else another that is used as often.
                    None => here
                        .iter()
                        .find(|&&number| placed[number].0 == piece)
                        .or_else(|| here.iter().find(|&&number| copies[placed[number].0] == copies[piece])),
                };
                becomes[piece] = other.map(|&number| placed[number].0);
                other.map(|&number| OptionId::from_index(number))
            };
            let images: Vec<OptionId> = placed.iter().map(image).collect::<Option<_>>()?;
            let mut seen = vec![false; images.len()];
            images.iter().for_each(|image| seen[image.index()] = true);
            seen.iter().all(|&seen| seen).then_some(images)
        };
        self.board.symmetries().into_iter().filter_map(of_turn).collect()
    }
}

/// The numbers of the cells of a shape whose first cell lies here, if all are on the board.
fn cells_at(shape: &Shape, start: Cell, numbers: &FxHashMap<Cell, usize>) -> Option<Vec<usize>> {
    let first = shape.cells()[0];
    shape
        .cells()
        .iter()
        .map(|cell| numbers.get(&[0, 1, 2].map(|axis| cell[axis] - first[axis] + start[axis])).copied())
        .collect()
}

/// Items of an option, with their colors.
type Cells = Vec<(ItemId, Color)>;

/// The items that say how often a piece is used.
struct Ranks {
    copies: Vec<Copy>,
    /// At most once: one secondary item.
    at_most_once: Option<ItemId>,
    /// Any number more may follow the copies: they share the items of the last one in this color.
    follower: Option<Color>,
    /// The number that stands for "not used", and how many binary digits it has.
    never: usize,
    digits: u32,
}

/// One copy of several.
struct Copy {
    item: ItemId,
    may_be_idle: bool,
    /// Items by prefix that keep it before the next copy.
    before_next: Vec<ItemId>,
}

impl Ranks {
    /// Declares the items of all pieces, primary ones first.
    fn declare(
        builder: &mut ProblemBuilder,
        pieces: &[Piece],
        copies: &[Copies],
        area: usize,
    ) -> Result<Vec<Self>, ProblemError> {
        let digits = usize::BITS - area.leading_zeros();
        let mut all = Vec::new();
        for (piece, &Copies { least, most }) in pieces.iter().zip(copies) {
            let number = if (least, most) == (0, Some(1)) { 0 } else { most.unwrap_or(least) };
            let label = |k: usize| if number == 1 { piece.name.clone() } else { format!("{}#{k}", piece.name) };
            let copies = (1..=number)
                .map(|k| {
                    let item = builder.primary(label(k))?;
                    Ok(Copy { item, may_be_idle: k > least, before_next: Vec::new() })
                })
                .collect::<Result<_, _>>()?;
            let follower = if most.is_none() && least > 0 { Some(builder.color("more")?) } else { None };
            all.push(Self { copies, at_most_once: None, follower, never: area, digits });
        }
        for ((piece, copies), ranks) in pieces.iter().zip(copies).zip(&mut all) {
            if *copies == (Copies { least: 0, most: Some(1) }) {
                ranks.at_most_once = Some(builder.secondary(&piece.name)?);
            }
            let pairs =
                if ranks.follower.is_some() { ranks.copies.len() } else { ranks.copies.len().saturating_sub(1) };
            for (k, copy) in ranks.copies[..pairs].iter_mut().enumerate() {
                let label = |prefix: usize| format!("{}#{}<{prefix:b}", piece.name, k + 1);
                copy.before_next =
                    (1..1 << digits).map(|prefix| builder.secondary(label(prefix))).collect::<Result<_, _>>()?;
            }
        }
        Ok(all)
    }

    /// For a placement that begins in this cell the items of each copy that it can be; none if the piece is used any number of times.
    fn options(&self, first: usize) -> Vec<Cells> {
        if self.copies.is_empty() {
            return vec![self.at_most_once.into_iter().map(|item| (item, Color::NONE)).collect()];
        }
        let follower = self.follower.map(|color| self.behind(self.copies.len(), first, color).collect());
        (0..self.copies.len()).map(|k| self.items(k, first)).chain(follower).collect()
    }

    /// The options that leave a copy unused.
    fn idle(&self) -> Vec<Cells> {
        let idle = self.copies.iter().enumerate().filter(|(_, copy)| copy.may_be_idle);
        idle.map(|(k, _)| self.items(k, self.never)).collect()
    }

    /// The items of copy k when it begins in this cell.
    fn items(&self, k: usize, first: usize) -> Cells {
        let copy = &self.copies[k];
        let mut items = vec![(copy.item, Color::NONE)];
        if !copy.before_next.is_empty() {
            let before = as_smaller(first, self.digits).map(|prefix| copy.before_next[prefix - 1]);
            items.extend(before.map(|item| (item, Color::NONE)));
        }
        items.extend(self.behind(k, first, Color::NONE));
        items
    }

    /// The items that keep one that begins here behind copy k - 1.
    fn behind(&self, k: usize, first: usize, color: Color) -> impl Iterator<Item = (ItemId, Color)> {
        let before = k.checked_sub(1).map(|k| &self.copies[k].before_next);
        before
            .into_iter()
            .flat_map(move |items| as_larger(first, self.digits).map(move |prefix| (items[prefix - 1], color)))
    }
}
