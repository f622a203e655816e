//! The amounts in sums over all solutions: whole numbers, numbers modulo another, or products of weights.
//!
//! A diagram is walked in the same way for any kind of sum. A [`Semiring`] says what a solution counts before any option is chosen, what an option makes of it, and how two amounts are added.

use std::fmt::{self, Display};
use std::ops::Mul;

use num_bigint::{BigInt, Sign};

use super::Count;
use crate::problem::OptionId;

/// What is added up.
pub trait Semiring: Clone + Send + Sync + 'static {
    /// An amount.
    type Amount: Clone + PartialEq + Display + Send;

    /// No solution.
    fn zero(&self) -> Self::Amount;

    /// The solution without any option.
    fn one(&self) -> Self::Amount;

    /// Adds an amount to another.
    fn add(&self, sum: &mut Self::Amount, amount: &Self::Amount);

    /// An amount of solutions, each with this option, of the original problem, added to it.
    fn with(&self, option: OptionId, amount: Self::Amount) -> Self::Amount;
}

/// Solutions are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counted;

impl Semiring for Counted {
    type Amount = Count;

    fn zero(&self) -> Count {
        Count::ZERO
    }

    fn one(&self) -> Count {
        Count::ONE
    }

    fn add(&self, sum: &mut Count, amount: &Count) {
        *sum += amount.clone();
    }

    fn with(&self, _: OptionId, amount: Count) -> Count {
        amount
    }
}

/// Solutions are counted modulo a number from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Modulo(pub u64);

impl Semiring for Modulo {
    type Amount = u64;

    fn zero(&self) -> u64 {
        0
    }

    fn one(&self) -> u64 {
        1 % self.0
    }

    fn add(&self, sum: &mut u64, amount: &u64) {
        let whole = (u128::from(*sum) + u128::from(*amount)) % u128::from(self.0);
        *sum = u64::try_from(whole).expect("it is less than the modulus");
    }

    fn with(&self, _: OptionId, amount: u64) -> u64 {
        amount
    }
}

/// A solution counts as the product of the weights of its options, of the original problem: the sum is the partition function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weighted {
    /// The weight of each option.
    pub weights: Vec<Ratio>,
}

impl Semiring for Weighted {
    type Amount = Ratio;

    fn zero(&self) -> Ratio {
        Ratio::from(0)
    }

    fn one(&self) -> Ratio {
        Ratio::from(1)
    }

    fn add(&self, sum: &mut Ratio, amount: &Ratio) {
        *sum = Ratio::new(&sum.over * &amount.under + &amount.over * &sum.under, &sum.under * &amount.under);
    }

    fn with(&self, option: OptionId, amount: Ratio) -> Ratio {
        amount * &self.weights[option.index()]
    }
}

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
    fn new(over: BigInt, under: BigInt) -> Self {
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
}

impl Mul<&Self> for Ratio {
    type Output = Self;

    fn mul(self, other: &Self) -> Self {
        Self::new(self.over * &other.over, self.under * &other.under)
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
#[error("a weight is written like 3, -2/5 or 0.25")]
pub struct ParseRatioError;

/// The most letters of a number: a weight is written by hand.
const LETTERS: usize = 100;

impl std::str::FromStr for Ratio {
    type Err = ParseRatioError;

    /// Reads `3`, `-2/5` or `0.25`.
    fn from_str(text: &str) -> Result<Self, ParseRatioError> {
        let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let whole = |text: &str| text.parse::<BigInt>().map_err(|_| ParseRatioError);
        let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
        let (over, under) = match (digits.split_once('/'), digits.split_once('.')) {
            _ if text.len() > LETTERS => return Err(ParseRatioError),
            (Some((over, under)), _) => (over.to_owned(), under.to_owned()),
            (None, Some((before, behind))) if is_digits(before) && is_digits(behind) => {
                (format!("{before}{behind}"), format!("1{}", "0".repeat(behind.len())))
            }
            (None, Some(_)) => return Err(ParseRatioError),
            (None, None) => (digits.to_owned(), "1".into()),
        };
        if !is_digits(&over) || !is_digits(&under) || under.bytes().all(|byte| byte == b'0') {
            return Err(ParseRatioError);
        }
        Ok(Self::new(whole(&format!("{sign}{over}"))?, whole(&under)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(text: &str) -> Ratio {
        text.parse().unwrap()
    }

    #[test]
    fn ratios_are_read_and_kept_in_lowest_terms() {
        for (text, said) in [("3", "3"), ("-6/4", "-3/2"), ("0.250", "1/4"), ("0/7", "0"), ("-0.0", "0"), ("10/5", "2")]
        {
            assert_eq!(ratio(text).to_string(), said, "{text}");
        }
        for bad in ["", "-", "1/0", "1/-2", "1.", ".5", "1e3", "--1", "1/2/3", "1.5/2", &"9".repeat(200)] {
            assert_eq!(bad.parse::<Ratio>(), Err(ParseRatioError), "{bad}");
        }
    }

    #[test]
    fn amounts_are_added_and_multiplied() {
        let ring = Weighted { weights: vec![ratio("2/3"), ratio("-1/2")] };
        let [first, second] = [0, 1].map(OptionId::from_index);
        let both = ring.with(second, ring.with(first, ring.one()));
        assert_eq!(both, ratio("-1/3"));
        let mut sum = both;
        ring.add(&mut sum, &ring.with(first, ring.one()));
        assert_eq!(sum, ratio("1/3"));
        ring.add(&mut sum, &ratio("-1/3"));
        assert_eq!(sum, ring.zero());
        let mut sum = u64::MAX - 1;
        Modulo(u64::MAX).add(&mut sum, &(u64::MAX - 1));
        assert_eq!((sum, Modulo(1).one()), (u64::MAX - 2, 0));
    }
}
