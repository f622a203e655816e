//! A group of symmetries, and which solution stands for all that it carries into one another.
//!
//! Two solutions are of the same kind if some symmetry carries one into the other: then they are in the same *orbit*. The least solution of an orbit, its options taken in
//! increasing order and compared like words, stands for it. By the orbit theorem an orbit has as many members as the group has elements for each one that leaves the
//! solution as it is. So the orbits of all least solutions together must have as many members as there are solutions, which is checked wherever the kinds are listed.
//!
//! The elements are listed, and each is tried on each solution. That is right for boards and other problems whose groups have some thousand elements; for larger ones see
//! [`IsomorphismClasses`](super::IsomorphismClasses).

use std::cmp::Ordering;

use rustc_hash::FxHashMap;

use super::closure::closure;
use super::label::{EFFORT_OF_GROUP, Symmetric, symmetric};
use super::symmetry_problem::SymmetryProblem;
use super::{Symmetries, classes};
use dlx_core::problem::{ItemId, OptionId, Problem, join, root, to_place, to_u64};
use dlx_core::stop::poll;

/// Elements times options that are kept: 128 MiB.
const ROOM: usize = 1 << 25;

/// Elements times options of a group that was found, which need not be listed: 16 MiB, a tenth of a second. (The symmetries of all triples of 9 points, 362880: 1.7 s and 135 MB to list them, 5 ms to
/// find the one Steiner system of each kind.)
const SMALL_ROOM: usize = 1 << 22;

/// A group of symmetries of a problem, each element as the images of all options.
///
/// ```
/// use dlx_count::{family::queens, symmetry::Group};
///
/// let square = Group::of(&queens(6)).unwrap();
/// assert_eq!(square.order(), 8); // rotations and reflections of the board
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// All but the identity.
    others: Vec<Vec<OptionId>>,
}

/// Why a group cannot be listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GroupError {
    /// It has too many elements.
    #[error("the group has more than {most} elements, which are too many to be listed")]
    TooLarge {
        /// The most elements that can be listed.
        most: u64,
    },
    /// It is too large to be listed, and there is no other way where items are covered several times and some options are equal.
    #[error(
        "the group has too many elements to be listed, items are covered several times, and there are equal options"
    )]
    Several,
    /// What options are joined to is not part of the graph whose symmetries are looked for.
    #[error("options must be connected, and symmetries that keep what is joined to what are not looked for")]
    Connected,
    /// The search for it was not finished.
    #[error("the problem is too large to find all of its symmetries")]
    TooHard,
}

impl GroupError {
    /// Refuses a problem whose options must be connected.
    pub(super) fn unless_connected(problem: &Problem) -> Result<(), Self> {
        if problem.connected().is_some() { Err(Self::Connected) } else { Ok(()) }
    }
}

impl Group {
    /// All symmetries of a problem: the permutations of its options that come from permutations of its items, primary ones to primary ones, and of the colors of each item. Where items are covered
    /// several times, those of the [original](Problem::original) problem that keep how often.
    ///
    /// # Errors
    /// If they take too long to find, or are too many, or options must be connected.
    pub fn of(problem: &Problem) -> Result<Self, GroupError> {
        GroupError::unless_connected(problem)?;
        let symmetric =
            symmetric(&SymmetryProblem::original(problem, None), EFFORT_OF_GROUP).ok_or(GroupError::TooHard)?;
        Self::listed(problem.original(), &symmetric)
    }

    /// Does what [`of`](Self::of) does with symmetries that have already been found.
    pub(super) fn listed(problem: &Problem, symmetric: &Symmetric) -> Result<Self, GroupError> {
        Self::listed_in(ROOM, problem, symmetric)
    }

    /// Lists symmetries that have already been found, if there are few elements, or no other way to show solutions: where items are covered several times.
    pub(super) fn listed_if_small(problem: &Problem, symmetric: &Symmetric) -> Result<Self, GroupError> {
        Self::listed_in(if problem.is_derived() { ROOM } else { SMALL_ROOM }, problem.original(), symmetric)
    }

    fn listed_in(room: usize, problem: &Problem, symmetric: &Symmetric) -> Result<Self, GroupError> {
        let order = symmetric.order.clone().ok_or(GroupError::TooHard)? * symmetric.structure.n_exchanges();
        let most = most_of(room, problem);
        if order > most.into() {
            return Err(GroupError::TooLarge { most });
        }
        let exchanges = symmetric.structure.exchanges(problem.n_options());
        Self::generated_by(problem, &[symmetric.generators.as_slice(), &exchanges].concat())
    }

    /// The products of some symmetries.
    ///
    /// # Errors
    /// If there are too many.
    pub fn generated_by(problem: &Problem, generators: &[Vec<OptionId>]) -> Result<Self, GroupError> {
        let most = to_place(most_of(ROOM, problem));
        let others = closure(problem, generators, most);
        if others.len() < most {
            Ok(Self { others })
        } else {
            Err(GroupError::TooLarge { most: most_of(ROOM, problem) })
        }
    }

    /// How many elements it has.
    #[must_use]
    pub fn order(&self) -> u64 {
        to_u64(self.others.len()) + 1
    }

    /// Its elements as symmetries of the problem; none if there are too many to compare every task with all of its images.
    #[must_use]
    pub fn symmetries(&self, problem: &Problem) -> Symmetries {
        if self.others.len() >= Symmetries::most(problem) {
            return Symmetries::default();
        }
        Symmetries { images: self.others.clone(), orbits: self.orbits_of_items(problem) }
    }

    /// The primary items in classes of those that some elements carry into one another. An item is known by its options.
    fn orbits_of_items(&self, problem: &Problem) -> Vec<Vec<ItemId>> {
        let mut users: Vec<Vec<OptionId>> = vec![Vec::new(); problem.n_items()];
        for option in problem.choosable() {
            problem.items_of(option).iter().for_each(|item| users[item.index()].push(option));
        }
        let primary = || problem.items().filter(|&item| problem.is_primary(item));
        let item_of: FxHashMap<&[OptionId], usize> =
            primary().map(|item| (users[item.index()].as_slice(), item.index())).collect();
        let (mut leaders, mut image): (Vec<usize>, _) = ((0..problem.n_items()).collect(), Vec::new());
        for element in &self.others {
            poll(problem.n_cells());
            for item in primary() {
                carry(element, &users[item.index()], &mut image);
                let other = item_of.get(image.as_slice());
                other.into_iter().for_each(|&other| join(&mut leaders, item.index(), other));
            }
        }
        classes(problem, |item| root(&mut leaders, item))
    }

    /// All elements but the identity.
    pub fn others(&self) -> impl ExactSizeIterator<Item = &[OptionId]> {
        self.others.iter().map(Vec::as_slice)
    }

    /// The size of the orbit of a solution, its options in increasing order; none if the orbit has a lesser solution.
    ///
    /// ```
    /// use dlx_count::{engine::links::Solutions, family::queens, symmetry::Group};
    ///
    /// let problem = queens(8);
    /// let square = Group::of(&problem).unwrap();
    /// let orbits: Vec<u64> = Solutions::new(&problem).filter_map(|solution| square.orbit(&solution)).collect();
    /// assert_eq!((orbits.len(), orbits.iter().sum::<u64>()), (12, 92));
    /// ```
    #[must_use]
    pub fn orbit(&self, solution: &[OptionId]) -> Option<u64> {
        self.orbit_by(solution, |_| false)
    }

    /// Does what [`orbit`](Self::orbit) does, where solutions are compared by their leading options first, and by all of them if these are the same. Symmetries carry leading options into leading ones.
    #[must_use]
    pub fn orbit_by(&self, solution: &[OptionId], is_leading: impl Fn(OptionId) -> bool) -> Option<u64> {
        let leading: Vec<OptionId> = solution.iter().copied().filter(|&option| is_leading(option)).collect();
        let mut image = Vec::with_capacity(solution.len());
        let mut compare = |element: &[OptionId], options: &[OptionId]| {
            carry(element, options, &mut image);
            image.as_slice().cmp(options)
        };
        let mut n_fixing = 1;
        for element in &self.others {
            match compare(element, &leading).then_with(|| compare(element, solution)) {
                Ordering::Less => return None,
                Ordering::Equal => n_fixing += 1,
                Ordering::Greater => {}
            }
        }
        Some(self.order() / n_fixing)
    }

    /// The least solution in the orbit of a solution, its options in increasing order.
    #[must_use]
    pub fn least(&self, solution: &[OptionId]) -> Vec<OptionId> {
        let (mut least, mut image) = (solution.to_vec(), Vec::with_capacity(solution.len()));
        for element in &self.others {
            carry(element, solution, &mut image);
            if image < least {
                std::mem::swap(&mut least, &mut image);
            }
        }
        least
    }
}

/// The image of a solution under an element of a group.
fn carry(element: &[OptionId], solution: &[OptionId], image: &mut Vec<OptionId>) {
    image.clear();
    image.extend(solution.iter().map(|option| element[option.index()]));
    image.sort_unstable();
}

/// The most elements that are listed, if this many times options are kept.
fn most_of(room: usize, problem: &Problem) -> u64 {
    to_u64(room / problem.n_options().max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_without_end_is_refused() {
        let mut builder = Problem::builder();
        for number in 0..12 {
            let item = builder.primary(format!("{number}")).unwrap();
            builder.option(&[item]).unwrap();
        }
        assert_eq!(Group::of(&builder.build()), Err(GroupError::TooLarge { most: to_u64(ROOM / 12) }));
    }
}
