//! A sweep from bytes to bytes, as [`frontier`](super::super::frontier) has one: the classes of its levels are kept elsewhere, and sent to other processes.
//!
//! A level is dealt out by the hashes of forms, so states of one class meet in one part, no matter which process made them. A piece has entries (form, key, multiplicity) as the file of a level on a disk has them. A step merges the pieces for its part,
//! takes one state of each class to the next level where something is chosen, and labels what comes of it: merging and expanding are one task, and what is sent is sent once.
//!
//! Forms are compared only where all of them were made from the same suffix. So each process makes the suffix of a level from nothing but that level, and all have the same order of the items, which [`best_order`] has found for them.

use std::sync::{Arc, Mutex, PoisonError};

use super::super::frontier::{
    ANY, AnyNumber, ClassFile, DealtError, DealtLevel, DealtStep, DealtSweep, ExpandFailure, Fold, FoldOnDisk,
    GatheredPart, InMemory, KeyLayout, Number, PieceFormat, Transition, fits, step_of_classes, sum_of_classes,
    unbounded, with_few_words,
};
use super::super::residue::Residue;
use super::super::run_signal::RunSignal;
use super::super::task::Task;
use super::Race;
use super::fold::{Isomorphic, Prepared};
use dlx_core::problem::{Problem, to_place, to_u64};
use dlx_core::stop::caught;
use dlx_core::tally::Count;

/// Classes that the race for the best order may make.
const RACE: u64 = 100_000;

/// A part has this many classes at least, if that leaves a part at all.
const FEW: usize = 64;

/// The order of the items in which a sweep has the fewest classes, as far as a race tells that ends after some seconds. None if the frontier is too wide for any key, or it was stopped.
#[must_use]
pub(crate) fn best_order(problem: &Problem, memory: usize, signal: &RunSignal) -> Option<Vec<usize>> {
    let mut race = Race::new(Residue::whole(problem.tree_form()), signal);
    race.decide(&Task::root(), signal, memory, RACE);
    let winner = race.runners.first().filter(|_| !signal.is_stopped())?;
    Some(winner.layout.order().to_vec())
}

/// The sweep of a problem in an order of its items; a step has this many bytes for states. None if it is no order of them, or its frontier is too wide for any key.
#[must_use]
pub(crate) fn dealt(problem: &Problem, order: &[usize], memory: usize) -> Option<Box<dyn DealtSweep>> {
    let residue = Residue::whole(problem.tree_form());
    let mut sorted = order.to_vec();
    sorted.sort_unstable();
    if !sorted.iter().copied().eq(0..residue.n_primary) {
        return None;
    }
    let layout = KeyLayout::new(&residue, (order.to_vec(), Vec::new()));
    if !fits(&layout) {
        return None;
    }
    Some(with_few_words!(layout.n_bits, WORDS => Box::new(DealtClasses::<WORDS>::new(layout, residue, memory))))
}

/// A sweep with keys of `K` words.
#[derive(Debug)]
struct DealtClasses<const K: usize> {
    residue: Residue,
    layout: KeyLayout,
    levels: Vec<Transition<K>>,
    pieces: PieceFormat,
    memory: usize,
    /// What was left after levels of the last steps, for the next ones.
    prepared: Mutex<Vec<PreparedLevel<K>>>,
}

/// What is left after a level, and its hash.
type PreparedLevel<const K: usize> = (usize, Prepared<K>, u64);

/// Classes that a step has made, and how.
struct MadeClasses<const K: usize> {
    file: ClassFile<K>,
    /// Bits of a multiplicity, and the hash of what forms were made from.
    about: (u32, u64),
    n_before: usize,
}

impl<const K: usize> DealtClasses<K> {
    fn new(layout: KeyLayout, residue: Residue, memory: usize) -> Self {
        let (levels, pieces) = (layout.levels(&residue), PieceFormat::new::<K>(&layout, &residue));
        Self { residue, layout, levels, pieces, memory, prepared: Mutex::default() }
    }

    /// The next level where something is chosen, or the last one.
    fn after(&self, at: usize) -> usize {
        let homes = &self.layout.spans().home;
        let next = homes.iter().filter(|&&home| home >= at).min();
        next.map_or(self.levels.len(), |home| home + 1)
    }

    /// A level of which the next ones should have this many parts.
    fn level_at(at: usize, n_parts: usize, wanted: usize) -> DealtLevel {
        DealtLevel { at, n_parts, deal: to_u64(wanted.max(n_parts)).to_le_bytes().into() }
    }

    /// The parts that levels should have, as a level says it.
    fn wanted(level: &DealtLevel) -> Result<usize, DealtError> {
        let bytes = level.deal[..].try_into().map_err(|_| DealtError::refused("a deal is not as it was written"))?;
        Ok(to_place(u64::from_le_bytes(bytes)))
    }

    fn gathered(&self, level: &DealtLevel, part: usize, pieces: &[&[u8]]) -> Result<ClassFile<K>, DealtError> {
        let GatheredPart { file, blocks, .. } = self.pieces.read((level, part), pieces)?;
        Ok(ClassFile::of_blocks(file, vec![blocks]))
    }

    /// What was written, as pieces.
    fn dealt(
        &self,
        level: &DealtLevel,
        MadeClasses { file, about, n_before }: &MadeClasses<K>,
        from: (usize, usize),
    ) -> Result<DealtStep, DealtError> {
        let piece = |part| self.pieces.write((level, part), from, *about, file.file(), &file.blocks_of(part));
        Ok(DealtStep {
            pieces: (0..level.n_parts).map(piece).collect::<Result<_, _>>()?,
            sample: Vec::new(),
            n_states: file.n_entries(),
            n_nodes: to_u64(*n_before),
        })
    }

    /// The state before the first level, in one piece.
    fn start(&self, level: &DealtLevel, signal: &RunSignal) -> Result<DealtStep, DealtError> {
        let (file, mut merged) = (new_file(1), <Isomorphic<'_, K> as Fold<K>>::Merged::<AnyNumber>::default());
        if let Some(key) = self.layout.start() {
            <Isomorphic<'_, K> as FoldOnDisk<K>>::put(&mut merged, &[], key, &AnyNumber::one())?;
        }
        let is_stopped = || signal.is_stopped();
        file.put::<Isomorphic<'_, K>>(&mut merged, &unbounded(&is_stopped))?;
        self.dealt(level, &MadeClasses { file, about: (ANY, 0), n_before: 0 }, (0, 1))
    }

    /// Takes a part to a level, with what is left after it.
    fn walk(
        &self,
        part: &ClassFile<K>,
        (from, to): (&DealtLevel, &DealtLevel),
        signal: &RunSignal,
    ) -> Result<MadeClasses<K>, ExpandFailure> {
        let mut fold = Isomorphic::new(&self.layout, &self.residue, usize::MAX);
        let known = self.known(to.at).map(|(level, prepared, sum)| {
            fold.put_prepared(level, prepared);
            sum
        });
        let mut levels = self.levels[from.at..to.at].to_vec();
        let twins = caught(|| fold.twins(to.at)).map_err(|_| ExpandFailure::Stopped)?;
        levels.iter_mut().last().into_iter().for_each(|last| last.twins.clone_from(&twins));
        let sum = known.unwrap_or_else(|| fold.sum_of_suffix(to.at));
        let file = new_file(to.n_parts);
        let n_before = step_of_classes(part, (&fold, to.at, &levels), &file, self.memory, signal)?;
        if let Some(prepared) = fold.take_prepared(to.at) {
            self.prepared.lock().unwrap_or_else(PoisonError::into_inner).push((to.at, prepared, sum));
        }
        Ok(MadeClasses { file, about: (ANY, sum), n_before })
    }

    /// What an earlier step has found out about a level.
    fn known(&self, at: usize) -> Option<PreparedLevel<K>> {
        let mut prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        prepared.retain(|(level, ..)| *level == at);
        prepared.pop()
    }
}

/// A file in memory.
fn new_file<const K: usize>(n_parts: usize) -> ClassFile<K> {
    ClassFile::new(Arc::new(InMemory::default()), n_parts)
}

impl<const K: usize> DealtSweep for DealtClasses<K> {
    fn n_levels(&self) -> usize {
        self.levels.len()
    }

    fn first(&self) -> usize {
        2_000
    }

    fn begin(&self, most: usize, n_parts: usize, signal: &RunSignal) -> Result<(DealtLevel, DealtStep), DealtError> {
        let mut level = Self::level_at(0, 1, n_parts);
        let mut made = self.start(&level, signal)?;
        let mut n_nodes = 0;
        while level.at < self.levels.len() && made.n_states <= most {
            let next = Self::level_at(self.after(level.at), 1, n_parts);
            let pieces = [&made.pieces[0][..]];
            let mut step = self.step((&level, &next), 0, &pieces, signal)?;
            let dealt = Self::level_at(next.at, n_parts, n_parts);
            let is_last = step.n_states > most || next.at == self.levels.len();
            n_nodes += step.n_nodes;
            if is_last {
                step = self.step((&level, &dealt), 0, &pieces, signal)?;
            }
            (level, made) = (if is_last { dealt } else { next }, step);
        }
        made.n_nodes = n_nodes;
        Ok((level, made))
    }

    fn next(
        &self,
        level: &DealtLevel,
        _: &[u8],
        (n_states, n_parts): (usize, usize),
        _: &RunSignal,
    ) -> Result<DealtLevel, DealtError> {
        let wanted = Self::wanted(level)?.max(n_parts);
        Ok(Self::level_at(self.after(level.at), wanted.min(n_states / FEW + 1), wanted))
    }

    fn step(
        &self,
        (from, to): (&DealtLevel, &DealtLevel),
        part: usize,
        pieces: &[&[u8]],
        signal: &RunSignal,
    ) -> Result<DealtStep, DealtError> {
        let own = self.gathered(from, part, pieces)?;
        if from.at >= self.levels.len() || to.at != self.after(from.at) || to.n_parts == 0 {
            return Err(DealtError::refused("the level is not one to which a step leads"));
        }
        self.dealt(to, &self.walk(&own, (from, to), signal)?, (part, from.n_parts))
    }

    fn total(
        &self,
        level: &DealtLevel,
        part: usize,
        pieces: &[&[u8]],
        signal: &RunSignal,
    ) -> Result<Count, DealtError> {
        Ok(sum_of_classes::<K, Isomorphic<'_, K>>(&self.gathered(level, part, pieces)?, signal)?)
    }
}
