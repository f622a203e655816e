//! How a problem is going to be counted.

/// What was decided before a count began: see [`Observer::planned`](super::Observer::planned).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The name of the engine; [`NO_ENGINE`](dlx_core::tally::NO_ENGINE) if nothing has to be counted.
    pub engine: &'static str,
    /// Why this engine, in words; none if it was asked for.
    pub reason: Option<String>,
    /// How many symmetries were found, and used to make equal tasks one; 0 if they were not looked for. The identity is not among them.
    pub symmetries: usize,
    /// How many tasks the problem begins with. A running task may be divided further.
    pub tasks: usize,
}
