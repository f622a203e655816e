//! Which of the shared options each verb accepts: help shows those, and all others are refused.

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

use super::build::{descend, of_words, verb_of};
use crate::cli::args::never_takes_kinds;
use crate::cli::end::Failure;
use crate::cli::verbs::{COUNT, VERBS, Verb};

/// Refuses options that the verb does not accept. Clap offers all of them to all verbs.
pub(super) fn check(matches: &ArgMatches) -> Result<(), Failure> {
    let (names, _, lowest) = descend(matches);
    let verb = verb_of(&names);
    let command = of_words(&[]);
    let is_given = |option: &&Arg| lowest.value_source(option.get_id().as_str()) == Some(ValueSource::CommandLine);
    let mut given = command.get_arguments().filter(|option| option.is_global_set()).filter(is_given);
    match given.find(|option| !verb.heeds(option.get_id().as_str())) {
        None => Ok(()),
        Some(option) => Err(refused(option, verb)),
    }
}

fn refused(option: &Arg, verb: &Verb) -> Failure {
    let heeding = std::iter::once(&COUNT).chain(VERBS).filter(|verb| verb.heeds(option.get_id().as_str()));
    let mut heeding: Vec<&&Verb> = heeding.collect();
    // Those that count and keep what they count are the most likely to be meant.
    heeding.sort_by_key(|verb| !verb.heeds("run"));
    let owners: Vec<&str> = heeding.iter().map(|verb| verb.name).collect();
    let flag = format!("--{}", option.get_long().unwrap_or_default());
    let help = format!("it can be used with {}", owners.join(", "));
    Failure::usage(format!("{flag} cannot be used with {}", verb.name), &help)
}

/// Options of sources by which solutions are counted up to a group.
const GROUPS: [&str; 2] = ["up-to-symmetry", "symmetry"];

/// The command line with its shared options at every verb, without those that the verb, or the source below it, does not accept.
pub(super) fn shown(mut command: Command) -> Command {
    command.build();
    command.mut_subcommands(|below| hidden(below, &[]))
}

fn hidden(command: Command, above: &[&str]) -> Command {
    let name = command.get_name().to_owned();
    let names = [above, &[name.as_str()]].concat();
    let verb = verb_of(&names);
    // A source by itself accepts all of them.
    let is_refused = |option: &str| {
        COUNT.heeds(option) && !verb.heeds(option)
            || GROUPS.contains(&option) && (!verb.takes_kinds || never_takes_kinds(&name))
    };
    let hide = |option: Arg| if is_refused(option.get_id().as_str()) { option.hide(true) } else { option };
    let say = |option: Arg| match verb.saying(option.get_id().as_str()) {
        Some(words) => option.help(words),
        None => option,
    };
    command.mut_args(|option| say(hide(option))).mut_subcommands(|below| hidden(below, &names))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::line::build::plain;

    #[test]
    fn verbs_heed_options_that_there_are() {
        let command = plain();
        let shared: Vec<&str> = command.get_arguments().map(|option| option.get_id().as_str()).collect();
        assert!(shared.iter().all(|option| COUNT.heeds(option)), "{shared:?}");
        let named = VERBS.iter().flat_map(|verb| verb.heeds).flat_map(|group| *group);
        assert_eq!(named.filter(|option| !shared.contains(option)).count(), 0);
        for verb in VERBS {
            assert!(verb.says.iter().all(|(option, _)| verb.heeds(option)), "{}", verb.name);
        }
    }

    #[test]
    fn help_shows_a_group_where_it_is_taken() {
        let command = shown(plain());
        let is_shown = |names: &[&str]| {
            let below = |command: &Command, name: &&str| command.find_subcommand(name).unwrap().clone();
            let own = names.iter().fold(command.clone(), |command, name| below(&command, name));
            own.get_arguments().any(|option| option.get_id() == "up-to-symmetry" && !option.is_hide_set())
        };
        assert!(is_shown(&["queens"]) && is_shown(&["solve", "queens"]) && is_shown(&["factorization"]));
        assert!(!is_shown(&["trace", "queens"]) && !is_shown(&["tour"]) && !is_shown(&["solve", "cnf"]));
    }

    /// The words of a verb with all that it needs.
    fn words(verb: &Verb) -> Vec<&'static str> {
        let rest: &[&str] = match verb.name {
            "a count" => return vec!["queens", "8"],
            "completions" => &["bash"],
            "resume" | "status" | "audit" | "sudoku rate" | "work" | "gather" => &["f"],
            _ if verb.takes_source => &["queens", "8"],
            _ => &[],
        };
        verb.name.split(' ').chain(rest.iter().copied()).collect()
    }

    #[test]
    fn what_help_does_not_show_is_refused() {
        let line = plain();
        for verb in std::iter::once(&COUNT).chain(VERBS) {
            let mut command = shown(plain());
            let words = words(verb);
            let names = words.iter().map_while(|name| {
                let below = command.find_subcommand(name)?.clone();
                command = below;
                Some(())
            });
            assert!(names.count() > 0, "{words:?}");
            for option in line.get_arguments() {
                let (id, flag) = (option.get_id().as_str(), format!("--{}", option.get_long().unwrap()));
                let is_shown = command.get_arguments().any(|own| own.get_id() == id && !own.is_hide_set());
                let value = match id {
                    "threads" | "split_depth" | "limit" | "node_limit" => "3",
                    "engine" | "progress" => "auto",
                    "memory" => "1GB",
                    "time_limit" => "3s",
                    _ => "word",
                };
                let value = option.get_action().takes_values().then_some(value);
                let given = ["dlx-count"].iter().chain(&words).copied().chain([flag.as_str()]).chain(value);
                let checked = check(&line.clone().try_get_matches_from(given).unwrap());
                assert_eq!(checked.is_ok(), is_shown, "{words:?} {flag}");
                assert_eq!(is_shown, verb.heeds(id), "{words:?} {flag}");
            }
        }
    }
}
