//! Results that arrive in any order and are taken out in order.

use std::collections::BTreeMap;

/// Holds each result back until all before it are there.
pub(in crate::cli) struct InOrder<T> {
    waiting: BTreeMap<usize, T>,
    next: usize,
}

impl<T> Default for InOrder<T> {
    fn default() -> Self {
        Self { waiting: BTreeMap::new(), next: 0 }
    }
}

impl<T> InOrder<T> {
    /// A result has come.
    pub(in crate::cli) fn add(&mut self, number: usize, result: T) {
        self.waiting.insert(number, result);
    }

    /// The next in order, if it is there, with its number.
    pub(in crate::cli) fn next(&mut self) -> Option<(usize, T)> {
        let result = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some((self.next - 1, result))
    }
}
