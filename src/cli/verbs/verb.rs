//! What a verb is: a row of the table from which the command line, its help, its completions and its refusals are made.

use std::process::ExitCode;

use clap::{ArgMatches, Command, FromArgMatches};

use crate::cli::end::Failure;
use crate::cli::settings::Settings;
use crate::family::{Drawing, Example};
use crate::job::Ask;
use crate::symmetry::CountQuery;

/// Groups of shared options, each verb accepting some of them, by their names in `args`.
pub(super) const DEMANDS: &[&str] = &["select", "forbid", "optional", "at_least", "at_most", "irredundant"];
/// The shared options of verbs that take solutions up to symmetry.
pub(super) const GENERATORS: &[&str] = &["generators"];
pub(super) const COUNTING: &[&str] = &["threads", "engine", "split_depth", "no_merging", "memory", "spill"];
pub(super) const LIMITS: &[&str] = &["time_limit", "limit", "node_limit"];

/// A verb.
pub(in crate::cli) struct Verb {
    /// Its word; the verbs below a source have that before them, such as `sudoku rate`.
    pub(in crate::cli) name: &'static str,
    /// What it does, in one line.
    pub(in crate::cli) about: &'static str,
    /// Example commands.
    pub(in crate::cli) examples: &'static [Example],
    /// The shared options that it accepts in addition to its own.
    pub(in crate::cli) heeds: &'static [&'static [&'static str]],
    /// The help for options that have a special meaning under this verb: their names, and the text.
    pub(in crate::cli) says: &'static [(&'static str, &'static str)],
    /// Does it take solutions up to symmetry?
    pub(in crate::cli) takes_kinds: bool,
    /// Is it followed by a source?
    pub(in crate::cli) takes_source: bool,
    /// Does it run with several numbers of threads?
    pub(in crate::cli) takes_several_threads: bool,
    /// Adds its own options to its command.
    pub(in crate::cli) options: fn(Command) -> Command,
    /// Runs it.
    pub(in crate::cli) run: fn(&Call<'_>) -> Result<ExitCode, Failure>,
}

impl Verb {
    /// A verb about a source, without options of its own: the default for the others.
    pub(super) const PLAIN: Self = Self {
        name: "",
        about: "",
        examples: &[],
        heeds: &[],
        says: &[],
        takes_kinds: true,
        takes_source: true,
        takes_several_threads: false,
        options: |command| command,
        run: |_| Ok(ExitCode::SUCCESS),
    };

    /// The help for an option under this verb, if it has a special meaning there.
    pub(in crate::cli) fn saying(&self, option: &str) -> Option<&'static str> {
        self.says.iter().find(|(own, _)| *own == option).map(|(_, words)| *words)
    }

    /// Does it accept this option?
    pub(in crate::cli) fn heeds(&self, option: &str) -> bool {
        self.heeds.iter().any(|group| group.contains(&option))
    }

    /// The source it stands below, if it does, and its own word.
    pub(in crate::cli) fn place(&self) -> (Option<&'static str>, &'static str) {
        match self.name.split_once(' ') {
            Some((source, word)) => (Some(source), word),
            None => (None, self.name),
        }
    }
}

/// What a verb is called with.
pub(in crate::cli) struct Call<'a> {
    /// What was given for its own options.
    pub(in crate::cli) matches: &'a ArgMatches,
    /// How to run.
    pub(in crate::cli) settings: Settings,
    /// What it is about, if it takes a source.
    pub(in crate::cli) ask: Option<Ask>,
    /// The whole command line, with all that help says: for the verbs that are about it.
    pub(in crate::cli) command_line: fn() -> Command,
    /// The whole command line without help.
    pub(in crate::cli) plain_line: fn() -> Command,
    /// What its help says in addition.
    pub(in crate::cli) words: HelpWords,
}

/// What help and manual pages say in addition to the options.
#[derive(Clone, Copy)]
pub(in crate::cli) struct HelpWords {
    /// Examples of a verb or a source of this name, or of the program.
    pub(in crate::cli) examples: fn(&str) -> &'static [Example],
    /// The exit statuses, and what they mean.
    pub(in crate::cli) statuses: &'static [(&'static str, &'static str)],
}

impl Call<'_> {
    /// Its own options.
    pub(super) fn options<T: FromArgMatches>(&self) -> Result<T, Failure> {
        T::from_arg_matches(self.matches).map_err(|error| Failure::usage(error.to_string(), ""))
    }

    /// What is asked, and how to draw it.
    pub(super) fn drawn_questions(&self) -> Result<Vec<(CountQuery, Option<Drawing>)>, Failure> {
        let ask = self.ask()?;
        Ok(self.settings.in_time(|| ask.drawn_questions())??)
    }

    /// What it is about.
    pub(super) fn ask(&self) -> Result<&Ask, Failure> {
        self.ask.as_ref().ok_or_else(|| Failure::usage("no source was given", "dlx-count --help lists them"))
    }
}
