//! `dlx-count audit FILE`: count some tasks of a run again, by another engine and another split, and compare.

use std::collections::HashSet;
use std::process::ExitCode;

use super::args::{AuditArgs, RunArgs};
use super::count::session_until;
use super::exit::{Failure, status};
use super::signals::Signals;
use super::{note, print, resume};
use crate::engine::EngineKind;
use crate::session::Session;
use crate::store::{Kept, Store};
use crate::tally::{Count, Ending};

/// Recounts a sample; fails if a count differs, and names the task.
pub(super) fn audit(args: &AuditArgs, run: &RunArgs) -> Result<ExitCode, Failure> {
    let mut counted = Store::counted(&args.path)?;
    let known: HashSet<&str> = counted.iter().map(|kept| kept.fingerprint.as_str()).collect();
    let problems = resume::problems_of(&args.path, &Store::job(&args.path)?, &known)?;
    let n_kept = counted.len();
    counted.retain(|kept| problems.contains_key(&kept.fingerprint));
    if counted.len() < n_kept {
        note(&format!("{} tasks are of problems that the last command did not ask for", n_kept - counted.len()));
    }
    let seed = args.seed.unwrap_or_else(|| fastrand::u64(..));
    let sample = sample(counted.len(), args.sample, seed);
    // Tasks of a tree are most often counted by bit sets; the reference shares no code with them.
    let engine = run.engine.0.unwrap_or_else(EngineKind::reference);
    let signals = Signals::listen()?;
    let session = session_until(run, &signals).engine(engine).build()?;
    let recount = |session: &Session<'_>, place: usize| {
        let Kept { fingerprint, task, .. } = &counted[sample[place]];
        session.run_task(&problems[fingerprint], task)
    };
    let (mut n_agree, mut n_open, mut wrong, mut failure) = (0, 0, Vec::new(), None);
    session.batch(sample.len(), recount, |place, outcome| match outcome {
        Ok(outcome) if !outcome.is_complete() => n_open += 1,
        Ok(outcome) if outcome.count == counted[sample[place]].count => n_agree += 1,
        Ok(outcome) => {
            let kept = &counted[sample[place]];
            wrong.push(mismatch(kept, engine, &outcome.count));
            if let Err(error) = Store::keep_mismatch(&args.path, kept, engine.name(), &outcome.count) {
                failure = Some(error.into());
            }
        }
        Err(error) => failure = Some(Failure::from(error)),
    });
    let (name, total, n_differ) = (args.path.display(), counted.len(), wrong.len());
    print(&format!(
        "{name}: {} of {total} tasks recounted by {}, {n_agree} agree, {n_differ} differ (seed {seed})\n",
        n_agree + n_differ,
        engine.name(),
    ))?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    if n_open > 0 {
        note(&format!("{n_open} more were not counted to the end, and nothing is said of them"));
    }
    match (wrong.is_empty(), signals.received()) {
        (false, _) => Err(Failure::io(wrong.join("\n"))),
        (true, None) if n_open > 0 => Ok(status(Ending::TimeLimit, None)),
        (true, None) => Ok(ExitCode::SUCCESS),
        (true, signal) => Ok(status(Ending::Interrupted, signal)),
    }
}

/// So many percent of the tasks, at least one if there are any, in an order that the seed decides.
fn sample(n_tasks: usize, percent: f64, seed: u64) -> Vec<usize> {
    let number = ((n_tasks as f64 * percent / 100.0).ceil() as usize).clamp(n_tasks.min(1), n_tasks);
    fastrand::Rng::with_seed(seed).choose_multiple(0..n_tasks, number)
}

fn mismatch(kept: &Kept, engine: EngineKind, other: &Count) -> String {
    let Kept { part, number, task, count, .. } = kept;
    let options = task.words();
    format!("problem {part}, task {number} (options {options}): the run has {count}, {} counts {other}", engine.name())
}
