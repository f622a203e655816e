//! The records of a certificate of classes: `checker/FORMAT.md`, "Classes".
//!
//! The sweep of this engine again, with everything written down that a checker needs: each class is its first state, and each step names the items of the state to which it leads by those of the first state of the class.
//! Labels give these names: items with the same label correspond. A state that passes a level, since its item is covered already, remains what it was, so that nothing need be said about it.

use std::io::{self, Write};

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::super::certificate::{Proof, ProofKind, Unproved, amount, number};
use super::super::frontier::{Fold, Key, KeyLayout, MAX_WORDS, Transition};
use super::super::residue::Residue;
use super::super::run_signal::RunSignal;
use super::super::task::Task;
use super::Race;
use super::components::{self, Scratch};
use super::fold::Isomorphic;
use super::run::with_words;
use super::suffix::Suffix;
use dlx_core::problem::{to_u32, to_usize};
use dlx_core::tally::Count;

/// Writes a record for each class of states, at most so many, in this much memory. The items are those of the residue, which has no colors.
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
    with_words!(layout, WORDS => ClassSweep::<WORDS>::new(&layout, &residue, memory).run((memory, most), signal, out))
}

/// A class of states.
struct ClassState<const K: usize> {
    key: Key<K>,
    count: Count,
    /// Its items in the order of their labels.
    names: Box<[u32]>,
}

/// The classes before a level. A state that keeps its names, and is found to be like another one too late, has no form of its own.
#[derive(Default)]
struct ClassLevel<const K: usize> {
    states: Vec<ClassState<K>>,
    forms: HashMap<Box<[u8]>, usize, FxBuildHasher>,
    bytes: usize,
}

/// Where a step leads.
enum StepEnd<'a> {
    /// Nowhere: a primary item has lost all its options.
    Nowhere,
    /// To a solution.
    Solved,
    /// To a state, with its form and its items in the order of their labels.
    State(&'a [u8], Box<[u32]>),
}

struct ClassSweep<'a, const K: usize> {
    residue: &'a Residue,
    order: &'a [usize],
    levels: Vec<Transition<K>>,
    fold: Isomorphic<'a, K>,
    scratch: Scratch,
    /// The image of each item, while a step is written.
    images: Vec<u32>,
}

/// Bytes for each class, in addition to those of its form and names.
const ENTRY: usize = 160;

/// The descriptions of what is left after each level may take one part in this many of the memory.
const PART_FOR_SUFFIXES: usize = 8;

impl<'a, const K: usize> ClassSweep<'a, K> {
    fn new(layout: &'a KeyLayout, residue: &'a Residue, memory: usize) -> Self {
        let mut fold = Isomorphic::new(layout, residue, memory / PART_FOR_SUFFIXES);
        // To a checker a secondary item with a single option is an item like others.
        fold.least_choices = 1;
        Self {
            residue,
            order: layout.order(),
            levels: layout.levels(residue),
            fold,
            scratch: Scratch::with_names(),
            images: vec![0; residue.n_items],
        }
    }

    fn run(mut self, bounds: (usize, u64), signal: &RunSignal, out: &mut dyn Write) -> Result<Proof, Unproved> {
        let (memory, most) = bounds;
        let mut proof = Proof { count: Count::ZERO, records: 0, kind: ProofKind::Classes };
        let mut here = self.start(&mut proof, out)?;
        for level in 0..self.levels.len() {
            self.fold.twins(level + 1);
            let mut next = self.pass(level, &mut here, signal)?;
            for state in here.states {
                self.record(level, state, &mut next, &mut proof, signal, out)?;
                if here.bytes + next.bytes > memory {
                    return Err(Unproved::Memory);
                }
                if proof.records > most {
                    return Err(Unproved::Long);
                }
            }
            here = next;
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
                && let StepEnd::State(form, names) = self.step_end(level + 1, &state.key, signal)?
            {
                state.names = names;
                next.bytes += form.len();
                next.forms.entry(form.into()).or_insert(next.states.len());
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
        number(out, self.order[level] + 1)?;
        let mut bits = vec![0u8; self.residue.n_items.div_ceil(8)];
        state.names.iter().for_each(|&item| bits[to_usize(item / 8)] |= 1 << (item % 8));
        out.write_all(&bits)?;
        amount(out, &state.count)?;
        let mut keys = Vec::new();
        self.levels[level].steps(&state.key, |key, _| keys.push(key));
        for key in keys {
            let (form, names) = match self.step_end(level + 1, &key, signal)? {
                StepEnd::Nowhere => continue,
                StepEnd::Solved => {
                    proof.count += state.count.clone();
                    continue;
                }
                StepEnd::State(form, names) => (form, names),
            };
            let place = match next.forms.get(form) {
                Some(&place) => place,
                None => {
                    next.forms.insert(form.into(), next.states.len());
                    let new = ClassState { key, count: Count::ZERO, names: names.clone() };
                    next.bytes += form.len() + new.bytes();
                    next.states.push(new);
                    next.states.len() - 1
                }
            };
            let class = &mut next.states[place];
            class.count += state.count.clone();
            write_names(&mut self.images, &names, &class.names, out)?;
        }
        Ok(())
    }

    /// Where a state before a level is.
    fn step_end(&mut self, level: usize, key: &Key<K>, signal: &RunSignal) -> Result<StepEnd<'_>, Unproved> {
        if signal.is_stopped() {
            return Err(Unproved::Stopped);
        }
        let suffix = self.fold.suffix(level).ok_or(Unproved::Wide)?;
        if !suffix.residual(key, &mut self.scratch.residual) {
            return Ok(StepEnd::Nowhere);
        }
        if self.scratch.residual.whole.vertices.is_empty() {
            return Ok(StepEnd::Solved);
        }
        components::form(suffix, &mut self.scratch, &|| signal.is_stopped()).ok_or(Unproved::Stopped)?;
        let names = items(suffix, &self.scratch.names);
        Ok(StepEnd::State(self.scratch.sum(), names))
    }
}

impl<const K: usize> ClassState<K> {
    fn bytes(&self) -> usize {
        ENTRY + size_of::<Self>() + size_of_val(&*self.names)
    }
}

/// The items of some vertices, and after each those of the same vertex in the parts that are alike.
fn items<const K: usize>(suffix: &Suffix<K>, vertices: &[u16]) -> Box<[u32]> {
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
