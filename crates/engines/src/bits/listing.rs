//! Solutions one by one, found by the search that counts.
//!
//! The search notes nothing on its way, so counting pays nothing for it. Where it has found solutions, the options branched on are in its frames, and those that were forced follow from them: they are chosen again in the sets of the whole
//! problem, as long as an item has one option left.
//!
//! What counts several solutions at once without finding each is left out: states met before, and states in which every item has two options.
//!
//! All 9356 tilings of 6 x 10 with pentominoes take a tenth of the time that links take. Measurements: results/2026-11-27-listing.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::super::algorithm::Engine;
use super::super::ledger::Ledger;
use super::super::links::{Finding, Strategy, Take};
use super::super::residue::Residue;
use super::super::run_signal::RunSignal;
use super::super::task::{OpenSubtrees, Task};
use super::bit_problem::{BitProblem, Conflicts, MAX_OPTIONS, MAX_WORDS, members, n_members};
use super::cache::Cache;
use super::context::Workspace;
use super::instructions::Instructions;
use super::packing::Learned;
use super::tables::contains;
use super::{Bits, wide};
use dlx_core::problem::{OptionId, Problem, to_place, to_u32, to_usize};
use dlx_core::tally::Tally;

/// How often the taker is asked whether it wants more.
const ASKING: Duration = Duration::from_millis(1);

/// The first time after which a task without solutions is handed back.
const PATIENCE: Duration = Duration::from_millis(10);

/// An engine that hands out the solutions it counts, in no particular order, where tables hold the whole problem.
///
/// Where a task has had no solution for a while, its rest is handed back, and [links](Finding) have a turn, in an order of their own, until they have spent as much time in vain. So the first solutions of
/// `queens 60` come as soon as from links alone, and all of a puzzle that has few take at most twice the time.
pub struct Listing {
    whole: Arc<ForcingSets>,
    level: Instructions,
    learned: Learned,
    cache: Cache,
    links: Finding,
    taker: Box<dyn Take>,
    patience: Duration,
    /// The time that sets and links have spent in vain since the last solution.
    in_vain: [Duration; 2],
}

/// Places in `in_vain`.
const SETS: usize = 0;
const LINKS: usize = 1;

impl Listing {
    /// Lists the solutions of a problem.
    ///
    /// # Errors
    /// The taker, if links have to list them: there are too many options, or items with quotas, or what is chosen has to be connected.
    pub fn new(problem: &Problem, taker: Box<dyn Take>) -> Result<Self, Box<dyn Take>> {
        Self::at(Instructions::best(), Learned::default(), problem, taker)
    }

    /// Lists them with the instructions of this engine. For tests that all of them find the same.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    #[doc(hidden)]
    pub fn by(bits: &Bits, problem: &Problem, taker: Box<dyn Take>) -> Result<Self, Box<dyn Take>> {
        Self::at(bits.level, bits.learned, problem, taker)
    }

    fn at(
        level: Instructions,
        learned: Learned,
        problem: &Problem,
        taker: Box<dyn Take>,
    ) -> Result<Self, Box<dyn Take>> {
        let Some(whole) = ForcingSets::new(problem) else { return Err(taker) };
        let links = Finding::new(problem, taker.another(), Strategy::default()).in_turns();
        Ok(Self::with((Arc::new(whole), level, learned), links, taker))
    }

    fn with(
        (whole, level, learned): (Arc<ForcingSets>, Instructions, Learned),
        links: Finding,
        taker: Box<dyn Take>,
    ) -> Self {
        let cache = Cache::unused(whole.sets.n_primary());
        Self { whole, level, learned, cache, links, taker, patience: PATIENCE, in_vain: [Duration::ZERO; 2] }
    }

    fn run_sets(&mut self, task: &Task, signal: &RunSignal) -> (Tally, OpenSubtrees) {
        let Self { whole, level, learned, cache, taker, patience, .. } = self;
        let prefix = task.prefix.to_vec();
        let Some(left) = whole.sets.below(&prefix) else { return Default::default() };
        let lister = Some(Lister::new(whole, &prefix, taker.as_mut(), *patience));
        let mut means = Workspace { level: *level, learned, cache, weight: &task.weight, signal, lister };
        let done = wide::count(&whole.sets, left, &mut means);
        taker.pass(None);
        done
    }
}

impl Engine for Listing {
    fn run(&mut self, task: &Task, signal: &RunSignal) -> (Tally, OpenSubtrees) {
        let is_tired = self.in_vain[SETS] >= PATIENCE && self.in_vain[LINKS] < self.in_vain[SETS];
        let (turn, begun) = (if is_tired { LINKS } else { SETS }, Instant::now());
        let done = if turn == LINKS { self.links.run(task, signal) } else { self.run_sets(task, signal) };
        if done.0.count.is_zero() {
            self.in_vain[turn] += begun.elapsed();
            self.patience = self.patience.max(self.in_vain[SETS]);
        } else {
            (self.patience, self.in_vain) = (PATIENCE, [Duration::ZERO; 2]);
        }
        done
    }

    fn boxed_clone(&self) -> Box<dyn Engine> {
        let sets = (Arc::clone(&self.whole), self.level, self.learned);
        Box::new(Self::with(sets, self.links.another(), self.taker.another()))
    }
}

/// The sets of a problem, and what it takes to find the options that follow from others.
struct ForcingSets {
    sets: BitProblem,
    /// The cells of each option.
    residue: Residue,
    /// How many options each primary item has.
    n_options: Vec<u32>,
}

impl ForcingSets {
    fn new(problem: &Problem) -> Option<Self> {
        if problem.connected().is_some() || !problem.quotas().is_empty() {
            return None;
        }
        let residue = Residue::whole(problem);
        let n = residue.ids.len();
        if n > MAX_OPTIONS || residue.n_items * n.div_ceil(64) > MAX_WORDS {
            return None;
        }
        let sets = BitProblem::of(&residue, false);
        let n_options = (0..residue.n_primary).map(|item| to_u32(to_place(n_members(sets.row(item))))).collect();
        Some(Self { sets, residue, n_options })
    }

    /// The primary items of an option.
    fn items_of(&self, option: usize) -> impl Iterator<Item = usize> {
        let items = self.residue.cells_of(option).iter().map(|&(item, _)| to_usize(item));
        items.filter(|&item| item < self.residue.n_primary)
    }
}

/// Finds the options that follow from those that were chosen in a solution where there was a choice: an item that has one option left has it. What is left after each choice is kept for the next solution, which has most choices in
/// common with this one. (From the start for each solution, colorings and long chains of forced options took two to eleven times as long as with links.)
#[derive(Default)]
struct Forcing {
    /// What is left of the whole, after each choice.
    states: Vec<ForcedState>,
    /// How many of these hold.
    depth: usize,
    /// Items that had one option left when they were put here.
    single: Vec<usize>,
}

/// What is left after a choice and all that follows from it.
#[derive(Clone, Default)]
struct ForcedState {
    chosen: Option<OptionId>,
    alive: Vec<u64>,
    /// For each primary item, how many options live.
    n_options: Vec<u32>,
    /// How many primary items are not covered.
    n_open: u32,
    /// The choice, unless it was forced before, and what follows from it.
    taken: Vec<OptionId>,
}

impl Forcing {
    /// All options of the solution with these choices.
    fn complete(&mut self, whole: &ForcingSets, choices: &[OptionId], found: &mut Vec<OptionId>) {
        if self.states.is_empty() {
            self.begin(whole);
        }
        let held = self.states[1..self.depth].iter().zip(choices);
        let n_same = held.take_while(|(state, choice)| state.chosen == Some(**choice)).count();
        self.depth = n_same + 1;
        for &choice in &choices[n_same..] {
            self.choose(whole, choice);
        }
        let states = &self.states[..self.depth];
        assert!(states.last().is_some_and(|state| state.n_open == 0), "what is left of a solution is forced");
        found.clear();
        states.iter().for_each(|state| found.extend_from_slice(&state.taken));
    }

    /// What follows without a choice.
    fn begin(&mut self, whole: &ForcingSets) {
        let (alive, n_options) = (whole.sets.choosable.to_vec(), whole.n_options.clone());
        let n_open = to_u32(whole.sets.n_primary());
        self.single.extend((0..n_options.len()).filter(|&item| n_options[item] == 1));
        let mut state = ForcedState { alive, n_options, n_open, ..ForcedState::default() };
        state.follow(whole, &mut self.single);
        (self.states, self.depth) = (vec![state], 1);
    }

    fn choose(&mut self, whole: &ForcingSets, choice: OptionId) {
        if self.states.len() == self.depth {
            self.states.push(ForcedState::default());
        }
        let (before, after) = self.states.split_at_mut(self.depth);
        let (Some(before), Some(state)) = (before.last(), after.first_mut()) else { return };
        state.chosen = Some(choice);
        state.alive.clone_from(&before.alive);
        state.n_options.clone_from(&before.n_options);
        state.n_open = before.n_open;
        state.taken.clear();
        // One that is not alive followed from those before.
        if let Some(option) = whole.sets.number(choice).filter(|&option| contains(&state.alive, option)) {
            state.take(whole, option, &mut self.single);
            state.follow(whole, &mut self.single);
        }
        self.depth += 1;
    }
}

impl ForcedState {
    /// Takes all that follows.
    fn follow(&mut self, whole: &ForcingSets, single: &mut Vec<usize>) {
        while let Some(item) = single.pop() {
            let row = whole.sets.row(item).iter().zip(&self.alive).map(|(row, alive)| row & alive);
            let forced = if self.n_options[item] == 1 { members(row).next() } else { None };
            if let Some(option) = forced {
                self.take(whole, option, single);
            }
        }
    }

    /// Takes an option, and takes out those that it excludes.
    fn take(&mut self, whole: &ForcingSets, option: usize, single: &mut Vec<usize>) {
        let Conflicts::Table(table) = &whole.sets.rivals else { return };
        self.taken.push(whole.sets.ids[option]);
        self.n_open -= whole.sets.sizes[option];
        let n_words = whole.sets.n_words;
        for (word, compatible) in table[option * n_words..][..n_words].iter().enumerate() {
            let mut out = self.alive[word] & !compatible;
            self.alive[word] &= compatible;
            while out != 0 {
                for item in whole.items_of(64 * word + to_usize(out.trailing_zeros())) {
                    self.n_options[item] -= 1;
                    if self.n_options[item] == 1 {
                        single.push(item);
                    }
                }
                out &= out - 1;
            }
        }
    }
}

/// What hands solutions out while a task is searched.
pub(super) struct Lister<'t> {
    whole: &'t ForcingSets,
    /// What was chosen before the search began: the prefix of the task, and the branches outside of the tables that are searched.
    before: Vec<OptionId>,
    taker: &'t mut (dyn Take + 'static),
    found: Vec<OptionId>,
    forcing: Forcing,
    has_found: bool,
    are_more_wanted: bool,
    asked: Instant,
    /// When to give up if nothing has been found.
    until: Instant,
}

impl<'t> Lister<'t> {
    fn new(
        whole: &'t ForcingSets,
        prefix: &[OptionId],
        taker: &'t mut (dyn Take + 'static),
        patience: Duration,
    ) -> Self {
        let (asked, before) = (Instant::now(), prefix.to_vec());
        let (found, forcing, until) = (Vec::new(), Forcing::default(), asked + patience);
        Self { whole, before, taker, found, forcing, has_found: false, are_more_wanted: true, asked, until }
    }

    /// Enters narrower tables below these branches. Returns where to go back to.
    pub(super) fn enter(&mut self, chosen: impl Iterator<Item = OptionId>) -> usize {
        let outside = self.before.len();
        self.before.extend(chosen);
        outside
    }

    pub(super) fn leave(&mut self, outside: usize) {
        self.before.truncate(outside);
    }

    /// Hands out a solution: these branches, perhaps a last option, and what follows from them.
    pub(super) fn hand_out(
        &mut self,
        chosen: impl Iterator<Item = OptionId>,
        last: Option<OptionId>,
        ledger: &mut Ledger,
    ) {
        self.has_found = true;
        let outside = self.before.len();
        self.before.extend(chosen.chain(last));
        self.forcing.complete(self.whole, &self.before, &mut self.found);
        self.before.truncate(outside);
        self.found.sort_unstable();
        self.are_more_wanted = self.are_more_wanted && self.taker.take(&self.found);
        if !self.are_more_wanted || self.asked.elapsed() >= ASKING {
            ledger.poll_soon();
        }
    }

    /// Passes on what was found. Is the search to pause, since no more is wanted, or nothing has been found for too long?
    pub(super) fn is_to_pause(&mut self) -> bool {
        self.asked = Instant::now();
        self.are_more_wanted = self.are_more_wanted && self.taker.pass(None);
        !self.are_more_wanted || (!self.has_found && self.asked >= self.until)
    }
}
