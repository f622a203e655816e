//! A parameter that is a number, or, for a table, several numbers.

use std::num::{IntErrorKind, ParseIntError};
use std::str::FromStr;

/// One or more values of a parameter: `8`, `1..10`, `3,7,9` or `1..4,8`.
///
/// ```
/// let span: dlx_count::family::Span = "1..4,8".parse()?;
/// assert_eq!((span.values(), span.single()), (&[1, 2, 3, 4, 8][..], None));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span(Vec<usize>);

/// The most values of one parameter.
const MAX_VALUES: usize = 10_000;

impl Span {
    /// The numbers from 1 to this one.
    #[must_use]
    pub fn up_to(most: usize) -> Self {
        Self((1..=most).collect())
    }

    /// All values, in order.
    #[must_use]
    pub fn values(&self) -> &[usize] {
        &self.0
    }

    /// The value, if there is only one.
    #[must_use]
    pub fn single(&self) -> Option<usize> {
        if let [value] = self.0[..] { Some(value) } else { None }
    }
}

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut values = Vec::new();
        for part in text.split(',') {
            let (first, last) = part.split_once("..").unwrap_or((part, part));
            let [first, last] = [first, last.strip_prefix('=').unwrap_or(last)].map(number);
            let (first, last) = (first?, last?);
            if first > last {
                return Err(format!("the range {part} is empty"));
            }
            if values.len() + (last - first) >= MAX_VALUES {
                return Err(format!("more than {MAX_VALUES} values"));
            }
            values.extend(first..=last);
        }
        values.sort_unstable();
        values.dedup();
        Ok(Self(values))
    }
}

fn number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|error: ParseIntError| match error.kind() {
        IntErrorKind::PosOverflow => format!("{text} is too large"),
        _ => "a number such as 8; a table takes ranges such as 1..10, or lists such as 3,7,9".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_ranges_and_lists() {
        let values = |text: &str| text.parse::<Span>().map(|span| span.0);
        assert_eq!(values("8"), Ok(vec![8]));
        assert_eq!(values("1..4,8"), Ok(vec![1, 2, 3, 4, 8]));
        assert_eq!(values("9,3,3"), Ok(vec![3, 9]));
        assert_eq!(values("2..=3"), Ok(vec![2, 3]));
        for bad in ["", "x", "-1", "3..1", "1..", "0..99999999", "1...3"] {
            assert!(values(bad).is_err(), "{bad}");
        }
        assert_eq!(values("999999999999999999999999"), Err("999999999999999999999999 is too large".into()));
    }
}
