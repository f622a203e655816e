//! Runs kept in a file: `--run FILE`, `dlx-count resume FILE`, `dlx-count status FILE`.

use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use serde_json::json;

use super::args::{Cli, Command, RunArgs, Source};
use super::exit::Failure;
use super::{count, print};
use crate::report::{seconds, short};
use crate::store::{Job, Status, Store, StoreError};
use crate::symmetry::Question;

/// Opens the run file for what is asked, or makes it.
pub(super) fn open(path: &Path, questions: &[Question]) -> Result<Store, Failure> {
    let [question] = questions else {
        return Err(Failure::usage("a run file keeps one count", "give --run to one puzzle at a time"));
    };
    if question.terms().len() > 1 {
        return Err(Failure::usage(
            "a run file keeps one problem, and --up-to-symmetry asks several",
            "count without it",
        ));
    }
    let words = std::env::args().skip(1).collect();
    Ok(Store::open(path, question.problem(), words)?)
}

/// Goes on with a run.
pub(super) fn resume(path: &Path, args: &RunArgs) -> Result<ExitCode, Failure> {
    count::count(&source(path, &Store::job(path)?)?, args, Some(path))
}

/// What a run file counts.
pub(super) fn source(path: &Path, job: &Job) -> Result<Source, Failure> {
    let words = std::iter::once("dlx-count".to_owned()).chain(job.words.iter().cloned());
    match Cli::try_parse_from(words).map(|cli| cli.command) {
        Ok(Command::Count(source)) => Ok(source),
        _ => Err(Failure::io(format!("{} does not say what it counts: {}", path.display(), job.words.join(" ")))),
    }
}

/// Says how far a run is.
pub(super) fn status(path: &Path, args: &RunArgs) -> Result<ExitCode, Failure> {
    let status = Store::status(path)?;
    print(&if args.json { as_json(&status) } else { in_words(&status) })?;
    Ok(ExitCode::SUCCESS)
}

fn in_words(status: &Status) -> String {
    let Status { job, tally, closed, open, done, elapsed, is_complete } = status;
    let (least, elapsed) = (if *is_complete { "" } else { "at least " }, elapsed.as_secs_f64());
    let rate = short((tally.stats.nodes as f64 / elapsed.max(1e-3)) as u64);
    let left = match *done {
        _ if *is_complete => "complete".into(),
        done if done > 0.001 => format!("about {} left", seconds(elapsed * (1.0 - done) / done)),
        _ => "just begun".into(),
    };
    format!(
        "{}: {least}{} solutions\n  {:.1}% done, {closed} tasks counted, {open} left, {rate} nodes/s, {} counted, {left}\n",
        job.name,
        tally.count,
        done * 100.0,
        seconds(elapsed)
    )
}

fn as_json(status: &Status) -> String {
    let Status { job, tally, closed, open, done, elapsed, is_complete } = status;
    let object = json!({
        "count": tally.count,
        "complete": is_complete,
        "problem": { "name": job.name, "fingerprint": job.fingerprint },
        "words": job.words,
        "done": done,
        "closed_tasks": closed,
        "open_tasks": open,
        "nodes": tally.stats.nodes,
        "seconds": elapsed.as_secs_f64(),
    });
    object.to_string() + "\n"
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        match &error {
            StoreError::OtherJob { .. } => {
                Self::usage(error.to_string(), "use another file, or `resume` to go on with that run")
            }
            _ => Self::io(error.to_string()),
        }
    }
}
