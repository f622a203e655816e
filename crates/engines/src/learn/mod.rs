//! Learning from conflicts, and counting parts apart: the engine for formulas, and for what is as loosely joined as they are.
//!
//! The search is the one of modern model counters, on options and items:
//!
//! * **Propagation**: what follows from a choice is found at once, by items with one option left and by clauses (`facts`).
//! * **Learning**: a conflict leaves a clause that prevents it from then on, in all parts of the search (`conflicts`, `clauses`).
//! * **Parts**: what is left falls apart into parts that share nothing; each is counted once, and counts are multiplied (`parts`).
//! * **Known parts**: a part that was counted before is looked up, by all of its options and clauses (`known_parts`).
//! * **Order**: items that take the problem apart are decided first, by a tree decomposition, the more so the smaller its bags are; among them, those in short clauses, and with options that were in conflicts lately (`decomposition`, `search`).
//! * **Clauses** of a formula are taken for what they are, and not searched as items (`layout`).
//!
//! Unlike a model counter it branches on all options of an item, not on one variable at a time. There are no restarts. Where options hang together closely (queens, packings, Latin squares) bit sets make a hundred nodes in
//! the time of one here; a formula of 150 variables and 600 clauses of three literals has 3000 nodes here, and more than 10^8 there.
//!
//! Sources: Bayardo and Pehoushek, AAAI 2000 (parts); Sang, Bacchus, Beame, Kautz and Pitassi, SAT 2004 (parts, known parts and learning together: Cachet); Thurley, SAT 2006 (sharpSAT); Korhonen and Jarvisalo, CP 2021
//! (tree decompositions). Measurements: results/2026-11-26-learn.

mod clauses;
mod conflicts;
mod decomposition;
mod facts;
mod known_parts;
mod layout;
mod parts;
mod search;

use std::sync::Arc;

use super::algorithm::Engine;
use super::run_signal::RunSignal;
use super::task::{OpenSubtrees, Task};
use super::warm_start::WarmStart;
use dlx_core::problem::Problem;
use dlx_core::tally::Tally;
use layout::Layout;
use search::PartSearch;

/// The engine that learns and takes apart.
#[derive(Clone, Debug)]
pub struct Learn {
    search: PartSearch,
    warm_start: WarmStart<Learner>,
}

impl Learn {
    /// Sets the engine up, with this many bytes for known parts.
    #[must_use]
    pub fn new(problem: &Problem, memory: usize) -> Self {
        Self { search: PartSearch::new(Arc::new(Layout::new(problem)), memory), warm_start: WarmStart::default() }
    }

    /// Sets the engine up to continue a trial.
    pub(super) fn go_on(begun: Learner) -> Self {
        Self { search: begun.search.clone(), warm_start: WarmStart::with(begun) }
    }
}

impl Engine for Learn {
    fn run(&mut self, task: &Task, signal: &RunSignal) -> (Tally, OpenSubtrees) {
        match self.warm_start.take_for(task) {
            Some(learner) => self.search = learner.search,
            None => self.search.begin(&task.prefix),
        }
        let mut noted = 0;
        let mut shared = None;
        let is_done = self.search.go_on(|search| {
            let nodes = search.n_nodes() - std::mem::replace(&mut noted, search.n_nodes());
            signal.note(nodes, 0);
            if !signal.is_stopped() && !signal.take_want() {
                return false;
            }
            shared = search.rest(!signal.is_stopped());
            signal.is_stopped() || shared.is_some()
        });
        signal.note(self.search.n_nodes() - noted, 0);
        if is_done {
            return (self.search.tally(), OpenSubtrees::default());
        }
        self.search.abandon();
        shared.unwrap_or_else(|| (Tally::default(), OpenSubtrees::whole()))
    }

    fn boxed_clone(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }
}

/// A search that takes turns with other engines.
#[derive(Clone, Debug)]
pub(super) struct Learner {
    search: PartSearch,
}

impl Learner {
    /// A search of the whole problem, if it has clauses: elsewhere other engines are faster.
    pub(super) fn for_clauses(problem: &Problem, memory: usize) -> Option<Self> {
        // Literals are colors; most problems have none, and need not be laid out.
        let layout = (problem.n_colors() > 1).then(|| Layout::new(problem))?;
        (!layout.clauses.is_empty()).then(|| {
            let mut search = PartSearch::new(Arc::new(layout), memory);
            search.begin(&[]);
            Self { search }
        })
    }

    /// Goes on until it ends, or has visited `most` nodes in all.
    pub(super) fn go_on(&mut self, most: u64, signal: &RunSignal) -> Option<Tally> {
        let is_done = self.search.go_on(|search| search.n_nodes() >= most || signal.is_stopped());
        is_done.then(|| self.search.tally())
    }

    pub(super) const fn n_nodes(&self) -> u64 {
        self.search.n_nodes()
    }

    pub(super) fn share_done(&self) -> f64 {
        self.search.share_done()
    }
}
