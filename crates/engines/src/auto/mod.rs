//! The choice of an engine: by a short trial of one kind against an estimate of the other.
//!
//! There are two kinds of engines. Those that search a tree take time with the number of nodes, which Knuth's random probes estimate in some
//! milliseconds (D. E. Knuth, "Estimating the efficiency of backtrack programs", 1975). The one that merges states takes time with the number of
//! states, which nothing predicts as well as a look at the first levels. So the choice is:
//!
//! 1. Try the tree for about a millisecond, then the states. Small problems are done by then; sudoku puzzles in the tree.
//! 2. Estimate the tree: by random probes, and by the share of it that the trial has searched; the larger estimate counts, since probes of a
//!    tree in which nearly every way fails see too little of it.
//! 3. Sweep again, for as many states as can be made in 1% of the time that the tree would take, at most a million. Often it is done by then.
//! 4. Ask which part of a large tree is left when tasks that symmetry makes equal are merged. (Without that queens 17 went to the states, for 25 s instead of 2, and
//!    Latin squares 6, for 1.2 s instead of 0.39; asked at once it made small problems slower: results/2026-11-21-scaling.)
//! 5. Sweep once more, for 1% of what the tree now takes.
//! 6. If that is not the end, extrapolate the states from those of the levels so far, and go on with what promises to end first.
//!
//! Before all that: sizes may say that there is no solution ([`obstacle`]).
//!
//! A run that may be stopped before its end wants a lower bound then, and the sweep has none. So with a limit on time the sweep must promise to
//! be done in half of it, and is tried for no longer; else the tree is searched. With a limit on nodes or solutions only the tree is.
//!
//! Among the engines that search a tree, bit sets win wherever they can be used, and use links themselves where they cannot.
//! The times per node and state below are those of one machine; only their ratio matters, and that within a factor of 2.

mod choice;
mod look;
mod tree;

use super::frontier::{Attempt, Means, Trial};
use super::info::EngineKind;
use super::obstacle::obstacle;
use super::residue::Residue;
use super::task::{Rest, Task};
use super::watch::Watch;
use choice::Begun;
pub use choice::Choice;
use dlx_core::problem::{Problem, whole_part};
use dlx_core::tally::Tally;
use look::Look;
use std::time::Duration;
use tree::{expected_nodes, node_time, try_tree};

/// The share of the tree's time to spend on a trial of merging states.
const TRIAL_SHARE: f64 = 0.01;

/// States of the first trial, and the most of the second.
const TRIAL_STATES: (u64, u64) = (20_000, 20_000_000);

/// If no more than these are to be expected, the first trial goes on. (A network of 45700 states had stopped at 20000, and then took a tree of 10 s for 14 ms.)
const FEW_STATES: f64 = 100_000.0;

/// States of a trial before anybody asks what symmetry leaves of the tree.
const EARLY_STATES: u64 = 1_000_000;

/// A tree that takes this time, in ns, is worth asking what symmetry leaves of it.
const WORTH_ASKING: f64 = 0.5e9;

/// Merging states that promises to take so many times longer than the tree is not tried again: the first levels of a trial say
/// little, but not that little. Unless the tree takes long: then a second trial costs nothing in comparison. (Pentominoes on 8 x 10: 10^18 states by the
/// first levels, 10^8 in truth; the tree would take months.)
const HOPELESS: f64 = 100.0;

/// The tree engines search less than the probes see: `bits` looks further ahead. So states must promise to be so many times faster.
/// (Queens 14: the probes see 10^7 nodes, `bits` visits 1.8 x 10^6.)
const MARGIN: f64 = 1.5;

/// A long time for a tree, in ns.
const LONG: f64 = 60e9;

/// Time for a state, in ns, one thread, as long as a level has no more options than these to be tried with it; with more it takes longer. (300 items and 100000 options: 330 at each level, 5800 ns for a state.
/// When 100 were taken for all, 160 s went into states where the tree takes 16.)
const STATE_TIME: f64 = 100.0;
const OPTIONS_TRIED: f64 = 32.0;

/// Bytes for a state.
const STATE_BYTES: f64 = 32.0;

/// The largest level has about this part of all states.
const LEVELS_AT_ONCE: f64 = 10.0;

/// When the largest level does not fit in memory, states are made again and again. (Latin squares 7: 10^13 states or 10^14 nodes; the tree gives a
/// lower bound that grows and would end in two hours, the sweep never ends.)
const SHORTAGE: f64 = 100.0;

/// What is expected of the states is believed when one of so many has been made. (8 x 8 without its corners in pentominoes: 1.9 million by the first 20000, 90 million in truth, 9 s instead of 0.17.)
const CERTAIN: f64 = 4.0;

/// The part of a limit on time that the sweep must promise to be done in, and a count by classes where the tree cannot end; and the part that trials before may take.
const LIMIT_SHARE: (f64, f64) = (0.5, 0.1);

/// What a run wants of its engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// The count, as soon as can be. It may take what it takes, or is kept when it is stopped.
    Count,
    /// The count within this time, or else as much of it as can be found.
    Within(Duration),
    /// As much of it as can be found until a limit on nodes or solutions.
    Bound,
}

/// A problem with no more options and places in them than this is looked at within about a millisecond.
const SMALL: usize = 10_000;

/// May whoever waits for an answer take the first look at a problem itself?
#[must_use]
pub fn is_small(problem: &Problem) -> bool {
    let places = || problem.options().map(|option| 1 + problem.items_of(option).len()).sum::<usize>();
    problem.n_options() <= SMALL && places() <= SMALL
}

/// What the tree has shown in about a millisecond.
pub struct Glance<'p> {
    problem: &'p Problem,
    residue: Residue,
    tally: Tally,
    rest: Rest,
    wish: Wish,
}

/// Looks at a problem, on this thread. There may be nothing left to choose.
///
/// # Errors
/// What was seen, to choose an engine by.
pub fn glance(problem: &Problem, wish: Wish) -> Result<Choice, Box<Glance<'_>>> {
    if let Some(obstacle) = obstacle(problem) {
        return Ok(Choice::impossible(obstacle));
    }
    if wish == Wish::Bound {
        return Ok(Choice::new(EngineKind::Bits, "it knows a lower bound whenever a limit stops it".into()));
    }
    let residue = Residue::whole(problem);
    let (kind, tally, rest) = try_tree(&residue);
    if rest.is_empty() {
        return Ok(Choice::answered(kind, tally));
    }
    Err(Box::new(Glance { problem, residue, tally, rest, wish }))
}

impl Glance<'_> {
    /// Chooses an engine. Uses the threads of the pool it is called in, and about as many bytes as given. `part` says which part of the tree is left when
    /// tasks that count the same are merged; it is asked only if the problem is not small.
    #[must_use]
    pub fn choose(self, memory: usize, watch: &Watch, part: &dyn Fn() -> f64) -> Choice {
        match self.wish {
            Wish::Within(time) => self.compare(memory, time.as_nanos() as f64, watch, part).or_tree(memory, watch),
            _ => self.compare(memory, f64::INFINITY, watch, part),
        }
    }

    /// Compares the engines; the states must promise to be done in a part of so many ns.
    fn compare(self, memory: usize, time: f64, watch: &Watch, part: &dyn Fn() -> f64) -> Choice {
        let mut trials = Trials::new(self.problem, self.residue, memory, time, watch);
        match trials.sweep(TRIAL_STATES.0, FEW_STATES) {
            Trial::Done(tally) => Choice::answered(EngineKind::Frontier, tally),
            _ if watch.is_stopped() => Choice::new(EngineKind::Bits, "stopped while choosing".into()),
            first => {
                let nodes = expected_nodes(trials.problem, trials.attempt.residue(), &self.tally, &self.rest);
                trials.compare(first, nodes, part)
            }
        }
    }
}

/// The time that a state takes, in ns.
fn state_time(residue: &Residue) -> f64 {
    let at_each_level = residue.ids.len() as f64 / residue.n_primary.max(1) as f64;
    STATE_TIME * (at_each_level / OPTIONS_TRIED).max(1.0)
}

/// Trials of all kinds, each of which goes on where it stopped.
struct Trials<'p> {
    problem: &'p Problem,
    memory: usize,
    watch: &'p Watch,
    /// The time that there is, in ns.
    time: f64,
    /// The time that a node of the tree takes, in ns.
    node_time: f64,
    /// The time that a state takes, in ns.
    state_time: f64,
    attempt: Attempt,
}

impl<'p> Trials<'p> {
    fn new(problem: &'p Problem, residue: Residue, memory: usize, time: f64, watch: &'p Watch) -> Self {
        let (node_time, state_time) = (node_time(&residue), state_time(&residue));
        Self { problem, memory, watch, time, node_time, state_time, attempt: Attempt::new(residue, watch) }
    }

    /// States that can be made in this part of the time.
    fn in_time(&self, share: f64) -> f64 {
        self.time * share / self.state_time
    }

    /// Goes on with the states until so many have been made, or to the end if no more than `worth` are to be expected.
    fn sweep(&mut self, patience: u64, worth: f64) -> Trial {
        let worth = worth.min(self.in_time(LIMIT_SHARE.0));
        let means = Means { patience, worth, is_trial: true, ..Means::to_the_end(self.memory) };
        self.attempt.go_on(&Task::root(), self.watch, means)
    }

    /// States that may be tried beside a tree of so many nodes.
    fn patience(&self, nodes: f64) -> u64 {
        let most = whole_part(self.in_time(LIMIT_SHARE.1)).min(TRIAL_STATES.1);
        whole_part(nodes * self.node_time * TRIAL_SHARE / self.state_time).min(most)
    }

    /// Is it worth while to go on with a trial that has made so many states?
    fn is_worth_more(&self, trial: &Trial, nodes: f64, tried: u64) -> bool {
        self.patience(nodes) > 2 * tried && trial.is_promising(nodes * self.node_time, self.state_time)
    }

    /// So many states cost as much as the tree, if the probes of it are not far wrong.
    fn worth(&self, nodes: f64) -> f64 {
        nodes * self.node_time / MARGIN / self.state_time
    }

    /// Compares all with a tree that is expected to have so many nodes.
    fn compare(mut self, first: Trial, all_nodes: f64, part: &dyn Fn() -> f64) -> Choice {
        let tree_time = all_nodes * self.node_time;
        // Of a tree that will not end within the limit half the time finds about as little as all of it. (Latin squares 8 in 20 s: 10^-8 of them in the tree, all of them by classes in 3 s.)
        let share = if tree_time > self.time { LIMIT_SHARE.0 } else { LIMIT_SHARE.1 };
        let mut look = Look::new(self.problem, self.attempt.residue(), self.memory, self.time * share, tree_time);
        if let Some(choice) = look.first(self.watch) {
            return choice;
        }
        let (mut trial, mut tried) = (first, TRIAL_STATES.0);
        if self.is_worth_more(&trial, all_nodes, tried) {
            tried = self.patience(all_nodes).min(EARLY_STATES);
            trial = self.sweep(tried, 0.0);
        }
        // To ask for this takes time, too; many problems are done by now, and small trees are not worth it.
        let is_done = matches!(trial, Trial::Done(_)) || tree_time < WORTH_ASKING || self.watch.is_hurried();
        let nodes = if is_done { all_nodes } else { all_nodes * part() };
        if !is_done && let Some(choice) = look.second(self.watch, nodes * self.node_time) {
            return choice;
        }
        if self.is_worth_more(&trial, nodes, tried) {
            // Beside a tree without end any number of states seems worth while; symmetries may be the better way.
            let most = if look.is_for_good(nodes * self.node_time) { LONG / self.state_time } else { f64::INFINITY };
            trial = self.sweep(self.patience(nodes), self.worth(nodes).min(most));
        }
        let is_done = matches!(trial, Trial::Done(_));
        let for_good = if is_done { None } else { look.goes_on_for_good(nodes * self.node_time) };
        for_good.unwrap_or_else(|| self.decide(trial, nodes))
    }

    /// The states or the tree? States that promise much are asked again, the more of them have been made.
    fn decide(mut self, mut trial: Trial, nodes: f64) -> Choice {
        let mut made_before = None;
        let (states, is_worth_it) = loop {
            let (states, made) = match trial {
                Trial::Done(tally) => return Choice::answered(EngineKind::Frontier, tally),
                Trial::TooWide => return Choice::new(EngineKind::Bits, "the frontier is too wide for any key".into()),
                Trial::TooLarge { states, made } => (states, made),
            };
            let is_short = states * STATE_BYTES / LEVELS_AT_ONCE > self.memory as f64;
            let cost = if is_short { states * SHORTAGE } else { states };
            let is_worth_it = cost < self.worth(nodes).min(self.in_time(LIMIT_SHARE.0));
            let is_certain = made as f64 * CERTAIN > states || made >= TRIAL_STATES.1;
            // A trial in a hurry gives up where it is, and a level that does not fit is not made.
            let is_over = made_before.replace(made) >= Some(made);
            if !is_worth_it || is_certain || is_over {
                break (states, is_worth_it);
            }
            trial = self.sweep(made.max(TRIAL_STATES.0).saturating_mul(2), 0.0);
        };
        let kind = if is_worth_it { EngineKind::Frontier } else { EngineKind::Bits };
        let choice = Choice::new(kind, format!("about {nodes:.1e} nodes in the tree against {states:.1e} states"));
        if is_worth_it { Choice { begun: Begun::States(self.attempt), ..choice } } else { choice }
    }
}

impl Trial {
    /// Is there hope that merging states, each in so many ns, is faster than a tree that takes this time, in ns?
    fn is_promising(&self, tree_time: f64, state_time: f64) -> bool {
        matches!(self, Self::TooLarge { states, .. } if tree_time > LONG || states * state_time < HOPELESS * tree_time)
    }
}
