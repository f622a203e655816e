//! One count of one problem: planned, split and driven.

use std::cell::OnceCell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::resources::Session;
use super::turns::Turns;
use crate::spill::LevelFolder;
use dlx_core::problem::Problem;
use dlx_core::stop::{StopSource, caught, is_due};
use dlx_core::tally::{Count, Ending, NO_ENGINE, Outcome, Tally};
use dlx_engines::links::Links;
use dlx_engines::{Disk, Engine, EngineKind, Keeps, RunSignal, Task, auto, auto::Choice, auto::Rivals, shelf_engine};
use dlx_run::{
    Control, Drive, InlineWorkforce, Journal, Limits, Plan, Progress, RunError, Split, SplitDepth, Splitter, Start,
    Threads,
};

/// One count of one problem.
pub(super) struct Run<'r> {
    pub(super) session: &'r Session<'r>,
    pub(super) problem: &'r Problem,
    pub(super) control: &'r Control,
    pub(super) limits: Limits,
    /// When the question was asked; limits on time begin then.
    pub(super) started: Instant,
    /// When this count was begun.
    pub(super) begun: Instant,
    pub(super) journal: Option<Box<dyn Journal>>,
    /// The share of the search that was last reported as done.
    pub(super) shown: f64,
}

/// At most one part in this many of the time that is left goes into splitting. (Dominating queens on 12 x 12 take 6 ms for each node that is split: all of two seconds went into that, and nothing was counted.)
const PART_FOR_SPLITTING: u32 = 16;

/// The plan of a run, and the engine.
pub(super) struct Planned {
    pub(super) plan: Plan,
    pub(super) engine: Box<dyn Engine>,
    /// Does the engine know the count already?
    is_answer: bool,
}

/// The result of a first look at a problem.
enum Looked<'r> {
    Planned(Box<Planned>),
    /// More than one engine may be the best.
    Open(Box<Rivals<'r>>),
}

impl Planned {
    /// The plan for an engine that was asked for.
    pub(super) fn told(kind: EngineKind, engine: Box<dyn Engine>) -> Self {
        let plan = Plan { engine: kind.name(), reason: None, symmetries: 0, tasks: 0 };
        Self { plan, engine, is_answer: false }
    }

    /// The plan by a choice of `auto`.
    pub(super) fn new(choice: Choice, problem: &Problem, memory: usize) -> Self {
        let plan = Plan { engine: choice.name, reason: Some(choice.reason.clone()), symmetries: 0, tasks: 0 };
        Self { plan, is_answer: choice.is_answer(), engine: choice.build(problem, memory) }
    }
}

impl Session<'_> {
    /// The engine that would be chosen for a problem.
    pub(super) fn engine_for(&self, problem: &Problem) -> Result<&'static str, RunError> {
        let control = self.control_of_one();
        let mut run = self.run(problem, &control, Limits::default(), Instant::now());
        match run.look_first()? {
            Looked::Planned(planned) => Ok(planned.plan.engine),
            Looked::Open(rivals) => Turns::new(run, *rivals).choose(),
        }
    }
}

impl<'r> Run<'r> {
    /// Lets the run be written down in this journal.
    pub(super) fn kept_in(mut self, journal: Option<Box<dyn Journal>>) -> Self {
        self.journal = journal;
        self
    }

    /// Counts.
    pub(super) fn count(self) -> Result<Outcome, RunError> {
        self.until_stopped(Self::count_it)
    }

    /// Does something with this run. If it is stopped before anything is passed to an engine, nothing is counted.
    fn until_stopped(self, work: impl FnOnce(Self) -> Result<Outcome, RunError>) -> Result<Outcome, RunError> {
        let (session, control, limits, started) = (self.session, self.control, self.limits.clone(), self.started);
        let stopped = |ending| Ok(session.nothing_counted(ending, started));
        session.until_stopped(control, (&limits, started), || work(self)).unwrap_or_else(stopped)
    }

    fn count_it(mut self) -> Result<Outcome, RunError> {
        self.tell();
        let kept = match self.kept()? {
            Some(start) if start.tasks.is_empty() => return self.known(start.tally),
            kept => kept,
        };
        let checkpoints = self.journal.as_ref().and_then(|journal| journal.checkpoints());
        let swept_by = checkpoints.as_deref().and_then(shelf_engine).and_then(|name| EngineKind::named(&name));
        self.control.signal().keep_states_on(checkpoints);
        self.lend_disk();
        let kept_by = match &kept {
            _ if swept_by.is_some() => swept_by,
            Some(start) if start.is_under_way() => Some(self.engine_of_tasks()?),
            _ => None,
        };
        let planned = match self.asked_for(kept_by)? {
            Some(planned) => planned,
            None => match self.look_first()? {
                Looked::Planned(planned) => *planned,
                Looked::Open(rivals) => match self.by_determinant() {
                    Some(outcome) => return Ok(outcome),
                    None => return Turns::new(self, *rivals).count(kept),
                },
            },
        };
        self.finish(planned, kept)
    }

    /// The count of a problem that is no short one, as that of the perfect matchings of a planar graph, unless its search is bounded, divided, or written down.
    fn by_determinant(&self) -> Option<Outcome> {
        let is_free = self.journal.is_none() && self.session.may_go_another_way();
        let outcome = is_free.then(|| self.session.by_determinant(self.problem))??;
        Some(Outcome { elapsed: self.started.elapsed(), ..outcome })
    }

    /// Counts as planned, from where the journal says to continue.
    pub(super) fn finish(mut self, mut planned: Planned, kept: Option<Start>) -> Result<Outcome, RunError> {
        let start = match kept {
            Some(start) => start,
            None => self.begin(&mut planned)?,
        };
        self.count_from(start, planned)
    }

    /// Counts as planned from here; the journal has this start.
    pub(super) fn count_from(mut self, start: Start, planned: Planned) -> Result<Outcome, RunError> {
        if let Some(journal) = &mut self.journal {
            journal.counted_by(planned.plan.engine).map_err(RunError::Journal)?;
        }
        let threads = self.session.threads();
        self.drive(start, planned, threads)
    }

    /// The engine for the tasks that are left: the one that counted last, if it searches trees.
    fn engine_of_tasks(&mut self) -> Result<EngineKind, RunError> {
        let last = self.last_engine()?.filter(|kind| kind.keeps_tasks());
        Ok(last.unwrap_or_else(|| EngineKind::of_tasks_of(self.problem)))
    }

    fn last_engine(&mut self) -> Result<Option<EngineKind>, RunError> {
        let name = self.journal.as_mut().map(|journal| journal.last_engine()).transpose().map_err(RunError::Journal)?;
        Ok(name.flatten().and_then(|name| EngineKind::named(&name)))
    }

    /// Everything was counted before, so no limit applies. The engine that counted it is named.
    fn known(mut self, tally: Tally) -> Result<Outcome, RunError> {
        let engine = self.last_engine()?.map_or(NO_ENGINE, EngineKind::name);
        let reason = Some("all was counted before".into());
        self.session.observer.planned(&Plan { engine, reason, symmetries: 0, tasks: 0 });
        let (threads, elapsed) = (self.session.threads(), self.started.elapsed());
        Ok(Outcome { stats: tally.stats, engine, threads, elapsed, ..Outcome::known(tally.count) })
    }

    /// Counts what is left of a run.
    pub(super) fn go_on(self, start: Start) -> Result<Outcome, RunError> {
        self.until_stopped(|mut run| {
            run.tell();
            run.lend_disk();
            let kept_by = start.is_under_way().then(|| EngineKind::of_tasks_of(run.problem));
            let planned = match run.asked_for(kept_by)? {
                Some(planned) => planned,
                None => match run.look_first()? {
                    Looked::Planned(planned) => *planned,
                    Looked::Open(rivals) => return Turns::new(run, *rivals).count(Some(start)),
                },
            };
            let threads = run.session.threads();
            run.drive(start, planned, threads)
        })
    }

    /// Counts the tasks of a split with an engine that does something with what it finds, on `threads` threads.
    pub(super) fn find(self, engine: Box<dyn Engine>, split: Split, threads: usize) -> Result<Outcome, RunError> {
        self.tell();
        self.drive(split.into(), Planned::told(EngineKind::reference(), engine), threads)
    }

    /// Lets the engines know how far they may go.
    pub(super) fn tell(&self) {
        self.limits.tell(self.control, self.session.threads());
    }

    /// Lets the engines put what is larger than memory on a disk, if there may be one.
    fn lend_disk(&self) {
        let disk = self.session.settings.spill.as_deref().and_then(|folder| match &self.journal {
            Some(journal) => journal.disk(),
            None => Some(Arc::new(LevelFolder::in_folder(folder)) as Arc<dyn Disk>),
        });
        self.control.signal().lend_disk(disk);
    }

    /// What the disk could not do.
    pub(super) fn look_at_disk(&self) -> Result<(), RunError> {
        let what = self.control.signal().disk().and_then(|disk| disk.failure());
        what.map_or(Ok(()), |what| Err(RunError::Disk { what }))
    }

    /// Where the journal says to continue.
    fn kept(&mut self) -> Result<Option<Start>, RunError> {
        let Some(journal) = &mut self.journal else { return Ok(None) };
        let start = journal.start().map_err(RunError::Journal)?;
        start.iter().flat_map(|start| &start.tasks).try_for_each(|(_, task)| task.check(self.problem))?;
        Ok(start)
    }

    /// The engine that was asked for, or that has to continue.
    fn asked_for(&self, kept_by: Option<EngineKind>) -> Result<Option<Planned>, RunError> {
        let settings = &self.session.settings;
        if self.problem.shown().is_some() {
            return self.projected().map(Some);
        }
        // A split that was asked for is one of the tree, and so are the tasks of a run that is continued, unless it has kept states.
        let is_split = (settings.split_depth != SplitDepth::Auto).then(|| EngineKind::of_tasks_of(self.problem));
        let Some(mut kind) = settings.engine.or(kept_by).or(is_split) else { return Ok(None) };
        // A part of what was asked for, or what symmetries leave of it.
        if kind == EngineKind::Signs && !kind.knows(self.problem) {
            kind = EngineKind::of_levels();
        }
        if !kind.knows(self.problem) {
            return Err(RunError::Connected { what: kind.name(), instead: "use links or frontier" });
        }
        let wanted = kind;
        if kind.keeps_tasks() {
            kind = kind.able(self.problem.tree_form());
        }
        let mut planned = Planned::told(kind, kind.build(self.problem, settings.memory));
        if kind != wanted {
            planned.plan.reason = Some(format!("{} cannot count items that are covered several times", wanted.name()));
        }
        Ok(Some(planned))
    }

    /// The engine that counts solutions by their shown options, if no other one is asked for, and no tasks, none of which knows what is hidden.
    fn projected(&self) -> Result<Planned, RunError> {
        let settings = &self.session.settings;
        if let Some(other) = settings.engine.filter(|kind| !kind.knows(self.problem)) {
            return Err(RunError::Projected { what: other.name() });
        }
        if settings.split_depth != SplitDepth::Auto {
            return Err(RunError::Projected { what: "a split" });
        }
        let mut planned = Planned::new(auto::bounded(self.problem), self.problem, settings.memory);
        planned.plan.reason = planned.plan.reason.filter(|_| settings.engine.is_none());
        Ok(planned)
    }

    /// Looks at a problem for some milliseconds. The first look at a small problem is taken on this thread.
    fn look_first(&mut self) -> Result<Looked<'r>, RunError> {
        let (problem, memory) = (self.problem, self.session.settings.memory);
        let planned = |choice| Looked::Planned(Box::new(Planned::new(choice, problem, memory)));
        if self.journal.is_none() && (self.limits.count.is_some() || self.limits.nodes.is_some()) {
            return Ok(planned(auto::bounded(problem)));
        }
        let glance = match auto::is_small(problem).then(|| auto::glance(problem)) {
            Some(Ok(choice)) => return Ok(planned(choice)),
            Some(Err(glance)) => Some(glance),
            None => None,
        };
        let trial = &self.control.signal().for_trial();
        let looked = self.watched(trial, trial.word(), || {
            let glance = glance.map_or_else(|| auto::glance(problem), Err);
            glance.or_else(|glance| glance.rivals(memory, trial))
        })?;
        Ok(looked.map_or_else(Looked::Open, planned))
    }

    /// Splits the problem, and writes the tasks down.
    pub(super) fn begin(&mut self, planned: &mut Planned) -> Result<Start, RunError> {
        let is_asked_for = self.session.settings.split_depth != SplitDepth::Auto && !self.problem.has_quotas();
        let is_whole = planned.engine.is_parallel() && !is_asked_for;
        let start = Start::from(if is_whole { Split::whole() } else { self.split(planned, None) });
        if let Some(journal) = &mut self.journal {
            journal.begin(&start).map_err(RunError::Journal)?;
        }
        Ok(start)
    }

    /// Splits the problem for all threads, for no longer than the first of these times, and the second if it has no symmetries.
    pub(super) fn split(&self, planned: &mut Planned, most: Option<[Duration; 2]>) -> Split {
        let settings = &self.session.settings;
        if settings.split_depth == SplitDepth::At(0) {
            return Split::whole();
        }
        // Where a node takes long, a task or two for each worker will do: they are split on while they are counted.
        let is_open = settings.split_depth == SplitDepth::Auto;
        let share = self.limits.time.filter(|_| is_open).map(|time| self.left(time) / PART_FOR_SPLITTING);
        let begun = Instant::now();
        let Ok(mut splitter) = caught(|| Splitter::new(self.problem, settings.is_merging)) else {
            return Split::whole();
        };
        let most = most.map(|most| most[usize::from(splitter.n_symmetries() == 0)]);
        let share = share.into_iter().chain(most).min();
        // The time begins when the first task is to be split: to find symmetries, and items to branch on first, takes longer on a busy machine, and they are of no use unless there is as much time to use them.
        // (8 x 8 with pentominoes and a square: 0.5 s, and 4 s where the time was over when they had been found.)
        let until = OnceCell::new();
        let is_late = || {
            let now = Instant::now();
            share.is_some_and(|share| now >= *until.get_or_init(|| now + share.max(now - begun)))
        };
        let is_stopped = |found: &Tally| {
            self.control.signal().note(found.stats.nodes, found.count.to_u64().unwrap_or(u64::MAX));
            self.limits.enforce(self.control, self.started);
            self.control.stopped_by().is_some() || is_due() || is_late()
        };
        planned.plan.symmetries = splitter.n_symmetries();
        if self.control.stopped_by().is_none() && !is_due() {
            let split = || splitter.split(settings.split_depth, self.session.threads(), &is_stopped);
            // Stopped in the middle of a level, it has lost some of its tasks.
            if caught(split).is_err() {
                return Split::whole();
            }
        }
        splitter.into_split()
    }

    /// What is left of this much time since the question was asked.
    pub(super) fn left(&self, time: Duration) -> Duration {
        time.saturating_sub(self.started.elapsed())
    }

    /// Runs all tasks, and returns the outcome.
    fn drive(mut self, start: Start, planned: Planned, threads: usize) -> Result<Outcome, RunError> {
        let Planned { mut plan, engine, is_answer, .. } = planned;
        plan.tasks = start.tasks.len();
        let (session, control, started) = (self.session, self.control, self.started);
        session.observer.planned(&plan);
        let observer = &*session.observer;
        let (journal, shown) = (self.journal.take(), self.shown);
        let drive = Drive { control, limits: &self.limits, observer, journal, started, shown };
        let most = if engine.is_parallel() { 1 } else { threads };
        let merged = if is_answer {
            drive.run(start, &mut InlineWorkforce::new(engine, control.signal()))
        } else {
            Threads::with(&session.workers, most, engine, control.signal(), |workforce| drive.run(start, workforce))?
        };
        control.signal().keep_states_on(None);
        control.signal().lend_disk(None);
        if let Some(failure) = merged.failure {
            return Err(failure);
        }
        let stopped_by = || control.stopped_by().unwrap_or(Ending::Interrupted);
        let is_sum = EngineKind::named(plan.engine).is_some_and(|kind| kind.info().keeps == Keeps::Sum);
        let done = if is_sum { merged.done + control.signal().share_done() } else { merged.done };
        Ok(Outcome {
            count: merged.tally.count,
            ending: if merged.is_complete { Ending::Complete } else { stopped_by() },
            done: if merged.is_complete { 1.0 } else { done.clamp(0.0, 1.0) },
            stats: merged.tally.stats,
            engine: plan.engine,
            reason: plan.reason,
            threads,
            tasks: merged.tasks,
            elapsed: started.elapsed(),
        })
    }

    /// Lets a thread of the pool do some work that reports to this watch, and meanwhile looks at the limits and reports the progress, as the driver does
    /// later.
    pub(super) fn watched<W: Send>(
        &mut self,
        signal: &RunSignal,
        word: StopSource,
        work: impl FnOnce() -> W + Send,
    ) -> Result<W, RunError> {
        let session = self.session;
        session.meanwhile(word, work, || self.look(signal))
    }

    /// Looks at the limits, and reports the progress of the whole.
    pub(super) fn look(&mut self, signal: &RunSignal) {
        self.limits.enforce(self.control, self.started);
        // A trial may be all there is to do.
        self.shown = self.shown.max(signal.share_done());
        self.session.observer.progress(&Progress {
            done: self.shown,
            found: signal.found(),
            nodes: signal.nodes(),
            tasks: 0,
            open_tasks: 1,
            busy: 1,
            on_disk: self.control.signal().disk().map_or(0, |disk| disk.bytes()),
            stage: signal.stage(),
            elapsed: self.started.elapsed(),
            ..Progress::default()
        });
    }
}

/// The start of a run that has nothing to count.
pub(super) fn nothing() -> Start {
    Start { tally: Tally::default(), done: 1.0, tasks: Vec::new(), next: 0 }
}

/// The start of a run that counts below a task, which is split once, without its weight.
pub(super) fn whole_below(problem: &Problem, task: &Task) -> Start {
    let whole = Task { weight: Count::ONE, ..task.clone() };
    let (tally, rest) = Links::new(problem.tree_form()).expand(&whole);
    let tasks = rest.tasks(&whole).collect();
    Split { tally, done: 0.0, tasks }.into()
}
