//! Which solutions are of one kind: those that a symmetry carries into one another.

use std::sync::Arc;

use super::classes::IsomorphismClasses;
use super::group::Group;
use dlx_core::tally::Count;

/// A group up to which solutions are counted, in one of two ways.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Equivalence {
    /// Its elements are listed, and tried on each solution.
    Listed(Arc<Group>),
    /// It is too large for that: one solution of each kind is grown, unless [they can only be counted](IsomorphismClasses::are_shown).
    Grown(Arc<IsomorphismClasses>),
}

impl Equivalence {
    /// How many elements the group has.
    #[must_use]
    pub fn order(&self) -> Count {
        match self {
            Self::Listed(group) => group.order().into(),
            Self::Grown(kinds) => kinds.order(),
        }
    }
}

impl From<Arc<Group>> for Equivalence {
    fn from(group: Arc<Group>) -> Self {
        Self::Listed(group)
    }
}

impl From<Arc<IsomorphismClasses>> for Equivalence {
    fn from(kinds: Arc<IsomorphismClasses>) -> Self {
        Self::Grown(kinds)
    }
}
