//! The states of one level: keys with multiplicities, in shards.
//!
//! A level at rest is a plain list, without the empty places of a map. The next one is made in a map, which finds equal states and adds them up.
//! There are three ways to make it:
//!
//! * by one thread, into one map;
//! * by all threads: first every thread sorts what it makes of its states by shard, then every thread merges one shard. The shard of a key is a
//!   function of the key, so equal states meet in the same shard and no lock is needed;
//! * in groups, when memory is short. A level looks at few bits of a key and changes fewer; states that agree on all others stay together. So the
//!   states are sorted into groups by a hash of the bits that stay, and one group after the other becomes a map, then a list, and is given back.
//!   Then hardly more than one level is in memory at a time, and a map, which takes two to five times the room of its list, only of one group.

use hashbrown::HashMap;
use rayon::prelude::*;
use rustc_hash::FxBuildHasher;

use super::layout::{Choice, Key, Level};
use super::number::{Number, take};

/// States while they are made. Keys are compared in full; the hash only finds the place.
type Map<const K: usize, N> = HashMap<Key<K>, N, FxBuildHasher>;

/// States at rest.
pub(in crate::engine) type List<const K: usize, N> = Vec<(Key<K>, N)>;

/// Groups of a level that is made in little memory.
const N_GROUPS: usize = 64;

/// States of a piece when they are put aside as bytes.
const PIECE: usize = 1 << 16;

/// Fewer states than this are expanded by one thread.
const WORTH_SHARING: usize = 1 << 12;

/// Fewer states than this are labelled by one thread.
const WORTH_FOLDING: usize = 64;

/// Why a level could not be expanded. The states it was to be expanded from are as before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::engine) enum Failure {
    /// A multiplicity grew past its width.
    Overflow,
    /// The next level needs more memory than there is.
    Memory,
    /// The run was stopped.
    Stopped,
}

/// The states of one level.
#[derive(Clone, Debug)]
pub(in crate::engine) struct States<const K: usize, N> {
    shards: Vec<List<K, N>>,
}

/// What helps and what bounds the making of a level.
pub(in crate::engine) struct Bounds<'a> {
    /// Bytes that the new level may take while it is made.
    pub(in crate::engine) room: usize,
    /// Threads that help.
    pub(in crate::engine) n_threads: usize,
    /// Says when to stop.
    pub(in crate::engine) is_stopped: &'a (dyn Fn() -> bool + Sync),
}

impl<const K: usize, N: Number> States<K, N> {
    /// The one state in which nothing is covered.
    pub(super) fn start() -> Self {
        Self { shards: vec![vec![([0; K], N::one())]] }
    }

    /// As bytes, in pieces.
    pub(super) fn pieces_of_bytes(&self) -> impl Iterator<Item = Vec<u8>> {
        self.shards.iter().flat_map(|list| list.chunks(PIECE)).map(|states| {
            let mut bytes = Vec::with_capacity(size_of_val(states));
            for (key, number) in states {
                key.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
                number.write(&mut bytes);
            }
            bytes
        })
    }

    /// No states, to which [`put_bytes`](Self::put_bytes) adds some.
    pub(super) fn none() -> Self {
        Self { shards: vec![Vec::new()] }
    }

    /// Adds the states of a piece; or says that the bytes are none.
    pub(super) fn put_bytes(&mut self, mut bytes: &[u8]) -> bool {
        let mut read = || {
            let mut key = [0; K];
            for word in &mut key {
                *word = u64::from_le_bytes(take(&mut bytes)?);
            }
            Some((key, N::read(&mut bytes)?))
        };
        while let Some(state) = read() {
            self.shards[0].push(state);
        }
        bytes.is_empty()
    }

    /// These states.
    pub(in crate::engine) fn of(shards: Vec<List<K, N>>) -> Self {
        Self { shards }
    }

    /// How many states there are.
    pub(in crate::engine) fn len(&self) -> usize {
        self.shards.iter().map(Vec::len).sum()
    }

    /// About how many bytes they take.
    pub(super) fn bytes(&self) -> usize {
        self.shards.iter().map(|list| list.capacity() * size_of::<(Key<K>, N)>()).sum()
    }

    /// All multiplicities.
    pub(super) fn numbers(&self) -> impl Iterator<Item = &N> {
        self.shards.iter().flatten().map(|(_, number)| number)
    }

    /// All states, in an order that stays.
    pub(super) fn iter(&self) -> impl Iterator<Item = &(Key<K>, N)> {
        self.shards.iter().flatten()
    }

    /// Are there enough of them for several threads?
    pub(super) fn is_worth_sharing(&self) -> bool {
        self.len() >= WORTH_SHARING
    }

    /// Are there enough of them to be looked at one by one by several threads?
    pub(super) fn is_worth_folding(&self) -> bool {
        self.len() >= WORTH_FOLDING
    }

    /// The multiplicity of the state in which nothing that is still to come is covered.
    pub(super) fn closed(&self) -> Option<&N> {
        self.shards.iter().flatten().find(|(key, _)| *key == [0; K]).map(|(_, number)| number)
    }

    /// The states of the next level.
    pub(super) fn expand(&self, level: &Level<K>, bounds: &Bounds<'_>) -> Result<Self, Failure> {
        if bounds.n_threads > 1 && self.is_worth_sharing() {
            return self.expand_shared(level, bounds);
        }
        let mut map = Map::default();
        for list in &self.shards {
            expand_list(list, level, &mut map, add, |map| map.allocation_size() > bounds.room / 2, bounds)?;
        }
        Ok(Self { shards: vec![map.into_iter().collect()] })
    }

    /// The states of the next level, made in little memory: these states are given back group by group. Nothing if the run was stopped.
    /// No multiplicity may overflow: see [`could_overflow`](Self::could_overflow).
    pub(super) fn expand_in_groups(mut self, level: &Level<K>, bounds: &Bounds<'_>) -> Option<Self> {
        let stable = level.stable();
        let group = |key: &Key<K>| shard_of(&masked(key, &stable), N_GROUPS);
        self.shards.iter_mut().for_each(|list| list.sort_unstable_by_key(|(key, _)| group(key)));
        let mut next = Self { shards: Vec::with_capacity(N_GROUPS) };
        for number in (0..N_GROUPS).rev() {
            let mut map = Map::default();
            for list in &mut self.shards {
                let start = list.partition_point(|(key, _)| group(key) < number);
                expand_list(&list[start..], level, &mut map, add, |_| false, bounds).ok()?;
                list.truncate(start);
                list.shrink_to_fit();
            }
            next.shards.push(map.into_iter().collect());
        }
        Some(next)
    }

    /// Could a multiplicity of the next level not fit? Not if all of them together would, each made by every choice.
    pub(super) fn could_overflow(&self, level: &Level<K>) -> bool {
        let mut numbers = self.numbers();
        let Some(mut total) = numbers.next().cloned() else { return false };
        let mut fits = numbers.all(|number| total.add(number));
        let once = total.clone();
        fits = fits && level.choices.iter().all(|_| total.add(&once));
        !fits
    }

    fn expand_shared(&self, level: &Level<K>, bounds: &Bounds<'_>) -> Result<Self, Failure> {
        let n_shards = bounds.n_threads;
        let pieces: Vec<&[(Key<K>, N)]> = self.pieces(n_shards);
        let room = bounds.room / pieces.len();
        let parts: Result<Vec<Vec<Map<K, N>>>, Failure> = pieces
            .into_par_iter()
            .map(|piece| {
                let mut maps = vec![Map::default(); n_shards];
                let put =
                    |key, number: &N, maps: &mut Vec<Map<K, N>>| add(key, number, &mut maps[shard_of(&key, n_shards)]);
                let is_full = |maps: &Vec<Map<K, N>>| maps.iter().map(Map::allocation_size).sum::<usize>() > room / 2;
                expand_list(piece, level, &mut maps, put, is_full, bounds)?;
                Ok(maps)
            })
            .collect();
        let mut by_shard: Vec<Vec<Map<K, N>>> = (0..n_shards).map(|_| Vec::new()).collect();
        for part in parts? {
            part.into_iter().zip(&mut by_shard).for_each(|(map, maps)| maps.push(map));
        }
        let shards: Result<Vec<List<K, N>>, Failure> =
            by_shard.into_par_iter().map(|maps| merge(maps).map(|map| map.into_iter().collect())).collect();
        Ok(Self { shards: shards? })
    }

    /// The states in about as many pieces of the same size.
    pub(in crate::engine) fn pieces(&self, n_pieces: usize) -> Vec<&[(Key<K>, N)]> {
        let size = self.len().div_ceil(n_pieces).max(1);
        self.shards.iter().flat_map(|list| list.chunks(size)).collect()
    }

    /// Two halves of about the same size.
    pub(super) fn halve(self) -> (Self, Self) {
        let half = self.len() / 2;
        let mut states = self.shards.into_iter().flatten();
        let first = states.by_ref().take(half).collect();
        (Self { shards: vec![first] }, Self { shards: vec![states.collect()] })
    }

    /// The same states with wider multiplicities.
    pub(super) fn widen(self) -> States<K, N::Wider> {
        let widen = |list: List<K, N>| list.into_iter().map(|(key, number)| (key, number.widen())).collect();
        States { shards: self.shards.into_iter().map(widen).collect() }
    }
}

/// Puts what becomes of a list of states where `put` says, until it `is_full`.
fn expand_list<const K: usize, N: Number, T>(
    list: &[(Key<K>, N)],
    level: &Level<K>,
    target: &mut T,
    put: impl Fn(Key<K>, &N, &mut T) -> Result<(), Failure>,
    is_full: impl Fn(&T) -> bool,
    bounds: &Bounds<'_>,
) -> Result<(), Failure> {
    for (rank, (key, number)) in list.iter().enumerate() {
        if rank % 1024 == 1023 {
            if (bounds.is_stopped)() {
                return Err(Failure::Stopped);
            }
            if is_full(target) {
                return Err(Failure::Memory);
            }
        }
        if meets(key, &level.own) {
            put(level.kept(key), number, target)?;
            continue;
        }
        for choice in level.choices.iter().filter(|choice| goes(choice, key)) {
            let chosen = std::array::from_fn(|word| key[word] | choice.set[word]);
            put(level.kept(&chosen), number, target)?;
        }
    }
    Ok(())
}

impl<const K: usize> Level<K> {
    /// What becomes of a state: by no choice if its item is covered, else by each choice that can be made.
    pub(super) fn steps(&self, key: &Key<K>, mut show: impl FnMut(Key<K>, Option<usize>)) {
        if meets(key, &self.own) {
            return show(self.kept(key), None);
        }
        for (number, choice) in self.choices.iter().enumerate().filter(|(_, choice)| goes(choice, key)) {
            show(self.kept(&std::array::from_fn(|word| key[word] | choice.set[word])), Some(number));
        }
    }
}

/// Can this choice be made in this state?
#[inline(always)]
fn goes<const K: usize>(choice: &Choice<K>, key: &Key<K>) -> bool {
    !meets(key, &choice.clear) && choice.fields.iter().all(|field| agrees(key, field, &choice.set))
}

/// Does a field hold nothing, or the value that would be set?
fn agrees<const K: usize>(key: &Key<K>, field: &Key<K>, set: &Key<K>) -> bool {
    !meets(key, field) || (0..K).all(|word| (key[word] ^ set[word]) & field[word] == 0)
}

#[inline(always)]
fn meets<const K: usize>(key: &Key<K>, mask: &Key<K>) -> bool {
    let mut common = 0;
    for word in 0..K {
        common |= key[word] & mask[word];
    }
    common != 0
}

#[inline(always)]
fn masked<const K: usize>(key: &Key<K>, mask: &Key<K>) -> Key<K> {
    std::array::from_fn(|word| key[word] & mask[word])
}

/// Adds a state to a map.
#[inline(always)]
fn add<const K: usize, N: Number>(key: Key<K>, number: &N, map: &mut Map<K, N>) -> Result<(), Failure> {
    let fits = match map.entry(key) {
        hashbrown::hash_map::Entry::Occupied(mut entry) => entry.get_mut().add(number),
        hashbrown::hash_map::Entry::Vacant(entry) => {
            entry.insert(number.clone());
            true
        }
    };
    if fits { Ok(()) } else { Err(Failure::Overflow) }
}

/// The shard of a key: other bits than those by which the map finds its places.
fn shard_of<const K: usize>(key: &Key<K>, n_shards: usize) -> usize {
    let sum = key.iter().fold(0u64, |sum, &word| (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29));
    ((sum >> 32) as usize * n_shards) >> 32
}

/// Adds several maps up, the smaller ones into the largest.
fn merge<const K: usize, N: Number>(mut parts: Vec<Map<K, N>>) -> Result<Map<K, N>, Failure> {
    let largest = (0..parts.len()).max_by_key(|&part| parts[part].len());
    let Some(largest) = largest else { return Ok(Map::default()) };
    let mut sum = parts.swap_remove(largest);
    for (key, number) in parts.into_iter().flatten() {
        add(key, &number, &mut sum)?;
    }
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::super::super::residue::Residue;
    use super::super::layout::Plan;
    use super::*;
    use crate::family::queens;

    fn sorted<const K: usize, N: Number + Into<u128>>(states: &States<K, N>) -> Vec<(Key<K>, u128)> {
        let mut all: Vec<_> =
            states.shards.iter().flatten().map(|(key, number)| (*key, number.clone().into())).collect();
        all.sort_unstable();
        all
    }

    /// On every level of a problem: one thread, three threads, groups, halves and wider numbers make the same states.
    #[test]
    fn all_ways_to_make_a_level_agree() {
        let residue = Residue::whole(&queens(9));
        let plan = Plan::as_given(&residue);
        let levels: Vec<Level<1>> = plan.levels(&residue);
        let bounds = Bounds { room: usize::MAX, n_threads: 1, is_stopped: &|| false };
        let three = Bounds { n_threads: 3, ..bounds };
        let (mut states, mut largest) = (States::<1, u64>::start(), 0);
        for level in &levels {
            let next = states.expand(level, &bounds).unwrap();
            let expected = sorted(&next);
            assert_eq!(sorted(&states.expand_shared(level, &three).unwrap()), expected);
            assert!(!states.could_overflow(level));
            assert_eq!(sorted(&states.clone().expand_in_groups(level, &bounds).unwrap()), expected);
            assert_eq!(sorted(&states.clone().widen().expand(level, &bounds).unwrap()), expected);
            let (first, second) = states.halve();
            let halves = [first, second].map(|half| half.expand(level, &bounds).unwrap());
            let maps = halves.map(|half| half.shards.into_iter().flatten().collect::<Map<1, u64>>());
            assert_eq!(sorted(&States { shards: vec![merge(maps.into()).unwrap().into_iter().collect()] }), expected);
            states = next;
            largest = largest.max(states.len());
        }
        assert!(largest > N_GROUPS, "only {largest} states");
        assert_eq!(states.numbers().copied().collect::<Vec<_>>(), [352]);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let mut number = u64::MAX;
        assert!(!number.add(&1));
        assert_eq!(number, u64::MAX);
        let level = Level { own: [1], choices: Vec::new(), keep: [2], twins: Vec::new() };
        let states = States { shards: vec![vec![([1], u64::MAX), ([3], 1)]] };
        let bounds = Bounds { room: usize::MAX, n_threads: 1, is_stopped: &|| false };
        assert!(states.could_overflow(&level));
        assert_eq!(states.expand(&level, &bounds).unwrap().len(), 2);
        let merged = Level { keep: [0], ..level };
        assert!(matches!(states.expand(&merged, &bounds), Err(Failure::Overflow)));
        let bounds = Bounds { is_stopped: &|| true, ..bounds };
        let many = States { shards: vec![(0..2000).map(|key| ([key], 1u64)).collect()] };
        assert!(matches!(many.expand(&merged, &bounds), Err(Failure::Stopped)));
        let full = Bounds { room: 0, is_stopped: &|| false, ..bounds };
        assert!(matches!(many.expand(&merged, &full), Err(Failure::Memory)));
    }
}
