//! The command line as clap reads it: the families and the verbs as commands, and the options they share.

use std::ffi::OsString;

use clap::{Arg, ArgMatches, Args, Command};

use crate::cli::args::{DemandArgs, RunArgs, command_of, is_source};
use crate::cli::verbs::{COUNT, VERBS, Verb};
use crate::family::{FAMILIES, Family};

/// Is the command of this name wanted?
type IsWanted<'a> = &'a dyn Fn(&str) -> bool;

/// More than the number of parameters of any family.
const BEHIND_SOURCES: usize = 100;

/// The command line without help.
pub(super) fn plain() -> Command {
    line(&|_| true)
}

/// The command line with only those commands that occur among the words. Correct words are read in the same way, and it is built in a tenth of the time.
pub(super) fn of_words(words: &[OsString]) -> Command {
    line(&|name| words.iter().any(|word| word == name))
}

/// The options of all commands, and the commands that are wanted.
fn line(is_wanted: IsWanted<'_>) -> Command {
    let families = FAMILIES.iter().filter(|family| is_wanted(family.name));
    let verbs = VERBS.iter().filter(|verb| verb.place().0.is_none() && is_wanted(verb.place().1));
    let command = Command::new("dlx-count")
        .version(env!("DLX_VERSION"))
        .max_term_width(100)
        .subcommand_value_name("VERB|SOURCE")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(families.map(|family| with_verbs(command_of(family), family, is_wanted)))
        .subcommands(verbs.map(|verb| verb_command(verb, is_wanted)));
    let command = RunArgs::augment_args(DemandArgs::augment_args(command)).about(env!("CARGO_PKG_DESCRIPTION"));
    with_numbers(command)
}

/// Lets `-5` be a value instead of an unknown option, so that the error comes from the parameter that refuses it.
fn with_numbers(command: Command) -> Command {
    let takes_numbers = |arg: Arg| {
        let takes = arg.get_action().takes_values();
        arg.allow_negative_numbers(takes)
    };
    command.mut_args(takes_numbers).mut_subcommands(with_numbers)
}

/// A family with the verbs that stand below it alone.
fn with_verbs(command: Command, family: &Family, is_wanted: IsWanted<'_>) -> Command {
    let mut below = VERBS.iter().filter(|verb| verb.place().0 == Some(family.name)).peekable();
    if below.peek().is_none() {
        return command;
    }
    let command = command.args_conflicts_with_subcommands(true).subcommand_negates_reqs(true);
    let below = below.filter(|verb| is_wanted(verb.place().1));
    command.subcommand_value_name("VERB").subcommands(below.map(|verb| verb_command(verb, is_wanted)))
}

fn verb_command(verb: &Verb, is_wanted: IsWanted<'_>) -> Command {
    // What it takes itself is listed after what its source takes.
    let command = Command::new(verb.place().1).next_display_order(BEHIND_SOURCES);
    let command = (verb.options)(command).about(verb.about);
    if !verb.takes_source {
        return command;
    }
    let command = command.subcommand_value_name("SOURCE").subcommand_required(true).arg_required_else_help(true);
    let families = FAMILIES.iter().filter(|family| is_wanted(family.name));
    command.subcommands(families.map(command_of))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Below a verb an option of the verb would be read where a parameter of the same name is meant.
    #[test]
    fn no_parameter_has_the_name_of_an_option() {
        let named = |command: &Command| command.get_arguments().map(|arg| arg.get_id().to_string()).collect::<Vec<_>>();
        let everywhere = named(&plain());
        let verbs = VERBS.iter().filter(|verb| verb.takes_source);
        let of_verbs = verbs.flat_map(|verb| named(&(verb.options)(Command::new(verb.name))));
        let taken: Vec<String> = everywhere.into_iter().chain(of_verbs).collect();
        for family in FAMILIES {
            for arg in named(&command_of(family)) {
                assert!(!taken.contains(&arg), "{} --{arg}", family.name);
            }
        }
    }
}
