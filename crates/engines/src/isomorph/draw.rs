//! Solutions drawn at random, each with the same chance, by counting up to isomorphism the ways that lead on.
//!
//! From the start, level by level: each choice has as many solutions below as ways lead on from the state it leads to ([`Completions`]), and is taken with a chance in that proportion. All samples go down together; those in the same state ask once.

use std::collections::BTreeMap;

use super::super::frontier::{Key, KeyLayout, Refusal, with_few_words};
use super::super::residue::Residue;
use super::super::run_signal::RunSignal;
use super::super::task::Task;
use super::Race;
use super::completions::Completions;
use dlx_core::problem::{OptionId, Problem};
use dlx_core::tally::Chances;

/// Draws `number` solutions, in about `memory` bytes; none if there are none. The chances are exact, and the options of a solution come in increasing order.
///
/// ```
/// use dlx_count::engine::{RunSignal, isomorph};
/// use dlx_count::family::latin;
///
/// // 10^20 Latin squares of order 8 would take some seconds; of order 5 it takes a moment.
/// let drawn = isomorph::sample(&latin(5, false)?, 3, 1 << 28, &RunSignal::default(), &mut fastrand::Rng::with_seed(1))?;
/// assert!(drawn.len() == 3 && drawn.iter().all(|square| square.len() == 25));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If no order has a frontier that fits into a key, there is no memory for all classes, or the watch stops it.
pub fn sample(
    problem: &Problem,
    number: usize,
    memory: usize,
    signal: &RunSignal,
    dice: &mut fastrand::Rng,
) -> Result<Vec<Vec<OptionId>>, Refusal> {
    let mut race = Race::new(Residue::whole(problem), signal);
    race.decide(&Task::root(), signal, memory, u64::MAX);
    if signal.is_stopped() {
        return Err(Refusal::Stopped);
    }
    let winner = race.runners.first().ok_or(Refusal::TooWide)?;
    let (layout, residue) = (&winner.layout, race.residue());
    with_few_words!(layout.n_bits, WORDS => draw::<WORDS>(layout, residue, number, memory, signal, dice))
}

fn draw<const K: usize>(
    layout: &KeyLayout,
    residue: &Residue,
    number: usize,
    memory: usize,
    signal: &RunSignal,
    dice: &mut fastrand::Rng,
) -> Result<Vec<Vec<OptionId>>, Refusal> {
    let mut completions = Completions::<K>::new(layout, residue, memory, signal);
    let options = layout.options(residue);
    let mut samples = vec![Vec::new(); number];
    let mut places: BTreeMap<Key<K>, Vec<usize>> = [([0; K], (0..number).collect())].into_iter().collect();
    if completions.ways(0, &[[0; K]])?[0].is_zero() {
        return Ok(Vec::new());
    }
    for (level, options) in options.iter().enumerate() {
        let mut next = BTreeMap::<Key<K>, Vec<usize>>::new();
        for (key, here) in places {
            let (mut keys, mut choices) = (Vec::new(), Vec::new());
            completions.levels[level].steps(&key, |key, choice| {
                keys.push(key);
                choices.push(choice.map(|choice| options[choice]));
            });
            let chances: Chances = completions.ways(level + 1, &keys)?.into_iter().collect();
            for sample in here {
                let place = chances.draw(|| dice.u64(..));
                samples[sample].extend(choices[place]);
                next.entry(keys[place]).or_default().push(sample);
            }
        }
        places = next;
    }
    samples.iter_mut().for_each(|options| options.sort_unstable());
    Ok(samples)
}
