//! Putting a level aside, and taking it up again.
//!
//! The states after a level are all that the levels to come need. So a sweep that puts them aside now and then loses, when its process dies, only what it
//! did since. Keys have a meaning only in one layout: a hash of all levels as they are compiled is kept with the states, and states of another layout
//! (another version of the program, or another machine whose logarithms round otherwise) are left alone.

use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::super::checkpoints::{CheckpointStore, StoredLevel, is_time};
use super::super::disk::Refused;
use super::super::residue::Residue;
use super::super::task::Task;
use super::components::Joining;
use super::kept::AnyWidth;
use super::layout::{Key, KeyLayout, QuotaFloor, Transition};
use super::number::Number;
use super::on_disk::{BegunLevel, LevelWriter, OnDisk};
use super::states::States;
use dlx_core::problem::{digits, to_place};

/// A shelf, and the description of the states that are put on it.
#[derive(Debug)]
pub(super) struct CheckpointWriter {
    checkpoints: Arc<dyn CheckpointStore>,
    engine: &'static str,
    task: String,
    plan: String,
    n_levels: usize,
}

impl CheckpointWriter {
    pub(super) fn new<const K: usize>(
        checkpoints: Arc<dyn CheckpointStore>,
        engine: &'static str,
        task: &Task,
        levels: &[Transition<K>],
    ) -> Self {
        Self { checkpoints, engine, task: task.words(), plan: hash(levels), n_levels: levels.len() }
    }

    /// Puts states aside if it is time, or, the last time, if that is quick.
    pub(super) fn put_aside<const K: usize, N: Number>(
        &self,
        level: usize,
        states: &States<K, N>,
        nodes: u64,
        is_last: bool,
    ) {
        if level == 0 || !is_time(&*self.checkpoints, is_last, || states.bytes()) {
            return;
        }
        let head = self.head::<K>((level, states.len(), nodes), N::WIDTH, false);
        self.checkpoints.put(&head, &mut states.pieces_of_bytes());
    }

    /// The states that were put aside for this task, if they are of this layout and whole.
    pub(super) fn take_up<const K: usize>(&self) -> Option<(StoredLevel, AnyWidth<K>)> {
        self.read(AnyWidth::Narrow).or_else(|| self.read(AnyWidth::Wide))
    }

    /// Lets another process find a level on a disk, and what has been made of the next one so far, if it is time; if it is the last time, if that goes quickly.
    pub(super) fn keep<const K: usize>(
        &self,
        level: &OnDisk<K>,
        next: Option<(&LevelWriter<K>, u32)>,
        nodes: u64,
        is_last: bool,
    ) {
        let own = if level.is_kept() { 0 } else { level.n_bytes_to_keep() };
        let is_time = |bytes| is_time(&*self.checkpoints, is_last, || to_place(own + bytes));
        let next = next.filter(|(next, _)| next.n_bytes_to_keep() > 0 && is_time(next.n_bytes_to_keep()));
        if next.is_none() && (level.is_kept() || !is_time(0)) {
            return;
        }
        if !level.is_kept() {
            if level.write_index().is_err() {
                return;
            }
            let head = self.head::<K>((level.at, level.n_states(), nodes), level.width, true);
            self.checkpoints.keep(&head, level.file());
        }
        if let Some((next, n_halvings)) = next
            && let Ok(end) = next.write_index(level, n_halvings)
        {
            self.checkpoints.keep_begun(next.file(), end);
        }
    }

    /// What another process has made of the level that comes of this one.
    pub(super) fn open_next<const K: usize>(&self, level: &OnDisk<K>) -> Result<Option<BegunLevel<K>>, Refused> {
        self.checkpoints.open_begun().map_or(Ok(None), |file| level.open_next(file))
    }

    /// The description of a level, of which these are the number, the states, and those of all levels so far.
    fn head<const K: usize>(
        &self,
        (level, states, nodes): (usize, usize, u64),
        width: u32,
        blocks: bool,
    ) -> StoredLevel {
        let (engine, task, plan) = (self.engine.to_owned(), self.task.clone(), self.plan.clone());
        StoredLevel { engine, task, plan, level, levels: self.n_levels, words: K, width, states, nodes, blocks }
    }

    /// The level that was put aside on a disk for this task, if there is one of this layout; the error is that it is not whole.
    pub(super) fn open<const K: usize>(&self) -> Option<(StoredLevel, Result<OnDisk<K>, Refused>)> {
        let is_ours = |head: &StoredLevel| {
            (&head.task, &head.plan, head.words) == (&self.task, &self.plan, K)
                && head.level <= self.n_levels
                && head.blocks
        };
        let (head, file) = self.checkpoints.open(&is_ours)?;
        let level = OnDisk::open(file, head.level);
        Some((head, level))
    }

    fn read<const K: usize, N: Number>(
        &self,
        found: impl Fn(States<K, N>) -> AnyWidth<K>,
    ) -> Option<(StoredLevel, AnyWidth<K>)> {
        let mut states = States::none();
        let is_ours = |head: &StoredLevel| {
            (&head.task, &head.plan, head.words, head.width) == (&self.task, &self.plan, K, N::WIDTH)
                && head.level <= self.n_levels
                && !head.blocks
        };
        let head = self.checkpoints.get(&is_ours, &mut |bytes| states.put_bytes(bytes))?;
        (states.len() == head.states).then(|| (head, found(states)))
    }
}

/// A hash of the order and the layout that states of `K` words depend on.
pub(crate) fn plan<const K: usize>(layout: &KeyLayout, residue: &Residue) -> String {
    hash(&layout.levels::<K>(residue))
}

/// A hash of everything that a sweep does.
fn hash<const K: usize>(levels: &[Transition<K>]) -> String {
    let mut hasher = Sha256::new();
    let mut update = |key: &Key<K>| key.iter().for_each(|word| hasher.update(word.to_le_bytes()));
    for level in levels {
        update(&level.own);
        update(&level.keep);
        for choice in &level.choices {
            update(&choice.clear);
            update(&choice.set);
            update(&choice.more);
            choice.fields.iter().for_each(&mut update);
            choice.ports.iter().for_each(|&slot| update(&[slot.into(); K]));
            // Problems that keep nothing apart have the hash that they had before any could.
            if choice.is_apart {
                update(&[u64::MAX; K]);
            }
        }
        level.counted.iter().flat_map(QuotaFloor::words).for_each(|word| update(&[word; K]));
        // What is joined at a level of a problem that knows no components is nothing at all.
        level.joining.iter().flat_map(Joining::words).for_each(|word| update(&[word; K]));
    }
    digits(hasher)
}
