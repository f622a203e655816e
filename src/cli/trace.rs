//! `dlx-count trace SOURCE`: the search step by step, as a page.

use std::process::ExitCode;

use super::args::{Against, RunArgs, TraceArgs};
use super::exit::Failure;
use super::solve::all_wanted;
use super::{note, picture};
use crate::family::{Drawing, Style};
use crate::report::plural;
use crate::symmetry::Question;
use crate::trace::{MAX_OPTIONS, Page, Recording, fewest_first, naive};

/// Writes the page of the first problem of the source.
pub(super) fn trace(
    args: &TraceArgs,
    run: &RunArgs,
    questions: &[(Question, Option<Drawing>)],
) -> Result<ExitCode, Failure> {
    let path = picture::page(args.output.as_ref())?;
    let Some((question, drawing)) = questions.first() else { return Err(Failure::usage("no puzzle", "")) };
    all_wanted(question)?;
    let (problem, scene, steps) = (question.problem(), drawing.as_ref().map(Drawing::scene), usize::from(args.steps));
    if problem.n_options() > MAX_OPTIONS {
        return Err(Failure::usage(
            format!("{} has {} options, too many for a page", problem.name(), problem.n_options()),
            &format!("trace shows problems with up to {MAX_OPTIONS} options"),
        ));
    }
    let ours = fewest_first(problem, steps);
    let mut page = Page::new(problem, scene).search("Algorithm X: the item with the fewest options first", &ours);
    let mut said = positions(&ours);
    if args.against == Some(Against::Naive) {
        let reading = scene.map_or(&[][..], |scene| &scene.reading);
        let plain = naive(problem, reading, steps);
        let order = match scene.map(|scene| scene.style) {
            Some(Style::Chess) => "row by row",
            Some(_) if !reading.is_empty() => "cell by cell",
            _ => "item by item",
        };
        page = page.search(&format!("Naive: {order}, every option tried"), &plain);
        said += &format!("; naive: {}", positions(&plain));
    }
    picture::write(path, &page.html())?;
    if !run.quiet {
        if questions.len() > 1 {
            note("the first puzzle is shown");
        }
        note(&format!("{}: {said}", path.display()));
    }
    Ok(ExitCode::SUCCESS)
}

fn positions(recording: &Recording) -> String {
    let (tried, solutions) = (plural(recording.positions, "position"), plural(recording.solutions, "solution"));
    let whole = match recording.is_whole {
        true => format!("{tried} tried, {solutions}"),
        false => format!("more than {tried} tried, more than {solutions}"),
    };
    if recording.is_cut() { format!("{whole}, the first {} steps shown", recording.steps.len() - 1) } else { whole }
}
