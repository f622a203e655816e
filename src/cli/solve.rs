//! `dlx-count solve SOURCE`: print solutions.

use std::io::{ErrorKind, Write, stdout};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Instant;

use super::args::{Form, RunArgs, SolveArgs};
use super::count::{limits, threads};
use super::exit::{Failure, status};
use super::form::{Text, encoder};
use super::note;
use super::signals::Signals;
use crate::family::Drawing;
use crate::parallel::{Control, Solver};
use crate::report;
use crate::symmetry::Question;
use crate::tally::Ending;

/// Prints the solutions of every problem of the source, one problem after the other.
pub(super) fn solve(
    args: &SolveArgs,
    run: &RunArgs,
    questions: Vec<(Question, Option<Drawing>)>,
) -> Result<ExitCode, Failure> {
    let signals = Signals::listen()?;
    let (started, mut left) = (Instant::now(), limit(run)?);
    let mut last = Ending::Complete;
    for (question, drawing) in questions {
        if question.divisor() > 1 {
            return Err(Failure::usage("solve prints all solutions", "leave --up-to-symmetry out"));
        }
        let problem = question.problem();
        let form = args.form.or(run.json.then_some(Form::Json));
        let encode = encoder(problem, drawing, form)?;
        let (control, mut failure) = (Control::default(), None);
        let mut solver = Solver::new(problem).threads(threads(run)).control(control.clone()).limit(left);
        solver = solver
            .limits(limits(run, run.time_limit, started.elapsed()))
            .in_order(args.in_order || args.seed.is_some());
        if args.shuffle || args.seed.is_some() {
            solver = solver.shuffled(args.seed.unwrap_or_else(|| fastrand::u64(..)));
        }
        let signals = &signals;
        let mut out = stdout().lock();
        let solved =
            solver.on_progress(move |_| signals.pass_on(&control)).batches(encode, |batch: Text, number| match out
                .write_all(batch.first(number).as_bytes())
                .and_then(|()| out.flush())
            {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            })?;
        match failure {
            // Whoever reads has seen enough.
            Some(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(ExitCode::SUCCESS),
            Some(error) => return Err(Failure::io(format!("cannot write standard output: {error}"))),
            None => {}
        }
        left -= solved.outcome.count.to_u64().unwrap_or(left).min(left);
        if !run.quiet {
            note(report::headline(problem, &solved.outcome).trim_end());
            if run.stats {
                note(report::search(&solved.profile).trim());
            }
        }
        if !solved.outcome.is_complete() {
            last = solved.outcome.ending;
            break;
        }
    }
    // Whoever asked for so many has got them.
    let last = if last == Ending::CountLimit { Ending::Complete } else { last };
    Ok(status(last, signals.received()))
}

/// The most solutions to print.
fn limit(run: &RunArgs) -> Result<u64, Failure> {
    let Some(limit) = &run.limit else { return Ok(u64::MAX) };
    match limit.to_u64() {
        Some(0) => Err(Failure::usage("--limit 0 asks for nothing", "--limit takes a number from 1")),
        limit => Ok(limit.unwrap_or(u64::MAX)),
    }
}
