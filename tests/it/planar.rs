//! Perfect matchings of planar graphs by a determinant or a Pfaffian, against the engines that search for them.

use dlx_count::engine::planar;
use dlx_count::family::{Graph, graph};
use dlx_count::{Count, EngineKind, Problem, SplitDepth};

use crate::cli::{Said, file_in, run};
use crate::common::{count_with, problem};

/// By a search that knows of no determinant.
fn count(problem: &Problem) -> Count {
    count_with(problem, EngineKind::Bits, 1, SplitDepth::Auto)
}

/// A graph with edges between numbers.
fn of_edges(edges: &[(usize, usize)]) -> Graph {
    let lines: Vec<String> = edges.iter().map(|(a, b)| format!("v{a} v{b}\n")).collect();
    graph(&lines.concat(), false).unwrap()
}

/// Has a planar graph as many matchings as a search finds, and more than one?
fn has_several_as_searched(case: usize, edges: &[(usize, usize)]) -> bool {
    let problem = of_edges(edges).matchings().unwrap();
    let expected = count(&problem);
    let has_several = expected > Count::from(1u64);
    assert_eq!(planar::count(&problem), Some(expected), "{case}: {edges:?}");
    has_several
}

/// A random planar graph: a cycle, then paths through faces, and trees and further cycles that hang at vertices; with vertices and edges in random order. In two colors, lengths of paths fit.
fn planar_graph(has_two_colors: bool, dice: &mut fastrand::Rng) -> Vec<(usize, usize)> {
    let mut edges = Vec::new();
    let mut n = 0;
    for _ in 0..dice.usize(1..3) {
        let first = n;
        let length = if has_two_colors { 2 * dice.usize(2..4) } else { dice.usize(3..7) };
        let mut faces = vec![(n..n + length).collect::<Vec<_>>(); 2];
        n += faces[0].len();
        let mut colors: Vec<usize> = (0..n - first).map(|vertex| vertex % 2).collect();
        edges.extend((0..faces[0].len()).map(|k| (faces[0][k], faces[0][(k + 1) % faces[0].len()])));
        for _ in 0..dice.usize(0..5) {
            let mut face = faces.swap_remove(dice.usize(0..faces.len()));
            if face.len() < 4 {
                faces.push(face);
                continue;
            }
            let start = dice.usize(0..face.len());
            face.rotate_left(start);
            let to = dice.usize(2..face.len() - 1);
            let fitting = 2 * dice.usize(0..2) + usize::from(colors[face[0] - first] == colors[face[to] - first]);
            let inner = if has_two_colors { fitting } else { dice.usize(0..4) };
            let path: Vec<usize> = (n..n + inner).collect();
            let color = colors[face[0] - first];
            colors.extend((1..=inner).map(|k| (color + k) % 2));
            n += inner;
            let way = [&face[..1], &path, &face[to..=to]].concat();
            edges.extend(way.windows(2).map(|pair| (pair[0], pair[1])));
            let back: Vec<usize> = path.iter().rev().copied().collect();
            faces.push([&face[..=to], &back].concat());
            faces.push([&face[to..], &face[..1], &path].concat());
        }
        for _ in 0..dice.usize(0..2) {
            edges.push((dice.usize(first..n), n));
            n += 1;
        }
        // The next one hangs at this one, or stands alone.
        if dice.bool() {
            edges.push((dice.usize(first..n), n));
        }
    }
    let mut names: Vec<usize> = (0..n).collect();
    dice.shuffle(&mut names);
    dice.shuffle(&mut edges);
    edges.iter().map(|&(a, b)| (names[a], names.get(b).copied().unwrap_or(b))).collect()
}

#[test]
fn planar_graphs_have_the_matchings_that_a_search_finds() {
    let (mut dice, mut n_some) = (fastrand::Rng::with_seed(31), 0);
    for case in 0..3000 {
        let edges = planar_graph(case % 2 == 0, &mut dice);
        n_some += usize::from(has_several_as_searched(case, &edges));
    }
    assert!(n_some > 300, "{n_some}");
}

/// Boards with holes, and cells that touch at corners.
#[test]
fn drawn_boards_have_the_dominoes_that_a_search_finds() {
    let (mut dice, mut n_some) = (fastrand::Rng::with_seed(32), 0);
    for case in 0..300 {
        let (rows, columns) = (dice.usize(2..7), dice.usize(2..7));
        let mut is_in = vec![true; rows * columns];
        // Holes of two cells leave more boards with tilings.
        for _ in 0..dice.usize(0..6) {
            let cell = dice.usize(0..rows * columns);
            is_in[cell] = false;
            is_in[(cell + [1, columns, columns + 2][dice.usize(0..3)]) % (rows * columns)] = false;
        }
        let edges: Vec<(usize, usize)> = (0..rows * columns)
            .flat_map(|cell| [(cell, cell + 1), (cell, cell + columns)])
            .filter(|&(one, other)| other < rows * columns && (other == one + columns || other % columns > 0))
            .filter(|&(one, other)| is_in[one] && is_in[other])
            .collect();
        if edges.is_empty() {
            continue;
        }
        n_some += usize::from(has_several_as_searched(case, &edges));
    }
    assert!(n_some > 80, "{n_some}");
}

/// Random graphs, in two colors or not: those that are not planar are left to others.
#[test]
fn graphs_that_are_not_planar_are_refused() {
    let (mut dice, mut n_planar) = (fastrand::Rng::with_seed(33), 0);
    for case in 0..800 {
        let (n, has_two_colors) = (dice.usize(3..7), case % 2 == 0);
        let pairs = (0..4 * n * n).map(|pair| (pair / (2 * n), pair % (2 * n)));
        let is_edge = |&(a, b): &(usize, usize)| if has_two_colors { a < n && b >= n } else { a < b };
        let mut edges: Vec<(usize, usize)> = pairs.filter(is_edge).collect();
        dice.shuffle(&mut edges);
        edges.truncate(dice.usize(n..(4 * n - 3).min(n * n) + 1));
        let problem = of_edges(&edges).matchings().unwrap();
        if let Some(found) = planar::count(&problem) {
            n_planar += 1;
            assert_eq!(found, count(&problem), "{case}: {edges:?}");
        }
    }
    assert!((200..780).contains(&n_planar), "{n_planar}");
    let three = [(0, 3), (0, 4), (0, 5), (1, 3), (1, 4), (1, 5), (2, 3), (2, 4), (2, 5)];
    let matchings = |edges: &[(usize, usize)]| of_edges(edges).matchings().unwrap();
    assert_eq!(planar::count(&matchings(&three)), None, "K3,3");
    // An edge of it divided by two vertices.
    let divided = [&three[1..], &[(0, 6), (6, 7), (7, 3)]].concat();
    assert_eq!(planar::count(&matchings(&divided)), None);
    assert_eq!(planar::count(&matchings(&three[1..])), Some(Count::from(4u64)));
    assert_eq!(planar::count(&matchings(&[(0, 1), (1, 2), (2, 0), (2, 3)])), Some(Count::from(1u64)), "a triangle");
    let five: Vec<(usize, usize)> = (0..25).map(|pair| (pair / 5, pair % 5)).filter(|(a, b)| a < b).collect();
    // K5 with a vertex that hangs at it, and without an edge of it.
    assert_eq!(planar::count(&matchings(&[&five[..], &[(4, 5)]].concat())), None);
    assert_eq!(planar::count(&matchings(&[&five[1..], &[(4, 5)]].concat())), Some(Count::from(2u64)));
}

/// What is no graph of items and options is left to others; options that are there twice count twice.
#[test]
fn options_are_edges() {
    let planar = |text: &str| planar::count(&problem(text)).map(|count| count.to_string());
    assert_eq!(planar("a b c d\na b\na b\nc d\nb c\na d\na d\na d\n").as_deref(), Some("5"));
    for text in ["a b\na b\na\nb\n", "a b c\na b c\n", "a b | s\na b s\n", "a 2|b\na b\n"] {
        assert_eq!(planar(text), None, "{text}");
    }
    assert_eq!(planar("a b c\na b\nb c\n").as_deref(), Some("0"));
}

/// OEIS A004003 (dominoes on a square), A008793 (plane partitions in a cube), A178446 (triangles), and powers of two (Aztec diamonds).
#[test]
fn large_boards_are_counted() {
    let (folder, bits) = (tempfile::tempdir().unwrap(), |n: u32| Count::from(2u64).pow(n).to_string());
    let square = "1269984011256235834242602753102293934298576249856";
    for (words, expected) in [
        ("matching grid:20x20", square.to_owned()),
        ("polyomino 20x20 --pieces dominoes --reuse", square.to_owned()),
        ("matching hexagon:12", "9085552167600874784841331542959517939562500000000".to_owned()),
        ("matching aztec:18", bits(171)),
        ("matching triangle:16", "1208982377794384163088".to_owned()),
    ] {
        let output = run(&format!("{words} --json")).ending(0).json();
        assert_eq!(
            (output["count"].as_str(), output["engine"].as_str()),
            (Some(&expected[..]), Some("determinant")),
            "{words}"
        );
    }
    // An engine that was asked for, and a run that is kept, do without.
    let path = file_in(&folder, "none", "");
    std::fs::remove_file(&path).unwrap();
    let kept = run(&format!("matching grid:14x14 --json --run {path}")).ending(0).json();
    let asked = run("matching grid:14x14 --json --engine frontier").ending(0).json();
    let free = run("matching grid:14x14 --json").ending(0).json();
    assert!(kept["count"] == asked["count"] && kept["count"] == free["count"], "{kept} {asked} {free}");
    assert!(kept["engine"] != "determinant" && asked["engine"] == "frontier");
}

/// Each matching has an edge or has it not.
#[test]
fn demands_are_kept() {
    let asked = |words: &str| run(&format!("matching grid:16x16 {words} -q")).printed();
    let (all, with, without) = (asked(""), asked("--select 1,1-1,2"), asked("--forbid 1,1-1,2"));
    let number = |text: &str| text.trim().parse::<Count>().unwrap();
    assert_eq!(number(&with) + number(&without), number(&all));
    assert!(number(&with) > Count::ZERO && number(&without) > Count::ZERO);
}
