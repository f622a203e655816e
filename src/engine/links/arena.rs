//! What dances: Knuth's node arrays, and the operations that take options out and put them back, each next to its inverse.
//!
//! The first nodes are the headers of the items, by their ids. Then come the options, one node per item, with a spacer before, between
//! and after. Everything is a flat array of plain numbers, so that a clone is a few memcpys.
//!
//! Lists are only vertical. Which items are in play shows in their lengths (see [`choose`](super::super::choose)).

use super::super::choose::OUT_OF_PLAY;
use crate::problem::{OptionId, Problem};

/// Stands in [`Node::item`] of a spacer.
const SPACER: u32 = u32::MAX;
/// The color of a node whose item has been given that very color: the node stays, whatever else happens (Knuth's -1).
const PURIFIED: u32 = u32::MAX;

/// A node of an option, the header of an item, or a spacer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node {
    /// ULINK: the node above in the item's list; in a spacer the first node of the option before it.
    pub(super) up: u32,
    /// DLINK: the node below in the item's list; in a spacer the last node of the option after it.
    pub(super) down: u32,
    /// TOP: the item of the node, or [`SPACER`].
    pub(super) item: u32,
}

/// The node arrays and what goes with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Arena {
    pub(super) nodes: Vec<Node>,
    /// LEN: options left in the list of each item, plus [`OUT_OF_PLAY`] if the item is secondary or covered.
    pub(super) len: Vec<u32>,
    /// COLOR of each node: 0 for none, or [`PURIFIED`]; empty when nothing is colored.
    colors: Vec<u32>,
    pub(super) n_primary: usize,
    /// Primary items not yet covered.
    pub(super) in_play: u32,
    /// First node of each option that is in the arena.
    first: Vec<u32>,
    /// The options in the arena, in step with `first`.
    ids: Vec<OptionId>,
    /// Nodes taken out of lists so far.
    pub(super) updates: u64,
}

impl Arena {
    /// Lays the problem out. Options without a primary item are left out: nobody could choose them.
    pub(super) fn new(problem: &Problem) -> Self {
        let ids: Vec<OptionId> = problem.choosable().collect();
        let n_items = problem.n_items();
        let mut arena = Self {
            nodes: (0..n_items as u32).map(|item| Node { up: item, down: item, item }).collect(),
            len: vec![0; n_items],
            colors: Vec::new(),
            n_primary: problem.n_primary(),
            in_play: problem.n_primary() as u32,
            first: Vec::with_capacity(ids.len()),
            ids: Vec::new(),
            updates: 0,
        };
        arena.nodes.reserve_exact(problem.n_cells() + ids.len() + 1);
        arena.push_spacer();
        for &option in &ids {
            arena.push_option(problem, option);
        }
        arena.ids = ids;
        arena.len[arena.n_primary..].iter_mut().for_each(|len| *len += OUT_OF_PLAY);
        if problem.is_colored() {
            arena.push_colors(problem);
        }
        arena
    }

    fn push_spacer(&mut self) {
        let up = self.first.last().copied().unwrap_or(0);
        self.nodes.push(Node { up, down: 0, item: SPACER });
    }

    fn push_option(&mut self, problem: &Problem, option: OptionId) {
        let spacer = self.nodes.len() - 1;
        self.first.push(self.nodes.len() as u32);
        for item in problem.items_of(option) {
            let (here, header) = (self.nodes.len() as u32, item.get());
            let above = self.nodes[item.index()].up;
            self.nodes.push(Node { up: above, down: header, item: header });
            self.nodes[above as usize].down = here;
            self.nodes[item.index()].up = here;
            self.len[item.index()] += 1;
        }
        self.nodes[spacer].down = self.nodes.len() as u32 - 1;
        self.push_spacer();
    }

    fn push_colors(&mut self, problem: &Problem) {
        self.colors = vec![0; self.nodes.len()];
        for (&first, &option) in self.first.iter().zip(&self.ids) {
            for (node, (_, color)) in (first as usize..).zip(problem.cells(option)) {
                self.colors[node] = color.get();
            }
        }
    }

    /// Does the problem have colors?
    pub(super) fn is_colored(&self) -> bool {
        !self.colors.is_empty()
    }

    /// The first node of an option that is in the arena.
    pub(super) fn first_node(&self, option: OptionId) -> Option<usize> {
        let position = self.ids.binary_search(&option).ok()?;
        Some(self.first[position] as usize)
    }

    /// The option of a node.
    pub(super) fn option_at(&self, node: usize) -> OptionId {
        let after = self.first.partition_point(|&first| first as usize <= node);
        self.ids[after - 1]
    }

    /// The nodes of the option that begins at `first`.
    pub(super) fn option_nodes(&self, first: usize) -> impl Iterator<Item = usize> + '_ {
        (first..).take_while(|&node| self.nodes[node].item != SPACER)
    }

    /// Can the option of this node still be chosen? The item of the node must be primary.
    pub(super) fn is_alive(&self, node: usize) -> bool {
        let Node { up, item, .. } = self.nodes[node];
        self.len[item as usize] < OUT_OF_PLAY && self.nodes[up as usize].down as usize == node
    }

    /// Primary items in play that have no option left.
    pub(super) fn starving(&self) -> u32 {
        self.len[..self.n_primary].iter().map(|&len| u32::from(len == 0)).sum()
    }

    /// Takes the option of node `p` out of the lists of its other items. Says how many items are left without options by it.
    #[inline(always)]
    fn hide<const COLORED: bool>(&mut self, p: usize) -> u32 {
        let (mut q, mut emptied) = (p + 1, 0);
        while q != p {
            let Node { up, down, item } = self.nodes[q];
            if item == SPACER {
                q = up as usize;
                continue;
            }
            if !COLORED || self.colors[q] != PURIFIED {
                self.nodes[up as usize].down = down;
                self.nodes[down as usize].up = up;
                self.len[item as usize] -= 1;
                emptied += u32::from(self.len[item as usize] == 0);
                self.updates += 1;
            }
            q += 1;
        }
        emptied
    }

    /// Undoes [`hide`](Self::hide).
    #[inline(always)]
    fn unhide<const COLORED: bool>(&mut self, p: usize) {
        let mut q = p - 1;
        while q != p {
            let Node { up, down, item } = self.nodes[q];
            if item == SPACER {
                q = down as usize;
                continue;
            }
            if !COLORED || self.colors[q] != PURIFIED {
                self.nodes[up as usize].down = q as u32;
                self.nodes[down as usize].up = q as u32;
                self.len[item as usize] += 1;
            }
            q -= 1;
        }
    }

    /// Takes the item out of play with all its options, to branch on them. Says how many items are left without options by it.
    pub(super) fn open<const COLORED: bool>(&mut self, item: usize) -> u32 {
        self.len[item] += OUT_OF_PLAY;
        self.in_play -= 1;
        let (mut p, mut emptied) = (self.nodes[item].down as usize, 0);
        while p != item {
            emptied += self.hide::<COLORED>(p);
            p = self.nodes[p].down as usize;
        }
        emptied
    }

    /// Undoes [`open`](Self::open).
    pub(super) fn close<const COLORED: bool>(&mut self, item: usize) {
        self.uncover_from::<COLORED>(item, self.nodes[item].up as usize);
        self.in_play += 1;
        self.len[item] -= OUT_OF_PLAY;
    }

    /// Hides all options of an item that is out of play. If that starves an item, undoes it and says no.
    #[inline(always)]
    fn cover<const COLORED: bool>(&mut self, item: usize) -> bool {
        let mut p = self.nodes[item].down as usize;
        while p != item {
            if self.hide::<COLORED>(p) != 0 {
                self.uncover_from::<COLORED>(item, p);
                return false;
            }
            p = self.nodes[p].down as usize;
        }
        true
    }

    /// Unhides the options of the item from node `p` upwards.
    #[inline(always)]
    fn uncover_from<const COLORED: bool>(&mut self, item: usize, mut p: usize) {
        while p != item {
            self.unhide::<COLORED>(p);
            p = self.nodes[p].up as usize;
        }
    }

    /// Hides all options that give the item of `p` another color than `p` does, and marks the others as purified.
    /// If that starves an item, undoes it and says no.
    fn purify(&mut self, p: usize) -> bool {
        let (color, item) = (self.colors[p], self.nodes[p].item as usize);
        let mut q = self.nodes[item].down as usize;
        while q != item {
            if self.colors[q] == color {
                self.colors[q] = PURIFIED;
            } else if self.hide::<true>(q) != 0 {
                self.unpurify_from(item, color, q);
                return false;
            }
            q = self.nodes[q].down as usize;
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
            q = self.nodes[q].up as usize;
        }
    }

    /// Does what choosing node `q` means for its item.
    #[inline(always)]
    fn commit<const COLORED: bool>(&mut self, q: usize, item: usize) -> bool {
        match if COLORED { self.colors[q] } else { 0 } {
            0 => self.cover::<COLORED>(item),
            PURIFIED => true,
            _ => self.purify(q),
        }
    }

    /// Undoes [`commit`](Self::commit).
    #[inline(always)]
    fn uncommit<const COLORED: bool>(&mut self, q: usize, item: usize) {
        match if COLORED { self.colors[q] } else { 0 } {
            0 => self.uncover_from::<COLORED>(item, self.nodes[item].up as usize),
            PURIFIED => {}
            color => self.unpurify_from(item, color, self.nodes[item].up as usize),
        }
    }

    /// Chooses the option of node `x`, whose item is open: commits its other items.
    /// `starving` items have no option left; they must all be in this option.
    /// If some item cannot be covered any more, leaves everything as it was and says no.
    #[inline(always)]
    pub(super) fn choose<const COLORED: bool>(&mut self, x: usize, starving: u32) -> bool {
        if !self.enlist(x, starving) {
            return false;
        }
        let mut q = x + 1;
        while q != x {
            let Node { up, item, .. } = self.nodes[q];
            if item == SPACER {
                q = up as usize;
            } else if self.commit::<COLORED>(q, item as usize) {
                q += 1;
            } else {
                self.unchoose_from::<COLORED>(x, q - 1);
                self.discharge(x);
                return false;
            }
        }
        true
    }

    /// Undoes [`choose`](Self::choose).
    #[inline(always)]
    pub(super) fn unchoose<const COLORED: bool>(&mut self, x: usize) {
        self.unchoose_from::<COLORED>(x, x - 1);
        self.discharge(x);
    }

    fn unchoose_from<const COLORED: bool>(&mut self, x: usize, mut q: usize) {
        while q != x {
            let Node { down, item, .. } = self.nodes[q];
            if item == SPACER {
                q = down as usize;
            } else {
                self.uncommit::<COLORED>(q, item as usize);
                q -= 1;
            }
        }
    }

    /// Takes the other primary items of the option of `x` out of play before their lists are touched, so that their running empty
    /// alarms nobody. Says no, and changes nothing, if a starving item is not among them.
    #[inline(always)]
    fn enlist(&mut self, x: usize, starving: u32) -> bool {
        let mut fed = 0;
        self.for_others(x, |arena, item| {
            fed += u32::from(arena.len[item] == 0);
            arena.len[item] += OUT_OF_PLAY;
            arena.in_play -= 1;
        });
        if fed != starving {
            self.discharge(x);
        }
        fed == starving
    }

    /// Undoes [`enlist`](Self::enlist).
    #[inline(always)]
    fn discharge(&mut self, x: usize) {
        self.for_others(x, |arena, item| {
            arena.len[item] -= OUT_OF_PLAY;
            arena.in_play += 1;
        });
    }

    /// Calls `visit` with each primary item of the option of `x` but the one of `x` itself.
    #[inline(always)]
    fn for_others(&mut self, x: usize, mut visit: impl FnMut(&mut Self, usize)) {
        let mut q = x + 1;
        while q != x {
            let Node { up, item, .. } = self.nodes[q];
            if item == SPACER {
                q = up as usize;
                continue;
            }
            if (item as usize) < self.n_primary {
                visit(self, item as usize);
            }
            q += 1;
        }
    }
}
