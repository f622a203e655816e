//! `dlx-count gallery SOURCE`: the first solutions on one page.

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Instant;

use super::args::{GalleryArgs, RunArgs};
use super::count::{limits, session_until};
use super::exit::{Failure, status};
use super::note;
use super::picture::{page, scene, write};
use super::signals::Signals;
use super::solve::{Order, all_wanted, impossible, limit, solver};
use crate::family::Drawing;
use crate::picture::Gallery;
use crate::problem::OptionId;
use crate::report::plural;
use crate::symmetry::Question;
use crate::tally::Ending;

/// Pictures of a page, unless another number is wanted.
const PICTURES: u64 = 24;
/// A browser has to show them all.
const MOST: u64 = 10_000;

/// Writes a page with the first solutions of the source, of several puzzles one after the other.
pub(super) fn gallery(
    args: &GalleryArgs,
    run: &RunArgs,
    questions: Vec<(Question, Option<Drawing>)>,
) -> Result<ExitCode, Failure> {
    let path = page(args.output.as_ref())?;
    let (started, wanted) = (Instant::now(), limit(run, PICTURES)?);
    if wanted > MOST {
        return Err(Failure::usage(format!("a page has at most {MOST} pictures"), "ask for fewer by --limit"));
    }
    let signals = Signals::listen()?;
    let is_one = questions.len() == 1;
    let title = questions.first().map_or("no puzzle", |(question, _)| question.problem().name());
    let mut gallery = Gallery::new(if is_one { title } else { "sudoku" });
    let (order, session) = (Order::new(&args.order, run), session_until(run, &signals).build()?);
    let mut ending = Ending::Complete;
    for (question, drawing) in &questions {
        all_wanted(question)?;
        let problem = question.problem();
        let scene = scene(problem, drawing.as_ref())?;
        let left = wanted - gallery.len() as u64;
        if left == 0 {
            ending = Ending::CountLimit;
            break;
        }
        let session = session.to_builder().limits(limits(run, run.time_limit, started.elapsed())).build()?;
        let solver = solver(&session, problem, order).limit(left);
        let add = |solution: &[OptionId]| {
            gallery.add(scene, if is_one { "" } else { problem.name() }, solution);
            ControlFlow::Continue(())
        };
        let solved = match impossible(question, run) {
            Some(solved) => solved,
            None => solver.for_each(add)?,
        };
        ending = solved.outcome.ending;
        if ending != Ending::Complete {
            break;
        }
    }
    let found = plural(gallery.len() as u64, "solution");
    let (found, is_whole) = match ending {
        Ending::Complete => (format!("all {found}"), true),
        Ending::CountLimit => (format!("the first {found}"), true),
        _ => (format!("{found}, stopped before the end"), false),
    };
    write(path, &gallery.page(&found))?;
    if !run.quiet {
        note(&format!("{}: {found}", path.display()));
    }
    Ok(if is_whole { ExitCode::SUCCESS } else { status(ending, signals.received()) })
}
