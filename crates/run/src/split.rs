//! Splits a problem into independent tasks: expands the search tree to a depth, level by level.
//!
//! What is found on the way, solutions above that depth and the nodes that were expanded, is tallied here and not again below.
//! Tasks come in the order of the search. Those with equal counts are merged, level by level; see `merge`.

use std::cell::RefCell;

use serde::{Deserialize, Serialize};

use super::first::{First, first_items};
use super::merge::{Keys, Merger};
use super::tree_expander::TreeExpander;
use dlx_canon::symmetry::Symmetries;
use dlx_core::problem::Problem;
use dlx_core::tally::{Count, Tally};
use dlx_engines::Task;

/// Asks whether the split is to end here; it is told what was found since the last time, weighted.
pub type IsStopped<'a> = &'a dyn Fn(&Tally) -> bool;

/// How deep to split.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SplitDepth {
    /// Deep enough for some dozen tasks for every worker, if the tree is large enough.
    #[default]
    Auto,
    /// After this many chosen options. A level that would make more than [`MAX_TASKS`] tasks is left to the workers.
    At(usize),
}

/// Enough that the last task to end is a small part of the whole. A running task can be split on, so it need not be more;
/// results/2026-11-20-engines has the measurement.
const TASKS_PER_WORKER: usize = 32;

/// More tasks than this are not made beforehand: each holds its prefix in memory.
pub const MAX_TASKS: usize = 1 << 20;

/// A problem divided into tasks: `tally` plus the weighted tallies of the tasks is the tally of the whole.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Split {
    /// What was found while splitting, weights already counted in.
    pub tally: Tally,
    /// Share of the search that is done by this.
    pub done: f64,
    /// What is left to do.
    pub tasks: Vec<Task>,
}

impl Split {
    /// The fraction of the tasks that is left when those with equal counts are merged; all tasks are taken to be of the same size.
    pub fn part_left(&self) -> f64 {
        let all: Count = self.tasks.iter().map(|task| task.weight.clone()).sum();
        if all.is_zero() { 1.0 } else { self.tasks.len() as f64 / all.to_f64() }
    }

    /// Everything in one task.
    #[must_use]
    pub fn whole() -> Self {
        Self { tally: Tally::default(), done: 0.0, tasks: vec![Task::root()] }
    }
}

/// A problem that is being split. What is found once, symmetries and links, is used again each time it is split further.
pub struct Splitter<'a> {
    problem: &'a Problem,
    symmetries: Option<Symmetries>,
    top: TreeExpander,
    /// The items to branch on first, once they have been determined.
    first: Option<First>,
    split: Split,
}

impl<'a> Splitter<'a> {
    /// Begins with everything in one task. Tasks with equal counts, because they leave the same options or symmetric ones, become one task with a weight if
    /// they are to be merged; where options must be connected they never are. The tree is that of the problem's [form for trees](Problem::tree_form).
    pub fn new(problem: &'a Problem, is_merging: bool) -> Self {
        let problem = problem.tree_form();
        // Below prefixes that leave the same options, what has been joined may differ.
        let is_merging = is_merging && problem.connected().is_none();
        let symmetries = is_merging.then(|| Symmetries::of(problem));
        Self { problem, symmetries, top: TreeExpander::new(problem), first: None, split: Split::whole() }
    }

    /// The number of symmetries that are used.
    pub fn n_symmetries(&self) -> usize {
        self.symmetries.as_ref().map_or(0, Symmetries::len)
    }

    /// The result of the split so far.
    pub fn so_far(&self) -> &Split {
        &self.split
    }

    /// The tasks, at the end of the split.
    pub fn into_split(self) -> Split {
        self.split
    }

    /// Splits further, for `workers` workers. `is_stopped` is asked before each task that is split, and told what was found since it was asked last, weighted; when it
    /// says yes, the split ends early, with fewer and larger tasks.
    pub fn split(&mut self, depth: SplitDepth, workers: usize, is_stopped: IsStopped<'_>) {
        let (depth, enough) = match depth {
            SplitDepth::At(depth) => (depth, MAX_TASKS),
            SplitDepth::Auto => (usize::MAX, TASKS_PER_WORKER * workers),
        };
        self.split_until(depth, enough, is_stopped);
    }

    /// Splits further until there are enough tasks, but no deeper than this. If symmetry saves most where some items are covered, they are covered first.
    pub fn split_until(&mut self, depth: usize, enough: usize, is_stopped: IsStopped<'_>) {
        let keys = self.symmetries.as_ref().map(|symmetries| Keys::new(self.problem, symmetries));
        let first = self.first.take().unwrap_or_else(|| match (&keys, &self.top) {
            (Some(keys), TreeExpander::Bits(whole)) => first_items(whole, keys, true),
            _ => First::default(),
        });
        let mut level =
            SplitLevel { top: &mut self.top, keys: keys.as_ref(), first: &first.items, split: &mut self.split };
        // Solutions found while an orbit is covered are told when that is done: it may be given up, and all be found again. Nodes have been visited in any case.
        let untold = RefCell::new(Count::ZERO);
        let covered = level.cover(depth, first.most_tasks, &|tally| {
            *untold.borrow_mut() += tally.count.clone();
            is_stopped(&Tally { count: Count::ZERO, stats: tally.stats })
        });
        self.first = Some(if let Some(n_levels) = covered {
            let _ = is_stopped(&Tally { count: untold.into_inner(), ..Tally::default() });
            level.deepen_until(depth - n_levels, enough, is_stopped);
            first
        } else {
            (level.first, *level.split) = (&[], Split::whole());
            level.deepen_until(depth, enough, is_stopped);
            First::default()
        });
    }
}

/// The tasks of one level, and what replaces them by those of the next.
struct SplitLevel<'s> {
    top: &'s mut TreeExpander,
    /// Finds tasks with equal counts, if they are to be merged.
    keys: Option<&'s Keys<'s>>,
    first: &'s [usize],
    split: &'s mut Split,
}

impl SplitLevel<'_> {
    /// Covers the first items. Returns how many levels that took, no more than this; none if it took more tasks than these.
    fn cover(&mut self, depth: usize, most: usize, is_stopped: IsStopped<'_>) -> Option<usize> {
        let mut n_levels = 0;
        while n_levels < depth && self.has_first() && !is_stopped(&Tally::default()) {
            self.deepen(most, is_stopped);
            n_levels += 1;
            if self.split.tasks.len() > most {
                return None;
            }
        }
        Some(n_levels)
    }

    /// Splits further until there are enough tasks, but no deeper than this.
    fn deepen_until(&mut self, depth: usize, enough: usize, is_stopped: IsStopped<'_>) {
        for _ in 0..depth {
            let n_tasks = self.split.tasks.len();
            if n_tasks == 0 || n_tasks >= enough.min(MAX_TASKS) || is_stopped(&Tally::default()) {
                break;
            }
            self.deepen(usize::MAX, is_stopped);
        }
    }

    /// Does any task branch on one of the first items?
    fn has_first(&self) -> bool {
        self.split.tasks.iter().any(|task| self.top.is_any_open(&task.prefix, self.first))
    }

    /// Replaces every task by those one level below, or leaves the last ones as they are when told to stop, or when there are more than these.
    fn deepen(&mut self, most: usize, is_stopped: IsStopped<'_>) {
        let mut merger = self.keys.map(Merger::new);
        let mut deeper = Vec::with_capacity(2 * self.split.tasks.len());
        let (mut fresh, mut is_ending) = (Tally::default(), false);
        for task in std::mem::take(&mut self.split.tasks) {
            let n_deeper = merger.as_ref().map_or(0, Merger::n_tasks) + deeper.len();
            is_ending = is_ending || n_deeper > most || is_stopped(&std::mem::take(&mut fresh));
            if is_ending {
                deeper.push(task);
                continue;
            }
            let (mut tally, rest) = self.top.expand(&task, self.first, &|| is_stopped(&Tally::default()));
            tally.count *= task.weight.clone();
            self.split.tally += tally.clone();
            fresh = tally;
            if rest.is_empty() {
                self.split.done += task.share;
            }
            for task in rest.tasks(&task) {
                match &mut merger {
                    // On a level too wide to merge, looking at every task would take time with the square of its width.
                    Some(merger) if !merger.is_spent() => {
                        merger.add((self.top.alive(&task.prefix.to_vec()), self.top.effort()), task);
                    }
                    _ => deeper.push(task),
                }
            }
        }
        let _ = is_stopped(&fresh);
        self.split.tasks = merger.map(Merger::into_tasks).unwrap_or_default();
        self.split.tasks.append(&mut deeper);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use dlx_engines::links::Links;
    use dlx_engines::{Engine, RunSignal};
    use dlx_families::{langford, latin, queens};

    /// What all tasks of a split add up to, by the reference.
    fn sum(problem: &Problem, split: &Split) -> Count {
        let mut links = Links::new(problem);
        let below = |task: &Task| links.run(task, &RunSignal::default()).0.count * task.weight.clone();
        split.tasks.iter().map(below).fold(split.tally.count.clone(), |sum, count| sum + count)
    }

    /// The tasks add up to the whole, no matter which orbit is covered first and how deep the split is.
    #[test]
    fn any_orbit_may_be_covered_first() {
        for problem in [queens(6), queens(7), langford(7).unwrap(), latin(4, false).unwrap()] {
            let all = Links::new(&problem).run(&Task::root(), &RunSignal::default()).0.count;
            for orbit in Symmetries::of(&problem).orbits() {
                for (depth, most_tasks) in [(1, 1000), (2, 1000), (3, 1000), (5, 1000), (5, 1), (5, 20)] {
                    let mut splitter = Splitter::new(&problem, true);
                    let items = orbit.iter().map(|item| item.index()).collect();
                    splitter.first = Some(First { items, most_tasks });
                    splitter.split(SplitDepth::At(depth), 1, &|_| false);
                    assert_eq!(sum(&problem, splitter.so_far()), all, "{} {orbit:?} {depth}", problem.name());
                }
            }
        }
    }

    /// Covering an orbit is given up when it takes too many tasks; what was found until then is not reported.
    #[test]
    fn an_orbit_that_breaks_its_promise_is_given_up() {
        let problem = queens(6);
        let told = Cell::new(Count::ZERO);
        let split = |first| {
            told.take();
            let mut splitter = Splitter::new(&problem, true);
            splitter.first = Some(first);
            splitter.split(SplitDepth::At(6), 1, &|tally| {
                told.set(told.take() + tally.count.clone());
                false
            });
            assert_eq!(told.take(), Count::from(4u64));
            splitter.into_split()
        };
        let items = vec![2, 3];
        let plain = split(First::default());
        assert_ne!(split(First { items: items.clone(), most_tasks: 1000 }), plain);
        assert_eq!(split(First { items, most_tasks: 2 }), plain);
    }

    /// On an even board the four lines in the middle are covered first, and nearly all tasks stand for eight.
    #[test]
    fn a_square_is_counted_once_for_all_its_symmetries() {
        let problem = queens(14);
        let mut splitter = Splitter::new(&problem, true);
        splitter.split(SplitDepth::Auto, 1, &|_| false);
        let split = splitter.so_far();
        assert!(split.part_left() < 1.0 / 7.0, "{}", split.part_left());
        assert_eq!(sum(&problem, split), Count::from(365_596u64));
    }
}
