//! What can be wrong with a source: its parameters, or the texts that they name.

use dlx_core::format::SyntaxError;

/// What is wrong with a parameter of a family, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what}; {help}")]
pub struct FamilyError {
    /// What is wrong.
    pub what: String,
    /// What would be right; may be empty.
    pub help: String,
}

impl FamilyError {
    /// What is wrong, and what would be right.
    pub fn new(what: impl Into<String>, help: impl Into<String>) -> Self {
        Self { what: what.into(), help: help.into() }
    }
}

/// Why no problem can be made from a source.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// Its parameters are wrong.
    #[error(transparent)]
    Parameters(#[from] FamilyError),
    /// A text is wrong.
    #[error("{name}: {error}")]
    Syntax {
        /// The name of the text: most often the name of its file.
        name: String,
        /// The mistake, with its line and column.
        error: Box<SyntaxError>,
    },
    /// A text cannot be read.
    #[error("cannot read {name}: {source}")]
    Unreadable {
        /// The name of the text.
        name: String,
        /// The error of the system.
        source: std::io::Error,
    },
}

/// A parameter in its bounds, or an error that names them.
pub(super) fn bounded(what: &str, n: usize, most: usize) -> Result<usize, FamilyError> {
    if n <= most {
        Ok(n)
    } else {
        Err(FamilyError::new(format!("{n} is too large for {what}"), format!("the largest is {most}")))
    }
}
