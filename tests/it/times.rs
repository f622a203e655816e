//! Items that are covered several times, against a counter that tries every set of options.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use dlx_count::engine::bits::Bits;
use dlx_count::engine::frontier::Diagram;
use dlx_count::engine::least::Goal;
use dlx_count::engine::links::Links;
use dlx_count::engine::{Engine, RunSignal, Task};
use dlx_count::family::{Board, Copies, Polyomino, pieces};
use dlx_count::format::{json, knuth};
use dlx_count::problem::{Constraints, Multiplicity};
use dlx_count::trace::{End, fewest_first, naive};
use dlx_count::{Color, Count, EngineKind, ItemId, OptionId, Problem, ProblemError, SplitDepth};
use proptest::prelude::*;

use crate::cli::{file_in, told};
use crate::common::{Sketch, count_task, count_with, pair, seeded};
use crate::sample::read_back;

/// How often each of the first items is covered.
pub type Bounds = Vec<Option<Multiplicity>>;

/// The bounds that there are.
pub fn said(whole: &Problem, bounds: &Bounds) -> Vec<(ItemId, Multiplicity)> {
    whole.items().zip(bounds).filter_map(|(item, times)| Some((item, (*times)?))).collect()
}

pub fn bounded() -> impl Strategy<Value = (Sketch, Bounds)> {
    (1usize..5, 0usize..3).prop_flat_map(|(n_primary, n_secondary)| {
        let cell = (0..n_primary + n_secondary, 0usize..3);
        let options = prop::collection::vec(prop::collection::vec(cell, 1..4), 0..11);
        let times = (0usize..4, prop::option::of(0usize..4))
            .prop_map(|(least, more)| Multiplicity { least, most: more.map(|more| least + more) });
        let bounds = prop::collection::vec(prop::option::of(times), n_primary);
        (options, bounds).prop_map(move |(options, bounds)| (Sketch { n_primary, n_secondary, options }, bounds))
    })
}

/// The sets of options that cover every item as often as it should be, by trying all sets.
pub fn all_sets(problem: &Problem, times: &[(ItemId, Multiplicity)]) -> Vec<Vec<OptionId>> {
    let bound = |item: ItemId| {
        let own = times.iter().find(|(other, _)| *other == item).map(|(_, times)| *times);
        own.unwrap_or(if problem.is_primary(item) { Multiplicity::ONE } else { Multiplicity::ANY })
    };
    let is_timed = |item: &ItemId| times.iter().any(|(other, _)| other == item);
    // An option without an item that has to be covered is never chosen.
    let options = problem
        .options()
        .filter(|&option| problem.items_of(option).iter().any(|item| problem.is_primary(*item) || is_timed(item)));
    let options: Vec<OptionId> = options.collect();
    let is_solution = |chosen: &Vec<OptionId>| {
        problem.items().all(|item| {
            let cells = chosen.iter().flat_map(|&option| problem.cells(option));
            let colors: Vec<Color> = cells.filter(|(other, _)| *other == item).map(|(_, color)| color).collect();
            let Multiplicity { least, most } = bound(item);
            let agree = problem.is_primary(item)
                || is_timed(&item)
                || colors.len() < 2
                || colors.iter().all(|color| !color.is_none() && *color == colors[0]);
            agree && colors.len() >= least && most.is_none_or(|most| colors.len() <= most)
        })
    };
    let sets = (0u32..1 << options.len()).map(|set| {
        options.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1).map(|(_, option)| *option).collect()
    });
    let mut found: Vec<Vec<OptionId>> = sets.filter(is_solution).collect();
    found.sort();
    found
}

/// All solutions that a search finds.
fn all_found(problem: &Problem) -> Vec<Vec<OptionId>> {
    let mut found = Vec::new();
    let solved = pair().solve(problem).for_each(|solution| {
        found.push(solution.to_vec());
        ControlFlow::Continue(())
    });
    assert!(solved.unwrap().outcome.is_complete());
    found.sort();
    found
}

proptest! {
    #![proptest_config(seeded(400))]

    /// All engines count what trying all sets counts; solutions are shown as sets of the old options; samples are among them; texts give the same problem back.
    #[test]
    fn items_are_covered_as_often_as_is_said((sketch, bounds) in bounded()) {
        let whole = sketch.build();
        let times = said(&whole, &bounds);
        let expected = all_sets(&whole, &times);
        let problem = whole.with_times(&times).unwrap();
        for &kind in EngineKind::ALL.iter().filter(|kind| kind.knows(&problem)) {
            let session = pair().to_builder().engine(kind).build().unwrap();
            prop_assert_eq!(session.count(&problem).unwrap().count, Count::from(expected.len() as u64), "{}", kind.name());
        }
        prop_assert_eq!(&all_found(&problem), &expected);
        let samples = pair().sample(&problem, 3, 5).unwrap().unwrap();
        prop_assert!(samples.iter().all(|sample| expected.contains(sample)));
        let mut text = Vec::new();
        json::write(&problem, &mut text).unwrap();
        let read = json::read(text.as_slice()).unwrap();
        prop_assert_eq!(pair().count(&read).unwrap().count, Count::from(expected.len() as u64));
        if whole.options().all(|option| !whole.items_of(option).is_empty()) {
            text.clear();
            knuth::write(&problem, &mut text).unwrap();
            let read = knuth::read(text.as_slice()).unwrap();
            let said = String::from_utf8_lossy(&text);
            prop_assert_eq!(pair().count(&read).unwrap().count, Count::from(expected.len() as u64), "{}", said);
        }
    }

    /// All engines count the minimal covers that trying all sets finds, also those with an option that must be in, and find the best of them.
    #[test]
    fn minimal_covers_are_those_that_need_every_option((sketch, bounds) in bounded(), first in 0usize..20) {
        let whole = sketch.build();
        let times = said(&whole, &bounds);
        let problem = whole.with_times(&times).unwrap();
        let expected: Vec<_> = all_sets(&whole, &times).into_iter().filter(|set| is_minimal(&whole, &times, set)).collect();
        let demands = Constraints { irredundant: true, ..Constraints::default() };
        let minimal = problem.constrained(&demands).unwrap();
        for &kind in EngineKind::ALL.iter().filter(|kind| kind.knows(&minimal)) {
            let session = pair().to_builder().engine(kind).build().unwrap();
            prop_assert_eq!(session.count(&minimal).unwrap().count, Count::from(expected.len() as u64), "{}", kind.name());
        }
        let goal = Goal { number: 1000, is_greatest: false, is_ties: false };
        let mut found: Vec<_> = pair().best(&minimal, goal).unwrap().solutions.into_iter().map(|(_, set)| set).collect();
        found.sort();
        prop_assert_eq!(&found, &expected);
        let mut text = Vec::new();
        json::write(&minimal, &mut text).unwrap();
        let read = json::read(text.as_slice()).unwrap();
        prop_assert_eq!(pair().count(&read).unwrap().count, Count::from(expected.len() as u64));
        if whole.n_options() > 0 {
            let selected = OptionId::from_index(first % whole.n_options());
            let select = Constraints { select: vec![selected], ..Constraints::default() };
            let number = expected.iter().filter(|set| set.contains(&selected)).count();
            let [one, other] = [(&problem, &demands, &select), (&problem, &select, &demands)].map(|(problem, first, then)| {
                problem.constrained(first).unwrap().constrained(then).unwrap()
            });
            let both = problem.constrained(&Constraints { irredundant: true, ..select.clone() }).unwrap();
            for problem in [one, both] {
                prop_assert_eq!(pair().count(&problem).unwrap().count, Count::from(number as u64));
            }
            // An option that was in before is in the other problem for a reason of its own.
            prop_assert!(pair().count(&other).unwrap().count >= Count::from(number as u64));
        }
    }

    /// Demands on a problem with bounds are demands on the one it was made of.
    #[test]
    fn demands_meet_bounds((sketch, bounds) in bounded(), first in 0usize..20, later in 0usize..4) {
        let whole = sketch.build();
        let times = said(&whole, &bounds);
        let problem = whole.with_times(&times).unwrap();
        if whole.n_options() > 0 {
            let selected = OptionId::from_index(first % whole.n_options());
            let demands = Constraints { select: vec![selected], ..Constraints::default() };
            let all = all_sets(&whole, &times);
            let expected = all.iter().filter(|set| set.contains(&selected)).count();
            let without = Constraints { exclude: vec![selected], ..Constraints::default() };
            let count = pair().count(&problem.constrained(&without).unwrap()).unwrap().count;
            prop_assert_eq!(count, Count::from((all.len() - expected) as u64));
            let is_chosen = whole.items_of(selected).iter().any(|item| whole.is_primary(*item));
            if is_chosen {
                let count = pair().count(&problem.constrained(&demands).unwrap()).unwrap().count;
                prop_assert_eq!(count, Count::from(expected as u64));
            }
        }
        let item = ItemId::from_index(first % whole.n_primary());
        let demands = Constraints { times: vec![(item, Multiplicity::exactly(later))], ..Constraints::default() };
        let mut others: Vec<(ItemId, Multiplicity)> = times.iter().copied().filter(|(other, _)| *other != item).collect();
        others.push((item, Multiplicity::exactly(later)));
        let count = pair().count(&problem.constrained(&demands).unwrap()).unwrap().count;
        prop_assert_eq!(count, Count::from(all_sets(&whole, &others).len() as u64));
    }
}

/// Random problems in which each option covers an item once, and some items whose options are numbered: sides and corners of a small board, so that there are symmetries, or anything.
fn numbered(seed: u64) -> (Problem, Vec<(ItemId, Multiplicity)>) {
    let mut dice = fastrand::Rng::with_seed(seed);
    let (n_primary, n_pieces, n_colored) = (dice.usize(1..6), dice.usize(1..4), dice.usize(0..2));
    let mut builder = Problem::builder();
    let places: Vec<ItemId> = (0..n_primary).map(|item| builder.primary(format!("p{item}")).unwrap()).collect();
    let [mut pieces, colored] = [("q", n_pieces), ("s", n_colored)].map(|(label, number)| {
        (0..number).map(|item| builder.secondary(format!("{label}{item}")).unwrap()).collect::<Vec<ItemId>>()
    });
    let colors = ["", "red", "blue"].map(|label| builder.color(label).unwrap());
    let is_even = dice.bool();
    for place in 0..dice.usize(0..13) {
        let first = if is_even { place % n_primary } else { dice.usize(..n_primary) };
        let mut cells = vec![(places[first], Color::NONE)];
        let second = if is_even { (first + 1) % n_primary } else { dice.usize(..n_primary) };
        if second != first && dice.bool() {
            cells.push((places[second], Color::NONE));
        }
        let pieces = pieces.iter().filter(|_| dice.usize(..n_pieces) == 0);
        cells.extend(pieces.map(|&piece| (piece, Color::NONE)));
        for &item in &colored {
            let color = colors[dice.usize(..3)];
            cells.extend((dice.usize(..4) == 0).then_some((item, color)));
        }
        builder.colored_option(&cells).unwrap();
    }
    pieces.retain(|_| dice.usize(..5) > 0);
    let times = pieces.iter().map(|&piece| {
        let least = dice.usize(..4).saturating_sub(1);
        (piece, Multiplicity { least, most: (dice.usize(..3) > 0).then(|| least + dice.usize(..3)) })
    });
    let times = times.collect::<Vec<_>>();
    (builder.build(), times)
}

proptest! {
    #![proptest_config(seeded(400))]

    /// Trees that number the options of an item find what trying all sets finds: whole and in tasks, at every level of instructions, as if the problem were large, split at any depth with symmetric tasks merged.
    #[test]
    fn options_of_an_item_are_numbered(seed in any::<u64>(), depth in 1usize..5) {
        let (whole, times) = numbered(seed);
        let expected = all_sets(&whole, &times);
        let count = Count::from(expected.len() as u64);
        let problem = whole.with_times(&times).unwrap();
        for &kind in EngineKind::ALL.iter().filter(|kind| kind.knows(&problem)) {
            for depth in [SplitDepth::Auto, SplitDepth::At(depth)] {
                prop_assert_eq!(&count_with(&problem, kind, 2, depth), &count, "{} {:?}", kind.name(), depth);
            }
        }
        let form = problem.tree_form();
        prop_assert_eq!(&pair().count(form).unwrap().count, &count);
        if whole.options().all(|option| !whole.items_of(option).is_empty()) {
            let mut text = Vec::new();
            knuth::write(form, &mut text).unwrap();
            prop_assert_eq!(&pair().count(&knuth::read(text.as_slice()).unwrap()).unwrap().count, &count);
        }
        let mut engines: Vec<Box<dyn Engine>> = vec![Box::new(Links::new(form))];
        engines.extend(Bits::of_every_level(form).into_iter().chain(Bits::as_if_large(form)).map(|engine| Box::new(engine) as Box<dyn Engine>));
        for engine in &mut engines {
            for is_hasty in [false, true] {
                prop_assert_eq!(&count_task(&mut **engine, &Task::root(), is_hasty).0, &count);
            }
        }
        let diagram = Diagram::new(form, 1 << 24, &RunSignal::default()).unwrap();
        prop_assert_eq!(&diagram.count(), &count);
        prop_assert_eq!(&diagram.zdd(1 << 24).unwrap().count(), &count);
        let split = pair().split(&problem, SplitDepth::At(depth));
        let below = |task: &Task| pair().run_task(&problem, task).unwrap().count * task.weight.clone();
        prop_assert_eq!(&split.tasks.iter().map(below).fold(split.tally.count, |sum, count| sum + count), &count);
        prop_assert_eq!(&all_found(&problem), &expected);
    }
}

/// Pieces that are used several times, in tasks on files, in levels on files, and in a run that is stopped and goes on: published nowhere, but the same number by classes, for which pieces are copied.
#[test]
fn numbered_pieces_are_counted_in_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let source = "polyomino 4x6 --pieces tetrominoes --copies *=0..2";
    let expected = told("polyomino 4x6 --pieces tetrominoes --copies *=0..2 --engine isomorph -q").0;
    for engine in ["auto", "links", "bits", "learn", "frontier"] {
        assert_eq!(told(&format!("{source} --engine {engine} -q")).0, expected, "{engine}");
    }
    let (tasks, record, run) = (file("tasks"), file("record"), file("run"));
    told(&format!("split {source} --tasks 20 -o {tasks}"));
    told(&format!("work {tasks} -o {record}"));
    assert_eq!(told(&format!("gather {tasks} {record} -q")).0, expected);
    let levels = file("levels");
    told(&format!("split {source} --engine frontier -o {levels}"));
    told(&format!("work {levels} --memory 1MiB"));
    assert_eq!(told(&format!("gather {levels} -q")).0, expected);
    told(&format!("{source} --run {run} --node-limit 300 -q"));
    assert_eq!(told(&format!("resume {run} -q")).0, expected);
    assert!(told(&format!("audit {run}")).0.contains(" 0 differ"));
}

/// Would each option be missed?
pub fn is_minimal(problem: &Problem, times: &[(ItemId, Multiplicity)], set: &[OptionId]) -> bool {
    let least = |item: ItemId| {
        let own = times.iter().find(|(other, _)| *other == item).map(|(_, times)| times.least);
        own.unwrap_or(usize::from(problem.is_primary(item)))
    };
    let number = |item: &ItemId| set.iter().filter(|&&option| problem.items_of(option).contains(item)).count();
    let is_missed = |item: &ItemId| least(*item) > 0 && number(item) == least(*item);
    set.iter().all(|&option| problem.items_of(option).iter().any(is_missed))
}

/// Minimal covers of the vertices of a complete graph by edges are forests of stars: A053530. Minimal covers of n elements by subsets: A046165. Minimal dominating sets of the grid graph P3 x Pn: A286848.
#[test]
fn published_numbers_of_minimal_covers() {
    for (n, count) in [(2, 1), (3, 3), (4, 7), (5, 35), (6, 171), (7, 847)] {
        let (said, _) = told(&format!("cliques {n} --size 2 --at-least *=1 --irredundant -q"));
        assert_eq!(said, format!("{count}\n"), "K{n}");
    }
    for (n, count) in [(1, 1u64), (2, 2), (3, 8), (4, 49), (5, 462)] {
        let sets = (1usize..1 << n).map(|set| (0..n).filter(|item| set >> item & 1 == 1).collect());
        assert_eq!(n_minimal(n, sets), Count::from(count), "{n} elements");
    }
    for (n, count) in [(1usize, 2u64), (2, 7), (3, 16), (4, 53), (12, 258_251), (28, 6_404_684_091_893)] {
        let near = |cell: usize, other: usize| (cell / 3).abs_diff(other / 3) + (cell % 3).abs_diff(other % 3) < 2;
        let sets = (0..3 * n).map(|cell| (0..3 * n).filter(|&other| near(cell, other)).collect());
        assert_eq!(n_minimal(3 * n, sets), Count::from(count), "3 x {n}");
    }
}

/// The number of minimal covers of this many elements by these sets.
fn n_minimal(n: usize, sets: impl Iterator<Item = Vec<usize>>) -> Count {
    let mut builder = Problem::builder();
    let items: Vec<ItemId> = (0..n).map(|item| builder.primary(item).unwrap()).collect();
    for set in sets {
        builder.option(&set.into_iter().map(|member| items[member]).collect::<Vec<_>>()).unwrap();
    }
    let times = items.iter().map(|&item| (item, Multiplicity { least: 1, most: None })).collect();
    let demands = Constraints { times, irredundant: true, ..Constraints::default() };
    let solved = pair().count(&builder.build().constrained(&demands).unwrap()).unwrap();
    assert!(solved.is_complete());
    solved.count
}

/// Once is what is said of a primary item anyway, by whatever way it is said again.
#[test]
fn exactly_once_says_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| file_in(&folder, name, text);
    let plain = r#"{"primary":["a","b"],"options":[["a"],["b"]]"#;
    for path in [
        file("plain.json", &format!("{plain}}}")),
        file("once.json", &format!(r#"{plain},"times":{{"a":1}}}}"#)),
        file("once.dlx", "1|a b\na\nb\n"),
    ] {
        assert_eq!(told(&format!("file {path} --optional a -q")).0, "1\n", "{path}");
        let (text, _) = told(&format!("convert file {path} --at-least b=1 --at-most b=1 --to dlx"));
        assert!(text.lines().any(|line| line == "a b"), "{text}");
    }
    let problem = json::read(format!(r#"{plain},"times":{{"a":1,"b":2}}}}"#).as_bytes()).unwrap();
    assert_eq!(problem.times(), [(ItemId::from_index(1), Multiplicity::exactly(2))]);
}

/// What is wrong is said in the words of the problem that was asked about.
/// Where the options of a piece are counted, samples, diagrams and traces speak of the options that were given, and not of copies.
#[test]
fn samples_diagrams_and_traces_have_the_options_that_were_given() {
    let puzzle = |copies| Polyomino::new(Board::parse("4x4").unwrap(), pieces("O4,I4,L4").unwrap()).copies(copies);
    let question = puzzle(Copies { least: 1, most: Some(2) }).question().unwrap();
    let problem = question.problem();
    let form = problem.tree_form();
    assert!(!form.quotas().is_empty() && form.n_options() < problem.n_options());
    // The same placements, used as often as one likes.
    let free = puzzle(Copies::ANY).question().unwrap().problem().clone();
    let n_of = |solution: &[OptionId], name| {
        solution.iter().filter(|&&option| free.option_label(option) == Some(name)).count()
    };
    let is_right =
        |solution: &Vec<OptionId>| ["O4", "I4", "L4"].iter().all(|name| (1..=2).contains(&n_of(solution, name)));
    let all: BTreeSet<Vec<OptionId>> = all_found(&free).into_iter().filter(is_right).collect();
    assert!(!all.is_empty());
    let session = pair();
    let diagram = session.diagram(problem).unwrap();
    assert_eq!(diagram.count(), Count::from(all.len() as u64));
    let mut written = Vec::new();
    diagram.write(form, &mut written).unwrap();
    assert_eq!(BTreeSet::from_iter(read_back(std::str::from_utf8(&written).unwrap())), all);
    let samples = session.sample(problem, 40 * all.len(), 5).unwrap().unwrap();
    let mut seen = BTreeMap::<Vec<OptionId>, usize>::new();
    samples.into_iter().for_each(|solution| *seen.entry(solution).or_default() += 1);
    assert!(seen.keys().eq(&all), "every solution is drawn, and nothing else");
    assert!(seen.values().all(|n| (10..90).contains(n)), "equally likely: {seen:?}");
    for recording in [fewest_first(form, 50_000), naive(form, &[], 50_000)] {
        let ends = (0..recording.steps.len()).filter(|&step| recording.steps[step].end == End::Solution);
        let found: BTreeSet<Vec<OptionId>> = ends
            .map(|step| {
                let mut trail = recording.trail(step);
                trail.sort_unstable();
                trail
            })
            .collect();
        assert!(recording.is_whole && found == all, "{:?}: {}", recording.rule, recording.solutions);
    }
}

#[test]
fn items_without_enough_options_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = file_in(&folder, "p.dlx", "mon tue | s\nmon s\nmon tue\ntue\ns\n");
    let (_, said) = told(&format!("file {file} --at-least mon=5"));
    assert!(said.contains("item mon lies in only 2 options and must be covered 5 times"), "{said}");
    let (_, said) = told(&format!("file {file} --at-least mon=3 --at-most mon=1"));
    assert!(said.contains("item `mon` is to be covered at least 3 times and at most once"), "{said}");
    let (line, _) = told(&format!("solve file {file} --select #3 --as json --limit 1"));
    assert!(line.contains(r#"["s"]"#) && !line.contains("option#"), "{line}");
}

#[test]
fn wrong_bounds_are_refused() {
    let problem = knuth::read("a | s\na s:x\na\n".as_bytes()).unwrap();
    let [a, s] = [0, 1].map(ItemId::from_index);
    let wrong = problem.with_times(&[(a, Multiplicity { least: 2, most: Some(1) })]).unwrap_err();
    assert_eq!(wrong, ProblemError::BadTimes { label: "a".into(), least: 2, most: 1 });
    let twice =
        |least| Constraints { times: vec![(a, Multiplicity { least, ..Multiplicity::ANY })], ..Constraints::default() };
    let contradiction = |what| Err(ProblemError::Contradiction { label: "a".into(), least: 1, what });
    let forbidden = |least| problem.constrained(&Constraints { forbid: vec![a], ..twice(least) }).map(drop);
    let optional = |least| problem.constrained(&Constraints { optional: vec![a], ..twice(least) }).map(drop);
    assert_eq!((forbidden(1), optional(1)), (contradiction("forbidden"), contradiction("optional")));
    assert_eq!((forbidden(0), optional(0)), (Ok(()), Ok(())));
    let colored = problem.with_times(&[(s, Multiplicity::exactly(2))]).unwrap_err();
    assert_eq!(colored, ProblemError::ColoredTimes { label: "s".into() });
    for (text, what) in [
        ("2:1|a\na\n", "does not say how often"),
        ("x|a\na\n", "contains a bar"),
        ("2|\n", "contains a bar"),
        ("2:x|a\na\n", "does not say how often"),
        ("2|3|a\na\n", "contains a bar"),
    ] {
        let said = knuth::read(text.as_bytes()).unwrap_err().to_string();
        assert!(said.contains(what), "{text}: {said}");
    }
    for text in [r#"{"options": [["a"]], "times": [1]}"#, r#"{"options": [["a"]], "times": {"a": "3..2"}}"#] {
        assert!(json::read(text.as_bytes()).is_err(), "{text}");
    }
}

/// Simple designs: 2-(6,3,2) has 12 labelled ones (6!/60, one up to isomorphism), 2-(7,3,2) as many as there are pairs of Fano planes without a common block, 30 x 8 / 2 (C. J. Colbourn
/// and J. H. Dinitz, Handbook of Combinatorial Designs, 2007). Sets of numbers that add up: three of 1 to 9 make 15 in eight ways, a magic square's lines.
#[test]
fn published_numbers() {
    for engine in ["links", "bits", "frontier", "isomorph"] {
        assert_eq!(told(&format!("design 2 6 3 --lambda 2 --engine {engine} -q")).0, "12\n", "{engine}");
        assert_eq!(told(&format!("design 2 7 3 --lambda 2 --engine {engine} -q")).0, "120\n", "{engine}");
    }
    assert_eq!(told("design 2 6 3 --lambda 1 -q").0, told("design 2 6 3 -q").0);
    assert!(told("design 2 9 3 --lambda 2 --resolvable").1.contains("--lambda is about systems without rounds"));
    // Covers of the three vertices of a triangle by its edges: two of three, or all.
    assert_eq!(told("cliques 3 --size 2 --at-least *=1 -q").0, "4\n");
    assert_eq!(told("cliques 3 --size 2 --at-most *=1 -q").0, "4\n");
    assert_eq!(told("cliques 3 --size 2 --at-least 1=1 --at-most 1=2 -q").0.lines().count(), 1);
    let (lines, _) = told("solve matching 4 --at-least *=2 --at-most *=2 --as indices --in-order");
    assert_eq!(lines.lines().count(), 3, "{lines}");
    assert!(told("queens 8 --at-least r9=1").1.contains("no item is called `r9`"));
    assert!(told("queens 8 --at-least r1").1.contains("is not ITEM=N"));
    let (lines, _) = told("solve design 2 6 3 --lambda 2 --in-order --limit 1");
    assert_eq!(lines.split_whitespace().count(), 10, "{lines}");
}
