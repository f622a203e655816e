//! `dlx-count certify SOURCE -o FILE.cert`: count, and write down why the count is right. `dlx-count SOURCE --certificate FILE` does the same as it counts.

use std::fmt::Display;
use std::fs;
use std::io::{BufWriter, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;

use super::best::has_sum;
use super::count::Attendant;
use super::finding::{all_questions, all_wanted, certified};
use super::verb::{Call, DEMANDS, GENERATORS, Verb};
use crate::cli::end::{Failure, Signals};
use crate::cli::settings::Settings;
use crate::cli::show::{WholeFile, note, print};
use crate::engine::EngineKind;
use crate::engine::certificate::{Proof, ProofKind, Unproved, time_to_check_tree};
use crate::problem::Problem;
use crate::report::{about, plural, solutions};
use crate::symmetry::CountQuery;
use crate::tally::{Ending, Outcome, Stats};

pub(super) const VERB: Verb = Verb {
    name: "certify",
    about: "Count and write a certificate that dlx-check verifies",
    examples: &[
        ("certify queens 8 -o queens8.cert", ""),
        ("certify latin 7 -o latin7.cert", ""),
        ("certify queens 8 --up-to-symmetry -o kinds8.cert", ""),
        ("certify file problem.dlx --minimize -o least.cert", "the least cost, and how many have it"),
    ],
    heeds: &[DEMANDS, GENERATORS, &["engine", "memory", "time_limit", "quiet"]],
    says: &[
        (
            "engine",
            "frontier writes states, isomorph classes, bits and links a tree; by default, whichever needs few records",
        ),
        ("quiet", "Print only the count"),
    ],
    options: CertifyArgs::augment_args,
    run: certify,
    ..Verb::PLAIN
};

/// Families whose problems are found in formulas.
const FORMULAS: [&str; 4] = ["cnf", "opb", "lp", "mps"];

#[derive(Debug, Args)]
struct CertifyArgs {
    /// The certificate to write
    #[arg(short, long, value_name = "FILE", global = true)]
    output: Option<PathBuf>,
    /// Certify the least cost, and count the solutions that have it. Options without costs cost 1 each
    #[arg(long, global = true)]
    minimize: bool,
    /// Certify the greatest cost, in the same way
    #[arg(long, global = true, conflicts_with = "minimize")]
    maximize: bool,
}

/// Counts the problem of the source, with a certificate.
fn certify(call: &Call<'_>) -> Result<ExitCode, Failure> {
    let (args, settings) = (call.options::<CertifyArgs>()?, &call.settings);
    let path = args.output.ok_or_else(|| Failure::usage("the certificate needs a file name", "add -o FILE.cert"))?;
    let questions = all_questions(call)?;
    let (question, signals) = (certified(&questions)?, Signals::listen()?);
    let goal = (args.minimize || args.maximize).then_some(args.maximize);
    if goal.is_some() {
        all_wanted(question, "the best solutions are chosen from all")?;
        has_sum(question.problem())?;
    }
    let Some(proof) = proved(question, goal, &path, settings, &signals)? else {
        return Ok(signals.status(Ending::TimeLimit));
    };
    let problem = question.problem();
    let source = &call.ask()?.source;
    let is_reduced = FORMULAS.contains(&source.family().name) && !source.arguments().has("as-written");
    if is_reduced && !settings.quiet {
        let plain = "; `cnf FILE --as-written` takes each clause as it is";
        let plain = if source.family().name == "cnf" { plain } else { "" };
        let what = "the certificate is about the items and options found in the formula";
        note(&format!("{what}: `convert` with the same source writes them{plain}"));
    }
    if settings.quiet {
        print(&format!("{}\n", proof.count))?;
    } else {
        let bytes = fs::metadata(&path).map_err(|error| unwritable(&path, &error))?.len();
        let records = match proof.kind {
            ProofKind::Classes => format!("{} up to isomorphism", plural(proof.records, "state")),
            ProofKind::Leaves(_) if proof.records == 1 => "a tree of one leaf".into(),
            ProofKind::Leaves(_) => format!("a tree of {} leaves", proof.records),
            _ => plural(proof.records, "state"),
        };
        let cost = proof.cost.map_or_else(String::new, |cost| {
            format!(" of {} cost {}", if args.maximize { "greatest" } else { "least" }, problem.in_units_of_cost(cost))
        });
        let count = solutions(&proof.count);
        print(&format!("{}: {count}{cost}\n  {records}, {bytes} bytes: {}\n", problem.name(), path.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The outcome of a count with a certificate; none if it was stopped, which is said.
pub(super) fn counted(
    question: &CountQuery,
    path: &Path,
    settings: &Settings,
    signals: &Signals,
) -> Result<Option<Outcome>, Failure> {
    let begun = Instant::now();
    let outcome = |proof: Proof| Outcome {
        engine: match proof.kind {
            ProofKind::Classes => EngineKind::Isomorph,
            ProofKind::Leaves(engine) => engine,
            _ => EngineKind::Frontier,
        }
        .name(),
        threads: 1,
        tasks: 1,
        stats: Stats { nodes: proof.records, updates: 0 },
        elapsed: begun.elapsed(),
        ..Outcome::known(proof.count)
    };
    Ok(proved(question, None, path, settings, signals)?.map(outcome))
}

/// Writes a certificate: of the count, or of the best cost, the greatest or not; none if it was stopped, which is said.
fn proved(
    question: &CountQuery,
    goal: Option<bool>,
    path: &Path,
    settings: &Settings,
    signals: &Signals,
) -> Result<Option<Proof>, Failure> {
    if settings.engine == Some(EngineKind::Signs) {
        return Err(Failure::usage("a sum over signs has no certificate", "leave --engine out, or choose another"));
    }
    let (attendant, problem) = (Attendant::new(settings, signals), question.problem());
    if goal.is_none() && question.equivalence().is_none() {
        say_time_to_check(problem, settings);
    }
    let mut file = WholeFile::create(path).map_err(|error| unwritable(path, &error))?;
    let out = BufWriter::new(&mut file);
    let session = attendant.session(settings)?;
    let proved = match goal {
        Some(is_greatest) => session.certify_best(problem, is_greatest, out),
        None => session.certify_kinds(question, out),
    };
    attendant.finish();
    let error = match proved.and_then(|proof| file.finish().map(|()| proof).map_err(Unproved::Write)) {
        Ok(proof) => return Ok(Some(proof)),
        Err(error) => error,
    };
    match error {
        Unproved::Stopped => {
            note(&format!("{}: stopped, no certificate is written", problem.name()));
            Ok(None)
        }
        Unproved::Write(error) if error.kind() == ErrorKind::InvalidInput => Err(Failure::usage(error.to_string(), "")),
        Unproved::Write(error) => Err(unwritable(path, &error)),
        error @ (Unproved::Classes(_) | Unproved::Kinds(_) | Unproved::Connected) => {
            Err(Failure::usage(format!("{}: {error}", problem.name()), ""))
        }
        error => Err(Failure::io(format!("{}: {error}", problem.name()))),
    }
}

/// Time for a look at the tree.
const LOOK: Duration = Duration::from_millis(300);

/// A time to check a tree, in seconds, that is worth a word.
const LONG: f64 = 10.0;

/// Times as long for the checker in Python.
const IN_PYTHON: f64 = 25.0;

/// Says how long the checkers will take for a tree that was asked for, if that is long.
fn say_time_to_check(problem: &Problem, settings: &Settings) {
    if settings.quiet || problem.connected().is_some() || !settings.engine.is_some_and(EngineKind::keeps_tasks) {
        return;
    }
    let begun = Instant::now();
    let seconds = time_to_check_tree(problem, &mut || begun.elapsed() < LOOK);
    if seconds > LONG {
        let [in_rust, in_python] = [seconds, IN_PYTHON * seconds].map(about);
        note(&format!("dlx-check will take {in_rust} to check this tree, dlx_check.py {in_python}"));
    }
}

fn unwritable(path: &Path, error: &dyn Display) -> Failure {
    Failure::io(format!("cannot write {}: {error}", path.display()))
}
