//! Unfinished work of a trial, for the engine that is chosen to continue it.

use std::sync::{Arc, Mutex, PoisonError};

use super::task::Task;

/// Work on the whole problem that was begun as a trial, or nothing. Of all copies of an engine, the first that asks for it continues it.
#[derive(Debug)]
pub(super) struct WarmStart<T>(Arc<Mutex<Option<T>>>);

impl<T> WarmStart<T> {
    /// Holds this unfinished work.
    pub(super) fn with(work: T) -> Self {
        Self(Arc::new(Mutex::new(Some(work))))
    }

    /// The unfinished work, if this task is the whole problem and the work has not been taken yet.
    pub(super) fn take_for(&self, task: &Task) -> Option<T> {
        if task.prefix.is_empty() { self.0.lock().unwrap_or_else(PoisonError::into_inner).take() } else { None }
    }
}

impl<T> Default for WarmStart<T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<T> Clone for WarmStart<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}
