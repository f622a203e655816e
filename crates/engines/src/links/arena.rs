//! The dancing links: Knuth's node arrays, and the operations that take options out and put them back, each next to its inverse.
//!
//! The first nodes are the headers of the items, by their numbers. Then come the options, one node per item, with a spacer before, between
//! and after. Everything is a flat array of plain numbers, so that a clone is a few memcpys.
//!
//! Lists are only vertical. Which items are in play shows in their lengths (see [`choose`](super::super::choose)).

use super::super::choose::OUT_OF_PLAY;
use super::super::quota::{QUOTA, Quota};
use super::index::Index;
use super::unchecked::{get, get_mut};
use dlx_core::problem::{OptionId, to_u32, to_usize};

/// The color of a node whose item has been given that very color: the node stays in any case (Knuth's -1).
pub(super) const PURIFIED: u32 = u32::MAX;

/// A node of an option, the header of an item, or a spacer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node<I> {
    /// ULINK: the node above in the item's list; in a spacer the first node of the option before it.
    pub(super) up: I,
    /// DLINK: the node below in the item's list; in a spacer the last node of the option after it.
    pub(super) down: I,
    /// TOP: the item of the node, or none in a spacer.
    pub(super) item: I,
    /// The first node of the option; in a spacer the number of primary items of the option before it.
    pub(super) first: I,
}

/// The node arrays and their counters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Arena<I> {
    pub(super) nodes: Vec<Node<I>>,
    /// LEN: options left in the list of each item, plus [`OUT_OF_PLAY`] if it is secondary, or covered, and again while it is branched on.
    pub(super) len: Vec<u32>,
    /// COLOR of each node: 0 for none, or [`PURIFIED`]; empty when nothing is colored.
    pub(super) colors: Vec<u32>,
    pub(super) n_primary: usize,
    /// The items of which a number of options is to be chosen, and for each item how many more options of it may be; empty if there are none.
    pub(super) quotas: Vec<Quota>,
    pub(super) room: Vec<u32>,
    /// Number of primary items in every option, if it is the same in all; 1 if not, and 0 where the last option need not make a solution.
    pub(super) option_size: u32,
    /// Primary items not yet covered.
    pub(super) in_play: u32,
    /// First node of each option.
    pub(super) first: Vec<u32>,
    /// The options, in step with `first`.
    pub(super) ids: Vec<OptionId>,
    /// Nodes taken out of lists so far.
    pub(super) updates: u64,
}

impl<I: Index> Arena<I> {
    /// Is this item still to be covered?
    pub(super) fn is_in_play(&self, item: usize) -> bool {
        self.len[item] < OUT_OF_PLAY
    }

    /// Does the problem have colors?
    pub(super) fn is_colored(&self) -> bool {
        !self.colors.is_empty()
    }

    /// A node by which an option can be chosen now: that of its first primary item. None if the option is hidden or not here.
    pub(super) fn find(&self, option: OptionId) -> Option<usize> {
        self.living_node(self.ids.binary_search(&option).ok()?)
    }

    /// The node of the first primary item of an option, if the option can be chosen now. A living option has no item that is covered, and is in the lists of all that are not.
    pub(super) fn living_node(&self, position: usize) -> Option<usize> {
        let is_primary = |&node: &usize| self.nodes[node].item.get() < self.n_primary;
        let node = self.option_nodes(to_usize(self.first[position])).find(is_primary)?;
        let Node { up, item, .. } = self.nodes[node];
        let is_alive = self.len[item.get()] < OUT_OF_PLAY && self.nodes[up.get()].down.get() == node;
        is_alive.then_some(node)
    }

    /// The option of a node.
    pub(super) fn option_at(&self, node: usize) -> OptionId {
        self.ids[self.position_at(node)]
    }

    pub(super) fn position_at(&self, node: usize) -> usize {
        self.first.partition_point(|&first| to_usize(first) <= node) - 1
    }

    pub(super) fn option_nodes(&self, first: usize) -> impl Iterator<Item = usize> + '_ {
        (first..).take_while(|&node| self.nodes[node].item != I::NONE)
    }

    /// The nodes below `from` in the list of an item.
    pub(super) fn list(&self, from: usize, item: usize) -> impl Iterator<Item = usize> + '_ {
        let below = |&node: &usize| Some(self.nodes[node].down.get());
        std::iter::successors(below(&from), below).take_while(move |&node| node != item)
    }

    /// Takes the option of node `p` out of the lists of its other items. Returns how many items are left without options by that.
    ///
    /// The nodes are taken in the order in which they stand, `p` skipped: the usual way round, from `p` over the spacer back to `p`,
    /// has a branch more at each end that no processor can predict, and takes a quarter more time on packings.
    #[inline(always)]
    fn hide<const COLORED: bool>(&mut self, p: usize) -> u32 {
        let Self { nodes, len, colors, updates, .. } = self;
        let (nodes, len) = (nodes.as_mut_slice(), len.as_mut_slice());
        let (mut q, mut emptied, mut hidden) = (nodes[p].first.get(), 0, 0);
        loop {
            if q == p {
                q += 1;
            }
            // SAFETY: `q` runs from the first node of an option to its spacer, and the last option has a spacer too. Links are positions
            // of nodes and items numbers of items: the layout made them so, and dancing only moves them around.
            unsafe {
                let Node { up, down, item, .. } = get(nodes, q);
                if item == I::NONE {
                    break;
                }
                if !COLORED || colors[q] != PURIFIED {
                    get_mut(nodes, up.get()).down = down;
                    get_mut(nodes, down.get()).up = up;
                    let len = get_mut(len, item.get());
                    *len -= 1;
                    emptied += u32::from(*len == 0);
                    hidden += 1;
                }
            }
            q += 1;
        }
        *updates += hidden;
        emptied
    }

    /// Undoes [`hide`](Self::hide).
    #[inline(always)]
    fn unhide<const COLORED: bool>(&mut self, p: usize) {
        let Self { nodes, len, colors, .. } = self;
        let (nodes, len) = (nodes.as_mut_slice(), len.as_mut_slice());
        let mut q = nodes[p].first.get();
        loop {
            if q == p {
                q += 1;
            }
            // SAFETY: as in `hide`.
            unsafe {
                let Node { up, down, item, .. } = get(nodes, q);
                if item == I::NONE {
                    break;
                }
                if !COLORED || colors[q] != PURIFIED {
                    get_mut(nodes, up.get()).down = I::new(q);
                    get_mut(nodes, down.get()).up = I::new(q);
                    *get_mut(len, item.get()) += 1;
                }
            }
            q += 1;
        }
    }

    /// Takes the item out of play with all its options, to branch on them. Returns how many items are left without options by that.
    pub(super) fn open<const COLORED: bool>(&mut self, item: usize) -> u32 {
        self.len[item] += OUT_OF_PLAY;
        self.in_play -= 1;
        let (mut p, mut emptied) = (self.nodes[item].down.get(), 0);
        while p != item {
            emptied += self.hide::<COLORED>(p);
            p = self.nodes[p].down.get();
        }
        emptied
    }

    /// Undoes [`open`](Self::open).
    pub(super) fn close<const COLORED: bool>(&mut self, item: usize) {
        self.uncover_from::<COLORED>(item, self.nodes[item].up.get());
        self.in_play += 1;
        self.len[item] -= OUT_OF_PLAY;
    }

    /// Hides all options of an item that is out of play. If that starves an item, undoes it and returns false.
    #[inline(always)]
    fn cover<const COLORED: bool>(&mut self, item: usize) -> bool {
        let mut p = self.nodes[item].down.get();
        while p != item {
            if self.hide::<COLORED>(p) != 0 {
                self.uncover_from::<COLORED>(item, p);
                return false;
            }
            p = self.nodes[p].down.get();
        }
        true
    }

    /// Unhides the options of the item from node `p` upwards.
    #[inline(always)]
    fn uncover_from<const COLORED: bool>(&mut self, item: usize, mut p: usize) {
        while p != item {
            self.unhide::<COLORED>(p);
            p = self.nodes[p].up.get();
        }
    }

    /// Hides all options that give the item of `p` another color than `p` does, and marks the others as purified.
    /// If that starves an item, undoes it and returns false.
    fn purify(&mut self, p: usize) -> bool {
        let (color, item) = (self.colors[p], self.nodes[p].item.get());
        let mut q = self.nodes[item].down.get();
        while q != item {
            if self.colors[q] == color {
                self.colors[q] = PURIFIED;
            } else if self.hide::<true>(q) != 0 {
                self.unpurify_from(item, color, q);
                return false;
            }
            q = self.nodes[q].down.get();
        }
        true
    }

    /// Undoes [`purify`](Self::purify) from node `q` upwards.
    fn unpurify_from(&mut self, item: usize, color: u32, mut q: usize) {
        while q != item {
            if self.colors[q] == PURIFIED {
                self.colors[q] = color;
            } else {
                self.unhide::<true>(q);
            }
            q = self.nodes[q].up.get();
        }
    }

    /// Does what choosing node `q` means for its item.
    #[inline(always)]
    fn commit<const COLORED: bool>(&mut self, q: usize, item: usize) -> bool {
        match if COLORED { self.colors[q] } else { 0 } {
            0 => self.cover::<COLORED>(item),
            PURIFIED => true,
            QUOTA => self.number(item),
            _ => self.purify(q),
        }
    }

    /// Takes one more option of an item whose options are numbered, and hides the others if it was the last that may be. If that starves an item, undoes it and returns false.
    fn number(&mut self, item: usize) -> bool {
        self.room[item] -= 1;
        let is_done = self.room[item] > 0 || self.cover::<true>(item);
        self.room[item] += u32::from(!is_done);
        is_done
    }

    /// Undoes [`number`](Self::number).
    fn unnumber(&mut self, item: usize) {
        if self.room[item] == 0 {
            self.uncover_from::<true>(item, self.nodes[item].up.get());
        }
        self.room[item] += 1;
    }

    /// Is there an item of which more options are needed than are left?
    pub(super) fn is_short(&self) -> bool {
        self.quotas_left().any(|(quota, n_left)| quota.least > n_left)
    }

    /// How many options of each item that has a quota are still needed and may still be chosen, and how many there are.
    pub(super) fn quotas_left(&self) -> impl Iterator<Item = (Quota, u32)> + '_ {
        self.quotas.iter().map(|&Quota { item, least, most }| {
            let room = self.room[to_usize(item)];
            let n_left = self.len[to_usize(item)] - OUT_OF_PLAY;
            (Quota { item, least: least.saturating_sub(most - room), most: room }, n_left)
        })
    }

    /// Undoes [`commit`](Self::commit).
    #[inline(always)]
    fn uncommit<const COLORED: bool>(&mut self, q: usize, item: usize) {
        match if COLORED { self.colors[q] } else { 0 } {
            0 => self.uncover_from::<COLORED>(item, self.nodes[item].up.get()),
            PURIFIED => {}
            QUOTA => self.unnumber(item),
            color => self.unpurify_from(item, color, self.nodes[item].up.get()),
        }
    }

    /// Chooses the option of node `x`, whose item is open: commits its other items.
    /// `starving` items have no option left; they must all be in this option.
    /// If some item cannot be covered any more, leaves everything as it was and returns false.
    #[inline(always)]
    pub(super) fn choose<const COLORED: bool>(&mut self, x: usize, starving: u32) -> bool {
        if !self.enlist(x, starving) {
            return false;
        }
        let mut q = self.nodes[x].first.get();
        loop {
            let item = self.nodes[q].item;
            if item == I::NONE {
                return true;
            }
            if q != x && !self.commit::<COLORED>(q, item.get()) {
                self.uncommit_before::<COLORED>(x, q);
                self.discharge(x);
                return false;
            }
            q += 1;
        }
    }

    /// Undoes [`choose`](Self::choose).
    #[inline(always)]
    pub(super) fn unchoose<const COLORED: bool>(&mut self, x: usize) {
        let spacer = self.discharge(x);
        self.uncommit_before::<COLORED>(x, spacer);
    }

    /// Uncommits the nodes of the option of `x` that stand before `end`, the last one first, without `x` itself.
    #[inline(always)]
    fn uncommit_before<const COLORED: bool>(&mut self, x: usize, end: usize) {
        for q in (self.nodes[x].first.get()..end).rev() {
            if q != x {
                self.uncommit::<COLORED>(q, self.nodes[q].item.get());
            }
        }
    }

    /// Takes all primary items of the option of `x` out of play before their lists are touched, so that a list that runs empty raises no alarm.
    /// Returns false, and changes nothing, if a starving item is not among them.
    ///
    /// The open item is out of play already and is taken out a second time: that costs less than a test. A secondary item, which is never in play,
    /// must not be taken out: in one color it may be chosen any number of times.
    #[inline(always)]
    fn enlist(&mut self, x: usize, starving: u32) -> bool {
        let (mut q, mut fed) = (self.nodes[x].first.get(), 0);
        while self.nodes[q].item != I::NONE {
            let item = self.nodes[q].item.get();
            fed += u32::from(self.len[item] == 0);
            self.len[item] += OUT_OF_PLAY * u32::from(item < self.n_primary);
            q += 1;
        }
        self.in_play -= to_u32(self.nodes[q].first.get()) - 1;
        if fed != starving {
            self.discharge(x);
        }
        fed == starving
    }

    /// Undoes [`enlist`](Self::enlist). Returns the spacer after the option.
    #[inline(always)]
    fn discharge(&mut self, x: usize) -> usize {
        let mut q = self.nodes[x].first.get();
        while self.nodes[q].item != I::NONE {
            let item = self.nodes[q].item.get();
            self.len[item] -= OUT_OF_PLAY * u32::from(item < self.n_primary);
            q += 1;
        }
        self.in_play += to_u32(self.nodes[q].first.get()) - 1;
        q
    }
}
