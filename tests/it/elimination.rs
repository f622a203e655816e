//! Variables that are summed out, against the naive counter, and against the other engines on problems that are larger.

use dlx_count::engine::buckets::Buckets;
use dlx_count::tally::{Modulo, Ratio, Semiring, Weighted};
use dlx_count::{Count, EngineKind, ItemId, Problem, ProblemBuilder, Session};
use proptest::prelude::*;
use std::ops::ControlFlow;

use crate::common::{MEMORY, seeded, sketches};
use crate::oracle;

proptest! {
    #![proptest_config(seeded(1000))]

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

/// A graph whose vertices get colors: for each vertex and color the items of that option.
struct Colors(Vec<Vec<Vec<ItemId>>>);

impl Colors {
    fn new(builder: &mut ProblemBuilder, n: usize, n_colors: usize) -> Self {
        Self((0..n).map(|vertex| vec![vec![builder.primary(vertex).unwrap()]; n_colors]).collect())
    }

    /// Joins two vertices by an edge of this name.
    fn join(&mut self, builder: &mut ProblemBuilder, edge: &str, ends: [usize; 2]) {
        let [one, other] = self.0.get_disjoint_mut(ends).unwrap();
        for (color, (one, other)) in one.iter_mut().zip(other).enumerate() {
            let item = builder.secondary(format!("{edge} {color}")).unwrap();
            one.push(item);
            other.push(item);
        }
    }

    fn build(self, mut builder: ProblemBuilder) -> Problem {
        for items in self.0.iter().flatten() {
            builder.option(items).unwrap();
        }
        builder.build()
    }
}

/// Colorings of a random graph, whose colors have another order at each vertex: they can be exchanged nevertheless. With an option less at one vertex they cannot.
fn colorings(dice: &mut fastrand::Rng, (n, n_edges): (usize, usize), n_colors: usize, n_missing: usize) -> Problem {
    let mut builder = Problem::builder();
    let mut colors = Colors::new(&mut builder, n, n_colors);
    for edge in 0..n_edges {
        let ends = dice.choose_multiple(0..n, 2).try_into().unwrap();
        colors.join(&mut builder, &format!("edge {edge}"), ends);
    }
    colors.0.iter_mut().for_each(|options| dice.shuffle(options));
    colors.0[0].truncate(n_colors - n_missing);
    colors.build(builder)
}

#[test]
fn colors_can_be_exchanged_or_not() {
    let mut dice = fastrand::Rng::with_seed(1);
    for case in 0..60 {
        let n_colors = dice.usize(2..6);
        let problem = colorings(&mut dice, (12, 20), n_colors, case % 2);
        let count = Buckets::new(&problem).unwrap().count(MEMORY).unwrap().count;
        let states = Session::builder().engine(EngineKind::Frontier).threads(1).build().unwrap();
        assert_eq!(count, states.count(&problem).unwrap().count, "case {case}");
    }
}

/// More solutions than 128 bits can count, and `auto` finds the way where others take long: 7 colors of a 5-tree. A vertex that is joined to a clique of five has two colors left.
#[test]
fn auto_sums_variables_out() {
    let mut builder = Problem::builder();
    let mut colors = Colors::new(&mut builder, 130, 7);
    let mut dice = fastrand::Rng::with_seed(2);
    let mut cliques: Vec<Vec<usize>> = vec![(0..5).collect()];
    for vertex in 1..130 {
        let mut clique = if vertex < 5 { (0..vertex).collect() } else { cliques[dice.usize(..cliques.len())].clone() };
        for &other in &clique {
            colors.join(&mut builder, &format!("{vertex} {other}"), [vertex, other]);
        }
        if vertex >= 5 {
            clique[dice.usize(..5)] = vertex;
            cliques.push(clique);
        }
    }
    let outcome = Session::builder().threads(1).build().unwrap().count(&colors.build(builder)).unwrap();
    assert_eq!(outcome.count, Count::from(7 * 6 * 5 * 4 * 3u64) * Count::from(2u64).pow(125));
    assert!(outcome.is_complete() && outcome.reason.as_ref().unwrap().contains("summed out"), "{outcome:?}");
}

/// Little memory is no wrong count.
#[test]
fn tables_that_do_not_fit_are_given_up() {
    let problem = colorings(&mut fastrand::Rng::with_seed(3), (30, 60), 4, 0);
    let buckets = Buckets::new(&problem).unwrap();
    assert!(buckets.count(1000).is_none());
    let expected = Session::builder().engine(EngineKind::Frontier).threads(1).build().unwrap().count(&problem).unwrap();
    assert_eq!(buckets.count(MEMORY).unwrap().count, expected.count);
}
