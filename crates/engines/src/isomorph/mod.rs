//! Merges states up to isomorphism of what they leave to be covered, so that states that are equal up to a symmetry are counted once.
//!
//! # The idea
//!
//! How many ways there are to finish depends on what is left, not on its names. After three rows of a Latin square of order 8 there are 10^12 ways to
//! have got there, and 10^8 different sets of symbols that the columns still lack; but *up to renaming rows, columns and symbols* only some dozen. So
//! this engine sweeps as [`frontier`](super::frontier) does, level by level along an order of the items, and after each level merges the states
//! whose *residuals* are isomorphic: the items still to be covered, the secondary items that can still matter with their colors, and the options still
//! possible. It knows nothing of Latin squares; it sees a hypergraph. Of each class one state is kept, with the multiplicities of all.
//!
//! # Exactly
//!
//! A residual is labelled (`label`), and written down under its labels (`form`). Forms that are equal, byte by byte, prove isomorphism, whatever the labels
//! are; hashes only find the place where to compare. Labels that are not quite canonical can miss a merge. They cannot make a wrong one.
//!
//! # What makes it fast
//!
//! * `suffix`: what is left after a level, the same for all its states, is laid out once. A residual is a part of it, found by some bit operations for each option.
//! * `parts`: parts of it that are alike, such as untouched rows, are kept once. A row of a Latin square stands for all; so the graph to label is small.
//! * `twins`: items that can be exchanged without moving anything else are put in order by bit operations, before any state is labelled. Perfect matchings and
//!   permutations need no more: K200 has 100 states a level.
//! * `components`: components of a residual are labelled one by one.
//! * `table`: where states of the same form meet.
//! * `order`, `race`: the order decides by factors of ten; a race of some orders chooses it. `keep` writes a race down, so that another process can continue it.
//!
//! # In little memory
//!
//! Between two levels there can be a hundred times as many states as classes. Where they do not fit, a level is made and merged piece by piece. Where there is a disk, levels go there, and forms too,
//! while a level is made (`frontier/spill/classes.rs`). Without one (`frontier/level.rs`), if the classes themselves do not fit, each half of them is counted to the end in turn: work that the halves have in common is then done twice.
//!
//! # On many machines
//!
//! `dealt` takes the parts of levels from bytes to bytes, for those who send them to other processes.
//!
//! # Random solutions
//!
//! `draw` walks from the start to the end; `completions` knows for each form how many ways lead on. A Latin square of order 8, one of 10^20, takes some seconds.
//!
//! # Proved
//!
//! `proof` writes for each step which items correspond, as labels tell: a certificate that a checker without labels can check.
//!
//! # Where it comes from
//!
//! Canonical labelling by refinement and singling out is McKay's (B. D. McKay and A. Piperno, "Practical graph isomorphism II", 2014). Model counters
//! cache residual formulas and count components apart (sharpSAT, Thurley 2006); SymGANAK (T. van Bremen et al., "Symmetric component caching for model
//! counting on combinatorial instances", AAAI 2021) caches them up to symmetry, and decides by a hash. Knuth's dlx6 and DXZ merge equal
//! residuals, not isomorphic ones. B. D. McKay and I. M. Wanless ("On the number of Latin squares", 2005) count Latin squares of order 11 by classes of regular
//! bipartite graphs, row by row: what this engine finds by itself.

mod completions;
mod components;
mod dealt;
mod draw;
mod fold;
mod form;
mod keep;
mod label;
mod order;
mod parts;
mod proof;
mod race;
mod run;
mod suffix;
mod table;
mod twins;
mod whole;

use super::algorithm::Engine;
use super::links::{self, Links};
use super::run_signal::RunSignal;
use super::task::{OpenSubtrees, Task};
use super::warm_start::WarmStart;
pub(super) use dealt::{best_order, dealt};
use dlx_core::problem::Problem;
use dlx_core::tally::Tally;
pub use draw::sample;
pub(super) use order::n_colors;
pub(super) use proof::write_classes;
pub(super) use race::Race;
pub use whole::form;

/// The engine that merges up to isomorphism.
#[derive(Clone, Debug)]
pub struct Isomorph {
    links: Links,
    memory: usize,
    warm_start: WarmStart<Race>,
}

impl Isomorph {
    /// Sets the engine up, with this many bytes for states.
    #[must_use]
    pub fn new(problem: &Problem, memory: usize) -> Self {
        Self { links: Links::new(problem), memory, warm_start: WarmStart::default() }
    }

    /// Sets the engine up to continue a trial.
    pub(super) fn go_on(problem: &Problem, memory: usize, begun: Race) -> Self {
        Self { warm_start: WarmStart::with(begun), ..Self::new(problem, memory) }
    }

    /// The race for a task: the one that was begun, or from the start. None if the task has no solution.
    fn race(&mut self, task: &Task, signal: &RunSignal) -> Option<Race> {
        self.warm_start
            .take_for(task)
            .or_else(|| self.links.below(&task.prefix.to_vec()).map(|residue| Race::new(residue, signal)))
    }
}

impl Engine for Isomorph {
    fn run(&mut self, task: &Task, signal: &RunSignal) -> (Tally, OpenSubtrees) {
        let Some(mut race) = self.race(task, signal) else { return Default::default() };
        race.go_on_from_the_shelf(task, signal);
        let decided = race.decide(task, signal, self.memory, signal.allowed_nodes());
        if race.is_over() && !signal.is_stopped() {
            return links::count(race.residue(), &task.weight, signal);
        }
        match decided.or_else(|| race.finish(task, signal, self.memory)) {
            Some(tally) => (tally, OpenSubtrees::default()),
            None => (Tally::default(), OpenSubtrees::whole()),
        }
    }

    fn is_parallel(&self) -> bool {
        true
    }

    fn boxed_clone(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }
}
