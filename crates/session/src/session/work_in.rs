//! Work at a sweep whose levels lie in a folder that processes share.

use std::path::Path;
use std::time::Instant;

use super::resources::Session;
use crate::records::{Records, SweepError, SweepFolder, SweepProgress};
use dlx_core::problem::{Problem, to_u64};
use dlx_core::stop::caught;
use dlx_core::tally::Ending;
use dlx_run::Progress;

impl Session<'_> {
    /// Works with all threads at the sweep that a folder has, until its last level is there or a limit comes; each thread may use its share of the memory. Says how far the sweep is, and why the work ended.
    ///
    /// # Errors
    /// If the problem cannot be swept, the system refuses, or a file is damaged.
    pub fn work_in(
        &self,
        path: &Path,
        records: &Records,
        problem: &Problem,
    ) -> Result<(SweepProgress, Ending), SweepError> {
        let (_permit, control, started) = (self.permit(), self.control_of_one(), Instant::now());
        let (signal, threads) = (control.signal(), self.threads());
        let pool = self.workers.pool()?;
        let begin = || SweepFolder::open(path, records, problem, self.settings.memory / threads, signal);
        let work = || -> Result<_, SweepError> {
            let folder = caught(begin).unwrap_or(Err(SweepError::Stopped))?;
            let ends = pool.broadcast(|_| folder.work(signal).inspect_err(|_| signal.stop()));
            // Where one thread fails, the others are stopped, which is no news.
            let failed =
                ends.into_iter().find(|end| matches!(end, Err(error) if !matches!(error, SweepError::Stopped)));
            failed.unwrap_or(Ok(())).and_then(|()| folder.progress())
        };
        let look = || {
            self.settings.limits.enforce(&control, started);
            let (done, nodes, elapsed) = (signal.share_done(), signal.nodes(), started.elapsed());
            let (open_tasks, busy) = (1, to_u64(threads));
            self.observer.progress(&Progress { done, nodes, open_tasks, busy, elapsed, ..Progress::default() });
        };
        let progress = self.meanwhile(signal.word(), work, look)??;
        let ending = || control.stopped_by().unwrap_or(Ending::Interrupted);
        let ending = if progress.is_complete() { Ending::Complete } else { ending() };
        Ok((progress, ending))
    }
}
