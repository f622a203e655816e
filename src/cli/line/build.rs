//! The command line as clap reads it: the families and the verbs as commands, and the options they share.

use clap::{ArgMatches, Args, Command};

use crate::cli::args::{DemandArgs, RunArgs, command_of, is_source};
use crate::cli::verbs::{COUNT, VERBS, Verb};
use crate::family::{FAMILIES, Family};

/// No family takes so many parameters.
const BEHIND_SOURCES: usize = 100;

/// The command line without help.
pub(super) fn plain() -> Command {
    let command = Command::new("dlx-count")
        .version(env!("DLX_VERSION"))
        .max_term_width(100)
        .subcommand_value_name("VERB|SOURCE")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(FAMILIES.iter().map(|family| with_verbs(command_of(*family), *family)))
        .subcommands(VERBS.iter().filter(|verb| verb.place().0.is_none()).map(|verb| verb_command(verb)));
    RunArgs::augment_args(DemandArgs::augment_args(command)).about(env!("CARGO_PKG_DESCRIPTION"))
}

/// A family with the verbs that stand below it alone.
fn with_verbs(command: Command, family: &dyn Family) -> Command {
    let mut below = VERBS.iter().filter(|verb| verb.place().0 == Some(family.name())).peekable();
    if below.peek().is_none() {
        return command;
    }
    let command = command.args_conflicts_with_subcommands(true).subcommand_negates_reqs(true);
    command.subcommand_value_name("VERB").subcommands(below.map(|verb| verb_command(verb)))
}

fn verb_command(verb: &Verb) -> Command {
    // What it takes itself is listed after what its source takes.
    let command = Command::new(verb.place().1).next_display_order(BEHIND_SOURCES);
    let command = (verb.options)(command).about(verb.about);
    if !verb.takes_source {
        return command;
    }
    let command = command.subcommand_value_name("SOURCE").subcommand_required(true).arg_required_else_help(true);
    command.subcommands(FAMILIES.iter().map(|family| command_of(*family)))
}

/// The names of the commands that were given, one below the other; what was given for the verb, and for the lowest command.
pub(super) fn descend(matches: &ArgMatches) -> (Vec<&str>, &ArgMatches, &ArgMatches) {
    let (mut names, mut own, mut lowest) = (Vec::new(), matches, matches);
    while let Some((name, below)) = lowest.subcommand() {
        lowest = below;
        // The source behind a verb has options of its own.
        if names.is_empty() || is_source(names[0]) {
            own = below;
        }
        names.push(name);
    }
    (names, own, lowest)
}

/// The verb that these commands, one below the other, are.
pub(super) fn verb_of(names: &[&str]) -> &'static Verb {
    let is_meant = |verb: &&&Verb| match verb.place() {
        (Some(source), word) => names == [source, word],
        (None, word) => names.first() == Some(&word),
    };
    VERBS.iter().find(is_meant).copied().unwrap_or(COUNT)
}
