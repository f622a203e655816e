//! Tasks that count the same are made one, with a weight.
//!
//! What a search can find below a prefix is settled by the options still alive there: they contain no item that is covered, and
//! whether two of them go together was settled when the problem was made. So two prefixes that leave the same options alive have equally many
//! solutions below. And so have two whose options are carried into each other by a symmetry of the whole problem.
//!
//! A task is found again by hashes of its living options and of all their images. A hash is the sum of a number for each option, so an image need not be made to be
//! hashed. It only finds the place: options are compared one by one, so no collision can merge what differs.

use hashbrown::HashTable;

use crate::engine::Task;
use crate::engine::bits::{list, members, n_members};
use crate::problem::{OptionId, Problem, to_u32, to_u64, to_usize};
use crate::symmetry::Symmetries;

/// The work to spend on images, in options carried over: some ten milliseconds.
const EFFORT: usize = 1 << 23;

/// Images that are hashed together, as many numbers as the widest vectors hold.
const TOGETHER: usize = 8;

/// What finds tasks again.
#[derive(Debug)]
pub(super) struct Keys<'a> {
    pub(super) symmetries: &'a Symmetries,
    /// The number of each option.
    numbers: Vec<u64>,
    /// The numbers of its images, by so many symmetries at a time: those of option o by the block-th ones stand at `images[block * n_options + o]`. (Image after image took three times as long;
    /// results/2026-11-24-small.)
    images: Vec<[u64; TOGETHER]>,
}

impl<'a> Keys<'a> {
    pub(super) fn new(problem: &Problem, symmetries: &'a Symmetries) -> Self {
        let numbers: Vec<u64> = problem.options().map(|option| mixed(to_u64(option.index()) + 1)).collect();
        let n_options = numbers.len();
        let mut images = vec![[0; TOGETHER]; symmetries.len().div_ceil(TOGETHER) * n_options];
        for (number, symmetry) in symmetries.iter().enumerate() {
            let block = &mut images[number / TOGETHER * n_options..][..n_options];
            for (place, image) in block.iter_mut().zip(symmetry) {
                place[number % TOGETHER] = numbers[image.index()];
            }
        }
        Self { symmetries, numbers, images }
    }

    /// The hash of a set of options.
    pub(super) fn hash(&self, alive: &[usize]) -> u64 {
        alive.iter().fold(0, |sum, &option| sum.wrapping_add(self.numbers[option]))
    }

    /// The hash of its image by each symmetry.
    pub(super) fn image_hashes(&self, alive: &[usize]) -> Vec<u64> {
        let mut hashes = Vec::with_capacity(self.symmetries.len().next_multiple_of(TOGETHER));
        for block in self.images.chunks(self.numbers.len().max(1)) {
            let mut sums = [0u64; TOGETHER];
            for &option in alive {
                sums.iter_mut().zip(&block[option]).for_each(|(sum, &number)| *sum = sum.wrapping_add(number));
            }
            hashes.extend(sums);
        }
        hashes.truncate(self.symmetries.len());
        hashes
    }

    /// Makes a set of options ready to be found again.
    pub(super) fn hashed(&self, alive: Box<[u64]>) -> Hashed {
        let options = list(&alive);
        Hashed { hash: self.hash(&options), n_alive: options.len(), options, images: None, alive }
    }

    /// The same, with the hashes of all images, which only a set that is not found needs.
    pub(super) fn hashed_with_images(&self, alive: Box<[u64]>) -> Hashed {
        let hashed = self.hashed(alive);
        Hashed { images: Some(self.image_hashes(&hashed.options)), options: Vec::new(), ..hashed }
    }

    /// Does this symmetry, 0 for the identity, carry all options of a set into another of the same size?
    fn carries(&self, symmetry: u32, from: &[u64], to: &[u64]) -> bool {
        let has = |option: usize| to[option / 64] >> (option % 64) & 1 == 1;
        let image = to_usize(symmetry).checked_sub(1).map(|place| self.symmetries.get(place));
        match image {
            None => from == to,
            Some(image) => members(from.iter().copied()).all(|option| has(image[option].index())),
        }
    }
}

/// Spreads a number over all bits (the finalizer of splitmix64).
fn mixed(number: u64) -> u64 {
    let mut bits = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// A set of options, and what it is found by.
#[derive(Debug)]
pub(super) struct Hashed {
    alive: Box<[u64]>,
    n_alive: usize,
    hash: u64,
    /// The hashes of its images, or else the options as a list, to make them from.
    images: Option<Vec<u64>>,
    options: Vec<usize>,
}

/// Where a task stands, and the symmetry that carries its options into those that were hashed.
#[derive(Clone, Copy, Debug)]
struct Place {
    hash: u64,
    task: u32,
    symmetry: u32,
}

/// A task, and what is alive below it.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) task: Task,
    alive: Box<[u64]>,
}

/// Merges the tasks of one level.
#[derive(Debug)]
pub(super) struct Merger<'a> {
    keys: &'a Keys<'a>,
    places: HashTable<Place>,
    effort: usize,
    known: Vec<Known>,
}

impl<'a> Merger<'a> {
    pub(super) fn new(keys: &'a Keys<'a>) -> Self {
        Self { keys, places: HashTable::new(), effort: EFFORT, known: Vec::new() }
    }

    /// Adds a task, as one of its own or to the weight of one with equally many solutions: with the options left below its prefix, which took this effort to be found.
    pub(super) fn add(&mut self, (set, effort): (Hashed, usize), task: Task) {
        let Hashed { alive, n_alive, hash, images, options } = set;
        self.effort = self.effort.saturating_sub(effort + alive.len() + n_alive);
        if let Some(place) = self.place(hash, &alive, to_u64(n_alive)) {
            let twin = &mut self.known[place].task;
            twin.weight += task.weight;
            twin.share += task.share;
            return;
        }
        let number = to_u32(self.known.len());
        self.effort = self.effort.saturating_sub(n_alive * self.keys.symmetries.len());
        let images = images.unwrap_or_else(|| self.keys.image_hashes(&options));
        for (symmetry, hash) in (0..).zip(std::iter::once(hash).chain(images)) {
            // An image that is the set itself, or another image, is found by the first one.
            let is_new = self.places.find(hash, |place| place.hash == hash && place.task == number).is_none();
            if is_new {
                self.places.insert_unique(hash, Place { hash, task: number, symmetry }, |place| place.hash);
            }
        }
        self.known.push(Known { task, alive });
    }

    /// What it finds tasks by.
    pub(super) fn keys(&self) -> &'a Keys<'a> {
        self.keys
    }

    /// How many tasks there are now.
    pub(super) fn n_tasks(&self) -> usize {
        self.known.len()
    }

    /// Has merging taken as much work as it is worth? Then tasks are only collected, and nobody looks at what they leave alive.
    pub(super) fn is_spent(&self) -> bool {
        self.effort == 0
    }

    /// The task whose living options a symmetry carries into these.
    fn place(&self, hash: u64, alive: &[u64], n_alive: u64) -> Option<usize> {
        let is_same = |place: &Place| {
            let known = &self.known[to_usize(place.task)].alive;
            place.hash == hash && n_members(known) == n_alive && self.keys.carries(place.symmetry, known, alive)
        };
        self.places.find(hash, is_same).map(|place| to_usize(place.task))
    }

    /// The tasks, in the order in which the first of each kind came.
    pub(super) fn into_tasks(self) -> Vec<Task> {
        self.known.into_iter().map(|known| known.task).collect()
    }
}

/// A set of options as bits.
pub(super) fn as_bits(n_options: usize, options: &[OptionId]) -> Box<[u64]> {
    let mut words = vec![0; n_options.div_ceil(64)].into_boxed_slice();
    options.iter().for_each(|option| words[option.index() / 64] |= 1 << (option.index() % 64));
    words
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
            let task = Task { prefix: vec![OptionId::from_index(square)], ..Task::root() };
            merger.add((keys.hashed(as_bits(16, &alive)), 0), task);
        }
        let tasks = merger.into_tasks();
        let weights: Vec<Count> = tasks.iter().map(|task| task.weight.clone()).collect();
        assert_eq!(weights, [Count::from(4u64), Count::ONE]);
        assert_eq!(tasks.iter().map(|task| task.share).sum::<f64>(), 5.0);
    }
}
