//! `dlx-count certify SOURCE -o FILE.cert`: count, and write down why the count is right.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{BufWriter, ErrorKind};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::count::Attendant;
use super::finding::plain_question;
use super::verb::{Call, DEMANDS, Verb};
use crate::cli::end::{Failure, Signals, status};
use crate::cli::show::{note, print};
use crate::engine::certificate::{ProofKind, Unproved};
use crate::report::{plural, solutions};
use crate::tally::Ending;

pub(super) const VERB: Verb = Verb {
    name: "certify",
    about: "Count and write a certificate that dlx-check verifies",
    examples: &[("certify queens 8 -o queens8.cert", ""), ("certify latin 7 -o latin7.cert", "")],
    heeds: &[DEMANDS, &["engine", "memory", "time_limit", "quiet"]],
    says: &[
        ("engine", "frontier writes states, isomorph classes of them; by default what has few enough"),
        ("quiet", "Print only the count"),
    ],
    takes_kinds: false,
    options: CertifyArgs::augment_args,
    run: certify,
    ..Verb::PLAIN
};

#[derive(Debug, Args)]
struct CertifyArgs {
    /// The certificate to write
    #[arg(short, long, value_name = "FILE", global = true)]
    output: Option<PathBuf>,
}

/// Counts the first problem of the source, with a certificate.
fn certify(call: &Call<'_>) -> Result<ExitCode, Failure> {
    let (args, settings) = (call.options::<CertifyArgs>()?, &call.settings);
    let path = args.output.ok_or_else(|| Failure::usage("the certificate needs a file", "name it by -o FILE.cert"))?;
    let question = plain_question(call, "a certificate is about all solutions")?;
    let (problem, signals) = (question.problem(), Signals::listen()?);
    let attendant = Attendant::new(settings, &signals);
    let unwritable = |error: &dyn Display| Failure::io(format!("cannot write {}: {error}", path.display()));
    let file = File::create(&path).map_err(|error| unwritable(&error))?;
    let proved = attendant.session(settings)?.certify(problem, BufWriter::new(file));
    attendant.finish();
    let proof = match proved {
        Ok(proof) => proof,
        Err(error) => {
            // Half a certificate is none.
            let _ = fs::remove_file(&path);
            return match error {
                Unproved::Stopped => {
                    note(&format!("{}: stopped, no certificate is written", problem.name()));
                    let signal = signals.received();
                    Ok(status(if signal.is_some() { Ending::Interrupted } else { Ending::TimeLimit }, signal))
                }
                Unproved::Write(error) if error.kind() == ErrorKind::InvalidInput => {
                    Err(Failure::usage(error.to_string(), ""))
                }
                Unproved::Write(error) => Err(unwritable(&error)),
                error @ Unproved::Classes(_) => Err(Failure::usage(format!("{}: {error}", problem.name()), "")),
                error => Err(Failure::io(format!("{}: {error}", problem.name()))),
            };
        }
    };
    if settings.quiet {
        print(&format!("{}\n", proof.count))?;
    } else {
        let bytes = fs::metadata(&path).map_err(|error| unwritable(&error))?.len();
        let records = match proof.kind {
            ProofKind::Classes => format!("{} up to isomorphism", plural(proof.records, "state")),
            _ => plural(proof.records, "state"),
        };
        let count = solutions(&proof.count);
        print(&format!("{}: {count}\n  {records}, {bytes} bytes: {}\n", problem.name(), path.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}
