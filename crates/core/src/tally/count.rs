//! A number of solutions: exact at any size.
//!
//! Nearly every count fits in 128 bits and is kept there; a sum or product that does not becomes a big integer.
//! No operation wraps, in any build. A count never goes back from big to small, so equal counts are stored alike.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, MulAssign};
use std::str::FromStr;

use num_bigint::BigUint;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An exact number of solutions, of any size.
///
/// ```
/// use dlx_count::Count;
///
/// let all = Count::from(u128::MAX);
/// assert_eq!((all.clone() + Count::from(1u64)).to_string(), "340282366920938463463374607431768211456");
/// assert_eq!((all * Count::ZERO), Count::ZERO);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count(Width);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Width {
    Small(u128),
    /// More than 128 bits.
    Big(BigUint),
}

use Width::{Big, Small};

impl Count {
    /// No solution.
    pub const ZERO: Self = Self(Small(0));
    /// One solution.
    pub const ONE: Self = Self(Small(1));

    /// Is there no solution?
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0 == Small(0)
    }

    /// The number, if it fits in 64 bits.
    #[must_use]
    pub fn to_u64(&self) -> Option<u64> {
        match &self.0 {
            Small(small) => u64::try_from(*small).ok(),
            Big(_) => None,
        }
    }

    /// The power with this exponent; 1 if that is 0.
    ///
    /// ```
    /// use dlx_count::Count;
    ///
    /// assert_eq!((Count::from(3u64).pow(40).to_string(), Count::ZERO.pow(0)), ("12157665459056928801".into(), Count::ONE));
    /// ```
    #[must_use]
    pub fn pow(&self, mut exponent: u32) -> Self {
        let (mut power, mut square) = (Self::ONE, self.clone());
        while exponent > 0 {
            if exponent % 2 == 1 {
                power *= square.clone();
            }
            exponent /= 2;
            if exponent > 0 {
                square = square.clone() * square;
            }
        }
        power
    }

    /// The nearest double, for rates and progress only; infinite past its range.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        self.to_string().parse().unwrap_or(f64::INFINITY)
    }

    /// The whole part of the quotient, and what remains. The divisor must not be 0.
    #[must_use]
    pub fn divided_by(&self, divisor: u32) -> (Self, u32) {
        let quotient = match &self.0 {
            Small(small) => Self(Small(small / u128::from(divisor))),
            Big(big) => Self::from_big(big / divisor),
        };
        let remainder = match &self.0 {
            Small(small) => small % u128::from(divisor),
            Big(big) => u128::try_from(big % divisor).unwrap_or_default(),
        };
        (quotient, u32::try_from(remainder).expect("what remains is less than the divisor"))
    }

    /// The quotient, rounded up. If the divisor is 0, this number itself.
    ///
    /// ```
    /// use dlx_count::Count;
    ///
    /// assert_eq!(Count::from(100u64).div_ceil(&Count::from(40u64)), Count::from(3u64));
    /// ```
    #[must_use]
    pub fn div_ceil(&self, divisor: &Self) -> Self {
        if divisor.is_zero() {
            return self.clone();
        }
        let divisor = divisor.clone().into_big();
        Self::from_big((self.clone().into_big() + &divisor - 1u32) / divisor)
    }

    /// The number in bytes, the least first, for conversion to other integers of any size.
    ///
    /// ```
    /// use dlx_count::Count;
    ///
    /// assert_eq!(Count::from(258u64).to_bytes(), [2, 1]);
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.clone().into_big().to_bytes_le()
    }

    fn into_big(self) -> BigUint {
        match self.0 {
            Small(small) => BigUint::from(small),
            Big(big) => big,
        }
    }

    fn from_big(big: BigUint) -> Self {
        match u128::try_from(&big) {
            Ok(small) => Self(Small(small)),
            Err(_) => Self(Big(big)),
        }
    }
}

impl Count {
    /// A number below this one, all with the same chance, from random words.
    ///
    /// # Panics
    /// If this is 0, since no number is below.
    #[must_use]
    pub fn random_below(&self, mut random: impl FnMut() -> u64) -> Self {
        assert!(!self.is_zero(), "no number is below 0");
        let most = self.clone().into_big();
        let bits = most.bits();
        loop {
            // As many bits as the bound has: more than every second try is below it.
            let words: Vec<u32> = (0..bits.div_ceil(32))
                .map(|word| {
                    let n_bits = (bits - 32 * word).min(32);
                    u32::try_from(random() & ((1 << n_bits) - 1)).expect("at most 32 bits are left")
                })
                .collect();
            let number = BigUint::new(words);
            if number < most {
                return Self::from_big(number);
            }
        }
    }
}

impl Default for Count {
    fn default() -> Self {
        Self::ZERO
    }
}

impl From<u64> for Count {
    fn from(small: u64) -> Self {
        Self(Small(small.into()))
    }
}

impl From<u128> for Count {
    fn from(small: u128) -> Self {
        Self(Small(small))
    }
}

impl From<BigUint> for Count {
    fn from(big: BigUint) -> Self {
        Self::from_big(big)
    }
}

impl Add for Count {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        if let (Small(a), Small(b)) = (&self.0, &other.0)
            && let Some(sum) = a.checked_add(*b)
        {
            return Self(Small(sum));
        }
        Self::from_big(self.into_big() + other.into_big())
    }
}

impl Mul for Count {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        if let (Small(a), Small(b)) = (&self.0, &other.0)
            && let Some(product) = a.checked_mul(*b)
        {
            return Self(Small(product));
        }
        Self::from_big(self.into_big() * other.into_big())
    }
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        *self = std::mem::take(self) + other;
    }
}

impl MulAssign for Count {
    fn mul_assign(&mut self, other: Self) {
        *self = std::mem::take(self) * other;
    }
}

impl Sum for Count {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::ZERO, Add::add)
    }
}

impl PartialOrd for Count {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Count {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => a.cmp(b),
            (Big(a), Big(b)) => a.cmp(b),
            (Small(_), Big(_)) => std::cmp::Ordering::Less,
            (Big(_), Small(_)) => std::cmp::Ordering::Greater,
        }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small(small) => small.fmt(f),
            Big(big) => big.fmt(f),
        }
    }
}

/// The text is not a decimal number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a count is a decimal number without sign or spaces")]
pub struct ParseCountError;

impl FromStr for Count {
    type Err = ParseCountError;

    fn from_str(text: &str) -> Result<Self, ParseCountError> {
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(ParseCountError);
        }
        text.parse::<BigUint>().map(Self::from_big).map_err(|_| ParseCountError)
    }
}

impl Serialize for Count {
    /// As a string of decimal digits: counts outgrow the doubles of JSON readers.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn big(count: &Count) -> BigUint {
        count.clone().into_big()
    }

    proptest! {
        #[test]
        fn sums_and_products_are_those_of_big_integers(a: u128, b: u128, shift in 0u32..128) {
            let (a, b) = (Count::from(a >> shift), Count::from(b));
            prop_assert_eq!(big(&(a.clone() + b.clone())), big(&a) + big(&b));
            prop_assert_eq!(big(&(a.clone() * b.clone())), big(&a) * big(&b));
            prop_assert_eq!(a.cmp(&b), big(&a).cmp(&big(&b)));
            let square = b.clone() * b;
            prop_assert_eq!(square.to_string().parse::<Count>().unwrap(), square);
        }
    }

    #[test]
    fn the_width_follows_the_value() {
        let edge = Count::from(u128::MAX);
        let past = edge.clone() + Count::ONE;
        assert!(matches!(past.0, Big(_)));
        assert!(past > edge);
        assert_eq!(past.clone() * Count::ZERO, Count::ZERO);
        assert_eq!(Count::from(u64::MAX).to_u64(), Some(u64::MAX));
        assert_eq!(past.to_u64(), None);
        assert!((past.to_f64() / 2f64.powi(128) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn only_plain_decimals_are_counts() {
        for text in ["", "+1", "-1", " 1", "1_000", "0x10", "1.0"] {
            assert_eq!(text.parse::<Count>(), Err(ParseCountError), "{text}");
        }
        assert_eq!("007".parse::<Count>(), Ok(Count::from(7u64)));
    }
}
