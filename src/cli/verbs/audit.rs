//! `dlx-count audit FILE`: count some tasks of a run again, by another engine and another split, and compare.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;

use super::verb::{Call, LIMITS, Verb};
use crate::cli::args::{parse_number, parse_percent};
use crate::cli::end::{Failure, Signals};
use crate::cli::keep::{problems_of, request_of};
use crate::cli::show::{note, print};
use crate::engine::{EngineKind, Keeps};
use crate::parallel::{Limits, RunError};
use crate::problem::{Problem, to_place, whole_part};
use crate::session::Session;
use crate::store::{KeptTask, Store};
use crate::tally::{Count, Ending, Outcome};

pub(super) const VERB: Verb = Verb {
    name: "audit",
    about: "Recount a sample of a run's tasks with another engine",
    examples: &[("audit q18.run --sample 5%", ""), ("audit q18.run --sample 100% --engine links", "")],
    // Neither a split depth nor merging: each task is counted as it is, and split on when a thread has none.
    heeds: &[&["threads", "engine", "memory"], LIMITS],
    says: &[
        (
            "engine",
            "Engine that recounts: links, learn, bits, frontier, isomorph; by default one that the run did not use",
        ),
        ("limit", "Skip a task once this many solutions have been found"),
        ("node_limit", "Skip a task once this many nodes have been visited"),
    ],
    takes_source: false,
    options: AuditArgs::augment_args,
    run: audit,
    ..Verb::PLAIN
};

#[derive(Debug, Args)]
struct AuditArgs {
    /// The run file
    #[arg(value_name = "FILE")]
    path: PathBuf,
    /// The share of the tasks to recount, such as 5%
    #[arg(long, value_name = "PERCENT", default_value = "5%", value_parser = parse_percent)]
    sample: f64,
    /// Seed of the sample; a new one each time if omitted
    #[arg(long, value_name = "N", value_parser = parse_number)]
    seed: Option<u64>,
}

/// Recounts a sample; fails if a count differs, and names the task.
fn audit(call: &Call<'_>) -> Result<ExitCode, Failure> {
    let (args, settings) = (call.options::<AuditArgs>()?, &call.settings);
    let (signals, started) = (Signals::listen()?, Instant::now());
    let session = settings.session_until(&signals).build()?;
    let (counted, problems) = counted(&args.path, &session)?;
    let seed = args.seed.unwrap_or_else(|| fastrand::u64(..));
    let sample: Vec<&KeptTask> =
        sample(counted.len(), args.sample, seed).into_iter().map(|place| &counted[place]).collect();
    let engine_for =
        |kept: &KeptTask| settings.engine.unwrap_or_else(|| another(&kept.engines, &problems[&kept.fingerprint]));
    let mut findings = Findings::new(&args.path);
    for &engine in EngineKind::ALL {
        let sample: Vec<&KeptTask> = sample.iter().copied().filter(|kept| engine_for(kept) == engine).collect();
        if !sample.is_empty() {
            let session = settings.session_until(&signals).engine(engine).build()?;
            findings.recounted_by.push(engine);
            if settings.engine.is_none() && sample.iter().any(|kept| kept.engines.iter().any(|it| it == engine.name()))
            {
                let name = engine.name();
                note(&format!("{name} has counted some of these tasks itself; --engine names another one"));
            }
            let limits = || settings.limits_after(started.elapsed());
            recount(&sample, &problems, (&session, &limits), |kept, outcome| findings.add(kept, engine, outcome));
        }
    }
    findings.finish(counted.len(), seed, &signals)
}

/// An engine that has counted nothing of a problem yet, and can be expected to finish: what was counted by classes of states is counted by states, what was counted by the reference by the other
/// one that searches a tree, and all else by the reference, which shares no code with the others. If no other engine that searches a tree can count the problem, it is counted by states.
fn another(engines: &[String], problem: &Problem) -> EngineKind {
    let has = |kind: EngineKind| engines.iter().any(|name| name == kind.name());
    match engines.last().and_then(|name| EngineKind::named(name)) {
        Some(last) if last.info().keeps == Keeps::Classes => EngineKind::of_levels(),
        _ if has(EngineKind::reference()) && !EngineKind::of_tasks().knows(problem) => EngineKind::of_levels(),
        _ if has(EngineKind::reference()) && !has(EngineKind::of_tasks()) => EngineKind::of_tasks(),
        _ => EngineKind::reference(),
    }
}

/// The tasks of a run that can be counted again, and their problems by fingerprint.
fn counted(path: &Path, session: &Session<'_>) -> Result<(Vec<KeptTask>, HashMap<String, Problem>), Failure> {
    let mut counted = Store::counted(path)?;
    let known: HashSet<&str> = counted.iter().map(|kept| kept.fingerprint.as_str()).collect();
    let problems = problems_of(&request_of(path, &Store::job(path)?)?, &known, session)?;
    let n_kept = counted.len();
    counted.retain(|kept| problems.contains_key(&kept.fingerprint));
    if counted.is_empty() && n_kept > 0 {
        let what = format!("{}: none of its tasks is of the problem that its command makes now", path.display());
        return Err(Failure::usage(what, "the input has changed since: put it back as it was"));
    }
    if counted.len() < n_kept {
        note(&format!("{} tasks are of problems that the last command did not ask for", n_kept - counted.len()));
    }
    Ok((counted, problems))
}

/// Counts tasks again side by side, each with what is left of the limits by then.
fn recount(
    sample: &[&KeptTask],
    problems: &HashMap<String, Problem>,
    (session, limits): (&Session<'_>, &(dyn Fn() -> Limits + Sync)),
    mut found: impl FnMut(&KeptTask, Result<Outcome, RunError>) + Send,
) {
    let recount = |session: &Session<'_>, place: usize| {
        let KeptTask { fingerprint, task, .. } = sample[place];
        session.to_builder().limits(limits()).build()?.run_task(&problems[fingerprint], task)
    };
    session.batch(sample.len(), recount, |place, outcome| found(sample[place], outcome));
}

/// What an audit has found.
struct Findings<'a> {
    path: &'a Path,
    recounted_by: Vec<EngineKind>,
    n_agree: usize,
    /// Not counted to the end.
    n_open: usize,
    wrong: Vec<String>,
    failure: Option<Failure>,
}

impl<'a> Findings<'a> {
    fn new(path: &'a Path) -> Self {
        Self { path, recounted_by: Vec::new(), n_agree: 0, n_open: 0, wrong: Vec::new(), failure: None }
    }

    /// Compares a count with what is kept; what differs is kept, too.
    fn add(&mut self, kept: &KeptTask, engine: EngineKind, outcome: Result<Outcome, RunError>) {
        match outcome {
            Ok(outcome) if !outcome.is_complete() => self.n_open += 1,
            Ok(outcome) if outcome.count == kept.count => self.n_agree += 1,
            Ok(outcome) => {
                self.wrong.push(mismatch(kept, engine, &outcome.count));
                if let Err(error) = Store::keep_mismatch(self.path, kept, engine.name(), &outcome.count) {
                    self.failure = Some(error.into());
                }
            }
            Err(error) => self.failure = Some(error.into()),
        }
    }

    fn finish(self, n_counted: usize, seed: u64, signals: &Signals) -> Result<ExitCode, Failure> {
        let Self { path, recounted_by, n_agree, n_open, wrong, failure } = self;
        let engines: Vec<&str> = recounted_by.into_iter().map(EngineKind::name).collect();
        let (name, n_differ) = (path.display(), wrong.len());
        let by = if engines.is_empty() { String::new() } else { format!(" by {}", engines.join(" and ")) };
        let n_recounted = n_agree + n_differ;
        print(&format!(
            "{name}: {n_recounted} of {n_counted} tasks recounted{by}, {n_agree} agree, {n_differ} differ (seed {seed})\n",
        ))?;
        if let Some(failure) = failure {
            return Err(failure);
        }
        if n_counted == 0 {
            note("there is nothing to recount: all was found while the problem was split, or nothing is counted yet");
        }
        if n_open > 0 {
            note(&format!("{n_open} more were not counted to the end and have not been checked"));
        }
        if !wrong.is_empty() {
            return Err(Failure::io(wrong.join("\n")));
        }
        Ok(signals.status(if n_open > 0 { Ending::TimeLimit } else { Ending::Complete }))
    }
}

/// The numbers of a random sample of the tasks, of this many percent, but at least one if there are any.
fn sample(n_tasks: usize, percent: f64, seed: u64) -> Vec<usize> {
    let number = to_place(whole_part((n_tasks as f64 * percent / 100.0).ceil())).clamp(n_tasks.min(1), n_tasks);
    fastrand::Rng::with_seed(seed).choose_multiple(0..n_tasks, number)
}

fn mismatch(kept: &KeptTask, engine: EngineKind, other: &Count) -> String {
    let KeptTask { part, number, task, count, .. } = kept;
    let options = task.words();
    format!("problem {part}, task {number} (options {options}): the run has {count}, {} counts {other}", engine.name())
}
