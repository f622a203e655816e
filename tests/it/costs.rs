//! The best solutions by cost, against all sets of options tried and sorted.

use std::collections::BTreeSet;

use dlx_count::engine::least::Wish;
use dlx_count::format::{json, knuth};
use dlx_count::session::Best;
use dlx_count::tally::Ending;
use dlx_count::{EngineKind, OptionId, Problem, Session};
use proptest::prelude::*;

use crate::common::{pair, problem, seeded};
use crate::times::{all_sets, bounded};

/// One thread or two, the tree or the diagram, or whatever seems best.
fn sessions() -> Vec<Session<'static>> {
    let one = Session::builder().threads(1).build().unwrap();
    let by = |session: &Session<'static>, engine| session.to_builder().engine(engine).build().unwrap();
    let (tree, diagram) = (EngineKind::Links, EngineKind::Frontier);
    vec![by(&one, Some(tree)), by(pair(), Some(tree)), by(pair(), Some(diagram)), by(pair(), None)]
}

/// The costs of the best of these solutions.
fn expected(costs: &[u64], wish: Wish) -> Vec<u64> {
    let mut sorted = costs.to_vec();
    sorted.sort_unstable();
    if wish.is_greatest {
        sorted.reverse();
    }
    let best = sorted.first().copied();
    sorted.into_iter().take_while(|&cost| !wish.is_ties || best == Some(cost)).take(wish.number).collect()
}

/// Are these the best of all solutions, each once, and proved?
fn check(problem: &Problem, all: &[Vec<OptionId>], best: &Best, wish: Wish) {
    let costs: Vec<u64> = all.iter().map(|solution| problem.original().cost_of(solution)).collect();
    let found: Vec<u64> = best.solutions.iter().map(|(cost, _)| *cost).collect();
    assert_eq!(found, expected(&costs, wish), "{wish:?} {}", best.way);
    assert_eq!((best.ending, best.bound), (Ending::Complete, found.first().copied().or(expected(&costs, Wish { number: 1, ..wish }).first().copied())));
    let distinct: BTreeSet<_> = best.solutions.iter().map(|(_, solution)| solution).collect();
    assert_eq!(distinct.len(), found.len());
    for (cost, solution) in &best.solutions {
        assert!(all.contains(solution), "{solution:?}");
        assert_eq!(*cost, problem.original().cost_of(solution));
    }
}

fn wishes() -> impl Iterator<Item = Wish> {
    let numbers = [(1, false), (3, false), (usize::MAX, false), (usize::MAX, true), (2, true)];
    numbers.into_iter().flat_map(|(number, is_ties)| [false, true].map(|is_greatest| Wish { number, is_greatest, is_ties }))
}

proptest! {
    #![proptest_config(seeded(300))]

    /// The tree, with one thread and with two, and the diagram find the best of all sets of options, also where items are covered several times.
    #[test]
    fn the_best_are_the_best(((sketch, bounds), costs) in (bounded(), prop::collection::vec(0u64..7, 11)), is_plain in any::<bool>()) {
        let whole = sketch.build();
        let times: Vec<_> = whole.items().zip(&bounds).filter_map(|(item, times)| Some((item, (*times)?))).collect();
        let times = if is_plain { Vec::new() } else { times };
        let all = all_sets(&whole, &times);
        let priced = whole.with_costs(|option| costs[option.index()] * 3).unwrap();
        let problem = if times.is_empty() { priced } else { priced.with_times(&times).unwrap() };
        let problem = problem.priced();
        for (session, wish) in sessions().iter().flat_map(|session| wishes().map(move |wish| (session, wish))) {
            check(&problem, &all, &session.best(&problem, wish).unwrap(), wish);
        }
    }

    /// Texts say costs, and they come back.
    #[test]
    fn costs_are_written_and_read((sketch, costs) in (crate::common::sketches(), prop::collection::vec(0u64..1000, 22))) {
        let problem = sketch.build().with_costs(|option| costs[option.index()]).unwrap();
        let mut text = Vec::new();
        json::write(&problem, &mut text).unwrap();
        let read = json::read(text.as_slice()).unwrap();
        prop_assert_eq!(read.fingerprint(), problem.fingerprint(), "{}", String::from_utf8_lossy(&text));
        if problem.options().all(|option| !problem.items_of(option).is_empty()) {
            text.clear();
            knuth::write(&problem, &mut text).unwrap();
            prop_assert_eq!(knuth::read(text.as_slice()).unwrap().fingerprint(), problem.fingerprint());
        }
    }
}

/// Costs as large as they may be are added up exactly.
#[test]
fn large_costs_are_exact() {
    let half = 1u64 << 61;
    let text = format!("a b | s\na s:1 |${half}\na s:2 |${}\nb s:1 |${}\nb s:2 |${}\n", half / 3, half / 5, half / 7);
    let problem = problem(&text);
    let least = (half / 3 + half / 7).min(half + half / 5);
    let greatest = (half / 3 + half / 7).max(half + half / 5);
    for session in sessions() {
        for (is_greatest, cost) in [(false, least), (true, greatest)] {
            let best = session.best(&problem, Wish { number: 1, is_greatest, is_ties: false }).unwrap();
            assert_eq!((best.solutions[0].0, best.bound), (cost, Some(cost)));
        }
    }
}
