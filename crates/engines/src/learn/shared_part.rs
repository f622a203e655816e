//! A part that is counted by several searches: each takes another way to cover its item.
//!
//! When no way is left that has not been taken, a search takes one that another has taken, and meets it at the next part below. So that both have the same parts there, the second one gets to know what the first one knew
//! of the part's options when it took the way.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dlx_core::tally::Semiring;

use super::layout::{Fact, Pivot};

/// A part that is being counted.
#[derive(Debug)]
pub(super) struct SharedPart<A> {
    pub(super) pivot: Pivot,
    left: Mutex<Left<A>>,
}

#[derive(Debug)]
struct Left<A> {
    /// What was found below the ways that are done.
    sum: A,
    /// All others; those that were taken come last.
    ways: Vec<Way>,
    n_free: usize,
    /// How often one has been taken again.
    n_again: usize,
}

#[derive(Debug)]
struct Way {
    fact: Fact,
    /// What the first search that took it knew.
    known: Option<Arc<[Fact]>>,
}

impl<A: Clone> SharedPart<A> {
    /// With ways that are free, and the one that has been taken.
    pub(super) fn new(pivot: Pivot, sum: A, free: impl IntoIterator<Item = Fact>, taken: Option<Fact>) -> Self {
        let way = |fact| Way { fact, known: None };
        let mut ways: Vec<Way> = free.into_iter().map(way).collect();
        let n_free = ways.len();
        ways.extend(taken.map(way));
        Self { pivot, left: Mutex::new(Left { sum, ways, n_free, n_again: 0 }) }
    }

    /// Takes a way that is free, or another one that is not done.
    pub(super) fn take(&self) -> Option<Fact> {
        let mut left = self.left();
        if left.n_free > 0 {
            left.n_free -= 1;
            return left.ways.get(left.n_free).map(|way| way.fact);
        }
        left.n_again += 1;
        left.ways.get(left.n_again % left.ways.len().max(1)).map(|way| way.fact)
    }

    /// What the first search that took a way knew; none if this is the first one, which knows that.
    pub(super) fn agree(&self, fact: Fact, known: impl FnOnce() -> Arc<[Fact]>) -> Option<Arc<[Fact]>> {
        let mut left = self.left();
        let way = left.ways.iter_mut().find(|way| way.fact == fact)?;
        let before = way.known.clone();
        if before.is_none() {
            way.known = Some(known());
        }
        before
    }

    /// A way is done. Another search may have done it before.
    pub(super) fn finish<R: Semiring<Amount = A>>(&self, fact: Fact, ring: &R, amount: &A) {
        let mut left = self.left();
        if let Some(place) = left.ways.iter().position(|way| way.fact == fact) {
            left.ways.remove(place);
            left.n_free -= usize::from(place < left.n_free);
            ring.add(&mut left.sum, amount);
        }
    }

    pub(super) fn is_done(&self, fact: Fact) -> bool {
        self.left().ways.iter().all(|way| way.fact != fact)
    }

    /// The sum of all that are done, and the others.
    pub(super) fn so_far(&self) -> (A, Vec<Fact>) {
        let left = self.left();
        (left.sum.clone(), left.ways.iter().map(|way| way.fact).collect())
    }

    fn left(&self) -> MutexGuard<'_, Left<A>> {
        self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
