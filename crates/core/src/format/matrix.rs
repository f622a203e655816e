//! The dense form: a row of 0 and 1 for each option, a column for each item, with or without spaces.
//!
//! ```text
//! 0010110
//! 1001001
//! ```
//!
//! Items are called 1, 2, 3 from the left and are all primary. Lines that begin with `#` are comments.

use std::io::{self, BufRead, Write};

use super::error::{ReadError, SourceLine, Token};
use super::lines::LineReader;
use super::{MAX_ITEMS, refusal, refuse_more};
use crate::problem::{Color, ItemId, Problem, ProblemBuilder};

/// Reads a matrix.
///
/// # Errors
/// If a row has other signs than 0 and 1, or not as many as the first, with line and column; if the first has more than ten million; or the text cannot be read.
///
/// ```
/// let text = "0010110\n1001001\n0110010\n1001000\n0100001\n0001101\n";
/// let problem = dlx_count::format::matrix::read(text.as_bytes())?;
/// let solutions: Vec<_> = dlx_count::engine::links::Solutions::new(&problem).collect();
/// assert_eq!(solutions.len(), 1);
/// assert_eq!(solutions[0].iter().map(|row| row.index()).collect::<Vec<_>>(), [0, 3, 4]);
/// # Ok::<(), dlx_count::format::ReadError>(())
/// ```
pub fn read(input: impl BufRead) -> Result<Problem, ReadError> {
    let (mut lines, mut builder, mut width) = (LineReader::new(input), Problem::builder(), None);
    while let Some(line) = lines.next()? {
        if line.text.starts_with('#') || line.text.trim().is_empty() {
            continue;
        }
        let n_columns = match width {
            Some(width) => width,
            None => declare(line, &mut builder)?,
        };
        width = Some(n_columns);
        read_row(line, n_columns, &mut builder)?;
    }
    Ok(builder.build())
}

/// The signs of a row and where they stand.
fn signs(line: SourceLine<'_>) -> impl Iterator<Item = (usize, char)> {
    line.text.char_indices().filter(|(_, sign)| !sign.is_whitespace())
}

/// An item for each sign of the first row.
fn declare(line: SourceLine<'_>, builder: &mut ProblemBuilder) -> Result<usize, ReadError> {
    if let Some((start, _)) = signs(line).nth(MAX_ITEMS) {
        let help = "the problem is too large for this format";
        return Err(line.error(Token { start, text: "" }, format!("a row has more than {MAX_ITEMS} columns"), help));
    }
    let n_columns = signs(line).count();
    for column in 1..=n_columns {
        builder.primary(column).map_err(|error| line.too_large(line.end(), error))?;
    }
    Ok(n_columns)
}

fn read_row(line: SourceLine<'_>, n_columns: usize, builder: &mut ProblemBuilder) -> Result<(), ReadError> {
    let help = "a matrix has rows of 0 and 1, all of the same length";
    let mut number = 0;
    for (start, sign) in signs(line) {
        let word = Token { start, text: &line.text[start..start + sign.len_utf8()] };
        match sign {
            _ if number == n_columns => {
                return Err(line.error(word, format!("a row has more than {n_columns} columns"), help));
            }
            '0' => {}
            '1' => {
                builder.push(ItemId::from_index(number), Color::NONE).map_err(|error| line.too_large(word, error))?
            }
            sign => return Err(line.error(word, format!("`{sign}` is neither 0 nor 1"), help)),
        }
        number += 1;
    }
    if number < n_columns {
        return Err(line.error(line.end(), format!("this row has length {number}, the first {n_columns}"), help));
    }
    builder.finish().map(drop).map_err(|error| line.too_large(line.end(), error))
}

/// Writes a row for each option; labels are lost.
///
/// # Errors
/// If writing fails, or the problem has costs, items that are covered several times, secondary items, too many items, none, or no options; then nothing is written.
pub fn write(problem: &Problem, mut out: impl Write) -> io::Result<()> {
    refuse_more(problem, "a matrix")?;
    if problem.n_primary() < problem.n_items() {
        return Err(refusal(
            "a secondary item",
            "a matrix",
            "its columns are all primary; Knuth's format, JSON, CNF, OPB and LP can",
        ));
    }
    if problem.n_items() == 0 || problem.n_options() == 0 {
        return Err(refusal(
            "a problem without items or without options",
            "a matrix",
            "it shows in rows and columns only",
        ));
    }
    if problem.n_items() > MAX_ITEMS {
        let why = format!("at most {MAX_ITEMS} columns are read there");
        return Err(refusal(&format!("{} items", problem.n_items()), "a matrix", &why));
    }
    let mut row = vec![b'0'; problem.n_items() + 1];
    row[problem.n_items()] = b'\n';
    for option in problem.options() {
        problem.items_of(option).iter().for_each(|item| row[item.index()] = b'1');
        out.write_all(&row)?;
        problem.items_of(option).iter().for_each(|item| row[item.index()] = b'0');
    }
    Ok(())
}

/// Does a line look like a row?
pub(super) fn looks_like_a_row(line: &str) -> bool {
    line.chars().all(|sign| matches!(sign, '0' | '1') || sign.is_whitespace())
}
