//! The driver, the only place that merges. The protocol is in README.md beside this file.

use std::panic::resume_unwind;
use std::time::{Duration, Instant};

use super::closed::Closed;
use super::journal::{Journal, JournalEntry, JournalError, Numbered, Start};
use super::workforce::{Heard, Report, Workforce};
use super::{Control, Limits, Observer, Progress, RunError};
use dlx_core::problem::to_u64;
use dlx_core::tally::{Ending, Tally};

/// How often the driver looks at limits, signals and progress when there are no reports.
pub const TICK: Duration = Duration::from_millis(20);
/// If the queue has been empty for this long, it gets the rest of one running task, so that progress shows and not much depends on one task.
const SLICE: Duration = Duration::from_millis(500);
/// How often what was reported is written down: often at first, since a short run would lose much of what little it has; later each second.
const FLUSH: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(1)];
/// How often running tasks are asked to report when there is a journal: what they have counted since is lost when the process dies.
const PAUSE: Duration = Duration::from_secs(5);

/// What the driver has merged.
pub struct Merged {
    /// The weighted sum of all tallies.
    pub tally: Tally,
    /// Tasks that were run.
    pub tasks: u64,
    /// Nothing is left to do.
    pub is_complete: bool,
    /// The share of the search that is done.
    pub done: f64,
    /// The journal could not be written, or a task was counted twice, with different results.
    pub failure: Option<RunError>,
}

/// What a run is driven with.
pub struct Drive<'r> {
    /// Stops the run.
    pub control: &'r Control,
    /// What the run may use.
    pub limits: &'r Limits,
    /// The observer that is told how far the run is.
    pub observer: &'r dyn Observer,
    /// Keeps what is counted.
    pub journal: Option<Box<dyn Journal>>,
    /// When the run began; limits of time count from here.
    pub started: Instant,
    /// The share of the search that was last reported as done.
    pub shown: f64,
}

impl Drive<'_> {
    /// Runs all open tasks and merges what is reported.
    pub fn run(self, start: Start, workforce: &mut dyn Workforce) -> Merged {
        Driver::new(self, start, workforce).run()
    }
}

/// The state of a driver.
struct Driver<'r, 'w> {
    drive: Drive<'r>,
    workforce: &'w mut dyn Workforce,
    is_ending: bool,
    merged: Merged,
    closed: Closed,
    open: u64,
    done: f64,
    /// The share that was last reported.
    shown: f64,
    last_report: Instant,
    /// The number of the next task.
    next: u64,
    last_flush: Instant,
    last_pause: Instant,
}

impl<'r, 'w> Driver<'r, 'w> {
    fn new(drive: Drive<'r>, start: Start, workforce: &'w mut dyn Workforce) -> Self {
        let merged = Merged { tally: start.tally, tasks: 0, is_complete: false, done: start.done, failure: None };
        let (now, shown) = (Instant::now(), drive.shown);
        let mut driver = Self {
            drive,
            workforce,
            is_ending: false,
            merged,
            closed: Closed::default(),
            open: 0,
            done: start.done,
            shown,
            last_report: now,
            next: start.next,
            last_flush: now,
            last_pause: now,
        };
        driver.submit(start.tasks);
        driver
    }

    fn run(mut self) -> Merged {
        let mut next_look = Instant::now();
        loop {
            self.drive.limits.enforce(self.drive.control, self.drive.started);
            if !self.is_ending && (self.open == 0 || self.drive.control.stopped_by().is_some()) {
                self.is_ending = true;
                self.workforce.stop();
            }
            match self.workforce.report(self.patience()) {
                Heard::Report(report) => self.merge(*report),
                Heard::Nothing => {}
                Heard::Silence => break,
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

    /// Opens tasks. Once the workforce has been stopped they stay open: the run is then not complete.
    fn submit(&mut self, tasks: impl IntoIterator<Item = Numbered>) {
        for task in tasks {
            self.open += 1;
            self.workforce.submit(task);
        }
    }

    fn merge(&mut self, Report { number, task, result, took }: Report) {
        let (mut tally, rest) = match result {
            Ok(result) => result,
            Err(panic) => {
                self.drive.control.signal().stop();
                resume_unwind(panic)
            }
        };
        match self.closed.close(number, &tally, &rest) {
            Ok(true) => {}
            Ok(false) => return,
            Err(conflict) => return self.fail(conflict.into()),
        }
        self.drive.observer.task_done(took);
        let (n_open, share) = rest.size();
        self.done += task.share - task.share * share;
        if !rest.is_whole() {
            self.drive.control.signal().note_share(0.0);
        }
        // Once the workforce has been stopped, tasks are only counted, or kept.
        let is_over = self.is_ending && self.drive.journal.is_none();
        let rest: Vec<Numbered> = if is_over { vec![] } else { (self.next..).zip(rest.tasks(&task)).collect() };
        self.open += if is_over { to_u64(n_open) } else { 0 };
        self.next += to_u64(rest.len());
        self.note(|journal| journal.close(JournalEntry { task: number, tally: &tally, rest: &rest }));
        tally.count *= task.weight.clone();
        self.merged.tally += tally;
        self.merged.tasks += 1;
        self.open -= 1;
        if let Some(what) = self.drive.control.signal().disk().and_then(|disk| disk.failure()) {
            return self.fail(RunError::Disk { what });
        }
        self.submit(rest);
        self.last_report = Instant::now();
    }

    /// Stops everything because of an error. The first error is reported.
    fn fail(&mut self, error: RunError) {
        self.merged.failure.get_or_insert(error);
        self.drive.control.stop(Ending::Interrupted);
    }

    /// Does something with the journal, if there is one. If it fails, everything stops, since a count that cannot be kept is of no use.
    fn note(&mut self, write: impl FnOnce(&mut dyn Journal) -> Result<(), JournalError>) {
        let Some(journal) = self.drive.journal.as_deref_mut().filter(|_| self.merged.failure.is_none()) else { return };
        if let Err(error) = write(journal) {
            self.fail(RunError::Journal(error));
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
            self.workforce.request_split(self.busy());
            self.last_pause = Instant::now();
        }
    }

    /// How many workers have a task.
    fn busy(&self) -> u64 {
        self.open.min(self.workforce.workers())
    }

    /// Checks how long ago the last report was, and reports the progress.
    fn look(&mut self) {
        // An engine that says how far it is need not be divided for that.
        let is_silent = self.drive.control.signal().share_done() == 0.0;
        if !self.is_ending && !self.workforce.has_waiting() && is_silent && self.last_report.elapsed() >= SLICE {
            self.workforce.request_split(1);
            self.last_report = Instant::now();
        }
        if self.drive.journal.is_some() {
            self.keep_safe();
        }
        let signal = self.drive.control.signal();
        // A share noted by a running task is an expectation, and may have become smaller.
        self.shown = self.shown.max(self.done + signal.share_done()).clamp(0.0, 1.0);
        self.drive.observer.progress(&Progress {
            done: self.shown,
            found: signal.found(),
            nodes: signal.nodes(),
            tasks: self.merged.tasks,
            open_tasks: self.open,
            busy: self.busy(),
            on_disk: signal.disk().map_or(0, |disk| disk.bytes()),
            stage: signal.stage(),
            elapsed: self.drive.started.elapsed(),
            ..Progress::default()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threads::Threads;
    use crate::worker_pool::WorkerPool;
    use dlx_core::tally::Count;
    use dlx_engines::{EngineKind, OpenSubtrees, Task};
    use dlx_families::queens;

    fn start(weights: &[u64]) -> Start {
        let task = |&weight: &u64| Task { weight: weight.into(), ..Task::root() };
        let tasks: Vec<Numbered> = (0..).zip(weights.iter().map(task)).collect();
        Start { tally: Tally::default(), done: 0.0, next: to_u64(tasks.len()), tasks }
    }

    fn drive(start: Start, work: impl FnOnce(Drive<'_>, &Control, Start) -> Merged) -> Merged {
        let (control, limits) = (Control::default(), Limits::default());
        let drive = Drive {
            control: &control,
            limits: &limits,
            observer: &(),
            journal: None,
            started: Instant::now(),
            shown: 0.0,
        };
        work(drive, &control, start)
    }

    #[test]
    fn every_task_counts_as_often_as_its_weight_says() {
        let workers = WorkerPool::new(2);
        let permit = workers.hold();
        let merged = drive(start(&[5, 1, 0]), |drive, control, start| {
            let engine = EngineKind::Links.build(&queens(6), 1 << 20);
            Threads::with(&workers, 2, engine, control.signal(), |threads| drive.run(start, threads)).unwrap()
        });
        assert_eq!((merged.tally.count, merged.tasks, merged.is_complete), (Count::from(24u64), 3, true));
        drop(permit);
        assert_eq!(workers.permits().take(9), 2, "permits are given back");
    }

    /// Workers that report what the test says, in its order.
    struct ScriptedWorkers(std::vec::IntoIter<(u64, u64)>);

    impl Workforce for ScriptedWorkers {
        fn submit(&mut self, _: Numbered) {}

        fn report(&mut self, _: Duration) -> Heard {
            let Some((number, count)) = self.0.next() else { return Heard::Silence };
            let tally = Tally { count: count.into(), ..Tally::default() };
            Heard::Report(Box::new(Report::new((number, Task::root()), tally, OpenSubtrees::default(), Duration::ZERO)))
        }

        fn request_split(&mut self, _: u64) {}

        fn stop(&mut self) {}

        fn has_waiting(&self) -> bool {
            false
        }

        fn workers(&self) -> u64 {
            2
        }
    }

    fn scripted(reports: Vec<(u64, u64)>) -> Merged {
        drive(start(&[1, 1]), |drive, _, start| drive.run(start, &mut ScriptedWorkers(reports.into_iter())))
    }

    #[test]
    fn a_task_that_is_reported_twice_counts_once() {
        let merged = scripted(vec![(0, 4), (0, 4), (1, 5), (0, 4), (1, 5)]);
        assert_eq!((merged.tally.count, merged.tasks, merged.is_complete), (Count::from(9u64), 2, true));
        assert!(merged.failure.is_none());
        assert!(!scripted(vec![(0, 4), (0, 4)]).is_complete, "the other task is still open");
    }

    #[test]
    fn two_counts_of_a_task_are_an_error_that_names_both() {
        let failure = scripted(vec![(0, 4), (1, 5), (0, 6)]).failure.unwrap();
        assert_eq!(failure.to_string(), "task 0 was counted twice: first 4, then 6");
    }

    /// Of two ways to divide a task, both right, the first one is taken.
    #[test]
    fn rests_need_not_be_equal() {
        let (mut closed, tally) = (Closed::default(), Tally::default());
        let more = Tally { count: Count::ONE, ..Tally::default() };
        assert_eq!(closed.close(7, &tally, &OpenSubtrees::whole()), Ok(true));
        assert_eq!(closed.close(7, &more, &OpenSubtrees::default()), Ok(false));
        assert_eq!(closed.close(8, &tally, &OpenSubtrees::default()), Ok(true));
        assert_eq!(closed.close(8, &more, &OpenSubtrees::whole()), Ok(false));
        assert!(closed.close(8, &more, &OpenSubtrees::default()).is_err());
    }
}
