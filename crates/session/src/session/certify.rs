//! Certificates of counts, for `checker/`.

use std::io::Write;
use std::time::Instant;

use super::resources::{Session, refuse_hidden};
use dlx_canon::symmetry::{CountQuery, Equivalence};
use dlx_core::problem::Problem;
use dlx_core::stop::caught;
use dlx_core::tally::Ending;
use dlx_engines::RunSignal;
use dlx_engines::certificate::{Proof, Unproved, certify, certify_best, certify_kinds};
use dlx_engines::least::Goal;

impl Session<'_> {
    /// Counts, and writes a certificate of the count, which `dlx-check` can check. `checker/FORMAT.md` describes it. The engine `frontier` writes states, `isomorph` classes of them, others a tree;
    /// without one, what suits the problem ([`certify`]) is written.
    ///
    /// ```
    /// use dlx_count::{Session, family::queens};
    ///
    /// let mut certificate = Vec::new();
    /// let proof = Session::builder().threads(1).build()?.certify(&queens(6), &mut certificate)?;
    /// assert_eq!(proof.count.to_u64(), Some(4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the states do not fit in the memory of the session, a limit is reached, the problem cannot be written in Knuth's format, or writing fails.
    pub fn certify(&self, problem: &Problem, mut out: impl Write + Send) -> Result<Proof, Unproved> {
        refuse_hidden(problem, "a certificate").map_err(|error| Unproved::Best(error.to_string()))?;
        let engine = self.settings.engine;
        self.proving(|memory, signal| certify(problem, engine, memory, signal, &mut out))
    }

    /// Finds the least cost, or the greatest, and writes a certificate of it, and of the number of solutions that have it. If there is no solution, the certificate says that. What options cost is as for
    /// [`best`](Self::best).
    ///
    /// ```
    /// use dlx_count::{Session, format::knuth};
    ///
    /// let problem = knuth::read("a b c\na b |$3\nb c |$4\na |$2\nb |$2\nc |$2\n".as_bytes())?;
    /// let proof = Session::new()?.certify_best(&problem, false, &mut Vec::new())?;
    /// assert_eq!((proof.cost, proof.count.to_u64()), (Some(5), Some(1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`certify`](Self::certify).
    pub fn certify_best(
        &self,
        problem: &Problem,
        is_greatest: bool,
        mut out: impl Write + Send,
    ) -> Result<Proof, Unproved> {
        let (priced, goal) = (problem.priced(), Goal { number: 1, is_greatest, is_ties: false });
        let free = self.to_builder().engine(None).build();
        let found = free.and_then(|session| session.best(&priced, goal));
        let found = found.map_err(|error| Unproved::Best(error.to_string()))?;
        if found.ending != Ending::Complete {
            return Err(Unproved::Stopped);
        }
        let Some(&(cost, _)) = found.solutions.first() else { return self.certify(&priced, out) };
        self.proving(|memory, signal| certify_best(&priced, (cost, is_greatest), memory, signal, &mut out))
    }

    /// Counts up to symmetry, and writes a certificate: of how many solutions each symmetry leaves as they are. A question that asks for all solutions gets a certificate of [these](Self::certify).
    ///
    /// # Errors
    /// As [`certify`](Self::certify); or if there are colors, equal options, or more than 1000 symmetries.
    pub fn certify_kinds(&self, question: &CountQuery, mut out: impl Write + Send) -> Result<Proof, Unproved> {
        match question.equivalence() {
            None => self.certify(question.problem(), out),
            Some(Equivalence::Grown(_)) => Err(Unproved::Kinds("a group that is too large to be listed")),
            Some(Equivalence::Listed(group)) => {
                self.proving(|memory, signal| certify_kinds(question.problem(), group, memory, signal, &mut out))
            }
        }
    }

    /// Works on a certificate until it is finished, or a limit is reached.
    fn proving(
        &self,
        mut work: impl FnMut(usize, &RunSignal) -> Result<Proof, Unproved> + Send,
    ) -> Result<Proof, Unproved> {
        let (_permit, control, started) = (self.permit(), self.control_of_one(), Instant::now());
        let (memory, signal) = (self.settings.memory, control.signal());
        let work = || caught(|| work(memory, signal)).unwrap_or(Err(Unproved::Stopped));
        let look = || self.settings.limits.enforce(&control, started);
        self.meanwhile(signal.word(), work, look).unwrap_or(Err(Unproved::Stopped))
    }
}
