//! In addition to which components there are, a state has what the future of each depends on, where components have bounds on their nodes, or are kept apart: how many nodes it has, and which others it may not be joined to.
//!
//! The number of nodes of a component stands at its first slot. For every two slots a bit says that they are kept apart: what is in their components, or they themselves as long as no chosen option has them. So neither
//! changes when components are numbered again, and states that agree are equal, bit by bit.
//!
//! Two components that cannot meet any more, by any options to come, or only in one with more nodes than it may have, need not be kept apart: the bit is cleared, and more states are equal. For that, each level knows how many nodes
//! lie between the nodes of every two slots, on the shortest way that options to come make.

use super::super::ports::Ports;
use super::layout::Key;
use super::predict::Spans;
use dlx_core::problem::{Connected, Multiplicity, to_place, to_u32, to_u64, to_usize};
use dlx_core::stop::poll;
use std::collections::VecDeque;

/// The most slots: a set of them is a word.
const MAX_PARTED: usize = 64;

/// Where sizes and pairs are in a key.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartFields {
    /// How many nodes a component has.
    nodes: Multiplicity,
    /// The bit of the first size, and the bits of each; none if sizes do not matter.
    sizes: usize,
    width: usize,
    /// The bit of the first pair.
    pairs: usize,
    has_pairs: bool,
    n_slots: usize,
}

impl PartFields {
    /// The fields behind the first bits of a key; none if components have neither bounds on their nodes nor are kept apart.
    pub(super) fn new(ports: &Ports, n_bits: usize, n_slots: usize) -> Option<Self> {
        let Connected { nodes, .. } = ports.condition;
        if nodes == Multiplicity::ANY && !ports.has_apart() {
            return None;
        }
        let all = (0..to_u32(ports.n_nodes)).map(|node| to_usize(ports.size(node))).sum();
        let bits = to_usize(64 - to_u64(nodes.most.unwrap_or(nodes.least).min(all)).leading_zeros());
        // A size does not lie in two words.
        let width = if bits == 0 { 0 } else { bits.next_power_of_two() };
        let sizes = if width == 0 { n_bits } else { n_bits.next_multiple_of(width) };
        let (pairs, has_pairs) = (sizes + width * n_slots, ports.has_apart());
        Some(Self { nodes, sizes, width, pairs, has_pairs, n_slots })
    }

    /// The first of its bits.
    pub(super) const fn start(&self) -> usize {
        self.sizes
    }

    /// The bit behind the last; more than any key has if there are too many slots.
    pub(super) const fn end(&self) -> usize {
        match (self.n_slots, self.has_pairs) {
            (n, _) if n > MAX_PARTED => usize::MAX,
            (n, true) => self.pairs + n * n.saturating_sub(1) / 2,
            _ => self.pairs,
        }
    }

    /// The greatest number of nodes that is told from more.
    fn cap(&self) -> u32 {
        u32::try_from(self.nodes.most.unwrap_or(self.nodes.least)).unwrap_or(u32::MAX)
    }

    /// All numbers, different for fields that are used in different ways.
    pub(super) fn words(&self) -> [u64; 7] {
        let Multiplicity { least, most } = self.nodes;
        let [sizes, width, pairs, n_slots, least] =
            [self.sizes, self.width, self.pairs, self.n_slots, least].map(to_u64);
        [sizes, width, pairs, n_slots, least, most.map_or(u64::MAX, to_u64), u64::from(self.has_pairs)]
    }
}

/// What one level knows about the ways to come: for each slot, and each number of nodes from 0 on, the slots with at most so many nodes between, by options behind this level.
#[derive(Clone, Debug, Default)]
pub(super) struct Near(Vec<Box<[u64]>>);

impl Near {
    /// What each level knows; `frontier` has the nodes behind each, with their slots.
    pub(super) fn levels(ports: &Ports, spans: &Spans, frontier: &[Vec<(usize, usize)>]) -> Vec<Self> {
        if !ports.has_apart() || frontier.iter().flatten().any(|&(_, slot)| slot >= MAX_PARTED) {
            return Vec::new();
        }
        let mut options = vec![Vec::new(); frontier.len()];
        for (place, &home) in spans.home.iter().enumerate() {
            options[home].push(place);
        }
        let (mut joins, mut levels) = (vec![Vec::new(); ports.n_nodes], Vec::new());
        for (frontier, options) in frontier.iter().zip(&options).rev() {
            levels.push(Self::behind(ports, &joins, frontier));
            for &place in options {
                ports.joined_by(place).iter().for_each(|&node| joins[to_usize(node)].push(place));
            }
        }
        levels.reverse();
        levels
    }

    fn behind(ports: &Ports, joins: &[Vec<usize>], frontier: &[(usize, usize)]) -> Self {
        let mut slot_of = vec![None; ports.n_nodes];
        frontier.iter().for_each(|&(node, slot)| slot_of[node] = Some(slot));
        let n_slots = frontier.iter().map(|&(_, slot)| slot + 1).max().unwrap_or(0);
        let mut within = vec![Box::default(); n_slots];
        for &(node, slot) in frontier {
            let mut sets: Vec<u64> = Vec::new();
            for (other, between) in distances(ports, joins, node) {
                if let Some(other) = slot_of[other] {
                    let known = sets.last().copied().unwrap_or(0);
                    sets.resize(sets.len().max(between + 1), known);
                    sets[between] |= 1 << other;
                }
            }
            within[slot] = sets.into();
        }
        Self(within)
    }

    /// The slots that are within so many nodes of a slot.
    fn of(&self, slot: usize, between: usize) -> u64 {
        let sets = self.0.get(slot).map_or(&[][..], |sets| sets);
        sets.get(between).or(sets.last()).copied().unwrap_or(0)
    }

    pub(super) fn words(&self) -> impl Iterator<Item = u64> {
        self.0.iter().flat_map(|sets| std::iter::once(to_u64(sets.len())).chain(sets.iter().copied()))
    }
}

/// The nodes that options reach from one, with the number of nodes between, least first.
fn distances(ports: &Ports, joins: &[Vec<usize>], from: usize) -> Vec<(usize, usize)> {
    poll(ports.n_nodes);
    let mut is_seen = vec![false; ports.n_nodes];
    is_seen[from] = true;
    let (mut queue, mut found) = (VecDeque::from([(from, 0)]), Vec::new());
    while let Some((node, between)) = queue.pop_front() {
        for &other in joins[node].iter().flat_map(|&place| ports.joined_by(place)) {
            let other = to_usize(other);
            if !std::mem::replace(&mut is_seen[other], true) {
                found.push((other, between));
                queue.push_back((other, between + 1));
            }
        }
    }
    found
}

/// Sizes and pairs of one state.
#[derive(Debug)]
pub(super) struct Parts {
    fields: PartFields,
    /// At the first slot of each component the number of its nodes.
    sizes: [u32; MAX_PARTED],
    /// The slots that each slot is kept apart from.
    apart: [u64; MAX_PARTED],
}

impl Parts {
    const fn new(fields: PartFields) -> Self {
        Self { fields, sizes: [0; MAX_PARTED], apart: [0; MAX_PARTED] }
    }

    /// The state before the first level, of components that have been chosen before; `slot` gives the slot of a node.
    pub(super) fn begun(fields: PartFields, ports: &Ports, slot: impl Fn(u32) -> usize) -> Self {
        let mut parts = Self::new(fields);
        for node in 0..to_u32(ports.n_touched) {
            parts.sizes[slot(node)] = ports.size(node).min(fields.cap());
        }
        ports.pairs.iter().for_each(|pair| parts.part(pair.map(|node| 1 << slot(node))));
        parts
    }

    /// Reads what a key says of the first slots.
    #[inline]
    pub(super) fn read<const K: usize>(fields: PartFields, key: &Key<K>, in_use: usize) -> Self {
        let mut parts = Self::new(fields);
        for slot in 0..in_use {
            if fields.width > 0 {
                parts.sizes[slot] = to_u32(to_place(bits(key, fields.sizes + slot * fields.width, fields.width)));
            }
            if fields.has_pairs && slot > 0 {
                let below = bits(key, fields.pairs + slot * (slot - 1) / 2, slot);
                parts.part([1 << slot, below]);
            }
        }
        parts
    }

    #[inline]
    pub(super) fn write<const K: usize>(&self, key: &mut Key<K>, in_use: usize) {
        let fields = self.fields;
        for slot in 0..in_use {
            if fields.width > 0 {
                put(key, fields.sizes + slot * fields.width, fields.width, self.sizes[slot].into());
            }
            if fields.has_pairs && slot > 0 {
                put(key, fields.pairs + slot * (slot - 1) / 2, slot, self.apart[slot] & mask(slot));
            }
        }
    }

    /// Keeps two sets of slots apart.
    #[inline]
    fn part(&mut self, [one, other]: [u64; 2]) {
        each(one, |slot| self.apart[slot] |= other);
        each(other, |slot| self.apart[slot] |= one);
    }

    /// Keeps slots apart, and what is joined to them; none if two of them are joined.
    pub(super) fn keep_apart(&mut self, labels: &[u8], ports: &[u8]) -> Option<()> {
        for (place, &one) in ports.iter().enumerate() {
            for &other in &ports[..place] {
                let pair = [one, other].map(|port| component(labels, usize::from(port)));
                if pair[0] & pair[1] != 0 {
                    return None;
                }
                self.part(pair);
            }
        }
        Some(())
    }

    /// Joins the components of slots, before their labels say so. None if some of them are kept apart, or have too many nodes together.
    #[inline]
    pub(super) fn join(&mut self, labels: &[u8], ports: &[u8]) -> Option<()> {
        if ports.is_empty() {
            return Some(());
        }
        let (mut joined, mut apart, mut size) = (0, 0, 0u32);
        for port in ports.iter().map(|&port| usize::from(port)) {
            size += u32::from(labels[port] == 0);
            joined |= component(labels, port);
        }
        each(joined, |slot| {
            size = size.saturating_add(std::mem::take(&mut self.sizes[slot]));
            apart |= self.apart[slot];
        });
        let most = self.fields.nodes.most.unwrap_or(usize::MAX);
        if apart & joined != 0 || to_usize(size) > most {
            return None;
        }
        self.sizes[to_usize(joined.trailing_zeros())] = size.min(self.fields.cap());
        self.part([joined, apart]);
        Some(())
    }

    /// Frees slots, before their labels are gone. None if that closes a component with too few nodes.
    #[inline]
    pub(super) fn leave(&mut self, labels: &[u8], leaving: &[u8]) -> Option<()> {
        let gone = leaving.iter().fold(0u64, |gone, &slot| gone | 1 << slot);
        for slot in leaving.iter().map(|&slot| usize::from(slot)) {
            let size = std::mem::take(&mut self.sizes[slot]);
            self.apart[slot] = 0;
            if size > 0 {
                match component(labels, slot) & !gone {
                    0 if to_usize(size) < self.fields.nodes.least => return None,
                    0 => {}
                    left => self.sizes[to_usize(left.trailing_zeros())] = size,
                }
            }
        }
        self.apart[..labels.len()].iter_mut().for_each(|apart| *apart &= !gone);
        Some(())
    }

    /// Forgets that slots are kept apart which cannot be joined any more.
    #[inline]
    pub(super) fn forget(&mut self, labels: &[u8], near: &Near) {
        let most = self.fields.nodes.most;
        for slot in (0..labels.len()).filter(|_| self.fields.has_pairs) {
            let own = component(labels, slot);
            let mut left = self.apart[slot] & !mask(slot);
            if to_usize(own.trailing_zeros()) != slot {
                continue;
            }
            while left != 0 {
                let others = component(labels, to_usize(left.trailing_zeros()));
                left &= !others;
                let sizes = self.sizes[slot].max(1) + self.sizes[to_usize(others.trailing_zeros())].max(1);
                let spare = most.map_or(Some(usize::MAX), |most| most.checked_sub(to_usize(sizes)));
                let mut reached = 0;
                spare.iter().for_each(|&spare| each(own, |slot| reached |= near.of(slot, spare)));
                if reached & others == 0 {
                    each(own, |slot| self.apart[slot] &= !others);
                    each(others, |slot| self.apart[slot] &= !own);
                }
            }
        }
    }
}

/// The slots of the component of a slot, or itself alone.
#[inline]
fn component(labels: &[u8], slot: usize) -> u64 {
    match labels[slot] {
        0 => 1 << slot,
        own => labels.iter().rev().fold(0, |set, &label| set << 1 | u64::from(label == own)),
    }
}

/// Goes through the numbers in a set.
#[inline]
fn each(mut set: u64, mut work: impl FnMut(usize)) {
    while set != 0 {
        work(to_usize(set.trailing_zeros()));
        set &= set - 1;
    }
}

/// At most 64 bits of a key, from one on.
#[inline]
fn bits<const K: usize>(key: &Key<K>, start: usize, width: usize) -> u64 {
    let (word, shift) = (start / 64, start % 64);
    let high = if shift + width > 64 { key[word + 1] << (64 - shift) } else { 0 };
    (key[word] >> shift | high) & mask(width)
}

/// Puts at most 64 bits into a key.
#[inline]
fn put<const K: usize>(key: &mut Key<K>, start: usize, width: usize, value: u64) {
    let (word, shift) = (start / 64, start % 64);
    key[word] = key[word] & !(mask(width) << shift) | value << shift;
    if shift + width > 64 {
        key[word + 1] = key[word + 1] & !(mask(width) >> (64 - shift)) | value >> (64 - shift);
    }
}

/// The first bits of a word.
#[inline]
const fn mask(width: usize) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}
