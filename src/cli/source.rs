//! From words on the command line to a problem.

use std::fs::File;
use std::io::{BufRead, BufReader, stdin};
use std::path::Path;

use super::args::{self, Source};
use super::exit::Failure;
use crate::family::queens;
use crate::format::{self, InputFormat, ReadError};
use crate::problem::Problem;

const BUFFER: usize = 1 << 20;

impl Source {
    /// Builds or reads the problem.
    pub(super) fn problem(&self) -> Result<Problem, Failure> {
        match self {
            Self::Queens { n } => Ok(queens(usize::from(*n))),
            Self::File { path, input_format } => read_file(path, input_format.map(Into::into)),
        }
    }
}

impl From<args::InputFormat> for InputFormat {
    fn from(format: args::InputFormat) -> Self {
        match format {
            args::InputFormat::Dlx => Self::Dlx,
            args::InputFormat::Ec => Self::Ec,
            args::InputFormat::List => Self::List,
        }
    }
}

fn read_file(path: &Path, format: Option<InputFormat>) -> Result<Problem, Failure> {
    let name = if path == Path::new("-") { "standard input".into() } else { path.display().to_string() };
    let failed = |error: std::io::Error| Failure::io(format!("cannot read {name}: {error}"));
    let input: Box<dyn BufRead> = if path == Path::new("-") {
        Box::new(stdin().lock())
    } else {
        Box::new(BufReader::with_capacity(BUFFER, File::open(path).map_err(failed)?))
    };
    match format::read(input, format) {
        Ok(problem) => Ok(problem.with_name(name)),
        Err(ReadError::Syntax(error)) => Err(Failure::syntax(&name, &error)),
        Err(ReadError::Io(error)) => Err(failed(error)),
    }
}
