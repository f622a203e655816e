//! A sweep that merges up to isomorphism after each level.

use super::super::frontier::{Cuts, MAX_WORDS, Means, Place, Plan, Stopped, Sweep};
use super::super::ledger::Ledger;
use super::super::residue::Residue;
use super::fold::Isomorphic;
use crate::tally::Tally;

/// Sweeps by a plan, to the end or until the means are used up: then the error says how far it came.
pub(super) fn sweep(plan: &Plan, residue: &Residue, place: Place<'_>, means: Means) -> Result<Tally, Stopped> {
    match plan.n_bits.div_ceil(64) {
        0..=1 => sweep_wide::<1>(plan, residue, place, means),
        2 => sweep_wide::<2>(plan, residue, place, means),
        3..=4 => sweep_wide::<4>(plan, residue, place, means),
        5..=8 => sweep_wide::<8>(plan, residue, place, means),
        _ => sweep_wide::<MAX_WORDS>(plan, residue, place, means),
    }
}

fn sweep_wide<const K: usize>(
    plan: &Plan,
    residue: &Residue,
    place: Place<'_>,
    means: Means,
) -> Result<Tally, Stopped> {
    let watch = place.watch;
    let mut ledger = Ledger::new(&place.task.weight, watch);
    let (fold, mut cuts) = (Isomorphic::<K>::new(plan, residue), Cuts::default());
    let sweep = Sweep::new(plan, plan.levels(residue), fold, place, &mut ledger, means, &mut cuts);
    match sweep.start() {
        Ok(count) => Ok(Tally { count, ..ledger.close(watch, 0) }),
        Err(stopped) => {
            ledger.close(watch, 0);
            Err(stopped)
        }
    }
}
