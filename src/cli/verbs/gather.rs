//! `dlx-count gather FILE...`: add up what `work` has counted, and say what is missing.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::{Value, json};

use super::verb::{Call, Verb};
use super::work::sweep_in_words;
use crate::cli::end::{Failure, status};
use crate::cli::keep::{Keeping, RunFile, read_records, settle_on, swept_in};
use crate::cli::settings::Settings;
use crate::cli::show::{note, print};
use crate::engine::RunSignal;
use crate::parallel::{Journal, JournalError, RunError};
use crate::problem::Problem;
use crate::records::{RecordReader, Records, Settled, Sum, SweepFolder};
use crate::report::{self, plural, short};
use crate::symmetry::CountQuery;
use crate::tally::{Ending, Outcome, Stats};

pub(super) const VERB: Verb = Verb {
    name: "gather",
    about: "Add up the counts from `work` and report what is missing",
    examples: &[
        ("gather q18.tasks q18.*", ""),
        ("gather q18.tasks q18.* --run q18.run", "for `status`, `audit`, `resume`"),
        ("gather q18/", "a sweep"),
    ],
    heeds: &[&["run", "json", "quiet"]],
    says: &[("run", "Write the result to this new run file")],
    takes_source: false,
    options: GatherArgs::augment_args,
    run: gather,
    ..Verb::PLAIN
};

#[derive(Debug, Args)]
struct GatherArgs {
    /// Files of tasks and tallies, in any order; `-` for standard input. Or the folder of a sweep
    #[arg(value_name = "FILE", required = true)]
    paths: Vec<PathBuf>,
}

fn gather(call: &Call<'_>) -> Result<ExitCode, Failure> {
    let (args, settings, started) = (call.options::<GatherArgs>()?, &call.settings, Instant::now());
    if let [path] = &args.paths[..]
        && path.is_dir()
    {
        return gather_from(path, settings, started);
    }
    let mut reader = RecordReader::default();
    read_records(&args.paths, &mut reader)?;
    let (records, question) = settle_on(reader, settings.quiet)?;
    let settled = records.settle()?;
    let sum = settled.sum();
    let (outcome, problem) = (outcome(&records, &sum, started.elapsed()), question.problem());
    if let Some(path) = &settings.run {
        keep(
            &RunFile::new(path, records.head().request.clone()),
            &records,
            &settled,
            &question,
            outcome.is_complete(),
        )?;
    }
    print(&match (settings.json, settings.quiet) {
        (true, _) => as_json(problem, &outcome, &sum),
        (_, true) => format!("{}\n", outcome.count),
        _ => in_words(problem, &outcome, &records, &sum, args.paths.len()),
    })?;
    if !outcome.is_complete() && !settings.quiet {
        tell_missing(&records, &sum, &args.paths);
    }
    Ok(status(outcome.ending, None))
}

/// Adds up the last level of a sweep in a folder, or says how far it is.
pub(super) fn gather_from(path: &Path, settings: &Settings, started: Instant) -> Result<ExitCode, Failure> {
    if settings.run.is_some() {
        return Err(Failure::usage("a sweep in a folder has no tasks for a run file", "leave --run out"));
    }
    let (records, question) = swept_in(path, settings.quiet)?;
    let (problem, signal) = (question.problem(), RunSignal::default());
    let folder = SweepFolder::open(path, &records, problem, 0, &signal)?;
    let (progress, count) = (folder.progress()?, folder.count(&signal)?);
    let outcome = Outcome {
        ending: if count.is_some() { Ending::Complete } else { Ending::TasksMissing },
        done: progress.done(),
        stats: Stats { nodes: progress.nodes, updates: 0 },
        engine: "gathered",
        threads: 0,
        elapsed: started.elapsed(),
        ..Outcome::known(count.unwrap_or_default())
    };
    print(&match (settings.json, settings.quiet) {
        (true, _) => report::json(problem, &outcome, None),
        (_, true) => format!("{}\n", outcome.count),
        _ => format!("{}  {}\n", report::headline(problem.name(), &outcome), sweep_in_words(&progress)),
    })?;
    if !outcome.is_complete() && !settings.quiet {
        note(&format!("the sweep is not complete: dlx-count work {}", path.display()));
    }
    Ok(status(outcome.ending, None))
}

/// The sum of the records, as an outcome.
fn outcome(records: &Records, sum: &Sum, elapsed: Duration) -> Outcome {
    let is_complete = sum.open.is_empty() && records.unlisted() == 0;
    Outcome {
        count: sum.tally.count.clone(),
        ending: if is_complete { Ending::Complete } else { Ending::TasksMissing },
        done: if is_complete { 1.0 } else { sum.done.clamp(0.0, 1.0) },
        stats: sum.tally.stats,
        engine: "gathered",
        reason: None,
        threads: 0,
        tasks: sum.closed,
        elapsed,
    }
}

fn in_words(problem: &Problem, outcome: &Outcome, records: &Records, sum: &Sum, n_files: usize) -> String {
    let (files, tasks, nodes) =
        (plural(n_files, "file"), plural(records.head().tasks, "task"), plural(short(sum.tally.stats.nodes), "node"));
    let done = if outcome.is_complete() { String::new() } else { format!(", {:.1}% done", outcome.done * 100.0) };
    let head = report::headline(problem.name(), outcome);
    format!("{head}  gathered from {files}: {} of {tasks}, {nodes}{done}\n", sum.closed)
}

/// The outcome in the form of a count, and the numbers of the tasks that are missing.
fn as_json(problem: &Problem, outcome: &Outcome, sum: &Sum) -> String {
    let text = report::json(problem, outcome, None);
    let mut object: Value = serde_json::from_str(&text).unwrap_or_default();
    object["missing"] = missing(sum).into_keys().map(|id| json!(id)).collect();
    object.to_string() + "\n"
}

/// What is missing of each task: its share of the search, and whether a part of the task was counted.
fn missing(sum: &Sum) -> BTreeMap<u64, (f64, bool)> {
    let mut missing = BTreeMap::new();
    for open in &sum.open {
        let (share, is_part) = missing.entry(open.id).or_insert((0.0, false));
        *share += open.task.share;
        *is_part |= open.is_part;
    }
    missing
}

/// The most tasks that are named.
const MOST_NAMED: usize = 20;

/// How many tasks no file lists, in words, if there are some; and what to do then.
pub(super) fn unlisted(records: &Records) -> Option<String> {
    let (unlisted, tasks) = (records.unlisted(), plural(records.head().tasks, "task"));
    (unlisted > 0).then(|| format!("{unlisted} of {tasks} are listed in none of these files"))
}

pub(super) const GIVE_SPLIT: &str = "give the file that `split` has written, too";

/// Says what is missing, and how to get it.
fn tell_missing(records: &Records, sum: &Sum, paths: &[PathBuf]) {
    unlisted(records).iter().for_each(|what| note(&format!("{what}: {GIVE_SPLIT}")));
    let missing = missing(sum);
    if missing.is_empty() {
        return;
    }
    let name = |(id, (share, is_part)): (&u64, &(f64, bool))| {
        format!("{id}{} ({:.2}%)", if *is_part { " in part" } else { "" }, share * 100.0)
    };
    let mut names: Vec<String> = missing.iter().take(MOST_NAMED).map(name).collect();
    if missing.len() > MOST_NAMED {
        names.push(format!("and {} more", missing.len() - MOST_NAMED));
    }
    let share: f64 = missing.values().map(|(share, _)| share).sum();
    let tasks = plural(missing.len(), "task");
    note(&format!("{tasks} to count, {:.2}% of the search: {}", share * 100.0, names.join(", ")));
    note(&format!("to count the rest: dlx-count work {} -o missing.records", words(paths)));
}

/// Paths as a shell reads them.
fn words(paths: &[PathBuf]) -> String {
    let is_plain = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || "/._-+,=@%".contains(c));
    let quoted = |path: &PathBuf| match path.display().to_string() {
        text if is_plain(&text) && !text.is_empty() => text,
        text => format!("'{}'", text.replace('\'', r"'\''")),
    };
    paths.iter().map(quoted).collect::<Vec<_>>().join(" ")
}

/// Writes everything into a new run file.
fn keep(
    file: &RunFile<'_>,
    records: &Records,
    settled: &Settled<'_>,
    question: &CountQuery,
    is_complete: bool,
) -> Result<(), Failure> {
    let path = file.path();
    if records.unlisted() > 0 {
        return Err(Failure::usage("a run file needs all tasks", GIVE_SPLIT));
    }
    if path.exists() {
        let what = format!("{} is there already, and would be written over", path.display());
        return Err(Failure::usage(what, "name another file, or remove this one"));
    }
    let kept = Keeping::open(Some(file), |file| file.count(std::slice::from_ref(question)))?;
    if let Some(mut part) = kept.part(question.problem())? {
        replay(settled, &mut part).map_err(RunError::Journal)?;
    }
    kept.finish(is_complete)
}

/// Reports what was counted to a journal, as if it were counted now.
fn replay(settled: &Settled<'_>, journal: &mut dyn Journal) -> Result<(), JournalError> {
    journal.begin(&settled.start())?;
    let mut result = Ok(());
    settled.replay(|_, _, entry| {
        if let (Some(entry), true) = (entry, result.is_ok()) {
            result = journal.close(entry);
        }
    });
    result?;
    journal.flush()
}
