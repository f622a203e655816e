//! The records of a certificate of classes: `checker/FORMAT.md`, "Classes".
//!
//! The sweep of this engine again, with everything written down that a checker needs: each class is its first state, and each step names the items of the state to which it leads by those of the first state of the class.
//! Labels give these names: items with the same label correspond. A state that passes a level, since its item is covered already, remains what it was, so that nothing need be said about it.

use std::io::{self, Write};
use std::rc::Rc;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::super::certificate::{Proof, ProofKind, Unproved, number};
use super::super::frontier::{Fold, Key, KeyLayout, Transition, with_few_words};
use super::super::residue::Residue;
use super::super::run_signal::RunSignal;
use super::super::task::Task;
use super::Race;
use super::components::{self, Scratch};
use super::fold::Isomorphic;
use super::suffix::Suffix;
use dlx_core::problem::{to_u32, to_usize};
use dlx_core::tally::Count;

/// Writes a record for each class of states, at most that many, in this much memory. The items are those of the residue, which has no colors.
pub(crate) fn write_classes(
    residue: Residue,
    (memory, most): (usize, u64),
    signal: &RunSignal,
    out: &mut dyn Write,
) -> Result<Proof, Unproved> {
    let mut race = Race::new(residue, signal);
    race.decide(&Task::root(), signal, memory, most);
    if signal.is_stopped() {
        return Err(Unproved::Stopped);
    }
    let Race { residue, mut runners, .. } = race;
    if runners.is_empty() {
        return Err(Unproved::Wide);
    }
    let layout = runners.swap_remove(0).layout;
    drop(runners);
    with_few_words!(layout.n_bits, WORDS => ClassSweep::<WORDS>::new(&layout, &residue, memory).run((memory, most), signal, out))
}

/// A class of states.
struct ClassState<const K: usize> {
    key: Key<K>,
    count: Count,
    /// Its items in the order of their labels.
    names: Rc<[u32]>,
}

/// The classes before a level. A state that keeps its names, and is found to be like another one too late, has no form of its own.
#[derive(Default)]
struct ClassLevel<const K: usize> {
    states: Vec<ClassState<K>>,
    forms: HashMap<Box<[u8]>, usize, FxBuildHasher>,
    bytes: usize,
    /// Where steps to these states lead, so that each is labelled once; forgotten when it takes too much.
    known: HashMap<Key<K>, StepEnd, FxBuildHasher>,
    known_bytes: usize,
}

impl<const K: usize> ClassLevel<K> {
    /// Its states: no more will be added.
    fn alone(self) -> Self {
        let bytes = self.states.iter().map(ClassState::bytes).sum();
        Self { states: self.states, bytes, ..Self::default() }
    }
}

/// Where a step leads.
#[derive(Clone)]
enum StepEnd {
    /// Nowhere: a primary item has lost all its options.
    Nowhere,
    /// To a solution.
    Solved,
    /// To a state of this class, with its items in the order of their labels.
    Class(usize, Rc<[u32]>),
}

struct ClassSweep<'a, const K: usize> {
    residue: &'a Residue,
    order: &'a [usize],
    levels: Vec<Transition<K>>,
    fold: Isomorphic<'a, K>,
    scratch: Scratch,
    /// The image of each item, while a step is written.
    images: Vec<u32>,
    /// Bytes for known steps.
    room_for_known: usize,
}

/// Bytes for each class, in addition to those of its form and names.
const ENTRY: usize = 160;

/// Of the memory, the descriptions of what is left after each level may take one part in eight, what is known of the steps to a level two, and classes the others.
const PARTS: usize = 8;
const PARTS_FOR_SUFFIXES: usize = 1;
const PARTS_FOR_KNOWN: usize = 2;

impl<'a, const K: usize> ClassSweep<'a, K> {
    fn new(layout: &'a KeyLayout, residue: &'a Residue, memory: usize) -> Self {
        let mut fold = Isomorphic::new(layout, residue, memory / PARTS * PARTS_FOR_SUFFIXES);
        // To a checker a secondary item with a single option is an item like others.
        fold.least_choices = 1;
        Self {
            residue,
            order: layout.order(),
            levels: layout.levels(residue),
            fold,
            scratch: Scratch::with_names(),
            images: vec![0; residue.n_items],
            room_for_known: memory / PARTS * PARTS_FOR_KNOWN,
        }
    }

    fn run(mut self, bounds: (usize, u64), signal: &RunSignal, out: &mut dyn Write) -> Result<Proof, Unproved> {
        let (memory, most) = bounds;
        let room = memory / PARTS * (PARTS - PARTS_FOR_SUFFIXES - PARTS_FOR_KNOWN);
        let mut proof = Proof { count: Count::ZERO, records: 0, kind: ProofKind::Classes, cost: None };
        let mut here = self.start(&mut proof, out)?;
        for level in 0..self.levels.len() {
            self.fold.twins(level + 1);
            let mut next = self.pass(level, &mut here, signal)?;
            for state in here.states {
                self.record(level, state, &mut next, &mut proof, signal, out)?;
                if here.bytes + next.bytes > room {
                    return Err(Unproved::Memory);
                }
                if proof.records > most {
                    return Err(Unproved::Long);
                }
            }
            here = next.alone();
        }
        Ok(proof)
    }

    /// The start, unless it is a solution, or an item has no options.
    fn start(&self, proof: &mut Proof, out: &mut dyn Write) -> io::Result<ClassLevel<K>> {
        let mut level = ClassLevel::default();
        if self.residue.n_primary == 0 {
            proof.count = Count::ONE;
            return Ok(level);
        }
        let mut is_there = vec![false; self.residue.n_items];
        self.residue.cells.iter().for_each(|&(item, _)| is_there[to_usize(item)] = true);
        if is_there[..self.residue.n_primary].iter().all(|&there| there) {
            let names = (0..to_u32(self.residue.n_items)).filter(|&item| is_there[to_usize(item)]).collect();
            level.states.push(ClassState { key: [0; K], count: Count::ONE, names });
            number(out, 0)?;
        }
        Ok(level)
    }

    /// Takes the states out whose item is covered. They come first at the next level, and keep the names of their items.
    fn pass(&mut self, level: usize, here: &mut ClassLevel<K>, signal: &RunSignal) -> Result<ClassLevel<K>, Unproved> {
        let (mut next, item) = (ClassLevel::default(), to_u32(self.order[level]));
        let mut stay = Vec::new();
        for mut state in std::mem::take(&mut here.states) {
            if state.names.contains(&item) {
                stay.push(state);
                continue;
            }
            self.levels[level].steps(&state.key.clone(), |key, _| state.key = key);
            if self.fold.suffix(level + 1).is_some()
                && let Some(names) = self.names(level + 1, &state.key, signal)?
            {
                state.names = names;
                next.bytes += self.scratch.sum().len();
                next.forms.entry(self.scratch.sum().into()).or_insert(next.states.len());
            }
            next.bytes += state.bytes();
            next.states.push(state);
        }
        here.states = stay;
        Ok(next)
    }

    /// Writes the record of a class, and adds to those to which its options lead.
    fn record(
        &mut self,
        level: usize,
        state: ClassState<K>,
        next: &mut ClassLevel<K>,
        proof: &mut Proof,
        signal: &RunSignal,
        out: &mut dyn Write,
    ) -> Result<(), Unproved> {
        signal.note(1, 0);
        proof.records += 1;
        // A block of one record, in which the items that are not left are covered.
        let (mut bits, count) = (vec![0u8; self.residue.n_items.div_ceil(8)], state.count.to_bytes());
        (0..self.residue.n_items).for_each(|item| bits[item / 8] |= 1 << (item % 8));
        state.names.iter().for_each(|&item| bits[to_usize(item / 8)] ^= 1 << (item % 8));
        [self.order[level] + 1, 1, bits.len(), count.len()].into_iter().try_for_each(|size| number(out, size))?;
        out.write_all(&bits)?;
        out.write_all(&count)?;
        let mut keys = Vec::new();
        self.levels[level].steps(&state.key, |key, _| keys.push(key));
        for key in keys {
            match self.step_end(level + 1, &key, next, signal)? {
                StepEnd::Nowhere => {}
                StepEnd::Solved => proof.count += state.count.clone(),
                StepEnd::Class(place, names) => {
                    let class = &mut next.states[place];
                    class.count += state.count.clone();
                    write_names(&mut self.images, &names, &class.names, out)?;
                }
            }
        }
        Ok(())
    }

    /// Where a step to a state before a level leads; the first state of a class stands for it.
    fn step_end(
        &mut self,
        level: usize,
        key: &Key<K>,
        next: &mut ClassLevel<K>,
        signal: &RunSignal,
    ) -> Result<StepEnd, Unproved> {
        if let Some(end) = next.known.get(key) {
            return Ok(end.clone());
        }
        let end = match self.names(level, key, signal)? {
            None => StepEnd::Nowhere,
            Some(names) if names.is_empty() => StepEnd::Solved,
            Some(names) => {
                let form = self.scratch.sum();
                let place = next.forms.get(form).copied().unwrap_or(next.states.len());
                if place == next.states.len() {
                    next.forms.insert(form.into(), place);
                    let new = ClassState { key: *key, count: Count::ZERO, names: Rc::clone(&names) };
                    next.bytes += form.len() + new.bytes();
                    next.states.push(new);
                }
                next.known_bytes += size_of_val(&*names);
                StepEnd::Class(place, names)
            }
        };
        next.known_bytes += ENTRY + size_of_val(key);
        if next.known_bytes > self.room_for_known {
            next.known.clear();
            next.known_bytes = 0;
        }
        next.known.insert(*key, end.clone());
        Ok(end)
    }

    /// The items of a state before a level, in the order of their labels; its form is left in the scratch. None if an item has lost all its options.
    fn names(&mut self, level: usize, key: &Key<K>, signal: &RunSignal) -> Result<Option<Rc<[u32]>>, Unproved> {
        if signal.is_stopped() {
            return Err(Unproved::Stopped);
        }
        let suffix = self.fold.suffix(level).ok_or(Unproved::Wide)?;
        if !suffix.residual(key, &mut self.scratch.residual) {
            return Ok(None);
        }
        if self.scratch.residual.whole.vertices.is_empty() {
            return Ok(Some(Rc::default()));
        }
        components::form(suffix, &mut self.scratch, &|| signal.is_stopped()).ok_or(Unproved::Stopped)?;
        Ok(Some(items(suffix, &self.scratch.names)))
    }
}

impl<const K: usize> ClassState<K> {
    fn bytes(&self) -> usize {
        ENTRY + size_of::<Self>() + size_of_val(&*self.names)
    }
}

/// The items of some vertices, and after each those of the same vertex in the parts that are alike.
fn items<const K: usize>(suffix: &Suffix<K>, vertices: &[u16]) -> Rc<[u32]> {
    let all = vertices.iter().map(|&vertex| usize::from(vertex));
    all.flat_map(|vertex| std::iter::once(suffix.items[vertex]).chain(suffix.alike[vertex].iter().copied())).collect()
}

/// Writes which item of the first state of a class corresponds to each item of another, in order; or that all are the same.
fn write_names(images: &mut [u32], from: &[u32], to: &[u32], out: &mut dyn Write) -> io::Result<()> {
    if from == to {
        return number(out, 0);
    }
    number(out, 1)?;
    from.iter().zip(to).for_each(|(&from, &to)| images[to_usize(from)] = to);
    let mut items = from.to_vec();
    items.sort_unstable();
    items.iter().try_for_each(|&item| number(out, to_usize(images[to_usize(item)])))
}
