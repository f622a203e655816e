//! `dlx-count SOURCE`: count.

use std::process::ExitCode;
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use super::args::RunArgs;
use super::exit::{Failure, status};
use super::keeping::{Keeping, RunFile};
use super::progress::ProgressLine;
use super::signals::Signals;
use super::source::Ask;
use super::{memory, note, print, puzzles, resume};
use crate::parallel::{Control, Limits, Observer, Plan, Progress};
use crate::problem::{Problem, to_u64};
use crate::report;
use crate::session::{Session, SessionBuilder, Solved};
use crate::symmetry::Question;
use crate::tally::NO_ENGINE;
use crate::tally::Outcome;

/// Counts and prints the count, or those of all puzzles. Keeps the run in a file if there is one.
pub(super) fn count(ask: Ask<'_>, args: &RunArgs, run: Option<RunFile<'_>>) -> Result<ExitCode, Failure> {
    let questions = ask.questions()?;
    if args.stats {
        can_look_closely(&questions, args)?;
    }
    let kept = Keeping::open(run, |words| resume::job(&questions, words))?;
    let signals = Signals::listen()?;
    let [question] = questions.as_slice() else { return puzzles::count(&questions, args, &signals, &kept) };
    let (outcome, profile) = if args.stats {
        let Solved { outcome, profile } = look_closely(question, args, &signals)?;
        (outcome, Some(profile))
    } else {
        (count_one(question, args, &signals, &kept)?, None)
    };
    kept.finish(outcome.is_complete())?;
    print(&match (args.json, args.quiet) {
        (true, _) => report::json(question.problem(), &outcome, profile.as_ref()),
        (_, true) => format!("{}\n", outcome.count),
        _ => report::human(question.problem(), &outcome) + &profile.as_ref().map_or_else(String::new, report::search),
    })?;
    Ok(status(outcome.ending, signals.received()))
}

/// Is there one search to look at?
fn can_look_closely(questions: &[Question], args: &RunArgs) -> Result<(), Failure> {
    if questions.len() != 1 {
        return Err(Failure::usage("--stats shows one search", "`sudoku rate FILE` says it of many puzzles"));
    }
    let is_part = questions.iter().any(|question| question.divisor() > 1);
    if args.run.is_some() || is_part || args.engine.0.is_some_and(|engine| !engine.info().is_reference) {
        return Err(Failure::usage(
            "--stats shows the whole search of the links engine",
            "leave --run, --up-to-symmetry and other engines out",
        ));
    }
    Ok(())
}

/// Counts one solution after the other, for the figures of the search.
fn look_closely(question: &Question, args: &RunArgs, signals: &Signals) -> Result<Solved, Failure> {
    describe(question.problem(), args);
    let attendant = Attendant::new(args, signals);
    let session = attendant.session(args)?;
    let solved = session.solve(question.problem()).count()?;
    attendant.finish();
    Ok(solved)
}

/// Shows how far a count is, and passes signals on to it.
struct Attendant<'a> {
    signals: &'a Signals,
    control: Control,
    line: Mutex<ProgressLine>,
    /// How the problem that was asked about is counted.
    plan: OnceLock<Plan>,
}

impl Observer for &Attendant<'_> {
    fn progress(&self, progress: &Progress) {
        self.look(progress);
    }

    fn planned(&self, plan: &Plan) {
        let _ = self.plan.set(plan.clone());
    }
}

impl<'a> Attendant<'a> {
    fn new(args: &RunArgs, signals: &'a Signals) -> Self {
        let line = Mutex::new(ProgressLine::new(args.progress, args.quiet));
        Self { signals, control: Control::default(), line, plan: OnceLock::new() }
    }

    /// A session that is attended to.
    fn session<'s>(&'s self, args: &RunArgs) -> Result<Session<'s>, Failure> {
        let session = session(args).control(self.control.clone());
        Ok(session.observer(self).build()?)
    }

    fn look(&self, progress: &Progress) {
        self.signals.pass_on(&self.control);
        if let Ok(mut line) = self.line.lock() {
            line.show(progress);
        }
    }

    fn finish(&self) {
        if let Ok(line) = self.line.lock() {
            line.finish();
        }
    }
}

/// Counts with a progress line, and stops at a signal.
fn count_one(question: &Question, args: &RunArgs, signals: &Signals, kept: &Keeping) -> Result<Outcome, Failure> {
    // Whoever has read this may rely on the signals.
    describe(question.problem(), args);
    let attendant = Attendant::new(args, signals);
    let outcome = kept.count(&attendant.session(args)?, question)?;
    attendant.finish();
    match &outcome.reason {
        Some(obstacle) if outcome.engine == NO_ENGINE && !args.quiet => note(&format!("nothing to count: {obstacle}")),
        _ if outcome.engine != NO_ENGINE && args.verbose => attendant.plan.get().into_iter().for_each(describe_plan),
        _ => {}
    }
    Ok(outcome)
}

/// A session with the settings of the command line.
pub(super) fn session<'o>(args: &RunArgs) -> SessionBuilder<'o> {
    let limits = limits(args, args.time_limit, Duration::ZERO);
    let session = Session::builder().threads(threads(args)).memory(args.memory.unwrap_or_else(memory::default));
    session.engine(args.engine.0).split_depth(args.split_depth).merging(!args.no_merging).limits(limits)
}

/// The same, which stops at a signal and shows nothing.
pub(super) fn session_until<'o>(args: &RunArgs, signals: &'o Signals) -> SessionBuilder<'o> {
    let control = Control::default();
    let stopped = control.clone();
    session(args).control(control).on_progress(move |_| signals.pass_on(&stopped))
}

/// The limits of the command line, with this one on the time, of which so much is spent.
pub(super) fn limits(args: &RunArgs, time: Option<Duration>, spent: Duration) -> Limits {
    let time = time.map(|time| time.saturating_sub(spent));
    Limits { time, count: args.limit.clone(), nodes: args.node_limit }
}

pub(super) fn threads(args: &RunArgs) -> usize {
    args.threads.first().map_or_else(num_cpus::get, |&threads| threads.into())
}

/// More threads than this for each processor are most likely a slip of the finger.
const MANY_THREADS: usize = 4;
/// So many are not worth a word, whatever the machine.
const FEW_THREADS: usize = 64;

/// Says so if more threads are asked for than can be of use.
pub(super) fn warn_of_threads(args: &RunArgs) {
    let most = args.threads.iter().copied().max().map_or(0, usize::from);
    let processors = num_cpus::get();
    if !args.quiet && are_too_many(most, processors) {
        note(&format!("{most} threads are more than {processors} processors can make use of"));
    }
}

fn are_too_many(threads: usize, processors: usize) -> bool {
    threads > FEW_THREADS.max(MANY_THREADS * processors)
}

/// Says how a problem was counted: by which engine and why, in how many tasks, with how many symmetries.
fn describe_plan(plan: &Plan) {
    let Plan { engine, reason, symmetries, tasks, .. } = plan;
    let reason = reason.as_deref().unwrap_or("it was asked for, or the run was begun with it");
    let tasks = report::plural(to_u64(*tasks), "task");
    note(&format!("engine {engine}: {reason}; begins with {tasks}, symmetries used: {symmetries}"));
}

fn describe(problem: &Problem, args: &RunArgs) {
    let n_useless = problem.n_options() - problem.choosable().count();
    if n_useless > 0 && !args.quiet {
        note(&format!("{n_useless} of {} options have no primary item and are never chosen", problem.n_options()));
    }
    if args.verbose {
        let (primary, secondary) = (problem.n_primary(), problem.n_items() - problem.n_primary());
        note(&format!(
            "counting {}: {primary} primary and {secondary} secondary items, {} options, {} nodes, {} colors",
            problem.name(),
            problem.n_options(),
            problem.n_cells(),
            problem.n_colors()
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thousand_threads_are_too_many_for_most() {
        assert!(are_too_many(1000, 2) && are_too_many(1000, 128));
        assert!(!are_too_many(1000, 256) && !are_too_many(16, 1) && !are_too_many(64, 2));
    }
}
