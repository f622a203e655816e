//! The best solutions by cost, against all sets of options tried and sorted.

use std::collections::BTreeSet;

use dlx_count::engine::least::Goal;
use dlx_count::format::{csv, json, knuth};
use dlx_count::problem::Decimal;
use dlx_count::session::Best;
use dlx_count::tally::Ending;
use dlx_count::{EngineKind, OptionId, Problem, Session};
use proptest::prelude::*;

use crate::cli::{file_in, told};
use crate::common::{pair, problem, seeded};
use crate::times::{all_sets, bounded, said};

/// One thread or two, the tree or the diagram, or whatever seems best.
fn sessions() -> Vec<Session<'static>> {
    let one = Session::builder().threads(1).build().unwrap();
    let by = |session: &Session<'static>, engine| session.to_builder().engine(engine).build().unwrap();
    let (tree, diagram) = (EngineKind::Links, EngineKind::Frontier);
    vec![by(&one, Some(tree)), by(pair(), Some(tree)), by(pair(), Some(diagram)), by(pair(), None)]
}

/// The costs of the best of these solutions.
fn expected(costs: &[i64], goal: Goal) -> Vec<i64> {
    let mut sorted = costs.to_vec();
    sorted.sort_unstable();
    if goal.is_greatest {
        sorted.reverse();
    }
    let best = sorted.first().copied();
    sorted.into_iter().take_while(|&cost| !goal.is_ties || best == Some(cost)).take(goal.number).collect()
}

/// Are these the best of all solutions, each once, and proved?
fn check(problem: &Problem, all: &[Vec<OptionId>], best: &Best, goal: Goal) {
    let costs: Vec<i64> = all.iter().map(|solution| problem.original().cost_of(solution)).collect();
    let found: Vec<i64> = best.solutions.iter().map(|(cost, _)| *cost).collect();
    assert_eq!(found, expected(&costs, goal), "{goal:?} {}", best.way);
    assert_eq!(
        (best.ending, best.bound),
        (Ending::Complete, found.first().copied().or(expected(&costs, Goal { number: 1, ..goal }).first().copied()))
    );
    let distinct: BTreeSet<_> = best.solutions.iter().map(|(_, solution)| solution).collect();
    assert_eq!(distinct.len(), found.len());
    for (cost, solution) in &best.solutions {
        assert!(all.contains(solution), "{solution:?}");
        assert_eq!(*cost, problem.original().cost_of(solution));
    }
}

fn wishes() -> impl Iterator<Item = Goal> {
    let numbers = [(1, false), (3, false), (usize::MAX, false), (usize::MAX, true), (2, true)];
    numbers
        .into_iter()
        .flat_map(|(number, is_ties)| [false, true].map(|is_greatest| Goal { number, is_greatest, is_ties }))
}

proptest! {
    #![proptest_config(seeded(300))]

    /// The tree, with one thread and with two, and the diagram find the best of all sets of options, also where costs are negative or decimal, and where items are covered several times.
    #[test]
    fn the_best_are_the_best(((sketch, bounds), costs) in (bounded(), prop::collection::vec(-4i64..7, 11)), is_plain in any::<bool>(), digits in 0u32..3) {
        let whole = sketch.build();
        let times = said(&whole, &bounds);
        let times = if is_plain { Vec::new() } else { times };
        let all = all_sets(&whole, &times);
        let priced = whole.with_costs(|option| Decimal::new(costs[option.index()] * 3, digits)).unwrap();
        let problem = if times.is_empty() { priced } else { priced.with_times(&times).unwrap() };
        let problem = problem.priced();
        for (session, goal) in sessions().iter().flat_map(|session| wishes().map(move |goal| (session, goal))) {
            check(&problem, &all, &session.best(&problem, goal).unwrap(), goal);
        }
    }

    /// Texts say costs, and they come back.
    #[test]
    fn costs_are_written_and_read((sketch, costs) in (crate::common::sketches(), prop::collection::vec(-1000i64..1000, 22)), digits in 0u32..4) {
        let problem = sketch.build().with_costs(|option| Decimal::new(costs[option.index()], digits)).unwrap();
        let mut text = Vec::new();
        json::write(&problem, &mut text).unwrap();
        let read = json::read(text.as_slice()).unwrap();
        prop_assert_eq!(read.fingerprint(), problem.fingerprint(), "{}", String::from_utf8_lossy(&text));
        if problem.options().all(|option| !problem.items_of(option).is_empty()) {
            text.clear();
            knuth::write(&problem, &mut text).unwrap();
            prop_assert_eq!(knuth::read(text.as_slice()).unwrap().fingerprint(), problem.fingerprint());
        }
        text.clear();
        if csv::write(&problem, &mut text).is_ok() {
            // Its columns are the order of the items.
            let costs = |problem: &Problem| problem.options().map(|o| problem.in_units_of_cost(problem.cost(o))).collect::<Vec<_>>();
            prop_assert_eq!(costs(&csv::read(text.as_slice()).unwrap()), costs(&problem));
        }
    }
}

/// Costs as large as they may be are added up exactly.
#[test]
fn large_costs_are_exact() {
    let half = 1i64 << 61;
    for half in [half, -half] {
        let text =
            format!("a b | s\na s:1 |${half}\na s:2 |${}\nb s:1 |${}\nb s:2 |${}\n", half / 3, half / 5, half / 7);
        let problem = problem(&text);
        let least = (half / 3 + half / 7).min(half + half / 5);
        let greatest = (half / 3 + half / 7).max(half + half / 5);
        for session in sessions() {
            for (is_greatest, cost) in [(false, least), (true, greatest)] {
                let best = session.best(&problem, Goal { number: 1, is_greatest, is_ties: false }).unwrap();
                assert_eq!((best.solutions[0].0, best.bound), (cost, Some(cost)));
            }
        }
    }
}

/// The shortest tour by the dynamic programming of Held and Karp: for each set of cities and each last one of them the shortest way from the first city.
fn held_karp(length: &[Vec<u64>]) -> u64 {
    let n = length.len() - 1;
    let mut shortest = vec![vec![u64::MAX / 4; n]; 1 << n];
    (0..n).for_each(|city| shortest[1 << city][city] = length[n][city]);
    for set in 1usize..1 << n {
        for last in (0..n).filter(|last| set >> last & 1 == 1) {
            for next in (0..n).filter(|next| set >> next & 1 == 0) {
                let longer = shortest[set][last] + length[last][next];
                let place = &mut shortest[set | 1 << next][next];
                *place = longer.min(*place);
            }
        }
    }
    (0..n).map(|last| shortest[(1 << n) - 1][last] + length[last][n]).min().unwrap()
}

/// The graph of a matrix of lengths.
fn cities(length: &[Vec<u64>]) -> String {
    let n = length.len();
    let rows: Vec<String> =
        length.iter().map(|row| row.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")).collect();
    let head = "EDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n";
    format!("TYPE: ATSP\nDIMENSION: {n}\n{head}{}\nEOF\n", rows.join("\n"))
}

/// Tours by branch and bound and by the diagram are as short as those of Held and Karp, in both directions and in one; and a published one (TSPLIB: gr17).
#[test]
fn tours_are_the_shortest() {
    let mut dice = fastrand::Rng::with_seed(17);
    for is_directed in [false, true, false, true] {
        let n = dice.usize(4..8);
        let mut length = vec![vec![0u64; n]; n];
        for (a, b) in (0..n).flat_map(|a| (0..n).map(move |b| (a, b))).filter(|(a, b)| a != b) {
            length[a][b] = if is_directed || a < b { dice.u64(1..100) } else { length[b][a] };
        }
        let text = if is_directed { cities(&length) } else { cities(&length).replace("ATSP", "TSP") };
        let folder = tempfile::tempdir().unwrap();
        let file = file_in(&folder, "x.tsp", text);
        let directed = if is_directed { " --directed" } else { "" };
        for engine in ["links", "frontier"] {
            let words = format!("solve tour {file}{directed} --minimize --engine {engine} --json");
            let (line, said) = told(&words);
            let found: serde_json::Value = serde_json::from_str(&line).unwrap();
            assert_eq!(
                (found["cost"].as_u64(), &found["proved"]),
                (Some(held_karp(&length)), &true.into()),
                "{words}: {said}"
            );
        }
    }
    let (text, _) = told("solve tour tests/data/graphs/gr17.tsp --minimize --engine links --json");
    assert!(text.contains("\"cost\":2085"), "{text}");
}

/// The fewest queens that dominate a board (OEIS A075458), and in how many ways on the chessboard: 4860.
#[test]
fn queens_dominate_the_board() {
    assert!(told("convert queens 4 --dominate").0.starts_with("| queens 4 --dominate\n"));
    for (n, least) in (1..8).zip([1, 1, 1, 2, 3, 3, 4]) {
        let (line, said) = told(&format!("solve queens {n} --dominate --minimize --json"));
        let found: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!((found["cost"].as_u64(), &found["proved"]), (Some(least), &true.into()), "{n}: {said}");
    }
    // All ways, by the search that counts costs, by a tally of all dominating sets, and by trying all sets of squares.
    let ties =
        |n: usize| told(&format!("solve queens {n} --dominate --minimize --ties --as indices -q")).0.lines().count();
    let table = told("tally queens 3 --dominate --by-cost --csv -q").0;
    let attacks = |n: usize, a: usize, b: usize| {
        a / n == b / n || a % n == b % n || (a / n).abs_diff(b / n) == (a % n).abs_diff(b % n)
    };
    let dominates = |n: usize, set: u32| {
        (0..n * n).all(|square| (0..n * n).any(|queen| set >> queen & 1 == 1 && attacks(n, square, queen)))
    };
    let mut number = [0u64; 10];
    (0u32..1 << 9).filter(|&set| dominates(3, set)).for_each(|set| number[set.count_ones() as usize] += 1);
    let rows = number
        .iter()
        .enumerate()
        .filter(|(_, number)| **number > 0)
        .map(|(size, number)| format!("{size},{number},true\n"));
    assert_eq!(table, format!("cost,count,complete\n{}", rows.collect::<String>()));
    let pairs = (0u32..1 << 16).filter(|set| set.count_ones() == 2 && dominates(4, *set)).count();
    assert_eq!((ties(3), ties(4), ties(8)), (1, pairs, 4860));
    assert!(told("queens 8 --dominate --toroidal").1.contains("cannot be used with --dominate"));
    let (count, _) = told("queens 4 --dominate -q");
    assert_eq!(count.trim(), (0u32..1 << 16).filter(|&set| dominates(4, set)).count().to_string());
}

/// The greatest value of a knapsack, against all choices.
#[test]
fn knapsacks_are_worth_the_most() {
    let things = [(3u64, 4u64), (4, 5), (7, 10), (8, 11), (9, 13), (5, 5)];
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("things.txt");
    let words: Vec<String> = things.iter().map(|(weight, value)| format!("{weight}:{value}")).collect();
    std::fs::write(&file, words.join(" ")).unwrap();
    let worth = |capacity: u64| {
        let sums = (0u32..1 << 6).map(|set| {
            let chosen = things.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1).map(|(_, thing)| thing);
            chosen.fold((0, 0), |(weight, value), (w, v)| (weight + w, value + v))
        });
        sums.filter(|(weight, _)| *weight <= capacity).map(|(_, value)| value).max().unwrap()
    };
    for capacity in [2, 11, 17, 30, 99] {
        let (text, said) = told(&format!("solve knapsack {} --capacity {capacity} --maximize", file.display()));
        assert!(text.starts_with(&format!("cost {}\n", worth(capacity))), "{text}{said}");
    }
}

/// Negative and decimal costs are read wherever costs are, and sums are shown exactly: by all sources the same shifts, a bonus for Ann, have the costs 0.3, 0.35 and 2.
#[test]
fn costs_may_be_negative_and_decimal() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| file_in(&folder, name, text);
    let sources = [
        file("shifts.csv", ",mon,tue,cost\nAnn,1,0,-1.7\nBob,0,1,2\nboth,1,1,0.35\nCid,1,0,0\n"),
        file("shifts.dlx", "mon tue\nmon |$-1.7\ntue |$2\nmon tue |$0.35\nmon\n"),
        file(
            "shifts.json",
            r#"[{"items": ["mon"], "cost": -1.7}, {"items": ["tue"], "cost": 2}, {"items": ["mon", "tue"], "cost": 35e-2}, ["mon"]]"#,
        ),
        file(
            "shifts.rhai",
            r#"item("mon"); item("tue"); option(["mon"]); cost("-1.7"); option(["tue"]); cost(2); option(["mon", "tue"]); cost("0.35"); option(["mon"]);"#,
        ),
    ];
    for source in sources {
        let (table, said) = told(&format!("tally {source} --by-cost --csv -q"));
        assert_eq!(table, "cost,count,complete\n0.3,1,true\n0.35,1,true\n2,1,true\n", "{source}: {said}");
        let (lines, said) = told(&format!("solve {source} --minimize --limit 2 --json"));
        assert!(lines.contains(r#""bound":0.3,"cost":0.35,"#), "{lines}{said}");
        assert!(said.contains("the least cost is 0.3; 2 solutions, the last costs 0.35;"), "{said}");
        assert!(told(&format!("solve {source} --maximize")).0.starts_with("cost 2\n"), "{source}");
        // The same in whole units, in a format that has no decimals, and read again.
        let opb = file("shifts.opb", &told(&format!("convert {source} --to opb")).0);
        assert!(told(&format!("solve opb {opb} --minimize")).1.contains("the least cost is 30;"), "{source}");
    }
    let worth = file("worth.txt", "3:1.5 4:-2 5:0.25*2");
    assert!(told(&format!("solve knapsack {worth} --sum 7 --maximize")).0.starts_with("cost -0.5\n"));
    assert!(told(&format!("solve knapsack {worth} --capacity 13 --maximize")).0.starts_with("cost 2\n"));
    let square = file("square.txt", "a b -3\nb c 4.25\nc d -1\nd a 2\na c 9\nb d 9\n");
    for engine in ["links", "frontier"] {
        let (text, said) = told(&format!("solve tour {square} --minimize --engine {engine}"));
        assert!(text.starts_with("cost 2.25\n"), "{text}{said}");
    }
    let negative = file("negative.opb", "min: -2 x1 +3 x2 -4 x3 ;\n+1 x1 +1 x2 +1 x3 >= 2 ;\n");
    assert!(told(&format!("solve opb {negative} --minimize")).1.contains("the least cost is -6;"));
    assert!(told(&format!("solve opb {negative} --maximize")).1.contains("the greatest cost is 1;"));
}

/// A search that was stopped says what is known.
#[test]
fn what_is_not_proved_is_said() {
    let (text, said) = told("solve queens 30 --dominate --minimize --node-limit 200 --json --engine links");
    let found: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(found["proved"], false, "{said}");
    assert!(found["bound"].as_i64().unwrap() < found["cost"].as_i64().unwrap(), "{text}");
    assert!(
        said.contains("none costs less than") && said.contains("not complete: stopped by the limit on nodes"),
        "{said}"
    );
    for (words, what) in [
        ("solve queens 8 --minimize --ties --limit 5", "there may be more of them"),
        ("solve queens 8 --ties", "solve uses --ties only to find the best solutions"),
        ("solve queens 8 --memory 1GB", "solve uses --memory only to find the best solutions"),
        ("solve queens 8 --minimize --shuffle", "cannot be used with"),
        ("solve queens 8 --minimize --maximize", "cannot be used with"),
        ("solve queens 8 --minimize --up-to-symmetry", "the best solutions are chosen from all"),
        ("tally queens 8 --weight r0", "is not a kind with a weight"),
        ("tally queens 8 --weight r0=x", "`x` is not a weight"),
        ("tally queens 8 --weight r0=2 --modulo 7", "cannot be used with"),
        ("tally queens 8 --modulo 0", "invalid value '0'"),
    ] {
        assert!(told(words).1.contains(what), "{words}: {}", told(words).1);
    }
    assert_eq!(told("tally queens 8 --modulo 7 -q").0, "1\n");
    assert_eq!(told("tally queens 3 --modulo 7 -q").0, "0\n");
    assert_eq!(told("tally queens 6 --weight *=1/2 -q").0, "1/16\n");
    assert_eq!(
        told("tally queens 6 --weight *=1/2 --by r0 --json").0,
        "{\"complete\":true,\"ending\":\"complete\",\"numbers\":{\"r0\":1},\"weight\":\"1/16\"}\n"
    );
}

/// Where no costs are said, what is chosen counts, and not how the problem is written down: the vertices of a set, the numbers that are taken, the variables that are true. Edges have costs at one end of two.
#[test]
fn usual_costs_are_those_of_what_is_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| file_in(&folder, name, text);
    let petersen = format!("{}/tests/data/graphs/petersen.col", env!("CARGO_MANIFEST_DIR"));
    let (coins, formula) = (file("k.txt", "1* 3* 4*"), file("f.cnf", "p cnf 4 2\n1 2 0\n-1 3 4 0\n"));
    let square = file("s.txt", "a b 3\nb c 4\nc d 1\nd a 2\na c 9\nb d 9\n");
    for (words, cost) in [
        (format!("vertexcover {petersen} --minimize"), 6),
        (format!("independent {petersen} --maximize"), 4),
        (format!("independent {petersen} --maximal --minimize"), 3),
        (format!("knapsack {coins} --sum 6 --minimize"), 2),
        (format!("knapsack {coins} --sum 6 --maximize"), 6),
        (format!("cnf {formula} --minimize"), 1),
        ("tour 6 --minimize".into(), 6),
        (format!("cycles {square} --minimize"), 10),
        (format!("tour {square} --minimize"), 10),
        (format!("cycles {square} --maximize"), 24),
        (format!("independent {square} --maximize"), 1),
        (format!("cliques {square} --minimize"), 1),
    ] {
        let (_, said) = told(&format!("solve {words}"));
        assert!(said.contains(&format!(" cost is {cost};")), "{words}: {said}");
    }
    // Of nothing the cost is nothing, and is said.
    let empty = file("empty.json", r#"{"primary": [], "options": []}"#);
    let (line, _) = told(&format!("solve file {empty} --minimize --as json"));
    assert!(line.contains(r#""cost":0"#), "{line}");
    // A cell that stays empty is no piece.
    let board = file("b.txt", "..??\n");
    let (_, said) = told(&format!("solve polyomino @{board} --pieces I2 --reuse --minimize"));
    assert!(said.contains(" cost is 1;"), "{said}");
    // The 76 independent sets of the Petersen graph by size.
    let (table, _) = told(&format!("tally independent {petersen} --by-cost -q"));
    let counts: Vec<&str> = table.lines().skip(1).filter_map(|line| line.split_whitespace().last()).collect();
    assert_eq!(counts, ["1", "10", "30", "30", "5"], "{table}");
}

/// A problem without options has one solution, which costs nothing, if nothing must be covered: no cost was given.
#[test]
fn a_solution_without_options_has_a_cost() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("none.dlx");
    std::fs::write(&file, "0:2|a\n").unwrap();
    let (line, _) = told(&format!("solve file {} --minimize --as json", file.display()));
    let object: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!((&object["cost"], &object["options"]), (&serde_json::json!(0), &serde_json::json!([])), "{line}");
}

/// Programs whose rows have weights: costs move along sums before the tree is searched, but not before a diagram is walked. Where there is no solution the bound could grow for ever.
#[test]
fn sums_have_the_best_of_the_diagram() {
    let (mut dice, folder) = (fastrand::Rng::with_seed(46), tempfile::tempdir().unwrap());
    let endless = "min: +14 x5 ;\n+3 x4 +2 x5 +2 x7 -1 x1 >= 4 ;\n+73 x4 +70 x7 +72 x5 +40 x1 <= 113 ;\n";
    let mut n_impossible = 0;
    for number in 0..60 {
        let n = dice.usize(4..9);
        let row = |dice: &mut fastrand::Rng, least: i64, most: i64| -> String {
            (1..=n).map(|variable| format!("{:+} x{variable} ", dice.i64(least..most))).collect()
        };
        let (cost, low, high) = (row(&mut dice, -20, 90), row(&mut dice, -3, 6), row(&mut dice, 20, 90));
        let (least, most) = (dice.i64(0..9), dice.i64(20..300));
        let dealt = format!("min: {cost};\n{low}>= {least} ;\n{high}<= {most} ;\n");
        let file = file_in(&folder, "sums.opb", if number == 0 { endless } else { &dealt });
        for sense in ["--minimize", "--maximize"] {
            let best = |engine: &str| {
                let line = told(&format!("solve opb {file} {sense} -q --as json --engine {engine}")).0;
                line.lines().next().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["cost"].clone())
            };
            let found = best("links");
            assert_eq!(found, best("frontier"), "{dealt}");
            n_impossible += usize::from(found.is_none());
        }
    }
    assert!((10..80).contains(&n_impossible), "{n_impossible}");
}
