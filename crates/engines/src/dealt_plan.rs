//! How the processes that share a sweep make the same one: which engine merges its states, and in which order it takes the items.

use serde::{Deserialize, Serialize};

use super::frontier::DealtSweep;
use super::info::EngineKind;
use super::isomorph;
use super::run_signal::RunSignal;
use dlx_core::problem::Problem;

/// A sweep that is shared.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DealtPlan {
    /// The name of the engine.
    pub engine: String,
    /// The order of the items, if every process would need long to find it, or might find another one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub order: Vec<usize>,
}

impl Default for DealtPlan {
    /// A sweep of `frontier`.
    fn default() -> Self {
        Self { engine: EngineKind::Frontier.name().into(), order: Vec::new() }
    }
}

impl DealtPlan {
    /// The sweep of an engine. For `isomorph` orders race for some seconds, in this many bytes. None if the engine has no sweep of this problem, or it was stopped.
    ///
    /// ```
    /// use dlx_count::EngineKind;
    /// use dlx_count::engine::{DealtPlan, RunSignal};
    /// use dlx_count::family::latin;
    ///
    /// let (square, signal) = (latin(4, false)?, RunSignal::default());
    /// let plan = DealtPlan::new(EngineKind::Isomorph, &square, 1 << 28, &signal).unwrap();
    /// assert_eq!(plan.order.len(), 48);
    /// assert_eq!(plan.sweep(&square, 1 << 28, &signal).unwrap().n_levels(), 48);
    /// assert!(DealtPlan::new(EngineKind::Bits, &square, 1 << 28, &signal).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(engine: EngineKind, problem: &Problem, memory: usize, signal: &RunSignal) -> Option<Self> {
        let order = match engine {
            EngineKind::Frontier => Vec::new(),
            EngineKind::Isomorph if engine.knows(problem.tree_form()) => isomorph::best_order(problem, memory, signal)?,
            _ => return None,
        };
        Some(Self { engine: engine.name().into(), order })
    }

    /// Its engine, if there is one of that name.
    #[must_use]
    pub fn kind(&self) -> Option<EngineKind> {
        EngineKind::named(&self.engine)
    }

    /// The sweep of a problem, in steps that have this many bytes for states. None if it cannot be swept in this way, or it was stopped.
    #[must_use]
    pub fn sweep(&self, problem: &Problem, memory: usize, signal: &RunSignal) -> Option<Box<dyn DealtSweep>> {
        match self.kind()? {
            EngineKind::Frontier => <dyn DealtSweep>::new(problem, memory, signal),
            kind @ EngineKind::Isomorph if kind.knows(problem.tree_form()) => {
                isomorph::dealt(problem, &self.order, memory)
            }
            _ => None,
        }
    }
}
