//! One problem into independent tasks: the search tree expanded to a depth, level by level.
//!
//! What is met on the way, solutions above that depth and the nodes that were expanded, is tallied here and not again below.
//! Tasks come in the order of the search. Those that count the same are merged, level by level; see `merge`.

use super::merge::Merger;
use crate::engine::Task;
use crate::engine::links::Links;
use crate::problem::Problem;
use crate::symmetry::Symmetries;
use crate::tally::{Count, Tally};

/// Told what was found since it was asked last, weighted: is the split to end here?
type IsStopped<'a> = &'a dyn Fn(&Tally) -> bool;

/// How deep to split.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SplitDepth {
    /// So deep that there are some dozen tasks for every worker, if the tree is large enough.
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

/// A problem in tasks: `tally` plus the weighted tallies of the tasks is the tally of the whole.
#[derive(Clone, PartialEq, Debug)]
pub struct Split {
    /// What was found while splitting, weights already counted in.
    pub tally: Tally,
    /// Share of the search that is done by this.
    pub done: f64,
    /// What is left to do.
    pub tasks: Vec<Task>,
}

impl Split {
    /// Which part of the tasks is left by merging those that count the same, each taken as large as any other.
    #[must_use]
    pub fn part_left(&self) -> f64 {
        let all: Count = self.tasks.iter().map(|task| task.weight.clone()).sum();
        if all.is_zero() { 1.0 } else { self.tasks.len() as f64 / all.to_f64() }
    }

    /// Everything in one task.
    fn whole() -> Self {
        Self { tally: Tally::default(), done: 0.0, tasks: vec![Task::root()] }
    }
}

/// Splits a problem into tasks.
///
/// ```
/// use dlx_count::family::queens;
/// use dlx_count::parallel::{SplitDepth, Splitter};
///
/// let problem = queens(8);
/// let splitter = Splitter::new(&problem).depth(SplitDepth::At(1));
/// assert_eq!(splitter.clone().merging(false).split().tasks.len(), 8);
/// assert_eq!(splitter.split().tasks.len(), 4); // the left half of the row, each with weight 2
/// ```
#[derive(Clone)]
pub struct Splitter<'a> {
    problem: &'a Problem,
    depth: SplitDepth,
    workers: usize,
    is_merging: bool,
    is_stopped: IsStopped<'a>,
}

impl<'a> Splitter<'a> {
    /// Splits for one worker, as deep as seems good, and merges tasks that count the same.
    #[must_use]
    pub fn new(problem: &'a Problem) -> Self {
        Self { problem, depth: SplitDepth::Auto, workers: 1, is_merging: true, is_stopped: &|_| false }
    }

    /// How deep to split.
    #[must_use]
    pub fn depth(mut self, depth: SplitDepth) -> Self {
        self.depth = depth;
        self
    }

    /// How many workers the tasks are for.
    #[must_use]
    pub fn workers(mut self, workers: usize) -> Self {
        self.workers = workers;
        self
    }

    /// Whether tasks that count the same, because they leave the same options or symmetric ones, become one task with a weight.
    #[must_use]
    pub fn merging(mut self, is_merging: bool) -> Self {
        self.is_merging = is_merging;
        self
    }

    /// Asked before each node, and told what was found since it was asked last, weighted; when it says yes, the split ends early, with fewer and larger tasks.
    #[must_use]
    pub fn stopped_by(mut self, is_stopped: IsStopped<'a>) -> Self {
        self.is_stopped = is_stopped;
        self
    }

    /// Splits.
    #[must_use]
    pub fn split(&self) -> Split {
        let (depth, enough) = match self.depth {
            SplitDepth::At(depth) => (depth, MAX_TASKS),
            SplitDepth::Auto => (usize::MAX, TASKS_PER_WORKER * self.workers),
        };
        let mut split = Split::whole();
        if depth == 0 {
            return split;
        }
        let mut links = Links::new(self.problem);
        let symmetries = if self.is_merging { Symmetries::of(self.problem) } else { Symmetries::default() };
        for _ in 0..depth {
            if split.tasks.is_empty() || split.tasks.len() >= enough || (self.is_stopped)(&Tally::default()) {
                break;
            }
            self.deepen(&mut split, &mut links, &symmetries);
        }
        split
    }

    /// Replaces every task by those one level below, or leaves the last ones as they are when told to stop.
    fn deepen(&self, split: &mut Split, links: &mut Links, symmetries: &Symmetries) {
        let mut merger = self.is_merging.then(|| Merger::new(self.problem, symmetries));
        let mut deeper = Vec::with_capacity(2 * split.tasks.len());
        let (mut fresh, mut is_stopped) = (Tally::default(), false);
        for task in std::mem::take(&mut split.tasks) {
            is_stopped = is_stopped || (self.is_stopped)(&std::mem::take(&mut fresh));
            if is_stopped {
                deeper.push(task);
                continue;
            }
            let (mut tally, rest) = links.expand(&task);
            tally.count *= task.weight.clone();
            split.tally += tally.clone();
            fresh = tally;
            if rest.is_empty() {
                split.done += task.share;
            }
            match &mut merger {
                None => deeper.extend(rest.tasks(&task)),
                // On a level too wide to merge, looking at every task would take time with the square of its width.
                Some(merger) if merger.is_spent() => deeper.extend(rest.tasks(&task)),
                Some(merger) => rest.tasks(&task).for_each(|task| {
                    let alive = if merger.is_spent() { Vec::new() } else { links.alive(&task.prefix) };
                    merger.add(task, &alive);
                }),
            }
        }
        let _ = (self.is_stopped)(&fresh);
        split.tasks = merger.map(Merger::into_tasks).unwrap_or_default();
        split.tasks.append(&mut deeper);
    }
}
