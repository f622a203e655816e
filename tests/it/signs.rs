//! Sums over signs, and weights that show that there is no solution, against the naive counter and known numbers.

use std::sync::Arc;

use dlx_count::engine::{Imbalance, RunSignal, Task, signs};
use dlx_count::family::{ZeroOne, langford};
use dlx_count::{Count, EngineKind, Problem, Session};
use proptest::prelude::*;
use proptest::sample::subsequence;

use crate::common::{Board, MEMORY, Sketch, count_task, pair, problem, seeded, sketches};
use crate::oracle;

/// Rows, whose options have one size each, and as many columns as these sizes add up to, or a few more, of which as many may stay uncovered; items are in any order.
fn rows() -> impl Strategy<Value = Sketch> {
    (prop::collection::vec(0usize..4, 1..5), 0usize..4, 0usize..3).prop_flat_map(|(sizes, n_spare, n_more)| {
        let (n_rows, n_columns) = (sizes.len(), sizes.iter().sum::<usize>() + n_spare);
        let n_secondary = if n_spare == 0 { 0 } else { (n_spare + n_more).min(n_columns) };
        let options = |(row, &size): (usize, &usize)| {
            let columns = subsequence((n_rows..n_rows + n_columns).collect::<Vec<_>>(), size);
            let option = columns.prop_map(move |columns| [vec![row], columns].concat());
            prop::collection::vec(option, 1..9)
        };
        let all: Vec<_> = sizes.iter().enumerate().map(options).collect();
        let sizes = (n_rows + n_columns - n_secondary, n_secondary);
        (all, any::<u64>()).prop_map(move |(all, seed)| shuffled(sizes, all.concat(), seed))
    })
}

/// Options of one size, of which some cover all items together.
fn one_size() -> impl Strategy<Value = Sketch> {
    (1usize..5, 1usize..4).prop_flat_map(|(size, number)| {
        let option = subsequence((0..size * number).collect::<Vec<_>>(), size);
        let options = prop::collection::vec(option, 1..25);
        options.prop_map(move |options| shuffled((size * number, 0), options, 1))
    })
}

fn shuffled((n_primary, n_secondary): (usize, usize), options: Vec<Vec<usize>>, seed: u64) -> Sketch {
    let mut names: Vec<usize> = (0..n_primary + n_secondary).collect();
    fastrand::Rng::with_seed(seed).shuffle(&mut names[..n_primary]);
    let named = |option: Vec<usize>| option.into_iter().map(|item| (names[item], 0)).collect();
    Sketch { n_primary, n_secondary, options: options.into_iter().map(named).collect() }
}

fn by_signs(problem: &Problem) -> Count {
    count_task(&mut *EngineKind::Signs.build(problem, MEMORY), &Task::root(), false).0
}

proptest! {
    #![proptest_config(seeded(3000))]

    #[test]
    fn rows_are_multiplied(sketch in rows()) {
        let problem = sketch.build();
        prop_assert!(signs::time(&problem).is_some());
        prop_assert_eq!(by_signs(&problem), Count::from(oracle::count(&problem)));
    }

    #[test]
    fn options_of_one_size_have_no_order(sketch in one_size()) {
        let problem = sketch.build();
        prop_assert!(signs::time(&problem).is_some());
        prop_assert_eq!(by_signs(&problem), Count::from(oracle::count(&problem)));
    }

    /// Where weights are found, they are right, and there is no solution.
    #[test]
    fn weights_weigh_what_they_say(sketch in prop_oneof![sketches(), rows(), one_size()]) {
        let problem = sketch.build();
        let Some(found) = Imbalance::of(&problem) else { return Ok(()) };
        prop_assert_eq!(oracle::count(&problem), 0);
        let modulo = |weight: i64| found.modulus.map_or(weight, |modulus| weight.rem_euclid(modulus as i64));
        let weight = |item| found.weights.iter().find(|(own, _)| *own == item).map_or(0, |&(_, weight)| weight);
        for option in problem.choosable() {
            let items = problem.items_of(option).iter().filter(|&&item| problem.is_primary(item));
            prop_assert_eq!(modulo(items.map(|&item| weight(item)).sum()), 0);
        }
        let all = problem.items().filter(|&item| problem.is_primary(item)).map(weight).sum();
        prop_assert_eq!(modulo(all), found.total);
        prop_assert!(found.total != 0);
    }
}

/// A matrix of ones but on the diagonal: its permanent is the number of derangements, n times the one before, plus or minus 1.
fn derangements(n: usize) -> (Problem, Count) {
    let row = |row: usize| (0..n).map(|column| if row == column { '0' } else { '1' }).collect::<String>() + "\n";
    let matrix = ZeroOne::read(&(0..n).map(row).collect::<String>()).unwrap();
    let number = (1..=n as u128).fold(1, |before, n| if n % 2 == 0 { n * before + 1 } else { n * before - 1 });
    (matrix.permanent(), Count::from(number))
}

/// Sums of many chunks, by several threads, with products of 64 and of 128 bits.
#[test]
fn known_numbers() {
    for (n, known) in [(3, 2_u64), (4, 2), (7, 52), (8, 300), (11, 35_584), (12, 216_288)] {
        assert_eq!(by_signs(&langford(n).unwrap()), Count::from(known), "langford {n}");
    }
    for n in [1, 2, 9, 16, 19, 21] {
        let (problem, number) = derangements(n);
        let session = Session::builder().threads(3).engine(EngineKind::Signs).build().unwrap();
        assert_eq!(session.count(&problem).unwrap().count, number, "{n}");
    }
}

/// Products of 256 bits: the matchings of 20 points, 654729075, with each edge 80 times. And columns that stay uncovered: places for 5 of 9.
#[test]
fn wide_products_and_spare_columns() {
    let mut builder = Problem::builder();
    let points = builder.primaries(0..20).unwrap();
    for _ in 0..80 {
        for (place, &one) in points.iter().enumerate() {
            points[..place].iter().for_each(|&other| _ = builder.option(&[one, other]).unwrap());
        }
    }
    let expected = Count::from(654_729_075_u64) * Count::from(80_u64).pow(10);
    assert_eq!(by_signs(&builder.build()), expected);
    let oblong = ZeroOne::read(&"111111111\n".repeat(5)).unwrap().permanent();
    assert!(signs::time(&oblong).is_some());
    assert_eq!(by_signs(&oblong), Count::from(9_u64 * 8 * 7 * 6 * 5));
}

/// A plain count gets these sums, and none where everything cancels.
#[test]
fn auto_sums_where_that_is_shorter() {
    let (problem, number) = derangements(2);
    assert_eq!(pair().count(&problem).unwrap().count, number);
    let matrix: String = {
        let mut dice = fastrand::Rng::with_seed(7);
        (0..24)
            .map(|_| (0..24).map(|_| if dice.bool() { '1' } else { '0' }).chain(['\n']).collect::<String>())
            .collect()
    };
    let problem = ZeroOne::read(&matrix).unwrap().permanent();
    let outcome = pair().count(&problem).unwrap();
    assert_eq!(outcome.engine, "signs");
    assert_eq!(outcome.count, by_signs(&problem));
    let outcome = pair().count(&langford(18).unwrap()).unwrap();
    assert_eq!((outcome.engine, outcome.count.to_u64()), ("none", Some(0)));
}

/// Tasks of a split are sums, too.
#[test]
fn tasks_are_summed() {
    let problem = langford(8).unwrap();
    let split = pair().split(&problem, dlx_count::SplitDepth::At(2));
    let mut engine = EngineKind::Signs.build(&problem, MEMORY);
    let parts: Count = split.tasks.iter().map(|task| count_task(&mut *engine, task, false).0).sum();
    assert_eq!(parts + split.tally.count, Count::from(300_u64));
}

/// What is put aside is continued by another engine, and each time from where it was.
#[test]
fn a_sum_is_continued() {
    let (problem, number) = derangements(27);
    let (kept, mut n_stops) = (Arc::default(), 0);
    let count = loop {
        let signal = Arc::new(RunSignal::default());
        let board = Board { kept: Arc::clone(&kept), signal: Arc::clone(&signal), left: 1.into() };
        signal.keep_states_on(Some(Arc::new(board)));
        let (tally, rest) = EngineKind::Signs.build(&problem, MEMORY).run(&Task::root(), &signal);
        signal.keep_states_on(None);
        if rest.is_empty() {
            break tally.count;
        }
        assert!(rest.is_whole && tally.count.is_zero());
        n_stops += 1;
    };
    assert_eq!(count, number);
    assert!(n_stops > 1, "{n_stops}");
}

/// A sum that is told to stop has no count.
#[test]
fn a_stopped_sum_is_left_whole() {
    let signal = RunSignal::default();
    signal.stop();
    let (tally, rest) = EngineKind::Signs.build(&langford(8).unwrap(), MEMORY).run(&Task::root(), &signal);
    assert!(rest.is_whole && tally.count.is_zero());
}

/// A board without two opposite corners: black cells weigh 1, white ones -1.
#[test]
fn the_chessboard_without_corners() {
    let n = 6;
    let mut text = String::new();
    let cells = (0..n * n).filter(|&cell| cell != 0 && cell != n * n - 1);
    text += &cells.clone().map(|cell| format!("c{cell} ")).collect::<String>();
    for cell in cells.clone() {
        for other in [(cell % n < n - 1).then_some(cell + 1), Some(cell + n)].into_iter().flatten() {
            if cells.clone().any(|cell| cell == other) {
                text += &format!("\nc{cell} c{other}");
            }
        }
    }
    let problem = problem(&text);
    let found = Imbalance::of(&problem).unwrap();
    assert_eq!((found.modulus, found.weights.len(), found.total.abs()), (None, 34, 2));
    assert!(found.words(&problem).starts_with("let c"), "{}", found.words(&problem));
}
