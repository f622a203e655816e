//! A sweep in parts: it may lose its patience, and continues later where it stopped.

use super::super::ledger::Ledger;
use super::super::residue::Residue;
use super::super::run_signal::RunSignal;
use super::super::task::Task;
use super::budget::{Budget, SweepStopped};
use super::checkpoint::Checkpoint;
use super::cuts::Cuts;
use super::layout::KeyLayout;
use super::order::best_order;
use super::sweep::{SweepContext, fits, sweep};
use dlx_core::tally::Tally;

/// The result of a trial.
#[derive(Debug)]
pub(crate) enum Trial {
    /// It reached the end.
    Done(Tally),
    /// It made too many states. This is what can be expected of the rest.
    TooLarge {
        /// The expected number of states of all levels, if it continues as it began.
        states: f64,
        /// The number of states that were made.
        made: u64,
        /// The next level does not fit in memory.
        is_short: bool,
        /// The states of each level that was made, as far as could be seen.
        sizes: Vec<usize>,
    },
    /// The frontier is too wide for any key.
    TooWide,
}

/// A sweep of what is left of a problem, by the best order that was found.
#[derive(Debug)]
pub(crate) struct Attempt {
    residue: Residue,
    layout: KeyLayout,
    checkpoint: Checkpoint,
}

impl Attempt {
    /// Finds the order.
    pub(crate) fn new(residue: Residue, signal: &RunSignal) -> Self {
        let layout = KeyLayout::for_counts(&residue, best_order(&residue, &|| signal.is_stopped()));
        Self { residue, layout, checkpoint: Checkpoint::default() }
    }

    /// What is left of the problem.
    pub(crate) fn residue(&self) -> &Residue {
        &self.residue
    }

    /// The bits of information that are expected after each level.
    pub(super) fn bits(&self) -> &[f64] {
        &self.layout.bits
    }

    /// Bytes of a state in memory, and in a file.
    pub(super) fn state_bytes(&self) -> (f64, f64) {
        self.checkpoint.state_bytes()
    }

    /// Continues to the end, or until patience is lost.
    pub(crate) fn go_on(&mut self, task: &Task, signal: &RunSignal, budget: Budget) -> Trial {
        if signal.is_stopped() {
            return Trial::TooLarge { states: f64::INFINITY, made: 0, is_short: false, sizes: Vec::new() };
        }
        if !fits(&self.layout) {
            return Trial::TooWide;
        }
        let mut ledger = Ledger::new(&task.weight, signal);
        let place = SweepContext { signal, task, checkpoint: &mut self.checkpoint };
        match sweep(&self.layout, &self.residue, place, &mut ledger, budget, &mut Cuts::default()) {
            Ok(count) => Trial::Done(Tally { count, ..ledger.close(signal, 0) }),
            Err(SweepStopped { expected: states, n_made: made, is_short, sizes }) => {
                Trial::TooLarge { states, made, is_short, sizes }
            }
        }
    }
}
