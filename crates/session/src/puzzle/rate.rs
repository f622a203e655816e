//! How hard a puzzle is, measured by a search.
//!
//! The search takes the item with the fewest options: a cell with one symbol left, or a symbol with one place left in a row, column or box. So as long as what
//! sudoku players call *singles* suffice it never has a choice, and a *decision* is a guess of a solver who sees nothing else. How many it makes depends on
//! which of equally short items it takes, so the mean over several shuffled searches is taken. (The search continues to the end of the tree, since it has to prove that there is one solution.)

use serde::Serialize;

use dlx_core::problem::Problem;
use dlx_engines::links::Solutions;

/// Shuffled searches.
const N_SEARCHES: u64 = 16;
/// More solutions than this are not looked for.
const ENOUGH: usize = 2;

/// How hard a puzzle is.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// 0, 1, or 2 for more than one.
    pub solutions: usize,
    /// Guesses of a search, the mean of several; 0 if singles suffice.
    pub guesses: f64,
    /// The fewest and the most.
    pub range: [u64; 2],
    /// Options tried that failed at once, the mean.
    pub dead_ends: f64,
}

/// Rates a puzzle. If it has more than one solution, the rating says only that, with the figures of the search up to the second solution.
///
/// ```
/// use dlx_count::family::sudokus;
/// use dlx_count::puzzle::rate;
///
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let rating = rate(&sudokus(text, None)?[0].problem());
/// assert_eq!((rating.solutions, rating.guesses), (1, 0.0));
/// # Ok::<(), Box<dlx_count::format::SyntaxError>>(())
/// ```
#[must_use]
pub fn rate(problem: &Problem) -> Rating {
    let (mut guesses, mut dead_ends, mut solutions) = (Vec::new(), 0, 0);
    for seed in 0..N_SEARCHES {
        let mut search = Solutions::shuffled(problem, seed);
        solutions = search.by_ref().take(ENOUGH).count();
        guesses.push(search.profile().decisions);
        dead_ends += search.profile().dead_ends();
        if solutions != 1 {
            break;
        }
    }
    let mean = |sum: u64| sum as f64 / guesses.len() as f64;
    let range = [guesses.iter().min(), guesses.iter().max()].map(|most| most.copied().unwrap_or(0));
    Rating { solutions, guesses: mean(guesses.iter().sum()), range, dead_ends: mean(dead_ends) }
}
