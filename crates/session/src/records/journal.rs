//! Tallies as they come: the journal of a process that counts tasks of a split.
//!
//! The driver reports a task when it is counted, or when a part of it goes to another thread, or when everything stops; each report is one line. So the lines say at
//! any moment what was counted and what is left, and a process that is killed loses only what it was working on.

use std::io::Write;

use rustc_hash::FxHashMap;

use super::line::{Record, TaskTally};
use super::settle::OpenTask;
use dlx_core::problem::to_u64;
use dlx_core::tally::{Count, Tally};
use dlx_engines::{Prefix, Task};
use dlx_run::{Journal, JournalEntry, JournalError, Numbered, Start};

/// Writes the tallies of some tasks.
pub struct RecordJournal<W> {
    out: W,
    split: String,
    /// The share of the search that all tasks together stand for.
    whole: f64,
    tasks: Vec<Numbered>,
    /// For each number of a task in the driver: the number of the task of the split, and the prefix.
    open: FxHashMap<u64, (u64, Prefix)>,
}

impl<W: Write + Send> RecordJournal<W> {
    /// A journal that writes the tallies of these tasks of a split.
    pub fn new(out: W, split: &str, open: Vec<OpenTask>) -> Self {
        let whole: f64 = open.iter().map(|open| open.task.share).sum();
        let whole = if whole > 0.0 { whole } else { 1.0 };
        let known = (0..).zip(&open).map(|(number, open)| (number, (open.id, open.task.prefix.clone()))).collect();
        // For the process that counts them these tasks are the whole.
        let scaled = |task: Task| Task { share: task.share / whole, ..task };
        let tasks = (0..).zip(open).map(|(number, open)| (number, scaled(open.task))).collect();
        Self { out, split: split.into(), whole, tasks, open: known }
    }

    fn write(&mut self, counted: TaskTally) -> Result<(), JournalError> {
        let line = Record::Tally(counted).line(&self.split)? + "\n";
        // In one piece, so that it is whole or not there.
        self.out.write_all(line.as_bytes())?;
        Ok(self.out.flush()?)
    }
}

impl<W: Write + Send> Journal for RecordJournal<W> {
    fn start(&mut self) -> Result<Option<Start>, JournalError> {
        let (tasks, next) = (std::mem::take(&mut self.tasks), to_u64(self.open.len()));
        Ok(Some(Start { tally: Tally::default(), done: 0.0, tasks, next }))
    }

    fn begin(&mut self, _: &Start) -> Result<(), JournalError> {
        Ok(())
    }

    fn close(&mut self, JournalEntry { task, tally, rest }: JournalEntry<'_>) -> Result<(), JournalError> {
        let (id, prefix) = self.open.remove(&task).ok_or_else(|| format!("task {task} was not handed out"))?;
        self.open.extend(rest.iter().map(|(number, task)| (*number, (id, task.prefix.clone()))));
        if matches!(rest, [(_, part)] if part.prefix == prefix) {
            // It was handed back unchanged: nothing has to be written.
            return Ok(());
        }
        let part = |(_, task): &Numbered| Task { weight: Count::ONE, share: task.share * self.whole, ..task.clone() };
        let rest = rest.iter().map(part).collect();
        self.write(TaskTally { id, prefix, tally: tally.clone().into(), rest })
    }

    fn flush(&mut self) -> Result<(), JournalError> {
        Ok(())
    }
}
