//! Sessions as the settings say. All that is counted, solved or drawn by chance on the command line is done in one of these.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{Settings, memory, spill};
use crate::cli::args::RunArgs;
use crate::cli::end::{Failure, Signals};
use crate::parallel::{Control, Limits};
use crate::session::{Session, SessionBuilder};
use crate::stop::{StopSource, Stopped, caught};

impl Settings {
    /// Threads to count with: as many as processors, unless a number was given.
    fn n_threads(&self) -> usize {
        self.threads.first().copied().unwrap_or_else(num_cpus::get)
    }

    /// The limits, with this one on the time, of which `spent` is used up.
    pub(in crate::cli) fn limits(&self, time: Option<Duration>, spent: Duration) -> Limits {
        Limits { time, count: self.limit.clone(), nodes: self.node_limit }.after(spent)
    }

    /// What is left of the limits when this much time is spent.
    pub(in crate::cli) fn limits_after(&self, spent: Duration) -> Limits {
        self.limits(self.time_limit, spent)
    }

    /// What is left of the limit on time.
    pub(in crate::cli) fn time_left(&self) -> Option<Duration> {
        self.limits_after(self.began.elapsed()).time
    }

    /// This time, or what is left of the limit if that is less.
    pub(in crate::cli) fn time_at_most(&self, most: Duration) -> Duration {
        self.time_left().map_or(most, |left| left.min(most))
    }

    /// Does the work before a count, reading and building, within the limit on time.
    pub(in crate::cli) fn in_time<R>(&self, work: impl FnOnce() -> R) -> Result<R, Failure> {
        let deadline = self.time_limit.and_then(|time| self.began.checked_add(time));
        StopSource::heard_here().until(deadline).over(|| caught(work)).map_err(|Stopped| Failure {
            message: "stopped by the time limit before the problem was built".into(),
            status: 3,
        })
    }

    /// Where states go that do not fit in memory, if they may go anywhere.
    pub(in crate::cli) fn spill_folder(&self) -> Option<PathBuf> {
        spill::folder(self.spill.as_deref(), self.run.as_deref(), self.memory.unwrap_or_else(memory::default))
    }

    /// The same settings for a run that this file keeps.
    pub(in crate::cli) fn kept_in(&self, path: &Path) -> Result<Self, Failure> {
        spill::check(self.spill.as_deref(), true)?;
        Ok(Self { given: RunArgs { run: Some(path.into()), ..self.given.clone() }, began: self.began })
    }

    /// A session.
    pub(in crate::cli) fn session<'o>(&self) -> SessionBuilder<'o> {
        let memory = self.memory.unwrap_or_else(memory::default);
        let session = Session::builder().threads(self.n_threads()).memory(memory);
        let session = session.spill(self.spill_folder()).engine(self.engine);
        session.split_depth(self.split_depth).merging(!self.no_merging).limits(self.limits_after(self.began.elapsed()))
    }

    /// A session that stops at a signal and shows nothing.
    pub(in crate::cli) fn session_until<'o>(&self, signals: &'o Signals) -> SessionBuilder<'o> {
        let control = Control::default();
        let stopped = control.clone();
        self.session().control(control).on_progress(move |_| signals.pass_on(&stopped))
    }
}
