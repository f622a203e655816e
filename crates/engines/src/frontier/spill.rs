//! Levels on a disk: where a level does not fit in memory, the sweep goes on in files until one does again.
//!
//! A level is a file of parts ([`on_disk`](super::on_disk)). A step reads one part after the other, takes it through some levels in memory, by the same strides as a sweep that fits, and appends what comes of it to the file of the next level; all
//! threads take parts until none is left. A part that does not fit is taken in pieces, and merging waits until what is made of them is read. Sums that outgrow their width make that piece wider, and nothing else.
//!
//! So a sweep is bounded by the disk. It takes about as long as in memory, since all it does besides is to write a state once for several levels, in some ten bytes, and to read it again (results/2026-11-25-levels). Halves of halves, the
//! last resort where there is no disk, take time without bound.
//!
//! What an engine needs that merges more than equal states is in `classes`.
//!
//! A file that is complete is all that the levels to come need: kept by a shelf, it is where another process goes on. So that no more than some parts are lost where a level takes hours, the shelf also keeps what has been made of the next one.

pub(super) mod classes;
pub(super) mod dealt;

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use super::super::disk::Disk;
use super::super::ledger::Ledger;
use super::super::run_signal::{RunSignal, SweepStage};
use super::fold::Fold;
use super::layout::{Key, Transition};
use super::number::{AnyNumber, Number};
use super::on_disk::{Chosen, LevelWriter, NewBlocks, OnDisk};
use super::partition::{HALF, KeySample, LevelDeal, STRIDES, spread, stable_bits};
use super::resume::CheckpointWriter;
use super::shards::{Bounds, ExpandFailure, List, masked};
use super::states::States;
use super::sweep::{Held, Sweep};
use dlx_core::problem::to_u64;
use dlx_core::side_by_side::side_by_side;
use dlx_core::stop::caught;
use dlx_core::tally::Count;

/// The memory that a part takes while it goes through its levels, as a multiple of the room of its list.
const WORK: usize = 10;

/// A level goes back into memory when this multiple of its room is free.
const BACK: usize = 12;

/// One part in this many of the memory is for blocks, their places, and what an allocator keeps to itself.
const ASIDE: usize = 8;

/// One part in this many of the memory may be freed blocks between those in use. (V-ominoes on 12 x 12 in 256 MiB held 350 MiB without this.)
const UNSEEN: usize = 6;

/// The places of all blocks of a level may take one part in this many of the memory.
const INDEX: usize = 32;

/// The least memory for each thread: with less, parts would be smaller than blocks.
const LEAST: usize = 1 << 16;

/// How often the states of a part that do not fit are divided by the hashes of their keys, at most: then their numbers are what takes the room.
const MOST_SPLITS: u32 = 24;

/// States of a level in memory that are written at one go, at most.
const PIECE: usize = 1 << 17;

impl<const K: usize, F: Fold<K>> Sweep<'_, K, F> {
    /// The disk for levels that do not fit, if this sweep can use one.
    pub(super) fn disk(&self) -> Option<Arc<dyn Disk>> {
        // Halves are for those who have none, and cuts look at levels one by one.
        let is_usable = self.depth == 0 && self.cuts.levels.is_empty() && self.budget.may_spill;
        is_usable.then(|| self.signal.disk()).flatten()
    }

    /// Bytes for levels in memory. Where the next may go to a disk, what an allocator keeps to itself is left out: to go there early costs little.
    pub(super) fn memory_for_levels(&self) -> usize {
        let memory = self.budget.memory;
        if self.disk().is_some() { memory - memory / UNSEEN } else { memory }
    }

    /// Goes on from a level whose successor does not fit.
    pub(super) fn spill<N: Number>(&mut self, disk: &dyn Disk, at: usize, states: States<K, N>) -> Option<Count> {
        let plan = StepPlan::new::<K, N>(self.budget.memory, self.n_threads, 0);
        let written = self.with_bounds(1, plan.room, usize::MAX, |bounds| {
            write_all(disk, states, (at, self.ahead(at)), &plan, bounds)
        });
        match written {
            Ok(level) => {
                self.moved = Some(Held::OnDisk(level));
                None
            }
            Err(_) => self.give_up(),
        }
    }

    /// Goes on from a level on a disk until the next is small, or there is no disk for it: then in memory, whatever that takes.
    pub(super) fn run_on_disk(&mut self, mut level: OnDisk<K>) -> Option<Count> {
        // One step at least: it has come to the disk because the next level did not fit, however small this one is.
        let (disk, mut is_small, mut for_merging) = (self.disk(), false, 0);
        loop {
            let Some(disk) = disk.as_deref().filter(|_| !is_small && level.at < self.levels.len()) else {
                return self.come_back(&level);
            };
            let next = self.look_ahead(level.at).and_then(|()| {
                let (next, bytes) = F::step(self, disk, &level)?;
                for_merging = bytes.unwrap_or(for_merging);
                Ok(next)
            });
            level = match next {
                Ok(next) => next,
                Err(ExpandFailure::Disk) => return self.give_up(),
                Err(ExpandFailure::Bound) => {
                    self.note_bound();
                    return self.leave_on_disk(level);
                }
                Err(_) => return self.leave_on_disk(level),
            };
            self.note_size(level.at, level.n_states());
            if level.n_states() == 0 {
                return Some(Count::ZERO);
            }
            self.tell(level.at);
            self.keep_on_disk(&level, false);
            if self.is_losing_patience() && !self.goes_on() {
                return self.leave_on_disk(level);
            }
            let is_merging_easy = for_merging < self.budget.memory / BACK;
            is_small = is_merging_easy && level.n_states() * in_memory::<K>(&level) < self.budget.memory / BACK;
        }
    }

    /// Finds what there is to merge after the next level, where that is more than equal states.
    fn look_ahead(&mut self, at: usize) -> Result<(), ExpandFailure> {
        if at < self.levels.len() && !F::IS_EXPECTED {
            self.levels[at].twins = caught(|| self.fold.twins(at + 1)).map_err(|_| ExpandFailure::Stopped)?;
        }
        Ok(())
    }

    /// The levels that states may pass without being put on the disk between: who merges more than equal states does it after each.
    fn ahead(&self, at: usize) -> &[Transition<K>] {
        let levels = &self.levels[at..];
        if F::IS_EXPECTED { levels } else { &levels[..levels.len().min(1)] }
    }

    /// A step where only equal states are merged.
    pub(crate) fn step_merging_equal(
        &mut self,
        disk: &dyn Disk,
        level: &OnDisk<K>,
    ) -> Result<OnDisk<K>, ExpandFailure> {
        if level.width == u64::WIDTH { self.step::<u64>(disk, level) } else { self.step::<AnyNumber>(disk, level) }
    }

    /// Takes all parts of a level through some levels.
    fn step<N: Number>(&mut self, disk: &dyn Disk, level: &OnDisk<K>) -> Result<OnDisk<K>, ExpandFailure> {
        let at = level.at;
        let (signal, most, memory) = (self.signal, self.most_states(), self.budget.memory);
        let plan = StepPlan::new::<K, N>(memory, self.n_threads, level.state_bytes());
        let begun = self.begun.take().filter(|begun| begun.from == at);
        let pace = match &begun {
            Some(begun) => StepPace { n_levels: begun.level.at - at, n_halvings: begun.n_halvings },
            None => StepPace::new::<K, N>(level, &self.levels[at..], &plan, &|| signal.is_stopped())?,
        };
        let to = at + pace.n_levels;
        let (passed, to_come) = (&self.levels[at..to], self.ahead(to));
        let mask = if level.deal.stays { common_stable_bits(passed) } else { level.deal.mask };
        let writer = match begun {
            Some(begun) => LevelWriter::go_on(begun),
            None => {
                let deal = expected_deal(level, passed, to_come, &plan, &|| signal.is_stopped())?;
                // Twins put in order make two states of different parts equal.
                LevelWriter::new(disk.create()?, to, deal, !F::IS_EXPECTED || !level.deal.stays)
            }
        };
        let shelf = self.checkpoints.as_ref().map(|shelf| (shelf, self.ledger.total_nodes()));
        let keeping = StepKeeping { shelf, level, next: (&writer, pace.n_halvings), turn: Mutex::default() };
        let expected = self.expected().max(1.0);
        let seen = StepSeen {
            signal,
            share: self.share,
            expected,
            stage: SweepStage { level: at, levels: self.levels.len(), part: 0, parts: level.deal.n_parts },
            n_parts: AtomicUsize::new(0),
            books: Mutex::new((&mut *self.ledger, vec![0; passed.len()])),
        };
        let is_stopped = || signal.is_stopped();
        let made = signal.with_permits(self.n_threads, |n_threads| {
            let bounds = Bounds { room: plan.room / n_threads, n_threads: 1, most, is_stopped: &is_stopped };
            let walk =
                PartWalk { level, levels: passed, mask, pace, writer: &writer, seen: &seen, plan: &plan, bounds };
            let next = AtomicUsize::new(0);
            let work = |()| walk.all_parts::<N>(&next, &keeping);
            side_by_side(vec![(); n_threads], work).into_iter().collect::<Result<(), _>>()
        });
        if made == Err(ExpandFailure::Stopped) {
            keeping.keep(true);
        }
        made?;
        let sizes = seen.books.into_inner().unwrap_or_else(PoisonError::into_inner).1;
        for (level, size) in (at + 1..).zip(sizes) {
            self.note_size(level, size);
        }
        Ok(writer.finish())
    }

    /// Brings a level back into memory.
    fn come_back(&mut self, level: &OnDisk<K>) -> Option<Count> {
        match self.with_bounds(1, usize::MAX, usize::MAX, |bounds| level.load_all(bounds)) {
            Ok(states) => {
                self.moved = Some(Held::InMemory(level.at, states));
                None
            }
            Err(_) => self.give_up(),
        }
    }

    /// The disk has failed, and its owner knows why, or the run was stopped.
    pub(super) fn give_up(&self) -> Option<Count> {
        if self.signal.disk().is_some_and(|disk| disk.failure().is_some()) {
            self.signal.stop();
        }
        None
    }

    /// Leaves a level on the disk, for the process that continues.
    fn leave_on_disk(&mut self, level: OnDisk<K>) -> Option<Count> {
        self.keep_on_disk(&level, true);
        if self.budget.is_trial {
            self.sizes.truncate(level.at);
            self.checkpoint.put_level(self.ledger.total_nodes(), &self.sizes, level);
        }
        None
    }

    /// Lets another process find the level if it is time; if it is the last time, if that goes quickly.
    fn keep_on_disk(&self, level: &OnDisk<K>, is_last: bool) {
        if let Some(checkpoints) = &self.checkpoints {
            checkpoints.keep(level, None, self.ledger.total_nodes(), is_last);
        }
    }
}

/// Bytes of a state in a list.
fn in_memory<const K: usize>(level: &OnDisk<K>) -> usize {
    match level.width {
        64 => size_of::<(Key<K>, u64)>(),
        _ => size_of::<(Key<K>, AnyNumber)>() + level.state_bytes(),
    }
}

/// What there is for a step.
struct StepPlan {
    /// Bytes for the states of all threads.
    room: usize,
    /// States of a part, about.
    fitting: usize,
    n_threads: usize,
    most_parts: usize,
}

impl StepPlan {
    /// The bytes that multiplicities take outside the list.
    fn new<const K: usize, N: Number>(memory: usize, n_threads: usize, heap: usize) -> Self {
        let memory = memory.max(n_threads * LEAST);
        let room = memory - memory / ASIDE;
        let state = size_of::<(Key<K>, N)>() + if N::WIDTH == 0 { heap } else { 0 };
        // A part is written in a block for each part of the next level.
        let most_parts = (memory / INDEX / super::blocks::StateBlock::BYTES).isqrt().max(1);
        Self { room, fitting: (room / n_threads / (WORK * state)).max(1), n_threads, most_parts }
    }

    fn deal<const K: usize>(&self, levels: &[Transition<K>], sample: &[Key<K>], n_states: usize) -> LevelDeal<K> {
        LevelDeal::new(levels, sample, (n_states, self.fitting), (self.n_threads, self.most_parts))
    }
}

/// Writes a level that is in memory, which becomes free as it is written.
fn write_all<const K: usize, N: Number>(
    disk: &dyn Disk,
    states: States<K, N>,
    (at, levels): (usize, &[Transition<K>]),
    plan: &StepPlan,
    bounds: &Bounds<'_>,
) -> Result<OnDisk<K>, ExpandFailure> {
    let mut sample = KeySample::default();
    sample.add(states.iter().map(|(key, _)| key));
    let deal = plan.deal(levels, &sample.into_keys(), states.len());
    let writer = LevelWriter::new(disk.create()?, at, deal, false);
    for mut list in states.into_lists() {
        while !list.is_empty() {
            let from = list.len().saturating_sub(PIECE.min(plan.fitting));
            writer.put(&mut list[from..], bounds)?;
            list.truncate(from);
            list.shrink_to_fit();
        }
    }
    Ok(writer.finish())
}

/// How to deal out what comes of a level, by what comes of a sample of it.
fn expected_deal<const K: usize>(
    level: &OnDisk<K>,
    passed: &[Transition<K>],
    to_come: &[Transition<K>],
    plan: &StepPlan,
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> Result<LevelDeal<K>, ExpandFailure> {
    let bounds = Bounds { room: plan.room, n_threads: 1, most: usize::MAX, is_stopped };
    let mut sample: List<K, AnyNumber> = level.sample.iter().map(|key| (*key, AnyNumber::one())).collect();
    loop {
        let n_before = sample.len().max(1);
        match States::of(vec![sample.clone()]).stride(passed, false, &bounds) {
            Ok(stride) => {
                let next: Vec<Key<K>> = stride.states.iter().map(|(key, _)| *key).collect();
                // What the states of a sample have in common is less than what all have.
                let n_states = level.n_states() * next.len().div_ceil(n_before);
                return Ok(plan.deal(to_come, &next, n_states));
            }
            Err(ExpandFailure::Memory) if sample.len() > 1 => sample.truncate(sample.len() / 2),
            Err(ExpandFailure::Memory) => return Ok(plan.deal(to_come, &[], level.n_states())),
            Err(failure) => return Err(failure),
        }
    }
}

/// Lets another process find what has been made of a level.
struct StepKeeping<'s, const K: usize> {
    /// With the states of all levels before.
    shelf: Option<(&'s CheckpointWriter, u64)>,
    level: &'s OnDisk<K>,
    /// With the number of times that parts are halved first.
    next: (&'s LevelWriter<K>, u32),
    /// One thread does it.
    turn: Mutex<()>,
}

impl<const K: usize> StepKeeping<'_, K> {
    fn keep(&self, is_last: bool) {
        if let (Some((shelf, nodes)), Ok(_turn)) = (self.shelf, self.turn.try_lock()) {
            shelf.keep(self.level, Some(self.next), nodes, is_last);
        }
    }
}

/// What is seen of a step while it is done.
struct StepSeen<'s> {
    signal: &'s RunSignal,
    share: f64,
    expected: f64,
    stage: SweepStage,
    /// Parts that are done.
    n_parts: AtomicUsize,
    /// With the sizes of the levels that are passed.
    books: Mutex<(&'s mut Ledger, Vec<usize>)>,
}

impl StepSeen<'_> {
    fn pass_part(&self) {
        let part = 1 + self.n_parts.fetch_add(1, Relaxed);
        self.signal.note_stage(SweepStage { part, ..self.stage });
    }

    fn note(&self, sizes: impl Iterator<Item = usize>, n_nodes: usize) {
        let mut books = self.books.lock().unwrap_or_else(PoisonError::into_inner);
        let (ledger, seen) = &mut *books;
        seen.iter_mut().zip(sizes).for_each(|(sum, size)| *sum += size);
        ledger.visit_all(to_u64(n_nodes));
        ledger.note(self.signal);
        // Who sends parts elsewhere knows more of the whole.
        if self.share > 0.0 {
            let share = ledger.total_nodes() as f64 / self.expected;
            self.signal.note_share(self.share * share.min(super::sweep::ALMOST_ALL));
        }
    }
}

/// How parts are taken through levels, as the largest of them has shown: one is tried at first.
#[derive(Clone, Copy, Debug)]
struct StepPace {
    /// The number of levels,
    n_levels: usize,
    /// and how often it was halved before.
    n_halvings: u32,
}

impl StepPace {
    fn new<const K: usize, N: Number>(
        level: &OnDisk<K>,
        levels: &[Transition<K>],
        plan: &StepPlan,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Self, ExpandFailure> {
        let all = Self { n_levels: level.deal.n_levels, n_halvings: 0 };
        let largest = (0..level.deal.n_parts).max_by_key(|&part| level.n_states_of(part)).unwrap_or(0);
        let room = plan.room / plan.n_threads;
        let bounds = Bounds { room: room / 3, n_threads: 1, most: usize::MAX, is_stopped };
        let list = match level.load::<N>(&Chosen::all(largest), level.n_states_of(largest), &bounds) {
            Ok(list) => list,
            Err(ExpandFailure::Memory | ExpandFailure::Overflow) => return Ok(all),
            Err(failure) => return Err(failure),
        };
        for n_levels in STRIDES.into_iter().filter(|&n_levels| n_levels <= all.n_levels) {
            let mask = common_stable_bits(&levels[..n_levels]);
            let mut some = list.clone();
            for n_halvings in 0..=MOST_HALVINGS {
                let bounds = Bounds { room: room.saturating_sub(2 * size_of_val(&list[..])), ..bounds };
                let states = States::of(vec![some]);
                match states.stride(&levels[..n_levels], false, &bounds) {
                    Ok(_) | Err(ExpandFailure::Overflow) => return Ok(Self { n_levels, n_halvings }),
                    Err(ExpandFailure::Memory) => {}
                    Err(failure) => return Err(failure),
                }
                some = states.into_list();
                let n_before = some.len();
                some.retain(|(key, _)| is_in_first_half(key, &mask, n_halvings));
                if some.is_empty() || some.len() > n_before / 4 * 3 {
                    break;
                }
            }
        }
        Ok(Self { n_levels: 1, n_halvings: 0 })
    }
}

/// How often a part may be halved before it is taken through levels; if that is not enough, it goes through fewer.
const MOST_HALVINGS: u32 = 3;

/// The bits that are the same before and after all of these levels.
fn common_stable_bits<const K: usize>(levels: &[Transition<K>]) -> Key<K> {
    stable_bits(levels).last().copied().unwrap_or([u64::MAX; K])
}

/// Is a state in the first half, after this number of halvings?
fn is_in_first_half<const K: usize>(key: &Key<K>, mask: &Key<K>, depth: u32) -> bool {
    spread(&masked(key, mask)) >> (depth % 16) & 1 == 0
}

/// One thread on its way through parts.
struct PartWalk<'s, 'l, const K: usize> {
    level: &'s OnDisk<K>,
    levels: &'s [Transition<K>],
    /// Bits that stay through all of them.
    mask: Key<K>,
    pace: StepPace,
    writer: &'s LevelWriter<K>,
    seen: &'s StepSeen<'l>,
    plan: &'s StepPlan,
    bounds: Bounds<'s>,
}

impl<const K: usize> PartWalk<'_, '_, K> {
    /// Takes parts until none is left.
    fn all_parts<N: Number>(&self, next: &AtomicUsize, keeping: &StepKeeping<'_, K>) -> Result<(), ExpandFailure> {
        loop {
            let part = next.fetch_add(1, Relaxed);
            if part >= self.level.deal.n_parts {
                return Ok(());
            }
            if !self.writer.is_done(part) {
                if self.seen.signal.is_stopped() {
                    return Err(ExpandFailure::Stopped);
                }
                self.part::<N>(part)?;
                keeping.keep(false);
            }
            self.seen.pass_part();
        }
    }

    /// A part, in pieces that fit.
    fn part<N: Number>(&self, part: usize) -> Result<(), ExpandFailure> {
        let n_states = self.level.n_states_of(part);
        let n_pieces = n_states.div_ceil(2 * self.plan.fitting);
        let mut made = Vec::new();
        for piece in 0..n_pieces {
            let [from, to] = [piece, piece + 1].map(|piece| to_u64(piece) * HALF / to_u64(n_pieces));
            let chosen = Chosen { own: (from, to), ..Chosen::all(part) };
            self.piece::<N>(&chosen, n_states / n_pieces * 5 / 4 + 64, 0, &mut made)?;
        }
        self.writer.commit(made, Some(part));
        Ok(())
    }

    /// Some states of a part; or those whose keys have one hash, and then the others.
    fn piece<N: Number>(
        &self,
        chosen: &Chosen,
        n_expected: usize,
        depth: u32,
        made: &mut NewBlocks,
    ) -> Result<(), ExpandFailure> {
        // What has one hash is one state, or a chance that never comes.
        let room = if depth < MOST_SPLITS { self.bounds.room / 3 } else { usize::MAX };
        let bounds = Bounds { room, ..self.bounds };
        match self.level.load::<N>(chosen, n_expected, &bounds) {
            Ok(list) => self.go(list, 0, made),
            Err(ExpandFailure::Overflow) => self.piece::<AnyNumber>(chosen, n_expected, depth, made),
            Err(ExpandFailure::Memory) => {
                self.writer.split();
                let (from, to) = chosen.whole;
                let middle = from + (to - from) / 2;
                self.piece::<N>(&Chosen { whole: (from, middle), ..*chosen }, n_expected / 2, depth + 1, made)?;
                self.piece::<N>(&Chosen { whole: (middle, to), ..*chosen }, n_expected / 2, depth + 1, made)
            }
            Err(failure) => Err(failure),
        }
    }

    /// Takes states through the levels; if they do not fit, some of them, and then the others.
    fn go<N: Number>(&self, list: List<K, N>, depth: u32, made: &mut NewBlocks) -> Result<(), ExpandFailure> {
        if list.is_empty() {
            return Ok(());
        }
        if depth < self.pace.n_halvings {
            return self.go_halves(list, depth, made);
        }
        let states = States::of(vec![list]);
        // The last one has to be somewhere.
        let room = if states.len() == 1 { usize::MAX } else { self.bounds.room.saturating_sub(states.bytes()) };
        match states.stride(self.levels, false, &Bounds { room, ..self.bounds }) {
            Ok(stride) => {
                drop(states);
                self.seen.note(stride.passed.iter().map(|passed| passed.size), stride.n_nodes());
                let put = |mut list: List<K, N>| self.writer.append(&mut list, &self.bounds, made);
                stride.states.into_lists().try_for_each(put)
            }
            Err(ExpandFailure::Overflow) => {
                self.go(states.widen(&self.bounds).ok_or(ExpandFailure::Stopped)?.into_list(), depth, made)
            }
            Err(ExpandFailure::Memory) => self.go_halves(states.into_list(), depth, made),
            Err(failure) => Err(failure),
        }
    }

    /// The two halves of a list, which make no state both if that can be.
    fn go_halves<N: Number>(
        &self,
        mut list: List<K, N>,
        depth: u32,
        made: &mut NewBlocks,
    ) -> Result<(), ExpandFailure> {
        let is_first = |key: &Key<K>| is_in_first_half(key, &self.mask, depth);
        let n_all = list.len();
        let mut n_first = gather_first(&mut list, |(key, _)| is_first(key));
        // Where a half is nearly all, the next bit may be a better one.
        if depth >= self.pace.n_halvings + MOST_HALVINGS && n_first.min(n_all - n_first) <= n_all / 8 {
            self.writer.split();
            n_first = n_all / 2;
        }
        let second = list.split_off(n_first);
        list.shrink_to_fit();
        self.go(list, depth + 1, made)?;
        self.go(second, depth + 1, made)
    }
}

/// Brings the things of a kind to the front, and says how many they are.
fn gather_first<T>(list: &mut [T], is_first: impl Fn(&T) -> bool) -> usize {
    let mut n_first = 0;
    for place in 0..list.len() {
        if is_first(&list[place]) {
            list.swap(n_first, place);
            n_first += 1;
        }
    }
    n_first
}
