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

use super::classes::{self, Classes, Race};
use super::frontier::{Attempt, Frontier, Means, Trial};
use super::links;
use super::residue::Residue;
use super::{Engine, EngineKind, Rest, Task, Watch, obstacle};
use crate::problem::Problem;
use crate::tally::{Count, NO_ENGINE, Tally};
use std::time::Duration;

/// Random probes of the tree.
const N_PROBES: u32 = 200;
/// Updates that the probes may take: about 1 ms.
const PROBE_UPDATES: u64 = 200_000;
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
/// Time for a state, in ns, one thread.
const STATE_TIME: f64 = 100.0;

/// Bytes for a state.
const STATE_BYTES: f64 = 32.0;
/// The largest level has about this part of all states.
const LEVELS_AT_ONCE: f64 = 10.0;
/// When the largest level does not fit in memory, states are made again and again. (Latin squares 7: 10^13 states or 10^14 nodes; the tree gives a
/// lower bound that grows and would end in two hours, the sweep never ends.)
const SHORTAGE: f64 = 100.0;

/// The part of a limit on time that the sweep must promise to be done in, and the part that trials before may take.
const LIMIT_SHARE: (f64, f64) = (0.5, 0.1);

/// A tree that takes this time, in ns, is worth a look at symmetries.
const WORTH_LABELLING: f64 = 0.1e9;
/// The part of the tree's time that this look may take: first, and when it is known what the tree's own merging leaves of it.
const LABELLING_SHARE: (f64, f64) = (0.1, 0.5);
/// A first look takes at most so long, unless the tree will never end.
const FIRST_LABELLING: f64 = 0.3e9;
/// All looks together take at most so long.
const LONG_LABELLING: f64 = 20e9;
/// A tree that takes this time will not end: an hour.
const HOPELESS_TREE: f64 = 3600e9;
/// Refinement must find so many times fewer kinds of items than there are items. (A square board of 8 by 8 cells: 6; Latin squares: all of one kind.)
const ALIKE: usize = 16;
/// Time to label a state, and for each cell of the problem, in ns.
const CLASS_TIME: f64 = 20e3;
const CELL_TIME: f64 = 20.0;

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

/// An engine that knows the answer already, or the one to ask.
pub struct Choice {
    /// The name of the engine, or of none.
    pub name: &'static str,
    kind: EngineKind,
    /// Why this one, in words.
    pub reason: String,
    /// What a trial left.
    begun: Begun,
}

/// What a trial left to go on with.
enum Begun {
    Nothing,
    /// It went through.
    Answer(Tally),
    States(Attempt),
    Classes(Race),
}

/// Chooses an engine for a problem. Uses the threads of the pool it is called in, and about as many bytes as given. `part` says which part of the tree is left when
/// tasks that count the same are merged; it is asked only if the problem is not small.
#[must_use]
pub fn choose(problem: &Problem, memory: usize, wish: Wish, watch: &Watch, part: &dyn Fn() -> f64) -> Choice {
    match (obstacle(problem), wish) {
        (Some(obstacle), _) => Choice::impossible(obstacle),
        (None, Wish::Bound) => Choice::new(EngineKind::Bits, "it knows a lower bound whenever a limit stops it".into()),
        (None, Wish::Count) => compare(problem, memory, f64::INFINITY, watch, part),
        (None, Wish::Within(time)) => {
            compare(problem, memory, time.as_nanos() as f64, watch, part).or_tree(memory, watch)
        }
    }
}

/// Compares the engines; the states must promise to be done in a part of so many ns.
fn compare(problem: &Problem, memory: usize, time: f64, watch: &Watch, part: &dyn Fn() -> f64) -> Choice {
    let residue = Residue::whole(problem);
    let in_time = |share: f64| time * share / STATE_TIME;
    let (tally, rest) = try_tree(&residue);
    if rest.is_empty() {
        return Choice::answered(EngineKind::Links, tally);
    }
    let mut attempt = Attempt::new(Residue::whole(problem), watch);
    let mut sweep = |patience, worth: f64| {
        let worth = worth.min(in_time(LIMIT_SHARE.0));
        attempt.go_on(&Task::root(), watch, Means { patience, worth, is_trial: true, ..Means::to_the_end(memory) })
    };
    let first = sweep(TRIAL_STATES.0, FEW_STATES);
    if let Trial::Done(tally) = first {
        return Choice::answered(EngineKind::Frontier, tally);
    }
    if watch.is_stopped() {
        return Choice::new(EngineKind::Bits, "stopped while choosing".into());
    }
    let all_nodes = expected_nodes(&residue, &tally, &rest);
    let node_time = node_time(&residue);
    let mut look = Look::new(problem, &residue, memory, time, all_nodes * node_time);
    let is_hopeless = all_nodes * node_time > HOPELESS_TREE;
    let most = if is_hopeless { LONG_LABELLING } else { FIRST_LABELLING };
    if let Some(choice) = look.go_on(watch, (all_nodes * node_time * LABELLING_SHARE.0).min(most)) {
        return choice;
    }
    let most = (in_time(LIMIT_SHARE.1) as u64).min(TRIAL_STATES.1);
    let patience = |nodes: f64| ((nodes * node_time * TRIAL_SHARE / STATE_TIME) as u64).min(most);
    let is_worth_more =
        |trial: &Trial, nodes: f64, tried: u64| patience(nodes) > 2 * tried && trial.is_promising(nodes * node_time);
    let (mut trial, mut tried) = (first, TRIAL_STATES.0);
    if is_worth_more(&trial, all_nodes, tried) {
        tried = patience(all_nodes).min(EARLY_STATES);
        trial = sweep(tried, 0.0);
    }
    // To ask for this takes time, too; many problems are done by now, and small trees are not worth it.
    let is_done = matches!(trial, Trial::Done(_)) || all_nodes * node_time < WORTH_ASKING || watch.is_hurried();
    let nodes = if is_done { all_nodes } else { all_nodes * part() };
    if !is_done && let Some(choice) = look.go_on(watch, nodes * node_time * LABELLING_SHARE.1) {
        return choice;
    }
    let worth = nodes * node_time / MARGIN / STATE_TIME;
    let second = if is_worth_more(&trial, nodes, tried) { sweep(patience(nodes), worth) } else { trial };
    if !matches!(second, Trial::Done(_))
        && let Some(choice) = look.goes_on_for_good(nodes * node_time)
    {
        return choice;
    }
    match second {
        Trial::Done(tally) => Choice::answered(EngineKind::Frontier, tally),
        Trial::TooWide => Choice::new(EngineKind::Bits, "the frontier is too wide for any key".into()),
        Trial::TooLarge { states, .. } => {
            let is_short = states * STATE_BYTES / LEVELS_AT_ONCE > memory as f64;
            let cost = if is_short { states * SHORTAGE } else { states };
            let is_worth_it = cost < worth.min(in_time(LIMIT_SHARE.0));
            let kind = if is_worth_it { EngineKind::Frontier } else { EngineKind::Bits };
            let choice = Choice::new(kind, format!("about {nodes:.1e} nodes in the tree against {states:.1e} states"));
            if is_worth_it { Choice { begun: Begun::States(attempt), ..choice } } else { choice }
        }
    }
}

/// A look at what is equal up to a symmetry: counts up to isomorphism, as long as that costs little beside the tree.
struct Look<'p> {
    problem: &'p Problem,
    memory: usize,
    /// Time that a class takes, in ns.
    class_time: f64,
    /// The most time that all may take, in ns.
    most: f64,
    /// Is a limit on time to be heeded?
    is_limited: bool,
    /// Is it worth a look?
    is_worth_it: bool,
    race: Option<Race>,
}

impl<'p> Look<'p> {
    fn new(problem: &'p Problem, residue: &Residue, memory: usize, time: f64, tree_time: f64) -> Self {
        let are_alike = || classes::n_colors(residue) * ALIKE <= residue.n_primary;
        Self {
            problem,
            memory,
            class_time: CLASS_TIME + residue.cells.len() as f64 * CELL_TIME,
            most: LONG_LABELLING.min(time * LIMIT_SHARE.1),
            is_limited: time.is_finite(),
            is_worth_it: tree_time >= WORTH_LABELLING && are_alike(),
            race: None,
        }
    }

    /// Goes on until so many ns have been spent on it in all, about; or has the answer.
    fn go_on(&mut self, watch: &Watch, time: f64) -> Option<Choice> {
        if !self.is_worth_it {
            return None;
        }
        let race = self.race.get_or_insert_with(|| Race::new(Residue::whole(self.problem), watch));
        let budget = (time.min(self.most) / self.class_time) as u64;
        let tally = race.go_on(&Task::root(), watch, self.memory, budget)?;
        Some(Choice::answered(EngineKind::Classes, tally))
    }

    /// Items look so alike, and the tree takes so long, that it is to go on as long as it takes.
    fn goes_on_for_good(&mut self, tree_time: f64) -> Option<Choice> {
        let is_hopeless = tree_time > HOPELESS_TREE && !self.is_limited;
        let race = self.race.take().filter(|race| is_hopeless && !race.is_over())?;
        let reason = format!("items look alike, and the tree would take {:.0e} s", tree_time * 1e-9);
        Some(Choice { begun: Begun::Classes(race), ..Choice::new(EngineKind::Classes, reason) })
    }
}

/// Searches the tree until the first time that anybody would ask for the rest.
fn try_tree(residue: &Residue) -> (Tally, Rest) {
    let impatient = Watch::default();
    impatient.want();
    links::count(residue, &Count::ONE, &impatient)
}

/// The nodes of the whole tree, by random probes or by the part that has been searched, whichever says more.
fn expected_nodes(residue: &Residue, tally: &Tally, rest: &Rest) -> f64 {
    let left: f64 = rest.open.iter().map(|open| open.share * open.untried.len() as f64).sum();
    let by_part = tally.stats.nodes as f64 / (1.0 - left).max(1e-12);
    links::estimate(residue, N_PROBES, PROBE_UPDATES).nodes.max(by_part)
}

impl Trial {
    /// Is there hope that merging states is faster than a tree that takes this time, in ns?
    fn is_promising(&self, tree_time: f64) -> bool {
        matches!(self, Self::TooLarge { states, .. } if tree_time > LONG || states * STATE_TIME < HOPELESS * tree_time)
    }
}

impl Choice {
    fn new(kind: EngineKind, reason: String) -> Self {
        Self { name: kind.name(), kind, reason, begun: Begun::Nothing }
    }

    fn impossible(obstacle: String) -> Self {
        Self { name: NO_ENGINE, reason: obstacle, ..Self::answered(EngineKind::Links, Tally::default()) }
    }

    /// The answer of the states, if they have it before time is short; else the tree.
    fn or_tree(mut self, memory: usize, watch: &Watch) -> Self {
        let Begun::States(attempt) = &mut self.begun else { return self };
        match attempt.go_on(&Task::root(), watch, Means { is_trial: true, ..Means::to_the_end(memory) }) {
            Trial::Done(tally) => Self::answered(EngineKind::Frontier, tally),
            _ => Self::new(EngineKind::Bits, format!("{}, but time is short", self.reason)),
        }
    }

    fn answered(kind: EngineKind, tally: Tally) -> Self {
        let what = match kind {
            EngineKind::Frontier => "states",
            EngineKind::Classes => "classes",
            _ => "nodes",
        };
        let reason = format!("a trial went through, with {} {what}", tally.stats.nodes);
        Self { name: kind.name(), kind, reason, begun: Begun::Answer(tally) }
    }

    /// Sets the chosen engine up.
    #[must_use]
    pub fn build(self, problem: &Problem, memory: usize) -> Box<dyn Engine> {
        match self.begun {
            Begun::Nothing => self.kind.build(problem, memory),
            Begun::Answer(tally) => Box::new(Answer(tally)),
            Begun::States(attempt) => Box::new(Frontier::go_on(problem, memory, attempt)),
            Begun::Classes(race) => Box::new(Classes::go_on(problem, memory, race)),
        }
    }
}

/// Wide sets take more than their share, since less of them stays near. (Pentominoes, 2000 options: 750 ns a node; Langford pairs of 15, 300 options: 57.)
const WORDS_POWER: f64 = 1.4;

/// About how many ns a node of the bit set engine takes: some, and some for every block of items and word of options.
/// Deep nodes, which are nearly all, have about a quarter of the items and options.
fn node_time(residue: &Residue) -> f64 {
    let words = (residue.ids.len() as f64 / 256.0).max(1.0).powf(WORDS_POWER);
    25.0 + words * residue.n_primary as f64 / 2.0
}

/// The engine that has counted the whole problem already.
#[derive(Clone)]
struct Answer(Tally);

impl Engine for Answer {
    fn run(&mut self, task: &Task, watch: &Watch) -> (Tally, Rest) {
        debug_assert!(task.prefix.is_empty());
        watch.note(self.0.stats.nodes, self.0.count.to_u64().unwrap_or(u64::MAX));
        (self.0.clone(), Rest::default())
    }

    fn is_parallel(&self) -> bool {
        true
    }

    fn boxed_clone(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }
}
