//! Cells of a line, and where they stand.

use std::borrow::Cow;

use crate::format::MAX_ITEMS;
use crate::format::error::{ReadError, SourceLine, Token};

/// What may stand between cells.
pub(super) const SEPARATORS: [char; 3] = [',', ';', '\t'];

/// A cell: where it stands, and its text without quotes and the spaces around it.
pub(super) struct CsvField<'a> {
    pub(super) line: SourceLine<'a>,
    pub(super) word: Token<'a>,
    pub(super) text: Cow<'a, str>,
}

impl CsvField<'_> {
    pub(super) fn is_bit(&self) -> bool {
        matches!(&*self.text, "0" | "1")
    }
}

/// The separator of a table whose first line is this one, and whose second line, or first if there is no other, is that one: the last sign there that may be one, outside quotes if possible. If there are
/// several, one that the first line has too: the comma of `x;1;45,50` is part of a number.
pub(super) fn separator(first: &str, telling: &str) -> Option<char> {
    let mut is_quoted = false;
    let signs = telling.chars().filter(|sign| {
        is_quoted ^= *sign == '"';
        !is_quoted && SEPARATORS.contains(sign)
    });
    let signs: Vec<char> = signs.collect();
    let shared = signs.iter().rfind(|&&sign| first.contains(sign));
    let anywhere = || telling.chars().rfind(|sign| SEPARATORS.contains(sign));
    shared.or(signs.last()).copied().or_else(anywhere)
}

/// The cells of a line.
pub(super) fn fields(line: SourceLine<'_>, separator: char) -> Result<Vec<CsvField<'_>>, ReadError> {
    let (mut fields, mut next) = (Vec::new(), Some(0));
    while let Some(start) = next {
        let (field, after) = field(line, start, separator)?;
        if fields.len() > MAX_ITEMS {
            let what = format!("a row has more than {MAX_ITEMS} columns");
            return Err(line.error(Token { start, text: "" }, what, "the problem is too large for this format"));
        }
        fields.push(field);
        next = after;
    }
    Ok(fields)
}

/// The cell that begins at this byte, and where the next one begins, if there is one.
pub(super) fn field(
    line: SourceLine<'_>,
    start: usize,
    separator: char,
) -> Result<(CsvField<'_>, Option<usize>), ReadError> {
    let is_blank = |sign: char| sign.is_whitespace() && sign != separator;
    let rest = line.text[start..].trim_start_matches(is_blank);
    let start = line.text.len() - rest.len();
    if rest.starts_with('"') {
        return quoted(line, start, separator);
    }
    let (text, after) = rest.split_once(separator).map_or((rest, None), |(text, after)| (text, Some(after)));
    let text = text.trim_end_matches(is_blank);
    let next = after.map(|after| line.text.len() - after.len());
    Ok((CsvField { line, word: Token { start, text }, text: text.into() }, next))
}

/// A cell in quotes, as [`field`] has it.
fn quoted(line: SourceLine<'_>, start: usize, separator: char) -> Result<(CsvField<'_>, Option<usize>), ReadError> {
    let rest = &line.text[start + 1..];
    // Quotes that are written twice are passed over in pairs.
    let mut is_even = false;
    let end = rest.char_indices().find(|&(place, sign)| {
        is_even = sign == '"' && !is_even;
        is_even && !rest[place + 1..].starts_with('"')
    });
    let Some((end, _)) = end else {
        let word = Token { start, text: "\"" };
        return Err(line.error(word, "a quote without its end", "a name in quotes ends with a quote"));
    };
    let after = rest[end + 1..].trim_start_matches(|sign: char| sign.is_whitespace() && sign != separator);
    let next = line.text.len() - after.len();
    if !after.is_empty() && !after.starts_with(separator) {
        let word = Token { start: next, text: after.split(separator).next().unwrap_or_default() };
        let twice = "a quote in a name in quotes is written twice";
        // Perhaps the end of the name was forgotten, lines before.
        let help = if rest[..end].contains('\n') {
            format!("{twice}; this name begins in line {}", line.number + line.text[..start].matches('\n').count())
        } else {
            twice.into()
        };
        return Err(line.error(word, "something behind the end of a quote", help));
    }
    let (word, text) = (Token { start, text: &line.text[start..start + end + 2] }, unquoted(&rest[..end]));
    Ok((CsvField { line, word, text: text.into() }, (!after.is_empty()).then_some(next + separator.len_utf8())))
}

/// What is between quotes, with a blank instead of each line break.
fn unquoted(text: &str) -> String {
    let text = text.replace("\"\"", "\"");
    if !text.contains('\n') {
        return text;
    }
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}
