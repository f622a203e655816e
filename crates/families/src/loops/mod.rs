//! Puzzles whose solutions are connected: slitherlink, masyu, numberlink, hashi and nurikabe.
//!
//! Each kind has a file that says its rules, and what its items and options are. They share the [reader](LoopPuzzle::read), the [sheet] on which options are written and drawn, and, where lines are drawn from place to place of a
//! grid, the [net] of these lines. That the solution is connected is the condition of the problem ([`Connected`](dlx_core::problem::Connected)).

mod clauses;
mod cuts;
mod family;
mod hashi;
mod islands;
mod link;
mod masyu;
mod narrow;
mod net;
mod numberlink;
mod nurikabe;
mod read;
mod sheet;
mod slitherlink;
mod supported;
mod taut;

pub(super) use family::{HASHI, MASYU, NUMBERLINK, NURIKABE, SLITHERLINK};

pub use narrow::possible_options;

use super::drawing::Drawing;
use super::error::FamilyError;
use clauses::SearchLimit;
use dlx_core::problem::{ItemId, Problem, ProblemError};
use sheet::Sheet;

/// The kinds of puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopKind {
    /// One loop along the borders of cells; a number says how many borders of its cell are on it.
    Slitherlink,
    /// One loop from cell to cell, through all pearls: straight on at white ones, and with a turn before or behind them; with a turn at black ones, and straight on before and behind them.
    Masyu,
    /// A path from cell to cell between any two equal numbers.
    Numberlink {
        /// Is every cell on a path?
        is_full: bool,
    },
    /// Bridges between islands, at most two between any two of them, which join all; a number says how many its island has.
    Hashi,
    /// White islands in a black sea that is connected, and has no two by two cells; a number is in each island and says how many cells it has.
    Nurikabe,
}

/// A puzzle: a grid of cells, some of them with a clue.
///
/// ```
/// use dlx_count::Session;
/// use dlx_count::family::{LoopKind, LoopPuzzle};
///
/// let puzzle = LoopPuzzle::read(LoopKind::Slitherlink, "2.\n..\n")?;
/// assert_eq!(Session::new()?.count(&puzzle.problem()?)?.count.to_string(), "3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopPuzzle {
    kind: LoopKind,
    /// Rows and columns.
    size: [usize; 2],
    /// The clue of each cell, row by row, as it is written.
    clues: Vec<Option<String>>,
}

impl LoopPuzzle {
    /// The problem, without options that are seen to be in no solution.
    ///
    /// # Errors
    /// If it is too large.
    pub fn problem(&self) -> Result<Problem, FamilyError> {
        Ok(self.drawn()?.0)
    }

    /// The problem, and what draws its solutions, as text.
    ///
    /// # Errors
    /// As for [`problem`](Self::problem).
    pub fn drawn(&self) -> Result<(Problem, Drawing), FamilyError> {
        let sheet = match self.kind {
            LoopKind::Slitherlink => self.slitherlink(),
            LoopKind::Masyu => self.masyu(),
            LoopKind::Numberlink { .. } => self.numberlink(),
            LoopKind::Hashi => self.hashi(),
            LoopKind::Nurikabe => self.nurikabe(&self.all_islands()?),
        };
        let drawn = sheet.and_then(Sheet::build);
        let (problem, drawing) = drawn.map_err(|error| FamilyError::new(error.to_string(), "a smaller puzzle"))?;
        Ok((
            problem.without_usual_costs("a puzzle has no costs: leave --minimize, --maximize or --by-cost out"),
            drawing,
        ))
    }

    /// When a search for a lone solution is given up. A sweep over the cells has 2^n states and more for n cells in a row, so a few times as many conflicts are little beside the count; those of 15 cells take some seconds.
    fn search_limit(&self) -> SearchLimit {
        SearchLimit::conflicts(1 << (self.size[0].min(self.size[1]) + 2).min(17))
    }

    /// The number that is the clue of a cell.
    fn number(&self, cell: usize) -> Option<usize> {
        self.clues[cell].as_ref().and_then(|word| word.parse().ok())
    }

    /// The cells with a clue, and these.
    fn clues(&self) -> impl Iterator<Item = (usize, &str)> {
        self.clues.iter().enumerate().filter_map(|(cell, clue)| Some((cell, clue.as_deref()?)))
    }

    /// An item for each cell.
    fn places(&self, sheet: &mut Sheet) -> Made<Vec<ItemId>> {
        (0..self.clues.len()).map(|cell| sheet.builder.primary(self.label(cell))).collect()
    }

    /// The cells with a clue, and an item for each.
    fn clued_places(&self, sheet: &mut Sheet) -> Made<Vec<(usize, ItemId)>> {
        self.clues().map(|(cell, _)| Ok((cell, sheet.builder.primary(self.label(cell))?))).collect()
    }

    /// The label of a cell.
    fn label(&self, cell: usize) -> String {
        format!("{},{}", cell / self.size[1] + 1, cell % self.size[1] + 1)
    }
}

/// What making a problem yields.
type Made<T> = Result<T, ProblemError>;
