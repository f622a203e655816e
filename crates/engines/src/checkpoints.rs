//! Where a sweep puts its states aside, so that another process can continue from them.
//!
//! An engine has no files and no clock: it asks after each level whether the shelf wants the states, and hands them over as bytes.

use std::cell::RefCell;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::disk::LevelFile;
use super::info::{EngineKind, Keeps};

/// The description of the states on a shelf.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredLevel {
    /// The name of the engine that made them.
    pub engine: String,
    /// The task that is counted: the numbers of its options.
    pub task: String,
    /// A hash of the order and the layout that the states depend on.
    pub plan: String,
    /// Levels done,
    pub level: usize,
    /// of how many; 0 if a version has written it that did not say.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub levels: usize,
    /// Words of a key.
    pub words: usize,
    /// Bits of a multiplicity; 0 for any width.
    pub width: u32,
    /// How many states there are.
    pub states: usize,
    /// States of all levels so far.
    pub nodes: u64,
    /// Are they in blocks, because they are more than memory holds?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub blocks: bool,
}

impl StoredLevel {
    /// Is it a sum? Then each level is an equal share of the work.
    #[must_use]
    pub fn is_sum(&self) -> bool {
        EngineKind::named(&self.engine).is_some_and(|kind| kind.info().keeps == Keeps::Sum)
    }
}

/// Was it left out?
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands in a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// The name of the engine that has put states on a shelf, if one has.
#[must_use]
pub fn shelf_engine(checkpoints: &dyn CheckpointStore) -> Option<String> {
    head_on(checkpoints).map(|head| head.engine)
}

/// The description of the states on a shelf, if there are any; the states stay there.
pub(super) fn head_on(checkpoints: &dyn CheckpointStore) -> Option<StoredLevel> {
    let found = RefCell::new(None);
    let note = |head: &StoredLevel| {
        found.replace(Some(head.clone()));
        false
    };
    checkpoints.get(&note, &mut |_| false);
    found.take()
}

/// This many bytes are written in some tens of milliseconds, so they are written even when everything has to stop at once.
const QUICK: usize = 16 << 20;

/// Is it time to put this many bytes on a shelf? When everything is to stop, they are put there if that is quick.
pub(super) fn is_time(checkpoints: &dyn CheckpointStore, is_last: bool, bytes: impl FnOnce() -> usize) -> bool {
    if is_last { checkpoints.wants_last(bytes()) } else { checkpoints.wants() }
}

/// Keeps the states of one level, in pieces.
pub trait CheckpointStore: Send + Sync + std::fmt::Debug {
    /// Is it empty?
    fn is_empty(&self) -> bool;

    /// Is it time to put states on it?
    fn wants(&self) -> bool;

    /// Is it worth while to put this many bytes on it when everything is to stop?
    fn wants_last(&self, bytes: usize) -> bool {
        bytes <= QUICK
    }

    /// Takes these states in place of what it had.
    fn put(&self, head: &StoredLevel, pieces: &mut dyn Iterator<Item = Vec<u8>>);

    /// Hands out the pieces of its states if they are `wanted`, until `put` refuses one; none if they are not wanted, or if not all were taken.
    fn get(&self, wanted: &dyn Fn(&StoredLevel) -> bool, put: &mut dyn FnMut(&[u8]) -> bool) -> Option<StoredLevel>;

    /// Takes the states in this file, which its disk has made, in place of what it had; the last bytes of the file say what its blocks are.
    fn keep(&self, _head: &StoredLevel, _file: &dyn LevelFile) {}

    /// Takes what this file has up to `end` as a part of the level that comes of the one in the file that it keeps; in place of an earlier part.
    fn keep_begun(&self, _file: &dyn LevelFile, _end: u64) {}

    /// The file of that part, up to its end; what is appended comes after it.
    fn open_begun(&self) -> Option<Arc<dyn LevelFile>> {
        None
    }

    /// The file of its states if they are `wanted`.
    fn open(&self, _wanted: &dyn Fn(&StoredLevel) -> bool) -> Option<(StoredLevel, Arc<dyn LevelFile>)> {
        None
    }
}
