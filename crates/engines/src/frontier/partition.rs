//! How a level on a disk is dealt out into parts.
//!
//! The next levels look at few bits of a key and change fewer. States that differ in a bit which stays as it is until some level never become equal before it. So a level is dealt out by a hash of the bits that stay for as many
//! levels as possible: each part is then a sweep of its own through all of these levels, in memory, that merges all there is to merge, and its states are written once for many levels. The groups of
//! `states` are the same idea for one level; for searches in files it is known as structured duplicate detection (Zhou and Hansen, 2004).
//!
//! How long enough bits stay is asked of a sample of the states: the parts that it would be dealt into should be about even. Where even one level changes too much, states are dealt out by their whole keys, and
//! equal ones that were made in different parts meet when the next level is read: delayed duplicate detection (Korf, "Linear-time disk-based implicit graph search", 2008). The same is done for parts that did not fit in memory as a whole.
//! Whatever a part is, adding up is all that is done with multiplicities, so it decides about time and never about the count.

use super::layout::{Key, Transition};
use super::number::{take, take_key};
use super::shards::masked;
use dlx_canon::graph::mix;
use dlx_core::problem::{to_place, to_u64};

/// States of a sample.
const SAMPLE: usize = 1 << 12;

/// Levels that a part may go through in memory, the most first.
pub(super) const STRIDES: [usize; 8] = [16, 12, 8, 6, 4, 3, 2, 1];

/// The most parts.
const MOST_PARTS: usize = 512;

/// Parts for each thread, at least: the last ones to end should be small.
const FEW_PARTS: usize = 4;

/// The largest size of a part, as a multiple of the size of even parts.
const UNEVEN: usize = 4;

/// A hash with all bits of a key in each of its bits.
#[inline(always)]
pub(super) fn spread<const K: usize>(key: &Key<K>) -> u64 {
    key.iter().fold(0x51_7c_c1_b7_27_22_0a_95, |sum, &word| mix(sum ^ word))
}

/// How a level is dealt out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LevelDeal<const K: usize> {
    /// By these bits of the keys,
    pub(super) mask: Key<K>,
    /// The number of parts,
    pub(super) n_parts: usize,
    /// and the number of levels that each of them goes through in memory.
    pub(super) n_levels: usize,
    /// Do the bits stay so long? Then no two parts make the same state.
    pub(super) stays: bool,
}

impl<const K: usize> LevelDeal<K> {
    /// For the level `from`, where `n_states` states are expected that are like these; the second number says how many of them fit in a part.
    pub(super) fn new(
        levels: &[Transition<K>],
        sample: &[Key<K>],
        (n_states, fitting): (usize, usize),
        (n_threads, most_parts): (usize, usize),
    ) -> Self {
        let n_parts = n_states.div_ceil(fitting).clamp(1, MOST_PARTS.min(most_parts)).max(FEW_PARTS * n_threads);
        let stable = stable_bits(levels);
        let strides = STRIDES.iter().filter(|&&n_levels| n_levels <= stable.len());
        let deals = strides.map(|&n_levels| Self { mask: stable[n_levels - 1], n_parts, n_levels, stays: true });
        let whole = Self { mask: [u64::MAX; K], n_parts, n_levels: 1, stays: false };
        // A part of a sample is larger by chance, too.
        let even = sample.len() / n_parts;
        let most = UNEVEN * even + 4 * even.isqrt() + 4;
        deals.into_iter().find(|deal| deal.largest(sample) <= most).unwrap_or(whole)
    }

    /// The part of a state.
    #[inline(always)]
    pub(super) fn part(&self, key: &Key<K>) -> usize {
        (to_place(spread(&masked(key, &self.mask)) >> 32) * self.n_parts) >> 32
    }

    /// The size of the largest part of a sample.
    fn largest(&self, sample: &[Key<K>]) -> usize {
        let mut sizes = vec![0; self.n_parts];
        sample.iter().for_each(|key| sizes[self.part(key)] += 1);
        sizes.into_iter().max().unwrap_or(0)
    }

    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        self.mask.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
        for number in [self.n_parts, self.n_levels, self.stays.into()] {
            bytes.extend(to_u64(number).to_le_bytes());
        }
    }

    pub(super) fn read(bytes: &mut &[u8]) -> Option<Self> {
        let mask = take_key(bytes)?;
        let mut number = || Some(to_place(u64::from_le_bytes(take(bytes)?)));
        Some(Self { mask, n_parts: number()?, n_levels: number()?, stays: number()? == 1 })
    }
}

/// For each number of levels the bits that are the same before and after as many.
pub(super) fn stable_bits<const K: usize>(levels: &[Transition<K>]) -> Vec<Key<K>> {
    let all = [u64::MAX; K];
    let both = |all: &mut Key<K>, level: &Transition<K>| {
        *all = masked(all, &level.stable());
        Some(*all)
    };
    levels.iter().take(STRIDES[0]).scan(all, both).collect()
}

/// States drawn by a hash of their keys, which is another one than that by which they are dealt out.
#[derive(Debug)]
pub(super) struct KeySample<const K: usize> {
    keys: Vec<Key<K>>,
    /// Those with a hash below this.
    below: u64,
}

impl<const K: usize> Default for KeySample<K> {
    fn default() -> Self {
        Self { keys: Vec::new(), below: u64::MAX }
    }
}

impl<const K: usize> KeySample<K> {
    fn hash(key: &Key<K>) -> u64 {
        spread(key).wrapping_mul(0xa076_1d64_78bd_642f).rotate_left(32).wrapping_mul(0xe703_7ed1_a0b4_28db)
    }

    pub(super) fn add<'k>(&mut self, keys: impl Iterator<Item = &'k Key<K>>) {
        for key in keys {
            if Self::hash(key) < self.below {
                self.keys.push(*key);
            }
            if self.keys.len() == 2 * SAMPLE {
                self.below /= 2;
                self.keys.retain(|key| Self::hash(key) < self.below);
            }
        }
    }

    pub(super) fn keys(&self) -> &[Key<K>] {
        &self.keys
    }

    pub(super) fn into_keys(self) -> Vec<Key<K>> {
        self.keys
    }
}

/// Half of a hash: the other one says into which part a state is dealt.
pub(super) const HALF: u64 = 1 << 32;

#[inline(always)]
pub(super) fn lower(hash: u64) -> u64 {
    hash & (HALF - 1)
}
