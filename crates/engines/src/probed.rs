//! What random probes go down (see `probes`).

/// A tree that can be probed.
pub(super) trait Probed {
    /// One probe. The dice say a number below the one given.
    fn probe(&mut self, dice: &mut dyn FnMut(usize) -> usize) -> Seen;

    /// About how many ns all probes so far have taken; the same whenever the same is done.
    fn time(&self) -> f64;
}

/// What a probe says of the whole tree.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Seen {
    pub(super) nodes: f64,
    pub(super) solutions: f64,
}
