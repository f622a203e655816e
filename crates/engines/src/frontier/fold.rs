//! How more states than equal ones are merged: the interface by which another engine uses this sweep.

use super::super::disk::Disk;
use super::layout::{Key, Twins};
use super::number::{AnyNumber, Number};
use super::on_disk::OnDisk;
use super::shards::{Bounds, ExpandFailure};
use super::states::States;
use super::sweep::Sweep;

/// A way to merge more states than equal ones.
pub(crate) trait Fold<const K: usize>: Sync {
    /// The name of the engine that merges in this way.
    const ENGINE: &'static str;

    /// Are the states those that a layout expects? If more states are merged, their number cannot be predicted.
    const IS_EXPECTED: bool;

    /// States that are being merged.
    type Merged<N: Number>: Default + Send;

    /// Sets of bits of which only the number that is set matters after `level` levels.
    fn twins(&mut self, level: usize) -> Vec<Twins<K>>;

    /// Is there anything to merge after `level` levels, other than equal states? [`twins`](Self::twins) has to be asked before.
    fn merges(&self, level: usize) -> bool;

    /// Merges these states with those that have been added before.
    ///
    /// # Errors
    /// If there is no room for them, or the run was stopped: then nothing was added. Or if a multiplicity does not fit: then what has been merged cannot be used.
    fn add<N: Number>(
        &self,
        level: usize,
        merged: &mut Self::Merged<N>,
        states: &States<K, N>,
        bounds: &Bounds<'_>,
    ) -> Result<(), ExpandFailure>;

    /// The bytes that they take.
    fn bytes<N: Number>(merged: &Self::Merged<N>) -> usize;

    /// The merged states: one for all with equal counts.
    fn finish<N: Number>(merged: Self::Merged<N>) -> States<K, N>;

    /// Takes all parts of a level on a disk through one level or some. With the bytes that all merged states would take at once, if more than equal ones were merged.
    ///
    /// # Errors
    /// If it was stopped, or does not fit.
    fn step(sweep: &mut Sweep<'_, K, Self>, disk: &dyn Disk, level: &OnDisk<K>) -> DiskStep<K>
    where
        Self: Sized;
}

/// What comes of a step on a disk: a level, and the bytes of what was merged.
pub(crate) type DiskStep<const K: usize> = Result<(OnDisk<K>, Option<usize>), ExpandFailure>;

/// How that is done on a disk. What is compared takes more room than any number, so there is one kind of numbers.
pub(crate) trait FoldOnDisk<const K: usize>: Fold<K> {
    /// Merges states from the front of these, by this thread alone, until what is merged takes more than the room; says how many, one at least. Where merged states go to a disk, this is asked instead of
    /// [`add`](Self::add).
    ///
    /// # Errors
    /// If the run was stopped: then what has been merged cannot be used.
    fn add_some(
        &self,
        level: usize,
        merged: &mut Self::Merged<AnyNumber>,
        states: &[(Key<K>, AnyNumber)],
        bounds: &Bounds<'_>,
    ) -> Result<usize, ExpandFailure>;

    /// Merged states, each with the bytes that all those have with which it is merged.
    fn entries(merged: &Self::Merged<AnyNumber>) -> impl Iterator<Item = (&[u8], &Key<K>, &AnyNumber)>;

    /// Merges a state that was one of the [`entries`](Self::entries).
    ///
    /// # Errors
    /// None: every sum fits in these numbers.
    fn put(
        merged: &mut Self::Merged<AnyNumber>,
        form: &[u8],
        key: Key<K>,
        number: &AnyNumber,
    ) -> Result<(), ExpandFailure>;

    /// Forgets what is merged; its room stays.
    fn clear(merged: &mut Self::Merged<AnyNumber>);
}

/// Merges only equal states.
pub(super) struct Equal;

impl<const K: usize> Fold<K> for Equal {
    const ENGINE: &'static str = "frontier";

    const IS_EXPECTED: bool = true;

    type Merged<N: Number> = ();

    fn twins(&mut self, _: usize) -> Vec<Twins<K>> {
        Vec::new()
    }

    fn merges(&self, _: usize) -> bool {
        false
    }

    fn add<N: Number>(&self, _: usize, (): &mut (), _: &States<K, N>, _: &Bounds<'_>) -> Result<(), ExpandFailure> {
        Ok(())
    }

    fn bytes<N: Number>((): &()) -> usize {
        0
    }

    fn finish<N: Number>((): ()) -> States<K, N> {
        States::none()
    }

    fn step(sweep: &mut Sweep<'_, K, Self>, disk: &dyn Disk, level: &OnDisk<K>) -> DiskStep<K> {
        Ok((sweep.step_merging_equal(disk, level)?, None))
    }
}
