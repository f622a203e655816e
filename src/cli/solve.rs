//! `dlx-count solve SOURCE`: print solutions.

use std::io::{ErrorKind, Write, stdout};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::args::{Form, OrderArgs, RunArgs, SolveArgs};
use super::count::{limits, threads};
use super::exit::{Failure, status};
use super::form::{Text, encoder};
use super::note;
use super::picture::{Picture, scene};
use super::signals::Signals;
use crate::family::Drawing;
use crate::parallel::{Control, Solver};
use crate::problem::Problem;
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
    let mut picture = args.picture.as_deref().map(Picture::new).transpose()?;
    let all = if picture.is_some() { 1 } else { u64::MAX };
    let (started, mut left) = (Instant::now(), limit(run, all)?);
    let mut last = Ending::Complete;
    for (question, drawing) in questions {
        if left == 0 {
            break;
        }
        all_wanted(&question)?;
        let (problem, drawing) = (question.problem(), drawing.map(Arc::new));
        let scene = picture.as_ref().map(|_| scene(problem, drawing.as_deref())).transpose()?;
        let form = args.form.or(run.json.then_some(Form::Json));
        let encode = encoder(problem, drawing.clone(), form)?;
        let mut failure = None;
        let mut out = stdout().lock();
        let mut leader = Vec::new();
        let solver = solver(problem, run, &args.order, started.elapsed(), &signals).limit(left);
        let solved = solver.batches(encode, |batch: Text, number| {
            if scene.is_some() && leader.is_empty() && number > 0 {
                leader = batch.leader().to_vec();
            }
            match out.write_all(batch.first(number).as_bytes()).and_then(|()| out.flush()) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            }
        })?;
        let mut drawn = None;
        if !solved.outcome.count.is_zero()
            && let (Some(scene), Some(picture)) = (scene, picture.take())
        {
            picture.draw(problem, scene, &leader)?;
            drawn = Some(format!("{}: a solution is drawn in {}", problem.name(), picture.name()));
        }
        match failure {
            // Whoever reads has seen enough.
            Some(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(ExitCode::SUCCESS),
            Some(error) => return Err(Failure::io(format!("cannot write standard output: {error}"))),
            None => {}
        }
        left -= solved.outcome.count.to_u64().unwrap_or(left).min(left);
        if !run.quiet {
            // Whoever asked for one picture need not hear that there may be more solutions.
            let said = drawn.filter(|_| run.limit.is_none());
            note(said.as_deref().unwrap_or(report::headline(problem, &solved.outcome).trim_end()));
            if run.stats {
                note(report::search(&solved.profile).trim());
            }
        }
        if !solved.outcome.is_complete() {
            last = solved.outcome.ending;
            break;
        }
    }
    if let (Some(picture), Ending::Complete) = (picture, last) {
        note(&format!("there is no solution: nothing is drawn in {}", picture.name()));
    }
    // Whoever asked for so many has got them.
    let last = if last == Ending::CountLimit { Ending::Complete } else { last };
    Ok(status(last, signals.received()))
}

/// Refuses to solve up to symmetry.
pub(super) fn all_wanted(question: &Question) -> Result<(), Failure> {
    match question.divisor() {
        1 => Ok(()),
        _ => Err(Failure::usage("--up-to-symmetry is for counts: here solutions are found one by one", "leave it out")),
    }
}

/// Finds solutions in the order that is wanted, heeds limits of time and nodes, and signals.
pub(super) fn solver<'a>(
    problem: &'a Problem,
    run: &RunArgs,
    order: &OrderArgs,
    spent: Duration,
    signals: &'a Signals,
) -> Solver<'a> {
    let control = Control::default();
    let mut solver = Solver::new(problem)
        .threads(threads(run))
        .control(control.clone())
        .limits(limits(run, run.time_limit, spent))
        .in_order(order.in_order || order.seed.is_some());
    if order.shuffle || order.seed.is_some() {
        solver = solver.shuffled(order.seed.unwrap_or_else(|| fastrand::u64(..)));
    }
    solver.on_progress(move |_| signals.pass_on(&control))
}

/// The most solutions to find.
pub(super) fn limit(run: &RunArgs, default: u64) -> Result<u64, Failure> {
    let Some(limit) = &run.limit else { return Ok(default) };
    match limit.to_u64() {
        Some(0) => Err(Failure::usage("--limit 0 asks for nothing", "--limit takes a number from 1")),
        limit => Ok(limit.unwrap_or(u64::MAX)),
    }
}
