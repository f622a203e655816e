//! The best solutions found so far, and what a better one may cost, shared by all threads.

use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use dlx_core::problem::OptionId;

/// Which solutions are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Goal {
    /// How many; all if there are fewer.
    pub number: usize,
    /// Solutions of greatest cost instead of least.
    pub is_greatest: bool,
    /// Only those that cost as much as the best.
    pub is_ties: bool,
}

/// A cost and a solution.
pub(super) type Priced = (i64, Vec<OptionId>);

/// The best so far.
#[derive(Debug)]
pub(super) struct Incumbent {
    goal: Goal,
    /// Only solutions that cost less than this are wanted.
    below: AtomicI64,
    heap: Mutex<BinaryHeap<Priced>>,
}

impl Incumbent {
    pub(super) fn new(goal: Goal) -> Self {
        let below = AtomicI64::new(if goal.number == 0 { i64::MIN } else { i64::MAX });
        Self { goal, below, heap: Mutex::default() }
    }

    /// A solution is only of interest if it costs less than this.
    pub(super) fn below(&self) -> i64 {
        self.below.load(Relaxed)
    }

    /// Keeps a solution, if it is better than what is kept, or if there is room.
    pub(super) fn offer(&self, cost: i64, solution: impl FnOnce() -> Vec<OptionId>) {
        let mut heap = self.heap();
        if cost >= self.below() {
            return;
        }
        if self.goal.is_ties && heap.peek().is_some_and(|(best, _)| cost < *best) {
            heap.clear();
        }
        heap.push((cost, solution()));
        if heap.len() > self.goal.number {
            heap.pop();
        }
        let worst = heap.peek().map_or(i64::MAX, |(cost, _)| *cost);
        let below = match heap.len() == self.goal.number {
            true => worst,
            false if self.goal.is_ties => worst.saturating_add(1),
            false => i64::MAX,
        };
        self.below.store(below, Relaxed);
    }

    /// The kept solutions, the best first.
    pub(super) fn sorted(&self) -> Vec<Priced> {
        self.heap().clone().into_sorted_vec()
    }

    /// The best cost so far.
    pub(super) fn best(&self) -> Option<i64> {
        self.heap().iter().map(|(cost, _)| *cost).min()
    }

    fn heap(&self) -> MutexGuard<'_, BinaryHeap<Priced>> {
        self.heap.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(number: usize, is_ties: bool, costs: &[i64]) -> (Vec<i64>, i64) {
        let kept = Incumbent::new(Goal { number, is_greatest: false, is_ties });
        costs.iter().for_each(|&cost| kept.offer(cost, Vec::new));
        (kept.sorted().into_iter().map(|(cost, _)| cost).collect(), kept.below())
    }

    #[test]
    fn the_best_are_kept() {
        assert_eq!(kept(2, false, &[5]), (vec![5], i64::MAX));
        assert_eq!(kept(2, false, &[5, 3, 9, 4, 3]), (vec![3, 3], 3));
        assert_eq!(kept(3, true, &[5, 5, 3, 9, 4, 3]), (vec![3, 3], 4));
        assert_eq!(kept(2, true, &[5, 5, 3, 3, 3, 4]), (vec![3, 3], 3));
        assert_eq!(kept(0, false, &[1]), (vec![], i64::MIN));
    }
}
