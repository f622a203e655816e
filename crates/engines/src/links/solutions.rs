//! Solutions one by one: as an iterator, and for workers that pass each one on.

use super::super::algorithm::Engine;
use super::super::ledger::Ledger;
use super::super::residue::Residue;
use super::super::run_signal::RunSignal;
use super::super::task::{OpenSubtrees, Task};
use super::below::Links;
use super::find::{FindStep, Finder};
use super::index::Index;
use super::search::POLL_WORK;
use super::widths::is_narrow;
use dlx_core::problem::{OptionId, Problem};
use dlx_core::stop::poll;
use dlx_core::tally::{Profile, Tally};

/// The solutions of a problem, each a list of options in increasing order. The search runs only as far as
/// solutions are asked for, and ends as [`poll`] does if the thread is to stop.
///
/// The order is that of the search: the item with the fewest options first, its options in the order of the problem. With a seed, items and options
/// are shuffled before: ties between items, and the options of an item, then come in an order that the seed decides.
///
/// ```
/// use dlx_count::engine::links::Solutions;
/// use dlx_count::family::queens;
///
/// let problem = queens(8);
/// let first = Solutions::new(&problem).next().unwrap();
/// assert_eq!(first.len(), 8);
/// assert_eq!(Solutions::new(&problem).count(), 92);
/// assert_eq!(Solutions::shuffled(&problem, 7).take(3).count(), 3);
/// ```
#[derive(Debug)]
pub struct Solutions {
    finder: Box<dyn Find>,
}

/// A finder, whatever the width of its links.
trait Find: Send + std::fmt::Debug {
    fn step(&mut self, found: &mut Vec<OptionId>) -> FindStep;
    fn profile(&self) -> &Profile;
}

impl<I: Index + Send + std::fmt::Debug> Find for Finder<I> {
    fn step(&mut self, found: &mut Vec<OptionId>) -> FindStep {
        Self::step(self, found)
    }

    fn profile(&self) -> &Profile {
        &self.profile
    }
}

/// About how many memory accesses a step takes.
const STEP_WORK: usize = 256;

impl Solutions {
    /// In the order of the search.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        Self::of(&Residue::whole(problem))
    }

    /// In an order that the seed decides.
    #[must_use]
    pub fn shuffled(problem: &Problem, seed: u64) -> Self {
        Self::of(&Residue::whole(problem).shuffled(seed))
    }

    fn of(residue: &Residue) -> Self {
        let finder: Box<dyn Find> = if is_narrow(residue) {
            Box::new(Finder::<u16>::new(residue))
        } else {
            Box::new(Finder::<u32>::new(residue))
        };
        Self { finder }
    }

    /// The shape of the search so far.
    #[must_use]
    pub fn profile(&self) -> &Profile {
        self.finder.profile()
    }
}

impl Iterator for Solutions {
    type Item = Vec<OptionId>;

    fn next(&mut self) -> Option<Vec<OptionId>> {
        let mut found = Vec::new();
        loop {
            poll(STEP_WORK);
            match self.finder.step(&mut found) {
                FindStep::Found => {
                    found.sort_unstable();
                    return Some(found);
                }
                FindStep::Passed => {}
                FindStep::Over => return None,
            }
        }
    }
}

impl std::iter::FusedIterator for Solutions {}

/// Takes the solutions that a worker finds.
pub trait Take: Send {
    /// Takes a solution, its options in increasing order. Returns whether more are wanted.
    fn take(&mut self, solution: &[OptionId]) -> bool;

    /// Called every millisecond or so, and at the end of each task with the shape of its search. Returns whether more are wanted.
    fn pass(&mut self, profile: Option<(&Profile, usize)>) -> bool;

    /// A taker for another worker.
    fn another(&self) -> Box<dyn Take>;
}

/// An engine that hands out the solutions it counts.
///
/// A search for the first solutions may sit for years in a part of the tree that has none (queens 100, in order). So unless order is wanted, a task
/// in which nothing has been found for a while is handed back, and the worker continues elsewhere: the rest of a task comes as tasks of its own, those that differ early
/// first, and it searches them shuffled. The length of a while doubles each time, so the detours cost little. Queens 100, two threads: no solution in a minute without this, nor
/// with other tasks in the order of the problem; 0.03 s with it.
pub struct Finding {
    links: Links,
    taker: Box<dyn Take>,
    way: Strategy,
    /// The work after which a task without solutions is handed back.
    patience: u64,
    /// Is any task handed back then, also one with solutions?
    has_turns: bool,
}

/// The strategy of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Strategy {
    /// The seed that shuffles the search.
    pub seed: Option<u64>,
    /// Solutions come in the order of the search, from one worker.
    pub is_in_order: bool,
}

/// The first patience: about ten milliseconds.
const PATIENCE: u64 = 8 * POLL_WORK;

impl Finding {
    /// Finds the solutions of a problem.
    #[must_use]
    pub fn new(problem: &Problem, taker: Box<dyn Take>, way: Strategy) -> Self {
        Self { links: Links::new(problem), taker, way, patience: PATIENCE, has_turns: false }
    }

    /// Hands any task back after a while, since another engine takes turns with this one.
    #[must_use]
    pub(crate) fn in_turns(self) -> Self {
        Self { has_turns: true, ..self }
    }

    /// The same for another worker.
    pub(crate) fn another(&self) -> Self {
        let (links, taker) = (self.links.clone(), self.taker.another());
        Self { links, taker, patience: PATIENCE, ..*self }
    }

    fn find<I: Index>(&mut self, residue: &Residue, task: &Task, signal: &RunSignal) -> (Tally, OpenSubtrees) {
        let (mut finder, mut ledger, mut rest) =
            (Finder::<I>::new(residue), Ledger::new(&task.weight, signal), OpenSubtrees::default());
        let prefix = task.prefix.to_vec();
        let (mut found, mut next_poll, mut goes_on) = (prefix.clone(), POLL_WORK, true);
        let mut n_nodes = 0;
        while goes_on {
            ledger.visit_all(finder.profile.nodes - n_nodes);
            n_nodes = finder.profile.nodes;
            if (finder.work() >= next_poll || ledger.is_due(u64::MAX)) && finder.is_between_nodes() {
                goes_on = self.taker.pass(None);
                if self.is_to_pause(&mut ledger, finder.work(), signal) {
                    rest = finder.rest();
                    break;
                }
                next_poll = finder.work() + POLL_WORK;
            }
            match finder.step(&mut found) {
                FindStep::Found => {
                    ledger.find(1);
                    found.sort_unstable();
                    goes_on = goes_on && self.taker.take(&found);
                    found.clone_from(&prefix);
                }
                FindStep::Passed => {}
                FindStep::Over => break,
            }
        }
        if !goes_on {
            // The rest is not wanted, but there may be one.
            rest = OpenSubtrees::whole();
        }
        ledger.visit_all(finder.profile.nodes - n_nodes);
        self.taker.pass(Some((&finder.profile, task.prefix.len())));
        (ledger.close(signal, finder.updates()), rest)
    }
}

impl Finding {
    /// Is the task to be handed back, after this much work?
    fn is_to_pause(&mut self, ledger: &mut Ledger, work: u64, signal: &RunSignal) -> bool {
        if self.way.is_in_order {
            ledger.note(signal);
            return signal.is_stopped();
        }
        let is_asked = ledger.pause_now(signal);
        let is_fruitless = work >= self.patience && !ledger.has_found();
        if is_fruitless {
            self.patience *= 2;
        }
        is_asked || is_fruitless || (self.has_turns && work >= self.patience)
    }
}

impl Engine for Finding {
    fn run(&mut self, task: &Task, signal: &RunSignal) -> (Tally, OpenSubtrees) {
        let Some(mut residue) = self.links.below(&task.prefix.to_vec()) else { return Default::default() };
        // Each task may have an order of its own: which solutions there are does not depend on it.
        let has_waited = !self.way.is_in_order && self.patience > PATIENCE;
        if let Some(seed) = self.way.seed.or(has_waited.then_some(self.patience)) {
            residue = residue.shuffled(seed);
        }
        match is_narrow(&residue) {
            true => self.find::<u16>(&residue, task, signal),
            false => self.find::<u32>(&residue, task, signal),
        }
    }

    fn boxed_clone(&self) -> Box<dyn Engine> {
        Box::new(self.another())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dlx_core::problem::Multiplicity;
    use dlx_families::{langford, queens};

    /// Every solution once, and the figures of counting.
    #[test]
    fn all_solutions_are_found_once_and_cover() {
        for problem in [queens(0), queens(3), queens(8), langford(7).unwrap()] {
            let mut all: Vec<_> = Solutions::new(&problem).collect();
            let (n_found, mut shuffled) = (all.len(), Solutions::shuffled(&problem, 3).collect::<Vec<_>>());
            assert!(n_found < 2 || all != shuffled, "{}", problem.name());
            all.sort();
            all.dedup();
            shuffled.sort();
            assert_eq!((all.len(), &all), (n_found, &shuffled), "{}", problem.name());
            let counted = Links::new(&problem).run(&Task::root(), &RunSignal::default()).0;
            assert_eq!(counted.count.to_u64(), Some(n_found as u64));
            for solution in &all {
                let mut covered: Vec<_> = solution.iter().flat_map(|&option| problem.items_of(option)).collect();
                let n_cells = covered.len();
                covered.sort_unstable();
                covered.dedup();
                assert_eq!(covered.len(), n_cells);
                assert_eq!(covered.iter().filter(|&&&item| problem.is_primary(item)).count(), problem.n_primary());
            }
        }
    }

    #[test]
    fn a_profile_adds_up() {
        let mut solutions = Solutions::new(&queens(6));
        assert_eq!(solutions.by_ref().count(), 4);
        assert!(solutions.next().is_none(), "the end stays the end");
        let profile = solutions.profile();
        assert_eq!(profile.depths.iter().sum::<u64>(), profile.nodes);
        assert!(profile.decisions > 0 && profile.decisions < profile.nodes && profile.dead_ends() > 0);
    }

    /// Four options, two of which have to cover the items twice together; two of the four make up one set.
    #[test]
    fn a_set_covers_as_often_as_it_has_options() {
        let mut builder = Problem::builder();
        let [party, bus] = ["party", "bus"].map(|label| builder.primary(label).unwrap());
        let options = [[party, bus]; 4].map(|items| builder.option(&items).unwrap());
        let [ann, bob, cid, dot] = options;
        let once = builder.build();
        assert_eq!(Solutions::new(&once.united(&mut vec![vec![ann], vec![bob, cid], vec![dot]])).count(), 2);
        let twice = once.with_times(&[(party, Multiplicity::exactly(2)), (bus, Multiplicity::exactly(2))]).unwrap();
        let mut sets = vec![vec![ann], vec![bob, cid], vec![dot]];
        let united = twice.united(&mut sets);
        let mut found: Vec<_> = Solutions::new(&united).map(|solution| united.original_options(&solution)).collect();
        found.sort_unstable();
        let place = OptionId::from_index;
        assert_eq!((found, sets.len()), (vec![vec![place(0), place(2)], vec![place(1)]], 3));
        let [two, three] =
            [2, 3].map(|number| once.with_times(&[(party, Multiplicity::exactly(number)), (bus, Multiplicity::ANY)]));
        for (problem, number) in [(two.unwrap(), 2), (three.unwrap(), 0)] {
            let pairs = problem.united(&mut vec![vec![ann, dot], vec![bob, cid]]);
            assert_eq!(Solutions::new(&pairs).count(), number);
        }
    }
}
