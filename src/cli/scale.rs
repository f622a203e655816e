//! `dlx-count scale SOURCE --threads 1,2,4`: the same count with several numbers of threads, in turns, and what more workers would do.

use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::args::{RunArgs, ScaleArgs};
use super::count::session;
use super::exit::{Failure, status};
use super::picture::{fits, write};
use super::signals::Signals;
use super::source::Ask;
use super::{note, print, table};
use crate::engine::EngineKind;
use crate::parallel::{Control, Observer, Progress, SplitDepth};
use crate::problem::Problem;
use crate::report::{ScaleRow, Scaling};
use crate::tally::{Ending, Outcome};

/// Workers of the replay.
const WORKERS: [usize; 13] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096];
/// The replay splits into at least so many tasks,
const REPLAY_SPLIT: usize = 1024;
/// only of what takes so many seconds with one thread: below, most of it would be splitting,
const WORTH_REPLAYING: f64 = 0.5;
/// and no deeper than this.
const MAX_REPLAY_DEPTH: usize = 6;

/// Runs everything, fails if two counts differ.
pub(super) fn scale(args: &ScaleArgs, run: &RunArgs, ask: Ask<'_>) -> Result<ExitCode, Failure> {
    let problem = ask.problem()?;
    if let Some(path) = args.svg.as_deref() {
        fits(path, &["svg"], "plot", "the plot is FILE.svg")?;
    }
    let processors = num_cpus::get();
    let mut threads: Vec<usize> = run.threads.iter().map(|&number| number.into()).collect();
    if threads.is_empty() {
        threads = std::iter::successors(Some(1), |number| Some(number * 2))
            .take_while(|&number| number <= processors)
            .collect();
    }
    threads.sort_unstable();
    threads.dedup();
    let signals = Signals::listen()?;
    let bench = Bench { problem: &problem, run, signals: &signals };
    let mut rows: Vec<ScaleRow> =
        threads.iter().map(|&threads| ScaleRow { threads, times: Vec::new(), tasks: 0, idle: None }).collect();
    let mut count = None;
    // In turns: what disturbs the machine disturbs all alike.
    for _ in 0..args.repeat {
        for row in &mut rows {
            let (outcome, took) = bench.run(row.threads, None)?;
            if !outcome.is_complete() {
                note("a run was stopped: nothing is measured");
                return Ok(status(outcome.ending, signals.received()));
            }
            agree(&mut count, &outcome)?;
            row.times.push(outcome.elapsed.as_secs_f64());
            row.tasks = outcome.tasks;
            row.idle = idle(&outcome, &took);
        }
    }
    rows.iter_mut().for_each(|row| row.times.sort_by(f64::total_cmp));
    let is_long = rows[0].median() * rows[0].threads as f64 >= WORTH_REPLAYING;
    let replay = if is_long { bench.replay(&mut count)? } else { Vec::new() };
    let scaling = Scaling {
        name: problem.name().into(),
        count: count.map_or_else(String::new, |count| count.count.to_string()),
        processors,
        rows,
        replay,
    };
    print(&scaling.table(table::format(args.csv, args.markdown, run.json)))?;
    if let Some(path) = &args.svg {
        write(path, &scaling.svg())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What is run again and again.
struct Bench<'a> {
    problem: &'a Problem,
    run: &'a RunArgs,
    signals: &'a Signals,
}

impl Bench<'_> {
    fn run(&self, threads: usize, depth: Option<SplitDepth>) -> Result<(Outcome, Vec<Duration>), Failure> {
        let stopwatch = Stopwatch { signals: self.signals, control: Control::default(), took: Mutex::new(Vec::new()) };
        let session = session(self.run).threads(threads).split_depth(depth.unwrap_or(self.run.split_depth));
        let session = session.control(stopwatch.control.clone()).observer(&stopwatch).build()?;
        let outcome = session.count(self.problem)?;
        drop(session);
        Ok((outcome, stopwatch.took.into_inner().unwrap_or_else(PoisonError::into_inner)))
    }

    /// Runs once more with one thread, split for many workers, and deals the times of its tasks out to them. Nothing if there is but one task.
    fn replay(&self, count: &mut Option<Outcome>) -> Result<Vec<(usize, f64)>, Failure> {
        // One task, or one thread's choice of an engine that has but one.
        let is_one = |outcome: &Outcome| EngineKind::named(outcome.engine).is_some_and(|kind| kind.info().is_parallel);
        if count.as_ref().is_none_or(|outcome| is_one(outcome) || outcome.tasks <= 1) {
            return Ok(Vec::new());
        }
        let session = session(self.run).threads(1).build()?;
        let n_tasks = |depth| session.split(self.problem, SplitDepth::At(depth)).tasks.len();
        let Some(depth) = (1..=MAX_REPLAY_DEPTH).find(|&depth| n_tasks(depth) >= REPLAY_SPLIT) else {
            return Ok(Vec::new());
        };
        let started = Instant::now();
        let (outcome, took) = self.run(1, Some(SplitDepth::At(depth)))?;
        if outcome.ending == Ending::Complete {
            agree(count, &outcome)?;
        }
        // What is not in tasks, the splitting itself, one does alone.
        let alone = started.elapsed().saturating_sub(took.iter().sum()).as_secs_f64();
        let times: Vec<f64> = took.iter().map(Duration::as_secs_f64).collect();
        Ok(WORKERS.iter().map(|&workers| (workers, alone + finished(&times, workers))).collect())
    }
}

/// Takes the time of every task, and passes signals on.
struct Stopwatch<'a> {
    signals: &'a Signals,
    control: Control,
    took: Mutex<Vec<Duration>>,
}

impl Observer for &Stopwatch<'_> {
    fn progress(&self, _: &Progress) {
        self.signals.pass_on(&self.control);
    }

    fn task_done(&self, took: Duration) {
        self.took.lock().unwrap_or_else(PoisonError::into_inner).push(took);
    }
}

/// When the last of so many workers is done if each takes the next task as soon as it can.
fn finished(times: &[f64], workers: usize) -> f64 {
    let mut free: std::collections::BinaryHeap<std::cmp::Reverse<u64>> =
        (0..workers).map(|_| std::cmp::Reverse(0)).collect();
    let mut last = 0;
    for time in times {
        // Whole nanoseconds have an order.
        let std::cmp::Reverse(start) = free.pop().unwrap_or_default();
        let end = start + (time * 1e9) as u64;
        last = last.max(end);
        free.push(std::cmp::Reverse(end));
    }
    last as f64 / 1e9
}

/// Remembers the count, or says that another was counted.
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
