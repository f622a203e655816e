//! The threads of this process as a workforce: a queue of tasks, a worker on each thread of the pool, a channel of reports.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TryRecvError, unbounded};

use super::crew::{Crew, spawn};
use super::journal::Numbered;
use super::workforce::{Heard, Report, Workforce};
use crate::engine::{Engine, Hands, Watch};
use crate::problem::to_u64;

/// Workers on the threads of a pool.
pub(crate) struct Threads<'s> {
    /// When it is dropped, the workers end.
    queue: Option<Sender<Numbered>>,
    inbox: Receiver<Report>,
    /// It holds a sender of reports. The last one has to go before the inbox says so: it is dropped together with the queue.
    agency: Option<Agency<'s>>,
    watch: &'s Watch,
    n_workers: u64,
}

impl Threads<'_> {
    /// Does some work that is handed a workforce: workers with copies of this engine, at most so many.
    /// The first works with the hand that the caller has, the others with idle ones as they come.
    pub(crate) fn with<R>(
        crew: &Crew,
        most: usize,
        engine: Box<dyn Engine>,
        watch: &Watch,
        work: impl FnOnce(&mut dyn Workforce) -> R,
    ) -> R {
        let (queue, tasks) = unbounded();
        let (reports, inbox) = unbounded();
        let hands = crew.hands();
        crew.pool().in_place_scope(move |scope| {
            let hire = move |own: usize| {
                let (tasks, reports, engine) = (tasks.clone(), reports.clone(), engine.boxed_clone());
                spawn(scope, move || {
                    serve(&tasks, &reports, engine, watch);
                    hands.give_back(own);
                });
            };
            hire(0);
            let agency = Agency { hire: Box::new(hire), hands, places: most.saturating_sub(1) };
            work(&mut Threads { queue: Some(queue), inbox, agency: Some(agency), watch, n_workers: 1 })
        })
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
        match self.inbox.recv_timeout(patience) {
            Ok(report) => Heard::Report(Box::new(report)),
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::Silence,
        }
    }

    fn want(&mut self, tasks: u64) {
        (0..tasks).for_each(|_| self.watch.want());
    }

    /// Running engines hear from the watch that they are to pause: whoever stops a run has told it.
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
    /// Starts a worker, which gives so many hands back in the end.
    hire: Box<dyn Fn(usize) + 's>,
    hands: &'s Hands,
    /// How many more there may be.
    places: usize,
}

impl Agency<'_> {
    /// Hires a worker for every idle hand, and says how many.
    fn hire(&mut self) -> u64 {
        let more = self.hands.take(self.places);
        self.places -= more;
        (0..more).for_each(|_| (self.hire)(1));
        to_u64(more)
    }
}

/// What a worker does: it takes a task, runs it, hands in the result, until there are no more.
fn serve(tasks: &Receiver<Numbered>, reports: &Sender<Report>, mut engine: Box<dyn Engine>, watch: &Watch) {
    while let Some((number, task)) = next_task(tasks, watch) {
        let began = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(|| engine.run(&task, watch)));
        let took = began.elapsed();
        let is_broken = result.is_err();
        if reports.send(Report { number, task, result, took }).is_err() || is_broken {
            return;
        }
    }
}

/// The next task; if the queue is empty, asks whoever is running to hand back a rest, and waits.
fn next_task(tasks: &Receiver<Numbered>, watch: &Watch) -> Option<Numbered> {
    let task = match tasks.try_recv() {
        Ok(task) => task,
        Err(TryRecvError::Disconnected) => return None,
        Err(TryRecvError::Empty) => {
            watch.want();
            tasks.recv().ok()?
        }
    };
    (!watch.is_stopped()).then_some(task)
}
