//! The board, and its problem.

use crate::drawing::Drawing;
use crate::error::{FamilyError, bounded};
use crate::scene::{Mark, Scene, Style};
use dlx_canon::symmetry::CountQuery;
use dlx_core::problem::{ItemId, OptionId, Problem, ProblemBuilder, ProblemError};

/// Larger boards have more nodes than ids.
pub const MAX_QUEENS: usize = 700;

/// A square of the board: row and column from 0.
pub type Square = (usize, usize);

/// Which placements of queens are counted.
///
/// ```
/// use dlx_count::{Session, family::Queens};
///
/// let completions = Queens { n: 8, placed: vec![(0, 0)], ..Queens::default() }.question()?;
/// assert_eq!(Session::new()?.count(completions.problem())?.count.to_string(), "4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Queens {
    /// Rows, columns and queens.
    pub n: usize,
    /// Diagonals continue at the opposite edge.
    pub is_toroidal: bool,
    /// Queens already placed.
    pub placed: Vec<Square>,
    /// Squares where no queen may stand.
    pub blocked: Vec<Square>,
    /// Queens that move like knights, too.
    pub are_amazons: bool,
    /// Counts placements that a rotation or reflection of the board carries into one another as one.
    pub up_to_symmetry: bool,
}

/// The problem of n queens. Items are `r0`.. `c0`.. for rows and columns, `a0`.. `b0`.. for diagonals by row + column and by row - column + n - 1.
///
/// # Panics
/// If n is larger than [`MAX_QUEENS`].
///
/// ```
/// use dlx_count::family::queens;
///
/// let problem = queens(8);
/// assert_eq!((problem.n_primary(), problem.n_items(), problem.n_options()), (16, 42, 64));
/// ```
#[must_use]
pub fn queens(n: usize) -> Problem {
    assert!(n <= MAX_QUEENS, "at most {MAX_QUEENS} queens");
    Queens { n, ..Queens::default() }.build().expect("rows, columns and diagonals have different labels").0
}

impl Queens {
    /// The question.
    ///
    /// # Errors
    /// If n is larger than [`MAX_QUEENS`], a placed queen stands off the board or on a blocked square, two attack each other, or amazons are on a torus.
    pub fn question(&self) -> Result<CountQuery, FamilyError> {
        bounded("queens", self.n, MAX_QUEENS)?;
        self.check()?;
        let (problem, squares) = self.build().expect("rows, columns and diagonals have different labels");
        if !self.up_to_symmetry {
            return Ok(problem.into());
        }
        Ok(CountQuery::up_to(problem, &self.symmetries(&squares)))
    }

    /// Draws its solutions: a board with `Q` for a queen and `.` for an empty square.
    ///
    /// # Errors
    /// As for [`question`](Self::question).
    pub fn drawing(&self) -> Result<Drawing, FamilyError> {
        self.question()?;
        let (_, squares) = self.build().expect("rows, columns and diagonals have different labels");
        let n = self.n;
        let mark = move |(row, column): Square| Mark::new("Q", 0, vec![row * n + column]);
        let mut scene = Scene::plane(Style::Chess, [n, n], move |option| mark(squares[option.index()]));
        scene.given = self.placed.iter().map(|&square| mark(square)).collect();
        scene.name_of = Box::new(line_name);
        scene.reading = (0..n).map(|row| format!("r{row}")).collect();
        Ok(Drawing::words(scene))
    }

    pub(super) fn words(&self) -> String {
        let torus = if self.is_toroidal { " --toroidal" } else { "" };
        let symmetry = if self.up_to_symmetry { " --up-to-symmetry" } else { "" };
        let amazons = if self.are_amazons { " --amazons" } else { "" };
        let words = |flag: &str, squares: &[Square]| {
            let squares: Vec<String> = squares.iter().map(|&square| shown(square)).collect();
            if squares.is_empty() { String::new() } else { format!(" --{flag} \"{}\"", squares.join(" ")) }
        };
        let (placed, blocked) = (words("placed", &self.placed), words("blocked", &self.blocked));
        format!("queens {}{torus}{amazons}{placed}{blocked}{symmetry}", self.n)
    }

    pub(super) fn check(&self) -> Result<(), FamilyError> {
        if self.are_amazons && self.is_toroidal {
            return Err(FamilyError::new(
                "--amazons cannot be used with --toroidal",
                "amazons move on a board with borders",
            ));
        }
        let help = || format!("rows and columns are numbered from 1 to {}", self.n);
        let is_off = |&(row, column): &Square| row >= self.n || column >= self.n;
        if let Some(&square) = self.blocked.iter().find(|square| is_off(square)) {
            return Err(FamilyError::new(format!("the blocked square {} is not on the board", shown(square)), help()));
        }
        for (number, &square) in self.placed.iter().enumerate() {
            if is_off(&square) {
                return Err(FamilyError::new(format!("the queen at {} is not on the board", shown(square)), help()));
            }
            if self.blocked.contains(&square) {
                let what = format!("the queen at {} stands on a blocked square", shown(square));
                return Err(FamilyError::new(what, "place it elsewhere"));
            }
            if self.placed[..number].contains(&square) {
                return Err(FamilyError::new(format!("the queen at {} is given twice", shown(square)), "give it once"));
            }
            let attacked = self.placed[..number].iter().find(|&&other| self.attacks(other, square));
            if let Some(&other) = attacked {
                let what = format!("the queens at {} and {} attack each other", shown(other), shown(square));
                return Err(FamilyError::new(
                    what,
                    "placed queens must stand in different rows, columns and diagonals",
                ));
            }
        }
        Ok(())
    }

    fn attacks(&self, one: Square, other: Square) -> bool {
        let is_in_line = self.lines(one).iter().zip(self.lines(other)).any(|(a, b)| *a == b);
        is_in_line || (self.are_amazons && is_knights_move(one, other))
    }

    /// The row, the column and both diagonals of a square, each numbered from 0 among its kind.
    fn lines(&self, (row, column): Square) -> [usize; 4] {
        match self.is_toroidal {
            true => [row, column, (row + column) % self.n, (row + self.n - 1 - column) % self.n],
            false => [row, column, row + column, row + self.n - 1 - column],
        }
    }

    /// The problem, and the square of each option.
    fn build(&self) -> Result<(Problem, Vec<Square>), ProblemError> {
        let n = self.n;
        let mut builder = Problem::builder();
        builder.name(self.words());
        let is_taken = |kind: usize, line: usize| self.placed.iter().any(|&square| self.lines(square)[kind] == line);
        let [mut rows, mut columns] = [vec![None; n], vec![None; n]];
        for k in organ_pipe(n) {
            for (kind, letter, items) in [(0, 'r', &mut rows), (1, 'c', &mut columns)] {
                if !is_taken(kind, k) {
                    items[k] = Some(builder.primary(format!("{letter}{k}"))?);
                }
            }
        }
        let rising = self.diagonals(&mut builder, 'a', |line| is_taken(2, line))?;
        let falling = self.diagonals(&mut builder, 'b', |line| is_taken(3, line))?;
        let all = (0..n).flat_map(|row| (0..n).map(move |column| (row, column)));
        let is_free = |&square: &Square| {
            !self.blocked.contains(&square) && !self.placed.iter().any(|&other| self.attacks(other, square))
        };
        let squares: Vec<Square> = all.filter(is_free).collect();
        let pairs = self.knights_moves(&mut builder, &squares)?;
        for (&(row, column), pairs) in squares.iter().zip(&pairs) {
            let lines = self.lines((row, column));
            let items = [rows[row], columns[column], rising[lines[2]], falling[lines[3]]];
            builder.option(&items.into_iter().flatten().chain(pairs.iter().copied()).collect::<Vec<_>>())?;
        }
        Ok((builder.build(), squares))
    }

    /// For each square the items that it shares with squares a knight's move away.
    fn knights_moves(
        &self,
        builder: &mut ProblemBuilder,
        squares: &[Square],
    ) -> Result<Vec<Vec<ItemId>>, ProblemError> {
        let mut pairs = vec![Vec::new(); squares.len()];
        if !self.are_amazons {
            return Ok(pairs);
        }
        for (place, &(row, column)) in squares.iter().enumerate() {
            // Those in rows below; the others have met this one already.
            let below = [(1, 2), (2, 1)].into_iter().flat_map(|(down, across)| {
                [Some(column + across), column.checked_sub(across)]
                    .map(|column| column.map(|column| (row + down, column)))
            });
            for other in below.flatten() {
                let Ok(number) = squares.binary_search(&other) else { continue };
                let item = builder.secondary(format!("k{row},{column}-{},{}", other.0, other.1))?;
                pairs[place].push(item);
                pairs[number].push(item);
            }
        }
        Ok(pairs)
    }

    /// The diagonals in one direction; none for those that are taken, or that exclude nothing.
    fn diagonals(
        &self,
        builder: &mut ProblemBuilder,
        letter: char,
        is_taken: impl Fn(usize) -> bool,
    ) -> Result<Vec<Option<ItemId>>, ProblemError> {
        let number = if self.is_toroidal { self.n } else { (2 * self.n).saturating_sub(1) };
        let is_short = |k: usize| !self.is_toroidal && (k == 0 || k + 1 == number);
        (0..number)
            .map(|k| {
                let label = format!("{letter}{k}");
                match (is_taken(k) || is_short(k), self.is_toroidal) {
                    (true, _) => Ok(None),
                    (false, true) => builder.primary(label).map(Some),
                    (false, false) => builder.secondary(label).map(Some),
                }
            })
            .collect()
    }

    /// The rotations and reflections of the board that leave the placed queens and the blocked squares where they are, as permutations of the options.
    pub(super) fn symmetries(&self, squares: &[Square]) -> Vec<Vec<OptionId>> {
        let last = self.n.saturating_sub(1);
        let moves: [fn(Square, usize) -> Square; 7] = [
            |(r, c), _| (c, r),
            |(r, c), last| (last - r, c),
            |(r, c), last| (r, last - c),
            |(r, c), last| (last - r, last - c),
            |(r, c), last| (last - c, last - r),
            |(r, c), last| (c, last - r),
            |(r, c), last| (last - c, r),
        ];
        let stays = |image: &dyn Fn(Square) -> Square| {
            let is_among = |squares: &[Square]| squares.iter().all(|&square| squares.contains(&image(square)));
            is_among(&self.placed) && is_among(&self.blocked)
        };
        let places: std::collections::HashMap<Square, usize> =
            squares.iter().enumerate().map(|(place, &square)| (square, place)).collect();
        let kept = moves.iter().filter(|to| stays(&|square| to(square, last)));
        kept.map(|to| squares.iter().map(|&square| OptionId::from_index(places[&to(square, last)])).collect()).collect()
    }
}

/// A square as it is written: from 1.
fn shown((row, column): Square) -> String {
    format!("{},{}", row + 1, column + 1)
}

fn is_knights_move(one: Square, other: Square) -> bool {
    matches!((one.0.abs_diff(other.0), one.1.abs_diff(other.1)), (1, 2) | (2, 1))
}

/// Rows and columns as they are numbered on a board: from 1. Diagonals have no other names.
fn line_name(label: &str) -> Option<String> {
    let kind = match label.get(..1)? {
        "r" => "row",
        "c" => "column",
        _ => return None,
    };
    let number: usize = label[1..].parse().ok()?;
    Some(format!("{kind} {}", number + 1))
}

/// 0..n from the middle outwards: 2, 3, 1, 4, 0 for n = 5.
fn organ_pipe(n: usize) -> impl Iterator<Item = usize> {
    (0..n).map(move |k| if k % 2 == 0 { n / 2 + k / 2 } else { n / 2 - k.div_ceil(2) }).map(move |k| n - 1 - k)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn organ_pipe_order_is_a_permutation_from_the_middle() {
        assert_eq!(organ_pipe(5).collect::<Vec<_>>(), [2, 3, 1, 4, 0]);
        assert_eq!(organ_pipe(4).collect::<Vec<_>>(), [1, 2, 0, 3]);
        assert_eq!(organ_pipe(1).collect::<Vec<_>>(), [0]);
        assert_eq!(organ_pipe(0).count(), 0);
    }

    #[test]
    fn small_boards_have_only_what_constrains() {
        assert_eq!(queens(0).n_items(), 0);
        assert_eq!((queens(1).n_items(), queens(1).n_options()), (2, 1));
        assert_eq!((queens(2).n_items(), queens(2).n_options()), (6, 4));
    }

    #[test]
    fn placed_queens_must_go_together() {
        let error = |n, is_toroidal, placed: &[Square]| {
            Queens { n, is_toroidal, placed: placed.to_vec(), ..Queens::default() }.question().unwrap_err().what
        };
        assert_eq!(error(4, false, &[(4, 0)]), "the queen at 5,1 is not on the board");
        assert_eq!(error(4, false, &[(0, 1), (2, 3)]), "the queens at 1,2 and 3,4 attack each other");
        assert_eq!(error(4, true, &[(0, 1), (1, 0), (3, 3)]), "the queens at 1,2 and 2,1 attack each other");
        assert_eq!(error(5, true, &[(0, 0), (2, 3)]), "the queens at 1,1 and 3,4 attack each other");
        assert_eq!(error(701, false, &[]), "701 is too large for queens");
    }
}
