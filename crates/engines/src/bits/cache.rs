//! States met before, and how many solutions they have.
//!
//! Where some options cover together what some others do (two digits in the corners of a rectangle of a sudoku, two pieces that make the same shape in two ways), the search reaches the same living
//! options again, most often soon. So the last states are kept in a small table: their living options, each and all, as they stand in the tables that the task began with, so that searches in packed
//! tables share them. A new state takes the slot of an older one with the same hash.
//!
//! States with the same living options have the same solutions: only such are kept in which no item is starving, so the items to be covered are those that have an option.
//!
//! Where few states come again, as in queens, to look them up costs more than it saves. That depends on how many options are still to come: if they are few, states come again often, but little is
//! saved; many, and they hardly ever come again. So for each such number a balance is kept, and while it is bad hardly any state is looked up.
//! (A sudoku with 6644608 solutions takes 1.22 s instead of 1.58, one of 16 by 16 0.061 s instead of 0.109, Y pentacubes in 5 x 5 x 5 3.4 s instead of 5.3: results/2026-11-23-trees. Knuth's dlx6
//! keeps all states, as diagrams; TAOCP 7.2.2.1 has it from Nishino, Yasuda, Minato and Nagata, AAAI 2017. Keeping none but the last fits in a cache.)

use super::super::ledger::Ledger;
use dlx_core::problem::{to_place, to_u32, to_u64, to_usize};

/// Room for the states, in words: a quarter of a MiB. (Twice or half as much makes no difference.)
const ROOM: usize = 1 << 15;

/// A slot begins with its ticket, the number of solutions, and the number of nodes that it took to count them. The state follows.
const HEADER: usize = 3;

/// Stands for a number of solutions that is not known, or too large: at one node less than 2^32 may be found (see `ledger`).
const UNKNOWN: u64 = (1 << 32) - 1;

/// The time to look a state up, in words looked at: a constant, and a number for each word of the state.
const LOOK: usize = 24;
const LOOK_WORD: usize = 2;

/// The time for a node apart from its census, in words looked at.
const NODE: usize = 16;

/// What may be lost or gained before it is clear whether states are worth while, in words looked at.
const PATIENCE: i64 = 1 << 16;

/// After some states that were not worth while, this many times as many pass without a look.
const RECESS: u64 = 32;

/// The last states of a task, and what has been learned about how often they come again.
#[derive(Debug, Default)]
pub(super) struct Cache {
    /// Words of a state; in a task with smaller states the last words are empty.
    n_words: usize,
    /// Slots of `HEADER` and as many words as a state has; none before the first state.
    slots: Vec<u64>,
    stride: usize,
    /// How far a hash is shifted to become the number of a slot.
    shift: u32,
    /// The state that is looked up.
    state: Vec<u64>,
    /// The last ticket, and the last before this task.
    ticket: u64,
    before: u64,
    /// The balance for each number of options still to come.
    balances: Vec<Balance>,
}

/// What states have saved and cost.
#[derive(Clone, Copy, Debug, Default)]
struct Balance {
    words: i64,
    n_looks: u32,
    /// The number of states to come that are not looked up.
    recess: u64,
}

/// A state that is being counted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OpenState {
    slot: usize,
    /// The slot is this state's as long as it has this ticket. No slot has ticket 0.
    ticket: u64,
    /// Solutions found and nodes visited before.
    found: u64,
    nodes: u64,
}

/// What is known about a state.
pub(super) enum Met {
    /// The number of its solutions.
    Known(u64),
    /// Nothing, or it was not looked up.
    New(OpenState),
}

/// Each worker meets states of its own.
impl Clone for Cache {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Cache {
    /// A cache that no state is looked up in, where up to `n_items` options are to come.
    pub(super) fn unused(n_items: usize) -> Self {
        let never = Balance { recess: u64::MAX, ..Balance::default() };
        Self { balances: vec![never; n_items + 1], ..Self::default() }
    }

    /// A task begins, or states have other keys from here on, of at most `n_words` words; what was met before is forgotten. Keys may grow only between tasks.
    pub(super) fn begin(&mut self, n_words: usize) {
        // The slots never shrink: to lay them out again for each task took a fifth of the time of queens 14.
        self.n_words = self.n_words.max(n_words);
        self.before = self.ticket;
    }

    /// How many words a state has.
    pub(super) fn n_words(&self) -> usize {
        self.n_words
    }

    /// Looks up a state in which no item is starving, when `n_to_come` options are to come and a census takes `n_looks` looks; if nothing is known about it, `close` will be told.
    #[inline(always)]
    pub(super) fn lookup(
        &mut self,
        n_to_come: u32,
        n_looks: impl Fn() -> usize,
        ledger: &Ledger,
        key: impl Fn(&mut [u64]),
    ) -> Met {
        let n_to_come = to_usize(n_to_come);
        if let Some(balance) = self.balances.get_mut(n_to_come)
            && balance.recess > 0
        {
            balance.recess -= 1;
            return Met::New(OpenState::default());
        }
        self.look_up(n_to_come, n_looks, ledger, key)
    }

    #[inline(always)]
    fn look_up(
        &mut self,
        n_to_come: usize,
        n_looks: impl Fn() -> usize,
        ledger: &Ledger,
        key: impl Fn(&mut [u64]),
    ) -> Met {
        if self.stride != HEADER + self.n_words || self.balances.len() <= n_to_come {
            self.make_room(n_to_come);
        }
        key(&mut self.state);
        let place = to_place(hash(&self.state) >> self.shift) * self.stride;
        let slot = &mut self.slots[place..][..self.stride];
        let balance = &mut self.balances[n_to_come];
        balance.n_looks += 1;
        balance.words -= to_balance(LOOK + LOOK_WORD * self.n_words);
        if slot[0] > self.before && slot[1] != UNKNOWN && slot[HEADER..] == self.state {
            let saved = slot[2].saturating_mul(to_u64(n_looks() + NODE));
            let saved = i64::try_from(saved).unwrap_or(i64::MAX);
            balance.words = balance.words.saturating_add(saved).min(PATIENCE);
            return Met::Known(slot[1]);
        }
        if balance.words < -PATIENCE {
            *balance = Balance { recess: u64::from(balance.n_looks) * RECESS, ..Balance::default() };
        }
        self.ticket += 1;
        (slot[0], slot[1]) = (self.ticket, UNKNOWN);
        slot[HEADER..].copy_from_slice(&self.state);
        Met::New(OpenState { slot: place, ticket: self.ticket, found: ledger.found_so_far(), nodes: ledger.so_far() })
    }

    /// A state has been counted.
    #[inline(always)]
    pub(super) fn close(&mut self, open: &OpenState, ledger: &Ledger) {
        let found = ledger.found_so_far();
        if open.ticket == 0 || self.slots[open.slot] != open.ticket || found == u64::MAX {
            return;
        }
        self.slots[open.slot + 1] = (found - open.found).min(UNKNOWN);
        self.slots[open.slot + 2] = ledger.so_far().saturating_sub(open.nodes);
    }

    #[cold]
    #[inline(never)]
    fn make_room(&mut self, n_to_come: usize) {
        self.balances.resize(self.balances.len().max(n_to_come + 1), Balance::default());
        let stride = HEADER + self.n_words;
        if stride != self.stride {
            let log = (ROOM / stride).ilog2();
            (self.stride, self.shift) = (stride, u64::BITS - log);
            // Pages that are never written to cost nothing.
            self.slots = vec![0; stride << log];
            self.state.resize(self.n_words, 0);
        }
    }
}

/// The high bits of a sum of products are well mixed.
#[inline(always)]
fn hash(state: &[u64]) -> u64 {
    let products = state.iter().zip(&FACTORS).map(|(word, factor)| (word ^ word >> 32).wrapping_mul(*factor));
    let sum = products.fold(0, u64::wrapping_add);
    sum ^ sum << 17
}

/// Odd numbers without a pattern: steps of the generator of Vigna's SplitMix64.
const FACTORS: [u64; 64] = {
    let (mut factors, mut i) = ([0; 64], 0);
    let mut state: u64 = 1;
    while i < factors.len() {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        factors[i] = mixed ^ mixed >> 27 | 1;
        i += 1;
    }
    factors
};

fn to_balance(words: usize) -> i64 {
    i64::from(to_u32(words))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run_signal::RunSignal;
    use dlx_core::tally::Count;

    /// Looks up a state of 64 options, when ten are to come.
    fn lookup(cache: &mut Cache, state: u64, ledger: &Ledger) -> Met {
        cache.lookup(10, || 1, ledger, |key| key[0] = state)
    }

    fn open(cache: &mut Cache, state: u64, ledger: &Ledger) -> OpenState {
        let Met::New(open) = lookup(cache, state, ledger) else { panic!("{state} is known") };
        open
    }

    fn known(cache: &mut Cache, state: u64, ledger: &Ledger) -> Option<u64> {
        match lookup(cache, state, ledger) {
            Met::Known(n_solutions) => Some(n_solutions),
            Met::New(_) => None,
        }
    }

    #[test]
    fn a_state_is_known_until_the_task_ends() {
        let (mut cache, mut ledger) = (Cache::default(), Ledger::new(&Count::from(1u64), &RunSignal::default()));
        cache.begin(1);
        ledger.find(100);
        let first = open(&mut cache, 7, &ledger);
        ledger.find(5);
        let second = open(&mut cache, 11, &ledger);
        ledger.find(1);
        cache.close(&second, &ledger);
        assert_eq!(known(&mut cache, 7, &ledger), None, "it is being counted, and now once more");
        cache.close(&first, &ledger);
        assert_eq!((known(&mut cache, 7, &ledger), known(&mut cache, 11, &ledger)), (None, Some(1)));
        cache.begin(1);
        assert_eq!(known(&mut cache, 11, &ledger), None);
    }

    /// Solutions that do not fit are not noted.
    #[test]
    fn too_many_solutions_are_not_noted() {
        let mut cache = Cache::default();
        cache.begin(1);
        for (n_solutions, noted) in [(UNKNOWN - 1, true), (UNKNOWN, false), (1 << 40, false), (u64::MAX, false)] {
            let mut ledger = Ledger::new(&Count::from(1u64), &RunSignal::default());
            let state = open(&mut cache, n_solutions, &ledger);
            ledger.find(n_solutions);
            cache.close(&state, &ledger);
            assert_eq!(known(&mut cache, n_solutions, &ledger).is_some(), noted, "{n_solutions}");
        }
    }

    /// After many looks in vain there is a recess, and then there are looks again.
    #[test]
    fn states_that_never_come_again_are_given_up_for_a_while() {
        let (mut cache, ledger) = (Cache::default(), Ledger::new(&Count::from(1u64), &RunSignal::default()));
        cache.begin(1);
        let looked_up: Vec<u64> =
            (0..1_000_000).filter(|&state| open(&mut cache, state, &ledger).ticket != 0).collect();
        let n_looks = looked_up.len();
        assert!((20_000..50_000).contains(&n_looks), "{n_looks}");
        assert!(looked_up.last() > Some(&900_000), "after a recess it looks again");
    }
}
