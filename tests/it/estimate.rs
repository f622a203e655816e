//! Estimates, right in what they can be right in, and the scaling benchmark.

use dlx_count::Count;
use dlx_count::engine::RunSignal;
use dlx_count::engine::frontier::{Outlook, forecast};
use dlx_count::family::{Board, Copies, Polyomino, langford, pieces, queens};
use serde_json::Value;

use crate::cli::{Said, run};

fn estimate(words: &str) -> Value {
    run(&format!("estimate {words} --json -j 2")).ending(0).json()
}

/// Queens 24 has 227514171973736 solutions (A000170): they are not counted here, but estimated within a few percent in seconds.
#[test]
fn large_counts_are_estimated_without_counting() {
    let value = estimate("queens 24 --samples 1500");
    let (least, most) = (value["solutions"]["from"].as_f64().unwrap(), value["solutions"]["to"].as_f64().unwrap());
    assert!(least < 2.275e14 && 2.275e14 < most && most < 2.0 * least, "{value}");
    for engine in ["links", "bits", "frontier"] {
        assert!(value["engines"][engine]["seconds"].as_f64().unwrap() > 1e4, "{value}");
    }
}

#[test]
fn small_counts_end_while_they_are_estimated() {
    let value = estimate("queens 7 --seed 3");
    assert_eq!(value["engines"]["bits"]["measured"], true, "{value}");
    assert_eq!(estimate("queens 7 --seed 3")["nodes"], value["nodes"], "the same probes");
    assert_eq!(value["plan"]["symmetries"], 7);
    let none = estimate("queens 3");
    assert_eq!((&none["solutions"]["about"], &none["solutions"]["to"]), (&Value::from(0.0), &Value::from(0.0)));
    let alone = run("estimate queens 7 -q").printed();
    assert!((30.0..50.0).contains(&alone.trim().parse::<f64>().unwrap()), "{alone}");
    let words = run("estimate langford 7").printed();
    assert!(words.contains("(finished)") && words.contains("solutions"), "{words}");
}

/// What a determinant or partitions count in no time is not estimated.
#[test]
fn counts_without_a_search_are_told() {
    for (source, way) in [
        ("matching grid:30x30", "determinant"),
        ("spanning grid:7x7", "determinant"),
        ("coloring 4 --colors 30", "partitions"),
    ] {
        let known = run(&format!("{source} -q")).printed();
        let value = estimate(&format!("{source} --samples 10"));
        assert_eq!(
            (value["count"].as_str(), value["plan"]["engine"].as_str()),
            (Some(known.trim()), Some(way)),
            "{source}"
        );
    }
    let words = run("estimate spanning grid:7x7 --samples 10").printed();
    assert!(words.contains("  determinant: counted in ") && !words.contains("expected to end"), "{words}");
}

/// 24174979 states are made for 384821695402098361211 tilings; whatever a look at the first levels sees, they are between the bounds.
#[test]
fn a_sweep_is_forecast_with_bounds() {
    let source = "polyomino 10x12 --pieces tetrominoes --reuse --samples 100";
    for memory in ["1GiB", "8MiB"] {
        let sweep = &estimate(&format!("{source} --memory {memory}"))["sweep"];
        let figure = |name: &str| ["from", "about", "to"].map(|bound| sweep[name][bound].as_f64().unwrap());
        for name in ["states", "largest_level", "seconds", "bytes_in_memory", "bytes_on_disk"] {
            assert!(figure(name).is_sorted() && figure(name)[0] >= 0.0, "{name}: {sweep}");
        }
        let [from, _, to] = figure("states");
        assert!(from <= 24_174_979.0 && 24_174_979.0 <= to, "{sweep}");
    }
    // This one does not end while it is tried.
    let words = run("estimate polyomino 14x14 --pieces tetrominoes --reuse --samples 100 --memory 8MiB").stdout;
    let words = String::from_utf8(words).unwrap();
    assert!(
        words.contains("states\n") && words.contains("of them on the largest level") && words.contains("on a disk")
    );
}

/// After the first look, at 300,000 states, the sum is between the bounds; who goes on gets it, and the count.
#[test]
fn the_number_of_states_is_between_the_bounds() {
    let board = Polyomino::new(Board::rectangle(7, 10).unwrap(), pieces("pentominoes").unwrap());
    let cover = board.copies(Copies::ANY).question().unwrap();
    for problem in [cover.problem(), &langford(12).unwrap()] {
        let look = |goes_on: bool| forecast(problem, 1 << 30, &RunSignal::default(), || goes_on);
        let (early, whole) = (look(false), look(true));
        assert!(early.count.is_none() && whole.count.is_some());
        let (Outlook { about, from, to }, states) = (early.states, whole.states.about);
        assert!(300_000.0 <= states && from <= about && about <= to, "{early:?}");
        assert!(from <= states && states <= to, "{states} states: {early:?}");
        assert!(early.largest.about <= about && early.bytes.0 >= 16.0 && early.bytes.1 > 1.0, "{early:?}");
    }
    let small = forecast(&queens(6), 1 << 30, &RunSignal::default(), || false);
    assert_eq!((small.count, small.states.from), (Some(Count::from(4u64)), small.states.to));
}

/// What was done of a stopped run stands in its report.
#[test]
fn a_stopped_run_says_its_share() {
    let output = run("queens 16 --engine links --node-limit 3000000 -j 2 --json");
    let value: Value = output.json();
    let done = value["done"].as_f64().unwrap();
    assert!(0.0 < done && done < 1.0, "{value}");
    let whole: Value = run("queens 8 --json").json();
    assert_eq!(whole["done"], 1.0);
}

/// All forms of a scaling benchmark say the same, a plot is written, and counts that a limit cut short are not measured.
#[test]
fn scaling_is_measured_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let plot = folder.path().join("plot.svg");
    let words = format!(
        "scale queens 13 --engine links --no-merging --threads 2,1,1 --repeat 1 --json --svg {}",
        plot.display()
    );
    let output = run(&words).ending(0);
    let value: Value = output.json();
    assert_eq!(value["count"], "73712");
    let rows = value["rows"].as_array().unwrap();
    assert_eq!(rows.iter().map(|row| row["threads"].as_u64().unwrap()).collect::<Vec<_>>(), [1, 2]);
    assert!(rows.iter().all(|row| row["times"].as_array().unwrap().len() == 1 && row["idle"].is_number()));
    let replay: Vec<f64> =
        value["replay"].as_array().unwrap().iter().map(|step| step["seconds"].as_f64().unwrap()).collect();
    // Short runs are not replayed.
    let is_replayed = rows[0]["median"].as_f64().unwrap() >= 0.5;
    assert!(
        replay.len() == if is_replayed { 13 } else { 0 } && replay.is_sorted_by(|more, fewer| fewer <= more),
        "{replay:?}"
    );
    assert!(std::fs::read_to_string(plot).unwrap().contains("</svg>"));
    assert!(run("scale queens 8 --csv --repeat 1 --threads 1").stdout.starts_with(b"threads,median,"));
    assert_eq!(run("scale queens 16 --engine links --node-limit 100000 --repeat 1").status.code(), Some(3));
    assert_eq!(run("queens 8 --threads 1,2").status.code(), Some(2));
    assert_eq!(run("scale queens 8 --svg plot.png").status.code(), Some(2));
}

/// Each step has its part of the time, and what is not reached is not known.
#[test]
fn little_time_gives_fewer_figures() {
    for words in ["queens 30", "latin 9"] {
        let found = estimate(&format!("{words} --time-limit 1s"));
        assert!(found["solutions"]["about"].as_f64().unwrap() > 1e18, "{found}");
    }
}
