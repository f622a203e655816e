//! The states of one level: a map from key to multiplicity, in shards, each of which one thread fills.
//!
//! The shard of a key is a function of the key, so equal states meet in the same shard and no lock is needed: first every
//! thread sorts what it makes of its states by shard, then every thread merges one shard. A level that grows large enough to be shared is expanded
//! from the one shard it has by one thread, and is in shards from then on.

use hashbrown::HashMap;
use rayon::prelude::*;
use rustc_hash::FxBuildHasher;

use super::layout::{Choice, Key, Level};
use super::number::Number;

/// States of one shard. Keys are compared in full; the hash only finds the place.
pub(super) type Shard<const K: usize, N> = HashMap<Key<K>, N, FxBuildHasher>;

/// Fewer states than this are expanded by one thread.
const WORTH_SHARING: usize = 1 << 12;

/// Why a level could not be expanded. The states it was to be expanded from are as before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Failure {
    /// A multiplicity grew past its width.
    Overflow,
    /// The next level needs more memory than there is.
    Memory,
    /// The run was stopped.
    Stopped,
}

/// The states of one level.
#[derive(Clone, Debug)]
pub(super) struct States<const K: usize, N> {
    pub(super) shards: Vec<Shard<K, N>>,
}

impl<const K: usize, N: Number> States<K, N> {
    /// The one state in which nothing is covered.
    pub(super) fn start() -> Self {
        Self { shards: vec![Shard::from_iter([([0; K], N::one())])] }
    }

    /// How many states there are.
    pub(super) fn len(&self) -> usize {
        self.shards.iter().map(Shard::len).sum()
    }

    /// About how many bytes they take.
    pub(super) fn bytes(&self) -> usize {
        self.shards.iter().map(Shard::allocation_size).sum()
    }

    /// The states of the next level. `room` is how many bytes they may take; `n_threads` threads are there to help.
    pub(super) fn expand(
        &self,
        level: &Level<K>,
        room: usize,
        n_threads: usize,
        is_stopped: &(impl Fn() -> bool + Sync),
    ) -> Result<Self, Failure> {
        if n_threads == 1 || self.len() < WORTH_SHARING {
            let mut next = [Shard::default()];
            for shard in &self.shards {
                expand_shard(shard, level, &mut next, room, is_stopped)?;
            }
            return Ok(Self { shards: next.into() });
        }
        self.expand_shared(level, room, n_threads, is_stopped)
    }

    fn expand_shared(
        &self,
        level: &Level<K>,
        room: usize,
        n_shards: usize,
        is_stopped: &(impl Fn() -> bool + Sync),
    ) -> Result<Self, Failure> {
        let part = room / self.shards.len();
        let parts: Result<Vec<Vec<Shard<K, N>>>, Failure> = self
            .shards
            .par_iter()
            .map(|shard| {
                let mut next = vec![Shard::default(); n_shards];
                expand_shard(shard, level, &mut next, part, is_stopped).map(|()| next)
            })
            .collect();
        let mut by_shard: Vec<Vec<Shard<K, N>>> = (0..n_shards).map(|_| Vec::new()).collect();
        for part in parts? {
            part.into_iter().zip(&mut by_shard).for_each(|(shard, list)| list.push(shard));
        }
        let shards: Result<Vec<Shard<K, N>>, Failure> = by_shard.into_par_iter().map(merge).collect();
        Ok(Self { shards: shards? })
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
        let widen = |shard: Shard<K, N>| shard.into_iter().map(|(key, number)| (key, number.widen())).collect();
        States { shards: self.shards.into_iter().map(widen).collect() }
    }
}

/// Puts what becomes of the states of a shard into the shards of the next level.
fn expand_shard<const K: usize, N: Number>(
    shard: &Shard<K, N>,
    level: &Level<K>,
    next: &mut [Shard<K, N>],
    room: usize,
    is_stopped: &impl Fn() -> bool,
) -> Result<(), Failure> {
    for (rank, (key, number)) in shard.iter().enumerate() {
        if rank % 4096 == 4095 {
            if is_stopped() {
                return Err(Failure::Stopped);
            }
            // A map that grows is there twice, the second time twice as large.
            if next.iter().map(Shard::allocation_size).sum::<usize>() > room / 2 {
                return Err(Failure::Memory);
            }
        }
        if meets(key, &level.own) {
            add(next, masked(key, &level.keep), number)?;
            continue;
        }
        for choice in level.choices.iter().filter(|choice| goes(choice, key)) {
            let chosen = std::array::from_fn(|word| (key[word] | choice.set[word]) & level.keep[word]);
            add(next, chosen, number)?;
        }
    }
    Ok(())
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

#[inline(always)]
fn add<const K: usize, N: Number>(next: &mut [Shard<K, N>], key: Key<K>, number: &N) -> Result<(), Failure> {
    let shard = if next.len() == 1 { 0 } else { shard_of(&key, next.len()) };
    let fits = match next[shard].entry(key) {
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
fn merge<const K: usize, N: Number>(mut parts: Vec<Shard<K, N>>) -> Result<Shard<K, N>, Failure> {
    let largest = (0..parts.len()).max_by_key(|&part| parts[part].len());
    let Some(largest) = largest else { return Ok(Shard::default()) };
    let mut sum = parts.swap_remove(largest);
    for part in parts {
        for (key, number) in part {
            add(std::slice::from_mut(&mut sum), key, &number)?;
        }
    }
    Ok(sum)
}
