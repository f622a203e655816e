//! The states of one level: keys with multiplicities, in shards.
//!
//! A finished level is a plain list, without the empty places of a map. The next one is made in a map, which finds equal states and adds them up.
//! There are three ways to make it:
//!
//! * by one thread, into one map, or into several when there are many states;
//! * by all threads: first every thread sorts what it makes of its states by shard, then every thread merges some shards. The shard of a key is a
//!   function of the key, so equal states meet in the same shard and no lock is needed;
//! * in groups, when memory is short. A level looks at few bits of a key and changes fewer; states that agree on all others stay together. So the
//!   states are sorted into groups by a hash of the bits that stay, and one group after the other becomes a map, then a list, and is given back.
//!   Then hardly more than one level is in memory at a time, and a map, which takes two to five times the room of its list, only of one group. Where even that
//!   does not fit, some groups stay what they were.

use super::layout::{Key, Transition};
use super::number::{AnyNumber, Number, take_key};
use super::shards::{
    Bounds, ExpandFailure, List, Map, Shards, at_rest, expand_list, gather, listed, masked, merge, shard_of,
};
use dlx_core::side_by_side::side_by_side;

/// Groups of a level that is made in little memory.
const N_GROUPS: usize = 64;

/// One part in this many of the room is left free for later levels: halves of halves fit sooner or later as long as something is free, and never if nothing is.
const NEARLY_FULL: usize = 16;

/// States of a piece when they are put aside as bytes.
const PIECE: usize = 1 << 16;

/// Fewer states than this are expanded by one thread.
const WORTH_SHARING: usize = 1 << 12;

/// Fewer states than this are labelled by one thread.
const WORTH_FOLDING: usize = 64;

/// About this many states of a level are in one shard of the next, if there may be that number of shards.
const SHARD: usize = 1 << 18;

/// The most shards.
const MAX_SHARDS: usize = 64;

/// The states of one level.
#[derive(Clone, Debug)]
pub(crate) struct States<const K: usize, N> {
    shards: Vec<List<K, N>>,
}

impl<const K: usize, N: Number> States<K, N> {
    /// The one state in which nothing is covered.
    #[cfg(test)]
    pub(super) fn start() -> Self {
        Self::one(Some([0; K]))
    }

    /// One state, or none.
    pub(super) fn one(key: Option<Key<K>>) -> Self {
        Self { shards: vec![key.into_iter().map(|key| (key, N::one())).collect()] }
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

    /// How many pieces that are.
    pub(super) fn n_pieces(&self) -> usize {
        self.shards.iter().map(|list| list.len().div_ceil(PIECE)).sum()
    }

    /// No states, to which [`put_bytes`](Self::put_bytes) adds some.
    pub(super) fn none() -> Self {
        Self { shards: vec![Vec::new()] }
    }

    /// Adds the states of a piece; or says that the bytes are none.
    pub(super) fn put_bytes(&mut self, mut bytes: &[u8]) -> bool {
        let mut read = || Some((take_key(&mut bytes)?, N::read(&mut bytes)?));
        while let Some(state) = read() {
            self.shards[0].push(state);
        }
        bytes.is_empty()
    }

    /// These states.
    pub(crate) fn of(shards: Vec<List<K, N>>) -> Self {
        Self { shards }
    }

    /// The lists that they are in.
    pub(super) fn into_lists(self) -> impl Iterator<Item = List<K, N>> {
        self.shards.into_iter()
    }

    /// All of them in one list.
    pub(super) fn into_list(mut self) -> List<K, N> {
        if self.shards.len() == 1 {
            self.shards.pop().unwrap_or_default()
        } else {
            self.into_lists().flatten().collect()
        }
    }

    /// How many states there are.
    pub(crate) fn len(&self) -> usize {
        self.shards.iter().map(Vec::len).sum()
    }

    /// About how many bytes they take.
    pub(super) fn bytes(&self) -> usize {
        self.bytes_of_lists() + self.shards.iter().map(|list| heap_of(list)).sum::<usize>()
    }

    fn bytes_of_lists(&self) -> usize {
        self.shards.iter().map(|list| list.capacity() * size_of::<(Key<K>, N)>()).sum()
    }

    /// The most bytes that a multiplicity has in addition to its own.
    pub(super) fn most_heap(&self) -> usize {
        if N::WIDTH == 0 { self.numbers().map(Number::heap).max().unwrap_or(0) } else { 0 }
    }

    /// In how many shards to make the next level.
    pub(super) fn n_shards(&self, n_threads: usize) -> usize {
        (self.len() / SHARD).clamp(n_threads, MAX_SHARDS.max(n_threads))
    }

    /// All multiplicities.
    pub(super) fn numbers(&self) -> impl Iterator<Item = &N> {
        self.shards.iter().flatten().map(|(_, number)| number)
    }

    /// All states, in an order that stays.
    pub(super) fn iter(&self) -> impl Iterator<Item = &(Key<K>, N)> + Clone {
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
    pub(super) fn expand(&self, level: &Transition<K>, bounds: &Bounds<'_>) -> Result<Self, ExpandFailure> {
        if bounds.n_threads > 1 && self.is_worth_sharing() {
            return self.expand_shared(level, bounds);
        }
        let mut next = Shards::new(self.n_shards(1), self.most_heap());
        for list in &self.shards {
            expand_list(list, level, &mut next, &|next, more| check_one(next, more, bounds.room, bounds.most), bounds)?;
        }
        Self::merged(vec![next.maps], bounds)
    }

    /// The states of the next level, made in little memory: these states are given back group by group. The second result is the states that are left when the room is nearly full: all of them if not
    /// even the next states of the first group fit. None if the run was stopped. No multiplicity may overflow: see [`could_overflow`](Self::could_overflow).
    pub(super) fn expand_in_groups(mut self, level: &Transition<K>, bounds: &Bounds<'_>) -> Option<(Self, Self)> {
        let stable = level.stable();
        let group = |key: &Key<K>| shard_of(&masked(key, &stable), N_GROUPS);
        for list in &mut self.shards {
            gather(list, N_GROUPS, |(key, _)| group(key), bounds).ok()?;
        }
        let mut next = Self { shards: Vec::with_capacity(N_GROUPS) };
        // Of those made and those left. (To look at all numbers again for each group would take longer than to make it.)
        let mut heap: usize = self.shards.iter().map(|list| heap_of(list)).sum();
        for number in (0..N_GROUPS).rev() {
            let mut made = Shards::new(1, 0);
            let room = bounds.room.saturating_sub(next.bytes_of_lists() + self.bytes_of_lists() + heap);
            let starts = self.shards.iter().map(|list| list.partition_point(|(key, _)| group(key) < number));
            let starts: Vec<usize> = starts.collect();
            for (list, &start) in self.shards.iter().zip(&starts) {
                let check = |made: &_, more| check_one(made, more, room, usize::MAX);
                match expand_list(&list[start..], level, &mut made, &check, bounds) {
                    Err(ExpandFailure::Memory) => return Some((next, self)),
                    result => result.ok()?,
                }
            }
            for (list, start) in self.shards.iter_mut().zip(starts) {
                heap -= heap_of(&list[start..]);
                list.truncate(start);
                list.shrink_to_fit();
            }
            for map in made.maps {
                let list = at_rest(map, bounds).ok()?;
                heap += heap_of(&list);
                next.shards.push(list);
            }
            let bytes = next.bytes_of_lists() + self.bytes_of_lists() + heap;
            if next.len() > 0 && bytes > bounds.room / NEARLY_FULL * (NEARLY_FULL - 1) {
                break;
            }
        }
        Some((next, self))
    }

    /// Could a multiplicity of the next level not fit? Not if all of them together would, each made by every choice.
    pub(super) fn could_overflow(&self, level: &Transition<K>) -> bool {
        if N::WIDTH == 0 {
            return false;
        }
        let mut numbers = self.numbers();
        let Some(mut total) = numbers.next().cloned() else { return false };
        let mut fits = numbers.all(|number| total.add(number));
        let once = total.clone();
        fits = fits && level.choices.iter().all(|_| total.add(&once));
        !fits
    }

    fn expand_shared(&self, level: &Transition<K>, bounds: &Bounds<'_>) -> Result<Self, ExpandFailure> {
        let (n_shards, heap) = (self.n_shards(bounds.n_threads), self.most_heap());
        let (room, most) = (bounds.room / bounds.n_threads, bounds.most / bounds.n_threads);
        let parts = side_by_side(self.heaps(bounds.n_threads), |pieces| {
            let mut made = Shards::new(n_shards, heap);
            for piece in pieces {
                expand_list(piece, level, &mut made, &|made, more| check_one(made, more, room, most), bounds)?;
            }
            Ok::<_, ExpandFailure>(made.maps)
        });
        Self::merged(parts.into_iter().collect::<Result<_, _>>()?, bounds)
    }

    /// The states of several parts that have the same shards, each part made by one thread.
    pub(super) fn merged(mut parts: Vec<Vec<Map<K, N>>>, bounds: &Bounds<'_>) -> Result<Self, ExpandFailure> {
        if parts.len() <= 1 {
            let lists = parts.pop().into_iter().flatten().map(|map| at_rest(map, bounds));
            return Ok(Self { shards: lists.collect::<Result<_, _>>()? });
        }
        let mut by_shard: Vec<Vec<Map<K, N>>> = parts[0].iter().map(|_| Vec::new()).collect();
        for part in parts {
            part.into_iter().zip(&mut by_shard).for_each(|(map, maps)| maps.push(map));
        }
        let lists = side_by_side(dealt(by_shard, bounds.n_threads), |shards| {
            shards.into_iter().map(|maps| at_rest(merge(maps, bounds)?, bounds)).collect::<Result<Vec<_>, _>>()
        });
        let lists: Result<Vec<_>, _> = lists.into_iter().collect();
        Ok(Self { shards: lists?.into_iter().flatten().collect() })
    }

    /// The states in as many heaps of the same size, each of some pieces.
    pub(crate) fn heaps(&self, n_heaps: usize) -> Vec<Vec<&[(Key<K>, N)]>> {
        let size = self.len().div_ceil(n_heaps).max(1);
        let (mut heaps, mut room) = (vec![Vec::new()], size);
        for mut list in self.shards.iter().map(Vec::as_slice) {
            while !list.is_empty() {
                if room == 0 {
                    heaps.push(Vec::new());
                    room = size;
                }
                let (piece, rest) = list.split_at(room.min(list.len()));
                heaps.last_mut().into_iter().for_each(|heap| heap.push(piece));
                (list, room) = (rest, room - piece.len());
            }
        }
        heaps
    }

    /// Two halves of about the same size.
    pub(super) fn halve(self) -> (Self, Self) {
        let half = self.len() / 2;
        let (mut first, mut second, mut n_first) = (Self { shards: Vec::new() }, Self { shards: Vec::new() }, 0);
        for mut list in self.shards {
            let tail = list.split_off((half - n_first).min(list.len()));
            list.shrink_to_fit();
            n_first += list.len();
            first.shards.push(list);
            second.shards.push(tail);
        }
        (first, second)
    }

    /// The states with wider multiplicities; none if the run was stopped.
    pub(super) fn widen(self, bounds: &Bounds<'_>) -> Option<States<K, AnyNumber>> {
        let widen = |(key, number): (Key<K>, N)| (key, number.widen());
        let mut shards = Vec::new();
        // Piece by piece from the end: the old list is given back as the new ones come.
        for mut list in self.shards.into_iter().rev() {
            while !list.is_empty() {
                let piece = list.split_off((list.len() - 1) / PIECE * PIECE);
                list.shrink_to_fit();
                shards.push(listed(piece.len(), piece.into_iter().map(widen), bounds).ok()?);
            }
        }
        shards.reverse();
        Some(States { shards })
    }
}

/// The bytes of multiplicities in addition to their own: only numbers of any width have some.
fn heap_of<const K: usize, N: Number>(list: &[(Key<K>, N)]) -> usize {
    if N::WIDTH == 0 { list.iter().map(|(_, number)| number.heap()).sum() } else { 0 }
}

/// Fails if there are more states, or more bytes, than allowed.
fn check_one<const K: usize, N: Number>(
    made: &Shards<K, N>,
    more: usize,
    room: usize,
    most: usize,
) -> Result<(), ExpandFailure> {
    Shards::check(std::slice::from_ref(made), more, room, most)
}

/// Things dealt out into as many heaps, neighbors together.
fn dealt<T>(things: Vec<T>, n_heaps: usize) -> Vec<Vec<T>> {
    let size = things.len().div_ceil(n_heaps).max(1);
    let mut things = things.into_iter();
    std::iter::from_fn(|| Some(things.by_ref().take(size).collect::<Vec<_>>()).filter(|heap| !heap.is_empty()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::residue::Residue;
    use super::super::layout::KeyLayout;
    use super::*;
    use dlx_core::tally::Count;
    use dlx_families::queens;

    fn sorted<const K: usize, N: Number>(states: &States<K, N>) -> Vec<(Key<K>, Count)> {
        let mut all: Vec<_> = states.shards.iter().flatten().map(|(key, number)| (*key, number.to_count())).collect();
        all.sort_unstable();
        all
    }

    /// The level of an item with nothing to choose from.
    fn covering(own: u64, keep: u64) -> Transition<1> {
        let (choices, twins, lanes) = (Vec::new(), Vec::new(), Vec::new());
        Transition {
            own: [own],
            choices,
            keep: [keep],
            twins,
            lanes,
            counts: [0],
            counted: Vec::new(),
            joining: None,
            by_color: None,
        }
    }

    /// Bytes outside the lists count: a number of 10000 bits has 1250.
    #[test]
    fn big_numbers_take_room() {
        let big = AnyNumber::read_short(&[1; 1250]).unwrap();
        let states = States { shards: vec![(0..4000).map(|key| ([key], big.clone())).collect()] };
        assert!(states.bytes() > 4000 * 1250, "{}", states.bytes());
        let level = covering(u64::MAX, u64::MAX);
        let bounds = |room| Bounds { room, n_threads: 1, most: usize::MAX, is_stopped: &|| false };
        assert!(matches!(states.expand(&level, &bounds(4000 * 1250)), Err(ExpandFailure::Memory)));
        assert_eq!(states.expand(&level, &bounds(1 << 30)).unwrap().len(), 3999);
        let few = Bounds { most: 1000, ..bounds(1 << 30) };
        assert!(matches!(states.expand(&level, &few), Err(ExpandFailure::Bound)));
    }

    /// Nothing continues for long when the run is stopped: not making states in any of the ways, nor widening.
    #[test]
    fn every_way_hears_that_the_run_is_stopped() {
        let bounds = Bounds { room: usize::MAX, n_threads: 2, most: usize::MAX, is_stopped: &|| true };
        let level = covering(u64::MAX, u64::MAX);
        let states = || States { shards: vec![(0..20_000).map(|key| ([key], 1u64)).collect()] };
        assert!(matches!(states().expand(&level, &bounds), Err(ExpandFailure::Stopped)));
        assert!(matches!(states().expand(&level, &Bounds { n_threads: 1, ..bounds }), Err(ExpandFailure::Stopped)));
        assert!(states().expand_in_groups(&level, &bounds).is_none());
        assert!(states().widen(&bounds).is_none());
    }

    /// On every level of a problem: one thread, three threads, groups, halves and wider numbers make the same states.
    #[test]
    fn all_ways_to_make_a_level_agree() {
        let residue = Residue::whole(&queens(9));
        let layout = KeyLayout::as_given(&residue, &|| false);
        let levels: Vec<Transition<1>> = layout.levels(&residue);
        let bounds = Bounds { room: usize::MAX, n_threads: 1, most: usize::MAX, is_stopped: &|| false };
        let three = Bounds { n_threads: 3, ..bounds };
        let (mut states, mut largest, mut n_left) = (States::<1, u64>::start(), 0, 0);
        for level in &levels {
            let next = states.expand(level, &bounds).unwrap();
            let expected = sorted(&next);
            assert_eq!(sorted(&states.expand_shared(level, &three).unwrap()), expected);
            assert!(!states.could_overflow(level));
            let (whole, none) = states.clone().expand_in_groups(level, &bounds).unwrap();
            assert_eq!((sorted(&whole), none.len()), (expected.clone(), 0));
            let narrow = Bounds { room: states.bytes(), ..bounds };
            let (some, left) = states.clone().expand_in_groups(level, &narrow).unwrap();
            // What is left would be made to the same states as the rest.
            let parts = [some, left.expand(level, &bounds).unwrap()].map(|part| part.shards.into_iter().flatten());
            let parts = parts.map(|part| part.collect::<Map<1, u64>>());
            let merged: Vec<_> = merge(parts.into(), &bounds).unwrap().into_iter().collect();
            assert_eq!(sorted(&States { shards: vec![merged] }), expected);
            n_left = n_left.max(left.len());
            assert_eq!(sorted(&states.clone().widen(&bounds).unwrap().expand(level, &bounds).unwrap()), expected);
            let (first, second) = states.halve();
            let halves = [first, second].map(|half| half.expand(level, &bounds).unwrap());
            let maps = halves.map(|half| half.shards.into_iter().flatten().collect::<Map<1, u64>>());
            let merged = merge(maps.into(), &bounds).unwrap().into_iter().collect();
            assert_eq!(sorted(&States { shards: vec![merged] }), expected);
            states = next;
            largest = largest.max(states.len());
        }
        assert!(largest > N_GROUPS && n_left > 0, "only {largest} states, and {n_left} left");
        assert_eq!(states.numbers().copied().collect::<Vec<_>>(), [352]);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let mut number = u64::MAX;
        assert!(!number.add(&1));
        assert_eq!(number, u64::MAX);
        let level = covering(1, 2);
        let states = States { shards: vec![vec![([1], u64::MAX), ([3], 1)]] };
        let bounds = Bounds { room: usize::MAX, n_threads: 1, most: usize::MAX, is_stopped: &|| false };
        assert!(states.could_overflow(&level));
        assert_eq!(states.expand(&level, &bounds).unwrap().len(), 2);
        let merged = Transition { keep: [0], ..level };
        assert!(matches!(states.expand(&merged, &bounds), Err(ExpandFailure::Overflow)));
        let bounds = Bounds { is_stopped: &|| true, ..bounds };
        let many = States { shards: vec![(0..2000).map(|key| ([key], 1u64)).collect()] };
        assert!(matches!(many.expand(&merged, &bounds), Err(ExpandFailure::Stopped)));
        let full = Bounds { room: 0, is_stopped: &|| false, ..bounds };
        assert!(matches!(many.expand(&merged, &full), Err(ExpandFailure::Memory)));
    }
}
