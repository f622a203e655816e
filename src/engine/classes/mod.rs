//! What is equal up to a symmetry is counted once: states merged up to isomorphism of what they leave to be covered.
//!
//! # The idea
//!
//! How many ways there are to finish depends on what is left, not on its names. After three rows of a Latin square of order 8 there are 10^12 ways to
//! have got there, and 10^8 different sets of symbols that the columns still lack; but *up to renaming rows, columns and symbols* only some dozen. So
//! this engine sweeps as [`frontier`](super::frontier) does, level by level along an order of the items, and after each level merges the states
//! whose *residuals* are isomorphic: the items still to be covered, the secondary items that can still matter with their colors, and the options still
//! possible. It knows nothing of Latin squares; it sees a hypergraph. Of each class one state goes on, with the multiplicities of all.
//!
//! # Exactly
//!
//! A residual is labelled (`label`), and written down under its labels (`form`). Forms that are equal, byte by byte, are a proof of isomorphism, whatever the labels
//! are; hashes only find the place where to compare. Labels that are not quite canonical can miss a merge. They cannot make a wrong one.
//!
//! # What makes it fast
//!
//! * `suffix`: what is left after a level, the same for all its states, is laid out once. A residual is a part of it, found by some bit operations for each option.
//! * `parts`: parts of it that are alike, such as untouched rows, are kept once. A row of a Latin square stands for all; so the graph to label is small.
//! * `twins`: items that can be exchanged without moving anything else are put in order by bit operations, before any state is labelled. Perfect matchings and
//!   permutations need no more: K200 has 100 states a level.
//! * `components`: components of a residual are labelled one by one.
//! * `order`, `race`: the order decides by factors of ten; a race of some orders chooses it.
//!
//! # Where it comes from
//!
//! Canonical labelling by refinement and singling out is McKay's (B. D. McKay and A. Piperno, "Practical graph isomorphism II", 2014). Model counters
//! cache residual formulas and count components apart (sharpSAT, Thurley 2006); SymGANAK (T. van Bremen et al., "Symmetric component caching for model
//! counting on combinatorial instances", AAAI 2021) caches them up to symmetry, and decides by a hash. Knuth's dlx6 and DXZ merge equal
//! residuals, not isomorphic ones. B. D. McKay and I. M. Wanless ("On the number of Latin squares", 2005) count Latin squares of order 11 by classes of regular
//! bipartite graphs, row by row: what this engine finds by itself.

mod components;
mod fold;
mod form;
mod label;
mod order;
mod parts;
mod race;
mod run;
mod suffix;
mod twins;

use super::frontier::Means;
use super::links::{self, Links};
use super::residue::Residue;
use super::{Engine, Rest, Task, Watch};
use crate::problem::Problem;
use crate::tally::Tally;
pub(super) use order::n_colors;
pub(super) use race::{Race, race};
use run::sweep;

/// The engine that merges up to isomorphism.
#[derive(Clone, Debug)]
pub struct Classes {
    links: Links,
    memory: usize,
}

impl Classes {
    /// Sets the engine up, with this many bytes for states.
    #[must_use]
    pub fn new(problem: &Problem, memory: usize) -> Self {
        Self { links: Links::new(problem), memory }
    }

    /// Goes on with the states on the shelf, or finds an order; then sweeps to the end.
    fn count(&self, residue: &Residue, task: &Task, watch: &Watch) -> (Tally, Rest) {
        let plan = match race::plan_of_shelf(residue, task, watch) {
            Some(plan) => plan,
            None => match race(residue, task, &watch.for_trial(), self.memory, u64::MAX) {
                Race::Done(tally) => return (tally, Rest::default()),
                Race::Won(plan) => plan,
                Race::Over if watch.is_stopped() => return (Tally::default(), Rest::whole()),
                Race::Over => return links::count(residue, &task.weight, watch),
            },
        };
        match sweep(&plan, residue, task, watch, Means::to_the_end(self.memory)) {
            Ok(tally) => (tally, Rest::default()),
            Err(_) => (Tally::default(), Rest::whole()),
        }
    }
}

impl Engine for Classes {
    fn run(&mut self, task: &Task, watch: &Watch) -> (Tally, Rest) {
        match self.links.below(&task.prefix) {
            Some(residue) => self.count(&residue, task, watch),
            None => Default::default(),
        }
    }

    fn is_parallel(&self) -> bool {
        true
    }

    fn boxed_clone(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }
}
