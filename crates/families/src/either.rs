//! A parameter that is a number, or, for a table, several numbers, or the name of a file.

use std::path::Path;

use super::arguments::Arguments;
use super::error::FamilyError;
use super::span::Span;
use super::text::word_of;

/// The kinds of values of such a parameter.
pub(super) enum Either<'a> {
    /// Numbers.
    Numbers(Span),
    /// A file, and its name as it was written.
    File(&'a Path, String),
}

/// The value of the parameter of this name: a word that begins with a digit and has only the signs of numbers is not a file; `./8` is one.
pub(super) fn either<'a>(arguments: &'a Arguments, name: &str) -> Result<Either<'a>, FamilyError> {
    let path = arguments.path(name).unwrap_or(Path::new(""));
    let word = word_of(path);
    let is_number = word.starts_with(|sign: char| sign.is_ascii_digit())
        && word.chars().all(|sign| sign.is_ascii_digit() || ".,=".contains(sign));
    if !is_number {
        return Ok(Either::File(path, word));
    }
    let wrong = |help: String| FamilyError::new(format!("`{word}` is not a number"), help);
    word.parse().map(Either::Numbers).map_err(wrong)
}
