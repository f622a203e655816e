//! An interrupted sweep, in memory: a trial that lost its patience continues later where it stopped. What it has reached can also be written down for another process.

use serde::{Deserialize, Serialize};
use std::any::Any;

use super::blocks::{pack, sort};
use super::kept::AnyWidth;
use super::number::{AnyNumber, Number};
use super::on_disk::OnDisk;
use super::states::States;

/// What an interrupted sweep has reached, or nothing. It belongs to one layout and one task.
#[derive(Debug, Default)]
pub(crate) struct Checkpoint(Option<Box<Reached>>, Option<Box<ReachedOnDisk>>);

/// A level on a disk.
#[derive(Debug)]
struct ReachedOnDisk {
    nodes: u64,
    sizes: Vec<usize>,
    /// `OnDisk<K>`, whatever the width of the keys.
    level: Box<dyn Any + Send + Sync>,
}

/// The states after some level.
#[derive(Debug)]
struct Reached {
    head: CheckpointHead,
    /// `States<K, N>`, for any width of the keys and of the multiplicities.
    states: Box<dyn Writable>,
}

/// The description of states.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct CheckpointHead {
    /// Levels done.
    pub(crate) level: usize,
    /// States of all levels so far.
    nodes: u64,
    /// How many of them each level had.
    pub(crate) sizes: Vec<usize>,
    /// Bits of a multiplicity; 0 for any width.
    width: u32,
    /// How many states there are.
    n_states: usize,
    /// Pieces that they are written in.
    pub(crate) n_pieces: usize,
}

/// States that can be written down.
trait Writable: Any + Send + Sync + std::fmt::Debug {
    fn pieces(&self) -> Box<dyn Iterator<Item = Vec<u8>> + '_>;
    fn bytes(&self) -> usize;
    fn state_bytes(&self) -> (f64, f64);
}

impl<const K: usize, N: Number> Writable for States<K, N> {
    fn pieces(&self) -> Box<dyn Iterator<Item = Vec<u8>> + '_> {
        Box::new(self.pieces_of_bytes())
    }

    fn bytes(&self) -> usize {
        self.bytes()
    }

    fn state_bytes(&self) -> (f64, f64) {
        let mut some: Vec<_> = self.iter().take(BLOCK).cloned().collect();
        sort(&mut some);
        let mut bytes = Vec::new();
        pack(&some, &mut bytes);
        (self.bytes() as f64 / self.len().max(1) as f64, bytes.len() as f64 / some.len().max(1) as f64)
    }
}

/// States of a block.
const BLOCK: usize = 1 << 16;

/// The states that were put aside, when they are taken up.
pub(super) struct TakenUp<const K: usize> {
    pub(super) level: usize,
    pub(super) nodes: u64,
    pub(super) sizes: Vec<usize>,
    pub(super) states: AnyWidth<K>,
}

impl Checkpoint {
    /// Puts the states after `level` levels aside, in place of what was there.
    pub(super) fn put<const K: usize, N: Number>(
        &mut self,
        level: usize,
        nodes: u64,
        sizes: &[usize],
        states: States<K, N>,
    ) {
        let (n_states, n_pieces) = (states.len(), states.n_pieces());
        let head = CheckpointHead { level, nodes, sizes: sizes.to_vec(), width: N::WIDTH, n_states, n_pieces };
        self.0 = Some(Box::new(Reached { head, states: Box::new(states) }));
    }

    /// Puts a level on a disk aside, in place of what was there.
    pub(super) fn put_level<const K: usize>(&mut self, nodes: u64, sizes: &[usize], level: OnDisk<K>) {
        self.0 = None;
        self.1 = Some(Box::new(ReachedOnDisk { nodes, sizes: sizes.to_vec(), level: Box::new(level) }));
    }

    /// Takes it up again, with the states made so far and how many of them each level had. Nothing is left.
    pub(super) fn take_up_level<const K: usize>(&mut self) -> Option<(u64, Vec<usize>, OnDisk<K>)> {
        let ReachedOnDisk { nodes, sizes, level } = *self.1.take()?;
        Some((nodes, sizes, *level.downcast().ok()?))
    }

    /// Takes it up again. Nothing is left.
    pub(super) fn take_up<const K: usize>(&mut self) -> Option<TakenUp<K>> {
        let Reached { head: CheckpointHead { level, nodes, sizes, .. }, states } = *self.0.take()?;
        let states: Box<dyn Any> = states;
        let states = states.downcast().map(|states| AnyWidth::Narrow(*states));
        let states = states.or_else(|states| states.downcast().map(|states| AnyWidth::Wide(*states))).ok()?;
        Some(TakenUp { level, nodes, sizes, states })
    }

    /// The description of the states, if there are any.
    pub(crate) fn head(&self) -> Option<&CheckpointHead> {
        self.0.as_ref().map(|reached| &reached.head)
    }

    /// The states as bytes, in pieces.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = Vec<u8>> {
        self.0.iter().flat_map(|reached| reached.states.pieces())
    }

    /// About how many bytes that is.
    pub(crate) fn bytes(&self) -> usize {
        self.0.as_ref().map_or(0, |reached| reached.states.bytes())
    }

    /// Bytes of a state in memory, and in a file.
    pub(super) fn state_bytes(&self) -> (f64, f64) {
        self.0.as_ref().map_or((0.0, 0.0), |reached| reached.states.state_bytes())
    }

    /// What another process has written; none if it is not whole.
    pub(crate) fn read<const K: usize>(head: &CheckpointHead, pieces: &[Vec<u8>]) -> Option<Self> {
        let mut checkpoint = Self::default();
        match head.width {
            0 => checkpoint.put_read::<K, AnyNumber>(head, pieces)?,
            64 => checkpoint.put_read::<K, u64>(head, pieces)?,
            _ => return None,
        }
        Some(checkpoint)
    }

    fn put_read<const K: usize, N: Number>(&mut self, head: &CheckpointHead, pieces: &[Vec<u8>]) -> Option<()> {
        let mut states = States::<K, N>::none();
        let is_whole = pieces.iter().all(|piece| states.put_bytes(piece)) && states.len() == head.n_states;
        is_whole.then(|| self.put(head.level, head.nodes, &head.sizes, states))
    }
}
