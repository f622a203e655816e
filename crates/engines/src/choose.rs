//! Which item to branch on: one with the fewest options left (MRV, minimum remaining values; Knuth's heuristic in exercise 9 of TAOCP 7.2.2.1).
//!
//! Ties go to the item that comes first in the problem, so the choice depends only on what is left to cover,
//! and a family can put its best items first (queens: the middle of the board).
//!
//! There is no list of active items. The lengths of all primary items are stored side by side, and an item out of play has [`OUT_OF_PLAY`] added
//! to its length, and the minimum of a plain array is what processors are good at: no pointer to wait for, four to sixteen lengths a step.

/// Added to the length of an item that is not to be chosen: it is covered, or secondary. It is added twice to the length of an item that is branched on. No list is this long.
pub(super) const OUT_OF_PLAY: u32 = 1 << 30;

/// The first item with the smallest length, and that length.
///
/// At least one item must be in play.
pub(super) fn least(lengths: &[u32]) -> (usize, u32) {
    let mut least = u32::MAX;
    for &length in lengths {
        least = least.min(length);
    }
    let item = lengths.iter().position(|&length| length == least).unwrap_or(0);
    (item, least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_the_shortest_wins() {
        assert_eq!(least(&[5, 2, OUT_OF_PLAY, 9, 2]), (1, 2));
        assert_eq!(least(&[OUT_OF_PLAY + 1, 7]), (1, 7));
    }
}
