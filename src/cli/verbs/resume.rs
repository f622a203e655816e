//! `dlx-count resume FILE`: continue a run that was kept in a file.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use super::verb::{COUNTING, LIMITS, Verb};
use super::{count, table};
use crate::cli::end::Failure;
use crate::cli::keep::{RunFile, request_of};
use crate::cli::settings::Settings;
use crate::job::AnswerForm;
use crate::store::Store;

pub(super) const VERB: Verb = Verb {
    name: "resume",
    about: "Resume a run saved with --run",
    examples: &[("resume q18.run", "")],
    heeds: &[COUNTING, LIMITS, &["json", "quiet", "verbose", "progress"]],
    says: &[("json", "Print JSON: an object for each row of a table")],
    takes_source: false,
    options: ResumeArgs::augment_args,
    run: |call| resume(&call.options::<ResumeArgs>()?.path, &call.settings),
    ..Verb::PLAIN
};

#[derive(Debug, Args)]
struct ResumeArgs {
    /// The run file
    #[arg(value_name = "FILE")]
    path: PathBuf,
}

fn resume(path: &Path, settings: &Settings) -> Result<ExitCode, Failure> {
    let settings = &settings.kept_in(path)?;
    let job = Store::job(path)?;
    let request = request_of(path, &job)?;
    let file = RunFile::again(path, request.clone(), job.origin.words);
    match request.wanted {
        AnswerForm::Count => count::count(&request.ask, settings, Some(&file)),
        AnswerForm::Table(ref sheet) => table::table(&request.ask, sheet, settings, Some(&file)),
    }
}
