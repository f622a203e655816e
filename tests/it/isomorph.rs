//! The engine that merges up to isomorphism: known numbers that no other engine here reaches in a test, and files in any order.

use std::sync::Arc;

use dlx_count::engine::isomorph::Isomorph;
use dlx_count::engine::{Engine, OpenSubtrees, RunSignal, Task};
use dlx_count::family::{latin as squares, matching, partition, steiner};
use dlx_count::{EngineKind, ItemId, OptionId, Problem, Session};

use crate::common::Board;
use crate::reductions::grid;

fn latin(n: usize) -> Result<Problem, dlx_count::family::FamilyError> {
    squares(n, false)
}

fn count(problem: &Problem, threads: usize) -> String {
    let outcome =
        Session::builder().engine(EngineKind::Isomorph).threads(threads).build().unwrap().count(problem).unwrap();
    assert!(outcome.is_complete(), "{}", problem.name());
    outcome.count.to_string()
}

/// The same problem, its items and options in an order that the seed decides.
fn shuffled(problem: &Problem, seed: u64) -> Problem {
    let mut dice = fastrand::Rng::with_seed(seed);
    let (mut items, mut options): (Vec<ItemId>, Vec<OptionId>) =
        (problem.items().collect(), problem.options().collect());
    dice.shuffle(&mut items[..problem.n_primary()]);
    dice.shuffle(&mut options);
    let mut builder = Problem::builder();
    let mut new = vec![items[0]; items.len()];
    for &item in &items {
        let label = problem.item_label(item);
        let added = if problem.is_primary(item) { builder.primary(label) } else { builder.secondary(label) };
        new[item.index()] = added.unwrap();
    }
    for option in options {
        let items: Vec<ItemId> = problem.items_of(option).iter().map(|item| new[item.index()]).collect();
        builder.option(&items).unwrap();
    }
    builder.build()
}

/// One-factorizations of the complete graph, the rounds named.
pub fn factorizations(n: usize) -> Problem {
    let mut builder = Problem::builder();
    let edges: Vec<(usize, usize)> = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).collect();
    let edge: Vec<ItemId> = edges.iter().map(|(a, b)| builder.primary(format!("{a}-{b}")).unwrap()).collect();
    let mut at = |point: usize, round: usize| builder.primary(format!("{point}@{round}")).unwrap();
    let places: Vec<Vec<ItemId>> = (0..n).map(|point| (1..n).map(|round| at(point, round)).collect()).collect();
    for (&(a, b), &edge) in edges.iter().zip(&edge) {
        for (&one, &other) in places[a].iter().zip(&places[b]) {
            builder.option(&[edge, one, other]).unwrap();
        }
    }
    builder.build()
}

#[test]
fn numbers_that_take_a_tree_for_ever() {
    let cases: [(Problem, &str); 7] = [
        (latin(6).unwrap(), "812851200"),
        (steiner(13).unwrap(), "1197504000"),
        (matching(60).unwrap(), "29215606371473169285018060091249259296875"),
        (partition(12).unwrap(), "4213597"),
        (factorizations(8), "31449600"),
        // A068253: 3-colorings of the n by n grid graph.
        (grid(5, 5).colorings(3).unwrap(), "580986"),
        (grid(3, 3).colorings(3).unwrap(), "246"),
    ];
    for (problem, expected) in &cases {
        assert_eq!(count(problem, 2), *expected, "{}", problem.name());
    }
}

/// No engine may live on the order of items and options in a file.
#[test]
fn the_order_of_a_file_does_not_matter() {
    for seed in 0..3 {
        assert_eq!(count(&shuffled(&latin(5).unwrap(), seed), 1), "161280");
        assert_eq!(count(&shuffled(&steiner(9).unwrap(), seed), 1), "840");
        assert_eq!(count(&shuffled(&factorizations(6), seed), 2), "720");
    }
}

/// Whole problems below a prefix, as tasks have them, and a stop that leaves the task whole.
#[test]
fn a_stopped_count_is_left_whole() {
    let problem = latin(7).unwrap();
    let signal = RunSignal::default();
    signal.stop();
    let (tally, rest) = EngineKind::Isomorph.build(&problem, 1 << 24).run(&Task::root(), &signal);
    assert!(rest.is_whole && tally.count.is_zero());
}

/// With next to no memory levels are made in pieces, and then in halves, and the count is the same.
#[test]
fn little_memory_changes_no_count() {
    for (memory, threads) in [(4096, 1), (20_000, 1), (100_000, 2), (400_000, 1)] {
        let session = Session::builder().engine(EngineKind::Isomorph).threads(threads).memory(memory).build().unwrap();
        let outcome = session.count(&latin(5).unwrap()).unwrap();
        assert_eq!(outcome.count.to_string(), "161280", "{memory} bytes");
    }
    let session = Session::builder().engine(EngineKind::Isomorph).threads(1).memory(200_000).build().unwrap();
    assert_eq!(session.count(&latin(7).unwrap()).unwrap().count.to_string(), "61479419904000");
}

/// Orders that race are kept, all of them, and so is the one that has won: a count that is stopped again and again goes on where it was.
#[test]
fn a_race_goes_on_where_it_was_stopped() {
    let problem = latin(6).unwrap();
    let kept = Arc::default();
    let (mut n_races, mut nodes) = (0, 0);
    let count = loop {
        let signal = Arc::new(RunSignal::default());
        let board = Board { kept: Arc::clone(&kept), signal: Arc::clone(&signal), left: 3.into() };
        signal.keep_states_on(Some(Arc::new(board)));
        let (tally, rest) = EngineKind::Isomorph.build(&problem, 1 << 24).run(&Task::root(), &signal);
        signal.keep_states_on(None);
        if rest.is_empty() {
            break tally.count;
        }
        let head = kept.lock().unwrap().as_ref().map(|(head, _)| head.clone()).expect("something is kept");
        assert!(head.nodes >= nodes || head.plan != "a race", "{} after {nodes}", head.nodes);
        nodes = head.nodes;
        n_races += usize::from(head.plan == "a race");
    };
    assert_eq!(count.to_string(), "812851200");
    assert!(n_races > 1, "stopped {n_races} times in the race");
}

/// An observer learns how many levels are done, and never that everything is done.
#[test]
fn the_share_that_is_done_is_told() {
    let (problem, signal) = (latin(6).unwrap(), RunSignal::default());
    let (tally, rest) = Isomorph::new(&problem, 1 << 24).run(&Task::root(), &signal);
    assert_eq!((tally.count, rest), (812_851_200u64.into(), OpenSubtrees::default()));
    assert!((0.1..=0.99).contains(&signal.share_done()), "{}", signal.share_done());
}
