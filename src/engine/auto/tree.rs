//! What a search of the tree would take.

use super::super::links;
use super::super::residue::Residue;
use super::super::task::Rest;
use super::super::watch::Watch;
use crate::tally::{Count, Tally};

/// Random probes of the tree.
const N_PROBES: u32 = 200;

/// Updates that the probes may take: about 1 ms.
const PROBE_UPDATES: u64 = 200_000;

/// Searches the tree until the first time that anybody would ask for the rest.
pub(super) fn try_tree(residue: &Residue) -> (Tally, Rest) {
    let impatient = Watch::default();
    impatient.want();
    links::count(residue, &Count::ONE, &impatient)
}

/// The nodes of the whole tree, by random probes or by the part that has been searched, whichever says more.
pub(super) fn expected_nodes(residue: &Residue, tally: &Tally, rest: &Rest) -> f64 {
    let left: f64 = rest.open.iter().map(|open| open.share * open.untried.len() as f64).sum();
    let by_part = tally.stats.nodes as f64 / (1.0 - left).max(1e-12);
    links::estimate(residue, N_PROBES, PROBE_UPDATES).nodes.max(by_part)
}

/// Wide sets have many empty words, which are passed over. (Random covers with 1200 options: 90 ns a node; pentominoes, 2000: 130; Langford pairs of 15, 300: 57.)
const WORDS_POWER: f64 = 0.55;

/// About how many ns a node of the bit set engine takes: some, and some for every block of items and word of options.
/// Deep nodes, which are nearly all, have about a quarter of the items and options.
pub(super) fn node_time(residue: &Residue) -> f64 {
    let words = (residue.ids.len() as f64 / 256.0).max(1.0).powf(WORDS_POWER);
    25.0 + words * residue.n_primary as f64 / 2.0
}
