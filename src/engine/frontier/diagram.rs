//! All levels of a sweep kept: then the states can be walked backwards, to draw solutions by lot (`sample`) or to build the diagram of all of them (`zdd`).

use super::super::residue::Residue;
use super::super::{Watch, links};
use super::layout::{Key, Level, MAX_WORDS, Plan};
use super::number::Number;
use super::shards::{Bounds, Failure};
use super::states::States;
use super::zdd::Zdd;
use super::{order, sweep};
use crate::problem::{OptionId, Problem};
use crate::tally::Count;

/// Why the levels of a problem cannot be kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The frontier is too wide for any key.
    #[error("the frontier of this problem is too wide")]
    TooWide,
    /// The states do not fit.
    #[error("the states of all levels together do not fit in memory")]
    Memory,
    /// The run was stopped.
    #[error("stopped")]
    Stopped,
}

/// A sweep with all its levels: every solution is a path through it.
///
/// ```
/// use dlx_count::engine::{Watch, frontier::Diagram};
/// use dlx_count::family::queens;
///
/// let diagram = Diagram::new(&queens(8), 1 << 30, &Watch::default())?;
/// assert_eq!(diagram.count().to_u64(), Some(92));
/// assert_eq!(diagram.sample(5, &mut fastrand::Rng::with_seed(1)).len(), 5);
/// assert_eq!(diagram.zdd().count().to_u64(), Some(92));
/// # Ok::<(), dlx_count::engine::frontier::Refusal>(())
/// ```
pub struct Diagram(Box<dyn Walk>);

impl Diagram {
    /// Sweeps a problem and keeps every level, in so many bytes.
    ///
    /// # Errors
    /// If its states do not fit, or the watch stops it.
    pub fn new(problem: &Problem, memory: usize, watch: &Watch) -> Result<Self, Refusal> {
        Self::of(&Residue::whole(problem), memory, watch)
    }

    /// The same for what is left below a prefix; nothing if it starves an item or its options exclude each other.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn below(
        problem: &Problem,
        prefix: &[OptionId],
        memory: usize,
        watch: &Watch,
    ) -> Result<Option<Self>, Refusal> {
        let residue = links::Links::new(problem).below(prefix);
        residue.map(|residue| Self::of(&residue, memory, watch)).transpose()
    }

    fn of(residue: &Residue, memory: usize, watch: &Watch) -> Result<Self, Refusal> {
        let plan = Plan::new(residue, order::best_order(residue, &|| watch.is_stopped()));
        if !sweep::fits(&plan) {
            return Err(Refusal::TooWide);
        }
        Ok(Self(match plan.n_bits.div_ceil(64) {
            0..=1 => Box::new(Kept::<1>::new(&plan, residue, memory, watch)?),
            2 => Box::new(Kept::<2>::new(&plan, residue, memory, watch)?),
            3..=4 => Box::new(Kept::<4>::new(&plan, residue, memory, watch)?),
            5..=8 => Box::new(Kept::<8>::new(&plan, residue, memory, watch)?),
            _ => Box::new(Kept::<MAX_WORDS>::new(&plan, residue, memory, watch)?),
        }))
    }

    /// The number of solutions.
    #[must_use]
    pub fn count(&self) -> Count {
        self.0.count()
    }

    /// So many solutions, each drawn from all with equal chance, whatever the others are. None if there is no solution.
    ///
    /// The chances are exact: whole numbers are drawn below whole numbers, of any size. The options of a solution come in increasing order.
    pub fn sample(&self, number: usize, dice: &mut fastrand::Rng) -> Vec<Vec<OptionId>> {
        self.0.sample(number, dice)
    }

    /// The zero-suppressed decision diagram of all solutions.
    #[must_use]
    pub fn zdd(&self) -> Zdd {
        self.0.zdd()
    }
}

impl std::fmt::Debug for Diagram {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Diagram")
    }
}

/// What can be done with kept levels, whatever the width of their keys.
trait Walk {
    fn count(&self) -> Count;
    fn sample(&self, number: usize, dice: &mut fastrand::Rng) -> Vec<Vec<OptionId>>;
    fn zdd(&self) -> Zdd;
}

/// The states after so many levels, in whatever width they needed.
pub(super) enum Any<const K: usize> {
    Narrow(States<K, u64>),
    Wide(States<K, u128>),
    Big(States<K, num_bigint::BigUint>),
}

/// Does the same with states of any width.
macro_rules! with_states {
    ($any:expr, $states:ident => $what:expr) => {
        match $any {
            Any::Narrow($states) => $what,
            Any::Wide($states) => $what,
            Any::Big($states) => $what,
        }
    };
}

/// Levels, and the states before the first, between two, and after the last.
pub(super) struct Kept<const K: usize> {
    pub(super) levels: Vec<Level<K>>,
    /// For each level the options that its choices are.
    pub(super) options: Vec<Vec<OptionId>>,
    pub(super) states: Vec<Any<K>>,
}

impl<const K: usize> Kept<K> {
    fn new(plan: &Plan, residue: &Residue, memory: usize, watch: &Watch) -> Result<Self, Refusal> {
        let mut kept = Self {
            levels: plan.levels(residue),
            options: plan.options(residue),
            states: vec![Any::Narrow(States::start())],
        };
        let mut room = memory;
        for level in &kept.levels {
            let last = kept.states.last_mut().expect("there are states before the first level");
            let next = loop {
                let bounds = Bounds {
                    room,
                    n_threads: rayon::current_num_threads(),
                    most: usize::MAX,
                    is_stopped: &|| watch.is_stopped(),
                };
                let next = match last {
                    Any::Narrow(states) => states.expand(level, &bounds).map(Any::Narrow),
                    Any::Wide(states) => states.expand(level, &bounds).map(Any::Wide),
                    Any::Big(states) => states.expand(level, &bounds).map(Any::Big),
                };
                match next {
                    Ok(next) => break next,
                    Err(Failure::Stopped) => return Err(Refusal::Stopped),
                    Err(Failure::Memory | Failure::Bound) => return Err(Refusal::Memory),
                    Err(Failure::Overflow) => last.widen(&bounds).ok_or(Refusal::Stopped)?,
                }
            };
            let bytes = with_states!(&next, states => states.bytes());
            room = room.checked_sub(bytes).ok_or(Refusal::Memory)?;
            watch.note(with_states!(&next, states => states.len()) as u64, 0);
            kept.states.push(next);
        }
        Ok(kept)
    }
}

impl<const K: usize> Any<K> {
    /// Makes the multiplicities wider; or is stopped, and nothing is left.
    fn widen(&mut self, bounds: &Bounds<'_>) -> Option<()> {
        let own = std::mem::replace(self, Self::Narrow(States::none()));
        *self = match own {
            Self::Narrow(states) => Self::Wide(states.widen(bounds)?),
            Self::Wide(states) => Self::Big(states.widen(bounds)?),
            Self::Big(states) => Self::Big(states),
        };
        Some(())
    }

    /// The multiplicity of the state in which nothing that is still to come is covered.
    pub(super) fn closed(&self) -> Count {
        with_states!(self, states => states.closed().map_or(Count::ZERO, Number::to_count))
    }

    /// Shows all states and a way to ask for their multiplicities, always in the same order.
    pub(super) fn for_each(&self, mut show: impl FnMut(&Key<K>, &dyn Fn() -> Count)) {
        with_states!(self, states => states.iter().for_each(|(key, number)| show(key, &|| number.to_count())));
    }
}

impl<const K: usize> Walk for Kept<K> {
    fn count(&self) -> Count {
        self.states.last().map_or(Count::ZERO, Any::closed)
    }

    fn sample(&self, number: usize, dice: &mut fastrand::Rng) -> Vec<Vec<OptionId>> {
        super::sample::sample(self, number, dice)
    }

    fn zdd(&self) -> Zdd {
        super::zdd::build(self)
    }
}
