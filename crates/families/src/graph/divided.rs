//! The words of a line in a list of edges: with white space between them, or with commas or semicolons, as in tables.
//!
//! Names may have commas in them: where two of them stand with a space between them, as in `1,2 1,3`, spaces divide all lines. A table whose names have spaces is refused: a graph that is another one
//! has another count.

use crate::text::Line;
use dlx_core::format::{SyntaxError, error_at_word};

const SIGNS: [char; 2] = [';', ','];
const HELP: &str = "names stand with spaces between them, or with commas and no spaces";

/// Divides the lines of a text into words, all in the same way.
pub(super) struct Divider {
    is_table: bool,
    has_begun: bool,
}

impl Divider {
    /// Decides by all lines of the text.
    pub(super) fn new<'a>(mut lines: impl Iterator<Item = Line<'a>>) -> Self {
        Self { is_table: !lines.any(|(_, line)| has_names_with_signs(line)), has_begun: false }
    }

    /// The words of a line; none for the head of a table.
    pub(super) fn words<'a>(&mut self, line: Line<'a>) -> Result<Vec<&'a str>, Box<SyntaxError>> {
        let Some(cells) = cells(line.1).filter(|_| self.is_table) else {
            return Ok(line.1.split_whitespace().collect());
        };
        let is_name = |cell: &&str| !cell.is_empty() && !cell.contains(SIGNS) && !cell.contains(char::is_whitespace);
        if let Some(odd) = cells.iter().find(|cell| !is_name(cell)) {
            let word = if odd.is_empty() { line.1.trim() } else { odd };
            return Err(error_at_word(line, word, "neither names with commas between them nor with spaces", HELP));
        }
        let is_head = !std::mem::replace(&mut self.has_begun, true) && is_head(&cells);
        Ok(if is_head { Vec::new() } else { cells })
    }
}

/// The cells between commas, or between semicolons if there are any, without the empty cells at the end; none if there are neither.
fn cells(line: &str) -> Option<Vec<&str>> {
    let sign = SIGNS.into_iter().find(|&sign| line.contains(sign))?;
    let mut cells: Vec<&str> = line.split(sign).map(str::trim).collect();
    cells.truncate(cells.iter().rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1));
    Some(cells)
}

/// Do its first two words have the same form, with commas or semicolons inside?
fn has_names_with_signs(line: &str) -> bool {
    let signs = |word: &str| word.matches(SIGNS).count();
    let mut words = line.split_whitespace();
    let pair = words.next().zip(words.next());
    pair.is_some_and(|(from, to)| signs(from) > 0 && signs(from) == signs(to) && !from.ends_with(SIGNS))
}

/// Is this the head of a table of edges?
fn is_head(cells: &[&str]) -> bool {
    let words: Vec<String> = cells.iter().take(2).map(|cell| cell.to_ascii_lowercase()).collect();
    matches!(words.iter().map(String::as_str).collect::<Vec<_>>()[..], ["source", "target"] | ["from", "to"])
}
