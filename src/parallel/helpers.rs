//! Idle threads, for work that has parts: a level of the tree that is being split, ways of branching that are being probed.

use std::sync::{Mutex, PoisonError};

use super::crew::Crew;
use crate::engine::side_by_side;

/// The threads of a crew as far as they are idle, or none but the one that asks.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Helpers<'c>(Option<&'c Crew>);

impl<'c> Helpers<'c> {
    /// The idle ones of these.
    pub(crate) fn of(crew: &'c Crew) -> Self {
        Self((crew.threads() > 1).then_some(crew))
    }

    /// May there be any?
    pub(super) fn are_some(self) -> bool {
        self.0.is_some()
    }

    /// Does the same with each of some things, on all these threads and in any order; the results come in the order of the things.
    pub(super) fn each<T: Send, R: Send>(self, things: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
        let idle = self.0.and_then(|crew| Some((crew.lend(things.len().saturating_sub(1)), crew.pool().ok()?)));
        let Some((lent, pool)) = idle.filter(|(lent, _)| lent.number() > 0) else {
            return things.into_iter().map(work).collect();
        };
        let left = Mutex::new(things.into_iter().enumerate());
        let next = || left.lock().unwrap_or_else(PoisonError::into_inner).next();
        let take_up = |_| std::iter::from_fn(|| next().map(|(place, thing)| (place, work(thing)))).collect();
        let done: Vec<Vec<(usize, R)>> = pool.install(|| side_by_side((0..=lent.number()).collect(), take_up));
        let mut done: Vec<(usize, R)> = done.into_iter().flatten().collect();
        done.sort_unstable_by_key(|&(place, _)| place);
        done.into_iter().map(|(_, result)| result).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In order, whoever did them; what was lent comes back, also after a panic, and what is not idle is not lent.
    #[test]
    fn results_come_in_order_and_hands_come_back() {
        let crew = Crew::new(3);
        let held = crew.hold();
        let square = |number: u64| number * number;
        let squares: Vec<u64> = (0..100).map(square).collect();
        assert_eq!(Helpers::of(&crew).each((0..100).collect(), square), squares);
        assert_eq!(crew.hands().take(9), 2);
        assert_eq!(Helpers::of(&crew).each((0..100).collect(), square), squares);
        crew.hands().give_back(2);
        let breaking = || Helpers::of(&crew).each(vec![1, 2], |number| assert!(number < 2));
        let broken = std::panic::catch_unwind(std::panic::AssertUnwindSafe(breaking));
        assert!(broken.is_err());
        drop(held);
        assert_eq!(crew.hands().take(9), 3);
        assert!(!Helpers::of(&Crew::new(1)).are_some() && Helpers::default().each(vec![2], square) == [4]);
    }
}
