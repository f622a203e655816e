//! A residue laid out for a sweep: what each level may choose, and where in the key each item has its bits.
//!
//! An item has bits in the key only from the first level that can cover it to the last that looks at it; then they are cleared and serve another
//! item. So the key is as wide as the frontier, not as the problem, and states that agree on what the rest of the sweep can see are equal, bit by bit.
//!
//! A primary item, or a secondary one without colors, has one bit: covered. A secondary item with c colors has a field that holds 0 while it is
//! untouched, a number for each color, and one for "taken without color".
//!
//! An item with a [quota](super::super::quota) has a field that counts the options of it that were chosen. It begins so high that its highest bit is set exactly when as many were chosen as may be: then a choice of one
//! more meets that bit like any that is taken, and to choose is to add one.

use rustc_hash::FxHashMap;

use super::super::quota::{QUOTA, Quota};
use super::super::residue::Residue;
use super::by_color::{ByColor, LEAST};
use super::components::{Joining, Slots};
use super::lanes::{LaneSet, Orbits, exchangeable};
use super::predict::{self, Spans};
use dlx_core::problem::{OptionId, to_u64, to_usize};
use dlx_core::stop::poll;

/// The widest key that is compiled, in words.
pub(crate) const MAX_WORDS: usize = 16;

/// Does something with keys of as many words as some bits need, rounded up to a number of words that is compiled: each is a copy of what is done, and all copies together are half of this crate.
#[cfg(not(debug_assertions))]
macro_rules! with_words {
    ($n_bits:expr, $words:ident => $what:expr) => {
        $crate::frontier::with_few_words!(@ $n_bits, [1, 2, 3, 4, 8], $words, $what)
    };
}

/// The same with fewer copies, for what takes longer than to move the words of a key.
macro_rules! with_few_words {
    ($n_bits:expr, $words:ident => $what:expr) => {
        $crate::frontier::with_few_words!(@ $n_bits, [1, 4], $words, $what)
    };
    (@ $n_bits:expr, [$($n:literal),+], $words:ident, $what:expr) => {
        match $n_bits.div_ceil(64) {
            $(..=$n => {
                const $words: usize = $n;
                $what
            })+
            _ => {
                const $words: usize = $crate::frontier::MAX_WORDS;
                $what
            }
        }
    };
}

// Where assertions are on, for tests, few copies do: they are built a fifth sooner.
#[cfg(debug_assertions)]
pub(crate) use with_few_words as with_words;
pub(crate) use with_few_words;
#[cfg(not(debug_assertions))]
pub(crate) use with_words;

/// A key: the state of the frontier.
pub(crate) type Key<const K: usize> = [u64; K];

/// The conditions of choosing an option in a state, and its effect.
#[derive(Clone, Debug)]
pub(crate) struct KeyChoice<const K: usize> {
    /// Bits that must be 0.
    pub(super) clear: Key<K>,
    /// Bits that are set.
    pub(super) set: Key<K>,
    /// What is added to the fields that count.
    pub(super) more: Key<K>,
    /// Fields that must be 0 or hold what the option would set.
    pub(super) fields: Vec<Key<K>>,
    /// The slots of its ports, where options must be connected.
    pub(super) ports: Box<[u8]>,
    /// Does it keep them apart, instead of joining them?
    pub(super) is_apart: bool,
}

/// A field that is not looked at any more, and must have counted so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuotaFloor {
    word: usize,
    mask: u64,
    /// The least value, in its place.
    least: u64,
}

impl QuotaFloor {
    #[inline(always)]
    fn is_enough<const K: usize>(&self, key: &Key<K>) -> bool {
        key[self.word] & self.mask >= self.least
    }

    /// As a number for each of its parts.
    pub(super) fn words(&self) -> [u64; 3] {
        [to_u64(self.word), self.mask, self.least]
    }
}

/// How states get from one level to the next: by covering an item.
#[derive(Clone, Debug)]
pub(crate) struct Transition<const K: usize> {
    /// The bit of the item.
    pub(super) own: Key<K>,
    /// What to choose from if the item is not covered.
    pub(crate) choices: Vec<KeyChoice<K>>,
    /// The bits that are still looked at after this level.
    pub(super) keep: Key<K>,
    /// Sets of bits of which only the number that is set matters after this level.
    pub(crate) twins: Vec<Twins<K>>,
    /// Lanes that can be exchanged after this level.
    pub(super) lanes: Vec<LaneSet<K>>,
    /// The fields in which its choices count.
    pub(super) counts: Key<K>,
    /// What must have been chosen often enough at this level.
    pub(super) counted: Vec<QuotaFloor>,
    /// What happens to components, where options must be connected.
    pub(super) joining: Option<Joining>,
    /// The choices by a color, where they are many and need one.
    pub(super) by_color: Option<Box<ByColor<K>>>,
}

/// Bits that can be exchanged: only the number of bits that are set matters.
#[derive(Clone, Debug)]
pub(crate) struct Twins<const K: usize> {
    mask: Key<K>,
    /// The first 0, 1, 2 ... of them.
    firsts: Vec<Key<K>>,
}

impl<const K: usize> Twins<K> {
    /// The twins of these bits.
    pub(crate) fn new(bits: impl Iterator<Item = Key<K>>) -> Self {
        let mut twins = Self { mask: [0; K], firsts: vec![[0; K]] };
        for bit in bits {
            (0..K).for_each(|word| twins.mask[word] |= bit[word]);
            twins.firsts.push(twins.mask);
        }
        twins
    }

    /// The key with the first ones set in place of others.
    #[inline(always)]
    pub(crate) fn tidy(&self, key: &Key<K>) -> Key<K> {
        let n_set: u32 = (0..K).map(|word| (key[word] & self.mask[word]).count_ones()).sum();
        let first = &self.firsts[to_usize(n_set)];
        std::array::from_fn(|word| key[word] & !self.mask[word] | first[word])
    }
}

impl<const K: usize> Transition<K> {
    /// The part of a key that is still looked at after this level, twins and lanes in order; none if something was chosen too seldom.
    #[inline(always)]
    fn kept(&self, key: &Key<K>) -> Option<Key<K>> {
        if !self.counted.iter().all(|counted| counted.is_enough(key)) {
            return None;
        }
        let kept = std::array::from_fn(|word| key[word] & self.keep[word]);
        let tidy = self.twins.iter().fold(kept, |key, twins| twins.tidy(&key));
        Some(self.lanes.iter().fold(tidy, |key, lanes| lanes.tidy(&key)))
    }

    /// The next state of a state whose item is covered already; none if what is chosen cannot be connected, or was chosen too seldom.
    #[inline(always)]
    pub(super) fn passed(&self, key: &Key<K>) -> Option<Key<K>> {
        let kept = self.kept(key)?;
        match &self.joining {
            None => Some(kept),
            Some(joining) => joining.after(kept, &[], false),
        }
    }

    /// The next state of a state by a choice that is [compatible](super::shards::goes) with it; none if what is chosen cannot be connected, or was chosen too seldom.
    #[inline(always)]
    pub(super) fn chosen(&self, key: &Key<K>, choice: &KeyChoice<K>) -> Option<Key<K>> {
        let kept = self.kept(&std::array::from_fn(|word| (key[word] | choice.set[word]) + choice.more[word]))?;
        match &self.joining {
            None => Some(kept),
            Some(joining) => joining.after(kept, &choice.ports, choice.is_apart),
        }
    }

    /// The bits that are the same before and after this level for all choices.
    pub(super) fn stable(&self) -> Key<K> {
        let joined = self.joining.as_ref().map_or([0; K], Joining::mask);
        std::array::from_fn(|word| {
            let touched = self.own[word] | self.counts[word];
            let touched = self.choices.iter().fold(touched, |touched, choice| touched | choice.set[word]);
            let moved = self.twins.iter().fold(touched, |moved, twins| moved | twins.mask[word]);
            let moved = self.lanes.iter().fold(moved, |moved, lanes| moved | lanes.mask()[word]);
            self.keep[word] & !moved & !joined[word]
        })
    }
}

/// The place of an item's bits in the key.
#[derive(Clone, Copy, Debug, Default)]
struct KeyField {
    start: usize,
    width: usize,
}

/// The order of the items, and the place of each of them in a key.
#[derive(Debug)]
pub(crate) struct KeyLayout {
    order: Vec<usize>,
    spans: Spans,
    fields: Vec<KeyField>,
    colors: Vec<FxHashMap<u32, u64>>,
    /// The items of which a number of options is to be chosen, that have options.
    quotas: Vec<Quota>,
    /// Are more options of an item to be chosen than there can be?
    is_starved: bool,
    /// Items that can be exchanged, lane by lane; none unless states are only counted.
    lanes: Vec<Orbits>,
    /// Where the nodes are that options have as ports.
    slots: Option<Box<Slots>>,
    /// The number of bits in a key; if there are too many, only a number that is too large.
    pub(crate) n_bits: usize,
    /// Bits of information that a key is expected to carry after each level.
    pub(crate) bits: Vec<f64>,
}

impl KeyLayout {
    /// Gives every item its bits, for the order in which the items were given. The expectation is useless when `is_stopped` says so.
    pub(crate) fn as_given(residue: &Residue, is_stopped: &dyn Fn() -> bool) -> Self {
        let order: Vec<usize> = (0..residue.n_primary).collect();
        let bits = predict::Predictor::new(residue, is_stopped).bits(&order);
        Self::new(residue, (order, bits))
    }

    /// Gives every item its bits, for this order and the information expected in it.
    pub(crate) fn new(residue: &Residue, order: (Vec<usize>, Vec<f64>)) -> Self {
        Self::with_lanes(residue, order, Vec::new())
    }

    /// The same for a sweep that only counts: states that differ by an exchange of lanes are one.
    pub(super) fn for_counts(residue: &Residue, order: (Vec<usize>, Vec<f64>)) -> Self {
        Self::with_lanes(residue, order, exchangeable(residue))
    }

    fn with_lanes(residue: &Residue, (order, bits): (Vec<usize>, Vec<f64>), lanes: Vec<Orbits>) -> Self {
        let mut spans = Spans::new(residue, &order);
        let has_options = |quota: &&Quota| spans.first[to_usize(quota.item)] != usize::MAX;
        let quotas: Vec<Quota> = residue.quotas.iter().filter(has_options).copied().collect();
        let is_starved = |quota: &Quota| quota.least > if has_options(&quota) { quota.most } else { 0 };
        let is_starved = residue.quotas.iter().any(is_starved);
        // They do not begin with 0, so no other item may have had their bits.
        quotas.iter().for_each(|quota| spans.first[to_usize(quota.item)] = 0);
        let colors = colors_of(residue);
        let fields = vec![KeyField::default(); residue.n_items];
        let (slots, n_bits) = (None, 0);
        let mut layout = Self { order, spans, fields, colors, quotas, is_starved, lanes, slots, n_bits, bits };
        layout.place();
        if let Some(ports) = &residue.ports {
            let slots = Slots::new(residue, ports, &layout.order, &layout.spans, layout.n_bits);
            layout.n_bits = slots.n_bits();
            layout.slots = Some(Box::new(slots));
        }
        layout
    }

    /// First fit: at each level the fields that begin take the lowest free bits; those that ended before are free again. An item and its images in other lanes stand side by side in one word.
    fn place(&mut self) {
        let n_levels = self.order.len();
        let (mut begin, mut end) = (vec![Vec::new(); n_levels + 1], vec![Vec::new(); n_levels + 1]);
        for (item, (&first, &last)) in self.spans.first.iter().zip(&self.spans.last).enumerate() {
            if first != usize::MAX {
                begin[first].push(item);
                end[last].push(item);
            }
        }
        let (mut free, mut images): (Vec<bool>, Vec<&[usize]>) = (Vec::new(), vec![&[]; self.fields.len()]);
        self.lanes.iter().flatten().for_each(|orbit| orbit.iter().for_each(|&item| images[item] = orbit));
        let mut counts = vec![None; self.fields.len()];
        self.quotas.iter().for_each(|quota| counts[to_usize(quota.item)] = Some(to_usize(count_width(quota))));
        for level in 0..n_levels {
            // To look for a place among ever more bits would take time with their square.
            if free.len() > 64 * MAX_WORDS {
                break;
            }
            for &item in &begin[level] {
                poll(free.len());
                if let [first, ..] = images[item] {
                    if *first == item {
                        let start = first_fit(&mut free, images[item].len(), 64);
                        let places = images[item].iter().zip(start..);
                        places.for_each(|(&item, start)| self.fields[item] = KeyField { start, width: 1 });
                    }
                    continue;
                }
                let n_values = to_u64(self.colors[item].len()) + 1;
                let colored = || if n_values == 1 { 1 } else { to_usize(64 - n_values.leading_zeros()) };
                let (width, word) = counts[item].map_or_else(|| (colored(), usize::MAX), |width| (width, 64));
                let start = first_fit(&mut free, width, word);
                self.fields[item] = KeyField { start, width };
            }
            for &item in &end[level] {
                let KeyField { start, width } = self.fields[item];
                free[start..start + width].fill(true);
            }
        }
        self.n_bits = free.len();
    }

    /// The levels, with keys of K words, into which the layout must fit.
    pub(crate) fn levels<const K: usize>(&self, residue: &Residue) -> Vec<Transition<K>> {
        let mut levels: Vec<Transition<K>> = self
            .order
            .iter()
            .enumerate()
            .map(|(level, &item)| Transition {
                own: self.bits(item, 1),
                choices: Vec::new(),
                keep: self.slots.as_ref().map_or([0; K], |slots| slots.mask()),
                twins: Vec::new(),
                lanes: Vec::new(),
                counts: [0; K],
                counted: Vec::new(),
                joining: self.slots.as_ref().map(|slots| slots.joining(level)),
                by_color: None,
            })
            .collect();
        for (place, (cells, &home)) in residue.options().zip(&self.spans.home).enumerate() {
            poll(K * cells.len());
            let ports = self.slots.as_ref().map(|slots| slots.of_option(place)).unwrap_or_default();
            for &(item, _) in cells.iter().filter(|&&(_, color)| color == QUOTA) {
                levels[home].counts = joined(&levels[home].counts, &self.mask(to_usize(item)));
            }
            let is_apart = self.slots.as_ref().is_some_and(|slots| slots.keeps_apart(place));
            levels[home].choices.push(KeyChoice { ports, is_apart, ..self.choice(cells) });
        }
        self.put_colors(&mut levels);
        for (item, (&first, &last)) in self.spans.first.iter().zip(&self.spans.last).enumerate() {
            let mask = self.bits::<K>(item, u64::MAX);
            poll(K * last.saturating_sub(first));
            for level in levels.iter_mut().take(last).skip(first) {
                (0..K).for_each(|word| level.keep[word] |= mask[word]);
            }
        }
        for orbits in &self.lanes {
            self.put_lanes(orbits, &mut levels);
        }
        for quota in self.quotas.iter().filter(|quota| quota.least > 0) {
            let KeyField { start, .. } = self.fields[to_usize(quota.item)];
            let word = start / 64;
            let least = (u64::from(quota.least) + count_start(quota)) << (start % 64);
            let mask = self.mask::<K>(to_usize(quota.item))[word];
            levels[self.spans.last[to_usize(quota.item)]].counted.push(QuotaFloor { word, mask, least });
        }
        levels
    }

    /// Lets levels with many choices find them by the color of an item that may have one before.
    fn put_colors<const K: usize>(&self, levels: &mut [Transition<K>]) {
        for (level, transition) in levels.iter_mut().enumerate().filter(|(_, level)| level.choices.len() >= LEAST) {
            let choices = &transition.choices;
            let is_old = |field: &Key<K>| {
                let may_be = |item: usize| {
                    self.spans.first[item] < level && level <= self.spans.last[item] && self.mask::<K>(item) == *field
                };
                poll(self.fields.len());
                (0..self.fields.len()).any(may_be)
            };
            let is_common = |field: &&Key<K>| {
                choices.iter().all(|choice| {
                    poll(K);
                    choice.fields.contains(field)
                })
            };
            let common = choices[0].fields.iter().filter(is_common).filter(|field| is_old(field));
            let by_color = common.map(|&field| ByColor::new(choices, field)).max_by_key(ByColor::n_colors);
            transition.by_color = by_color.filter(|by_color| by_color.n_colors() > 1).map(Box::new);
        }
    }

    /// Lets the levels put these lanes in order where they have bits.
    fn put_lanes<const K: usize>(&self, orbits: &Orbits, levels: &mut [Transition<K>]) {
        let mut lanes = vec![LaneSet::new(orbits.first().map_or(0, Vec::len)); levels.len()];
        for item in orbits.iter().map(|orbit| orbit[0]) {
            let (first, last, bit) = (self.spans.first[item], self.spans.last[item], self.mask(item));
            poll(K * last.saturating_sub(first));
            lanes.iter_mut().take(last).skip(first).for_each(|lanes| lanes.add(&bit));
        }
        let put = |(level, lanes): (&mut Transition<K>, LaneSet<K>)| level.lanes.push(lanes);
        levels.iter_mut().zip(lanes).filter(|(_, lanes)| !lanes.is_empty()).for_each(put);
    }

    /// The options of the choices of each level, in the same order.
    pub(crate) fn options(&self, residue: &Residue) -> Vec<Vec<OptionId>> {
        let mut options = vec![Vec::new(); self.order.len()];
        for (&id, &home) in residue.ids.iter().zip(&self.spans.home) {
            options[home].push(id);
        }
        options
    }

    /// The state before the first level; none if what was chosen before cannot be connected, or too little is left to choose from.
    pub(crate) fn start<const K: usize>(&self) -> Option<Key<K>> {
        let key = self.slots.as_ref().map_or(Some([0; K]), |slots| slots.begin()).filter(|_| !self.is_starved)?;
        let begun = |key, quota: &Quota| joined(&key, &self.bits(to_usize(quota.item), count_start(quota)));
        Some(self.quotas.iter().fold(key, begun))
    }

    /// The items in their order.
    pub(crate) fn order(&self) -> &[usize] {
        &self.order
    }

    /// From which level to which each item is looked at.
    pub(crate) fn spans(&self) -> &Spans {
        &self.spans
    }

    /// For each level, may its item be covered before it comes?
    pub(super) fn may_pass(&self) -> Vec<bool> {
        self.order.iter().enumerate().map(|(level, &item)| self.spans.first[item] < level).collect()
    }

    /// All bits of an item.
    pub(crate) fn mask<const K: usize>(&self, item: usize) -> Key<K> {
        self.bits(item, u64::MAX)
    }

    /// The bits of an item that is taken in this color, or without one.
    pub(crate) fn value<const K: usize>(&self, item: usize, color: u32) -> Key<K> {
        let value = self.colors[item].get(&color).copied().unwrap_or(to_u64(self.colors[item].len()) + 1);
        self.bits(item, value)
    }

    fn choice<const K: usize>(&self, cells: &[(u32, u32)]) -> KeyChoice<K> {
        let (fields, ports) = (Vec::new(), Box::default());
        let mut choice = KeyChoice { clear: [0; K], set: [0; K], more: [0; K], fields, ports, is_apart: false };
        for &(item, color) in cells {
            let item = to_usize(item);
            let mask = self.mask::<K>(item);
            if color == QUOTA {
                choice.clear = joined(&choice.clear, &self.bits(item, 1 << (self.fields[item].width - 1)));
                choice.more = joined(&choice.more, &self.bits(item, 1));
                continue;
            }
            let value = self.value::<K>(item, color);
            for word in 0..K {
                choice.set[word] |= value[word];
                choice.clear[word] |= if color == 0 { mask[word] } else { 0 };
            }
            if color != 0 {
                choice.fields.push(mask);
            }
        }
        choice
    }

    /// A value in the field of an item, cut to its width.
    fn bits<const K: usize>(&self, item: usize, value: u64) -> Key<K> {
        let KeyField { start, width } = self.fields[item];
        let mut key = [0; K];
        for bit in (0..width.min(64)).filter(|bit| value >> bit & 1 == 1) {
            key[(start + bit) / 64] |= 1 << ((start + bit) % 64);
        }
        key
    }
}

/// The value of a field that counts, before anything is counted: as far below its highest bit as there may be options.
fn count_start(quota: &Quota) -> u64 {
    (1 << (count_width(quota) - 1)) - u64::from(quota.most)
}

/// The bits of a field that counts.
fn count_width(quota: &Quota) -> u32 {
    quota.most.next_power_of_two().ilog2() + 1
}

fn joined<const K: usize>(one: &Key<K>, other: &Key<K>) -> Key<K> {
    std::array::from_fn(|word| one[word] | other[word])
}

/// For each item its colors, numbered from 1; empty if it has none.
pub(super) fn colors_of(residue: &Residue) -> Vec<FxHashMap<u32, u64>> {
    let mut colors = vec![FxHashMap::default(); residue.n_items];
    for &(item, color) in residue.cells.iter().filter(|&&(_, color)| color != 0 && color != QUOTA) {
        let known: &mut FxHashMap<u32, u64> = &mut colors[to_usize(item)];
        let number = to_u64(known.len()) + 1;
        known.entry(color).or_insert(number);
    }
    colors
}

/// The first run of `width` free bits that are in one word of this many, now taken.
pub(crate) fn first_fit(free: &mut Vec<bool>, width: usize, word: usize) -> usize {
    let is_whole = |start: usize| start / word == (start + width - 1) / word;
    let fits =
        |start: usize| is_whole(start) && (start..start + width).all(|bit| free.get(bit).is_none_or(|&free| free));
    let start = (0..).find(|&start| fits(start)).unwrap_or(free.len());
    if free.len() < start + width {
        free.resize(start + width, true);
    }
    free[start..start + width].fill(false);
    start
}
