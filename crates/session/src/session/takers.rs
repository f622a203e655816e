//! What workers do with the solutions that they find: they put them into batches, or only note the figures of the search.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crossbeam_channel::Sender;

use dlx_canon::symmetry::Group;
use dlx_core::problem::{OptionId, Problem};
use dlx_core::tally::{Count, Profile};
use dlx_engines::links::Take;

/// Solutions of a batch.
pub(super) const BATCH: usize = 1024;

/// A solution that is handed out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found<'a> {
    /// Its options, in increasing order.
    pub options: &'a [OptionId],
    /// How many solutions it stands for, if they are found up to a group.
    pub orbit: Option<&'a Count>,
}

/// Writes a solution into a batch: what workers do before they hand batches out.
pub type Encode<B> = Arc<dyn Fn(Found<'_>, &mut B) + Send + Sync>;

/// Takes only figures.
pub(super) struct Figures(Arc<Mutex<Profile>>);

impl Figures {
    pub(super) fn new() -> Self {
        Self(Arc::default())
    }

    /// A handle for another worker to the same figures.
    pub(super) fn handle(&self) -> Self {
        Self(Arc::clone(&self.0))
    }

    /// The figures of all workers.
    pub(super) fn profile(&self) -> Profile {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn add(&self, profile: Option<(&Profile, usize)>) {
        if let Some((profile, depth)) = profile {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).add(profile, depth);
        }
    }
}

impl Take for Figures {
    fn take(&mut self, _: &[OptionId]) -> bool {
        true
    }

    fn pass(&mut self, profile: Option<(&Profile, usize)>) -> bool {
        self.add(profile);
        true
    }

    fn another(&self) -> Box<dyn Take> {
        Box::new(self.handle())
    }
}

/// Solutions whose kinds are remembered.
const MANY: usize = 10_000;

/// The first solutions, whose kinds are known by their least solutions, whichever was found.
#[derive(Default)]
struct Early {
    /// How many are still to come.
    n_left: usize,
    /// Those that are being looked at.
    n_open: usize,
    /// The least of each kind.
    least: HashSet<Vec<OptionId>>,
}

impl Early {
    /// Is the next solution one of them?
    fn is_next(&mut self) -> bool {
        let is_next = self.n_left > 0;
        self.n_left -= usize::from(is_next);
        self.n_open += usize::from(is_next);
        is_next
    }

    /// Ends the look at one of them. Was its kind new?
    fn insert(&mut self, least: &[OptionId]) -> bool {
        self.n_open -= 1;
        self.least.insert(least.to_vec())
    }

    /// Is the kind of a later solution, which is the least, new? While some of the first are looked at, these have to know of it.
    fn is_new(&mut self, least: &[OptionId]) -> bool {
        if self.n_open > 0 { self.least.insert(least.to_vec()) } else { !self.least.contains(least) }
    }
}

/// Passes only the solutions that stand for all others of their kind.
#[derive(Clone)]
pub(super) struct Sieve {
    group: Arc<Group>,
    /// The options by which solutions are compared first, if not all are searched.
    leading: Arc<[bool]>,
    early: Arc<Mutex<Early>>,
    n_passed: Arc<AtomicU64>,
}

impl Sieve {
    /// With a limit on their number, kinds are handed out as soon as one of their solutions is found. (The search may meet the least of any kind late: for Latin squares of order 7 up to isomorphism not in 10 s.)
    pub(super) fn new(group: Arc<Group>, is_limited: bool) -> Self {
        let early = Early { n_left: if is_limited { MANY } else { 0 }, ..Early::default() };
        Self { group, leading: Arc::default(), early: Arc::new(Mutex::new(early)), n_passed: Arc::default() }
    }

    /// The same where only the least solutions are searched, compared by these options first.
    pub(super) fn led_by(self, leading: &[bool]) -> Self {
        Self { leading: leading.into(), ..self }
    }

    /// The least solution of its kind, and the number of solutions that it stands for; none if the kind is, or will be, known by another one.
    fn pass<'a>(&self, solution: &'a [OptionId]) -> Option<(Cow<'a, [OptionId]>, u64)> {
        let passed = self.least(solution);
        self.n_passed.fetch_add(u64::from(passed.is_some()), Relaxed);
        passed
    }

    /// The least solution of its kind and the size of its orbit, unless the kind is known, or will be.
    fn least<'a>(&self, solution: &'a [OptionId]) -> Option<(Cow<'a, [OptionId]>, u64)> {
        if !self.leading.is_empty() {
            let size = self.group.orbit_by(solution, |option| self.leading[option.index()])?;
            return Some((self.group.least(solution).into(), size));
        }
        if !self.early().is_next() {
            let size = self.group.orbit(solution)?;
            return self.early().is_new(solution).then(|| (solution.into(), size));
        }
        let least = self.group.least(solution);
        let size = self.group.orbit(&least)?;
        self.early().insert(&least).then(|| (least.into(), size))
    }

    fn early(&self) -> MutexGuard<'_, Early> {
        self.early.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many solutions were passed.
    pub(super) fn n_passed(&self) -> u64 {
        self.n_passed.load(Relaxed)
    }
}

/// Solutions that are sent together.
pub(super) struct Batch<B> {
    pub(super) solutions: B,
    pub(super) number: usize,
    /// How many solutions each stands for, if they were passed by a sieve.
    pub(super) orbits: Vec<u64>,
}

/// A worker's end of the channel.
pub(super) struct Batcher<B> {
    sender: Sender<Batch<B>>,
    encode: Encode<B>,
    sieve: Option<Sieve>,
    /// The problem whose options are handed out, from which the searched one may have been made.
    problem: Arc<Problem>,
    batch: B,
    n_solutions: usize,
    orbits: Vec<u64>,
    /// The number that is sent together.
    most: usize,
    profile: Figures,
}

impl<B: Default + Send> Batcher<B> {
    pub(super) fn new(
        sender: Sender<Batch<B>>,
        encode: Encode<B>,
        (problem, sieve): (Arc<Problem>, Option<Sieve>),
        most: usize,
        profile: Figures,
    ) -> Self {
        let (batch, n_solutions, orbits) = (B::default(), 0, Vec::new());
        Self { sender, encode, sieve, problem, batch, n_solutions, orbits, most, profile }
    }

    /// Sends the batch so far. Returns false if there is no receiver any more.
    fn send(&mut self) -> bool {
        let number = std::mem::take(&mut self.n_solutions);
        let (solutions, orbits) = (std::mem::take(&mut self.batch), std::mem::take(&mut self.orbits));
        number == 0 || self.sender.send(Batch { solutions, number, orbits }).is_ok()
    }
}

impl<B: Default + Send + 'static> Take for Batcher<B> {
    fn take(&mut self, solution: &[OptionId]) -> bool {
        let options = if self.problem.is_derived() { &self.problem.original_options(solution) } else { solution };
        match &self.sieve {
            None => (self.encode)(Found { options, orbit: None }, &mut self.batch),
            Some(sieve) => {
                let Some((options, size)) = sieve.pass(options) else { return true };
                (self.encode)(Found { options: &options, orbit: Some(&size.into()) }, &mut self.batch);
                self.orbits.push(size);
            }
        }
        self.n_solutions += 1;
        self.n_solutions < self.most || self.send()
    }

    fn pass(&mut self, profile: Option<(&Profile, usize)>) -> bool {
        self.profile.add(profile);
        self.send()
    }

    fn another(&self) -> Box<dyn Take> {
        let encode = Arc::clone(&self.encode);
        let whose = (Arc::clone(&self.problem), self.sieve.clone());
        Box::new(Self::new(self.sender.clone(), encode, whose, self.most, self.profile.handle()))
    }
}
