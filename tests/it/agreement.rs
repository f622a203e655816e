//! The big test: every engine, split and number of threads gives the count of the naive counter.

use std::sync::{Arc, Mutex};

use dlx_count::{Count, EngineKind, OptionId, Problem, Session, SplitDepth};
use proptest::prelude::*;
use rustc_hash::FxHashSet;

use crate::common::{MEMORY, Sketch, count_task, count_with, pair, problem, seeded, sketches};
use crate::oracle;
use crate::properties::dominoes;
use dlx_count::engine::bits::{Bits, Listing};
use dlx_count::engine::links::{Solutions, Take};
use dlx_count::engine::{Engine, RunSignal, Task};
use dlx_count::family::{Board, Copies, Polyomino, pieces};
use dlx_count::session::Template;
use dlx_count::tally::Profile;

proptest! {
    #![proptest_config(seeded(3000))]

    #[test]
    fn engines_agree_with_the_naive_counter(sketch in sketches()) {
        let problem = sketch.build();
        let expected = Count::from(oracle::count(&problem));
        for &kind in EngineKind::ALL {
            let (count, _) = count_task(&mut *kind.build(&problem, MEMORY), &Task::root(), false);
            prop_assert_eq!(&count, &expected, "{}", kind.name());
        }
        // For every set of instructions that this processor has.
        for mut bits in Bits::of_every_level(&problem).into_iter().chain(Bits::as_if_large(&problem)) {
            prop_assert_eq!(&count_task(&mut bits, &Task::root(), false).0, &expected, "{:?}", bits);
        }
        all_are_listed(&problem, oracle::solutions(&problem));
    }
}

proptest! {
    #![proptest_config(seeded(1000))]

    /// What is left below a prefix, counted from what was laid out once: 0 where its options exclude each other.
    #[test]
    fn templates_agree_with_tasks(sketch in sketches(), places: [prop::sample::Index; 3]) {
        let problem = sketch.build();
        let (template, all) = (Template::new(&problem).unwrap(), problem.choosable().collect::<Vec<_>>());
        prop_assume!(!all.is_empty());
        for length in 0..=3 {
            let task = Task { prefix: places[..length].iter().map(|place| *place.get(&all)).collect(), ..Task::root() };
            let by_links = || count_task(&mut *EngineKind::Links.build(&problem, MEMORY), &task, false).0;
            let expected = if task.check(&problem).is_ok() { by_links() } else { Count::ZERO };
            prop_assert_eq!(template.count(&task.prefix.to_vec()), Some(expected), "{}", task.words());
        }
    }
}

/// Solutions that are handed out.
#[derive(Clone, Default)]
struct Handed(Arc<Mutex<Vec<Vec<OptionId>>>>);

impl Take for Handed {
    fn take(&mut self, solution: &[OptionId]) -> bool {
        self.0.lock().unwrap().push(solution.to_vec());
        true
    }

    fn pass(&mut self, _: Option<(&Profile, usize)>) -> bool {
        true
    }

    fn another(&self) -> Box<dyn Take> {
        Box::new(self.clone())
    }
}

/// Each solution once, whatever the instructions, with packed tables or not, in one go and with a pause wherever there can be one.
fn all_are_listed(problem: &Problem, expected: Vec<Vec<OptionId>>) {
    let sorted = |mut solution: Vec<OptionId>| {
        solution.sort();
        solution
    };
    let expected: FxHashSet<Vec<OptionId>> = expected.into_iter().map(sorted).collect();
    for (bits, is_hasty) in
        Bits::of_every_level(problem).into_iter().flat_map(|bits| [(bits.clone(), false), (bits, true)])
    {
        let handed = Handed::default();
        let number =
            count_task(&mut Listing::by(&bits, problem, handed.another()).ok().unwrap(), &Task::root(), is_hasty).0;
        let all = std::mem::take(&mut *handed.0.lock().unwrap());
        assert_eq!(number.to_u64(), u64::try_from(all.len()).ok());
        let listed: FxHashSet<Vec<OptionId>> = all.into_iter().map(sorted).collect();
        assert_eq!(number.to_u64(), u64::try_from(listed.len()).ok(), "each once");
        assert!(listed == expected, "{} of {} solutions of {}", listed.len(), expected.len(), problem.name());
    }
}

proptest! {
    #![proptest_config(seeded(75))]

    #[test]
    fn splits_and_threads_do_not_matter(sketch in sketches(), merging: bool) {
        let problem = sketch.build();
        let expected = Count::from(oracle::count(&problem));
        prop_assert_eq!(&pair().count(&problem).unwrap().count, &expected);
        for &kind in EngineKind::ALL.iter().filter(|kind| kind.knows(&problem)) {
            for (threads, depth) in [(1, SplitDepth::At(2)), (2, SplitDepth::Auto), (7, SplitDepth::At(1)), (1, SplitDepth::At(9))] {
                let session = Session::builder().engine(kind).threads(threads).split_depth(depth).merging(merging);
                prop_assert_eq!(&session.build().unwrap().count(&problem).unwrap().count, &expected, "{} {} {:?}", kind.name(), threads, depth);
            }
        }
    }
}

/// A problem in which every item has two options: the items are the edges of random perfect matchings of the options, of a given number. The last options are further ones, of as many items each.
fn paired(n_pairs: usize, n_matchings: usize, n_more: usize, seed: u64) -> Problem {
    let mut dice = fastrand::Rng::with_seed(seed);
    let mut options = vec![Vec::new(); 2 * n_pairs];
    for matching in 0..n_matchings {
        let mut order: Vec<usize> = (0..options.len()).collect();
        dice.shuffle(&mut order);
        order.iter().enumerate().for_each(|(place, &option)| options[option].push(matching * n_pairs + place / 2));
    }
    options.extend((0..n_more).map(|_| dice.choose_multiple(0..n_matchings * n_pairs, n_matchings)));
    let line = |items: &Vec<usize>| items.iter().map(|item| format!("i{item}")).collect::<Vec<_>>().join(" ") + "\n";
    let head = line(&(0..n_matchings * n_pairs).collect());
    problem(&(head + &options.iter().map(line).collect::<String>()))
}

proptest! {
    #![proptest_config(seeded(500))]

    #[test]
    fn items_with_two_options_each(n_pairs in 1usize..9, n_matchings in 2usize..4, n_more in 0usize..4, seed: u64) {
        let problem = paired(n_pairs, n_matchings, n_more, seed);
        let expected = Count::from(oracle::count(&problem));
        for mut bits in Bits::of_every_level(&problem) {
            prop_assert_eq!(&count_task(&mut bits, &Task::root(), false).0, &expected, "{:?}", bits);
        }
        all_are_listed(&problem, oracle::solutions(&problem));
    }
}

/// More parts than are counted at one node.
#[test]
fn many_pairs() {
    for n_parts in [30, 31, 32, 33, 40] {
        let head: String = (0..n_parts).map(|part| format!("a{part} b{part} ")).collect();
        let options: String = (0..n_parts).map(|part| format!("\na{part} b{part}").repeat(2)).collect();
        let problem = problem(&(head + &options + "\n"));
        for mut bits in Bits::of_every_level(&problem) {
            assert_eq!(count_task(&mut bits, &Task::root(), true).0, Count::from(1u64 << n_parts), "{n_parts} parts");
        }
    }
}

/// States that come again are counted once: far fewer nodes than solutions, whatever the instructions, with packed tables or not.
#[test]
fn states_that_come_again() {
    for (problem, n_solutions) in [(dominoes(6, 6), 6728u64), (dominoes(6, 8), 167_089), (dominoes(8, 8), 12_988_816)] {
        for mut bits in Bits::of_every_level(&problem) {
            let (tally, _) = bits.run(&Task::root(), &RunSignal::default());
            assert_eq!(tally.count, Count::from(n_solutions));
            assert!(tally.stats.nodes < n_solutions / 2, "{} nodes", tally.stats.nodes);
        }
    }
}

/// Some hundred options, so that tables are packed below others, with lanes or without, and states come again in all of them.
#[test]
fn tables_within_tables() {
    let mut dice = fastrand::Rng::with_seed(24);
    for (n_options, size) in [(130, 2), (260, 3), (520, 4)] {
        let head: String = (0..20).map(|item| format!("i{item} ")).collect();
        let mut text = format!("{head}| a b c\n");
        for _ in 0..n_options {
            let n_items = dice.usize(size..=size + 1);
            let items = dice.choose_multiple(0..20, n_items);
            items.iter().for_each(|item| text += &format!("i{item} "));
            text += ["", "a:x", "a:y b", "b:x c:y", "c:y"][dice.usize(0..5)];
            text += "\n";
        }
        let problem = problem(&text);
        let (expected, _) = count_task(&mut *EngineKind::Frontier.build(&problem, MEMORY), &Task::root(), false);
        for mut bits in Bits::of_every_level(&problem) {
            assert_eq!(count_task(&mut bits, &Task::root(), true).0, expected, "{n_options} options");
        }
        all_are_listed(&problem, Solutions::new(&problem).collect());
    }
}

/// Triples of nine items in which some item has as many options as fit in the given number of bits, and none has more.
fn triples(width: usize, dice: &mut fastrand::Rng) -> String {
    let (mut n_options, mut text) = ([0; 9], String::new());
    while n_options.iter().all(|&number| number < width) {
        let items = dice.choose_multiple(0..9, 3);
        items.iter().for_each(|&item| n_options[item] += 1);
        text += &format!("i{} i{} i{}\n", items[0], items[1], items[2]);
    }
    text
}

/// Lanes of every width, in as many vectors as there may be: besides the triples there are items with one option each, which fill them.
#[test]
fn lanes_of_every_width() {
    let mut dice = fastrand::Rng::with_seed(20_261_124);
    for width in [8, 16, 32, 64] {
        let triples = triples(width, &mut dice);
        let head: String = (0..9).map(|item| format!("i{item} ")).collect();
        let expected = Count::from(oracle::count(&problem(&format!("{head}\n{triples}"))));
        for n_vectors in [1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 25, 32] {
            let more: Vec<String> = (9..512 / width * n_vectors).map(|item| format!("i{item}")).collect();
            let text = format!("{head}{}\n{triples}{}\n", more.join(" "), more.join("\n"));
            for mut bits in Bits::of_every_level(&problem(&text)) {
                let (count, _) = count_task(&mut bits, &Task::root(), true);
                assert_eq!(count, expected, "{width} bits, {n_vectors} vectors");
            }
        }
    }
}

/// More items than a number of 16 bits, in a few options.
#[test]
fn options_of_thousands_of_items() {
    let line = |items: std::ops::Range<usize>| items.map(|item| format!("i{item} ")).collect::<String>() + "\n";
    let [a, b, c] = [65_900, 65_950, 66_000];
    let text: String = [0..c, 0..a, 0..a, a..c, a..b, b..c, 0..c].map(line).concat();
    let problem = problem(&text);
    for mut bits in Bits::of_every_level(&problem) {
        assert_eq!(count_task(&mut bits, &Task::root(), false).0, Count::from(5u64));
    }
}

/// More options than tables are made for, with colors: sets of all that live at the top of the tree, and tables below. Whether it pauses or not.
#[test]
fn more_options_than_fit_in_tables() {
    for (n_options, seed) in [(4200, 1), (9000, 2)] {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut options = Vec::new();
        for _ in 0..n_options {
            let size = dice.usize(4..7);
            let mut option: Vec<(usize, usize)> =
                dice.choose_multiple(0..12, size).into_iter().map(|item| (item, 0)).collect();
            let colored = dice.choose_multiple(12..15, 2);
            option.extend(colored.into_iter().map(|item| (item, dice.usize(0..4))));
            options.push(option);
        }
        let problem = Sketch { n_primary: 12, n_secondary: 3, options }.build();
        let expected = count_with(&problem, EngineKind::named("frontier").unwrap(), 2, SplitDepth::Auto);
        assert!(expected > Count::from(1000u64), "{expected}");
        let bits = EngineKind::named("bits").unwrap();
        let (count, n_pauses) = count_task(&mut *bits.build(&problem, MEMORY), &Task::root(), true);
        assert!(n_pauses > 0, "{n_pauses} pauses");
        assert_eq!((&count, &count_with(&problem, bits, 2, SplitDepth::Auto)), (&expected, &expected), "{n_options}");
        assert_eq!(count_with(&problem, bits, 2, SplitDepth::At(2)), expected, "{n_options}");
    }
}

/// The corners, each by every engine.
#[test]
fn corners() {
    let cases = [
        ("no primary item has one solution", " | s\ns\ns:1\n", 1),
        ("no primary item and no option, too", " |\n", 1),
        ("a primary item without options has none", "a b\na\n", 0),
        ("equal options are two options", "a b\na b\na b\na\nb\n", 3),
        ("an option without a primary item is never chosen", "a | s\ns\na\na s\n", 2),
        ("secondary items are covered at most once", "a b | s\na s\nb s\na\n", 1),
        ("equal colors agree", "a b | s\na s:x\nb s:x\n", 1),
        ("different colors do not", "a b | s\na s:x\nb s:y\n", 0),
        ("a color and none do not", "a b | s\na s:x\nb s\n", 0),
        ("Knuth's example (49)", "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n", 1),
        ("Knuth's colored example (49)", "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n", 1),
    ];
    for (what, text, count) in cases {
        let problem = problem(text);
        assert_eq!(oracle::count(&problem), count, "{what}");
        for &kind in EngineKind::ALL.iter().filter(|kind| kind.knows(&problem)) {
            assert_eq!(count_with(&problem, kind, 2, SplitDepth::Auto), Count::from(count), "{what}, {}", kind.name());
        }
    }
}

/// A frontier that is short of memory counts in groups, or in halves, and the same.
#[test]
fn little_memory_gives_the_same_count() {
    let problem = dominoes(13, 14);
    for memory in [40_000, 100_000, 1 << 30] {
        let session = Session::builder().engine(EngineKind::Frontier).threads(2).memory(memory).build().unwrap();
        let outcome = session.count(&problem).unwrap();
        assert_eq!(outcome.count.to_string(), "1974622635952709613247", "{memory} bytes");
    }
}

/// Counts of more than 64 and more than 128 bits: A004003 for 16 x 16, and 10 x 60 by its other orientation.
#[test]
fn wide_counts_do_not_wrap() {
    let square = dominoes(16, 16);
    assert_eq!(
        count_with(&square, EngineKind::Frontier, 2, SplitDepth::Auto).to_string(),
        "2444888770250892795802079170816"
    );
    // More than 128 bits: 10 x 60 dominoes, by both orientations.
    let [wide, tall] = [dominoes(10, 60), dominoes(60, 10)];
    let count = count_with(&wide, EngineKind::Frontier, 2, SplitDepth::Auto);
    assert!(count > Count::from(u128::MAX));
    assert_eq!(count, count_with(&tall, EngineKind::Frontier, 1, SplitDepth::Auto));
    let [wide, tall] = [dominoes(6, 90), dominoes(90, 6)];
    let count = count_with(&wide, EngineKind::Frontier, 1, SplitDepth::Auto);
    assert!(count > Count::from(u128::MAX));
    assert_eq!(count, count_with(&tall, EngineKind::Frontier, 2, SplitDepth::Auto));
}

/// A sweep tells which share of the states to be expected it has made; the share of its task bounds that.
#[test]
fn a_sweep_says_how_far_it_is() {
    let board = Polyomino::new(Board::parse("8x8").unwrap(), pieces("tetrominoes").unwrap()).copies(Copies::ANY);
    let question = board.question().unwrap();
    let task = Task { share: 0.5, ..Task::root() };
    let signal = RunSignal::default();
    let (tally, _) = EngineKind::Frontier.build(question.problem(), MEMORY).run(&task, &signal);
    assert!(tally.stats.nodes > 300_000);
    let share = signal.share_done();
    assert!(share > 0.25 && share < 0.5, "{share}");
}
