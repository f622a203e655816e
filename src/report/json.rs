//! For programs: one JSON object, the count as a string because it outgrows doubles.

use serde::Serialize;

use crate::problem::Problem;
use crate::tally::{Count, Ending, Outcome};

#[derive(Serialize)]
struct Object<'a> {
    count: &'a Count,
    complete: bool,
    ending: Ending,
    problem: Head<'a>,
    engine: &'a str,
    threads: usize,
    tasks: u64,
    nodes: u64,
    updates: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct Head<'a> {
    name: &'a str,
    items: usize,
    primary: usize,
    options: usize,
    fingerprint: String,
}

/// One line with one object.
#[must_use]
pub fn json(problem: &Problem, outcome: &Outcome) -> String {
    let head = Head {
        name: problem.name(),
        items: problem.n_items(),
        primary: problem.n_primary(),
        options: problem.n_options(),
        fingerprint: problem.fingerprint(),
    };
    let object = Object {
        count: &outcome.count,
        complete: outcome.is_complete(),
        ending: outcome.ending,
        problem: head,
        engine: outcome.engine,
        threads: outcome.threads,
        tasks: outcome.tasks,
        nodes: outcome.stats.nodes,
        updates: outcome.stats.updates,
        seconds: outcome.elapsed.as_secs_f64(),
    };
    serde_json::to_string(&object).expect("numbers and strings are always JSON") + "\n"
}
