//! What `--help` says: examples first, sources and verbs apart, options in groups.

use std::fmt::Write as _;

use clap::error::{ContextKind, ErrorKind};
use clap::{Arg, Command, CommandFactory};

use super::args::{Cli, is_source, stranger};
use super::exit::Failure;
use super::heeds;

/// Words of a command line, and what they do.
type Example = (&'static str, &'static str);

const EXAMPLES: &[Example] = &[
    ("queens 14 --threads 16", "count with 16 threads"),
    ("polyomino 6x10 --pieces pentominoes", ""),
    ("file problem.dlx", "covers of a problem in a file"),
    ("queens 16 --time-limit 10s", "a lower bound after ten seconds"),
    ("queens 18 --run q18.run", "a run that can be stopped"),
    ("table queens 1..12 --check", "compared with what is published"),
    ("solve queens 8 --limit 3", "print solutions"),
    ("solve sudoku puzzle.txt --picture solved.svg", ""),
    ("trace queens 6 -o queens6.html", "watch the search step by step"),
    ("estimate queens 20", "what a count would take"),
    ("scale queens 16 --threads 1,2,4", "how it scales on this machine"),
    ("convert queens 8 --to dlx", "write the problem down"),
];

const STATUS: &str = "\
Exit status: 0 complete; 1 I/O or internal error; 2 usage or bad input;
3 stopped by a limit (the number is a lower bound); 130 interrupted; 143 terminated.";

/// Examples of a verb or a source.
fn examples_of(name: &str) -> &'static [Example] {
    match name {
        "queens" => &[
            ("queens 14", ""),
            ("queens 8 --up-to-symmetry", "rotations and reflections count as one"),
            ("queens 8 --placed \"1,1 2,5\"", "with queens that stand already"),
            ("queens 13 --toroidal", "diagonals go on at the other edge"),
        ],
        "polyomino" => &[
            ("polyomino 6x10 --pieces pentominoes", "each piece once"),
            ("polyomino 8x8 --pieces dominoes --reuse", "any number of each"),
            ("polyomino 8x8 --remove \"4,4 4,5 5,4 5,5\" --pieces pentominoes", ""),
            ("polyomino 3x3x3 --pieces soma", "a box"),
            ("polyomino @board.txt --pieces I4,L4 --copies I4=2,L4=0..", "a drawn board"),
        ],
        "sudoku" => &[
            ("sudoku puzzles.txt", "a count for each puzzle"),
            ("solve sudoku puzzles.txt", "the solutions"),
            ("sudoku rate puzzles.txt", "how hard they are"),
            ("sudoku generate --hard --seed 1", "a new one"),
        ],
        "langford" => &[("langford 11 --up-to-reversal", ""), ("langford 9 --skolem", "")],
        "latin" => &[("latin 5", ""), ("latin 6 --reduced", "first row and column in order")],
        "matching" => &[("matching 20", "")],
        "partition" => &[("partition 12", "")],
        "steiner" => &[("steiner 9", "")],
        "file" => &[
            ("file problem.dlx", "the word `file` may be left out"),
            ("file - < problem.dlx", "from standard input"),
            ("file matrix.txt --input-format matrix", ""),
        ],
        "solve" => &[
            ("solve queens 8 --limit 3", ""),
            ("solve queens 20 --seed 1 --limit 1", "one by chance, the same each time"),
            ("solve sudoku puzzles.txt -q", "solutions alone"),
            ("solve file problem.dlx --as json", "a line each"),
            ("solve polyomino 6x10 --pieces pentominoes --picture tiling.svg", ""),
        ],
        "sample" => &[("sample polyomino 8x8 --pieces dominoes --reuse --count 3 --seed 1", "")],
        "gallery" => &[
            ("gallery queens 6 -o queens6.html", ""),
            ("gallery polyomino 3x20 --pieces pentominoes -o tilings.html", ""),
        ],
        "trace" => &[
            ("trace queens 6 -o queens6.html", ""),
            ("trace queens 4 --against naive -o queens4.html", "beside row by row"),
            ("trace file problem.dlx -o problem.html", "a table of items and options"),
        ],
        "table" => &[
            ("table queens 1..12 --check", "compared with what is published"),
            ("table polyomino 1..8x1..8 --pieces dominoes --reuse --csv", ""),
            ("table queens 1..18 --run queens.run", "a table that can be stopped and may grow"),
        ],
        "estimate" => &[("estimate queens 24", "")],
        "scale" => &[("scale queens 16 --threads 1,2,4,8 --repeat 5 --svg scaling.svg", "")],
        "resume" => &[("resume q18.run", "")],
        "status" => &[("status q18.run --json", "")],
        "audit" => &[("audit q18.run --sample 5%", ""), ("audit q18.run --sample 100% --engine links", "")],
        "convert" => &[
            ("convert queens 8 --to dlx", ""),
            ("convert file problem.dlx --to cnf -o problem.cnf", ""),
            ("convert polyomino 8x8 --pieces dominoes --reuse --to zdd -o tilings.zdd", "all solutions as a diagram"),
        ],
        "verify" => &[("verify --up-to 1000000", "")],
        "completions" => &[("completions bash > dlx-count.bash", "then: source dlx-count.bash")],
        "man" => &[("man > dlx-count.1", "then: man ./dlx-count.1")],
        "rate" => &[("sudoku rate puzzles.txt", "")],
        "generate" => &[("sudoku generate --count 10 --seed 1", ""), ("sudoku generate --box 2x3", "6 by 6")],
        _ => &[],
    }
}

/// The command line with its help.
pub(super) fn command() -> Command {
    let plain = Cli::command();
    let (verbs, sources): (Vec<&Command>, Vec<&Command>) =
        plain.get_subcommands().partition(|command| !is_source(command.get_name()));
    let template = format!(
        "{{about}}\n\n{}\n{{usage-heading}} {{usage}}\n\n{}\n{}\n{{all-args}}\n\n{STATUS}",
        listed("Examples", EXAMPLES),
        summary("Sources", &sources),
        summary("Verbs", &verbs),
    );
    // The list is in the template, in two parts.
    let hidden = plain.mut_subcommands(|command| with_examples(command.hide(true)));
    heeds::shown(hidden.override_usage("dlx-count [VERB] <SOURCE|FILE> [OPTIONS]").help_template(template))
}

/// What the manual page says in the end.
pub(super) fn last_words() -> String {
    let examples: Vec<String> = EXAMPLES.iter().map(|(example, _)| format!("dlx-count {example}\n")).collect();
    format!("Examples:\n\n{}\n{STATUS}", examples.join("\n"))
}

/// A verb, or a source by itself: its help begins with its examples. The sources below a verb have none of their own.
fn with_examples(command: Command) -> Command {
    let examples = examples_of(command.get_name());
    let shown = if examples.is_empty() { String::new() } else { listed("Examples", examples) + "\n" };
    let is_source = is_source(command.get_name());
    command
        .help_template(format!("{{about}}\n\n{shown}{{usage-heading}} {{usage}}\n\n{{all-args}}"))
        .disable_help_subcommand(true)
        .subcommand_help_heading(if is_source { "Verbs" } else { "Sources" })
        .mut_subcommands(|below| if is_source { with_examples(below) } else { below.disable_help_subcommand(true) })
}

/// What to say instead of what clap would: it knows of an option only where that is allowed, and of no verb that is left out.
pub(super) fn hint(error: &clap::Error) -> Option<Failure> {
    let invalid = |kind| error.get(kind).map(ToString::to_string);
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let word = invalid(ContextKind::InvalidArg)?;
            let option = word.split('=').next()?;
            let owners = owners_of(option, &Cli::command(), "");
            (!owners.is_empty()).then(|| {
                let help = format!("it goes with {}: see dlx-count {} --help", owners.join(", "), owners[0]);
                Failure::usage(format!("{option} does not go with this"), &help)
            })
        }
        ErrorKind::InvalidSubcommand if stranger(error)? == "count" => {
            Some(Failure::usage("to count needs no verb", "begin with the source: dlx-count queens 8"))
        }
        ErrorKind::InvalidSubcommand => {
            let near = invalid(ContextKind::SuggestedSubcommand).map(|near| format!("did you mean `{near}`? "));
            let help = near.unwrap_or_default() + "dlx-count --help lists verbs and sources";
            Some(Failure::usage(format!("`{}` is no verb, no source and no file", stranger(error)?), &help))
        }
        _ => None,
    }
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
        let _ = writeln!(text, "  {:11}  {about}", command.get_name());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

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
