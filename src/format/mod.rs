//! Problems as text.

mod error;
pub mod json;
pub mod knuth;
mod lines;
pub mod logic;
pub mod matrix;
pub mod numbered;
mod similar;

use std::io::{self, BufRead, Write};

pub(crate) use error::error_at;
pub use error::{ReadError, SyntaxError};
pub(crate) use similar::{nearest, similar};

use crate::problem::Problem;

/// The formats that can be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputFormat {
    /// Knuth's: [`knuth`].
    Dlx,
    /// Lines that begin with `c`, `p ec` and `s`: [`numbered`].
    Ec,
    /// Sizes, then a line per option that begins with its size: [`numbered`].
    List,
    /// Rows of 0 and 1: [`matrix`].
    Matrix,
    /// Sets: [`json`].
    Json,
}

/// The formats that can be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputFormat {
    /// Knuth's: [`knuth`].
    Dlx,
    /// Lines that begin with `c`, `p ec` and `s`: [`numbered`].
    Ec,
    /// Sizes, then a line per option that begins with its size: [`numbered`].
    List,
    /// Rows of 0 and 1: [`matrix`].
    Matrix,
    /// Sets: [`json`].
    Json,
    /// Clauses whose models are the solutions: [`logic`].
    Cnf,
    /// Pseudo-Boolean constraints whose solutions are the solutions: [`logic`].
    Opb,
}

/// Writes a problem in a format.
///
/// # Errors
/// If writing fails, or the format cannot say what the problem is; then nothing is written.
pub fn write(problem: &Problem, format: OutputFormat, out: impl Write) -> io::Result<()> {
    match format {
        OutputFormat::Dlx => knuth::write(problem, out),
        OutputFormat::Ec => numbered::write_ec(problem, out),
        OutputFormat::List => numbered::write_list(problem, out),
        OutputFormat::Matrix => matrix::write(problem, out),
        OutputFormat::Json => json::write(problem, out),
        OutputFormat::Cnf => logic::write_cnf(problem, out),
        OutputFormat::Opb => logic::write_opb(problem, out),
    }
}

/// Why a format cannot say it.
fn refusal(what: &str, format: &str, why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, format!("{what} cannot be written in {format}: {why}"))
}

/// Reads a problem in a format, or in the one it looks like.
///
/// # Errors
/// If the text is not a problem in this format, with line and column, or cannot be read.
///
/// ```
/// let problem = dlx_count::format::read("2 1\n2 1 2\n".as_bytes(), None)?;
/// assert_eq!((problem.n_primary(), problem.n_options()), (2, 1));
/// # Ok::<(), dlx_count::format::ReadError>(())
/// ```
pub fn read(mut input: impl BufRead, format: Option<InputFormat>) -> Result<Problem, ReadError> {
    let format = match format {
        Some(format) => format,
        None => sniff(input.fill_buf()?),
    };
    match format {
        InputFormat::Dlx => knuth::read(input),
        InputFormat::Ec => numbered::read_ec(input),
        InputFormat::List => numbered::read_list(input),
        InputFormat::Matrix => matrix::read(input),
        InputFormat::Json => json::read(input),
    }
}

/// What the beginning of a text looks like.
///
/// A list begins with two numbers, and its first option with the number of items that follow. Knuth's format can look like this too, if its
/// items are called so: then its format has to be named. Two lines of 0 and 1 alone are a matrix, a bracket or a brace begins JSON.
fn sniff(start: &[u8]) -> InputFormat {
    let text = String::from_utf8_lossy(start);
    let mut lines =
        text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>()).filter(|words| !words.is_empty());
    let (first, second) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
    let is_number = |word: &&str| word.parse::<u32>().is_ok();
    let is_matrix = {
        let mut rows = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        let width = |line: &str| line.chars().filter(|sign| !sign.is_whitespace()).count();
        let (first, second) = (rows.next().unwrap_or_default(), rows.next());
        // The only row has no second, and one that is long may not be here to its end.
        matrix::looks_like_a_row(first)
            && width(first) > 1
            && second.is_none_or(|line| {
                matrix::looks_like_a_row(line) && (width(line) == width(first) || rows.next().is_none())
            })
    };
    match first[..] {
        ["c", ..] if text.lines().any(|line| line.starts_with("p ec ")) => InputFormat::Ec,
        ["p", "ec", ..] => InputFormat::Ec,
        [_, _] if first.iter().all(is_number) => {
            // A list of no items has no options to begin with.
            let announces = first[0] != "0"
                && second.first().and_then(|word| word.parse().ok()) == Some(second.len().wrapping_sub(1));
            match (announces, is_matrix) {
                (true, _) => InputFormat::List,
                (false, true) => InputFormat::Matrix,
                (false, false) => InputFormat::Dlx,
            }
        }
        _ if is_matrix => InputFormat::Matrix,
        [word, ..] if word.starts_with(['[', '{']) => InputFormat::Json,
        _ => InputFormat::Dlx,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_told_apart() {
        assert_eq!(sniff(b"c hello\np ec 2\ns 1\n"), InputFormat::Ec);
        assert_eq!(sniff(b"p ec 2\ns 1\n"), InputFormat::Ec);
        assert_eq!(sniff(b"2 1\n2 1 2\n"), InputFormat::List);
        assert_eq!(sniff(b"2 3\n1 1\n1 2\n2 1 2\n"), InputFormat::List);
        assert_eq!(sniff(b"1 2\n2 1\n"), InputFormat::Dlx);
        assert_eq!(sniff(b"| c\na b | c\na b\n"), InputFormat::Dlx);
        assert_eq!(sniff(b"c p\nc\np\n"), InputFormat::Dlx);
        assert_eq!(sniff(b"0010110\n1001001\n"), InputFormat::Matrix);
        assert_eq!(sniff(b"# rows\n0 1\n1 0\n"), InputFormat::Matrix);
        assert_eq!(sniff(b"10\n"), InputFormat::Matrix);
        assert_eq!(sniff(b"0 1\n1 0\n"), InputFormat::Matrix);
        assert_eq!(sniff(b"1\n1\n1\n"), InputFormat::Dlx);
        assert_eq!(sniff(b"10 11\n10\n11\n"), InputFormat::Dlx);
        assert_eq!(sniff(b" [[1, 2], [3]]"), InputFormat::Json);
        assert_eq!(sniff(b"{\"a\": [1]}"), InputFormat::Json);
        assert_eq!(sniff(b""), InputFormat::Dlx);
    }
}
