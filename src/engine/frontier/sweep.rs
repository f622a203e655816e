//! The sweep itself: level after level, with wider numbers when they are needed, and in groups, or in halves, when memory is short.

use super::super::Watch;
use super::super::ledger::Ledger;
use super::super::residue::Residue;
use super::layout::{Level, Plan};
use super::number::Number;
use super::states::{Bounds, Failure, States};
use crate::tally::Count;

/// What a sweep works with.
struct Sweep<'a, const K: usize> {
    levels: Vec<Level<K>>,
    watch: &'a Watch,
    ledger: &'a mut Ledger,
    n_threads: usize,
    means: Means,
    /// States after each level, as far as it came; after the first shortage of memory no more.
    sizes: Vec<usize>,
}

/// The sweep was stopped, or has lost its patience.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Stopped {
    /// The number of states after each level, as far as it came.
    pub(super) sizes: Vec<usize>,
    /// The levels there are.
    pub(super) n_levels: usize,
}

/// What a sweep may use.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Means {
    /// Bytes for states.
    pub(in crate::engine) memory: usize,
    /// States after which to give up.
    pub(in crate::engine) patience: u64,
}

/// The widest key that is compiled, in words.
const MAX_WORDS: usize = 16;

/// Is the frontier narrow enough to be swept at all?
pub(super) fn fits(plan: &Plan) -> bool {
    plan.n_bits <= 64 * MAX_WORDS
}

/// Sweeps a residue by a plan that [`fits`].
pub(super) fn sweep(
    plan: &Plan,
    residue: &Residue,
    watch: &Watch,
    ledger: &mut Ledger,
    means: Means,
) -> Result<Count, Stopped> {
    match plan.n_bits.div_ceil(64) {
        0..=1 => Sweep::<1>::new(plan, residue, watch, ledger, means).start(),
        2 => Sweep::<2>::new(plan, residue, watch, ledger, means).start(),
        3 => Sweep::<3>::new(plan, residue, watch, ledger, means).start(),
        4 => Sweep::<4>::new(plan, residue, watch, ledger, means).start(),
        5..=8 => Sweep::<8>::new(plan, residue, watch, ledger, means).start(),
        _ => Sweep::<MAX_WORDS>::new(plan, residue, watch, ledger, means).start(),
    }
}

impl<'a, const K: usize> Sweep<'a, K> {
    fn new(plan: &Plan, residue: &Residue, watch: &'a Watch, ledger: &'a mut Ledger, means: Means) -> Self {
        Self {
            levels: plan.levels(residue),
            watch,
            ledger,
            n_threads: rayon::current_num_threads(),
            means,
            sizes: Vec::new(),
        }
    }

    fn start(mut self) -> Result<Count, Stopped> {
        let memory = self.means.memory;
        self.run(0, States::<K, u64>::start(), memory).ok_or(Stopped { sizes: self.sizes, n_levels: self.levels.len() })
    }

    /// The number of ways to go on from these states at this level, in `room` bytes.
    fn run<N: Number>(&mut self, mut from: usize, mut states: States<K, N>, room: usize) -> Option<Count> {
        while from < self.levels.len() {
            let (watch, level) = (self.watch, &self.levels[from]);
            let left = room.saturating_sub(states.bytes());
            let bounds = Bounds { room: left, n_threads: self.n_threads, is_stopped: &|| watch.is_stopped() };
            states = match states.expand(level, &bounds) {
                Ok(next) => next,
                Err(Failure::Stopped) => return None,
                Err(Failure::Overflow) => return self.run(from, states.widen(), room),
                Err(Failure::Memory) if states.could_overflow(level) => return self.run(from, states.widen(), room),
                Err(Failure::Memory) if states.bytes() > room / 5 * 4 && states.len() > 1 => {
                    return self.run_halves(from, states, room);
                }
                Err(Failure::Memory) => states.expand_in_groups(level, &bounds)?,
            };
            from += 1;
            if self.sizes.len() + 1 == from {
                self.sizes.push(states.len());
            }
            self.ledger.nodes += states.len() as u64;
            self.ledger.note(self.watch);
            if states.len() == 0 {
                return Some(Count::ZERO);
            }
            if self.ledger.total_nodes() > self.means.patience {
                return None;
            }
        }
        Some(states.numbers().map(Number::to_count).sum())
    }

    /// One half of the states to the end, then the other. What they would have merged is made twice; nothing is counted twice.
    fn run_halves<N: Number>(&mut self, from: usize, states: States<K, N>, room: usize) -> Option<Count> {
        let (first, second) = states.halve();
        let count = self.run(from, first, room.saturating_sub(second.bytes()))?;
        Some(count + self.run(from, second, room)?)
    }
}
