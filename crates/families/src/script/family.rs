//! The family on the command line: `script FILE --set n=8`.

use std::path::{Path, PathBuf};

use super::source::Script;
use crate::arguments::Arguments;
use crate::error::{FamilyError, SourceError};
use crate::member::{Family, Named, only};
use crate::parameter::{Parameter, ParameterKind};
use crate::span::Span;
use crate::text::name_of;

/// The family on the command line.
pub(crate) const SCRIPT: Family = Family {
    name: "script",
    about: "A problem given by a small program in a file (see the book)",
    parameters: &[
        Parameter::first("path", "FILE", "The script; `-` for standard input").of(ParameterKind::Path),
        Parameter::named(
            "set",
            "NAME=VALUE",
            "A parameter of the script: a number (in a table also a range), a text, true or false, or @FILE for the text in a file; repeatable",
        )
        .repeated()
        .checked(|word| setting(word).map(drop)),
    ],
    examples: &[
        ("script examples/scripts/queens.rhai --set n=8", ""),
        ("table script examples/scripts/golomb.rhai --set marks=4 --set length=6..12", ""),
    ],
    has_pictures: true,
    spans: |_, arguments| {
        let Ok((script, given)) = read(arguments) else { return Ok(Vec::new()) };
        Ok(spans(&script, &given))
    },
    make: |_, arguments, values| {
        let (script, mut given) = read(arguments)?;
        let path = arguments.path("path").unwrap_or(Path::new("")).display().to_string();
        let mut words = arguments.words("set").map(String::from).collect::<Vec<_>>();
        for ((name, _), value) in spans(&script, &given).iter().zip(values) {
            let place = given.iter().position(|(known, _)| known == name).unwrap_or_default();
            // A number alone stays as it was written.
            if given[place].1.parse::<Span>().ok().and_then(|span| span.single()).is_none() {
                given[place].1 = value.to_string();
                words[place] = format!("{name}={value}");
            }
        }
        only(Named {
            name: words.iter().fold(format!("script {path}"), |name, word| format!("{name} --set {word}")),
            of: script.drawn(given.iter().map(|(name, value)| (name.as_str(), value.as_str())))?,
            question: |(problem, _)| Ok(problem.clone().into()),
            drawing: |(_, board)| Ok(board.drawing()),
        })
    },
    ..Family::PLAIN
};

/// A name and a value.
fn setting(word: &str) -> Result<(&str, &str), String> {
    let parted = word.split_once('=').filter(|(name, _)| !name.is_empty());
    parted.ok_or_else(|| "a parameter is set by its name and a value: n=8".into())
}

/// The script, and the settings, with the texts of files.
fn read(arguments: &Arguments) -> Result<(Script, Vec<(String, String)>), SourceError> {
    let path = arguments.path("path").map_or_else(PathBuf::new, Path::to_path_buf);
    let script = arguments.read(&path, Script::read)?.called(name_of(&path));
    let mut given: Vec<(String, String)> = Vec::new();
    for word in arguments.words("set") {
        let (name, value) = setting(word).map_err(|help| FamilyError::new(format!("`{word}` sets nothing"), help))?;
        if given.iter().any(|(known, _)| known == name) {
            return Err(FamilyError::new(format!("{name} is set twice"), "set it once").into());
        }
        given.push((name.into(), text_of(arguments, value)?));
    }
    Ok((script, given))
}

/// A value, or the text in the file that it names.
fn text_of(arguments: &Arguments, value: &str) -> Result<String, SourceError> {
    match value.strip_prefix('@') {
        Some("-") => Err(FamilyError::new("standard input as a value", "save it in a file: @FILE").into()),
        Some(file) => arguments.read(Path::new(file), |text| Ok(text.into())),
        None => Ok(value.into()),
    }
}

/// The numbers among the values. A text may look like numbers: then the script decides.
fn spans(script: &Script, given: &[(String, String)]) -> Vec<(String, Span)> {
    let span = |(name, value): &(String, String)| Some((name.clone(), value.parse::<Span>().ok()?));
    let mut spans: Vec<(String, Span)> = given.iter().filter_map(span).collect();
    if spans.iter().any(|(_, span)| span.single().is_none()) {
        let texts = script.texts_among(given);
        spans.retain(|(name, span)| span.single().is_some() || !texts.contains(name));
    }
    spans
}
