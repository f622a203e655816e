//! How many threads work at once, when several counts run side by side.
//!
//! Every thread that works holds a hand, and there are as many hands as threads were asked for. A count begins with one. When nothing waits to begin any
//! more, it takes idle hands as it finds use for them: a tree search for another worker, a sweep for one level. So a hundred small
//! counts run one thread each, the last long one gets all, and nobody is waited for.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Idle hands, shared by clones.
#[derive(Clone, Debug)]
pub struct Hands(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    idle: usize,
    /// Counts that have not begun yet: the next hands are theirs.
    awaited: usize,
}

impl Hands {
    /// So many idle hands.
    #[must_use]
    pub fn new(idle: usize) -> Self {
        Self(Arc::new(Mutex::new(State { idle, awaited: 0 })))
    }

    /// So many more counts will begin.
    pub fn expect(&self, counts: usize) {
        self.state().awaited += counts;
    }

    /// One of the counts that were expected begins, if there is a hand for it.
    pub fn begin(&self) -> bool {
        let mut state = self.state();
        let can_begin = state.idle > 0 && state.awaited > 0;
        if can_begin {
            state.idle -= 1;
            state.awaited -= 1;
        }
        can_begin
    }

    /// At most so many hands, none while counts wait to begin. To be given back.
    #[must_use]
    pub fn take(&self, most: usize) -> usize {
        let mut state = self.state();
        let taken = if state.awaited > 0 { 0 } else { most.min(state.idle) };
        state.idle -= taken;
        taken
    }

    /// These hands are idle again.
    pub fn give_back(&self, hands: usize) {
        self.state().idle += hands;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Whoever panicked left two sound numbers behind.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_that_wait_come_first() {
        let hands = Hands::new(3);
        hands.expect(2);
        assert!(hands.begin());
        assert_eq!(hands.take(5), 0);
        assert!(hands.begin() && !hands.begin());
        assert_eq!((hands.take(5), hands.take(1)), (1, 0));
        hands.give_back(3);
        assert_eq!(hands.take(2), 2);
    }
}
