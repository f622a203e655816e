//! From lines to the rows of a table: a row goes on in the next line where a quote is open, and the first line may only name the separator.

use super::field::{SEPARATORS, separator};

/// A row and the number of its first line; it has the line breaks that are in quotes.
pub(super) type SheetRow = (usize, String);

/// The rows of a table that are not empty, and what stands between their cells, if that is clear.
pub(super) struct SheetRows {
    pub(super) rows: Vec<SheetRow>,
    pub(super) separator: Option<char>,
}

impl SheetRows {
    /// The rows of lines with their numbers.
    pub(super) fn new(lines: impl IntoIterator<Item = SheetRow>) -> Self {
        let mut lines = lines.into_iter().skip_while(|(_, text)| text.trim().is_empty()).peekable();
        let named = lines.peek().and_then(|(_, text)| named_separator(text));
        let lines: Vec<SheetRow> = lines.skip(usize::from(named.is_some())).collect();
        let separator = named.or_else(|| telling(&lines));
        Self { rows: joined(lines, separator), separator }
    }
}

/// The separator that Excel names in a line before the table: `sep=;`.
fn named_separator(line: &str) -> Option<char> {
    let (word, sign) = line.split_once('=')?;
    let mut signs = sign.chars();
    // A tab is no blank here.
    let separator = signs.next().filter(|sign| SEPARATORS.contains(sign))?;
    (word.trim().eq_ignore_ascii_case("sep") && signs.all(|sign| sign == ' ')).then_some(separator)
}

/// The separator by the first two rows, which end where the number of quotes is even.
fn telling(lines: &[SheetRow]) -> Option<char> {
    let mut rows: Vec<String> = Vec::new();
    let mut is_open = false;
    for (_, text) in lines.iter().filter(|(_, text)| !text.trim().is_empty()) {
        let n_rows = rows.len();
        match rows.last_mut() {
            Some(row) if is_open => row.push_str(text),
            _ if n_rows == 2 => break,
            _ => rows.push(text.clone()),
        }
        is_open ^= text.matches('"').count() % 2 == 1;
    }
    let (first, last) = (rows.first()?, rows.last()?);
    // Where a quote has no end, the first two lines have to do.
    if is_open {
        let second = lines.get(1).map_or(lines[0].1.as_str(), |(_, text)| text);
        return separator(&lines[0].1, second);
    }
    separator(first, last)
}

/// The rows. One whose quote has no end is its first line, in which that is reported.
fn joined(lines: Vec<SheetRow>, separator: Option<char>) -> Vec<SheetRow> {
    let mut rows = Vec::new();
    let mut lines = lines.into_iter();
    while let Some((number, mut row)) = lines.next() {
        let (mut place, length) = (CellPlace::Start.after(&row, separator), row.len());
        while place == CellPlace::Quoted {
            let Some((_, text)) = lines.next() else {
                row.truncate(length);
                break;
            };
            place = place.after(&text, separator);
            row.push('\n');
            row.push_str(&text);
        }
        rows.push((number, row));
    }
    rows.retain(|(_, text)| !text.trim().is_empty());
    rows
}

/// Where in a cell a text ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CellPlace {
    /// Before it, or between it and the blanks before it.
    Start,
    Plain,
    Quoted,
    /// Behind a quote, which ends the cell if it is not written twice.
    Closed,
}

impl CellPlace {
    /// The place behind a text, if this is the place before it.
    fn after(self, text: &str, separator: Option<char>) -> Self {
        if !text.contains('"') {
            return if self == Self::Quoted { self } else { Self::Plain };
        }
        text.chars().fold(self, |place, sign| match (place, sign) {
            (Self::Quoted, '"') => Self::Closed,
            (Self::Start | Self::Closed, '"') | (Self::Quoted, _) => Self::Quoted,
            (_, sign) if Some(sign) == separator => Self::Start,
            (Self::Start, sign) if sign.is_whitespace() => Self::Start,
            _ => Self::Plain,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> (Vec<String>, Option<char>) {
        let sheet = SheetRows::new((1..).zip(text.lines().map(String::from)));
        (sheet.rows.into_iter().map(|(_, row)| row).collect(), sheet.separator)
    }

    #[test]
    fn rows_go_on_in_quotes() {
        let header = ("\"a, b\nc\";\"d \"\"e\"\"\"", "1;0");
        assert_eq!(
            rows(&format!("{}\n\n{}\n", header.0, header.1)),
            (vec![header.0.into(), header.1.into()], Some(';'))
        );
        // A quote within a cell opens nothing, and one without its end is reported in its line.
        assert_eq!(rows("5\" pipe,a\n0,1").0, ["5\" pipe,a", "0,1"]);
        assert_eq!(rows("\"a,b\n0,1"), (vec!["\"a,b".into()], Some(',')));
    }

    #[test]
    fn excel_names_the_separator() {
        assert_eq!(rows("sep=;\na,b;c\n0;1"), (vec!["a,b;c".into(), "0;1".into()], Some(';')));
        assert_eq!(rows("SEP=\t\na\tb").1, Some('\t'));
        assert_eq!(rows("sep=|\n").1, None);
    }
}
