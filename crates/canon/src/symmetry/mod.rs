//! Symmetries of a problem: permutations of its options that carry solutions into solutions.
//!
//! If a symmetry maps the options chosen so far onto another choice, there are equally many solutions below both,
//! so the splitter counts one of them twice. On a rectangle that is a quarter of the work, on a square an eighth.
//!
//! Nothing needs to be known about where the problem comes from. It is seen as a graph, whose points are items, colors of items, and options,
//! and the automorphisms of that graph are found by color refinement and individualization, the method of McKay's nauty
//! (B. D. McKay and A. Piperno, "Practical graph isomorphism, II", 2014) without its refinements: our graphs are small, and a permutation that is
//! missed costs time, not truth. One that is wrong would be worse, so each is checked against the whole problem before it is used.

mod canonical_set;
mod classes;
mod closure;
mod conditions;
mod conjugacy;
mod count_query;
mod equivalence;
mod group;
mod grower;
mod induced;
mod label;
mod structure;
mod symmetry_problem;
mod term;

pub use canonical_set::{CanonicalSet, Germ, Grow};
pub use classes::IsomorphismClasses;
use closure::closure;
pub use conditions::{Conditions, GivenUp, Relaxed};
pub use conjugacy::{Conjugate, Conjugator};
pub use count_query::{ClosedForm, CountQuery, Models};
use dlx_core::problem::to_u64;
use dlx_core::problem::{ItemId, OptionId, Problem};
pub use equivalence::Equivalence;
pub use group::{Group, GroupError};
pub use grower::{Grower, Partial};
pub use induced::{NoSymmetry, induced};
use label::{Symmetric, symmetric};
use symmetry_problem::SymmetryProblem;
pub use symmetry_problem::{Keep, Together};
pub use term::Term;

/// How much work to spend on looking for symmetries, in edges visited: some ten milliseconds.
const EFFORT: u64 = 4_000_000;
/// At most this many numbers are kept in all permutations together.
const ROOM: usize = 1 << 20;

/// Some symmetries of a problem, without the identity: all of them, if there are not too many.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Symmetries {
    images: Vec<Vec<OptionId>>,
    /// The primary items that these symmetries carry into one another, if these are all of their products.
    orbits: Vec<Vec<ItemId>>,
}

impl Symmetries {
    /// Looks for symmetries. Finds all of them if the problem is small and has few; otherwise fewer, perhaps none.
    ///
    /// ```
    /// use dlx_count::{family::queens, symmetry::Symmetries};
    ///
    /// let square = Symmetries::of(&queens(6));
    /// assert_eq!(square.len(), 7); // and the identity: rotations and reflections of the board
    /// ```
    #[must_use]
    pub fn of(problem: &Problem) -> Self {
        if to_u64(problem.n_cells()) > EFFORT / 32 {
            return Self::default();
        }
        let Some(Symmetric { generators, leaders, .. }) = symmetric(&SymmetryProblem::as_it_stands(problem), EFFORT)
        else {
            return Self::default();
        };
        let most = Self::most(problem);
        let images = closure(problem, &generators, most);
        let is_group = !images.is_empty() && images.len() < most;
        let orbits = if is_group { classes(problem, |item| leaders[item]) } else { Vec::new() };
        Self { images, orbits }
    }

    /// With this many there may be others.
    fn most(problem: &Problem) -> usize {
        (ROOM / problem.n_options().max(1)).min(1023)
    }

    /// The primary items, in classes of those that some of these symmetries carry into one another. Empty if there are no symmetries, or too many for all of
    /// their products to be among them.
    ///
    /// ```
    /// use dlx_count::{family::queens, symmetry::Symmetries};
    ///
    /// let square = Symmetries::of(&queens(6));
    /// assert!(square.orbits().iter().all(|orbit| orbit.len() == 4)); // the k-th row and column from each border
    /// ```
    #[must_use]
    pub fn orbits(&self) -> &[Vec<ItemId>] {
        &self.orbits
    }

    /// The number of symmetries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.images.len()
    }

    /// Are no symmetries known?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.images.is_empty()
    }

    /// The symmetries: each gives the image of every option.
    pub fn iter(&self) -> impl Iterator<Item = &[OptionId]> {
        self.images.iter().map(Vec::as_slice)
    }
}

/// The primary items in classes of those that have the same leader.
fn classes(problem: &Problem, mut leader: impl FnMut(usize) -> usize) -> Vec<Vec<ItemId>> {
    let mut classes = vec![Vec::new(); problem.n_items()];
    for item in problem.items().filter(|&item| problem.is_primary(item)) {
        classes[leader(item.index())].push(item);
    }
    classes.retain(|class| !class.is_empty());
    classes
}

#[cfg(test)]
mod tests {
    use super::*;
    use dlx_core::problem::Color;

    /// Is this a permutation of the options that carries items to items, as sets of options, primary to primary?
    fn is_symmetry(problem: &Problem, image: &[OptionId]) -> bool {
        let mut seen = vec![false; image.len()];
        image.iter().for_each(|option| seen[option.index()] = true);
        let options_of = |item: ItemId| -> Vec<OptionId> {
            problem.options().filter(|&option| problem.items_of(option).contains(&item)).collect()
        };
        let lists: Vec<(bool, Vec<OptionId>)> =
            problem.items().map(|item| (problem.is_primary(item), options_of(item))).collect();
        seen.iter().all(|&seen| seen)
            && lists.iter().all(|(is_primary, options)| {
                let mut images: Vec<OptionId> = options.iter().map(|option| image[option.index()]).collect();
                images.sort_unstable();
                lists.contains(&(*is_primary, images))
            })
    }

    #[test]
    fn all_symmetries_of_the_square_are_found_and_true() {
        for n in 4..9 {
            let problem = dlx_families::queens(n);
            let symmetries = Symmetries::of(&problem);
            assert_eq!(symmetries.len(), 7, "{n}");
            assert!(symmetries.iter().all(|image| is_symmetry(&problem, image)));
        }
    }

    #[test]
    fn equal_items_are_exchanged_and_primary_is_not_secondary() {
        let mut builder = Problem::builder();
        let items = ["a", "b", "c"].map(|label| builder.primary(label).unwrap());
        let secondary = builder.secondary("s").unwrap();
        for item in items {
            builder.option(&[item]).unwrap();
        }
        builder.option(&[items[0], secondary]).unwrap();
        // b and c can be exchanged, nothing else.
        assert_eq!(Symmetries::of(&builder.build()).len(), 1);
    }

    #[test]
    fn colors_of_an_item_are_exchanged_together() {
        let mut builder = Problem::builder();
        let (a, b, s) = (builder.primary("a").unwrap(), builder.primary("b").unwrap(), builder.secondary("s").unwrap());
        let (red, blue) = (builder.color("red").unwrap(), builder.color("blue").unwrap());
        for item in [a, b] {
            for color in [red, blue] {
                builder.colored_option(&[(item, Color::NONE), (s, color)]).unwrap();
            }
        }
        // a with b, red with blue, both: red for a may not become blue while red for b stays red.
        assert_eq!(Symmetries::of(&builder.build()).len(), 3);
    }

    #[test]
    fn an_irregular_problem_has_none() {
        let mut builder = Problem::builder();
        let items = ["a", "b", "c"].map(|label| builder.primary(label).unwrap());
        builder.option(&items[..1]).unwrap();
        builder.option(&items[..2]).unwrap();
        builder.option(&items).unwrap();
        assert!(Symmetries::of(&builder.build()).is_empty());
    }
}
