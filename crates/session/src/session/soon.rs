//! A small problem counted at once, on the thread that asks for it: no control of its own, no plan, no driver. A loop over thousands of small problems pays for nothing else than their counts.

use std::time::Instant;

use super::countable::Countable;
use super::resources::Session;
use dlx_core::problem::Problem;
use dlx_core::tally::Outcome;
use dlx_engines::auto;
use dlx_run::{Limits, SplitDepth};

/// With no more options than these, a first look nearly always counts all in less than a millisecond.
const FEW_OPTIONS: usize = 256;

impl Session<'_> {
    /// What [`count`](Self::count) would answer, if a first look at the problem counts it: in some milliseconds at most, most often in some microseconds. None if that takes longer, or if it is a question that
    /// takes more than one count, or a count by other means than the session finds best.
    ///
    /// ```
    /// use dlx_count::{Session, family::queens};
    ///
    /// let session = Session::builder().threads(2).build()?;
    /// assert_eq!(session.count_soon(&queens(6)).unwrap().count.to_u64(), Some(4));
    /// assert!(session.count_soon(&queens(20)).is_none());
    /// # Ok::<(), dlx_count::RunError>(())
    /// ```
    #[must_use]
    pub fn count_soon<'a>(&self, asked: impl Into<Countable<'a>>) -> Option<Outcome> {
        let started = Instant::now();
        let problem = asked.into().one_problem().filter(|problem| self.may_be_soon(problem))?;
        let (choice, tally) = auto::glance(problem).ok()?.into_answer()?;
        let (threads, elapsed) = (self.threads(), started.elapsed());
        let (engine, reason) = (choice.name, Some(choice.reason));
        Some(Outcome { stats: tally.stats, engine, reason, threads, tasks: 1, elapsed, ..Outcome::known(tally.count) })
    }

    /// Is nothing asked of a count but to be quick, and may a first look be all there is to do?
    fn may_be_soon(&self, problem: &Problem) -> bool {
        let is_free = self.settings.engine.is_none() && self.settings.split_depth == SplitDepth::Auto;
        let is_in_one_piece = || !self.settings.is_merging || problem.n_parts() < 2;
        let is_small = problem.shown().is_none() && problem.n_options() <= FEW_OPTIONS && auto::is_small(problem);
        is_free && is_small && self.settings.limits == Limits::default() && is_in_one_piece()
    }
}
