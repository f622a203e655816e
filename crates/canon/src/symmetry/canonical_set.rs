//! Things that are grown step by step, up to symmetry: one is kept of those that a symmetry carries into one another.
//!
//! [`Grower`](super::Grower) says why nothing is lost by that. What is grown has canonical labels; two things with the same hash are only taken to be one when their labels give a symmetry that carries the one into
//! the other.

use rustc_hash::FxHashMap;

use super::classes::IsomorphismClasses;
use dlx_core::problem::{to_u32, to_usize};

/// Something that is grown, and stands for all of its kind.
pub trait Germ: Send + Sync {
    /// The size that it has reached.
    fn size(&self) -> usize;

    /// Is it complete?
    fn is_whole(&self) -> bool;

    /// About how many bytes it takes.
    fn bytes(&self) -> usize;

    /// Does a symmetry carry it into this one? Labels give the map to try; whether it is a symmetry is checked.
    fn is_like(&self, other: &Self, kinds: &IsomorphismClasses, room: &mut Vec<u16>) -> bool;
}

/// Grows germs; there is one for each thread.
pub trait Grow<'k>: Send {
    /// The germs.
    type Germ: Germ;

    /// Sets it up for the symmetries of this problem.
    fn new(kinds: &'k IsomorphismClasses) -> Self;

    /// The germ from which all others grow, with its hash; none if there is none.
    fn root(&mut self) -> Option<(u64, Self::Germ)>;

    /// All germs that arise from a germ in one step, with their hashes.
    fn grow(&mut self, germ: &Self::Germ) -> Vec<(u64, Self::Germ)>;
}

/// Germs of one size, one of each kind.
#[derive(Debug)]
pub struct CanonicalSet<G> {
    /// For each hash the places of the germs that have it.
    places: FxHashMap<u64, Vec<u32>>,
    germs: Vec<G>,
    room: Vec<u16>,
}

impl<G> Default for CanonicalSet<G> {
    fn default() -> Self {
        Self { places: FxHashMap::default(), germs: Vec::new(), room: Vec::new() }
    }
}

impl<G: Germ> CanonicalSet<G> {
    /// Adds a germ, unless one of its kind is there. Returns whether it is new.
    pub fn put(&mut self, kinds: &IsomorphismClasses, hash: u64, germ: G) -> bool {
        let before = self.germs.len();
        self.place(kinds, hash, germ) == before
    }

    /// The germ of the same kind that is there, or this germ itself, which is then added.
    pub fn like(&mut self, kinds: &IsomorphismClasses, hash: u64, germ: G) -> &G {
        let place = self.place(kinds, hash, germ);
        &self.germs[place]
    }

    fn place(&mut self, kinds: &IsomorphismClasses, hash: u64, germ: G) -> usize {
        let places = self.places.entry(hash).or_default();
        let is_like = |&place: &usize| self.germs[place].is_like(&germ, kinds, &mut self.room);
        places.iter().map(|&place| to_usize(place)).find(is_like).unwrap_or_else(|| {
            places.push(to_u32(self.germs.len()));
            self.germs.push(germ);
            self.germs.len() - 1
        })
    }

    /// All germs, in the order in which they were added.
    #[must_use]
    pub fn germs(&self) -> &[G] {
        &self.germs
    }

    /// Turns the set into the list of its germs.
    #[must_use]
    pub fn into_germs(self) -> Vec<G> {
        self.germs
    }
}
