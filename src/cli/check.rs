//! Options that a verb would ignore are refused: clap offers all of them to all verbs.

use super::args::{Cli, Command, Source, SudokuArgs};
use super::exit::Failure;

/// Is every option that was given one that its verb heeds?
pub(super) fn options(cli: &Cli) -> Result<(), Failure> {
    let run = &cli.run;
    let is_puzzle_verb = matches!(&cli.command, Command::Count(Source::Sudoku(SudokuArgs { verb: Some(_), .. })));
    let (counts, takes_runs) = match &cli.command {
        Command::Count(_) => (!is_puzzle_verb, !is_puzzle_verb),
        Command::Table(_) => (true, true),
        Command::Solve(_) | Command::Gallery(_) | Command::Scale(_) => (true, false),
        Command::Resume(_) | Command::Audit(_) | Command::Verify(_) => (true, false),
        _ => (false, false),
    };
    let has_source = !matches!(
        &cli.command,
        Command::Resume(_) | Command::Status(_) | Command::Audit(_) | Command::Verify(_) | Command::Man
    ) && !is_puzzle_verb;
    if !takes_runs && run.run.is_some() {
        return Err(Failure::usage(
            "--run keeps counts and tables",
            "give it to a source, or to table: dlx-count queens 18 --run q18.run",
        ));
    }
    if let (Some(_), Command::Count(source)) = (&run.run, &cli.command)
        && source.is_standard_input()
    {
        return Err(Failure::usage(
            "a run is read again when it goes on, and standard input cannot be",
            "save the problem in a file",
        ));
    }
    if !has_source && !cli.demands.is_empty() {
        return Err(Failure::usage(
            "--select, --forbid and --optional go with a source",
            "a kept run has those that it was begun with",
        ));
    }
    if !counts && (run.time_limit.is_some() || run.limit.is_some() || run.node_limit.is_some()) {
        return Err(Failure::usage(
            "limits are for counts and solve",
            "leave --time-limit, --limit and --node-limit out",
        ));
    }
    if run.stats && !matches!(cli.command, Command::Count(_) | Command::Solve(_)) {
        return Err(Failure::usage("--stats is for counts and solve", "leave it out"));
    }
    if run.threads.len() > 1 && !matches!(cli.command, Command::Scale(_)) {
        return Err(Failure::usage(
            "--threads takes one number here",
            "several are for scale: dlx-count scale queens 14 --threads 1,2,4",
        ));
    }
    Ok(())
}
