//! A sweep that merges up to isomorphism after each level.

use super::super::frontier::{Cuts, KeyLayout, MAX_WORDS, Means, Place, Stopped, Sweep};
use super::super::ledger::Ledger;
use super::super::residue::Residue;
use super::fold::Isomorphic;
use crate::tally::Tally;

/// Sweeps with keys of this layout, to the end or until the means are used up: then the error says how far it came.
pub(super) fn sweep(layout: &KeyLayout, residue: &Residue, place: Place<'_>, means: Means) -> Result<Tally, Stopped> {
    match layout.n_bits.div_ceil(64) {
        0..=1 => sweep_wide::<1>(layout, residue, place, means),
        2 => sweep_wide::<2>(layout, residue, place, means),
        3..=4 => sweep_wide::<4>(layout, residue, place, means),
        5..=8 => sweep_wide::<8>(layout, residue, place, means),
        _ => sweep_wide::<MAX_WORDS>(layout, residue, place, means),
    }
}

fn sweep_wide<const K: usize>(
    layout: &KeyLayout,
    residue: &Residue,
    place: Place<'_>,
    means: Means,
) -> Result<Tally, Stopped> {
    let watch = place.watch;
    let mut ledger = Ledger::new(&place.task.weight, watch);
    let (fold, mut cuts) = (Isomorphic::<K>::new(layout, residue), Cuts::default());
    let sweep = Sweep::new(layout, layout.levels(residue), fold, place, &mut ledger, means, &mut cuts);
    match sweep.start() {
        Ok(count) => Ok(Tally { count, ..ledger.close(watch, 0) }),
        Err(stopped) => {
            ledger.close(watch, 0);
            Err(stopped)
        }
    }
}
