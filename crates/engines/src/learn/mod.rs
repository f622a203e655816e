//! Learning from conflicts, and counting parts apart: the engine for formulas, and for what is as loosely joined as they are.
//!
//! The search is the one of modern model counters, on options and items:
//!
//! * **Propagation**: what follows from a choice is found at once, by items with one option left and by clauses (`facts`).
//! * **Learning**: a conflict leaves a clause that prevents it from then on, in all parts of the search (`conflicts`, `clauses`).
//! * **Parts**: what is left falls apart into parts that share nothing; each is counted once, and counts are multiplied (`parts`).
//! * **Known parts**: a part that was counted before is looked up, by all of its options and clauses (`known_parts`).
//! * **Threads** all search the same tree: each takes ways that no other has taken, and knows the parts that others have counted (`share`, `shared_part`). Nothing is divided beforehand or handed over. To give
//!   each thread tasks and parts of its own made two threads do up to twice the work of one, since most parts are found below more than one choice; so they do the work of one (results/2026-11-27-learn-threads).
//! * **One solution first**: where many parts have no solution, one is looked for before a part is counted (`first_solution`).
//! * **Order**: items that take the problem apart are decided first, by a tree decomposition, the more so the smaller its bags are; among them, those in short clauses, and with options that were in conflicts lately (`decomposition`, `search`).
//! * **Progress** is measured by what later options have taken after the first ones, which find most of what they need (`progress`).
//! * **Clauses** of a formula are taken for what they are, and not searched as items (`layout`); so are sums and parities (`chains`).
//!
//! Solutions that have the same shown options may count as one (`projected`): projected model counting.
//!
//! Solutions may count with other amounts than 1 ([`LearnedSum`]): what chosen options make of an amount is multiplied in where their part is taken apart, and a known part keeps an amount.
//!
//! Unlike a model counter it branches on all options of an item, not on one variable at a time. There are no restarts. Where options are closely connected (queens, packings, Latin squares) bit sets make a hundred nodes in
//! the time of one here; a formula of 150 variables and 600 clauses of three literals has 300 nodes here, and more than 10^8 there.
//!
//! Sources: Bayardo and Pehoushek, AAAI 2000 (parts); Sang, Bacchus, Beame, Kautz and Pitassi, SAT 2004 (parts, known parts and learning together: Cachet); Thurley, SAT 2006 (sharpSAT); Korhonen and Jarvisalo, CP 2021
//! (tree decompositions); Lagniez and Marquis, IJCAI 2017 (one solution first: D4); Burchard, Schubert and Becker, SAT 2015 (known parts for all threads); Aziz, Chu, Muise and Stuckey, SAT 2015 (shown options first). Measurements: results/2026-11-26-learn, results/2026-11-27-loose
//! and results/2026-11-27-learn-threads.

mod chains;
mod clauses;
mod conflicts;
pub(crate) mod decomposition;
mod facts;
mod first_solution;
mod known_parts;
mod layout;
mod parts;
mod progress;
mod projected;
mod search;
mod share;
mod shared_part;

use std::sync::Arc;

use super::algorithm::Engine;
use super::info::EngineKind;
use super::run_signal::RunSignal;
use super::task::{OpenSubtrees, Task};
use super::warm_start::WarmStart;
use dlx_core::problem::{OptionId, Problem};
use dlx_core::tally::{Counted, Semiring, Tally};
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
        let search = PartSearch::new(Arc::new(Layout::new(problem)), memory, Counted, Vec::new());
        Self { search, warm_start: WarmStart::default() }
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
            None => self.search.begin(&task.prefix.to_vec()),
        }
        let mut watch = Watch { signal, share: task.share, noted: 0, rest: None };
        let (is_done, helped) = self.search.go_on_together(signal, |search| watch.is_over(search));
        signal.note(self.search.n_nodes() - watch.noted, 0);
        let (mut tally, rest) = match watch.rest {
            Some(rest) if !is_done => rest,
            _ if is_done => (self.search.tally(), OpenSubtrees::default()),
            _ => (Tally::default(), OpenSubtrees::whole()),
        };
        self.search.abandon();
        tally.stats += helped;
        (tally, rest)
    }

    fn is_parallel(&self) -> bool {
        true
    }

    fn boxed_clone(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }
}

/// What looks at the signal for the search of a task.
struct Watch<'s> {
    signal: &'s RunSignal,
    /// The share of the whole that the task is.
    share: f64,
    /// Nodes that have been noted.
    noted: u64,
    rest: Option<(Tally, OpenSubtrees)>,
}

impl Watch<'_> {
    /// Notes how far a search is. Is it over, since it is stopped, or asked for its rest and has one?
    fn is_over(&mut self, search: &PartSearch) -> bool {
        let nodes = search.n_nodes() - std::mem::replace(&mut self.noted, search.n_nodes());
        self.signal.note(nodes, 0);
        self.signal.note_share(self.share * search.share_done());
        let is_stopped = self.signal.is_stopped();
        if is_stopped || self.signal.take_want() {
            self.rest = search.rest(!is_stopped);
        }
        // What is hidden is not divided, and such a count is not continued.
        if is_stopped && search.facts.layout.is_projected() {
            self.rest = Some((Tally { count: search.at_least(), ..search.tally() }, OpenSubtrees::whole()));
        }
        is_stopped || self.rest.is_some()
    }
}

/// A problem without clauses is loose if the largest bag of its decomposition has one item of this many at most.
const LOOSE: f64 = 4.0;

/// Where items are closely joined a pause comes after this part of the usual work. (Steiner triple systems of order 13: what had to be a look of 2 ms took 40, and all 250.)
const SHORT_LOOK: usize = 16;

/// A search that takes turns with other engines.
#[derive(Clone, Debug)]
pub(super) struct Learner {
    search: PartSearch,
}

impl Learner {
    /// A search of the whole problem, if it has clauses: elsewhere other engines are mostly faster.
    pub(super) fn for_clauses(problem: &Problem, memory: usize) -> Option<Self> {
        // Literals are colors; most problems have none, and need not be laid out.
        let layout = (problem.n_colors() > 1).then(|| Layout::new(problem))?;
        layout.has_clauses.then(|| Self::of(layout, memory))
    }

    /// A search of the whole problem.
    pub(super) fn new(problem: &Problem, memory: usize) -> Self {
        let mut learner = Self::of(Layout::new(problem), memory);
        if !learner.has_clauses() && !learner.is_loose() {
            learner.search.patience /= SHORT_LOOK;
        }
        learner
    }

    /// Are the items loosely joined?
    pub(super) fn is_loose(&self) -> bool {
        self.search.looseness >= LOOSE
    }

    fn of(layout: Layout, memory: usize) -> Self {
        let mut search = PartSearch::new(Arc::new(layout), memory, Counted, Vec::new());
        search.begin(&[]);
        Self { search }
    }

    /// Does the problem have clauses?
    pub(super) fn has_clauses(&self) -> bool {
        self.search.facts.layout.has_clauses
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

/// A sum over all solutions of other amounts than numbers of solutions; it can be stopped, and continues where it was.
#[derive(Clone, Debug)]
pub struct LearnedSum<R: Semiring> {
    search: PartSearch<R>,
    has_clauses: bool,
}

impl<R: Semiring> LearnedSum<R> {
    /// Sets the search up, with this many bytes for known parts; none if it does not know the problem, or an option changes amounts that is not searched, since it stands for the literal of a clause.
    ///
    /// ```
    /// use dlx_count::engine::{RunSignal, learn::LearnedSum};
    /// use dlx_count::{family::queens, tally::Modulo};
    ///
    /// let mut sum = LearnedSum::new(&queens(8), Modulo(10), 1 << 20).unwrap();
    /// assert_eq!(sum.go_on(&RunSignal::default()), Some(2)); // of 92
    /// ```
    #[must_use]
    pub fn new(problem: &Problem, ring: R, memory: usize) -> Option<Self> {
        if !problem.quotas().is_empty() || !EngineKind::Learn.knows(problem) {
            return None;
        }
        let layout = Layout::new(problem);
        let gain = |option: OptionId| {
            let all = problem.original_options(&[option]);
            Some(all.into_iter().fold(ring.one(), |amount, option| ring.with(option, amount)))
                .filter(|amount| *amount != ring.one())
        };
        let gains: Vec<Option<R::Amount>> = layout.ids.iter().map(|&option| gain(option?)).collect();
        let changed = problem.choosable().filter(|&option| gain(option).is_some()).count();
        let is_hidden = |option: u32| !layout.is_shown(option);
        let has_hidden_gain = (0..).zip(&gains).any(|(option, gain)| gain.is_some() && is_hidden(option));
        if gains.iter().flatten().count() < changed || has_hidden_gain {
            return None;
        }
        let gains = if changed == 0 { Vec::new() } else { gains };
        let has_clauses = layout.has_clauses;
        let mut search = PartSearch::new(Arc::new(layout), memory, ring, gains);
        search.begin(&[]);
        Some(Self { search, has_clauses })
    }

    /// Does the problem have clauses? Elsewhere other ways are often faster.
    #[must_use]
    pub const fn has_clauses(&self) -> bool {
        self.has_clauses
    }

    /// Goes on until it has the sum or is told to stop, on all threads of the pool that the signal permits.
    pub fn go_on(&mut self, signal: &RunSignal) -> Option<R::Amount> {
        let (is_done, _) = self.search.go_on_together(signal, |_| signal.is_stopped());
        is_done.then(|| self.search.total().clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dlx_core::format::knuth;

    /// Items in a row, alone or in pairs of neighbors, are loosely joined; items of which any two are an option are not.
    #[test]
    fn a_row_is_loose() {
        let items: Vec<String> = (0..30).map(|item| format!("i{item}")).collect();
        let pairs = |is_one: fn(usize) -> bool| {
            let pairs = (0..30).flat_map(|b| (0..b).map(move |a| (a, b))).filter(move |(a, b)| is_one(b - a));
            pairs.map(|(a, b)| format!("{} {}\n", items[a], items[b])).collect::<String>()
        };
        let read = |pairs: String| {
            let alone: String = items.iter().map(|item| format!("{item}\n")).collect();
            knuth::read((items.join(" ") + "\n" + &alone + &pairs).as_bytes()).unwrap()
        };
        let row = read(pairs(|distance| distance == 1));
        let mut learner = Learner::new(&row, 1 << 20);
        let tally = learner.go_on(u64::MAX, &RunSignal::default()).unwrap();
        assert_eq!((tally.count.to_u64(), learner.has_clauses()), (Some(1_346_269), false), "a Fibonacci number");
        assert!(learner.is_loose() && !Learner::new(&read(pairs(|_| true)), 1 << 20).is_loose());
        assert!(Learner::for_clauses(&row, 1 << 20).is_none());
    }
}
