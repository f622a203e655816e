//! Decimal numbers, which are what options cost.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;

use super::widths::to_usize;

/// The most digits behind the point: 10^18 fits in 63 bits.
const MAX_DIGITS: u32 = 18;

/// A decimal number: some units, of which 10^`digits` make 1. Two that are equal are written alike, since zeros at the end are dropped.
///
/// ```
/// use dlx_count::problem::Decimal;
///
/// let cost: Decimal = "-2.50".parse()?;
/// assert_eq!((cost.to_string(), cost.units(), cost.digits()), ("-2.5".into(), -25, 1));
/// assert_eq!("12e-2".parse::<Decimal>()?, "0.12".parse()?);
/// assert!("1/3".parse::<Decimal>().is_err());
/// # Ok::<(), dlx_count::problem::ParseDecimalError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Decimal {
    units: i64,
    digits: u32,
}

/// A text is not a decimal number that fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum ParseDecimalError {
    /// It is not a number.
    #[error("a number is written 5, -5 or 2.75")]
    Form,
    /// It has too many digits.
    #[error("a number has at most {MAX_DIGITS} digits behind the point, and fits in 63 bits without the point")]
    Digits,
}

impl Decimal {
    /// A number of units, of which 10^`digits` make 1.
    #[must_use]
    pub const fn new(mut units: i64, mut digits: u32) -> Self {
        while digits > 0 && units % 10 == 0 {
            (units, digits) = (units / 10, digits - 1);
        }
        Self { units, digits }
    }

    /// The number without its point.
    #[must_use]
    pub const fn units(self) -> i64 {
        self.units
    }

    /// How many digits stand behind the point.
    #[must_use]
    pub const fn digits(self) -> u32 {
        self.digits
    }

    /// The number in units of which 10^`digits` make 1, if it is a whole number of them that fits in 64 bits.
    #[must_use]
    pub fn in_units(self, digits: u32) -> Option<i64> {
        self.units.checked_mul(10i64.checked_pow(digits.checked_sub(self.digits)?)?)
    }

    /// The sum of two numbers; none if it does not fit.
    ///
    /// ```
    /// use dlx_count::problem::Decimal;
    ///
    /// let sum = Decimal::new(25, 1).checked_add(Decimal::new(-75, 2));
    /// assert_eq!(sum, Some(Decimal::new(175, 2)));
    /// ```
    #[must_use]
    pub fn checked_add(self, other: Self) -> Option<Self> {
        let digits = self.digits.max(other.digits);
        Some(Self::new(self.in_units(digits)?.checked_add(other.in_units(digits)?)?, digits))
    }

    /// The other number of the same size; none if it does not fit.
    #[must_use]
    pub const fn checked_neg(self) -> Option<Self> {
        match self.units.checked_neg() {
            Some(units) => Some(Self { units, digits: self.digits }),
            None => None,
        }
    }

    /// How many units, of which 10^`digits` make 1, it has, rounded down.
    ///
    /// ```
    /// use dlx_count::problem::Decimal;
    ///
    /// let number = Decimal::new(-125, 2);
    /// assert_eq!((number.floor(1), number.ceil(1), number.floor(3)), (-13, -12, -1250));
    /// ```
    #[must_use]
    pub fn floor(self, digits: u32) -> i128 {
        let units = i128::from(self.units);
        // There are at most 18 digits behind the point, so no power is more than 10^18.
        match digits.checked_sub(self.digits) {
            Some(finer) => units * 10i128.pow(finer),
            None => units.div_euclid(10i128.pow(self.digits - digits)),
        }
    }

    /// The same, rounded up.
    #[must_use]
    pub fn ceil(self, digits: u32) -> i128 {
        let down = self.floor(digits);
        let is_rounded = digits < self.digits && down * 10i128.pow(self.digits - digits) < i128::from(self.units);
        down + i128::from(is_rounded)
    }

    /// Is it at most this, without its sign, and has it at most this many digits behind the point?
    ///
    /// ```
    /// use dlx_count::problem::Decimal;
    ///
    /// assert!(Decimal::new(-20, 1).is_within(2, 0) && !Decimal::new(201, 2).is_within(2, 6) && !Decimal::new(5, 1).is_within(2, 0));
    /// ```
    #[must_use]
    pub fn is_within(self, most: u32, digits: u32) -> bool {
        self.digits <= digits && u128::from(self.units.unsigned_abs()) <= u128::from(most) * 10u128.pow(self.digits)
    }
}

impl FromStr for Decimal {
    type Err = ParseDecimalError;

    fn from_str(text: &str) -> Result<Self, ParseDecimalError> {
        use ParseDecimalError::{Digits, Form};
        let (number, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let exponent: i32 = exponent.parse().map_err(|_| Form)?;
        let (is_negative, number) = match number.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, number.strip_prefix('+').unwrap_or(number)),
        };
        let (whole, part) = number.split_once('.').unwrap_or((number, ""));
        let has_point = number.contains('.');
        let is_digits = |text: &str| text.bytes().all(|sign| sign.is_ascii_digit());
        if !is_digits(whole) || !is_digits(part) || whole.is_empty() || (has_point && part.is_empty()) {
            return Err(Form);
        }
        let part = part.trim_end_matches('0');
        let text = format!("{}{whole}{part}", if is_negative { "-" } else { "" });
        let units: i64 = text.parse().map_err(|_| Digits)?;
        let digits = i64::try_from(part.len()).map_err(|_| Digits)? - i64::from(exponent);
        match u32::try_from(digits) {
            _ if units == 0 => Ok(Self::default()),
            Ok(digits) => Some(Self::new(units, digits)).filter(|number| number.digits <= MAX_DIGITS).ok_or(Digits),
            Err(_) => {
                let power = u32::try_from(-digits).ok().and_then(|power| 10i64.checked_pow(power));
                let units = power.and_then(|power| units.checked_mul(power)).ok_or(Digits)?;
                Ok(Self::new(units, 0))
            }
        }
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.digits == 0 {
            return write!(f, "{}", self.units);
        }
        let one = 10u64.pow(self.digits);
        let (whole, part) = (self.units.unsigned_abs() / one, self.units.unsigned_abs() % one);
        let sign = if self.units < 0 { "-" } else { "" };
        write!(f, "{sign}{whole}.{part:0width$}", width = to_usize(self.digits))
    }
}

/// In JSON, a number: or the number as a text, where a program that reads numbers as doubles would take it for another one.
impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.digits == 0 {
            return serializer.serialize_i64(self.units);
        }
        let text = self.to_string();
        match text.parse::<f64>() {
            Ok(number) if number.to_string() == text => serializer.serialize_f64(number),
            _ => serializer.serialize_str(&text),
        }
    }
}

impl From<i64> for Decimal {
    fn from(units: i64) -> Self {
        Self { units, digits: 0 }
    }
}

impl From<i32> for Decimal {
    fn from(units: i32) -> Self {
        i64::from(units).into()
    }
}

impl From<u32> for Decimal {
    fn from(units: u32) -> Self {
        i64::from(units).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// What is written is read, and means the same in any units.
        #[test]
        fn numbers_are_written_and_read(units in any::<i64>(), digits in 0u32..=18) {
            let number = Decimal::new(units, digits);
            prop_assert_eq!(number.to_string().parse(), Ok(number));
            prop_assert_eq!(number.in_units(digits), Some(units));
            prop_assert_eq!(format!("{units}e-{digits}").parse(), Ok(number));
        }
    }

    #[test]
    fn sums_and_roundings_are_exact() {
        let number = Decimal::new(-125, 2);
        let rounded = [0, 1, 2, 3].map(|digits| (number.floor(digits), number.ceil(digits)));
        assert_eq!(rounded, [(-2, -1), (-13, -12), (-125, -125), (-1250, -1250)]);
        assert_eq!(number.checked_add(Decimal::new(5, 1)), Some(Decimal::new(-75, 2)));
        let [least, most] = [i64::MIN, i64::MAX].map(Decimal::from);
        assert_eq!((most.checked_add(1.into()), least.checked_neg()), (None, None));
    }

    #[test]
    fn numbers_are_read_exactly_or_refused() {
        for (text, written) in [
            ("5", "5"),
            ("-5", "-5"),
            ("+5", "5"),
            ("0.5", "0.5"),
            ("-0.05", "-0.05"),
            ("5.0", "5"),
            ("-0", "0"),
            ("1e3", "1000"),
            ("1.25e1", "12.5"),
            ("25E-1", "2.5"),
            ("0e99", "0"),
            ("0.100000000000000000000", "0.1"),
            ("9223372036854775807", "9223372036854775807"),
            ("-9223372036854775808", "-9223372036854775808"),
        ] {
            assert_eq!(text.parse::<Decimal>().map(|number| number.to_string()), Ok(written.into()), "{text}");
        }
        for text in ["", "-", ".", ".5", "5.", "1,5", "1/2", "0x1", "--1", "1e", "1e1.5", "nan", "inf", " 1", "1_000"] {
            assert_eq!(text.parse::<Decimal>(), Err(ParseDecimalError::Form), "{text}");
        }
        for text in ["9223372036854775808", "1e19", "1e-19", "0.1234567890123456789", "1e999999999"] {
            assert_eq!(text.parse::<Decimal>(), Err(ParseDecimalError::Digits), "{text}");
        }
        let json = |text: &str| serde_json::to_string(&text.parse::<Decimal>().unwrap()).unwrap();
        assert_eq!(["-7", "0.25", "0.1234567890123456"].map(json), ["-7", "0.25", "0.1234567890123456"]);
        assert_eq!(json("1234567890.123456789"), "\"1234567890.123456789\"");
        assert_eq!(Decimal::new(5, 1).in_units(0), None);
        assert_eq!(Decimal::from(10).in_units(18), None);
    }
}
