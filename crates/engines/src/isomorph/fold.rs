//! The states of a level, merged up to isomorphism of what they leave.

use super::super::disk::Disk;
use super::super::frontier::{
    AnyNumber, Bounds, DiskStep, ExpandFailure, Fold, FoldOnDisk, Key, KeyLayout, Number, OnDisk, States, Sweep, Twins,
};
use super::super::residue::Residue;
use super::components::{self, Scratch};
use super::suffix::Suffix;
use super::table::{FormTable, hash};
use super::{parts, twins};
use dlx_core::problem::{to_place, to_usize};
use dlx_core::side_by_side::side_by_side;
use dlx_core::stop::caught;

/// States that are being merged, in shards by form.
pub(super) struct MergingStates<const K: usize, N> {
    shards: Vec<FormTable<K, N>>,
}

/// Merges states up to isomorphism.
pub(super) struct Isomorphic<'a, const K: usize> {
    layout: &'a KeyLayout,
    residue: &'a Residue,
    /// The options by the levels at which they are chosen.
    by_home: Vec<u32>,
    twins: twins::Exchangeable,
    /// What is left after each level, once it has been asked for.
    suffixes: Vec<Option<Prepared<K>>>,
    /// Bytes that suffixes may take together: with more, those of other levels are put away, and laid out again when their level comes again.
    room: usize,
    /// See [`Suffix`].
    pub(super) least_choices: u32,
}

/// What is left after a level.
#[derive(Debug)]
pub(super) struct Prepared<const K: usize> {
    suffix: SuffixPlace<K>,
    twins: Vec<Twins<K>>,
}

/// Where a suffix is.
#[derive(Debug)]
enum SuffixPlace<const K: usize> {
    Here(Box<Suffix<K>>),
    /// Put away, except for the marks of its twins.
    Away(Vec<u32>),
    /// It cannot be labelled, or the level chooses nothing.
    Nowhere,
}

impl<'a, const K: usize> Isomorphic<'a, K> {
    /// Sets up the merging with `room` bytes for suffixes.
    pub(super) fn new(layout: &'a KeyLayout, residue: &'a Residue, room: usize) -> Self {
        let mut by_home: Vec<u32> = (0..).take(residue.ids.len()).collect();
        by_home.sort_by_key(|&option| layout.spans().home[to_usize(option)]);
        let suffixes = (0..=layout.order().len()).map(|_| None).collect();
        Self {
            layout,
            residue,
            by_home,
            twins: twins::Exchangeable::new(residue.n_items),
            suffixes,
            room,
            least_choices: 2,
        }
    }

    /// What is left after a level; none if it cannot be labelled, or the level chooses nothing, or [`twins`](Fold::twins) has not been asked, or has been asked of others since and there is no room.
    pub(super) fn suffix(&self, level: usize) -> Option<&Suffix<K>> {
        match &self.suffixes[level].as_ref()?.suffix {
            SuffixPlace::Here(suffix) => Some(suffix),
            SuffixPlace::Away(_) | SuffixPlace::Nowhere => None,
        }
    }

    /// A hash of what the forms after a level are made from; those made from something else cannot be compared with them.
    pub(super) fn sum_of_suffix(&self, level: usize) -> u64 {
        self.suffix(level).map_or(0, |suffix| hash(format!("{suffix:?}").as_bytes()))
    }

    /// Takes what is left after a level out, for another one of the same layout that has asked for nothing yet.
    pub(super) fn take_prepared(&mut self, level: usize) -> Option<Prepared<K>> {
        self.suffixes[level].take()
    }

    /// Puts in what another one of the same layout has had.
    pub(super) fn put_prepared(&mut self, level: usize, prepared: Prepared<K>) {
        self.suffixes[level] = Some(prepared);
    }

    /// Puts the suffixes of all other levels away, if there is not room for all.
    fn make_room(&mut self, level: usize) {
        let here = self.suffixes.iter().flatten().filter_map(|prepared| match &prepared.suffix {
            SuffixPlace::Here(suffix) => Some(suffix.bytes()),
            _ => None,
        });
        if here.sum::<usize>() <= self.room {
            return;
        }
        let others = self.suffixes.iter_mut().enumerate().filter(|(other, _)| *other != level);
        for prepared in others.filter_map(|(_, prepared)| prepared.as_mut()) {
            if let SuffixPlace::Here(suffix) = &mut prepared.suffix {
                prepared.suffix = SuffixPlace::Away(std::mem::take(&mut suffix.twins));
            }
        }
    }

    /// A state after a level with its twins in order.
    pub(super) fn tidy(&self, level: usize, key: &Key<K>) -> Key<K> {
        let twins = self.suffixes[level].as_ref().map_or(&[] as &[Twins<K>], |prepared| &prepared.twins);
        twins.iter().fold(*key, |key, twins| twins.tidy(&key))
    }

    /// What is left after a level; parts that are alike are kept once.
    fn lay_out(&self, level: usize) -> Option<Suffix<K>> {
        let mut suffix = Suffix::new(self.layout, self.residue, &self.by_home, level)?;
        suffix.least_choices = self.least_choices;
        parts::fold(&mut suffix);
        Some(suffix)
    }

    fn prepare(&mut self, level: usize) -> Prepared<K> {
        let Some(mut suffix) = self.lay_out(level) else {
            return Prepared { suffix: SuffixPlace::Nowhere, twins: Vec::new() };
        };
        let twins = self.twins.find(&mut suffix);
        let chooses = self.layout.spans().home.contains(&(level - 1));
        Prepared { suffix: if chooses { SuffixPlace::Here(Box::new(suffix)) } else { SuffixPlace::Nowhere }, twins }
    }

    /// Lays the suffix of a level out again, if it was put away. What was found about its twins still holds; what was found since at later levels need not hold here.
    fn fetch(&mut self, level: usize) {
        let again = self.suffixes[level].as_ref().filter(|prepared| matches!(prepared.suffix, SuffixPlace::Away(_)));
        let Some(mut suffix) = again.and_then(|_| self.lay_out(level)) else { return };
        if let Some(Prepared { suffix: place, .. }) = &mut self.suffixes[level]
            && let SuffixPlace::Away(twins) = place
        {
            suffix.twins = std::mem::take(twins);
            *place = SuffixPlace::Here(Box::new(suffix));
        }
    }
}

impl<const K: usize> Fold<K> for Isomorphic<'_, K> {
    const ENGINE: &'static str = "isomorph";

    const IS_EXPECTED: bool = false;

    type Merged<N: Number> = MergingStates<K, N>;

    fn twins(&mut self, level: usize) -> Vec<Twins<K>> {
        if self.suffixes[level].is_none() {
            self.suffixes[level] = Some(self.prepare(level));
        }
        self.fetch(level);
        self.make_room(level);
        self.suffixes[level].as_ref().map(|prepared| prepared.twins.clone()).unwrap_or_default()
    }

    fn merges(&self, level: usize) -> bool {
        self.suffix(level).is_some()
    }

    fn add<N: Number>(
        &self,
        level: usize,
        merged: &mut MergingStates<K, N>,
        states: &States<K, N>,
        bounds: &Bounds<'_>,
    ) -> Result<(), ExpandFailure> {
        let Some(suffix) = self.suffix(level) else { return Ok(()) };
        if merged.shards.is_empty() {
            merged.shards.resize_with(bounds.n_threads, Default::default);
        }
        let (n_shards, room) = (merged.shards.len(), bounds.room / bounds.n_threads);
        let labelled = side_by_side(states.heaps(bounds.n_threads), |pieces| {
            caught(|| label(suffix, &pieces, n_shards, room, bounds)).unwrap_or(Err(ExpandFailure::Stopped))
        });
        let mut more: Vec<Vec<FormTable<K, N>>> = (0..n_shards).map(|_| Vec::new()).collect();
        for shards in labelled {
            shards?.into_iter().zip(&mut more).for_each(|(table, shard)| shard.push(table));
        }
        let sums = std::mem::take(&mut merged.shards).into_iter().zip(more).collect();
        let sums: Vec<Result<FormTable<K, N>, ExpandFailure>> = side_by_side(sums, |(shard, more)| shard.with(more));
        merged.shards = sums.into_iter().collect::<Result<_, _>>()?;
        Ok(())
    }

    fn bytes<N: Number>(merged: &MergingStates<K, N>) -> usize {
        merged.shards.iter().map(FormTable::bytes).sum()
    }

    fn finish<N: Number>(merged: MergingStates<K, N>) -> States<K, N> {
        States::of(merged.shards.into_iter().map(FormTable::into_states).collect())
    }

    fn step(sweep: &mut Sweep<'_, K, Self>, disk: &dyn Disk, level: &OnDisk<K>) -> DiskStep<K> {
        if sweep.fold.merges(level.at + 1) {
            sweep.step_merging(disk, level)
        } else {
            Ok((sweep.step_merging_equal(disk, level)?, None))
        }
    }
}

impl<const K: usize> FoldOnDisk<K> for Isomorphic<'_, K> {
    fn add_some(
        &self,
        level: usize,
        merged: &mut MergingStates<K, AnyNumber>,
        states: &[(Key<K>, AnyNumber)],
        bounds: &Bounds<'_>,
    ) -> Result<usize, ExpandFailure> {
        let table = merged.only();
        let Some(suffix) = self.suffix(level) else { return add_equal(states, table, bounds) };
        let mut scratch = Scratch::default();
        let label = || label_some(suffix, states, table, &mut scratch, bounds);
        caught(label).unwrap_or(Err(ExpandFailure::Stopped))
    }

    fn put(
        merged: &mut MergingStates<K, AnyNumber>,
        form: &[u8],
        key: Key<K>,
        number: &AnyNumber,
    ) -> Result<(), ExpandFailure> {
        merged.only().add(form, key, number)
    }

    fn entries(merged: &MergingStates<K, AnyNumber>) -> impl Iterator<Item = (&[u8], &Key<K>, &AnyNumber)> {
        merged.shards.iter().flat_map(FormTable::iter)
    }

    fn clear(merged: &mut MergingStates<K, AnyNumber>) {
        merged.shards.iter_mut().for_each(FormTable::clear);
    }
}

impl<const K: usize, N> Default for MergingStates<K, N> {
    fn default() -> Self {
        Self { shards: Vec::new() }
    }
}

impl<const K: usize, N> MergingStates<K, N> {
    /// The shard of one that has no others.
    fn only(&mut self) -> &mut FormTable<K, N> {
        if self.shards.is_empty() {
            self.shards.push(FormTable::default());
        }
        &mut self.shards[0]
    }
}

/// States between two checks whether the run is stopped.
const POLL: usize = 64;

/// Finds the form of each state, and adds those of the same form up, in shards by form.
fn label<const K: usize, N: Number>(
    suffix: &Suffix<K>,
    pieces: &[&[(Key<K>, N)]],
    n_shards: usize,
    room: usize,
    bounds: &Bounds<'_>,
) -> Result<Vec<FormTable<K, N>>, ExpandFailure> {
    let mut shards = vec![FormTable::default(); n_shards];
    let mut scratch = Scratch::default();
    for (rank, (key, number)) in pieces.iter().copied().flatten().enumerate() {
        if rank % POLL == POLL - 1 {
            if (bounds.is_stopped)() {
                return Err(ExpandFailure::Stopped);
            }
            if shards.iter().map(FormTable::bytes).sum::<usize>() > room {
                return Err(ExpandFailure::Memory);
            }
        }
        if !suffix.residual(key, &mut scratch.residual) {
            continue;
        }
        let form = components::form(suffix, &mut scratch, bounds.is_stopped).ok_or(ExpandFailure::Stopped)?;
        let shard = to_place(hash(form) >> 40) % n_shards;
        shards[shard].add(form, *key, number)?;
    }
    if shards.iter().map(FormTable::bytes).sum::<usize>() > room {
        return Err(ExpandFailure::Memory);
    }
    Ok(shards)
}

/// Adds states whose forms are their keys, as where nothing can be labelled, until the table is full, and says how many.
fn add_equal<const K: usize>(
    states: &[(Key<K>, AnyNumber)],
    table: &mut FormTable<K, AnyNumber>,
    bounds: &Bounds<'_>,
) -> Result<usize, ExpandFailure> {
    for (rank, (key, number)) in states.iter().enumerate() {
        if rank > 0 && table.bytes() > bounds.room {
            return Ok(rank);
        }
        let form: Vec<u8> = key.iter().flat_map(|word| word.to_le_bytes()).collect();
        table.add(&form, *key, number)?;
    }
    Ok(states.len())
}

/// Finds the forms of states, from the front, until the table is full, and says of how many.
fn label_some<const K: usize>(
    suffix: &Suffix<K>,
    states: &[(Key<K>, AnyNumber)],
    table: &mut FormTable<K, AnyNumber>,
    scratch: &mut Scratch,
    bounds: &Bounds<'_>,
) -> Result<usize, ExpandFailure> {
    for (rank, (key, number)) in states.iter().enumerate() {
        if rank > 0 && table.bytes() > bounds.room {
            return Ok(rank);
        }
        if rank % POLL == POLL - 1 && (bounds.is_stopped)() {
            return Err(ExpandFailure::Stopped);
        }
        if suffix.residual(key, &mut scratch.residual) {
            let form = components::form(suffix, scratch, bounds.is_stopped).ok_or(ExpandFailure::Stopped)?;
            table.add(form, *key, number)?;
        }
    }
    Ok(states.len())
}
