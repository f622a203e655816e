//! Merges tasks with equal counts into one, with a weight.
//!
//! What a search can find below a prefix is determined by the options still alive there: they contain no item that is covered, and
//! whether two of them go together was settled when the problem was made. So two prefixes that leave the same options alive have equally many
//! solutions below. And so have two whose options are carried into each other by a symmetry of the whole problem.
//!
//! An equal task is found by hashes of its living options and of all their images. A hash is the sum of a number for each option, so an image need not be made to be
//! hashed. It only finds the place: options are compared one by one, so no collision can merge what differs.

use hashbrown::HashTable;

use dlx_canon::graph::mix;
use dlx_canon::symmetry::Symmetries;
use dlx_core::problem::{OptionId, Problem, to_u32, to_u64, to_usize};
use dlx_engines::Task;
use dlx_engines::bits::{members, n_members};

/// The work to spend on images, in options carried over: some ten milliseconds.
const EFFORT: usize = 1 << 23;

/// Finds equal tasks.
#[derive(Debug)]
pub(super) struct Keys<'a> {
    pub(super) symmetries: &'a Symmetries,
    n_options: usize,
    /// For the identity and each symmetry, the number of the image of each option.
    numbers: Vec<u64>,
}

impl<'a> Keys<'a> {
    pub(super) fn new(problem: &Problem, symmetries: &'a Symmetries) -> Self {
        let options = || problem.options();
        let images = symmetries.iter().flatten().copied();
        let numbers = options().chain(images).map(|option| mix(to_u64(option.index()) + 1)).collect();
        Self { symmetries, n_options: problem.n_options(), numbers }
    }

    /// The hash of a set of options, and of each image of it.
    pub(super) fn hashes<'k>(&'k self, alive: &'k [OptionId]) -> impl Iterator<Item = u64> + 'k {
        let of = |numbers: &[u64], option: &OptionId| numbers[option.index()];
        let hash = move |numbers: &[u64]| alive.iter().fold(0u64, |sum, option| sum.wrapping_add(of(numbers, option)));
        self.numbers.chunks(self.n_options.max(1)).map(hash)
    }

    /// Does this symmetry, 0 for the identity, carry all options of a set into another of the same size?
    fn carries(&self, symmetry: u32, from: &[u64], to: &[u64]) -> bool {
        let has = |option: usize| to[option / 64] >> (option % 64) & 1 == 1;
        let image = to_usize(symmetry).checked_sub(1).and_then(|place| self.symmetries.iter().nth(place));
        match image {
            None => from == to,
            Some(image) => members(from.iter().copied()).all(|option| has(image[option].index())),
        }
    }
}

/// The place of a task, and the symmetry that carries its options into those that were hashed.
#[derive(Clone, Copy, Debug)]
struct TaskPlace {
    hash: u64,
    task: u32,
    symmetry: u32,
}

/// What the count below a prefix depends on.
#[derive(Debug, Default)]
pub(super) struct BelowPrefix {
    /// The options that can still be chosen.
    pub(super) options: Vec<OptionId>,
    /// For each item that has a quota how many of them may be chosen. Symmetries carry such items into themselves.
    pub(super) quotas: Vec<u64>,
}

/// A task, and what is alive below it.
#[derive(Debug)]
pub(super) struct KnownTask {
    pub(super) task: Task,
    /// The living options, as bits.
    options: Box<[u64]>,
    quotas: Vec<u64>,
}

/// Merges the tasks of one level.
#[derive(Debug)]
pub(super) struct Merger<'a> {
    keys: &'a Keys<'a>,
    places: HashTable<TaskPlace>,
    effort: usize,
    known: Vec<KnownTask>,
}

impl<'a> Merger<'a> {
    pub(super) fn new(keys: &'a Keys<'a>) -> Self {
        Self { keys, places: HashTable::new(), effort: EFFORT, known: Vec::new() }
    }

    /// Adds a task, as one of its own or to the weight of one with equally many solutions. `alive` are the options left below its prefix.
    /// To find them took this effort.
    pub(super) fn add(&mut self, (alive, effort): (BelowPrefix, usize), task: Task) {
        let BelowPrefix { options: alive, quotas } = alive;
        let options = as_bits(self.keys.n_options, &alive);
        self.effort = self.effort.saturating_sub(effort + options.len() + alive.len());
        let numbers = quotas.iter().fold(0, |hash, &number| mix(hash ^ number));
        let mut hashes = self.keys.hashes(&alive).map(|hash| hash ^ numbers);
        let hash = hashes.next().unwrap_or(0);
        if let Some(place) = self.place(hash, (&options, &quotas), to_u64(alive.len())) {
            let twin = &mut self.known[place].task;
            twin.weight += task.weight;
            twin.share += task.share;
            return;
        }
        let number = to_u32(self.known.len());
        self.effort = self.effort.saturating_sub(alive.len() * self.keys.symmetries.len());
        for (symmetry, hash) in (0..).zip(std::iter::once(hash).chain(hashes)) {
            // An image that is the set itself, or another image, is found by the first one.
            let is_new = self.places.find(hash, |place| place.hash == hash && place.task == number).is_none();
            if is_new {
                self.places.insert_unique(hash, TaskPlace { hash, task: number, symmetry }, |place| place.hash);
            }
        }
        self.known.push(KnownTask { task, options, quotas });
    }

    /// How many tasks there are now.
    pub(super) fn n_tasks(&self) -> usize {
        self.known.len()
    }

    /// Has merging taken as much work as it is worth? Then tasks are only collected, and are no longer compared by the options that they leave.
    pub(super) fn is_spent(&self) -> bool {
        self.effort == 0
    }

    /// The task whose living options a symmetry carries into these.
    fn place(&self, hash: u64, (alive, quotas): (&[u64], &[u64]), n_alive: u64) -> Option<usize> {
        let is_same = |place: &TaskPlace| {
            let known = &self.known[to_usize(place.task)];
            place.hash == hash
                && known.quotas == quotas
                && n_members(&known.options) == n_alive
                && self.keys.carries(place.symmetry, &known.options, alive)
        };
        self.places.find(hash, is_same).map(|place| to_usize(place.task))
    }

    /// The tasks, in the order in which the first of each kind came.
    pub(super) fn into_tasks(self) -> Vec<Task> {
        self.known.into_iter().map(|known| known.task).collect()
    }
}

/// A set of options as bits.
fn as_bits(n_options: usize, options: &[OptionId]) -> Box<[u64]> {
    let mut words = vec![0; n_options.div_ceil(64)].into_boxed_slice();
    options.iter().for_each(|option| words[option.index() / 64] |= 1 << (option.index() % 64));
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use dlx_core::tally::Count;
    use dlx_families::queens;

    #[test]
    fn reflected_tasks_become_one() {
        let problem = queens(4);
        let symmetries = Symmetries::of(&problem);
        let keys = Keys::new(&problem, &symmetries);
        let mut merger = Merger::new(&keys);
        // The options left after a queen in each corner, and after one in the middle: two kinds of choice.
        let attacks = |a: usize, b: usize| {
            let (r, c) = ((a / 4).abs_diff(b / 4), (a % 4).abs_diff(b % 4));
            r == 0 || c == 0 || r == c
        };
        for square in [0, 3, 12, 15, 5] {
            let alive: Vec<OptionId> =
                (0..16).filter(|&other| !attacks(square, other)).map(OptionId::from_index).collect();
            let task = Task { prefix: vec![OptionId::from_index(square)].into(), ..Task::root() };
            merger.add((BelowPrefix { options: alive, quotas: Vec::new() }, 0), task);
        }
        let tasks = merger.into_tasks();
        let weights: Vec<Count> = tasks.iter().map(|task| task.weight.clone()).collect();
        assert_eq!(weights, [Count::from(4u64), Count::ONE]);
        assert_eq!(tasks.iter().map(|task| task.share).sum::<f64>(), 5.0);
    }
}
