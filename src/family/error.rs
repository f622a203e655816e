//! Parameters that make no problem.

/// What is wrong with a parameter of a family, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what}; {help}")]
pub struct FamilyError {
    /// What is wrong.
    pub what: String,
    /// What would be right.
    pub help: String,
}

impl FamilyError {
    pub(super) fn new(what: impl Into<String>, help: impl Into<String>) -> Self {
        Self { what: what.into(), help: help.into() }
    }
}

/// A parameter in its bounds, or an error that names them.
pub(super) fn bounded(what: &str, n: usize, most: usize) -> Result<usize, FamilyError> {
    if n <= most {
        Ok(n)
    } else {
        Err(FamilyError::new(format!("{what} {n} is too large"), format!("{what} takes 0 to {most}")))
    }
}
