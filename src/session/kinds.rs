//! One solution of each kind, where the group is too large to be listed: partial solutions are grown. And the number of kinds, where they are many: by Burnside's lemma.
//!
//! At the end the kinds that were grown prove themselves: the solutions that they stand for are added up, by the orbit theorem, and all solutions are counted by an engine that knows nothing of
//! kinds.
//!
//! To know how many kinds there are, none has to be grown. Their number is the mean, over the group, of the number of solutions that a symmetry leaves as they are. That is the same for conjugate
//! symmetries, of which one of each class is grown instead, as [`Conjugate`](crate::symmetry::Conjugate) says. The classes must have as many members as the group, and the sum must be a multiple of that: both are looked at.
//! Growing begins, since a few kinds are soon grown; the classes are looked for when it takes long. Latin squares of order 7 have 147 kinds of 58091 partial solutions, 22 s of one thread; their 920 classes of
//! symmetries take 16.

use std::time::Instant;

use super::builder::SessionBuilder;
use super::nursery::Nursery;
use super::resources::Session;
use crate::parallel::{Control, Limits, Progress, RunError};
use crate::problem::{Problem, to_u64};
use crate::symmetry::{Grower, Kinds, Partial};
use crate::tally::{Count, Ending, Outcome, Stats};

/// Partial solutions to be grown before classes of symmetries are looked for.
const FEW: u64 = 4000;

/// What was grown.
pub(super) struct Grown {
    /// One solution of each kind.
    pub(super) solutions: Vec<Partial>,
    /// How it ended: the count is the number of kinds.
    pub(super) outcome: Outcome,
}

/// A problem whose kinds of solutions are counted or listed, and what goes with that.
pub(super) struct Task<'t> {
    pub(super) problem: &'t Problem,
    pub(super) kinds: &'t Kinds,
    pub(super) control: Control,
    pub(super) started: Instant,
    /// More solutions than these are not wanted.
    wanted: u64,
}

impl Session<'_> {
    /// Grows one solution of each kind; at least so many, if there are.
    ///
    /// # Panics
    /// If the kinds do not stand for all solutions, which would be a mistake in this crate.
    pub(super) fn grown(&self, problem: &Problem, kinds: &Kinds, wanted: u64) -> Result<Grown, RunError> {
        let (_hand, task) = (self.hand(), self.task(problem, kinds, wanted));
        let mut nursery = self.nursery(&task);
        self.grow(&task, &mut nursery, u64::MAX)?;
        self.proved(&task, nursery)
    }

    /// Counts the kinds: by growing them if they are few, or else as a mean. None if there are too many classes of symmetries for that.
    ///
    /// # Panics
    /// If the kinds do not stand for all solutions, or the symmetries do not add up, which would be a mistake in this crate.
    pub(super) fn n_kinds(&self, problem: &Problem, kinds: &Kinds) -> Result<Option<Outcome>, RunError> {
        let (_hand, task) = (self.hand(), self.task(problem, kinds, u64::MAX));
        let mut nursery = self.nursery(&task);
        let has_all = match self.grow(&task, &mut nursery, FEW) {
            Err(RunError::Memory { .. }) => false,
            grown => grown?,
        };
        if !has_all && let Some(classes) = self.classes(&task) {
            return self.mean(&task, classes).map(Some);
        }
        let is_over = has_all || task.control.stopped_by().is_some();
        Ok(if is_over { Some(self.proved(&task, nursery)?.outcome) } else { None })
    }

    pub(super) fn task<'t>(&self, problem: &'t Problem, kinds: &'t Kinds, wanted: u64) -> Task<'t> {
        let (control, started) = (self.control_of_one(), Instant::now());
        self.settings.limits.tell(&control, 1);
        Task { problem, kinds, control, started, wanted }
    }

    fn nursery<'t>(&self, task: &Task<'t>) -> Nursery<'t, Grower<'t>> {
        let is_hasty = task.wanted < u64::MAX || self.settings.limits != Limits::default();
        Nursery::new(task.kinds, self.threads(), is_hasty)
    }

    /// Grows until nothing is left, or enough is there, or so many partial solutions have been looked at. Says whether nothing is left.
    fn grow<'t>(&self, task: &Task<'t>, nursery: &mut Nursery<'t, Grower<'t>>, most: u64) -> Result<bool, RunError> {
        let memory = self.memory();
        let is_enough = |nursery: &Nursery<'_, Grower<'_>>| {
            nursery.n_whole >= task.wanted || nursery.n_germs >= most || nursery.bytes > memory
        };
        let has_all = self.meanwhile(|| nursery.grow(self, &task.control, true, is_enough), || self.look(task));
        if nursery.bytes > memory {
            return Err(RunError::Memory { what: "partial solutions, one of each kind," });
        }
        Ok(has_all)
    }

    /// The kinds that were grown. If these are all, they are to stand for all solutions.
    fn proved<'t>(&self, task: &Task<'t>, nursery: Nursery<'t, Grower<'t>>) -> Result<Grown, RunError> {
        let solutions = nursery.into_whole();
        let number = to_u64(solutions.len());
        let standing_for: Count = solutions.iter().map(|solution| task.kinds.orbit(solution)).sum();
        let ending = match task.control.stopped_by() {
            None if number < task.wanted => self.checked(task, &standing_for)?,
            None => Ending::CountLimit,
            Some(ending) => ending,
        };
        let order = task.kinds.order();
        let reason = format!("one solution of each kind is grown, since the group has order {order}");
        let outcome = Outcome {
            count: number.into(),
            ending,
            done: if ending == Ending::Complete { 1.0 } else { 0.0 },
            stats: Stats { nodes: task.control.watch().nodes(), ..Stats::default() },
            engine: "kinds",
            reason: Some(reason),
            threads: self.threads(),
            tasks: 0,
            elapsed: task.started.elapsed(),
        };
        Ok(Grown { solutions, outcome })
    }

    /// Counts all solutions by an engine, and compares.
    fn checked(&self, task: &Task<'_>, standing_for: &Count) -> Result<Ending, RunError> {
        let all = self.rest_of(task).build()?.count(task.problem)?;
        assert!(!all.is_complete() || all.count == *standing_for, "orbits are counted whole");
        Ok(all.ending)
    }

    /// A session for what is left to do of a task: with the time that is left, and no other limit.
    pub(super) fn rest_of(&self, task: &Task<'_>) -> SessionBuilder<'_> {
        let time = self.settings.limits.after(task.started.elapsed()).time;
        self.with_hand().to_builder().limits(Limits { time, ..Limits::default() })
    }

    /// Looks at the limits, and tells how far the work is.
    pub(super) fn look(&self, task: &Task<'_>) {
        let watch = task.control.watch();
        self.settings.limits.enforce(&task.control, task.started);
        let (found, nodes, elapsed) = (watch.found(), watch.nodes(), task.started.elapsed());
        self.observer.progress(&Progress { found, nodes, open_tasks: 1, busy: 1, elapsed, ..Progress::default() });
    }
}
