//! A sum that another process can continue: the number of chunks that are in it, and what they add up to.

use std::sync::Arc;

use num_bigint::BigInt;

use super::super::checkpoints::{CheckpointStore, StoredLevel, is_time};
use super::super::info::EngineKind;
use super::super::task::Task;
use super::PartialSum;
use super::lanes::SignSum;
use dlx_core::problem::to_place;

/// Where the sum of a task is put.
pub(super) struct Shelf {
    checkpoints: Arc<dyn CheckpointStore>,
    task: String,
    plan: String,
    n_chunks: u64,
    chunk: u64,
}

impl Shelf {
    pub(super) fn new(checkpoints: Arc<dyn CheckpointStore>, task: &Task, sum: &SignSum) -> Self {
        Self { checkpoints, task: task.words(), plan: sum.hash(), n_chunks: sum.n_chunks(), chunk: sum.chunk() }
    }

    /// Puts a sum aside if it is time.
    pub(super) fn put_aside(&self, partial: &PartialSum, is_last: bool) {
        if partial.n_done == 0 || partial.n_done == self.n_chunks || !is_time(&*self.checkpoints, is_last, || 0) {
            return;
        }
        let head = StoredLevel {
            engine: EngineKind::Signs.name().to_owned(),
            task: self.task.clone(),
            plan: self.plan.clone(),
            level: to_place(partial.n_done),
            levels: to_place(self.n_chunks),
            words: 0,
            width: 0,
            states: 1,
            nodes: partial.n_done * self.chunk,
            blocks: false,
        };
        self.checkpoints.put(&head, &mut std::iter::once(partial.sum.to_signed_bytes_le()));
    }

    /// The sum that was put aside for this task.
    pub(super) fn take_up(&self) -> Option<PartialSum> {
        let mut sum = None;
        let is_ours = |head: &StoredLevel| (&head.task, &head.plan) == (&self.task, &self.plan);
        let take = &mut |bytes: &[u8]| sum.replace(BigInt::from_signed_bytes_le(bytes)).is_none();
        let head = self.checkpoints.get(&is_ours, take)?;
        let n_done = u64::try_from(head.level).ok()?;
        sum.filter(|_| n_done <= self.n_chunks).map(|sum| PartialSum { n_done, sum })
    }
}
