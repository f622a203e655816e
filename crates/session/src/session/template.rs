//! One problem laid out once, to be counted below many prefixes: puzzles that differ only in their clues, of which the options that fill the square are the same.
//!
//! What is left below a prefix counts as the problem of the puzzle itself does. But to build that, with its labels, its tables and its sums of sizes, takes a quarter of a millisecond, and most puzzles are counted in a
//! hundredth. So they are counted from a [`Template`], for as long as counting by all the means that there are takes merely to begin: those that take longer are counted so, and take at most about twice as long.
//! Measurements: results/2026-11-25-thousand.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::resources::Session;
use dlx_core::problem::{OptionId, Problem};
use dlx_core::tally::Count;
use dlx_engines::bits::{Bits, MAX_OPTIONS};
use dlx_engines::{Engine, EngineKind, RunSignal, Task};
use dlx_run::{Limits, SplitDepth};

/// The nodes that take about as long as to build the problem, set the engines up and give each its first turn: some ten milliseconds.
const MOST_NODES: u64 = 1 << 18;

/// Longer than they take on any machine: a shorter limit is to be heard.
const LONG: Duration = Duration::from_millis(500);

/// A problem that is laid out to be counted below many prefixes.
#[derive(Debug)]
pub struct Template {
    laid_out: Bits,
    /// Engines that no thread uses now.
    idle: Mutex<Vec<Bits>>,
}

impl Template {
    /// Lays a problem out; none if it is too large, or asks for more than bit sets know.
    #[must_use]
    pub fn new(problem: &Problem) -> Option<Self> {
        let suits = problem.n_options() <= MAX_OPTIONS && EngineKind::Bits.knows(problem);
        suits.then(|| Self { laid_out: Bits::for_short_tasks(problem), idle: Mutex::default() })
    }

    /// The number of solutions below a prefix, 0 if its options exclude each other; none if it takes longer than some ten milliseconds.
    ///
    /// ```
    /// use dlx_count::family::queens;
    /// use dlx_count::session::Template;
    ///
    /// let problem = queens(8);
    /// let template = Template::new(&problem).unwrap();
    /// let below = |option| template.count(&[option]).unwrap().to_u64().unwrap();
    /// assert_eq!(problem.options().map(below).sum::<u64>(), 8 * 92);
    /// ```
    #[must_use]
    pub fn count(&self, prefix: &[OptionId]) -> Option<Count> {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let mut engine = idle().pop().unwrap_or_else(|| self.laid_out.clone());
        let signal = RunSignal::default();
        signal.bound(Some(MOST_NODES), None, 1);
        let task = Task { prefix: prefix.to_vec().into(), ..Task::root() };
        let (tally, rest) = engine.run(&task, &signal);
        idle().push(engine);
        rest.is_empty().then_some(tally.count)
    }
}

impl Session<'_> {
    /// A problem laid out for counts below many prefixes, where that counts as this session is to: no other engine is asked for, no split, and no limit on what is counted.
    ///
    /// ```
    /// use dlx_count::{EngineKind, Session, family::queens};
    ///
    /// assert!(Session::new()?.template(&queens(8)).is_some());
    /// assert!(Session::builder().engine(EngineKind::Links).build()?.template(&queens(8)).is_none());
    /// # Ok::<(), dlx_count::RunError>(())
    /// ```
    #[must_use]
    pub fn template(&self, problem: &Problem) -> Option<Template> {
        let Limits { count, nodes, time } = &self.settings.limits;
        let is_free = self.settings.engine.is_none_or(|engine| engine == EngineKind::Bits);
        let is_whole = self.settings.split_depth == SplitDepth::Auto && count.is_none() && nodes.is_none();
        let has_time = time.is_none_or(|time| time >= LONG);
        if is_free && is_whole && has_time { Template::new(problem) } else { None }
    }
}
