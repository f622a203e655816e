//! States merged up to isomorphism of what they leave to be covered.

mod components;
mod fold;
mod form;
mod label;
mod order;
mod parts;
mod suffix;
mod twins;

use super::frontier::{self, Cuts, MAX_WORDS, Means, Place, Plan, Stopped, Sweep};
use super::ledger::Ledger;
use super::links::{self, Links};
use super::residue::Residue;
use super::{Engine, Rest, Task, Watch};
use crate::problem::Problem;
use crate::tally::{Count, Tally};

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
}

fn sweep(
    plan: &Plan,
    residue: &Residue,
    place: Place<'_>,
    ledger: &mut Ledger,
    means: Means,
) -> Result<Count, Stopped> {
    match plan.n_bits.div_ceil(64) {
        0..=1 => sweep_wide::<1>(plan, residue, place, ledger, means),
        2 => sweep_wide::<2>(plan, residue, place, ledger, means),
        3..=4 => sweep_wide::<4>(plan, residue, place, ledger, means),
        5..=8 => sweep_wide::<8>(plan, residue, place, ledger, means),
        _ => sweep_wide::<MAX_WORDS>(plan, residue, place, ledger, means),
    }
}

fn sweep_wide<const K: usize>(
    plan: &Plan,
    residue: &Residue,
    place: Place<'_>,
    ledger: &mut Ledger,
    means: Means,
) -> Result<Count, Stopped> {
    let mut levels = plan.levels::<K>(residue);
    let fold = fold::suffixes(plan, residue, &mut levels);
    let mut cuts = Cuts::default();
    Sweep::new(plan, levels, fold, place, ledger, means, &mut cuts).start()
}

impl Engine for Classes {
    fn run(&mut self, task: &Task, watch: &Watch) -> (Tally, Rest) {
        let Some(residue) = self.links.below(&task.prefix) else { return Default::default() };
        let plan = Plan::new(&residue, order::best_order(&residue));
        if plan.n_bits > 64 * MAX_WORDS {
            return links::count(&residue, &task.weight, watch);
        }
        let mut ledger = Ledger::new(&task.weight);
        match sweep(&plan, &residue, Place { watch, task }, &mut ledger, Means::to_the_end(self.memory)) {
            Ok(count) => {eprintln!("{:?}", label::N); (Tally { count, ..ledger.close(watch, 0) }, Rest::default())}
            Err(_) => (Tally::default(), Rest::whole()),
        }
    }

    fn is_parallel(&self) -> bool {
        true
    }

    fn boxed_clone(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }
}
