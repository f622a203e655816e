//! The engine that was chosen, and the unfinished work of a trial.

use super::super::algorithm::Engine;
use super::super::frontier::{Attempt, Frontier};
use super::super::info::EngineKind;
use super::super::isomorph::{Isomorph, Race};
use super::super::learn::{Learn, Learner};
use super::super::run_signal::RunSignal;
use super::super::task::{OpenSubtrees, Task};
use dlx_core::problem::Problem;
use dlx_core::tally::{NO_ENGINE, Tally};

/// The chosen engine, which may have the answer already.
pub struct Choice {
    /// The name of the engine, or of none.
    pub name: &'static str,
    pub(super) kind: EngineKind,
    /// Why this one, in words.
    pub reason: String,
    /// What a trial left.
    pub(super) begun: Begun,
}

/// What a trial left for the chosen engine to continue.
pub(super) enum Begun {
    Nothing,
    /// It ran to the end.
    Answer(Tally),
    States(Box<Attempt>),
    Classes(Box<Race>),
    Learner(Box<Learner>),
}

impl Choice {
    pub(super) fn new(kind: EngineKind, reason: String) -> Self {
        Self { name: kind.name(), kind, reason, begun: Begun::Nothing }
    }

    pub(super) fn impossible(obstacle: String) -> Self {
        Self { name: NO_ENGINE, reason: obstacle, ..Self::answered(EngineKind::Links, Tally::default()) }
    }

    pub(super) fn answered(kind: EngineKind, tally: Tally) -> Self {
        let [one, many] = match kind {
            EngineKind::Frontier => ["state", "states"],
            EngineKind::Isomorph => ["class", "classes"],
            _ => ["node", "nodes"],
        };
        let nodes = tally.stats.nodes;
        let reason = format!("a trial finished, with {nodes} {}", if nodes == 1 { one } else { many });
        Self { name: kind.name(), kind, reason, begun: Begun::Answer(tally) }
    }

    /// Is the count known already?
    #[must_use]
    pub const fn is_answer(&self) -> bool {
        matches!(self.begun, Begun::Answer(_))
    }

    /// The choice and its answer, if the count is known already.
    #[must_use]
    pub fn into_answer(mut self) -> Option<(Self, Tally)> {
        match std::mem::replace(&mut self.begun, Begun::Nothing) {
            Begun::Answer(tally) => Some((self, tally)),
            _ => None,
        }
    }

    /// Sets the chosen engine up.
    #[must_use]
    pub fn build(self, problem: &Problem, memory: usize) -> Box<dyn Engine> {
        match self.begun {
            Begun::Nothing => self.kind.build(problem, memory),
            Begun::Answer(tally) => Box::new(Answer(tally)),
            Begun::States(attempt) => Box::new(Frontier::go_on(problem.tree_form(), memory, *attempt)),
            Begun::Learner(learner) => Box::new(Learn::go_on(*learner)),
            Begun::Classes(race) => Box::new(Isomorph::go_on(problem, memory, *race)),
        }
    }
}

/// The engine that has counted the whole problem already.
#[derive(Clone)]
struct Answer(Tally);

impl Engine for Answer {
    fn run(&mut self, task: &Task, signal: &RunSignal) -> (Tally, OpenSubtrees) {
        debug_assert!(task.prefix.is_empty());
        signal.note(self.0.stats.nodes, self.0.count.to_u64().unwrap_or(u64::MAX));
        (self.0.clone(), OpenSubtrees::default())
    }

    fn is_parallel(&self) -> bool {
        true
    }

    fn boxed_clone(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }
}
