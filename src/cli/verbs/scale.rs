//! `dlx-count scale SOURCE --threads 1,2,4`: the same count with several numbers of threads, in turns, and what more workers would do.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;

use super::finding::plain_question;
use super::verb::{COUNTING, Call, DEMANDS, LIMITS, Verb};
use crate::cli::args::parse_within;
use crate::cli::end::{Failure, Signals, status};
use crate::cli::settings::Settings;
use crate::cli::show::{fits, format, note, print, write};
use crate::engine::EngineKind;
use crate::parallel::{Control, Observer, Plan, Progress, SplitDepth};
use crate::problem::Problem;
use crate::report::{ScaleRow, Scaling};
use crate::tally::{Ending, Outcome};

/// Workers of the replay.
const WORKERS: [usize; 13] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096];
/// The replay splits into at least this many tasks,
const REPLAY_SPLIT: usize = 1024;
/// only if the count takes at least this many seconds with one thread, since otherwise most of the time would go into splitting,
const WORTH_REPLAYING: f64 = 0.5;
/// and no deeper than this.
const MAX_REPLAY_DEPTH: usize = 6;

pub(super) const VERB: Verb = Verb {
    name: "scale",
    about: "Measure how a count scales with the number of threads",
    examples: &[("scale queens 16 --threads 1,2,4,8 --repeat 5 --svg scaling.svg", "")],
    heeds: &[DEMANDS, COUNTING, LIMITS, &["json"]],
    says: &[
        ("threads", "Numbers of worker threads, such as 1,2,4; doublings up to all processors by default"),
        ("time_limit", "Give up if a run takes longer than this"),
        ("limit", "Give up if a run finds this many solutions"),
        ("node_limit", "Give up if a run visits this many nodes"),
    ],
    takes_kinds: false,
    takes_several_threads: true,
    options: ScaleArgs::augment_args,
    run: scale,
    ..Verb::PLAIN
};

#[derive(Debug, Args)]
struct ScaleArgs {
    /// Runs of each number of threads
    #[arg(long, value_name = "N", global = true, default_value = "5", value_parser = parse_within(1u16, Some(1000)))]
    repeat: u16,
    /// Print comma-separated values
    #[arg(long, global = true, conflicts_with_all = ["markdown", "json"])]
    csv: bool,
    /// Print a Markdown table
    #[arg(long, global = true, conflicts_with = "json")]
    markdown: bool,
    /// Draw the speedup in this file
    #[arg(long, value_name = "FILE", global = true)]
    svg: Option<PathBuf>,
}

/// Runs everything, fails if two counts differ.
fn scale(call: &Call<'_>) -> Result<ExitCode, Failure> {
    let (args, settings) = (call.options::<ScaleArgs>()?, &call.settings);
    let question = plain_question(call, "a count of all solutions is measured")?;
    if let Some(path) = args.svg.as_deref() {
        fits(path, &["svg"], "plot", "the plot is FILE.svg")?;
    }
    let processors = num_cpus::get();
    let (signals, mut count) = (Signals::listen()?, None);
    let bench = ScaleBench { problem: question.problem(), settings, signals: &signals };
    let mut rows: Vec<ScaleRow> = numbers(settings, processors).into_iter().map(row).collect();
    if let Some(ending) = bench.measure(&mut rows, args.repeat, &mut count)? {
        note("a run was stopped: nothing is measured");
        return Ok(status(ending, signals.received()));
    }
    let is_long = rows[0].median() * rows[0].threads as f64 >= WORTH_REPLAYING;
    let replay = if is_long { bench.replay(&mut count)? } else { Vec::new() };
    let scaling = Scaling {
        name: question.problem().name().into(),
        count: count.map_or_else(String::new, |count| count.count.to_string()),
        processors,
        rows,
        replay,
    };
    print(&scaling.table(format(args.csv, args.markdown, settings.json)))?;
    if let Some(path) = &args.svg {
        write(path, &scaling.svg())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The numbers of threads that were given, or doublings up to all processors.
fn numbers(settings: &Settings, processors: usize) -> Vec<usize> {
    let mut numbers = settings.threads.clone();
    if numbers.is_empty() {
        let doubled = std::iter::successors(Some(1), |number| Some(number * 2));
        numbers = doubled.take_while(|&number| number <= processors).collect();
    }
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

fn row(threads: usize) -> ScaleRow {
    ScaleRow { threads, times: Vec::new(), tasks: 0, idle: None }
}

/// The count that is repeated.
struct ScaleBench<'a> {
    problem: &'a Problem,
    settings: &'a Settings,
    signals: &'a Signals,
}

impl ScaleBench<'_> {
    /// Runs all rows in turns, so that a disturbance of the machine affects all of them alike. Returns how a run ended if it was stopped.
    fn measure(
        &self,
        rows: &mut [ScaleRow],
        repeat: u16,
        count: &mut Option<Outcome>,
    ) -> Result<Option<Ending>, Failure> {
        for _ in 0..repeat {
            for row in &mut *rows {
                let Took { outcome, tasks, .. } = self.run(row.threads, None)?;
                if !outcome.is_complete() {
                    return Ok(Some(outcome.ending));
                }
                agree(count, &outcome)?;
                row.times.push(outcome.elapsed.as_secs_f64());
                row.tasks = outcome.tasks;
                row.idle = idle(&outcome, &tasks);
            }
        }
        rows.iter_mut().for_each(|row| row.times.sort_by(f64::total_cmp));
        Ok(None)
    }

    fn run(&self, threads: usize, depth: Option<SplitDepth>) -> Result<Took, Failure> {
        let stopwatch = Stopwatch {
            signals: self.signals,
            control: Control::default(),
            started: Instant::now(),
            split: OnceLock::new(),
            took: Mutex::new(Vec::new()),
        };
        let session = self.settings.session().threads(threads).split_depth(depth.unwrap_or(self.settings.split_depth));
        let session = session.control(stopwatch.control.clone()).observer(&stopwatch).build()?;
        let outcome = session.count(self.problem)?;
        drop(session);
        let tasks = stopwatch.took.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(Took { outcome, splitting: stopwatch.split.into_inner().unwrap_or_default(), tasks })
    }

    /// Runs once more with one thread, split for many workers, and simulates how these would share its tasks. Empty if there is only one task.
    fn replay(&self, count: &mut Option<Outcome>) -> Result<Vec<(usize, f64)>, Failure> {
        // There is nothing to replay if the count was a single task, as it always is with the frontier engine.
        let is_one = |outcome: &Outcome| EngineKind::named(outcome.engine).is_some_and(|kind| kind.info().is_parallel);
        if count.as_ref().is_none_or(|outcome| is_one(outcome) || outcome.tasks <= 1) {
            return Ok(Vec::new());
        }
        let session = self.settings.session().threads(1).build()?;
        let n_tasks = |depth| session.split(self.problem, SplitDepth::At(depth)).tasks.len();
        let is_enough = |&depth: &usize| n_tasks(depth) >= REPLAY_SPLIT;
        let Some(depth) = (1..=MAX_REPLAY_DEPTH).find(is_enough) else {
            return Ok(Vec::new());
        };
        let Took { outcome, splitting, tasks } = self.run(1, Some(SplitDepth::At(depth)))?;
        if outcome.ending == Ending::Complete {
            agree(count, &outcome)?;
        }
        // The split takes one thread. The time that a worker needs to hand in a task and take the next one is needed by each of many workers, in parallel.
        let between = outcome.elapsed.saturating_sub(splitting).saturating_sub(tasks.iter().sum());
        let between = between.as_secs_f64() / tasks.len().max(1) as f64;
        let (alone, times) = (splitting.as_secs_f64(), tasks.iter().map(|took| took.as_secs_f64() + between));
        let times: Vec<f64> = times.collect();
        Ok(WORKERS.iter().map(|&workers| (workers, alone + finished(&times, workers))).collect())
    }
}

/// A run, and the times that its parts took.
struct Took {
    outcome: Outcome,
    /// The time until the tasks were made.
    splitting: Duration,
    tasks: Vec<Duration>,
}

/// Takes the time of the split and of every task, and passes signals on.
struct Stopwatch<'a> {
    signals: &'a Signals,
    control: Control,
    started: Instant,
    split: OnceLock<Duration>,
    took: Mutex<Vec<Duration>>,
}

impl Observer for &Stopwatch<'_> {
    fn progress(&self, _: &Progress) {
        self.signals.pass_on(&self.control);
    }

    fn task_done(&self, took: Duration) {
        self.took.lock().unwrap_or_else(PoisonError::into_inner).push(took);
    }

    fn planned(&self, _: &Plan) {
        let _ = self.split.set(self.started.elapsed());
    }
}

/// The time at which the last worker is done if each takes the next task as soon as it is free.
fn finished(times: &[f64], workers: usize) -> f64 {
    let mut free: BinaryHeap<Reverse<Duration>> = (0..workers).map(|_| Reverse(Duration::ZERO)).collect();
    let mut last = Duration::ZERO;
    for &time in times {
        let Reverse(start) = free.pop().unwrap_or_default();
        let end = start + Duration::from_secs_f64(time);
        last = last.max(end);
        free.push(Reverse(end));
    }
    last.as_secs_f64()
}

/// Remembers the first count, and fails if a later one differs.
fn agree(known: &mut Option<Outcome>, outcome: &Outcome) -> Result<(), Failure> {
    match known {
        Some(first) if first.count != outcome.count => Err(Failure::io(format!(
            "{} threads count {}, {} threads {}: this must not be",
            first.threads, first.count, outcome.threads, outcome.count
        ))),
        Some(_) => Ok(()),
        None => {
            *known = Some(outcome.clone());
            Ok(())
        }
    }
}

/// The share of the threads' time in which they had no task.
fn idle(outcome: &Outcome, took: &[Duration]) -> Option<f64> {
    let all = outcome.elapsed.as_secs_f64() * outcome.threads as f64;
    let busy: Duration = took.iter().sum();
    (outcome.tasks > 1 && all > 0.0).then(|| (1.0 - busy.as_secs_f64() / all).max(0.0))
}

#[cfg(test)]
mod tests {
    use super::finished;

    #[test]
    fn tasks_are_dealt_out_as_workers_come_free() {
        let times = [3.0, 1.0, 1.0, 1.0];
        assert_eq!([1, 2, 3, 9].map(|workers| finished(&times, workers)), [6.0, 3.0, 3.0, 3.0]);
        assert_eq!(finished(&[], 4), 0.0);
    }
}
