//! Reductions to exact covers: counted by every engine, by trying everything, and against what is published.

use std::collections::HashSet;

use dlx_count::family::{Cnf, Graph, Knapsack, Nonogram, Script, graph};
use dlx_count::format::{OutputFormat, write};
use dlx_count::{EngineKind, Problem, Session};
use proptest::prelude::*;

use crate::cli::both;
use crate::common::{Sketch, count, seeded};
use crate::oracle;

/// The count by the engines that search trees and know the problem.
fn count_by_trees(problem: &Problem) -> u64 {
    let by = |engine| Session::builder().threads(2).engine(Some(engine)).build().unwrap();
    let able = [EngineKind::Links, EngineKind::Bits].into_iter().filter(|engine| engine.knows(problem));
    let counts: Vec<u64> = able.map(|engine| by(engine).count(problem).unwrap().count.to_u64().unwrap()).collect();
    assert!(counts.iter().all(|count| *count == counts[0]));
    counts[0]
}

fn data(name: &str) -> String {
    std::fs::read_to_string(format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// A graph from its edges, with all vertices from 0 to n - 1.
pub fn graph_of(n: usize, edges: impl IntoIterator<Item = (usize, usize)>, is_directed: bool) -> Graph {
    let vertices = (0..n).map(|vertex| format!("{vertex}\n"));
    let edges = edges.into_iter().map(|(a, b)| format!("{a} {b}\n"));
    graph(&vertices.chain(edges).collect::<String>(), is_directed).unwrap()
}

/// A grid of vertices, each with those above and below it and at its sides for neighbors.
pub fn grid(rows: usize, columns: usize) -> Graph {
    let n = rows * columns;
    let right = (0..n).filter(|cell| cell % columns + 1 < columns).map(|cell| (cell, cell + 1));
    let down = (0..n - columns).map(|cell| (cell, cell + columns));
    graph_of(n, right.chain(down).collect::<Vec<_>>(), false)
}

fn cube(n: usize) -> Graph {
    let edges = (0..1usize << n).flat_map(|a| (0..n).map(move |bit| (a, a ^ 1 << bit))).filter(|(a, b)| a < b);
    graph_of(1 << n, edges.collect::<Vec<_>>(), false)
}

fn ring(n: usize) -> Graph {
    graph_of(n, (0..n).map(|k| (k, (k + 1) % n)), false)
}

// Formulas.

pub fn text_of(n: usize, clauses: &[Vec<i32>], shown: Option<&[usize]>) -> String {
    let show =
        shown.map(|shown| format!("c p show {}0\n", shown.iter().map(|it| format!("{it} ")).collect::<String>()));
    let clause = |clause: &Vec<i32>| clause.iter().map(|it| format!("{it} ")).collect::<String>() + "0\n";
    let clauses = clauses.iter().map(clause).collect::<Vec<_>>();
    format!("p cnf {n} {}\n{}{}", clauses.len(), show.unwrap_or_default(), clauses.concat())
}

/// The shown parts of models, by trying all values.
pub fn models(n: usize, clauses: &[Vec<i32>], shown: impl IntoIterator<Item = usize>) -> u64 {
    let is_true = |values: usize, literal: i32| (values >> (literal.unsigned_abs() - 1) & 1 == 1) == (literal > 0);
    let is_model =
        |values: &usize| clauses.iter().all(|clause| clause.iter().any(|&literal| is_true(*values, literal)));
    let is_shown = shown.into_iter().map(|variable| 1 << (variable - 1)).sum::<usize>();
    (0..1 << n).filter(is_model).map(|values| values & is_shown).collect::<HashSet<_>>().len() as u64
}

fn clauses(n: i32, most: usize) -> impl Strategy<Value = Vec<Vec<i32>>> {
    let literal = (1..=n, any::<bool>()).prop_map(|(variable, is_true)| if is_true { variable } else { -variable });
    prop::collection::vec(prop::collection::vec(literal, 1..4), 0..most)
}

proptest! {
    #![proptest_config(seeded(200))]

    #[test]
    fn models_are_counted(clauses in clauses(6, 14)) {
        let cnf = Cnf::read(&text_of(6, &clauses, None)).unwrap();
        prop_assert_eq!(count(&cnf.problem().unwrap()), models(6, &clauses, 1..=6));
    }

    #[test]
    fn shown_parts_of_models_are_counted(clauses in clauses(7, 16), shown in prop::sample::subsequence(vec![1usize, 2, 3, 4, 5, 6, 7], 0..7)) {
        let cnf = Cnf::read(&text_of(7, &clauses, Some(&shown))).unwrap();
        prop_assert_eq!(count(&cnf.problem().unwrap()), models(7, &clauses, shown));
        prop_assert_eq!(oracle::count(&cnf.with_all_shown().problem().unwrap()), models(7, &clauses, 1..=7));
    }

    /// With hidden variables that are left to the search.
    #[test]
    fn shown_parts_are_counted_without_elimination(clauses in clauses(9, 40), shown in prop::sample::subsequence((1..=9).collect::<Vec<usize>>(), 0..=9)) {
        let cnf = Cnf::read(&text_of(9, &clauses, Some(&shown))).unwrap();
        let count = Session::new().unwrap().count(&cnf.counted_question().unwrap()).unwrap().count;
        prop_assert_eq!(count.to_u64(), Some(models(9, &clauses, shown)));
    }

    /// A problem, as clauses, and as a problem again.
    #[test]
    fn there_and_back(sketch in sketch()) {
        let problem = sketch.build();
        let mut text = Vec::new();
        write(&problem, OutputFormat::Cnf, &mut text).unwrap();
        let cnf = Cnf::read(&String::from_utf8(text).unwrap()).unwrap();
        prop_assert_eq!(oracle::count(&cnf.problem().unwrap()), oracle::count(&problem));
    }

    #[test]
    fn choices_of_numbers_are_counted(numbers in prop::collection::vec((0usize..8, 0usize..4), 0..6), most in 0usize..25) {
        let text: String = numbers.iter().map(|(number, copies)| format!("{number}*{copies} ")).collect();
        let knapsack = Knapsack::read(&text).unwrap();
        let mut sums = vec![0];
        for &(number, copies) in &numbers {
            sums = sums.iter().flat_map(|sum| (0..=copies).map(move |times| sum + number * times)).collect();
        }
        let number = |is_right: &dyn Fn(usize) -> bool| sums.iter().filter(|&&sum| is_right(sum)).count() as u64;
        prop_assert_eq!(count(&knapsack.with_sum(most).unwrap()), number(&|sum| sum == most));
        prop_assert_eq!(count(&knapsack.with_sum_at_most(most).unwrap()), number(&|sum| sum <= most));
    }

    #[test]
    fn tours_are_counted(n in 0usize..6, pairs in prop::collection::vec((0usize..6, 0usize..6), 0..18), is_directed in any::<bool>()) {
        let edges: Vec<_> = pairs.into_iter().filter(|&(a, b)| a < n && b < n && (is_directed || a != b)).collect();
        let graph = graph_of(n, edges.iter().copied(), is_directed);
        prop_assert_eq!(count(&graph.tours().unwrap()), tours(n, &edges, is_directed));
    }

    #[test]
    fn sets_are_counted(n in 0usize..7, pairs in prop::collection::vec((0usize..7, 0usize..7), 0..12), size in 0usize..5) {
        let edges: Vec<_> = pairs.into_iter().filter(|&(a, b)| a < b && b < n).collect();
        let graph = graph_of(n, edges.iter().copied(), false);
        for is_cover in [false, true] {
            for is_extreme in [false, true] {
                for size in [None, Some(size)] {
                    let problem = if is_cover { graph.vertex_covers(is_extreme, size) } else { graph.independent_sets(is_extreme, size) };
                    prop_assert_eq!(count(&problem.unwrap()), sets(n, &edges, is_cover, is_extreme, size), "{} {} {:?}", is_cover, is_extreme, size);
                }
            }
        }
    }

    #[test]
    fn pictures_are_counted(cells in prop::collection::vec(any::<bool>(), 12), changed in 0usize..4) {
        // The runs of a picture of three rows and four columns; with those of the first row changed there may be none.
        let runs = |line: Vec<bool>| line.split(|is_full| !is_full).map(<[bool]>::len).filter(|&run| run > 0).collect::<Vec<_>>();
        let lines = |cells: &[bool]| {
            let rows = (0..3).map(|row| runs(cells[4 * row..4 * row + 4].to_vec()));
            let columns = (0..4).map(|column| runs((0..3).map(|row| cells[4 * row + column]).collect()));
            (rows.collect::<Vec<_>>(), columns.collect::<Vec<_>>())
        };
        let (mut rows, columns) = lines(&cells);
        if changed > 0 { rows[0] = vec![changed]; }
        let text = |lines: &[Vec<usize>]| lines.iter().map(|runs| runs.iter().map(|run| format!(" {run}")).collect::<String>() + " 0\n").collect::<String>();
        let nonogram = Nonogram::read(&format!("{}\n{}", text(&rows), text(&columns))).unwrap();
        let all = (0..1usize << 12).map(|bits| (0..12).map(|place| bits >> place & 1 == 1).collect::<Vec<bool>>());
        let expected = all.filter(|picture| lines(picture) == (rows.clone(), columns.clone())).count() as u64;
        prop_assert_eq!(count(&nonogram.problem()), expected);
    }
}

/// Problems with few options, so that all values of their clauses can be tried.
pub fn sketch() -> impl Strategy<Value = Sketch> {
    let option = prop::collection::vec((0usize..5, 0usize..3), 1..4);
    (1usize..4, prop::collection::vec(option, 0..7)).prop_map(|(n_primary, options)| Sketch {
        n_primary,
        n_secondary: 5 - n_primary,
        options: options.into_iter().map(|cells| cells.into_iter().filter(|(item, _)| *item < 5).collect()).collect(),
    })
}

/// Tours by trying all orders of the vertices behind the first.
fn tours(n: usize, edges: &[(usize, usize)], is_directed: bool) -> u64 {
    let is_edge = |a: usize, b: usize| edges.contains(&(a, b)) || (!is_directed && edges.contains(&(b, a)));
    if n == 0 || (n < 3 && !is_directed) {
        return u64::from(n == 0);
    }
    let mut number = 0;
    let mut orders = vec![vec![0]];
    while let Some(order) = orders.pop() {
        let longer = (0..n).filter(|vertex| !order.contains(vertex) && is_edge(order[order.len() - 1], *vertex));
        if order.len() == n {
            number += u64::from(is_edge(order[n - 1], 0));
        } else {
            orders.extend(longer.map(|vertex| [order.as_slice(), &[vertex]].concat()));
        }
    }
    if is_directed { number } else { number / 2 }
}

/// Sets by trying all.
fn sets(n: usize, edges: &[(usize, usize)], is_cover: bool, is_extreme: bool, size: Option<usize>) -> u64 {
    let has = |set: usize, vertex: usize| set >> vertex & 1 == 1;
    let is_right = |set: usize| {
        edges.iter().all(|&(a, b)| if is_cover { has(set, a) || has(set, b) } else { !has(set, a) || !has(set, b) })
    };
    // One more, or one less.
    let is_last = |set: usize| {
        (0..n)
            .all(|vertex| has(set, vertex) == is_cover && !is_right(set ^ 1 << vertex) || has(set, vertex) != is_cover)
    };
    let is_counted = |&set: &usize| {
        is_right(set) && (!is_extreme || is_last(set)) && size.is_none_or(|size| set.count_ones() as usize == size)
    };
    (0..1usize << n).filter(is_counted).count() as u64
}

// What is published.

#[test]
fn gates_project_as_they_stand() {
    let text = data("cnf/adder.cnf");
    let cnf = Cnf::read(&text).unwrap();
    assert_eq!(count(&cnf.problem().unwrap()), 8);
    // The free variable is 1 where there is no carry.
    assert_eq!(count(&cnf.with_all_shown().problem().unwrap()), 12);
    assert_eq!(both("cnf tests/data/cnf/adder.cnf -q"), "8\n");
    assert_eq!(both("cnf tests/data/cnf/adder.cnf --models -q"), "12\n");
    let models = both("solve cnf tests/data/cnf/adder.cnf --in-order -q");
    assert_eq!(
        (models.lines().next(), models.lines().filter(|line| line.ends_with(" 0")).count()),
        (Some("1 2 3 0"), 8)
    );
}

/// 8 queens, written as clauses by `convert`; a hole too few for pigeons.
#[test]
fn clauses_of_known_problems() {
    let mut text = Vec::new();
    write(&dlx_count::family::queens(8), OutputFormat::Cnf, &mut text).unwrap();
    assert_eq!(count_by_trees(&Cnf::read(&String::from_utf8(text).unwrap()).unwrap().problem().unwrap()), 92);
    for (pigeons, holes, expected) in [(4i32, 3i32, 0), (3, 4, 24), (4, 4, 24)] {
        let is_in = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
        let mut all: Vec<Vec<i32>> =
            (0..pigeons).map(|pigeon| (0..holes).map(|hole| is_in(pigeon, hole)).collect()).collect();
        for (a, b) in (0..pigeons).flat_map(|a| (0..a).map(move |b| (a, b))) {
            all.extend((0..holes).map(|hole| vec![-is_in(a, hole), -is_in(b, hole)]));
        }
        for (hole, other) in (0..holes).flat_map(|a| (0..a).map(move |b| (a, b))) {
            all.extend((0..pigeons).map(|pigeon| vec![-is_in(pigeon, hole), -is_in(pigeon, other)]));
        }
        let n = usize::try_from(pigeons * holes).unwrap();
        assert_eq!(count(&Cnf::read(&text_of(n, &all, None)).unwrap().problem().unwrap()), expected);
    }
}

/// OEIS A001300, A000041, A000009, A063865.
#[test]
fn sums_of_numbers() {
    let coins = Knapsack::read(&data("knapsack/coins.txt")).unwrap();
    assert_eq!(count(&coins.with_sum(100).unwrap()), 292);
    let to =
        |n: usize, sign: &str| Knapsack::read(&(1..=n).map(|k| format!("{k}{sign} ")).collect::<String>()).unwrap();
    for (n, all, different) in [(5, 7, 3), (10, 42, 10), (15, 176, 27)] {
        assert_eq!(count(&to(n, "*").with_sum(n).unwrap()), all);
        assert_eq!(count(&to(n, "").with_sum(n).unwrap()), different);
    }
    for (n, signs) in [(3, 2), (4, 2), (7, 8), (8, 14), (11, 70), (12, 124)] {
        assert_eq!(count(&to(n, "").with_sum(n * (n + 1) / 4).unwrap()), signs);
    }
    assert_eq!(both("solve knapsack tests/data/knapsack/coins.txt --sum 6 --in-order -q"), "1 + 5\n1*6\n");
    let table = both("table knapsack tests/data/knapsack/coins.txt --sum 5,10,25 --csv");
    assert_eq!(
        table.lines().map(|line| line.split(',').nth(1).unwrap()).collect::<Vec<_>>(),
        ["count", "2", "4", "13"]
    );
}

/// OEIS A003763 (grids), A066037 (cubes); no tour of the Petersen graph; W. R. Hamilton's dodecahedron has 30.
#[test]
fn tours_of_known_graphs() {
    assert_eq!([2, 3, 4].map(|n| count(&grid(n, n).tours().unwrap())), [1, 0, 6]);
    assert_eq!([2, 3].map(|n| count(&cube(n).tours().unwrap())), [1, 6]);
    assert_eq!(count_by_trees(&cube(4).tours().unwrap()), 1344);
    let petersen = graph(&data("graphs/petersen.col"), false).unwrap();
    assert_eq!(count_by_trees(&petersen.tours().unwrap()), 0);
    let outer = (0..10).map(|k| (k, (k + 1) % 10));
    let edges = outer.chain((0..10).map(|k| (k, k + 10))).chain((0..10).map(|k| (k + 10, (k + 2) % 10 + 10)));
    assert_eq!(count_by_trees(&graph_of(20, edges, false).tours().unwrap()), 30);
    assert_eq!(both("tour tests/data/graphs/cube.txt -q"), "6\n");
    assert!(both("table tour 3..7 --check").contains("0 wrong"));
}

/// OEIS A006506 (grids), A027624 (cubes), A001608 (maximal sets of cycles), A000032 (sets of cycles).
#[test]
fn sets_of_known_graphs() {
    assert_eq!([1, 2, 3, 4].map(|n| count(&grid(n, n).independent_sets(false, None).unwrap())), [2, 7, 63, 1234]);
    assert_eq!([1, 2, 3, 4].map(|n| count(&cube(n).vertex_covers(false, None).unwrap())), [3, 7, 35, 743]);
    for (n, all, maximal) in [(5, 11, 5), (6, 18, 5), (7, 29, 7), (8, 47, 10), (9, 76, 12), (10, 123, 17)] {
        assert_eq!(count(&ring(n).independent_sets(false, None).unwrap()), all);
        assert_eq!(count(&ring(n).independent_sets(true, None).unwrap()), maximal);
        assert_eq!(count(&ring(n).vertex_covers(true, None).unwrap()), maximal);
    }
    assert_eq!(both("independent tests/data/graphs/cube.txt --maximal -q"), "6\n");
    let text = both("solve vertexcover tests/data/graphs/cube.txt --size 4 -q");
    assert_eq!(text.lines().filter(|line| line.starts_with('{')).count(), 2, "{text}");
    let sizes = both("table independent tests/data/graphs/cube.txt --size 0..4 --csv");
    assert_eq!(
        sizes.lines().map(|line| line.split(',').nth(1).unwrap()).collect::<Vec<_>>()[1..],
        ["1", "8", "16", "8", "2"]
    );
}

/// The dancer has one picture, also by the script; runs of one cell are permutations.
#[test]
fn nonograms() {
    let dancer = Nonogram::read(&data("nonogram/dancer.txt")).unwrap();
    assert_eq!(count(&dancer.problem()), 1);
    let picture = both("solve nonogram tests/data/nonogram/dancer.txt -q");
    assert!(picture.starts_with(". # # . .\n. # # . #\n"), "{picture}");
    for (n, factorial) in [(1, 1), (3, 6), (5, 120)] {
        let lines = "1\n".repeat(n);
        assert_eq!(count(&Nonogram::read(&format!("{lines}\n{lines}")).unwrap().problem()), factorial);
        let set = vec!["1"; n].join("/");
        let script = data("../../examples/scripts/nonogram.rhai");
        let problem = Script::read(&script).unwrap().problem([("rows", set.as_str()), ("columns", set.as_str())]);
        assert_eq!(oracle::count(&problem.unwrap()), factorial);
    }
}

#[test]
fn what_cannot_be_counted_is_refused_with_the_reason() {
    let many: Vec<Vec<i32>> =
        (0..1200).map(|k| vec![if k % 2 == 0 { 1 } else { -1 }, 2 + k, 1302 + k, 2602 + k]).collect();
    let shown: Vec<usize> = (2..=3901).collect();
    let error = Cnf::read(&text_of(3901, &many, Some(&shown))).unwrap().problem().unwrap_err().to_string();
    assert!(error.contains("hidden variables, 1 among them,") && error.contains("--models"), "{error}");
    assert!(Knapsack::read("1").unwrap().with_sum(10_000_000).is_err());
    assert!(both("knapsack tests/data/knapsack/coins.txt").contains("--sum"));
}
