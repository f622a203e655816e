//! Lays a residue out as an arena, and turns what is left of an arena into a residue.

use super::super::choose::OUT_OF_PLAY;
use super::super::quota::{QUOTA, Quota};
use super::super::residue::Residue;
use super::arena::{Arena, Node, PURIFIED};
use super::index::Index;
use dlx_core::problem::{to_u32, to_usize};
use dlx_core::stop::poll;

impl<I: Index> Arena<I> {
    /// Lays a residue out, which must have fewer nodes than the width of an index can tell apart.
    pub(super) fn new(residue: &Residue) -> Self {
        let header = |item| Node { up: I::new(item), down: I::new(item), item: I::new(item), first: I::new(item) };
        let mut arena = Self {
            nodes: Vec::with_capacity(residue.n_nodes()),
            len: vec![0; residue.n_items],
            colors: Vec::new(),
            n_primary: residue.n_primary,
            quotas: residue.quotas.clone(),
            room: vec![0; if residue.quotas.is_empty() { 0 } else { residue.n_items }],
            option_size: residue.option_size,
            in_play: to_u32(residue.n_primary),
            first: Vec::with_capacity(residue.ids.len()),
            ids: residue.ids.clone(),
            updates: 0,
        };
        residue.quotas.iter().for_each(|quota| arena.room[to_usize(quota.item)] = quota.most);
        arena.nodes.extend((0..residue.n_items).map(header));
        arena.push_spacer(0);
        for cells in residue.options() {
            poll(4 * cells.len());
            arena.push_option(cells);
        }
        arena.len[arena.n_primary..].iter_mut().for_each(|len| *len += OUT_OF_PLAY);
        if residue.is_colored {
            arena.push_colors(residue);
        }
        arena
    }

    /// Ends an option that has this many primary items.
    fn push_spacer(&mut self, n_primary: usize) {
        let none = I::new(0);
        self.nodes.push(Node { up: none, down: none, item: I::NONE, first: I::new(n_primary) });
    }

    fn push_option(&mut self, cells: &[(u32, u32)]) {
        let first = self.nodes.len();
        self.first.push(to_u32(first));
        for &(item, _) in cells {
            let (here, item) = (self.nodes.len(), to_usize(item));
            let above = self.nodes[item].up;
            self.nodes.push(Node { up: above, down: I::new(item), item: I::new(item), first: I::new(first) });
            self.nodes[above.get()].down = I::new(here);
            self.nodes[item].up = I::new(here);
            self.len[item] += 1;
        }
        self.push_spacer(cells.iter().filter(|&&(item, _)| to_usize(item) < self.n_primary).count());
    }

    fn push_colors(&mut self, residue: &Residue) {
        self.colors = vec![0; self.nodes.len()];
        for (&first, cells) in self.first.iter().zip(residue.options()) {
            for (node, &(_, color)) in (to_usize(first)..).zip(cells) {
                self.colors[node] = color;
            }
        }
    }

    /// What is left of this arena, for an arena of its own. The state of this one is a state between two levels: no item is open.
    pub(super) fn residue(&self) -> Residue {
        let n_primary = to_usize(self.in_play);
        let mut residue =
            Residue { n_items: n_primary, n_primary, option_size: self.option_size, ..Residue::default() };
        let mut numbers = vec![u32::MAX; self.len.len()];
        let in_play = (0..self.n_primary).filter(|&item| self.is_in_play(item));
        in_play.zip(0..).for_each(|(item, number)| numbers[item] = number);
        for option in self.alive_options() {
            let first = to_usize(self.first[option]);
            for q in self.option_nodes(first) {
                let item = self.nodes[q].item.get();
                if numbers[item] == u32::MAX && self.matters(q) {
                    numbers[item] = to_u32(residue.n_items);
                    residue.n_items += 1;
                }
            }
            let nodes = self.option_nodes(first).filter(|&q| self.matters(q));
            let color = |q| if self.colors.is_empty() { 0 } else { self.colors[q] };
            residue.push(self.ids[option], nodes.map(|q| (numbers[self.nodes[q].item.get()], color(q))));
        }
        // One without options left says nothing any more.
        let left = self.quotas_left().map(|(quota, _)| Quota { item: numbers[to_usize(quota.item)], ..quota });
        residue.quotas = left.filter(|quota| quota.item != u32::MAX).collect();
        residue
    }

    /// Can this node of a living option still exclude anything, or is it counted? Not if its item has got its color, or is secondary and in no other option.
    fn matters(&self, q: usize) -> bool {
        let item = self.nodes[q].item.get();
        let color = if self.colors.is_empty() { 0 } else { self.colors[q] };
        item < self.n_primary || color == QUOTA || color != PURIFIED && self.len[item] > OUT_OF_PLAY + 1
    }

    /// The positions in `ids` of all options that can still be chosen, in order.
    fn alive_options(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.first.len()).filter(|&position| self.living_node(position).is_some())
    }
}
