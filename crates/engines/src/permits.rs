//! How many threads work at once, when several counts run side by side.
//!
//! Every thread that works holds a permit, and there are as many permits as threads were asked for. A count begins with one. Once no count waits to begin any
//! more, it takes idle permits as it finds use for them: a tree search for another worker, a sweep for one level. So a hundred small
//! counts run one thread each, the last long one gets all threads, and none of them waits for another.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Idle permits, shared by clones.
#[derive(Clone, Debug)]
pub struct Permits(Arc<SharedPermits>);

#[derive(Debug)]
struct SharedPermits {
    state: Mutex<PermitState>,
    /// Permits have been given back.
    more: Condvar,
}

#[derive(Debug)]
struct PermitState {
    idle: usize,
    /// Counts that have not begun yet: the next permits are theirs.
    awaited: usize,
}

impl Permits {
    /// Creates this number of idle permits.
    #[must_use]
    pub fn new(idle: usize) -> Self {
        Self(Arc::new(SharedPermits { state: Mutex::new(PermitState { idle, awaited: 0 }), more: Condvar::new() }))
    }

    /// Announces counts that will begin.
    pub fn expect(&self, counts: usize) {
        self.state().awaited += counts;
    }

    /// Says that some of the announced counts will not begin after all.
    pub fn expect_no_more(&self, counts: usize) {
        let mut state = self.state();
        state.awaited = state.awaited.saturating_sub(counts);
    }

    /// Begins one of the announced counts: waits for an idle permit and takes it.
    pub fn begin(&self) {
        let wait = self.0.more.wait_while(self.state(), |state| state.idle == 0);
        let mut state = wait.unwrap_or_else(PoisonError::into_inner);
        state.idle -= 1;
        state.awaited = state.awaited.saturating_sub(1);
    }

    /// Takes at most `most` idle permits, and none while counts wait to begin. They must be given back.
    #[must_use]
    pub fn take(&self, most: usize) -> usize {
        let mut state = self.state();
        let taken = if state.awaited > 0 { 0 } else { most.min(state.idle) };
        state.idle -= taken;
        taken
    }

    /// Gives permits back.
    pub fn give_back(&self, permits: usize) {
        self.state().idle += permits;
        self.0.more.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, PermitState> {
        // The two numbers are sound even after a panic.
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_that_wait_come_first() {
        let permits = Permits::new(3);
        permits.expect(2);
        permits.begin();
        assert_eq!(permits.take(5), 0);
        permits.begin();
        assert_eq!((permits.take(5), permits.take(1)), (1, 0));
        permits.give_back(3);
        assert_eq!(permits.take(2), 2);
    }

    /// A count that finds no idle permit waits for one.
    #[test]
    fn a_count_begins_when_a_hand_is_given_back() {
        let permits = Permits::new(1);
        assert_eq!(permits.take(1), 1);
        permits.expect(2);
        std::thread::scope(|scope| {
            let begun = scope.spawn(|| permits.begin());
            permits.give_back(1);
            begun.join().unwrap();
        });
        permits.give_back(1);
        assert_eq!(permits.take(1), 0, "it is awaited");
        permits.expect_no_more(1);
        assert_eq!(permits.take(1), 1);
    }
}
