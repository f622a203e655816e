//! Living options as a bit set: the engine for problems that fit in some thousand options.
//!
//! The state of the search is one set: the options that can still be chosen. Choosing option o leaves `alive & compatible[o]`, and nothing has to be
//! undone, because the set before is still there. Colors and secondary items show only in `compatible`, so they cost nothing.
//!
//! * **MRV** counts `alive & options[i]` for every primary item i, eight items at a time, one in each lane of a vector (see `mrv_scan`). No list
//!   of active items is kept: a covered item has no living option, so as long as there are exactly as many items without options as are covered, none is starving.
//! * **The last option**: when no more items are in play than an option covers, each living option is a solution, and their number a popcount.
//! * **Pairs**: when every item in play has two options, the solutions are counted by their connected parts (see `pairs`).
//! * **States met before** in the same task are looked up instead of searched (see `cache`).
//! * **Lanes**: where items are many and have few options each, the options are bits in lanes, one for each item, so that a few vectors hold all (see `lanes`).
//! * **Forced options** (an item with one option left) are taken in a loop without a level of their own.
//! * **Empty words** are passed over: a loop over the words that have a living option is short, where one over all of them, unrolled, was three times slower.
//! * **Re-packing**: when less than half of the words are needed, the living options may be packed densely into tables of their own, and the search continues
//!   there, where that pays (see `packing`).
//! * **Below a prefix** are the options compatible with each of its options: an intersection of sets of the whole problem (see `bit_problem`).
//!
//! The search is compiled three times, for any processor, for AVX2 and for AVX-512 with vector popcount; which is used is decided when the program runs.
//!
//! More than [`MAX_OPTIONS`] options would need larger tables than the cache holds. The top of the tree of a larger problem is searched in sets of as many words as needed, and what an option excludes is found from its
//! cells (see `wide`, `cells`), and sets are narrowed where few options live (see `narrow`); tables are made where few enough do. Only where a problem is thin, its items having few options each, are links faster: they say what is left below a prefix; if that is
//! still too much, it is counted by dancing links, which hand back smaller parts as soon as another worker asks for work.
//!
//! Sources: bit-parallel exact cover is folklore; BurrTools' bit matrix engine and the bitmask n-queens counters are relatives.
//! Measurements: results/2026-11-20-engines, results/2026-11-22-trees, results/2026-11-23-trees.

mod bit_problem;
mod cache;
mod cells;
mod context;
mod instructions;
#[cfg(target_arch = "x86_64")]
mod lanes;
mod large_tree;
mod listing;
mod mrv_scan;
#[cfg(target_arch = "x86_64")]
mod mrv_scan_avx512;
mod narrow;
mod pack;
mod packing;
mod pairs;
mod quotas;
mod search;
mod tables;
mod wide;

use std::sync::Arc;

use super::algorithm::Engine;
use super::links::{self, Links};
use super::residue::Residue;
use super::run_signal::RunSignal;
use super::task::{OpenSubtrees, Task};
use cache::Cache;
use context::Workspace;
use dlx_core::problem::Problem;
use dlx_core::tally::{Count, Tally};
pub(super) use instructions::Instructions;
pub(super) use large_tree::large_tree;
use narrow::Nest;
use packing::{LanesWanted, Learned};

pub use listing::Listing;

pub use bit_problem::{BitProblem, MAX_OPTIONS, NodeWork, Subproblem, list, members, n_members};

/// The most primary items; with more, the table of their options is left to links, too.
const MAX_ITEMS: usize = 1 << 15;

/// The bit set engine.
#[derive(Clone, Debug)]
pub struct Bits {
    base: Base,
    level: Instructions,
    /// What packing and lanes have gained in the tasks so far, so that it need not be learned in each of them.
    learned: Learned,
    /// States met in a task, and how far that has been worth while.
    cache: Cache,
    /// Lanes of the whole, where tasks are many and short.
    #[cfg(target_arch = "x86_64")]
    lanes: Option<Arc<dyn lanes::WholeLanes>>,
}

/// How the options that are left below a prefix are found.
#[derive(Clone, Debug)]
enum Base {
    Bits(Nest),
    /// For a problem that is too large for sets, or large and thin.
    Links(Box<Links>),
}

impl Base {
    fn new(problem: &Problem) -> Self {
        let whole = BitProblem::new(problem).map(|whole| Self::Bits(Nest::new(Arc::new(whole))));
        whole.unwrap_or_else(|| Self::Links(Box::new(Links::new(problem))))
    }
}

impl Bits {
    /// Sets the engine up, for the best instructions that this processor has.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        Self::with(Base::new(problem), Instructions::best())
    }

    /// Sets the engine up for tasks that are many and short: all that can be laid out once for all of them is.
    ///
    /// ```
    /// use dlx_count::engine::bits::Bits;
    /// use dlx_count::engine::{Engine, RunSignal, Task};
    /// use dlx_count::family::queens;
    ///
    /// let problem = queens(6);
    /// let (mut bits, signal) = (Bits::for_short_tasks(&problem), RunSignal::default());
    /// let counts = problem.options().map(|option| {
    ///     let task = Task { prefix: vec![option].into(), ..Task::root() };
    ///     bits.run(&task, &signal).0.count.to_u64().unwrap()
    /// });
    /// assert_eq!(counts.sum::<u64>(), 6 * 4);
    /// ```
    #[must_use]
    pub fn for_short_tasks(problem: &Problem) -> Self {
        Self::new(problem).laid_out()
    }

    /// The same with lanes of the whole, if they suit.
    fn laid_out(mut self) -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Base::Bits(nest) = &self.base {
            self.lanes = lanes::of_whole(nest.whole(), self.level).map(Arc::from);
        }
        self
    }

    /// One engine for each set of instructions that this processor has, the plain one first; and three with lanes: of the whole, everywhere, and in packed tables. For tests that all of them count alike.
    #[doc(hidden)]
    #[must_use]
    pub fn of_every_level(problem: &Problem) -> Vec<Self> {
        Self::with_every_level(&Base::new(problem))
    }

    /// Such engines that count as if the problem were large, with no more than two options in tables.
    #[doc(hidden)]
    #[must_use]
    pub fn as_if_large(problem: &Problem) -> Vec<Self> {
        Self::with_every_level(&Base::Bits(Nest::new(Arc::new(BitProblem::as_if_large(problem, 2)))))
    }

    fn with_every_level(base: &Base) -> Vec<Self> {
        let mut all: Vec<Self> = Instructions::all().into_iter().map(|level| Self::with(base.clone(), level)).collect();
        all.push(Self::with(base.clone(), Instructions::best()).laid_out());
        for wanted in [LanesWanted::Everywhere, LanesWanted::InPackedTables] {
            let mut lanes = Self::with(base.clone(), Instructions::best());
            lanes.learned.lanes_wanted = wanted;
            all.push(lanes);
        }
        all
    }

    fn with(base: Base, level: Instructions) -> Self {
        Self {
            base,
            level,
            learned: Learned::default(),
            cache: Cache::default(),
            #[cfg(target_arch = "x86_64")]
            lanes: None,
        }
    }
}

/// Counts in a residue of at most 4096 options, to the end or until the watch asks for a pause.
pub(super) fn count(residue: &Residue, signal: &RunSignal) -> (Tally, OpenSubtrees) {
    let (learned, cache) = (&mut Learned::default(), &mut Cache::default());
    search::count(
        residue,
        &mut Workspace { level: Instructions::best(), learned, cache, weight: &Count::ONE, signal, lister: None },
    )
}

impl Engine for Bits {
    fn run(&mut self, task: &Task, signal: &RunSignal) -> (Tally, OpenSubtrees) {
        let Self { base, level, learned, cache, .. } = self;
        let mut means = Workspace { level: *level, learned, cache, weight: &task.weight, signal, lister: None };
        #[cfg(target_arch = "x86_64")]
        if let Some(lanes) = &self.lanes {
            return means.count(lanes.option_size(), |context| lanes.count(&task.prefix.to_vec(), context));
        }
        let links = match base {
            Base::Links(links) => links,
            Base::Bits(nest) => {
                let left = nest.below(&task.prefix.to_vec());
                return left.map(|(whole, left)| wide::count(&whole, left, &mut means)).unwrap_or_default();
            }
        };
        match links.below(&task.prefix.to_vec()) {
            None => Default::default(),
            Some(residue) if residue.n_bits() > MAX_OPTIONS || residue.n_primary > MAX_ITEMS => {
                links::count(&residue, &task.weight, signal)
            }
            Some(residue) => search::count(&residue, &mut means),
        }
    }

    fn boxed_clone(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }
}
