//! What workers do with the solutions that they find: they put them into batches, or only note the figures of the search.

use std::sync::{Arc, Mutex, PoisonError};

use crossbeam_channel::Sender;

use dlx_canon::symmetry::Group;
use dlx_core::problem::{OptionId, Problem};
use dlx_core::tally::{Count, Profile};
use dlx_engines::links::Take;

/// Solutions of a batch.
const BATCH: usize = 1024;

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

/// Passes only the solutions that stand for all others of their kind.
#[derive(Clone)]
pub(super) struct Sieve {
    group: Arc<Group>,
    /// The number of solutions that were held back, and the number that the others stand for.
    sums: Arc<Mutex<(u64, Count)>>,
}

impl Sieve {
    pub(super) fn new(group: Arc<Group>) -> Self {
        Self { group, sums: Arc::default() }
    }

    /// The number of solutions that this one stands for; none if another one stands for it.
    fn pass(&self, solution: &[OptionId]) -> Option<u64> {
        let orbit = self.group.orbit(solution);
        let mut sums = self.sums.lock().unwrap_or_else(PoisonError::into_inner);
        match orbit {
            Some(size) => sums.1 += Count::from(size),
            None => sums.0 += 1,
        }
        orbit
    }

    /// How many solutions were held back, and how many the others stand for.
    pub(super) fn sums(&self) -> (u64, Count) {
        self.sums.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// A worker's end of the channel.
pub(super) struct Batcher<B> {
    sender: Sender<(B, usize)>,
    encode: Encode<B>,
    sieve: Option<Sieve>,
    /// The problem whose options are handed out, from which the searched one may have been made.
    problem: Arc<Problem>,
    batch: B,
    n_solutions: usize,
    profile: Figures,
}

impl<B: Default + Send> Batcher<B> {
    pub(super) fn new(
        sender: Sender<(B, usize)>,
        encode: Encode<B>,
        (problem, sieve): (Arc<Problem>, Option<Sieve>),
        profile: Figures,
    ) -> Self {
        Self { sender, encode, sieve, problem, batch: B::default(), n_solutions: 0, profile }
    }

    /// Sends the batch so far. Returns false if there is no receiver any more.
    fn send(&mut self) -> bool {
        let number = std::mem::take(&mut self.n_solutions);
        number == 0 || self.sender.send((std::mem::take(&mut self.batch), number)).is_ok()
    }
}

impl<B: Default + Send + 'static> Take for Batcher<B> {
    fn take(&mut self, solution: &[OptionId]) -> bool {
        let options = if self.problem.is_derived() { &self.problem.original_options(solution) } else { solution };
        let orbit = self.sieve.as_ref().map(|sieve| sieve.pass(options).map(Count::from));
        if orbit == Some(None) {
            return true;
        }
        (self.encode)(Found { options, orbit: orbit.flatten().as_ref() }, &mut self.batch);
        self.n_solutions += 1;
        self.n_solutions < BATCH || self.send()
    }

    fn pass(&mut self, profile: Option<(&Profile, usize)>) -> bool {
        self.profile.add(profile);
        self.send()
    }

    fn another(&self) -> Box<dyn Take> {
        let encode = Arc::clone(&self.encode);
        let whose = (Arc::clone(&self.problem), self.sieve.clone());
        Box::new(Self::new(self.sender.clone(), encode, whose, self.profile.handle()))
    }
}
