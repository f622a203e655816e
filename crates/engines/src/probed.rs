//! The interface of trees for random probes (see `probes`).

/// A tree that can be probed.
pub(super) trait Probed {
    /// Makes one probe. The dice return a number below the one given. None if the thread is to stop before the probe has ended.
    fn probe(&mut self, dice: &mut dyn FnMut(usize) -> usize) -> Option<Seen>;

    /// About how many ns all probes so far have taken; this depends only on the probes, not on a clock.
    fn time(&self) -> f64;
}

/// The estimate of the whole tree by one probe.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Seen {
    pub(super) nodes: f64,
    pub(super) solutions: f64,
}
