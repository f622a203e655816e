//! A level on a disk: states dealt out into parts, each of some blocks of one file.
//!
//! # What stays together
//!
//! The next levels look at few bits of a key and change fewer. States that differ in a bit which stays as it is until some level never become equal before it. So a level is dealt out by a hash of the bits that stay for as many
//! levels as possible: each part is then a sweep of its own through all of these levels, in memory, that merges all there is to merge, and its states are written once for many levels. The groups of
//! `states` are the same idea for one level; for searches in files it is known as structured duplicate detection (Zhou and Hansen, 2004).
//!
//! How long enough bits stay is asked of a sample of the states: the parts that it would be dealt into should be about even. Where even one level changes too much, states are dealt out by their whole keys, and
//! equal ones that were made in different parts meet when the next level is read: delayed duplicate detection (Korf, "Linear-time disk-based implicit graph search", 2008). The same is done for parts that did not fit in memory as a whole.
//! Whatever a part is, adding up is all that is done with multiplicities, so it decides about time and never about the count.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use super::super::disk::{LevelFile, Refused};
use super::blocks::{StateBlock, order, pack, sum_of, unpack};
use super::layout::{Key, Transition};
use super::number::{Number, take};
use super::shards::{Bounds, ExpandFailure, List, gather, masked};
use super::states::States;
use dlx_core::problem::{to_place, to_u32, to_u64, to_usize};

/// States of a sample.
const SAMPLE: usize = 1 << 12;

/// Levels that a part may go through in memory, the most first.
pub(super) const STRIDES: [usize; 8] = [16, 12, 8, 6, 4, 3, 2, 1];

/// The most parts.
const MOST_PARTS: usize = 512;

/// Parts for each thread, at least: the last ones to end should be small.
const FEW_PARTS: usize = 4;

/// The largest part may be so many times as large as all would be if they were even.
const UNEVEN: usize = 4;

/// A hash with all bits of a key in each of its bits.
#[inline(always)]
pub(super) fn spread<const K: usize>(key: &Key<K>) -> u64 {
    key.iter().fold(0x51_7c_c1_b7_27_22_0a_95, |sum: u64, &word| {
        let sum = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let sum = (sum ^ sum >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        sum ^ sum >> 32
    })
}

/// How a level is dealt out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Partition<const K: usize> {
    /// By these bits of the keys,
    pub(super) mask: Key<K>,
    /// into so many parts,
    pub(super) n_parts: usize,
    /// each of which goes through so many levels in memory.
    pub(super) n_levels: usize,
    /// Do the bits stay so long? Then no two parts make the same state.
    pub(super) stays: bool,
}

impl<const K: usize> Partition<K> {
    /// For the level `from`, where so many states are expected that are like these, and so many of them fit in a part.
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
    fn part(&self, key: &Key<K>) -> usize {
        (to_place(spread(&masked(key, &self.mask)) >> 32) * self.n_parts) >> 32
    }

    /// The size of the largest part of a sample.
    fn largest(&self, sample: &[Key<K>]) -> usize {
        let mut sizes = vec![0; self.n_parts];
        sample.iter().for_each(|key| sizes[self.part(key)] += 1);
        sizes.into_iter().max().unwrap_or(0)
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        self.mask.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
        for number in [self.n_parts, self.n_levels, self.stays.into()] {
            bytes.extend(to_u64(number).to_le_bytes());
        }
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let mut mask = [0; K];
        for word in &mut mask {
            *word = u64::from_le_bytes(take(bytes)?);
        }
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

    pub(super) fn into_keys(self) -> Vec<Key<K>> {
        self.keys
    }
}

/// A level on a disk.
#[derive(Debug)]
pub(super) struct OnDisk<const K: usize> {
    /// Levels done.
    pub(super) at: usize,
    file: Arc<dyn LevelFile>,
    pub(super) deal: Partition<K>,
    parts: Vec<Vec<StateBlock>>,
    /// Is no state there twice?
    pub(super) is_merged: bool,
    /// Bits of the widest multiplicity; [`ANY`] for any number of them.
    pub(super) width: u32,
    pub(super) sample: Vec<Key<K>>,
    /// Has a shelf been told where it is?
    pub(super) is_kept: bool,
}

/// More bits than 128.
pub(super) const ANY: u32 = 256;

/// Which states of a part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chosen {
    pub(super) part: usize,
    /// Those of which this hash of the bits by which they are dealt out,
    pub(super) own: (u64, u64),
    /// and this one of the whole keys are in these ranges.
    pub(super) whole: (u64, u64),
}

impl Chosen {
    /// All of them.
    pub(super) const fn all(part: usize) -> Self {
        Self { part, own: (0, HALF), whole: (0, HALF) }
    }
}

/// Half of a hash: the other one says into which part a state is dealt.
pub(super) const HALF: u64 = 1 << 32;

#[inline(always)]
pub(super) fn lower(hash: u64) -> u64 {
    hash & (HALF - 1)
}

impl<const K: usize> OnDisk<K> {
    /// States, those included that are there twice.
    pub(super) fn n_states(&self) -> usize {
        (0..self.deal.n_parts).map(|part| self.n_states_of(part)).sum()
    }

    pub(super) fn n_states_of(&self, part: usize) -> usize {
        self.parts[part].iter().map(|block| to_usize(block.n_states)).sum()
    }

    /// Bytes for each state.
    pub(super) fn state_bytes(&self) -> usize {
        let bytes: usize = self.parts.iter().flatten().map(|block| to_usize(block.length)).sum();
        bytes / self.n_states().max(1)
    }

    pub(super) fn file(&self) -> &dyn LevelFile {
        &*self.file
    }

    /// Some states of a part, those that are equal merged; they must not take more than this many bytes.
    pub(super) fn load<N: Number>(
        &self,
        chosen: &Chosen,
        n_expected: usize,
        bounds: &Bounds<'_>,
    ) -> Result<List<K, N>, ExpandFailure> {
        let Chosen { part, own, whole } = *chosen;
        let (is_all, is_whole) = (own == (0, HALF), whole == (0, HALF));
        let is_meant = |key: &Key<K>| {
            (is_all || (own.0..own.1).contains(&lower(spread(&masked(key, &self.deal.mask)))))
                && (is_whole || (whole.0..whole.1).contains(&lower(spread(key))))
        };
        let most = bounds.room / size_of::<(Key<K>, N)>();
        let mut list: List<K, N> = Vec::with_capacity(n_expected.min(most));
        let (mut bytes, mut heap, mut n_merged) = (Vec::new(), 0, 0);
        for block in &self.parts[part] {
            if (bounds.is_stopped)() {
                return Err(ExpandFailure::Stopped);
            }
            self.read(block, &mut bytes)?;
            let put = |key, number: N| {
                if is_meant(&key) {
                    heap += number.heap();
                    list.push((key, number));
                }
            };
            unpack(&bytes, block.n_states, put).ok_or_else(|| self.file.refuse())?;
            if list.len() * size_of::<(Key<K>, N)>() + heap > bounds.room {
                // What is merged already is not worth it again until as much has come.
                if self.is_merged || n_merged > list.len() / 2 {
                    return Err(ExpandFailure::Memory);
                }
                merge(&mut list, bounds)?;
                (n_merged, heap) = (list.len(), list.iter().map(|(_, number)| number.heap()).sum());
                if n_merged * size_of::<(Key<K>, N)>() + heap > bounds.room / 2 {
                    return Err(ExpandFailure::Memory);
                }
            }
        }
        if !self.is_merged {
            merge(&mut list, bounds)?;
        }
        Ok(list)
    }

    fn read(&self, block: &StateBlock, bytes: &mut Vec<u8>) -> Result<(), ExpandFailure> {
        bytes.resize(to_usize(block.length), 0);
        self.file.read(block.place, bytes)?;
        if sum_of(bytes) == block.sum { Ok(()) } else { Err(self.file.refuse().into()) }
    }

    /// All states, in memory.
    pub(super) fn load_all<N: Number>(&self, bounds: &Bounds<'_>) -> Result<States<K, N>, ExpandFailure> {
        let lists = (0..self.deal.n_parts).map(|part| self.load(&Chosen::all(part), self.n_states_of(part), bounds));
        Ok(States::of(lists.collect::<Result<_, _>>()?))
    }

    /// Writes behind the blocks where they are, so that another process finds them.
    pub(super) fn write_index(&self) -> Result<(), Refused> {
        let mut bytes = Vec::new();
        self.deal.write(&mut bytes);
        bytes.extend(self.width.to_le_bytes());
        bytes.push(self.is_merged.into());
        for blocks in &self.parts {
            bytes.extend(to_u64(blocks.len()).to_le_bytes());
            blocks.iter().for_each(|block| block.write(&mut bytes));
        }
        bytes.extend(to_u64(self.sample.len()).to_le_bytes());
        self.sample.iter().flatten().for_each(|word| bytes.extend(word.to_le_bytes()));
        let (sum, length) = (sum_of(&bytes), to_u64(bytes.len()));
        bytes.extend(sum.to_le_bytes());
        bytes.extend(length.to_le_bytes());
        self.file.append(&bytes).map(drop)
    }

    /// What another process has written.
    pub(super) fn open(file: Arc<dyn LevelFile>, at: usize) -> Result<Self, Refused> {
        let end = file.bytes();
        let mut last = [0; 16];
        file.read(end.checked_sub(16).ok_or_else(|| file.refuse())?, &mut last)?;
        let [sum, length] = [0, 8].map(|from| {
            let mut word = [0; 8];
            word.copy_from_slice(&last[from..from + 8]);
            u64::from_le_bytes(word)
        });
        let begin = end.checked_sub(16).and_then(|end| end.checked_sub(length)).ok_or_else(|| file.refuse())?;
        let mut bytes = vec![0; to_place(length)];
        file.read(begin, &mut bytes)?;
        let read = if sum_of(&bytes) == sum { Self::read_index(&mut &bytes[..], &file, at) } else { None };
        read.ok_or_else(|| file.refuse())
    }

    fn read_index(bytes: &mut &[u8], file: &Arc<dyn LevelFile>, at: usize) -> Option<Self> {
        let deal = Partition::read(bytes)?;
        let width = u32::from_le_bytes(take(bytes)?);
        let [is_merged] = take(bytes)?;
        let mut parts = Vec::new();
        for _ in 0..deal.n_parts {
            let n_blocks = to_place(u64::from_le_bytes(take(bytes)?));
            parts.push((0..n_blocks).map(|_| StateBlock::read(bytes)).collect::<Option<_>>()?);
        }
        let n_keys = to_place(u64::from_le_bytes(take(bytes)?));
        let mut sample = Vec::new();
        for _ in 0..n_keys {
            let mut key = [0; K];
            for word in &mut key {
                *word = u64::from_le_bytes(take(bytes)?);
            }
            sample.push(key);
        }
        let file = Arc::clone(file);
        bytes.is_empty().then_some(Self {
            at,
            file,
            deal,
            parts,
            is_merged: is_merged == 1,
            width,
            sample,
            is_kept: true,
        })
    }
}

/// Brings equal states together, in place.
fn merge<const K: usize, N: Number>(list: &mut List<K, N>, bounds: &Bounds<'_>) -> Result<(), ExpandFailure> {
    // Sorted in groups, between which it is asked whether the run is stopped.
    let n_groups = list.len().div_ceil(LONGEST);
    let group = |key: &Key<K>| (to_place(lower(spread(key))) * n_groups) >> 32;
    gather(list, n_groups, |(key, _)| group(key), bounds)?;
    let mut left = &mut list[..];
    while let [(first, _), ..] = left {
        if (bounds.is_stopped)() {
            return Err(ExpandFailure::Stopped);
        }
        let here = group(first);
        let (own, others) = left.split_at_mut(left.partition_point(|(key, _)| group(key) <= here));
        own.sort_unstable_by(|(one, _), (other, _)| order(one, other));
        left = others;
    }
    let mut is_overflown = false;
    list.dedup_by(|(key, number), (kept, sum)| {
        let is_same = key == kept;
        is_overflown |= is_same && !sum.add(number);
        is_same
    });
    if is_overflown { Err(ExpandFailure::Overflow) } else { Ok(()) }
}

/// A level that is being written, by all threads.
#[derive(Debug)]
pub(super) struct LevelWriter<const K: usize> {
    at: usize,
    file: Arc<dyn LevelFile>,
    deal: Partition<K>,
    parts: Mutex<Vec<Vec<StateBlock>>>,
    sample: Mutex<KeySample<K>>,
    width: AtomicU32,
    /// May a state be there twice?
    is_split: AtomicBool,
}

impl<const K: usize> LevelWriter<K> {
    /// Of the level after so many; may a state be there twice from the start?
    pub(super) fn new(file: Arc<dyn LevelFile>, at: usize, deal: Partition<K>, is_split: bool) -> Self {
        let (parts, sample) = (Mutex::new(vec![Vec::new(); deal.n_parts]), Mutex::default());
        Self { at, file, deal, parts, sample, width: AtomicU32::new(0), is_split: AtomicBool::new(is_split) }
    }

    /// From now on a state may be there twice.
    pub(super) fn split(&self) {
        self.is_split.store(true, Relaxed);
    }

    /// Writes states, a block for each part. They come out in another order.
    pub(super) fn put<N: Number>(&self, states: &mut [(Key<K>, N)], bounds: &Bounds<'_>) -> Result<(), ExpandFailure> {
        self.width.fetch_max(if N::WIDTH == 0 { ANY } else { N::WIDTH }, Relaxed);
        gather(states, self.deal.n_parts, |(key, _)| self.deal.part(key), bounds)?;
        let (mut bytes, mut made, mut left) = (Vec::new(), Vec::new(), &mut states[..]);
        while let [(first, _), ..] = left {
            if (bounds.is_stopped)() {
                return Err(ExpandFailure::Stopped);
            }
            let part = self.deal.part(first);
            // A block has no more states than 32 bits can count, and is short enough to be read in a moment.
            let length = left.partition_point(|(key, _)| self.deal.part(key) <= part).min(LONGEST);
            let (own, others) = left.split_at_mut(length);
            own.sort_unstable_by(|(one, _), (other, _)| order(one, other));
            bytes.clear();
            pack(own, &mut bytes);
            let (n_states, length) = (to_u32(own.len()), to_u32(bytes.len()));
            made.push((part, StateBlock { place: self.file.append(&bytes)?, length, n_states, sum: sum_of(&bytes) }));
            left = others;
        }
        self.sample.lock().unwrap_or_else(PoisonError::into_inner).add(states.iter().map(|(key, _)| key));
        let mut parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        made.into_iter().for_each(|(part, block)| parts[part].push(block));
        Ok(())
    }

    /// The level, which is all there.
    pub(super) fn finish(self) -> OnDisk<K> {
        let Self { at, file, deal, parts, sample, width, is_split } = self;
        let parts = parts.into_inner().unwrap_or_else(PoisonError::into_inner);
        let sample = sample.into_inner().unwrap_or_else(PoisonError::into_inner).into_keys();
        OnDisk {
            at,
            file,
            deal,
            parts,
            is_merged: !is_split.into_inner(),
            width: width.into_inner(),
            sample,
            is_kept: false,
        }
    }
}

/// States of a block at most.
const LONGEST: usize = 1 << 16;
