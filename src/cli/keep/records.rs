//! Files of records: read, and the problem they are about.

use std::io::Read;
use std::path::{Path, PathBuf};

use crate::cli::end::Failure;
use crate::cli::show::note;
use crate::job::Request;
use crate::records::{RecordError, RecordReader, Records, SweepError};
use crate::symmetry::CountQuery;

/// Reads files; `-` is standard input.
pub(in crate::cli) fn read_records(paths: &[PathBuf], reader: &mut RecordReader) -> Result<(), Failure> {
    for path in paths {
        let (name, bytes) = contents(path)?;
        reader.read(&name, &bytes)?;
    }
    Ok(())
}

fn contents(path: &Path) -> Result<(String, Vec<u8>), Failure> {
    let name = if path == Path::new("-") { "standard input".into() } else { path.display().to_string() };
    let mut bytes = Vec::new();
    let read = match name.as_str() {
        "standard input" => std::io::stdin().lock().read_to_end(&mut bytes).map(drop),
        _ => std::fs::read(path).map(|read| bytes = read),
    };
    read.map_err(|error| Failure::io(format!("cannot read {name}: {error}")))?;
    Ok((name, bytes))
}

/// What was read, and the question it is about.
pub(in crate::cli) fn settle_on(reader: RecordReader, is_quiet: bool) -> Result<(Records, CountQuery), Failure> {
    if !is_quiet {
        reader
            .unfinished()
            .iter()
            .for_each(|place| note(&format!("{place}: left unfinished by its writer, and not used")));
    }
    let records = reader.finish()?;
    let question = question_of(&records.head().request)?;
    let help = "split again, or restore what the problem was made from";
    records.check(question.problem()).map_err(|what| Failure::usage(what, help))?;
    Ok((records, question))
}

/// The one question of a request, if it asks for the solutions of a single problem.
pub(in crate::cli) fn question_of(request: &Request) -> Result<CountQuery, Failure> {
    let mut questions = request.ask.questions()?;
    match (questions.pop(), questions.is_empty()) {
        (Some(question), true) if question.is_plain() || question.obstacle().is_some() => Ok(question),
        (Some(_), true) => Err(Failure::usage(
            "a count up to symmetry is put together from counts of several problems, and is not split",
            "leave --up-to-symmetry out: tasks that a symmetry makes equal are counted once anyway",
        )),
        _ => Err(Failure::usage("only one problem can be split", "leave one puzzle in the file")),
    }
}

/// What is counted in a folder that processes share.
pub(in crate::cli) fn swept_in(path: &Path, is_quiet: bool) -> Result<(Records, CountQuery), Failure> {
    let (head, mut reader) = (path.join("head"), RecordReader::default());
    if !head.exists() {
        let what = format!("the folder {} has no sweep", path.display());
        return Err(Failure::usage(what, "`split SOURCE --engine frontier -o FOLDER` begins one"));
    }
    read_records(&[head], &mut reader)?;
    settle_on(reader, is_quiet)
}

impl From<SweepError> for Failure {
    fn from(error: SweepError) -> Self {
        let status = match error {
            SweepError::Stopped => 3,
            SweepError::Io { .. } | SweepError::Run(_) => 1,
            _ => 2,
        };
        Self { message: error.to_string(), status }
    }
}

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Self {
        let failure = Self::usage(error.to_string(), error.help());
        // Two counts that differ are not a usage error.
        if matches!(error, RecordError::Conflict { .. }) { Self { status: 1, ..failure } } else { failure }
    }
}
