//! What a sweep will take, by its first levels.
//!
//! The levels that have been made say which part of the predicted bits ([`predict`](super::predict)) becomes states: the bits of the largest level of the later half, by the most bits that were predicted there. A single level says little, since levels of few
//! bits may have many states, and of many few. As a rule that part grows from level to level until it has a value that it keeps; so it is expected to grow on for as many levels as it has been seen to, and no longer: not all levels of a band of 400 items are like its
//! first 40. Where there are more states than the bits say, those to come have as many bits more, and not as many times as many.
//!
//! (The obvious first idea is to let the states of the last levels keep growing until the middle. On 10 x 8 pentominoes that expected 10^18 states after 20000, and there are 2.5 x 10^7. The second was to take the part from the last four levels, the largest of four, and
//! to let it grow to the end: that was off by a factor of 5.2 on the average of 207 sweeps, and of 10^13 at worst; this by 1.9, and of 300 at worst. Results: `results/2026-11-28-forecasts`.)

use super::super::residue::Residue;
use super::super::run_signal::RunSignal;
use super::super::task::Task;
use super::attempt::{Attempt, Trial};
use super::budget::Budget;
use dlx_core::problem::Problem;
use dlx_core::tally::Count;
use std::ops::Range;

/// A number that is expected, and bounds between which it lies in about nine of ten cases.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outlook {
    /// The number.
    pub about: f64,
    /// The lower bound.
    pub from: f64,
    /// The upper bound.
    pub to: f64,
}

impl Outlook {
    /// A number that may be off by [`MARGIN`] either way, but is no less than what was made.
    fn about(about: f64, made: f64) -> Self {
        Self { about, from: (about / MARGIN).max(made), to: about * MARGIN }
    }

    /// A number that is known.
    #[must_use]
    pub const fn exact(number: f64) -> Self {
        Self { about: number, from: number, to: number }
    }

    /// This much more.
    #[must_use]
    pub fn plus(self, more: f64) -> Self {
        Self { about: self.about + more, from: self.from + more, to: self.to + more }
    }

    /// This many times as much.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self { about: self.about * factor, from: self.from * factor, to: self.to * factor }
    }
}

/// What a sweep will take.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Forecast {
    /// The states of all levels, as a count reports them; infinite if the frontier is too wide for any key.
    pub states: Outlook,
    /// The states of the largest level.
    pub largest: Outlook,
    /// Bytes of a state in memory, and in a file.
    pub bytes: (f64, f64),
    /// The count, if it was made to the end.
    pub count: Option<Count>,
}

/// Of 408 forecasts from 2 x 10^4 to 10^6 states 96% were off by less.
const MARGIN: f64 = 8.0;

/// States of a first look.
const FIRST: u64 = 300_000;

/// Makes the first levels of the sweep of a problem, twice as many states each time, as long as `goes_on` says so; it is first asked when the order of the items has been found.
#[must_use]
pub fn forecast(problem: &Problem, memory: usize, signal: &RunSignal, mut goes_on: impl FnMut() -> bool) -> Forecast {
    let mut attempt = Attempt::new(Residue::whole(problem.tree_form()), signal);
    let mut budget = Budget { patience: FIRST, is_trial: true, ..Budget::to_the_end(memory) };
    goes_on();
    loop {
        match attempt.go_on(&Task::root(), signal, budget) {
            Trial::Done(tally) => {
                let states = Outlook::exact(tally.stats.nodes as f64);
                return Forecast { states, largest: states, bytes: (0.0, 0.0), count: Some(tally.count) };
            }
            Trial::TooWide => return Forecast::infinite(),
            Trial::TooLarge { made, is_short, sizes, .. } => {
                if is_short || signal.is_stopped() || !goes_on() {
                    return Forecast::after(&attempt, made, &sizes);
                }
                budget.patience = 2 * made.max(FIRST);
            }
        }
    }
}

impl Forecast {
    fn infinite() -> Self {
        let (states, largest) = (Outlook::exact(f64::INFINITY), Outlook::exact(f64::INFINITY));
        Self { states, largest, bytes: (0.0, 0.0), count: None }
    }

    /// After levels of these sizes, with this many states that had something to choose.
    fn after(attempt: &Attempt, made: u64, sizes: &[usize]) -> Self {
        let made_in_all: f64 = sizes.iter().map(|&size| size as f64).sum();
        if made_in_all == 0.0 {
            return Self::infinite();
        }
        let levels = levels(sizes, attempt.bits());
        let largest_of = |levels: &[f64]| levels.iter().copied().fold(0.0, f64::max);
        // Those that pass a level are not counted as states.
        let awake = made as f64 / made_in_all;
        Self {
            states: Outlook::about(levels.iter().sum(), made_in_all).times(awake),
            largest: Outlook::about(largest_of(&levels), largest_of(&levels[..sizes.len()])),
            bytes: attempt.state_bytes(),
            count: None,
        }
    }
}

/// The expected number of states of all levels, from the sizes of the first ones and the predicted bits of each.
pub(super) fn expected_states(sizes: &[usize], bits: &[f64]) -> f64 {
    if sizes.is_empty() { f64::INFINITY } else { levels(sizes, bits).iter().sum() }
}

/// The states of each level: of those that were made, and of the others as they are expected.
fn levels(sizes: &[usize], bits: &[f64]) -> Vec<f64> {
    let (n_made, half) = (sizes.len(), sizes.len() / 2);
    let most_of = |levels: Range<usize>| {
        let states = levels.clone().map(|level| (sizes[level].max(1) as f64).log2()).fold(0.0, f64::max);
        (states, levels.map(|level| bits[level]).fold(1.0, f64::max))
    };
    let (states, predicted) = most_of(half..n_made);
    let (states_before, predicted_before) = most_of(half / 2..half.max(1));
    let (part, part_before) = (states / predicted, states_before / predicted_before);
    let n_seen = n_made - half;
    let growth = (part - part_before).max(0.0) / n_seen as f64;
    let expected = |level: usize| {
        let part = (part + growth * (level - n_made).min(n_seen) as f64).min(part.max(1.0));
        let expected = bits[level] * part;
        if part > 1.0 { expected.min(bits[level] + states - predicted) } else { expected }.exp2()
    };
    sizes.iter().map(|&size| size as f64).chain((n_made..bits.len()).map(expected)).collect()
}
