//! `dlx-count estimate SOURCE`: what a count would be, and how long it would take.

use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use serde_json::json;

use super::finding::plain_question;
use super::verb::{Call, DEMANDS, Verb};
use crate::cli::args::{parse_number, parse_within};
use crate::cli::end::Failure;
use crate::cli::show::{note, print};
use crate::engine::Mean;
use crate::engine::frontier::Outlook;
use crate::engine::{EngineKind, Keeps, obstacle};
use crate::job::Demands;
use crate::parallel::Plan;
use crate::problem::whole_part;
use crate::report::{about, plural, rough, seconds, short};
use crate::session::{Estimate, Expected, SweepEstimate};
use crate::tally::{Count, Outcome};

pub(super) const VERB: Verb = Verb {
    name: "estimate",
    about: "Predict solutions, search size and time per engine",
    examples: &[("estimate queens 24", "")],
    heeds: &[DEMANDS, &["threads", "memory", "time_limit", "json", "quiet"]],
    says: &[("quiet", "Print only the expected number of solutions")],
    takes_kinds: false,
    options: EstimateArgs::augment_args,
    run: estimate,
    ..Verb::PLAIN
};

#[derive(Debug, Args)]
struct EstimateArgs {
    /// Number of random probes; fewer if two seconds pass first
    #[arg(long, value_name = "N", global = true, default_value = "100000", value_parser = parse_within(1u64, None))]
    samples: u64,
    /// Seed of the probes; a fixed one if omitted
    #[arg(long, value_name = "N", global = true, default_value = "1", value_parser = parse_number)]
    seed: u64,
}

/// How long a count without a search is tried.
const SOON: Duration = Duration::from_secs(2);

/// Estimates and prints. A signal ends it at once: it is done in seconds and has nothing to lose.
fn estimate(call: &Call<'_>) -> Result<ExitCode, Failure> {
    let (args, settings, ask) = (call.options::<EstimateArgs>()?, &call.settings, call.ask()?);
    let question = plain_question(call, "the count of all solutions is estimated")?;
    let problem = question.problem();
    let obstacle = question.obstacle().map(String::from).or_else(|| obstacle(problem));
    if let (Some(obstacle), false) = (&obstacle, settings.json) {
        return nothing(problem.name(), obstacle, settings.quiet);
    }
    let session = settings.session().build()?;
    let mut found = session.estimate(problem, args.samples, args.seed)?;
    found.count = found.count.or(obstacle.map(|_| Count::ZERO));
    // A count begins with a closed form; with a determinant if a short search does not end.
    let is_soon = question.closed_form().is_some() || found.count.is_none();
    let sooner = is_soon
        .then(|| session.count_without_search(&question, settings.time_limit.map_or(SOON, |limit| SOON.min(limit / 8))))
        .flatten();
    if let Some(Outcome { engine, count, .. }) = &sooner {
        (found.count, found.plan) = (Some(count.clone()), Plan { engine, tasks: 0, symmetries: 0, ..found.plan });
    }
    let threads = session.threads();
    print(&if settings.json {
        as_json(problem.name(), &found, threads)
    } else if settings.quiet {
        found.count.as_ref().map_or_else(|| rough(found.probes.solutions.value), Count::to_string) + "\n"
    } else {
        let more =
            if ask.demands == Demands::default() { on_many_machines(problem.name(), &found) } else { String::new() };
        in_words(problem.name(), &found, sooner.as_ref(), (threads, session.memory())) + &more
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Says that there is no solution, and why: as a count does.
fn nothing(name: &str, obstacle: &str, is_quiet: bool) -> Result<ExitCode, Failure> {
    if is_quiet {
        print("0\n")?;
    } else {
        note(&format!("nothing to count: {obstacle}"));
        print(&format!("{name}: 0 solutions\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn in_words(name: &str, found: &Estimate, sooner: Option<&Outcome>, (threads, memory): (usize, usize)) -> String {
    let figure = |mean: Mean| {
        let (least, most) = mean.interval();
        format!("{} ({} to {})", rough(mean.value), rough(least), rough(most))
    };
    let probes = &found.probes;
    let solutions = match (&found.count, sooner) {
        (Some(count), Some(_)) => plural(count, "solution"),
        (Some(count), None) => format!("{}, counted while engines were tried", plural(count, "solution")),
        (None, _) => format!("about {} solutions", figure(probes.solutions)),
    };
    let nodes = figure(probes.nodes);
    let mut text =
        format!("{name}: {solutions}\n  {nodes} nodes of the tree, by {}\n", plural(probes.number, "random probe"));
    for (kind, time) in &found.times {
        let words = match time {
            Expected::Measured(time) => format!("{} (finished)", seconds(time.as_secs_f64())),
            Expected::About(seconds) => about(*seconds),
            Expected::Unknown if !kind.info().is_predictable => {
                format!("cannot be predicted: try --engine {} --time-limit 5m", kind.name())
            }
            Expected::Unknown => "cannot say".into(),
        };
        let states = if kind.info().keeps == Keeps::Levels { sweep(&found.sweep, time, memory) } else { String::new() };
        text += &format!("  {:<9} {words}{states}\n", kind.name());
    }
    let Plan { engine, symmetries, tasks, .. } = &found.plan;
    text += &match sooner {
        Some(sooner) => format!("  {engine}: counted in {}, without a search\n", seconds(sooner.elapsed.as_secs_f64())),
        None if EngineKind::named(engine).is_some_and(EngineKind::keeps_tasks) => {
            format!("  {engine} would begin with {}, symmetries used: {symmetries}\n", plural(tasks, "task"))
        }
        None => format!("  {engine} is expected to end first\n"),
    };
    text + &format!("  times for {}, right within a factor of three at best\n", plural(threads, "thread"))
}

/// Seconds that are worth many machines.
const LONG: f64 = 3600.0;

/// How to count on many machines what takes long on this one, if its tasks can be counted apart.
fn on_many_machines(name: &str, found: &Estimate) -> String {
    let is_engine = |(kind, _): &&(EngineKind, Expected)| kind.name() == found.plan.engine;
    match found.times.iter().find(is_engine) {
        Some((kind, Expected::About(seconds))) if *seconds > LONG && kind.keeps_tasks() => {
            format!(
                "  on many machines: dlx-count split {name} -o FILE, then `work` and `gather`;\n  \
                 or python -m dlx_count.cluster {name} --address auto\n"
            )
        }
        _ => String::new(),
    }
}

/// What a sweep takes besides time.
fn sweep(found: &SweepEstimate, time: &Expected, memory: usize) -> String {
    let SweepEstimate { states, largest, seconds, memory: held, disk, .. } = found;
    let bytes = |bytes: f64| short(whole_part(bytes)) + "B";
    match time {
        Expected::Measured(_) => return format!(": {}", plural(rough(states.about), "state")),
        Expected::Unknown => return ": the frontier is too wide".into(),
        Expected::About(_) => {}
    }
    let room = if held.about > memory as f64 {
        let (from, to) = (bytes(disk.from), bytes(disk.to));
        format!("{} of memory, or {} ({from} to {to}) on a disk", bytes(held.about), bytes(disk.about))
    } else {
        format!("{} of memory", bytes(held.about))
    };
    format!(
        " ({} to {}): {} ({} to {}) states\n            {} of them on the largest level: {room}",
        least(seconds.from),
        least(seconds.to),
        rough(states.about),
        rough(states.from),
        rough(states.to),
        rough(largest.about),
    )
}

/// A time without `about`.
fn least(seconds: f64) -> String {
    about(seconds).replace("about ", "")
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
        "count": found.count.as_ref().map(Count::to_string),
        "probes": found.probes.number,
        "solutions": figure(found.probes.solutions),
        "nodes": figure(found.probes.nodes),
        "states": found.sweep.states.about.is_finite().then_some(found.sweep.states.about),
        "sweep": found.sweep.states.about.is_finite().then(|| sweep_as_json(&found.sweep)),
        "threads": threads,
        "plan": { "engine": found.plan.engine, "tasks": found.plan.tasks, "symmetries": found.plan.symmetries },
        "engines": times,
    });
    object.to_string() + "\n"
}

fn sweep_as_json(found: &SweepEstimate) -> serde_json::Value {
    let outlook = |Outlook { about, from, to }: Outlook| json!({ "about": about, "from": from, "to": to });
    json!({
        "states": outlook(found.states),
        "largest_level": outlook(found.largest),
        "seconds": outlook(found.seconds),
        "bytes_in_memory": outlook(found.memory),
        "bytes_on_disk": outlook(found.disk),
    })
}
