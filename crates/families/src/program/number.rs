//! Words of a file with their place, and the numbers among them: decimal and exact, or infinite.

use crate::text::Line;
use dlx_core::format::{SyntaxError, error_at_word};
use dlx_core::problem::{Decimal, ParseDecimalError};

/// What solvers take for infinity, as CPLEX does.
const INFINITY: f64 = 1e20;
/// Doubles tell numbers apart that have at most this many digits.
const KEPT_BY_DOUBLES: usize = 15;

/// What is read of a file, or a mistake with its place.
pub(super) type ProgramResult<T> = Result<T, Box<SyntaxError>>;

/// The help where numbers do not fit.
pub(super) const SMALLER: &str = "take smaller numbers, or fewer digits";

/// A word, and the line that it is a part of.
#[derive(Clone, Copy, Debug)]
pub(super) struct FileWord<'a> {
    pub(super) line: Line<'a>,
    pub(super) text: &'a str,
}

impl FileWord<'_> {
    pub(super) fn error(self, what: &str, help: &str) -> Box<SyntaxError> {
        error_at_word(self.line, self.text, what, help)
    }
}

/// A number of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Amount {
    Finite(Decimal),
    Infinite { is_negative: bool },
}

impl Amount {
    /// Reads `5`, `-.5`, `1.`, `2.5e-3` or `inf`.
    pub(super) fn read(word: FileWord<'_>) -> ProgramResult<Self> {
        let size = word.text.parse::<f64>().ok().filter(|number| !number.is_nan());
        let what = || format!("`{}` is not a number", word.text);
        let size = size.ok_or_else(|| word.error(&what(), "numbers are written 5, -5, 2.75 or 1e3"))?;
        if size.abs() >= INFINITY {
            return Ok(Self::Infinite { is_negative: size < 0.0 });
        }
        match decimal(word.text, size) {
            Ok(number) => Ok(Self::Finite(number)),
            Err(error) => Err(word.error(&format!("`{}` has too many digits", word.text), &error.to_string())),
        }
    }

    /// Reads a number that is not infinite.
    pub(super) fn read_finite(word: FileWord<'_>) -> ProgramResult<Decimal> {
        match Self::read(word)? {
            Self::Finite(number) => Ok(number),
            Self::Infinite { .. } => Err(word.error("an infinite number", "only bounds may be infinite: 1e20 or more")),
        }
    }

    /// The other number of the same size; none if it does not fit.
    pub(super) fn negated(self) -> Option<Self> {
        Some(match self {
            Self::Finite(number) => Self::Finite(number.checked_neg()?),
            Self::Infinite { is_negative } => Self::Infinite { is_negative: !is_negative },
        })
    }
}

/// A decimal number in any form that solvers write: digits may be missing on one side of the point.
///
/// One that is not whole and has more digits than a double can keep is one that a solver has written, which computes with doubles: 6.8399999999999999 is what becomes of 6.84. It is read as the shortest number with the same double.
fn decimal(text: &str, double: f64) -> Result<Decimal, ParseDecimalError> {
    if text.contains('.') && n_digits(text) > KEPT_BY_DOUBLES {
        return double.to_string().parse();
    }
    let (number, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let digits = number.trim_start_matches(['+', '-']);
    let sign = if number.starts_with('-') { "-" } else { "" };
    let zero = if digits.starts_with('.') { "0" } else { "" };
    format!("{sign}{zero}{}e{exponent}", digits.strip_suffix('.').unwrap_or(digits)).parse()
}

/// How many digits a number has, from the first that is not 0 to the last.
fn n_digits(text: &str) -> usize {
    let number = text.split(['e', 'E']).next().unwrap_or_default();
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    digits.trim_matches('0').len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Amount, Box<SyntaxError>> {
        Amount::read(FileWord { line: (1, text), text })
    }

    #[test]
    fn numbers_are_exact() {
        let finite = |units: i64, digits: u32| Amount::Finite(Decimal::new(units, digits));
        let cases = [
            (".5", finite(5, 1)),
            ("-5.", finite(-5, 0)),
            ("+1", finite(1, 0)),
            ("2.5E-03", finite(25, 4)),
            ("0.30000000000000004", finite(30_000_000_000_000_004, 17)),
            ("-.25e+2", finite(-25, 0)),
            ("6.8399999999999999", finite(684, 2)),
            ("-1.9999999999999999e+01", finite(-20, 0)),
            ("123456789012345678", finite(123_456_789_012_345_678, 0)),
            ("0.00000000000000000000", finite(0, 0)),
            ("1e+30", Amount::Infinite { is_negative: false }),
            ("-Infinity", Amount::Infinite { is_negative: true }),
        ];
        for (text, amount) in cases {
            assert_eq!(read(text).unwrap(), amount, "{text}");
        }
        for (text, part) in [("x", "not a number"), ("nan", "not a number"), (".", "not a number"), ("1e-30", "digits")]
        {
            assert!(read(text).unwrap_err().to_string().contains(part), "{text}");
        }
    }
}
