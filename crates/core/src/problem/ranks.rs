//! The order of the options that cover an item several times, so that its copies are not told apart.
//!
//! Options that share an item which is covered once at most exclude each other, so they can have the same rank: pieces that begin in the same cell, say. Ranks are told apart by secondary items, as many as a
//! number has binary digits (see `before`). So the fewer ranks, the smaller the problem, and the earlier it is seen that copies are in the wrong order: tetrominoes on 6 x 6, I4 once or twice, L4 twice, and any
//! number of O4 and T4, take 15 ms instead of 160.

use super::ids::ItemId;

/// The place of an option among those that cover the item.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Rank {
    /// How many ranks come before it.
    pub(super) place: usize,
    /// Its number when it must come before another, and when it must come after another. If the rank belongs to this option alone, the first is larger, so that no two copies take the option.
    pub(super) smaller: usize,
    pub(super) larger: usize,
}

/// The ranks of all options that cover an item.
#[derive(Debug)]
pub(super) struct Ranks {
    /// For each option, in their order.
    of: Vec<Rank>,
    /// How many different ones there are.
    pub(super) number: usize,
    /// A number after all.
    pub(super) end: usize,
}

impl Ranks {
    /// The ranks by keys: for each option that covers the item, another item that it covers at most once, if there is one.
    pub(super) fn new(keys: &[Option<ItemId>]) -> Self {
        let mut order: Vec<(usize, usize)> =
            keys.iter().enumerate().map(|(place, key)| (key.map_or(usize::MAX, ItemId::index), place)).collect();
        order.sort_unstable();
        let mut ranks = Self { of: vec![Rank::default(); keys.len()], number: 0, end: 0 };
        for same in order.chunk_by(|one, other| one.0 == other.0 && one.0 < usize::MAX) {
            let is_shared = same[0].0 < usize::MAX;
            let rank = Rank { place: ranks.number, smaller: ranks.end + usize::from(!is_shared), larger: ranks.end };
            same.iter().for_each(|&(_, place)| ranks.of[place] = rank);
            ranks.number += 1;
            ranks.end = rank.smaller + 1;
        }
        ranks
    }

    pub(super) fn of(&self, option: usize) -> Rank {
        self.of[option]
    }

    /// The binary digits of the numbers.
    pub(super) fn digits(&self) -> u32 {
        usize::BITS - self.end.leading_zeros()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_exclude_each_other_share_a_rank() {
        let keys = [Some(5), None, Some(2), Some(5), None].map(|key| key.map(ItemId::from_index));
        let ranks = Ranks::new(&keys);
        let of = [0, 1, 2, 3, 4].map(|option| ranks.of(option));
        assert_eq!(of.map(|rank| rank.place), [1, 2, 0, 1, 3]);
        assert_eq!(of.map(|rank| (rank.larger, rank.smaller)), [(1, 1), (2, 3), (0, 0), (1, 1), (4, 5)]);
        assert_eq!((ranks.number, ranks.end, ranks.digits()), (4, 6, 3));
    }
}
