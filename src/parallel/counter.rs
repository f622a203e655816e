//! The front door: choose how, then count.

use std::time::{Duration, Instant};

use crossbeam_channel::RecvTimeoutError;

use super::crew::{Crew, spawn};
use super::drive::{Drive, TICK};
use super::journal::{Entry, Journal, JournalError, Numbered, Start};
use super::{Control, Limits, Progress, SplitDepth, Splitter};
use crate::engine::links::Links;
use crate::engine::{Engine, EngineKind, PrefixError, Task, Watch, auto, auto::Wish, frontier};
use crate::problem::Problem;
use crate::tally::{Count, Ending, Outcome, Stats, Tally};

/// A run could not begin.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The system refused a thread.
    #[error("cannot start {threads} worker threads: {source}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system said.
        source: rayon::ThreadPoolBuildError,
    },
    /// The journal could not be read or written.
    #[error("{0}")]
    Journal(JournalError),
    /// A task that was handed in is none of the problem.
    #[error("a task to go on with is none of this problem: {0}")]
    Task(#[from] PrefixError),
}

/// Bytes for states, when nobody says otherwise.
const DEFAULT_MEMORY: usize = 1 << 30;

type OnProgress<'a> = Box<dyn FnMut(&Progress) + Send + 'a>;

/// Counts the solutions of a problem, with as many threads as wanted.
///
/// ```
/// use dlx_count::family::queens;
/// use dlx_count::{Count, Counter};
///
/// let outcome = Counter::new(&queens(8)).threads(2).run()?;
/// assert!(outcome.is_complete());
/// assert_eq!(outcome.count, Count::from(92u64));
/// # Ok::<(), dlx_count::RunError>(())
/// ```
pub struct Counter<'a> {
    problem: &'a Problem,
    threads: usize,
    crew: Option<&'a Crew>,
    engine: Option<EngineKind>,
    split_depth: SplitDepth,
    is_merging: bool,
    memory: usize,
    limits: Limits,
    control: Control,
    on_progress: Option<OnProgress<'a>>,
    on_task: Option<Box<dyn FnMut(Duration) + Send + 'a>>,
    journal: Option<Box<dyn Journal + 'a>>,
    /// An engine that does more than count.
    own_engine: Option<Box<dyn Engine>>,
    /// The share that was last told to be done.
    shown: f64,
}

impl<'a> Counter<'a> {
    /// A run with all processors of the machine and without limits.
    #[must_use]
    pub fn new(problem: &'a Problem) -> Self {
        Self {
            problem,
            threads: num_cpus::get(),
            crew: None,
            engine: None,
            split_depth: SplitDepth::Auto,
            is_merging: true,
            memory: DEFAULT_MEMORY,
            limits: Limits::default(),
            control: Control::default(),
            on_progress: None,
            on_task: None,
            journal: None,
            own_engine: None,
            shown: 0.0,
        }
    }

    /// Number of worker threads, whatever the machine has; 0 is taken as 1.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Counts with the hand of one who works in this crew, and with those that are idle: see [`Crew::batch`] and [`Crew::alone`]. The threads are those of the crew.
    #[must_use]
    pub fn crew(mut self, crew: &'a Crew) -> Self {
        self.threads = crew.threads();
        self.crew = Some(crew);
        self
    }

    /// Which engine counts; unless told, the one that seems best for the problem.
    #[must_use]
    pub fn engine(mut self, engine: EngineKind) -> Self {
        self.engine = Some(engine);
        self
    }

    /// How deep the search tree is split into tasks beforehand.
    #[must_use]
    pub fn split_depth(mut self, depth: SplitDepth) -> Self {
        self.split_depth = depth;
        self
    }

    /// Whether tasks that count the same, by symmetry or because they leave the same options, are counted once. They are unless told otherwise.
    #[must_use]
    pub fn merging(mut self, is_merging: bool) -> Self {
        self.is_merging = is_merging;
        self
    }

    /// How many bytes the engines that keep states may use for them; 1 GiB unless told otherwise. With less, they count in smaller parts and take longer.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self
    }

    /// When to stop early.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// A handle to stop the run with.
    #[must_use]
    pub fn control(mut self, control: Control) -> Self {
        self.control = control;
        self
    }

    /// Called some dozen times a second with how far the run is, on the thread that called [`run`](Self::run).
    #[must_use]
    pub fn on_progress(mut self, on_progress: impl FnMut(&Progress) + Send + 'a) -> Self {
        self.on_progress = Some(Box::new(on_progress));
        self
    }

    /// Called with the time that each task took, on the thread that called [`run`](Self::run).
    #[must_use]
    pub fn on_task(mut self, on_task: impl FnMut(Duration) + Send + 'a) -> Self {
        self.on_task = Some(Box::new(on_task));
        self
    }

    /// Writes down what is done in this journal, and goes on where it ends. It must be one of this problem.
    #[must_use]
    pub fn journal(mut self, journal: impl Journal + 'a) -> Self {
        self.journal = Some(Box::new(journal));
        self
    }

    /// Counts.
    ///
    /// # Errors
    /// If the worker threads cannot be started, or the journal cannot be read or written, or holds tasks that are none of this problem; what it has
    /// kept so far stays.
    ///
    /// # Panics
    /// If an engine does: that is a mistake in this crate, and no count is given then.
    pub fn run(mut self) -> Result<Outcome, RunError> {
        let (started, threads) = (Instant::now(), self.threads);
        let own = Crew::alone(threads);
        let crew = self.crew.unwrap_or(&own);
        let pool = crew.pool()?;
        self.control.watch().share(crew.hands());
        self.limits.tell(&self.control, threads);
        let kept = self.kept()?;
        let shelf = self.journal.as_ref().and_then(|journal| journal.shelf());
        let has_states = shelf.as_ref().is_some_and(|shelf| !shelf.is_empty());
        self.control.watch().keep_states_on(shelf);
        let kept_by = match &kept {
            _ if has_states => Some(EngineKind::Frontier),
            Some(start) if start.is_under_way() => Some(EngineKind::Bits),
            _ => None,
        };
        let (name, engine, reason) = self.choose_engine(&pool, started, kept_by);
        let (limits, control) = (self.limits.clone(), self.control.clone());
        let is_stopped = |found: &Tally| {
            control.watch().note(found.stats.nodes, found.count.to_u64().unwrap_or(u64::MAX));
            limits.enforce(&control, started);
            control.stopped_by().is_some()
        };
        let is_whole = engine.is_parallel() && self.split_depth == SplitDepth::Auto;
        let depth = if is_whole { SplitDepth::At(0) } else { self.split_depth };
        let start = match kept {
            Some(start) => start,
            None => self.begin(depth, &is_stopped)?,
        };
        let drive = Drive {
            control: &self.control,
            limits: &self.limits,
            on_progress: self.on_progress.as_deref_mut(),
            on_task: self.on_task.as_deref_mut(),
            journal: self.journal.take(),
            started,
            shown: self.shown,
        };
        let merged = drive.run(&pool, crew.hands(), start, engine);
        self.control.watch().keep_states_on(None);
        if let Some(failure) = merged.failure {
            return Err(RunError::Journal(failure));
        }
        let ending = if merged.is_complete {
            Ending::Complete
        } else {
            self.control.stopped_by().unwrap_or(Ending::Interrupted)
        };
        Ok(Outcome {
            count: merged.tally.count,
            ending,
            done: if merged.is_complete { 1.0 } else { merged.done },
            stats: merged.tally.stats,
            engine: name,
            reason,
            threads,
            tasks: merged.tasks,
            elapsed: started.elapsed(),
        })
    }

    /// The same with another limit on the count, made of the one there is.
    pub(super) fn limiting_count(mut self, limit: impl FnOnce(Count) -> Option<Count>) -> Self {
        self.limits.count = self.limits.count.and_then(limit);
        self
    }

    /// Counts with an engine that does something with what it finds: so the whole is one task at first, and nothing is merged.
    pub(super) fn find(mut self, engine: Box<dyn Engine>) -> Result<Outcome, RunError> {
        self.own_engine = Some(engine);
        self.split_depth(SplitDepth::At(0)).merging(false).run()
    }

    /// Counts below a task, its weight left out: to count again what another run has counted. Splits the task once more first.
    ///
    /// # Errors
    /// If the worker threads cannot be started, or the task is none of this problem.
    pub fn run_below(self, task: &Task) -> Result<Outcome, RunError> {
        task.check(self.problem)?;
        let whole = Task { weight: Count::ONE, ..task.clone() };
        let (tally, rest) = Links::new(self.problem).expand(&whole);
        let tasks: Vec<Numbered> = (0..).zip(rest.tasks(&whole)).collect();
        let next = tasks.len() as u64;
        self.journal(Again(Start { tally, done: 0.0, next, tasks })).run()
    }

    /// Counts the covers of the first items only: for each cut t the number of ways to cover items 0 .. t and nothing else, all in one sweep of
    /// the `frontier` engine along the items as they are numbered. On a board whose cells are numbered along its long side that gives all
    /// shorter boards, for little more than the price of the longest. Cuts must grow.
    ///
    /// Nothing, if the problem has secondary items or its frontier is too wide. A cut that was not reached is not complete and counts 0.
    ///
    /// # Errors
    /// If the worker threads cannot be started.
    pub fn run_cuts(mut self, cuts: &[usize]) -> Result<Option<Vec<Outcome>>, RunError> {
        let (started, threads) = (Instant::now(), self.threads);
        let own = Crew::alone(threads);
        let crew = self.crew.unwrap_or(&own);
        let pool = crew.pool()?;
        self.control.watch().share(crew.hands());
        self.limits.tell(&self.control, threads);
        let (problem, memory, control) = (self.problem, self.memory, self.control.clone());
        let run = self.control.clone();
        let sweep = move || frontier::cuts(problem, cuts, memory, control.watch());
        let Some(found) = self.watched(&pool, started, run.watch(), sweep) else { return Ok(None) };
        // The sweep may have heard of a limit before anybody has looked.
        self.limits.enforce(&self.control, started);
        let ending = self.control.stopped_by().unwrap_or(Ending::Interrupted);
        let outcome = |count: Option<Count>| Outcome {
            ending: if count.is_some() { Ending::Complete } else { ending },
            done: f64::from(u8::from(count.is_some())),
            count: count.unwrap_or_default(),
            stats: Stats { nodes: self.control.watch().nodes(), ..Stats::default() },
            engine: EngineKind::Frontier.name(),
            reason: None,
            threads,
            tasks: 1,
            elapsed: started.elapsed(),
        };
        Ok(Some(found.into_iter().map(outcome).collect()))
    }

    /// Where the journal says to go on.
    fn kept(&mut self) -> Result<Option<Start>, RunError> {
        let Some(journal) = &mut self.journal else { return Ok(None) };
        let start = journal.start().map_err(RunError::Journal)?;
        start.iter().flat_map(|start| &start.tasks).try_for_each(|(_, task)| task.check(self.problem))?;
        Ok(start)
    }

    /// Splits the problem, and writes down into what.
    fn begin(&mut self, depth: SplitDepth, is_stopped: &dyn Fn(&Tally) -> bool) -> Result<Start, RunError> {
        let splitter = Splitter::new(self.problem).depth(depth).workers(self.threads).merging(self.is_merging);
        let split = splitter.stopped_by(is_stopped).split();
        let next = split.tasks.len() as u64;
        let start = Start { tally: split.tally, done: split.done, tasks: (0..).zip(split.tasks).collect(), next };
        if let Some(journal) = &mut self.journal {
            journal.begin(&start).map_err(RunError::Journal)?;
        }
        Ok(start)
    }

    /// The engine that was asked for, or the one that seems best; its name, and why.
    fn choose_engine(
        &mut self,
        pool: &rayon::ThreadPool,
        started: Instant,
        kept_by: Option<EngineKind>,
    ) -> (&'static str, Box<dyn Engine>, Option<String>) {
        if let Some(engine) = self.own_engine.take() {
            return (EngineKind::Links.name(), engine, None);
        }
        // A split that was asked for is one of the tree, and so are the tasks of a run that goes on, unless it has kept states.
        let is_split = (self.split_depth != SplitDepth::Auto).then_some(EngineKind::Bits);
        if let Some(kind) = self.engine.or(kept_by).or(is_split) {
            return (kind.name(), kind.build(self.problem, self.memory), None);
        }
        let (problem, memory, control) = (self.problem, self.memory, self.control.clone());
        self.hurry(started);
        let (is_merging, wish, trial) = (self.is_merging, self.wish(), &control.watch().for_trial());
        let is_stopped = |_: &Tally| trial.is_stopped() || trial.is_hurried();
        let choice = self.watched(pool, started, trial, move || {
            let splitter = Splitter::new(problem).merging(is_merging).stopped_by(&is_stopped);
            auto::choose(problem, memory, wish, trial, &|| splitter.clone().split().part_left())
        });
        let reason = choice.reason.clone();
        (choice.name, choice.build(self.problem, self.memory), Some(reason))
    }

    /// What the run wants of its engine. What is kept can be gone on with, so a limit need not leave a lower bound.
    fn wish(&self) -> Wish {
        match self.limits {
            _ if self.journal.is_some() => Wish::Count,
            Limits { count: None, nodes: None, time: None } => Wish::Count,
            Limits { count: None, nodes: None, time: Some(time) } => Wish::Within(time),
            _ => Wish::Bound,
        }
    }

    /// Lets a thread of the pool do something that this watch hears of, and meanwhile looks at the limits and tells how far we are, as the driver does
    /// later.
    fn watched<R: Send>(
        &mut self,
        pool: &rayon::ThreadPool,
        started: Instant,
        watch: &Watch,
        work: impl FnOnce() -> R + Send,
    ) -> R {
        let (sender, receiver) = crossbeam_channel::bounded(1);
        let result = pool.in_place_scope(|scope| {
            spawn(scope, move || drop(sender.send(work())));
            loop {
                match receiver.recv_timeout(TICK) {
                    Ok(result) => return Some(result),
                    Err(RecvTimeoutError::Timeout) => self.look(started, watch),
                    // The work has panicked, and the scope is about to pass that on.
                    Err(RecvTimeoutError::Disconnected) => return None,
                }
            }
        });
        result.expect("a panic has been passed on")
    }

    /// Half of the time is enough for what is only tried. What is kept has no such hurry: an engine that was taken for want of time would have the
    /// run for good.
    fn hurry(&self, started: Instant) {
        let is_short = matches!(self.wish(), Wish::Within(time) if started.elapsed() >= time / 2);
        self.control.watch().hurry(is_short);
    }

    /// Looks at the limits, and tells how far the work on the whole is.
    fn look(&mut self, started: Instant, watch: &Watch) {
        self.limits.enforce(&self.control, started);
        self.hurry(started);
        if let Some(on_progress) = &mut self.on_progress {
            let (found, nodes) = (watch.found(), watch.nodes());
            // A trial may be all there is to do.
            self.shown = self.shown.max(watch.share_done());
            on_progress(&Progress {
                done: self.shown,
                found,
                nodes,
                tasks: 0,
                open_tasks: 1,
                busy: 1,
                elapsed: started.elapsed(),
            });
        }
    }
}

/// A journal that begins where it is told and keeps nothing.
struct Again(Start);

impl Journal for Again {
    fn start(&mut self) -> Result<Option<Start>, JournalError> {
        Ok(Some(self.0.clone()))
    }

    fn begin(&mut self, _: &Start) -> Result<(), JournalError> {
        Ok(())
    }

    fn close(&mut self, _: Entry<'_>) -> Result<(), JournalError> {
        Ok(())
    }

    fn flush(&mut self) -> Result<(), JournalError> {
        Ok(())
    }
}
