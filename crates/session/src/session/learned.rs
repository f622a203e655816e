//! Sums without columns by the search that learns, in turns with the diagram and with sums along a tree decomposition; and sums of products of weights, as whole numbers where they can be scaled.

use std::time::{Duration, Instant};

use super::by::{Adds, ByKind};
use super::resources::{Session, refuse_hidden};
use dlx_core::problem::Problem;
use dlx_core::stop::caught;
use dlx_core::tally::{Ending, Ratio, Scaled, Semiring, Weighted};
use dlx_engines::EngineKind;
use dlx_engines::buckets::Buckets;
use dlx_engines::learn::LearnedSum;
use dlx_run::RunError;

/// How many times the time of the diagram a formula has for the search that learns: on most formulas it is far ahead.
pub(super) const LEARNERS_SHARE: u32 = 4;

/// Variables are summed out after a turn of that search if this takes no longer than the turn; it is stopped when it takes this many times as long. This part of the turn goes into an order.
const OVERDRAWN: u32 = 3;
const PART_FOR_ORDERS: f64 = 16.0;

/// The search that learns, as far as it is.
pub(super) enum Learning<R: Semiring> {
    /// It has not been set up. The flag says whether it is wanted for problems without clauses, too.
    Unasked(bool),
    Begun(Box<LearnedSum<R>>),
    /// It does not help.
    Unable,
}

impl<R: Semiring> Learning<R> {
    /// Whether it is wanted: not for sums by columns, nor if another engine is asked for.
    pub(super) fn of(session: &Session<'_>, problem: &Problem, n_columns: usize) -> Self {
        match session.settings.engine {
            None if n_columns == 0 && problem.shown().is_some() => Self::Unasked(true),
            None if n_columns == 0 => Self::Unasked(false),
            Some(EngineKind::Learn) if n_columns == 0 => Self::Unasked(true),
            _ => Self::Unable,
        }
    }

    /// Refuses a problem that no other search knows if this one does not help.
    pub(super) fn refuse_unable(&self, problem: &Problem) -> Result<(), RunError> {
        match self {
            Self::Unable => refuse_hidden(problem, "a sum by columns, or by another engine,"),
            _ => Ok(()),
        }
    }

    /// Is it at work, and how much of the memory is left for the diagram?
    pub(super) const fn shared(&self, memory: usize) -> (bool, usize) {
        match self {
            Self::Begun(_) => (true, memory / 2),
            _ => (false, memory),
        }
    }
}

impl Session<'_> {
    /// The sum by the search that learns; none if it is not there after one turn. The error says which limit stopped it.
    pub(super) fn learn_within<R: Semiring>(
        &self,
        learning: &mut Learning<R>,
        problem: &Problem,
        ring: &R,
        started: Instant,
        turn: Duration,
    ) -> Result<Option<R::Amount>, Ending> {
        if matches!(learning, Learning::Unable) {
            return Ok(None);
        }
        let (_permit, control) = (self.permit(), self.control_of_one());
        let signal = control.signal();
        let work = || {
            if let Learning::Unasked(is_wanted) = *learning {
                let made = caught(|| LearnedSum::new(problem, ring.clone(), self.settings.memory / 2)).ok()?;
                let begun = made.filter(|sum| sum.has_clauses() || is_wanted);
                *learning = begun.map_or(Learning::Unable, |sum| Learning::Begun(Box::new(sum)));
            }
            if let Learning::Begun(sum) = learning { sum.go_on(signal) } else { None }
        };
        let sum = self.for_a_turn(&control, (started, turn), work);
        match (sum, control.stopped_by()) {
            (Ok(None), Some(ending)) => Err(ending),
            (Ok(None), None) if self.sums_out(problem) && matches!(learning, Learning::Begun(_)) => {
                self.sum_out_within(problem, ring, started, turn)
            }
            (sum, _) => Ok(sum.unwrap_or(None)),
        }
    }

    /// May variables be summed out?
    fn sums_out(&self, problem: &Problem) -> bool {
        self.settings.engine.is_none() && problem.shown().is_none()
    }

    /// The sum by variables that are summed out, if that takes no longer than the turn, and fits in memory.
    fn sum_out_within<R: Semiring>(
        &self,
        problem: &Problem,
        ring: &R,
        started: Instant,
        turn: Duration,
    ) -> Result<Option<R::Amount>, Ending> {
        let (control, memory) = (self.control_of_one(), self.settings.memory / 4);
        let work = || {
            let mut buckets = Buckets::new(problem)?;
            buckets.improve(turn.as_secs_f64() / PART_FOR_ORDERS);
            let is_soon = buckets.time_of(problem, ring) <= turn.as_secs_f64();
            is_soon.then(|| buckets.sum(problem, ring, memory)).flatten()
        };
        let sum = self.for_a_turn(&control, (started, OVERDRAWN * turn), || caught(work));
        match (sum, control.stopped_by()) {
            (Ok(Ok(Some(amount))), _) => Ok(Some(amount)),
            (_, Some(ending)) => Err(ending),
            _ => Ok(None),
        }
    }

    /// Sums the products of the weights of options, of the [original](Problem::original) problem, over all solutions, by the columns of [`count_by`](Self::count_by); without columns this is the partition function, or
    /// the weighted count of a formula's models.
    ///
    /// ```
    /// use dlx_count::{Session, family::queens};
    ///
    /// let problem = queens(6);
    /// let halves = vec!["0.5".parse()?; problem.n_options()];
    /// let sum = Session::new()?.weigh_by(&problem, 0, &|_| vec![], &halves)?;
    /// assert_eq!(sum.compositions[&vec![]].to_string(), "1/16"); // 4 solutions of 6 queens
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`count_by`](Self::count_by).
    ///
    /// # Panics
    /// As for [`count_by`](Self::count_by), and if there are fewer weights than options.
    pub fn weigh_by(
        &self,
        problem: &Problem,
        n_columns: usize,
        adds: &Adds<'_>,
        weights: &[Ratio],
    ) -> Result<ByKind<Ratio>, RunError> {
        let Some(ring) = Scaled::new(problem, weights) else {
            return self.sum_by(problem, n_columns, adds, Weighted { weights: weights.to_vec() });
        };
        let ByKind { compositions, ending, way } = self.sum_by(problem, n_columns, adds, ring.clone())?;
        let rational = compositions.into_iter().map(|(sums, amount)| (sums, ring.ratio(amount)));
        Ok(ByKind { compositions: rational.collect(), ending, way })
    }
}
