//! The decision diagram of all solutions.

use super::resources::Session;
use dlx_core::problem::Problem;
use dlx_engines::frontier::{Diagram, Refusal, Zdd};

impl Session<'_> {
    /// The zero-suppressed decision diagram of all solutions: a sweep that keeps every level, in the memory of the session.
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
    pub fn diagram(&self, problem: &Problem) -> Result<Zdd, Refusal> {
        self.timed(|session| Ok(session.diagram_of(problem)))
            .map_or(Err(Refusal::Stopped), |made| made.unwrap_or(Err(Refusal::Threads)))
    }

    fn diagram_of(&self, problem: &Problem) -> Result<Zdd, Refusal> {
        let (_hand, control) = (self.hand(), self.control_of_one());
        let (memory, watch) = (self.settings.memory, control.watch());
        self.observed(&control, || Diagram::new(problem, memory, watch).map(|diagram| diagram.zdd()))
    }
}
