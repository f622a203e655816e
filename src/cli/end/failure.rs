//! How the program ends: one message, one status.

use std::fmt::Write as _;
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
    /// Something outside failed, or we did.
    pub(in crate::cli) fn io(message: impl Into<String>) -> Self {
        Self { message: message.into(), status: 1 }
    }

    /// A mistake in the words, with what would be right.
    pub(in crate::cli) fn usage(what: impl Into<String>, help: &str) -> Self {
        let what = what.into();
        Self { message: if help.is_empty() { what } else { format!("{what}\n  help: {help}") }, status: 2 }
    }

    /// A mistake in a text, shown with a caret under it.
    pub(in crate::cli) fn syntax(name: &str, error: &SyntaxError) -> Self {
        let mut message = format!("{name}:{}:{}: {}", error.line, error.column, shortened(&error.what));
        if !error.text.is_empty() {
            let (text, column) = excerpt(&error.text, error.column);
            let width = error.word.chars().count().clamp(1, 40);
            let number = error.line.to_string();
            let margin = " ".repeat(number.len());
            let blank = " ".repeat(column - 1);
            let _ = write!(message, "\n {number} | {text}\n {margin} | {blank}{}", "^".repeat(width));
        }
        let _ = write!(message, "\n  help: {}", error.help);
        Self { message, status: 2 }
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        Self::io(error.to_string())
    }
}

/// A message that fits on a screen, even if it is about a word that does not.
fn shortened(what: &str) -> String {
    const WIDTH: usize = 160;
    match what.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{}...", &what[..end]),
        None => what.into(),
    }
}

/// The part of a line around a column that fits on a screen, and where the column is in it. Tabs count and show as one space.
fn excerpt(text: &str, column: usize) -> (String, usize) {
    const WIDTH: usize = 90;
    let start = if column <= WIDTH * 2 / 3 { 0 } else { column - WIDTH / 3 };
    let shown = text.chars().skip(start).take(WIDTH).map(|c| if c.is_control() { ' ' } else { c }).collect();
    (shown, column - start)
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
