//! What a search of the tree would take.

use super::super::links;
use super::super::probes::tree_of;
use super::super::residue::Residue;
use super::super::task::Rest;
use super::super::watch::Watch;
use crate::problem::{Problem, to_place};
use crate::tally::{Count, Tally};

/// Random probes of the tree.
const N_PROBES: u32 = 200;

/// Time that probes may take, in ns: of a small problem, and for each cell of a large one, for which it takes as long to be laid out.
const PROBE_TIME: (f64, f64) = (1e6, 20.0);

/// Searches the tree until the first time that anybody would ask for the rest.
pub(super) fn try_tree(residue: &Residue) -> (Tally, Rest) {
    let impatient = Watch::default();
    impatient.want();
    links::count(residue, &Count::ONE, &impatient)
}

/// A part of the tree with fewer nodes says nothing of the whole. (300 items and 100000 options: one node, then 10^12 nodes by the part and 1.9 million by the probes, where there are 2.3 million.)
const LEAST_PART: u64 = 100;

/// The nodes of the whole tree, by random probes or by the part that has been searched, whichever says more.
pub(super) fn expected_nodes(problem: &Problem, residue: &Residue, tally: &Tally, rest: &Rest) -> f64 {
    let left: f64 = rest.open.iter().map(|open| open.share * open.untried.len() as f64).sum();
    let by_part = tally.stats.nodes as f64 / (1.0 - left).max(1e-12);
    let by_probes = by_probes(problem, residue);
    if tally.stats.nodes < LEAST_PART { by_probes } else { by_probes.max(by_part) }
}

/// The mean of probes, as many as there is time for.
fn by_probes(problem: &Problem, residue: &Residue) -> f64 {
    // Always the same dice: the same problem gets the same answer.
    let mut state = 0u64;
    let mut dice = |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (to_place(state >> 33) * n) >> 31
    };
    let time = PROBE_TIME.0.max(PROBE_TIME.1 * residue.cells.len() as f64);
    let mut tree = tree_of(problem, residue);
    let (mut sum, mut n_done) = (0.0, 0);
    while n_done < N_PROBES && (n_done == 0 || tree.time() < time) {
        sum += tree.probe(&mut dice).nodes;
        n_done += 1;
    }
    sum / f64::from(n_done)
}

/// Wide sets have many empty words, which are passed over. (Random covers with 1200 options: 90 ns a node; pentominoes, 2000: 130; Langford pairs of 15, 300: 57.)
const WORDS_POWER: f64 = 0.55;

/// About how many ns a node of the bit set engine takes: some, and some for every block of items and word of options.
/// Deep nodes, which are nearly all, have about a quarter of the items and options.
pub(super) fn node_time(residue: &Residue) -> f64 {
    let words = (residue.ids.len() as f64 / 256.0).max(1.0).powf(WORDS_POWER);
    25.0 + words * residue.n_primary as f64 / 2.0
}
