//! A step on a disk for an engine that merges more than equal states.
//!
//! What such an engine compares (the form of what a state leaves) takes many times the room of the state, so that is what does not fit first. The level itself is dealt out as any other. All its parts are expanded, some states at a time, and what
//! comes of them is merged in a table for each thread. When a table is full, its entries (form, key, multiplicity) go into a file of their own, in blocks by a hash of the form, and it begins anew. When all states are used up, what belongs
//! together is read, one part of the hashes after the other, and merged once more, forms compared in full; of each class one key remains, in the next level. No state is looked at twice for want of room, and the file goes with its step.
//!
//! In a block the entries are in order of their forms, and of each form only that is written in which it differs from the one before: they have much in common at the beginning.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use super::super::super::disk::{Disk, LevelFile};
use super::super::super::run_signal::{RunSignal, SweepStage};
use super::super::blocks::{StateBlock, pack, sum_of, unpack};
use super::super::fold::{DiskStep, FoldOnDisk};
use super::super::layout::{Key, Transition};
use super::super::number::{AnyNumber, Number};
use super::super::on_disk::{Chosen, LevelWriter, OnDisk};
use super::super::partition::{HALF, KeySample, lower};
use super::super::shards::{Bounds, ExpandFailure, List, gather};
use super::super::states::States;
use super::super::sweep::Sweep;
use super::{MOST_SPLITS, StepPlan};
use dlx_canon::graph::mix;
use dlx_core::problem::{in_seven_bits, to_place, to_u32, to_u64, to_usize};
use dlx_core::side_by_side::side_by_side;
use dlx_core::tally::Count;

/// The most parts of the hashes.
const MOST_PARTS: usize = 256;

/// Of the memory of a thread one part in this many is for states that are read, and as much for those that are made of them.
const FOR_STATES: usize = 4;

/// And this many parts in as many again are for the table: what it has is put in order before it is written.
const FOR_TABLE: (usize, usize) = (3, 8);

/// Bytes of a block after which the next one begins.
const LONG: usize = 1 << 18;

/// Entries passed between two checks whether the run is stopped.
const POLL: usize = 1 << 12;

/// A form and its state.
type Entry<'m, const K: usize> = (&'m [u8], &'m Key<K>, &'m AnyNumber);

impl<const K: usize, F: FoldOnDisk<K>> Sweep<'_, K, F> {
    /// Takes all parts of a level through the next one, where more than equal states are merged. With the bytes that all merged states would take at once.
    pub(crate) fn step_merging(&mut self, disk: &dyn Disk, level: &OnDisk<K>) -> DiskStep<K> {
        let (at, signal, most) = (level.at, self.signal, self.most_states());
        let plan = StepPlan::new::<K, AnyNumber>(self.budget.memory, self.n_threads, level.state_bytes());
        let file = ClassFile::new(disk.create()?, plan.most_parts.min(MOST_PARTS));
        let n_parts = level.deal.n_parts + file.n_parts;
        let stage = SweepStage { level: at, levels: self.levels.len(), part: 0, parts: n_parts };
        let progress = StepProgress { signal, stage, n_done: AtomicUsize::new(0) };
        let is_stopped = || signal.is_stopped();
        let bounds = Bounds { room: plan.room / self.n_threads, n_threads: 1, most, is_stopped: &is_stopped };
        let step = ClassStep { fold: &self.fold, to: at + 1, levels: &self.levels[at..=at], file: &file, bounds };
        let walk = ClassWalk { step, level, fitting: plan.fitting, progress: &progress };
        let mut tables = signal.with_permits(self.n_threads, |n_threads| {
            let next = AtomicUsize::new(0);
            let work = |()| walk.all_parts(&next);
            side_by_side(vec![(); n_threads], work).into_iter().collect::<Result<Vec<_>, _>>()
        })?;
        if !file.is_empty() {
            let bounds = &walk.step.bounds;
            tables.iter_mut().try_for_each(|table| file.put::<F>(table, bounds))?;
            tables.clear();
        }
        self.look_ahead(at + 1)?;
        let n_states = tables.iter().map(|table| F::entries(table).count()).sum::<usize>() + file.n_entries();
        let deal = plan.deal(self.ahead(at + 1), &file.sample::<F>(&tables), n_states);
        let writer = LevelWriter::new(disk.create()?, at + 1, deal, false);
        let bounds = Bounds { room: plan.room / self.n_threads, n_threads: 1, most, is_stopped: &is_stopped };
        let sums = ClassSums { file: &file, writer: &writer, fitting: plan.fitting, progress: &progress, bounds };
        let n_bytes = if file.is_empty() {
            sums.of_tables::<F>(tables)?
        } else {
            signal.with_permits(self.n_threads, |n_threads| {
                let next = AtomicUsize::new(0);
                let work = |()| sums.all_parts::<F>(&next);
                side_by_side(vec![(); n_threads], work).into_iter().sum::<Result<usize, _>>()
            })?
        };
        let next = writer.finish();
        self.ledger.visit_all(to_u64(next.n_states()));
        self.ledger.note(signal);
        Ok((next, Some(n_bytes)))
    }
}

/// How far a step is.
struct StepProgress<'s> {
    signal: &'s RunSignal,
    stage: SweepStage,
    n_done: AtomicUsize,
}

impl StepProgress<'_> {
    fn pass_part(&self) {
        let part = 1 + self.n_done.fetch_add(1, Relaxed);
        self.signal.note_stage(SweepStage { part, ..self.stage });
    }
}

/// One thread on its way through parts, which it expands and merges.
struct ClassWalk<'s, const K: usize, F> {
    step: ClassStep<'s, K, F>,
    level: &'s OnDisk<K>,
    /// States of a part, about.
    fitting: usize,
    progress: &'s StepProgress<'s>,
}

/// What is done with states: they are taken to the level `to`, and merged there.
struct ClassStep<'s, const K: usize, F> {
    fold: &'s F,
    to: usize,
    levels: &'s [Transition<K>],
    file: &'s ClassFile<K>,
    bounds: Bounds<'s>,
}

impl<const K: usize, F: FoldOnDisk<K>> ClassWalk<'_, K, F> {
    /// Takes parts until none is left. What did not have to be put into the file is handed back.
    fn all_parts(&self, next: &AtomicUsize) -> Result<F::Merged<AnyNumber>, ExpandFailure> {
        let (mut merged, mut size) = (F::Merged::default(), self.fitting);
        loop {
            let part = next.fetch_add(1, Relaxed);
            if part >= self.level.deal.n_parts {
                return Ok(merged);
            }
            let n_states = self.level.n_states_of(part);
            let n_pieces = n_states.div_ceil(2 * self.fitting);
            for piece in 0..n_pieces {
                let [from, to] = [piece, piece + 1].map(|piece| to_u64(piece) * HALF / to_u64(n_pieces));
                let chosen = Chosen { own: (from, to), ..Chosen::all(part) };
                self.piece(&chosen, n_states / n_pieces * 5 / 4 + 64, (&mut merged, &mut size), 0)?;
            }
            self.progress.pass_part();
        }
    }

    /// Some states of a part; or those whose keys have one hash, and then the others.
    fn piece(
        &self,
        chosen: &Chosen,
        n_expected: usize,
        (merged, size): (&mut F::Merged<AnyNumber>, &mut usize),
        depth: u32,
    ) -> Result<(), ExpandFailure> {
        let bounds = &self.step.bounds;
        let room = if depth < MOST_SPLITS { bounds.room / FOR_STATES } else { usize::MAX };
        match self.level.load::<AnyNumber>(chosen, n_expected, &Bounds { room, ..*bounds }) {
            Ok(list) => self.step.go(&list, merged, size),
            Err(ExpandFailure::Memory) => {
                let (from, to) = chosen.whole;
                let middle = from + (to - from) / 2;
                for whole in [(from, middle), (middle, to)] {
                    self.piece(&Chosen { whole, ..*chosen }, n_expected / 2, (merged, size), depth + 1)?;
                }
                Ok(())
            }
            Err(failure) => Err(failure),
        }
    }
}

impl<const K: usize, F: FoldOnDisk<K>> ClassStep<'_, K, F> {
    /// Expands states, some at a time: as many as fitted before, and a few more.
    fn go(
        &self,
        mut list: &[(Key<K>, AnyNumber)],
        merged: &mut F::Merged<AnyNumber>,
        size: &mut usize,
    ) -> Result<(), ExpandFailure> {
        while !list.is_empty() {
            let here = (*size).clamp(1, list.len());
            // What comes of one state has to be somewhere.
            let room = if here == 1 { usize::MAX } else { self.bounds.room / FOR_STATES };
            let (states, bounds) = (States::of(vec![list[..here].to_vec()]), Bounds { room, ..self.bounds });
            match self.levels.iter().try_fold(states, |states, level| states.expand(level, &bounds)) {
                Ok(made) => {
                    list = &list[here..];
                    *size += here / 4 + 1;
                    made.into_lists().try_for_each(|made| self.merge(&made, merged))?;
                }
                Err(ExpandFailure::Memory) => *size = here / 2,
                Err(failure) => return Err(failure),
            }
        }
        Ok(())
    }

    /// Merges states; those that were merged before go into the file when the table is full.
    fn merge(&self, mut made: &[(Key<K>, AnyNumber)], merged: &mut F::Merged<AnyNumber>) -> Result<(), ExpandFailure> {
        let bounds = Bounds { room: for_table(&self.bounds), ..self.bounds };
        loop {
            let n_merged = self.fold.add_some(self.to, merged, made, &bounds)?;
            made = &made[n_merged..];
            if made.is_empty() {
                return Ok(());
            }
            self.file.put::<F>(merged, &bounds)?;
        }
    }
}

/// The room of a table.
fn for_table(bounds: &Bounds<'_>) -> usize {
    bounds.room / FOR_TABLE.1 * FOR_TABLE.0
}

/// Entries of merged states on a disk, by a hash of their forms.
pub(crate) struct ClassFile<const K: usize> {
    file: Arc<dyn LevelFile>,
    n_parts: usize,
    parts: Mutex<Vec<Vec<StateBlock>>>,
    sample: Mutex<KeySample<K>>,
}

/// A hash of a form: its upper half says in which part it is.
fn spread_form(form: &[u8]) -> u64 {
    mix(sum_of(form))
}

impl<const K: usize> ClassFile<K> {
    /// No entries yet, in `n_parts` parts.
    pub(crate) fn new(file: Arc<dyn LevelFile>, n_parts: usize) -> Self {
        Self::of_blocks(file, vec![Vec::new(); n_parts])
    }

    /// The entries of these blocks.
    pub(crate) fn of_blocks(file: Arc<dyn LevelFile>, parts: Vec<Vec<StateBlock>>) -> Self {
        Self { file, n_parts: parts.len(), parts: Mutex::new(parts), sample: Mutex::default() }
    }

    /// Where the entries are.
    pub(crate) fn file(&self) -> &dyn LevelFile {
        &*self.file
    }

    fn part(&self, form: &[u8]) -> usize {
        (to_place(spread_form(form) >> 32) * self.n_parts) >> 32
    }

    /// The blocks of a part.
    pub(crate) fn blocks_of(&self, part: usize) -> Vec<StateBlock> {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner)[part].clone()
    }

    fn is_empty(&self) -> bool {
        self.n_entries() == 0
    }

    /// Entries, those of the same form each for itself.
    pub(crate) fn n_entries(&self) -> usize {
        let parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        parts.iter().flatten().map(|block| to_usize(block.n_states)).sum()
    }

    /// Keys of some states, those in tables included.
    fn sample<F: FoldOnDisk<K>>(&self, tables: &[F::Merged<AnyNumber>]) -> Vec<Key<K>> {
        let mut sample = std::mem::take(&mut *self.sample.lock().unwrap_or_else(PoisonError::into_inner));
        tables.iter().for_each(|table| sample.add(F::entries(table).map(|(_, key, _)| key)));
        sample.into_keys()
    }

    /// Writes what is in a table, which is empty afterwards.
    pub(crate) fn put<F: FoldOnDisk<K>>(
        &self,
        merged: &mut F::Merged<AnyNumber>,
        bounds: &Bounds<'_>,
    ) -> Result<(), ExpandFailure> {
        let mut entries: Vec<Entry<'_, K>> = F::entries(merged).collect();
        gather(&mut entries, self.n_parts, |(form, ..)| self.part(form), bounds)?;
        let (mut made, mut left, mut bytes) = (Vec::new(), &mut entries[..], Vec::new());
        while let [(first, ..), ..] = left {
            let part = self.part(first);
            let (own, others) = left.split_at_mut(left.partition_point(|(form, ..)| self.part(form) <= part));
            own.sort_unstable_by_key(|&(form, ..)| form);
            let mut own = &own[..];
            while !own.is_empty() {
                if (bounds.is_stopped)() {
                    return Err(ExpandFailure::Stopped);
                }
                bytes.clear();
                let here = pack_entries(own, &mut bytes);
                let place = self.file.append(&bytes)?;
                let (length, n_states) = (to_u32(bytes.len()), to_u32(here));
                made.push((part, StateBlock { place, length, n_states, sum: sum_of(&bytes) }));
                own = &own[here..];
            }
            left = others;
        }
        let keys = entries.iter().map(|&(_, key, _)| key);
        self.sample.lock().unwrap_or_else(PoisonError::into_inner).add(keys);
        let mut parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        made.into_iter().for_each(|(part, block)| parts[part].push(block));
        drop(entries);
        F::clear(merged);
        Ok(())
    }

    /// Adds the entries of a block with a hash in a range.
    fn add_block<F: FoldOnDisk<K>>(
        &self,
        block: &StateBlock,
        (from, to): (u64, u64),
        bytes: &mut Vec<u8>,
        merged: &mut F::Merged<AnyNumber>,
    ) -> Result<(), ExpandFailure> {
        bytes.resize(to_usize(block.length), 0);
        self.file.read(block.place, bytes)?;
        if sum_of(bytes) != block.sum {
            return Err(self.file.refuse().into());
        }
        let mut failure = None;
        let put = |form: &[u8], key, number: AnyNumber| {
            if (from..to).contains(&lower(spread_form(form))) && failure.is_none() {
                failure = F::put(merged, form, key, &number).err();
            }
        };
        unpack_entries(bytes, block.n_states, put).ok_or_else(|| self.file.refuse())?;
        failure.map_or(Ok(()), Err)
    }

    /// Hands out the classes of a part with hashes in a range; if they do not fit, those of half of the range, and then those of the other half. Returns the bytes that all of them would take together.
    pub(crate) fn classes<F: FoldOnDisk<K>>(
        &self,
        part: usize,
        (from, to): (u64, u64),
        bounds: &Bounds<'_>,
        hand_out: &mut dyn FnMut(List<K, AnyNumber>) -> Result<(), ExpandFailure>,
    ) -> Result<usize, ExpandFailure> {
        let (mut merged, mut bytes) = (F::Merged::<AnyNumber>::default(), Vec::new());
        for block in self.blocks_of(part) {
            if (bounds.is_stopped)() {
                return Err(ExpandFailure::Stopped);
            }
            self.add_block::<F>(&block, (from, to), &mut bytes, &mut merged)?;
            // What has one hash is one form, or a chance that never comes.
            if F::bytes::<AnyNumber>(&merged) > for_table(bounds) && to - from > 1 {
                drop(merged);
                let middle = from + (to - from) / 2;
                let first = self.classes::<F>(part, (from, middle), bounds, hand_out)?;
                return Ok(first + self.classes::<F>(part, (middle, to), bounds, hand_out)?);
            }
        }
        let n_bytes = F::bytes::<AnyNumber>(&merged);
        hand_out(F::finish(merged).into_list())?;
        Ok(n_bytes)
    }
}

/// The sum of the multiplicities in the one part of a file.
///
/// # Errors
/// As those of [`step_of_classes`].
pub(crate) fn sum_of_classes<const K: usize, F: FoldOnDisk<K>>(
    from: &ClassFile<K>,
    signal: &RunSignal,
) -> Result<Count, ExpandFailure> {
    let is_stopped = || signal.is_stopped();
    let bounds = Bounds { room: usize::MAX, n_threads: 1, most: usize::MAX, is_stopped: &is_stopped };
    let mut sum = Count::ZERO;
    from.classes::<F>(0, (0, HALF), &bounds, &mut |list| {
        sum += list.iter().map(|(_, number)| number.to_count()).sum::<Count>();
        Ok(())
    })?;
    Ok(sum)
}

/// Merges the classes of the one part of a file, and takes them through `levels` to the level `to`, into another file, in this many bytes. Returns how many classes they were.
///
/// # Errors
/// If it was stopped, or a file is not as it was written.
pub(crate) fn step_of_classes<const K: usize, F: FoldOnDisk<K>>(
    from: &ClassFile<K>,
    (fold, to, levels): (&F, usize, &[Transition<K>]),
    into: &ClassFile<K>,
    memory: usize,
    signal: &RunSignal,
) -> Result<usize, ExpandFailure> {
    let plan = StepPlan::new::<K, AnyNumber>(memory, 1, 0);
    let is_stopped = || signal.is_stopped();
    // One half is for what is read.
    let bounds = Bounds { room: plan.room / 2, n_threads: 1, most: usize::MAX, is_stopped: &is_stopped };
    let step = ClassStep { fold, to, levels, file: into, bounds };
    let (mut merged, mut size, mut n_classes) = (F::Merged::<AnyNumber>::default(), plan.fitting, 0);
    from.classes::<F>(0, (0, HALF), &step.bounds, &mut |list| {
        n_classes += list.len();
        signal.note(to_u64(list.len()), 0);
        step.go(&list, &mut merged, &mut size)
    })?;
    into.put::<F>(&mut merged, &step.bounds)?;
    Ok(n_classes)
}

/// Appends entries from the front, which are in order of their forms, until the bytes are many; and says how many entries they are.
fn pack_entries<const K: usize>(entries: &[Entry<'_, K>], bytes: &mut Vec<u8>) -> usize {
    let (start, mut states, mut before) = (bytes.len(), Vec::new(), &[][..]);
    bytes.extend([0; 4]);
    for &(form, key, number) in entries {
        let common = form.iter().zip(before).take_while(|(one, other)| one == other).count();
        [common, form.len() - common].into_iter().for_each(|length| bytes.extend(in_seven_bits(to_u64(length))));
        bytes.extend_from_slice(&form[common..]);
        states.push((*key, number.clone()));
        before = form;
        if bytes.len() - start > LONG {
            break;
        }
    }
    let length = to_u32(bytes.len() - start - 4);
    bytes[start..start + 4].copy_from_slice(&length.to_le_bytes());
    pack(&states, bytes);
    states.len()
}

/// Shows the entries of a block; fails if the bytes are not entries.
fn unpack_entries<const K: usize>(
    bytes: &[u8],
    n_entries: u32,
    mut show: impl FnMut(&[u8], Key<K>, AnyNumber),
) -> Option<()> {
    let (length, bytes) = bytes.split_first_chunk()?;
    let (mut forms, states) = bytes.split_at_checked(to_usize(u32::from_le_bytes(*length)))?;
    let (mut form, mut is_whole) = (Vec::new(), true);
    let mut next = |form: &mut Vec<u8>| {
        let (common, length) = (take_length(&mut forms)?, take_length(&mut forms)?);
        let (own, rest) = forms.split_at_checked(length)?;
        if common > form.len() {
            return None;
        }
        form.truncate(common);
        form.extend_from_slice(own);
        forms = rest;
        Some(())
    };
    unpack(states, n_entries, |key, number| {
        is_whole = is_whole && next(&mut form).is_some();
        if is_whole {
            show(&form, key, number);
        }
    })?;
    (is_whole && forms.is_empty()).then_some(())
}

/// Reads a length that was written in seven bits a byte.
fn take_length(bytes: &mut &[u8]) -> Option<usize> {
    let mut length = 0;
    for shift in (0..usize::BITS).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        length |= usize::from(byte % 128).checked_shl(shift)?;
        if byte < 128 {
            return Some(length);
        }
    }
    None
}

/// Merges what is in the file, and writes the next level.
struct ClassSums<'s, const K: usize> {
    file: &'s ClassFile<K>,
    writer: &'s LevelWriter<K>,
    fitting: usize,
    progress: &'s StepProgress<'s>,
    bounds: Bounds<'s>,
}

impl<const K: usize> ClassSums<'_, K> {
    /// Writes what is in tables alone. Returns the bytes that they take together.
    fn of_tables<F: FoldOnDisk<K>>(&self, tables: Vec<F::Merged<AnyNumber>>) -> Result<usize, ExpandFailure> {
        let mut tables = tables.into_iter();
        let mut sum = tables.next().unwrap_or_default();
        for table in tables {
            for (rank, (form, key, number)) in F::entries(&table).enumerate() {
                if rank % POLL == POLL - 1 && (self.bounds.is_stopped)() {
                    return Err(ExpandFailure::Stopped);
                }
                F::put(&mut sum, form, *key, number)?;
            }
        }
        let n_bytes = F::bytes::<AnyNumber>(&sum);
        self.write(F::finish(sum).into_list())?;
        Ok(n_bytes)
    }

    /// Takes parts of the file until none is left. Returns the bytes that all they have would take together.
    fn all_parts<F: FoldOnDisk<K>>(&self, next: &AtomicUsize) -> Result<usize, ExpandFailure> {
        let (mut waiting, mut n_bytes) = (List::new(), 0);
        loop {
            let part = next.fetch_add(1, Relaxed);
            if part >= self.file.n_parts {
                self.write(waiting)?;
                return Ok(n_bytes);
            }
            n_bytes += self.file.classes::<F>(part, (0, HALF), &self.bounds, &mut |list| {
                waiting.extend(list);
                // Many in one block take less room.
                if waiting.len() > self.fitting { self.write(std::mem::take(&mut waiting)) } else { Ok(()) }
            })?;
            self.progress.pass_part();
        }
    }

    fn write(&self, mut list: List<K, AnyNumber>) -> Result<(), ExpandFailure> {
        list.chunks_mut(self.fitting).try_for_each(|some| self.writer.put(some, &self.bounds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_read_as_they_were_written() {
        let mut dice = fastrand::Rng::with_seed(8);
        let mut form = |length| (0..dice.usize(..length)).map(|_| dice.u8(..3)).collect::<Vec<u8>>();
        let mut forms: Vec<Vec<u8>> = (0..3000).map(|number| form(if number % 100 == 0 { 5000 } else { 30 })).collect();
        forms.sort_unstable();
        let states: Vec<(Key<2>, AnyNumber)> = (0..3000)
            .map(|number| {
                ([number, u64::MAX - number], AnyNumber::read_short(&(1u128 << (number % 128)).to_le_bytes()).unwrap())
            })
            .collect();
        let entries: Vec<Entry<'_, 2>> =
            forms.iter().zip(&states).map(|(form, (key, number))| (&form[..], key, number)).collect();
        let (mut bytes, mut n_blocks, mut left) = (Vec::new(), 0, &entries[..]);
        while !left.is_empty() {
            bytes.clear();
            let here = pack_entries(left, &mut bytes);
            let mut own = left[..here].iter();
            unpack_entries(&bytes, to_u32(here), |form, key, number| {
                assert_eq!((form, &key, &number), *own.next().unwrap());
            })
            .unwrap();
            assert!(own.next().is_none());
            assert!(unpack_entries::<2>(&bytes[..bytes.len() - 1], to_u32(here), |_, _, _| ()).is_none());
            assert!(unpack_entries::<2>(&bytes, to_u32(here + 1), |_, _, _| ()).is_none());
            (left, n_blocks) = (&left[here..], n_blocks + 1);
        }
        assert!(n_blocks < 20, "{n_blocks}");
    }
}
