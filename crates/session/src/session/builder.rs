//! How a session is made.

use std::path::PathBuf;
use std::sync::Arc;

use super::resources::Session;
use super::settings::SessionSettings;
use dlx_engines::EngineKind;
use dlx_run::{Control, Limits, Observer, Progress, RunError, SplitDepth, WorkerPool};

impl<'o> Session<'o> {
    /// A session with all processors of the machine, 1 GiB for states, and no limits.
    ///
    /// # Errors
    /// None today.
    pub fn new() -> Result<Self, RunError> {
        SessionBuilder::new().build()
    }

    /// Chooses threads, memory, limits and so on.
    pub fn builder() -> SessionBuilder<'o> {
        SessionBuilder::new()
    }

    /// A builder of a session like this one, which shares its threads: to try something else with the same pool.
    ///
    /// ```
    /// use dlx_count::{EngineKind, Session, family::queens};
    ///
    /// let session = Session::builder().threads(2).build()?;
    /// for engine in [EngineKind::Links, EngineKind::Bits, EngineKind::Frontier] {
    ///     let other = session.to_builder().engine(engine).build()?;
    ///     assert_eq!(other.count(&queens(6))?.count.to_u64(), Some(4));
    /// }
    /// # Ok::<(), dlx_count::RunError>(())
    /// ```
    pub fn to_builder(&self) -> SessionBuilder<'o> {
        SessionBuilder::like(self)
    }
}

/// Builds a [`Session`].
///
/// ```
/// use std::time::Duration;
/// use dlx_count::{EngineKind, Limits, Session, family::queens};
///
/// let limits = Limits { time: Some(Duration::from_secs(60)), ..Limits::default() };
/// let session = Session::builder().threads(2).engine(EngineKind::Bits).limits(limits).build()?;
/// assert_eq!(session.count(&queens(10))?.count.to_u64(), Some(724));
/// # Ok::<(), dlx_count::RunError>(())
/// ```
#[must_use]
pub struct SessionBuilder<'o> {
    threads: usize,
    /// The threads of another session.
    workers: Option<Arc<WorkerPool>>,
    has_permit: bool,
    settings: SessionSettings,
    control: Control,
    observer: Arc<dyn Observer + 'o>,
}

impl<'o> SessionBuilder<'o> {
    pub(super) fn new() -> Self {
        Self {
            threads: num_cpus::get(),
            workers: None,
            has_permit: false,
            settings: SessionSettings::default(),
            control: Control::default(),
            observer: Arc::new(()),
        }
    }

    pub(super) fn like(session: &Session<'o>) -> Self {
        Self {
            threads: session.threads(),
            workers: Some(Arc::clone(&session.workers)),
            has_permit: session.has_permit,
            settings: session.settings.clone(),
            control: session.control.clone(),
            observer: Arc::clone(&session.observer),
        }
    }

    /// The number of worker threads, on any machine; 0 is taken as 1. The session then has a pool of its own, even if it was made like another.
    pub fn threads(mut self, threads: usize) -> Self {
        (self.threads, self.workers, self.has_permit) = (threads, None, false);
        self
    }

    /// How many bytes the engines that keep states may use for them, all counts of a batch together; 1 GiB by default. With less, they count in smaller parts and
    /// take longer.
    pub fn memory(mut self, bytes: usize) -> Self {
        self.settings.memory = bytes;
        self
    }

    /// The folder for levels of a sweep that are larger than memory; they are removed at the end. Where a run is kept, they lie beside its file. None by default: then a sweep that does not fit is counted in parts,
    /// which takes long.
    pub fn spill(mut self, folder: impl Into<Option<PathBuf>>) -> Self {
        self.settings.spill = folder.into();
        self
    }

    /// Which engine counts; by default the one that seems best for each problem.
    pub fn engine(mut self, engine: impl Into<Option<EngineKind>>) -> Self {
        self.settings.engine = engine.into();
        self
    }

    /// How deep the search tree is split into tasks before they are run.
    pub fn split_depth(mut self, depth: SplitDepth) -> Self {
        self.settings.split_depth = depth;
        self
    }

    /// Whether tasks with equal counts, by symmetry or because they leave the same options, are counted once. By default they are.
    pub fn merging(mut self, is_merging: bool) -> Self {
        self.settings.is_merging = is_merging;
        self
    }

    /// When to stop early. The limits apply to each request to the session, not to all together.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.settings.limits = limits;
        self
    }

    /// A handle to stop everything with.
    pub fn control(mut self, control: Control) -> Self {
        self.control = control;
        self
    }

    /// Sets the observer that is told of the progress.
    pub fn observer<'n>(self, observer: impl Observer + 'n) -> SessionBuilder<'n> {
        let Self { threads, workers, has_permit, settings, control, .. } = self;
        SessionBuilder { threads, workers, has_permit, settings, control, observer: Arc::new(observer) }
    }

    /// Sets a function that is told some dozen times a second how far a count is: an [`Observer`] of nothing else.
    pub fn on_progress<'n>(self, told: impl Fn(&Progress) + Send + Sync + 'n) -> SessionBuilder<'n> {
        self.observer(OnProgress(told))
    }

    /// A session, whose threads are started when they are first needed.
    ///
    /// # Errors
    /// None today: if the system refuses threads, the first call that needs them fails.
    pub fn build(self) -> Result<Session<'o>, RunError> {
        let Self { threads, workers, has_permit, settings, control, observer } = self;
        let workers = workers.unwrap_or_else(|| Arc::new(WorkerPool::new(threads)));
        Ok(Session { workers, control, observer, settings, has_permit })
    }
}

/// A function as an observer.
struct OnProgress<F>(F);

impl<F: Fn(&Progress) + Send + Sync> Observer for OnProgress<F> {
    fn progress(&self, progress: &Progress) {
        (self.0)(progress);
    }
}
