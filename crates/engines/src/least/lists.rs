//! The dancing lists: for each item the options that cover it and can still be chosen, the cheapest first.
//!
//! An item is *open* as long as it has to be covered more often, and *full* when it must not be covered again. To choose an option takes it out of all lists, and with it all options that
//! cover an item that is full now, or give an item another color. To leave an option out takes only that one away. So a search that tries the options of an item one after the other, and leaves
//! out those that it has tried, finds each set of options once, even where an item may be covered several times (TAOCP 7.2.2.1, Algorithm M). Everything is undone in reverse order, by a trail.

use super::ground::{ANY, LeastProblem};
use dlx_core::problem::{to_u32, to_usize};

/// Lists of options, doubly linked, with heads that have the numbers of the items.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct OptionLists {
    up: Vec<u32>,
    down: Vec<u32>,
    item: Vec<u32>,
    tint: Vec<u32>,
    option: Vec<u32>,
    /// The nodes of option o are `starts[o] .. starts[o + 1]`.
    starts: Vec<u32>,
    /// How long the list of each item is.
    pub(super) n_left: Vec<u32>,
    /// How often an item is covered at the least and at the most, and how often it is now. For an item without bounds: how many options give it its color.
    least: Vec<u32>,
    most: Vec<u32>,
    covered: Vec<u32>,
    is_counted: Vec<bool>,
    /// The open items, linked in a circle through the number behind the last.
    next: Vec<u32>,
    before: Vec<u32>,
    /// Which options can still be chosen.
    pub(super) is_left: Vec<bool>,
    /// How many of its items are open.
    pub(super) n_open: Vec<u32>,
    /// Options that were taken away, in order.
    trail: Vec<u32>,
    /// Does an item have fewer options than it needs?
    pub(super) is_starved: bool,
    /// The cost paid, the cost left to pay for chosen options, and the possible gain from options whose cost left to pay is negative.
    pub(super) base: i64,
    left: Vec<i64>,
}

/// A position of the trail.
#[derive(Clone, Copy, Debug)]
pub(super) struct TrailMark(usize);

impl OptionLists {
    pub(super) fn new(ground: &LeastProblem) -> Self {
        let n = ground.n_items();
        let (heads, all) = (0..to_u32(n), vec![0; n]);
        let (least, most): (Vec<u32>, Vec<u32>) =
            ground.times.iter().map(|times| times.map_or((0, ANY), |[least, most]| (least, most))).unzip();
        let mut lists = Self {
            up: heads.clone().collect(),
            down: heads.clone().collect(),
            item: heads.clone().collect(),
            tint: all.clone(),
            option: all.clone(),
            starts: vec![to_u32(n)],
            n_left: all.clone(),
            covered: all.clone(),
            is_counted: ground.times.iter().map(Option::is_some).collect(),
            next: (0..=to_u32(n)).collect(),
            before: (0..=to_u32(n)).collect(),
            is_left: vec![true; ground.cells.len()],
            n_open: vec![0; ground.cells.len()],
            trail: Vec::new(),
            is_starved: false,
            base: ground.paid,
            left: ground.left.clone(),
            least,
            most,
        };
        ground.cells.iter().for_each(|cells| lists.add(cells));
        lists.open_all();
        lists
    }

    /// Adds an option at the ends of its lists.
    fn add(&mut self, cells: &[(u32, u32)]) {
        let option = to_u32(self.starts.len() - 1);
        for &(item, tint) in cells {
            let (node, head) = (to_u32(self.up.len()), to_usize(item));
            let last = self.up[head];
            self.up.push(last);
            self.down.push(item);
            self.down[to_usize(last)] = node;
            self.up[head] = node;
            self.item.push(item);
            self.tint.push(tint);
            self.option.push(option);
            self.n_left[head] += 1;
        }
        self.starts.push(to_u32(self.up.len()));
    }

    /// Opens the items that have to be covered, and takes away the options that cover items that must not be covered.
    fn open_all(&mut self) {
        let n = self.n_left.len();
        for item in 0..n {
            let number = to_u32(item);
            self.is_starved |= self.n_left[item] < self.least[item];
            if self.most[item] == 0 {
                self.drop_list(item, None);
            } else if self.least[item] > 0 {
                let last = self.before[n];
                (self.next[to_usize(last)], self.before[n]) = (number, number);
                (self.next[item], self.before[item]) = (to_u32(n), last);
                self.count_open(item, u32::wrapping_add);
            }
        }
    }

    /// The open items.
    pub(super) fn open(&self) -> impl Iterator<Item = usize> {
        let end = self.n_left.len();
        std::iter::successors(Some(to_usize(self.next[end])), |&item| Some(to_usize(self.next[item])))
            .take_while(move |&item| item != end)
    }

    /// How often an item still has to be covered.
    pub(super) fn need(&self, item: usize) -> u32 {
        self.least[item].saturating_sub(self.covered[item])
    }

    /// The options that can still cover an item.
    pub(super) fn options_of(&self, item: usize) -> CostOrder<'_> {
        CostOrder { lists: self, head: item, node: item }
    }

    /// The position of the trail.
    pub(super) fn mark(&self) -> TrailMark {
        TrailMark(self.trail.len())
    }

    /// Leaves an option out.
    pub(super) fn leave(&mut self, option: u32) {
        self.hide(option);
    }

    /// Puts back what was taken away since.
    pub(super) fn back_to(&mut self, mark: TrailMark) {
        while self.trail.len() > mark.0 {
            if let Some(option) = self.trail.pop() {
                self.unhide(option);
            }
        }
        self.is_starved = false;
    }

    /// Chooses an option. What was taken away is put back by [`give_back`](Self::give_back), with the mark from before.
    pub(super) fn take(&mut self, option: u32) {
        self.base += self.left[to_usize(option)];
        for node in self.nodes(option) {
            let item = to_usize(self.item[node]);
            if self.is_counted[item] {
                self.covered[item] += 1;
                if self.covered[item] == self.least[item] {
                    self.close(item);
                }
            }
        }
        self.hide(option);
        for node in self.nodes(option) {
            self.meet(to_usize(self.item[node]), self.tint[node]);
        }
        for node in self.nodes(option) {
            let item = to_usize(self.item[node]);
            if self.is_counted[item] && self.covered[item] == self.least[item] && self.covered[item] < self.most[item] {
                self.count_open(item, u32::wrapping_sub);
            }
        }
    }

    /// Takes away the options that are excluded by a choice that covers this item.
    fn meet(&mut self, item: usize, tint: u32) {
        if self.is_counted[item] {
            if self.covered[item] == self.most[item] {
                self.drop_list(item, None);
            }
            return;
        }
        match tint {
            0 => self.drop_list(item, None),
            _ if self.covered[item] == 0 => self.drop_list(item, Some(tint)),
            _ => {}
        }
        self.covered[item] += 1;
    }

    /// Undoes [`take`](Self::take).
    pub(super) fn give_back(&mut self, option: u32, mark: TrailMark) {
        for node in self.nodes(option) {
            let item = to_usize(self.item[node]);
            if self.is_counted[item] && self.covered[item] == self.least[item] && self.covered[item] < self.most[item] {
                self.count_open(item, u32::wrapping_add);
            }
        }
        self.back_to(mark);
        for node in self.nodes(option).rev() {
            let item = to_usize(self.item[node]);
            if self.is_counted[item] && self.covered[item] == self.least[item] {
                self.reopen(item);
            }
            self.covered[item] -= 1;
        }
        self.base -= self.left[to_usize(option)];
    }

    /// Notes that an item has been covered as often as it has to be.
    fn close(&mut self, item: usize) {
        let (next, before) = (self.next[item], self.before[item]);
        (self.next[to_usize(before)], self.before[to_usize(next)]) = (next, before);
    }

    fn reopen(&mut self, item: usize) {
        let (next, before) = (self.next[item], self.before[item]);
        (self.next[to_usize(before)], self.before[to_usize(next)]) = (to_u32(item), to_u32(item));
    }

    /// Notes that the options of an item have one open item more or less.
    fn count_open(&mut self, item: usize, change: fn(u32, u32) -> u32) {
        let mut node = to_usize(self.down[item]);
        while node != item {
            let count = &mut self.n_open[to_usize(self.option[node])];
            *count = change(*count, 1);
            node = to_usize(self.down[node]);
        }
    }

    /// Takes away all options of an item except those that give it this color.
    fn drop_list(&mut self, item: usize, but: Option<u32>) {
        let mut node = to_usize(self.down[item]);
        while node != item {
            if but != Some(self.tint[node]) {
                self.hide(self.option[node]);
            }
            node = to_usize(self.down[node]);
        }
    }

    /// Takes an option out of all its lists.
    fn hide(&mut self, option: u32) {
        for node in self.nodes(option) {
            let (up, down, item) = (self.up[node], self.down[node], to_usize(self.item[node]));
            (self.down[to_usize(up)], self.up[to_usize(down)]) = (down, up);
            self.n_left[item] -= 1;
            self.is_starved |= self.n_left[item] < self.need(item);
        }
        self.is_left[to_usize(option)] = false;
        self.base -= self.left[to_usize(option)].min(0);
        self.trail.push(option);
    }

    fn unhide(&mut self, option: u32) {
        for node in self.nodes(option).rev() {
            let (up, down, item) = (to_usize(self.up[node]), to_usize(self.down[node]), to_usize(self.item[node]));
            (self.down[up], self.up[down]) = (to_u32(node), to_u32(node));
            self.n_left[item] += 1;
        }
        self.is_left[to_usize(option)] = true;
        self.base += self.left[to_usize(option)].min(0);
    }

    fn nodes(&self, option: u32) -> std::ops::Range<usize> {
        to_usize(self.starts[to_usize(option)])..to_usize(self.starts[to_usize(option) + 1])
    }
}

/// The options of an item, from the cheapest.
pub(super) struct CostOrder<'l> {
    lists: &'l OptionLists,
    head: usize,
    node: usize,
}

impl Iterator for CostOrder<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        self.node = to_usize(self.lists.down[self.node]);
        (self.node != self.head).then(|| to_usize(self.lists.option[self.node]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dlx_core::problem::{ItemId, Multiplicity, Problem};
    use dlx_families::queens;

    /// Walks down at random, as a search would, and back: then everything is as before.
    fn wander(lists: &mut OptionLists, dice: &mut fastrand::Rng, depth: usize) {
        let start = lists.mark();
        for _ in 0..dice.usize(1..4) {
            let left: Vec<u32> = (0..to_u32(lists.is_left.len())).filter(|&o| lists.is_left[to_usize(o)]).collect();
            let Some(&option) = dice.choice(&left).filter(|_| depth > 0) else { break };
            let (before, mark) = (lists.clone(), lists.mark());
            lists.take(option);
            wander(lists, dice, depth - 1);
            lists.give_back(option, mark);
            assert_eq!(OptionLists { is_starved: before.is_starved, ..lists.clone() }, before);
            lists.leave(option);
        }
        lists.back_to(start);
    }

    #[test]
    fn all_is_put_back() {
        let mut dice = fastrand::Rng::with_seed(3);
        let loose = |problem: Problem| {
            let bound =
                |item: usize| Multiplicity { least: item % 3, most: item.is_multiple_of(2).then_some(item % 3 + 1) };
            let times: Vec<_> = (0..4).map(|item| (ItemId::from_index(item), bound(item))).collect();
            problem.with_times(&times).unwrap()
        };
        for problem in [queens(5), loose(queens(4)), loose(queens(5))] {
            let priced = problem.with_costs(|option| i64::from(to_u32(option.index() * 7 % 10)) - 4).unwrap();
            for is_greatest in [false, true] {
                let ground = LeastProblem::new(&priced, is_greatest);
                let mut lists = OptionLists::new(&ground);
                let whole = lists.clone();
                (0..50).for_each(|_| wander(&mut lists, &mut dice, 5));
                assert_eq!(OptionLists { is_starved: whole.is_starved, ..lists }, whole);
            }
        }
    }
}
