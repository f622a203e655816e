//! `dlx-count convert SOURCE`: write the problem down.

use std::fs::File;
use std::io::{BufWriter, ErrorKind, Write, stdout};
use std::process::ExitCode;

use super::args::{ConvertArgs, TextFormat};
use super::exit::Failure;
use super::source::Ask;
use crate::format::{self, OutputFormat};

/// Writes the problem to the output file or to standard output.
pub(super) fn convert(args: &ConvertArgs, ask: Ask<'_>) -> Result<ExitCode, Failure> {
    let problem = ask.problem()?;
    let (name, out): (String, Box<dyn Write>) = match &args.output {
        Some(path) => {
            let name = path.display().to_string();
            let file = File::create(path).map_err(|error| Failure::io(format!("cannot write {name}: {error}")))?;
            (name, Box::new(file))
        }
        None => ("standard output".into(), Box::new(stdout().lock())),
    };
    let mut out = BufWriter::new(out);
    let written = format::write(&problem, args.to.into(), &mut out);
    match written.and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::io(format!("cannot write {name}: {error}")))
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}

impl From<TextFormat> for OutputFormat {
    fn from(format: TextFormat) -> Self {
        match format {
            TextFormat::Dlx => Self::Dlx,
            TextFormat::Ec => Self::Ec,
            TextFormat::List => Self::List,
            TextFormat::Matrix => Self::Matrix,
            TextFormat::Json => Self::Json,
            TextFormat::Cnf => Self::Cnf,
            TextFormat::Opb => Self::Opb,
        }
    }
}
