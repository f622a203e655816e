//! Many counts in one sweep: those of the first items only.

use std::time::Instant;

use super::resources::{Session, refuse_hidden};
use dlx_core::problem::Problem;
use dlx_core::tally::{Count, Ending, Outcome, Stats};
use dlx_engines::{EngineKind, frontier};
use dlx_run::RunError;

impl Session<'_> {
    /// Counts the covers of the first items only: for each cut t the number of ways to cover items 0 .. t and nothing else, all in one sweep of
    /// the engine that [can cut](dlx_engines::EngineInfo::can_cut), along the items as they are numbered. On a board whose cells are numbered along its long side that gives all
    /// shorter boards, for little more than the price of the longest. Cuts must grow.
    ///
    /// None if the problem has secondary items or its frontier is too wide. A cut that was not reached is not complete and counts 0.
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub fn count_cuts(&self, problem: &Problem, cuts: &[usize]) -> Result<Option<Vec<Outcome>>, RunError> {
        refuse_hidden(problem, "a sweep along cuts")?;
        let (_permit, control, started) = (self.permit(), self.control_of_one(), Instant::now());
        let mut run = self.run(problem, &control, self.settings.limits.clone(), started);
        run.tell();
        let (memory, signal) = (self.settings.memory, control.signal());
        let found = run.watched(signal, signal.word(), || frontier::cuts(problem, cuts, memory, signal))?;
        // The sweep may have noticed a limit before it was enforced here.
        self.settings.limits.enforce(&control, started);
        let ending = control.stopped_by().unwrap_or(Ending::Interrupted);
        let outcome = |count: Option<Count>| Outcome {
            ending: if count.is_some() { Ending::Complete } else { ending },
            done: f64::from(u8::from(count.is_some())),
            count: count.unwrap_or_default(),
            stats: Stats { nodes: signal.nodes(), ..Stats::default() },
            engine: EngineKind::of_cuts().name(),
            reason: None,
            threads: self.threads(),
            tasks: 1,
            elapsed: started.elapsed(),
        };
        Ok(found.map(|found| found.into_iter().map(outcome).collect()))
    }
}
