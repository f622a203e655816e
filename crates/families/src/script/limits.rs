//! What scripts and their errors both speak of.

/// The most steps of a script: some seconds.
pub const MAX_STEPS: u64 = 20_000_000;
