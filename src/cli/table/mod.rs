//! `dlx-count table SOURCE`: a count for each value of the parameters.
//!
//! Jobs run side by side, each with one thread while others wait to begin and with all that are idle at the end; rows are printed in order, each as
//! soon as it and all before it are there.

mod jobs;

use std::collections::{HashMap, HashSet};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::args::{RunArgs, TableArgs};
use super::count::{counter, crew, memory_each};
use super::exit::{Failure, status};
use super::keeping::{Keeping, RunFile};
use super::progress::Rows;
use super::signals::Signals;
use super::source::Ask;
use super::{note, print};
use crate::family::{Known, known};
use crate::parallel::{Control, Counter, Crew, answer};
use crate::report::{Table, TableFormat, TableRow};
use crate::store::Job;
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
    let progress = &Rows::new("rows", n_rows, run);
    let work = Work {
        progress,
        ask,
        run,
        signals: &signals,
        kept: &kept,
        is_over: AtomicBool::new(false),
        crew: crew(run),
        memory: memory_each(run, jobs.len()),
    };
    let format = format(args.csv, args.markdown, run.json);
    let mut sheet = Sheet::new(&rows, progress, Table::new(format, names, args.check), args.check);
    print(&sheet.table.head())?;
    work.crew.batch(
        jobs.len(),
        |number| work.run(&jobs[number]),
        |_, results| {
            if let Err(failure) = results.and_then(|results| sheet.fill(results)) {
                work.is_over.store(true, Relaxed);
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
    run: &'a RunArgs,
    signals: &'a Signals,
    kept: &'a Keeping,
    /// One of the jobs has failed: no other needs to go on.
    is_over: AtomicBool,
    crew: Crew,
    progress: &'a Rows,
    /// Bytes for each job.
    memory: usize,
}

/// What a job has found: the key of a row, its name, its outcome.
type Found = (Vec<usize>, String, Outcome);

impl Work<'_> {
    fn run(&self, job: &jobs::Job) -> Result<Vec<Found>, Failure> {
        if self.is_to_stop() {
            return Ok(Vec::new());
        }
        let control = Control::default();
        match job {
            jobs::Job::One(key) => self.one(key, &control).map(|found| vec![found]),
            jobs::Job::Strip { across, lengths } => self.strip(across, lengths, &control),
        }
    }

    fn one(&self, key: &[usize], control: &Control) -> Result<Found, Failure> {
        let question = self.ask.at(key)?;
        let name = question.problem().name().to_owned();
        let mut places = self.kept.places(&question)?;
        let outcome =
            answer(&question, |problem, spent| places.give(self.watched(control, counter(problem, self.run, spent))));
        Ok((key.to_vec(), name, outcome?))
    }

    /// All boards of one width in one sweep along the longest.
    fn strip(&self, across: &[usize], lengths: &[usize], control: &Control) -> Result<Vec<Found>, Failure> {
        let key = |length: usize| [across, &[length]].concat();
        let longest: Vec<usize> = key(lengths[lengths.len() - 1]).into_iter().rev().collect();
        let question = self.ask.at(&longest)?;
        if self.kept.is_kept() && self.is_answered(across, lengths)? {
            return lengths.iter().map(|&length| self.one(&key(length), control)).collect();
        }
        let cuts: Vec<usize> = lengths.iter().map(|length| length * across.iter().product::<usize>()).collect();
        let problem = question.problem();
        let sweep = self.watched(control, counter(problem, self.run, std::time::Duration::ZERO));
        let outcomes = sweep.run_cuts(&cuts)?;
        let Some(outcomes) = outcomes else {
            return lengths.iter().map(|&length| self.one(&key(length), control)).collect();
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

    /// A counter that belongs to the crew and hears signals.
    fn watched<'a>(&'a self, control: &Control, counter: Counter<'a>) -> Counter<'a> {
        let own = control.clone();
        counter.crew(&self.crew).memory(self.memory).control(control.clone()).on_progress(move |_| {
            self.progress.look();
            if self.is_to_stop() {
                own.stop(Ending::Interrupted);
            }
        })
    }

    fn is_to_stop(&self) -> bool {
        self.signals.received().is_some() || self.is_over.load(Relaxed)
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
