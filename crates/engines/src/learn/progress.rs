//! How far a search is, by what the parts that are closed have taken.
//!
//! The first way to cover an item of a part teaches most of what the later ones need: they find parts that are known by then. Were all ways alike, a search in the first of two ways on each of 30 levels would have done
//! 2^-30 of its work; in truth the later ways of most levels take little. (A cover of communities in a tree promised 340 s after 0.1 s, and takes 0.5.) So what later ways took is set in proportion to what the first one took, for parts of like
//! size; and likewise later parts of a branch. Little experience counts little: where one frame of a size has been closed, the later ways are expected to take at least half as long as the first. (Without that `auto` gave a search all the time after
//! 4 ms, since it seemed to have ended: dominoes with holes took up to 0.9 s in place of 0.2.)

use dlx_core::problem::to_place;

/// Sizes up to this power of two are told apart.
const N_SIZES: usize = 64;

/// What came later in proportion to what came first, by the size of what came first.
#[derive(Clone, Debug)]
pub(super) struct LaterWork {
    /// For each power of two the nodes that one would have if it took as long as the first, and those that they had.
    sums: [(f64, f64); N_SIZES],
}

impl Default for LaterWork {
    fn default() -> Self {
        Self { sums: [(0.0, 0.0); N_SIZES] }
    }
}

fn size(nodes: u64) -> usize {
    to_place(nodes.max(1).ilog2().into()).min(N_SIZES - 1)
}

/// The least nodes of a size.
fn size_of(size: usize) -> f64 {
    (size as f64).exp2()
}

impl LaterWork {
    /// Notes the nodes that the first one took, those of all together, and how many came later.
    pub(super) fn note(&mut self, first: u64, all: u64, n_later: usize) {
        if n_later > 0 {
            let sum = &mut self.sums[size(first)];
            *sum = (sum.0 + first.max(1) as f64 * n_later as f64, sum.1 + all.saturating_sub(first) as f64);
        }
    }

    /// The expected nodes of each later one, divided by those of the first, which has taken `first` nodes so far. What was noted for the nearest size that is not larger decides, together with one example in which both took the same.
    fn of(&self, first: u64) -> f64 {
        let known = self.sums[..=size(first)].iter().enumerate().rev().find(|(_, sum)| sum.0 > 0.0);
        known.map_or(1.0, |(size, &(alike, later))| (later + size_of(size)) / (alike + size_of(size)))
    }

    /// The share that is done of some, when `n_done` have been, and the share of the one that is being done.
    pub(super) fn shares(&self, first: u64, n: usize, n_done: usize) -> (f64, f64) {
        let later = self.of(first);
        let weight = |n: usize| if n == 0 { 0.0 } else { 1.0 + later * (n - 1) as f64 };
        let (done, all) = (weight(n_done.min(n)), weight(n.max(1)));
        (done / all, (weight(n_done + 1).min(all) - done) / all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Later ones are taken to be like the first until some are known, and then like those of the same size.
    #[test]
    fn what_came_later_is_expected_again() {
        let mut later = LaterWork::default();
        assert_eq!(later.shares(100, 4, 1), (0.25, 0.25));
        later.note(100, 110, 1);
        later.note(7, 14, 1);
        let (done, now) = later.shares(100, 2, 1);
        let part = (10.0 + 64.0) / (100.0 + 64.0);
        assert!((done - 1.0 / (1.0 + part)).abs() < 1e-9 && (done + now - 1.0).abs() < 1e-9, "{done} {now}");
        assert_eq!(later.shares(7, 2, 0), (0.0, 0.5));
        assert_eq!(later.shares(1, 2, 2), (1.0, 0.0), "nothing is known of that size");
    }
}
