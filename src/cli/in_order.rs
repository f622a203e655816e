//! Results that come in any order and leave in theirs.

use std::collections::BTreeMap;

/// Holds results back until all before them are there.
pub(super) struct InOrder<T> {
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
    pub(super) fn add(&mut self, number: usize, result: T) {
        self.waiting.insert(number, result);
    }

    /// The next in order, if it is there, with its number.
    pub(super) fn next(&mut self) -> Option<(usize, T)> {
        let result = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some((self.next - 1, result))
    }
}
