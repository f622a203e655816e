//! What a sweep may use, and what can be expected of one that was stopped.

/// What a sweep may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// Bytes for states.
    pub(crate) memory: usize,
    /// States after which to give up.
    pub(crate) patience: u64,
    /// A sweep does not give up if no more states than these are expected in all.
    pub(crate) worth: f64,
    /// Is it given up when time is short?
    pub(crate) is_trial: bool,
    /// May levels that do not fit go to a disk, if there is one? Not where other trials may get by with their parts of the memory.
    pub(crate) may_spill: bool,
    /// The most states that a level may have before those with equal counts are merged.
    pub(crate) at_once: usize,
}

impl Budget {
    /// A budget with patience for any number of states.
    pub(crate) fn to_the_end(memory: usize) -> Self {
        Self { memory, patience: u64::MAX, worth: 0.0, is_trial: false, may_spill: true, at_once: usize::MAX }
    }
}

/// The sweep was stopped, or has lost its patience.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SweepStopped {
    /// The number of states of all levels, as far as could be seen.
    pub(crate) expected: f64,
    /// The states of each level that was made, as far as could be seen.
    pub(crate) sizes: Vec<usize>,
    /// States of all levels that have been made.
    pub(crate) n_made: u64,
    /// The next level does not fit in memory.
    pub(crate) is_short: bool,
}

/// The share of all states that the first levels have, if it is only known that levels are small at both ends and large in the middle: they are taken for a hill in the shape of a cosine.
pub(crate) fn share_of_levels(n_made: usize, n_levels: usize) -> f64 {
    (1.0 - (std::f64::consts::PI * n_made as f64 / n_levels.max(1) as f64).cos()) / 2.0
}
