//! Problems as data: `tests/data/corpus.jsonl` has a line for each, with its name, its count, where that is from, and the problem or a file. Every engine counts them, and all solutions are listed where they are few.
//! A problem that was once counted wrong gets a line. The tests of the Python package read the same file.

use std::io::BufReader;

use dlx_count::parallel::Limits;
use dlx_count::{Count, EngineKind, Problem, Session};
use serde_json::Value;

use crate::common::pair;

/// A problem with its name and its count.
struct Known {
    name: String,
    count: Count,
    problem: Problem,
}

fn corpus() -> Vec<Known> {
    let folder = format!("{}/tests/data", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(format!("{folder}/corpus.jsonl")).unwrap();
    let read = |line: &str| {
        let known: Value = serde_json::from_str(line).unwrap();
        let text = match known["file"].as_str() {
            Some(path) => std::fs::read(format!("{folder}/{path}")).unwrap(),
            None => known["problem"].to_string().into_bytes(),
        };
        let [name, count] = ["name", "count"].map(|key| known[key].as_str().unwrap());
        let problem = dlx_count::format::read(BufReader::new(&text[..]), None).unwrap();
        Known { name: name.to_owned(), count: count.parse().unwrap(), problem }
    };
    text.lines().map(read).collect()
}

/// No engine has to go through a large tree; what it counts to the end must be right. A class, or a node that learns, takes as long as ten others.
fn limits(engine: EngineKind) -> Limits {
    let is_slow = matches!(engine, EngineKind::Isomorph | EngineKind::Learn);
    Limits { nodes: Some(if is_slow { 1_000 } else { 10_000 }), ..Limits::default() }
}

#[test]
fn every_engine_has_the_counts_of_the_corpus() {
    for Known { name, count, problem } in corpus() {
        assert_eq!(pair().count(&problem).unwrap().count, count, "{name}");
        for &engine in EngineKind::ALL.iter().filter(|engine| engine.knows(&problem)) {
            for threads in [1, 3] {
                let session =
                    Session::builder().engine(engine).threads(threads).limits(limits(engine)).build().unwrap();
                let outcome = session.count(&problem).unwrap();
                assert!(
                    !outcome.is_complete() || outcome.count == count,
                    "{name} by {}: {}",
                    engine.name(),
                    outcome.count
                );
            }
        }
    }
}

#[test]
fn all_solutions_of_the_corpus_are_listed() {
    for Known { name, count, problem } in corpus().into_iter().filter(|known| known.count < 5000u64.into()) {
        let mut all = Vec::new();
        let solved = pair().solve(&problem).for_each(|solution| {
            all.push(solution.to_vec());
            std::ops::ControlFlow::Continue(())
        });
        assert_eq!(solved.unwrap().outcome.count, count, "{name}");
        all.sort();
        all.dedup();
        assert_eq!(Count::from(all.len() as u64), count, "{name}");
    }
}
