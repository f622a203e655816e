//! Words as JSON: strings, and those that are no text as the system has them.

use std::ffi::OsString;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Word {
    Text(String),
    Raw(OsString),
}

pub(super) fn serialize<S: Serializer>(words: &[OsString], serializer: S) -> Result<S::Ok, S::Error> {
    let word = |word: &OsString| word.clone().into_string().map_or_else(Word::Raw, Word::Text);
    words.iter().map(word).collect::<Vec<_>>().serialize(serializer)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<OsString>, D::Error> {
    let words = Vec::<Word>::deserialize(deserializer)?.into_iter();
    Ok(words
        .map(|word| match word {
            Word::Text(text) => text.into(),
            Word::Raw(raw) => raw,
        })
        .collect())
}
