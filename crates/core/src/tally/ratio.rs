//! Rational numbers.

use std::cmp::Ordering;
use std::fmt::{self, Display};
use std::ops::{Add, Mul};

use num_bigint::{BigInt, Sign};

/// A rational number, in lowest terms.
///
/// ```
/// use dlx_count::tally::Ratio;
///
/// let third: Ratio = "2/6".parse()?;
/// assert_eq!((third.to_string(), "-0.50".parse::<Ratio>()?.to_string()), ("1/3".into(), "-1/2".into()));
/// # Ok::<(), dlx_count::tally::ParseRatioError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ratio {
    over: BigInt,
    /// Positive.
    under: BigInt,
}

impl Ratio {
    /// In lowest terms; `under` is not 0.
    pub(super) fn new(over: BigInt, under: BigInt) -> Self {
        let (mut a, mut b) = (over.clone(), under.clone());
        while b.sign() != Sign::NoSign {
            (a, b) = (b.clone(), a % b);
        }
        // The sign of what is below goes up.
        if (a.sign() == Sign::Minus) != (under.sign() == Sign::Minus) {
            a = -a;
        }
        Self { over: over / &a, under: under / a }
    }

    /// A number over the product of others, all positive, one after the other: so it takes time in proportion to its length and theirs.
    pub(super) fn over_all(mut over: BigInt, all: &[BigInt]) -> Self {
        let mut under = BigInt::from(1);
        for one in all.iter().filter(|one| **one != BigInt::from(1)) {
            let rest = Self::new(&over % one, one.clone()).under;
            over /= one / &rest;
            under *= rest;
        }
        Self { over, under }
    }

    /// The number above the line.
    #[must_use]
    pub fn over(&self) -> &BigInt {
        &self.over
    }

    /// The number below the line, from 1.
    #[must_use]
    pub fn under(&self) -> &BigInt {
        &self.under
    }

    /// Is it 0?
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.over.sign() == Sign::NoSign
    }
}

impl Add<&Self> for Ratio {
    type Output = Self;

    fn add(self, other: &Self) -> Self {
        Self::new(self.over * &other.under + &other.over * &self.under, self.under * &other.under)
    }
}

impl Mul<&Self> for Ratio {
    type Output = Self;

    /// Each number above a line is reduced by the one below the other line, so that a long number times a short one takes no longer than its length.
    fn mul(self, other: &Self) -> Self {
        let [one, two] = [Self::new(self.over, other.under.clone()), Self::new(other.over.clone(), self.under)];
        Self { over: one.over * two.over, under: one.under * two.under }
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        (&self.over * &other.under).cmp(&(&other.over * &self.under))
    }
}

impl From<i64> for Ratio {
    fn from(number: i64) -> Self {
        Self { over: number.into(), under: 1.into() }
    }
}

impl Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.under == BigInt::from(1) {
            return write!(f, "{}", self.over);
        }
        write!(f, "{}/{}", self.over, self.under)
    }
}

/// A text that is not a rational number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a weight is written like 3, -2/5, 0.25 or 2.5e-3")]
pub struct ParseRatioError;

/// The most letters of a number, and the most digits that its exponent moves the point by.
const LETTERS: usize = 200;
const MOST_MOVED: i32 = 1000;

impl std::str::FromStr for Ratio {
    type Err = ParseRatioError;

    /// Reads `3`, `-2/5`, `0.25` or `2.5e-3`.
    fn from_str(text: &str) -> Result<Self, ParseRatioError> {
        if text.len() > LETTERS {
            return Err(ParseRatioError);
        }
        let (is_negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let size = match digits.split_once('/') {
            Some((over, under)) => {
                let under = whole(under)?;
                if under.sign() == Sign::NoSign {
                    return Err(ParseRatioError);
                }
                Self::new(whole(over)?, under)
            }
            None => decimal(digits)?,
        };
        Ok(if is_negative { Self { over: -size.over, ..size } } else { size })
    }
}

/// A number from its digits.
fn whole(digits: &str) -> Result<BigInt, ParseRatioError> {
    let is_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| is_digits).ok_or(ParseRatioError)
}

/// A number with a point or an exponent, or without.
fn decimal(text: &str) -> Result<Ratio, ParseRatioError> {
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    // There may be digits before the point alone, or behind it.
    let (before, behind) = digits.split_once('.').unwrap_or((digits, ""));
    let n_behind = i32::try_from(behind.len()).map_err(|_| ParseRatioError)?;
    let exponent: i32 = exponent.parse().map_err(|_| ParseRatioError)?;
    let moved = Some(exponent).filter(|exponent| exponent.abs() <= MOST_MOVED).ok_or(ParseRatioError)? - n_behind;
    let (all, power) = (whole(&format!("{before}{behind}"))?, BigInt::from(10).pow(moved.unsigned_abs()));
    Ok(if moved < 0 { Ratio::new(all, power) } else { Ratio { over: all * power, under: 1.into() } })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(text: &str) -> Ratio {
        text.parse().unwrap()
    }

    #[test]
    fn ratios_are_read_and_kept_in_lowest_terms() {
        for (text, said) in [
            ("3", "3"),
            ("-6/4", "-3/2"),
            ("0.250", "1/4"),
            (".250", "1/4"),
            ("-1.", "-1"),
            ("0/7", "0"),
            ("-0.0", "0"),
            ("10/5", "2"),
            ("+2.5e-3", "1/400"),
            ("-1.20E+3", "-1200"),
            ("0e5", "0"),
        ] {
            assert_eq!(ratio(text).to_string(), said, "{text}");
        }
        for bad in [
            "",
            "-",
            "1/0",
            "1/-2",
            ".",
            "-.",
            "+-1",
            "1e",
            "e3",
            "1e2.5",
            "1e9999",
            "1/2e3",
            "--1",
            "1/2/3",
            "1.5/2",
            &"9".repeat(201),
        ] {
            assert_eq!(bad.parse::<Ratio>(), Err(ParseRatioError), "{bad}");
        }
    }

    #[test]
    fn a_product_is_divided_out() {
        let all = [4, 6, 1, 25].map(BigInt::from);
        for over in -700..700 {
            assert_eq!(Ratio::over_all(over.into(), &all), Ratio::new(over.into(), 600.into()), "{over}");
        }
    }
}
