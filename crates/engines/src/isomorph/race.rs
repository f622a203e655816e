//! The choice of an order, by a race between all of them: each sweeps until it has made some classes, those that have not fallen far behind enter the next heat, with twice
//! as many classes, and so on until one is left or has ended. Each continues where it stopped, so the whole costs a few times what the best order takes alone.
//!
//! The progress of an order is the share of the options that have been decided. The number of classes that the `frontier` engine's forecast expects was tried first, and was wrong by
//! factors of a thousand: it knows how many states a frontier can have, and nothing of how many of them look alike.

use super::super::checkpoints::CheckpointStore;
use super::super::frontier::{Budget, Checkpoint, KeyLayout, SweepContext, fits, share_of_levels};
use super::super::residue::Residue;
use super::super::run_signal::RunSignal;
use super::super::task::Task;
use super::order;
use super::run::sweep;
use dlx_core::problem::to_u64;
use dlx_core::tally::Tally;

/// Orders that race, and their progress.
#[derive(Debug)]
pub(crate) struct Race {
    pub(super) residue: Residue,
    pub(super) runners: Vec<Runner>,
    /// Classes that each may make until the end of the next heat.
    pub(super) patience: u64,
    /// Classes that all have made.
    pub(super) spent: u64,
    /// Do their levels go to a disk when they do not fit? Not before all wait for room.
    is_on_disk: bool,
}

/// A sweep that was begun.
#[derive(Debug)]
pub(super) struct Runner {
    pub(super) layout: KeyLayout,
    pub(super) checkpoint: Checkpoint,
    pub(super) n_made: u64,
    n_decided: usize,
    /// How many classes each level had.
    sizes: Vec<usize>,
}

/// Classes that each order makes in the first heat.
const FIRST: u64 = 100;

/// Factor by which that number grows from one heat to the next.
const MORE: u64 = 2;

/// An order that has come this fraction of the way of the farthest one may still win. (To let only the better half continue is cheaper, and wrong: by the few-left rule Latin squares begin fast, and
/// then never close a row: 306000 classes for order 7 in place of 1850.)
const FAR: usize = 2;
const FARTHEST: usize = 3;

/// States that may come from one level in a heat, for each class that the heat may make.
const AT_ONCE: u64 = 16;

impl Race {
    /// Finds the orders. There may be none: a frontier can be too wide for any key.
    pub(crate) fn new(residue: Residue, signal: &RunSignal) -> Self {
        let orders = order::candidates(&residue, &|| signal.is_stopped());
        let layouts = orders.into_iter().map(|order| KeyLayout::new(&residue, order)).filter(fits);
        let runners = layouts
            .map(|layout| Runner {
                layout,
                checkpoint: Checkpoint::default(),
                n_made: 0,
                n_decided: 0,
                sizes: Vec::new(),
            })
            .collect();
        Self { residue, runners, patience: FIRST, spent: 0, is_on_disk: false }
    }

    /// What is left of the problem.
    pub(super) fn residue(&self) -> &Residue {
        &self.residue
    }

    /// Is no order left that could win? There may have been none from the start.
    pub(crate) fn is_over(&self) -> bool {
        self.runners.is_empty()
    }

    /// Classes that all have made.
    pub(crate) const fn spent(&self) -> u64 {
        self.spent
    }

    /// The part of the classes that the leading order has made.
    pub(crate) fn part_of_leader(&self) -> f64 {
        let leader = self.runners.iter().max_by(|one, other| one.share_done().total_cmp(&other.share_done()));
        leader.map_or(1.0, |leader| (leader.n_made.max(1) as f64 / self.spent.max(1) as f64).min(1.0))
    }

    /// How far the leading order is.
    pub(crate) fn share_done(&self) -> f64 {
        self.runners.iter().map(Runner::share_done).fold(0.0, f64::max)
    }

    /// Runs a trial: lets the orders race until one reaches the end, or `budget` classes have been made in all.
    pub(crate) fn go_on(&mut self, task: &Task, signal: &RunSignal, memory: usize, budget: u64) -> Option<Tally> {
        let trial = signal.for_trial();
        while !self.is_over() && self.spent < budget && !trial.is_stopped() {
            let left = (budget - self.spent) / to_u64(self.runners.len());
            let tally = self.heat(&Heat { task, signal: &trial, outer: &trial, memory, checkpoints: None }, left);
            if tally.is_some() {
                return tally;
            }
        }
        None
    }

    /// Lets the orders race until one is left, or `budget` classes have been made in all. What they have reached is kept on the shelf.
    pub(super) fn decide(&mut self, task: &Task, signal: &RunSignal, memory: usize, budget: u64) -> Option<Tally> {
        let (part, checkpoints) = (signal.for_trial(), signal.checkpoints());
        while self.runners.len() > 1 && self.spent < budget && !part.is_stopped() {
            let tally = self.heat(
                &Heat { task, signal: &part, outer: signal, memory, checkpoints: checkpoints.as_deref() },
                u64::MAX,
            );
            if tally.is_some() {
                return tally;
            }
        }
        if signal.disk().is_some_and(|disk| disk.failure().is_some()) {
            signal.stop();
        }
        None
    }

    /// Lets the order that is left run to the end. If the race was stopped before it was decided, a later run decides it.
    pub(super) fn finish(&mut self, task: &Task, signal: &RunSignal, memory: usize) -> Option<Tally> {
        let (spent, is_decided) = (self.spent, self.runners.len() == 1);
        let Runner { layout, checkpoint, n_made, .. } = self.runners.first_mut()?;
        // A limit on nodes counts those of the other orders, too.
        signal.note(if is_decided { spent.saturating_sub(*n_made) } else { spent }, 0);
        if !is_decided {
            return None;
        }
        sweep(layout, &self.residue, SweepContext { signal, task, checkpoint }, Budget::to_the_end(memory)).ok()
    }

    /// Each order runs on for a while, at most for `most` classes. One that gets to the end becomes the first of them; otherwise those far behind give up. All of them share the memory.
    fn heat(&mut self, bounds: &Heat<'_>, most: u64) -> Option<Tally> {
        let room = bounds.memory / self.runners.len().max(1);
        let (mut n_tried, mut n_stuck, may_spill) = (0, 0, self.is_on_disk);
        for place in 0..self.runners.len() {
            let runner = &mut self.runners[place];
            let before = runner.n_made;
            let patience = self.patience.min(before.saturating_add(most));
            if before >= patience {
                // It has had its turn: in a heat of another process, or with a level that was larger than its patience.
                continue;
            }
            let means = Budget { patience, is_trial: true, may_spill, ..Budget::to_the_end(room) };
            let tally = runner.run(&self.residue, bounds.task, bounds.signal, means);
            if tally.is_some() {
                self.runners.swap(0, place);
                return tally;
            }
            bounds.outer.note_share(bounds.task.share * runner.share_done());
            self.spent += runner.n_made - before;
            n_tried += 1;
            n_stuck += usize::from(runner.n_made == before);
            if let Some(checkpoints) = bounds.checkpoints {
                self.keep(checkpoints, bounds.task, false);
            }
        }
        self.fall_behind();
        if let Some(checkpoints) = bounds.checkpoints.filter(|_| bounds.signal.is_stopped()) {
            self.keep(checkpoints, bounds.task, true);
        } else if n_tried > 0 && n_tried == n_stuck && !bounds.signal.is_stopped() {
            // No order has room to continue beside the others. (To leave it to the first of them where there is a disk was wrong: sudoku grids 2 x 4 in 4 MiB took 100 times as long, by an order that begins fast.)
            if bounds.signal.disk().is_some() { self.is_on_disk = true } else { self.runners.truncate(1) }
        }
        self.spent += 1;
        self.patience = self.patience.saturating_mul(MORE);
        None
    }

    /// Orders far behind give up, and so do those that are as good as another one.
    fn fall_behind(&mut self) {
        self.runners.sort_by(|a, b| b.n_decided.cmp(&a.n_decided).then_with(|| a.sizes.cmp(&b.sizes)));
        let farthest = self.runners.first().map_or(0, |runner| runner.n_decided);
        self.runners.retain(|runner| runner.n_decided * FARTHEST >= farthest * FAR);
        self.runners.dedup_by(|one, other| are_as_good(&one.sizes, &other.sizes));
    }
}

/// The bounds of a heat, and where it is kept.
struct Heat<'a> {
    task: &'a Task,
    signal: &'a RunSignal,
    /// The signal that is told how far the race is; that of the trial itself if this is only a trial, which may be given up.
    outer: &'a RunSignal,
    memory: usize,
    checkpoints: Option<&'a dyn CheckpointStore>,
}

/// Do two orders pass through about as many classes on each level? Then it does not matter which of them wins. Orders that a symmetry of the problem carries into one another do, except for merges that are
/// missed. Few classes say nothing: all orders begin with few.
fn are_as_good(a: &[usize], b: &[usize]) -> bool {
    let is_near = |(a, b): (&usize, &usize)| a.abs_diff(*b) * NEAR <= *a.max(b);
    a == b || (a.len() == b.len() && a.last().is_some_and(|&last| last >= MANY) && a.iter().zip(b).all(is_near))
}

/// A difference of at most one in this many does not matter.
const NEAR: usize = 16;
/// The least number of classes on a level that says something about an order.
const MANY: usize = 256;

impl Runner {
    fn run(&mut self, residue: &Residue, task: &Task, signal: &RunSignal, means: Budget) -> Option<Tally> {
        let at_once = usize::try_from(means.patience.saturating_mul(AT_ONCE)).unwrap_or(usize::MAX);
        let means = Budget { at_once, ..means };
        let place = SweepContext { signal, task, checkpoint: &mut self.checkpoint };
        match sweep(&self.layout, residue, place, means) {
            Ok(tally) => Some(tally),
            Err(stopped) => {
                self.n_made = self.n_made.max(stopped.n_made);
                self.has_reached(stopped.sizes);
                None
            }
        }
    }

    /// How far it is.
    fn share_done(&self) -> f64 {
        share_of_levels(self.sizes.len(), self.layout.bits.len())
    }

    /// Notes how many classes each level had, as far as it came.
    pub(super) fn has_reached(&mut self, sizes: Vec<usize>) {
        let n_levels = sizes.len();
        self.n_decided = self.layout.spans().home.iter().filter(|&&home| home < n_levels).count();
        self.sizes = sizes;
    }
}
