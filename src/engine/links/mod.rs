//! Dancing links: the reference engine, and the one for huge sparse problems.
//!
//! Algorithm X on Knuth's node arrays, with colors (TAOCP 7.2.2.1, Algorithms X and C). Choosing an option hides every option that meets it,
//! going back unhides them in reverse order, and the links of what was taken out are all that is needed to put it back.
//!
//! Where it differs from Algorithm C, step by step:
//!
//! * **C1** (initialize): a task gets an arena of its own, laid out from what is left below its prefix, with 16-bit links if they suffice.
//! * **C2, C3** (enter level, choose i): no linked list of active items; see `choose`.
//! * **C4, C5** (cover i, try x): an item that loses its last option is seen at once, not at the next level, and what was done so far is undone.
//!   Knuth's SSXCC gets its edge over DLX2 from the same test. Items that the option itself covers must not raise the alarm, so they go out
//!   of play before anything is hidden.
//! * **C2** again: the last option is not branched on. When no more items are in play than an option covers, every option left is a solution.
//! * The search is a loop with its own stack, so that it can pause at any node and hand back the rest, and no depth overflows the thread's stack.

mod arena;
mod find;
mod index;
mod lay_out;
mod probes;
mod search;
mod solutions;
mod unchecked;

use super::residue::Residue;
use super::{Engine, Rest, Task, Watch};
use crate::problem::{OptionId, Problem};
use crate::tally::{Count, Tally};
use arena::Arena;
use index::Index;
pub use probes::{Mean, Probes};
pub(super) use search::Estimate;
use search::Search;
pub use solutions::{Finding, Solutions, Take, Way};

/// The dancing links engine.
#[derive(Clone, Debug)]
pub struct Links {
    /// The whole problem, in which prefixes are chosen.
    whole: Arena<u32>,
}

impl Links {
    /// Lays out the problem.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        Self { whole: Arena::new(&Residue::whole(problem)) }
    }

    /// Looks at one node only: what is found there, and as the rest the options to go on with, none of which fails at once.
    pub fn expand(&mut self, task: &Task) -> (Tally, Rest) {
        match self.below(&task.prefix) {
            Some(residue) if is_narrow(&residue) => Search::<u16>::new(&residue).expand(),
            Some(residue) => Search::<u32>::new(&residue).expand(),
            None => Default::default(),
        }
    }

    /// The options that can still be chosen below a prefix, in order; none if it starves an item or its options exclude each other.
    pub fn alive(&mut self, prefix: &[OptionId]) -> Vec<OptionId> {
        self.below(prefix).map(|residue| residue.ids).unwrap_or_default()
    }

    /// What is left below a prefix; nothing if it starves an item or its options exclude each other.
    pub(super) fn below(&mut self, prefix: &[OptionId]) -> Option<Residue> {
        if self.whole.is_colored() { self.residue::<true>(prefix) } else { self.residue::<false>(prefix) }
    }

    fn residue<const COLORED: bool>(&mut self, prefix: &[OptionId]) -> Option<Residue> {
        let mut chosen = Vec::with_capacity(prefix.len());
        chosen.extend(prefix.iter().map_while(|&option| self.choose::<COLORED>(option)));
        let residue = (chosen.len() == prefix.len()).then(|| self.whole.residue());
        chosen.iter().rev().for_each(|&node| self.unchoose::<COLORED>(node));
        residue
    }

    /// Chooses an option wherever it stands, and says by which node; or cannot.
    fn choose<const COLORED: bool>(&mut self, option: OptionId) -> Option<usize> {
        let node = self.whole.find(option)?;
        let item = self.whole.nodes[node].item.get();
        let starving = self.whole.open::<COLORED>(item);
        let is_chosen = self.whole.choose::<COLORED>(node, starving);
        if !is_chosen {
            self.whole.close::<COLORED>(item);
        }
        is_chosen.then_some(node)
    }

    /// Undoes [`choose`](Self::choose).
    fn unchoose<const COLORED: bool>(&mut self, node: usize) {
        self.whole.unchoose::<COLORED>(node);
        self.whole.close::<COLORED>(self.whole.nodes[node].item.get());
    }
}

/// Do 16 bits suffice to number its nodes?
fn is_narrow(residue: &Residue) -> bool {
    residue.n_nodes() < usize::from(u16::MAX)
}

/// Counts in a residue: what is left of a task when its prefix is chosen.
pub(super) fn count(residue: &Residue, weight: &Count, watch: &Watch) -> (Tally, Rest) {
    if is_narrow(residue) {
        Search::<u16>::new(residue).count(weight, watch)
    } else {
        Search::<u32>::new(residue).count(weight, watch)
    }
}

/// The mean of random probes of a residue, of as many as `n_probes` and this many updates allow.
pub(super) fn estimate(residue: &Residue, n_probes: u32, max_updates: u64) -> Estimate {
    if is_narrow(residue) {
        probe(Search::<u16>::new(residue), n_probes, max_updates)
    } else {
        probe(Search::<u32>::new(residue), n_probes, max_updates)
    }
}

fn probe<I: Index>(mut search: Search<I>, n_probes: u32, max_updates: u64) -> Estimate {
    // Always the same dice: the same problem gets the same answer.
    let mut state = 0u64;
    let mut dice = |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) as usize * n) >> 31
    };
    let (mut sum, mut n_done) = (Estimate::default(), 0);
    while n_done < n_probes && (n_done == 0 || search.updates() < max_updates) {
        let probe = search.probe(&mut dice);
        sum.nodes += probe.nodes;
        sum.updates += probe.updates;
        n_done += 1;
    }
    Estimate { nodes: sum.nodes / f64::from(n_done), updates: sum.updates / f64::from(n_done), ..sum }
}

impl Engine for Links {
    fn run(&mut self, task: &Task, watch: &Watch) -> (Tally, Rest) {
        self.below(&task.prefix).map(|residue| count(&residue, &task.weight, watch)).unwrap_or_default()
    }

    fn boxed_clone(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }
}
