//! `dlx-count split SOURCE`: a problem in tasks, one in each line, for others to count.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::verb::{Call, DEMANDS, Verb};
use crate::cli::args::parse_within;
use crate::cli::ask;
use crate::cli::end::Failure;
use crate::cli::keep::question_of;
use crate::cli::settings::Settings;
use crate::cli::show::{named, note, print, write};
use crate::engine::{DealtPlan, EngineKind, RunSignal};
use crate::job::{AnswerForm, Request};
use crate::parallel::{MAX_TASKS, Split};
use crate::records::{self, SweepError, SweepFolder};
use crate::report::plural;
use crate::symmetry::CountQuery;
use crate::tally::Tally;

pub(super) const VERB: Verb = Verb {
    name: "split",
    about: "Split a problem into tasks for `work` to count",
    examples: &[
        ("split queens 18 --tasks 5000 -o q18.tasks", ""),
        ("split queens 18 --engine frontier -o q18/", "a folder for a sweep"),
        ("split latin 10 --engine isomorph -o l10/", "the same, up to isomorphism"),
    ],
    heeds: &[DEMANDS, &["no_merging", "engine", "time_limit", "quiet"]],
    says: &[
        ("quiet", "Print no messages"),
        ("engine", "`frontier` or `isomorph`: states are merged, level by level, in a folder"),
    ],
    takes_kinds: false,
    options: SplitArgs::augment_args,
    run: split,
    ..Verb::PLAIN
};

#[derive(Debug, Args)]
struct SplitArgs {
    /// Number of tasks, or somewhat more, since a level of the search tree is split as a whole [default: 1000]
    #[arg(long, value_name = "N", global = true, value_parser = parse_within(1, Some(MAX_TASKS)))]
    tasks: Option<usize>,
    /// Of a sweep: parts of a level, at least 4 [default: 32]
    #[arg(long, value_name = "N", global = true, value_parser = parse_within(4, Some(MOST_PARTS)))]
    parts: Option<usize>,
    /// File or folder to write; standard output if omitted
    #[arg(short, long, value_name = "FILE", global = true)]
    output: Option<PathBuf>,
}

/// The number of tasks, and of parts of a level, where it is not given.
const TASKS: usize = 1000;
const PARTS: usize = 32;

/// Bytes for orders of `isomorph` that race.
const MEMORY: usize = 1 << 28;

/// The most parts of a level: each makes a file with a piece for each.
const MOST_PARTS: usize = 512;

/// Splits and writes. A signal ends it at once: it is done in seconds, and nothing is written before.
fn split(call: &Call<'_>) -> Result<ExitCode, Failure> {
    let (args, settings, ask) = (call.options::<SplitArgs>()?, &call.settings, call.ask()?);
    ask::check(&ask.source, true)?;
    let request = Request { ask: ask.clone(), wanted: AnswerForm::Count };
    let question = settings.in_time(|| question_of(&request))??;
    match settings.engine {
        Some(engine) if !engine.keeps_tasks() => return sweep(engine, &question, request, &args, settings),
        Some(_) => {
            return Err(Failure::usage(
                "any engine can count the tasks",
                "choose it later: dlx-count work FILE --engine ENGINE",
            ));
        }
        None => {}
    }
    if args.parts.is_some() {
        return Err(Failure::usage("--parts is for a sweep", "add --engine frontier or isomorph, or give --tasks"));
    }
    let session = settings.session().threads(1).build()?;
    let split = match question.obstacle() {
        Some(_) => impossible(),
        None => session.split_into(question.problem(), args.tasks.unwrap_or(TASKS)),
    };
    let n_tasks = split.tasks.len();
    let text: String = written(&question, request, split)?.into_iter().map(|line| line + "\n").collect();
    named(args.output.as_ref()).map_or_else(|| print(&text), |path| write(path, &text))?;
    if !settings.quiet {
        let why = if n_tasks == 0 { ": all is counted already, as it is split" } else { "" };
        note(&format!("{}: {}{why}", question.problem().name(), plural(n_tasks, "task")));
    }
    Ok(ExitCode::SUCCESS)
}

/// Begins a sweep in a folder.
fn sweep(
    engine: EngineKind,
    question: &CountQuery,
    request: Request,
    args: &SplitArgs,
    settings: &Settings,
) -> Result<ExitCode, Failure> {
    if args.tasks.is_some() {
        return Err(Failure::usage("--tasks is for a search tree", "a sweep has --parts; or leave --engine out"));
    }
    let Some(path) = named(args.output.as_ref()) else {
        return Err(Failure::usage("a sweep lies in a folder", "name one: -o FOLDER"));
    };
    if question.obstacle().is_some() {
        return Err(SweepError::Unsweepable.into());
    }
    let (problem, signal) = (question.problem(), RunSignal::default());
    let plan = settings.in_time(|| DealtPlan::new(engine, problem, MEMORY, &signal))?;
    let lines = said(records::sweep_lines(problem, request, plan.ok_or(SweepError::Unsweepable)?))?;
    let begun =
        settings.in_time(|| SweepFolder::create(path, &lines, problem, args.parts.unwrap_or(PARTS), &signal))??;
    if !settings.quiet {
        let (level, levels) = begun.levels;
        note(&format!("{}: {} after level {level} of {levels}", problem.name(), plural(begun.states, "state")));
    }
    Ok(ExitCode::SUCCESS)
}

/// What a problem without solutions is split into.
fn impossible() -> Split {
    Split { tally: Tally::default(), done: 1.0, tasks: Vec::new() }
}

/// The lines of a split.
fn written(question: &CountQuery, request: Request, split: Split) -> Result<Vec<String>, Failure> {
    said(records::lines(question.problem(), request, split))
}

fn said(lines: Result<Vec<String>, serde_json::Error>) -> Result<Vec<String>, Failure> {
    lines.map_err(|error| Failure::usage(format!("this cannot be written down: {error}"), "use paths that are text"))
}
