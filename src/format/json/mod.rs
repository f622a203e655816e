//! Sets as JSON: an array of arrays, or an object from labels to arrays; elements are numbers or strings.
//!
//! ```text
//! [["a", "b"], ["c"], ["a", "c"]]
//! {"first": [1, 2], "second": [3]}
//! ```
//!
//! Every set is an option; elements are items, all primary, in the order in which they first occur. The number 1 and the string "1" are the same item.
//!
//! The labels of an object are read and then lost: a [`Problem`] has names for items and none for options, so that `first` is option 0 and `second` option 1
//! wherever options are named or written, also by [`write()`].

use std::fmt;
use std::io::{self, BufRead, Write};

use serde::Deserialize;
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::error::{ReadError, error_at};
use super::refusal;
use crate::problem::{Color, ItemId, Problem, ProblemBuilder, ProblemError};

const HELP: &str = "sets are written [[1, 2], [3]] or {\"first\": [\"a\", \"b\"]}";

/// Reads sets.
///
/// # Errors
/// If the text is not JSON, or something else than sets, with line and column; or cannot be read.
///
/// ```
/// let problem = dlx_count::format::json::read(r#"[["a", "b"], ["c"], ["a"], ["b", "c"]]"#.as_bytes())?;
/// assert_eq!((problem.n_primary(), problem.n_options()), (3, 4));
/// # Ok::<(), dlx_count::format::ReadError>(())
/// ```
pub fn read(mut input: impl BufRead) -> Result<Problem, ReadError> {
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]).into_owned();
        at(&before, before.len(), "\u{fffd}", "a byte is not UTF-8", "save the file as UTF-8 text")
    })?;
    let text = text.trim_start_matches('\u{feff}');
    let Sets(sets) = serde_json::from_str(text).map_err(|error| syntax(text, 0, &error))?;
    // Items must all be known before the first option: primary ones come first, and there are no others.
    let mut sets_of_items = Vec::with_capacity(sets.len());
    let mut builder = Problem::builder();
    for set in sets {
        let start = offset(text, set.get());
        let elements: Vec<&RawValue> =
            serde_json::from_str(set.get()).map_err(|_| wrong(text, start, set.get(), "this is not a set"))?;
        sets_of_items.push(elements.into_iter().map(|element| item(text, element, &mut builder)).collect());
    }
    sets_of_items.into_iter().try_for_each(|items: Result<Vec<_>, ReadError>| option(text, &items?, &mut builder))?;
    Ok(builder.build())
}

/// An element: its item, new or known, and its text.
fn item<'a>(
    text: &str,
    element: &'a RawValue,
    builder: &mut ProblemBuilder,
) -> Result<(ItemId, &'a RawValue), ReadError> {
    let start = offset(text, element.get());
    let label = match serde_json::from_str(element.get()) {
        Ok(serde_json::Value::String(label)) => label,
        Ok(serde_json::Value::Number(_)) => element.get().to_owned(),
        _ => return Err(wrong(text, start, element.get(), "an element is neither a number nor a string")),
    };
    let found = builder.find_item(&label).map_or_else(|| builder.primary(&label), Ok);
    Ok((found.map_err(|error| rule(text, element, &error))?, element))
}

fn option(text: &str, items: &[(ItemId, &RawValue)], builder: &mut ProblemBuilder) -> Result<(), ReadError> {
    for (item, element) in items {
        builder.push(*item, Color::NONE).map_err(|error| rule(text, element, &error))?;
    }
    let large = |error: ProblemError| at(text, text.len(), "", &error.to_string(), "the problem is too large");
    builder.finish().map(drop).map_err(large)
}

fn rule(text: &str, element: &RawValue, error: &ProblemError) -> ReadError {
    let help = match error {
        ProblemError::RepeatedItem { .. } => "a set has an element once: leave one out",
        _ => "the problem is too large for this program",
    };
    at(text, offset(text, element.get()), element.get(), &error.to_string(), help)
}

fn wrong(text: &str, start: usize, word: &str, what: &str) -> ReadError {
    at(text, start, word.lines().next().unwrap_or_default(), what, HELP)
}

/// Where a part of a text begins in it.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr().addr() - text.as_ptr().addr()
}

/// An error about a word that begins at this byte.
fn at(text: &str, start: usize, word: &str, what: &str, help: &str) -> ReadError {
    let before = &text[..start];
    let line_start = before.rfind('\n').map_or(0, |place| place + 1);
    let line = text[line_start..].lines().next().unwrap_or_default();
    let number = before.matches('\n').count() + 1;
    let column = text[line_start..start].chars().count() + 1;
    ReadError::Syntax(error_at((number, line), column, word, what, help))
}

fn syntax(text: &str, start: usize, error: &serde_json::Error) -> ReadError {
    let lines: Vec<&str> = text[start..].split('\n').collect();
    let number = error.line().clamp(1, lines.len().max(1));
    let line = lines.get(number - 1).copied().unwrap_or_default();
    // serde_json counts bytes, and points behind.
    let byte = (0..=error.column().saturating_sub(1).min(line.len())).rev().find(|&byte| line.is_char_boundary(byte));
    let column = line[..byte.unwrap_or(0)].chars().count() + 1;
    let what = error.to_string();
    let what = what.rsplit_once(" at line").map_or(what.as_str(), |(what, _)| what);
    ReadError::Syntax(error_at((number, line.trim_end()), column, "", what, HELP))
}

/// The sets, still as text.
struct Sets<'a>(Vec<&'a RawValue>);

impl<'de> Deserialize<'de> for Sets<'de> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SetsVisitor)
    }
}

struct SetsVisitor;

impl<'de> Visitor<'de> for SetsVisitor {
    type Value = Sets<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of arrays, or an object from labels to arrays")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sets: A) -> Result<Sets<'de>, A::Error> {
        let mut all = Vec::new();
        while let Some(set) = sets.next_element()? {
            all.push(set);
        }
        Ok(Sets(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut sets: A) -> Result<Sets<'de>, A::Error> {
        let mut all = Vec::new();
        while let Some((_, set)) = sets.next_entry::<serde::de::IgnoredAny, _>()? {
            all.push(set);
        }
        Ok(Sets(all))
    }
}

/// Writes an array of arrays of labels, a line for each option.
///
/// # Errors
/// If writing fails, or the problem has secondary items or an item in no option, which would be lost; then nothing is written.
pub fn write(problem: &Problem, mut out: impl Write) -> io::Result<()> {
    if problem.n_primary() < problem.n_items() {
        return Err(refusal("a secondary item", "JSON sets", "their elements are all primary"));
    }
    let mut is_used = vec![false; problem.n_items()];
    problem.options().flat_map(|option| problem.items_of(option)).for_each(|item| is_used[item.index()] = true);
    if let Some(item) = problem.items().find(|item| !is_used[item.index()]) {
        let what = format!("item `{}`", problem.item_label(item));
        return Err(refusal(&what, "JSON sets", "it is in no option"));
    }
    writeln!(out, "[")?;
    let last = problem.n_options().saturating_sub(1);
    for option in problem.options() {
        let labels: Vec<&str> = problem.items_of(option).iter().map(|&item| problem.item_label(item)).collect();
        let comma = if option.index() == last { "" } else { "," };
        writeln!(out, "  {}{comma}", serde_json::to_string(&labels)?)?;
    }
    writeln!(out, "]")
}
