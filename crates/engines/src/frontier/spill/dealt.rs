//! A sweep from bytes to bytes: the steps of `spill`, for those who keep the states of its levels elsewhere, and send them to other processes.
//!
//! A level is dealt out into parts, as on a disk. A step takes one part through some levels in memory, and gives a *piece* for each part of the level where they end: the same blocks of states as in a file, behind a head that says
//! where they belong. The pieces for a part, one from each part before, are merged when the next step reads them. A piece that is damaged, missing, given twice, or of another sweep is refused: a count made without it would be wrong.

use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, PoisonError};

use super::super::super::disk::{LevelFile, Refused};
use super::super::super::ledger::Ledger;
use super::super::super::residue::Residue;
use super::super::super::run_signal::{RunSignal, SweepStage};
use super::super::blocks::{StateBlock, sum_of};
use super::super::layout::{Key, KeyLayout, Transition, with_words};
use super::super::number::{AnyNumber, Number, take, take_key};
use super::super::on_disk::{Chosen, LevelWriter, OnDisk};
use super::super::order::best_order;
use super::super::partition::LevelDeal;
use super::super::resume::plan;
use super::super::shards::{Bounds, ExpandFailure};
use super::super::states::States;
use super::super::sweep::fits;
use super::{PartWalk, StepPace, StepPlan, StepSeen, common_stable_bits};
use dlx_core::problem::{Problem, to_place, to_u64, to_usize};
use dlx_core::tally::Count;

/// A level that is dealt out: its number, and how it is dealt out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DealtLevel {
    /// Levels done.
    pub at: usize,
    /// The number of its parts.
    pub n_parts: usize,
    /// The deal, as bytes.
    pub deal: Vec<u8>,
}

/// What a step has made.
#[derive(Debug, Default)]
pub struct DealtStep {
    /// A piece for each part of the level where it ended.
    pub pieces: Vec<Vec<u8>>,
    /// Some of their keys, as bytes.
    pub sample: Vec<u8>,
    /// The number of their states.
    pub n_states: usize,
    /// States made on the way.
    pub n_nodes: u64,
}

/// Why a step has failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DealtError {
    /// It was stopped.
    Stopped,
    /// These are not the pieces that it needs.
    Refused {
        /// What is wrong.
        what: &'static str,
        /// The number of the piece that is wrong, if it is one of them.
        piece: Option<usize>,
    },
}

impl DealtError {
    pub(crate) const fn refused(what: &'static str) -> Self {
        Self::Refused { what, piece: None }
    }
}

/// A sweep whose levels are kept by its caller.
pub trait DealtSweep: Send + Sync + std::fmt::Debug {
    /// The number of levels: after the last one, the multiplicities of all states are the count.
    fn n_levels(&self) -> usize;

    /// A level with more states than this is worth dealing out: to make one takes some tenths of a second.
    fn first(&self) -> usize;

    /// The first level with more states than `most`, or the last one, dealt out into `n_parts` parts.
    ///
    /// # Errors
    /// If it was stopped.
    fn begin(&self, most: usize, n_parts: usize, signal: &RunSignal) -> Result<(DealtLevel, DealtStep), DealtError>;

    /// The level to which steps lead from this one, for which a sample of its keys is asked; `sizes` are the states of the level, and the parts that the next one should have.
    ///
    /// # Errors
    /// If it was stopped, or these are no keys of it.
    fn next(
        &self,
        level: &DealtLevel,
        sample: &[u8],
        sizes: (usize, usize),
        signal: &RunSignal,
    ) -> Result<DealtLevel, DealtError>;

    /// Takes a part of the first level, given in one piece from each part before, to the second.
    ///
    /// # Errors
    /// If it was stopped, or the pieces are not those.
    fn step(
        &self,
        levels: (&DealtLevel, &DealtLevel),
        part: usize,
        pieces: &[&[u8]],
        signal: &RunSignal,
    ) -> Result<DealtStep, DealtError>;

    /// The sum of the multiplicities of a part; those of all parts of the last level together are the count.
    ///
    /// # Errors
    /// If it was stopped, or the pieces are not those.
    fn total(&self, level: &DealtLevel, part: usize, pieces: &[&[u8]], signal: &RunSignal)
    -> Result<Count, DealtError>;
}

impl dyn DealtSweep {
    /// The sweep of a problem in the best order that is found; steps have this many bytes for states. None if the frontier is too wide for any key, or the problem has no solution for a plain reason.
    #[must_use]
    pub fn new(problem: &Problem, memory: usize, signal: &RunSignal) -> Option<Box<Self>> {
        let residue = Residue::whole(problem.tree_form());
        let layout = KeyLayout::for_counts(&residue, best_order(&residue, &|| signal.is_stopped()));
        if !fits(&layout) || signal.is_stopped() {
            return None;
        }
        with_words!(layout.n_bits, WORDS => Some(Box::new(DealtLevels::<WORDS>::new(&layout, &residue, memory))))
    }
}

impl From<ExpandFailure> for DealtError {
    fn from(failure: ExpandFailure) -> Self {
        match failure {
            ExpandFailure::Disk => Self::refused("a piece is not as it was written"),
            _ => Self::Stopped,
        }
    }
}

/// A sweep with keys of `K` words.
#[derive(Debug)]
struct DealtLevels<const K: usize> {
    levels: Vec<Transition<K>>,
    start: Option<Key<K>>,
    pieces: PieceFormat,
    memory: usize,
}

/// What stands before the blocks of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PieceHead {
    plan: u64,
    at: u64,
    /// A hash of the deal.
    deal: u64,
    part: u64,
    /// The part that it was made from, and how many parts there were.
    from: (u64, u64),
    width: u64,
    n_blocks: u64,
    /// A hash of what the forms of classes were made from, without which they cannot be compared; 0 if there are none.
    forms: u64,
}

impl PieceHead {
    const BYTES: usize = 72;

    fn words(&self) -> [u64; 9] {
        let Self { plan, at, deal, part, from, width, n_blocks, forms } = *self;
        [plan, at, deal, part, from.0, from.1, width, n_blocks, forms]
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let mut word = || Some(u64::from_le_bytes(take(bytes)?));
        let (plan, at, deal, part) = (word()?, word()?, word()?, word()?);
        let (from, width, n_blocks, forms) = ((word()?, word()?), word()?, word()?, word()?);
        Some(Self { plan, at, deal, part, from, width, n_blocks, forms })
    }
}

/// Writes and reads the pieces of a sweep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PieceFormat {
    /// A hash of the order and the layout, without which keys mean nothing.
    plan: u64,
}

/// The pieces for a part.
pub(crate) struct GatheredPart {
    pub(crate) file: Arc<dyn LevelFile>,
    pub(crate) blocks: Vec<StateBlock>,
    /// Bits of the widest multiplicity.
    pub(crate) width: u32,
}

impl PieceFormat {
    pub(crate) fn new<const K: usize>(layout: &KeyLayout, residue: &Residue) -> Self {
        // Another version may write forms in another way.
        let plan = plan::<K>(layout, residue) + env!("CARGO_PKG_VERSION");
        Self { plan: sum_of(plan.as_bytes()) }
    }

    /// The piece for a part of a level, made `from` a part of as many; with the bits of the widest multiplicity, and the hash of what forms were made from.
    pub(crate) fn write(
        self,
        (level, part): (&DealtLevel, usize),
        from: (usize, usize),
        (width, forms): (u32, u64),
        file: &dyn LevelFile,
        blocks: &[StateBlock],
    ) -> Result<Vec<u8>, DealtError> {
        let head = PieceHead {
            plan: self.plan,
            at: to_u64(level.at),
            deal: sum_of(&level.deal),
            part: to_u64(part),
            from: (to_u64(from.0), to_u64(from.1)),
            width: width.into(),
            n_blocks: to_u64(blocks.len()),
            forms,
        };
        let mut bytes: Vec<u8> = head.words().into_iter().flat_map(u64::to_le_bytes).collect();
        let mut place = 0;
        for block in blocks {
            StateBlock { place, ..*block }.write(&mut bytes);
            place += u64::from(block.length);
        }
        bytes.extend(sum_of(&bytes).to_le_bytes());
        for block in blocks {
            let begin = bytes.len();
            bytes.resize(begin + to_place(block.length.into()), 0);
            file.read(block.place, &mut bytes[begin..]).map_err(ExpandFailure::from)?;
        }
        Ok(bytes)
    }

    /// What the pieces for a part say, if these are all of them.
    pub(crate) fn read(
        self,
        (level, part): (&DealtLevel, usize),
        pieces: &[&[u8]],
    ) -> Result<GatheredPart, DealtError> {
        let (mut bytes, mut blocks, mut width) = (Vec::new(), Vec::new(), 0);
        let (mut is_there, mut forms) = (vec![false; pieces.len()], None);
        for (number, piece) in pieces.iter().enumerate() {
            let refused = |what| DealtError::Refused { what, piece: Some(number) };
            let (head, own, body) = split_piece(piece).ok_or(refused("a piece is not as it was written"))?;
            let (from, n_from) = head.from;
            let is_ours = (head.plan, head.at, head.deal, head.part)
                == (self.plan, to_u64(level.at), sum_of(&level.deal), to_u64(part))
                && *forms.get_or_insert(head.forms) == head.forms;
            let place = is_there.get_mut(to_place(from)).filter(|there| !**there && n_from == to_u64(pieces.len()));
            let (true, Some(place)) = (is_ours, place) else {
                return Err(refused("a piece belongs elsewhere, is missing, or is there twice"));
            };
            *place = true;
            let begin = to_u64(bytes.len());
            blocks.extend(own.into_iter().map(|block| StateBlock { place: begin + block.place, ..block }));
            bytes.extend_from_slice(body);
            width = width.max(u32::try_from(head.width).unwrap_or(u32::MAX));
        }
        if is_there.is_empty() {
            return Err(DealtError::refused("a part has no pieces"));
        }
        Ok(GatheredPart { file: Arc::new(InMemory(Mutex::new(bytes))), blocks, width })
    }
}

impl<const K: usize> DealtLevels<K> {
    fn new(layout: &KeyLayout, residue: &Residue, memory: usize) -> Self {
        let levels = layout.levels(residue);
        Self { levels, start: layout.start(), pieces: PieceFormat::new::<K>(layout, residue), memory }
    }

    fn deal(level: &DealtLevel) -> Result<LevelDeal<K>, DealtError> {
        let mut bytes = &level.deal[..];
        let deal = LevelDeal::read(&mut bytes).filter(|deal| bytes.is_empty() && deal.n_parts == level.n_parts);
        deal.filter(|deal| deal.n_parts > 0).ok_or(DealtError::refused("a deal is not as it was written"))
    }

    fn level_at(at: usize, deal: &LevelDeal<K>) -> DealtLevel {
        let mut bytes = Vec::new();
        deal.write(&mut bytes);
        DealtLevel { at, n_parts: deal.n_parts, deal: bytes }
    }

    /// What was written, as pieces.
    fn dealt(
        &self,
        level: &DealtLevel,
        written: &OnDisk<K>,
        from: (usize, usize),
        n_nodes: u64,
    ) -> Result<DealtStep, DealtError> {
        let piece =
            |part| self.pieces.write((level, part), from, (written.width, 0), written.file(), written.blocks_of(part));
        Ok(DealtStep {
            pieces: (0..level.n_parts).map(piece).collect::<Result<_, _>>()?,
            sample: written.sample.iter().flatten().flat_map(|word| word.to_le_bytes()).collect(),
            n_states: written.n_states(),
            n_nodes,
        })
    }

    /// A part, as a level that has no other.
    fn gathered(&self, level: &DealtLevel, part: usize, pieces: &[&[u8]]) -> Result<OnDisk<K>, DealtError> {
        let deal = Self::deal(level)?;
        let GatheredPart { file, blocks, width } = self.pieces.read((level, part), pieces)?;
        let mut parts = vec![Vec::new(); deal.n_parts];
        *parts.get_mut(part).ok_or(DealtError::refused("there is no such part"))? = blocks;
        Ok(OnDisk::of_blocks(level.at, file, deal, parts, width))
    }

    fn begin_with<N: Number>(
        &self,
        most: usize,
        n_parts: usize,
        signal: &RunSignal,
    ) -> Result<(DealtLevel, DealtStep), ExpandFailure> {
        match self.begun::<N>(most, n_parts, signal) {
            Err(ExpandFailure::Overflow) => self.begin_with::<AnyNumber>(most, n_parts, signal),
            begun => begun,
        }
    }

    fn begun<N: Number>(
        &self,
        most: usize,
        n_parts: usize,
        signal: &RunSignal,
    ) -> Result<(DealtLevel, DealtStep), ExpandFailure> {
        let is_stopped = || signal.is_stopped();
        let bounds = unbounded(&is_stopped);
        let (mut at, mut states, mut n_nodes) = (0, States::<K, N>::one(self.start), 0);
        while at < self.levels.len() && states.len() <= most {
            let stride = states.stride(&self.levels[at..=at], false, &bounds)?;
            n_nodes += to_u64(stride.n_nodes());
            (at, states) = (at + 1, stride.states);
        }
        let sample: Vec<Key<K>> = states.iter().map(|(key, _)| *key).collect();
        let deal = LevelDeal::new(&self.levels[at..], &sample, (states.len(), 1), (1, n_parts));
        let level = Self::level_at(at, &deal);
        let writer = LevelWriter::new(Arc::new(InMemory::default()), at, deal, true);
        states.into_lists().try_for_each(|mut list| writer.put(&mut list, &bounds))?;
        let step = self.dealt(&level, &writer.finish(), (0, 1), n_nodes).map_err(|_| ExpandFailure::Stopped)?;
        Ok((level, step))
    }

    fn walk<N: Number>(
        &self,
        from: &OnDisk<K>,
        part: usize,
        writer: &LevelWriter<K>,
        to: usize,
        signal: &RunSignal,
    ) -> Result<u64, ExpandFailure> {
        let levels = &self.levels[from.at..to];
        let plan = StepPlan::new::<K, N>(self.memory, 1, from.state_bytes());
        let mask = if from.deal.stays { common_stable_bits(levels) } else { from.deal.mask };
        let mut ledger = Ledger::new(&Count::ONE, signal);
        let is_stopped = || signal.is_stopped();
        let bounds = Bounds { room: plan.room, ..unbounded(&is_stopped) };
        let books = Mutex::new((&mut ledger, vec![0; levels.len()]));
        let (stage, n_parts) = (SweepStage::default(), AtomicUsize::new(0));
        let seen = StepSeen { signal, share: 0.0, expected: f64::INFINITY, stage, n_parts, books };
        let pace = StepPace { n_levels: levels.len(), n_halvings: 0 };
        PartWalk { level: from, levels, mask, pace, writer, seen: &seen, plan: &plan, bounds }.part::<N>(part)?;
        drop(seen);
        Ok(ledger.total_nodes())
    }

    fn sum<N: Number>(&self, level: &OnDisk<K>, part: usize, bounds: &Bounds<'_>) -> Result<Count, ExpandFailure> {
        let list = level.load::<N>(&Chosen::all(part), level.n_states_of(part), bounds);
        match list {
            Err(ExpandFailure::Overflow) => self.sum::<AnyNumber>(level, part, bounds),
            list => Ok(list?.iter().map(|(_, number)| number.to_count()).sum()),
        }
    }
}

impl<const K: usize> DealtSweep for DealtLevels<K> {
    fn n_levels(&self) -> usize {
        self.levels.len()
    }

    fn first(&self) -> usize {
        20_000
    }

    fn begin(&self, most: usize, n_parts: usize, signal: &RunSignal) -> Result<(DealtLevel, DealtStep), DealtError> {
        Ok(self.begin_with::<u64>(most, n_parts, signal)?)
    }

    fn next(
        &self,
        level: &DealtLevel,
        sample: &[u8],
        (n_states, n_parts): (usize, usize),
        signal: &RunSignal,
    ) -> Result<DealtLevel, DealtError> {
        let deal = Self::deal(level)?;
        let to = (level.at + deal.n_levels).min(self.levels.len());
        let (passed, to_come) = (&self.levels[level.at..to], &self.levels[to..]);
        let mut bytes = sample;
        let mut keys: Vec<Key<K>> = Vec::new();
        while !bytes.is_empty() {
            keys.push(take_key(&mut bytes).ok_or(DealtError::refused("a sample is not as it was written"))?);
        }
        keys.sort_unstable();
        keys.dedup();
        let keys: Vec<Key<K>> = keys.iter().step_by(keys.len() / MOST_KEYS + 1).copied().collect();
        let is_stopped = || signal.is_stopped();
        let next = expected_keys(&keys, passed, &is_stopped)?;
        let n_expected = n_states / keys.len().max(1) * next.len();
        let next = LevelDeal::new(to_come, &next, (n_expected.max(1), 1), (1, n_parts));
        Ok(Self::level_at(to, &next))
    }

    fn step(
        &self,
        (from, to): (&DealtLevel, &DealtLevel),
        part: usize,
        pieces: &[&[u8]],
        signal: &RunSignal,
    ) -> Result<DealtStep, DealtError> {
        let level = self.gathered(from, part, pieces)?;
        if to.at <= from.at || to.at > self.levels.len() || to.at - from.at > level.deal.n_levels {
            return Err(DealtError::refused("the level is not one to which a step leads"));
        }
        let writer = LevelWriter::new(Arc::new(InMemory::default()), to.at, Self::deal(to)?, true);
        let n_nodes = match level.width {
            0..=64 => self.walk::<u64>(&level, part, &writer, to.at, signal),
            _ => self.walk::<AnyNumber>(&level, part, &writer, to.at, signal),
        }?;
        self.dealt(to, &writer.finish(), (part, from.n_parts), n_nodes)
    }

    fn total(
        &self,
        level: &DealtLevel,
        part: usize,
        pieces: &[&[u8]],
        signal: &RunSignal,
    ) -> Result<Count, DealtError> {
        let level = self.gathered(level, part, pieces)?;
        let is_stopped = || signal.is_stopped();
        let bounds = unbounded(&is_stopped);
        Ok(match level.width {
            0..=64 => self.sum::<u64>(&level, part, &bounds),
            _ => self.sum::<AnyNumber>(&level, part, &bounds),
        }?)
    }
}

/// One thread, until it is stopped: who sends the states has room for them.
pub(crate) fn unbounded(is_stopped: &(dyn Fn() -> bool + Sync)) -> Bounds<'_> {
    Bounds { room: usize::MAX, n_threads: 1, most: usize::MAX, is_stopped }
}

/// Keys of a sample that are asked, at most.
const MOST_KEYS: usize = 1 << 12;

/// The keys of the states that come of these.
fn expected_keys<const K: usize>(
    keys: &[Key<K>],
    passed: &[Transition<K>],
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<Key<K>>, DealtError> {
    let states = States::of(vec![keys.iter().map(|key| (*key, AnyNumber::one())).collect()]);
    let stride = states.stride(passed, false, &unbounded(is_stopped))?;
    Ok(stride.states.iter().map(|(key, _)| *key).collect())
}

/// The head of a piece, its blocks, and their bytes; none if it is not whole.
fn split_piece(piece: &[u8]) -> Option<(PieceHead, Vec<StateBlock>, &[u8])> {
    let mut bytes = piece;
    let head = PieceHead::read(&mut bytes)?;
    let n_blocks = to_place(head.n_blocks);
    if bytes.len() / StateBlock::BYTES < n_blocks {
        return None;
    }
    let blocks = (0..n_blocks).map(|_| StateBlock::read(&mut bytes)).collect::<Option<Vec<_>>>()?;
    let sum = u64::from_le_bytes(take(&mut bytes)?);
    let length = PieceHead::BYTES + n_blocks * StateBlock::BYTES;
    let n_bytes: u64 = blocks.iter().map(|block| u64::from(block.length)).sum();
    let is_whole = |block: &StateBlock| {
        let end = to_place(block.place) + to_usize(block.length);
        bytes.get(to_place(block.place)..end).is_some_and(|bytes| sum_of(bytes) == block.sum)
    };
    let is_sound = sum_of(&piece[..length]) == sum && n_bytes == to_u64(bytes.len()) && blocks.iter().all(is_whole);
    is_sound.then_some((head, blocks, bytes))
}

/// Blocks in memory, as if they were on a disk.
#[derive(Debug, Default)]
pub(crate) struct InMemory(Mutex<Vec<u8>>);

impl LevelFile for InMemory {
    fn append(&self, block: &[u8]) -> Result<u64, Refused> {
        let mut bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        bytes.extend_from_slice(block);
        Ok(to_u64(bytes.len() - block.len()))
    }

    fn read(&self, place: u64, block: &mut [u8]) -> Result<(), Refused> {
        let bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let from = to_place(place);
        let found = from.checked_add(block.len()).and_then(|to| bytes.get(from..to));
        block.copy_from_slice(found.ok_or(Refused)?);
        Ok(())
    }

    fn refuse(&self) -> Refused {
        Refused
    }

    fn sync(&self) -> Result<(), Refused> {
        Ok(())
    }

    fn bytes(&self) -> u64 {
        to_u64(self.0.lock().unwrap_or_else(PoisonError::into_inner).len())
    }

    fn number(&self) -> u64 {
        0
    }
}
