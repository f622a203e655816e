//! Many puzzles of one file: counted side by side, printed in order, a line each.

use std::process::ExitCode;

use crate::cli::end::{Failure, Signals, status};
use crate::cli::keep::Keeping;
use crate::cli::settings::Settings;
use crate::cli::show::{InOrder, Rows, note};
use crate::parallel::Control;
use crate::report;
use crate::session::Session;
use crate::symmetry::CountQuery;
use crate::tally::{Ending, Outcome};

/// Counts all, and says how many have exactly one solution.
pub(super) fn count(
    questions: &[CountQuery],
    settings: &Settings,
    signals: &Signals,
    kept: &Keeping,
) -> Result<ExitCode, Failure> {
    let (rows, control) = (&Rows::new("puzzles", questions.len(), settings), Control::default());
    let session = settings.session().control(control.clone()).on_progress(|_| {
        signals.pass_on(&control);
        rows.look();
    });
    let session = session.build()?;
    let job = |session: &Session<'_>, number: usize| {
        let is_wanted = signals.received().is_none();
        is_wanted.then(|| kept.count(session, &questions[number]).map_err(Failure::from))
    };
    let mut lines = PuzzleLines {
        rows,
        questions,
        settings,
        outcomes: InOrder::default(),
        n_unique: 0,
        n_counted: 0,
        last: Ending::Complete,
        failure: None,
    };
    session.batch(questions.len(), job, |number, counted| {
        if let Some(counted) = counted {
            lines.add(number, counted);
        }
    });
    rows.finish();
    let is_kept =
        kept.finish(lines.failure.is_none() && lines.last == Ending::Complete && signals.received().is_none());
    if let Some(failure) = lines.failure {
        return Err(failure);
    }
    if !settings.quiet {
        note(&lines.summary());
    }
    is_kept?;
    let last = if signals.received().is_some() { Ending::Interrupted } else { lines.last };
    Ok(status(last, signals.received()))
}

/// Lines as they come, and as they are printed.
struct PuzzleLines<'a> {
    rows: &'a Rows,
    questions: &'a [CountQuery],
    settings: &'a Settings,
    outcomes: InOrder<Outcome>,
    n_unique: usize,
    /// How many problems were counted to the end.
    n_counted: usize,
    last: Ending,
    failure: Option<Failure>,
}

impl PuzzleLines<'_> {
    fn add(&mut self, number: usize, counted: Result<Outcome, Failure>) {
        self.rows.end(1);
        self.rows.look();
        match counted {
            Ok(outcome) => self.outcomes.add(number, outcome),
            Err(failure) => self.failure = Some(failure),
        }
        let mut text = String::new();
        while let Some((number, outcome)) = self.outcomes.next() {
            text += &self.line(number, &outcome);
        }
        if let Err(failure) = self.rows.print(&text) {
            self.failure = Some(failure);
        }
    }

    /// How many problems have exactly one solution.
    fn summary(&self) -> String {
        let n_open = self.questions.len() - self.n_counted;
        let open = if n_open == 0 { String::new() } else { format!("; {n_open} were not counted to the end") };
        format!("{} of {} problems have exactly one solution{open}", self.n_unique, self.questions.len())
    }

    fn line(&mut self, number: usize, outcome: &Outcome) -> String {
        let problem = self.questions[number].problem();
        if outcome.is_complete() {
            self.n_counted += 1;
            self.n_unique += usize::from(outcome.count.to_u64() == Some(1));
        } else {
            self.last = outcome.ending;
        }
        match (self.settings.json, self.settings.quiet) {
            (true, _) => report::json(problem, outcome, None),
            (_, true) => format!("{}\n", outcome.count),
            _ => report::headline(problem, outcome),
        }
    }
}
