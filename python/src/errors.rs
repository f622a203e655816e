//! Errors of the program as Python exceptions, with the same words.

use std::fmt::Display;

use dlx_count::RunError;
use dlx_count::family::{FamilyError, SourceError};
use dlx_count::format::ReadError;
use dlx_count::records::RecordError;
use dlx_count::store::StoreError;
use pyo3::prelude::*;

/// What went wrong, before Python hears of it.
pub enum Fault {
    /// What was asked makes no sense: `InputError`.
    Input(String),
    /// It could not be done: `RunError`.
    Run(String),
}

impl Fault {
    /// A mistake, and what would be right.
    pub fn input(what: impl Display, help: &str) -> Self {
        let text = if help.is_empty() { what.to_string() } else { format!("{what}\n  help: {help}") };
        Self::Input(in_python(&text))
    }

    /// There is no format of this name among these.
    pub fn unknown_format(name: &str, formats: &[(&str, &str)]) -> Self {
        let names: Vec<&str> = formats.iter().map(|(word, _)| *word).collect();
        Self::input(format!("there is no format `{name}`"), &format!("the formats are {}", names.join(", ")))
    }
}

/// What only the command line knows, and what Python has instead.
const TERMS: [(&str, &str); 5] = [
    ("; `-` for standard input", ""),
    ("; drawings are in @FILE", "; a drawing is a text of several lines, or a list of rows"),
    ("or @FILE: a drawing", "or a drawing, as a text of lines or a list of rows,"),
    ("@FILE with drawings", "drawings in a text of lines"),
    (
        "`dlx-count table ...` counts each; other verbs take one number at a time",
        "dlx_count.table(...) counts for each of them",
    ),
];

/// Options of the command line by their names here: `--up-to-symmetry` is `up_to_symmetry`.
pub fn in_python(text: &str) -> String {
    let text = TERMS.iter().fold(text.to_owned(), |text, (words, ours)| text.replace(words, ours));
    let mut parts = text.split("--");
    let mut said = parts.next().unwrap_or_default().to_owned();
    let mut before = said.chars().last();
    for part in parts {
        let end = part.find(|sign: char| sign != '-' && !sign.is_ascii_lowercase()).unwrap_or(part.len());
        let is_option = end > 0 && !before.is_some_and(|sign| sign.is_alphanumeric() || sign == '-');
        said += &if is_option { part[..end].replace('-', "_") + &part[end..] } else { format!("--{part}") };
        before = part.chars().last();
    }
    said
}

impl From<FamilyError> for Fault {
    fn from(error: FamilyError) -> Self {
        Self::input(error.what, &error.help)
    }
}

impl From<SourceError> for Fault {
    fn from(error: SourceError) -> Self {
        match error {
            SourceError::Parameters(error) => error.into(),
            SourceError::Syntax { name, error } => Self::Input(error.shown(&name)),
            other => Self::Run(other.to_string()),
        }
    }
}

impl From<ReadError> for Fault {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Syntax(error) => Self::Input(error.shown("text")),
            other => Self::Run(other.to_string()),
        }
    }
}

impl From<RunError> for Fault {
    fn from(error: RunError) -> Self {
        Self::Run(error.to_string())
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        Self::Run(error.to_string())
    }
}

impl From<RecordError> for Fault {
    fn from(error: RecordError) -> Self {
        Self::Run(format!("{error}\n  help: {}", error.help()))
    }
}

impl From<Fault> for PyErr {
    fn from(fault: Fault) -> Self {
        let (name, message) = match fault {
            Fault::Input(message) => ("InputError", message),
            Fault::Run(message) => ("RunError", message),
        };
        Python::attach(|py| {
            let made = py.import("dlx_count._errors").and_then(|errors| errors.getattr(name)?.call1((message,)));
            made.map_or_else(|failure| failure, Self::from_value)
        })
    }
}
