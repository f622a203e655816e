//! `dlx-count verify`: recount what is published.

use std::process::ExitCode;
use std::time::Duration;

use super::args::{RunArgs, VerifyArgs};
use super::count::{limits, session_until};
use super::exit::{Failure, status};
use super::in_order::InOrder;
use super::print;
use super::signals::Signals;
use crate::engine::EngineKind;
use crate::family::{Known, known};
use crate::session::Session;
use crate::tally::{Count, Ending, Outcome};

/// A count that takes one engine longer than this is left to the others, unless another limit is given.
const PATIENCE: Duration = Duration::from_secs(2);

/// Recounts every known count with every engine, a line each; fails if one differs.
pub(super) fn verify(args: &VerifyArgs, run: &RunArgs) -> Result<ExitCode, Failure> {
    let is_in_question = |known: &Known| {
        let published: Result<Count, _> = known.count.parse();
        args.up_to.as_ref().is_none_or(|most| published.is_ok_and(|count| count <= *most))
    };
    let engines: Vec<EngineKind> = run.engine.0.map_or_else(|| EngineKind::ALL.to_vec(), |engine| vec![engine]);
    let cases: Vec<(Known, EngineKind)> = known()
        .filter(is_in_question)
        .flat_map(|known| engines.clone().into_iter().map(move |engine| (known.clone(), engine)))
        .collect();
    let signals = Signals::listen()?;
    let limits = limits(run, Some(run.time_limit.unwrap_or(PATIENCE)), Duration::ZERO);
    let session = session_until(run, &signals).limits(limits).build()?;
    let recount = |session: &Session<'_>, number: usize| {
        let (known, engine) = &cases[number];
        session.to_builder().engine(*engine).build()?.count(&known.question())
    };
    let mut report =
        Report { cases: &cases, lines: InOrder::default(), numbers: [0; 3], wrong: Vec::new(), failure: None };
    let job = |session: &Session<'_>, number: usize| signals.received().is_none().then(|| recount(session, number));
    session.batch(cases.len(), job, |number, outcome| match outcome {
        Some(Ok(outcome)) => report.add(number, outcome),
        Some(Err(error)) => report.failure = Some(error.into()),
        None => {}
    });
    report.finish(&signals)
}

struct Report<'a> {
    cases: &'a [(Known, EngineKind)],
    lines: InOrder<Outcome>,
    /// Right, wrong, not complete.
    numbers: [usize; 3],
    wrong: Vec<String>,
    failure: Option<Failure>,
}

impl Report<'_> {
    fn add(&mut self, number: usize, outcome: Outcome) {
        self.lines.add(number, outcome);
        while let Some((number, outcome)) = self.lines.next() {
            let line = self.line(number, &outcome);
            if let Err(failure) = print(&line) {
                self.failure = Some(failure);
            }
        }
    }

    fn line(&mut self, number: usize, outcome: &Outcome) -> String {
        let (known, engine) = &self.cases[number];
        let is_right = outcome.count.to_string() == known.count;
        let (kind, mark) = match (outcome.is_complete(), is_right) {
            (true, true) => (0, "ok"),
            (true, false) => (1, "WRONG"),
            _ => (2, "not complete"),
        };
        self.numbers[kind] += 1;
        let (name, engine, count) = (&known.name, engine.name(), &outcome.count);
        if kind == 1 {
            self.wrong.push(format!("{name} by {engine}: {count}, published {} ({})", known.count, known.source));
        }
        let shown = if kind == 2 { String::new() } else { count.to_string() };
        format!("{name:<50} {engine:<8} {shown:>31}  {mark:<12}  {}\n", known.source)
    }

    fn finish(self, signals: &Signals) -> Result<ExitCode, Failure> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let [right, wrong, open] = self.numbers;
        print(&format!("{right} right, {wrong} wrong, {open} not counted to the end\n"))?;
        match (self.wrong.is_empty(), signals.received()) {
            (false, _) => Err(Failure::io(self.wrong.join("\n"))),
            (true, None) => Ok(ExitCode::SUCCESS),
            (true, signal) => Ok(status(Ending::Interrupted, signal)),
        }
    }
}
