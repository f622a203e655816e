//! A bound for what is still to be covered, and with it the options that are still worth a try.
//!
//! What is left to pay at a node is bounded from below item by item. First, where an item may be covered more often than it has to be, the open items of an option *share* what is left of its cost: an item that
//! must be covered n times costs at least n times the least share that an option offers it. This matters for covers that overlap, since an option that has become useless except for one item must then be
//! paid by that item alone. Second, item after item takes as a *tax* what the cheapest options that it needs have left, and all its options become so much cheaper for the items
//! to come (Knuth's DLX5 does this once, before the search). All sums are of whole numbers, and rounded down.
//!
//! The same figures sort out options: one that has more left, after all taxes, than may still be spent is in no solution worth finding. They are not counted when the item with the fewest options is
//! chosen, and not tried.

use super::lists::OptionLists;
use dlx_core::problem::to_usize;

/// What options have left to pay at the current node.
#[derive(Clone, Debug)]
pub(super) struct Taxes {
    /// Parallel to the options; valid where the stamp is that of the node.
    left: Vec<i64>,
    stamps: Vec<u64>,
    stamp: u64,
    /// What is left of all costs at the root, or 0 where that is negative.
    start: Vec<i64>,
    is_loose: bool,
    scratch: Vec<i64>,
}

impl Taxes {
    pub(super) fn new(left: &[i64], is_loose: bool) -> Self {
        let start: Vec<i64> = left.iter().map(|&left| left.max(0)).collect();
        Self { left: start.clone(), stamps: vec![0; left.len()], stamp: 0, start, is_loose, scratch: Vec::new() }
    }

    /// What an option has left at this node.
    pub(super) fn left(&self, option: usize) -> i64 {
        if self.stamps[option] == self.stamp { self.left[option] } else { self.start[option] }
    }

    /// What all solutions below have to pay at least, over the base of the lists: once it is more than may be spent, it is not computed further.
    pub(super) fn collect(&mut self, lists: &OptionLists, may_spend: i64) -> i64 {
        self.stamp += 1;
        let mut sum = if self.is_loose { self.share(lists) } else { 0 };
        for item in lists.open() {
            if sum > may_spend {
                break;
            }
            sum = sum.saturating_add(if lists.need(item) == 1 {
                self.tax_one(lists, item)
            } else {
                self.tax(lists, item)
            });
        }
        sum
    }

    fn reduce(&mut self, option: usize, by: i64) {
        self.left[option] = (self.left(option) - by).max(0);
        self.stamps[option] = self.stamp;
    }

    /// The least of what the options of an item have left.
    fn tax_one(&mut self, lists: &OptionLists, item: usize) -> i64 {
        let mut least = i64::MAX;
        for option in lists.options_of(item) {
            least = least.min(self.left(option));
            if least == 0 {
                return 0;
            }
        }
        lists.options_of(item).for_each(|option| self.reduce(option, least));
        least
    }

    /// The tax of an item that needs several options: the sum over the cheapest of them. Each pays at most what the last one does.
    fn tax(&mut self, lists: &OptionLists, item: usize) -> i64 {
        let mut all = std::mem::take(&mut self.scratch);
        all.clear();
        all.extend(lists.options_of(item).map(|option| self.left(option)));
        let need = to_usize(lists.need(item)).min(all.len());
        let mut sum = 0;
        if need > 0 {
            let (cheaper, &mut last, _) = all.select_nth_unstable(need - 1);
            sum = cheaper.iter().sum::<i64>() + last;
            if last > 0 {
                lists.options_of(item).for_each(|option| self.reduce(option, last));
            }
        }
        self.scratch = all;
        sum
    }

    /// Lets the open items of each option share what it has left.
    fn share(&mut self, lists: &OptionLists) -> i64 {
        let mut sum = 0i64;
        let mut shares = std::mem::take(&mut self.scratch);
        shares.clear();
        for item in lists.open() {
            let offers =
                lists.options_of(item).map(|option| self.start[option] / i64::from(lists.n_open[option].max(1)));
            let share = offers.min().unwrap_or(0);
            sum = sum.saturating_add(share.saturating_mul(i64::from(lists.need(item))));
            shares.push(share);
        }
        for (item, &share) in lists.open().zip(&shares).filter(|(_, share)| **share > 0) {
            lists.options_of(item).for_each(|option| self.reduce(option, share));
        }
        self.scratch = shares;
        sum
    }
}
