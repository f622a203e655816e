//! Problems as text.

mod error;
pub mod knuth;
mod lines;
pub mod numbered;
mod similar;

use std::io::BufRead;

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
    }
}

/// What the beginning of a text looks like.
///
/// A list begins with two numbers, and its first option with the number of items that follow. Knuth's format can look like this too, if its
/// items are called so: then its format has to be named.
fn sniff(start: &[u8]) -> InputFormat {
    let text = String::from_utf8_lossy(start);
    let mut lines =
        text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>()).filter(|words| !words.is_empty());
    let (first, second) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
    let is_number = |word: &&str| word.parse::<u32>().is_ok();
    match first[..] {
        ["c", ..] if text.lines().any(|line| line.starts_with("p ec ")) => InputFormat::Ec,
        ["p", "ec", ..] => InputFormat::Ec,
        [_, _] if first.iter().all(is_number) => {
            let announces = second.first().and_then(|word| word.parse().ok()) == Some(second.len().wrapping_sub(1));
            if announces { InputFormat::List } else { InputFormat::Dlx }
        }
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
        assert_eq!(sniff(b""), InputFormat::Dlx);
    }
}
