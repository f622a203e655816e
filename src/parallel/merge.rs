//! Tasks that count the same are made one, with a weight.
//!
//! What a search can find below a prefix is settled by the options still alive there: they contain no item that is covered, and
//! whether two of them go together was settled when the problem was made. So two prefixes that leave the same options alive have equally many
//! solutions below. And so have two whose options are carried into each other by a symmetry of the whole problem.
//!
//! The key is the set of living options itself, bit by bit. A hash only finds the place; keys are compared in full, so no collision can merge what differs.

use rustc_hash::FxHashMap;

use crate::engine::Task;
use crate::problem::{OptionId, Problem};
use crate::symmetry::Symmetries;

/// A set of options as bits.
type Key = Box<[u64]>;

/// The work to spend on images of keys, in options carried over: some ten milliseconds.
const EFFORT: usize = 1 << 23;

/// Merges the tasks of one level.
#[derive(Debug)]
pub(super) struct Merger<'a> {
    symmetries: &'a Symmetries,
    n_words: usize,
    places: FxHashMap<Key, usize>,
    effort: usize,
    tasks: Vec<Task>,
}

impl<'a> Merger<'a> {
    pub(super) fn new(problem: &Problem, symmetries: &'a Symmetries) -> Self {
        let n_words = problem.n_options().div_ceil(64);
        Self { symmetries, n_words, places: FxHashMap::default(), effort: EFFORT, tasks: Vec::new() }
    }

    /// Adds a task, as one of its own or to the weight of one with equally many solutions. `alive` are the options left below its prefix.
    pub(super) fn add(&mut self, task: Task, alive: &[OptionId]) {
        let work = (self.n_words + alive.len()) * (1 + self.symmetries.len());
        self.effort = self.effort.saturating_sub(work);
        if self.is_spent() {
            self.tasks.push(task);
            return;
        }
        let key = self.key(alive.iter().copied());
        match self.place(&key, alive) {
            Some(place) => {
                let twin = &mut self.tasks[place];
                twin.weight += task.weight;
                twin.share += task.share;
            }
            None => {
                self.places.insert(key, self.tasks.len());
                self.tasks.push(task);
            }
        }
    }

    /// Has merging taken as much work as it is worth? Then tasks are only collected, and nobody looks at what they leave alive.
    pub(super) fn is_spent(&self) -> bool {
        self.effort == 0
    }

    /// Where a task with this key, or one that a symmetry makes of it, stands.
    fn place(&self, key: &Key, alive: &[OptionId]) -> Option<usize> {
        let known = |key: &Key| self.places.get(key).copied();
        let image_of = |image: &[OptionId]| self.key(alive.iter().map(|option| image[option.index()]));
        known(key).or_else(|| self.symmetries.iter().find_map(|image| known(&image_of(image))))
    }

    fn key(&self, options: impl Iterator<Item = OptionId>) -> Key {
        let mut words = vec![0; self.n_words].into_boxed_slice();
        for option in options {
            words[option.index() / 64] |= 1 << (option.index() % 64);
        }
        words
    }

    /// The tasks, in the order in which the first of each kind came.
    pub(super) fn into_tasks(self) -> Vec<Task> {
        self.tasks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::queens;
    use crate::tally::Count;

    #[test]
    fn reflected_tasks_become_one() {
        let problem = queens(4);
        let symmetries = Symmetries::of(&problem);
        let mut merger = Merger::new(&problem, &symmetries);
        // The options left after a queen in each corner, and after one in the middle: two kinds of choice.
        let attacks = |a: usize, b: usize| {
            let (r, c) = ((a / 4).abs_diff(b / 4), (a % 4).abs_diff(b % 4));
            r == 0 || c == 0 || r == c
        };
        for square in [0, 3, 12, 15, 5] {
            let alive: Vec<OptionId> =
                (0..16).filter(|&other| !attacks(square, other)).map(OptionId::from_index).collect();
            merger.add(Task { prefix: vec![OptionId::from_index(square)], ..Task::root() }, &alive);
        }
        let tasks = merger.into_tasks();
        let weights: Vec<Count> = tasks.iter().map(|task| task.weight.clone()).collect();
        assert_eq!(weights, [Count::from(4u64), Count::ONE]);
        assert_eq!(tasks.iter().map(|task| task.share).sum::<f64>(), 5.0);
    }
}
