//! What `--help` says: examples first, sources and verbs apart, options in groups.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};

use super::build::plain;
use super::heeds;
use super::read::stranger;
use crate::cli::args::is_source;
use crate::cli::end::Failure;
use crate::cli::show::{OUTPUT, ended, output};
use crate::cli::verbs::{HelpWords, VERBS, Verb};
use crate::family::{Example, FAMILIES, Family};
use crate::format::{meant, similar};

const EXAMPLES: &[Example] = &[
    ("queens 14 --threads 16", "count with 16 threads"),
    ("polyomino 6x10 --pieces pentominoes", ""),
    ("file problem.dlx", "a problem in a file"),
    ("queens 8 --up-to-symmetry", "count symmetric solutions once"),
    ("table queens 1..12 --check", "compare with published counts"),
    ("solve queens 8 --limit 3", "print solutions"),
    ("estimate queens 20", "predict time and size"),
    ("queens 18 --run q18.run", "can be stopped and resumed"),
    ("queens 16 --time-limit 10s", "lower bound after ten seconds"),
    ("solve sudoku puzzle.txt --picture solved.svg", ""),
    ("trace queens 6 -o queens6.html", "watch the search, step by step"),
    ("scale queens 16 --threads 1,2,4", "measure scaling on this machine"),
    ("convert queens 8 --to dlx", "write the problem to a file"),
];

/// The number of examples in the short help, which leaves room for the next prompt on a screen of 24 lines.
const BRIEF: usize = 6;

const USAGE: &str = "dlx-count [VERB] <SOURCE|FILE> [OPTIONS]";

const STATUSES: &[(&str, &str)] = &[
    ("0", "complete"),
    ("1", "I/O or internal error"),
    ("2", "usage or bad input"),
    ("3", "stopped by a limit (the number is a lower bound)"),
    ("130", "interrupted"),
    ("129", "hung up"),
    ("143", "terminated"),
];

/// What manual pages say in addition to the options.
pub(super) const WORDS: HelpWords = HelpWords { examples: examples_of, statuses: STATUSES };

/// Examples of a verb or a source, or of the program.
fn examples_of(name: &str) -> &'static [Example] {
    if name == "dlx-count" {
        return EXAMPLES;
    }
    let family = Family::named(name).map(|family| family.examples);
    let verb = || VERBS.iter().find(|verb| verb.place().1 == name).map(|verb| verb.examples);
    family.or_else(verb).unwrap_or_default()
}

/// The command line with its help.
pub(super) fn command() -> Command {
    let plain = plain();
    let (verbs, sources): (Vec<&Command>, Vec<&Command>) =
        plain.get_subcommands().partition(|command| !is_source(command.get_name()));
    let template = format!(
        "{{about}}\n\n{}\n{{usage-heading}} {{usage}}\n\n{}\n{}\n{{all-args}}\n\n{}",
        listed("Examples", EXAMPLES),
        summary("Sources", &sources),
        summary("Verbs", &verbs),
        statuses(),
    );
    // The list is in the template, in two parts.
    let hidden = plain.mut_subcommands(|command| with_examples(command.hide(true)));
    heeds::shown(hidden.override_usage(USAGE).help_template(template))
}

/// What the program says where nothing was asked, and for `-h`: one screen.
pub(super) fn brief() -> Command {
    let plain = plain();
    let (verbs, sources): (Vec<&Command>, Vec<&Command>) =
        plain.get_subcommands().partition(|command| !is_source(command.get_name()));
    let text = format!(
        "{}.\n\nUsage: {USAGE}\n\n{}\n{}\n{}\
         Help: dlx-count --help (all), dlx-count queens --help, dlx-count solve --help",
        env!("CARGO_PKG_DESCRIPTION").split(": ").next().unwrap_or_default(),
        listed("Examples", &EXAMPLES[..BRIEF]),
        names("Sources", &sources),
        names("Verbs", &verbs),
    );
    plain.override_help(text)
}

/// The command line as the manual pages show it: there is no page about help.
pub(super) fn manual() -> Command {
    let without_help = |command: Command| command.disable_help_subcommand(true);
    heeds::shown(without_help(plain()).mut_subcommands(without_help))
}

/// The exit statuses in two lines.
fn statuses() -> String {
    let all: Vec<String> = STATUSES.iter().map(|(status, meaning)| format!("{status} {meaning}")).collect();
    format!("Exit status: {};\n{}.", all[..3].join("; "), all[3..].join("; "))
}

/// A verb, or a source by itself: its help begins with its examples. The sources below a verb have none of their own.
fn with_examples(command: Command) -> Command {
    let examples = examples_of(command.get_name());
    let shown = if examples.is_empty() { String::new() } else { listed("Examples", examples) + "\n" };
    let is_source = is_source(command.get_name());
    // Its own options come first, and the sources, which are many, last and in a few lines.
    let sources: Vec<&Command> = if is_source { Vec::new() } else { command.get_subcommands().collect() };
    let after = if sources.is_empty() { String::new() } else { format!("\n\n{}", names("Sources", &sources)) };
    let usage = format!("dlx-count {} <SOURCE> [OPTIONS]", command.get_name());
    let command = if sources.is_empty() { command } else { command.override_usage(usage) };
    command
        .help_template(format!("{{about}}\n\n{shown}{{usage-heading}} {{usage}}\n\n{{all-args}}{after}"))
        .disable_help_subcommand(true)
        .subcommand_help_heading("Verbs")
        .mut_subcommands(|below| match is_source {
            true => with_examples(below),
            false => below.disable_help_subcommand(true).hide(true),
        })
}

/// The error where a verb stands behind its source: `queens solve 8`.
pub(super) fn late_verb(words: &[OsString], error: &clap::Error) -> Option<Failure> {
    let [program, source, verb, rest @ ..] = words else { return None };
    let (name, word) = (source.to_str()?, verb.to_str()?);
    let is_verb = VERBS.iter().any(|known| known.takes_source && known.place() == (None, word));
    let is_wrong = !matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    if !is_wrong || !is_verb || !is_source(name) || Path::new(word).exists() {
        return None;
    }
    let program = Path::new(program).file_stem().and_then(OsStr::to_str).unwrap_or("dlx-count");
    let rest: String = rest.iter().map(|word| format!(" {}", word.to_string_lossy())).collect();
    let help = format!("{program} {word} {name}{rest}");
    Some(Failure::usage(format!("`{word}` stands before its source"), &help))
}

/// What to say instead of what clap would: it knows of an option only where that is allowed, and of no verb that is left out.
pub(super) fn hint(error: &clap::Error) -> Option<Failure> {
    let invalid = |kind| error.get(kind).map(ToString::to_string);
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let word = invalid(ContextKind::InvalidArg)?;
            let option = word.split('=').next()?;
            let line = plain();
            let mut owners = owners_of(option, &line, "");
            if owners.is_empty() {
                let is_option = option.starts_with('-') && !option[1..].starts_with(|sign: char| sign.is_ascii_digit());
                return Some(if is_option { no_option(option, &line) } else { one_too_many(&word) });
            }
            // Verbs of one source alone come last.
            owners.sort_by_key(|owner| owner.contains(' '));
            let help = format!("it can be used with {}: see dlx-count {} --help", owners.join(", "), owners[0]);
            Some(Failure::usage(format!("{option} cannot be used here"), &help))
        }
        ErrorKind::MissingRequiredArgument => one_of_two(error),
        ErrorKind::InvalidSubcommand if stranger(error)? == "count" => {
            Some(Failure::usage("counting needs no verb", "begin with the source: dlx-count queens 8"))
        }
        ErrorKind::InvalidSubcommand => Some(no_command(&stranger(error)?)),
        ErrorKind::ArgumentConflict => {
            // Of two options that exclude each other clap says more.
            invalid(ContextKind::InvalidSubcommand).map(|word| one_too_many(&word))
        }
        _ => None,
    }
}

/// The error for a word after which no other was to come.
fn one_too_many(word: &str) -> Failure {
    let is_file = word.contains(['.', '/']) || Path::new(word).exists();
    let joined = "one source at a time; for files one after the other: cat A B | dlx-count SOURCE -";
    let help = if is_file { joined } else { "one source at a time; its --help shows which words it takes" };
    Failure::usage(format!("`{word}` is one word too many"), help)
}

/// The error where one of two parameters must be given: clap names only the first.
fn one_of_two(error: &clap::Error) -> Option<Failure> {
    let ContextValue::Strings(missing) = error.get(ContextKind::InvalidArg)? else { return None };
    let usage = error.get(ContextKind::Usage)?.to_string();
    let words: Vec<&str> = usage.split_whitespace().collect();
    let family = FAMILIES.iter().find(|family| words.contains(&family.name))?;
    let is_below = |verb: &&Verb| verb.place().0 == Some(family.name) && words.contains(&verb.place().1);
    if VERBS.iter().any(is_below) {
        return None;
    }
    family.parameters.iter().find_map(|parameter| {
        let (value, other) = (parameter.value?, parameter.unless?);
        let shown = if parameter.is_first { format!("<{value}>") } else { format!("--{} <{value}>", parameter.name) };
        let help = family.parameters.iter().find(|parameter| parameter.name == other)?.help;
        (*missing == [shown]).then(|| {
            let this = if parameter.is_first { value.into() } else { format!("--{}", parameter.name) };
            // What a first word is the usage says.
            let own = if parameter.is_first { String::new() } else { format!("{this}: {}; ", parameter.help) };
            let help = format!("{own}--{other}: {help}");
            Failure::usage(format!("{} needs {this} or --{other}", family.name), &help)
        })
    })
}

/// Shows help that was asked for, or says what is wrong and ends the process.
pub(super) fn shown(error: &clap::Error) -> Result<(), Failure> {
    if error.use_stderr() {
        error.exit()
    }
    let _there = output()?;
    ended(error.print(), OUTPUT)
}

/// What other programs call options.
const OTHER_WORDS: [(&str, &str); 9] = [
    ("--from", "--start"),
    ("--timeout", "--time-limit"),
    ("--jobs", "--threads"),
    ("--cores", "--threads"),
    ("--format", "--as"),
    ("--mem", "--memory"),
    ("--silent", "--quiet"),
    ("--width", "--columns"),
    ("--height", "--rows"),
];

/// The error for an option that there is nowhere.
fn no_option(option: &str, line: &Command) -> Failure {
    let commands = std::iter::once(line).chain(line.get_subcommands());
    let all: BTreeSet<String> =
        commands.flat_map(Command::get_arguments).filter_map(|arg| Some(format!("--{}", arg.get_long()?))).collect();
    let other = OTHER_WORDS.iter().find(|(word, _)| *word == option).map(|(_, own)| format!("did you mean `{own}`?"));
    let near = other.or_else(|| meant(option, all.iter().map(String::as_str))).map(|near| near + " ");
    let help = near.unwrap_or_default() + "add --help after the same verb and source to list their options";
    Failure::usage(format!("`{option}` is not an option"), &help)
}

/// The error for a word that is neither a verb nor a source: perhaps the name of a file was meant.
fn no_command(word: &str) -> Failure {
    let path = Path::new(word);
    if let Some(verb) = VERBS.iter().find(|verb| verb.place().1 == word) {
        return misplaced(verb);
    }
    if path.is_dir() {
        return Failure::usage(format!("`{word}` is a folder"), "name a file with a problem in it");
    }
    if word.contains(['.', '/']) {
        let near = names_beside(path);
        let near = path.file_name().and_then(|name| similar(name.to_str()?, near.iter().map(String::as_str)));
        let help = near.map_or("dlx-count --help lists what can be counted without a file".into(), |near| {
            format!("did you mean `{}`?", path.with_file_name(near).display())
        });
        return Failure::usage(format!("there is no file `{word}`"), &help);
    }
    let plain = plain();
    let near = meant(word, plain.get_subcommands().map(Command::get_name)).map(|near| near + " ");
    let help = near.unwrap_or_default() + "dlx-count --help lists verbs and sources";
    Failure::usage(format!("`{word}` is not a verb, source or file"), &help)
}

/// A verb where a source should stand.
fn misplaced(verb: &Verb) -> Failure {
    match verb.place() {
        (Some(_), word) => {
            Failure::usage(format!("`{word}` cannot stand here"), &format!("begin with: dlx-count {}", verb.name))
        }
        (None, word) => Failure::usage(
            format!("`{word}` is a verb, and a source should stand here"),
            "one verb, then one source: dlx-count --help lists them",
        ),
    }
}

/// The names of files where this one would be.
fn names_beside(path: &Path) -> Vec<String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter(|entry| entry.path().is_file()).filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

/// The verbs and sources that have this option, those below others by both words.
fn owners_of(option: &str, command: &Command, above: &str) -> Vec<String> {
    let mut owners = Vec::new();
    for below in command.get_subcommands() {
        let name = format!("{above}{}", below.get_name());
        let is_option = |argument: &Arg| {
            argument.get_long().is_some_and(|long| option.strip_prefix("--") == Some(long))
                || argument.get_short().is_some_and(|short| option.strip_prefix('-') == Some(&short.to_string()))
        };
        if below.get_arguments().any(is_option) {
            owners.push(name);
        } else if is_source(below.get_name()) {
            owners.extend(owners_of(option, below, &format!("{name} ")));
        }
    }
    owners
}

/// A heading in the style of the others.
fn heading(words: &str) -> String {
    format!("\u{1b}[1m\u{1b}[4m{words}:\u{1b}[0m\n")
}

fn listed(words: &str, examples: &[Example]) -> String {
    let width = examples.iter().map(|(example, _)| example.len()).filter(|&width| width <= 31).max().unwrap_or(0);
    let mut text = heading(words);
    for (example, meaning) in examples {
        let line = if meaning.is_empty() { String::from(*example) } else { format!("{example:width$}  {meaning}") };
        let _ = writeln!(text, "  dlx-count {line}");
    }
    text
}

fn summary(words: &str, commands: &[&Command]) -> String {
    let mut text = heading(words);
    for command in commands {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        let _ = writeln!(text, "  {:13}  {about}", command.get_name());
    }
    text
}

/// The names of commands, in lines of at most 78 signs.
fn names(words: &str, commands: &[&Command]) -> String {
    let mut lines = vec![String::from(" ")];
    for command in commands {
        let last = lines.last_mut().filter(|line| line.len() + command.get_name().len() < 78);
        match last {
            Some(line) => *line += &format!(" {}", command.get_name()),
            None => lines.push(format!("  {}", command.get_name())),
        }
    }
    heading(words) + &lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_short_help_fits_on_a_screen() {
        let text = brief().render_help().to_string();
        assert!(text.lines().count() < 24, "{text}");
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
    }

    #[test]
    fn every_command_has_examples_that_are_read() {
        let command = command();
        command.clone().debug_assert();
        let names = command.get_subcommands().map(Command::get_name).filter(|&name| name != "help");
        for name in names.chain(["rate", "generate"]) {
            assert!(!examples_of(name).is_empty(), "{name}");
        }
        let all = command.get_subcommands().flat_map(|command| examples_of(command.get_name()));
        for (example, _) in all.chain(EXAMPLES) {
            let words = example.split(" >").next().unwrap_or_default().split(" <").next().unwrap_or_default();
            let words = words.replace('"', "").replace("1,1 2,5", "1,1").replace("4,4 4,5 5,4 5,5", "4,4");
            let read =
                command.clone().try_get_matches_from(std::iter::once("dlx-count").chain(words.split_whitespace()));
            assert!(read.is_ok(), "{example}: {}", read.unwrap_err());
        }
    }
}
