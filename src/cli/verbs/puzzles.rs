//! Many puzzles of one file: counted side by side, printed in order, a line each.
//!
//! Where all are left of one shape, as sudokus are of the empty square, this is laid out once, and their problems are built only where that does not count them soon.

use std::borrow::Cow;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use crate::cli::end::{Failure, Signals};
use crate::cli::keep::Keeping;
use crate::cli::settings::Settings;
use crate::cli::show::{InOrder, Rows, note};
use crate::job::Members;
use crate::parallel::Control;
use crate::problem::Problem;
use crate::report;
use crate::session::{Session, Template};
use crate::symmetry::CountQuery;
use crate::tally::{Ending, Outcome};

/// What is to be counted.
pub(super) enum PuzzleSet<'a> {
    Questions(&'a [CountQuery]),
    /// What is left of one shape.
    Below(&'a Members<'a>, Box<Template>),
}

/// A few short counts are printed together: this many.
const TOGETHER: usize = 64;

impl<'a> PuzzleSet<'a> {
    /// Members that are counted below prefixes; none if their questions have to be made.
    pub(super) fn below(members: &'a Members<'a>, settings: &Settings) -> Result<Option<Self>, Failure> {
        if members.number() < 2 {
            return Ok(None);
        }
        let session = settings.session().build()?;
        let template = members.shape().and_then(|shape| session.template(&shape));
        Ok(template.map(|template| Self::Below(members, Box::new(template))))
    }

    fn number(&self) -> usize {
        match self {
            Self::Questions(questions) => questions.len(),
            Self::Below(members, _) => members.number(),
        }
    }

    fn question(&self, number: usize) -> Result<Cow<'_, CountQuery>, Failure> {
        Ok(match self {
            Self::Questions(questions) => Cow::Borrowed(&questions[number]),
            Self::Below(members, _) => Cow::Owned(members.question(number)?),
        })
    }
}

/// Counts all, and says how many have exactly one solution.
pub(super) fn count(
    puzzles: &PuzzleSet<'_>,
    settings: &Settings,
    signals: &Signals,
    kept: &Keeping,
) -> Result<ExitCode, Failure> {
    let (rows, control) = (&Rows::new("puzzles", puzzles.number(), settings), Control::default());
    let session = settings.session().control(control.clone()).on_progress(|_| {
        signals.pass_on(&control);
        rows.look();
    });
    let session = session.build()?;
    let lines = Mutex::new(PuzzleLines::new(rows, puzzles.number()));
    let counting = PuzzleCounting { puzzles, settings, signals, kept, lines, next: AtomicUsize::new(0) };
    session.batch(puzzles.number(), |session, _| counting.some(session), |_, ()| {});
    rows.finish();
    let lines = counting.lines.into_inner().unwrap_or_else(PoisonError::into_inner);
    let is_kept =
        kept.finish(lines.failure.is_none() && lines.last == Ending::Complete && signals.received().is_none());
    if let Some(failure) = lines.failure {
        return Err(failure);
    }
    if !settings.quiet {
        note(&lines.summary());
    }
    is_kept?;
    Ok(signals.status(lines.last))
}

/// What all jobs share.
struct PuzzleCounting<'a> {
    puzzles: &'a PuzzleSet<'a>,
    settings: &'a Settings,
    signals: &'a Signals,
    kept: &'a Keeping,
    lines: Mutex<PuzzleLines<'a>>,
    /// The first that no job has taken.
    next: AtomicUsize,
}

impl PuzzleCounting<'_> {
    /// Counts the next puzzles: some if they are counted soon, up to the first that is not.
    fn some(&self, session: &Session<'_>) {
        let mut lines = Vec::new();
        while lines.len() < TOGETHER && self.signals.received().is_none() {
            let number = self.next.fetch_add(1, Relaxed);
            if number >= self.puzzles.number() {
                break;
            }
            if let Some(line) = self.soon(session, number) {
                lines.push((number, Ok(line)));
                continue;
            }
            self.add(std::mem::take(&mut lines));
            return self.add(vec![(number, self.line(session, number))]);
        }
        self.add(lines);
    }

    fn add(&self, lines: Vec<(usize, Result<PuzzleLine, Failure>)>) {
        let can_be_read = lines.is_empty() || self.lines.lock().unwrap_or_else(PoisonError::into_inner).add(lines);
        if !can_be_read {
            // No puzzle is taken after the last.
            self.next.store(self.puzzles.number(), Relaxed);
        }
    }

    /// The line of a puzzle that is counted soon.
    fn soon(&self, session: &Session<'_>, number: usize) -> Option<PuzzleLine> {
        match self.puzzles {
            PuzzleSet::Below(members, template) => {
                let count = template.count(&members.prefix(number))?;
                Some(self.plain(|| members.name(number), &Outcome::known(count)))
            }
            PuzzleSet::Questions(questions) => {
                let outcome = (!self.kept.is_kept()).then(|| session.count_soon(&questions[number]))??;
                Some(self.shown(questions[number].problem(), &outcome))
            }
        }
    }

    /// The line of a puzzle that takes all means.
    fn line(&self, session: &Session<'_>, number: usize) -> Result<PuzzleLine, Failure> {
        let question = self.puzzles.question(number)?;
        Ok(self.shown(question.problem(), &self.kept.count(session, &question)?))
    }

    fn shown(&self, problem: &Problem, outcome: &Outcome) -> PuzzleLine {
        match self.settings.json {
            true => PuzzleLine::new(report::json(problem, outcome, None), outcome),
            false => self.plain(|| problem.name().into(), outcome),
        }
    }

    fn plain(&self, name: impl FnOnce() -> String, outcome: &Outcome) -> PuzzleLine {
        let is_quiet = self.settings.quiet;
        let text = if is_quiet { format!("{}\n", outcome.count) } else { report::headline(&name(), outcome) };
        PuzzleLine::new(text, outcome)
    }
}

/// What is said of a puzzle.
struct PuzzleLine {
    text: String,
    ending: Ending,
    is_unique: bool,
}

impl PuzzleLine {
    fn new(text: String, outcome: &Outcome) -> Self {
        let is_unique = outcome.is_complete() && outcome.count.to_u64() == Some(1);
        Self { text, ending: outcome.ending, is_unique }
    }
}

/// Lines as they come, and as they are printed.
struct PuzzleLines<'a> {
    rows: &'a Rows,
    waiting: InOrder<PuzzleLine>,
    n_puzzles: usize,
    n_unique: usize,
    /// How many problems were counted to the end.
    n_counted: usize,
    last: Ending,
    failure: Option<Failure>,
}

impl<'a> PuzzleLines<'a> {
    fn new(rows: &'a Rows, n_puzzles: usize) -> Self {
        let (waiting, n_unique, n_counted) = (InOrder::default(), 0, 0);
        Self { rows, waiting, n_puzzles, n_unique, n_counted, last: Ending::Complete, failure: None }
    }

    /// Takes lines, and prints those whose turn it is; says whether they could be printed.
    fn add(&mut self, lines: Vec<(usize, Result<PuzzleLine, Failure>)>) -> bool {
        self.rows.end(lines.len());
        self.rows.look();
        for (number, line) in lines {
            match line {
                Ok(line) => self.waiting.add(number, line),
                Err(failure) => self.failure = Some(failure),
            }
        }
        let mut text = String::new();
        while let Some((_, line)) = self.waiting.next() {
            self.note(&line);
            text += &line.text;
        }
        let printed = self.rows.print(&text);
        let is_printed = printed.is_ok();
        self.failure = self.failure.take().or_else(|| printed.err());
        is_printed
    }

    fn note(&mut self, line: &PuzzleLine) {
        if line.ending == Ending::Complete {
            self.n_counted += 1;
            self.n_unique += usize::from(line.is_unique);
        } else {
            self.last = line.ending;
        }
    }

    /// How many problems have exactly one solution.
    fn summary(&self) -> String {
        let n_open = self.n_puzzles - self.n_counted;
        let were = if n_open == 1 { "was" } else { "were" };
        let open = if n_open == 0 { String::new() } else { format!("; {n_open} {were} not counted to the end") };
        format!("{} of {} problems have exactly one solution{open}", self.n_unique, self.n_puzzles)
    }
}
