//! How often each piece is used, and how a problem says so.
//!
//! Once: the piece is a primary item. At most once: a secondary one. Any number of times: no item at all. For the rest, such as exactly twice, there is an
//! item for each copy, and the copies must not be told apart: the first cell of copy j has to come before that of copy j + 1, in the
//! order of the board's cells. A copy that is not used stands behind the last cell, and so do all after it.
//!
//! Where any number more may follow, all that follow share the items of the last copy in one color: they come behind it, in no order.
//!
//! "a comes before b" for numbers a and b takes one secondary item for each prefix p of their binary digits: a covers the item of p when p1 begins a,
//! b covers it when p0 begins b. They meet in an item exactly if a > b; so a number costs as many items as it has digits, not as many as there
//! are smaller ones (TAOCP 7.2.2.1, exercise 20). Two pieces never begin in the same cell, and unused copies may meet.

use super::super::FamilyError;

/// How often a piece may be used, from the least to the most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Copies {
    /// At least so often.
    pub least: usize,
    /// At most so often; without bound if none.
    pub most: Option<usize>,
}

impl Copies {
    /// Exactly once.
    pub const ONE: Self = Self { least: 1, most: Some(1) };
    /// Any number of times.
    pub const ANY: Self = Self { least: 0, most: None };

    /// Reads `2`, `0..3` or `1..`.
    ///
    /// # Errors
    /// If the text is none of these, or the least is more than the most.
    pub fn parse(text: &str) -> Result<Self, FamilyError> {
        let number = |text: &str| text.parse::<usize>().ok().filter(|&number| number <= 100_000);
        let copies = match text.split_once("..") {
            None => number(text).map(|number| Self { least: number, most: Some(number) }),
            Some((least, "")) => number(least).map(|least| Self { least, most: None }),
            Some((least, most)) => {
                number(least).zip(number(most)).map(|(least, most)| Self { least, most: Some(most) })
            }
        };
        let help = "a number of copies is written like 2, 0..3 or 1..";
        match copies {
            None => Err(FamilyError::new(format!("`{text}` is no number of copies"), help)),
            Some(Self { least, most: Some(most) }) if least > most => {
                Err(FamilyError::new(format!("{least}..{most} copies: the least is more than the most"), help))
            }
            Some(copies) => Ok(copies),
        }
    }

    /// The same for a piece of so many cells on a board of so many: a bound that the board cannot reach is none, and one too many is as bad as many.
    pub(super) fn on_board(self, size: usize, area: usize) -> Self {
        let room = area / size;
        let least = self.least.min(room + 1);
        Self { least, most: self.most.map(|most| most.min(room + 1)).filter(|&most| most == least || most < room) }
    }
}

/// Can pieces of these sizes, each used as often as allowed, cover so many cells?
pub(super) fn can_add_up(area: usize, pieces: impl Iterator<Item = (usize, Copies)>) -> bool {
    let mut is_reachable = vec![false; area + 1];
    is_reachable[0] = true;
    for (size, Copies { least, most }) in pieces {
        let mut next = vec![false; area + 1];
        for start in 0..=area {
            let most_here = ((area - start) / size).min(most.unwrap_or(usize::MAX));
            if is_reachable[start] && least <= most_here {
                (least..=most_here).for_each(|number| next[start + number * size] = true);
            }
        }
        is_reachable = next;
    }
    is_reachable[area]
}

/// The prefixes whose items a number covers as the smaller of a pair: those p for which p1 begins it. A prefix is its digits after a leading 1.
pub(super) fn as_smaller(number: usize, digits: u32) -> impl Iterator<Item = usize> {
    prefixes(number, digits, 1)
}

/// The prefixes whose items a number covers as the larger of a pair: those p for which p0 begins it.
pub(super) fn as_larger(number: usize, digits: u32) -> impl Iterator<Item = usize> {
    prefixes(number, digits, 0)
}

fn prefixes(number: usize, digits: u32, next: usize) -> impl Iterator<Item = usize> {
    (0..digits)
        .rev()
        .filter(move |&place| number >> place & 1 == next)
        .map(move |place| (number | 1 << digits) >> (place + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_meet_exactly_if_the_order_is_wrong() {
        for (a, b) in (0..16).flat_map(|a| (0..16).map(move |b| (a, b))) {
            let larger: Vec<usize> = as_larger(b, 4).collect();
            assert_eq!(as_smaller(a, 4).any(|prefix| larger.contains(&prefix)), a > b, "{a} {b}");
        }
    }

    #[test]
    fn areas_add_up_or_do_not() {
        let once = |sizes: &[usize]| sizes.iter().map(|&size| (size, Copies::ONE)).collect::<Vec<_>>();
        assert!(can_add_up(60, once(&[5; 12]).into_iter()));
        assert!(!can_add_up(59, once(&[5; 12]).into_iter()));
        assert!(!can_add_up(7, [(3, Copies::ANY), (5, Copies::ANY)].into_iter()));
        assert!(can_add_up(8, [(3, Copies::ANY), (5, Copies::ANY)].into_iter()));
        assert!(!can_add_up(4, [(5, Copies { least: 0, most: Some(3) })].into_iter()));
    }

    #[test]
    fn numbers_of_copies_are_read() {
        assert_eq!(Copies::parse("2"), Ok(Copies { least: 2, most: Some(2) }));
        assert_eq!(Copies::parse("0..3"), Ok(Copies { least: 0, most: Some(3) }));
        assert_eq!(Copies::parse("1.."), Ok(Copies { least: 1, most: None }));
        for bad in ["", "x", "-1", "3..2", "..3", "99999999999999999999"] {
            assert!(Copies::parse(bad).is_err(), "{bad}");
        }
    }
}
