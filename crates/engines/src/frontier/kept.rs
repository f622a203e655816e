//! The states of all levels of a sweep, in the width that their multiplicities need.

use super::super::residue::Residue;
use super::super::run_signal::RunSignal;
use super::layout::{Key, KeyLayout, Transition};
use super::number::{AnyNumber, Number};
use super::shards::{Bounds, ExpandFailure};
use super::states::States;
use dlx_core::problem::{OptionId, to_u64};
use dlx_core::tally::Count;

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
    /// The system has refused a thread.
    #[error("the worker threads cannot be started")]
    Threads,
}

/// The states after some level, in the width that they need.
pub(super) enum AnyWidth<const K: usize> {
    Narrow(States<K, u64>),
    Wide(States<K, AnyNumber>),
}

/// Does the same with states of any width.
macro_rules! with_states {
    ($any:expr, $states:ident => $what:expr) => {
        match $any {
            AnyWidth::Narrow($states) => $what,
            AnyWidth::Wide($states) => $what,
        }
    };
}

pub(super) use with_states;

/// Levels, and the states before the first, between two, and after the last.
pub(super) struct KeptLevels<const K: usize> {
    pub(super) levels: Vec<Transition<K>>,
    /// For each level the options that its choices are.
    pub(super) options: Vec<Vec<OptionId>>,
    pub(super) states: Vec<AnyWidth<K>>,
}

impl<const K: usize> KeptLevels<K> {
    pub(super) fn new(
        layout: &KeyLayout,
        residue: &Residue,
        memory: usize,
        signal: &RunSignal,
    ) -> Result<Self, Refusal> {
        let mut kept = Self {
            levels: layout.levels(residue),
            options: layout.options(residue),
            states: vec![AnyWidth::Narrow(States::one(layout.start()))],
        };
        let mut room = memory;
        for level in &kept.levels {
            let last = kept.states.last_mut().expect("there are states before the first level");
            let next = loop {
                let bounds = Bounds {
                    room,
                    n_threads: rayon::current_num_threads(),
                    most: usize::MAX,
                    is_stopped: &|| signal.is_stopped(),
                };
                let next = match last {
                    AnyWidth::Narrow(states) => states.expand(level, &bounds).map(AnyWidth::Narrow),
                    AnyWidth::Wide(states) => states.expand(level, &bounds).map(AnyWidth::Wide),
                };
                match next {
                    Ok(next) => break next,
                    Err(ExpandFailure::Stopped | ExpandFailure::Disk) => return Err(Refusal::Stopped),
                    Err(ExpandFailure::Memory | ExpandFailure::Bound) => return Err(Refusal::Memory),
                    Err(ExpandFailure::Overflow) => last.widen(&bounds).ok_or(Refusal::Stopped)?,
                }
            };
            let bytes = with_states!(&next, states => states.bytes());
            room = room.checked_sub(bytes).ok_or(Refusal::Memory)?;
            signal.note(to_u64(with_states!(&next, states => states.len())), 0);
            kept.states.push(next);
        }
        Ok(kept)
    }
}

impl<const K: usize> AnyWidth<K> {
    /// Makes the multiplicities wider; or is stopped, and nothing is left.
    fn widen(&mut self, bounds: &Bounds<'_>) -> Option<()> {
        let own = std::mem::replace(self, Self::Narrow(States::none()));
        *self = match own {
            Self::Narrow(states) => Self::Wide(states.widen(bounds)?),
            Self::Wide(states) => Self::Wide(states),
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
