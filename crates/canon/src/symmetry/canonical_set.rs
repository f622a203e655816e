//! Things that are grown step by step, up to symmetry: of those that a symmetry carries into one another one is kept.
//!
//! [`Grower`](super::Grower) says why nothing is lost by that. What is grown has canonical labels; two things with the same hash are only taken to be one when their labels give a symmetry that carries the one into
//! the other.

use rustc_hash::FxHashMap;

use super::classes::IsomorphismClasses;
use dlx_core::problem::{to_u32, to_usize};

/// Something that is grown, and stands for all of its kind.
pub trait Germ: Send + Sync {
    /// How far it has grown.
    fn size(&self) -> usize;

    /// Is it grown up?
    fn is_whole(&self) -> bool;

    /// About how many bytes it takes.
    fn bytes(&self) -> usize;

    /// Does a symmetry carry it into this one? Labels say which symmetry to try; whether it is one is looked at.
    fn is_like(&self, other: &Self, kinds: &IsomorphismClasses, room: &mut Vec<u16>) -> bool;
}

/// What makes germs grow: one for each thread.
pub trait Grow<'k>: Send {
    /// What grows.
    type Germ: Germ;

    /// For the symmetries of this problem.
    fn new(kinds: &'k IsomorphismClasses) -> Self;

    /// What all others grow from, with its hash; none if nothing grows.
    fn root(&mut self) -> Option<(u64, Self::Germ)>;

    /// All that a germ grows into by one step, with their hashes.
    fn grow(&mut self, germ: &Self::Germ) -> Vec<(u64, Self::Germ)>;
}

/// Germs of one size, one of each kind.
#[derive(Debug)]
pub struct CanonicalSet<G> {
    /// By hash, the places of the germs that have it.
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
    /// Puts a germ on it, unless one of its kind is there. Says whether it is new.
    pub fn put(&mut self, kinds: &IsomorphismClasses, hash: u64, germ: G) -> bool {
        let before = self.germs.len();
        self.place(kinds, hash, germ) == before
    }

    /// The germ of its kind that is there, or itself, which is put there.
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

    /// All germs, in the order in which they were put there.
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
