//! `dlx-count status FILE`: how far a run is.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use serde_json::json;

use super::gather::gather_from;
use super::verb::Verb;
use crate::cli::end::Failure;
use crate::cli::keep::shown;
use crate::cli::settings::Settings;
use crate::cli::show::print;
use crate::engine::StoredLevel;
use crate::job::Job;
use crate::problem::{to_u64, whole_part};
use crate::report::{plural, seconds, short, solutions};
use crate::store::{PartStatus, Status, Store};

pub(super) const VERB: Verb = Verb {
    name: "status",
    about: "Show a run's progress, even while it runs",
    examples: &[("status q18.run --json", "")],
    heeds: &[&["json"]],
    takes_source: false,
    options: StatusArgs::augment_args,
    run: |call| status(&call.options::<StatusArgs>()?.path, &call.settings),
    ..Verb::PLAIN
};

#[derive(Debug, Args)]
struct StatusArgs {
    /// The run file, or the folder of a sweep
    #[arg(value_name = "FILE")]
    path: PathBuf,
}

/// Says how far a run is.
fn status(path: &Path, settings: &Settings) -> Result<ExitCode, Failure> {
    if path.is_dir() {
        gather_from(path, settings, Instant::now())?;
        return Ok(ExitCode::SUCCESS);
    }
    let status = Store::status(path)?;
    print(&if settings.json { as_json(&status) } else { in_words(&status) })?;
    Ok(ExitCode::SUCCESS)
}

fn in_words(status: &Status) -> String {
    let Status { job, parts, done, elapsed, is_complete, mismatches, level, on_disk } = status;
    let (elapsed, sum) =
        (elapsed.as_secs_f64(), |figure: fn(&PartStatus) -> u64| parts.iter().map(figure).sum::<u64>());
    let rate = short(whole_part(sum(|part| part.tally.stats.nodes) as f64 / elapsed.max(1e-3)));
    let left = match *done {
        _ if *is_complete => "complete".into(),
        done if done > 0.001 => format!("about {} left", seconds(elapsed * (1.0 - done) / done)),
        _ => "just begun".into(),
    };
    let (closed, open) = (sum(|part| part.closed), sum(|part| part.open));
    let mut text = match parts.as_slice() {
        [part] if job.origin.parts == 1 => line(part),
        _ => {
            let n_complete = parts.iter().filter(|part| part.is_complete).count();
            let (name, n_parts) = (job_name(job), job.origin.parts.max(parts.len()));
            let head = format!("{name}: {n_complete} of {n_parts} problems counted\n");
            let under_way = parts.iter().filter(|part| !part.is_complete);
            head + &under_way.map(|part| format!("  {}", line(part))).collect::<String>()
        }
    };
    // A sweep is one task, of which nothing is known before its last level.
    let is_sweep = level.is_some() && *done == 0.0;
    let (percent, tasks, spent) = (done * 100.0, plural(closed, "task"), seconds(elapsed));
    text += &match is_sweep {
        true => format!("  {spent} counted so far, level by level\n"),
        false => {
            format!("  {percent:.1}% done, {tasks} counted, {open} left, {rate} nodes/s, {spent} counted, {left}\n")
        }
    };
    match level {
        Some((head, _)) if head.is_sum() => text += "  the sum over signs is kept\n",
        Some((StoredLevel { level, levels, states, .. }, bytes)) => {
            let of = if *levels > 0 { format!(" of {levels}") } else { String::new() };
            let states = plural(short(to_u64(*states)), "state");
            text += &format!("  level {level}{of} is kept: {states} in {}B\n", short(*bytes));
        }
        None => {}
    }
    if *on_disk > 0 {
        text += &format!("  {}B in files of levels that do not fit in memory\n", short(*on_disk));
    }
    if *mismatches > 0 {
        text += &format!("  an audit has counted {mismatches} tasks otherwise: do not trust this run\n");
    }
    text
}

fn line(part: &PartStatus) -> String {
    let least = if part.is_complete { "" } else { "at least " };
    format!("{}: {least}{}\n", part.name, solutions(&part.tally.count))
}

/// The name of a run; a table is named by its words.
fn job_name(job: &Job) -> String {
    if job.origin.fingerprints.is_empty() { shown(job).join(" ") } else { job.name.clone() }
}

fn as_json(status: &Status) -> String {
    let Status { job, parts, done, elapsed, is_complete, mismatches, level, on_disk } = status;
    let problem = |part: &PartStatus| {
        json!({
            "problem": { "name": part.name, "fingerprint": part.fingerprint },
            "count": part.tally.count,
            "complete": part.is_complete,
            "done": part.done,
            "closed_tasks": part.closed,
            "open_tasks": part.open,
            "nodes": part.tally.stats.nodes,
        })
    };
    let mut object = json!({
        "name": job_name(job),
        "words": shown(job),
        "complete": is_complete,
        "done": done,
        "seconds": elapsed.as_secs_f64(),
        "problems": job.origin.parts.max(parts.len()),
        "parts": parts.iter().map(problem).collect::<Vec<_>>(),
        "levels_kept": level.as_ref().map(|(head, _)| head.level),
        "levels": level.as_ref().map(|(head, _)| head.levels).filter(|&levels| levels > 0),
        "states_kept": level.as_ref().map(|(head, _)| head.states),
        "bytes_kept": level.as_ref().map(|(_, bytes)| bytes),
        "bytes_on_disk": on_disk,
        "mismatches": mismatches,
    });
    if let ([part], 1) = (parts.as_slice(), job.origin.parts) {
        object["count"] = json!(part.tally.count);
    }
    object.to_string() + "\n"
}
