//! Solutions drawn at random, each with the same chance.
//!
//! After a sweep every state of level t has the number of ways that lead to it. So solutions are drawn backwards: in the last state with all its ways, pick a way, that is,
//! a state of the level before and a choice, each with a chance in proportion to the ways that lead to that state; then continue from there. Many samples go
//! back together: one pass over the states of a level serves all of them. For each sample in a state a number is drawn below the ways of the state, and the predecessor
//! in whose share of the ways the number falls is the one.
//!
//! (Nijenhuis and Wilf, Combinatorial Algorithms, 1978: random selection from a recursive count.)

use rustc_hash::FxHashMap;

use super::kept::KeptLevels;
use super::layout::Key;
use dlx_core::problem::OptionId;
use dlx_core::tally::Count;

/// The samples in a state that have not found their way back.
struct Draws {
    /// Numbers below the ways of the state, each with its sample; the largest first, so that the next is at the end.
    waiting: Vec<(Count, usize)>,
    /// Ways passed so far.
    passed: Count,
}

/// Which samples are in which state.
type Places<const K: usize> = FxHashMap<Key<K>, Vec<usize>>;

/// Draws `number` solutions; none if there are none.
pub(super) fn sample<const K: usize>(
    kept: &KeptLevels<K>,
    number: usize,
    dice: &mut fastrand::Rng,
) -> Vec<Vec<OptionId>> {
    let is_empty = kept.states.last().is_none_or(|last| last.closed().is_zero());
    if is_empty || number == 0 {
        return Vec::new();
    }
    let mut samples = vec![Vec::new(); number];
    let mut places: Places<K> = [([0; K], (0..number).collect())].into_iter().collect();
    for level in (0..kept.levels.len()).rev() {
        let draws = draw(kept, level + 1, places, dice);
        places = go_back(kept, level, draws, &mut samples);
    }
    samples.iter_mut().for_each(|options| options.sort_unstable());
    samples
}

/// Draws a number below the ways of its state for each sample.
fn draw<const K: usize>(
    kept: &KeptLevels<K>,
    level: usize,
    mut places: Places<K>,
    dice: &mut fastrand::Rng,
) -> FxHashMap<Key<K>, Draws> {
    let mut draws = FxHashMap::default();
    kept.states[level].for_each(|key, ways| {
        if let Some(samples) = places.remove(key) {
            let ways = ways();
            let mut waiting: Vec<(Count, usize)> =
                samples.into_iter().map(|sample| (ways.random_below(|| dice.u64(..)), sample)).collect();
            waiting.sort_unstable_by(|a, b| b.cmp(a));
            draws.insert(*key, Draws { waiting, passed: Count::ZERO });
        }
    });
    draws
}

/// Finds for each sample the state of the level before and the choice by which it came.
fn go_back<const K: usize>(
    kept: &KeptLevels<K>,
    level: usize,
    mut draws: FxHashMap<Key<K>, Draws>,
    samples: &mut [Vec<OptionId>],
) -> Places<K> {
    let mut places = Places::default();
    kept.states[level].for_each(|key, ways| {
        kept.levels[level].steps(key, |next, choice| {
            let Some(draws) = draws.get_mut(&next).filter(|draws| !draws.waiting.is_empty()) else { return };
            draws.passed += ways();
            while let Some((_, sample)) = draws.waiting.pop_if(|(number, _)| *number < draws.passed) {
                samples[sample].extend(choice.map(|choice| kept.options[level][choice]));
                places.entry(*key).or_default().push(sample);
            }
        });
    });
    places
}
