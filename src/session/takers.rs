//! What workers do with the solutions that they find: they put them into batches, or only note what the search looks like.

use std::sync::{Arc, Mutex, PoisonError};

use crossbeam_channel::Sender;

use crate::engine::links::Take;
use crate::problem::OptionId;
use crate::tally::Profile;

/// Solutions of a batch.
const BATCH: usize = 1024;

/// Writes a solution, its options in increasing order, into a batch: what workers do before they hand batches out.
pub type Encode<B> = Arc<dyn Fn(&[OptionId], &mut B) + Send + Sync>;

/// Takes nothing but figures.
pub(super) struct Figures(Arc<Mutex<Profile>>);

impl Figures {
    pub(super) fn new() -> Self {
        Self(Arc::default())
    }

    /// The figures, to be added to by another worker.
    pub(super) fn handle(&self) -> Self {
        Self(Arc::clone(&self.0))
    }

    /// What all workers have noted.
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

/// A worker's end of the channel.
pub(super) struct Batcher<B> {
    sender: Sender<(B, usize)>,
    encode: Encode<B>,
    batch: B,
    n_solutions: usize,
    profile: Figures,
}

impl<B: Default + Send> Batcher<B> {
    pub(super) fn new(sender: Sender<(B, usize)>, encode: Encode<B>, profile: Figures) -> Self {
        Self { sender, encode, batch: B::default(), n_solutions: 0, profile }
    }

    /// Sends what there is. Says whether anybody listens.
    fn send(&mut self) -> bool {
        let number = std::mem::take(&mut self.n_solutions);
        number == 0 || self.sender.send((std::mem::take(&mut self.batch), number)).is_ok()
    }
}

impl<B: Default + Send + 'static> Take for Batcher<B> {
    fn take(&mut self, solution: &[OptionId]) -> bool {
        (self.encode)(solution, &mut self.batch);
        self.n_solutions += 1;
        self.n_solutions < BATCH || self.send()
    }

    fn pass(&mut self, profile: Option<(&Profile, usize)>) -> bool {
        self.profile.add(profile);
        self.send()
    }

    fn another(&self) -> Box<dyn Take> {
        Box::new(Self::new(self.sender.clone(), Arc::clone(&self.encode), self.profile.handle()))
    }
}
