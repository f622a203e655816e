//! Equal states merged, level by level: the engine that turns exponential counts into milliseconds wherever a good order keeps the frontier narrow.
//!
//! Fix an order of the primary items and cover them one after the other. At level t only one thing matters of all that was chosen
//! before: which of the items that are still to come are covered already, and which secondary items are taken, in which color. Choices that agree
//! on this have the same future, so they become one *state* with a multiplicity, and the next level starts from the states, not from the choices.
//! On an 8 by 8 board of dominoes 12988816 covers pass through at most some hundred states a level.
//!
//! * `order` finds the order, which decides everything, by what `predict` says of several.
//! * `layout` gives each item its bits in the key for the levels in which it is looked at, so the key is exactly what the future depends on.
//! * `lanes` finds classes of secondary items that can be exchanged, such as colors, and keeps one of the states that differ only by that.
//! * `by_color` finds the choices of a level by the color that they need, where they are many, such as the sums of a knapsack.
//! * `components` also keeps what is joined to what, where options must be connected; `parts` how many nodes components have, and which are kept apart.
//! * `states` makes the states of a level in hash maps (`shards`), by all threads, or group by group when memory is short. **Keys are compared in full**: a hash finds the place and never decides equality.
//!   A published parallel counter keys its cache by a bare 64-bit hash and prints wrong counts on its own benchmark.
//! * `stride` makes several levels at one go, where a state waits only where it has something to choose.
//! * `kept` keeps all levels and `diagram` walks through them, for `sample`, which draws random solutions, and `zdd`, the diagram of all of them; `evaluate` and `cheapest` ask that for sums and for the best.
//! * `resume` puts a level aside and takes it up again, for runs that outlive their process.
//! * `level` makes the next level, piece by piece where memory is short; `fold` is the interface for an engine that merges more than equal states.
//! * `spill` continues with levels as files where memory is short, `spill::classes` for an engine that merges more than equal states; `on_disk` is such a level, `partition` deals it out, and `blocks` are states as bytes.
//! * `spill::dealt` does the same from bytes to bytes, for those who send the parts of levels to other processes.
//! * `forecast` says from the first levels what all of them will take.
//! * `number` counts in 64 bits, then in any width, each sum checked.
//! * `sweep` moves from level to level. When a level does not fit in memory even as a plain list, and there is no disk, it splits the states in halves and takes one after
//!   the other to the end: still exact, but what the halves have in common is counted twice, and soon again in halves of halves. That is the last
//!   resort: alone, without groups, it had not ended after ten minutes on 10 x 10 tetrominoes in 64 MiB, which groups count in four seconds, as fast as without a bound.
//!
//! Names for the idea: transfer matrix method, frontier-based search (Kawahara et al., 2017), the zero-suppressed decision diagrams of Knuth's TAOCP 7.1.4 without the
//! diagram, DXZ (Nishino et al., 2017).
//! Measurements: results/2026-11-20-engines.

mod attempt;
mod blocks;
mod budget;
mod by_color;
mod cheapest;
mod checkpoint;
mod components;
mod cuts;
mod diagram;
mod evaluate;
mod fold;
mod forecast;
mod kept;
mod lanes;
mod layout;
mod level;
mod near;
mod number;
mod on_disk;
mod order;
mod partition;
mod parts;
mod predict;
mod resume;
mod sample;
mod shards;
mod spill;
mod states;
mod stride;
mod sweep;
mod zdd;

use std::time::Instant;

use super::algorithm::Engine;
use super::ledger::Ledger;
use super::links::{self, Links};
use super::residue::Residue;
use super::run_signal::RunSignal;
use super::task::{OpenSubtrees, Task};
use super::warm_start::WarmStart;
pub(super) use attempt::{Attempt, Trial};
pub(super) use budget::{Budget, SweepStopped, share_of_levels};
pub use cheapest::Cheapest;
pub(super) use checkpoint::{Checkpoint, CheckpointHead};
pub(super) use cuts::Cuts;
pub use diagram::Diagram;
use dlx_core::problem::{Problem, whole_part};
use dlx_core::tally::{Count, Stats, Tally};
pub(super) use fold::{DiskStep, Fold, FoldOnDisk};
pub use forecast::{Forecast, Outlook, forecast};
pub use kept::Refusal;
pub(super) use layout::{Key, KeyLayout, MAX_WORDS, Transition, Twins, first_fit, with_few_words};
pub(super) use number::{AnyNumber, Number};
pub(super) use on_disk::{ANY, OnDisk};
pub(super) use order::best_order;
pub(super) use predict::Predictor;
pub(super) use resume::plan;
pub(super) use shards::{Bounds, ExpandFailure};
pub(super) use spill::classes::{ClassFile, step_of_classes, sum_of_classes};
pub use spill::dealt::{DealtError, DealtLevel, DealtStep, DealtSweep};
pub(super) use spill::dealt::{GatheredPart, InMemory, PieceFormat, unbounded};
pub(super) use states::States;
pub(super) use sweep::{Sweep, SweepContext, fits};
pub use zdd::Zdd;

/// The state merging engine.
#[derive(Clone, Debug)]
pub struct Frontier {
    links: Links,
    memory: usize,
    warm_start: WarmStart<Attempt>,
}

impl Frontier {
    /// Sets the engine up, with this many bytes for states.
    #[must_use]
    pub fn new(problem: &Problem, memory: usize) -> Self {
        Self { links: Links::new(problem), memory, warm_start: WarmStart::default() }
    }

    /// Sets the engine up to continue a trial.
    pub(super) fn go_on(problem: &Problem, memory: usize, begun: Attempt) -> Self {
        Self { warm_start: WarmStart::with(begun), ..Self::new(problem, memory) }
    }

    /// The sweep of a task: the one that was begun, or from the start. None if the task has no solution.
    fn attempt(&mut self, task: &Task, signal: &RunSignal) -> Option<Attempt> {
        self.warm_start
            .take_for(task)
            .or_else(|| self.links.below(&task.prefix.to_vec()).map(|residue| Attempt::new(residue, signal)))
    }
}

/// For each cut t the number of ways to cover items 0 .. t and nothing else, in one sweep along the items as they are numbered: after level t it is the
/// multiplicity of the state in which nothing else is touched. None for a cut that was not reached before `signal` stopped the sweep.
///
/// None at all if there are secondary items, which that state does not show, or if options must be connected, or the frontier is too wide for any key.
#[must_use]
pub fn cuts(problem: &Problem, cuts: &[usize], memory: usize, signal: &RunSignal) -> Option<Vec<Option<Count>>> {
    if problem.n_primary() < problem.n_items() || problem.connected().is_some() {
        return None;
    }
    let residue = Residue::whole(problem);
    let layout = KeyLayout::as_given(&residue, &|| signal.is_stopped());
    if !fits(&layout) {
        return None;
    }
    let (mut cuts, budget) = (Cuts::new(cuts), Budget::to_the_end(memory));
    let _ = sweep::sweep(
        &layout,
        &residue,
        SweepContext { signal, task: &Task::root(), checkpoint: &mut Checkpoint::default() },
        &mut Ledger::new(&Count::ONE, signal),
        budget,
        &mut cuts,
    );
    Some(cuts.into_counts().collect())
}

/// States after which it is asked whether the tree is small.
const MANY_STATES: u64 = 1 << 20;

/// Nodes of a tree that is small compared with that many states: they take no longer. (With as many nodes as states the look took 2.5 of the 3.5 s of pentominoes on 6 x 10.)
const FEW_NODES: u64 = MANY_STATES / 8;

/// A first look shows how long a node takes: all together may take as long as the states have taken. (Where each number of a program of one row has 30000 options, 131072 nodes took 45 s, and all states 1.6.)
const FIRST_NODES: u64 = FEW_NODES / 64;

impl Frontier {
    /// Counts by the tree where there are many states and few nodes: with multiplicities 18 options with 16 solutions had taken a minute and 3.4 GB. The sweep continues afterwards where it stopped; one that
    /// is kept is not interrupted. Where options must be connected a node takes as long as some hundred states: it is not asked. (Of 3.2 s for the 1076226888605605706 Hamiltonian cycles of 12 x 12, 2.8 had gone there.)
    ///
    /// Otherwise the error says how many states have been made.
    fn by_small_tree(&self, attempt: &mut Attempt, task: &Task, signal: &RunSignal) -> Result<Tally, u64> {
        if signal.checkpoints().is_some() || attempt.residue().ports.is_some() {
            return Err(0);
        }
        let budget = Budget { patience: MANY_STATES, is_trial: true, ..Budget::to_the_end(self.memory) };
        let begun = Instant::now();
        let made = match attempt.go_on(task, signal, budget) {
            Trial::Done(tally) => return Ok(tally),
            Trial::TooLarge { made, .. } if !signal.is_stopped() => made,
            Trial::TooLarge { made, .. } => return Err(made),
            Trial::TooWide => return Err(0),
        };
        let as_long = begun.elapsed().as_secs_f64();
        let look = |most: u64| {
            let part = signal.for_trial();
            part.bound(Some(most.min(signal.allowed_nodes())), None, 1);
            let (tally, rest) = links::count(attempt.residue(), &task.weight, &part);
            signal.note(part.nodes(), 0);
            rest.is_empty().then_some(tally)
        };
        let begun = Instant::now();
        if let Some(tally) = look(FIRST_NODES) {
            return Ok(tally);
        }
        let most = whole_part(as_long / begun.elapsed().as_secs_f64() * FIRST_NODES as f64).min(FEW_NODES);
        if most > FIRST_NODES { look(most).ok_or(made) } else { Err(made) }
    }
}

impl Engine for Frontier {
    fn run(&mut self, task: &Task, signal: &RunSignal) -> (Tally, OpenSubtrees) {
        let Some(mut attempt) = self.attempt(task, signal) else { return Default::default() };
        let before = match self.by_small_tree(&mut attempt, task, signal) {
            Ok(tally) => return (tally, OpenSubtrees::default()),
            Err(made) => made,
        };
        match attempt.go_on(task, signal, Budget::to_the_end(self.memory)) {
            Trial::Done(tally) => (tally, OpenSubtrees::default()),
            // States on a shelf are taken up again, with the number of those made so far.
            Trial::TooLarge { made, .. } => {
                let nodes = if signal.checkpoints().is_none() { made.max(before) } else { 0 };
                (Tally { stats: Stats { nodes, updates: 0 }, ..Tally::default() }, OpenSubtrees::whole())
            }
            Trial::TooWide => links::count(attempt.residue(), &task.weight, signal),
        }
    }

    fn is_parallel(&self) -> bool {
        true
    }

    fn boxed_clone(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }
}
