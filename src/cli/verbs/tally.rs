//! `dlx-count tally SOURCE --by WORD`: how many solutions have how many options of a kind.

use std::process::ExitCode;

use clap::Args;

use super::finding::all_wanted;
use super::verb::{Call, DEMANDS, Verb};
use crate::cli::end::{Failure, Signals, status};
use crate::cli::show::{note, print};
use crate::family::Drawing;
use crate::format::nearest;
use crate::problem::{OptionId, Problem};
use crate::report::{CompositionFormat, compositions, solutions};
use crate::tally::{Count, Ending};

pub(super) const VERB: Verb = Verb {
    name: "tally",
    about: "Count solutions by how many options of a kind they have",
    examples: &[
        ("tally polyomino 8x8 --pieces dominoes --fixed --reuse --by I2.1", "tilings by flat dominoes"),
        ("tally polyomino 8x8 --pieces tetrominoes --reuse --by T4 --by I4", "by two pieces"),
        ("tally cliques 6 --by '*'", "by the number of options: set partitions by blocks"),
    ],
    heeds: &[DEMANDS, &["threads", "memory", "time_limit", "json", "quiet"]],
    options: TallyArgs::augment_args,
    run: tally,
    ..Verb::PLAIN
};

#[derive(Debug, Args)]
struct TallyArgs {
    /// A kind: the options with this label, item or piece; `r1*` for all that begin so; repeatable
    #[arg(long, value_name = "WORD", global = true)]
    by: Vec<String>,
    /// Comma-separated values
    #[arg(long, global = true, conflicts_with = "json")]
    csv: bool,
}

/// Prints a row for each composition that occurs.
fn tally(call: &Call<'_>) -> Result<ExitCode, Failure> {
    let (args, settings, questions) = (call.options::<TallyArgs>()?, &call.settings, call.ask()?.drawn_questions()?);
    if args.by.is_empty() {
        return Err(Failure::usage(
            "tally counts by kinds of options",
            "name one by --by WORD, or all options by --by '*'",
        ));
    }
    let signals = Signals::listen()?;
    let session = settings.session_until(&signals).build()?;
    let format = match (settings.json, args.csv) {
        (true, _) => CompositionFormat::Json,
        (_, true) => CompositionFormat::Csv,
        _ => CompositionFormat::Text,
    };
    let mut last = Ending::Complete;
    for (question, drawing) in &questions {
        all_wanted(question, "a tally is one of all solutions")?;
        let problem = question.problem();
        let members = members(problem.original(), drawing.as_ref(), &args.by)?;
        let kinds_of =
            |option: OptionId| (0..members.len()).filter(|&kind| members[kind][option.index()]).collect::<Vec<_>>();
        let by = session.count_by(problem, members.len(), &kinds_of)?;
        print(&compositions(&args.by, &by.compositions, format))?;
        if !settings.quiet {
            let all: Count = by.compositions.values().cloned().sum();
            let known = if by.ending == Ending::Complete { "" } else { " (not complete)" };
            note(&format!("{}: {}{known}, {}", problem.name(), solutions(&all), by.way));
        }
        last = by.ending;
        if last != Ending::Complete {
            break;
        }
    }
    Ok(status(last, signals.received()))
}

/// For each word, which options are of that kind.
fn members(problem: &Problem, drawing: Option<&Drawing>, words: &[String]) -> Result<Vec<Vec<bool>>, Failure> {
    let scene = drawing.and_then(Drawing::scene);
    let names = |option: OptionId| {
        let mut names: Vec<String> = problem.option_label(option).map(String::from).into_iter().collect();
        names.extend(problem.cell_words(option));
        if let Some((scene, mark)) =
            scene.map(|scene| (scene, scene.mark(option))).filter(|(_, mark)| !mark.cells.is_empty())
        {
            names.extend(scene.kinds.get(mark.kind).cloned());
            names.push(mark.word);
        }
        names
    };
    let all: Vec<Vec<String>> = problem.options().map(names).collect();
    let member = |word: &String| {
        let fits = |name: &String| match word.strip_suffix('*') {
            Some(start) => name.starts_with(start),
            None => name == word,
        };
        let members: Vec<bool> = all.iter().map(|names| names.iter().any(fits)).collect();
        if members.contains(&true) || problem.n_options() == 0 {
            return Ok(members);
        }
        let near = nearest(word, all.iter().flatten().map(String::as_str));
        let help =
            near.map_or("a kind is a label, an item or a piece".into(), |near| format!("did you mean `{near}`?"));
        Err(Failure::usage(format!("no option is of the kind `{word}`"), &help))
    };
    words.iter().map(member).collect()
}
