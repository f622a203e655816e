//! What a run file is for.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::StoreError;
use crate::problem::Problem;

/// What a run file is for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The words of the command line that name it. Paths among them may be of any bytes.
    #[serde(with = "words")]
    pub words: Vec<OsString>,
    /// What it calls itself.
    pub name: String,
    /// The fingerprints of all that is counted, in order; none if that may change, as the rows of a table may.
    pub fingerprints: Vec<String>,
    /// How many different problems are to be counted, or at least how many.
    pub parts: usize,
}

impl Job {
    /// The job of counting these problems, which these words name.
    #[must_use]
    pub fn new<'a>(name: &str, problems: impl Iterator<Item = &'a Problem>, words: Vec<OsString>) -> Self {
        let fingerprints: Vec<String> = problems.map(Problem::fingerprint).collect();
        let parts = fingerprints.iter().collect::<HashSet<_>>().len();
        Self { words, name: name.into(), parts, fingerprints }
    }

    /// The job of filling a table of this family with so many rows.
    #[must_use]
    pub fn table(family: &str, rows: usize, words: Vec<OsString>) -> Self {
        Self { words, name: format!("table {family}"), fingerprints: Vec::new(), parts: rows }
    }

    /// May that job go on where this one, of this file, has ended?
    ///
    /// # Errors
    /// If the two count something else.
    pub fn check(&self, path: &Path, asked: &Self) -> Result<(), StoreError> {
        // A table may have other rows than before, but of the same family.
        let is_same = !self.fingerprints.is_empty() || self.name == asked.name;
        if self.fingerprints == asked.fingerprints && is_same {
            return Ok(());
        }
        if self.name == asked.name {
            return Err(StoreError::Changed { path: path.into(), name: asked.name.clone() });
        }
        Err(StoreError::OtherJob { path: path.into(), job: Box::new(self.clone()), asked: asked.name.clone() })
    }
}

/// Words as JSON: strings, and those that are no text as the system has them.
mod words {
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
}
