//! Certificates of counts, for `checker/`.

use std::io::Write;
use std::time::Instant;

use super::resources::Session;
use dlx_core::problem::Problem;
use dlx_core::stop::caught;
use dlx_engines::EngineKind;
use dlx_engines::certificate::{Proof, ProofKind, Unproved};
use flate2::{Compression, write::ZlibEncoder};

impl Session<'_> {
    /// Counts by a sweep, and writes a certificate of the count, which `dlx-check` can check. `checker/FORMAT.md` describes it. The engine `frontier` writes states, `isomorph` classes of them;
    /// with another one, or none, what suits the problem ([`ProofKind::of`]) is written.
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
        let (_permit, control, started) = (self.permit(), self.control_of_one(), Instant::now());
        let (memory, signal) = (self.settings.memory, control.signal());
        let mut write = || {
            let kind = match self.settings.engine {
                Some(EngineKind::Frontier) => ProofKind::States,
                Some(EngineKind::Isomorph) => ProofKind::Classes,
                _ => ProofKind::of(problem, memory, signal)?,
            };
            out.write_all(kind.magic())?;
            let mut packed = ZlibEncoder::new(&mut out, Compression::default());
            let proof = kind.certify(problem, memory, signal, &mut packed)?;
            packed.finish()?.flush()?;
            Ok(proof)
        };
        let work = || caught(&mut write).unwrap_or(Err(Unproved::Stopped));
        let look = || self.settings.limits.enforce(&control, started);
        self.meanwhile(signal.word(), work, look).unwrap_or(Err(Unproved::Stopped))
    }
}
