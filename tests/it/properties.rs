//! What must hold whatever the problem is.

use std::collections::BTreeSet;

use dlx_count::engine::{ENGINES, Task};
use dlx_count::family::queens;
use dlx_count::{Count, EngineKind, Problem, Session, SplitDepth};
use proptest::prelude::*;

use crate::common::{MEMORY, Sketch, count_task, pair, sketches};
use crate::oracle;

/// An r by c board of cells, to be covered with dominoes.
pub fn dominoes(rows: usize, columns: usize) -> Problem {
    let mut builder = Problem::builder();
    let cells: Vec<_> = (0..rows * columns).map(|cell| builder.primary(cell.to_string()).unwrap()).collect();
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let here = cells[row * columns + column];
        if column + 1 < columns {
            builder.option(&[here, cells[row * columns + column + 1]]).unwrap();
        }
        if row + 1 < rows {
            builder.option(&[here, cells[(row + 1) * columns + column]]).unwrap();
        }
    }
    builder.build()
}

fn count(problem: &Problem, kind: EngineKind) -> Count {
    count_task(&mut *kind.build(problem, MEMORY), &Task::root(), false).0
}

/// The same problem with items and options renumbered by these keys.
fn shuffled(sketch: &Sketch, keys: &[u32]) -> Sketch {
    let order = |range: std::ops::Range<usize>| {
        let mut order: Vec<usize> = range.collect();
        order.sort_by_key(|&index| keys[index % keys.len()].rotate_left(u32::try_from(index).unwrap()));
        order
    };
    let n_items = sketch.n_primary + sketch.n_secondary;
    let items: Vec<usize> = order(0..sketch.n_primary).into_iter().chain(order(sketch.n_primary..n_items)).collect();
    let renumber = |&(item, color): &(usize, usize)| (items.get(item).copied().unwrap_or(item), color);
    let options =
        order(0..sketch.options.len()).into_iter().map(|option| sketch.options[option].iter().map(renumber).collect());
    Sketch { options: options.collect(), ..*sketch }
}

/// Both problems side by side.
fn union(a: &Sketch, b: &Sketch) -> Sketch {
    let n_primary = a.n_primary + b.n_primary;
    let place = |item: usize, own: usize, primary: usize, secondary: usize| {
        if item < own { primary + item } else { n_primary + secondary + item - own }
    };
    let left = a.options.iter().map(|option| option.iter().map(|&(i, c)| (place(i, a.n_primary, 0, 0), c)).collect());
    let right = b
        .options
        .iter()
        .map(|option| option.iter().map(|&(i, c)| (place(i, b.n_primary, a.n_primary, a.n_secondary), c)).collect());
    Sketch { n_primary, n_secondary: a.n_secondary + b.n_secondary, options: left.chain(right).collect() }
}

/// Problems with classes of secondary items that can be exchanged, such as the colors of a graph: the same options for each class. Sometimes one class has an option more, so that it is unlike the others.
fn with_classes() -> impl Strategy<Value = Sketch> {
    (1usize..6, 1usize..5, 2usize..5).prop_flat_map(|(n_primary, n_each, n_classes)| {
        let cells = (prop::collection::btree_set(0..n_primary, 1..3), prop::collection::btree_set(0..n_each, 0..4));
        let options = prop::collection::vec(cells.clone(), 1..7);
        (options, prop::option::of((0..n_classes, cells))).prop_map(move |(options, more)| {
            let place = |(class, (primary, secondary)): (usize, &(BTreeSet<usize>, BTreeSet<usize>))| {
                let secondary = secondary.iter().map(|item| n_primary + item * n_classes + class);
                primary.iter().copied().chain(secondary).map(|item| (item, 0)).collect()
            };
            let all = (0..n_classes).flat_map(|class| options.iter().map(move |option| (class, option)));
            let all = all.chain(more.iter().map(|(class, option)| (*class, option)));
            Sketch { n_primary, n_secondary: n_each * n_classes, options: all.map(place).collect() }
        })
    })
}

proptest! {
    #![proptest_config(crate::common::seeded(400))]

    #[test]
    fn classes_that_can_be_exchanged_count_each_time(sketch in with_classes()) {
        let problem = sketch.build();
        let expected = Count::from(oracle::count(&problem));
        for &kind in EngineKind::ALL {
            prop_assert_eq!(&count(&problem, kind), &expected, "{}", kind.name());
        }
        let in_no_memory = count_task(&mut *EngineKind::Frontier.build(&problem, 500), &Task::root(), false).0;
        prop_assert_eq!(in_no_memory, expected);
    }

    #[test]
    fn the_order_of_items_and_options_does_not_matter(sketch in sketches(), keys in prop::collection::vec(any::<u32>(), 30)) {
        let (one, other) = (sketch.build(), shuffled(&sketch, &keys).build());
        for &kind in EngineKind::ALL {
            prop_assert_eq!(count(&one, kind), count(&other, kind));
        }
    }

    #[test]
    fn a_disjoint_union_multiplies(a in sketches(), b in sketches()) {
        let both = union(&a, &b).build();
        let product = Count::from(oracle::count(&a.build())) * Count::from(oracle::count(&b.build()));
        for &kind in EngineKind::ALL {
            prop_assert_eq!(&count(&both, kind), &product, "{}", kind.name());
        }
    }

    #[test]
    fn any_split_sums_to_the_whole(sketch in sketches(), depth in 0usize..6, merging: bool) {
        let problem = sketch.build();
        let session = Session::builder().threads(1).merging(merging).build().unwrap();
        let split = session.split(&problem, SplitDepth::At(depth));
        for &kind in EngineKind::ALL {
            let mut engine = kind.build(&problem, MEMORY);
            let parts: Count = split.tasks.iter().map(|task| count_task(&mut *engine, task, false).0).sum();
            prop_assert_eq!(parts + split.tally.count.clone(), Count::from(oracle::count(&problem)));
        }
    }
}

/// Engines that are asked to pause at every poll hand back rests that add up; and asking really makes them pause.
#[test]
fn a_pause_loses_nothing() {
    for (kind, n, solutions) in [(EngineKind::Links, 11, 2680u64), (EngineKind::Bits, 13, 73712)] {
        let problem = queens(n);
        let (count, n_pauses) = count_task(&mut *kind.build(&problem, MEMORY), &Task::root(), true);
        assert_eq!(count, Count::from(solutions), "{}", kind.name());
        assert!(n_pauses > 0, "{}", kind.name());
    }
}

/// Below a prefix whose options exclude each other there is nothing.
#[test]
fn an_impossible_prefix_counts_nothing() {
    let problem = queens(5);
    let attacking = Task { prefix: problem.options().take(2).collect(), ..Task::root() };
    for &kind in EngineKind::ALL {
        assert!(count_task(&mut *kind.build(&problem, MEMORY), &attacking, false).0.is_zero(), "{}", kind.name());
    }
}

/// All shares of a split add up to what is not done.
#[test]
fn shares_add_up() {
    let split = pair().split(&queens(8), SplitDepth::At(3));
    let shares: f64 = split.tasks.iter().map(|task| task.share).sum();
    assert!((shares + split.done - 1.0).abs() < 1e-9, "{shares} + {}", split.done);
}

#[test]
fn every_engine_is_in_the_table_and_does_what_it_says() {
    let problem = queens(5);
    for &kind in EngineKind::ALL {
        let info = kind.info();
        assert_eq!((info.kind, EngineKind::named(info.name)), (kind, Some(kind)));
        assert_eq!(kind.build(&problem, 1 << 20).is_parallel(), info.is_parallel);
    }
    assert_eq!(EngineKind::ALL.len(), ENGINES.len());
}
