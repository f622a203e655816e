//! Workers and the one place that merges. The protocol is in README.md beside this file.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TryRecvError, unbounded};

use super::crew::spawn;
use super::journal::{Entry, Journal, JournalError, Numbered, Start};
use super::{Control, Limits, Progress};
use crate::engine::{Engine, Hands, Rest, Task, Watch};
use crate::tally::{Ending, Tally};

/// How often the driver looks at limits, signals and progress when nobody reports.
pub(super) const TICK: Duration = Duration::from_millis(20);
/// A queue that has been empty for this long gets one running task's rest, so that progress shows and little hangs on one task.
const SLICE: Duration = Duration::from_millis(500);
/// How often what was reported is written down: at first often, since a short run has little to lose and would lose much of it; later each second.
const FLUSH: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(1)];
/// How often running tasks are asked to report when there is a journal: what they have counted since is lost when the process dies.
const PAUSE: Duration = Duration::from_secs(5);

/// What a worker hands in after each task.
struct Report {
    number: u64,
    task: Task,
    result: std::thread::Result<(Tally, Rest)>,
    /// How long the worker was at it.
    took: Duration,
}

/// What the driver has merged.
pub(super) struct Merged {
    /// The weighted sum of all tallies.
    pub(super) tally: Tally,
    /// Tasks that were run.
    pub(super) tasks: u64,
    /// Nothing is left to do.
    pub(super) is_complete: bool,
    /// The share of the search that is done.
    pub(super) done: f64,
    /// The journal could not be written.
    pub(super) failure: Option<JournalError>,
}

/// What a run is driven with.
pub(super) struct Drive<'r, 'a> {
    pub(super) control: &'r Control,
    pub(super) limits: &'r Limits,
    pub(super) on_progress: Option<&'r mut (dyn FnMut(&Progress) + Send + 'a)>,
    /// Told how long each task took.
    pub(super) on_task: Option<&'r mut (dyn FnMut(Duration) + Send + 'a)>,
    pub(super) journal: Option<Box<dyn Journal + 'a>>,
    pub(super) started: Instant,
    /// The share that was last told to be done.
    pub(super) shown: f64,
}

impl Drive<'_, '_> {
    /// Runs all tasks of the split on the threads of the pool and merges what they report.
    /// The first works with the hand that the caller has, the others with idle ones as they come.
    pub(super) fn run(self, pool: &rayon::ThreadPool, hands: &Hands, start: Start, engine: Box<dyn Engine>) -> Merged {
        let most = if engine.is_parallel() { 1 } else { pool.current_num_threads() };
        let (queue, tasks) = unbounded();
        let (reports, inbox) = unbounded();
        let control = self.control;
        pool.in_place_scope(move |scope| {
            let mut driver = Driver::new(self, start, queue);
            let hire = move |own: usize| {
                let (tasks, reports, engine) = (tasks.clone(), reports.clone(), engine.boxed_clone());
                spawn(scope, move || {
                    work(&tasks, &reports, engine, control.watch());
                    hands.give_back(own);
                });
            };
            hire(0);
            // It holds a report sender, and the driver must see the last one go: with the queue it gives it up.
            driver.agency = Some(Agency { hire: Box::new(hire), hands, places: most - 1 });
            driver.run(&inbox)
        })
    }
}

/// A worker: takes a task, runs it, hands in the result, until there are no more.
fn work(tasks: &Receiver<Numbered>, reports: &Sender<Report>, mut engine: Box<dyn Engine>, watch: &Watch) {
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

/// Where the driver gets more workers from.
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
        more as u64
    }
}

/// The one place that merges. Owns the sending end of the queue: when it lets go, the workers end.
struct Driver<'r, 'a, 's> {
    drive: Drive<'r, 'a>,
    agency: Option<Agency<'s>>,
    queue: Option<Sender<Numbered>>,
    merged: Merged,
    open: u64,
    done: f64,
    /// What was last told of it.
    shown: f64,
    last_report: Instant,
    /// The number of the next task.
    next: u64,
    n_workers: u64,
    last_flush: Instant,
    last_pause: Instant,
}

impl<'r, 'a> Driver<'r, 'a, '_> {
    fn new(drive: Drive<'r, 'a>, start: Start, queue: Sender<Numbered>) -> Self {
        let merged = Merged { tally: start.tally, tasks: 0, is_complete: false, done: start.done, failure: None };
        let (last_report, shown) = (drive.started, drive.shown);
        let mut driver = Self {
            drive,
            agency: None,
            queue: Some(queue),
            merged,
            open: 0,
            done: start.done,
            shown,
            last_report,
            next: start.next,
            n_workers: 1,
            last_flush: last_report,
            last_pause: last_report,
        };
        driver.enqueue(start.tasks);
        driver
    }

    fn run(mut self, inbox: &Receiver<Report>) -> Merged {
        let mut next_look = Instant::now();
        loop {
            self.drive.limits.enforce(self.drive.control, self.drive.started);
            if self.open == 0 || self.drive.control.stopped_by().is_some() {
                self.queue = None;
                self.agency = None;
            } else if let Some(agency) = &mut self.agency {
                self.n_workers += agency.hire();
            }
            match inbox.recv_timeout(self.patience()) {
                Ok(report) => self.merge(report),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if Instant::now() >= next_look {
                self.look();
                next_look = Instant::now() + TICK / 2;
            }
        }
        self.flush();
        Merged { is_complete: self.open == 0, done: self.done.clamp(0.0, 1.0), ..self.merged }
    }

    /// How long to wait for a report: a tick, or less if the time limit comes first.
    fn patience(&self) -> Duration {
        let left = self.drive.limits.time.map(|time| time.saturating_sub(self.drive.started.elapsed()));
        left.map_or(TICK, |left| left.clamp(Duration::from_millis(1), TICK))
    }

    /// Opens tasks. Once the queue is closed they stay open: the run is then not complete.
    fn enqueue(&mut self, tasks: impl IntoIterator<Item = Numbered>) {
        for task in tasks {
            self.open += 1;
            if let Some(queue) = &self.queue {
                let _ = queue.send(task);
            }
        }
    }

    fn merge(&mut self, Report { number, task, result, took }: Report) {
        if let Some(on_task) = &mut self.drive.on_task {
            on_task(took);
        }
        let (mut tally, rest) = match result {
            Ok(result) => result,
            Err(panic) => {
                self.drive.control.watch().stop();
                resume_unwind(panic)
            }
        };
        let rest: Vec<Numbered> = (self.next..).zip(rest.tasks(&task)).collect();
        self.next += rest.len() as u64;
        self.note(|journal| journal.close(Entry { task: number, tally: &tally, rest: &rest }));
        tally.count *= task.weight.clone();
        self.merged.tally += tally;
        self.merged.tasks += 1;
        self.open -= 1;
        self.drive.control.watch().note_share(0.0);
        self.done += task.share - rest.iter().map(|(_, task)| task.share).sum::<f64>();
        self.enqueue(rest);
        self.last_report = Instant::now();
    }

    /// Does something with the journal, if there is one. If it fails everything stops: what cannot be kept need not be counted.
    fn note(&mut self, write: impl FnOnce(&mut (dyn Journal + 'a)) -> Result<(), JournalError>) {
        let Some(journal) = self.drive.journal.as_deref_mut().filter(|_| self.merged.failure.is_none()) else { return };
        if let Err(error) = write(journal) {
            self.merged.failure = Some(error);
            self.drive.control.stop(Ending::Interrupted);
        }
    }

    fn flush(&mut self) {
        self.note(|journal| journal.flush());
        self.last_flush = Instant::now();
    }

    /// Writes down what was reported, and has every running task report now and then.
    fn keep_safe(&mut self) {
        let flush_every = (self.drive.started.elapsed() / 10).clamp(FLUSH[0], FLUSH[1]);
        if self.last_flush.elapsed() >= flush_every {
            self.flush();
        }
        if self.last_pause.elapsed() >= PAUSE {
            (0..self.open.min(self.n_workers)).for_each(|_| self.drive.control.watch().want());
            self.last_pause = Instant::now();
        }
    }

    /// Looks at the limits, at how long nobody has reported, and tells how far we are.
    fn look(&mut self) {
        let Drive { control, started, .. } = self.drive;
        if self.queue.as_ref().is_some_and(Sender::is_empty) && self.last_report.elapsed() >= SLICE {
            control.watch().want();
            self.last_report = Instant::now();
        }
        if self.drive.journal.is_some() {
            self.keep_safe();
        }
        if let Some(on_progress) = &mut self.drive.on_progress {
            let watch = control.watch();
            // A share noted by a running task is an expectation, and may have become smaller.
            self.shown = self.shown.max(self.done + watch.share_done()).clamp(0.0, 1.0);
            on_progress(&Progress {
                done: self.shown,
                found: watch.found(),
                nodes: watch.nodes(),
                tasks: self.merged.tasks,
                open_tasks: self.open,
                busy: self.open.min(self.n_workers),
                elapsed: started.elapsed(),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::EngineKind;
    use crate::family::queens;
    use crate::tally::Count;

    #[test]
    fn every_task_counts_as_often_as_its_weight_says() {
        let (control, limits) = (Control::default(), Limits::default());
        let task = |weight: u64| Task { weight: weight.into(), ..Task::root() };
        let tasks = (0..).zip([task(5), task(1), task(0)]).collect();
        let start = Start { tally: Tally::default(), done: 0.0, tasks, next: 3 };
        let drive = Drive {
            control: &control,
            limits: &limits,
            on_progress: None,
            on_task: None,
            journal: None,
            started: Instant::now(),
            shown: 0.0,
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let hands = Hands::new(1);
        let merged = drive.run(&pool, &hands, start, EngineKind::Links.build(&queens(6), 1 << 20));
        assert_eq!((merged.tally.count, merged.tasks, merged.is_complete), (Count::from(24u64), 3, true));
        assert_eq!(hands.take(9), 1, "hands are given back");
    }
}
