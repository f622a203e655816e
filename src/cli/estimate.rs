//! `dlx-count estimate SOURCE`: what a count would be, and how long it would take.

use std::process::ExitCode;

use serde_json::json;

use super::args::{EstimateArgs, RunArgs};
use super::count::session;
use super::exit::Failure;
use super::{print, source::Ask};
use crate::engine::{Keeps, links::Mean};
use crate::parallel::Plan;
use crate::problem::to_u64;
use crate::report::{plural, rough, span_of_time};
use crate::session::{Estimate, Expected};

/// Estimates and prints. A signal ends it at once: it is done in seconds and has nothing to lose.
pub(super) fn run(args: &EstimateArgs, run: &RunArgs, ask: Ask<'_>) -> Result<ExitCode, Failure> {
    let problem = ask.problem()?;
    let session = session(run).build()?;
    let found = session.estimate(&problem, args.samples.max(1), args.seed)?;
    let (threads, memory) = (session.threads(), session.memory());
    print(&if run.json {
        as_json(problem.name(), &found, threads)
    } else {
        in_words(problem.name(), &found, threads, memory)
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Bytes for a state, about, and the share of all states that the largest level has.
const STATE: f64 = 32.0 / 10.0;

fn in_words(name: &str, found: &Estimate, threads: usize, memory: usize) -> String {
    let figure = |mean: Mean| {
        let (least, most) = mean.interval();
        format!("{} ({} to {})", rough(mean.value), rough(least), rough(most))
    };
    let probes = &found.probes;
    let mut text = format!(
        "{name}: about {} solutions\n  {} nodes of the tree, by {} random probes\n",
        figure(probes.solutions),
        figure(probes.nodes),
        probes.number
    );
    for (kind, time) in &found.times {
        let time = match time {
            Expected::Measured(time) => format!("{} (it has ended)", span_of_time(time.as_secs_f64())),
            Expected::About(seconds) => format!("about {}", span_of_time(*seconds)),
            Expected::Unknown => "cannot say".into(),
        };
        let states = match kind.info().keeps {
            Keeps::Levels if found.states.is_infinite() => ": the frontier is too wide".into(),
            Keeps::Levels if found.states * STATE > memory as f64 => {
                format!(": {} states, more than memory holds", rough(found.states))
            }
            Keeps::Levels => format!(": {} states", rough(found.states)),
            _ => String::new(),
        };
        text += &format!("  {:<9} {time}{states}\n", kind.name());
    }
    let Plan { engine, symmetries, tasks, .. } = &found.plan;
    text += &format!("  {engine} would begin with {}, symmetries used: {symmetries}\n", plural(to_u64(*tasks), "task"));
    text + &format!("  times for {threads} threads, right within a factor of three at best\n")
}

fn as_json(name: &str, found: &Estimate, threads: usize) -> String {
    let figure = |mean: Mean| {
        let (least, most) = mean.interval();
        json!({ "about": mean.value, "from": least, "to": most })
    };
    let seconds = |time: &Expected| match time {
        Expected::Measured(time) => json!({ "seconds": time.as_secs_f64(), "measured": true }),
        Expected::About(seconds) => json!({ "seconds": seconds, "measured": false }),
        Expected::Unknown => json!(null),
    };
    let times: serde_json::Map<_, _> =
        found.times.iter().map(|(kind, time)| (kind.name().to_owned(), seconds(time))).collect();
    let object = json!({
        "name": name,
        "probes": found.probes.number,
        "solutions": figure(found.probes.solutions),
        "nodes": figure(found.probes.nodes),
        "states": found.states.is_finite().then_some(found.states),
        "threads": threads,
        "plan": { "engine": found.plan.engine, "tasks": found.plan.tasks, "symmetries": found.plan.symmetries },
        "engines": times,
    });
    object.to_string() + "\n"
}
