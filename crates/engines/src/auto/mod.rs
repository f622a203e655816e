//! The choice of an engine: all that may be the best take turns, and the first to end gives the answer.
//!
//! There are two kinds of engines. Those that search a tree take time with the number of nodes, which Knuth's random probes estimate in some
//! milliseconds (D. E. Knuth, "Estimating the efficiency of backtrack programs", 1975). Those that merge states take time with the number of
//! states, or of classes of states up to isomorphism, which nothing predicts as well as a look at the first levels. Either forecast can be wrong by any factor: probes miss the few
//! branches where nearly all nodes are, and the first levels do not say how wide the middle is. So no forecast decides. They only set the first shares:
//!
//! 1. Sizes may say that there is no solution ([`obstacle`]).
//! 2. Try the tree for about a millisecond ([`glance`]). Small problems are done by then; sudoku puzzles, too.
//! 3. Try the states: 20000 of them take some milliseconds.
//! 4. Estimate the tree: by random probes, and by the share of it that the trial has searched; the larger estimate counts, since probes of a
//!    tree in which nearly every way fails see too little of it. Where it takes long, ask which part is left when tasks that symmetry makes equal are merged.
//! 5. Where options are the edges of a planar graph, [a Pfaffian or a determinant](super::planar) counts.
//! 6. Take turns by the [`rule`], each engine from where it stopped: `session` does, which has a clock and threads.
//! 7. Where all take long, look for an order in which [variables can be summed out](super::buckets), and do that if nothing else promises to end sooner.
//!
//! A run that is stopped before its end needs a lower bound: this is what the tree has counted in its turns. With a limit on nodes or solutions only the tree is searched.
//!
//! Among the engines that search a tree, bit sets win wherever they can be used, and use links themselves where they cannot. Where options must be connected, links and states are the only rivals.
//!
//! Before turns were taken, a choice was made by forecasts and was final: a cover of 12 communities was searched as a tree for more than 40 s where states take 10 ms (results/2026-11-25-auto).

mod choice;
mod rivals;
pub mod rule;
mod tree;

use super::info::EngineKind;
use super::obstacle::obstacle;
use super::residue::Residue;
use super::run_signal::RunSignal;
pub use choice::Choice;
use dlx_core::problem::Problem;
pub use rivals::Rivals;
use tree::{TriedPart, try_tree};

/// A problem with no more options and places in them than this is looked at within about a millisecond.
const SMALL: usize = 10_000;

/// Is the problem small enough for the thread that waits for the answer to take the first look at it?
#[must_use]
pub fn is_small(problem: &Problem) -> bool {
    let places = || problem.options().map(|option| 1 + problem.items_of(option).len()).sum::<usize>();
    problem.n_options() <= SMALL && places() <= SMALL
}

/// The result of about a millisecond of searching the tree.
pub struct TreeTrial<'p> {
    problem: &'p Problem,
    /// What is left of it, in the form for trees.
    residue: Residue,
    part: TriedPart,
}

/// The choice for a run that a limit on nodes or solutions may stop.
#[must_use]
pub fn bounded(problem: &Problem) -> Choice {
    if let Some(choice) = projected(problem) {
        return choice;
    }
    Choice::new(EngineKind::of_tasks_of(problem), "it knows a lower bound whenever a limit stops it".into())
}

/// The only engine that tells solutions apart by some of their options, if that is asked for.
fn projected(problem: &Problem) -> Option<Choice> {
    problem.shown().map(|_| Choice::new(EngineKind::Learn, "it alone counts solutions by their shown options".into()))
}

/// Takes a first look at a problem, on this thread. That may settle the choice. Of a tree that is the problem in its [form for trees](Problem::tree_form).
///
/// # Errors
/// The trial with what was seen, if the choice is not settled.
pub fn glance(problem: &Problem) -> Result<Choice, Box<TreeTrial<'_>>> {
    if let Some(obstacle) = obstacle(problem) {
        return Ok(Choice::impossible(obstacle));
    }
    if let Some(choice) = projected(problem) {
        return Ok(choice);
    }
    let residue = Residue::whole(problem.tree_form());
    let part = try_tree(&residue);
    if part.rest.is_empty() {
        return Ok(Choice::answered(part.engine, part.tally));
    }
    Err(Box::new(TreeTrial { problem, residue, part }))
}

impl<'p> TreeTrial<'p> {
    /// Lets the states have a first turn, and estimates the tree. Uses the threads of the pool it is called in, and about as many bytes as given.
    ///
    /// # Errors
    /// The engines that may still be the best, if the choice is not settled.
    pub fn rivals(self, memory: usize, signal: &RunSignal) -> Result<Choice, Box<Rivals<'p>>> {
        Rivals::new(self, memory, signal)
    }
}
