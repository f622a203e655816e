//! Solutions one after the other: found on another thread, and waited for here.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use dlx_count::session::Found;
use dlx_count::tally::Outcome;
use dlx_count::{Control, Ending, OptionId};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::Fault;
use crate::problem::{Problem, PublishedCount, outcome_in_python};
use crate::settings::Settings;
use crate::solution::Solution;

/// How often signals are looked for.
const TICK: Duration = Duration::from_millis(20);

type Batch = Vec<Box<[OptionId]>>;

enum Event {
    Found(Batch),
    Ended(Result<Outcome, Fault>),
}

/// What has come and was not handed out yet.
struct Waiting {
    events: Receiver<Event>,
    batch: std::vec::IntoIter<Box<[OptionId]>>,
    outcome: Option<Outcome>,
}

/// An iterator over solutions.
#[pyclass(frozen, module = "dlx_count._core")]
pub struct Search {
    known: Arc<PublishedCount>,
    control: Control,
    waiting: Mutex<Waiting>,
    is_closed: AtomicBool,
}

/// Finds solutions until there are no more, or the receiver is gone.
fn find(
    known: &PublishedCount,
    order: (bool, Option<u64>, Option<u64>),
    settings: &Settings,
    sender: &SyncSender<Event>,
    control: &Control,
) -> Result<Outcome, Fault> {
    if let Some(obstacle) = known.question.obstacle() {
        return Ok(Outcome::impossible(obstacle));
    }
    let session = settings.builder(control)?.build()?;
    let (is_in_order, seed, limit) = order;
    let solver = session.solve(known.question.problem()).in_order(is_in_order).shuffled(seed);
    let solver = solver.up_to(known.question.equivalence().cloned()).limit(limit.unwrap_or(u64::MAX));
    let encode = |found: Found<'_>, batch: &mut Batch| batch.push(found.options.into());
    let take = |mut batch: Batch, wanted: usize| {
        batch.truncate(wanted);
        match sender.send(Event::Found(batch)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    };
    Ok(solver.batches(Arc::new(encode), take)?.outcome)
}

#[pymethods]
impl Search {
    /// Begins a search. With `in_order` one thread finds them in the order of the search.
    #[new]
    fn new(
        problem: &Problem,
        in_order: bool,
        seed: Option<u64>,
        limit: Option<u64>,
        settings: Settings,
    ) -> PyResult<Self> {
        let (known, control) = (Arc::clone(&problem.0), Control::default());
        drop(settings.builder(&control)?);
        let (sender, events) = sync_channel(8);
        let (theirs, stop) = (Arc::clone(&known), control.clone());
        let search = move || {
            let ended = find(&theirs, (in_order, seed, limit), &settings, &sender, &stop);
            // If the receiver is gone, the end is of no interest.
            let _ = sender.send(Event::Ended(ended));
        };
        std::thread::Builder::new().name("search".into()).spawn(search)?;
        let waiting = Mutex::new(Waiting { events, batch: Vec::new().into_iter(), outcome: None });
        Ok(Self { known, control, waiting, is_closed: AtomicBool::new(false) })
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Solution>> {
        loop {
            if let Some(options) = self.next_of_batch() {
                return Ok(Some(Solution::new(Arc::clone(&self.known), options)));
            }
            match py.detach(|| self.look())? {
                Looked::Came => {}
                Looked::Nothing => py.check_signals()?,
                Looked::Ended => return Ok(None),
            }
        }
    }

    /// The outcome of the search; None while it runs.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let outcome = self.waiting.lock().unwrap_or_else(PoisonError::into_inner).outcome.clone();
        outcome.map(|outcome| outcome_in_python(py, &outcome)).transpose()
    }

    /// Ends the search: no more solutions come, not even those that were found.
    fn close(&self) {
        self.is_closed.store(true, Relaxed);
        self.control.stop(Ending::Interrupted);
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    /// Ends the search.
    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, PyTuple>) {
        self.close();
    }
}

enum Looked {
    Came,
    Nothing,
    Ended,
}

impl Search {
    fn next_of_batch(&self) -> Option<Box<[OptionId]>> {
        // Another thread may wait for the next batch and hold the lock meanwhile: `look` is where to wait.
        let mut waiting = self.waiting.try_lock().ok()?;
        if self.is_closed.load(Relaxed) {
            waiting.batch = Vec::new().into_iter();
        }
        waiting.batch.next()
    }

    /// Waits for a batch, for a moment.
    fn look(&self) -> Result<Looked, Fault> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.batch.len() > 0 {
            return Ok(Looked::Came);
        }
        if waiting.outcome.is_some() {
            return Ok(Looked::Ended);
        }
        match waiting.events.recv_timeout(TICK) {
            Ok(Event::Found(batch)) => {
                waiting.batch = batch.into_iter();
                Ok(Looked::Came)
            }
            Ok(Event::Ended(outcome)) => {
                waiting.outcome = Some(outcome?);
                Ok(Looked::Ended)
            }
            Err(RecvTimeoutError::Timeout) => Ok(Looked::Nothing),
            Err(RecvTimeoutError::Disconnected) => Ok(Looked::Ended),
        }
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.control.stop(Ending::Interrupted);
    }
}
