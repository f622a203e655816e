//! A level on a disk: states dealt out into parts ([`partition`](super::partition)), each of some blocks of one file, and the places of the blocks, which stay in memory.
//!
//! While a level is written, all threads append to its file; when it is read, each reads other parts. States that may be there twice are merged as they are read.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use super::super::disk::{LevelFile, Refused};
use super::blocks::{StateBlock, pack, sort, sum_of, unpack};
use super::kept::AnyWidth;
use super::layout::Key;
use super::number::{Number, take, take_key};
use super::partition::{HALF, KeySample, LevelDeal, lower, spread};
use super::shards::{Bounds, ExpandFailure, List, gather, masked};
use super::states::States;
use dlx_core::problem::{to_place, to_u32, to_u64, to_usize};

/// A level on a disk.
#[derive(Debug)]
pub(crate) struct OnDisk<const K: usize> {
    /// Levels done.
    pub(crate) at: usize,
    file: Arc<dyn LevelFile>,
    pub(super) deal: LevelDeal<K>,
    parts: Vec<Vec<StateBlock>>,
    /// Is no state there twice?
    pub(super) is_merged: bool,
    /// Bits of the widest multiplicity; [`ANY`] for any number of them.
    pub(super) width: u32,
    pub(super) sample: Vec<Key<K>>,
    /// Has a shelf been told where it is?
    pub(super) is_kept: bool,
}

/// Any number of bits.
pub(crate) const ANY: u32 = 256;

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

impl<const K: usize> OnDisk<K> {
    /// A level of these blocks, in which a state may be there twice.
    pub(super) fn of_blocks(
        at: usize,
        file: Arc<dyn LevelFile>,
        deal: LevelDeal<K>,
        parts: Vec<Vec<StateBlock>>,
        width: u32,
    ) -> Self {
        Self { at, file, deal, parts, is_merged: false, width, sample: Vec::new(), is_kept: false }
    }

    /// The blocks of a part.
    pub(super) fn blocks_of(&self, part: usize) -> &[StateBlock] {
        &self.parts[part]
    }

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
    pub(super) fn load_all(&self, bounds: &Bounds<'_>) -> Result<AnyWidth<K>, ExpandFailure> {
        if self.width <= 64 {
            match self.load_as(bounds) {
                Err(ExpandFailure::Overflow) => {}
                states => return states.map(AnyWidth::Narrow),
            }
        }
        self.load_as(bounds).map(AnyWidth::Wide)
    }

    fn load_as<N: Number>(&self, bounds: &Bounds<'_>) -> Result<States<K, N>, ExpandFailure> {
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
        let deal = LevelDeal::read(bytes)?;
        let width = u32::from_le_bytes(take(bytes)?);
        let [is_merged] = take(bytes)?;
        let mut parts = Vec::new();
        for _ in 0..deal.n_parts {
            let n_blocks = to_place(u64::from_le_bytes(take(bytes)?));
            parts.push((0..n_blocks).map(|_| StateBlock::read(bytes)).collect::<Option<_>>()?);
        }
        let n_keys = to_place(u64::from_le_bytes(take(bytes)?));
        let sample = (0..n_keys).map(|_| take_key(bytes)).collect::<Option<_>>()?;
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
        sort(own);
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
    deal: LevelDeal<K>,
    parts: Mutex<Vec<Vec<StateBlock>>>,
    sample: Mutex<KeySample<K>>,
    width: AtomicU32,
    /// May a state be there twice?
    is_split: AtomicBool,
}

impl<const K: usize> LevelWriter<K> {
    /// For the level `at`; `is_split` says whether a state may be there twice from the start.
    pub(super) fn new(file: Arc<dyn LevelFile>, at: usize, deal: LevelDeal<K>, is_split: bool) -> Self {
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
            sort(own);
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
