//! Words as JSON: strings, or, for words that are not text, their form in the system.

use std::ffi::OsString;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum JobWord {
    Text(String),
    Raw(OsString),
}

pub(super) fn serialize<S: Serializer>(words: &[OsString], serializer: S) -> Result<S::Ok, S::Error> {
    let word = |word: &OsString| word.clone().into_string().map_or_else(JobWord::Raw, JobWord::Text);
    words.iter().map(word).collect::<Vec<_>>().serialize(serializer)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<OsString>, D::Error> {
    let words = Vec::<JobWord>::deserialize(deserializer)?.into_iter();
    Ok(words
        .map(|word| match word {
            JobWord::Text(text) => text.into(),
            JobWord::Raw(raw) => raw,
        })
        .collect())
}
