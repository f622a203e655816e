//! New puzzles: a random filled square, from which clues are taken as long as one solution is left.
//!
//! No clue of such a puzzle can be taken away, or no pair where clues lie symmetrically: it is *minimal*. A hard one is the hardest of many that differ in which clues were taken and when: after each
//! round some clues are put back and others taken, and what is rated harder stays.

use super::rate::{Rating, rate};
use dlx_engines::links::Solutions;
use dlx_families::Sudoku;

/// Squares of more symbols than this take too long to make hard, or even to fill at random.
pub const MAX_HARD_BOX: usize = 16;

/// Rounds of a search for a hard puzzle.
const N_ROUNDS: usize = 300;

/// Makes puzzles.
///
/// ```
/// use dlx_count::family::{BoxSize, Sudoku};
/// use dlx_count::puzzle::Generator;
///
/// let empty = Sudoku::empty(BoxSize { rows: 2, columns: 2 });
/// let (puzzle, rating) = Generator { empty, is_hard: false, is_symmetric: true, is_killer: false }.puzzle(1).unwrap();
/// assert_eq!((puzzle.to_string().len(), rating.solutions), (16, 1));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generator {
    /// The square without clues.
    pub empty: Sudoku,
    /// Whether to look for a hard one.
    pub is_hard: bool,
    /// Whether a half turn carries clues to clues.
    pub is_symmetric: bool,
    /// Whether cages with sums take the place of clues.
    pub is_killer: bool,
}

impl Generator {
    /// A minimal puzzle and its rating, always the same for a given seed; none if the square cannot be filled.
    #[must_use]
    pub fn puzzle(&self, seed: u64) -> Option<(Sudoku, Rating)> {
        let mut dice = fastrand::Rng::with_seed(seed);
        let solution = Solutions::shuffled(&self.empty.problem(), dice.u64(..)).next()?;
        let full = self.empty.filled(&solution);
        if self.is_killer {
            let puzzle = killer(&full, &mut dice);
            let rating = rate(&puzzle.problem());
            return Some((puzzle, rating));
        }
        let puzzle = self.minimal(full.clone(), &mut dice);
        let rated = (puzzle.clone(), rate(&puzzle.problem()));
        Some(if self.is_hard { self.harder(&full, rated, &mut dice) } else { rated })
    }

    /// Takes clues away that are not needed, in random order.
    fn minimal(&self, mut puzzle: Sudoku, dice: &mut fastrand::Rng) -> Sudoku {
        let mut groups = self.groups(&puzzle);
        dice.shuffle(&mut groups);
        for group in groups {
            let fewer = without(&puzzle, &group);
            if has_one_solution(&fewer) {
                puzzle = fewer;
            }
        }
        puzzle
    }

    /// The clues that are given or taken together.
    fn groups(&self, puzzle: &Sudoku) -> Vec<Vec<usize>> {
        let clues = puzzle.clues();
        if !self.is_symmetric {
            return clues.into_iter().map(|place| vec![place]).collect();
        }
        let last = self.empty.n_symbols().pow(2) - 1;
        let pair = |place: usize| if 2 * place == last { vec![place] } else { vec![place, last - place] };
        clues.into_iter().filter(|place| 2 * place <= last).map(pair).collect()
    }

    /// Puts some clues back and takes others, again and again, and keeps what is harder.
    fn harder(&self, full: &Sudoku, mut best: (Sudoku, Rating), dice: &mut fastrand::Rng) -> (Sudoku, Rating) {
        for _ in 0..N_ROUNDS {
            let (own, all) = (self.groups(&best.0), self.groups(full));
            let given_back = dice.choose_multiple(all.clone(), 4);
            let mut puzzle = full.clone();
            for group in all.iter().filter(|group| !own.contains(group) && !given_back.contains(group)) {
                puzzle = without(&puzzle, group);
            }
            let puzzle = self.minimal(puzzle, dice);
            let rating = rate(&puzzle.problem());
            if rating.guesses >= best.1.guesses {
                best = (puzzle, rating);
            }
        }
        best
    }
}

/// The most cells of a cage.
const MAX_CAGE: usize = 4;

/// Cages that leave one solution: random ones, from which cells are taken as long as another solution differs there.
fn killer(full: &Sudoku, dice: &mut fastrand::Rng) -> Sudoku {
    let (n, own) = (full.n_symbols(), full.to_string());
    let mut of_cell = cages(n, own.as_bytes(), dice);
    loop {
        of_cell = parted(&of_cell, n);
        let puzzle = full.caged(&of_cell);
        let solutions = Solutions::new(&puzzle.problem()).take(2).collect::<Vec<_>>();
        let all = solutions.iter().map(|solution| puzzle.filled(solution).to_string());
        let Some(other) = all.into_iter().find(|other| *other != own) else { return puzzle };
        let differ = own.bytes().zip(other.bytes()).enumerate().filter(|(_, (own, other))| own != other);
        let cells: Vec<usize> = differ.map(|(cell, _)| cell).collect();
        // A cage of one cell is a clue, so each of these is in a cage of several.
        let Some(&cell) = dice.choice(&cells) else { return puzzle };
        of_cell[cell] = n * n;
    }
}

/// Divides a full grid into cages of different symbols, none of them large.
fn cages(n: usize, symbols: &[u8], dice: &mut fastrand::Rng) -> Vec<usize> {
    let mut of_cell = vec![None; n * n];
    let mut firsts: Vec<usize> = (0..n * n).collect();
    dice.shuffle(&mut firsts);
    for first in firsts {
        if of_cell[first].is_some() {
            continue;
        }
        of_cell[first] = Some(first);
        let (mut cage, size) = (vec![first], dice.usize(2..=MAX_CAGE));
        while cage.len() < size {
            let fits =
                |&cell: &usize| of_cell[cell].is_none() && cage.iter().all(|&other| symbols[other] != symbols[cell]);
            let free: Vec<usize> = cage.iter().flat_map(|&cell| beside(cell, n)).filter(fits).collect();
            let Some(&next) = dice.choice(&free) else { break };
            of_cell[next] = Some(first);
            cage.push(next);
        }
    }
    of_cell.into_iter().flatten().collect()
}

/// The cages by numbers in the order of their first cells; those that are not connected are divided.
fn parted(of_cell: &[usize], n: usize) -> Vec<usize> {
    let (mut parts, mut number) = (vec![None; of_cell.len()], 0);
    for first in 0..of_cell.len() {
        let mut open = if parts[first].is_none() { vec![first] } else { continue };
        while let Some(cell) = open.pop() {
            parts[cell] = Some(number);
            open.extend(beside(cell, n).filter(|&other| parts[other].is_none() && of_cell[other] == of_cell[cell]));
        }
        number += 1;
    }
    parts.into_iter().flatten().collect()
}

/// The cells that share a side with a cell of a square.
fn beside(cell: usize, n: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (cell / n, cell % n);
    let sides = [
        (row > 0).then(|| cell - n),
        (row + 1 < n).then(|| cell + n),
        (column > 0).then(|| cell - 1),
        (column + 1 < n).then(|| cell + 1),
    ];
    sides.into_iter().flatten()
}

fn without(puzzle: &Sudoku, clues: &[usize]) -> Sudoku {
    clues.iter().fold(puzzle.clone(), |puzzle, &place| puzzle.without(place))
}

fn has_one_solution(puzzle: &Sudoku) -> bool {
    Solutions::new(&puzzle.problem()).take(2).count() == 1
}
