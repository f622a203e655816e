//! One solution of each kind, where the group is too large to be listed: partial solutions are grown. And the number of kinds, where they are many: by Burnside's lemma.
//!
//! At the end the kinds that were grown are checked: the solutions that they stand for are added up, by the orbit theorem, and all solutions are counted by an engine that knows nothing of
//! kinds.
//!
//! To know how many kinds there are, none has to be grown. Their number is the mean, over the group, of the number of solutions that a symmetry leaves as they are. That number is the same for conjugate
//! symmetries, so one symmetry of each class is grown instead, as [`Conjugate`](dlx_canon::symmetry::Conjugate) says. The classes must have as many members as the group, and the sum must be a multiple of that number: both are checked.
//! Growing begins, since a few kinds are soon grown; when it takes long, classes are looked for in turn with it. Latin squares of order 7 have 147 kinds of 58091 partial solutions, 22 s of one thread; their 920 classes of
//! symmetries take 16.

use std::time::Instant;

use super::builder::SessionBuilder;
use super::orbit_enumerator::{Conjugates, OrbitEnumerator};
use super::resources::Session;
use dlx_canon::symmetry::{Grower, IsomorphismClasses, Partial};
use dlx_core::problem::{Problem, to_u64};
use dlx_core::tally::{Count, Ending, Outcome, Stats};
use dlx_run::{Control, Journals, Limits, Progress, RunError};

/// Partial solutions, and parts of symmetries, that have been grown when it is the other's turn. It is not known beforehand how many of either there will be; with turns, the wasted work takes not much longer than the work that is needed.
/// Parts of symmetries are more often useful: Latin squares of order 8 have some ten thousands of them, and millions of partial squares.
const TURNS: [(u64, u64); 3] = [(4_000, 64_000), (32_000, 512_000), (256_000, 1_000_000)];

/// What did not fit in memory.
pub(super) const TOO_MANY: &str = "symmetries, one of each class of conjugates,";

/// What was grown.
pub(super) struct Grown {
    /// One solution of each kind.
    pub(super) solutions: Vec<Partial>,
    /// How it ended: the count is the number of kinds.
    pub(super) outcome: Outcome,
}

/// Which of the two was complete first.
pub(super) enum ByTurns<'t> {
    /// One solution of each kind, unless it was stopped.
    Kinds(OrbitEnumerator<'t, Grower<'t>>),
    /// One symmetry of each class of conjugates.
    Classes(Conjugates<'t>),
    /// Both are many, or do not fit in memory.
    Neither(OrbitEnumerator<'t, Grower<'t>>, Conjugates<'t>),
}

/// A problem whose kinds of solutions are counted or listed, and what is needed for that.
pub(super) struct KindsTask<'t> {
    pub(super) problem: &'t Problem,
    pub(super) kinds: &'t IsomorphismClasses,
    pub(super) control: Control,
    pub(super) started: Instant,
    /// The number of solutions that are enough.
    wanted: u64,
}

impl Session<'_> {
    /// Grows one solution of each kind; at least `wanted`, if there are that many.
    ///
    /// # Panics
    /// If the kinds do not stand for all solutions, which would be a mistake in this crate.
    pub(super) fn grown(&self, problem: &Problem, kinds: &IsomorphismClasses, wanted: u64) -> Result<Grown, RunError> {
        if !kinds.are_shown() {
            return Err(RunError::OnlyCounted);
        }
        let (_permit, task) = (self.permit(), self.task(problem, kinds, wanted));
        let grow = || {
            let mut nursery = self.nursery(&task);
            self.grow(&task, &mut nursery, u64::MAX)?;
            self.proved(&task, nursery)
        };
        self.until_stopped(&task.control, (&self.settings.limits, task.started), grow)
            .unwrap_or_else(|ending| Ok(Grown { solutions: Vec::new(), outcome: self.stopped(&task, ending) }))
    }

    /// Stopped before anything has grown.
    fn stopped(&self, task: &KindsTask<'_>, ending: Ending) -> Outcome {
        Outcome { engine: "kinds", ..self.nothing_counted(ending, task.started) }
    }

    /// Counts the kinds: by growing them if they are few, or as a mean if the classes of symmetries are few. None if neither is so, and they can be listed in another way.
    ///
    /// # Panics
    /// If the kinds do not stand for all solutions, or the symmetries do not add up, which would be a mistake in this crate.
    pub(super) fn n_kinds(
        &self,
        problem: &Problem,
        kinds: &IsomorphismClasses,
        is_listable: bool,
    ) -> Result<Option<Outcome>, RunError> {
        let (_permit, task) = (self.permit(), self.task(problem, kinds, u64::MAX));
        let until = (&self.settings.limits, task.started);
        self.until_stopped(&task.control, until, || self.n_kinds_of(&task, is_listable))
            .unwrap_or_else(|ending| Ok(Some(self.stopped(&task, ending))))
    }

    fn n_kinds_of(&self, task: &KindsTask<'_>, is_listable: bool) -> Result<Option<Outcome>, RunError> {
        let kinds = task.kinds;
        let (mut nursery, mut classes) = match self.by_turns(task)? {
            ByTurns::Kinds(nursery) => return Ok(Some(self.proved(task, nursery)?.outcome)),
            ByTurns::Classes(classes) => return self.mean(task, classes, None).map(Some),
            ByTurns::Neither(nursery, classes) => (nursery, classes),
        };
        if is_listable && task.control.stopped_by().is_none() {
            return Ok(None);
        }
        if kinds.are_shown() {
            drop(classes);
            self.grow(task, &mut nursery, u64::MAX)?;
        } else if self.grow_conjugates(task, &mut classes, u64::MAX)? {
            return self.mean(task, classes, None).map(Some);
        } else if task.control.stopped_by().is_none() {
            return Err(RunError::Memory { what: TOO_MANY });
        }
        Ok(Some(self.proved(task, nursery)?.outcome))
    }

    /// Grows kinds and classes of symmetries in turns, until all kinds or all classes are there, or it is stopped; then the kinds so far are left.
    pub(super) fn by_turns<'t>(&self, task: &KindsTask<'t>) -> Result<ByTurns<'t>, RunError> {
        let (mut nursery, mut classes) = (self.nursery(task), self.conjugates(task));
        for (few, many) in TURNS {
            let has_all = match self.grow(task, &mut nursery, few) {
                Err(RunError::Memory { .. }) => false,
                grown => grown?,
            };
            if has_all || task.control.stopped_by().is_some() {
                return Ok(ByTurns::Kinds(nursery));
            }
            if self.grow_conjugates(task, &mut classes, many)? {
                return Ok(ByTurns::Classes(classes));
            }
        }
        Ok(ByTurns::Neither(nursery, classes))
    }

    /// Counts the kinds as a mean, whose terms are written down; kinds that are grown are not.
    ///
    /// # Panics
    /// If the symmetries do not add up, which would be a mistake in this crate.
    pub(super) fn n_kinds_kept(
        &self,
        problem: &Problem,
        kinds: &IsomorphismClasses,
        journals: &dyn Journals,
    ) -> Result<Outcome, RunError> {
        let (_permit, task, question) = (self.permit(), self.task(problem, kinds, u64::MAX), kinds.question(problem));
        if let Some(count) = journals.answer(&question).map_err(RunError::Journal)? {
            return Ok(Outcome { elapsed: task.started.elapsed(), ..Outcome::known(count) });
        }
        let until = (&self.settings.limits, task.started);
        let mut classes = match self.until_stopped(&task.control, until, || self.conjugates(&task)) {
            Ok(classes) => classes,
            Err(ending) => return Ok(self.stopped(&task, ending)),
        };
        match self.grow_conjugates(&task, &mut classes, u64::MAX)? {
            true => {
                let outcome = self.mean(&task, classes, Some(journals))?;
                if outcome.is_complete() {
                    journals.note_answer(&question, &outcome.count).map_err(RunError::Journal)?;
                }
                Ok(outcome)
            }
            false if task.control.stopped_by().is_some() => Ok(self.proved(&task, self.nursery(&task))?.outcome),
            false => Err(RunError::Memory { what: TOO_MANY }),
        }
    }

    pub(super) fn task<'t>(&self, problem: &'t Problem, kinds: &'t IsomorphismClasses, wanted: u64) -> KindsTask<'t> {
        let (control, started) = (self.control_of_one(), Instant::now());
        self.settings.limits.tell(&control, 1);
        KindsTask { problem, kinds, control, started, wanted }
    }

    fn nursery<'t>(&self, task: &KindsTask<'t>) -> OrbitEnumerator<'t, Grower<'t>> {
        let is_hasty = task.wanted < u64::MAX || self.settings.limits != Limits::default();
        OrbitEnumerator::new(task.kinds, self.threads(), is_hasty)
    }

    /// Grows until nothing is left, or enough kinds are found, or `most` partial solutions have been looked at. Returns whether nothing is left. Kinds that can only be counted are left.
    fn grow<'t>(
        &self,
        task: &KindsTask<'t>,
        nursery: &mut OrbitEnumerator<'t, Grower<'t>>,
        most: u64,
    ) -> Result<bool, RunError> {
        if !task.kinds.are_shown() {
            return Ok(false);
        }
        let memory = self.memory();
        let is_enough = |nursery: &OrbitEnumerator<'_, Grower<'_>>| {
            nursery.n_whole >= task.wanted || nursery.n_germs >= most || nursery.bytes > memory
        };
        let has_all = self.growing(task, || nursery.grow(self, &task.control, true, is_enough))?;
        if nursery.bytes > memory {
            return Err(RunError::Memory { what: "partial solutions, one of each kind," });
        }
        Ok(has_all)
    }

    /// Lets something grow on a thread of the pool, and says whether nothing is left. Work in progress when it is stopped is left to do.
    pub(super) fn growing(&self, task: &KindsTask<'_>, grow: impl FnOnce() -> bool + Send) -> Result<bool, RunError> {
        let word = task.control.signal().word();
        let until = (&self.settings.limits, task.started);
        let grown = self.until_stopped(&task.control, until, || self.meanwhile(word, grow, || self.look(task)));
        self.heed_limits(task);
        grown.unwrap_or(Ok(false))
    }

    /// The kinds that were grown. If these are all kinds, they must stand for all solutions, which is checked.
    pub(super) fn proved<'t>(
        &self,
        task: &KindsTask<'t>,
        nursery: OrbitEnumerator<'t, Grower<'t>>,
    ) -> Result<Grown, RunError> {
        let solutions = nursery.into_whole();
        let number = to_u64(solutions.len());
        let ending = match task.control.stopped_by() {
            None if number < task.wanted => {
                let orbits = solutions.iter().map(|solution| task.kinds.orbit(solution));
                self.checked(task, &orbits.sum())?
            }
            None => Ending::CountLimit,
            Some(ending) => ending,
        };
        let order = task.kinds.order();
        let reason = format!("one solution of each kind is grown, since the group has order {order}");
        let outcome = Outcome {
            count: number.into(),
            ending,
            done: if ending == Ending::Complete { 1.0 } else { 0.0 },
            stats: Stats { nodes: task.control.signal().nodes(), ..Stats::default() },
            engine: "kinds",
            reason: Some(reason),
            threads: self.threads(),
            tasks: 0,
            elapsed: task.started.elapsed(),
        };
        Ok(Grown { solutions, outcome })
    }

    /// Counts all solutions by an engine, and compares.
    fn checked(&self, task: &KindsTask<'_>, standing_for: &Count) -> Result<Ending, RunError> {
        let all = self.rest_of(task).build()?.count(task.problem)?;
        assert!(!all.is_complete() || all.count == *standing_for, "orbits are counted whole");
        Ok(all.ending)
    }

    /// A session for what is left to do of a task.
    pub(super) fn rest_of(&self, task: &KindsTask<'_>) -> SessionBuilder<'_> {
        self.with_permit().to_builder().limits(self.left(task))
    }

    /// The time and the nodes that are left for a task, and no other limit.
    pub(super) fn left(&self, task: &KindsTask<'_>) -> Limits {
        let Limits { time, nodes, .. } = self.settings.limits.after(task.started.elapsed());
        let spent = task.control.signal().nodes();
        Limits { time, nodes: nodes.map(|nodes| nodes.saturating_sub(spent)), ..Limits::default() }
    }

    /// Enforces the limits. The growing may have noticed a limit first, and its result must then not be taken for the whole.
    pub(super) fn heed_limits(&self, task: &KindsTask<'_>) {
        self.settings.limits.enforce(&task.control, task.started);
    }

    /// Looks at the limits, and reports the progress.
    pub(super) fn look(&self, task: &KindsTask<'_>) {
        let signal = task.control.signal();
        self.settings.limits.enforce(&task.control, task.started);
        let (found, nodes, elapsed) = (signal.found(), signal.nodes(), task.started.elapsed());
        self.observer.progress(&Progress { found, nodes, open_tasks: 1, busy: 1, elapsed, ..Progress::default() });
    }
}
