//! What bounds a run: limits on time, nodes and solutions, on threads and memory; and that nothing else ends it.

use std::fs::File;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use dlx_count::engine::bits::Bits;
use dlx_count::engine::{Engine, RunSignal, Task};
use dlx_count::family::{Board, Copies, Polyomino, pieces};
use dlx_count::{Count, Ending, EngineKind, Limits, Problem, Session};

use crate::cli::{Said, begun, count, program, run, words};
use crate::common::MEMORY;

/// A long count that says every tenth of a second how far it is.
const TALKING: [&str; 9] = ["queens", "13", "--engine", "links", "--no-merging", "-j", "2", "--progress", "json"];

#[test]
fn a_closed_standard_error_stops_no_count() {
    let table = ["table", "queens", "13", "--engine", "links", "--no-merging", "--progress", "json", "--csv"];
    for arguments in [TALKING, table] {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        let mut child =
            program().args(arguments).stdout(File::create(&out).unwrap()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stderr.take());
        assert_eq!(child.wait().unwrap().code(), Some(0));
        let text = std::fs::read_to_string(&out).unwrap();
        assert!(text.contains("73712"), "{text}");
    }
}

/// The pipe is filled by another process, and not read before the count is there.
#[test]
fn a_reader_who_waits_stops_no_count() {
    let (program, words) = (env!("CARGO_BIN_EXE_dlx-count"), TALKING.join(" "));
    let script = format!("yes >&2 & timeout 300 {program} {words} -q; status=$?; kill $!; exit $status");
    let mut child = begun(Command::new("sh").args(["-c", &script]));
    let unread = child.stderr.take();
    let output = child.wait_with_output().unwrap();
    drop(unread);
    assert_eq!((output.stdout.as_slice(), output.status.code()), (&b"73712\n"[..], Some(0)));
}

/// The most threads that a program was seen to have.
#[cfg(target_os = "linux")]
fn most_threads(arguments: &str) -> usize {
    let mut child = program().args(arguments.split(' ')).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let tasks = format!("/proc/{}/task", child.id());
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        most = most.max(std::fs::read_dir(&tasks).map_or(0, Iterator::count));
        std::thread::yield_now();
    }
    most
}

/// A count has as many threads as are asked for and one that looks at limits; several side by side have one that looks each.
#[cfg(target_os = "linux")]
#[test]
fn threads_are_as_many_as_asked_for() {
    assert!((2..=9).contains(&most_threads("queens 11 --engine links --no-merging -j 8")));
    assert!((2..=9).contains(&most_threads("queens 10 --up-to-symmetry --engine links -j 8")));
    for words in [
        "verify --up-to 500 --node-limit 500 -j 8",
        "table queens 4..11 --engine links -j 8",
        "table polyomino 1..7x1..5 --pieces dominoes,I3 --reuse -j 8",
    ] {
        let most = most_threads(words);
        assert!((2..=17).contains(&most), "{words}: {most}");
    }
}

#[test]
fn more_threads_than_can_be_of_use_are_worth_a_word() {
    let warns = |words| run(words).said().contains("threads are more than");
    assert!(!warns("queens 4 -j 16") && !warns("queens 4 -j 1000 -q"));
    // Not on a machine with that many processors.
    assert_eq!(warns("queens 4 -j 300"), num_cpus::get() * 4 < 300);
}

#[test]
fn a_limit_on_nodes_is_passed_by_little() {
    for (engine, threads) in [("auto", 1), ("auto", 16), ("bits", 2), ("links", 2), ("links", 16), ("frontier", 2)] {
        for limit in [1000, 10_000] {
            let words = format!("queens 12 --node-limit {limit} --engine {engine} -j {threads} --json");
            let value = run(&words).ending(3).json();
            assert_eq!(value["ending"], "node-limit");
            let nodes = value["nodes"].as_u64().unwrap();
            assert!((limit..limit + limit / 4).contains(&nodes), "{words}: {nodes}");
        }
    }
}

#[test]
fn a_limit_on_solutions_is_heeded() {
    for words in ["queens 12 --limit 100", "queens 12 --limit 100 --engine links -j 16", "queens 8 --limit 10 -j 1"] {
        let value = run(&format!("{words} --json")).ending(3).json();
        assert_eq!(value["ending"], "count-limit");
        assert!((10..300).contains(&count(&value)), "{value}");
    }
    // This number up to symmetry means eight times as many solutions.
    let value = run("queens 10 --up-to-symmetry --limit 20 --json").ending(3).json();
    assert!((20..92).contains(&count(&value)), "{value}");
    // More than there are: that is no limit.
    assert_eq!(count(&run("queens 8 --limit 93 --json").ending(0).json()), 92);
}

/// Four items with 1024 options each, of which those with the same number exclude each other: nearly 2^40 solutions, hardly a state that comes again, and a node has a thousand leaves.
#[test]
fn leaves_are_looked_up_from() {
    let mut builder = Problem::builder();
    let items = [0, 1, 2, 3].map(|item| builder.primary(format!("i{item}")).unwrap());
    for number in 0..1024 {
        let number = builder.secondary(format!("n{number}")).unwrap();
        for item in items {
            builder.option(&[item, number]).unwrap();
        }
    }
    let problem = builder.build();
    let signal = RunSignal::default();
    signal.request_split();
    let (tally, rest) = Bits::new(&problem).run(&Task::root(), &signal);
    assert!(!rest.is_empty() && !tally.count.is_zero());
    // A leaf has a thousand solutions, and takes 64 words to look at, of the two million between two polls.
    assert!(tally.count.to_u64().unwrap() < 100_000 * 1024, "{}", tally.count);
    // Merged tasks would have large weights, and a leaf of theirs many more solutions.
    let limits = Limits { count: Some(Count::from(1_000_000u64)), ..Limits::default() };
    let outcome = Session::builder().limits(limits).merging(false).threads(2).build().unwrap().count(&problem).unwrap();
    let found = outcome.count.to_u64().unwrap();
    assert!((1_000_000..1_100_000).contains(&found), "{found}");
}

fn tetrominoes() -> Problem {
    let board = Polyomino::new(Board::parse("8x8").unwrap(), pieces("tetrominoes").unwrap()).copies(Copies::ANY);
    board.question().unwrap().problem().clone()
}

/// Whenever a split is stopped, in the middle of a node or between two: what was found and what is left are the whole.
#[test]
fn a_split_that_is_stopped_loses_nothing() {
    let (mut builder, mut dice) = (Problem::builder(), fastrand::Rng::with_seed(3));
    let items: Vec<_> = (0..60).map(|item| builder.primary(item).unwrap()).collect();
    let others: Vec<_> = (60..40_000).map(|item| builder.secondary(item).unwrap()).collect();
    for &item in items.iter().flat_map(|item| std::iter::repeat_n(item, 200)) {
        let [one, other] = [0, 1].map(|half| others[20_000 * half + dice.usize(..19_900)]);
        builder.option(&[item, one, other]).unwrap();
    }
    let problem = builder.build();
    for time in (1..40).map(|number| Duration::from_millis(4 * number)) {
        let limits = Limits { time: Some(time), ..Limits::default() };
        let split = Session::builder().limits(limits).threads(1).build().unwrap().split_into(&problem, 100_000);
        let whole = split.done + split.tasks.iter().map(|task| task.share).sum::<f64>();
        assert!((whole - 1.0).abs() < 1e-6, "{time:?}: {whole}");
    }
}

/// A limit on nodes or solutions wants a lower bound, which only the tree has. A limit on time ends the turns.
#[test]
fn limits_ask_for_an_engine_with_lower_bounds() {
    let problem = tetrominoes();
    let count = |limits: Limits| Session::builder().limits(limits).threads(1).build().unwrap().count(&problem).unwrap();
    let whole = count(Limits::default());
    assert_eq!((whole.engine, whole.ending), ("frontier", Ending::Complete));
    let hour = Limits { time: Some(Duration::from_secs(3600)), ..Limits::default() };
    assert_eq!(count(hour).count, whole.count);
    let bounded = count(Limits { nodes: Some(10_000), ..Limits::default() });
    assert_eq!((bounded.engine, bounded.ending), ("bits", Ending::NodeLimit));
    assert!(bounded.count <= whole.count);
    let moment = count(Limits { time: Some(Duration::from_millis(1)), ..Limits::default() });
    assert!(moment.ending == Ending::Complete || moment.count <= whole.count);
}

/// A sweep of several boards says which limit has stopped it.
#[test]
fn a_strip_of_boards_ends_with_its_limit() {
    run("table polyomino 8x5..6 --pieces tetrominoes --reuse --node-limit 3000 -j 1").ending(3);
}

/// A limit that comes while the engine is chosen says nothing about which is best: who goes on later must not be left with the tree for good.
#[test]
fn a_limit_does_not_choose_the_engine_of_a_kept_run() {
    let folder = tempfile::tempdir().unwrap();
    for (number, limit) in [("--node-limit", "1000"), ("--time-limit", "1ms"), ("--limit", "5")].into_iter().enumerate()
    {
        let file = folder.path().join(format!("{number}.run"));
        let file = file.to_str().unwrap();
        let sweep = ["polyomino", "8x8", "--pieces", "tetrominoes", "--reuse", "--run", file];
        let first = words(&[&sweep[..], &[limit.0, limit.1]].concat());
        assert!([Some(0), Some(3)].contains(&first.status.code()), "{limit:?}");
        assert_eq!(words(&["resume", file, "-q"]).stdout, b"19077209438\n", "{limit:?}");
    }
}

/// A stopped sweep has no lower bound, but it says what it has done.
#[test]
fn a_stopped_sweep_says_how_many_states_it_made() {
    let limits = Limits { nodes: Some(50_000), ..Limits::default() };
    let outcome = Session::builder()
        .engine(EngineKind::Frontier)
        .limits(limits)
        .threads(2)
        .memory(MEMORY)
        .build()
        .unwrap()
        .count(&tetrominoes())
        .unwrap();
    assert!((50_000..60_000).contains(&outcome.stats.nodes), "{}", outcome.stats.nodes);
}

#[test]
fn sizes_that_do_not_add_up_are_told_at_once() {
    let output = run("matching 29 --json");
    let value: Value = output.json();
    assert_eq!((count(&value), value["nodes"].as_u64(), value["engine"].as_str()), (0, Some(0), Some("none")));
    let message = output.said();
    assert_eq!(message, "dlx-count: nothing to count: 29 items cannot be covered by options of 2 each\n");
    assert_eq!(count(&run("matching 24 --json").ending(0).json()), 316_234_143_225);
    // Other reasons, in the words of the source.
    let list = "tests/data/instances/README.md";
    for (words, reason) in [
        ("tour 2".to_owned(), "at least three vertices"),
        (format!("words {list} --rows 99"), "the list has no word of 99 letters"),
    ] {
        let message = run(&words).said();
        assert!(message.contains("nothing to count: ") && message.contains(reason), "{message}");
    }
    // Kept as any other count.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("m.run");
    let file = file.to_str().unwrap();
    assert_eq!(words(&["matching", "29", "-q", "--run", file]).stdout, b"0\n");
    let status: Value = words(&["status", file, "--json"]).json();
    assert_eq!((&status["complete"], status["count"].as_str()), (&Value::Bool(true), Some("0")));
}

/// Memory that is refused ends the program as said, whether or not anybody hears why.
#[cfg(target_os = "linux")]
#[test]
fn want_of_memory_ends_with_status_1() {
    for closed in ["", "2>&-", "2>/dev/full"] {
        let script = format!("ulimit -v 60000; exec {} queens 600 -j 1 {closed}", env!("CARGO_BIN_EXE_dlx-count"));
        let output = Command::new("sh").args(["-c", &script]).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{closed}");
        let message = output.said();
        assert_eq!(message.contains("dlx-count: out of memory; --memory"), closed.is_empty(), "{message}");
    }
}

/// A limit on nodes may be met before anybody has looked at the clock: what there is of the kinds is a lower bound then, not all of them.
#[test]
fn kinds_heed_a_limit_on_nodes() {
    let folder = tempfile::tempdir().unwrap();
    let kept = format!("latin 6 --up-to-symmetry --run {}", folder.path().join("a.run").display());
    let questions =
        ["latin 6 --up-to-symmetry", "steiner 13 --up-to-symmetry", "solve latin 6 --up-to-symmetry -q", &kept];
    for words in questions {
        for limit in [1, 10, 100] {
            let output = run(&format!("{words} --node-limit {limit}"));
            assert_eq!(output.status.code(), Some(3), "{words} {limit}: {}", output.said());
        }
    }
}

/// Some of the kinds are grown, though the group is small enough to be listed: to find solutions that stand for all others would take long.
#[test]
fn a_limit_on_kinds_is_met_at_once() {
    let output = run("latin 7 --symmetry isomorphism --limit 5 -q").ending(3);
    let number: u64 = output.printed().trim().parse().unwrap();
    assert!((5..1000).contains(&number), "{number}");
}

/// An item may have very many options, and each is looked at when the problem is split.
#[test]
fn an_item_with_many_options_is_split_in_time() {
    run("partition 17 --limit 1 -q").ending(3);
}
