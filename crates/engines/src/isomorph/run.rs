//! A sweep that merges up to isomorphism after each level.

use super::super::frontier::{
    Budget, Checkpoint, CheckpointHead, Cuts, KeyLayout, Sweep, SweepContext, SweepStopped, plan, with_few_words,
};
use super::super::ledger::Ledger;
use super::super::residue::Residue;
use super::fold::Isomorphic;
use dlx_core::tally::Tally;

/// The descriptions of what is left after each level may take one part in this many of the memory.
const PART_FOR_SUFFIXES: usize = 8;

/// Sweeps with keys of this layout, to the end or until the means are used up: in that case the error has its progress.
pub(super) fn sweep(
    layout: &KeyLayout,
    residue: &Residue,
    place: SweepContext<'_>,
    means: Budget,
) -> Result<Tally, SweepStopped> {
    with_few_words!(layout.n_bits, WORDS => sweep_wide::<WORDS>(layout, residue, place, means))
}

/// What the states of a sweep depend on.
pub(super) fn plan_of(layout: &KeyLayout, residue: &Residue) -> String {
    with_few_words!(layout.n_bits, WORDS => plan::<WORDS>(layout, residue))
}

/// States that another process has written down; none if they are not whole.
pub(super) fn read(layout: &KeyLayout, head: &CheckpointHead, pieces: &[Vec<u8>]) -> Option<Checkpoint> {
    with_few_words!(layout.n_bits, WORDS => Checkpoint::read::<WORDS>(head, pieces))
}

fn sweep_wide<const K: usize>(
    layout: &KeyLayout,
    residue: &Residue,
    place: SweepContext<'_>,
    mut means: Budget,
) -> Result<Tally, SweepStopped> {
    let signal = place.signal;
    let mut ledger = Ledger::new(&place.task.weight, signal);
    let for_suffixes = means.memory / PART_FOR_SUFFIXES;
    means.memory -= for_suffixes;
    let (fold, mut cuts) = (Isomorphic::<K>::new(layout, residue, for_suffixes), Cuts::default());
    let sweep = Sweep::new(layout, layout.levels(residue), fold, place, &mut ledger, means, &mut cuts);
    match sweep.start() {
        Ok(count) => Ok(Tally { count, ..ledger.close(signal, 0) }),
        Err(stopped) => {
            ledger.close(signal, 0);
            Err(stopped)
        }
    }
}
