//! The threads of this process as a workforce: a queue of tasks, a worker on each thread of the pool, a channel of reports.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TryRecvError, unbounded};

use super::error::RunError;
use super::journal::Numbered;
use super::worker_pool::{WorkerPool, spawn};
use super::workforce::{Heard, Report, Workforce};
use dlx_core::problem::to_u64;
use dlx_core::stop::{Stopped, caught};
use dlx_core::tally::Tally;
use dlx_engines::{Engine, OpenSubtrees, Permits, RunSignal};

/// Workers on the threads of a pool.
pub struct Threads<'s> {
    /// When it is dropped, the workers end.
    queue: Option<Sender<Numbered>>,
    inbox: Receiver<Vec<Report>>,
    /// Reports that came together with the last one and have not been returned yet.
    waiting: VecDeque<Report>,
    /// It holds a sender of reports. The inbox only closes when the last sender is gone, so this is dropped together with the queue.
    agency: Option<Agency<'s>>,
    signal: &'s RunSignal,
    n_workers: u64,
}

impl Threads<'_> {
    /// Does some work with a workforce: at most `most` workers with copies of this engine.
    /// The first works with the permit that the caller has, the others with permits as they become idle.
    ///
    /// # Errors
    ///
    /// The system grants no threads.
    pub fn with<R>(
        workers: &WorkerPool,
        most: usize,
        engine: Box<dyn Engine>,
        signal: &RunSignal,
        work: impl FnOnce(&mut dyn Workforce) -> R,
    ) -> Result<R, RunError> {
        let (queue, tasks) = unbounded();
        let (reports, inbox) = unbounded();
        let permits = workers.permits();
        let merged = workers.pool()?.in_place_scope(move |scope| {
            let hire = move |own: usize| {
                let (tasks, outbox, engine) = (tasks.clone(), Outbox::new(reports.clone()), engine.boxed_clone());
                spawn(scope, move || {
                    serve(&tasks, outbox, engine, signal);
                    permits.give_back(own);
                });
            };
            hire(0);
            let agency = Agency { hire: Box::new(hire), permits, places: most.saturating_sub(1) };
            let (queue, waiting) = (Some(queue), VecDeque::new());
            work(&mut Threads { queue, inbox, waiting, agency: Some(agency), signal, n_workers: 1 })
        });
        Ok(merged)
    }
}

impl Workforce for Threads<'_> {
    fn submit(&mut self, task: Numbered) {
        if let Some(queue) = &self.queue {
            let _ = queue.send(task);
        }
    }

    fn report(&mut self, patience: Duration) -> Heard {
        if let Some(agency) = &mut self.agency {
            self.n_workers += agency.hire();
        }
        if self.waiting.is_empty() {
            match self.inbox.recv_timeout(patience) {
                Ok(reports) => self.waiting.extend(reports),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Heard::Silence,
            }
        }
        self.waiting.pop_front().map_or(Heard::Nothing, |report| Heard::Report(Box::new(report)))
    }

    fn request_split(&mut self, tasks: u64) {
        (0..tasks).for_each(|_| self.signal.request_split());
    }

    /// Running engines learn from the watch that they are to pause: the caller that stops a run has told it.
    fn stop(&mut self) {
        self.queue = None;
        self.agency = None;
    }

    fn has_waiting(&self) -> bool {
        self.queue.as_ref().is_some_and(|queue| !queue.is_empty())
    }

    fn workers(&self) -> u64 {
        self.n_workers
    }
}

/// Where more workers come from.
struct Agency<'s> {
    /// Starts a worker, which gives this number of permits back in the end.
    hire: Box<dyn Fn(usize) + 's>,
    permits: &'s Permits,
    /// How many more there may be.
    places: usize,
}

impl Agency<'_> {
    /// Hires a worker for every idle permit, and returns their number.
    fn hire(&mut self) -> u64 {
        let more = self.permits.take(self.places);
        self.places -= more;
        (0..more).for_each(|_| (self.hire)(1));
        to_u64(more)
    }
}

/// A worker hands its reports in together when they have taken this long. To wake the driver for each short task took a quarter of the processor time of queens 15 with its 1669 tasks (0.122 s, and now 0.092).
const BUNDLE: Duration = Duration::from_millis(1);

/// The reports of a worker that have not been handed in.
struct Outbox {
    driver: Sender<Vec<Report>>,
    reports: Vec<Report>,
    took: Duration,
}

impl Outbox {
    fn new(driver: Sender<Vec<Report>>) -> Self {
        Self { driver, reports: Vec::new(), took: Duration::ZERO }
    }

    /// Hands in all reports. Returns false if there is no receiver any more.
    fn send(&mut self) -> bool {
        self.took = Duration::ZERO;
        self.reports.is_empty() || self.driver.send(std::mem::take(&mut self.reports)).is_ok()
    }

    /// Adds a report; if there is a rest, it is sent at once.
    fn put(&mut self, report: Report) -> bool {
        let is_urgent = report.result.as_ref().map_or(true, |(_, rest)| !rest.is_empty());
        self.took += report.took;
        self.reports.push(report);
        if is_urgent || self.took >= BUNDLE { self.send() } else { true }
    }
}

impl Drop for Outbox {
    fn drop(&mut self) {
        self.send();
    }
}

/// What a worker does: it takes a task, runs it, hands in the result, until there are no more.
fn serve(tasks: &Receiver<Numbered>, mut outbox: Outbox, mut engine: Box<dyn Engine>, signal: &RunSignal) {
    while let Some(task) = next_task(tasks, &mut outbox, signal) {
        let report = run(task, &mut *engine, signal);
        let is_broken = report.result.is_err();
        if !outbox.put(report) || is_broken {
            return;
        }
    }
}

/// Has an engine run a task. If it is stopped while it sets itself up, it has counted nothing and leaves everything.
pub(super) fn run((number, task): Numbered, engine: &mut dyn Engine, signal: &RunSignal) -> Report {
    let began = Instant::now();
    let work = || signal.word().over(|| caught(|| engine.run(&task, signal)));
    let result = catch_unwind(AssertUnwindSafe(work));
    let result = result.map(|result| result.unwrap_or_else(|Stopped| (Tally::default(), OpenSubtrees::whole())));
    Report { number, task, result, took: began.elapsed() }
}

/// The next task; if the queue is empty, hands in what was done, asks a running worker to hand back a rest, and waits.
fn next_task(tasks: &Receiver<Numbered>, outbox: &mut Outbox, signal: &RunSignal) -> Option<Numbered> {
    let task = match tasks.try_recv() {
        Ok(task) => task,
        Err(TryRecvError::Disconnected) => return None,
        Err(TryRecvError::Empty) => {
            outbox.send();
            signal.request_split();
            tasks.recv().ok()?
        }
    };
    (!signal.is_stopped()).then_some(task)
}
