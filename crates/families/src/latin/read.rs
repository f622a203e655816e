//! Squares in files: a line for each row, numbers from 1 with spaces between, `.` or `0` for an empty cell; or with commas, semicolons or tabs between, and nothing in an empty cell. Rows of up to 35 symbols may be one word, A for 10.
//!
//! A full square may have symbols from 0: each row and column has one 0, and none has the symbol n. (As empty cells these would have to be n, so that it is the same square with other names.)
//!
//! Files that begin with `order 30`, as generators of quasigroups with holes write them, have symbols from 0, and -1 for an empty cell.

use super::square::{LatinSquare, MAX_LATIN};
use crate::grid::{Grid, LineKind, LineLayout};
use crate::text::{Line, lines_of};
use dlx_core::format::{SyntaxError, error_at, error_at_word};

/// Is this neither empty nor a comment?
fn is_row(line: &Line<'_>) -> bool {
    !line.1.trim().is_empty() && !line.1.trim_start().starts_with('#')
}

/// Reads a square.
pub(crate) fn square(text: &str) -> Result<LatinSquare, Box<SyntaxError>> {
    let mut lines: Vec<Line<'_>> = lines_of(text).filter(is_row).collect();
    let has_order = lines.first().is_some_and(|(_, line)| line.trim_start().starts_with("order"));
    let head = lines.first().copied().unwrap_or((1, ""));
    if has_order {
        lines.remove(0);
    }
    let n = lines.len();
    if n == 0 || n > MAX_LATIN {
        let help = format!("write a line for each row, of 1 to {MAX_LATIN}");
        return Err(error_at(head, 1, "", &format!("a square with {n} rows"), &help));
    }
    let (mut grid, is_from_zero) = (Grid::empty(n), has_order || is_full_from_zero(&lines));
    for (row, &line) in lines.iter().enumerate() {
        let words = words(line.1, n);
        if words.len() != n {
            let what = format!("{} symbols in a row of a square with {n} rows", words.len());
            return Err(error_at(line, 1, "", &what, "a square has as many columns as rows; `.` is an empty cell"));
        }
        for (column, &word) in words.iter().enumerate() {
            let wrong = |what: &str, help: &str| error_at_word(line, word, what, help);
            match symbol(word, n, is_from_zero) {
                Some(None) => {}
                Some(Some(symbol)) => put(&mut grid, (n, row, column), symbol)
                    .map_err(|what| wrong(&what, "every row and column has each symbol once"))?,
                None if has_order => {
                    return Err(wrong(
                        &format!("`{word}` is not a symbol"),
                        &format!("symbols are 0 to {}, -1 is an empty cell", n - 1),
                    ));
                }
                None => {
                    return Err(wrong(
                        &format!("`{word}` is not a symbol"),
                        &format!("symbols are 1 to {n}, `.` or 0 is an empty cell"),
                    ));
                }
            }
        }
    }
    Ok(LatinSquare { n, grid })
}

/// Are these the rows of a full square with symbols from 0?
fn is_full_from_zero(lines: &[Line<'_>]) -> bool {
    let n = lines.len();
    let rows: Vec<Vec<&str>> = lines.iter().map(|line| words(line.1, n)).collect();
    let is_symbol = |&&word: &&&str| symbol(word, n, true).is_some_and(|symbol| symbol.is_some());
    let zeros = |cells: &mut dyn Iterator<Item = &str>| cells.filter(|&word| word == "0").count();
    n > 1
        && rows.iter().all(|row| row.len() == n && row.iter().filter(is_symbol).count() == n)
        && rows.iter().all(|row| zeros(&mut row.iter().copied()) == 1)
        && (0..n).all(|column| zeros(&mut rows.iter().map(|row| row[column])) == 1)
}

/// What to say if 0 is read as an empty cell, although it may be a symbol: no cell has the symbol n.
pub(crate) fn doubt(text: &str) -> Option<String> {
    let rows = || lines_of(text).filter(is_row);
    let n = rows().count();
    let first = rows().next()?.1.trim_start();
    let cells = || rows().flat_map(move |line| words(line.1, n));
    let is_last = |word: &str| symbol(word, n, false) == Some(n.checked_sub(1));
    if first.starts_with("order") || is_full_from_zero(&rows().collect::<Vec<_>>()) || cells().any(is_last) {
        return None;
    }
    cells().any(|word| word == "0").then(|| {
        format!("0 is read as an empty cell, since symbols are 1 to {n}; for symbols from 0, write `order {n}` first, and -1 for empty cells")
    })
}

/// Fills a cell, unless another cell contradicts that.
fn put(grid: &mut Grid, (n, row, column): (usize, usize, usize), symbol: usize) -> Result<(), String> {
    let same = grid.cells().filter(|&(.., other)| other == Some(symbol));
    let shared = |(r, c, _)| LineLayout::LATIN.shared(n, (r, c), (row, column));
    if let Some(kind) = same.filter_map(shared).next() {
        let line = if kind == LineKind::Row { "row" } else { "column" };
        return Err(format!("this symbol is in its {line} already"));
    }
    grid.set(row, column, symbol);
    Ok(())
}

/// The words of a row; the letters of its only word, if there are several symbols. Between commas, semicolons or tabs nothing is an empty cell.
fn words(line: &str, n: usize) -> Vec<&str> {
    if let Some(comma) = [',', ';', '\t'].into_iter().find(|&comma| n > 1 && line.split(comma).count() == n) {
        return line.split(comma).map(|word| if word.trim().is_empty() { "." } else { word.trim() }).collect();
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        [word] if n > 1 => word.char_indices().map(|(at, c)| &word[at..at + c.len_utf8()]).collect(),
        _ => words,
    }
}

/// What a word means: a symbol from 0, or an empty cell; none if it cannot be read.
fn symbol(word: &str, n: usize, is_from_zero: bool) -> Option<Option<usize>> {
    let is_in = |number: &usize| *number < n;
    if is_from_zero {
        return if word == "-1" { Some(None) } else { word.parse().ok().filter(is_in).map(Some) };
    }
    match word {
        "." | "0" | "_" | "*" | "-" => Some(None),
        _ => {
            let letter = word.chars().next().filter(|c| word.len() == 1 && c.is_ascii_alphabetic());
            let number = letter.and_then(|c| usize::try_from(c.to_digit(36)?).ok()).or_else(|| word.parse().ok())?;
            number.checked_sub(1).filter(is_in).map(Some)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ways_of_writing_say_the_same() {
        let one = square("# mine\n1 . 3\n. 3 .\n3 1 2\n").unwrap();
        assert_eq!(one, square("1.3\n030\n\n312").unwrap());
        assert_eq!(one, square("order 3\n0 -1 2\n-1 2 -1\n2 0 1\n").unwrap());
        assert_eq!(one, square("1,,3\n,3,\n3,1,2\n").unwrap());
        assert_eq!(one, square("1\t\t3\n\t3\t\n3\t1\t2\n").unwrap());
        assert_eq!(square("1\n").unwrap().n, 1);
        assert_eq!(square("0 1 2\n1 2 0\n2 0 1\n").unwrap(), square("1 2 3\n2 3 1\n3 1 2\n").unwrap());
        assert_eq!(square("01\n10").unwrap(), square("12\n21").unwrap());
        assert_eq!(square("0 1 2\n1 0 0\n2 0 1\n").unwrap(), square(". 1 2\n1 . .\n2 . 1\n").unwrap());
    }

    #[test]
    fn zeros_are_doubtful_where_no_cell_has_the_last_symbol() {
        for text in ["0 1 2\n1 2 0\n0 0 1\n", "# mine\n0 1\n. .\n", "00\n00\n"] {
            assert!(doubt(text).is_some_and(|words| words.starts_with("0 is read")), "{text}");
        }
        for text in ["0 1 2\n1 2 0\n2 0 1\n", "order 2\n0 -1\n-1 -1\n", "1 2\n0 0\n", ". 1\n. .\n", ""] {
            assert_eq!(doubt(text), None, "{text}");
        }
    }
}
