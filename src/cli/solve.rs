//! `dlx-count solve SOURCE`: print solutions.

use std::io::{ErrorKind, Write, stdout};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use super::args::{Form, OrderArgs, RunArgs, SolveArgs};
use super::count::{limits, session_until};
use super::exit::{Failure, status};
use super::form::{Text, encoder};
use super::note;
use super::picture::{Picture, scene};
use super::seed::seed;
use super::signals::Signals;
use crate::family::Drawing;
use crate::problem::Problem;
use crate::report;
use crate::session::{Session, Solved, Solver};
use crate::symmetry::Question;
use crate::tally::{Ending, Outcome, Profile};

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
    let (order, session) = (Order::new(&args.order, run), session_until(run, &signals).build()?);
    let mut last = Ending::Complete;
    for (question, drawing) in questions {
        if left == 0 {
            break;
        }
        all_wanted(&question)?;
        let (problem, drawing) = (question.problem(), drawing.map(Arc::new));
        let scene = picture.as_ref().map(|_| scene(problem, drawing.as_deref())).transpose()?;
        let form = args.form.or(run.json.then_some(Form::Json));
        let encode = encoder(problem, drawing.clone(), form, order.seed)?;
        let mut failure = None;
        let mut out = stdout().lock();
        let mut leader = Vec::new();
        let session = session.to_builder().limits(limits(run, run.time_limit, started.elapsed())).build()?;
        let solver = solver(&session, problem, order).limit(left);
        let take = |batch: Text, number| {
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
        };
        let solved = match impossible(&question, run) {
            Some(solved) => solved,
            None => solver.batches(encode, take)?,
        };
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

/// Which solutions come first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order {
    is_in_order: bool,
    /// Of a random order.
    seed: Option<u64>,
}

impl Order {
    /// What was asked for. A seed that has to be drawn is said.
    pub(super) fn new(args: &OrderArgs, run: &RunArgs) -> Self {
        let is_random = args.shuffle || args.seed.is_some();
        Self { is_in_order: args.in_order || args.seed.is_some(), seed: is_random.then(|| seed(args.seed, run.quiet)) }
    }
}

/// Nothing, if it can be told at once that there is no solution; then why is said.
pub(super) fn impossible(question: &Question, run: &RunArgs) -> Option<Solved> {
    let obstacle = question.obstacle()?;
    if !run.quiet {
        note(&format!("nothing to find: {obstacle}"));
    }
    Some(Solved { outcome: Outcome::impossible(obstacle), profile: Profile::default() })
}

/// Finds solutions in the order that is wanted.
pub(super) fn solver<'s>(session: &'s Session<'s>, problem: &'s Problem, order: Order) -> Solver<'s> {
    session.solve(problem).in_order(order.is_in_order).shuffled(order.seed)
}

/// The most solutions to find.
pub(super) fn limit(run: &RunArgs, default: u64) -> Result<u64, Failure> {
    let Some(limit) = &run.limit else { return Ok(default) };
    match limit.to_u64() {
        Some(0) => Err(Failure::usage("--limit 0 asks for nothing", "--limit takes a number from 1")),
        limit => Ok(limit.unwrap_or(u64::MAX)),
    }
}
