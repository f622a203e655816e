//! What is wrong with a text, and where.

use std::fmt::{self, Write as _};

use crate::problem::ProblemError;

/// A text that is not a problem: where, what, and what would be right.
#[derive(Debug, thiserror::Error)]
#[error("line {line}, column {column}: {what}")]
pub struct SyntaxError {
    /// Line number, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The word it is about, shortened if it is very long; empty at the end of a line.
    pub word: String,
    /// What is wrong.
    pub what: String,
    /// What would be right.
    pub help: String,
    /// The line itself, shortened behind the place if it is very long, for display.
    pub text: String,
}

impl SyntaxError {
    /// The mistake as it is shown: where it is, what is wrong, the line with a caret under the word, and what would be right.
    ///
    /// ```
    /// use dlx_count::format::{ReadError, read};
    ///
    /// let Err(ReadError::Syntax(error)) = read("hall cellar\nhall celar\n".as_bytes(), None) else { panic!() };
    /// let shown = error.shown("rooms.dlx");
    /// assert!(shown.starts_with("rooms.dlx:2:6: unknown item `celar`\n 2 | hall celar\n   |      ^^^^^\n"));
    /// ```
    #[must_use]
    pub fn shown(&self, name: &str) -> String {
        let mut message = format!("{name}:{}:{}: {}", self.line, self.column, shortened(&self.what));
        if !self.text.is_empty() {
            let (text, column) = excerpt(&self.text, self.column);
            let width = self.word.chars().count().clamp(1, 40);
            let number = self.line.to_string();
            let (margin, blank) = (" ".repeat(number.len()), " ".repeat(column - 1));
            let _ = write!(message, "\n {number} | {text}\n {margin} | {blank}{}", "^".repeat(width));
        }
        let _ = write!(message, "\n  help: {}", self.help);
        message
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

/// Reading failed.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The text is not a problem in this format.
    #[error(transparent)]
    Syntax(#[from] Box<SyntaxError>),
    /// The source could not be read.
    #[error("cannot read: {0}")]
    Io(#[from] std::io::Error),
}

/// A part of a line: where it starts, in bytes, and its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) start: usize,
    pub(super) text: &'a str,
}

/// A line and its number, to point into.
#[derive(Clone, Copy, Debug)]
pub(super) struct SourceLine<'a> {
    pub(super) number: usize,
    pub(super) text: &'a str,
}

impl<'a> SourceLine<'a> {
    /// The words of the line, separated by white space.
    pub(super) fn words(self) -> impl Iterator<Item = Token<'a>> {
        let base = self.text.as_ptr().addr();
        self.text.split_whitespace().map(move |text| Token { start: text.as_ptr().addr() - base, text })
    }

    /// An error about a word of this line.
    pub(super) fn error(self, word: Token<'_>, what: impl fmt::Display, help: impl Into<String>) -> ReadError {
        // A row of a table may have line breaks: it is the line of the word that is shown.
        let before = &self.text[..word.start];
        let start = before.rfind('\n').map_or(0, |place| place + 1);
        let end = self.text[word.start..].find('\n').map_or(self.text.len(), |length| word.start + length);
        let first = word.text.split('\n').next().unwrap_or_default();
        ReadError::Syntax(Box::new(SyntaxError {
            line: self.number + before.matches('\n').count(),
            column: before[start..].chars().count() + 1,
            word: shown(first, 0).into(),
            what: what.to_string(),
            help: help.into(),
            text: shown(&self.text[start..end], word.start - start).into(),
        }))
    }

    /// An error about a word of this line that makes the problem larger than any may be.
    pub(super) fn too_large(self, word: Token<'_>, error: ProblemError) -> ReadError {
        self.error(word, error, TOO_LARGE)
    }

    /// A place at the end of this line.
    pub(super) fn end(self) -> Token<'a> {
        Token { start: self.text.len(), text: "" }
    }
}

/// The help where a problem is too large.
pub(super) const TOO_LARGE: &str = "the problem is too large for this program";

/// An error about a word in a line; the column is from 1, in characters.
pub fn error_at(line: (usize, &str), column: usize, word: &str, what: &str, help: &str) -> Box<SyntaxError> {
    let (number, text) = line;
    let start = text.char_indices().nth(column.saturating_sub(1)).map_or(text.len(), |(start, _)| start);
    let (word, what, help, text) = (shown(word, 0).into(), what.into(), help.into(), shown(text, start).into());
    Box::new(SyntaxError { line: number, column, word, what, help, text })
}

/// An error about a word that is a slice of the line.
pub fn error_at_word(line: (usize, &str), word: &str, what: &str, help: &str) -> Box<SyntaxError> {
    error_at(line, column_of(line.1, word), word, what, help)
}

/// The column, from 1 and in characters, of a word that is a part of the line.
fn column_of(line: &str, word: &str) -> usize {
    let start = word.as_ptr().addr().saturating_sub(line.as_ptr().addr()).min(line.len());
    line[..start].chars().count() + 1
}

/// The part of a text that is worth showing for a mistake at this place: a line may have millions of characters.
fn shown(text: &str, start: usize) -> &str {
    const BEHIND: usize = 500;
    text[start..].char_indices().nth(BEHIND).map_or(text, |(end, _)| &text[..start + end])
}
