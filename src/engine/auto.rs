//! The choice of an engine: by a short trial of one kind against an estimate of the other.
//!
//! There are two kinds of engines. Those that search a tree take time with the number of nodes, which Knuth's random probes estimate in some
//! milliseconds (D. E. Knuth, "Estimating the efficiency of backtrack programs", 1975). The one that merges states takes time with the number of
//! states, which nothing predicts as well as a look at the first levels. So the choice is:
//!
//! 1. Probe the tree. If it is so small that it is searched in about a millisecond, search it.
//! 2. Sweep, but give up after as many states as can be made in 5% of the time that the tree would take (1 ms, if that is more).
//!    Most often it is done by then.
//! 3. If not, extrapolate the states from those of the first levels, and take what promises to end first.
//!
//! Among the engines that search a tree, bit sets win wherever they can be used, and use links themselves where they cannot.
//! The times per node and state below are those of one machine; only their ratio matters, and that within a factor of 2.

use super::frontier::{Means, Trial, attempt};
use super::links::estimate;
use super::residue::Residue;
use super::{Engine, EngineKind, Rest, Task, Watch};
use crate::problem::Problem;
use crate::tally::{Count, Tally};

/// Random probes of the tree.
const N_PROBES: u32 = 200;
/// Updates that the probes may take: about 2 ms.
const PROBE_UPDATES: u64 = 500_000;
/// A tree that is searched in this time, in ns, is not worth thinking about.
const SMALL_TREE: f64 = 1.5e6;
/// The share of the tree's time to spend on a trial of merging states.
const TRIAL_SHARE: f64 = 0.05;
/// States of the shortest and the longest trial.
const TRIAL_STATES: (f64, f64) = (20_000.0, 20_000_000.0);
/// Time for a state, in ns, one thread.
const STATE_TIME: f64 = 50.0;

/// An engine that knows the answer already, or the one to ask.
pub struct Choice {
    /// The engine to ask.
    pub kind: EngineKind,
    /// Why this one, in words.
    pub reason: String,
    /// What the trial found, if it went through.
    answer: Option<Tally>,
}

/// Chooses an engine for a problem. Uses the threads of the pool it is called in, and about as many bytes as given.
#[must_use]
pub fn choose(problem: &Problem, memory: usize, watch: &Watch) -> Choice {
    let residue = Residue::whole(problem);
    let tree = estimate(&residue, N_PROBES, PROBE_UPDATES);
    let tree_time = tree.nodes * node_time(&residue);
    if tree_time < SMALL_TREE {
        return Choice::new(EngineKind::Bits, format!("the tree is small, about {:.0} nodes", tree.nodes));
    }
    let patience = (tree_time * TRIAL_SHARE / STATE_TIME).clamp(TRIAL_STATES.0, TRIAL_STATES.1) as u64;
    match attempt(&residue, &Count::ONE, watch, Means { memory, patience }) {
        Trial::Done(tally) => {
            let reason = format!(
                "a trial went through with {} states; the tree has about {:.1e} nodes",
                tally.stats.nodes, tree.nodes
            );
            Choice { answer: Some(tally), ..Choice::new(EngineKind::Frontier, reason) }
        }
        Trial::TooWide => Choice::new(EngineKind::Bits, "the frontier is too wide for any key".into()),
        Trial::TooLarge { states } => {
            let kind = if states * STATE_TIME < tree_time { EngineKind::Frontier } else { EngineKind::Bits };
            Choice::new(kind, format!("about {:.1e} nodes in the tree against {states:.1e} states", tree.nodes))
        }
    }
}

impl Choice {
    fn new(kind: EngineKind, reason: String) -> Self {
        Self { kind, reason, answer: None }
    }

    /// Sets the chosen engine up.
    #[must_use]
    pub fn build(self, problem: &Problem, memory: usize) -> Box<dyn Engine> {
        match self.answer {
            Some(answer) => Box::new(Answer(answer)),
            None => self.kind.build(problem, memory),
        }
    }
}

/// About how many ns a node of the bit set engine takes: some, and some for every block of items and word of options.
/// Deep nodes, which are nearly all, have about a quarter of the items and options.
fn node_time(residue: &Residue) -> f64 {
    let words = (residue.ids.len() as f64 / 256.0).max(1.0);
    25.0 + words * residue.n_primary as f64 / 16.0
}

/// The engine that has counted the whole problem already.
#[derive(Clone)]
struct Answer(Tally);

impl Engine for Answer {
    fn run(&mut self, task: &Task, _: &Watch) -> (Tally, Rest) {
        debug_assert!(task.prefix.is_empty());
        (self.0.clone(), Rest::default())
    }

    fn is_parallel(&self) -> bool {
        true
    }

    fn boxed_clone(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }
}
