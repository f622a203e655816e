//! Which verb heeds which of the options that all verbs share: one table, from which help, completions and refusals come.

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, CommandFactory};

use super::args::{Cli, is_source};
use super::exit::Failure;

const DEMANDS: &[&str] = &["select", "forbid", "optional"];
const COUNTING: &[&str] = &["threads", "engine", "split_depth", "no_merging", "memory"];
const LIMITS: &[&str] = &["time_limit", "limit", "node_limit"];
/// What a source does by itself.
const COUNT: &str = "a count";

/// The verbs, and the options that each heeds besides its own.
const HEEDED: &[(&str, &[&[&str]])] = &[
    (COUNT, &[DEMANDS, COUNTING, LIMITS, &["run", "stats", "json", "quiet", "verbose", "progress"]]),
    ("table", &[DEMANDS, COUNTING, LIMITS, &["run", "json", "quiet", "progress"]]),
    ("solve", &[DEMANDS, LIMITS, &["threads", "stats", "json", "quiet"]]),
    ("gallery", &[DEMANDS, LIMITS, &["threads", "quiet"]]),
    ("sample", &[DEMANDS, &["threads", "memory", "json", "quiet"]]),
    ("estimate", &[DEMANDS, &["threads", "memory", "json"]]),
    ("scale", &[DEMANDS, COUNTING, LIMITS, &["json"]]),
    ("trace", &[DEMANDS, &["quiet"]]),
    ("convert", &[DEMANDS, &["threads", "memory", "quiet"]]),
    ("resume", &[COUNTING, LIMITS, &["json", "quiet", "verbose", "progress"]]),
    ("audit", &[COUNTING, LIMITS]),
    ("verify", &[COUNTING, LIMITS]),
    ("status", &[&["json"]]),
    ("sudoku rate", &[&["threads", "json"]]),
    ("sudoku generate", &[&["threads", "json", "quiet"]]),
    ("completions", &[]),
    ("man", &[]),
];

/// Does this verb heed this option?
fn heeds(verb: &str, option: &str) -> bool {
    let groups = HEEDED.iter().find(|(name, _)| *name == verb).map_or(&[][..], |(_, groups)| groups);
    groups.iter().any(|group| group.contains(&option))
}

/// The verbs that heed an option.
pub(super) fn verbs_that_heed(option: &str) -> impl Iterator<Item = &'static str> {
    HEEDED.iter().map(|(verb, _)| *verb).filter(move |verb| heeds(verb, option))
}

/// The verb that these commands, one below the other, are.
fn verb_of(names: &[&str]) -> String {
    match names {
        ["sudoku", below @ ("rate" | "generate")] => format!("sudoku {below}"),
        [first, ..] if !is_source(first) => (*first).into(),
        _ => COUNT.into(),
    }
}

/// Is every option that was given one that its verb heeds? Clap offers all of them to all verbs.
pub(super) fn check(matches: &ArgMatches) -> Result<(), Failure> {
    let (mut names, mut lowest) = (Vec::new(), matches);
    while let Some((name, below)) = lowest.subcommand() {
        names.push(name);
        lowest = below;
    }
    let verb = verb_of(&names);
    let command = Cli::command();
    let is_given = |option: &&Arg| lowest.value_source(option.get_id().as_str()) == Some(ValueSource::CommandLine);
    let mut given = command.get_arguments().filter(|option| option.is_global_set()).filter(is_given);
    match given.find(|option| !heeds(&verb, option.get_id().as_str())) {
        None => Ok(()),
        Some(option) => Err(refused(option, &verb)),
    }
}

fn refused(option: &Arg, verb: &str) -> Failure {
    let owners: Vec<&str> = verbs_that_heed(option.get_id().as_str()).collect();
    let flag = format!("--{}", option.get_long().unwrap_or_default());
    let help = format!("it goes with {}", owners.join(", "));
    Failure::usage(format!("{flag} does not go with {verb}"), &help)
}

/// The command line with its shared options at every verb, those hidden that the verb does not heed.
pub(super) fn shown(mut command: Command) -> Command {
    command.build();
    command.mut_subcommands(|below| hidden(below, &[]))
}

fn hidden(command: Command, above: &[&str]) -> Command {
    let name = command.get_name().to_owned();
    let names = [above, &[name.as_str()]].concat();
    let verb = verb_of(&names);
    // A source by itself heeds all of them.
    let is_refused = |option: &str| heeds(COUNT, option) && !heeds(&verb, option);
    let hide = |option: Arg| if is_refused(option.get_id().as_str()) { option.hide(true) } else { option };
    let command = command.mut_args(hide).mut_subcommands(|below| hidden(below, &names));
    // `rate` and `generate` are verbs themselves: below another they are out of place.
    if matches!(names[..], [first, "sudoku", _] if !is_source(first)) { command.hide(true) } else { command }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_knows_every_verb_and_every_shared_option() {
        let command = Cli::command();
        let all = command.get_subcommands().map(Command::get_name).filter(|name| !is_source(name));
        let verbs: Vec<&str> = all.chain([COUNT, "sudoku rate", "sudoku generate"]).collect();
        assert!(verbs.iter().all(|verb| HEEDED.iter().any(|(name, _)| name == verb)), "{verbs:?}");
        assert_eq!(verbs.len(), HEEDED.len());
        let shared: Vec<&str> = command.get_arguments().map(|option| option.get_id().as_str()).collect();
        assert!(shared.iter().all(|option| heeds(COUNT, option)), "{shared:?}");
        let named = HEEDED.iter().flat_map(|(_, groups)| *groups).flat_map(|group| *group);
        assert_eq!(named.filter(|option| !shared.contains(option)).count(), 0);
    }

    /// Words that give each shared option, and the verbs with all that they need.
    #[test]
    fn what_help_does_not_show_is_refused() {
        let verbs = [
            ("queens 8", COUNT),
            ("table queens 8", "table"),
            ("solve queens 8", "solve"),
            ("gallery queens 8", "gallery"),
            ("sample queens 8", "sample"),
            ("estimate queens 8", "estimate"),
            ("scale queens 8", "scale"),
            ("trace queens 8", "trace"),
            ("convert queens 8", "convert"),
            ("resume f", "resume"),
            ("audit f", "audit"),
            ("verify", "verify"),
            ("status f", "status"),
            ("sudoku rate f", "sudoku rate"),
            ("sudoku generate", "sudoku generate"),
            ("completions bash", "completions"),
            ("man", "man"),
        ];
        assert_eq!(verbs.len(), HEEDED.len());
        let plain = Cli::command();
        for (words, verb) in verbs {
            let mut command = shown(Cli::command());
            let names = words.split(' ').map_while(|name| {
                let below = command.find_subcommand(name)?.clone();
                command = below;
                Some(())
            });
            assert!(names.count() > 0, "{words}");
            for option in plain.get_arguments() {
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
                let given = ["dlx-count"].into_iter().chain(words.split(' ')).chain([flag.as_str()]).chain(value);
                let checked = check(&Cli::command().try_get_matches_from(given).unwrap());
                assert_eq!(checked.is_ok(), is_shown, "{words} {flag}");
                assert_eq!(is_shown, heeds(verb, id), "{words} {flag}");
            }
        }
    }
}
