//! Outcomes for programs: one JSON object, with the count as a string, since doubles cannot hold large counts.

use serde::Serialize;

use dlx_core::problem::Problem;
use dlx_core::tally::{Count, Ending, Outcome, Profile};

#[derive(Serialize)]
struct Object<'a> {
    count: &'a Count,
    complete: bool,
    ending: Ending,
    done: f64,
    problem: JsonHead<'a>,
    engine: &'a str,
    threads: usize,
    tasks: u64,
    nodes: u64,
    updates: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<SearchFigures<'a>>,
}

#[derive(Serialize)]
struct SearchFigures<'a> {
    nodes: u64,
    decisions: u64,
    dead_ends: u64,
    depths: &'a [u64],
}

#[derive(Serialize)]
struct JsonHead<'a> {
    name: &'a str,
    items: usize,
    primary: usize,
    options: usize,
    fingerprint: String,
}

/// One line with one object, and the shape of the search if that is known.
#[must_use]
pub fn json(problem: &Problem, outcome: &Outcome, profile: Option<&Profile>) -> String {
    let head = JsonHead {
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
        done: outcome.done,
        problem: head,
        engine: outcome.engine,
        threads: outcome.threads,
        tasks: outcome.tasks,
        nodes: outcome.stats.nodes,
        updates: outcome.stats.updates,
        seconds: outcome.elapsed.as_secs_f64(),
        search: profile.map(|profile| SearchFigures {
            nodes: profile.nodes,
            decisions: profile.decisions,
            dead_ends: profile.dead_ends(),
            depths: &profile.depths,
        }),
    };
    serde_json::to_string(&object).expect("numbers and strings are always JSON") + "\n"
}
