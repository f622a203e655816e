//! What a session owns, and all its work uses: threads, memory, control, observer.

use std::sync::Arc;
use std::time::Instant;

use crossbeam_channel::RecvTimeoutError;

use super::settings::SessionSettings;
use dlx_core::problem::Problem;
use dlx_core::stop::{StopSource, Stopped, caught, is_due, pass_on};
use dlx_core::tally::{Ending, Outcome};
use dlx_engines::frontier::Refusal;
use dlx_run::{
    Control, Limits, MAX_TASKS, Observer, Permit, Progress, RunError, Split, SplitDepth, Splitter, TICK, WorkerPool,
    spawn,
};

/// Counts, solves, samples and estimates, with the same threads, memory and limits.
///
/// Requests to one session from several threads run side by side; each count begins when one of the session's threads is free for it. An observer must not ask its own
/// session for a count: it would wait for itself.
pub struct Session<'o> {
    pub(super) workers: Arc<WorkerPool>,
    pub(super) control: Control,
    pub(super) observer: Arc<dyn Observer + 'o>,
    pub(super) settings: SessionSettings,
    /// Is it used by a job of a batch, which holds a permit already?
    pub(super) has_permit: bool,
}

/// Refuses what is about all solutions of a problem of which only some options are shown.
pub(super) fn refuse_hidden(problem: &Problem, what: &'static str) -> Result<(), RunError> {
    if problem.shown().is_some() { Err(RunError::Projected { what }) } else { Ok(()) }
}

impl Session<'_> {
    /// The number of worker threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.workers.threads()
    }

    /// How many bytes the engines may use for the states that they keep.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.settings.memory
    }

    /// Splits a problem into tasks: `tally` plus the weighted counts of the tasks is the count of the whole. Unless the session is set not to, tasks that count
    /// the same are merged.
    ///
    /// ```
    /// use dlx_count::{Session, SplitDepth, family::queens};
    ///
    /// let session = Session::builder().threads(1).build()?;
    /// let split = session.split(&queens(8), SplitDepth::At(1));
    /// assert_eq!(split.tasks.len(), 4); // the left half of a row, each task with weight 2
    /// let apart = session.to_builder().merging(false).build()?;
    /// assert_eq!(apart.split(&queens(8), SplitDepth::At(1)).tasks.len(), 8);
    /// # Ok::<(), dlx_count::RunError>(())
    /// ```
    #[must_use]
    pub fn split(&self, problem: &Problem, depth: SplitDepth) -> Split {
        // Tasks would divide what is hidden.
        if depth == SplitDepth::At(0) || problem.shown().is_some() {
            return Split::whole();
        }
        self.split_by(problem, |splitter| splitter.split(depth, self.threads(), &|_| self.is_due()))
    }

    /// Splits a problem into this many tasks, or more: the search tree is expanded level by level until there are enough, or until nothing is left to expand.
    ///
    /// ```
    /// use dlx_count::{Session, family::queens};
    ///
    /// let session = Session::builder().threads(1).build()?;
    /// assert!(session.split_into(&queens(8), 10).tasks.len() >= 10);
    /// # Ok::<(), dlx_count::RunError>(())
    /// ```
    #[must_use]
    pub fn split_into(&self, problem: &Problem, tasks: usize) -> Split {
        if problem.shown().is_some() {
            return Split::whole();
        }
        let most = tasks.min(MAX_TASKS);
        self.split_by(problem, |splitter| splitter.split_until(usize::MAX, most, &|_| self.is_due()))
    }

    /// Splits a problem as far as possible until the time is over: perhaps into one task.
    fn split_by(&self, problem: &Problem, split: impl FnOnce(&mut Splitter<'_>)) -> Split {
        let work = || {
            let mut splitter = Splitter::new(problem, self.settings.is_merging);
            split(&mut splitter);
            splitter.into_split()
        };
        let until = (&self.settings.limits, Instant::now());
        self.until_stopped(&self.control, until, work).unwrap_or_else(|_| Split::whole())
    }

    /// Is the work on this thread to end?
    pub(super) fn is_due(&self) -> bool {
        self.control.stopped_by().is_some() || is_due()
    }

    /// This session, for work that already holds a permit.
    pub(super) fn with_permit(&self) -> Self {
        Self {
            workers: Arc::clone(&self.workers),
            control: self.control.clone(),
            observer: Arc::clone(&self.observer),
            settings: self.settings.clone(),
            has_permit: true,
        }
    }

    /// Waits for a free permit, unless there is one already.
    pub(super) fn permit(&self) -> Option<Permit<'_>> {
        (!self.has_permit).then(|| self.workers.hold())
    }

    /// A control of one count, whose engines share the permits of the session.
    pub(super) fn control_of_one(&self) -> Control {
        let control = self.control.below();
        control.signal().lend(self.workers.permits());
        control
    }

    /// Does some work on this thread that is stopped with this control, or when the time limit is over, counted from `started`. If it is stopped where it has no partial result, the error says why
    /// it was stopped. (Work that is stopped for another reason, which this control does not know, unwinds further.)
    pub(super) fn until_stopped<R>(
        &self,
        control: &Control,
        (limits, started): (&Limits, Instant),
        work: impl FnOnce() -> R,
    ) -> Result<R, Ending> {
        let deadline = limits.time.and_then(|time| started.checked_add(time));
        let work = || caught(work);
        control.signal().word().until(deadline).over(work).map_err(|stop| self.ending(control, (limits, started), stop))
    }

    /// The outcome of a run that was stopped before anything was counted.
    pub(super) fn nothing_counted(&self, ending: Ending, started: Instant) -> Outcome {
        Outcome { threads: self.threads(), elapsed: started.elapsed(), ..Outcome::stopped(ending) }
    }

    /// Why work was stopped; if not by this run or a signal, it unwinds further.
    pub(super) fn ending(&self, control: &Control, (limits, started): (&Limits, Instant), stopped: Stopped) -> Ending {
        limits.enforce(control, started);
        // The observer passes signals on.
        self.observer.progress(&Progress { elapsed: started.elapsed(), ..Progress::default() });
        control.stopped_by().unwrap_or_else(|| pass_on(stopped))
    }

    /// Has a thread of the pool do some work, with `word` as its stop source, and meanwhile calls `look` some dozen times a second. The work may unwind when it is stopped.
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub(super) fn meanwhile<R: Send>(
        &self,
        word: StopSource,
        work: impl FnOnce() -> R + Send,
        mut look: impl FnMut(),
    ) -> Result<R, RunError> {
        // Closed when the work has ended, or has panicked, which the scope passes on. Nothing is sent, so that one kind of channel does for all results.
        let (open, ended) = crossbeam_channel::bounded::<()>(0);
        let mut result = None;
        self.workers.pool()?.in_place_scope(|scope| {
            let result = &mut result;
            spawn(scope, move || {
                let _open = open;
                *result = Some(word.over(work));
            });
            while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                look();
            }
        });
        Ok(result.expect("a panic has been passed on"))
    }

    /// Does some work on a thread of the pool, where others may help; it is stopped as work on this thread is.
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub fn on_pool<R: Send>(&self, work: impl FnOnce() -> R + Send) -> Result<R, RunError> {
        let result = self.meanwhile(StopSource::heard_here(), || caught(work), || {})?;
        Ok(result.unwrap_or_else(|stopped| pass_on(stopped)))
    }

    /// Runs work on a thread of the pool while the observer is told what the control knows.
    pub(super) fn observed<R: Send>(
        &self,
        control: &Control,
        work: impl FnOnce() -> Result<R, Refusal> + Send,
    ) -> Result<R, Refusal> {
        let started = Instant::now();
        let work = || caught(work).unwrap_or(Err(Refusal::Stopped));
        self.meanwhile(control.signal().word(), work, || {
            let signal = control.signal();
            let (found, nodes, elapsed) = (signal.found(), signal.nodes(), started.elapsed());
            self.observer.progress(&Progress { found, nodes, open_tasks: 1, busy: 1, elapsed, ..Progress::default() });
        })
        .unwrap_or(Err(Refusal::Threads))
    }
}

impl std::fmt::Debug for Session<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (threads, settings) = (self.threads(), &self.settings);
        formatter.debug_struct("Session").field("threads", &threads).field("settings", settings).finish_non_exhaustive()
    }
}
