//! A JSON text and its parts, with their places in it.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::format::error::{ReadError, error_at};
use crate::format::meant;

/// The help where a problem was expected.
pub(super) const HELP: &str = r#"options are written [[1, 2], [3]] or {"Ann": [1, 2]}; with secondary items: {"secondary": ["s"], "options": [[1, "s:red"]]}"#;

/// A part of a text that is a value in JSON.
pub(super) type Part<'a> = &'a RawValue;

/// A whole text, to point into.
#[derive(Clone, Copy)]
pub(super) struct JsonText<'a>(&'a str);

/// What a part is, one level deep.
pub(super) enum JsonNode<'a> {
    List(Vec<Part<'a>>),
    Object(Vec<JsonEntry<'a>>),
    /// A string or a number, as a label.
    Word(String),
    Other,
}

/// A key of an object, where it stands, and its value.
pub(super) struct JsonEntry<'a> {
    pub(super) key: String,
    pub(super) place: Part<'a>,
    pub(super) value: Part<'a>,
}

impl<'a> JsonText<'a> {
    /// The text as a value.
    pub(super) fn parse(bytes: &'a [u8]) -> Result<(Self, Part<'a>), ReadError> {
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            at(&before, before.len(), "\u{fffd}", "a byte is not UTF-8", "save the file as UTF-8 text")
        })?;
        let text = text.trim_start_matches('\u{feff}');
        serde_json::from_str(text).map(|whole| (Self(text), whole)).map_err(|error| syntax(text, &error))
    }

    /// What a part of the text is.
    pub(super) fn node(self, part: Part<'a>) -> Result<JsonNode<'a>, ReadError> {
        let node = match part.get().bytes().next() {
            Some(b'[') => serde_json::from_str(part.get()).map(JsonNode::List),
            Some(b'{') => match serde_json::from_str(part.get()) {
                Ok(Entries(entries)) => return self.entries(entries).map(JsonNode::Object),
                Err(error) => Err(error),
            },
            Some(b'"') => serde_json::from_str(part.get()).map(JsonNode::Word),
            Some(b'-' | b'0'..=b'9') => Ok(JsonNode::Word(part.get().into())),
            _ => Ok(JsonNode::Other),
        };
        node.map_err(|error| self.escape(part, &error))
    }

    fn entries(self, entries: Vec<(Part<'a>, Part<'a>)>) -> Result<Vec<JsonEntry<'a>>, ReadError> {
        let entry = |(place, value): (Part<'a>, Part<'a>)| {
            let key = serde_json::from_str(place.get()).map_err(|error| self.escape(place, &error))?;
            Ok(JsonEntry { key, place, value })
        };
        entries.into_iter().map(entry).collect()
    }

    /// The text is sound JSON, but escapes in strings can still be wrong, such as half of a surrogate pair.
    fn escape(self, part: Part<'a>, error: &serde_json::Error) -> ReadError {
        self.wrong(part, &what(error), "write the text itself: JSON is UTF-8")
    }

    /// The values of these keys; other keys are errors.
    pub(super) fn fields<const N: usize>(
        self,
        entries: &[JsonEntry<'a>],
        keys: [&str; N],
    ) -> Result<[Option<Part<'a>>; N], ReadError> {
        let mut values = [None; N];
        for entry in entries {
            let Some(rank) = keys.iter().position(|key| *key == entry.key) else {
                let near = meant(&entry.key, keys.into_iter());
                let help = near.unwrap_or_else(|| format!("the keys are {}", keys.join(", ")));
                return Err(self.wrong(entry.place, &format!("unknown key `{}`", entry.key), &help));
            };
            if values[rank].replace(entry.value).is_some() {
                return Err(self.wrong(entry.place, &format!("key `{}` appears twice", entry.key), "leave one out"));
            }
        }
        Ok(values)
    }

    /// An error about a part.
    pub(super) fn wrong(self, part: Part<'_>, what: &str, help: &str) -> ReadError {
        let start = part.get().as_ptr().addr() - self.0.as_ptr().addr();
        at(self.0, start, part.get().lines().next().unwrap_or_default(), what, help)
    }
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

fn syntax(text: &str, error: &serde_json::Error) -> ReadError {
    let lines: Vec<&str> = text.split('\n').collect();
    let number = error.line().clamp(1, lines.len().max(1));
    let line = lines.get(number - 1).copied().unwrap_or_default();
    // serde_json counts bytes, and points behind.
    let byte = (0..=error.column().saturating_sub(1).min(line.len())).rev().find(|&byte| line.is_char_boundary(byte));
    let column = line[..byte.unwrap_or(0)].chars().count() + 1;
    ReadError::Syntax(error_at((number, line.trim_end()), column, "", &what(error), HELP))
}

/// What is wrong, without the place.
fn what(error: &serde_json::Error) -> String {
    let what = error.to_string();
    what.rsplit_once(" at line").map_or(what.as_str(), |(what, _)| what).into()
}

/// The keys and values of an object in order, including repeated keys.
struct Entries<'a>(Vec<(Part<'a>, Part<'a>)>);

impl<'de> Deserialize<'de> for Entries<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EntriesVisitor)
    }
}

struct EntriesVisitor;

impl<'de> Visitor<'de> for EntriesVisitor {
    type Value = Entries<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries<'de>, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Entries(entries))
    }
}
