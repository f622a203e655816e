//! Random solutions, and the diagram of all: each solution with the same chance, every solution in the diagram.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use proptest::prelude::*;

use dlx_count::engine::frontier::{Diagram, Refusal};
use dlx_count::engine::links::Solutions;
use dlx_count::engine::{RunSignal, isomorph};
use dlx_count::family::{Board, Copies, Polyomino, pieces, queens};
use dlx_count::symmetry::{CountQuery, Group};
use dlx_count::{Count, OptionId, Problem, Session};

use crate::cli::{Said, run};
use crate::common::{pair, problem, runner, sketches};
use crate::oracle;

fn dominoes(rows: usize, columns: usize) -> Problem {
    let polyomino = Polyomino::new(Board::rectangle(rows, columns).unwrap(), pieces("dominoes").unwrap());
    polyomino.copies(Copies::ANY).question().unwrap().problem().clone()
}

/// Pearson's statistic against equal chances.
fn chi_square(samples: &[Vec<OptionId>], n_solutions: usize) -> f64 {
    let mut counts: BTreeMap<&Vec<OptionId>, f64> = BTreeMap::new();
    samples.iter().for_each(|sample| *counts.entry(sample).or_default() += 1.0);
    assert!(counts.len() <= n_solutions);
    let expected = samples.len() as f64 / n_solutions as f64;
    let missing = (n_solutions - counts.len()) as f64 * expected;
    missing + counts.values().map(|count| (count - expected).powi(2) / expected).sum::<f64>()
}

/// With k degrees of freedom the statistic is k on average, its deviation the root of 2k: five of them is once in a million.
#[test]
fn every_solution_has_the_same_chance() {
    for (problem, n_solutions) in [(dominoes(4, 4), 36), (dominoes(4, 6), 281), (queens(8), 92), (queens(7), 40)] {
        let all: BTreeSet<Vec<OptionId>> = Solutions::new(&problem).collect();
        assert_eq!(all.len(), n_solutions);
        // All levels in memory, and nothing in memory: by counted descent.
        for (memory, number) in [(1 << 30, 200 * n_solutions), (1, 50 * n_solutions)] {
            let session = Session::builder().threads(2).memory(memory).build().unwrap();
            let samples = session.sample(&problem, number, 11).unwrap().unwrap();
            assert_eq!(samples.len(), number);
            assert!(samples.iter().all(|sample| all.contains(sample)), "{}", problem.name());
            let (statistic, freedom) = (chi_square(&samples, n_solutions), (n_solutions - 1) as f64);
            let bound = 5.0 * (2.0 * freedom).sqrt();
            assert!((statistic - freedom).abs() < bound, "{}: {statistic} against {freedom}", problem.name());
        }
    }
}

/// Up to isomorphism: of a problem that is all symmetry, of boards, and with colors.
#[test]
fn every_solution_has_the_same_chance_by_classes() {
    let colored = problem("a b c | x\na x:1\na x:2\nb x:1\nb x:2\nb\nc x:1\nc x:2\nc\na b c\n");
    let latin = dlx_count::family::latin(4, false).unwrap();
    for (problem, per_solution) in [(latin, 100), (dominoes(4, 6), 200), (queens(7), 200), (colored, 200)] {
        let all: BTreeSet<Vec<OptionId>> = Solutions::new(&problem).collect();
        let dice = &mut fastrand::Rng::with_seed(5);
        let samples =
            isomorph::sample(&problem, per_solution * all.len(), 1 << 28, &RunSignal::default(), dice).unwrap();
        assert!(samples.iter().all(|sample| all.contains(sample)), "{}", problem.name());
        let (statistic, freedom) = (chi_square(&samples, all.len()), (all.len() - 1) as f64);
        let bound = 5.0 * (2.0 * freedom).sqrt();
        assert!((statistic - freedom).abs() < bound, "{}: {statistic} against {freedom}", problem.name());
        let refusal = isomorph::sample(&problem, 1, 1, &RunSignal::default(), dice).unwrap_err();
        assert_eq!(refusal, Refusal::Memory);
    }
}

/// Random problems: what is drawn up to isomorphism is a solution, and so is what a session draws with memory and without, and what is left below an option has the solutions that have it.
#[test]
fn samples_of_random_problems_are_solutions() {
    runner(400, file!())
        .run(&sketches(), |sketch| {
            let problem = sketch.build();
            let mut all = oracle::solutions(&problem);
            all.iter_mut().for_each(|solution| solution.sort_unstable());
            let number = if all.is_empty() { 0 } else { 10 };
            let dice = &mut fastrand::Rng::with_seed(1);
            let poor = Session::builder().threads(1).memory(1).build().unwrap();
            for samples in [
                isomorph::sample(&problem, 10, 1 << 24, &RunSignal::default(), dice).unwrap(),
                pair().sample(&problem, 10, 1).unwrap().unwrap(),
                poor.sample(&problem, 10, 1).unwrap().unwrap(),
            ] {
                prop_assert_eq!(samples.len(), number);
                prop_assert!(samples.iter().all(|sample| all.contains(sample)));
            }
            for option in problem.choosable() {
                let below = problem.below(option);
                let mut listed: Vec<Vec<OptionId>> = oracle::solutions(&below.problem)
                    .into_iter()
                    .map(|rest| rest.into_iter().map(|rest| below.options[rest.index()]).chain([option]).collect())
                    .collect();
                listed.iter_mut().for_each(|solution: &mut Vec<OptionId>| solution.sort_unstable());
                listed.sort();
                let mut expected: Vec<_> = all.iter().filter(|solution| solution.contains(&option)).cloned().collect();
                expected.sort();
                prop_assert_eq!(listed, expected);
            }
            Ok(())
        })
        .unwrap();
}

/// Latin squares of order 7, one of 6 x 10^13, in a second: no sweep would hold them.
#[test]
fn what_is_counted_by_classes_is_drawn_by_classes() {
    let squares = pair().sample(&dlx_count::family::latin(7, false).unwrap(), 20, 4).unwrap().unwrap();
    let different: BTreeSet<&Vec<OptionId>> = squares.iter().collect();
    assert!(different.len() == 20 && squares.iter().all(|square| square.len() == 49));
}

/// However many solutions it has, each kind has the same chance: by random symmetries (queens, dominoes), from a list of those that stand for others (Latin squares of order 4, a problem with colors), and
/// from kinds that are grown (order 5). The kinds are those that `solve` shows.
#[test]
fn every_kind_has_the_same_chance() {
    let colored = problem("a b c | x\na x:1\na x:2\nb x:1\nb x:2\nb\nc x:1\nc x:2\nc\na b c\n");
    let latin = |n| dlx_count::family::latin(n, false).unwrap();
    for (problem, n_kinds) in
        [(queens(8), 12), (dominoes(4, 4), 9), (dominoes(3, 4), 5), (latin(4), 2), (latin(5), 2), (colored, 4)]
    {
        let (session, question) =
            (Session::builder().threads(1).build().unwrap(), CountQuery::up_to_all(problem).unwrap());
        let mut kinds = BTreeSet::new();
        let solver = session.solve(question.problem()).up_to(question.equivalence().cloned());
        let solved = solver.for_each(|kind| {
            kinds.insert(kind.to_vec());
            ControlFlow::Continue(())
        });
        assert_eq!(kinds.len(), n_kinds, "{}", question.problem().name());
        let drawn = session.sample_kinds(&question, 200 * n_kinds, 5).unwrap().unwrap();
        let orbits: BTreeMap<&Vec<OptionId>, Count> =
            drawn.iter().map(|kind| (&kind.options, kind.orbit.clone())).collect();
        assert!(orbits.keys().all(|options| kinds.contains(*options)), "{}", question.problem().name());
        assert_eq!(Some(orbits.into_values().sum()), solved.unwrap().standing_for, "{}", question.problem().name());
        let samples: Vec<Vec<OptionId>> = drawn.into_iter().map(|kind| kind.options).collect();
        let (statistic, freedom) = (chi_square(&samples, n_kinds), (n_kinds - 1) as f64);
        let bound = 5.0 * (2.0 * freedom).sqrt();
        assert!((statistic - freedom).abs() < bound, "{}: {statistic} against {freedom}", question.problem().name());
    }
}

/// Random problems: what is drawn stands for its kind, and says how large that is.
#[test]
fn kinds_of_random_problems_are_drawn() {
    runner(300, file!())
        .run(&sketches(), |sketch| {
            let problem = sketch.build();
            let Ok(group) = Group::of(&problem) else { return Ok(()) };
            let kinds: BTreeMap<Vec<OptionId>, u64> = oracle::solutions(&problem)
                .into_iter()
                .filter_map(|mut solution| {
                    solution.sort_unstable();
                    group.orbit(&solution).map(|orbit| (solution, orbit))
                })
                .collect();
            let drawn = pair().sample_kinds(&CountQuery::up_to_all(problem).unwrap(), 20, 3).unwrap().unwrap();
            prop_assert_eq!(drawn.len(), if kinds.is_empty() { 0 } else { 20 });
            for kind in drawn {
                prop_assert_eq!(kinds.get(&kind.options).copied(), kind.orbit.to_u64());
            }
            Ok(())
        })
        .unwrap();
}

#[test]
fn a_list_of_kinds_may_not_fit() {
    let question = CountQuery::up_to_all(dlx_count::family::latin(4, false).unwrap()).unwrap();
    let session = Session::builder().threads(1).memory(1).build().unwrap();
    assert!(session.sample_kinds(&question, 1, 1).unwrap_err().to_string().contains("do not fit in memory"));
    // Symmetries are drawn in any memory.
    let question = CountQuery::up_to_all(queens(6)).unwrap();
    assert_eq!(session.sample_kinds(&question, 2, 1).unwrap().unwrap().len(), 2);
    // Without symmetry every solution is a kind.
    let plain = CountQuery::from(queens(6));
    assert!(session.sample_kinds(&plain, 2, 1).unwrap().unwrap().iter().all(|kind| kind.orbit == Count::ONE));
}

/// Chances stay exact where multiplicities need more than 64 bits: in a tiling of a long strip the first domino stands in a share of the
/// tilings that is known, F(n - 1) / F(n).
#[test]
fn large_numbers_are_drawn_below_exactly() {
    let problem = dominoes(2, 200);
    let samples = pair().sample(&problem, 20_000, 3).unwrap().unwrap();
    let first = problem.items().next().unwrap();
    let stands = |sample: &&Vec<OptionId>| {
        let covers = |option: &&OptionId| problem.items_of(**option).contains(&first);
        let option = sample.iter().find(covers).unwrap();
        // Row by row: the cell below the first one is 200 items on.
        problem.items_of(*option).iter().any(|item| item.index() == 200)
    };
    let share = samples.iter().filter(stands).count() as f64 / 20_000.0;
    assert!((share - 0.618_034).abs() < 5.0 * 0.0035, "{share}");
}

/// The diagram has every solution once, and nothing else, for every problem that the oracle can list.
#[test]
fn diagrams_are_the_solutions() {
    runner(400, file!())
        .run(&sketches(), |sketch| {
            let problem = sketch.build();
            let mut expected: Vec<Vec<OptionId>> = oracle::solutions(&problem);
            expected.iter_mut().for_each(|solution| solution.sort_unstable());
            expected.sort();
            let diagram = Diagram::new(&problem, 1 << 24, &RunSignal::default()).unwrap();
            let zdd = diagram.zdd(1 << 24).unwrap();
            prop_assert_eq!(zdd.count().to_u64(), Some(expected.len() as u64));
            let mut text = Vec::new();
            zdd.write(&problem, &mut text).unwrap();
            let mut listed = read_back(&String::from_utf8(text).unwrap());
            listed.sort();
            prop_assert_eq!(&listed, &expected);
            let samples = diagram.sample(20, &mut fastrand::Rng::with_seed(1));
            prop_assert_eq!(samples.is_empty(), expected.is_empty());
            prop_assert!(samples.iter().all(|sample| expected.contains(sample)));
            Ok(())
        })
        .unwrap();
}

/// Lists the sets of a diagram from its text, and checks that it is ordered and reduced.
pub(crate) fn read_back(text: &str) -> Vec<Vec<OptionId>> {
    let mut options = Vec::new();
    let mut families: BTreeMap<&str, Vec<Vec<OptionId>>> = BTreeMap::new();
    families.insert("B", Vec::new());
    families.insert("T", vec![Vec::new()]);
    let (mut variables, mut nodes, mut last) = (BTreeMap::new(), BTreeSet::new(), "B");
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["."] => break,
            ["c", "variable", _, "option", number, ..] => {
                options.push(OptionId::from_index(number.trim_end_matches(':').parse().unwrap()));
            }
            [end] => last = end,
            [node, variable, low, high] => {
                let rank: usize = variable.parse().unwrap();
                for child in [low, high] {
                    assert!(variables.get(child).is_none_or(|&below| below > rank), "{line} is out of order");
                }
                assert!(high != "B" && nodes.insert((variable, low, high)), "{line} is not reduced");
                let mut family = families[low].clone();
                family.extend(families[high].iter().map(|set| {
                    let mut set = [set.as_slice(), &[options[rank - 1]]].concat();
                    set.sort_unstable();
                    set
                }));
                families.insert(node, family);
                variables.insert(node, rank);
                last = node;
            }
            _ => panic!("{line}"),
        }
    }
    families.remove(last).unwrap()
}

#[test]
fn samples_and_diagrams_on_the_command_line() {
    let draw = |words: &str| run(words).printed();
    let words = "sample polyomino 6x6 --pieces dominoes --reuse --count 3 --seed 2 -j 2";
    assert_eq!(draw(words), draw(words));
    assert_eq!(draw(words).lines().filter(|line| line.is_empty()).count(), 3);
    assert_eq!(draw("sample langford 4 --count 5 --as indices --seed 1").lines().count(), 5);
    let none = run("sample queens 3").ending(1);
    assert!(none.said().contains("no solution to draw"));
    // Two of four graphs have no perfect matching: the others are drawn from.
    let folder = tempfile::tempdir().unwrap();
    let graphs = folder.path().join("four.g6");
    std::fs::write(&graphs, "C~\nDhC\nE???\nA_\n").unwrap();
    let some = run(&format!("sample matching {} --as indices --seed 1", graphs.display())).ending(1);
    assert_eq!((some.printed().lines().count(), some.said().matches("no solution to draw").count()), (2, 2));
    let none = run(&format!("certify matching {} -o {}", graphs.display(), folder.path().join("x").display()));
    assert!(none.ending(2).said().contains("a certificate is about one problem, and these are 4"));
    let diagram = run("convert queens 8 --to zdd");
    assert!(diagram.said().contains(" 92 solutions"));
    assert_eq!(read_back(&diagram.printed()).len(), 92);
}
