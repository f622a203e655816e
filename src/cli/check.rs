//! What goes together and what does not, whatever the verb. Which options a verb heeds at all is in `heeds`.

use super::args::{Cli, Command, Source};
use super::exit::Failure;

/// Do the words go together?
pub(super) fn options(cli: &Cli) -> Result<(), Failure> {
    let run = &cli.run;
    let n_inputs = source(&cli.command).map_or(0, Source::standard_inputs);
    if n_inputs > 1 {
        return Err(Failure::usage(
            "standard input can be read only once",
            "save the board or the pieces in a file: @FILE",
        ));
    }
    if run.run.is_some() && n_inputs > 0 {
        return Err(Failure::usage(
            "a run is read again when it goes on, and standard input cannot be",
            "save the problem in a file",
        ));
    }
    if run.threads.len() > 1 && !matches!(cli.command, Command::Scale(_)) {
        return Err(Failure::usage(
            "--threads takes one number here",
            "several are for scale: dlx-count scale queens 14 --threads 1,2,4",
        ));
    }
    Ok(())
}

/// The source that a verb is about, if there is one.
fn source(command: &Command) -> Option<&Source> {
    Some(match command {
        Command::Count(source) => source,
        Command::Solve(args) => &args.source,
        Command::Scale(args) => &args.source,
        Command::Estimate(args) => &args.source,
        Command::Sample(args) => &args.source,
        Command::Gallery(args) => &args.source,
        Command::Trace(args) => &args.source,
        Command::Table(args) => &args.source,
        Command::Convert(args) => &args.source,
        _ => return None,
    })
}
