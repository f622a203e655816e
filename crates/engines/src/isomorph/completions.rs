//! How many ways there are from a state to the end, for states up to isomorphism.
//!
//! A sweep knows in how many ways its states are *reached*. To draw solutions, the ways that *lead on* are needed. With these one can walk from the start to the end, each state under its own names, and of isomorphism one needs only
//! that states of the same form have equally many ways to the end.
//!
//! So first, level by level, a state is found for each form, and the forms of the next level to which its choices lead; then, backwards, the ways of each form are the sum of the ways of those. A form that is not known yet when it is asked for, as
//! labels that are not quite canonical can make one, is settled in the same way from its level on.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::super::frontier::{Fold, Key, KeyLayout, Refusal, Transition};
use super::super::residue::Residue;
use super::super::run_signal::RunSignal;
use super::components::{self, Scratch};
use super::fold::Isomorphic;
use dlx_core::problem::{to_u64, to_usize};
use dlx_core::side_by_side::side_by_side;
use dlx_core::tally::Count;

/// States that are labelled at once: enough for all threads, few compared with those that are kept.
const AT_ONCE: usize = 1 << 14;

/// Fewer states than this are labelled by one thread.
const WORTH_SHARING: usize = 256;

/// Bytes for each form, in addition to its own.
const ENTRY: usize = 128;

/// What is known of all levels.
pub(super) struct Completions<'a, const K: usize> {
    /// Without twins: a state keeps its names.
    pub(super) levels: Vec<Transition<K>>,
    fold: Isomorphic<'a, K>,
    /// The forms before the first level, between any two, and after the last.
    known: Vec<LevelForms>,
    /// Bytes left.
    room: usize,
    signal: &'a RunSignal,
}

/// The forms of a level, and how many ways lead on from each.
#[derive(Default)]
struct LevelForms {
    numbers: HashMap<Box<[u8]>, u32, FxBuildHasher>,
    ways: Vec<Count>,
}

/// States of a level that are being settled, with their numbers, and then the numbers of those of the next level that their choices lead to.
struct SettlingStates<const K: usize> {
    states: Vec<(Key<K>, u32)>,
    next: Vec<Vec<u32>>,
}

impl<'a, const K: usize> Completions<'a, K> {
    pub(super) fn new(layout: &'a KeyLayout, residue: &'a Residue, memory: usize, signal: &'a RunSignal) -> Self {
        let levels = layout.levels(residue);
        let mut fold = Isomorphic::new(layout, residue, usize::MAX);
        (1..=levels.len()).for_each(|level| drop(fold.twins(level)));
        let known = (0..=levels.len()).map(|_| LevelForms::default()).collect();
        Self { levels, fold, known, room: memory, signal }
    }

    /// How many ways lead on from each of some states between two levels.
    ///
    /// # Errors
    /// If there is no memory for it, or the watch stops it.
    pub(super) fn ways(&mut self, level: usize, keys: &[Key<K>]) -> Result<Vec<Count>, Refusal> {
        let forms = self.forms(level, keys);
        let is_known =
            |form: &Option<Box<[u8]>>| form.as_ref().is_none_or(|form| self.known[level].numbers.contains_key(form));
        if !forms.iter().all(is_known) {
            self.settle(level, keys)?;
        }
        let known = &self.known[level];
        let ways = |form: Option<Box<[u8]>>| {
            form.map_or(Count::ZERO, |form| known.ways[to_usize(known.numbers[&form])].clone())
        };
        Ok(forms.into_iter().map(ways).collect())
    }

    /// Finds the ways of states, and of all that their choices lead to.
    fn settle(&mut self, level: usize, keys: &[Key<K>]) -> Result<(), Refusal> {
        let mut open = vec![SettlingStates::default()];
        self.number(level, keys, &mut open[0].states)?;
        for level in level..self.levels.len() {
            let (mut last, mut next) = (open.pop().expect("the first one is there"), SettlingStates::default());
            let per_piece = (AT_ONCE / self.levels[level].choices.len().max(1)).max(1);
            for piece in last.states.chunks(per_piece) {
                self.go_on(level, piece, &mut last.next, &mut next.states)?;
            }
            open.extend([last, next]);
        }
        for (from, open) in open.into_iter().enumerate().rev() {
            self.add_up(level + from, &open);
        }
        Ok(())
    }

    /// Makes all choices in some states of a level.
    fn go_on(
        &mut self,
        level: usize,
        states: &[(Key<K>, u32)],
        numbers: &mut Vec<Vec<u32>>,
        next: &mut Vec<(Key<K>, u32)>,
    ) -> Result<(), Refusal> {
        let (mut made, mut ends) = (Vec::new(), Vec::new());
        for (key, _) in states {
            self.levels[level].steps(key, |key, _| made.push(key));
            ends.push(made.len());
        }
        self.signal.note(to_u64(made.len()), 0);
        let all = self.number(level + 1, &made, next)?;
        let starts = std::iter::once(0).chain(ends.iter().copied());
        numbers.extend(starts.zip(&ends).map(|(start, &end)| all[start..end].iter().flatten().copied().collect()));
        Ok(())
    }

    /// The number of the form of each state; those of new forms are open. None if a state has no way on.
    fn number(
        &mut self,
        level: usize,
        keys: &[Key<K>],
        open: &mut Vec<(Key<K>, u32)>,
    ) -> Result<Vec<Option<u32>>, Refusal> {
        let forms = self.forms(level, keys);
        if self.signal.is_stopped() {
            return Err(Refusal::Stopped);
        }
        let known = &mut self.known[level];
        let mut numbers = Vec::with_capacity(keys.len());
        for (key, form) in keys.iter().zip(forms) {
            let Some(form) = form else {
                numbers.push(None);
                continue;
            };
            let bytes = form.len() + ENTRY;
            let new = dlx_core::problem::to_u32(known.ways.len());
            let number = *known.numbers.entry(form).or_insert(new);
            if number == new {
                known.ways.push(Count::ZERO);
                open.push((*key, number));
                self.room = self.room.checked_sub(bytes).ok_or(Refusal::Memory)?;
            }
            numbers.push(Some(number));
        }
        Ok(numbers)
    }

    /// The ways of open states: after the last level there is one, and before that they are the sums of those that they lead to.
    fn add_up(&mut self, level: usize, open: &SettlingStates<K>) {
        if level == self.levels.len() {
            open.states.iter().for_each(|&(_, number)| self.known[level].ways[to_usize(number)] = Count::ONE);
            return;
        }
        for ((_, number), next) in open.states.iter().zip(&open.next) {
            let ways = next.iter().map(|&next| self.known[level + 1].ways[to_usize(next)].clone()).sum();
            self.known[level].ways[to_usize(*number)] = ways;
        }
    }

    /// The form of each state; none if it has no way on.
    fn forms(&self, level: usize, keys: &[Key<K>]) -> Vec<Option<Box<[u8]>>> {
        let all = |keys: &[Key<K>]| {
            let mut scratch = Scratch::default();
            keys.iter().map(|key| self.form(level, key, &mut scratch)).collect::<Vec<_>>()
        };
        if keys.len() < WORTH_SHARING {
            return all(keys);
        }
        self.signal.with_permits(rayon::current_num_threads(), |n_threads| {
            let pieces = keys.chunks(keys.len().div_ceil(n_threads)).collect();
            side_by_side(pieces, all).into_iter().flatten().collect()
        })
    }

    fn form(&self, level: usize, key: &Key<K>, scratch: &mut Scratch) -> Option<Box<[u8]>> {
        let Some(suffix) = self.fold.suffix(level) else {
            return Some(key.iter().flat_map(|word| word.to_le_bytes()).collect());
        };
        let key = self.fold.tidy(level, key);
        if !suffix.residual(&key, &mut scratch.residual) {
            return None;
        }
        components::form(suffix, scratch, &|| false).map(|form| form.as_slice().into())
    }
}

impl<const K: usize> Default for SettlingStates<K> {
    fn default() -> Self {
        Self { states: Vec::new(), next: Vec::new() }
    }
}
