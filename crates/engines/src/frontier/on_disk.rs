//! A level on a disk: states dealt out into parts ([`partition`](super::partition)), each of some blocks of one file, and the places of the blocks, which stay in memory.
//!
//! While a level is written, all threads append to its file; when it is read, each reads other parts. States that may be there twice are merged as they are read.
//!
//! What comes of a part of the level before belongs to the level from the moment at which all of it is there. When a sweep is stopped, those parts are kept, and only the others are made again.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

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
    /// Where what another process found of it ends.
    kept: u64,
    /// The sum of what says where its blocks are, once a shelf has been told where it is.
    mark: OnceLock<u64>,
}

/// A level that is there in part.
#[derive(Debug)]
pub(super) struct BegunLevel<const K: usize> {
    pub(super) level: OnDisk<K>,
    /// The level that it comes of.
    pub(super) from: usize,
    /// How often its parts were halved before they were taken here.
    pub(super) n_halvings: u32,
    /// Which parts of the level before are in it.
    done: Vec<bool>,
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
        Self { at, file, deal, parts, is_merged: false, width, sample: Vec::new(), kept: 0, mark: OnceLock::new() }
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

    /// Has a shelf been told where it is?
    pub(super) fn is_kept(&self) -> bool {
        self.mark.get().is_some()
    }

    /// Bytes that no other process would find.
    pub(super) fn n_bytes_to_keep(&self) -> u64 {
        self.file.bytes() - self.kept
    }

    /// Writes behind the blocks where they are, so that another process finds them.
    pub(super) fn write_index(&self) -> Result<(), Refused> {
        let bytes = index(&self.deal, (self.width, self.is_merged), &self.parts, &self.sample);
        let (sum, _) = append_index(&*self.file, bytes)?;
        let _ = self.mark.set(sum);
        Ok(())
    }

    /// What another process has written.
    pub(super) fn open(file: Arc<dyn LevelFile>, at: usize) -> Result<Self, Refused> {
        let (bytes, sum) = read_end(&*file)?;
        let mut bytes = &bytes[..];
        let level = Self::read_index(&mut bytes, &file, at).filter(|_| bytes.is_empty());
        let level = level.ok_or_else(|| file.refuse())?;
        let _ = level.mark.set(sum);
        Ok(level)
    }

    /// What another process has made of some parts of this level; none if it comes of another one.
    pub(super) fn open_next(&self, file: Arc<dyn LevelFile>) -> Result<Option<BegunLevel<K>>, Refused> {
        let (bytes, _) = read_end(&*file)?;
        let next = self.read_next(&mut &bytes[..], &file).ok_or_else(|| file.refuse())?;
        Ok(next.filter(|next| next.done.len() == self.deal.n_parts))
    }

    fn read_next(&self, bytes: &mut &[u8], file: &Arc<dyn LevelFile>) -> Option<Option<BegunLevel<K>>> {
        let mark = u64::from_le_bytes(take(bytes)?);
        if self.mark.get() != Some(&mark) {
            return Some(None);
        }
        let at = to_place(u64::from_le_bytes(take(bytes)?));
        let n_halvings = u32::from_le_bytes(take(bytes)?);
        let n_done = to_place(u64::from_le_bytes(take(bytes)?));
        let (done, rest) = bytes.split_at_checked(n_done)?;
        *bytes = rest;
        let done = done.iter().map(|&done| done == 1).collect();
        let level = Self::read_index(bytes, file, at)?;
        (bytes.is_empty() && at > self.at).then_some(Some(BegunLevel { level, from: self.at, n_halvings, done }))
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
        let (file, file_end, is_merged) = (Arc::clone(file), file.bytes(), is_merged == 1);
        Some(Self { at, file, deal, parts, is_merged, width, sample, kept: file_end, mark: OnceLock::new() })
    }
}

/// What says where blocks are.
fn index<const K: usize>(
    deal: &LevelDeal<K>,
    (width, is_merged): (u32, bool),
    parts: &[Vec<StateBlock>],
    sample: &[Key<K>],
) -> Vec<u8> {
    let mut bytes = Vec::new();
    deal.write(&mut bytes);
    bytes.extend(width.to_le_bytes());
    bytes.push(is_merged.into());
    for blocks in parts {
        bytes.extend(to_u64(blocks.len()).to_le_bytes());
        blocks.iter().for_each(|block| block.write(&mut bytes));
    }
    bytes.extend(to_u64(sample.len()).to_le_bytes());
    sample.iter().flatten().for_each(|word| bytes.extend(word.to_le_bytes()));
    bytes
}

/// Appends this with its sum and its length. Returns the sum, and where it ends.
fn append_index(file: &dyn LevelFile, mut bytes: Vec<u8>) -> Result<(u64, u64), Refused> {
    let (sum, length) = (sum_of(&bytes), to_u64(bytes.len()));
    bytes.extend(sum.to_le_bytes());
    bytes.extend(length.to_le_bytes());
    Ok((sum, file.append(&bytes)? + to_u64(bytes.len())))
}

/// What was appended last, and its sum.
fn read_end(file: &dyn LevelFile) -> Result<(Vec<u8>, u64), Refused> {
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
    if sum_of(&bytes) == sum { Ok((bytes, sum)) } else { Err(file.refuse()) }
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
    written: Mutex<WrittenParts>,
    sample: Mutex<KeySample<K>>,
    width: AtomicU32,
    /// May a state be there twice?
    is_split: AtomicBool,
    /// Where what another process finds of it ends.
    kept: AtomicU64,
}

/// Blocks, each with its part.
pub(super) type NewBlocks = Vec<(usize, StateBlock)>;

/// What belongs to a level that is being written.
#[derive(Debug, Default)]
struct WrittenParts {
    parts: Vec<Vec<StateBlock>>,
    /// Which parts of the level before are in it.
    done: Vec<bool>,
}

impl<const K: usize> LevelWriter<K> {
    /// For the level `at`; `is_split` says whether a state may be there twice from the start.
    pub(super) fn new(file: Arc<dyn LevelFile>, at: usize, deal: LevelDeal<K>, is_split: bool) -> Self {
        let written = WrittenParts { parts: vec![Vec::new(); deal.n_parts], done: Vec::new() };
        let (written, sample, is_split) = (Mutex::new(written), Mutex::default(), AtomicBool::new(is_split));
        Self { at, file, deal, written, sample, width: 0.into(), is_split, kept: 0.into() }
    }

    /// For the rest of a level that another process has begun.
    pub(super) fn go_on(BegunLevel { level, done, .. }: BegunLevel<K>) -> Self {
        let writer = Self { kept: level.kept.into(), ..Self::new(level.file, level.at, level.deal, !level.is_merged) };
        writer.width.store(level.width, Relaxed);
        writer.sample.lock().unwrap_or_else(PoisonError::into_inner).add(level.sample.iter());
        *writer.written() = WrittenParts { parts: level.parts, done };
        writer
    }

    fn written(&self) -> MutexGuard<'_, WrittenParts> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on a state may be there twice.
    pub(super) fn split(&self) {
        self.is_split.store(true, Relaxed);
    }

    /// Writes states, a block for each part. They come out in another order.
    pub(super) fn put<N: Number>(&self, states: &mut [(Key<K>, N)], bounds: &Bounds<'_>) -> Result<(), ExpandFailure> {
        let mut made = Vec::new();
        self.append(states, bounds, &mut made)?;
        self.commit(made, None);
        Ok(())
    }

    /// The same, but they do not belong to the level yet.
    pub(super) fn append<N: Number>(
        &self,
        states: &mut [(Key<K>, N)],
        bounds: &Bounds<'_>,
        made: &mut NewBlocks,
    ) -> Result<(), ExpandFailure> {
        self.width.fetch_max(if N::WIDTH == 0 { ANY } else { N::WIDTH }, Relaxed);
        gather(states, self.deal.n_parts, |(key, _)| self.deal.part(key), bounds)?;
        let (mut bytes, mut left) = (Vec::new(), &mut states[..]);
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
        Ok(())
    }

    /// Blocks belong to the level from now on: all that come of a part of the level before, if it is one.
    pub(super) fn commit(&self, made: NewBlocks, of: Option<usize>) {
        let mut written = self.written();
        made.into_iter().for_each(|(part, block)| written.parts[part].push(block));
        if let Some(of) = of {
            let n_done = written.done.len().max(of + 1);
            written.done.resize(n_done, false);
            written.done[of] = true;
        }
    }

    /// Is all that comes of a part of the level before in this one?
    pub(super) fn is_done(&self, part: usize) -> bool {
        self.written().done.get(part) == Some(&true)
    }

    pub(super) fn file(&self) -> &dyn LevelFile {
        &*self.file
    }

    /// Bytes that no other process would find.
    pub(super) fn n_bytes_to_keep(&self) -> u64 {
        self.file.bytes() - self.kept.load(Relaxed)
    }

    /// Writes where the blocks are that belong to the level, which comes of `from`, whose parts are halved first this many times. Returns where that ends.
    pub(super) fn write_index(&self, from: &OnDisk<K>, n_halvings: u32) -> Result<u64, Refused> {
        let mut bytes = Vec::new();
        bytes.extend(from.mark.get().copied().unwrap_or_default().to_le_bytes());
        bytes.extend(to_u64(self.at).to_le_bytes());
        bytes.extend(n_halvings.to_le_bytes());
        bytes.extend(to_u64(from.deal.n_parts).to_le_bytes());
        {
            let (written, is_merged) = (self.written(), !self.is_split.load(Relaxed));
            bytes.extend((0..from.deal.n_parts).map(|part| u8::from(written.done.get(part) == Some(&true))));
            let sample = self.sample.lock().unwrap_or_else(PoisonError::into_inner);
            bytes.extend(index(&self.deal, (self.width.load(Relaxed), is_merged), &written.parts, sample.keys()));
        }
        let (_, end) = append_index(&*self.file, bytes)?;
        self.kept.store(end, Relaxed);
        Ok(end)
    }

    /// The level, which is all there.
    pub(super) fn finish(self) -> OnDisk<K> {
        let Self { at, file, deal, written, sample, width, is_split, kept } = self;
        let WrittenParts { parts, .. } = written.into_inner().unwrap_or_else(PoisonError::into_inner);
        let sample = sample.into_inner().unwrap_or_else(PoisonError::into_inner).into_keys();
        OnDisk {
            at,
            file,
            deal,
            parts,
            is_merged: !is_split.into_inner(),
            width: width.into_inner(),
            sample,
            kept: kept.into_inner(),
            mark: OnceLock::new(),
        }
    }
}

/// States of a block at most.
const LONGEST: usize = 1 << 16;
