//! Random probes of a large problem, by sets of as many words as it takes. A tree of a smaller one is probed by links, which take a microsecond for a node.

use super::bit_problem::{BitProblem, MAX_OPTIONS, NodeWork};
use crate::info::EngineKind;
use crate::probed::{Probed, Seen};
use dlx_core::problem::{Problem, to_usize};
use dlx_core::stop::is_due_after;

/// Time for a word that is looked at, in ns.
const WORD_TIME: f64 = 0.1;

/// The whole problem, and the words that have been looked at.
struct LargeTree {
    whole: BitProblem,
    n_looked_at: usize,
}

/// The tree of a problem that is large and has many options for each item, if bit sets can handle it.
pub(crate) fn large_tree(problem: &Problem) -> Option<Box<dyn Probed>> {
    if problem.n_options() <= MAX_OPTIONS || !EngineKind::Bits.knows(problem) {
        return None;
    }
    let whole = BitProblem::new(problem)?;
    Some(Box::new(LargeTree { whole, n_looked_at: 0 }))
}

impl Probed for LargeTree {
    fn probe(&mut self, dice: &mut dyn FnMut(usize) -> usize) -> Option<Seen> {
        let Self { whole, n_looked_at } = self;
        let (mut seen, mut weight, mut left) = (Seen { nodes: 1.0, solutions: 0.0 }, 1.0, whole.root());
        loop {
            if is_due_after(whole.n_looked_at()) {
                return None;
            }
            *n_looked_at += whole.n_looked_at();
            let (item, width) = match whole.look(&left, &[]) {
                NodeWork::Solutions(number) => {
                    seen.solutions = if number == 0 { 0.0 } else { weight * number as f64 };
                    return Some(seen);
                }
                NodeWork::Branch(item, width) => (item, to_usize(width)),
            };
            let Some(option) = whole.options_of(item, &left).nth(dice(width)) else { return Some(seen) };
            whole.choose(&mut left, option);
            weight *= width as f64;
            seen.nodes += weight;
        }
    }

    fn time(&self) -> f64 {
        self.n_looked_at as f64 * WORD_TIME
    }
}
