//! A time limit on what consists of many counts: samples, estimates, diagrams. The counts themselves have no limits, since limits would change the choice of engines, and so the samples.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::resources::Session;
use dlx_core::tally::Ending;
use dlx_run::{Control, Limits, Observer, Plan, Progress, RunError};

/// An observer that looks at the clock at each report, and passes the report on.
struct Timer<'o> {
    limits: Limits,
    started: Instant,
    control: Control,
    told: Arc<dyn Observer + 'o>,
}

impl Observer for Timer<'_> {
    fn progress(&self, progress: &Progress) {
        self.limits.enforce(&self.control, self.started);
        self.told.progress(progress);
    }

    fn task_done(&self, took: Duration) {
        self.told.task_done(took);
    }

    fn planned(&self, plan: &Plan) {
        self.told.planned(plan);
    }
}

impl Session<'_> {
    /// Does something in a session without limits, until the time limit of this one is reached: then the error says why it ended.
    pub(super) fn timed<R>(
        &self,
        work: impl FnOnce(&Session<'_>) -> Result<R, RunError>,
    ) -> Result<Result<R, RunError>, Ending> {
        let (control, started) = (self.control.below(), Instant::now());
        let limits = Limits { time: self.settings.limits.time, ..Limits::default() };
        let told = Arc::clone(&self.observer);
        let timer = Timer { limits: limits.clone(), started, control: control.clone(), told };
        let session = self.to_builder().limits(Limits::default()).control(control.clone()).observer(timer).build();
        self.until_stopped(&control, (&limits, started), || work(&session?))
    }
}
