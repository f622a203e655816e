//! A limit that is used both for scripts and in their errors.

/// The most steps of a script: some seconds.
pub const MAX_STEPS: u64 = 20_000_000;
