//! Tables of 0 and 1 as spreadsheets write them: a column for each item, a row for each option, with commas, semicolons or tabs between cells.
//!
//! ```text
//! ,kitchen,cellar,attic
//! Ann,1,0,1
//! "Bob, her son",0,1,0
//! ```
//!
//! The first line names the items, and the first column gives labels to the options. Either may be missing:
//!
//! * The first line is a header if its first cell is empty, if more of its other cells are names than 0 or 1, or if they are the numbers 0, 1, 2, ... or
//!   1, 2, 3, ... Where there is none, the items are called 1, 2, 3 from the left.
//! * The first column has labels if its cell in the header is empty or missing, or if its cells are not zeros and ones.
//!
//! A cell that is empty stands for 0, and one with an `x` for 1.
//!
//! A column named `cost`, `weight` or `price` is not an item: it has the costs of the options, perhaps negative or decimal. Where semicolons or tabs are between cells, a cost may have a decimal comma.
//!
//! The separator is recognized in the first two rows: the last comma, semicolon or tab of the second one, or, if that has several of them, the last that is in the first one too. A line `sep=;` before
//! them says which it is. Names may be in quotes, in which a quote is written twice, and a line break is a blank. All items are primary.

mod field;
mod sheet;
mod table;
mod write;

pub use write::write;

use std::io::BufRead;

use self::field::fields;
use self::sheet::SheetRows;
use self::table::CsvTable;
use super::error::{ReadError, SourceLine};
use super::lines::LineReader;
use crate::problem::Problem;

/// Reads a table.
///
/// # Errors
/// If a cell is neither 0 nor 1 nor one of their signs, rows differ in length, names of items are missing or equal, or the first line can be a header and an option, with line and
/// column; or the text cannot be read.
///
/// ```
/// use dlx_count::OptionId;
///
/// let problem = dlx_count::format::csv::read(";a;b\nAnn;1;0\nBob;0;1\n".as_bytes())?;
/// assert_eq!((problem.n_primary(), problem.n_options()), (2, 2));
/// assert_eq!(problem.option_label(OptionId::from_index(1)), Some("Bob"));
/// # Ok::<(), dlx_count::format::ReadError>(())
/// ```
pub fn read(input: impl BufRead) -> Result<Problem, ReadError> {
    read_with_costs(input, None)
}

/// Reads a table whose column of this name has the costs of the options; without a name, the one named cost, weight or price, if there is one.
///
/// # Errors
/// As [`read`], and if no column has this name.
///
/// ```
/// let table = ",a,b,euros\nAnn,1,0,2.5\nBob,0,1,3\n";
/// let problem = dlx_count::format::csv::read_with_costs(table.as_bytes(), Some("euros"))?;
/// assert!(problem.has_costs() && problem.n_primary() == 2);
/// # Ok::<(), dlx_count::format::ReadError>(())
/// ```
pub fn read_with_costs(input: impl BufRead, costs: Option<&str>) -> Result<Problem, ReadError> {
    let (mut lines, mut kept) = (LineReader::new(input), Vec::new());
    while let Some(line) = lines.next()? {
        kept.push((line.number, line.text.to_owned()));
    }
    let sheet = SheetRows::new(kept);
    CsvTable::new(&lines_of(&sheet), sheet.separator, costs)?.read()
}

/// Does a text begin like a table? If it is not whole, it may end with the header.
pub(super) fn looks_like_a_table(text: &str, is_whole: bool) -> bool {
    let sheet = first_two(text);
    let lines = lines_of(&sheet);
    let table = CsvTable::new(&lines, sheet.separator, None).and_then(|table| table.read().map(|_| table));
    table.is_ok_and(|table| !table.rows.is_empty() || !is_whole || table.has_labels)
}

/// Does a text begin like a table with a mistake? The second line has a 0 or a 1 between separators, and no words side by side, as other formats have.
pub(super) fn resembles_a_table(text: &str) -> bool {
    let sheet = first_two(text);
    let lines = lines_of(&sheet);
    let ([first, ..], Some(separator)) = (lines.as_slice(), sheet.separator) else { return false };
    let cells = |line: SourceLine<'_>| {
        let fields = fields(line, separator).ok()?;
        Some(fields.into_iter().map(|field| field.text.into_owned()).collect::<Vec<_>>())
    };
    let is_single = |fields: &[String]| fields.iter().skip(1).all(|field| !field.contains(char::is_whitespace));
    let is_row = |row: &Vec<String>| {
        row.len() > 1 && is_single(row) && row.iter().any(|cell| matches!(cell.as_str(), "0" | "1"))
    };
    let Some(row) = cells(lines[lines.len() - 1]).filter(is_row) else { return false };
    // A mistake in a quote of the header is one of a table.
    cells(*first).is_none_or(|header| {
        header.len() > 1 && (header.len() == row.len() || header[0].is_empty() || is_single(&header))
    })
}

/// The first two rows of a text.
fn first_two(text: &str) -> SheetRows {
    let mut sheet = SheetRows::new((1..).zip(text.lines().map(String::from)));
    sheet.rows.truncate(2);
    sheet
}

fn lines_of(sheet: &SheetRows) -> Vec<SourceLine<'_>> {
    sheet.rows.iter().map(|(number, text)| SourceLine { number: *number, text }).collect()
}
