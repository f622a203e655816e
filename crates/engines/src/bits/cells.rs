//! The options that an option excludes, found from its cells: for each item, in each of its colors, the options that take it in another way.
//!
//! For a problem with more options than a table of all pairs can have. To choose an option takes a look at a set for each of its cells instead of one for all, which is little compared with the look at all
//! items that follows. And where few words have a living option, only those are looked at.

use rustc_hash::FxHashMap;

use super::instructions::Instructions;
use super::pack::{squeeze, squeeze_into};
use super::tables::{Set, Users, insert};
use crate::residue::Residue;

/// For each cell the set of options that cannot be chosen together with an option that has it.
#[derive(Debug)]
pub(super) struct Cells {
    n_words: usize,
    n_sets: usize,
    /// The sets, one after the other.
    rivals: Vec<u64>,
    /// For each cell of each option, the number of the set of its rivals.
    sets: Vec<usize>,
    /// Where the cells of each option end.
    ends: Vec<usize>,
}

/// Living options: the places of the words that have one, and those words.
pub(super) struct Alive {
    places: Vec<usize>,
    words: Vec<u64>,
}

impl Alive {
    pub(super) fn of(set: &[u64]) -> Self {
        let (places, words) = set.iter().copied().enumerate().filter(|&(_, word)| word != 0).unzip();
        Self { places, words }
    }

    /// The members of a set that live, close together.
    #[inline(always)]
    pub(super) fn pack<const V: usize>(&self, set: &[u64], level: Instructions) -> Set<V> {
        squeeze(self.places.iter().map(|&place| set[place]), &self.words, level)
    }

    /// The members of a set that live, close together, appended to other sets in `n_words` words.
    #[inline(always)]
    pub(super) fn pack_behind(&self, sets: &mut Vec<u64>, n_words: usize, set: &[u64], level: Instructions) {
        let start = sets.len();
        sets.resize(start + n_words, 0);
        squeeze_into(&mut sets[start..], self.places.iter().map(|&place| set[place]), &self.words, level);
    }
}

/// How many different cells options have, each of which has a set of rivals.
pub(super) fn n_different(residue: &Residue) -> usize {
    let different: rustc_hash::FxHashSet<(u32, u32)> = residue.cells.iter().copied().collect();
    different.len()
}

impl Cells {
    /// The cells of `n_options` options; what comes after the last of these has none.
    pub(super) fn new<'c>(users: &Users, n_options: usize, options: impl Iterator<Item = &'c [(u32, u32)]>) -> Self {
        let (n_words, ends) = (n_options.div_ceil(64), Vec::with_capacity(n_options));
        let mut all = Self { n_words, n_sets: 0, rivals: Vec::new(), sets: Vec::new(), ends };
        let mut set_of: FxHashMap<(u32, u32), usize> = FxHashMap::default();
        for cells in options {
            for &(item, color) in cells {
                let set = *set_of.entry((item, color)).or_insert_with(|| {
                    let start = all.rivals.len();
                    all.rivals.resize(start + n_words, u64::MAX);
                    users.exclude_rivals(&mut all.rivals[start..], item, color);
                    all.rivals[start..].iter_mut().for_each(|word| *word = !*word);
                    start / n_words
                });
                all.sets.push(set);
            }
            all.ends.push(all.sets.len());
        }
        all.ends.resize(n_options, all.sets.len());
        all.n_sets = set_of.len();
        all
    }

    /// How many different sets of rivals there are.
    pub(super) fn n_sets(&self) -> usize {
        self.n_sets
    }

    /// Takes the rivals of an option out of a set.
    #[inline(always)]
    pub(super) fn exclude(&self, option: usize, from: &mut [u64]) {
        for &set in self.sets_of(option) {
            from.iter_mut().zip(self.rivals(set)).for_each(|(word, rivals)| *word &= !rivals);
        }
    }

    /// For each of some options, those of them that it is compatible with; they are renumbered, close together. The rivals of each cell are packed once, and not for each option that has it.
    #[inline(always)]
    pub(super) fn pack<const V: usize>(&self, options: &[usize], alive: &Alive, level: Instructions) -> Vec<Set<V>> {
        let mut all = [0; V];
        (0..options.len()).for_each(|option| insert(&mut all, option));
        let (mut packed, mut rows) = (Vec::new(), Vec::with_capacity(options.len()));
        // Where the packed rivals of each set are, counted from 1. Loops, and not closures, which would not be compiled for the level.
        let mut place_of = vec![0; self.n_sets];
        for &option in options {
            let mut row = all;
            for &set in self.sets_of(option) {
                if place_of[set] == 0 {
                    packed.push(alive.pack::<V>(self.rivals(set), level));
                    place_of[set] = packed.len();
                }
                let rivals: &Set<V> = &packed[place_of[set] - 1];
                row.iter_mut().zip(rivals).for_each(|(word, rivals)| *word &= !rivals);
            }
            rows.push(row);
        }
        rows
    }

    /// The cells of these options only, which are renumbered, close together.
    #[inline(always)]
    pub(super) fn narrow(&self, options: &[usize], alive: &Alive, level: Instructions) -> Self {
        let n_words = options.len().div_ceil(64);
        let (mut sets, mut rivals) = (Vec::new(), Vec::new());
        let mut ends = Vec::with_capacity(options.len());
        // Where each set of rivals is now, counted from 1.
        let (mut place_of, mut n_sets) = (vec![0; self.n_sets], 0);
        for &option in options {
            for &set in self.sets_of(option) {
                if place_of[set] == 0 {
                    alive.pack_behind(&mut rivals, n_words, self.rivals(set), level);
                    n_sets += 1;
                    place_of[set] = n_sets;
                }
                sets.push(place_of[set] - 1);
            }
            ends.push(sets.len());
        }
        Self { n_words, n_sets, rivals, sets, ends }
    }

    /// The rivals of a cell.
    #[inline(always)]
    fn rivals(&self, set: usize) -> &[u64] {
        &self.rivals[set * self.n_words..][..self.n_words]
    }

    fn sets_of(&self, option: usize) -> &[usize] {
        let start = option.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.sets[start..self.ends[option]]
    }
}

/// Do options share so many items with others that a look at all sets takes less than to walk along their lists, as links do? (A look takes about 0.1 ns for each word, a step along a list some ns.)
pub(super) fn is_dense(residue: &Residue, n_words: usize) -> bool {
    let (n_cells, n_options) = (residue.cells.len() as f64, residue.ids.len().max(1) as f64);
    let (size, length) = (n_cells / n_options, n_cells / residue.n_items.max(1) as f64);
    (residue.n_primary * n_words) as f64 <= WORDS_PER_STEP * size * size * length
}

/// The number of words that can be looked at in the time of one step along a list.
const WORDS_PER_STEP: f64 = 8.0;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::tables::contains;
    use dlx_core::problem::{Color, Problem};

    /// Items of which some have colors, and each option twice.
    fn colored() -> Problem {
        let mut builder = Problem::builder();
        let primary = ["a", "b", "c"].map(|name| builder.primary(name).unwrap());
        let secondary = ["x", "y"].map(|name| builder.secondary(name).unwrap());
        let colors = [Color::NONE, builder.color("red").unwrap(), builder.color("blue").unwrap()];
        for number in 0..108 {
            let (item, left, right) = (primary[number % 3], colors[number / 3 % 3], colors[number / 9 % 3]);
            builder.colored_option(&[(item, Color::NONE), (secondary[0], left), (secondary[1], right)]).unwrap();
        }
        builder.build()
    }

    /// Exactly those options are excluded that the problem excludes, one by one.
    #[test]
    fn options_exclude_those_that_want_the_same_in_another_way() {
        let problem = colored();
        let residue = Residue::whole(&problem);
        let options = || residue.options().enumerate();
        let users = Users::new(residue.n_items, problem.n_options(), options());
        let cells = Cells::new(&users, problem.n_options(), residue.options());
        let agree = |one: &[(u32, u32)], other: &[(u32, u32)]| {
            let clash = |&(item, color): &(u32, u32)| {
                other.iter().any(|&(same, different)| item == same && (color == 0 || color != different))
            };
            !one.iter().any(clash)
        };
        for (option, own) in options() {
            let mut left = [u64::MAX; 2];
            cells.exclude(option, &mut left);
            for (other, theirs) in options() {
                assert_eq!(contains(&left, other), agree(own, theirs), "{option} {other}");
            }
        }
        assert_eq!(n_different(&residue), 9);
        // Every third option lives.
        let living: Vec<usize> = (0..108).filter(|option| option % 3 == 1).collect();
        let mut alive = [0; 2];
        living.iter().for_each(|&option| insert(&mut alive, option));
        for level in Instructions::all() {
            let rows: Vec<Set<1>> = cells.pack(&living, &Alive::of(&alive), level);
            for (row, &option) in rows.iter().zip(&living) {
                for (place, &other) in living.iter().enumerate() {
                    assert_eq!(contains(row, place), agree(residue.cells_of(option), residue.cells_of(other)));
                }
            }
        }
    }
}
