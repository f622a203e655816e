//! The command line: raw words, then settings, then a run, then an exit status. Nothing else prints or exits.

mod args;
mod audit;
mod check;
mod constrain;
mod convert;
mod count;
mod estimate;
mod exit;
mod form;
mod gallery;
mod heeds;
mod help;
mod in_order;
mod keeping;
mod memory;
mod out_of_memory;
mod picture;
mod progress;
mod puzzles;
mod resume;
mod sample;
mod scale;
mod seed;
mod shell;
mod signals;
mod solve;
mod source;
mod span;
mod sudoku;
mod table;
mod text;
mod trace;
mod verify;

use std::io::{ErrorKind, Write, stderr, stdout};
use std::panic::catch_unwind;
use std::process::ExitCode;

use args::{Cli, Command, Source, SudokuArgs};
use clap::FromArgMatches;
use exit::Failure;
use keeping::RunFile;
pub use out_of_memory::OrEnd;
use source::Ask;

/// Runs the program with the arguments of this process.
#[must_use]
pub fn main() -> ExitCode {
    out_of_memory::end_in_words();
    // The message of a panic is ours to give, below.
    std::panic::set_hook(Box::new(|_| {}));
    let result = catch_unwind(|| run(&arguments()?));
    match result {
        Ok(Ok(status)) => status,
        Ok(Err(failure)) => {
            note(&failure.message);
            ExitCode::from(failure.status)
        }
        Err(panic) => {
            let what = panic
                .downcast_ref::<String>()
                .cloned()
                .or_else(|| panic.downcast_ref::<&str>().map(|&text| text.into()));
            note(&format!("internal error, no count is given: {}", what.unwrap_or_default()));
            ExitCode::from(1)
        }
    }
}

/// The arguments of this process. If they ask for help, or are wrong, that is said and the process ends.
fn arguments() -> Result<Cli, Failure> {
    let (words, read) = args::read(std::env::args_os().collect());
    // The help takes 4 of 6 ms to put together; nobody waits for it who does not ask.
    let matches = read.or_else(|_| help::command().try_get_matches_from(words));
    let matches = matches.map_err(|error| help::hint(&error).unwrap_or_else(|| error.exit()))?;
    heeds::check(&matches)?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut help::command()).exit())
}

fn run(cli: &Cli) -> Result<ExitCode, Failure> {
    check::options(cli)?;
    count::warn_of_threads(&cli.run);
    let ask = |source| Ask { source, demands: &cli.demands };
    match &cli.command {
        Command::Count(Source::Sudoku(SudokuArgs { verb: Some(verb), .. })) => sudoku::sudoku(verb, &cli.run),
        Command::Count(source) => count::count(ask(source), &cli.run, cli.run.run.as_deref().map(RunFile::new)),
        Command::Resume(file) => resume::resume(&file.path, &cli.run),
        Command::Audit(args) => audit::audit(args, &cli.run),
        Command::Status(file) => resume::status(&file.path, &cli.run),
        Command::Table(args) => {
            table::table(args, ask(&args.source), &cli.run, cli.run.run.as_deref().map(RunFile::new))
        }
        Command::Convert(args) => convert::convert(args, ask(&args.source), &cli.run),
        Command::Estimate(args) => estimate::run(args, &cli.run, ask(&args.source)),
        Command::Scale(args) => scale::scale(args, &cli.run, ask(&args.source)),
        Command::Sample(args) => sample::sample(args, &cli.run, ask(&args.source).drawn_questions()?),
        Command::Solve(args) => solve::solve(args, &cli.run, ask(&args.source).drawn_questions()?),
        Command::Gallery(args) => gallery::gallery(args, &cli.run, ask(&args.source).drawn_questions()?),
        Command::Trace(args) => trace::trace(args, &cli.run, &ask(&args.source).drawn_questions()?),
        Command::Completions { shell } => shell::completions(*shell),
        Command::Man => shell::man(),
        Command::Verify(args) => verify::verify(args, &cli.run),
    }
}

/// Prints data. A reader that has gone away is no error: nobody wants the rest.
fn print(text: &str) -> Result<(), Failure> {
    let mut out = stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::io(format!("cannot write standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Says something on standard error.
fn note(message: &str) {
    let _ = writeln!(stderr().lock(), "dlx-count: {message}");
}
