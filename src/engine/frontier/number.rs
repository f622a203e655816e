//! Multiplicities: 64 bits while they suffice, then 128, then any size. Every sum is checked.

use num_bigint::BigUint;

use crate::tally::Count;

/// A multiplicity of a state.
pub(super) trait Number: Clone + Send + Sync {
    /// The next wider kind; the widest is its own.
    type Wider: Number;

    /// One.
    fn one() -> Self;

    /// Adds, or says that the sum does not fit and changes nothing.
    #[must_use]
    fn add(&mut self, other: &Self) -> bool;

    /// The same number, wider.
    fn widen(&self) -> Self::Wider;

    /// The same number as a count.
    fn to_count(&self) -> Count;
}

impl Number for u64 {
    type Wider = u128;

    fn one() -> Self {
        1
    }

    #[inline(always)]
    fn add(&mut self, other: &Self) -> bool {
        let sum = self.checked_add(*other);
        *self = sum.unwrap_or(*self);
        sum.is_some()
    }

    fn widen(&self) -> u128 {
        (*self).into()
    }

    fn to_count(&self) -> Count {
        (*self).into()
    }
}

impl Number for u128 {
    type Wider = BigUint;

    fn one() -> Self {
        1
    }

    #[inline(always)]
    fn add(&mut self, other: &Self) -> bool {
        let sum = self.checked_add(*other);
        *self = sum.unwrap_or(*self);
        sum.is_some()
    }

    fn widen(&self) -> BigUint {
        (*self).into()
    }

    fn to_count(&self) -> Count {
        (*self).into()
    }
}

impl Number for BigUint {
    type Wider = Self;

    fn one() -> Self {
        1u32.into()
    }

    fn add(&mut self, other: &Self) -> bool {
        *self += other;
        true
    }

    fn widen(&self) -> Self {
        self.clone()
    }

    fn to_count(&self) -> Count {
        self.clone().into()
    }
}
