//! In addition to what is covered, a state has what is joined: the partition of the nodes in the frontier into components.
//!
//! A node is in the frontier from the first level at which an option may have it as a port to the last. There it has a *slot* in the key with a label: 0 as long as no chosen option has it, otherwise the number of its
//! component. Components are numbered in the order of their first slots, so that states which agree on what is joined to what are equal, bit by bit, and the partition is compared in full, as the rest of the key is.
//! For paths and cycles each component has two ends there, and labels carry the information of mates.
//!
//! After the last level of a node its slot is free. If no slot has the label any more, the component is *closed*: nothing can be joined to it. The number of closed components is kept in a field of the key, as far as it matters: up to
//! the most that are allowed; where there is no such bound, up to the least number that is required. A state with the greatest allowed number of closed components must not have an open one, which will be closed at some level, nor an item to come
//! that only options with ports can cover.
//!
//! Where nodes have colors, the number of a component says which color it has: each color has numbers of its own, as many as nodes, so that the ends of a path are mates of a color as soon as one of them is known, and two colors that meet
//! end a state at once. When a component closes, no other one may have its color, then or later: a bit for each color remembers that, up to the last level of its nodes.
//!
//! How many nodes each component has, and which are kept apart, is in `parts`.
//!
//! The idea is old: Knuth's Simpath (TAOCP 7.1.4, exercise 225) has mates, frontier-based search partitions (Kawahara, Inoue, Iwashita and Minato, "Frontier-based search for enumerating all constrained subgraphs
//! with compressed representation", 2017); transfer matrices of polymers are the same thing in physics (Jensen, 2004).

use super::super::ports::Ports;
use super::super::residue::Residue;
use super::layout::{Key, MAX_WORDS};
use super::near::Near;
use super::parts::{PartFields, Parts};
use super::predict::Spans;
use dlx_core::problem::{Connected, to_u64, to_usize};
use rustc_hash::FxHashMap;

/// The most slots: with labels of 8 bits they fill the widest key.
const MAX_SLOTS: usize = MAX_WORDS * 8;

/// The label of a component that has just begun, until components are numbered again: larger than the number of any.
const FRESH: u8 = 255;

/// The part of the key for components: the number of closed ones, and a label for each slot.
#[derive(Clone, Copy, Debug, Default)]
struct Region {
    /// The bit at which the number of closed components begins, and its bits.
    counter: usize,
    counter_width: usize,
    /// The bit at which the first slot begins. No slot lies in two words.
    start: usize,
    /// Bits of a label.
    width: usize,
    n_slots: usize,
    /// Behind the counter a bit for each color: has a component of it been closed?
    n_colors: usize,
    /// The largest label: there are no more components without colors than slots, and no more with a color than nodes that have it.
    n_labels: usize,
}

impl Region {
    /// The region of a key behind its first `n_bits` bits; at most `cap` closed components are counted.
    fn new(n_bits: usize, cap: usize, n_slots: usize, numbers: &ColorNumbers) -> Self {
        let counter_width = to_usize(64 - to_u64(cap).leading_zeros());
        let (n_colors, n_labels) = (numbers.ranges.len(), n_slots + numbers.n_labels());
        let width = if n_labels < 16 { 4 } else { 8 };
        let start = (n_bits + counter_width + n_colors).next_multiple_of(width);
        Self { counter: n_bits, counter_width, start, width, n_slots, n_colors, n_labels }
    }

    /// The bits of a key that has this part last; more than any key has if there are too many slots.
    const fn end(&self) -> usize {
        if self.n_slots > MAX_SLOTS || self.n_labels >= 255 {
            usize::MAX
        } else {
            self.start + self.n_slots * self.width
        }
    }

    /// All its bits.
    fn mask<const K: usize>(&self) -> Key<K> {
        let bits = (self.counter..self.color_bit(self.n_colors)).chain(self.start..self.end());
        bits.fold([0; K], |mut key, bit| {
            key[bit / 64] |= 1 << (bit % 64);
            key
        })
    }

    #[inline]
    fn closed<const K: usize>(&self, key: &Key<K>) -> usize {
        (0..self.counter_width).fold(0, |number, place| {
            let bit = self.counter + place;
            number | usize::from(key[bit / 64] >> (bit % 64) & 1 == 1) << place
        })
    }

    #[inline]
    fn set_closed<const K: usize>(&self, key: &mut Key<K>, number: usize) {
        for place in 0..self.counter_width {
            let bit = self.counter + place;
            key[bit / 64] = key[bit / 64] & !(1 << (bit % 64)) | u64::from(number >> place & 1 == 1) << (bit % 64);
        }
    }

    const fn color_bit(&self, color: usize) -> usize {
        self.counter + self.counter_width + color
    }

    /// Has a component of a color been closed?
    #[inline]
    fn is_over<const K: usize>(&self, key: &Key<K>, color: usize) -> bool {
        let bit = self.color_bit(color);
        key[bit / 64] >> (bit % 64) & 1 == 1
    }

    #[inline]
    fn set_over<const K: usize>(&self, key: &mut Key<K>, color: usize, is_over: bool) {
        let bit = self.color_bit(color);
        key[bit / 64] = key[bit / 64] & !(1 << (bit % 64)) | u64::from(is_over) << (bit % 64);
    }

    /// The labels of the first slots.
    #[inline]
    fn read<const K: usize>(&self, key: &Key<K>, labels: &mut [u8]) {
        let mask = (1u64 << self.width) - 1;
        for (slot, label) in labels.iter_mut().enumerate() {
            let bit = self.start + slot * self.width;
            *label = (key[bit / 64] >> (bit % 64) & mask).to_le_bytes()[0];
        }
    }

    #[inline]
    fn write<const K: usize>(&self, key: &mut Key<K>, labels: &[u8]) {
        let mask = (1u64 << self.width) - 1;
        for (slot, &label) in labels.iter().enumerate() {
            let bit = self.start + slot * self.width;
            key[bit / 64] = key[bit / 64] & !(mask << (bit % 64)) | u64::from(label) << (bit % 64);
        }
    }
}

/// The labels of components with colors: a range for each color, behind the labels without one.
#[derive(Clone, Debug, Default)]
struct ColorNumbers {
    /// The color of each node, from 1; 0 for none, and empty if none has one.
    of_node: Vec<usize>,
    /// For each color from 1 the first of its labels, and how many it has.
    ranges: Vec<[usize; 2]>,
}

impl ColorNumbers {
    /// Labels for the colors of nodes, behind no others yet.
    fn new(ports: &Ports) -> Self {
        let mut numbers = FxHashMap::default();
        let mut own = Self { of_node: vec![0; ports.colors.len()], ranges: Vec::new() };
        for (node, color) in ports.colored() {
            let next = numbers.len() + 1;
            let number = *numbers.entry(color).or_insert(next);
            own.ranges.resize(numbers.len(), [0, 0]);
            own.ranges[number - 1][1] += 1;
            own.of_node[to_usize(node)] = number;
        }
        let mut first = 1;
        for [start, length] in &mut own.ranges {
            *start = first;
            first += *length;
        }
        own
    }

    /// For each color, from 0, the level at which the last of its nodes is looked at.
    fn lasts(&self, leaving: &[Vec<usize>]) -> Vec<usize> {
        let mut lasts = vec![0; self.ranges.len()];
        for (level, &node) in
            leaving.iter().enumerate().flat_map(|(level, nodes)| nodes.iter().map(move |node| (level, node)))
        {
            if let Some(color) = self.of_node.get(node).and_then(|color| color.checked_sub(1)) {
                lasts[color] = level;
            }
        }
        lasts
    }

    fn n_labels(&self) -> usize {
        self.ranges.iter().map(|[_, length]| length).sum()
    }

    /// The color of each label, 0 for none; `n_plain` labels come first.
    fn of_labels(&self, n_plain: usize) -> Box<[u8]> {
        if self.ranges.is_empty() {
            return Box::default();
        }
        let colored = (1..).zip(&self.ranges).flat_map(|(color, &[_, length])| std::iter::repeat_n(color, length));
        std::iter::repeat_n(0, n_plain + 1).chain(colored).collect()
    }

    /// The first label of each color, behind `n_plain` others.
    fn firsts(&self, n_plain: usize) -> Box<[u8]> {
        let first = |&[start, _]: &[usize; 2]| u8::try_from(n_plain + start).unwrap_or(FRESH);
        std::iter::once(0).chain(self.ranges.iter().map(first)).collect()
    }
}

/// The slots of the nodes, and the levels in which they have them.
#[derive(Clone, Debug)]
pub(super) struct Slots {
    /// The ports of the options, by their places.
    ports: Ports,
    /// The slot of each node.
    slot_of: Vec<usize>,
    /// How many of the first slots are in use at each level.
    in_use: Vec<usize>,
    /// The nodes that are looked at last at each level.
    leaving: Vec<Vec<usize>>,
    /// Must an item that is covered after this level be covered by an option with ports, for any choices before?
    must_follow: Vec<bool>,
    region: Region,
    /// How many nodes components have, and what is kept apart, if that matters; and what each level knows about that.
    parts: Option<PartFields>,
    near: Vec<Near>,
    numbers: ColorNumbers,
    /// The color of the node in each slot at each level, where there are colors; and the last level of each color.
    colors: Vec<Box<[u8]>>,
    lasts: Vec<usize>,
}

impl Slots {
    /// Gives every node its slot, the first that is free, behind the first `n_bits` bits.
    pub(super) fn new(residue: &Residue, ports: &Ports, order: &[usize], spans: &Spans, n_bits: usize) -> Self {
        let (mut begin, leaving) = spans_of_nodes(ports, order.len(), spans);
        let (mut slot_of, mut is_free, mut in_use) = (vec![0; ports.n_nodes], Vec::new(), Vec::new());
        let numbers = ColorNumbers::new(ports);
        let (mut color_in, mut colors) = (Vec::new(), Vec::new());
        let (mut inside, mut frontier) = (Vec::new(), Vec::new());
        for (begin, leaving) in begin.iter_mut().zip(&leaving) {
            // To look for a place among ever more slots would take time with their square.
            if is_free.len() > MAX_SLOTS {
                break;
            }
            for node in begin.drain(..) {
                let slot = is_free.iter().position(|&is_free| is_free).unwrap_or(is_free.len());
                is_free.resize(is_free.len().max(slot + 1), true);
                (slot_of[node], is_free[slot]) = (slot, false);
                inside.push((node, slot));
                color_in.resize(is_free.len(), 0);
                color_in[slot] = numbers.of_node.get(node).map_or(0, |&color| u8::try_from(color).unwrap_or(FRESH));
            }
            if !numbers.ranges.is_empty() {
                colors.push(color_in.clone().into_boxed_slice());
            }
            in_use.push(is_free.iter().rposition(|&is_free| !is_free).map_or(0, |last| last + 1));
            leaving.iter().for_each(|&node| is_free[slot_of[node]] = true);
            inside.retain(|&(_, slot)| !is_free[slot]);
            frontier.push(if ports.has_apart() { inside.clone() } else { Vec::new() });
        }
        let must_follow = must_follow(ports, residue, order, spans);
        let region = Region::new(n_bits, cap(ports.condition), is_free.len(), &numbers);
        let lasts = numbers.lasts(&leaving);
        let is_narrow = region.end() < usize::MAX;
        let parts = if is_narrow { PartFields::new(ports, region.end(), region.n_slots) } else { None };
        let near = if is_narrow { Near::levels(ports, spans, &frontier) } else { Vec::new() };
        let ports = ports.clone();
        Self { ports, slot_of, in_use, leaving, must_follow, region, parts, near, numbers, colors, lasts }
    }

    /// The bits of the whole key.
    pub(super) fn n_bits(&self) -> usize {
        self.parts.map_or(self.region.end(), |parts| parts.end())
    }

    /// All bits of slots and counter.
    pub(super) fn mask<const K: usize>(&self) -> Key<K> {
        with_parts(self.region.mask(), self.parts)
    }

    /// Does an option keep its ports apart?
    pub(super) fn keeps_apart(&self, place: usize) -> bool {
        self.ports.keeps_apart(place)
    }

    /// The slots of the ports of an option. If a slot occurs twice, the option closes a cycle.
    pub(super) fn of_option(&self, place: usize) -> Box<[u8]> {
        self.ports.of_option(place).iter().map(|&node| self.slot(to_usize(node))).collect()
    }

    fn slot(&self, node: usize) -> u8 {
        u8::try_from(self.slot_of[node]).expect("a layout with more slots fits into no key")
    }

    /// What happens to components at a level.
    pub(super) fn joining(&self, level: usize) -> Joining {
        Joining {
            condition: self.ports.condition,
            in_use: self.in_use[level],
            leaving: self.leaving[level].iter().map(|&node| self.slot(node)).collect(),
            is_last: level + 1 == self.must_follow.len(),
            must_follow: self.must_follow[level],
            region: self.region,
            parts: self.parts,
            near: self.near.get(level).cloned().unwrap_or_default(),
            slot_colors: self.colors.get(level).cloned().unwrap_or_default(),
            lasting: self.lasts.iter().map(|&last| u8::from(last > level)).collect(),
            colors: self.numbers.of_labels(self.region.n_slots),
            firsts: self.numbers.firsts(self.region.n_slots),
        }
    }

    /// The state before the first level, if there can be a solution.
    pub(super) fn begin<const K: usize>(&self) -> Option<Key<K>> {
        let Ports { condition, n_touched, n_closed, .. } = self.ports;
        if self.must_follow.is_empty() {
            return condition.admits(n_closed).then_some([0; K]);
        }
        if n_closed + usize::from(n_touched > 0) > condition.components.most.unwrap_or(usize::MAX) {
            return None;
        }
        let mut key = [0; K];
        self.region.set_closed(&mut key, n_closed.min(cap(condition)));
        // The nodes that are touched begin first: they have the first slots, in their order.
        let mut labels: Vec<u8> = (1..).take(n_touched).collect();
        let mut next = self.numbers.firsts(self.region.n_slots);
        for (label, &color) in labels.iter_mut().zip(&self.numbers.of_node).filter(|(_, color)| **color != 0) {
            *label = next[color];
            next[color] += 1;
        }
        let mut plain = 0;
        for label in labels.iter_mut().filter(|label| usize::from(**label) <= self.region.n_slots) {
            plain += 1;
            *label = plain;
        }
        self.region.write(&mut key, &labels);
        if let (Some(fields), Some(&in_use)) = (self.parts, self.in_use.first()) {
            let parts = Parts::begun(fields, &self.ports, |node| self.slot_of[to_usize(node)]);
            parts.write(&mut key, in_use);
        }
        Some(key)
    }
}

/// A key with all bits of parts set, too.
fn with_parts<const K: usize>(mut key: Key<K>, parts: Option<PartFields>) -> Key<K> {
    parts.iter().flat_map(|parts| parts.start()..parts.end()).for_each(|bit| key[bit / 64] |= 1 << (bit % 64));
    key
}

/// The most closed components that are told from more.
fn cap(condition: Connected) -> usize {
    condition.components.most.unwrap_or(condition.components.least)
}

/// For each level the nodes that may be touched from there on, and those that are looked at last there. Nodes that are touched from the start begin at the first level.
fn spans_of_nodes(ports: &Ports, n_levels: usize, spans: &Spans) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
    let (mut first, mut last) = (vec![usize::MAX; ports.n_nodes], vec![0; ports.n_nodes]);
    for (nodes, &home) in ports.options().zip(&spans.home) {
        for node in nodes.iter().map(|&node| to_usize(node)) {
            (first[node], last[node]) = (first[node].min(home), last[node].max(home));
        }
    }
    first[..ports.n_touched].fill(0);
    ports.pairs.iter().flatten().for_each(|&node| first[to_usize(node)] = 0);
    let (mut begin, mut leaving) = (vec![Vec::new(); n_levels], vec![Vec::new(); n_levels]);
    for node in (0..ports.n_nodes).filter(|&node| first[node] < n_levels) {
        begin[first[node]].push(node);
        leaving[last[node]].push(node);
    }
    (begin, leaving)
}

/// For each level: is there an item behind it which only options with ports cover, all of them chosen at its own level?
fn must_follow(ports: &Ports, residue: &Residue, order: &[usize], spans: &Spans) -> Vec<bool> {
    let mut level_of = vec![0; residue.n_items];
    order.iter().enumerate().for_each(|(level, &item)| level_of[item] = level);
    let mut must = vec![true; order.len()];
    for (place, (cells, &home)) in residue.options().zip(&spans.home).enumerate() {
        for item in cells.iter().map(|&(item, _)| to_usize(item)).filter(|&item| item < residue.n_primary) {
            must[level_of[item]] &= home == level_of[item] && !ports.joined_by(place).is_empty();
        }
    }
    let mut follows = false;
    for must in must.iter_mut().rev() {
        follows |= std::mem::replace(must, follows);
    }
    must
}

/// What happens to components at a level.
#[derive(Clone, Debug)]
pub(crate) struct Joining {
    condition: Connected,
    /// Slots behind these are free.
    in_use: usize,
    /// The slots that are free afterwards.
    leaving: Box<[u8]>,
    is_last: bool,
    must_follow: bool,
    region: Region,
    parts: Option<PartFields>,
    near: Near,
    /// The color of the node in each slot; empty, as all that follow, if there are no colors.
    slot_colors: Box<[u8]>,
    /// For each color, from 0, whether nodes of it come later.
    lasting: Box<[u8]>,
    /// The color of each label, 0 for none.
    colors: Box<[u8]>,
    /// The first label of each color, from 1.
    firsts: Box<[u8]>,
}

impl Joining {
    /// The bits that may change.
    pub(super) fn mask<const K: usize>(&self) -> Key<K> {
        with_parts(self.region.mask(), self.parts)
    }

    /// The state after a choice that joins these ports, or keeps them apart; none if it closes a cycle, or a component, where that may not be.
    #[inline]
    pub(super) fn after<const K: usize>(&self, mut key: Key<K>, ports: &[u8], is_apart: bool) -> Option<Key<K>> {
        if ports.is_empty() && self.leaving.is_empty() && !self.is_last {
            return Some(key);
        }
        let mut labels = [0; MAX_SLOTS];
        let labels = &mut labels[..self.in_use];
        self.region.read(&key, labels);
        let mut parts = self.parts.map(|fields| Parts::read(fields, &key, self.in_use));
        match &mut parts {
            Some(parts) if is_apart => parts.keep_apart(labels, ports)?,
            Some(parts) => parts.join(labels, ports)?,
            None => {}
        }
        let ports = if is_apart { &[] } else { ports };
        if self.slot_colors.is_empty() {
            self.join(labels, ports)?;
        } else {
            self.join_colored(&key, labels, ports)?;
        }
        if let Some(parts) = &mut parts {
            parts.leave(labels, &self.leaving)?;
        }
        let n_closing = self.leave(&mut key, labels)?;
        let is_open = self.number(labels);
        let closed = self.closed(self.region.closed(&key) + n_closing, is_open)?;
        if let Some(parts) = &mut parts {
            parts.forget(labels, &self.near);
            parts.write(&mut key, self.in_use);
        }
        self.region.write(&mut key, labels);
        self.region.set_closed(&mut key, closed);
        Some(key)
    }

    /// The number of closed components as it is kept; none if it is too large, or at the end too small.
    #[inline]
    fn closed(&self, closed: usize, is_open: bool) -> Option<usize> {
        if let Some(most) = self.condition.components.most {
            let more = is_open || self.must_follow;
            if closed > most || closed == most && more {
                return None;
            }
        }
        if self.is_last {
            return (closed >= self.condition.components.least).then_some(0);
        }
        Some(closed.min(cap(self.condition)))
    }

    /// Joins the components of some slots. None if two are one already and cycles are not allowed.
    #[inline]
    fn join(&self, labels: &mut [u8], ports: &[u8]) -> Option<()> {
        let [first, others @ ..] = ports else { return Some(()) };
        let mut own = labels[usize::from(*first)];
        if own == 0 {
            own = FRESH;
            labels[usize::from(*first)] = own;
        }
        for &port in others {
            let other = labels[usize::from(port)];
            if other == own {
                if self.condition.is_acyclic {
                    return None;
                }
            } else if other == 0 {
                labels[usize::from(port)] = own;
            } else {
                labels.iter_mut().filter(|label| **label == other).for_each(|label| *label = own);
            }
        }
        Some(())
    }

    /// All that the work at this level depends on, as words, different for levels that do different things.
    pub(super) fn words(&self) -> Vec<u64> {
        let Connected { components, is_acyclic, .. } = self.condition;
        let Region { counter, counter_width, start, width, n_slots, n_colors, .. } = self.region;
        let most = components.most.map_or(u64::MAX, to_u64);
        let flags = [is_acyclic, self.is_last, self.must_follow].map(u64::from);
        let numbers = [components.least, self.in_use, counter, counter_width, start, width, n_slots].map(to_u64);
        let lists = [&self.leaving, &self.slot_colors, &self.lasting, &self.colors, &self.firsts];
        let lists = lists.into_iter().take(if n_colors == 0 { 1 } else { 5 }).flatten().map(|&word| word.into());
        let parts = self.parts.iter().flat_map(PartFields::words).chain(self.near.words());
        numbers.into_iter().chain([most]).chain(flags).chain(lists).chain(parts).collect()
    }

    /// Numbers components in the order of their first slots, those of each color by themselves. Returns whether there are any.
    #[inline]
    fn number(&self, labels: &mut [u8]) -> bool {
        let (mut numbers, mut n_numbers, mut n_colored) = ([0u8; 256], 0u8, [0u8; 256]);
        let mut is_open = false;
        for label in labels.iter_mut().filter(|label| **label != 0) {
            is_open = true;
            let number = &mut numbers[usize::from(*label)];
            if *number == 0 {
                *number = match self.color(*label) {
                    0 => {
                        n_numbers += 1;
                        n_numbers
                    }
                    color => {
                        n_colored[usize::from(color)] += 1;
                        self.firsts[usize::from(color)] + n_colored[usize::from(color)] - 1
                    }
                };
            }
            *label = *number;
        }
        is_open
    }

    /// The color of a label, 0 for none.
    #[inline]
    fn color(&self, label: u8) -> u8 {
        self.colors.get(usize::from(label)).copied().unwrap_or(0)
    }

    /// The first label of a color that no component has. There is one for the component of each of its nodes.
    fn unused(&self, color: u8, labels: &[u8]) -> u8 {
        let first = self.firsts[usize::from(color)];
        (first..FRESH).find(|label| !labels.contains(label)).unwrap_or(FRESH)
    }

    /// Joins the components of some slots. None if two colors meet, if a color begins of which a component has been closed, or if that closes a cycle where none may be.
    fn join_colored<const K: usize>(&self, key: &Key<K>, labels: &mut [u8], ports: &[u8]) -> Option<()> {
        let mut own = FRESH;
        for (rank, slot) in ports.iter().map(|&port| usize::from(port)).enumerate() {
            let other = match (labels[slot], self.slot_colors[slot]) {
                (0, 0) => own,
                (0, color) if self.color(own) == color => own,
                (0, color) if self.region.is_over(key, usize::from(color) - 1) => return None,
                (0, color) => self.unused(color, labels),
                (label, _) => label,
            };
            if rank > 0 && labels[slot] == own && self.condition.is_acyclic {
                return None;
            }
            labels[slot] = other;
            if other != own {
                let (kept, gone) = if self.color(own) == 0 { (other, own) } else { (own, other) };
                if self.color(gone) != 0 && self.color(gone) != self.color(kept) {
                    return None;
                }
                labels.iter_mut().filter(|label| **label == gone).for_each(|label| *label = kept);
                own = kept;
            }
        }
        Some(())
    }

    /// Frees slots. Returns how many components close by that; none if there is another one of a color.
    #[inline]
    fn leave<const K: usize>(&self, key: &mut Key<K>, labels: &mut [u8]) -> Option<usize> {
        let mut n_closing = 0;
        for &slot in &self.leaving {
            let label = std::mem::take(&mut labels[usize::from(slot)]);
            if label == 0 || labels.contains(&label) {
                continue;
            }
            n_closing += 1;
            let color = self.color(label);
            if color != 0 {
                if labels.iter().any(|&other| self.color(other) == color) {
                    return None;
                }
                self.region.set_over(key, usize::from(color) - 1, true);
            }
        }
        for (color, _) in self.lasting.iter().enumerate().filter(|(_, lasting)| **lasting == 0) {
            self.region.set_over(key, color, false);
        }
        Some(n_closing)
    }
}
