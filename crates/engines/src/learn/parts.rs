//! Parts: open options that depend on each other, directly or by way of others. Parts are counted apart, and their counts multiplied.
//!
//! Two options depend on each other if they have an open primary item, a secondary item of which they do not have the same color, or a clause that is not satisfied in common. (Learned clauses follow from the rest, and join
//! nothing.) The open options of a part and its clauses say which items are to be covered, and so determine its count.

use super::facts::Facts;
use super::layout::option_of;
use dlx_canon::graph::mix;
use dlx_core::problem::{to_u32, to_usize};

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

/// Looks for parts, as a forest of options that is joined by items and clauses; keeps its memory from one look to the next.
#[derive(Clone, Debug)]
pub(super) struct PartFinder {
    look: u32,
    seen_items: Vec<u32>,
    /// For each open option one of its part with a lower number, or itself if there is none.
    lower: Vec<u32>,
    /// For each option that is the first of its part, the number of the part.
    numbers: Vec<u32>,
    /// Primary items, and clauses that are not satisfied, each with an open option.
    items: Vec<(u32, u32)>,
    clauses: Vec<(u32, u32)>,
}

impl PartFinder {
    pub(super) fn new(facts: &Facts) -> Self {
        let (n_options, n_items) = (facts.layout.ids.len(), facts.layout.users.len());
        let (lower, numbers) = (vec![0; n_options], vec![0; n_options]);
        Self { look: 0, seen_items: vec![0; n_items], lower, numbers, items: Vec::new(), clauses: Vec::new() }
    }

    /// Adds the parts into which a part falls by what is known now, large parts first.
    pub(super) fn find(&mut self, facts: &Facts, among: &LoosePart, parts: &mut Vec<LoosePart>) {
        if self.look == u32::MAX {
            *self = Self::new(facts);
        }
        self.look += 1;
        let open = || among.options.iter().copied().filter(|&option| facts.is_open(option));
        open().for_each(|option| self.lower[to_usize(option)] = option);
        open().for_each(|option| self.join_by_items(facts, option));
        among.clauses.iter().for_each(|&clause| self.join_by_clause(facts, clause));
        let first = parts.len();
        for option in open() {
            let top = self.top(option);
            if top == option {
                self.numbers[to_usize(option)] = to_u32(parts.len());
                parts.push(LoosePart::default());
            }
            let part = &mut parts[to_usize(self.numbers[to_usize(top)])];
            part.options.push(option);
            part.hash = part.hash.wrapping_add(mix(2 * u64::from(option) + 1));
        }
        while let Some((item, option)) = self.items.pop() {
            self.part_of(option, parts).items.push(item);
        }
        for place in 0..self.clauses.len() {
            let (clause, option) = self.clauses[place];
            let part = self.part_of(option, parts);
            part.clauses.push(clause);
            part.hash = part.hash.wrapping_add(mix(2 * u64::from(clause) + 2));
        }
        self.clauses.clear();
        parts[first..].sort_by_key(|part| std::cmp::Reverse(part.options.len()));
    }

    fn part_of<'p>(&mut self, option: u32, parts: &'p mut [LoosePart]) -> &'p mut LoosePart {
        let top = self.top(option);
        &mut parts[to_usize(self.numbers[to_usize(top)])]
    }

    /// The first option of the part, as far as is known.
    fn top(&mut self, mut option: u32) -> u32 {
        while self.lower[to_usize(option)] != option {
            let lower = self.lower[to_usize(option)];
            self.lower[to_usize(option)] = self.lower[to_usize(lower)];
            option = lower;
        }
        option
    }

    fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.top(one), self.top(other));
        self.lower[to_usize(one.max(other))] = one.min(other);
    }

    /// Joins all open options that share an item with this one.
    fn join_by_items(&mut self, facts: &Facts, option: u32) {
        for &(item, _) in &facts.layout.cells[to_usize(option)] {
            if std::mem::replace(&mut self.seen_items[to_usize(item)], self.look) == self.look {
                continue;
            }
            let open = || facts.layout.users[to_usize(item)].iter().filter(|user| facts.is_open(user.0));
            if facts.layout.is_primary(item) {
                self.items.push((item, option));
            } else if let Some(&(_, color)) = open().next()
                && color != 0
                && open().all(|user| user.1 == color)
            {
                continue;
            }
            open().for_each(|&(other, _)| self.join(option, other));
        }
    }

    /// Joins the open options of a clause that is not satisfied.
    fn join_by_clause(&mut self, facts: &Facts, clause: u32) {
        let literals = &facts.layout.clauses[to_usize(clause)];
        if literals.iter().any(|&fact| facts.truth(fact) == Some(true)) {
            return;
        }
        let mut open =
            literals.iter().filter(|&&fact| facts.truth(fact).is_none()).map(|&fact| to_u32(option_of(fact)));
        let Some(first) = open.next() else { return };
        self.clauses.push((clause, first));
        open.for_each(|other| self.join(first, other));
    }
}
