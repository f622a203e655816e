//! `dlx-count convert SOURCE`: write the problem down.

use std::fs::File;
use std::io::{BufWriter, ErrorKind, Write, stdout};
use std::path::Path;
use std::process::ExitCode;

use super::args::{ConvertArgs, RunArgs, TextFormat};
use super::count::session;
use super::exit::Failure;
use super::note;
use super::source::Ask;
use crate::engine::frontier::Zdd;
use crate::format::{self, OutputFormat};
use crate::problem::Problem;
use crate::report::{plural, solutions};

/// Writes the problem to the output file or to standard output.
pub(super) fn convert(args: &ConvertArgs, ask: Ask<'_>, run: &RunArgs) -> Result<ExitCode, Failure> {
    if args.to.text().is_some() && (run.memory.is_some() || !run.threads.is_empty()) {
        return Err(Failure::usage("--threads and --memory are for diagrams", "they go with --to zdd"));
    }
    let problem = ask.problem()?;
    let (name, out): (String, Box<dyn Write>) = match &args.output {
        Some(path) => (path.display().to_string(), Box::new(Late { path, file: None })),
        None => ("standard output".into(), Box::new(stdout().lock())),
    };
    let mut out = BufWriter::new(out);
    let written = match args.to.text() {
        Some(format) => format::write(&problem, format, &mut out),
        None => diagram(&problem, run)?.write(&problem, &mut out),
    };
    match written.and_then(|()| out.flush()) {
        // The format cannot say it, and nothing was written.
        Err(error) if error.kind() == ErrorKind::InvalidInput => Err(Failure::usage(error.to_string(), "")),
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::io(format!("cannot write {name}: {error}")))
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// The diagram of all solutions; its size is said.
fn diagram(problem: &Problem, run: &RunArgs) -> Result<Zdd, Failure> {
    let zdd =
        session(run).build()?.diagram(problem).map_err(|error| Failure::io(format!("{}: {error}", problem.name())))?;
    if !run.quiet {
        let nodes = plural(zdd.n_nodes() as u64, "node");
        note(&format!("{}: {nodes}, {}", problem.name(), solutions(&zdd.count())));
    }
    Ok(zdd)
}

impl TextFormat {
    /// The format, if it says the problem and not its solutions.
    fn text(self) -> Option<OutputFormat> {
        Some(match self {
            Self::Dlx => OutputFormat::Dlx,
            Self::Ec => OutputFormat::Ec,
            Self::List => OutputFormat::List,
            Self::Matrix => OutputFormat::Matrix,
            Self::Json => OutputFormat::Json,
            Self::Cnf => OutputFormat::Cnf,
            Self::Opb => OutputFormat::Opb,
            Self::Zdd => return None,
        })
    }
}

/// A file that is made when the first byte is written: what cannot be converted leaves an old one as it is.
struct Late<'a> {
    path: &'a Path,
    file: Option<File>,
}

impl Write for Late<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match &mut self.file {
            Some(file) => file.write(bytes),
            None => self.file.insert(File::create(self.path)?).write(bytes),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.as_mut().map_or(Ok(()), File::flush)
    }
}
