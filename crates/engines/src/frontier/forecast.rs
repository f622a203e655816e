//! What a sweep will take, by its first levels.
//!
//! The levels that have been made say which part of the predicted bits ([`predict`](super::predict)) becomes states. As a rule that part grows from level to level until it has a value that it keeps. So there are two forecasts: that it stays as it is now, and that it goes
//! on growing as it has; the truth is between them most of the time, and they come closer to each other the more levels are made (results/2026-11-26-sweeps).

use super::super::residue::Residue;
use super::super::run_signal::RunSignal;
use super::super::task::Task;
use super::attempt::{Attempt, Trial};
use super::budget::{Budget, LOOK_BACK};
use dlx_core::problem::Problem;
use dlx_core::tally::Count;

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
        let levels = [false, true].map(|is_growing| continued(sizes, attempt.bits(), is_growing));
        // Those that pass a level are not counted as states.
        let awake = made as f64 / made_in_all;
        Self {
            states: between(levels.each_ref().map(|levels| levels.iter().sum())).times(awake),
            largest: between(levels.each_ref().map(|levels| levels.iter().copied().fold(0.0, f64::max))),
            bytes: attempt.state_bytes(),
            count: None,
        }
    }
}

/// Between two forecasts, that it stays and that it grows: nearer to the second, since to expect too much does less harm. (It may even be less than what was made for them: a sweep to the end makes more levels at one go, and fewer states.)
fn between([stays, grows]: [f64; 2]) -> Outlook {
    let about = stays.powf(0.25) * grows.powf(0.75);
    Outlook { about, from: stays.min(grows) / MARGIN, to: stays.max(grows) * MARGIN }
}

/// The truth may be outside of both forecasts by this factor: of 39 forecasts from 10^5 to 10^7 states it was by more in four.
const MARGIN: f64 = 2.5;

/// The states of each level: of those that were made, and of the others as they are expected; does the part of the bits that becomes states go on growing?
fn continued(sizes: &[usize], bits: &[f64], is_growing: bool) -> Vec<f64> {
    let (n_made, half) = (sizes.len(), sizes.len() / 2);
    let of_level = |level: usize| ((sizes[level].max(1) as f64).log2(), bits[level].max(1.0));
    let last = |until: usize| (until.saturating_sub(LOOK_BACK)..until).map(of_level);
    let most = |until: usize| last(until).map(|(states, bits)| states / bits).fold(0.0, f64::max);
    let mean = |sum: f64| sum / last(n_made).len() as f64;
    let (now, growth) = if is_growing {
        (most(n_made), ((most(n_made) - most(half.max(1))) / (n_made - half) as f64).max(0.0))
    } else {
        (mean(last(n_made).map(|(states, bits)| states / bits).sum()), 0.0)
    };
    // Where there are more states than the bits say, those to come have as many bits more, and not as many times as many.
    let more = mean(last(n_made).map(|(states, bits)| states - bits).sum()).max(0.0);
    let expected = |level: usize| {
        let part = (now + growth * (level - n_made) as f64).min(now.max(1.0));
        let expected = bits[level] * part;
        if part > 1.0 { expected.min(bits[level] + more) } else { expected }.exp2()
    };
    sizes.iter().map(|&size| size as f64).chain((n_made..bits.len()).map(expected)).collect()
}
