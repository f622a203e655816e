//! Engines on problems with many symmetries: copies of gadgets, with items of their own or shared, circulants, tori; with colors, equal options,
//! several components. What merges tasks or states has most to merge here, and most to merge wrongly.
//!
//! A seeded thousand each time; `DLX_CASES=100000 cargo test --test it symmetric` takes more.

use std::sync::LazyLock;

use dlx_count::engine::bits::Bits;
use dlx_count::engine::{Engine, Task};
use dlx_count::{Count, EngineKind, Limits, Problem, Session, SplitDepth};
use proptest::prelude::*;

use crate::common::{MEMORY, Sketch, count_task, seeded};
use crate::oracle;

/// An option by (place, color): places below the number of primary items are those.
type Cells = Vec<(usize, usize)>;

/// A small problem to make copies of.
fn gadgets() -> impl Strategy<Value = Sketch> {
    (1usize..4, 0usize..3).prop_flat_map(|(n_primary, n_secondary)| {
        let option = prop::collection::vec((0..n_primary + n_secondary, 0usize..3), 1..4);
        prop::collection::vec(option, 1..6).prop_map(move |options| Sketch { n_primary, n_secondary, options })
    })
}

/// This many copies side by side. Secondary items are shared by all, or each copy has its own.
fn copies(gadget: &Sketch, n_copies: usize, are_shared: bool) -> Sketch {
    let Sketch { n_primary, n_secondary, ref options } = *gadget;
    let all = n_primary * n_copies;
    let place = |copy: usize, item: usize| match item.checked_sub(n_primary) {
        None => copy * n_primary + item,
        Some(second) if are_shared => all + second,
        Some(second) => all + copy * n_secondary + second,
    };
    let of_copy = |copy| options.iter().map(move |cells| cells.iter().map(|&(i, c)| (place(copy, i), c)).collect());
    Sketch {
        n_primary: all,
        n_secondary: if are_shared { n_secondary } else { n_copies * n_secondary },
        options: (0..n_copies).flat_map(of_copy).collect(),
    }
}

/// One problem beside another, without a common item. The options of the second come in reverse order, so that copies are not equal but alike.
fn beside(one: &Sketch, other: &Sketch) -> Sketch {
    let n_primary = one.n_primary + other.n_primary;
    let place = |item: usize, is_other: bool| {
        let own = if is_other { other.n_primary } else { one.n_primary };
        match item.checked_sub(own) {
            None => item + if is_other { one.n_primary } else { 0 },
            Some(second) => second + n_primary + if is_other { one.n_secondary } else { 0 },
        }
    };
    let moved = |cells: &Cells, is_other| cells.iter().map(|&(i, c)| (place(i, is_other), c)).collect();
    let others = other.options.iter().rev().map(|cells| moved(cells, true));
    Sketch {
        n_primary,
        n_secondary: one.n_secondary + other.n_secondary,
        options: one.options.iter().map(|cells| moved(cells, false)).chain(others).collect(),
    }
}

/// Base blocks moved to every place of a torus of this many rows and columns; one row is a circulant. Each place has a primary and a secondary item.
fn torus((rows, columns): (usize, usize), blocks: &[Cells]) -> Sketch {
    let n = rows * columns;
    let moved = |item: usize, by: usize| {
        let (own, second) = (item % n, item / n % 2);
        let (row, column) = ((own / columns + by / columns) % rows, (own % columns + by % columns) % columns);
        second * n + row * columns + column
    };
    let options = (0..n).flat_map(|by| {
        blocks.iter().map(move |block| block.iter().map(|&(item, color)| (moved(item, by), color)).collect())
    });
    Sketch { n_primary: n, n_secondary: n, options: options.collect() }
}

fn tori() -> impl Strategy<Value = Sketch> {
    let sizes = prop_oneof![(Just(1usize), 3usize..10), (Just(2usize), 2usize..5), (Just(3usize), Just(3usize))];
    sizes.prop_flat_map(|(rows, columns)| {
        let block = prop::collection::vec((0..2 * rows * columns, 0usize..3), 1..5);
        prop::collection::vec(block, 1..4).prop_map(move |blocks| torus((rows, columns), &blocks))
    })
}

/// A symmetric problem, some of its options doubled.
pub(crate) fn symmetric() -> impl Strategy<Value = Sketch> {
    let copied = (gadgets(), 2usize..4, any::<bool>()).prop_map(|(gadget, n, shared)| copies(&gadget, n, shared));
    let small = tori().prop_filter("a copy of it must stay small", |torus| torus.n_primary <= 4);
    let doubled = (small, any::<bool>()).prop_map(|(torus, shared)| copies(&torus, 2, shared));
    let one = prop_oneof![4 => copied, 4 => tori(), 1 => doubled];
    (one, prop::collection::vec(0usize..64, 0..3)).prop_map(|(mut sketch, again)| {
        let n_options = sketch.options.len();
        again.iter().for_each(|option| sketch.options.push(sketch.options[option % n_options].clone()));
        sketch
    })
}

/// The engines, `bits` for every set of instructions of this processor.
fn engines(problem: &Problem) -> Vec<(String, Box<dyn Engine>)> {
    let named = EngineKind::ALL.iter().map(|kind| (kind.name().to_owned(), kind.build(problem, MEMORY)));
    let bits = Bits::of_every_level(problem).into_iter().chain(Bits::as_if_large(problem)).enumerate();
    named.chain(bits.map(|(level, bits)| (format!("bits, level {level}"), Box::new(bits) as Box<dyn Engine>))).collect()
}

/// What the tasks of a split, merged, add up to.
fn split_count(problem: &Problem, engine: &mut dyn Engine, depth: usize) -> Count {
    let split = SESSION.split(problem, SplitDepth::At(depth));
    let parts: Count = split.tasks.iter().map(|task| count_task(engine, task, true).0).sum();
    parts + split.tally.count
}

static SESSION: LazyLock<Session> = LazyLock::new(|| Session::builder().threads(2).memory(MEMORY).build().unwrap());

proptest! {
    #![proptest_config(seeded(300))]

    #[test]
    fn engines_agree_where_much_is_symmetric(sketch in symmetric(), depth in 1usize..4) {
        let problem = sketch.build();
        let expected = Count::from(oracle::count(&problem));
        for (name, mut engine) in engines(&problem) {
            prop_assert_eq!(&count_task(&mut *engine, &Task::root(), false).0, &expected, "{}", name);
            prop_assert_eq!(&split_count(&problem, &mut *engine, depth), &expected, "{} split to {}", name, depth);
        }
        let outcome = SESSION.count(&problem).unwrap();
        prop_assert!(outcome.is_complete());
        prop_assert_eq!(&outcome.count, &expected, "auto: {:?}", outcome.reason);
    }

    /// Too many solutions to look at one by one: as many as one copy has, to the power of the copies.
    #[test]
    fn copies_multiply(gadget in gadgets(), n_copies in 4u32..8) {
        let problem = copies(&gadget, n_copies as usize, false).build();
        let one = oracle::count(&gadget.build());
        let expected = (0..n_copies).fold(Count::ONE, |product, _| product * Count::from(one));
        prop_assume!(expected.to_u64().is_some_and(|count| count < 100_000));
        for (name, mut engine) in engines(&problem) {
            prop_assert_eq!(&count_task(&mut *engine, &Task::root(), false).0, &expected, "{}", name);
            prop_assert_eq!(&split_count(&problem, &mut *engine, 3), &expected, "{} split", name);
        }
        let outcome = SESSION.count(&problem).unwrap();
        prop_assert_eq!(&outcome.count, &expected, "auto: {:?}", outcome.reason);
    }

    /// Parts are counted one by one, those that are alike once; a limit on the count holds for the product.
    #[test]
    fn parts_multiply(one in symmetric(), other in gadgets(), limit in 1u64..200) {
        let of_one = Count::from(oracle::count(&one.build()));
        let expected = of_one.clone() * of_one * Count::from(oracle::count(&other.build()));
        let problem = beside(&beside(&one, &other), &one).build();
        let outcome = SESSION.count(&problem).unwrap();
        prop_assert!(outcome.is_complete());
        prop_assert_eq!(&outcome.count, &expected, "{:?}", outcome.reason);
        let limits = Limits { count: Some(limit.into()), ..Limits::default() };
        let outcome = SESSION.to_builder().limits(limits).build().unwrap().count(&problem).unwrap();
        prop_assert!(outcome.count <= expected, "{} of {}", outcome.count, expected);
        prop_assert!(outcome.is_complete() || outcome.count >= Count::from(limit), "{} for {}", outcome.count, limit);
        prop_assert!(!outcome.is_complete() || outcome.count == expected);
    }
}
