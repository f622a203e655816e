//! The decision diagram of all solutions.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::resources::Session;
use dlx_core::problem::{OptionId, Problem, to_u64};
use dlx_core::tally::Profile;
use dlx_engines::frontier::{Diagram, Refusal, Zdd};
use dlx_engines::links::{Finding, Strategy, Take};
use dlx_run::{Limits, Split};

impl Session<'_> {
    /// The zero-suppressed decision diagram of all solutions: a sweep that keeps every level, in the memory of the session. Its options are those of the problem's [form for trees](Problem::tree_form).
    ///
    /// ```
    /// use dlx_count::{Session, family::queens};
    ///
    /// let session = Session::builder().threads(2).build()?;
    /// assert_eq!(session.diagram(&queens(8))?.count().to_u64(), Some(92));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the states do not fit, or the session is stopped.
    ///
    /// # Panics
    /// If only some options are shown.
    pub fn diagram(&self, problem: &Problem) -> Result<Zdd, Refusal> {
        assert!(problem.shown().is_none(), "a diagram is one of all solutions");
        self.timed(|session| Ok(session.diagram_of(problem)))
            .map_or(Err(Refusal::Stopped), |made| made.unwrap_or(Err(Refusal::Threads)))
    }

    /// Where there are many states and few solutions, these are listed: a problem with multiplicities, 18 options and 16 solutions took a minute and 3.4 GB before.
    fn diagram_of(&self, problem: &Problem) -> Result<Zdd, Refusal> {
        match self.swept(problem, Some(MANY_STATES)) {
            Err(Refusal::Stopped) if !self.is_due() => {}
            result => return result,
        }
        match self.listed_diagram(problem, FEW_NODES) {
            Some(listed) => Ok(listed),
            None => self.swept(problem, None),
        }
    }

    /// Makes the diagram by a sweep, of at most `states` states.
    fn swept(&self, problem: &Problem, states: Option<u64>) -> Result<Zdd, Refusal> {
        let (_permit, control) = (self.permit(), self.control_of_one());
        control.signal().bound(states, None, 1);
        let (memory, signal) = (self.settings.memory, control.signal());
        self.observed(&control, || Diagram::new(problem.tree_form(), memory, signal)?.zdd(memory))
    }

    /// Makes the diagram from a list of all solutions, if these are few and are found within `nodes` nodes.
    fn listed_diagram(&self, problem: &Problem, nodes: u64) -> Option<Zdd> {
        let (_permit, control, list) = (self.permit(), self.control_of_one(), List::default());
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let finding = Finding::new(problem.tree_form(), list.another(), Strategy::default());
        let outcome = self
            .run(problem, &control, limits, Instant::now())
            .find(Box::new(finding), Split::whole(), self.threads())
            .ok()?;
        let solutions = std::mem::take(&mut *list.0.lock().unwrap_or_else(PoisonError::into_inner));
        let are_all = outcome.is_complete() && outcome.count == to_u64(solutions.len()).into();
        are_all.then(|| Zdd::of(solutions))
    }
}

/// A list of solutions, up to a number of them.
#[derive(Clone, Default)]
struct List(Arc<Mutex<Vec<Vec<OptionId>>>>);

impl Take for List {
    fn take(&mut self, solution: &[OptionId]) -> bool {
        let mut list = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        list.push(solution.to_vec());
        list.len() <= FEW_SOLUTIONS && solution.len() <= LONGEST
    }

    fn pass(&mut self, _: Option<(&Profile, usize)>) -> bool {
        true
    }

    fn another(&self) -> Box<dyn Take> {
        Box::new(self.clone())
    }
}

/// States after which it is asked whether there are few solutions.
const MANY_STATES: u64 = 1 << 20;

/// Nodes of a tree that is small compared with that many states.
const FEW_NODES: u64 = 1 << 20;

/// The most solutions that count as few.
const FEW_SOLUTIONS: usize = 1 << 14;

/// The most options of a solution that is listed.
const LONGEST: usize = 1 << 10;
