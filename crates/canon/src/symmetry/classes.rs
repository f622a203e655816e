//! A problem and all of its symmetries, when they are too many to be listed.
//!
//! Their number is known, and canonical labels tell whether one of them carries one thing to another: one solution of each kind can be [grown](super::Grower), and so can one
//! [symmetry](super::Conjugate) of each class of conjugates.

use sha2::{Digest, Sha256};

use super::group::GroupError;
use super::label::{EFFORT_OF_GROUP, Symmetric, symmetric};
use super::structure::Structure;
use super::symmetry_problem::SymmetryProblem;
use dlx_core::problem::{Color, ItemId, Problem, digits, to_u32};
use dlx_core::tally::Count;

/// A problem whose solutions are counted up to all of its symmetries.
#[derive(PartialEq, Eq, Debug)]
pub struct IsomorphismClasses {
    pub(super) structure: Structure,
    /// The items of each option of the structure, with their colors.
    pub(super) cells: Vec<Vec<(ItemId, Color)>>,
    /// The options of each primary item.
    pub(super) options_of: Vec<Vec<u32>>,
    pub(super) n_items: usize,
    are_shown: bool,
    /// The number of permutations of points.
    pub(super) order: Count,
}

impl IsomorphismClasses {
    /// Looks for the symmetries of a problem.
    ///
    /// # Errors
    /// If it is too large for that, or they take too long to find, or items are covered several times and there are equal options.
    pub fn of(problem: &Problem) -> Result<Self, GroupError> {
        let symmetric =
            symmetric(&SymmetryProblem::original(problem, None), EFFORT_OF_GROUP).ok_or(GroupError::TooHard)?;
        Self::among(problem, symmetric)
    }

    /// Does what [`of`](Self::of) does with symmetries that have already been found.
    pub(super) fn among(problem: &Problem, symmetric: Symmetric) -> Result<Self, GroupError> {
        let Symmetric { structure, order, .. } = symmetric;
        // A solution may have some of several equal options and not others, and symmetries do not say which.
        if problem.is_derived() && structure.n_exchanges() != Count::ONE {
            return Err(GroupError::Several);
        }
        let (order, whole) = (order.ok_or(GroupError::TooHard)?, problem.original());
        let cells: Vec<Vec<(ItemId, Color)>> =
            structure.options.iter().map(|options| whole.cells(options[0]).collect()).collect();
        let mut options_of = vec![Vec::new(); whole.n_primary()];
        for (option, cells) in cells.iter().enumerate() {
            for (item, _) in cells.iter().filter(|(item, _)| whole.is_primary(*item)) {
                options_of[item.index()].push(to_u32(option));
            }
        }
        Ok(Self { cells, options_of, n_items: whole.n_items(), order, structure, are_shown: !problem.is_derived() })
    }

    /// Can one solution of each kind be grown? If not, which is so where items are covered several times, they can only be counted.
    #[must_use]
    pub fn are_shown(&self) -> bool {
        self.are_shown
    }

    /// The question as a word: the problem, and the group up to which its solutions are counted. Different questions have different words.
    #[must_use]
    pub fn question(&self, problem: &Problem) -> String {
        let mut hasher = Sha256::new();
        hasher.update(format!("{} {:?} {:?}", self.order, self.structure.kinds, self.structure.graph));
        format!("{} up to {}", problem.fingerprint(), digits(hasher))
    }

    /// The number of symmetries: permutations of items and of the colors of each item, and of options that cover the same items.
    #[must_use]
    pub fn order(&self) -> Count {
        self.order.clone() * self.structure.n_exchanges()
    }
}
