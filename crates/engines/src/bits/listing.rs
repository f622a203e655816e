//! Solutions one by one, found by the search that counts.
//!
//! The search notes nothing on its way. Where it has found solutions, the options branched on are in its frames, and those that were forced follow from them: they are chosen again in the sets of the whole
//! problem, item by item that has one option left. So counting pays nothing for it, and listing a few looks for each solution.
//!
//! What counts several solutions at once without finding each is left out: states met before, and states in which every item has two options.
//!
//! All 9356 tilings of 6 x 10 with pentominoes take a tenth of the time that links take. Measurements: results/2026-11-27-listing.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::super::algorithm::Engine;
use super::super::ledger::Ledger;
use super::super::links::{Finding, Strategy, Take};
use super::super::run_signal::RunSignal;
use super::super::task::{OpenSubtrees, Task};
use super::bit_problem::{BitProblem, Conflicts};
use super::cache::Cache;
use super::context::Workspace;
use super::instructions::Instructions;
use super::narrow::Nest;
use super::{Base, Bits, wide};
use dlx_core::problem::{OptionId, Problem};
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
    bits: Bits,
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
        let is_exact_cover = problem.connected().is_none() && problem.quotas().is_empty();
        let whole = if is_exact_cover { BitProblem::new(problem) } else { None };
        match whole.filter(|whole| matches!(whole.rivals, Conflicts::Table(_))) {
            Some(whole) => {
                let base = Base::Bits(Nest::new(Arc::new(whole)));
                Ok(Self::by(Bits::with(base, Instructions::best()), problem, taker))
            }
            None => Err(taker),
        }
    }

    /// Lists them with this engine. For tests that all of them find the same.
    #[doc(hidden)]
    #[must_use]
    pub fn by(bits: Bits, problem: &Problem, taker: Box<dyn Take>) -> Self {
        let links = Finding::new(problem, taker.another(), Strategy::default()).in_turns();
        Self::with(bits, links, taker)
    }

    fn with(bits: Bits, links: Finding, taker: Box<dyn Take>) -> Self {
        let n_items = if let Base::Bits(nest) = &bits.base { nest.whole().n_primary() } else { 0 };
        let bits = Bits { cache: Cache::unused(n_items), ..bits };
        Self { bits, links, taker, patience: PATIENCE, in_vain: [Duration::ZERO; 2] }
    }

    fn run_sets(&mut self, task: &Task, signal: &RunSignal) -> (Tally, OpenSubtrees) {
        let Bits { base, level, learned, cache, .. } = &mut self.bits;
        let Base::Bits(nest) = base else { return self.links.run(task, signal) };
        let (whole, taker) = (nest.whole(), self.taker.as_mut());
        let Some(left) = whole.below(&task.prefix) else { return Default::default() };
        let lister = Some(Lister::new(whole, &task.prefix, taker, self.patience));
        let mut means = Workspace { level: *level, learned, cache, weight: &task.weight, signal, lister };
        let done = wide::count(whole, left, &mut means);
        self.taker.pass(None);
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
        Box::new(Self::with(self.bits.clone(), self.links.another(), self.taker.another()))
    }
}

impl BitProblem {
    /// Adds the options that follow from those of `found`, which are all that was chosen in a solution where there was a choice.
    fn complete(&self, found: &mut Vec<OptionId>) {
        match self.level {
            // SAFETY: the instructions were detected.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(_) | Instructions::Avx512(_) => unsafe { self.complete_avx2(found) },
            _ => self.complete_anyhow(found),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn complete_avx2(&self, found: &mut Vec<OptionId>) {
        self.complete_anyhow(found);
    }

    #[inline(always)]
    fn complete_anyhow(&self, found: &mut Vec<OptionId>) {
        let Some(mut left) = self.below(found) else { return };
        while left.in_play > 0 {
            let before = left.in_play;
            for item in 0..self.n_primary() {
                let is_forced = self.n_options(item, &left) == 1;
                let forced = if is_forced { self.options_of(item, &left).next() } else { None };
                if let Some(option) = forced {
                    self.choose(&mut left, option);
                    found.push(self.ids[option]);
                }
            }
            assert!(left.in_play < before, "what is left of a solution is forced");
        }
    }
}

/// What hands solutions out while a task is searched.
pub(super) struct Lister<'t> {
    whole: &'t BitProblem,
    /// What was chosen before the search began: the prefix of the task, and the branches outside of the tables that are searched.
    before: Vec<OptionId>,
    taker: &'t mut (dyn Take + 'static),
    found: Vec<OptionId>,
    has_found: bool,
    are_more_wanted: bool,
    asked: Instant,
    /// When to give up if nothing has been found.
    until: Instant,
}

impl<'t> Lister<'t> {
    fn new(
        whole: &'t BitProblem,
        prefix: &[OptionId],
        taker: &'t mut (dyn Take + 'static),
        patience: Duration,
    ) -> Self {
        let (asked, before) = (Instant::now(), prefix.to_vec());
        let (found, until) = (Vec::new(), asked + patience);
        Self { whole, before, taker, found, has_found: false, are_more_wanted: true, asked, until }
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
        self.found.clone_from(&self.before);
        self.found.extend(chosen.chain(last));
        self.whole.complete(&mut self.found);
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
