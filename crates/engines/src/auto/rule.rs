//! Which engine has the next turn: shares of the time for engines that count the same problem. The first to end gives the answer.
//!
//! # The rule
//!
//! Each racer has a time that it is expected to take from now on. A racer that is expected to take r times as long as another gets the r^1.5th part of the other's time, and never less
//! than a floor, 1/32. So a leader that is ahead by a factor of ten has 94% of the time, and what the others get is an insurance of a few percent. Where the leader promises to take long, the
//! insurance is paid first: a racer that has had less than a 64th of what is promised gets a third of the time. So an engine that was thought slow by mistake, and is fast, ends early.
//!
//! # Why no forecast can be far wrong for long
//!
//! Turns come in rounds, each half as long as all rounds before together; shares are computed again for each. The expected time of a racer is corrected by the time that it has taken: one that was
//! expected to take 1 s and has not ended after 2 s is expected to take as long again; and where it can say how much it has done, that counts the more the more it is, for it and against it. So a racer that holds the lead by a wrong
//! forecast loses it when the forecast is spent: if the best engine takes T, a racer that promised less than T may be ahead of it for at most about T, and for the half of a round more. A racer
//! whose forecast is far too long keeps its floor: it ends after 32 T in the worst case, and mostly long before, since its own progress corrects it, and the forecasts of all others are corrected upward meanwhile.

/// What is known of a racer, in seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standing {
    /// The time that it has had.
    pub spent: f64,
    /// Time that it was expected to take in all, before it began.
    pub forecast: f64,
    /// Time that it takes from now on, by its progress; infinite where that is not known.
    pub by_progress: f64,
}

/// The least share of the time.
const FLOOR: f64 = 1.0 / 32.0;

/// A racer that has had less than this part of the time that the leader is expected to take is looked at more closely, with this weight.
pub const UNSEEN: f64 = 1.0 / 64.0;
const CURIOUS: f64 = 0.5;

/// The exponent by which a longer expected time reduces the share.
const POWER: f64 = 1.5;

/// With less time than this, in seconds, progress says nothing.
const TOO_EARLY: f64 = 0.005;

/// Forecasts are often off by a factor of 100: the natural logarithm of that.
const FORECAST_ERROR: f64 = 4.6;

/// Progress is believed to be off by the square root of the part that is done: a racer that has done a hundredth may take ten times as long as it promises, or a tenth of that.
const PART_UNSEEN: f64 = 0.5;

/// A racer that has taken this many times the least that it ever promised to take in all is expected to take as long again as it has taken, whatever it promises now. (Edges of the complete graph with 10 vertices in cliques: states promised
/// to end within a second for 13 seconds. Vertex covers of a random graph: classes promised to end within 0.1 s, again and again, for 0.4 s, and the tree takes 0.15; all together 0.58 s instead of 0.76.)
const BROKEN: f64 = 2.0;

/// The time left by what a racer promises, which has spent this time, if it has taken so much of what it once promised to take in all; both in seconds, or in states.
#[must_use]
pub fn believed(promise: f64, spent: f64, taken: f64, promised: f64) -> f64 {
    if taken > BROKEN * promised { promise.max(spent) } else { promise }
}

impl Standing {
    /// The time that it is expected to take from now on: the forecast and what progress says, each with the weight that its likely error leaves it (errors of logarithms, weighed by their inverse squares).
    /// A forecast that is spent says that it takes as long again. (Squares cut into rectangles of 7 by 7: 270 s were expected of a tree that had done a fifth of its work in 0.8 s; as long as only the forecast
    /// counted, states had all the time, 26 s, for what the tree does in 2.6.)
    #[must_use]
    pub fn left(&self) -> f64 {
        let forecast = if self.spent < self.forecast { self.forecast - self.spent } else { self.spent };
        let forecast = forecast.max(self.spent / 2.0);
        if self.spent < TOO_EARLY || !self.by_progress.is_finite() {
            return forecast;
        }
        let undone = (self.spent / (self.spent + self.by_progress)).ln() * PART_UNSEEN;
        let trust = undone.powi(2) / (undone.powi(2) + FORECAST_ERROR.powi(2));
        forecast.powf(trust) * self.by_progress.powf(1.0 - trust)
    }
}

/// The share of the next round for each racer that still runs, by what it is expected to take and has had, in seconds; 0 for those that do not run. Together they are 1.
#[must_use]
pub fn shares<const N: usize>(left: [Option<f64>; N], spent: [f64; N]) -> [f64; N] {
    let least = left.iter().flatten().fold(f64::INFINITY, |least, left| least.min(left.max(1e-6)));
    let mut place = 0..N;
    let weights = left.map(|left| {
        let spent = place.next().map_or(0.0, |place| spent[place]);
        let least_weight = if spent < least * UNSEEN { CURIOUS } else { FLOOR };
        left.map_or(0.0, |left| (least / left.max(1e-6)).powf(POWER).max(least_weight))
    });
    let all: f64 = weights.iter().sum();
    weights.map(|weight| if all > 0.0 { weight / all } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The time that all racers together take until the first of them ends.
    fn race(truth: &[f64; 3], forecasts: &[f64; 3]) -> f64 {
        let (mut spent, mut total) = ([0.0f64; 3], 0.0f64);
        loop {
            let left = |k: usize| {
                let by_progress = truth[k] - spent[k];
                Standing { spent: spent[k], forecast: forecasts[k], by_progress }.left()
            };
            let round = (total / 2.0).max(0.01);
            let shares = shares([0, 1, 2].map(|k| Some(left(k))), spent);
            let mut order = [0, 1, 2];
            order.sort_by(|&a, &b| shares[b].total_cmp(&shares[a]));
            for k in order {
                let turn = shares[k] * round;
                if spent[k] + turn >= truth[k] {
                    return total + truth[k] - spent[k];
                }
                (spent[k], total) = (spent[k] + turn, total + turn);
            }
        }
    }

    /// Forecasts that are off by factors of up to 100 either way cost little on the average, and never more than the floor says.
    #[test]
    fn wrong_forecasts_cost_little() {
        let mut dice = fastrand::Rng::with_seed(1);
        let (mut logs, mut worst, n) = (0.0, 0.0f64, 3000);
        for _ in 0..n {
            let truth = [(); 3].map(|()| 10f64.powf(dice.f64() * 6.0 - 2.0));
            let forecasts = truth.map(|time| time * 10f64.powf(dice.f64() * 4.0 - 2.0));
            let best = truth.iter().copied().fold(f64::INFINITY, f64::min);
            let factor = (race(&truth, &forecasts) / (best + 0.05)).max(1.0);
            logs += factor.ln();
            worst = worst.max(factor);
        }
        let mean = (logs / f64::from(n)).exp();
        assert!(mean < 2.0 && worst < 40.0, "mean {mean}, worst {worst}");
    }

    /// Right forecasts cost a few percent.
    #[test]
    fn right_forecasts_cost_a_few_percent() {
        let factor = race(&[10.0, 1000.0, 1000.0], &[10.0, 1000.0, 1000.0]) / 10.0;
        assert!(factor < 1.12, "{factor}");
        assert_eq!(shares([None, Some(1.0)], [0.0, 0.0]), [0.0, 1.0]);
    }
}
