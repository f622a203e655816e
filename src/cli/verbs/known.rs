//! The counts with which the rows of a table are compared: those that the program knows, or those of a b-file.
//!
//! A [b-file](https://oeis.org/wiki/B-files) has a line `n a(n)` for each term of a sequence, and comments that begin with `#`. Its index is the one parameter of a table that runs.

use std::collections::HashMap;
use std::path::Path;

use crate::cli::end::Failure;
use crate::family::{Span, known};
use crate::job::TableRequest;

/// Counts to compare with.
pub(super) struct Known {
    /// Each by the name of its problem, or by its index in the sequence, with its source.
    counts: HashMap<String, (String, String)>,
    /// The place of the parameter that is the index of a sequence, if there is one.
    index: Option<usize>,
    is_asked: bool,
    /// The file they come from.
    file: Option<String>,
}

impl Known {
    /// The counts that the rows of a table are to be compared with.
    pub(super) fn read(spans: &[(String, Span)], sheet: &TableRequest) -> Result<Self, Failure> {
        let runs: Vec<usize> =
            (0..spans.len()).filter(|&place| spans.len() == 1 || spans[place].1.values().len() > 1).collect();
        let index = if let [index] = runs[..] { Some(index) } else { None };
        if index.is_none() && (sheet.b_file || sheet.against.is_some()) {
            return Err(Failure::usage(
                format!("a b-file has one index, and {} parameters have several values here", runs.len()),
                "give all others one value",
            ));
        }
        let counts = match &sheet.against {
            Some(path) => b_file(path)?,
            None if sheet.check => {
                known().map(|known| (known.name.into(), (known.count.into(), known.source.into()))).collect()
            }
            None => HashMap::new(),
        };
        let file = sheet.against.as_ref().map(|path| path.display().to_string());
        Ok(Self { counts, index, is_asked: sheet.check, file })
    }

    /// The index of a row in its sequence.
    pub(super) fn index_of(&self, values: &[usize]) -> Option<usize> {
        self.index.map(|place| values[place])
    }

    /// The count of the problem with this name, or with this index, and its source.
    pub(super) fn get(&self, name: &str, index: Option<usize>) -> Option<(&str, &str)> {
        let found = match (&self.file, index) {
            (Some(_), Some(index)) => self.counts.get(&index.to_string()),
            // `complete:5` is the graph that `5` means.
            _ => self.counts.get(name).or_else(|| self.counts.get(&name.replacen("complete:", "", 1))),
        };
        found.map(|(count, source)| (count.as_str(), source.as_str()))
    }

    /// Are rows to be compared?
    pub(super) fn is_asked(&self) -> bool {
        self.is_asked
    }

    /// Says that there are none.
    pub(super) fn missing(&self) -> String {
        self.file.as_ref().map_or_else(|| "this program has no counts".into(), |file| format!("{file} has no terms"))
    }

    /// What they are called after "compared with".
    pub(super) fn called(&self) -> &str {
        self.file.as_deref().unwrap_or("published counts")
    }
}

/// The terms of a b-file.
fn b_file(path: &Path) -> Result<HashMap<String, (String, String)>, Failure> {
    let name = path.display().to_string();
    let help = "--check alone compares with published counts; it comes after the source";
    let text = std::fs::read_to_string(path);
    let text = text.map(|text| text.trim_start_matches('\u{feff}').to_owned()).map_err(|error| match error.kind() {
        std::io::ErrorKind::InvalidData => Failure::usage(format!("{name} is not a text file"), help),
        _ => Failure::io(format!("cannot read {name}: {error}")),
    })?;
    let mut terms = HashMap::new();
    for (number, line) in (1..).zip(text.lines()) {
        let words: Vec<&str> = line.split('#').next().unwrap_or_default().split_whitespace().collect();
        let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        match words[..] {
            [] => {}
            [index, count] if is_number(index.trim_start_matches('-')) && is_number(count) => {
                let plain = |word: &str| match word.trim_start_matches('0') {
                    "" => "0".to_owned(),
                    digits => digits.to_owned(),
                };
                let index = if index.starts_with('-') { index.to_owned() } else { plain(index) };
                if terms.insert(index, (plain(count), name.clone())).is_some() {
                    let what = format!("{name}, line {number}: a second term with this index: `{line}`");
                    return Err(Failure::usage(what, "each index of a b-file has one term"));
                }
            }
            _ => {
                return Err(Failure::usage(
                    format!("{name}, line {number}: `{line}` is not a term of a b-file"),
                    "a line has an index and a count, such as 8 92, or is a comment that begins with #",
                ));
            }
        }
    }
    Ok(terms)
}
