//! `dlx-count sample SOURCE`: solutions drawn by lot.

use std::process::ExitCode;
use std::sync::Arc;

use super::args::{Form, RunArgs, SampleArgs};
use super::count::session_until;
use super::exit::{Failure, status};
use super::form::{Text, encoder};
use super::picture::{Picture, scene};
use super::print;
use super::seed::seed;
use super::signals::Signals;
use super::solve::all_wanted;
use crate::family::Drawing;
use crate::symmetry::Question;
use crate::tally::Ending;

/// Solutions that are drawn at once: that many are in memory.
const AT_ONCE: usize = 100_000;

/// Prints so many solutions of each problem of the source.
pub(super) fn sample(
    args: &SampleArgs,
    run: &RunArgs,
    questions: Vec<(Question, Option<Drawing>)>,
) -> Result<ExitCode, Failure> {
    if args.count > AT_ONCE {
        return Err(Failure::usage(
            format!("{} samples are too many at once", args.count),
            &format!("at most {AT_ONCE}; another --seed gives others"),
        ));
    }
    let mut picture = args.picture.as_deref().map(Picture::new).transpose()?;
    let (signals, seed) = (Signals::listen()?, seed(args.seed, run.quiet));
    let session = session_until(run, &signals).build()?;
    for (question, drawing) in questions {
        all_wanted(&question)?;
        let (problem, drawing) = (question.problem(), drawing.map(Arc::new));
        let scene = picture.as_ref().map(|_| scene(problem, drawing.as_deref())).transpose()?;
        if let Some(obstacle) = question.obstacle() {
            return Err(Failure::io(format!("{} has no solution to draw: {obstacle}", problem.name())));
        }
        let encode = encoder(problem, drawing.clone(), args.form.or(run.json.then_some(Form::Json)), Some(seed))?;
        let samples = session.sample(problem, args.count, seed)?;
        let Some(samples) = samples else { return Ok(status(Ending::Interrupted, signals.received())) };
        if samples.is_empty() && args.count > 0 {
            return Err(Failure::io(format!("{} has no solution to draw", problem.name())));
        }
        let mut text = Text::default();
        samples.iter().for_each(|solution| encode(solution, &mut text));
        print(text.first(samples.len()))?;
        if let (Some(first), Some(scene), Some(picture)) = (samples.first(), scene, picture.take()) {
            picture.draw(problem, scene, first)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
