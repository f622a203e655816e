//! One problem of a run file: the journal of its count.

use std::sync::{Arc, TryLockError};
use std::time::Duration;

use super::event::Event;
use super::levels::Levels;
use super::{SharedLog, StoreError, lock};
use dlx_core::tally::Tally;
use dlx_engines::{CheckpointStore, Disk, Task};
use dlx_run::{Journal, JournalEntry, JournalError, Start};

/// The place of a problem in a run file.
#[derive(Debug)]
pub struct RunPart {
    store: Arc<SharedLog>,
    number: usize,
    levels: Arc<Levels>,
}

impl RunPart {
    pub(super) fn new(store: Arc<SharedLog>, number: usize) -> Self {
        let levels = Arc::new(Levels::new(Arc::clone(&store), number));
        Self { store, number, levels }
    }

    /// Writes down that everything has been counted, elsewhere and in one go. This replaces what was begun before.
    ///
    /// # Errors
    /// If it cannot be written, or if a different complete count is already written.
    pub fn answer(mut self, tally: Tally, engine: &'static str) -> Result<(), JournalError> {
        match self.start()?.filter(|start| start.tasks.is_empty()) {
            Some(known) if known.tally.count == tally.count => Ok(()),
            Some(known) => {
                Err(format!("the run has {}, and now {} were counted", known.tally.count, tally.count).into())
            }
            None => self.begin_answered(&tally, engine),
        }
    }

    fn begin_answered(&mut self, tally: &Tally, engine: &'static str) -> Result<(), JournalError> {
        self.counted_by(engine)?;
        let whole = Start { tally: Tally::default(), done: 0.0, tasks: vec![(0, Task::root())], next: 1 };
        self.begin(&whole)?;
        self.close(JournalEntry { task: 0, tally, rest: &[] })?;
        self.flush()
    }

    /// Has everything been counted?
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn is_answered(&mut self) -> Result<bool, JournalError> {
        Ok(self.start()?.is_some_and(|start| start.tasks.is_empty()))
    }

    fn note(&self, event: Event) -> Result<(), StoreError> {
        lock(&self.store.log).note(event)
    }
}

impl Journal for RunPart {
    fn start(&mut self) -> Result<Option<Start>, JournalError> {
        Ok(lock(&self.store.log).state.parts[self.number].start())
    }

    fn begin(&mut self, Start { tally, tasks, .. }: &Start) -> Result<(), JournalError> {
        Ok(self.note(Event::Begin { part: self.number, tally: tally.clone(), tasks: tasks.clone() })?)
    }

    fn counted_by(&mut self, engine: &'static str) -> Result<(), JournalError> {
        Ok(self.note(Event::Engine { part: self.number, engine: engine.into() })?)
    }

    fn last_engine(&mut self) -> Result<Option<String>, JournalError> {
        Ok(lock(&self.store.log).state.parts[self.number].engines.last().cloned())
    }

    fn time_before(&self) -> Duration {
        let log = lock(&self.store.log);
        // Of several problems it is not known which has had it.
        if log.state.parts.len() > 1 { Duration::ZERO } else { log.before }
    }

    fn close(&mut self, JournalEntry { task, tally, rest }: JournalEntry<'_>) -> Result<(), JournalError> {
        let (tally, rest) = (tally.clone().into(), rest.to_vec());
        self.note(Event::Tally { part: self.number, task, tally, rest })?;
        // Who may not write states to a disk may still have read some.
        self.levels.disk().failure().map_or(Ok(()), |what| Err(what.into()))
    }

    fn flush(&mut self) -> Result<(), JournalError> {
        match self.store.log.try_lock() {
            Ok(mut log) => Ok(log.keep_up()?),
            // Another problem is written just now: what is noted can wait until the next time, or the end.
            Err(TryLockError::WouldBlock) => Ok(()),
            Err(TryLockError::Poisoned(log)) => Ok(log.into_inner().keep_up()?),
        }
    }

    fn checkpoints(&self) -> Option<Arc<dyn CheckpointStore>> {
        Some(Arc::clone(&self.levels) as Arc<dyn CheckpointStore>)
    }

    fn disk(&self) -> Option<Arc<dyn Disk>> {
        Some(self.levels.disk())
    }
}

impl Drop for RunPart {
    fn drop(&mut self) {
        lock(&self.store.in_use).remove(&self.number);
    }
}
