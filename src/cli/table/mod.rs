//! `dlx-count table SOURCE`: a count for each value of the parameters.
//!
//! Jobs run side by side, each with one thread while others wait to begin and with all that are idle at the end; rows are printed in order, each as
//! soon as it and all before it are there.

mod jobs;

use std::collections::{HashMap, HashSet};
use std::process::ExitCode;

use super::args::{RunArgs, TableArgs};
use super::count::session;
use super::exit::{Failure, status};
use super::keeping::{Keeping, RunFile};
use super::progress::Rows;
use super::signals::Signals;
use super::source::Ask;
use super::{note, print};
use crate::family::{Known, known};
use crate::job::Job;
use crate::parallel::Control;
use crate::report::{Table, TableFormat, TableRow};
use crate::session::Session;
use crate::symmetry::Question;
use crate::tally::{Ending, Outcome};
use jobs::{Row, jobs, rows};

/// Counts all rows.
pub(super) fn table(
    args: &TableArgs,
    ask: Ask<'_>,
    run: &RunArgs,
    file: Option<RunFile<'_>>,
) -> Result<ExitCode, Failure> {
    let names: Vec<&str> = args.source.spans()?.iter().map(|(name, _)| *name).collect();
    if names.is_empty() {
        return Err(Failure::usage(
            "this source has no parameters to run through",
            "a table needs ranges: dlx-count table queens 1..12",
        ));
    }
    let rows = rows(ask)?;
    let jobs = jobs(&rows, ask, run);
    let n_rows = rows.iter().map(|row| &row.key).collect::<HashSet<_>>().len();
    let kept = Keeping::open(file, |words| Job::table(ask.source.family(), n_rows, words))?;
    let signals = Signals::listen()?;
    let (progress, control) = (&Rows::new("rows", n_rows, run), Control::default());
    let session = session(run).control(control.clone()).on_progress(|_| {
        signals.pass_on(&control);
        progress.look();
    });
    let session = session.build()?;
    let work = Work { ask, kept: &kept, signals: &signals, control: &control };
    let format = format(args.csv, args.markdown, run.json);
    let mut sheet = Sheet::new(&rows, progress, Table::new(format, names, args.check), args.check);
    print(&sheet.table.head())?;
    session.batch(
        jobs.len(),
        |session, number| work.run(session, &jobs[number]),
        |_, results| {
            if let Err(failure) = results.and_then(|results| sheet.fill(results)) {
                // No other row needs to go on.
                control.stop(Ending::Interrupted);
                sheet.failure.get_or_insert(failure);
            }
        },
    );
    progress.finish();
    kept.finish(sheet.is_complete())?;
    sheet.finish(&signals)
}

/// The format that these options ask for.
pub(super) fn format(csv: bool, markdown: bool, json: bool) -> TableFormat {
    match (csv, markdown, json) {
        (true, ..) => TableFormat::Csv,
        (_, true, _) => TableFormat::Markdown,
        (.., true) => TableFormat::Json,
        _ => TableFormat::Text,
    }
}

/// The questions of all rows.
pub(super) fn questions(ask: Ask<'_>) -> Result<impl Iterator<Item = Result<Question, Failure>>, Failure> {
    Ok(rows(ask)?.into_iter().map(move |row| ask.at(&row.key)))
}

/// What the jobs work with.
struct Work<'a> {
    ask: Ask<'a>,
    kept: &'a Keeping,
    signals: &'a Signals,
    control: &'a Control,
}

/// What a job has found: the key of a row, its name, its outcome.
type Found = (Vec<usize>, String, Outcome);

impl Work<'_> {
    fn run(&self, session: &Session<'_>, job: &jobs::Job) -> Result<Vec<Found>, Failure> {
        self.signals.pass_on(self.control);
        if self.control.stopped_by().is_some() {
            return Ok(Vec::new());
        }
        match job {
            jobs::Job::One(key) => self.one(session, key).map(|found| vec![found]),
            jobs::Job::Strip { across, lengths } => self.strip(session, across, lengths),
        }
    }

    fn one(&self, session: &Session<'_>, key: &[usize]) -> Result<Found, Failure> {
        let question = self.ask.at(key)?;
        let name = question.problem().name().to_owned();
        Ok((key.to_vec(), name, self.kept.count(session, &question)?))
    }

    /// All boards of one width in one sweep along the longest.
    fn strip(&self, session: &Session<'_>, across: &[usize], lengths: &[usize]) -> Result<Vec<Found>, Failure> {
        let key = |length: usize| [across, &[length]].concat();
        let longest: Vec<usize> = key(lengths[lengths.len() - 1]).into_iter().rev().collect();
        let question = self.ask.at(&longest)?;
        if self.kept.is_kept() && self.is_answered(across, lengths)? {
            return lengths.iter().map(|&length| self.one(session, &key(length))).collect();
        }
        let cuts: Vec<usize> = lengths.iter().map(|length| length * across.iter().product::<usize>()).collect();
        let Some(outcomes) = session.count_cuts(question.problem(), &cuts)? else {
            return lengths.iter().map(|&length| self.one(session, &key(length))).collect();
        };
        let found = lengths.iter().zip(outcomes).map(|(&length, outcome)| {
            if self.kept.is_kept() {
                self.kept.keep(self.ask.at(&key(length))?.problem(), &outcome)?;
            }
            Ok((key(length), self.ask.name_at(&key(length))?, outcome))
        });
        found.collect()
    }

    /// Does the run file know all boards of a strip?
    fn is_answered(&self, across: &[usize], lengths: &[usize]) -> Result<bool, Failure> {
        for &length in lengths {
            let question = self.ask.at(&[across, &[length]].concat())?;
            if !self.kept.is_answered(question.problem())? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The rows as they fill.
struct Sheet<'a> {
    rows: &'a [Row],
    progress: &'a Rows,
    table: Table<'a>,
    found: HashMap<Vec<usize>, (String, Outcome)>,
    n_printed: usize,
    published: HashMap<String, Known>,
    wrong: Vec<String>,
    n_checked: usize,
    is_checked: bool,
    last: Ending,
    failure: Option<Failure>,
}

impl<'a> Sheet<'a> {
    fn new(rows: &'a [Row], progress: &'a Rows, table: Table<'a>, is_checked: bool) -> Self {
        let published = known().filter(|_| is_checked).map(|known| (known.name.clone(), known)).collect();
        Self {
            rows,
            progress,
            table,
            found: HashMap::new(),
            n_printed: 0,
            published,
            wrong: Vec::new(),
            n_checked: 0,
            is_checked,
            last: Ending::Complete,
            failure: None,
        }
    }

    /// Takes what a job has found, and prints the rows whose turn it is.
    fn fill(&mut self, results: Vec<Found>) -> Result<(), Failure> {
        self.progress.end(results.len());
        self.progress.look();
        self.found.extend(results.into_iter().map(|(key, name, outcome)| (key, (name, outcome))));
        while let Some(row) = self.rows.get(self.n_printed).filter(|row| self.found.contains_key(&row.key)) {
            self.n_printed += 1;
            self.show(row)?;
        }
        Ok(())
    }

    fn show(&mut self, row: &Row) -> Result<(), Failure> {
        let Some((name, outcome)) = self.found.get(&row.key) else { return Ok(()) };
        let published = self.published.get(name);
        let line = TableRow { values: &row.values, outcome, published: published.map(|known| known.count) };
        if let Some(known) = published.filter(|_| outcome.is_complete()) {
            self.n_checked += 1;
            if line.is_wrong() {
                self.wrong.push(format!("{name}: {}, but {} has {}", outcome.count, known.source, known.count));
            }
        }
        if !outcome.is_complete() {
            self.last = outcome.ending;
        }
        self.progress.print(&self.table.row(&line))
    }

    /// Is every row there, and every count complete?
    fn is_complete(&self) -> bool {
        let is_there = |row: &Row| self.found.get(&row.key).is_some_and(|(_, outcome)| outcome.is_complete());
        self.failure.is_none() && self.rows.iter().all(is_there)
    }

    /// Prints what is there after a gap that an interruption has left, and says how it ended.
    fn finish(mut self, signals: &Signals) -> Result<ExitCode, Failure> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        for row in &self.rows[self.n_printed..] {
            self.show(row)?;
        }
        if self.is_checked {
            note(&format!(
                "{} of {} rows compared with what is published, {} wrong",
                self.n_checked,
                self.rows.len(),
                self.wrong.len()
            ));
        }
        match (self.wrong.is_empty(), signals.received()) {
            (false, _) => Err(Failure::io(self.wrong.join("\n"))),
            (_, Some(signal)) => Ok(status(Ending::Interrupted, Some(signal))),
            _ => Ok(status(self.last, None)),
        }
    }
}
