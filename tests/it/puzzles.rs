//! Puzzles made and rated, checked by counting with other engines.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use dlx_count::family::{BoxSize, ExtraRules, Sudoku, sudokus};
use dlx_count::format::knuth;
use dlx_count::puzzle::{Conclusion, Deductions, Generator, Technique, hardest, rate};
use dlx_count::stop::{StopSource, Stopped, caught};
use dlx_count::{EngineKind, Problem, Session};
use proptest::prelude::*;
use serde_json::Value;

use crate::cli::{Said, both, file_in, run, told};
use crate::common::{seeded, sketches};
use crate::oracle;

fn count(puzzle: &Sudoku) -> u64 {
    Session::builder()
        .engine(EngineKind::Bits)
        .threads(1)
        .build()
        .unwrap()
        .count(&puzzle.problem())
        .unwrap()
        .count
        .to_u64()
        .unwrap()
}

#[test]
fn generated_puzzles_have_one_solution_and_no_clue_to_spare() {
    for (box_size, is_hard) in
        [(BoxSize::NINE, false), (BoxSize { rows: 2, columns: 3 }, false), (BoxSize { rows: 2, columns: 2 }, true)]
    {
        for seed in 0..3 {
            let generator =
                Generator { empty: Sudoku::empty(box_size), is_hard, is_symmetric: false, is_killer: false };
            let (puzzle, rating) = generator.puzzle(seed).unwrap();
            assert_eq!((count(&puzzle), rating.solutions), (1, 1), "{puzzle}");
            assert!(puzzle.clues().iter().all(|&place| count(&puzzle.without(place)) > 1), "{puzzle} is not minimal");
            assert_eq!(generator.puzzle(seed), Some((puzzle.clone(), rating)));
            assert_ne!(generator.puzzle(seed + 1).unwrap().0, puzzle);
            let again = &sudokus(&puzzle.to_string(), Some(box_size)).unwrap()[0];
            assert_eq!(again.to_string(), puzzle.to_string());
        }
    }
}

/// The making of a puzzle hears a stop: one of 16 symbols may take a minute.
#[test]
fn a_puzzle_can_be_given_up() {
    let generator = Generator {
        empty: Sudoku::empty(BoxSize { rows: 4, columns: 4 }),
        is_hard: false,
        is_symmetric: false,
        is_killer: false,
    };
    let stopped = StopSource::default().or(&Arc::new(AtomicBool::new(true)));
    assert_eq!(stopped.over(|| caught(|| generator.puzzle(1))), Err(Stopped));
}

/// Symmetric clues, of which no pair can be spared; other rules, by which alone there is one solution; and rules that no grid has.
#[test]
fn generated_puzzles_have_the_rules_that_were_asked_for() {
    let jigsaw = std::path::Path::new("tests/data/sudoku/jigsaw.txt");
    let (two, nine) = (BoxSize { rows: 2, columns: 2 }, BoxSize::NINE);
    let plain = ExtraRules::default();
    let (x, windows) = (ExtraRules { diagonals: true, ..plain }, ExtraRules { windows: true, ..plain });
    for (box_size, flags, drawing) in
        [(nine, plain, None), (nine, x, None), (nine, windows, None), (two, windows, None), (two, plain, Some(jigsaw))]
    {
        let empty = Sudoku::empty_with(box_size, flags, drawing).unwrap();
        let generator = Generator { empty, is_hard: drawing.is_some(), is_symmetric: true, is_killer: false };
        let (puzzle, rating) = generator.puzzle(5).unwrap();
        assert_eq!((count(&puzzle), rating.solutions), (1, 1), "{puzzle}");
        let (clues, last) = (puzzle.clues(), puzzle.to_string().len() - 1);
        assert!(clues.iter().all(|place| clues.contains(&(last - place))), "{puzzle} is not symmetric");
        let fewer = |&place: &usize| puzzle.without(place).without(last - place);
        assert!(clues.iter().all(|place| count(&fewer(place)) > 1), "{puzzle} is not minimal");
        let words = puzzle.to_string();
        if flags != plain && box_size == nine {
            assert!(count(&Sudoku::of_word(&words, Some(box_size)).unwrap()) > 1, "{puzzle} needs no more rules");
        }
    }
    let run = |words: &str| both(&format!("sudoku generate --seed 5 {words}"));
    let made = run("--windoku --symmetric -q");
    let again = both(&format!("sudoku {} --windoku -q", made.trim()));
    assert_eq!(again, "1\n", "{made}");
    assert!(run("--box 2x3 --windoku").contains("has no windows"));
    let folder = tempfile::tempdir().unwrap();
    let rows = folder.path().join("rows.txt");
    // What the first row has besides `a` is what `a` has in the second row, in the same column.
    std::fs::write(&rows, "aaab\nbbba\nccdd\nccdd\n").unwrap();
    assert!(run(&format!("--jigsaw {}", rows.display())).contains("no grid has these rules"));
}

/// All grids of 4 x 4.
fn all_grids() -> Vec<Vec<usize>> {
    let all = both("solve sudoku --empty --box 2x2 -q");
    let grids: Vec<Vec<usize>> =
        all.split_whitespace().map(|line| line.bytes().map(|symbol| usize::from(symbol - b'0')).collect()).collect();
    assert_eq!(grids.len(), 288);
    grids
}

/// Killer sudoku: random cages on all 288 grids of 4 x 4, with and without clues, and on grids with diagonals.
#[test]
fn killer_sudokus_are_the_grids_with_these_sums() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cages.txt");
    let mut dice = fastrand::Rng::with_seed(48);
    let grids = all_grids();
    let is_x = |grid: &[usize]| {
        [[0, 5, 10, 15], [3, 6, 9, 12]].iter().all(|line| line.iter().map(|&cell| 1 << grid[cell]).sum::<usize>() == 30)
    };
    let mut n_several = 0;
    for round in 0..60 {
        let grid = &grids[dice.usize(..288)];
        // Cells join a cage as long as its symbols are different.
        let mut cages: Vec<Vec<usize>> = vec![Vec::new(); dice.usize(1..7)];
        let mut drawing = ['.'; 16];
        for cell in 0..16 {
            let cage = dice.usize(..cages.len());
            if cages[cage].iter().all(|&other| grid[other] != grid[cell]) && dice.bool() {
                cages[cage].push(cell);
                drawing[cell] = char::from(b'a' + u8::try_from(cage).unwrap());
            }
        }
        let sum = |grid: &[usize], cage: &[usize]| cage.iter().map(|&cell| grid[cell]).sum::<usize>();
        let fits = |other: &[usize]| {
            cages.iter().all(|cage| {
                let set = cage.iter().fold(0, |set, &cell| set | 1 << other[cell]);
                sum(other, cage) == sum(grid, cage) && usize::try_from(u32::count_ones(set)).unwrap() == cage.len()
            })
        };
        let rows: Vec<String> = drawing.chunks(4).map(|row| row.iter().collect()).collect();
        let sums = (b'a'..).zip(&cages).filter(|(_, cage)| !cage.is_empty());
        let sums: Vec<String> = sums.map(|(name, cage)| format!("{}={}", char::from(name), sum(grid, cage))).collect();
        std::fs::write(&file, format!("{}\n{}\n", rows.join("\n"), sums.join(" "))).unwrap();
        let clue = dice.usize(..16);
        let puzzle: String = (0..16)
            .map(|cell| if cell == clue { char::from(b'0' + u8::try_from(grid[cell]).unwrap()) } else { '.' })
            .collect();
        let killer = format!("--killer {} -q --engine {}", file.display(), ["links", "bits", "frontier"][round % 3]);
        let expected =
            |also: &dyn Fn(&[usize]) -> bool| grids.iter().filter(|other| fits(other) && also(other)).count();
        for (words, expected) in [
            ("--empty".to_owned(), expected(&|_| true)),
            (puzzle, expected(&|other| other[clue] == grid[clue])),
            ("--empty --diagonals".into(), expected(&is_x)),
        ] {
            n_several += usize::from(expected > 1);
            let count = both(&format!("sudoku {words} {killer}"));
            assert_eq!(count.trim(), expected.to_string(), "{words}\n{}", std::fs::read_to_string(&file).unwrap());
        }
    }
    assert!(n_several > 60);
}

/// A published killer sudoku has its solution, sums of no grid have none, and what makes no sense is refused.
#[test]
fn killer_sudokus_are_solved_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cages.txt");
    let solution = "215647398368952174794381652586274931142593867973816425821739546659428713437165289";
    assert_eq!(both("solve sudoku --empty --killer docs/src/examples/killer.txt -q"), format!("{solution}\n"));
    std::fs::write(&file, "ab..\n....\n....\n....\na=1 b=1").unwrap();
    let refused = |words: &str| both(&format!("sudoku {words} --killer {}", file.display()));
    assert_eq!(refused("--empty --box 2x2 -q"), "0\n");
    assert!(refused("--empty --box 3x3").contains("cages on 4 rows, but the grid has 9"));
    assert!(refused("--empty --up-to-symmetry").contains("cages have sums of their own"));
    assert!(refused("--empty --symmetry all").contains("cannot be used with"));
}

#[test]
fn puzzles_are_rated_by_their_rules() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzles.txt");
    for rules in ["--diagonals", "--windoku"] {
        std::fs::write(&file, run(&format!("sudoku generate --count 5 --seed 4 -q {rules}")).printed()).unwrap();
        let rated = |rules: &str| run(&format!("sudoku rate {} {rules}", file.display())).printed();
        assert!(rated("").contains("more than one solution"));
        assert_eq!((rated(rules).lines().count(), rated(rules).contains("solution")), (5, false));
    }
}

#[test]
fn a_hard_puzzle_is_rated_no_easier() {
    let box_size = BoxSize { rows: 2, columns: 3 };
    for seed in 0..4 {
        let guesses = |is_hard| {
            let generator =
                Generator { empty: Sudoku::empty(box_size), is_hard, is_symmetric: false, is_killer: false };
            generator.puzzle(seed).unwrap().1.guesses
        };
        let [plain, hard] = [false, true].map(guesses);
        assert!(hard >= plain, "{hard} against {plain}");
    }
}

#[test]
fn ratings_tell_none_one_and_many() {
    let puzzles = sudokus(&std::fs::read_to_string("tests/data/sudoku/three.txt").unwrap(), None).unwrap();
    let ratings: Vec<_> = puzzles.iter().map(|puzzle| rate(&puzzle.problem())).collect();
    assert_eq!(ratings.iter().map(|rating| rating.solutions).collect::<Vec<_>>(), [1, 2, 0]);
    assert_eq!((ratings[0].guesses, ratings[0].dead_ends, ratings[0].range), (0.0, 0.0, [0, 0]));
}

/// Thousands of puzzles, made and rated by several threads: the same in the same order as by one.
#[test]
fn many_puzzles_come_in_order() {
    let words = "sudoku generate --box 2x2 --count 2000 --seed 5 -q";
    let made = run(&format!("{words} -j 3"));
    assert_eq!(made.stdout, run(&format!("{words} -j 1")).stdout);
    let folder = tempfile::tempdir().unwrap();
    let file = file_in(&folder, "puzzles.txt", &made.stdout);
    let rated = run(&format!("sudoku rate {file} --box 2x2 --json"));
    let text = rated.printed();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2000);
    // What is there when the time is over is shown.
    let stopped = run("sudoku generate --count 100000000 --seed 5 -q -j 1 --time-limit 200ms");
    let first = run("sudoku generate --seed 5 -q").printed();
    assert_eq!(stopped.status.code(), Some(3), "{}", stopped.all());
    assert!(stopped.stdout.is_empty() || stopped.printed().starts_with(&first), "{}", stopped.all());
    for (line, puzzle) in lines.iter().zip(made.printed().lines()) {
        assert_eq!((line["puzzle"].as_str(), line["rating"]["solutions"].as_u64()), (Some(puzzle), Some(1)));
    }
}

/// What a search looked like is the same for any number of threads, and decisions stand in the JSON.
#[test]
fn statistics_do_not_depend_on_threads() {
    let search = |threads| {
        let output = run(&format!("queens 9 --stats --json -j {threads}"));
        let value: Value = output.json();
        assert_eq!(value["count"], "352");
        value["search"].clone()
    };
    let one = search(1);
    assert_eq!(one, search(3));
    let sum: u64 = one["depths"].as_array().unwrap().iter().map(|nodes| nodes.as_u64().unwrap()).sum();
    assert_eq!(one["nodes"].as_u64(), Some(sum));
    assert_eq!(run("queens 9 --stats --engine bits").status.code(), Some(2));
    let easy = run("sudoku tests/data/sudoku/three.txt --stats");
    assert_eq!(easy.status.code(), Some(2), "of many puzzles `rate` says it");
}

/// The rules of squares that are filled at random.
struct Rules {
    n: usize,
    region: Box<dyn Fn(usize, usize) -> usize>,
    has_diagonals: bool,
    has_windows: bool,
    /// As words of a command.
    words: String,
}

impl Rules {
    fn boxes(rows: usize, columns: usize, has_diagonals: bool) -> Self {
        let n = rows * columns;
        let region = Box::new(move |row, column| row / rows * (n / columns) + column / columns);
        let words = format!("--box {rows}x{columns}{}", if has_diagonals { " --diagonals" } else { "" });
        Self { n, region, has_diagonals, has_windows: false, words }
    }

    fn windoku(side: usize) -> Self {
        Self { has_windows: true, words: format!("--box {side}x{side} --windoku"), ..Self::boxes(side, side, false) }
    }

    /// The window of a cell, as the pictures of windoku show them: from the second row and column, each with a line between it and the next.
    fn window(&self, cell: (usize, usize)) -> Option<(usize, usize)> {
        let starts: &[usize] = if self.n == 9 { &[1, 5] } else { &[1] };
        let of = |line: usize| starts.iter().position(|&start| (start..start + self.n.isqrt()).contains(&line));
        Some((of(cell.0)?, of(cell.1)?)).filter(|_| self.has_windows)
    }

    fn exclude_each_other(&self, (row, column): (usize, usize), (r, c): (usize, usize)) -> bool {
        let both = |on: fn(usize, usize, usize) -> bool| on(self.n, row, column) && on(self.n, r, c);
        let on_diagonal = both(|_, row, column| row == column) || both(|n, row, column| row + column + 1 == n);
        let is_region_shared = (self.region)(row, column) == (self.region)(r, c);
        let window = self.window((row, column));
        let is_window_shared = window.is_some() && window == self.window((r, c));
        row == r || column == c || is_region_shared || is_window_shared || (self.has_diagonals && on_diagonal)
    }

    /// A square with clues that do not contradict each other directly: of this many that are tried, those that can stay.
    fn puzzle(&self, n_clues: usize, dice: &mut fastrand::Rng) -> String {
        let mut cells = vec![None; self.n * self.n];
        for _ in 0..n_clues {
            let (cell, symbol) = (dice.usize(0..cells.len()), dice.usize(1..=self.n));
            let place = |cell| (cell / self.n, cell % self.n);
            let clashes = |(other, known): (usize, &Option<usize>)| {
                *known == Some(symbol) && self.exclude_each_other(place(cell), place(other))
            };
            if cells[cell].is_none() && !cells.iter().enumerate().any(clashes) {
                cells[cell] = Some(symbol);
            }
        }
        let sign = |cell: Option<usize>| cell.map_or('.', |symbol| std::char::from_digit(symbol as u32, 36).unwrap());
        cells.into_iter().map(sign).collect::<String>() + "\n"
    }
}

/// All squares of 4 x 4 whose lines, boxes and window have each symbol once, by trying all.
#[test]
fn windows_have_each_symbol_once() {
    fn fill(rules: &Rules, cells: &mut Vec<usize>) -> usize {
        if cells.len() == 16 {
            return 1;
        }
        let here = (cells.len() / 4, cells.len() % 4);
        let fits = |symbol: usize, cells: &[usize]| {
            (0..cells.len()).all(|k| cells[k] != symbol || !rules.exclude_each_other((k / 4, k % 4), here))
        };
        let mut number = 0;
        for symbol in 0..4 {
            if fits(symbol, cells) {
                cells.push(symbol);
                number += fill(rules, cells);
                cells.pop();
            }
        }
        number
    }
    let number = fill(&Rules::windoku(2), &mut Vec::new());
    assert!(number > 0 && number < 288);
    let counted = run("sudoku --empty --box 2x2 --windoku -q");
    assert_eq!(counted.printed().trim(), number.to_string());
    let refused = run("sudoku --empty --box 2x3 --windoku").ending(2);
    assert!(refused.said().contains("has no windows"), "{refused:?}");
}

/// The rules about pairs of cells, as words of a command.
const RULES: [&str; 3] = ["--anti-knight", "--anti-king", "--nonconsecutive"];

/// Do two cells exclude each other's numbers, by row, column, box or one of these rules?
fn is_excluded(
    rules: usize,
    (rows, columns): (usize, usize),
    [(row, column, one), (r, c, other)]: [(usize, usize, usize); 2],
) -> bool {
    let (down, right) = (row.abs_diff(r), column.abs_diff(c));
    let is_one_box = row / rows == r / rows && column / columns == c / columns;
    (one == other && (down == 0 || right == 0 || is_one_box))
        || (rules & 1 > 0 && one == other && down * right == 2)
        || (rules & 2 > 0 && one == other && down.max(right) == 1)
        || (rules & 4 > 0 && one.abs_diff(other) == 1 && down + right == 1)
}

/// All squares with these clues, by trying all: the number of ways to fill the cells from here on.
fn filled(rules: usize, clues: &[usize], size: (usize, usize), cells: &mut Vec<usize>) -> usize {
    let n = size.0 * size.1;
    let (row, column) = (cells.len() / n, cells.len() % n);
    let Some(&clue) = clues.get(cells.len()) else { return 1 };
    let mut number = 0;
    for symbol in (1..=n).filter(|&symbol| clue == 0 || clue == symbol) {
        let clashes =
            |(k, &other): (usize, &usize)| is_excluded(rules, size, [(row, column, symbol), (k / n, k % n, other)]);
        if !cells.iter().enumerate().any(clashes) {
            cells.push(symbol);
            number += filled(rules, clues, size, cells);
            cells.pop();
        }
    }
    number
}

/// Squares of 4 x 4 and 6 x 6 with random clues, in which pairs of cells exclude equal symbols or consecutive ones, by trying all.
#[test]
fn pairs_of_cells_exclude_symbols() {
    let (mut dice, mut n_solved) = (fastrand::Rng::with_seed(23), 0);
    for case in 0..40 {
        let (rules, size) = (dice.usize(1..8), if case % 2 == 0 { (2, 2) } else { (2, 3) });
        let n = size.0 * size.1;
        let mut clues = vec![0; n * n];
        for _ in 0..dice.usize(1..4) {
            let (cell, symbol) = (dice.usize(0..n * n), dice.usize(1..=n));
            let place = |cell: usize, symbol: usize| (cell / n, cell % n, symbol);
            let clashes = |(k, &other): (usize, &usize)| {
                other > 0 && is_excluded(rules, size, [place(cell, symbol), place(k, other)])
            };
            if !clues.iter().enumerate().any(clashes) {
                clues[cell] = symbol;
            }
        }
        let number = filled(rules, &clues, size, &mut Vec::new());
        n_solved += usize::from(number > 0);
        let puzzle: String = clues.iter().map(ToString::to_string).collect();
        let words: Vec<&str> = (0..3).filter(|k| rules >> k & 1 > 0).map(|k| RULES[k]).collect();
        let counted = run(&format!("sudoku {puzzle} --box {}x{} -q {}", size.0, size.1, words.join(" ")));
        assert_eq!(counted.printed().trim(), number.to_string(), "{puzzle} {words:?}");
    }
    assert!(n_solved > 8, "{n_solved}");
}

/// A cage of two cells whose sum is 3 has 1 and 2, or 2 and 1, under any of these rules.
#[test]
fn cages_go_with_rules_about_pairs_of_cells() {
    let folder = tempfile::tempdir().unwrap();
    let file = file_in(&folder, "killer.txt", "a . . .\na . . .\n. . . .\n. . . .\n\na=3\n");
    for rules in 0..8 {
        let number: usize = [[1, 2], [2, 1]]
            .map(|[first, second]| {
                let mut clues = [0; 16];
                (clues[0], clues[4]) = (first, second);
                filled(rules, &clues, (2, 2), &mut Vec::new())
            })
            .iter()
            .sum();
        let words: Vec<&str> = (0..3).filter(|k| rules >> k & 1 > 0).map(|k| RULES[k]).collect();
        let counted = run(&format!("sudoku --empty --box 2x2 --killer {file} -q {}", words.join(" ")));
        assert_eq!(counted.printed().trim(), number.to_string(), "{words:?}");
    }
}

/// All 72 squares of 9 x 9 with all three rules, and those of them that begin with 1, by trying all; "The Miracle" by Mitchell Lee (2020), which has two clues and one solution; clues that contradict each other.
#[test]
fn pairs_of_cells_on_large_squares() {
    let all = RULES.join(" ");
    let mut clues = [0; 81];
    clues[0] = 1;
    let number = filled(7, &clues, (3, 3), &mut Vec::new());
    assert_eq!(run(&format!("sudoku 1{} {all} -q", ".".repeat(80))).printed().trim(), number.to_string());
    assert_eq!(run(&format!("sudoku --empty --box 3x3 {all} -q")).printed().trim(), "72");
    let miracle = format!("{}1{}2{}", ".".repeat(38), ".".repeat(12), ".".repeat(29));
    assert_eq!(run(&format!("sudoku {miracle} {all} -q")).printed().trim(), "1");
    let made = both(&format!("sudoku generate {all} --seed 1 -q"));
    assert_eq!(run(&format!("sudoku {} {all} -q", made.trim())).printed().trim(), "1");
    let refused = run(&format!("sudoku {} {all} --up-to-symmetry", made.trim())).ending(2);
    assert!(refused.said().contains("because clues exclude symbols of other cells"), "{refused:?}");
    let folder = tempfile::tempdir().unwrap();
    for (rule, rows, said) in [
        ("--anti-knight", "1...\n..1.\n....\n....\n", "2:3: this 1 contradicts the 1 in row 1, column 1"),
        ("--nonconsecutive", "....\n.3..\n.2..\n....\n", "3:2: this 2 contradicts the 3 in row 2, column 2"),
    ] {
        let path = file_in(&folder, "p.txt", rows);
        let refused = run(&format!("sudoku {path} {rule}")).ending(2);
        assert!(refused.said().contains(said), "{refused:?}");
    }
}

/// Some hundreds of puzzles with random clues, of which many have no solution and some have many: counted below their clues from one square laid out once, and each from a problem of its own.
#[test]
fn puzzles_of_one_shape_count_as_each_of_them_alone() {
    let (mut dice, folder) = (fastrand::Rng::with_seed(17), tempfile::tempdir().unwrap());
    let file = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).unwrap();
        folder.path().join(name).display().to_string()
    };
    let drawn = ["aaaabb", "acccbb", "adccbb", "ddceff", "dddeff", "eeeeff"].map(str::as_bytes);
    let jigsaw = file("jigsaw.txt", "aaaabb\nacccbb\nadccbb\nddceff\ndddeff\neeeeff\n");
    let jigsaws = [false, true].map(|has_diagonals| Rules {
        n: 6,
        region: Box::new(move |row, column| usize::from(drawn[row][column])),
        has_diagonals,
        has_windows: false,
        words: format!("--jigsaw {jigsaw}{}", if has_diagonals { " --diagonals" } else { "" }),
    });
    let plain = [(2, 2, false, 80, 12), (2, 2, true, 40, 10), (2, 3, false, 80, 30), (2, 3, true, 40, 24)];
    let large = [(3, 3, false, 80, 60), (3, 3, true, 50, 60), (3, 4, false, 8, 200), (4, 4, false, 2, 6000)];
    let boxes = plain.into_iter().chain(large).map(|(rows, columns, has_diagonals, number, tries)| {
        (Rules::boxes(rows, columns, has_diagonals), number, tries)
    });
    let windows = [(Rules::windoku(2), 40, 10), (Rules::windoku(3), 40, 60)];
    let mut n_by_kind = [0; 3];
    for (rules, number, tries) in boxes.chain(jigsaws.map(|rules| (rules, 50, 26))).chain(windows) {
        let least = if rules.n < 6 { 0 } else { tries * 2 / 3 };
        let puzzles: String = (0..number).map(|_| rules.puzzle(dice.usize(least..=tries), &mut dice)).collect();
        let words = format!("sudoku {} {}", file("puzzles.txt", &puzzles), rules.words);
        let [together, alone] = ["-j 2", "-j 1 --engine links"].map(|how| run(&format!("{words} {how}")));
        assert_eq!(together.printed(), alone.printed(), "{}", rules.words);
        assert_eq!(together.stderr, alone.stderr);
        for line in together.printed().lines() {
            let kind = [": 0 solutions", ": 1 solution"].iter().position(|end| line.ends_with(end));
            n_by_kind[kind.unwrap_or(2)] += 1;
        }
    }
    assert!(n_by_kind.iter().all(|&number| number > 15), "{n_by_kind:?}");
}

/// Puzzles that take longer than a first look are counted by all means, and their lines stand where they belong; so do limits.
#[test]
fn puzzles_that_take_long_stand_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzles.txt");
    let (easy, open) = (".".repeat(34) + "1.", ".".repeat(36));
    std::fs::write(&file, format!("{easy}\n{open}\n{easy}\n{open}\n")).unwrap();
    let words = format!("sudoku {} -q", file.display());
    let counts = |how: &str| run(&format!("{words} {how}")).printed();
    assert_eq!(counts("-j 2"), "4700160\n28200960\n4700160\n28200960\n");
    let bounded = run(&format!("{words} --limit 5")).ending(3);
    let text = bounded.printed();
    assert!(text.lines().all(|count| (5..4_000_000).contains(&count.parse::<u64>().unwrap())), "{text}");
}

/// Knapsacks whose problems would be too large are counted by their sums, or in two halves; not where something is asked of a problem.
#[test]
fn knapsacks_with_many_sums_are_counted_without_a_problem() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).unwrap();
        folder.path().join(name).display().to_string()
    };
    let printed = |words: &str| run(words).printed();
    let hundred = file("hundred.txt", &(1..=100).map(|k| format!("{} ", 2000 + k * k % 97)).collect::<String>());
    let [exact, below, bounded] = ["--sum 100000", "--capacity 99999", "--capacity 100000"]
        .map(|bound| printed(&format!("knapsack {hundred} {bound} -q")).trim().parse::<u128>().unwrap());
    assert!(exact > 1 << 80 && exact == bounded - below, "{exact} of {bounded}");
    let few = file("few.txt", &(0u64..36).map(|k| format!("{} ", 123_456_789 + (k << 20))).collect::<String>());
    // Only 18 of them have this sum, and their places from 0 add up to 315.
    let sum = 18 * 123_456_789u64 + ((18 * 35 / 2) << 20);
    assert_eq!(printed(&format!("knapsack {few} --sum {sum} -q")), "113093022\n");
    let refused = run(&format!("knapsack {few} --sum {sum} --json")).ending(2);
    assert!(refused.said().contains("a sum"));
}

/// Cages that are generated are read again, are of cells with different symbols that are connected, and leave one solution.
#[test]
fn generated_cages_have_one_solution() {
    let folder = tempfile::tempdir().unwrap();
    for words in ["--box 2x2", "--box 2x3", "--box 2x3 --diagonals", "--box 3x3", "--box 3x3 --windoku"] {
        for seed in 1..4 {
            let (drawn, said) = told(&format!("sudoku generate --killer --seed {seed} {words}"));
            let file = file_in(&folder, "cages.txt", &drawn);
            let (count, error) = told(&format!("sudoku --empty {words} --killer {file} -q --engine bits"));
            assert_eq!(count, "1\n", "{drawn}{said}{error}");
            assert!(said.contains(" cages, "), "{said}");
        }
    }
    assert!(told("sudoku generate --killer --box 4x4").1.contains("there may be 9"));
    assert!(told("sudoku generate --killer --hard").1.contains("--hard"));
}

proptest! {
    #![proptest_config(seeded(400))]

    /// Whatever is deduced holds for every solution; what is called solved has one, and what is called impossible none.
    #[test]
    fn deductions_hold_for_all_solutions(sketch in sketches()) {
        let problem = sketch.build();
        deductions_hold(&problem)?;
    }

    /// Some squares of order 4, which have pairs and triples.
    #[test]
    fn deductions_hold_for_squares(clues in prop::collection::vec(prop::option::weighted(0.3, 1u8..5), 16)) {
        let signs: String = clues.iter().map(|clue| clue.map_or_else(|| ".".into(), |clue| clue.to_string())).collect();
        if let Ok(puzzles) = sudokus(&signs, Some(BoxSize { rows: 2, columns: 2 })) {
            deductions_hold(&puzzles[0].problem())?;
        }
    }
}

fn deductions_hold(problem: &Problem) -> Result<(), TestCaseError> {
    let solutions = oracle::solutions(problem);
    let mut deductions = Deductions::new(problem).unwrap();
    for deduction in deductions.by_ref() {
        for solution in &solutions {
            prop_assert!(
                deduction.chosen.is_none_or(|chosen| solution.contains(&chosen)),
                "{deduction:?} {solution:?}"
            );
            prop_assert!(!deduction.out.iter().any(|out| solution.contains(out)), "{deduction:?} {solution:?}");
        }
    }
    match deductions.conclusion() {
        Conclusion::Solved => prop_assert_eq!(solutions.len(), 1),
        Conclusion::Impossible(_) => prop_assert!(solutions.is_empty()),
        _ => {}
    }
    Ok(())
}

/// Items that share others with as many, and an option that others cannot do with; then the hardest steps of puzzles that `sudoku generate` made.
#[test]
fn each_technique_is_found_where_it_is_needed() {
    let rest = "d x\nd e\ne\n";
    for (text, technique) in [
        (format!("a d e | x y\na x\na x y\n{rest}"), Technique::Intersection),
        (format!("a d e | x y z\na x z\na y z\nd z\n{rest}"), Technique::Intersection),
        (format!("a d e | x y z\na x\na y\nd x y\n{rest}"), Technique::DeadEnd),
        (format!("a b d e | x y\na x\na y\nb x\nb y\n{rest}"), Technique::Pair),
        (format!("a b c d e | x y z\na x\na y\nb y\nb z\nc z\nc x\n{rest}"), Technique::Triple),
    ] {
        let problem = knuth::read(text.as_bytes()).unwrap();
        assert_eq!(Deductions::new(&problem).unwrap().next().map(|first| first.technique), Some(technique), "{text}");
    }
    for (text, technique) in HARDEST {
        let problem = sudokus(text, None).unwrap()[0].problem();
        assert_eq!(hardest(&problem), Some(technique), "{text}");
    }
}

const HARDEST: [(&str, Technique); 5] = [
    (".....9.....3..84..7.8...5...2.9.3.......6.3...1..7..6...2..7.9..6...18.48.46.....", Technique::Single),
    ("6....8...872.1...9.4....72.7......6.26..3.4.7...4.........7.5..4....9...9.63.....", Technique::Intersection),
    ("...7..3.9......8..8..3..24.17.....9....4....1......4..3.6..1..5.4852......5..7...", Technique::Pair),
    ("...958......2..8.9....4..6..1....2.....1....3......61..46....3.32.8..1....1.6.942", Technique::Triple),
    (".......21....38...7...9...42.516..4..918...7.4.8...2......2..6...4...........71.3", Technique::Trial),
];
