//! When to pack the living options into tables of their own, and when to make lanes of those: as long as it saves more than it costs.
//!
//! To pack costs time with the options and the words of their sets, lanes cost time with their cells. Both save time at each node that is visited below. How many nodes there will be is not known beforehand, but
//! earlier packings with as many items in play give a good idea: once more has been lost than can be chance, tables are no longer packed with that many items in play or fewer.
//! (Pentominoes and the square tetromino on 8 x 8 take 3.6 s if everything with more than seven options to come is packed, and 0.6 s if nothing is; Latin squares of
//! order 6 take 1.4 s and 1.9 s.)
//!
//! A task begins with what a thread has learned in the tasks before. When each task had to learn it again, it lost about 0.1 ms: the solid pentominoes in 3 x 4 x 5 took two threads 0.65 of the time of one, and now 0.49.

#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "only x86-64 has lanes"))]

use super::tables::{LANES, Set, Tables, len};
use dlx_core::problem::{to_place, to_u64, to_usize};

/// With fewer options to come packing never pays.
const LEAST_OPTIONS: u32 = 6;

/// How much more making lanes may have cost than they saved, in words looked at: a constant, and a number for each node visited so far, which is a small part of the time for those.
const CREDIT: i64 = 1 << 16;
const CREDIT_A_NODE: u64 = 2;

/// What may be lost, in words looked at, before tables with that many items in play or fewer are no longer packed.
const PATIENCE: i64 = 1 << 18;

/// The time to move a word, in words looked at.
const MOVE: usize = 4;

/// What has been learned in the tasks so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Learned {
    pub(super) packing: Threshold,
    lanes: Threshold,
    /// What making lanes has cost beyond what they have saved.
    lanes_lost: i64,
    /// What gathering the living options of a large problem has cost beyond what it has saved.
    gathering_lost: i64,
    /// Nodes of earlier tasks.
    n_nodes: u64,
    pub(super) lanes_wanted: LanesWanted,
}

/// Where lanes are made, if they can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum LanesWanted {
    #[default]
    WhereTheyPay,
    /// For tests.
    Everywhere,
    /// For tests: in packed tables only, so that searches with lanes and without take turns.
    InPackedTables,
}

impl Learned {
    /// A task begins, with options that cover at most `option_size` items. What was learned in earlier tasks still holds.
    pub(super) fn begin(&mut self, option_size: u32) {
        self.packing.begin(option_size);
        self.lanes.begin(option_size);
    }

    /// May lanes be made for `in_play` items, when `n_nodes` nodes have been visited in this task?
    pub(super) fn may_make_lanes(&self, in_play: u32, n_nodes: u64) -> bool {
        let credit = CREDIT.saturating_add_unsigned(CREDIT_A_NODE.saturating_mul(self.n_nodes.saturating_add(n_nodes)));
        in_play >= self.lanes.least && self.lanes_lost <= credit
    }

    /// Lanes have been made, and `n_nodes` nodes visited below.
    pub(super) fn note_lanes(&mut self, deal: &PackEstimate, n_nodes: u64) {
        let profit = deal.profit(n_nodes);
        self.lanes.note(deal.in_play, profit);
        self.lanes_lost = self.lanes_lost.saturating_sub(profit).max(0);
    }

    /// May the living options of a large problem be gathered in smaller sets? A node looks at `work` words, and this task has visited `n_nodes`. Yes, until the loss exceeds the time that all nodes so far would
    /// have taken without gathering; so gathering at most doubles the time.
    pub(super) fn may_gather(&self, work: u64, n_nodes: u64) -> bool {
        let spent = work.saturating_mul(self.n_nodes.saturating_add(n_nodes));
        self.gathering_lost <= PATIENCE.saturating_add_unsigned(spent)
    }

    /// They have been gathered, and `n_nodes` nodes visited below.
    pub(super) fn note_gathering(&mut self, deal: &PackEstimate, n_nodes: u64) {
        self.gathering_lost = self.gathering_lost.saturating_sub(deal.profit(n_nodes)).max(0);
    }

    /// A task has ended, with `n_nodes` nodes.
    pub(super) fn end(&mut self, n_nodes: u64) {
        self.n_nodes = self.n_nodes.saturating_add(n_nodes);
    }
}

/// The number of items in play from which on something pays.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Threshold {
    /// The fewest items in play for which it is done.
    pub(super) least: u32,
    option_size: u32,
    balance: i64,
}

impl Threshold {
    fn begin(&mut self, option_size: u32) {
        self.option_size = option_size;
        self.least = self.least.max(LEAST_OPTIONS * option_size);
    }

    /// Notes that it was done, and how much it saved.
    pub(super) fn note(&mut self, in_play: u32, profit: i64) {
        self.balance = self.balance.saturating_add(profit).min(PATIENCE);
        if self.balance < -PATIENCE {
            self.least = self.least.max(in_play) + self.option_size;
            self.balance = 0;
        }
    }
}

/// The cost of something, in words looked at, and its gain at each node below.
#[derive(Clone, Copy, Debug)]
pub(super) struct PackEstimate {
    pub(super) in_play: u32,
    pub(super) costs: u64,
    pub(super) saves: u64,
}

impl PackEstimate {
    /// What costs nothing and saves nothing.
    pub(super) const FREE: Self = Self { in_play: 0, costs: 0, saves: 0 };

    /// What is saved when `n_nodes` nodes are visited below, less what it costs.
    pub(super) fn profit(&self, n_nodes: u64) -> i64 {
        let saved = i64::try_from(n_nodes.saturating_mul(self.saves)).unwrap_or(i64::MAX);
        saved.saturating_sub_unsigned(self.costs)
    }

    /// The estimate for gathering `n_alive` options of a large problem: `n_rows` rows and the sets of the items in play are copied, and a node below no longer looks at `work` words.
    pub(super) fn gathering(work: u64, in_play: u32, n_alive: u64, n_rows: u64) -> Self {
        let n_words = n_alive.div_ceil(64);
        let costs = to_u64(MOVE) * n_words * (n_rows + u64::from(in_play));
        Self { in_play, costs, saves: work.saturating_sub(u64::from(in_play).div_ceil(to_u64(LANES)) * n_words) }
    }

    /// The estimate for packing these living options, and their number; none if not even half of the words would be saved.
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

    /// Packing continues where it pays, and stops where it has cost too much too often.
    #[test]
    fn packing_that_does_not_pay_is_given_up() {
        let deal = PackEstimate { in_play: 40, costs: 5000, saves: 10 };
        let mut packing = Threshold::default();
        packing.begin(5);
        (0..1000).for_each(|_| packing.note(deal.in_play, deal.profit(600)));
        assert_eq!(packing.least, 30);
        (0..1000).for_each(|_| packing.note(deal.in_play, deal.profit(3)));
        assert!(packing.least > 40, "{packing:?}");
        let learned = packing.least;
        packing.begin(5);
        assert_eq!(packing.least, learned);
    }

    /// Lanes that do not pay are made less and less often; those that pay are always made.
    #[test]
    fn lanes_are_made_on_credit() {
        let deal = PackEstimate { in_play: 100, costs: 1 << 16, saves: 50 };
        let mut learned = Learned::default();
        learned.begin(4);
        let made = |learned: &mut Learned, n_below: u64| {
            let may = learned.may_make_lanes(deal.in_play, 0);
            if may {
                learned.note_lanes(&deal, n_below);
            }
            learned.end(1000);
            may
        };
        let n_made = (0..300).filter(|_| made(&mut learned, 10)).count();
        assert!((5..15).contains(&n_made), "{n_made} of 300");
        let mut learned = Learned::default();
        learned.begin(4);
        assert!((0..300).all(|_| made(&mut learned, 10_000)));
    }
}
