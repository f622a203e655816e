//! `dlx-count split SOURCE`: a problem in tasks, one in each line, for others to count.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::verb::{Call, DEMANDS, Verb};
use crate::cli::ask;
use crate::cli::end::Failure;
use crate::cli::keep::question_of;
use crate::cli::show::{named, note, print, write};
use crate::job::{AnswerForm, Request};
use crate::parallel::{MAX_TASKS, Split};
use crate::records;
use crate::report::plural;
use crate::symmetry::CountQuery;
use crate::tally::Tally;

pub(super) const VERB: Verb = Verb {
    name: "split",
    about: "Split a problem into tasks for `work` to count",
    examples: &[("split queens 18 --tasks 5000 -o q18.tasks", "")],
    heeds: &[DEMANDS, &["no_merging", "time_limit", "quiet"]],
    says: &[("quiet", "Print no messages")],
    takes_kinds: false,
    options: SplitArgs::augment_args,
    run: split,
    ..Verb::PLAIN
};

#[derive(Debug, Args)]
struct SplitArgs {
    /// Number of tasks, or somewhat more: a level of the search tree is split as a whole
    #[arg(long, value_name = "N", global = true, default_value = "1000", value_parser = parse_tasks)]
    tasks: usize,
    /// File to write; standard output if omitted
    #[arg(short, long, value_name = "FILE", global = true)]
    output: Option<PathBuf>,
}

fn parse_tasks(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=MAX_TASKS).contains(number));
    number.ok_or_else(|| format!("tasks are a number from 1 to {MAX_TASKS}"))
}

/// Splits and writes. A signal ends it at once: it is done in seconds, and nothing is written before.
fn split(call: &Call<'_>) -> Result<ExitCode, Failure> {
    let (args, settings, ask) = (call.options::<SplitArgs>()?, &call.settings, call.ask()?);
    ask::check(&ask.source, true)?;
    let request = Request { ask: ask.clone(), wanted: AnswerForm::Count };
    let question = settings.in_time(|| question_of(&request))??;
    let session = settings.session().threads(1).build()?;
    let split = match question.obstacle() {
        Some(_) => impossible(),
        None => session.split_into(question.problem(), args.tasks),
    };
    let n_tasks = split.tasks.len();
    if !settings.quiet {
        note(&format!("{}: {}", question.problem().name(), plural(n_tasks, "task")));
    }
    let text = text(&question, request, split)?;
    named(args.output.as_ref()).map_or_else(|| print(&text), |path| write(path, &text))?;
    Ok(ExitCode::SUCCESS)
}

/// What a problem without solutions is split into.
fn impossible() -> Split {
    Split { tally: Tally::default(), done: 1.0, tasks: Vec::new() }
}

fn text(question: &CountQuery, request: Request, split: Split) -> Result<String, Failure> {
    let lines = records::lines(question.problem(), request, split);
    let lines = lines
        .map_err(|error| Failure::usage(format!("this cannot be written down: {error}"), "use paths that are text"))?;
    Ok(lines.into_iter().map(|line| line + "\n").collect())
}
