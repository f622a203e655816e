//! How the program ends: one message, one status.

use std::process::ExitCode;

use crate::format::SyntaxError;
use crate::parallel::RunError;
use crate::tally::Ending;

/// Why the program could not do what it was asked.
#[derive(Debug)]
pub(in crate::cli) struct Failure {
    pub(in crate::cli) message: String,
    pub(in crate::cli) status: u8,
}

impl Failure {
    /// Something outside the program failed, or there is a bug in it.
    pub(in crate::cli) fn io(message: impl Into<String>) -> Self {
        Self { message: message.into(), status: 1 }
    }

    /// What reads the output has closed it and wants no more: the program ends, without a message.
    pub(in crate::cli) fn no_reader() -> Self {
        Self { message: String::new(), status: 0 }
    }

    /// A mistake in the words, with what would be right.
    pub(in crate::cli) fn usage(what: impl Into<String>, help: &str) -> Self {
        let what = what.into();
        Self { message: if help.is_empty() { what } else { format!("{what}\n  help: {help}") }, status: 2 }
    }

    /// A mistake in a text, shown with a caret under it.
    pub(in crate::cli) fn syntax(name: &str, error: &SyntaxError) -> Self {
        Self { message: error.shown(name), status: 2 }
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        let status = match error {
            RunError::Stopped { .. } => 3,
            RunError::Connected { .. } | RunError::Projected { .. } | RunError::NoSum => 2,
            _ => 1,
        };
        Self { message: error.to_string(), status }
    }
}

/// The status that says how a count ended.
pub(in crate::cli) fn status(ending: Ending, signal: Option<i32>) -> ExitCode {
    match ending {
        Ending::Complete => ExitCode::SUCCESS,
        Ending::TimeLimit | Ending::CountLimit | Ending::NodeLimit | Ending::TasksMissing => ExitCode::from(3),
        Ending::Interrupted => {
            let signal = signal.and_then(|signal| u8::try_from(signal).ok()).unwrap_or(2);
            ExitCode::from(128 + signal)
        }
    }
}
