//! n queens on an n by n board, none attacking another: OEIS A000170; A002562 up to symmetry, A007705 on a torus.
//!
//! Rows and columns are covered exactly once, so they are primary; diagonals at most once, so they are secondary (TAOCP 7.2.2.1, the example
//! of section "Secondary items"). Diagonals of length 1 constrain nothing and are left out. On a torus diagonals go on at the other edge, so there
//! are n in each direction, each with exactly one queen: all items are primary.
//!
//! Rows and columns stand in organ-pipe order, from the middle outwards: among items with equally few options left, the one in the middle
//! attacks more. That is Knuth's exercise 15 there.
//!
//! Queens already placed take their lines with them: neither these lines nor the squares on them are part of the problem.

use std::sync::Arc;

use super::arguments::Arguments;
use super::drawing::{Drawing, rows};
use super::error::{FamilyError, SourceError, bounded};
use super::member::{Example, Family, Member};
use super::parameter::Parameter;
use super::published::Sequence;
use super::scene::{Mark, Scene, Style};
use crate::problem::{ItemId, OptionId, Problem, ProblemBuilder, ProblemError};
use crate::symmetry::Question;

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
    /// Diagonals go on at the opposite edge.
    pub is_toroidal: bool,
    /// Queens that stand already.
    pub placed: Vec<Square>,
    /// Count placements that a rotation or reflection of the board carries into one another as one.
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
    /// If n is larger than [`MAX_QUEENS`], a placed queen stands off the board, or two attack each other.
    pub fn question(&self) -> Result<Question, FamilyError> {
        bounded("queens", self.n, MAX_QUEENS)?;
        self.check_placed()?;
        let (problem, squares) = self.build().expect("rows, columns and diagonals have different labels");
        if !self.up_to_symmetry {
            return Ok(problem.into());
        }
        Ok(Question::up_to(problem, &self.symmetries(&squares)))
    }

    /// Draws its solutions: a board with `Q` for a queen and `.` for an empty square.
    ///
    /// # Errors
    /// As for [`question`](Self::question).
    pub fn drawing(&self) -> Result<Drawing, FamilyError> {
        self.question()?;
        let (_, squares) = self.build().expect("rows, columns and diagonals have different labels");
        let (n, placed, squares) = (self.n, self.placed.clone(), Arc::new(squares));
        let mark = move |(row, column): Square| Mark { word: "Q".into(), kind: 0, cells: vec![row * n + column] };
        let queens = Arc::clone(&squares);
        let mut scene = Scene::plane(Style::Chess, [n, n], move |option| mark(queens[option.index()]));
        scene.given = placed.iter().map(|&square| mark(square)).collect();
        scene.name_of = line_name;
        scene.reading = (0..n).map(|row| format!("r{row}")).collect();
        Ok(Drawing::new(scene, move |solution| {
            let mut board = vec!["."; n * n];
            let chosen = solution.iter().map(|option| squares[option.index()]);
            chosen.chain(placed.iter().copied()).for_each(|(row, column)| board[row * n + column] = "Q");
            rows(&board, n)
        }))
    }

    fn words(&self) -> String {
        let torus = if self.is_toroidal { " --toroidal" } else { "" };
        let symmetry = if self.up_to_symmetry { " --up-to-symmetry" } else { "" };
        let squares: Vec<String> =
            self.placed.iter().map(|(row, column)| format!("{},{}", row + 1, column + 1)).collect();
        let placed = if squares.is_empty() { String::new() } else { format!(" --placed \"{}\"", squares.join(" ")) };
        format!("queens {}{torus}{placed}{symmetry}", self.n)
    }

    fn check_placed(&self) -> Result<(), FamilyError> {
        let shown = |(row, column): Square| format!("{},{}", row + 1, column + 1);
        for (number, &square) in self.placed.iter().enumerate() {
            if square.0 >= self.n || square.1 >= self.n {
                let help = format!("rows and columns are numbered from 1 to {}", self.n);
                return Err(FamilyError::new(format!("the queen at {} is not on the board", shown(square)), help));
            }
            let attacked = self.placed[..number]
                .iter()
                .find(|&&other| self.lines(other).iter().zip(self.lines(square)).any(|(a, b)| *a == b));
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
        let mut squares = Vec::new();
        for (row, column) in (0..n).flat_map(|row| (0..n).map(move |column| (row, column))) {
            let lines = self.lines((row, column));
            if (0..4).any(|kind| is_taken(kind, lines[kind])) {
                continue;
            }
            let items = [rows[row], columns[column], rising[lines[2]], falling[lines[3]]];
            builder.option(&items.into_iter().flatten().collect::<Vec<_>>())?;
            squares.push((row, column));
        }
        Ok((builder.build(), squares))
    }

    /// The diagonals in one direction; none for those that are taken, or exclude nothing.
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

    /// The rotations and reflections of the board that leave the placed queens where they are, as permutations of the options.
    fn symmetries(&self, squares: &[Square]) -> Vec<Vec<OptionId>> {
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
        let stays =
            |image: &dyn Fn(Square) -> Square| self.placed.iter().all(|&square| self.placed.contains(&image(square)));
        let places: std::collections::HashMap<Square, usize> =
            squares.iter().enumerate().map(|(place, &square)| (square, place)).collect();
        let kept = moves.iter().filter(|to| stays(&|square| to(square, last)));
        kept.map(|to| squares.iter().map(|&square| OptionId::from_index(places[&to(square, last)])).collect()).collect()
    }
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

/// The family on the command line.
pub(super) struct QueensFamily;

const PARAMETERS: &[Parameter] = &[
    Parameter::first("n", "N", "Board size, 0 to 700; for table a range such as 1..12").number(),
    Parameter::flag("toroidal", "Diagonals go on at the other edge (A007705)"),
    Parameter::named("placed", "SQUARES", "Queens that stand already, as \"row,column ...\" from 1")
        .checked(|text| squares(text).map(drop)),
    Parameter::flag("up-to-symmetry", "Count rotations and reflections of a placement as one (A002562)"),
];

impl Family for QueensFamily {
    fn name(&self) -> &'static str {
        "queens"
    }

    fn about(&self) -> &'static str {
        "N queens on an N by N board, none attacking another (A000170)"
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }

    fn examples(&self) -> &'static [Example] {
        &[
            ("queens 14", ""),
            ("queens 8 --up-to-symmetry", "rotations and reflections count as one"),
            ("queens 8 --placed \"1,1 2,5\"", "with queens that stand already"),
            ("queens 13 --toroidal", "diagonals go on at the other edge"),
        ]
    }

    fn known(&self) -> &'static [Sequence] {
        KNOWN
    }

    fn has_pictures(&self) -> bool {
        true
    }

    fn member(&self, arguments: &Arguments, values: &[usize]) -> Result<Box<dyn Member>, SourceError> {
        let placed = arguments.word("placed").map_or(Ok(Vec::new()), squares);
        Ok(Box::new(Queens {
            n: values.first().copied().unwrap_or_default(),
            is_toroidal: arguments.has("toroidal"),
            placed: placed.map_err(|help| FamilyError::new("these are no squares", help))?,
            up_to_symmetry: arguments.has("up-to-symmetry"),
        }))
    }
}

impl Member for Queens {
    fn name(&self) -> String {
        self.words()
    }

    fn question(&self) -> Result<Question, FamilyError> {
        Self::question(self)
    }

    fn drawing(&self) -> Result<Option<Drawing>, FamilyError> {
        Self::drawing(self).map(Some)
    }
}

/// Reads `1,1 2,5`.
fn squares(text: &str) -> Result<Vec<Square>, String> {
    let square = |word: &str| {
        let (row, column) = word.split_once(',')?;
        Some((row.parse::<usize>().ok()?.checked_sub(1)?, column.parse::<usize>().ok()?.checked_sub(1)?))
    };
    let squares: Option<Vec<Square>> = text.split_whitespace().map(square).collect();
    squares.ok_or_else(|| "squares are written as row,column from 1, such as \"1,1 3,2\"".into())
}

const KNOWN: &[Sequence] = &[
    Sequence {
        name: |n| format!("queens {n}"),
        build: |n| Queens { n, ..Queens::default() }.question(),
        first: 0,
        step: 1,
        counts: &[
            "1",
            "1",
            "0",
            "0",
            "2",
            "10",
            "4",
            "40",
            "92",
            "352",
            "724",
            "2680",
            "14200",
            "73712",
            "365596",
            "2279184",
            "14772512",
            "95815104",
            "666090624",
        ],
        source: "OEIS A000170",
    },
    Sequence {
        name: |n| format!("queens {n} --up-to-symmetry"),
        build: |n| Queens { n, up_to_symmetry: true, ..Queens::default() }.question(),
        first: 1,
        step: 1,
        counts: &[
            "1", "0", "0", "1", "2", "1", "6", "12", "46", "92", "341", "1787", "9233", "45752", "285053", "1846955",
        ],
        source: "OEIS A002562",
    },
    Sequence {
        name: |n| format!("queens {n} --toroidal"),
        build: |n| Queens { n, is_toroidal: true, ..Queens::default() }.question(),
        first: 1,
        step: 2,
        counts: &["1", "0", "10", "28", "0", "88", "4524", "0", "140692", "820496", "0"],
        source: "OEIS A007705, boards of odd side",
    },
];

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
            Queens { n, is_toroidal, placed: placed.to_vec(), up_to_symmetry: false }.question().unwrap_err().what
        };
        assert_eq!(error(4, false, &[(4, 0)]), "the queen at 5,1 is not on the board");
        assert_eq!(error(4, false, &[(0, 1), (2, 3)]), "the queens at 1,2 and 3,4 attack each other");
        assert_eq!(error(4, true, &[(0, 1), (1, 0), (3, 3)]), "the queens at 1,2 and 2,1 attack each other");
        assert_eq!(error(5, true, &[(0, 0), (2, 3)]), "the queens at 1,1 and 3,4 attack each other");
        assert_eq!(error(701, false, &[]), "queens 701 is too large");
    }
}
