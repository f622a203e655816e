//! "a comes before b", expressed by secondary items.
//!
//! For numbers a and b there is one item for each prefix p of their binary digits: a covers the item of p when p1 begins it, b covers it when p0 begins b. They meet in an item exactly if
//! a > b; so a number costs as many items as it has digits, not as many as there are smaller ones (TAOCP 7.2.2.1, exercise 20).

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
}
