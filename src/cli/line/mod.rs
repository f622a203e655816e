//! The whole command line: made from the tables of verbs and families, read, and checked.

mod build;
mod heeds;
mod help;
mod read;

use std::ffi::OsString;

use clap::{ArgMatches, FromArgMatches};

use super::args::{self, DemandArgs, RunArgs};
use super::ask;
use super::end::Failure;
use super::settings::Settings;
use super::verbs::{Call, Verb};
use crate::job::{Ask, Source};

/// The command line of a process, read: a verb, and what it is called with.
pub(super) struct CommandLine {
    matches: ArgMatches,
}

impl CommandLine {
    /// Reads words, the first of which is the program's name. None if they ask for help, which is shown; an error if they are wrong.
    pub(super) fn read(words: Vec<OsString>) -> Result<Option<Self>, Failure> {
        let (words, read) = read::read(words);
        // The help takes 4 of 6 ms to put together, so it is left out unless it may be wanted.
        let is_brief = words.len() < 2 || words[1..] == ["-h"];
        let command = || if is_brief { help::brief() } else { help::command() };
        let matches = read.or_else(|_| command().try_get_matches_from(&words));
        let matches = match matches {
            Ok(matches) => matches,
            Err(error) => {
                let hint = help::late_verb(&words, &error).or_else(|| help::hint(&error));
                return hint.map_or_else(|| help::shown(&error).map(|()| None), Err);
            }
        };
        heeds::check(&matches)?;
        Ok(Some(Self { matches }))
    }

    /// The verb, and what it is called with.
    pub(super) fn call(&self) -> Result<(&'static Verb, Call<'_>), Failure> {
        let (names, own, lowest) = build::descend(&self.matches);
        let verb = build::verb_of(&names);
        let settings = Settings::new(given::<RunArgs>(&self.matches), verb.takes_several_threads)?;
        let source = names.last().filter(|_| verb.takes_source).and_then(|name| args::source_of(name, lowest));
        let ask = source.map(|source| self.ask(source, settings.run.is_some())).transpose()?;
        let (command_line, plain_line) = (help::manual, build::plain);
        let call = Call { matches: own, settings, ask, command_line, plain_line, words: help::WORDS };
        Ok((verb, call))
    }

    fn ask(&self, source: Source, is_kept: bool) -> Result<Ask, Failure> {
        ask::check(&source, is_kept)?;
        Ok(Ask { source, demands: ask::demands(&given::<DemandArgs>(&self.matches)) })
    }
}

/// Options that every command has. What clap has accepted it can also give.
fn given<T: FromArgMatches>(matches: &ArgMatches) -> T {
    T::from_arg_matches(matches).unwrap_or_else(|error| error.format(&mut help::command()).exit())
}
