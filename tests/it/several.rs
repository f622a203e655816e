//! Kinds of solutions where items are covered several times: against all sets of options, carried by all permutations of the items.

use std::collections::{BTreeMap, HashMap};

use dlx_count::problem::{Constraints, Multiplicity};
use dlx_count::symmetry::{CountQuery, Equivalence, GroupError, IsomorphismClasses};
use dlx_count::{Count, ItemId, OptionId, Problem};
use proptest::prelude::*;

use crate::cli::{Said, run, told};
use crate::common::{Sketch, pair, seeded};
use crate::kinds::{listed, mean};
use crate::times::{Bounds, all_sets, is_minimal, said};

/// Few items, some of them with bounds, and options that a permutation of the items carries into one another. Equal options, and sets with an option too many, are among them.
fn planted() -> impl Strategy<Value = (Sketch, Bounds)> {
    (2usize..5, 0usize..3).prop_flat_map(|(n_primary, n_secondary)| {
        let (n_items, places) = (n_primary + n_secondary, |from: usize, to: usize| (from..to).collect::<Vec<_>>());
        let primary = Just(places(0, n_primary)).prop_shuffle();
        let secondary = Just(places(n_primary, n_items)).prop_shuffle();
        let options = prop::collection::vec(prop::collection::btree_set(0..n_items, 1..4), 1..5);
        let times = (0usize..3, prop::option::of(0usize..3))
            .prop_map(|(least, more)| Multiplicity { least, most: more.map(|more| least + more) });
        let bounds = prop::collection::vec(prop::option::of(times), n_items);
        (primary, secondary, options, bounds).prop_map(move |(primary, secondary, seeds, bounds)| {
            let to = [primary, secondary].concat();
            let mut options = Vec::new();
            for seed in seeds {
                let mut image: Vec<usize> = seed.into_iter().collect();
                for _ in 0..3 {
                    options.push(image.iter().map(|&item| (item, 0)).collect::<Vec<_>>());
                    image = image.into_iter().map(|item| to[item]).collect();
                }
            }
            options.truncate(11);
            // The same bounds along each cycle of the permutation.
            let mut along = bounds.clone();
            for item in 0..n_items {
                let (mut least, mut next) = (item, to[item]);
                while next != item {
                    (least, next) = (least.min(next), to[next]);
                }
                along[item] = bounds[least];
            }
            (Sketch { n_primary, n_secondary, options }, along)
        })
    })
}

/// All permutations of the numbers below this one.
pub fn permutations(n: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for number in 0..n {
        let longer = all.iter().flat_map(|shorter: &Vec<usize>| {
            (0..=number).map(move |place| [&shorter[..place], &[number], &shorter[place..]].concat())
        });
        all = longer.collect();
    }
    all
}

/// Options by the items that they cover, each with how often it is there.
type Heap = BTreeMap<Vec<usize>, usize>;

fn heap(problem: &Problem, options: impl Iterator<Item = OptionId>, to: &[usize]) -> Heap {
    let mut heap = Heap::new();
    for option in options {
        let mut items: Vec<usize> = problem.items_of(option).iter().map(|item| to[item.index()]).collect();
        items.sort_unstable();
        *heap.entry(items).or_insert(0) += 1;
    }
    heap
}

/// How many of these sets there are up to permutations of items that keep the options and how often items are to be covered; and up to exchanging equal options.
fn kinds(problem: &Problem, times: &[(ItemId, Multiplicity)], sets: &[Vec<OptionId>]) -> HashMap<Heap, u64> {
    let said = |item: ItemId| times.iter().find(|(other, _)| *other == item).map(|(_, times)| *times);
    let wanted = |item: usize| {
        let item = ItemId::from_index(item);
        let once = Multiplicity { least: usize::from(problem.is_primary(item)), most: Some(1) };
        let Multiplicity { least, most } = said(item).unwrap_or(once);
        let number = problem.options().filter(|&option| problem.items_of(option).contains(&item)).count();
        (least, most.filter(|&most| most < number))
    };
    let is_asked_for = |item: &ItemId| problem.is_primary(*item) || said(*item).is_some();
    let chosen = || problem.options().filter(|&option| problem.items_of(option).iter().any(is_asked_for));
    let (n_items, same): (usize, Vec<usize>) = (problem.n_items(), problem.items().map(|item| item.index()).collect());
    let keeps = |to: &Vec<usize>| {
        (0..n_items).all(|item| wanted(item) == wanted(to[item]))
            && heap(problem, chosen(), to) == heap(problem, chosen(), &same)
    };
    let group: Vec<Vec<usize>> = permutations(n_items).into_iter().filter(keeps).collect();
    let mut kinds = HashMap::new();
    for set in sets {
        let least = group.iter().map(|to| heap(problem, set.iter().copied(), to)).min().unwrap();
        *kinds.entry(least).or_insert(0) += 1;
    }
    kinds
}

/// Counts and lists the kinds, draws some, and compares.
fn check(problem: &Problem, expected: &HashMap<Heap, u64>) -> Result<(), TestCaseError> {
    let question = match CountQuery::up_to_all(problem.clone()) {
        Ok(question) => question,
        Err(error) => {
            prop_assert_eq!(error, GroupError::Several);
            return Ok(());
        }
    };
    let counted = pair().count(&question).unwrap();
    prop_assert_eq!(counted.count, Count::from(expected.len() as u64), "{:?}", counted.reason);
    match IsomorphismClasses::of(problem) {
        Ok(_) => prop_assert_eq!(mean(problem), Count::from(expected.len() as u64)),
        Err(error) => prop_assert_eq!(error, GroupError::Several),
    }
    let Some(Equivalence::Listed(group)) = question.equivalence() else { panic!("the group is listed") };
    let mut orbits: Vec<u64> = listed(question.problem(), group).into_values().collect();
    let mut sizes: Vec<u64> = expected.values().copied().collect();
    orbits.sort_unstable();
    sizes.sort_unstable();
    prop_assert_eq!(orbits, sizes);
    for kind in pair().sample_kinds(&question, 3, 9).unwrap().unwrap() {
        prop_assert_eq!(group.orbit(&kind.options).map(Count::from), Some(kind.orbit));
    }
    Ok(())
}

proptest! {
    #![proptest_config(seeded(100))]

    #[test]
    fn kinds_of_covers_are_orbits((sketch, bounds) in planted()) {
        let whole = sketch.build();
        let times = said(&whole, &bounds);
        let (problem, all) = (whole.with_times(&times).unwrap(), all_sets(&whole, &times));
        check(&problem, &kinds(&whole, &times, &all))?;
        let minimal: Vec<_> = all.into_iter().filter(|set| is_minimal(&whole, &times, set)).collect();
        let demands = Constraints { irredundant: true, ..Constraints::default() };
        check(&problem.constrained(&demands).unwrap(), &kinds(&whole, &times, &minimal))?;
    }
}

/// Sets of queens that attack every square, and such sets without a queen too many, up to rotations and reflections of the board: all sets were tried by another program. Simple 2-(9,3,2) designs: C. J. Colbourn and J. H. Dinitz,
/// "Handbook of Combinatorial Designs", 2nd edition, table II.1.1.
#[test]
fn numbers_of_kinds_of_covers() {
    for (n, all, minimal) in [(1, "1\n", "1\n"), (2, "5\n", "1\n"), (3, "97\n", "5\n"), (4, "8460\n", "33\n")] {
        assert_eq!(told(&format!("queens {n} --dominate --up-to-symmetry -q")).0, all);
        assert_eq!(told(&format!("queens {n} --dominate --irredundant --up-to-symmetry -q")).0, minimal);
    }
    assert_eq!(told("design 2 9 3 --lambda 2 --up-to-symmetry -q").0, "13\n");
    assert!(told("queens 4 --dominate --up-to-symmetry --at-most *=3").1.contains("may break the symmetry"));
}

/// Copies of pieces: as many kinds are counted as are listed, and those stand for all coverings.
#[test]
fn copies_of_pieces_have_kinds() {
    for words in [
        "polyomino 4x5 --pieces tetrominoes --copies I4=1..2,*=0..2",
        "polyomino 5x8 --pieces tetrominoes --copies *=2",
        "polyomino 4x6 --pieces I3,L3,O4 --copies O4=1..,I3=2..",
        "polyomino 2x2x3 --pieces dominoes --copies *=6",
        "polyomino 4x5 --pieces tetrominoes --one-sided --copies *=0..2",
    ] {
        let (lines, said) = told(&format!("solve {words} --up-to-symmetry --as indices"));
        let kinds = lines.lines().count();
        assert!(said.contains("which is all there are"), "{said}");
        assert!(said.contains(&format!("they stand for {} ", told(&format!("{words} -q")).0.trim())), "{said}");
        assert_eq!(told(&format!("{words} --up-to-symmetry -q")).0, format!("{kinds}\n"), "{words}");
    }
}

/// A bound that all options together do not exceed is none: no more is counted than without it.
#[test]
fn bounds_that_cannot_be_exceeded_are_free() {
    for (words, bound) in
        [("matching 6 --at-least *=1", "--at-most *=5"), ("matching 6 --at-least 1=2", "--at-most 1=5")]
    {
        let counted = |words: &str| {
            let output = run(&format!("{words} --engine bits -j 1 --json")).json();
            (output["count"].to_string(), output["nodes"].to_string())
        };
        assert_eq!(counted(&format!("{words} {bound}")), counted(words), "{words}");
    }
}

/// Graphs by the degrees of their vertices, up to the order of these: without isolated vertices (OEIS A002494), cubic ones (A005638), and labelled cubic ones (A002829). The group of 11 vertices is too large to be listed, and its
/// classes of conjugates are few: kinds are counted, and not shown.
#[test]
fn graphs_are_covers_of_vertices() {
    for (n, expected) in [(4, "7\n"), (5, "23\n"), (7, "888\n"), (11, "1006992696\n")] {
        assert_eq!(told(&format!("matching {n} --at-least *=1 --up-to-symmetry -q")).0, expected, "{n}");
    }
    for (n, labelled, kinds) in
        [(4, "1\n", "1\n"), (6, "70\n", "2\n"), (8, "19355\n", "6\n"), (10, "11180820\n", "21\n")]
    {
        assert_eq!(told(&format!("matching {n} --at-least *=3 --at-most *=3 -q")).0, labelled);
        assert_eq!(told(&format!("matching {n} --at-least *=3 --at-most *=3 --up-to-symmetry -q")).0, kinds);
    }
    let (lines, said) = told("solve matching 12 --at-least *=1 --up-to-symmetry");
    assert!(lines.is_empty() && said.contains("can be counted here, but not shown"), "{said}");
}
