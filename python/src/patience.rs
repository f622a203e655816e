//! Long work on a thread of its own, while the thread that asked looks for signals and shows how far it is.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use dlx_count::{Control, Ending, Progress};
use pyo3::prelude::*;

/// How often signals are looked for.
const TICK: Duration = Duration::from_millis(20);

/// How far the work is, by its last report.
#[derive(Default)]
pub struct Told(Mutex<Progress>);

impl Told {
    /// Notes how far it is.
    pub fn note(&self, progress: &Progress) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = *progress;
    }

    /// Calls a Python function with it: share done, solutions, nodes, tasks done, tasks open, threads at work, seconds.
    fn tell(&self, py: Python<'_>, listener: Option<&Py<PyAny>>) -> PyResult<()> {
        let Some(listener) = listener else { return Ok(()) };
        let now = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let seconds = now.elapsed.as_secs_f64();
        listener.call1(py, (now.done, now.found, now.nodes, now.tasks, now.open_tasks, now.busy, seconds)).map(drop)
    }
}

/// Does some work, and stops it by the control when a signal handler or the listener raises. The result is that of the work, and what was raised if anything was.
pub fn wait<R: Send>(
    py: Python<'_>,
    control: &Control,
    told: &Told,
    listener: Option<&Py<PyAny>>,
    work: impl FnOnce() -> R + Send,
) -> (R, Option<PyErr>) {
    py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, receiver) = channel();
            let worker = scope.spawn(move || {
                let result = work();
                // Wakes the waiting thread; the result itself comes by `join`.
                drop(sender);
                result
            });
            let mut raised = None;
            while receiver.recv_timeout(TICK) != Err::<(), _>(RecvTimeoutError::Disconnected) {
                let look = |py: Python<'_>| py.check_signals().and_then(|()| told.tell(py, listener));
                if let (None, Err(error)) = (&raised, Python::attach(look)) {
                    control.stop(Ending::Interrupted);
                    raised = Some(error);
                }
            }
            (worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), raised)
        })
    })
}

/// Waits for work that reports no progress, and whose result is of no use once it was stopped.
pub fn quietly<R: Send>(py: Python<'_>, control: &Control, work: impl FnOnce() -> R + Send) -> PyResult<R> {
    let (result, raised) = wait(py, control, &Told::default(), None, work);
    raised.map_or(Ok(result), Err)
}
