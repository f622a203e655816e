//! Work on a residue, by a search with the narrowest links that suffice.

use super::super::probed::Probed;
use super::super::residue::Residue;
use super::super::run_signal::RunSignal;
use super::super::task::OpenSubtrees;
use super::search::Search;
use dlx_core::tally::{Count, Tally};

/// Do 16 bits suffice to number its nodes?
pub(super) fn is_narrow(residue: &Residue) -> bool {
    residue.n_nodes() < usize::from(u16::MAX)
}

/// Counts in a residue: what is left of a task when its prefix is chosen.
pub(crate) fn count(residue: &Residue, weight: &Count, signal: &RunSignal) -> (Tally, OpenSubtrees) {
    if is_narrow(residue) {
        Search::<u16>::new(residue).count(weight, signal)
    } else {
        Search::<u32>::new(residue).count(weight, signal)
    }
}

/// Searches one node only. Returns what is found there, and as the rest the options to continue with.
pub(super) fn expand(residue: &Residue) -> (Tally, OpenSubtrees) {
    if is_narrow(residue) { Search::<u16>::new(residue).expand() } else { Search::<u32>::new(residue).expand() }
}

/// The tree of a residue, to be probed.
pub(crate) fn tree(residue: &Residue) -> Box<dyn Probed> {
    if is_narrow(residue) { Box::new(Search::<u16>::new(residue)) } else { Box::new(Search::<u32>::new(residue)) }
}
