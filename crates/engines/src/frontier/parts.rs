//! In addition to which components there are, a state has what the future of each depends on, where components have bounds on their nodes, or are kept apart: how many nodes it has, and which others it may not be joined to.
//!
//! The number of nodes of a component stands at its first slot. For every two slots a bit says that they are kept apart: what is in their components, or they themselves as long as no chosen option has them. So neither
//! changes when components are numbered again, and states that agree are equal, bit by bit.
//!
//! Two components that cannot meet any more, by any options to come, or only in one with more nodes than it may have, need not be kept apart: the bit is cleared, and more states are equal. For that, each level knows what is `near`.

use super::super::ports::Ports;
use super::layout::Key;
use super::near::Near;
use dlx_core::problem::{Connected, Multiplicity, to_place, to_u32, to_u64, to_usize};

/// The most slots: a set of them is a word.
pub(super) const MAX_PARTED: usize = 64;

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
            if left == 0 || to_usize(own.trailing_zeros()) != slot {
                continue;
            }
            // Most of them can meet on a way that leads through no other component, which is soon seen.
            let mut by_others = None;
            while left != 0 {
                let other = to_usize(left.trailing_zeros());
                let others = component(labels, other);
                left &= !others;
                let sizes = self.size(slot) + self.size(to_usize(others.trailing_zeros()));
                let meet = match most.map(|most| most.checked_sub(sizes)) {
                    Some(None) => false,
                    spare if members(own).any(|slot| near.within(slot, spare.flatten()) & others != 0) => true,
                    spare => {
                        let spare_of_all = most.map(|most| most.saturating_sub(self.size(slot) + 1));
                        let between =
                            by_others.get_or_insert_with(|| self.between(labels, near, own, spare_of_all))[other];
                        between.is_some_and(|between| spare.flatten().is_none_or(|spare| between <= spare))
                    }
                };
                if !meet {
                    each(own, |slot| self.apart[slot] &= !others);
                    each(others, |slot| self.apart[slot] &= !own);
                }
            }
        }
    }

    /// How many nodes a component has, at its first slot; a node that no chosen option has is one.
    fn size(&self, slot: usize) -> usize {
        to_usize(self.sizes[slot].max(1))
    }

    /// The fewest nodes between a component and each other slot's, at most `spare` if that is given; none if they cannot meet. A way may lead through other components, and then has all their nodes: what is joined to
    /// what is no option to come. (E. W. Dijkstra's algorithm; without a bound on nodes their number does not matter, and all steps cost nothing.)
    fn between(&self, labels: &[u8], near: &Near, own: u64, spare: Option<usize>) -> [Option<usize>; MAX_PARTED] {
        let mut between = [None; MAX_PARTED];
        // For each slot what is spent when a way goes on from there.
        let mut spent = [usize::MAX; MAX_PARTED];
        each(own, |slot| spent[slot] = 0);
        let mut open = own;
        while let Some(slot) = members(open).min_by_key(|&slot| spent[slot]) {
            open &= !(1 << slot);
            let mut known = 0;
            for (step, reached) in near.steps(slot, spare.map(|spare| spare.saturating_sub(spent[slot]))) {
                let step = if spare.is_none() { 0 } else { spent[slot] + step };
                for other in members(reached & !known & !own) {
                    let set = component(labels, other);
                    if between[other].is_none_or(|known| step < known) {
                        each(set, |other| between[other] = Some(step));
                    }
                    let cost = if spare.is_none() { 0 } else { step + self.size(to_usize(set.trailing_zeros())) };
                    if cost < spent[other] && spare.is_none_or(|spare| cost <= spare) {
                        each(set, |other| spent[other] = cost);
                        open |= set;
                    }
                }
                known |= reached;
            }
        }
        between
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

/// The numbers in a set.
fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| to_usize(set.trailing_zeros()));
        set &= set.wrapping_sub(1);
        first
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A state with three slots and parts of two to four nodes, as a key and back.
    #[test]
    fn a_key_says_what_a_state_has() {
        let nodes = Multiplicity { least: 2, most: Some(4) };
        // The sizes lie in the first word, the pairs in both.
        let fields = PartFields { nodes, sizes: 40, width: 4, pairs: 62, has_pairs: true, n_slots: 3 };
        let mut parts = Parts::new(fields);
        parts.join(&[0, 0, 0], &[0]).unwrap();
        parts.join(&[1, 0, 0], &[1, 2]).unwrap();
        let labels = [1, 2, 2];
        assert!(parts.keep_apart(&labels, &[1, 2]).is_none());
        parts.keep_apart(&labels, &[0, 2]).unwrap();
        let mut key = [0; 2];
        parts.write(&mut key, 3);
        let mut again = Parts::read(fields, &key, 3);
        assert_eq!((&again.sizes[..3], &again.apart[..3]), (&[1, 2, 0][..], &[0b110, 1, 1][..]));
        assert!(again.join(&labels, &[0, 1]).is_none(), "they are kept apart");
        let mut again = Parts::read(fields, &key, 3);
        assert!(again.leave(&labels, &[1]).is_some() && again.sizes[..3] == [1, 0, 2] && again.apart[..3] == [4, 0, 1]);
        assert!(again.leave(&[1, 0, 2], &[0]).is_none(), "a part of one node is too small");
    }
}
