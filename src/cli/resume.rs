//! Runs kept in a file: `--run FILE`, `dlx-count resume FILE`, `dlx-count status FILE`.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use serde_json::json;

use super::args::{Cli, Command, RunArgs};
use super::exit::Failure;
use super::keeping::RunFile;
use super::source::Ask;
use super::{count, print, table};
use crate::job::Job;
use crate::problem::Problem;
use crate::report::{plural, seconds, short, solutions};
use crate::store::{PartStatus, Status, Store, StoreError};
use crate::symmetry::Question;

/// The job that this process was given: to answer these questions.
pub(super) fn job(questions: &[Question], words: Vec<OsString>) -> Job {
    let name = match questions {
        [question] => question.problem().name().to_owned(),
        many => format!("{} puzzles", many.len()),
    };
    Job::count(&name, problems(questions), words)
}

/// Everything that is counted for some questions.
pub(super) fn problems(questions: &[Question]) -> impl Iterator<Item = &Problem> {
    questions.iter().flat_map(|question| question.terms().iter().map(|term| &term.problem))
}

/// Goes on with a run.
pub(super) fn resume(path: &Path, args: &RunArgs) -> Result<ExitCode, Failure> {
    let job = Store::job(path)?;
    let cli = command(path, &job)?;
    let (demands, file) = (&cli.demands, Some(RunFile::again(path, job.source.words)));
    match &cli.command {
        Command::Table(table) => table::table(table, Ask { source: &table.source, demands }, args, file),
        Command::Count(source) => count::count(Ask { source, demands }, args, file),
        other => Err(Failure::io(format!("{} does not say what it counts: {other:?}", path.display()))),
    }
}

/// What a run file counts.
fn command(path: &Path, job: &Job) -> Result<Cli, Failure> {
    let words = std::iter::once("dlx-count".into()).chain(job.source.words.iter().cloned());
    let unclear = |_| Failure::io(format!("{} does not say what it counts: {}", path.display(), shown(job).join(" ")));
    Cli::of_words(words).map_err(unclear)
}

/// The problems of a run that have these fingerprints, by fingerprint: not all, if a table was counted again with other rows.
pub(super) fn problems_of(path: &Path, job: &Job, wanted: &HashSet<&str>) -> Result<HashMap<String, Problem>, Failure> {
    let mut found = HashMap::new();
    let mut look_at = |questions: &[Question]| {
        for problem in problems(questions) {
            let fingerprint = problem.fingerprint();
            if wanted.contains(fingerprint.as_str()) {
                found.insert(fingerprint, problem.clone());
            }
        }
    };
    let cli = command(path, job)?;
    let demands = &cli.demands;
    match &cli.command {
        Command::Count(source) => look_at(&Ask { source, demands }.questions()?),
        Command::Table(table) => table::questions(Ask { source: &table.source, demands })?
            .try_for_each(|question| question.map(|question| look_at(&[question])))?,
        _ => {}
    }
    Ok(found)
}

/// Says how far a run is.
pub(super) fn status(path: &Path, args: &RunArgs) -> Result<ExitCode, Failure> {
    let status = Store::status(path)?;
    print(&if args.json { as_json(&status) } else { in_words(&status) })?;
    Ok(ExitCode::SUCCESS)
}

fn in_words(status: &Status) -> String {
    let Status { job, parts, done, elapsed, is_complete, mismatches, levels } = status;
    let (elapsed, sum) =
        (elapsed.as_secs_f64(), |figure: fn(&PartStatus) -> u64| parts.iter().map(figure).sum::<u64>());
    let rate = short((sum(|part| part.tally.stats.nodes) as f64 / elapsed.max(1e-3)) as u64);
    let left = match *done {
        _ if *is_complete => "complete".into(),
        done if done > 0.001 => format!("about {} left", seconds(elapsed * (1.0 - done) / done)),
        _ => "just begun".into(),
    };
    let (closed, open) = (sum(|part| part.closed), sum(|part| part.open));
    let mut text = match parts.as_slice() {
        [part] if job.source.parts == 1 => line(part),
        _ => {
            let n_complete = parts.iter().filter(|part| part.is_complete).count();
            let (name, n_parts) = (job_name(job), job.source.parts.max(parts.len()));
            let head = format!("{name}: {n_complete} of {n_parts} problems counted\n");
            let under_way = parts.iter().filter(|part| !part.is_complete);
            head + &under_way.map(|part| format!("  {}", line(part))).collect::<String>()
        }
    };
    let percent = done * 100.0;
    text += &format!(
        "  {percent:.1}% done, {} counted, {open} left, {rate} nodes/s, {} counted, {left}\n",
        plural(closed, "task"),
        seconds(elapsed)
    );
    if let Some(levels) = levels {
        text += &format!("  states are kept after level {levels}\n");
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

/// The words of the command line, as far as they are text.
fn shown(job: &Job) -> Vec<Cow<'_, str>> {
    job.source.words.iter().map(|word| word.to_string_lossy()).collect()
}

/// A table is called by its words.
fn job_name(job: &Job) -> String {
    if job.source.fingerprints.is_empty() { shown(job).join(" ") } else { job.name.clone() }
}

fn as_json(status: &Status) -> String {
    let Status { job, parts, done, elapsed, is_complete, mismatches, levels } = status;
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
        "problems": job.source.parts.max(parts.len()),
        "parts": parts.iter().map(problem).collect::<Vec<_>>(),
        "levels_kept": levels,
        "mismatches": mismatches,
    });
    if let ([part], 1) = (parts.as_slice(), job.source.parts) {
        object["count"] = json!(part.tally.count);
    }
    object.to_string() + "\n"
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        match &error {
            StoreError::OtherJob { .. } | StoreError::Changed { .. } => {
                Self::usage(error.to_string(), "use another file, or `resume` to go on with that run")
            }
            _ => Self::io(error.to_string()),
        }
    }
}
