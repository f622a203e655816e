//! `dlx-count gallery SOURCE`: the first solutions on one page.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;

use super::finding::{Order, OrderArgs, first_of, impossible, limit, solver};
use super::verb::{Call, DEMANDS, GENERATORS, LIMITS, Verb};
use crate::cli::end::{Failure, Signals, status};
use crate::cli::settings::Settings;
use crate::cli::show::{note, page, write};
use crate::family::Drawing;
use crate::picture::Gallery;
use crate::problem::OptionId;
use crate::report::plural;
use crate::session::Session;
use crate::symmetry::CountQuery;
use crate::tally::Ending;

/// Pictures of a page, unless another number is wanted.
const PICTURES: u64 = 24;
/// A browser has to show them all.
const MOST: u64 = 10_000;
/// Cells of all pictures together, which take some 60 MB.
const MOST_CELLS: usize = 1 << 18;

pub(super) const VERB: Verb = Verb {
    name: "gallery",
    about: "Draw the first 24 solutions, or N with --limit N, on one page",
    examples: &[
        ("gallery queens 6 -o queens6.html", ""),
        ("gallery polyomino 3x20 --pieces pentominoes -o tilings.html", ""),
        ("gallery polyomino 6x10 --pieces pentominoes --up-to-symmetry -o kinds.html", "24 of 2339"),
        ("gallery file problem.dlx -o problem.html", "as lists of options"),
    ],
    heeds: &[DEMANDS, GENERATORS, LIMITS, &["threads", "quiet"]],
    says: &[("limit", "Show this many solutions; 24 by default"), ("quiet", "Print no messages")],
    options: GalleryArgs::augment_args,
    run: gallery,
    ..Verb::PLAIN
};

#[derive(Debug, Args)]
struct GalleryArgs {
    /// The page to write, FILE.html
    #[arg(short, long, value_name = "FILE", global = true)]
    output: Option<PathBuf>,
    #[command(flatten)]
    order: OrderArgs,
}

/// Writes a page with the first solutions of the source, of several puzzles one after the other.
fn gallery(call: &Call<'_>) -> Result<ExitCode, Failure> {
    let (args, settings, questions) = (call.options::<GalleryArgs>()?, &call.settings, call.drawn_questions()?);
    let path = page(args.output.as_ref())?;
    let wanted = limit(settings, PICTURES);
    if wanted > MOST {
        return Err(Failure::usage(format!("a page has at most {MOST} pictures"), "ask for fewer by --limit"));
    }
    let wanted = fitting(wanted, &questions, settings)?;
    let signals = Signals::listen()?;
    let title = match questions.as_slice() {
        [] => "no puzzle",
        [(question, _)] => question.problem().name(),
        // The name of a member is the words for it, and they begin with the family.
        [(question, _), ..] => question.problem().name().split(' ').next().unwrap_or_default(),
    };
    let mut gallery = Gallery::new(title);
    let (order, session) = (Order::new(&args.order, settings), settings.session_until(&signals).build()?);
    let ending = fill(&mut gallery, &questions, wanted, (settings, order, &session))?;
    let found = plural(gallery.len(), "solution");
    let (found, is_whole) = match ending {
        Ending::Complete if gallery.is_empty() => ("no solution".into(), true),
        Ending::Complete if gallery.len() == 1 => ("the only solution".into(), true),
        Ending::Complete => (format!("all {found}"), true),
        Ending::CountLimit => {
            let all = questions.iter().map(|(question, _)| question);
            (first_of(all, gallery.len(), (&session, settings))?, true)
        }
        _ => (format!("{found}, stopped before the end"), false),
    };
    write(path, &gallery.page(&found))?;
    if !settings.quiet {
        note(&format!("{}: {found}", path.display()));
    }
    Ok(if is_whole { ExitCode::SUCCESS } else { status(ending, signals.received()) })
}

/// The number of pictures, or as many as a page has room for if no number was given.
fn fitting(wanted: u64, questions: &[(CountQuery, Option<Drawing>)], settings: &Settings) -> Result<u64, Failure> {
    let scenes = questions.iter().filter_map(|(_, drawing)| drawing.as_ref().and_then(Drawing::scene));
    let n_cells = scenes.map(|scene| scene.cells.len()).max().unwrap_or(0).max(1);
    let most = u64::try_from(MOST_CELLS / n_cells).unwrap_or(MOST);
    match (most, settings.limit.is_some()) {
        (0, _) => Err(Failure::usage(
            format!("a board of {n_cells} cells is too large for a page"),
            &format!("a page has at most {MOST_CELLS} cells; `solve` prints solutions as text"),
        )),
        (_, true) if wanted > most => Err(Failure::usage(
            format!("{wanted} boards of {n_cells} cells are too many for a page"),
            &format!("a page has at most {MOST_CELLS} cells: --limit {most}"),
        )),
        _ => Ok(wanted.min(most)),
    }
}

/// Adds solutions until there are `wanted`, and says how it ended.
fn fill(
    gallery: &mut Gallery,
    questions: &[(CountQuery, Option<Drawing>)],
    wanted: u64,
    (settings, order, session): (&Settings, Order, &Session<'_>),
) -> Result<Ending, Failure> {
    let started = Instant::now();
    for (question, drawing) in questions {
        let problem = question.problem();
        let left = wanted.saturating_sub(u64::try_from(gallery.len()).unwrap_or(u64::MAX));
        if left == 0 {
            return Ok(Ending::CountLimit);
        }
        let caption = if questions.len() == 1 { "" } else { problem.name() };
        let session = session.to_builder().limits(settings.limits_after(started.elapsed())).build()?;
        let solver = solver(&session, question, order).limit(left);
        let add = |solution: &[OptionId]| {
            match drawing.as_ref().and_then(Drawing::scene) {
                Some(scene) => gallery.add(scene, caption, solution),
                None => gallery.add_words(problem.original(), caption, solution),
            }
            ControlFlow::Continue(())
        };
        let solved = match impossible(question, settings) {
            Some(solved) => solved,
            None => solver.for_each(add)?,
        };
        if !solved.outcome.is_complete() {
            return Ok(solved.outcome.ending);
        }
    }
    Ok(Ending::Complete)
}
