//! How more states than equal ones are merged: the interface by which another engine uses this sweep.

use super::layout::{Key, Twins};
use super::number::Number;
use super::shards::{Bounds, ExpandFailure};
use super::states::States;

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

    /// Merges states from the front of these, by this thread alone, until what is merged takes more than the room; says how many, one at least. Where merged states go to a disk, this is asked instead of
    /// [`add`](Self::add).
    ///
    /// # Errors
    /// If the run was stopped, or a multiplicity does not fit: then what has been merged cannot be used.
    fn add_some<N: Number>(
        &self,
        level: usize,
        merged: &mut Self::Merged<N>,
        states: &[(Key<K>, N)],
        bounds: &Bounds<'_>,
    ) -> Result<usize, ExpandFailure>;

    /// Merged states, each with the bytes that all those have with which it is merged.
    fn entries<N: Number>(merged: &Self::Merged<N>) -> impl Iterator<Item = (&[u8], &Key<K>, &N)>;

    /// Merges a state that was one of the [`entries`](Self::entries).
    ///
    /// # Errors
    /// If a multiplicity does not fit.
    fn put<N: Number>(merged: &mut Self::Merged<N>, form: &[u8], key: Key<K>, number: &N) -> Result<(), ExpandFailure>;

    /// Forgets what is merged; its room stays.
    fn clear<N: Number>(merged: &mut Self::Merged<N>);
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

    fn add_some<N: Number>(
        &self,
        _: usize,
        (): &mut (),
        states: &[(Key<K>, N)],
        _: &Bounds<'_>,
    ) -> Result<usize, ExpandFailure> {
        Ok(states.len())
    }

    fn entries<N: Number>((): &()) -> impl Iterator<Item = (&[u8], &Key<K>, &N)> {
        std::iter::empty()
    }

    fn put<N: Number>((): &mut (), _: &[u8], _: Key<K>, _: &N) -> Result<(), ExpandFailure> {
        Ok(())
    }

    fn clear<N: Number>((): &mut ()) {}
}
