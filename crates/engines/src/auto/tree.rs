//! Estimates the time of a search of the tree.

use std::time::Instant;

use super::super::bits;
use super::super::info::EngineKind;
use super::super::links;
use super::super::probes::tree_of;
use super::super::residue::Residue;
use super::super::run_signal::RunSignal;
use super::super::task::OpenSubtrees;
use dlx_core::problem::{Problem, to_place, whole_part};
use dlx_core::stop::{Stopped, pass_on};
use dlx_core::tally::{Count, Tally};

/// Random probes of the tree.
const N_PROBES: u32 = 200;

/// Time that probes may take, in ns: of a small problem, and for each cell of a large one, for which it takes as long to be laid out.
const PROBE_TIME: (f64, f64) = (1e6, 20.0);

/// With more options than these the tables of bit sets take too long to be made.
const FEW_OPTIONS: usize = 1024;

/// Time for a first try in bit sets, in ns.
const TRY_TIME: f64 = 1e6;

/// If the first try promises a whole tree of at most this many times its nodes, there is a second try, with one more than this many times the nodes. It reaches the end unless the forecast is wrong.
const PROMISING: u64 = 3;

/// A part of the tree that has been searched.
pub(super) struct TriedPart {
    pub(super) engine: EngineKind,
    pub(super) tally: Tally,
    pub(super) rest: OpenSubtrees,
    /// The time of a node, in ns: by the part, if it is large enough, or by experience.
    pub(super) node_time: f64,
}

/// Searches the tree for about a millisecond, or for several if that is expected to be all.
pub(super) fn try_tree(residue: &Residue) -> TriedPart {
    let node_time = node_time(residue);
    if residue.n_bits() > FEW_OPTIONS {
        let impatient = RunSignal::default();
        impatient.request_split();
        let (tally, rest) = links::count(residue, &Count::ONE, &impatient);
        return TriedPart { engine: EngineKind::Links, tally, rest, node_time };
    }
    let most = whole_part(TRY_TIME / node_time);
    let (mut begun, (mut tally, mut rest)) = (Instant::now(), try_nodes(residue, most));
    if !rest.is_empty() && by_part(&tally, &rest) <= (PROMISING * most) as f64 {
        (begun, (tally, rest)) = (Instant::now(), try_nodes(residue, (PROMISING + 1) * most));
    }
    let measured = begun.elapsed().as_secs_f64() * 1e9 / (tally.stats.nodes.max(1) as f64);
    let node_time = if tally.stats.nodes < LEAST_PART { node_time } else { measured };
    let engine = if residue.ports.is_some() { EngineKind::Links } else { EngineKind::Bits };
    TriedPart { engine, tally, rest, node_time }
}

/// Searches about `nodes` nodes of the tree.
fn try_nodes(residue: &Residue, nodes: u64) -> (Tally, OpenSubtrees) {
    let signal = RunSignal::default();
    signal.bound(Some(nodes), None, 1);
    if residue.ports.is_some() { links::count(residue, &Count::ONE, &signal) } else { bits::count(residue, &signal) }
}

/// A part of the tree with fewer nodes says nothing about the whole. (300 items and 100000 options: one node, then 10^12 nodes by the part and 1.9 million by the probes, where there are 2.3 million.)
const LEAST_PART: u64 = 100;

/// The nodes of the whole tree, by random probes and by the part that has been searched: the geometric mean of the two, since each may be off by a large factor either way. (Items to be covered two or three times: 2e3 by probes, 2.5e7 by the
/// part, 1.3e5 in truth. Colors of a graph: 1.5e6, 4.7e5, 7.8e5. Maximal independent sets: 1.8e7, 1.4e6, 5.7e6.)
pub(super) fn expected_nodes(problem: &Problem, residue: &Residue, tally: &Tally, rest: &OpenSubtrees) -> f64 {
    let by_probes = by_probes(problem, residue);
    if tally.stats.nodes < LEAST_PART { by_probes } else { by_probes.sqrt() * by_part(tally, rest).sqrt() }
}

/// The nodes of the whole tree, if all parts of it are like the one that has been searched.
fn by_part(tally: &Tally, rest: &OpenSubtrees) -> f64 {
    let left: f64 = rest.open.iter().map(|open| open.share * open.untried.len() as f64).sum();
    tally.stats.nodes as f64 / (1.0 - left).max(1e-12)
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
        sum += tree.probe(&mut dice).unwrap_or_else(|| pass_on(Stopped)).nodes;
        n_done += 1;
    }
    sum / f64::from(n_done)
}

/// Wide sets have many empty words, which are passed over. (Random covers with 1200 options: 90 ns a node; pentominoes, 2000: 130; Langford pairs of 15, 300: 57.)
const WORDS_POWER: f64 = 0.55;

/// Where options must be connected, a node looks at all ports: time for each, in ns.
const PORT_TIME: f64 = 10.0;

/// About how many ns a node of the bit set engine takes: a constant, and a time for every block of items and word of options.
/// Deep nodes, which are nearly all, have about a quarter of the items and options.
fn node_time(residue: &Residue) -> f64 {
    if let Some(ports) = &residue.ports {
        return 1000.0 + PORT_TIME * ports.n_ports() as f64;
    }
    let words = (residue.n_bits() as f64 / 256.0).max(1.0).powf(WORDS_POWER);
    25.0 + words * residue.n_primary as f64 / 2.0
}
