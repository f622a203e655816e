//! The solutions of least cost, by branch and bound.
//!
//! # The idea
//!
//! The tree is that of Algorithm X: take the item with the fewest options, and try them. What is added are costs (Knuth's DLX5 and XCCDC): a solution that is found bounds what another may cost to be
//! worth finding, and a part of the tree is left as soon as nothing in it can be as cheap. So all hangs on three things.
//!
//! * *Find something good soon.* The options of an item are tried in the order of what is left of their costs.
//! * *See early that nothing better is there.* `prices` gives each item a price once, before the search, so that what is left of the costs tells a good option from a bad one; `bound` adds at
//!   each node what must still be paid there. Before that, `agreement` moves costs between items that have to agree on colors.
//! * *Count only what is worth a try* when the item with the fewest options is chosen: options that are too expensive for a better solution than the best so far do not count.
//!
//! Items that are covered several times need no copies here, as they do for the other engines: `lists` counts how often each is covered, and an option that was tried is left out of the subtrees
//! after it, so each set of options is found once. When nothing has to be covered any more there may be options that can be added; for a minimum they are not worth it, but for a maximum, or
//! for the second best, they are.
//!
//! # What is proved
//!
//! When the search has ended there is no better solution, since each part that was left out had a bound that says so. When it is stopped before, the least bound of the parts that are left
//! bounds the best cost, and what was found is the best so far.
//!
//! # Threads
//!
//! A part of the tree is a list of moves: these options taken, those left out. Workers take parts from a list; one that finds it empty is given what the first frame of another has not tried yet. All
//! share the best solutions. Which of several equally good solutions is found depends on which worker comes first, but the least cost does not.
//!
//! Measurements: results/2026-11-22-costs.

mod agreement;
mod bound;
mod ground;
mod kept;
mod lists;
mod pool;
mod prices;
mod search;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use self::ground::LeastProblem;
pub use self::kept::Goal;
use self::kept::Incumbent;
use self::pool::Pool;
pub(super) use self::prices::item_prices;
use self::search::{OpenSubtree, Worker};
use super::run_signal::RunSignal;
use dlx_core::problem::{OptionId, Problem};

/// A search for the solutions of least cost, or of greatest cost, that can be stopped and continued.
///
/// ```
/// use dlx_count::engine::RunSignal;
/// use dlx_count::engine::least::{Least, Goal};
/// use dlx_count::{OptionId, family::queens};
///
/// let problem = queens(8).with_costs(|option| (option.index() % 8) as i64 * (option.index() / 8) as i64)?;
/// let mut search = Least::new(&problem, Goal { number: 1, is_greatest: false, is_ties: false });
/// assert!(search.run(&RunSignal::default(), 1));
/// let found = search.solutions();
/// assert_eq!(found[0].0, problem.cost_of(&found[0].1));
/// assert_eq!(search.gauge().bound(), Some(found[0].0));
/// # Ok::<(), dlx_count::ProblemError>(())
/// ```
#[derive(Debug)]
pub struct Least {
    ground: Arc<LeastProblem>,
    kept: Arc<Incumbent>,
    gauge: Gauge,
    /// What is still to be searched, the first part at the end.
    parts: Vec<OpenSubtree>,
}

impl Least {
    /// A search that has not begun. Where items are covered several times, it is about the [original](Problem::original) problem.
    #[must_use]
    pub fn new(problem: &Problem, goal: Goal) -> Self {
        let ground = Arc::new(LeastProblem::new(problem, goal.is_greatest));
        let kept = Arc::new(Incumbent::new(goal));
        let bound = Arc::new(AtomicI64::new(ground.paid));
        let gauge = Gauge { ground: Arc::clone(&ground), kept: Arc::clone(&kept), bound };
        let parts = vec![Worker::whole(&ground)];
        Self { ground, kept, gauge, parts }
    }

    /// Searches until everything is searched, or the watch stops it, with all threads that are idle, at most `most`. Returns whether everything is searched.
    pub fn run(&mut self, signal: &RunSignal, most: usize) -> bool {
        let pool = Pool::new(std::mem::take(&mut self.parts), Arc::clone(&self.gauge.bound));
        signal.with_permits(most, |permits| pool.run(permits, signal, || Worker::new(&self.ground, &self.kept)));
        self.parts = pool.into_parts();
        self.gauge.bound.store(self.parts.iter().map(|part| part.bound).min().unwrap_or(i64::MAX), Relaxed);
        self.parts.is_empty()
    }

    /// The best solutions found so far, the best first, each with its cost: the best of all, if everything is searched.
    #[must_use]
    pub fn solutions(&self) -> Vec<(i64, Vec<OptionId>)> {
        self.kept.sorted().into_iter().map(|(cost, options)| (self.ground.shown(cost), options)).collect()
    }

    /// The progress of the search, which can be read by others while it runs.
    #[must_use]
    pub fn gauge(&self) -> Gauge {
        self.gauge.clone()
    }
}

/// The progress of a search.
#[derive(Clone, Debug)]
pub struct Gauge {
    ground: Arc<LeastProblem>,
    kept: Arc<Incumbent>,
    bound: Arc<AtomicI64>,
}

impl Gauge {
    /// The best cost so far.
    #[must_use]
    pub fn best(&self) -> Option<i64> {
        self.kept.best().map(|cost| self.ground.shown(cost))
    }

    /// No solution is better than this. None if there is no solution at all.
    #[must_use]
    pub fn bound(&self) -> Option<i64> {
        let bound = match self.bound.load(Relaxed) {
            i64::MAX => None,
            bound => Some(self.ground.whole(bound)),
        };
        let best = self.kept.best();
        let bound = bound.map_or(best, |bound| Some(best.map_or(bound, |best| best.min(bound))));
        bound.map(|bound| self.ground.shown_bound(bound))
    }
}
