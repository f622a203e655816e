//! `dlx-count verify`: recount what is published.

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use clap::Args;

use super::verb::{COUNTING, Call, LIMITS, Verb};
use crate::cli::end::{Failure, Signals};
use crate::cli::show::{InOrder, print, print_row};
use crate::engine::EngineKind;
use crate::family::{PublishedCount, known};
use crate::parallel::RunError;
use crate::session::Session;
use crate::tally::{Count, Ending, Outcome};

/// An engine that takes longer than this for a count is stopped, unless another limit is given; other engines may be faster.
const PATIENCE: Duration = Duration::from_secs(2);

pub(super) const VERB: Verb = Verb {
    name: "verify",
    about: "Recount published numbers with every engine, for up to 2 s each",
    examples: &[("verify --up-to 1000000", ""), ("verify --family latin", "")],
    heeds: &[COUNTING, LIMITS],
    says: &[
        ("time_limit", "Stop a count after this time; 2 s by default"),
        ("limit", "Stop a count when this many solutions have been found"),
        ("node_limit", "Stop a count when this many nodes have been visited"),
    ],
    takes_source: false,
    options: VerifyArgs::augment_args,
    run: verify,
    ..Verb::PLAIN
};

#[derive(Debug, Args)]
struct VerifyArgs {
    /// Leave out counts larger than this
    #[arg(long, value_name = "COUNT")]
    up_to: Option<Count>,
    /// Only counts of this family, such as queens
    #[arg(long, value_name = "FAMILY")]
    family: Option<String>,
}

/// A published count, and the engine that is to recount it.
type Case = (PublishedCount, EngineKind);

/// Recounts every known count with every engine, a line each; fails if one differs.
fn verify(call: &Call<'_>) -> Result<ExitCode, Failure> {
    let settings = &call.settings;
    let cases = cases(&call.options::<VerifyArgs>()?, settings.engine)?;
    let signals = Signals::listen()?;
    let limits = settings.limits(Some(settings.time_limit.unwrap_or(PATIENCE)), Duration::ZERO);
    let session = settings.session_until(&signals).limits(limits).build()?;
    let mut report = VerifyReport::new(&cases);
    let has_failed = AtomicBool::new(false);
    let job = |session: &Session<'_>, number: usize| {
        let is_wanted = signals.received().is_none() && !has_failed.load(Relaxed);
        is_wanted.then(|| recount(session, &cases[number]))
    };
    session.batch(cases.len(), job, |number, outcome| {
        match outcome {
            Some(Ok(outcome)) => report.add(number, outcome),
            Some(Err(error)) => report.failure = Some(error.into()),
            None => {}
        }
        has_failed.store(report.failure.is_some(), Relaxed);
    });
    report.finish(&signals)
}

fn cases(args: &VerifyArgs, engine: Option<EngineKind>) -> Result<Vec<Case>, Failure> {
    if let Some(family) = &args.family {
        check(family)?;
    }
    let is_in_question = |known: &PublishedCount| {
        let published: Result<Count, _> = known.count.parse();
        args.up_to.as_ref().is_none_or(|most| published.is_ok_and(|count| count <= *most))
            && args.family.as_ref().is_none_or(|family| family_of(known) == family)
    };
    let engines: Vec<EngineKind> = engine.map_or_else(|| EngineKind::ALL.to_vec(), |engine| vec![engine]);
    // Not every engine knows every problem.
    let with_engines = |known: PublishedCount| {
        let question = known.question();
        let able = engines.iter().filter(|engine| engine.knows(question.problem()));
        able.map(|&engine| (known, engine)).collect::<Vec<_>>()
    };
    Ok(known().filter(is_in_question).flat_map(with_engines).collect())
}

/// The first word of a source.
fn family_of(known: &PublishedCount) -> &str {
    known.name.split(' ').next().unwrap_or_default()
}

/// Are there published counts of this family?
fn check(family: &str) -> Result<(), Failure> {
    let all: BTreeSet<String> = known().map(|known| family_of(&known).to_owned()).collect();
    if all.contains(family) {
        return Ok(());
    }
    let names: Vec<String> = all.into_iter().collect();
    Err(Failure::usage(
        format!("no published counts of `{family}` are known here"),
        &format!("there are counts of {}", names.join(", ")),
    ))
}

fn recount(session: &Session<'_>, (known, engine): &Case) -> Result<Outcome, RunError> {
    session.to_builder().engine(*engine).build()?.count(&known.question())
}

struct VerifyReport<'a> {
    cases: &'a [Case],
    lines: InOrder<Outcome>,
    /// Right, wrong, not complete.
    numbers: [usize; 3],
    wrong: Vec<String>,
    failure: Option<Failure>,
}

impl<'a> VerifyReport<'a> {
    fn new(cases: &'a [Case]) -> Self {
        Self { cases, lines: InOrder::default(), numbers: [0; 3], wrong: Vec::new(), failure: None }
    }

    fn add(&mut self, number: usize, outcome: Outcome) {
        self.lines.add(number, outcome);
        while let Some((number, outcome)) = self.lines.next() {
            let line = self.line(number, &outcome);
            if let Err(failure) = print_row(&line) {
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
        let (name, engine, count) = (known.name, engine.name(), &outcome.count);
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
        if !self.wrong.is_empty() {
            return Err(Failure::io(self.wrong.join("\n")));
        }
        Ok(signals.status(Ending::Complete))
    }
}
