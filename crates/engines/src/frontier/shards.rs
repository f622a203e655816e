//! Making states: maps that find equal ones, lists of those at rest, and the steps from one to the other.
//!
//! Nothing here takes long without asking whether the run is stopped. So a map never grows large either: when it makes room, it moves all it has at one go.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::super::disk::Refused;
use super::by_color::ByColor;
use super::layout::{Key, KeyChoice, Transition};
use super::number::Number;
use dlx_core::problem::to_place;

/// States while they are made. Keys are compared in full; the hash only finds the place.
pub(super) type Map<const K: usize, N> = HashMap<Key<K>, N, FxBuildHasher>;

/// States at rest.
pub(crate) type List<const K: usize, N> = Vec<(Key<K>, N)>;

/// Choices tried between two checks whether the run is stopped.
const STEPS: usize = 1 << 20;

/// One part in this many of the room may be filled between two looks at how full it is.
const PARTS: usize = 64;

/// States passed between two checks whether the run is stopped: less than a millisecond.
const POLL: usize = 1 << 12;

/// Why a level could not be expanded. The states it was to be expanded from are as before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ExpandFailure {
    /// A multiplicity grew past its width.
    Overflow,
    /// The next level needs more memory than there is.
    Memory,
    /// The next level has more states than may be made.
    Bound,
    /// The run was stopped.
    Stopped,
    /// A file could not be written or read.
    Disk,
}

impl From<Refused> for ExpandFailure {
    fn from(_: Refused) -> Self {
        Self::Disk
    }
}

/// What helps and what bounds the making of a level.
pub(crate) struct Bounds<'a> {
    /// Bytes that the new level may take while it is made.
    pub(crate) room: usize,
    /// Threads that help.
    pub(crate) n_threads: usize,
    /// The most states that may be made.
    pub(crate) most: usize,
    /// Says when to stop.
    pub(crate) is_stopped: &'a (dyn Fn() -> bool + Sync),
}

/// States while they are made, by shard.
pub(super) struct Shards<const K: usize, N> {
    pub(super) maps: Vec<Map<K, N>>,
    /// About how many bytes a multiplicity has in addition to its own.
    heap: usize,
}

impl<const K: usize, N: Number> Shards<K, N> {
    pub(super) fn new(n_shards: usize, heap: usize) -> Self {
        Self { maps: vec![Map::default(); n_shards], heap }
    }

    #[inline(always)]
    pub(super) fn add(&mut self, key: Key<K>, number: &N) -> Result<(), ExpandFailure> {
        let shard = if self.maps.len() == 1 { 0 } else { shard_of(&key, self.maps.len()) };
        add(key, number, &mut self.maps[shard])
    }

    /// How many states there are.
    pub(super) fn len(&self) -> usize {
        self.maps.iter().map(Map::len).sum()
    }

    fn bytes(&self) -> usize {
        self.maps.iter().map(Map::allocation_size).sum::<usize>() + self.len() * self.heap
    }

    /// Bytes that `n_more` more states may ask for at once: a map that has no room for them moves to one of twice its size, and both exist meanwhile.
    fn bytes_ahead(&self, n_more: usize) -> usize {
        let full = self.maps.iter().filter(|map| map.capacity() - map.len() < n_more);
        full.map(|map| 2 * map.allocation_size()).max().unwrap_or(0)
    }

    /// Fails if there are more states, or more bytes, than allowed, or if there will be when `n_more` more have been made. Half of the room is for the lists that are made of the maps.
    pub(super) fn check(made: &[Self], n_more: usize, room: usize, most: usize) -> Result<(), ExpandFailure> {
        if made.iter().map(Self::len).sum::<usize>() > most {
            return Err(ExpandFailure::Bound);
        }
        let bytes: usize = made.iter().map(Self::bytes).sum();
        let ahead = made.iter().map(|made| made.bytes_ahead(n_more)).max().unwrap_or(0);
        if bytes > room / 2 || bytes + ahead > room { Err(ExpandFailure::Memory) } else { Ok(()) }
    }
}

/// A list, made while it is asked now and then whether the run is stopped.
pub(super) fn listed<T>(
    length: usize,
    things: impl Iterator<Item = T>,
    bounds: &Bounds<'_>,
) -> Result<Vec<T>, ExpandFailure> {
    let mut list = Vec::with_capacity(length);
    for (rank, thing) in things.enumerate() {
        if rank % POLL == POLL - 1 && (bounds.is_stopped)() {
            return Err(ExpandFailure::Stopped);
        }
        list.push(thing);
    }
    Ok(list)
}

/// The states of a map as a list.
pub(super) fn at_rest<const K: usize, N: Number>(
    map: Map<K, N>,
    bounds: &Bounds<'_>,
) -> Result<List<K, N>, ExpandFailure> {
    listed(map.len(), map.into_iter(), bounds)
}

/// Brings the things of a list together that are of the same group, the groups in order: each thing is swapped to the end of its group so far.
pub(super) fn gather<T>(
    list: &mut [T],
    n_groups: usize,
    group: impl Fn(&T) -> usize,
    bounds: &Bounds<'_>,
) -> Result<(), ExpandFailure> {
    let mut sizes = vec![0; n_groups];
    list.iter().for_each(|thing| sizes[group(thing)] += 1);
    let ends: Vec<usize> = sizes
        .iter()
        .scan(0, |end, size| {
            *end += size;
            Some(*end)
        })
        .collect();
    let mut next: Vec<usize> = ends.iter().zip(&sizes).map(|(end, size)| end - size).collect();
    let mut n_swaps = 0;
    for own in 0..n_groups {
        while next[own] < ends[own] {
            n_swaps += 1;
            if n_swaps % POLL == 0 && (bounds.is_stopped)() {
                return Err(ExpandFailure::Stopped);
            }
            let other = group(&list[next[own]]);
            list.swap(next[own], next[other]);
            next[other] += 1;
        }
    }
    Ok(())
}

/// After how many states of a level to look at the bounds: as often as some work is done, or as many states may be made, or a part of the room may be filled. And how many states may be
/// made meanwhile.
pub(super) fn often<const K: usize, N>(level: &Transition<K>, bounds: &Bounds<'_>) -> (usize, usize) {
    let n_choices = level.by_color.as_ref().map_or(level.choices.len(), |by_color| by_color.most);
    let (n_ways, part) = (n_choices + 1, bounds.room / PARTS / size_of::<(Key<K>, N)>());
    let every = (STEPS.min(bounds.most).min(part) / n_ways).clamp(1, 1024);
    (every, every * n_ways)
}

/// Checks that what has been made fits, and what may be made until the next time. (Called, it is compiled once for each kind of states; as a part of the loop it was three times.)
type Check<'c, const K: usize, N> = dyn Fn(&Shards<K, N>, usize) -> Result<(), ExpandFailure> + 'c;

/// Adds the next states of a list of states to those made, and checks now and then that they fit.
pub(super) fn expand_list<const K: usize, N: Number>(
    list: &[(Key<K>, N)],
    level: &Transition<K>,
    made: &mut Shards<K, N>,
    check: &Check<'_, K, N>,
    bounds: &Bounds<'_>,
) -> Result<(), ExpandFailure> {
    if let Some(by_color) = &level.by_color {
        return expand_by_color(list, (level, by_color), made, check, bounds);
    }
    let (every, n_more) = often::<K, N>(level, bounds);
    for (rank, (key, number)) in list.iter().enumerate() {
        if rank % every == every - 1 {
            if (bounds.is_stopped)() {
                return Err(ExpandFailure::Stopped);
            }
            check(made, n_more)?;
        }
        if meets(key, &level.own) {
            if let Some(next) = level.passed(key) {
                made.add(next, number)?;
            }
            continue;
        }
        for choice in level.choices.iter().filter(|choice| goes(choice, key)) {
            if let Some(next) = level.chosen(key, choice) {
                made.add(next, number)?;
            }
        }
    }
    Ok(())
}

/// The same where choices are found by their color.
fn expand_by_color<const K: usize, N: Number>(
    list: &[(Key<K>, N)],
    (level, by_color): (&Transition<K>, &ByColor<K>),
    made: &mut Shards<K, N>,
    check: &Check<'_, K, N>,
    bounds: &Bounds<'_>,
) -> Result<(), ExpandFailure> {
    let (every, n_more) = often::<K, N>(level, bounds);
    for (rank, (key, number)) in list.iter().enumerate() {
        let is_open = by_color.of_state(key).is_none();
        if is_open || rank % every == every - 1 {
            if (bounds.is_stopped)() {
                return Err(ExpandFailure::Stopped);
            }
            check(made, if is_open { level.choices.len() } else { n_more })?;
        }
        if meets(key, &level.own) {
            level.passed(key).map_or(Ok(()), |next| made.add(next, number))?;
        } else {
            each_by_color(level, by_color, key, |_, next| made.add(next, number))?;
        }
    }
    Ok(())
}

/// The next states of a state by the choices that its color allows, and their numbers, in order.
pub(super) fn each_by_color<const K: usize>(
    level: &Transition<K>,
    by_color: &ByColor<K>,
    key: &Key<K>,
    mut show: impl FnMut(usize, Key<K>) -> Result<(), ExpandFailure>,
) -> Result<(), ExpandFailure> {
    let mut go = |number: usize| {
        let choice = &level.choices[number];
        let next = if goes(choice, key) { level.chosen(key, choice) } else { None };
        next.map_or(Ok(()), |next| show(number, next))
    };
    match by_color.of_state(key) {
        Some(numbers) => numbers.iter().try_for_each(|&number| go(to_place(number.into()))),
        None => (0..level.choices.len()).try_for_each(go),
    }
}

impl<const K: usize> Transition<K> {
    /// The next states of a state: by no choice if its item is covered, otherwise by each choice that can be made.
    pub(crate) fn steps(&self, key: &Key<K>, mut show: impl FnMut(Key<K>, Option<usize>)) {
        if meets(key, &self.own) {
            return self.passed(key).into_iter().for_each(|next| show(next, None));
        }
        if let Some(by_color) = &self.by_color {
            let _ = each_by_color(self, by_color, key, |number, next| {
                show(next, Some(number));
                Ok(())
            });
            return;
        }
        for (number, choice) in self.choices.iter().enumerate().filter(|(_, choice)| goes(choice, key)) {
            self.chosen(key, choice).into_iter().for_each(|next| show(next, Some(number)));
        }
    }
}

/// Can this choice be made in this state?
#[inline(always)]
pub(super) fn goes<const K: usize>(choice: &KeyChoice<K>, key: &Key<K>) -> bool {
    !meets(key, &choice.clear) && choice.fields.iter().all(|field| agrees(key, field, &choice.set))
}

/// Does a field hold nothing, or the value that would be set?
pub(super) fn agrees<const K: usize>(key: &Key<K>, field: &Key<K>, set: &Key<K>) -> bool {
    !meets(key, field) || (0..K).all(|word| (key[word] ^ set[word]) & field[word] == 0)
}

#[inline(always)]
pub(super) fn meets<const K: usize>(key: &Key<K>, mask: &Key<K>) -> bool {
    let mut common = 0;
    for word in 0..K {
        common |= key[word] & mask[word];
    }
    common != 0
}

#[inline(always)]
pub(super) fn masked<const K: usize>(key: &Key<K>, mask: &Key<K>) -> Key<K> {
    std::array::from_fn(|word| key[word] & mask[word])
}

/// Adds a state to a map.
#[inline(always)]
pub(super) fn add<const K: usize, N: Number>(
    key: Key<K>,
    number: &N,
    map: &mut Map<K, N>,
) -> Result<(), ExpandFailure> {
    let fits = match map.entry(key) {
        hashbrown::hash_map::Entry::Occupied(mut entry) => entry.get_mut().add(number),
        hashbrown::hash_map::Entry::Vacant(entry) => {
            entry.insert(number.clone());
            true
        }
    };
    if fits { Ok(()) } else { Err(ExpandFailure::Overflow) }
}

/// The shard of a key: other bits than those by which the map finds its places.
pub(super) fn shard_of<const K: usize>(key: &Key<K>, n_shards: usize) -> usize {
    let sum = key.iter().fold(0u64, |sum, &word| (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29));
    (to_place(sum >> 32) * n_shards) >> 32
}

/// Adds several maps up, the smaller ones into the largest.
pub(super) fn merge<const K: usize, N: Number>(
    mut parts: Vec<Map<K, N>>,
    bounds: &Bounds<'_>,
) -> Result<Map<K, N>, ExpandFailure> {
    let largest = (0..parts.len()).max_by_key(|&part| parts[part].len());
    let Some(largest) = largest else { return Ok(Map::default()) };
    let mut sum = parts.swap_remove(largest);
    for (rank, (key, number)) in parts.into_iter().flatten().enumerate() {
        if rank % POLL == POLL - 1 && (bounds.is_stopped)() {
            return Err(ExpandFailure::Stopped);
        }
        add(key, &number, &mut sum)?;
    }
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nothing continues for long when the run is stopped: not the merging, the listing, nor the gathering.
    #[test]
    fn every_step_hears_that_the_run_is_stopped() {
        let bounds = Bounds { room: usize::MAX, n_threads: 2, most: usize::MAX, is_stopped: &|| true };
        let list: List<1, u64> = (0..20_000).map(|key| ([key], 1)).collect();
        let map = || list.iter().copied().collect::<Map<1, u64>>();
        assert!(matches!(merge(vec![map(), map()], &bounds), Err(ExpandFailure::Stopped)));
        assert!(matches!(at_rest(map(), &bounds), Err(ExpandFailure::Stopped)));
        assert!(gather(&mut list.clone(), 3, |(key, _)| to_place(key[0]) % 3, &bounds).is_err());
    }

    #[test]
    fn groups_are_gathered_in_order() {
        let bounds = Bounds { room: usize::MAX, n_threads: 1, most: usize::MAX, is_stopped: &|| false };
        let mut list: Vec<usize> = (0..1000).map(|number| number * 7919 % 1000).collect();
        gather(&mut list, 10, |number| number % 10, &bounds).unwrap();
        assert!(list.is_sorted_by_key(|number| number % 10));
        list.sort_unstable();
        assert!(list.into_iter().eq(0..1000), "nothing is lost");
        gather(&mut [], 10, |number: &usize| *number, &bounds).unwrap();
    }
}
