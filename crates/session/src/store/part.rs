//! One problem of a run file: the journal of its count.

use std::sync::{Arc, PoisonError};

use rusqlite::Connection;

use super::change::Change;
use super::error::{Fault, at};
use super::file::{COMMIT_EVERY, Shared};
use super::levels::Levels;
use super::rows;
use dlx_core::tally::Tally;
use dlx_engines::{Shelf, Task};
use dlx_run::{Entry, Journal, JournalError, Start};

/// The place of a problem in a run file.
#[derive(Debug)]
pub struct Part {
    store: Arc<Shared>,
    change: Change,
    levels: Arc<Levels>,
}

impl Part {
    pub(super) fn new(store: Arc<Shared>, id: i64) -> Self {
        let levels = Arc::new(Levels::new(Arc::clone(&store), id));
        Self { store, change: Change::new(id), levels }
    }

    /// Writes down that all has been counted, elsewhere and at one go. What was begun of it otherwise gives way.
    ///
    /// # Errors
    /// If it cannot be written, or all is written already and is another count.
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
        self.close(Entry { task: 0, tally, rest: &[] })?;
        self.flush()
    }

    /// Has all been counted?
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn is_answered(&mut self) -> Result<bool, JournalError> {
        Ok(self.start()?.is_some_and(|start| start.tasks.is_empty()))
    }
}

impl Journal for Part {
    fn start(&mut self) -> Result<Option<Start>, JournalError> {
        let (part, writer) = (self.change.part, self.store.writer());
        Ok(start(&writer.connection, part).map_err(at(&self.store.path))?)
    }

    fn begin(&mut self, start: &Start) -> Result<(), JournalError> {
        self.change.begun = Some(start.tally.clone());
        self.change.opened = start.tasks.iter().map(|(id, task)| (*id, *id, task.clone())).collect();
        Ok(())
    }

    fn counted_by(&mut self, engine: &'static str) -> Result<(), JournalError> {
        self.change.engine = Some(engine);
        Ok(())
    }

    fn last_engine(&mut self) -> Result<Option<String>, JournalError> {
        let (part, writer) = (self.change.part, self.store.writer());
        Ok(rows::engines(&writer.connection, part).map_err(at(&self.store.path))?.pop())
    }

    fn close(&mut self, Entry { task, tally, rest }: Entry<'_>) -> Result<(), JournalError> {
        self.change.closed.push((task, tally.clone()));
        self.change.opened.extend(rest.iter().map(|(id, part)| (*id, task, part.clone())));
        Ok(())
    }

    fn flush(&mut self) -> Result<(), JournalError> {
        // Somebody may be writing states for a while: what is to be written can wait until the next time, or the end.
        let Ok(mut writer) = self.store.writer.try_lock() else { return Ok(()) };
        if !self.change.is_empty() {
            let empty = Change::new(self.change.part);
            writer.changes.push(std::mem::replace(&mut self.change, empty));
        }
        if writer.last.elapsed() >= COMMIT_EVERY { Ok(self.store.commit(&mut writer)?) } else { Ok(()) }
    }

    fn shelf(&self) -> Option<Arc<dyn Shelf>> {
        Some(Arc::clone(&self.levels) as Arc<dyn Shelf>)
    }
}

/// Where a problem's count goes on.
fn start(connection: &Connection, part: i64) -> Result<Option<Start>, Fault> {
    let Some(begun) = rows::begun(connection, part)? else { return Ok(None) };
    let (tally, _) = rows::tally(connection, part, begun)?;
    let tasks = rows::open_tasks(connection, part)?;
    let left: f64 = tasks.iter().map(|(_, task)| task.share).sum();
    Ok(Some(Start { tally, done: 1.0 - left, tasks, next: rows::next(connection, part)? }))
}

impl Drop for Part {
    fn drop(&mut self) {
        let mut in_use = self.store.in_use.lock().unwrap_or_else(PoisonError::into_inner);
        in_use.remove(&self.change.part);
        drop(in_use);
        if !self.change.is_empty() {
            self.store.writer().changes.push(std::mem::take(&mut self.change));
        }
    }
}
