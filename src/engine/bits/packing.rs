//! When to pack the living options into tables of their own, and when to make lanes of those: as long as it saves more than it costs.
//!
//! To pack costs time with the options and the words of their sets, lanes cost time with their cells. Both save time at each node that is visited below. How many those will be nobody knows beforehand, but
//! those below earlier packings with as many items in play say enough: once so much has been lost that it is no accident, fewer items in play are packed no more.
//! (Pentominoes and the square tetromino on 8 x 8 take 3.6 s if all is packed that has more than seven options to come, and 0.6 s if nothing is; Latin squares of
//! order 6 take 1.4 s and 1.9 s.)
//!
//! A task begins with what a thread has learned in the tasks before. When each found it out anew, it lost about 0.1 ms: the solid pentominoes in 3 x 4 x 5 took two threads 0.65 of the time of one, and now 0.49.

use super::tables::{LANES, Set, Tables, len};
use crate::problem::{to_place, to_u64, to_usize};

/// With fewer options to come packing never pays.
const LEAST_OPTIONS: u32 = 6;

/// By which part of itself the number of items is raised from which on lanes pay.
const LANES_SHARE: u32 = 4;

/// What may be lost, in words looked at, before fewer items in play are packed no more.
const PATIENCE: i64 = 1 << 18;

/// To move a word takes as long as to look at so many.
const MOVE: usize = 4;

/// What has been learned in the tasks so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Learned {
    pub(super) packing: Threshold,
    pub(super) lanes: Threshold,
    /// Lanes are made wherever they can be, so that tests see them.
    pub(super) always_lanes: bool,
}

impl Learned {
    /// A task begins, with options that cover so many items at most. What was learned in those before still holds.
    pub(super) fn begin(&mut self, option_size: u32) {
        self.packing.begin(option_size);
        self.lanes.begin(option_size);
        // A matrix takes so long to make that it must not be tried at every number of items.
        self.lanes.share = LANES_SHARE;
    }
}

/// From how many items in play on something pays.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Threshold {
    /// The fewest items in play for which it is done.
    pub(super) least: u32,
    option_size: u32,
    /// It is raised by this part of itself, or by an option if that is more; 0 for no part.
    share: u32,
    balance: i64,
}

impl Threshold {
    fn begin(&mut self, option_size: u32) {
        self.option_size = option_size;
        self.least = self.least.max(LEAST_OPTIONS * option_size);
    }

    /// Notes that it was done and that so many nodes were visited below.
    pub(super) fn note(&mut self, deal: &Deal, n_nodes: u64) {
        let Deal { in_play, costs, saves } = *deal;
        let saved = i64::try_from(n_nodes.saturating_mul(saves)).unwrap_or(i64::MAX);
        self.balance = self.balance.saturating_add(saved).saturating_sub_unsigned(costs).min(PATIENCE);
        if self.balance < -PATIENCE {
            self.least = self.least.max(in_play);
            self.least += self.option_size.max(self.least.checked_div(self.share).unwrap_or(0));
            self.balance = 0;
        }
    }
}

/// What something costs, in words looked at, and what it saves at each node below.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deal {
    pub(super) in_play: u32,
    pub(super) costs: u64,
    pub(super) saves: u64,
}

impl Deal {
    /// To pack these living options, and how many they are; none if not even half of the words would be saved.
    #[inline(always)]
    pub(super) fn of<const W: usize>(tables: &Tables<W>, alive: &Set<W>, in_play: u32) -> Option<(Self, usize)> {
        let n_alive = to_place(len(alive));
        let n_words = n_alive.div_ceil(64);
        if n_words * 2 > W {
            return None;
        }
        // Empty words are passed over (see the census), more of them from node to node.
        let n_living = alive.iter().filter(|&&word| word != 0).count();
        let blocks = to_usize(in_play).div_ceil(LANES);
        let saves = (tables.items.len() * n_living).saturating_sub(blocks * n_words);
        let costs = MOVE * W * (n_alive + to_usize(tables.n_primary));
        Some((Self { in_play, costs: to_u64(costs), saves: to_u64(saves) }, n_alive))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What pays is packed as before; what has cost too much, too often, is not.
    #[test]
    fn packing_that_does_not_pay_is_given_up() {
        let deal = Deal { in_play: 40, costs: 5000, saves: 10 };
        let mut packing = Threshold::default();
        packing.begin(5);
        (0..1000).for_each(|_| packing.note(&deal, 600));
        assert_eq!(packing.least, 30);
        (0..1000).for_each(|_| packing.note(&deal, 3));
        assert!(packing.least > 40, "{packing:?}");
        let learned = packing.least;
        packing.begin(5);
        assert_eq!(packing.least, learned);
    }
}
