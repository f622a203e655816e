//! From words to matches: a file may stand where a source should, and is read as if `file` stood before it.

use std::ffi::OsString;
use std::path::Path;

use clap::ArgMatches;
use clap::error::{ContextKind, ErrorKind};

use super::build::{of_words, plain};

/// Reads the words of a command line. Returns the words, perhaps with `file` inserted, and what clap made of them.
pub(super) fn read(words: Vec<OsString>) -> (Vec<OsString>, Result<ArgMatches, clap::Error>) {
    let matches = matched(&words);
    let Some(name) = matches.as_ref().err().and_then(stranger).filter(|name| is_file(name)) else {
        return (words, matches);
    };
    let places = (1..words.len()).filter(|&place| words[place].to_string_lossy() == name);
    let read_at = |place: usize| {
        let longer = [&words[..place], &[OsString::from("file")], &words[place..]].concat();
        let matches = matched(&longer);
        (longer, matches)
    };
    // The same word may be the value of an option before.
    let found =
        places.map(read_at).find(|(_, matches)| matches.as_ref().err().and_then(stranger).as_ref() != Some(&name));
    found.unwrap_or((words, matches))
}

/// What clap makes of the words. What is wrong is told by those who know all commands.
fn matched(words: &[OsString]) -> Result<ArgMatches, clap::Error> {
    of_words(words).try_get_matches_from(words).or_else(|_| plain().try_get_matches_from(words))
}

/// The word that stands where a verb or a source should, and is neither.
pub(super) fn stranger(error: &clap::Error) -> Option<String> {
    let word = error.get(ContextKind::InvalidSubcommand).filter(|_| error.kind() == ErrorKind::InvalidSubcommand)?;
    Some(word.to_string())
}

fn is_file(name: &str) -> bool {
    name == "-" || (Path::new(name).exists() && !Path::new(name).is_dir())
}
