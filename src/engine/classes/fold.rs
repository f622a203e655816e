//! The states of a level, merged up to isomorphism of what they leave.

use std::hash::BuildHasher;

use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use rayon::prelude::*;
use rustc_hash::FxBuildHasher;

use super::super::frontier::{Bounds, Failure, Fold, Key, Number, Plan, States};
use super::super::residue::Residue;
use super::components;
use super::suffix::{Scratch, Suffix};
use super::twins;

/// A state for each form. Forms are compared in full.
type Classes<const K: usize, N> = HashMap<Box<[u8]>, (Key<K>, N), FxBuildHasher>;

/// Merges states up to isomorphism.
pub(super) struct Isomorphic<const K: usize> {
    /// The suffix after each level, until the states of that level have been merged; none if nothing is to be merged there.
    pub(super) suffixes: Vec<Option<Suffix<K>>>,
}

/// What is left after every level, alike parts folded, and the twins among it.
pub(super) fn suffixes<const K: usize>(
    plan: &Plan,
    residue: &Residue,
    levels: &mut [super::super::frontier::Level<K>],
) -> Isomorphic<K> {
    let mut by_home: Vec<u32> = (0..residue.ids.len() as u32).collect();
    by_home.sort_by_key(|&option| plan.spans().home[option as usize]);
    let mut classes = twins::Classes::new(residue.n_items);
    let mut suffixes = vec![None];
    for (before, level) in levels.iter_mut().enumerate() {
        let suffix = Suffix::new(plan, residue, &by_home, before + 1).map(|mut suffix| {
            super::parts::fold(&mut suffix);
            level.twins = classes.find(&mut suffix);
            suffix
        });
        suffixes.push(suffix.filter(|_| !level.choices.is_empty()));
    }
    Isomorphic { suffixes }
}

impl<const K: usize> Fold<K> for Isomorphic<K> {
    fn fold<N: Number>(
        &mut self,
        level: usize,
        states: &States<K, N>,
        bounds: &Bounds<'_>,
    ) -> Result<Option<States<K, N>>, Failure> {
        let Some(suffix) = &self.suffixes[level] else { return Ok(None) };
        if states.len() < 2 {
            return Ok(None);
        }
        let n_shards = bounds.n_threads;
        let room = bounds.room / n_shards;
        let pieces = states.pieces(4 * n_shards);
        let work = |piece: &[(Key<K>, N)]| label(suffix, piece, n_shards, room, bounds);
        let parts: Result<Vec<Vec<Classes<K, N>>>, Failure> = if n_shards > 1 {
            pieces.into_par_iter().map(work).collect()
        } else {
            pieces.into_iter().map(work).collect()
        };
        let mut by_shard: Vec<Vec<Classes<K, N>>> = (0..n_shards).map(|_| Vec::new()).collect();
        for part in parts? {
            part.into_iter().zip(&mut by_shard).for_each(|(map, maps)| maps.push(map));
        }
        let merge = |maps: Vec<Classes<K, N>>| -> Result<Vec<(Key<K>, N)>, Failure> {
            let mut maps = maps.into_iter();
            let mut sum = maps.next().unwrap_or_default();
            for (form, (key, number)) in maps.flatten() {
                add(&mut sum, form, key, &number)?;
            }
            Ok(sum.into_values().collect())
        };
        let shards: Result<Vec<_>, Failure> = by_shard.into_par_iter().map(merge).collect();
        let out = States::of(shards?);
        if std::env::var("SHOW").is_ok() { eprintln!("level {level}: {} -> {} vertices {} options {} rounds {:?}", states.len(), out.len(), suffix.items.len(), suffix.n_options, super::label::N[1].swap(0, std::sync::atomic::Ordering::Relaxed)); }
        Ok(Some(out))
    }
}

/// Finds the form of each state, and adds those of the same form up.
fn label<const K: usize, N: Number>(
    suffix: &Suffix<K>,
    states: &[(Key<K>, N)],
    n_shards: usize,
    room: usize,
    bounds: &Bounds<'_>,
) -> Result<Vec<Classes<K, N>>, Failure> {
    let mut maps: Vec<Classes<K, N>> = vec![Classes::default(); n_shards];
    let mut scratch = Scratch::default();
    let mut bytes = 0;
    for (rank, (key, number)) in states.iter().enumerate() {
        if rank % 64 == 63 && (bounds.is_stopped)() {
            return Err(Failure::Stopped);
        }
        if !suffix.residual(key, &mut scratch) {
            continue;
        }
        let form: Box<[u8]> = components::form(suffix, &mut scratch).as_slice().into();
        let shard = (FxBuildHasher.hash_one(&form) >> 40) as usize % n_shards;
        bytes += form.len() + size_of::<(Key<K>, N)>() + 32;
        if bytes > room {
            return Err(Failure::Memory);
        }
        add(&mut maps[shard], form, *key, number)?;
    }
    Ok(maps)
}

/// Adds a state to those of its form. The one with the least key stands for all, whatever the order in which they come.
fn add<const K: usize, N: Number>(
    classes: &mut Classes<K, N>,
    form: Box<[u8]>,
    key: Key<K>,
    number: &N,
) -> Result<(), Failure> {
    match classes.entry(form) {
        Entry::Vacant(entry) => {
            entry.insert((key, number.clone()));
        }
        Entry::Occupied(mut entry) => {
            let (known, sum) = entry.get_mut();
            *known = key.min(*known);
            if !sum.add(number) {
                return Err(Failure::Overflow);
            }
        }
    }
    Ok(())
}
