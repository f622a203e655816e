//! Engines that count the same problem in turns, each of which continues where it stopped: states merged level by level, states merged up to isomorphism, and the search that learns. The fourth, the tree, is driven as
//! any run is, by the code that has the threads; here is only the time that it is expected to take.

use super::super::buckets::Buckets;
use super::super::frontier::{Attempt, Budget, Trial};
use super::super::imbalance::Imbalance;
use super::super::info::EngineKind;
use super::super::isomorph::{self, Race};
use super::super::learn::Learner;
use super::super::probes::Probes;
use super::super::residue::Residue;
use super::super::run_signal::RunSignal;
use super::super::signs;
use super::super::task::Task;
use super::TreeTrial;
use super::choice::{Begun, Choice};
use super::rule::believed;
use super::tree::{TriedPart, expected_nodes};
use dlx_core::problem::Problem;

/// States of the first turn. (A network of 45700 states was stopped at 20000, and then a tree of 10 s was preferred to the remaining 14 ms: if no more than `FEW_STATES` are expected, the first turn continues.)
const FIRST_STATES: u64 = 20_000;
const FEW_STATES: f64 = 100_000.0;

/// Time for a state, in ns, one thread, as long as a level has no more options than these to be tried with it; with more it takes longer. (300 items and 100000 options: 330 at each level, 5800 ns for a state.)
const STATE_TIME: f64 = 100.0;
const OPTIONS_TRIED: f64 = 32.0;

/// Refinement must find fewer kinds of items than there are items, by this factor, which the symmetries of a plane board cannot reach: there are eight; or all are of one kind. (A square board of 8 by 8 cells: 6. It was 16, which cycles through 13 vertices
/// did not reach: the tree took 7 s, and classes take 0.3.)
const ALIKE: usize = 8;

/// Time to label a state, and for each cell of the problem, in ns.
const CLASS_TIME: f64 = 20e3;
const CELL_TIME: f64 = 20.0;

/// Time for a node of the search that learns, and for each option of the problem, in ns.
const LEARNER_TIME: f64 = 5e3;
const OPTION_TIME: f64 = 20.0;

/// A node takes this many times as long where items are closely joined.
const CLOSE: f64 = 10.0;

/// Where items are closely joined, the search that learns is kept if there are this many bytes for each cell of the problem: it takes a twelfth of that. (Pentominoes on a board of 40 by 40: 25 MB.)
const CELL_BYTES: usize = 512;

/// Time for each cell until it is laid out, in ns.
const LAYOUT_TIME: f64 = 200.0;

/// When the largest level does not fit in memory, states are made again and again. (Latin squares 7: 10^13 states or 10^14 nodes; the tree gives a lower bound that grows and would end in two hours, the sweep never ends.)
const SHORTAGE: f64 = 100.0;

/// At least a quarter as many states as have been made are expected to follow. (8 x 8 without its corners in pentominoes: 1.9 million by the first 20000, 90 million in truth.)
const CERTAIN: f64 = 4.0;

/// Probes are heeded when they say that a tree is this many times larger than expected: they scatter. (Knight's tours of 6 x 6, where links are the best: .15 s, and .30 if any larger mean is heeded.)
const FAR_OFF: f64 = 100.0;

/// The engines that take turns with the tree.
pub struct Rivals<'p> {
    problem: &'p Problem,
    /// The time of a node of the tree, in ns.
    node_time: f64,
    memory: usize,
    /// The time of the tree, in seconds of one thread.
    tree_time: f64,
    /// The part of the tree that is left when equal tasks are merged: as it was found, or before that as it is expected.
    part_of_tree: f64,
    /// Do items look so alike that symmetry may merge much?
    are_alike: bool,
    /// The number of further probes of the tree, and their mean.
    probes: (f64, f64),
    attempt: Attempt,
    states: StatesRun,
    race: Option<Race>,
    /// The share of the classes that has been made, about.
    share_done: f64,
    learner: Option<Learner>,
    buckets: Option<Buckets>,
    /// The time of a sum over signs, in seconds of one thread, if there is one.
    signs_time: Option<f64>,
    /// Why there is no solution, if weights of the items show it.
    imbalance: Option<Imbalance>,
}

/// The progress of the states.
#[derive(Clone, Copy, Debug)]
struct StatesRun {
    made: u64,
    /// States of the first turn.
    first: u64,
    expected: f64,
    /// The least number that was expected so far.
    promised: f64,
    /// May they still end?
    is_on: bool,
    is_short: bool,
}

impl<'p> Rivals<'p> {
    /// A first turn of the states, which may end there.
    ///
    /// # Errors
    /// All rivals, if it does not.
    pub(super) fn new(trial: TreeTrial<'p>, memory: usize, signal: &RunSignal) -> Result<Choice, Box<Self>> {
        let TreeTrial { problem, residue, part } = trial;
        let attempt = Attempt::new(residue, signal);
        let is_on = EngineKind::Frontier.knows(problem);
        let states =
            StatesRun { made: 0, first: 0, expected: f64::INFINITY, promised: f64::INFINITY, is_on, is_short: false };
        let (tree_time, part_of_tree, probes) = (0.0, 1.0, (0.0, 0.0));
        let mut rivals = Self {
            problem,
            node_time: 0.0,
            memory,
            tree_time,
            part_of_tree,
            are_alike: false,
            probes,
            attempt,
            states,
            race: None,
            share_done: 0.0,
            learner: None,
            buckets: None,
            signs_time: None,
            imbalance: None,
        };
        if is_on && let Some(choice) = rivals.go_on(FIRST_STATES, FEW_STATES, signal) {
            return Ok(choice);
        }
        let residue = rivals.attempt.residue();
        let TriedPart { tally, rest, node_time, .. } = part;
        // Where items look alike by threes, or by eights as on a square board, symmetries leave a third of the tree, or an eighth. Of more the tree itself knows better, and is divided early.
        let (n_items, knows) = (residue.n_primary.max(1), EngineKind::Isomorph.knows(problem));
        let n_kinds = if knows { isomorph::n_colors(residue).clamp(1, n_items) } else { n_items };
        let are_alike = n_kinds * ALIKE.min(n_items) <= n_items;
        let part_of_tree = if are_alike { 1.0 } else { n_kinds as f64 / n_items as f64 };
        let tree_time = expected_nodes(problem.tree_form(), residue, &tally, &rest) * node_time * 1e-9 * part_of_tree;
        Err(Box::new(Self { tree_time, part_of_tree, are_alike, node_time, ..rivals }))
    }

    /// The time that the tree takes, in seconds of one thread.
    #[must_use]
    pub const fn tree_time(&self) -> f64 {
        self.tree_time
    }

    /// Reduces the expected tree to the part that is left when tasks with equal counts are merged.
    pub fn shrink_tree(&mut self, part: f64) {
        self.tree_time *= part / self.part_of_tree;
        self.part_of_tree = part;
    }

    /// Takes further probes of the tree into account, if they say that it is far larger than expected: those few that see most of a tree are rare, and the first ones often have none of them.
    pub fn heed(&mut self, probes: &Probes) {
        let (number, mean) = self.probes;
        let all = number + probes.number as f64;
        self.probes = (all, (number * mean + probes.number as f64 * probes.nodes.value) / all.max(1.0));
        let by_probes = self.probes.1 * self.node_time * 1e-9 * self.part_of_tree;
        if by_probes > FAR_OFF * self.tree_time {
            self.tree_time = by_probes;
        }
    }

    /// May the states still end within the memory that there is?
    #[must_use]
    pub const fn has_states(&self) -> bool {
        self.states.is_on
    }

    /// States that have been made.
    #[must_use]
    pub const fn n_states(&self) -> u64 {
        self.states.made
    }

    /// The time that a state takes as a rule, in seconds of one thread.
    fn state_time(&self) -> f64 {
        let residue = self.attempt.residue();
        let at_each_level = residue.ids.len() as f64 / residue.n_primary.max(1) as f64;
        STATE_TIME * (at_each_level / OPTIONS_TRIED).max(1.0) * 1e-9
    }

    /// The time that the states so far have taken, if turns after the first one have taken this one: what goes by before them, such as the look for an order, says nothing of their pace.
    fn states_time(&self, in_turns: f64) -> f64 {
        self.states.first as f64 * self.state_time() + in_turns
    }

    /// The time that a state takes by experience, in seconds.
    #[must_use]
    pub fn states_pace(&self, in_turns: f64) -> f64 {
        let nominal = self.state_time();
        (self.states_time(in_turns) / self.states.made.max(1) as f64).clamp(nominal / 100.0, 100.0 * nominal)
    }

    /// The time that the states take from now on, if turns after the first one have taken this one.
    #[must_use]
    pub fn states_left(&self, in_turns: f64) -> f64 {
        let StatesRun { made, expected, promised, is_short, .. } = self.states;
        let (made, spent) = (made.max(1) as f64, self.states_time(in_turns));
        let by_progress = (expected / made - 1.0).max(1.0 / CERTAIN) * spent.max(1e-6);
        let left = believed(by_progress, spent, made, promised);
        if is_short { by_progress * SHORTAGE } else { left }
    }

    /// A turn of the states, until `most` have been made in all.
    pub fn sweep(&mut self, most: u64, signal: &RunSignal) -> Option<Choice> {
        self.go_on(most, 0.0, signal)
    }

    fn go_on(&mut self, patience: u64, worth: f64, signal: &RunSignal) -> Option<Choice> {
        let means = Budget { patience, worth, is_trial: true, ..Budget::to_the_end(self.memory / 2) };
        match self.attempt.go_on(&Task::root(), signal, means) {
            Trial::Done(tally) => return Some(Choice::answered(EngineKind::Frontier, tally)),
            Trial::TooWide => self.states.is_on = false,
            // Stopped before it could look.
            Trial::TooLarge { states, made: 0, .. } if states.is_infinite() && signal.is_stopped() => {}
            Trial::TooLarge { states, made, is_short, .. } => {
                let promised = self.states.promised.min(states);
                let first = if self.states.made > 0 { self.states.first } else { made };
                self.states = StatesRun { made, first, expected: states, promised, is_on: !is_short, is_short };
            }
        }
        None
    }

    /// Do items look so alike that symmetry may merge much?
    #[must_use]
    pub const fn are_alike(&self) -> bool {
        self.are_alike
    }

    /// Lets orders for classes race from now on.
    pub fn enter_classes(&mut self, signal: &RunSignal) {
        self.race = Some(Race::new(Residue::whole(self.problem), signal));
    }

    /// May the classes still end?
    #[must_use]
    pub fn has_classes(&self) -> bool {
        self.race.as_ref().is_some_and(|race| !race.is_over())
    }

    /// Classes that have been made.
    #[must_use]
    pub fn n_classes(&self) -> u64 {
        self.race.as_ref().map_or(0, |race| race.spent())
    }

    /// The time that a class takes by experience, in seconds of one thread.
    #[must_use]
    pub fn class_time(&self) -> f64 {
        (CLASS_TIME + self.attempt.residue().cells.len() as f64 * CELL_TIME) * 1e-9
    }

    /// The part of the time of all orders that went into the one that leads: the others fall behind sooner or later.
    #[must_use]
    pub fn part_of_leading_order(&self) -> f64 {
        self.race.as_ref().map_or(1.0, Race::part_of_leader)
    }

    /// The share of the classes that has been made, about.
    #[must_use]
    pub const fn share_of_classes(&self) -> f64 {
        self.share_done
    }

    /// A turn of the classes, until `most` have been made in all.
    pub fn label(&mut self, most: u64, signal: &RunSignal) -> Option<Choice> {
        let tally = self.race.as_mut()?.go_on(&Task::root(), signal, self.memory / 4, most);
        self.share_done = self.race.as_ref().map_or(0.0, |race| race.share_done());
        tally.map(|tally| Choice::answered(EngineKind::Isomorph, tally))
    }

    /// Lets the search that learns join in from now on, if it is made for the problem, one with clauses, or if that is asked for. It does not know quotas, and would have to continue from tasks of a tree that does.
    pub fn enter_learner(&mut self, is_for_any: bool) {
        let of = |problem, memory| Some(Learner::new(problem, memory));
        let of = if is_for_any { of } else { Learner::for_clauses };
        let is_able = EngineKind::Learn.knows(self.problem.tree_form());
        self.learner = is_able.then(|| of(self.problem, self.memory / 4)).flatten();
        // A look is not worth much memory.
        if self.is_for_a_look() && self.attempt.residue().cells.len() > self.memory / CELL_BYTES {
            self.learner = None;
        }
    }

    /// The time in which the search that learns lays the problem out, by experience, in seconds.
    #[must_use]
    pub fn time_to_lay_out(&self) -> f64 {
        self.attempt.residue().cells.len() as f64 * LAYOUT_TIME * 1e-9
    }

    /// Has the search that learns joined in?
    #[must_use]
    pub const fn has_learner(&self) -> bool {
        self.learner.is_some()
    }

    /// Has it joined in for a problem with clauses, for which it was made?
    #[must_use]
    pub fn is_formula(&self) -> bool {
        self.learner.as_ref().is_some_and(Learner::has_clauses)
    }

    /// Has it joined in only for a look, since items are closely joined? Then it is seldom the fastest; but what follows from the problem without any choice may show that there is no solution.
    #[must_use]
    pub fn is_for_a_look(&self) -> bool {
        self.learner.as_ref().is_some_and(|learner| !learner.has_clauses() && !learner.is_loose())
    }

    /// Nodes that it has visited.
    #[must_use]
    pub fn n_learner_nodes(&self) -> u64 {
        self.learner.as_ref().map_or(0, Learner::n_nodes)
    }

    /// The time that one of them takes by experience, in seconds.
    #[must_use]
    pub fn learner_time(&self) -> f64 {
        let nodes = if self.is_for_a_look() { CLOSE } else { 1.0 };
        nodes * (LEARNER_TIME + self.attempt.residue().ids.len() as f64 * OPTION_TIME) * 1e-9
    }

    /// The share of that search that is done, about.
    #[must_use]
    pub fn share_of_learner(&self) -> f64 {
        self.learner.as_ref().map_or(0.0, Learner::share_done)
    }

    /// A turn of the search that learns, until it has visited `most` nodes in all.
    pub fn learn(&mut self, most: u64, signal: &RunSignal) -> Option<Choice> {
        let tally = self.learner.as_mut()?.go_on(most, signal)?;
        Some(Choice::answered(EngineKind::Learn, tally))
    }

    /// The choice of that search alone.
    #[must_use]
    pub fn only_learner(self) -> Choice {
        let what = match () {
            () if self.is_formula() => "a formula",
            () if self.is_for_a_look() => "a short look promised an early end",
            () => "items that are loosely joined",
        };
        let reason = format!("{what}, and the tree would take {:.0e} s", self.tree_time);
        let begun = self.learner.map_or(Begun::Nothing, |learner| Begun::Learner(Box::new(learner)));
        Choice { begun, ..Choice::new(EngineKind::Learn, reason) }
    }

    /// Looks for an order in which variables can be summed out, for the first time, or for a better one.
    pub fn look_for_orders(&mut self, seconds: f64) {
        match &mut self.buckets {
            Some(buckets) => buckets.improve(seconds),
            None => self.buckets = Buckets::new(self.problem),
        }
    }

    /// The time that it takes to sum variables out, in seconds of one thread, if there is an order.
    #[must_use]
    pub fn buckets_time(&self) -> Option<f64> {
        self.buckets.as_ref().map(Buckets::time)
    }

    /// Sums variables out; if the tables do not fit in memory, never again.
    pub fn sum_out(&mut self) -> Option<Choice> {
        let tally = self.buckets.take()?.count(self.memory / 4)?;
        let reason = format!("variables are summed out along a tree decomposition, with {} rows", tally.stats.nodes);
        Some(Choice { reason, ..Choice::answered(EngineKind::Learn, tally) })
    }

    /// Looks whether the problem is a sum over signs, and whether weights of its items show that it has no solution.
    pub fn look_at_sums(&mut self) {
        self.imbalance = Imbalance::of(self.problem);
        self.signs_time = signs::time(self.problem);
    }

    /// The time that such a sum takes, in seconds of one thread, if there is one.
    #[must_use]
    pub const fn signs_time(&self) -> Option<f64> {
        self.signs_time
    }

    /// The choice of no engine, if weights of the items show that there is no solution.
    #[must_use]
    pub fn impossible(&self) -> Option<Choice> {
        self.imbalance.as_ref().map(|found| Choice::impossible(found.words(self.problem)))
    }

    /// The choice of that sum alone.
    #[must_use]
    pub fn only_signs(self) -> Choice {
        Choice::new(EngineKind::Signs, format!("a sum over signs; the tree would take {:.0e} s", self.tree_time))
    }

    /// The progress of all, in a few words.
    #[must_use]
    pub fn standing(&self) -> String {
        let nodes = self.tree_time * 1e9 / self.node_time;
        format!("about {nodes:.1e} nodes in the tree against {:.1e} states", self.states.expected)
    }

    /// The choice of the states alone, from their current level to the end.
    #[must_use]
    pub fn only_states(self) -> Choice {
        let reason = self.standing();
        Choice { begun: Begun::States(Box::new(self.attempt)), ..Choice::new(EngineKind::Frontier, reason) }
    }

    /// The choice of the classes alone, likewise.
    #[must_use]
    pub fn only_classes(self) -> Choice {
        let reason = format!("items look alike, and the tree would take {:.0e} s", self.tree_time);
        let begun = self.race.map_or(Begun::Nothing, |race| Begun::Classes(Box::new(race)));
        Choice { begun, ..Choice::new(EngineKind::Isomorph, reason) }
    }

    /// The choice of the tree alone.
    #[must_use]
    pub fn only_tree(&self) -> Choice {
        Choice::new(EngineKind::of_tasks_of(self.problem), self.standing())
    }
}
