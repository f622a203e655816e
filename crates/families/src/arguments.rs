//! The arguments of a family: values for its parameters.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::error::{FamilyError, SourceError};
use super::quoted::quoted;
use super::span::Span;
use super::text::{Texts, word_of};
use dlx_core::format::SyntaxError;

/// Values by the name of their parameter. They can be written down and read again without a change of meaning.
///
/// ```
/// use dlx_count::family::Arguments;
///
/// let arguments = Arguments::default().with("n", ["8"]).with("toroidal", [""; 0]);
/// assert!(arguments.has("toroidal") && !arguments.has("placed"));
/// assert_eq!(arguments.word("n"), Some("8"));
/// ```
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Arguments {
    given: BTreeMap<String, Vec<Word>>,
    /// The texts that they name, after they have been read.
    #[serde(skip)]
    texts: Texts,
}

/// A word: text, or the form in the system of a path that is not text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum Word {
    Text(String),
    Raw(OsString),
}

impl Eq for Arguments {}

impl PartialEq for Arguments {
    fn eq(&self, other: &Self) -> bool {
        self.given == other.given
    }
}

impl Arguments {
    /// Sets the values of a parameter; a flag has none.
    #[must_use]
    pub fn with(mut self, name: &str, values: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        let word = |value: OsString| value.into_string().map_or_else(Word::Raw, Word::Text);
        self.given.insert(name.into(), values.into_iter().map(Into::into).map(word).collect());
        self
    }

    /// Was this parameter given?
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.given.contains_key(name)
    }

    /// The first value of a parameter, if it is text.
    #[must_use]
    pub fn word(&self, name: &str) -> Option<&str> {
        self.words(name).next()
    }

    /// All values of a parameter that are text.
    pub fn words(&self, name: &str) -> impl Iterator<Item = &str> {
        self.given.get(name).into_iter().flatten().filter_map(|word| match word {
            Word::Text(text) => Some(text.as_str()),
            Word::Raw(_) => None,
        })
    }

    /// The first value of a parameter as a path.
    #[must_use]
    pub fn path(&self, name: &str) -> Option<&Path> {
        let word = self.given.get(name)?.first()?;
        Some(Path::new(match word {
            Word::Text(text) => OsStr::new(text),
            Word::Raw(raw) => raw,
        }))
    }

    /// The values of a number.
    ///
    /// # Errors
    /// If it was not given, or is not a number.
    pub fn span(&self, name: &str) -> Result<Span, FamilyError> {
        let word = self.word(name).unwrap_or_default();
        word.parse().map_err(|help: String| FamilyError::new(format!("`{word}` for {name}"), help))
    }

    /// The text at a path, read in this way.
    pub(super) fn read<T>(
        &self,
        path: &Path,
        read: impl FnOnce(&str) -> Result<T, Box<SyntaxError>>,
    ) -> Result<T, SourceError> {
        self.texts.read(path, read)
    }

    /// The text at the path that is the first parameter, read in this way, and the word for it.
    pub(super) fn read_file<T>(
        &self,
        read: impl FnOnce(&str) -> Result<T, Box<SyntaxError>>,
    ) -> Result<(T, String), SourceError> {
        let path = self.path("path").unwrap_or(Path::new(""));
        Ok((self.read(path, read)?, word_of(path)))
    }

    /// The literals that are to be true, and how they are written in the name of a member.
    pub(super) fn assumed(&self) -> (impl Iterator<Item = &str>, String) {
        let name = self.words("assume").map(|word| format!(" --assume={}", quoted(word))).collect();
        (self.words("assume").flat_map(str::split_whitespace), name)
    }

    /// Those of these flags that were given, as words of a command line with a space before each.
    pub(super) fn flags(&self, names: &[&str]) -> String {
        names.iter().filter(|name| self.has(name)).map(|name| format!(" --{name}")).collect()
    }
}
