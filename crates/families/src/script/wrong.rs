//! What is wrong with a script, and where.

use rhai::{Dynamic, EvalAltResult, ParseError, Position};

use super::MAX_STEPS;
use dlx_core::format::{SyntaxError, error_at, similar};

/// The error of one of our functions about its arguments.
#[derive(Clone, Debug)]
pub(super) struct Complaint {
    what: String,
    help: String,
}

impl Complaint {
    pub(super) fn new(what: impl Into<String>, help: impl Into<String>) -> Self {
        Self { what: what.into(), help: help.into() }
    }

    /// Turns the complaint into an error of the language, at the place of the call.
    pub(super) fn at(self, position: Position) -> Box<EvalAltResult> {
        EvalAltResult::ErrorRuntime(Dynamic::from(self), position).into()
    }
}

/// A script that the language cannot read.
pub(super) fn unread(text: &str, error: &ParseError) -> Box<SyntaxError> {
    let what = lowered(&error.err_type().to_string());
    // After a point it expects a name.
    let is_decimal = what.contains("name of a property");
    let help = if is_decimal {
        "numbers are whole; write a decimal as a text: \"1.5\""
    } else {
        "see the language at rhai.rs"
    };
    placed(text, error.position(), &what, help)
}

/// The error of a script that failed.
pub(super) fn stopped(text: &str, mut error: Box<EvalAltResult>) -> Box<SyntaxError> {
    let outer = error.position();
    while let EvalAltResult::ErrorInFunctionCall(_, _, inner, _) = *error {
        error = inner;
    }
    let inner = error.take_position();
    let position = if inner.is_none() { outer } else { inner };
    let (what, help) = told(&error);
    placed(text, position, &what, &help)
}

/// The message of an error: ours, or that of the language.
fn told(error: &EvalAltResult) -> (String, String) {
    let said = |what: &str, help: &str| (what.to_owned(), help.to_owned());
    match error {
        EvalAltResult::ErrorRuntime(value, _) => match value.clone().try_cast::<Complaint>() {
            Some(complaint) => (complaint.what, complaint.help),
            None => said(&value.to_string(), "this message comes from the script"),
        },
        EvalAltResult::ErrorTooManyOperations(_) => {
            said(&format!("the script takes more than {MAX_STEPS} steps"), "is there a loop without end?")
        }
        EvalAltResult::ErrorTerminated(what, _) => {
            said(&format!("the script takes more than {what}"), "keep texts and arrays small")
        }
        EvalAltResult::ErrorStackOverflow(_) => said("functions call each other too deeply", "write it as a loop"),
        EvalAltResult::ErrorTooManyVariables(_) => said("too many variables", "put values into an array"),
        EvalAltResult::ErrorDataTooLarge(what, _) => {
            said(&format!("{} too large", lowered(what)), "a text may have 256 KiB, an array or a map 50000 values")
        }
        EvalAltResult::ErrorVariableNotFound(name, _) => {
            said(&format!("there is no variable `{name}`"), "a function sees only what it is given")
        }
        EvalAltResult::ErrorFunctionNotFound(name, _) => (format!("there is no function {name}"), near(name)),
        other => said(&lowered(&other.to_string()), "see the language at rhai.rs"),
    }
}

/// The functions that the language has for problems.
const FUNCTIONS: [&str; 13] = [
    "item",
    "secondary",
    "option",
    "label",
    "cost",
    "ports",
    "apart",
    "connected",
    "connected_without_cycles",
    "picture",
    "region",
    "cage",
    "param",
];

/// What may have been meant by a function with such arguments.
fn near(called: &str) -> String {
    let name = called.split([' ', '(']).next().unwrap_or_default();
    match similar(name, FUNCTIONS.into_iter()) {
        Some(near) if near == name => format!("`{name}` takes other arguments; numbers are whole"),
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("besides those of the language there are {}", FUNCTIONS.join(", ")),
    }
}

/// An error at a place of the text.
fn placed(text: &str, position: Position, what: &str, help: &str) -> Box<SyntaxError> {
    let number = position.line().unwrap_or(1);
    let line = text.lines().nth(number - 1).unwrap_or_default();
    let column = position.position().unwrap_or(1).max(1);
    let behind: String = line.chars().skip(column - 1).collect();
    let length = behind.find(|sign: char| !sign.is_alphanumeric() && sign != '_').unwrap_or(behind.len());
    error_at((number, line), column, &behind[..length], what, help)
}

/// A message in our form: it begins with a small letter, and is short.
fn lowered(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    let mut signs = line.chars();
    let is_word = line.chars().nth(1).is_some_and(char::is_lowercase);
    match signs.next().filter(|_| is_word) {
        Some(first) => first.to_lowercase().chain(signs).collect(),
        None => line.into(),
    }
}
