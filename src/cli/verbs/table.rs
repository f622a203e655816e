//! `dlx-count table SOURCE`: a count for each value of the parameters.
//!
//! Counts run side by side, each with one thread while others wait to begin and with all that are idle at the end; rows are printed in order, each as
//! soon as it and all before it are there.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::known::Known;
use super::rows::Crowd;
use super::sheet::GrowingTable;
use super::strips::works;
use super::verb::{COUNTING, Call, DEMANDS, GENERATORS, LIMITS, Verb};
use crate::cli::ask::{Row, check_number, combinations, rows};
use crate::cli::end::{Failure, Signals};
use crate::cli::keep::{Keeping, RunFile};
use crate::cli::settings::Settings;
use crate::cli::show::{Rows, format, print};
use crate::family::Span;
use crate::job::{self, AnswerForm, Ask, Members, Request};
use crate::parallel::Control;
use crate::report::{Table, TableFormat};
use crate::tally::Ending;

pub(super) const VERB: Verb = Verb {
    name: "table",
    about: "Count for ranges of parameters and print a table",
    examples: &[
        ("table queens 1..12 --check", "compare with published counts"),
        ("table queens 1..12 --check b000170.txt", "compare with a b-file of OEIS"),
        ("table polyomino 1..8x1..8 --pieces dominoes --reuse --csv", ""),
        ("table matching graphs.g6", "a row for each graph"),
        ("table queens 1..18 --run queens.run", "a table that can be stopped and may grow"),
    ],
    heeds: &[DEMANDS, GENERATORS, COUNTING, LIMITS, &["run", "json", "quiet", "progress"]],
    says: &[
        ("time_limit", "Stop a row after this time, such as 30s, 5m, 1h30m or 250ms"),
        ("limit", "Stop a row when this many solutions have been found"),
        ("node_limit", "Stop a row when this many nodes have been visited"),
        ("json", "Print a JSON object for each row"),
        ("quiet", "Show no progress"),
    ],
    options: TableArgs::augment_args,
    run,
    ..Verb::PLAIN
};

#[derive(Debug, Args)]
struct TableArgs {
    /// Print comma-separated values
    #[arg(long, global = true, conflicts_with_all = ["markdown", "json"])]
    csv: bool,
    /// Print a Markdown table
    #[arg(long, global = true, conflicts_with = "json")]
    markdown: bool,
    /// Print a b-file of OEIS: lines `n a(n)`
    #[arg(long, global = true, conflicts_with_all = ["csv", "markdown", "json"])]
    bfile: bool,
    /// Compare each row with published counts, or with a b-file; exit with status 1 if any differs
    #[arg(long, global = true, value_name = "FILE", num_args = 0..=1)]
    #[expect(clippy::option_option, reason = "`--check` and `--check FILE`")]
    check: Option<Option<PathBuf>>,
}

fn run(call: &Call<'_>) -> Result<ExitCode, Failure> {
    let (ask, settings, args) = (call.ask()?, &call.settings, call.options::<TableArgs>()?);
    let TableArgs { csv, markdown, bfile: b_file, check } = args;
    let (check, against) = (check.is_some(), check.flatten());
    let sheet = job::TableRequest { csv, markdown, check, b_file, against };
    let request = || Request { ask: ask.clone(), wanted: AnswerForm::Table(sheet.clone()) };
    let file = settings.run.as_deref().map(|path| RunFile::new(path, request()));
    table(ask, &sheet, settings, file.as_ref())
}

/// Where a file has several graphs or puzzles, those for all values of these parameters; then their numbers are a parameter, too.
fn members<'a>(ask: &'a Ask, spans: &mut Vec<(String, Span)>) -> Result<HashMap<Vec<usize>, Members<'a>>, Failure> {
    check_number(spans)?;
    let first: Vec<usize> = spans.iter().filter_map(|(_, span)| span.values().first().copied()).collect();
    let number = ask.members_at(&first)?.number();
    if number < 2 && spans.is_empty() {
        let help = "a table needs ranges, dlx-count table queens 1..12, or a file with several graphs or puzzles";
        return Err(Failure::usage("this source has no parameters to run through", help));
    }
    if number < 2 {
        return Ok(HashMap::new());
    }
    let others = combinations(spans, false);
    spans.push(("number".into(), Span::up_to(number)));
    check_number(spans)?;
    others.into_iter().map(|Row { values, .. }| Ok((values.clone(), ask.members_at(&values)?))).collect()
}

/// Counts all rows.
pub(super) fn table(
    ask: &Ask,
    sheet: &job::TableRequest,
    settings: &Settings,
    file: Option<&RunFile<'_>>,
) -> Result<ExitCode, Failure> {
    let mut spans = ask.source.spans()?;
    let members = settings.in_time(|| members(ask, &mut spans))??;
    let names: Vec<&str> = spans.iter().map(|(name, _)| name.as_str()).collect();
    let known = Known::read(&spans, sheet)?;
    let rows = if members.is_empty() { rows(ask)? } else { combinations(&spans, false) };
    let works = works(&rows, ask, settings);
    let n_rows = rows.iter().map(|row| &row.key).collect::<HashSet<_>>().len();
    let kept = Keeping::open(file, |file| file.table(n_rows))?;
    let signals = Signals::listen()?;
    let (progress, control) = (Rows::new("rows", n_rows, settings), Control::default());
    let session = settings.session().control(control.clone()).on_progress(|_| {
        signals.pass_on(&control);
        progress.look();
    });
    let session = session.build()?;
    let crowd = Crowd { ask, members: &members, kept: &kept, signals: &signals, control: &control };
    // If a run is continued, what is asked now overrides what was asked when it began.
    let format = match (settings.json, sheet.b_file) {
        (true, _) => TableFormat::Json,
        (_, true) => TableFormat::BFile,
        _ => format(sheet.csv, sheet.markdown, false),
    };
    let head = Table::new(format, names, sheet.check);
    let head = if members.is_empty() { head } else { head.named() };
    let mut sheet = GrowingTable::new(&rows, &progress, head, known);
    print(&sheet.table.head())?;
    session.batch(
        works.len(),
        |session, number| crowd.run(session, &works[number]),
        |_, results| {
            if let Err(failure) = results.and_then(|results| sheet.fill(results)) {
                // No other row needs to continue.
                control.stop(Ending::Interrupted);
                sheet.failure.get_or_insert(failure);
            }
        },
    );
    progress.finish();
    let is_kept = kept.finish(sheet.is_complete());
    let status = sheet.finish(&signals)?;
    is_kept?;
    Ok(status)
}
