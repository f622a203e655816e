//! What is done with a residue, by a search with links as narrow as they can be.

use super::super::residue::Residue;
use super::super::task::Rest;
use super::super::watch::Watch;
use super::index::Index;
use super::search::{Search, TreeSize};
use crate::problem::to_place;
use crate::tally::{Count, Tally};

/// Do 16 bits suffice to number its nodes?
pub(super) fn is_narrow(residue: &Residue) -> bool {
    residue.n_nodes() < usize::from(u16::MAX)
}

/// Counts in a residue: what is left of a task when its prefix is chosen.
pub(in crate::engine) fn count(residue: &Residue, weight: &Count, watch: &Watch) -> (Tally, Rest) {
    if is_narrow(residue) {
        Search::<u16>::new(residue).count(weight, watch)
    } else {
        Search::<u32>::new(residue).count(weight, watch)
    }
}

/// Looks at one node only: what is found there, and as the rest the options to go on with.
pub(super) fn expand(residue: &Residue) -> (Tally, Rest) {
    if is_narrow(residue) { Search::<u16>::new(residue).expand() } else { Search::<u32>::new(residue).expand() }
}

/// The mean of random probes of a residue, of as many as `n_probes` and this many updates allow.
pub(in crate::engine) fn estimate(residue: &Residue, n_probes: u32, max_updates: u64) -> TreeSize {
    if is_narrow(residue) {
        probe(Search::<u16>::new(residue), n_probes, max_updates)
    } else {
        probe(Search::<u32>::new(residue), n_probes, max_updates)
    }
}

fn probe<I: Index>(mut search: Search<I>, n_probes: u32, max_updates: u64) -> TreeSize {
    // Always the same dice: the same problem gets the same answer.
    let mut state = 0u64;
    let mut dice = |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (to_place(state >> 33) * n) >> 31
    };
    let (mut sum, mut n_done) = (TreeSize::default(), 0);
    while n_done < n_probes && (n_done == 0 || search.updates() < max_updates) {
        let probe = search.probe(&mut dice);
        sum.nodes += probe.nodes;
        sum.updates += probe.updates;
        n_done += 1;
    }
    TreeSize { nodes: sum.nodes / f64::from(n_done), updates: sum.updates / f64::from(n_done), ..sum }
}
