//! How many threads are of use.

/// More threads than this for each processor are most likely a mistake.
const MANY_THREADS: usize = 4;
/// Up to this number of threads there is no warning on any machine.
const FEW_THREADS: usize = 64;

/// Are these more threads than are of use on this number of processors?
pub(in crate::cli) fn are_too_many(threads: usize, processors: usize) -> bool {
    threads > FEW_THREADS.max(MANY_THREADS * processors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thousand_threads_are_too_many_for_most() {
        assert!(are_too_many(1000, 2) && are_too_many(1000, 128));
        assert!(!are_too_many(1000, 256) && !are_too_many(16, 1) && !are_too_many(64, 2));
    }
}
