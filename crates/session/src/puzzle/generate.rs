//! New puzzles: a random filled square, from which clues are taken as long as one solution is left.
//!
//! No clue of such a puzzle can be taken away: it is *minimal*. A hard one is the hardest of many that differ in which clues were taken and when: after each
//! round some clues are put back and others taken, and what is rated harder stays.

use super::rate::{Rating, rate};
use dlx_engines::links::Solutions;
use dlx_families::{BoxSize, Sudoku};

/// Squares of more symbols than this take too long to make hard, or even to fill at random.
pub const MAX_HARD_BOX: usize = 16;

/// Rounds of a search for a hard puzzle.
const N_ROUNDS: usize = 300;

/// Makes puzzles.
///
/// ```
/// use dlx_count::family::BoxSize;
/// use dlx_count::puzzle::Generator;
///
/// let (puzzle, rating) = Generator { box_size: BoxSize { rows: 2, columns: 2 }, is_hard: false }.puzzle(1);
/// assert_eq!((puzzle.to_string().len(), rating.solutions), (16, 1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Generator {
    /// The boxes of the square.
    pub box_size: BoxSize,
    /// Whether to look for a hard one.
    pub is_hard: bool,
}

impl Generator {
    /// A minimal puzzle and its rating, always the same for a given seed.
    ///
    /// # Panics
    /// Never: an empty square can be filled.
    #[must_use]
    pub fn puzzle(self, seed: u64) -> (Sudoku, Rating) {
        let mut dice = fastrand::Rng::with_seed(seed);
        let empty = Sudoku::empty(self.box_size);
        let solution = Solutions::shuffled(&empty.problem(), dice.u64(..)).next();
        let full = empty.filled(&solution.expect("an empty square can be filled"));
        let puzzle = minimal(full.clone(), &mut dice);
        let rated = (puzzle.clone(), rate(&puzzle.problem()));
        if self.is_hard { harder(&full, rated, &mut dice) } else { rated }
    }
}

/// Takes clues away that are not needed, in random order.
fn minimal(mut puzzle: Sudoku, dice: &mut fastrand::Rng) -> Sudoku {
    let mut clues = puzzle.clues();
    dice.shuffle(&mut clues);
    for place in clues {
        let fewer = puzzle.without(place);
        if has_one_solution(&fewer) {
            puzzle = fewer;
        }
    }
    puzzle
}

fn has_one_solution(puzzle: &Sudoku) -> bool {
    Solutions::new(&puzzle.problem()).take(2).count() == 1
}

/// Puts some clues back and takes others, again and again, and keeps what is harder.
fn harder(full: &Sudoku, mut best: (Sudoku, Rating), dice: &mut fastrand::Rng) -> (Sudoku, Rating) {
    for _ in 0..N_ROUNDS {
        let own = best.0.clues();
        let given_back = dice.choose_multiple(full.clues(), 4);
        let mut puzzle = full.clone();
        for place in full.clues().into_iter().filter(|place| !own.contains(place) && !given_back.contains(place)) {
            puzzle = puzzle.without(place);
        }
        let puzzle = minimal(puzzle, dice);
        let rating = rate(&puzzle.problem());
        if rating.guesses >= best.1.guesses {
            best = (puzzle, rating);
        }
    }
    best
}
