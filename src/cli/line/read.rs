//! From words to matches: a file may stand where a source should, and is read as if `file` stood before it.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::ArgMatches;
use clap::error::{ContextKind, ErrorKind};

use super::build::{of_words, plain};
use crate::cli::args::is_source;
use crate::cli::verbs::VERBS;

/// Reads the words of a command line. Returns the words, perhaps with `file` inserted, and what clap made of them.
pub(super) fn read(words: Vec<OsString>) -> (Vec<OsString>, Result<ArgMatches, clap::Error>) {
    if let Some(place) = clear_place(&words) {
        return read_at(&words, place);
    }
    // The word `file` before a script or a puzzle means no more than it would mean if it were left out.
    let place = source_place(&words);
    if let [said, name, ..] = &words[place.min(words.len())..]
        && let Some(source) = source_of(name).filter(|_| said == "file" && is_file(name))
    {
        let words = [&words[..place], &[OsString::from(source)], &words[place + 1..]].concat();
        let matches = matched(&words);
        return (words, matches);
    }
    let matches = matched(&words);
    let Some(name) = matches.as_ref().err().and_then(stranger) else {
        return (words, matches);
    };
    // Clap shows a name that is not UTF-8 as well as it can.
    let is_meant = |word: &OsStr| word.to_string_lossy() == name && is_file(word);
    let places = (1..words.len()).filter(|&place| is_meant(&words[place]));
    // An equal word before it may be the value of an option.
    let found = places
        .map(|place| read_at(&words, place))
        .find(|(_, matches)| matches.as_ref().err().and_then(stranger).as_ref() != Some(&name));
    found.unwrap_or((words, matches))
}

/// The words with `file` before the one at this place, or the source that the ending of its name means, and what clap makes of them.
fn read_at(words: &[OsString], place: usize) -> (Vec<OsString>, Result<ArgMatches, clap::Error>) {
    let name = words[place..].iter().find(|word| *word != "--");
    let source = name.and_then(|name| source_of(name)).unwrap_or("file");
    let longer = [&words[..place], &[OsString::from(source)], &words[place..]].concat();
    let matches = matched(&longer);
    (longer, matches)
}

/// The source that the ending of a file's name means.
fn source_of(name: &OsStr) -> Option<&'static str> {
    let name = name.to_str()?;
    match Path::new(name.strip_suffix(".gz").unwrap_or(name)).extension()?.to_str()? {
        "rhai" => Some("script"),
        "xmpuzzle" => Some("burrtools"),
        "cnf" => Some("cnf"),
        "opb" => Some("opb"),
        "lp" => Some("lp"),
        "mps" => Some("mps"),
        _ => None,
    }
}

/// Where the source stands if no option is before it: after a verb, or first.
fn source_place(words: &[OsString]) -> usize {
    let takes_source = |word: &OsString| {
        VERBS.iter().any(|verb| verb.takes_source && verb.place() == (None, word.to_str().unwrap_or("")))
    };
    if words.get(1).is_some_and(takes_source) { 2 } else { 1 }
}

/// Where the name of a file stands as the source, if nothing is before it but perhaps a verb: then no option can be meant. (To ask clap, which puts all commands together
/// to say that it knows none of this name, took 2 of the 5 ms of a small file.)
fn clear_place(words: &[OsString]) -> Option<usize> {
    let place = source_place(words);
    let (name, next) = (words.get(place)?, words.get(place + 1));
    let text = name.to_string_lossy();
    if text == "--" {
        // No option is meant, so it is a file, whether it is there or not, if it looks like an option.
        return next.filter(|next| is_file(next) || next.to_string_lossy().starts_with('-')).map(|_| place);
    }
    let is_command = is_source(&text) || VERBS.iter().any(|verb| verb.place().1 == text) || text == "help";
    (!is_command && (text == "-" || !text.starts_with('-')) && is_file(name)).then_some(place)
}

/// What clap makes of the words. Errors are taken from the command line with all commands.
fn matched(words: &[OsString]) -> Result<ArgMatches, clap::Error> {
    of_words(words).try_get_matches_from(words).or_else(|_| plain().try_get_matches_from(words))
}

/// The word that stands where a verb or a source should, and is neither.
pub(super) fn stranger(error: &clap::Error) -> Option<String> {
    let word = error.get(ContextKind::InvalidSubcommand).filter(|_| error.kind() == ErrorKind::InvalidSubcommand)?;
    Some(word.to_string())
}

fn is_file(name: &OsStr) -> bool {
    name == "-" || (Path::new(name).exists() && !Path::new(name).is_dir())
}
