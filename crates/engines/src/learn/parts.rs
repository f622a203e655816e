//! Parts: open options that depend on each other, directly or by way of others. Parts are counted apart, and their counts multiplied.
//!
//! Two options depend on each other if they have an open primary item, a secondary item of which they do not have the same color, or a clause that is not satisfied in common. (Learned clauses follow from the rest, and join
//! nothing.) The open options of a part and its clauses say which items are to be covered, and so determine its count.

use super::facts::Facts;
use super::layout::option_of;
use dlx_canon::graph::mix;
use dlx_core::problem::{to_u32, to_usize};

/// In the place of the part of a clause.
const SATISFIED: u32 = u32::MAX;

/// A part of what is left.
#[derive(Clone, Debug, Default)]
pub(super) struct LoosePart {
    /// Its open options, in order, and the clauses that are not satisfied, in order.
    pub(super) options: Vec<u32>,
    pub(super) clauses: Vec<u32>,
    /// Its primary items.
    pub(super) items: Vec<u32>,
    pub(super) hash: u64,
}

/// Looks for parts; keeps marks from one look to the next.
#[derive(Clone, Debug)]
pub(super) struct PartFinder {
    look: u32,
    seen_options: Vec<u32>,
    seen_items: Vec<u32>,
    seen_clauses: Vec<u32>,
    /// For each option and clause seen, the number of its part.
    part_of_option: Vec<u32>,
    part_of_clause: Vec<u32>,
    queue: Vec<u32>,
}

/// Marks something as seen in this look. Was it not?
fn is_new(seen: &mut u32, look: u32) -> bool {
    std::mem::replace(seen, look) != look
}

impl PartFinder {
    pub(super) fn new(facts: &Facts) -> Self {
        let layout = &facts.layout;
        let (n_options, n_items) = (layout.ids.len(), layout.users.len());
        Self {
            look: 0,
            seen_options: vec![0; n_options],
            seen_items: vec![0; n_items],
            seen_clauses: vec![0; layout.clauses.len()],
            part_of_option: vec![0; n_options],
            part_of_clause: vec![0; layout.clauses.len()],
            queue: Vec::new(),
        }
    }

    /// Adds the parts into which a part falls by what is known now, large parts first.
    pub(super) fn find(&mut self, facts: &Facts, among: &LoosePart, parts: &mut Vec<LoosePart>) {
        if self.look == u32::MAX {
            *self = Self::new(facts);
        }
        self.look += 1;
        let first = parts.len();
        for &option in among.options.iter().filter(|&&option| facts.is_open(option)) {
            if self.seen_options[to_usize(option)] == self.look {
                continue;
            }
            let (mut part, mut n_options) = (LoosePart::default(), 0);
            self.meet(option);
            while let Some(option) = self.queue.pop() {
                n_options += 1;
                self.part_of_option[to_usize(option)] = to_u32(parts.len() - first);
                self.look_around(facts, option, to_u32(parts.len() - first), &mut part);
            }
            part.options.reserve_exact(n_options);
            parts.push(part);
        }
        let new = &mut parts[first..];
        for &option in among.options.iter().filter(|&&option| facts.is_open(option)) {
            let part = &mut new[to_usize(self.part_of_option[to_usize(option)])];
            part.options.push(option);
            part.hash = part.hash.wrapping_add(mix(2 * u64::from(option) + 1));
        }
        for &clause in &among.clauses {
            let place = to_usize(clause);
            if self.seen_clauses[place] == self.look && self.part_of_clause[place] != SATISFIED {
                let part = &mut new[to_usize(self.part_of_clause[place])];
                part.clauses.push(clause);
                part.hash = part.hash.wrapping_add(mix(2 * u64::from(clause) + 2));
            }
        }
        new.sort_by_key(|part| std::cmp::Reverse(part.options.len()));
    }

    fn meet(&mut self, option: u32) {
        if is_new(&mut self.seen_options[to_usize(option)], self.look) {
            self.queue.push(option);
        }
    }

    /// Meets all that depend directly on an option.
    fn look_around(&mut self, facts: &Facts, option: u32, number: u32, part: &mut LoosePart) {
        let layout = &facts.layout;
        for &clause in &layout.clauses_of[to_usize(option)] {
            if !is_new(&mut self.seen_clauses[to_usize(clause)], self.look) {
                continue;
            }
            let literals = &layout.clauses[to_usize(clause)];
            let is_satisfied = literals.iter().any(|&fact| facts.truth(fact) == Some(true));
            self.part_of_clause[to_usize(clause)] = if is_satisfied { SATISFIED } else { number };
            if !is_satisfied {
                let open = literals.iter().filter(|&&fact| facts.truth(fact).is_none());
                open.for_each(|&fact| self.meet(to_u32(option_of(fact))));
            }
        }
        for &(item, _) in &layout.cells[to_usize(option)] {
            if !is_new(&mut self.seen_items[to_usize(item)], self.look) {
                continue;
            }
            let open = || layout.users[to_usize(item)].iter().filter(|user| facts.is_open(user.0));
            if layout.is_primary(item) {
                part.items.push(item);
            } else if let Some(&(_, color)) = open().next()
                && color != 0
                && open().all(|user| user.1 == color)
            {
                continue;
            }
            open().for_each(|&(other, _)| self.meet(other));
        }
    }
}
