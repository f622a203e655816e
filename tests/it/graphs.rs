//! Graphs, permanents and Latin squares against what is published, and against searches that know nothing of items and options.

use dlx_count::Problem;
use dlx_count::family::{Graph, LatinSquare, Sudoku, ZeroOne, graph};

use crate::cli::{Said, file_in, program};
use crate::common::count;
use crate::oracle;
use crate::reductions::grid;

fn file(name: &str) -> Graph {
    let path = format!("{}/tests/data/graphs/{name}", env!("CARGO_MANIFEST_DIR"));
    graph(&std::fs::read_to_string(path).unwrap(), false).unwrap()
}

/// The Petersen graph has six perfect matchings, which leave six 2-factors, and no three of them share no edge; its chromatic polynomial at 3 and 4 is 120 and
/// 12960; of its vertices, the parts are its 332 matchings.
#[test]
fn the_petersen_graph() {
    let graph = file("petersen.col");
    let counts =
        [graph.matchings(), graph.cycle_covers(), graph.factorizations(false), graph.colorings(3), graph.colorings(4)];
    assert_eq!(counts.map(|problem| count(&problem.unwrap())), [6, 6, 0, 120, 12960]);
    assert_eq!(count(&graph.clique_covers(false, None).unwrap()), 332);
    assert_eq!(count(&graph.clique_covers(true, None).unwrap()), 1);
}

/// OEIS A003693 (2-factors of P4 x Pn), A004003 (dominoes), A068253 (3-colorings of grids).
#[test]
fn grids() {
    for (n, expected) in (1..).zip([0, 2, 3, 18, 54, 222, 779]) {
        assert_eq!(count(&grid(4, n).cycle_covers().unwrap()), expected, "{n}");
    }
    assert_eq!(count(&grid(6, 6).matchings().unwrap()), 6728);
    for (n, expected) in (1..).zip([3, 18, 246, 7812]) {
        assert_eq!(count(&grid(n, n).colorings(3).unwrap()), expected, "{n}");
    }
    // The cube has nine perfect matchings, in four ways three of them share no edge.
    let cube = file("cube.txt");
    let counts = [cube.matchings(), cube.factorizations(false), cube.factorizations(true), cube.colorings(2)];
    assert_eq!(counts.map(|problem| count(&problem.unwrap())), [9, 4, 24, 2]);
}

/// A graph whose edges are the pairs that a number's bits say.
fn by_bits(n: usize, bits: u32) -> (Vec<(usize, usize)>, Graph) {
    let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
    let edges: Vec<_> = pairs.enumerate().filter(|(place, _)| bits >> place & 1 == 1).map(|(_, pair)| pair).collect();
    let vertices: String = (0..n).map(|vertex| format!("v{vertex}\n")).collect();
    let lines: String = edges.iter().map(|(a, b)| format!("v{a} v{b}\n")).collect();
    (edges, graph(&(vertices + &lines), false).unwrap())
}

/// All graphs on five vertices that a step of 7 reaches: sets of edges with degrees 1 or 2, and maps to colors, tried one by one.
#[test]
fn small_graphs_are_searched_through() {
    let n = 5;
    for bits in (0..1u32 << 10).step_by(7) {
        let (edges, graph) = by_bits(n, bits);
        let regular = |degree: usize| {
            (0..1u32 << edges.len())
                .filter(|set| {
                    let chosen =
                        || edges.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1).map(|(_, edge)| edge);
                    (0..n).all(|vertex| chosen().filter(|(a, b)| *a == vertex || *b == vertex).count() == degree)
                })
                .count()
        };
        let colored = (0..3usize.pow(5))
            .filter(|colors| {
                let color = |vertex: usize| colors / 3usize.pow(vertex as u32) % 3;
                edges.iter().all(|&(a, b)| color(a) != color(b))
            })
            .count();
        let naive = |problem: Result<Problem, _>| oracle::count(&problem.unwrap()) as usize;
        assert_eq!(naive(graph.matchings()), regular(1), "{edges:?}");
        assert_eq!(naive(graph.cycle_covers()), regular(2), "{edges:?}");
        assert_eq!(naive(graph.colorings(3)), colored, "{edges:?}");
    }
}

/// Cycle covers of a directed graph are the permanent of its matrix, and the expansion by the first row knows nothing of either.
#[test]
fn permanents() {
    fn permanent(rows: &[Vec<u64>], taken: u32) -> u64 {
        let Some((first, others)) = rows.split_first() else { return 1 };
        let free = (0..first.len()).filter(|column| taken >> column & 1 == 0);
        free.map(|column| first[column] * permanent(others, taken | 1 << column)).sum()
    }
    let mut dice = fastrand::Rng::with_seed(5);
    for [n_rows, n_columns] in [[5, 5], [6, 6], [3, 6], [6, 3], [1, 4], [4, 0]].repeat(4) {
        let rows: Vec<Vec<u64>> =
            (0..n_rows).map(|_| (0..n_columns).map(|_| u64::from(dice.u8(..3) > 0)).collect()).collect();
        let turned: Vec<Vec<u64>> = (0..n_columns).map(|column| rows.iter().map(|row| row[column]).collect()).collect();
        let text: String =
            rows.iter().map(|row| row.iter().map(ToString::to_string).collect::<String>() + "\n").collect();
        let expected = if n_rows <= n_columns { permanent(&rows, 0) } else { permanent(&turned, 0) };
        if n_columns > 0 {
            assert_eq!(count(&ZeroOne::read(&text).unwrap().permanent()), expected, "{text}");
        }
        if n_rows == n_columns {
            let arcs = rows
                .iter()
                .enumerate()
                .flat_map(|(a, row)| row.iter().enumerate().filter(|(_, one)| **one == 1).map(move |(b, _)| (a, b)));
            let lines: String = (0..n_rows)
                .map(|vertex| format!("{vertex}\n"))
                .chain(arcs.map(|(a, b)| format!("{a} {b}\n")))
                .collect();
            assert_eq!(count(&graph(&lines, true).unwrap().cycle_covers().unwrap()), expected, "{text}");
        }
    }
}

/// What a command prints.
fn printed(words: &str, input: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = file_in(&folder, "input.txt", input);
    let words = words.replace("FILE", &path);
    let output = program().args(words.split_whitespace()).output().unwrap();
    assert!(output.status.success(), "{words}: {}", output.said());
    output.printed()
}

/// All Latin squares of order 4, cell by cell.
fn squares() -> Vec<Vec<char>> {
    printed("solve latin 4 -q", "")
        .split("\n\n")
        .filter(|text| !text.trim().is_empty())
        .map(|text| text.chars().filter(char::is_ascii_digit).collect())
        .collect()
}

/// Squares of order 4 one by one: their diagonals and their regions.
#[test]
fn squares_that_obey_more_rules() {
    let squares = squares();
    assert_eq!(squares.len(), 576);
    let differ = |square: &[char], cells: &[usize]| {
        cells.iter().enumerate().all(|(k, &cell)| cells[..k].iter().all(|&other| square[other] != square[cell]))
    };
    let regions = "aaab\nacbb\nccbd\ncddd\n";
    let parts: Vec<Vec<usize>> = "abcd"
        .chars()
        .map(|region| {
            regions
                .chars()
                .filter(|c| *c != '\n')
                .enumerate()
                .filter(|(_, c)| *c == region)
                .map(|(cell, _)| cell)
                .collect()
        })
        .collect();
    let diagonals = [vec![0, 5, 10, 15], vec![3, 6, 9, 12]];
    let boxes = [vec![0, 1, 4, 5], vec![2, 3, 6, 7], vec![8, 9, 12, 13], vec![10, 11, 14, 15]];
    let number = |kinds: &[&[Vec<usize>]]| {
        squares
            .iter()
            .filter(|square| kinds.iter().all(|lines| lines.iter().all(|line| differ(square, line))))
            .count()
            .to_string()
    };
    assert_eq!(printed("sudoku --empty --box 2x2 -q", "").trim(), number(&[&boxes]));
    assert_eq!(printed("sudoku --empty --box 2x2 --diagonals -q", "").trim(), number(&[&boxes, &diagonals]));
    assert_eq!(printed("sudoku --empty --jigsaw FILE -q", regions).trim(), number(&[&parts]));
    assert_eq!(printed("sudoku --empty --jigsaw FILE --diagonals -q", regions).trim(), number(&[&parts, &diagonals]));
    assert_ne!(number(&[&parts]), "0");
    // Clues of a puzzle, by the same rules.
    let first = |square: &&Vec<char>| square[0] == '2' && square[1] == '4';
    let with_clues = squares
        .iter()
        .filter(first)
        .filter(|square| boxes.iter().chain(&diagonals).all(|line| differ(square, line)))
        .count();
    assert_eq!(printed("sudoku 24.............. --diagonals -q", "").trim(), with_clues.to_string());
}

#[test]
fn mates_are_squares_with_all_pairs() {
    let squares = squares();
    for (place, square) in squares.iter().enumerate().step_by(37) {
        let text: String = square.chunks(4).map(|row| row.iter().collect::<String>() + "\n").collect();
        let pairs = |mate: &[char]| {
            (0..16).map(|cell| (square[cell], mate[cell])).collect::<std::collections::HashSet<_>>().len()
        };
        let mates = squares.iter().filter(|mate| mate[..4] == ['1', '2', '3', '4'] && pairs(mate) == 16).count();
        assert_eq!(printed("latin FILE --mates -q", &text).trim(), mates.to_string(), "{place}");
    }
}

/// Transversals are permutations whose cells have all symbols; completions are the squares that agree with what is there.
#[test]
fn transversals_and_completions() {
    assert_eq!(count(&LatinSquare::cyclic(5).unwrap().mates().unwrap()), 3);
    // The table of the group of the cube's turns by half has 8 transversals and 2 mates; the cyclic one of order 4 neither.
    assert_eq!(printed("latin FILE --transversals -q", "1234\n2143\n3412\n4321").trim(), "8");
    assert_eq!(printed("latin FILE --mates -q", "1234\n2143\n3412\n4321").trim(), "2");
    assert_eq!(count(&LatinSquare::cyclic(4).unwrap().transversals()), 0);
    let squares = printed("solve latin 4 -q", "");
    let fits = |square: &&str| square.starts_with("2 ") && square.ends_with('3');
    let expected = squares.trim().split("\n\n").filter(fits).count();
    assert_eq!(printed("latin FILE -q", "2...\n....\n....\n...3").trim(), expected.to_string());
    assert_eq!(
        printed("latin FILE -q", "order 4\n1 -1 -1 -1\n-1 -1 -1 -1\n-1 -1 -1 -1\n-1 -1 -1 2\n").trim(),
        expected.to_string()
    );
}

/// Every new source under the verbs: they draw, sample, trace, convert and estimate.
#[test]
fn every_verb_takes_them() {
    let sources = [
        ("design 2 7 3", ""),
        ("design 2 9 3 --resolvable --named", ""),
        ("factorization 6", ""),
        ("matching FILE", "a b\nb c\nc d\nd a\n"),
        ("cycles FILE --directed", "a b\nb a\nb b\na a\n"),
        ("cycles 5", ""),
        ("coloring FILE --colors 3", "p edge 3 2\ne 1 2\ne 2 3\n"),
        ("cliques 4 --edges", ""),
        ("permanent FILE", "011\n101\n110\n"),
        ("latin 3 --cube", ""),
        ("latin FILE --transversals", "123\n231\n312\n"),
        ("latin FILE --mates", "123\n231\n312\n"),
        ("sudoku --empty --box 2x2 --diagonals", ""),
        ("sudoku --empty --jigsaw FILE", "aab\nabb\nccc\n"),
    ];
    for (source, input) in sources {
        let number: u64 = printed(&format!("{source} -q"), input).trim().parse().unwrap();
        assert!(number > 0, "{source}");
        let solved = printed(&format!("solve {source} --as indices -q"), input);
        assert_eq!(solved.lines().count() as u64, number, "{source}");
        let converted = printed(&format!("convert {source} --to dlx"), input);
        assert_eq!(oracle::count(&crate::common::problem(&converted)), number, "{source}");
        let shown = printed(&format!("solve {source} --limit 1 -q"), input);
        assert!(!shown.trim().is_empty(), "{source}");
        assert_eq!(
            printed(&format!("sample {source} --count 3 --seed 1 --as indices -q"), input).lines().count(),
            3,
            "{source}"
        );
        assert!(printed(&format!("estimate {source}"), input).contains("solution"), "{source}");
    }
}

/// Drawings of the corners: nothing in them, and no panic.
#[test]
fn solutions_as_text() {
    assert_eq!(printed("solve cycles FILE --directed -q", "a b\nb c\nc a\nd d\n"), "(a b c) (d)\n");
    assert_eq!(printed("solve cycles FILE -q", "a b\nb c\nc d\nd a\n"), "(a b c d)\n");
    assert_eq!(printed("solve coloring FILE --colors 1 -q", "p edge 2 0\n"), "1=1 2=1\n");
    assert_eq!(printed("solve cliques FILE --size 3 -q", "a b\nb c\nc a\n"), "a,b,c\n");
    assert_eq!(printed("solve permanent FILE -q", "10\n01\n"), "1 .\n. 1\n\n");
    assert!(Sudoku::is_in_a_word("24.............."));
    for empty in [
        "matching 0",
        "cycles 0",
        "factorization 0",
        "factorization 1",
        "cliques 0",
        "coloring 0 --colors 2",
        "latin 0 --cube",
        "latin 0 --mates",
    ] {
        assert_eq!(printed(&format!("{empty} -q"), "").trim(), "1", "{empty}");
        printed(&format!("solve {empty} -q"), "");
    }
}
