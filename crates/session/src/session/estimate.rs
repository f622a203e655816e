//! How long a count would take, before it is begun: random probes of the tree, a look at the first states, and a short run of each engine on this machine.
//!
//! The probes say how many nodes the search tree of `links` has. `bits` has others (it looks further ahead): a short run of both on the same beginning of the tree
//! says how many for each of those. Nodes by nodes a second is the time, and tasks that symmetry merges are a part of it that is not to be done. For `frontier` the states that are to be expected count, each
//! at the price of those made so far, and those of the largest level, with what they take in memory or on a disk. All of this is right within a factor of two or three at best, which is what one wants to know before a week is spent.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use super::resources::{Session, refuse_hidden};
use dlx_core::problem::{Problem, to_place};
use dlx_core::stop::{caught, time_left};
use dlx_core::tally::{Count, NO_ENGINE, Outcome};
use dlx_engines::Probes;
use dlx_engines::frontier::{Forecast, Outlook};
use dlx_engines::{ENGINES, EngineInfo, EngineKind, Keeps, frontier, signs};
use dlx_run::{Limits, Plan, RunError, SplitDepth, Splitter};

/// A short run.
const TRIAL: Duration = Duration::from_millis(400);
/// Time for the first levels of a sweep, about: they are made until it has passed, and then as many states again.
const LOOK: Duration = Duration::from_millis(700);
/// Time for probes, and as much for a split.
const PROBING: Duration = Duration::from_secs(2);
/// Seconds for all of this, with what it takes to set up engines. Of less time each step has its part.
const IN_ALL: f64 = 8.0;

/// The expected time of a count.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Estimate {
    /// Nodes and solutions.
    pub probes: Probes,
    /// The number of solutions, if an engine finished while it was tried.
    pub count: Option<Count>,
    /// What a sweep of `frontier` would take.
    pub sweep: SweepEstimate,
    /// What a count would begin with: the engine that is expected to end first, and the tasks of a split for the threads of the session.
    pub plan: Plan,
    /// For each engine the time it would take.
    pub times: Vec<(EngineKind, Expected)>,
}

/// What a sweep of `frontier` would take.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct SweepEstimate {
    /// States of all levels; infinite if it cannot sweep.
    pub states: Outlook,
    /// States of the largest level.
    pub largest: Outlook,
    /// Seconds.
    pub seconds: Outlook,
    /// Bytes of memory with which no level goes to a disk.
    pub memory: Outlook,
    /// Bytes on a disk, at most at one time, if levels go there.
    pub disk: Outlook,
}

/// A time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Expected {
    /// It finished while it was tried.
    Measured(Duration),
    /// About this many seconds.
    About(f64),
    /// The engine cannot do it, or its time cannot be estimated.
    Unknown,
}

impl Expected {
    /// The time in seconds; infinite if it is not known.
    fn seconds(self) -> f64 {
        match self {
            Self::Measured(time) => time.as_secs_f64(),
            Self::About(seconds) => seconds,
            Self::Unknown => f64::INFINITY,
        }
    }
}

impl Session<'_> {
    /// Estimates the time of a count, with at most this many random probes.
    ///
    /// ```
    /// use dlx_count::{EngineKind, Session, family::queens};
    ///
    /// let estimate = Session::builder().threads(2).build()?.estimate(&queens(9), 5000, 1)?;
    /// assert!(estimate.times.iter().any(|(engine, _)| *engine == EngineKind::Bits));
    /// # Ok::<(), dlx_count::RunError>(())
    /// ```
    ///
    /// # Errors
    /// If the time limit of the session is reached before anything can be estimated.
    pub fn estimate(&self, problem: &Problem, samples: u64, seed: u64) -> Result<Estimate, RunError> {
        let estimate = self.timed(|session| session.estimated(problem, samples, seed));
        estimate.unwrap_or(Err(RunError::Stopped { what: "figures" }))
    }

    fn estimated(&self, problem: &Problem, samples: u64, seed: u64) -> Result<Estimate, RunError> {
        refuse_hidden(problem, "an estimate")?;
        let (_permit, started, form) = (self.permit(), Instant::now(), problem.tree_form());
        let part = time_left().map_or(1.0, |left| (left.as_secs_f64() / IN_ALL).min(1.0));
        let probing = PROBING.mul_f64(part);
        let is_going_on = || started.elapsed() < probing && !self.is_due();
        let probes = Probes::new(problem, samples, seed, is_going_on);
        let knows = |info: &&EngineInfo| info.kind.knows(if info.kind.keeps_tasks() { form } else { problem });
        let able: Vec<EngineInfo> = ENGINES.iter().filter(knows).copied().collect();
        // What there is no time for is not known; what the probes saw is.
        let reference = self.trial(problem, EngineKind::reference(), part)?;
        let (merged, plan) = caught(|| self.split_for(problem, probing)).unwrap_or((1.0, NO_PLAN));
        let look = caught(|| self.look_at_states(problem, part));
        let (sweep, time_of_sweep, mut count) = look.unwrap_or(Ok((NO_LOOK, Expected::Unknown, None)))?;
        let mut times = Vec::new();
        for EngineInfo { kind, keeps, is_predictable, .. } in able {
            let expected = match keeps {
                Keeps::Levels => time_of_sweep,
                Keeps::Sum => caught(|| signs::time(problem))
                    .ok()
                    .flatten()
                    .map_or(Expected::Unknown, |time| Expected::About(time / self.threads().max(1) as f64)),
                _ => {
                    let is_reference = kind == EngineKind::reference();
                    let tried = if is_reference { reference.clone() } else { self.trial(problem, kind, part)? };
                    let time = time_of_search(tried.as_ref(), reference.as_ref(), probes.nodes.value * merged);
                    count = count.or_else(|| Some(tried.filter(|tried| tried.outcome.is_complete())?.outcome.count));
                    if !is_predictable && !matches!(time, Expected::Measured(_)) { Expected::Unknown } else { time }
                }
            };
            times.push((kind, expected));
        }
        let best = times.iter().min_by(|one, other| one.1.seconds().total_cmp(&other.1.seconds()));
        let plan = Plan {
            engine: best.map_or(NO_ENGINE, |(kind, _)| kind.name()),
            reason: Some("it promises to end first".into()),
            ..plan
        };
        Ok(Estimate { probes, count, sweep, plan, times })
    }

    /// The part of the tree that symmetries leave, and the plan of a split, to which no engine belongs yet.
    fn split_for(&self, problem: &Problem, time: Duration) -> (f64, Plan) {
        let mut splitter = Splitter::new(problem, true);
        let begun = Instant::now();
        splitter.split(SplitDepth::Auto, self.threads(), &|_| self.is_due() || begun.elapsed() > time);
        let (symmetries, split) = (splitter.n_symmetries(), splitter.so_far());
        (split.part_left(), Plan { symmetries, tasks: split.tasks.len(), ..NO_PLAN })
    }

    /// A short run of an engine, of a part of the usual time, and the time to set it up. The observer is not told about it.
    fn trial(&self, problem: &Problem, engine: EngineKind, part: f64) -> Result<Option<Tried>, RunError> {
        let run = |limits: Limits| {
            let limits = Limits { time: limits.time.into_iter().chain(time_left()).min(), ..limits };
            let builder = self.with_permit().to_builder().engine(engine).merging(false).split_depth(SplitDepth::Auto);
            builder.limits(limits).observer(()).build()?.count(problem)
        };
        let tried = || {
            // To set an engine up for 100000 options takes longer than all of a short run.
            let setup = run(Limits { nodes: Some(1), ..Limits::default() })?.elapsed;
            let outcome = run(Limits { time: Some(setup + TRIAL.mul_f64(part)), ..Limits::default() })?;
            Ok(Tried { outcome, setup })
        };
        caught(tried).ok().transpose()
    }

    /// What a sweep would take, its time, and the count if it has ended.
    fn look_at_states(
        &self,
        problem: &Problem,
        part: f64,
    ) -> Result<(SweepEstimate, Expected, Option<Count>), RunError> {
        let (control, started, begun) = (self.control_of_one(), Instant::now(), OnceLock::new());
        let (signal, memory) = (control.signal(), self.settings.memory.max(LEAST));
        // A look that is short of memory would see parts of levels, and take them for levels.
        let fits = || to_place(signal.nodes()).saturating_mul(STATE) < memory;
        let goes_on = || begun.get_or_init(Instant::now).elapsed() < LOOK.mul_f64(part) && fits() && !self.is_due();
        let look = || frontier::forecast(problem, memory, signal, goes_on);
        // A level may be a hundred times as large as the one before.
        let limits = Limits { time: Some(LOOK.mul_f64(LONGEST * part)), ..Limits::default() };
        let forecast = self.meanwhile(signal.word(), look, || {
            begun.get().iter().for_each(|&&begun| limits.enforce(&control, begun))
        })?;
        let Forecast { states, largest, bytes, count, .. } = forecast;
        // To find the order takes as long for many states as for few.
        let swept = begun.get().map_or(Duration::ZERO, Instant::elapsed);
        let (order, pace) = (started.elapsed() - swept, swept.as_secs_f64() / signal.nodes().max(1) as f64);
        let seconds = states.times(pace).plus(order.as_secs_f64());
        let sweep = SweepEstimate {
            states,
            largest,
            seconds,
            memory: largest.times(bytes.0 * IN_MAPS),
            disk: largest.times(2.0 * (bytes.1 + LONGER)),
        };
        let time = match (&count, states.about.is_finite()) {
            (Some(_), _) => Expected::Measured(started.elapsed()),
            (_, true) => Expected::About(seconds.about),
            _ => Expected::Unknown,
        };
        Ok((sweep, time, count))
    }
}

/// Where there was no time for a split.
const NO_PLAN: Plan = Plan { engine: NO_ENGINE, reason: None, symmetries: 0, tasks: 0 };

/// Where there was no time for a look at states.
const NO_LOOK: SweepEstimate = {
    let unknown = Outlook::exact(f64::INFINITY);
    SweepEstimate { states: unknown, largest: unknown, seconds: unknown, memory: unknown, disk: unknown }
};

/// The longest look, of which the last level may take most.
const LONGEST: f64 = 4.0;

/// Bytes for the first look, at least.
const LEAST: usize = 64 << 20;

/// Bytes for twice the states that were made, for each of those.
const STATE: usize = 256;

/// Memory for a level that is made, as a multiple of the bytes of its states.
const IN_MAPS: f64 = 3.5;

/// Multiplicities become longer by some bytes.
const LONGER: f64 = 1.0;

/// A short run of an engine.
#[derive(Clone)]
struct Tried {
    outcome: Outcome,
    setup: Duration,
}

/// With fewer nodes a short run says nothing about the whole.
const FEW_NODES: u64 = 100;

/// Nodes of an engine for each node of the reference, which are those that the probes see.
fn ratio(tried: &Outcome, reference: &Outcome) -> f64 {
    // As long as no task has ended, nothing is known of the part that is done.
    if tried.stats.nodes.min(reference.stats.nodes) < FEW_NODES || tried.done.min(reference.done) <= 0.0 {
        return 1.0;
    }
    nodes_in_all(tried) / nodes_in_all(reference)
}

/// The nodes of the whole by those of the part that was searched.
fn nodes_in_all(outcome: &Outcome) -> f64 {
    outcome.stats.nodes as f64 / outcome.done.max(f64::MIN_POSITIVE)
}

/// A short run that has done this part of the whole says more than probes.
const LARGE_PART: f64 = 0.1;

/// The time of an engine that searches a tree of `nodes` nodes of the reference, by short runs of both; not known if there was no time for them.
fn time_of_search(tried: Option<&Tried>, reference: Option<&Tried>, nodes: f64) -> Expected {
    let (Some(tried), Some(reference)) = (tried, reference) else { return Expected::Unknown };
    time(tried, nodes * ratio(&tried.outcome, &reference.outcome))
}

/// The time for the whole by the part that a short run has done, or for `nodes` nodes at its pace.
fn time(Tried { outcome, setup }: &Tried, nodes: f64) -> Expected {
    if outcome.is_complete() {
        return Expected::Measured(outcome.elapsed);
    }
    let (setup, search) = (setup.as_secs_f64(), outcome.elapsed.saturating_sub(*setup).as_secs_f64());
    let parts = if outcome.done >= LARGE_PART { 1.0 / outcome.done } else { nodes / outcome.stats.nodes as f64 };
    let seconds = setup + search * parts;
    if seconds.is_finite() { Expected::About(seconds) } else { Expected::Unknown }
}
