//! Families against what is published, against each other, and against the naive counter.

use dlx_count::family::{
    Board, Copies, Freedom, Langford, Polyomino, Queens, drawn_pieces, known, latin, pieces, sudokus,
};
use dlx_count::symmetry::CountQuery;
use dlx_count::{Count, EngineKind, Limits, Outcome, Problem, Session};

use crate::cli::{Said, run, told};
use crate::common::{MEMORY, pair};
use crate::oracle;
use crate::several::permutations;

fn ask(question: &CountQuery, engine: Option<EngineKind>) -> Outcome {
    let outcome = ask_within(question, engine, None);
    assert!(outcome.is_complete());
    outcome
}

fn ask_within(question: &CountQuery, engine: Option<EngineKind>, nodes: Option<u64>) -> Outcome {
    let limits = Limits { nodes, ..Limits::default() };
    let session = Session::builder().threads(2).memory(MEMORY).limits(limits).engine(engine).build().unwrap();
    session.count(question).unwrap()
}

fn count(problem: &Problem) -> Count {
    pair().count(problem).unwrap().count
}

fn tiling(board: &str, words: &str) -> Polyomino {
    Polyomino::new(Board::parse(board).unwrap(), pieces(words).unwrap()).called(words)
}

/// Published counts by every engine that gets to the end within a number of nodes; nearly all of them by two or three.
#[test]
fn published_counts_are_recounted_by_two_engines() {
    let (mut n_known, mut n_by_two) = (0, 0);
    let known = known().filter(|known| !known.name.contains("octominoes") && known.count.len() < 25);
    for (place, known) in known.enumerate() {
        let question = known.question();
        // A class takes a hundred times as long as a node, and so does a node that learns: one problem in three has them.
        let is_slow = |engine| matches!(engine, EngineKind::Isomorph | EngineKind::Learn);
        let most = |engine| if is_slow(engine) { 30 } else { 1_000 };
        let is_tried = |engine: &&EngineKind| place % 3 == 0 || !is_slow(**engine);
        let able = EngineKind::ALL.iter().filter(is_tried).filter(|engine| engine.knows(question.problem()));
        let by = able.map(|&engine| ask_within(&question, Some(engine), Some(most(engine))));
        let complete: Vec<Outcome> = by.filter(Outcome::is_complete).collect();
        for outcome in &complete {
            assert_eq!(
                outcome.count.to_string(),
                known.count,
                "{} by {}, {}",
                known.name,
                outcome.engine,
                known.source
            );
        }
        n_known += 1;
        n_by_two += usize::from(complete.len() >= 2);
    }
    assert!(n_by_two >= 120, "only {n_by_two} of {n_known} by two engines");
}

#[test]
fn names_are_those_of_the_problems() {
    for known in known().filter(|known| !known.name.contains("octominoes")) {
        assert_eq!(known.question().problem().name(), known.name);
    }
}

/// Counts that are in no table here, by two engines and a formula.
#[test]
fn aztec_diamonds_and_cubes() {
    for n in 1..=5usize {
        // A row of the Aztec diamond of order n has 2, 4, ..., 2n, 2n, ..., 2 cells; N. Elkies et al., 1992: 2^(n(n+1)/2).
        let width = |row: usize| 2 * if row < n { row + 1 } else { 2 * n - row };
        let rows: Vec<String> =
            (0..2 * n).map(|row| "#".repeat(n - width(row) / 2) + &".".repeat(width(row))).collect();
        let board = Board::drawing(&rows.join("\n"), "@aztec").unwrap();
        let dominoes = Polyomino::new(board, pieces("dominoes").unwrap()).copies(Copies::ANY).question().unwrap();
        for engine in [EngineKind::Frontier, EngineKind::Bits] {
            assert_eq!(ask(&dominoes, Some(engine)).count, Count::from(1u64 << (n * (n + 1) / 2)), "{n}");
        }
    }
    // Perfect matchings of the cube with side 2: those of the 3-cube graph, 9; of 2 x 2 x 3: 32 (OEIS A006253).
    for (board, number) in [("2x2x1", "2"), ("2x2x2", "9"), ("2x2x3", "32"), ("3x2x2", "32"), ("2x2x6", "1681")] {
        let dominoes = tiling(board, "dominoes").copies(Copies::ANY).question().unwrap();
        assert_eq!(ask(&dominoes, None).count.to_string(), number, "{board}");
    }
}

#[test]
fn the_board_may_be_turned_and_sides_do_not_matter_when_all_are_there() {
    for (board, turned) in [("4x6", "6x4"), ("3x8", "8x3")] {
        let number = |board: &str, sides| {
            ask(&tiling(board, "tetrominoes").copies(Copies::ANY).freedom(sides).question().unwrap(), None).count
        };
        let expected = number(board, Freedom::Free);
        for sides in [Freedom::Free, Freedom::OneSided, Freedom::Fixed] {
            assert_eq!(number(board, sides), expected);
            assert_eq!(number(turned, sides), expected);
        }
    }
}

/// What is said of one piece holds, before or behind what is said of all.
#[test]
fn copies_of_one_piece_go_before_those_of_all() {
    let count = |copies: &str| told(&format!("polyomino 4x5 --pieces tetrominoes --copies {copies} -q")).0;
    let expected = count("I4=1..2,O4=0..2,T4=0..2,S4=0..2,L4=0..2");
    assert_eq!((count("I4=1..2,*=0..2"), count("*=0..2,I4=1..2")), (expected.clone(), expected.clone()));
    assert_ne!(count("*=0..2"), expected);
    run("polyomino 4x5 --pieces tetrominoes --copies I4=2,I4=0..2").ending(2);
}

/// Copies, by another way: choose how often each piece is used by hand, name the copies, and divide by the orders that makes.
#[test]
fn copies_are_not_told_apart() {
    let board = "4x5";
    let with = |copies: [Copies; 3]| {
        let [i, o, l] = copies;
        tiling(board, "I4,O4,L4").copies_of("I4", i).copies_of("O4", o).copies_of("L4", l)
    };
    let exactly = |number: usize| Copies { least: number, most: Some(number) };
    let between = |least, most| Copies { least, most: Some(most) };
    let mut by_number = std::collections::HashMap::new();
    for (i, o) in (0..=5usize).flat_map(|i| (0..=5 - i).map(move |o| (i, o))) {
        let l = 5 - i - o;
        let question = with([exactly(i), exactly(o), exactly(l)]).question().unwrap();
        let number = oracle::count(question.problem());
        for &engine in EngineKind::ALL.iter().filter(|engine| engine.knows(question.problem())) {
            assert_eq!(ask(&question, Some(engine)).count, Count::from(number), "{i} {o} {l} {}", engine.name());
        }
        by_number.insert((i, o), number);
    }
    let reuse = ask(&tiling(board, "I4,O4,L4").copies(Copies::ANY).question().unwrap(), None).count;
    assert_eq!(Count::from(by_number.values().sum::<u64>()), reuse);
    assert!(by_number.values().filter(|&&number| number > 0).count() > 4);
    let sum = |is_in: &dyn Fn(usize, usize) -> bool| {
        by_number.iter().filter(|&(&(i, o), _)| is_in(i, o)).map(|(_, number)| number).sum::<u64>()
    };
    let ranges: [([Copies; 3], u64); 5] = [
        ([between(1, 3), between(0, 2), Copies::ANY], sum(&|i, o| (1..=3).contains(&i) && o <= 2)),
        ([between(0, 1), between(0, 1), between(2, 5)], sum(&|i, o| i <= 1 && o <= 1 && i + o <= 3)),
        (
            [Copies { least: 1, most: None }, Copies { least: 2, most: None }, between(0, 1)],
            sum(&|i, o| i >= 1 && o >= 2 && i + o >= 4),
        ),
        ([exactly(0), between(0, 9), Copies { least: 2, most: None }], sum(&|i, o| i == 0 && o <= 3)),
        ([between(2, 2), Copies::ANY, Copies::ANY], sum(&|i, _| i == 2)),
    ];
    for (copies, expected) in ranges {
        let question = with(copies).question().unwrap();
        for &engine in EngineKind::ALL.iter().filter(|engine| engine.knows(question.problem())) {
            assert_eq!(ask(&question, Some(engine)).count, Count::from(expected), "{copies:?} {}", engine.name());
        }
    }
}

#[test]
fn areas_that_do_not_add_up_are_zero_at_once_and_in_truth() {
    let cases = [
        (tiling("3x3", "tetrominoes").copies(Copies::ANY), "no choice"),
        (tiling("5x11", "pentominoes"), "cover 60 cells, the board has 55"),
        (tiling("3x4", "I4,L4").copies_of("L4", Copies { least: 3, most: Some(3) }), "cover 16 cells"),
        (tiling("2x2", "I4").copies_of("I4", Copies { least: 0, most: Some(0) }), "cover 0 cells"),
    ];
    for (polyomino, part) in cases {
        let question = polyomino.question().unwrap();
        assert!(question.obstacle().is_some_and(|obstacle| obstacle.contains(part)), "{:?}", question.obstacle());
        assert_eq!(ask(&question, None).engine, "none");
        if question.problem().n_options() < 100 {
            assert_eq!(oracle::count(question.problem()), 0, "{}", question.problem().name());
        }
    }
}

/// Up to symmetry by Burnside's lemma, and by looking at every solution and its images.
#[test]
fn classes_of_solutions_are_counted_by_hand() {
    for (board, words, reuse) in [
        ("4x4", "dominoes", true),
        ("3x4", "L3,I3", true),
        ("2x2x2", "dominoes", true),
        ("4x5", "tetrominoes", false),
        ("3x5", "V5,L5,P5", false),
        ("2x2x3", "L3", true),
    ] {
        let polyomino = tiling(board, words).copies(if reuse { Copies::ANY } else { Copies::ONE });
        let question = polyomino.clone().up_to_symmetry(true).question().unwrap();
        let plain = polyomino.question().unwrap();
        let solutions = oracle::solutions(plain.problem());
        let mut classes = std::collections::BTreeSet::new();
        let [layers, rows, columns] = polyomino.placement(&[]).unwrap().size();
        for solution in &solutions {
            let placement = polyomino.placement(solution).unwrap();
            let cell = |l: usize, r: usize, c: usize| {
                placement.at(l, r, c).map(|piece| (piece, placement.pieces()[piece].clone()))
            };
            let mut images = Vec::new();
            for turn in turns([layers, rows, columns]) {
                // Pieces are renamed in the order in which they come, so that only the picture matters.
                let mut names = Vec::new();
                let mut picture = Vec::new();
                for [l, r, c] in cells([layers, rows, columns]) {
                    let [l, r, c] = turn([l, r, c]);
                    let (piece, name) = cell(l, r, c).unwrap();
                    let place = names.iter().position(|&known| known == piece).unwrap_or_else(|| {
                        names.push(piece);
                        names.len() - 1
                    });
                    picture.push((place, name));
                }
                images.push(picture);
            }
            classes.insert(images.into_iter().min().unwrap());
        }
        assert_eq!(ask(&plain, None).count, Count::from(solutions.len() as u64), "{board} {words}");
        assert_eq!(ask(&question, None).count, Count::from(classes.len() as u64), "{board} {words}");
    }
}

fn cells([layers, rows, columns]: [usize; 3]) -> impl Iterator<Item = [usize; 3]> {
    (0..layers).flat_map(move |l| (0..rows).flat_map(move |r| (0..columns).map(move |c| [l, r, c])))
}

/// A map of cells.
type Turn = Box<dyn Fn([usize; 3]) -> [usize; 3]>;

/// All symmetries of a box, as maps of cells; of a single layer those of the rectangle.
fn turns(size: [usize; 3]) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        if order.map(|axis: usize| size[axis]) != size {
            continue;
        }
        for bits in 0..8usize {
            turns.push(Box::new(move |cell| {
                let turned = order.map(|axis| cell[axis]);
                [0, 1, 2].map(|axis| if bits >> axis & 1 == 1 { size[axis] - 1 - turned[axis] } else { turned[axis] })
            }));
        }
    }
    turns
}

#[test]
fn placed_queens_part_the_whole() {
    for (n, is_toroidal) in [(6, false), (8, false), (7, true)] {
        let board = |placed| Queens { n, is_toroidal, placed, ..Queens::default() }.question().unwrap();
        let whole = count(board(Vec::new()).problem());
        let by_column: Count = (0..n).map(|column| count(board(vec![(2, column)]).problem())).sum();
        assert_eq!(by_column, whole, "{n} {is_toroidal}");
    }
    let corner = Queens { n: 8, placed: vec![(0, 0)], up_to_symmetry: true, ..Queens::default() };
    // Of the 4 completions none is its own mirror image, so reflection in the diagonal makes pairs of them.
    assert_eq!(ask(&corner.question().unwrap(), None).count, Count::from(2u64));
}

#[test]
fn reversal_halves_and_reduction_divides() {
    for n in 3..=12 {
        for is_skolem in [false, true] {
            let number = |up_to_reversal| count(&Langford { n, up_to_reversal, is_skolem }.problem().unwrap());
            assert_eq!(number(false), number(true) * Count::from(2u64), "{n} {is_skolem}");
        }
    }
    // L(n) = n! (n - 1)! R(n)
    for (n, factor) in [(1, 1u64), (2, 2), (3, 12), (4, 144), (5, 2880)] {
        assert_eq!(count(&latin(n, false).unwrap()), count(&latin(n, true).unwrap()) * Count::from(factor));
    }
}

#[test]
fn solutions_read_back_as_placements() {
    let drawing =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/boards/stairs.txt")).unwrap();
    let own = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/boards/pieces.txt")).unwrap();
    let polyomino = Polyomino::new(Board::drawing(&drawing, "@stairs").unwrap(), drawn_pieces(&own).unwrap());
    let question = polyomino.question().unwrap();
    let solutions = oracle::solutions(question.problem());
    assert_eq!(Count::from(solutions.len() as u64), count(question.problem()));
    let pictures: Vec<String> =
        solutions.iter().map(|solution| polyomino.placement(solution).unwrap().to_string()).collect();
    assert!(!pictures.is_empty());
    for picture in &pictures {
        let number = |letter: char| picture.chars().filter(|&c| c == letter).count();
        assert_eq!(['A', 'B', 'C', '.'].map(number), [3, 4, 3, 6], "{picture}");
    }
    // Several of one kind get letters of their own.
    let dominoes = tiling("2x2", "dominoes").copies(Copies::ANY);
    let solutions = oracle::solutions(dominoes.question().unwrap().problem());
    let mut pictures: Vec<String> =
        solutions.iter().map(|solution| dominoes.placement(solution).unwrap().to_string()).collect();
    pictures.sort();
    assert_eq!(pictures, ["AA\nBB\n", "AB\nAB\n"]);
}

#[test]
fn sudoku_puzzles_have_as_many_solutions_as_they_should() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/sudoku/three.txt")).unwrap();
    let puzzles = sudokus(&text, None).unwrap();
    let by = |engine| {
        let session = pair().to_builder().engine(engine).build().unwrap();
        puzzles.iter().map(|puzzle| session.count(&puzzle.problem()).unwrap().count).collect::<Vec<_>>()
    };
    let counts = by(EngineKind::Links);
    assert_eq!((counts[0].to_u64(), counts[2].to_u64()), (Some(1), Some(0)));
    assert!(counts[1] > Count::ONE);
    assert_eq!(by(EngineKind::Bits), counts);
}

/// All boards of one width from one sweep, and one by one.
#[test]
fn cuts_are_the_shorter_boards() {
    for (words, width, longest) in [("tetrominoes", 4, 9), ("dominoes", 5, 8), ("I1,L3", 3, 7), ("pentominoes", 5, 6)] {
        let board = |length: usize| tiling(&format!("{length}x{width}"), words).copies(Copies::ANY).question().unwrap();
        let cuts: Vec<usize> = (1..=longest).map(|length| length * width).collect();
        let long = board(longest);
        let small = [1 << 26, 3000];
        for memory in small {
            let session = Session::builder().threads(2).memory(memory).build().unwrap();
            let found = session.count_cuts(long.problem(), &cuts).unwrap().unwrap();
            for (length, outcome) in (1..).zip(found) {
                assert!(outcome.is_complete());
                assert_eq!(outcome.count, count(board(length).problem()), "{words} {width}x{length}, {memory} bytes");
            }
        }
    }
    // Secondary items are not seen by a cut.
    assert!(pair().count_cuts(&dlx_count::family::queens(5), &[1]).unwrap().is_none());
}

/// Blocked squares and amazons, by trying all permutations.
#[test]
fn blocked_squares_and_amazons_by_hand() {
    let blocked = [(0, 1), (2, 2), (3, 0), (4, 4)];
    for (n, are_amazons, is_toroidal) in
        [(4, false, false), (6, false, false), (6, true, false), (7, false, true), (5, true, false)]
    {
        let blocked: Vec<_> = blocked.iter().copied().filter(|&(row, column)| row < n && column < n).collect();
        for blocked in [Vec::new(), blocked] {
            let queens = Queens { n, is_toroidal, are_amazons, blocked: blocked.clone(), ..Queens::default() };
            let question = queens.question().unwrap();
            let expected =
                permutations(n).iter().filter(|columns| stand(columns, &blocked, are_amazons, is_toroidal)).count();
            for &engine in EngineKind::ALL.iter().filter(|engine| engine.knows(question.problem())) {
                assert_eq!(
                    ask(&question, Some(engine)).count,
                    Count::from(expected as u64),
                    "{queens:?} {}",
                    engine.name()
                );
            }
        }
    }
    let symmetric =
        Queens { n: 6, blocked: vec![(0, 0), (5, 5), (0, 5), (5, 0)], up_to_symmetry: true, ..Queens::default() };
    assert_eq!(ask(&symmetric.question().unwrap(), None).count, Count::ONE);
    let wrong = |queens: Queens| queens.question().unwrap_err().to_string();
    assert!(wrong(Queens { n: 4, blocked: vec![(4, 0)], ..Queens::default() }).contains("5,1 is not on the board"));
    assert!(
        wrong(Queens { n: 4, blocked: vec![(1, 0)], placed: vec![(1, 0)], ..Queens::default() }).contains("blocked")
    );
    assert!(wrong(Queens { n: 4, is_toroidal: true, are_amazons: true, ..Queens::default() }).contains("--toroidal"));
    assert!(
        wrong(Queens { n: 4, placed: vec![(0, 0), (1, 2)], are_amazons: true, ..Queens::default() }).contains("attack")
    );
}

/// May queens stand in these columns?
fn stand(columns: &[usize], blocked: &[(usize, usize)], are_amazons: bool, is_toroidal: bool) -> bool {
    let n = columns.len();
    let is_attacked = |a: usize, b: usize| {
        let (down, across) = (a - b, columns[a].abs_diff(columns[b]));
        let is_diagonal = down == across || (is_toroidal && (down + across == n));
        is_diagonal || (are_amazons && matches!((down, across), (1, 2) | (2, 1)))
    };
    let rows = columns.iter().enumerate();
    (0..n).all(|a| (0..a).all(|b| !is_attacked(a, b)))
        && !rows.clone().any(|(row, &column)| blocked.contains(&(row, column)))
}
