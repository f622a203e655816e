//! All levels of a sweep kept: then the states can be walked backwards, to draw solutions at random (`sample`) or to build the diagram of all of them (`zdd`).

use super::super::links;
use super::super::residue::Residue;
use super::super::run_signal::RunSignal;
use super::kept::{AnyWidth, KeptLevels, Refusal};
use super::layout::{KeyLayout, with_words};
use super::zdd::Zdd;
use super::{order, sweep};
use dlx_core::problem::{OptionId, Problem};
use dlx_core::tally::Count;

/// A sweep with all its levels: every solution is a path through it.
///
/// ```
/// use dlx_count::engine::{RunSignal, frontier::Diagram};
/// use dlx_count::family::queens;
///
/// let diagram = Diagram::new(&queens(8), 1 << 30, &RunSignal::default())?;
/// assert_eq!(diagram.count().to_u64(), Some(92));
/// assert_eq!(diagram.sample(5, &mut fastrand::Rng::with_seed(1)).len(), 5);
/// assert_eq!(diagram.zdd(1 << 30)?.count().to_u64(), Some(92));
/// # Ok::<(), dlx_count::engine::frontier::Refusal>(())
/// ```
pub struct Diagram(Box<dyn LevelWalk>);

impl Diagram {
    /// Sweeps a problem and keeps every level, in `memory` bytes.
    ///
    /// # Errors
    /// If its states do not fit, or the watch stops it.
    pub fn new(problem: &Problem, memory: usize, signal: &RunSignal) -> Result<Self, Refusal> {
        Self::of(&Residue::whole(problem), memory, signal)
    }

    /// The diagram of what is left below a prefix; none if it starves an item or its options exclude each other.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn below(
        problem: &Problem,
        prefix: &[OptionId],
        memory: usize,
        signal: &RunSignal,
    ) -> Result<Option<Self>, Refusal> {
        let residue = links::Links::new(problem).below(prefix);
        residue.map(|residue| Self::of(&residue, memory, signal)).transpose()
    }

    fn of(residue: &Residue, memory: usize, signal: &RunSignal) -> Result<Self, Refusal> {
        let layout = KeyLayout::new(residue, order::best_order(residue, &|| signal.is_stopped()));
        if !sweep::fits(&layout) {
            return Err(Refusal::TooWide);
        }
        with_words!(layout.n_bits, WORDS => Ok(Self(Box::new(KeptLevels::<WORDS>::new(&layout, residue, memory, signal)?))))
    }

    /// The number of solutions.
    #[must_use]
    pub fn count(&self) -> Count {
        self.0.count()
    }

    /// Draws `number` solutions, independently, each from all solutions with equal chance. None if there is no solution.
    ///
    /// The chances are exact: whole numbers are drawn below whole numbers, of any size. The options of a solution come in increasing order.
    pub fn sample(&self, number: usize, dice: &mut fastrand::Rng) -> Vec<Vec<OptionId>> {
        self.0.sample(number, dice)
    }

    /// The zero-suppressed decision diagram of all solutions, in `memory` bytes besides the states.
    ///
    /// # Errors
    /// If it does not fit.
    pub fn zdd(&self, memory: usize) -> Result<Zdd, Refusal> {
        self.0.zdd(memory)
    }
}

impl std::fmt::Debug for Diagram {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Diagram")
    }
}

/// What can be done with kept levels, for any width of their keys.
trait LevelWalk {
    fn count(&self) -> Count;
    fn sample(&self, number: usize, dice: &mut fastrand::Rng) -> Vec<Vec<OptionId>>;
    fn zdd(&self, memory: usize) -> Result<Zdd, Refusal>;
}

impl<const K: usize> LevelWalk for KeptLevels<K> {
    fn count(&self) -> Count {
        self.states.last().map_or(Count::ZERO, AnyWidth::closed)
    }

    fn sample(&self, number: usize, dice: &mut fastrand::Rng) -> Vec<Vec<OptionId>> {
        super::sample::sample(self, number, dice)
    }

    fn zdd(&self, memory: usize) -> Result<Zdd, Refusal> {
        super::zdd::build(self, memory)
    }
}
