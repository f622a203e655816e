//! One problem into independent tasks: the search tree expanded to a depth, level by level.
//!
//! What is met on the way, solutions above that depth and the nodes that were expanded, is tallied here and not again below.
//! Tasks come in the order of the search.

use crate::engine::Task;
use crate::engine::links::Links;
use crate::problem::Problem;
use crate::tally::Tally;

/// How deep to split.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SplitDepth {
    /// So deep that there are [`TASKS_PER_WORKER`] tasks for every worker, if the tree is large enough; not at all for one worker.
    #[default]
    Auto,
    /// After this many chosen options. A level that would make more than [`MAX_TASKS`] tasks is left to the workers.
    At(usize),
}

/// Enough that the last task to end is a small part of the whole. A running task can be split on, so it need not be more;
/// results/2026-11-20-links has the measurement.
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
    /// Everything in one task.
    fn whole() -> Self {
        Self { tally: Tally::default(), done: 0.0, tasks: vec![Task::root()] }
    }

    /// Replaces every task by those one level below, or leaves the last ones as they are when told to stop.
    fn deepen(&mut self, links: &mut Links, is_stopped: &impl Fn() -> bool) {
        let mut deeper = Vec::with_capacity(2 * self.tasks.len());
        for task in std::mem::take(&mut self.tasks) {
            if is_stopped() {
                deeper.push(task);
                continue;
            }
            let (mut tally, rest) = links.expand(&task);
            tally.count *= task.weight.clone();
            self.tally += tally;
            if rest.is_empty() {
                self.done += task.share;
            }
            deeper.extend(rest.tasks(&task));
        }
        self.tasks = deeper;
    }
}

/// Splits a problem for this many workers. Ends early, with larger tasks, when `is_stopped` says so.
///
/// ```
/// use dlx_count::family::queens;
/// use dlx_count::parallel::{SplitDepth, split};
///
/// let whole = split(&queens(8), SplitDepth::At(1), 1, || false);
/// assert_eq!(whole.tasks.len(), 8);
/// ```
#[must_use]
pub fn split(problem: &Problem, depth: SplitDepth, workers: usize, is_stopped: impl Fn() -> bool) -> Split {
    let (depth, enough) = match depth {
        SplitDepth::At(depth) => (depth, MAX_TASKS),
        SplitDepth::Auto => (usize::MAX, TASKS_PER_WORKER * workers),
    };
    let mut split = Split::whole();
    if depth > 0 {
        let mut links = Links::new(problem);
        for _ in 0..depth {
            let has_enough = split.tasks.is_empty() || split.tasks.len() >= enough;
            if has_enough || is_stopped() {
                break;
            }
            split.deepen(&mut links, &is_stopped);
        }
    }
    split
}
