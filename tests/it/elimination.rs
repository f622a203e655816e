//! Variables that are summed out, against the naive counter, and against the other engines on problems that are larger.

use dlx_count::engine::buckets::Buckets;
use dlx_count::tally::{Modulo, Ratio, Semiring, Weighted};
use dlx_count::{Count, EngineKind, Problem, Session};
use proptest::prelude::*;
use std::ops::ControlFlow;

use crate::common::{MEMORY, seeded, sketches};
use crate::oracle;

proptest! {
    #![proptest_config(seeded(3000))]

    #[test]
    fn variables_are_summed_out_exactly(sketch in sketches()) {
        let problem = sketch.build();
        let expected = oracle::count(&problem);
        let mut buckets = Buckets::new(&problem).unwrap();
        for _ in 0..2 {
            prop_assert_eq!(&buckets.count(MEMORY).unwrap().count, &Count::from(expected));
            prop_assert_eq!(buckets.sum(&problem, &Modulo(7), MEMORY), Some(expected % 7));
            let weights = (1..=problem.n_options()).map(|k| Ratio::from(k as i64 % 3 - 1)).collect();
            let ring = Weighted { weights };
            prop_assert_eq!(buckets.sum(&problem, &ring, MEMORY), Some(one_by_one(&problem, &ring)));
            buckets.improve(1.0);
        }
    }
}

/// The sum over solutions that are looked at one by one.
fn one_by_one<R: Semiring>(problem: &Problem, ring: &R) -> R::Amount {
    let session = Session::builder().engine(EngineKind::Links).threads(1).build().unwrap();
    let mut sum = ring.zero();
    let solved = session.solve(problem).for_each(|options| {
        ring.add(&mut sum, &options.iter().fold(ring.one(), |amount, &option| ring.with(option, amount)));
        ControlFlow::Continue(())
    });
    assert!(solved.unwrap().outcome.is_complete());
    sum
}

/// Colorings of a random graph, whose colors have another order at each vertex: they can be exchanged nevertheless. With one option less at one vertex they cannot.
fn colorings(dice: &mut fastrand::Rng, n: usize, n_edges: usize, n_colors: usize, n_missing: usize) -> Problem {
    let mut builder = Problem::builder();
    let vertices: Vec<_> = (0..n).map(|vertex| builder.primary(vertex).unwrap()).collect();
    let mut items = vec![vec![Vec::new(); n_colors]; n];
    for edge in 0..n_edges {
        let ends = dice.choose_multiple(0..n, 2);
        for color in 0..n_colors {
            let item = builder.secondary(format!("{edge}.{color}")).unwrap();
            ends.iter().for_each(|&end| items[end][color].push(item));
        }
    }
    for (vertex, mut of_colors) in vertices.into_iter().zip(items) {
        dice.shuffle(&mut of_colors);
        of_colors.truncate(n_colors - if vertex.index() == 0 { n_missing } else { 0 });
        for items in of_colors {
            builder.option(&[&[vertex], &items[..]].concat()).unwrap();
        }
    }
    builder.build()
}

#[test]
fn colors_can_be_exchanged_or_not() {
    let mut dice = fastrand::Rng::with_seed(1);
    for case in 0..60 {
        let n_colors = dice.usize(2..6);
        let problem = colorings(&mut dice, 12, 20, n_colors, case % 2);
        let count = Buckets::new(&problem).unwrap().count(MEMORY).unwrap().count;
        let states = Session::builder().engine(EngineKind::Frontier).threads(1).build().unwrap();
        assert_eq!(count, states.count(&problem).unwrap().count, "case {case}");
    }
}

/// More solutions than 128 bits can count, and `auto` finds the way where others take long: 7 colors of a 5-tree. A vertex that is joined to a clique of five has two colors left.
#[test]
fn auto_sums_variables_out() {
    let (n_vertices, n_colors) = (130, 7);
    let mut builder = Problem::builder();
    let vertices: Vec<_> = (0..n_vertices).map(|vertex| builder.primary(vertex).unwrap()).collect();
    let mut items = vec![vec![Vec::new(); n_colors]; n_vertices];
    let mut dice = fastrand::Rng::with_seed(2);
    let mut cliques: Vec<Vec<usize>> = vec![(0..5).collect()];
    for vertex in 1..n_vertices {
        let mut clique = cliques[dice.usize(..cliques.len())].clone();
        let is_first = vertex < 5;
        for &other in clique.iter().filter(|&&other| !is_first || other < vertex) {
            for color in 0..n_colors {
                let item = builder.secondary(format!("{vertex}.{other}.{color}")).unwrap();
                [vertex, other].iter().for_each(|&end| items[end][color].push(item));
            }
        }
        if !is_first {
            clique[dice.usize(..5)] = vertex;
            cliques.push(clique);
        }
    }
    for (&vertex, of_colors) in vertices.iter().zip(&items) {
        of_colors.iter().for_each(|items| drop(builder.option(&[&[vertex], &items[..]].concat()).unwrap()));
    }
    let outcome = Session::builder().threads(1).build().unwrap().count(&builder.build()).unwrap();
    assert_eq!(outcome.count, Count::from(7 * 6 * 5 * 4 * 3u64) * Count::from(2u64).pow(125));
    assert!(outcome.is_complete() && outcome.reason.as_ref().unwrap().contains("summed out"), "{outcome:?}");
}

/// Little memory is no wrong count.
#[test]
fn tables_that_do_not_fit_are_given_up() {
    let problem = colorings(&mut fastrand::Rng::with_seed(3), 30, 60, 4, 0);
    let buckets = Buckets::new(&problem).unwrap();
    assert!(buckets.count(1000).is_none());
    assert!(buckets.count(MEMORY).is_some() && buckets.time() > 0.0);
}
