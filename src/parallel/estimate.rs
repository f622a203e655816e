//! How long a count would take, before it is begun: random probes of the tree, a look at the first states, and a short run of each engine on this machine.
//!
//! The probes say how many nodes the search tree of `links` has. `bits` has others (it looks further ahead): a short run of both on the same beginning of the tree
//! says how many for each of those. Nodes by nodes a second is the time, and tasks that symmetry merges are a part of it that is not to be done. For `frontier` the states that are to be expected count, each
//! at the price of those made so far. All of this is right within a factor of two or three at best, which is what one wants to know before a week is spent.

use std::time::{Duration, Instant};

use super::{Control, Counter, Limits, RunError, Splitter};
use crate::engine::links::Probes;
use crate::engine::{EngineKind, frontier};
use crate::problem::Problem;
use crate::tally::Outcome;

/// A short run.
const TRIAL: Duration = Duration::from_millis(400);
/// States of a look at the first levels.
const STATES: u64 = 300_000;
/// Time for probes.
const PROBING: Duration = Duration::from_secs(2);

/// What a count is expected to take.
#[derive(Clone, PartialEq, Debug)]
pub struct Estimate {
    /// Nodes and solutions.
    pub probes: Probes,
    /// The states of a sweep of `frontier`; infinite if it cannot sweep.
    pub states: f64,
    /// For each engine the time it would take.
    pub times: Vec<(EngineKind, Expected)>,
}

/// A time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Expected {
    /// It came to its end while it was tried.
    Measured(Duration),
    /// About so many seconds.
    About(f64),
    /// The engine cannot do it, or nothing can be said.
    Unknown,
}

/// Estimates a count, with so many probes at most, on so many threads and bytes.
///
/// ```
/// use dlx_count::family::queens;
/// use dlx_count::parallel::{Control, estimate};
///
/// let problem = queens(9);
/// let estimate = estimate(&problem, 5000, 1, 2, 1 << 30, &Control::default())?;
/// assert_eq!(estimate.times.len(), 3);
/// # Ok::<(), dlx_count::RunError>(())
/// ```
///
/// # Errors
/// If the worker threads cannot be started.
pub fn estimate(
    problem: &Problem,
    samples: u64,
    seed: u64,
    threads: usize,
    memory: usize,
    control: &Control,
) -> Result<Estimate, RunError> {
    let started = Instant::now();
    let probes = Probes::new(problem, samples, seed, || started.elapsed() < PROBING && control.stopped_by().is_none());
    let trial = |kind: EngineKind, is_merging: bool| {
        let (counter, own) = (Counter::new(problem).engine(kind).threads(threads).memory(memory), Control::default());
        let (outer, inner) = (control.clone(), own.clone());
        let watched = counter.merging(is_merging).control(own).on_progress(move |_| {
            outer.stopped_by().into_iter().for_each(|ending| inner.stop(ending));
        });
        watched.limits(Limits { time: Some(TRIAL), ..Limits::default() }).run()
    };
    let (links, bits) = (trial(EngineKind::Links, false)?, trial(EngineKind::Bits, false)?);
    let merged = Splitter::new(problem).workers(threads).split().part_left();
    let (states, sweep) = look_at_states(problem, threads, memory, control)?;
    // Nodes of the other engine for each node that the probes see.
    let ratio = nodes_in_all(&bits) / nodes_in_all(&links);
    let times = vec![
        (EngineKind::Links, time(&links, probes.nodes.value * merged)),
        (EngineKind::Bits, time(&bits, probes.nodes.value * ratio * merged)),
        (EngineKind::Frontier, sweep),
    ];
    Ok(Estimate { probes, states, times })
}

/// The nodes of the whole by those of the part that was searched.
fn nodes_in_all(outcome: &Outcome) -> f64 {
    outcome.stats.nodes as f64 / outcome.done.max(f64::MIN_POSITIVE)
}

/// The time for so many nodes at the pace of a short run.
fn time(outcome: &Outcome, nodes: f64) -> Expected {
    if outcome.is_complete() {
        return Expected::Measured(outcome.elapsed);
    }
    let seconds = outcome.elapsed.as_secs_f64() * nodes / outcome.stats.nodes as f64;
    if seconds.is_finite() { Expected::About(seconds) } else { Expected::Unknown }
}

/// The states to be expected, and the time they take.
fn look_at_states(
    problem: &Problem,
    threads: usize,
    memory: usize,
    control: &Control,
) -> Result<(f64, Expected), RunError> {
    let crew = super::Crew::new(threads);
    let pool = crew.pool()?;
    let (started, before) = (Instant::now(), control.watch().nodes());
    let (states, is_done) = pool.install(|| frontier::forecast(problem, memory, STATES, control.watch()));
    let elapsed = started.elapsed();
    // It may have given up long before its patience ended.
    let made = control.watch().nodes() - before;
    let pace = elapsed.as_secs_f64() / made.max(1) as f64;
    Ok(match (is_done, states.is_finite()) {
        (true, _) => (states, Expected::Measured(elapsed)),
        (_, true) => (states, Expected::About(states * pace)),
        _ => (states, Expected::Unknown),
    })
}
