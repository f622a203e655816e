//! `dlx-count trace SOURCE`: the search step by step, as a page.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};

use super::finding::{all_wanted, only_first};
use super::verb::{Call, DEMANDS, Verb};
use crate::cli::args::parse_within;
use crate::cli::end::Failure;
use crate::cli::show::{note, page, write};
use crate::family::{Drawing, Scene, Style};
use crate::problem::Problem;
use crate::report::plural;
use crate::trace::{MAX_OPTIONS, Page, Recording, fewest_first, naive};

pub(super) const VERB: Verb = Verb {
    name: "trace",
    about: "Show the search step by step, on a page that works offline",
    examples: &[
        ("trace queens 6 -o queens6.html", ""),
        ("trace queens 4 --against naive -o queens4.html", "next to a row-by-row search"),
        ("trace file problem.dlx -o problem.html", "a table of items and options"),
    ],
    heeds: &[DEMANDS, &["quiet"]],
    says: &[("quiet", "Print no messages")],
    takes_kinds: false,
    options: TraceArgs::augment_args,
    run: trace,
    ..Verb::PLAIN
};

#[derive(Debug, Args)]
struct TraceArgs {
    /// The page to write, FILE.html
    #[arg(short, long, value_name = "FILE", global = true)]
    output: Option<PathBuf>,
    /// Show this many steps
    #[arg(long, value_name = "N", global = true, default_value = "2000", value_parser = parse_within(1u16, Some(10_000)))]
    steps: u16,
    /// Show another search next to it
    #[arg(long, value_name = "SEARCH", value_enum, global = true)]
    against: Option<Against>,
}

/// Searches to compare with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Against {
    /// Row by row or cell by cell, every option tried and then tested
    Naive,
}

/// Writes the page of the first problem of the source.
fn trace(call: &Call<'_>) -> Result<ExitCode, Failure> {
    let (args, settings, questions) = (call.options::<TraceArgs>()?, &call.settings, call.drawn_questions()?);
    let path = page(args.output.as_ref())?;
    let (question, drawing) = only_first(questions, settings.quiet)?;
    all_wanted(&question, "a trace shows the search for all solutions")?;
    // Pieces that are used several times are counted, and not copied.
    let problem = question.problem().tree_form();
    let scene = drawing.as_ref().and_then(Drawing::scene);
    if problem.connected().is_some() {
        let what = "trace cannot be used where options must be connected";
        return Err(Failure::usage(what, "solve shows the solutions"));
    }
    if problem.n_options() > MAX_OPTIONS {
        return Err(Failure::usage(
            format!("{} has {} options, too many for a page", problem.name(), problem.n_options()),
            &format!("trace shows problems with up to {MAX_OPTIONS} options"),
        ));
    }
    let (html, said) = written(&args, problem, scene);
    write(path, &html)?;
    if !settings.quiet {
        note(&format!("{}: {said}", path.display()));
    }
    Ok(ExitCode::SUCCESS)
}

/// The page, and the message about it.
fn written(args: &TraceArgs, problem: &Problem, scene: Option<&Scene>) -> (String, String) {
    let steps = usize::from(args.steps);
    let ours = fewest_first(problem, steps);
    let mut page = Page::new(problem, scene).search("Algorithm X: the item with the fewest options first", &ours);
    let mut said = positions(&ours);
    let plain = args.against.map(|Against::Naive| naive(problem, scene.map_or(&[][..], |scene| &scene.reading), steps));
    if let Some(plain) = &plain {
        page = page.search(&format!("Naive: {}, every option tried", order(scene)), plain);
        said += &format!("; naive: {}", positions(plain));
    }
    (page.html(), said)
}

/// The order in which a person without a plan takes the items.
fn order(scene: Option<&Scene>) -> &'static str {
    match scene {
        Some(scene) if scene.style == Style::Chess => "row by row",
        Some(scene) if !scene.reading.is_empty() => "cell by cell",
        _ => "item by item",
    }
}

fn positions(recording: &Recording) -> String {
    let (tried, solutions) = (plural(recording.positions, "position"), plural(recording.solutions, "solution"));
    let whole = match recording.is_whole {
        true => format!("{tried} tried, {solutions}"),
        false => format!("more than {tried} tried, more than {solutions}"),
    };
    if recording.is_cut() { format!("{whole}, the first {} steps shown", recording.steps.len() - 1) } else { whole }
}
