//! The words of a line in a list of edges: with white space between them, or with commas or semicolons, as in tables.
//!
//! Names may have commas in them: where two of them stand with a space between them, as in `1,2 1,3`, spaces divide all lines. A table whose names have spaces is refused: a graph that is another one
//! has another count.

use crate::text::Line;
use dlx_core::format::{SyntaxError, error_at_word};

const SIGNS: [char; 2] = [';', ','];
const HELP: &str = "names stand with spaces between them, or with commas and no spaces";

/// What stands above the columns of tables of edges; with the first two, and commas, it is hardly ever an edge.
const HEADS: [[&str; 2]; 6] =
    [["source", "target"], ["from", "to"], ["u", "v"], ["node1", "node2"], ["tail", "head"], ["start", "end"]];

/// Divides the lines of a text into words, all in the same way.
pub(super) struct Divider {
    is_table: bool,
    /// The number of the line that is the head of a table, if there is one.
    head: Option<usize>,
}

impl Divider {
    /// Decides by all lines of the text.
    ///
    /// # Errors
    /// If the first line may be the head of a table as well as an edge.
    pub(super) fn new<'a>(lines: impl Iterator<Item = Line<'a>> + Clone) -> Result<Self, Box<SyntaxError>> {
        let is_table = !lines.clone().any(|(_, line)| has_names_with_signs(line));
        let head = Self { is_table, head: None }.head_of(lines.filter(|line| !line.1.trim().is_empty()))?;
        Ok(Self { is_table, head })
    }

    /// The first line, if two names stand there that tables have above their columns, and no other line has them.
    fn head_of<'a>(&self, mut lines: impl Iterator<Item = Line<'a>>) -> Result<Option<usize>, Box<SyntaxError>> {
        let Some(first) = lines.next() else { return Ok(None) };
        let words = self.words(first)?;
        let lower: Vec<String> = words.iter().take(2).map(|word| word.to_ascii_lowercase()).collect();
        let is_head = |head: &[&str; 2]| lower.iter().eq(head);
        if !HEADS.iter().any(is_head) {
            return Ok(None);
        }
        for line in lines {
            if self.words(line)?.iter().take(2).any(|word| words[..2].contains(word)) {
                return Ok(None);
            }
        }
        if cells(first.1).is_some() && HEADS[..2].iter().any(is_head) {
            return Ok(Some(first.0));
        }
        let help = "leave the head of a table out; if it is an edge, write it last";
        Err(error_at_word(first, words[0], "an edge, or the head of a table", help))
    }

    /// The words of a line; none for the head of a table.
    pub(super) fn words<'a>(&self, line: Line<'a>) -> Result<Vec<&'a str>, Box<SyntaxError>> {
        let Some(cells) = cells(line.1).filter(|_| self.is_table) else {
            return Ok(line.1.split_whitespace().collect());
        };
        let is_name = |cell: &&str| !cell.is_empty() && !cell.contains(SIGNS) && !cell.contains(char::is_whitespace);
        if let Some(odd) = cells.iter().find(|cell| !is_name(cell)) {
            let word = if odd.is_empty() { line.1.trim() } else { odd };
            return Err(error_at_word(line, word, "neither names with commas between them nor with spaces", HELP));
        }
        Ok(if self.head == Some(line.0) { Vec::new() } else { cells })
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
