//! How often an item is covered.

/// How often an item is covered, from the least to the most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Multiplicity {
    /// The least number of times.
    pub least: usize,
    /// The greatest number of times; none if there is no bound.
    pub most: Option<usize>,
}

impl Multiplicity {
    /// Exactly once.
    pub const ONE: Self = Self { least: 1, most: Some(1) };
    /// Once or not at all.
    pub const AT_MOST_ONCE: Self = Self { least: 0, most: Some(1) };
    /// Any number of times.
    pub const ANY: Self = Self { least: 0, most: None };

    /// Exactly `number` times.
    #[must_use]
    pub const fn exactly(number: usize) -> Self {
        Self { least: number, most: Some(number) }
    }
}

impl std::fmt::Display for Multiplicity {
    /// `2`, `0..3` or `1..`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.most {
            Some(most) if most == self.least => write!(f, "{most}"),
            Some(most) => write!(f, "{}..{most}", self.least),
            None => write!(f, "{}..", self.least),
        }
    }
}

impl std::str::FromStr for Multiplicity {
    type Err = ParseMultiplicityError;

    /// Reads `2`, `0..3` or `1..`.
    fn from_str(text: &str) -> Result<Self, ParseMultiplicityError> {
        let number = |text: &str| text.parse().ok().filter(|&number| number <= MOST).ok_or(ParseMultiplicityError);
        let times = match text.split_once("..") {
            None => Self::exactly(number(text)?),
            Some((least, "")) => Self { least: number(least)?, most: None },
            Some((least, most)) => Self { least: number(least)?, most: Some(number(most)?) },
        };
        if times.most.is_some_and(|most| most < times.least) { Err(ParseMultiplicityError) } else { Ok(times) }
    }
}

/// The largest number that is read.
const MOST: usize = 100_000;

/// A text that is not a multiplicity.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a number or a range is written like 2, 0..3 or 1.., with numbers up to {MOST}")]
pub struct ParseMultiplicityError;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_written() {
        for text in ["2", "0..3", "1..", "0..", "100000"] {
            assert_eq!(text.parse::<Multiplicity>().unwrap().to_string(), text);
        }
        for bad in ["", "x", "-1", "3..2", "..3", "100001", "99999999999999999999"] {
            assert_eq!(bad.parse::<Multiplicity>(), Err(ParseMultiplicityError), "{bad}");
        }
    }
}
