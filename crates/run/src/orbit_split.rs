//! What is left to search where solutions are listed up to symmetry.
//!
//! Let solutions be compared first by the options that cover an orbit of items (see `first`). Symmetries carry these options into one another, so the least solution of each kind covers the orbit in a way that
//! no symmetry carries into a lesser one. Nothing has to be searched below any other way. What is found below the ways that are left counts as often as they have images, and so adds up to the number of all
//! solutions, by which the sizes of the kinds are checked.
//!
//! Tasks that leave the same options are merged where solutions are only counted, not here: their solutions differ. Measurements: results/2026-11-28-kinds.

use super::first::{First, first_items};
use super::merge::Keys;
use super::split::Split;
use dlx_canon::symmetry::Group;
use dlx_core::problem::{OptionId, Problem};
use dlx_core::stop::poll;
use dlx_core::tally::Tally;
use dlx_engines::bits::BitProblem;
use dlx_engines::{EngineKind, Task};

/// Nothing has to be looked up for these tasks: this many times more may be made than where tasks are merged, but no more than are made in a moment, since no solution comes before.
const TASKS: usize = 8;
const MOST_TASKS: usize = 1 << 16;

/// Tasks below which the least solution of each kind is found, if solutions are compared by their leading options first.
#[derive(Clone, PartialEq, Debug)]
pub struct OrbitSplit {
    /// The tasks, each with the number of its images as its weight.
    pub split: Split,
    /// For each option, whether it covers one of the items that are covered first.
    pub leading: Vec<bool>,
}

impl OrbitSplit {
    /// Splits a problem up to a group; none if that would not save much, or the problem is too large.
    ///
    /// ```
    /// use dlx_count::{parallel::OrbitSplit, family::queens, symmetry::Group};
    ///
    /// let problem = queens(13);
    /// let split = OrbitSplit::new(&problem, &Group::of(&problem).unwrap()).unwrap().split;
    /// assert!(split.part_left() < 0.13); // 8 symmetries
    /// ```
    #[must_use]
    pub fn new(problem: &Problem, group: &Group) -> Option<Self> {
        // Two symmetries never save half of the search, which they have to.
        if group.order() <= 2 || problem.is_derived() || !EngineKind::Bits.knows(problem) {
            return None;
        }
        let symmetries = group.symmetries(problem);
        let whole = if symmetries.orbits().is_empty() { None } else { BitProblem::new(problem) }?;
        let First { items, most_tasks } = first_items(&whole, &Keys::new(problem, &symmetries), false);
        let most = if items.is_empty() { None } else { Some(most_tasks.saturating_mul(TASKS).min(MOST_TASKS)) }?;
        Self::covering(&items, most, (&whole, problem), group)
    }

    /// The split that covers these items first; none if that takes too many tasks, or a symmetry carries one of them into another item.
    fn covering(
        items: &[usize],
        most: usize,
        (whole, problem): (&BitProblem, &Problem),
        group: &Group,
    ) -> Option<Self> {
        let mut leading = vec![false; problem.n_options()];
        let root = whole.root();
        let options = items.iter().flat_map(|&item| whole.options_of(item, &root));
        options.for_each(|option| leading[whole.id(option).index()] = true);
        let coverings = if are_kept(&leading, group) { whole.coverings(items, most) } else { None }?;
        let mut tasks: Vec<Task> = coverings.into_iter().filter_map(|prefix| least_task(prefix, group)).collect();
        let all: f64 = tasks.iter().map(|task| task.share).sum();
        tasks.iter_mut().for_each(|task| task.share /= all);
        let split = Split { tally: Tally::default(), done: 0.0, tasks };
        (!split.tasks.is_empty()).then_some(Self { split, leading })
    }
}

/// The task below a way to cover an orbit, unless a symmetry carries it into a lesser one.
fn least_task(prefix: Vec<OptionId>, group: &Group) -> Option<Task> {
    poll(prefix.len() * group.others().len());
    let n_images = group.orbit(&prefix)?;
    Some(Task { prefix: prefix.into(), weight: n_images.into(), share: n_images as f64 })
}

/// Does a group carry these options into one another?
fn are_kept(options: &[bool], group: &Group) -> bool {
    let mut images = group.others().flat_map(|element| element.iter().zip(options));
    images.all(|(image, is_one)| options[image.index()] == *is_one)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dlx_core::problem::to_u64;
    use dlx_engines::links::Solutions;
    use dlx_families::{langford, latin, queens};

    /// Whichever orbit is covered first: below its tasks is one solution of each kind that passes, and weighted all solutions are found.
    #[test]
    fn each_kind_is_found_once() {
        let mut n_orbits = 0;
        for problem in [queens(5), queens(6), queens(7), langford(7).unwrap(), latin(4, false).unwrap()] {
            let (group, whole) = (Group::of(&problem).unwrap(), BitProblem::new(&problem).unwrap());
            let solutions: Vec<Vec<OptionId>> = Solutions::new(&problem).collect();
            let n_kinds = solutions.iter().filter(|solution| group.orbit(solution).is_some()).count();
            for orbit in group.symmetries(&problem).orbits() {
                let items: Vec<usize> = orbit.iter().map(|item| item.index()).collect();
                let found = OrbitSplit::covering(&items, 100_000, (&whole, &problem), &group).unwrap();
                let (mut weights, mut sizes, mut n_passed) = (0, 0, 0);
                for task in &found.split.tasks {
                    let is_below =
                        |solution: &&Vec<OptionId>| task.prefix.iter().all(|option| solution.contains(option));
                    for solution in solutions.iter().filter(is_below) {
                        let size = group.orbit_by(solution, |option| found.leading[option.index()]);
                        weights += task.weight.to_u64().unwrap();
                        sizes += size.unwrap_or(0);
                        n_passed += usize::from(size.is_some());
                    }
                }
                assert_eq!((weights, sizes, n_passed), (to_u64(solutions.len()), to_u64(solutions.len()), n_kinds));
                n_orbits += 1;
            }
        }
        assert!(n_orbits > 10);
    }

    /// Items that symmetries carry into others cannot be covered first.
    #[test]
    fn half_an_orbit_is_refused() {
        let problem = queens(6);
        let (group, whole) = (Group::of(&problem).unwrap(), BitProblem::new(&problem).unwrap());
        assert_eq!(OrbitSplit::covering(&[0], 100_000, (&whole, &problem), &group), None);
    }

    /// All translates of four blocks of 80 points: every covering of the only orbit is a solution, and to make them would be to search the whole tree.
    #[test]
    fn an_orbit_of_all_items_is_refused() {
        let (mut builder, n) = (Problem::builder(), 80);
        let items: Vec<_> = (0..n).map(|number| builder.primary(format!("p{number}")).unwrap()).collect();
        for block in [[29, 47, 48, 16], [24, 5, 10, 17], [31, 64, 26, 51], [3, 58, 62, 49]] {
            for by in 0..n {
                builder.option(&block.map(|point: usize| items[(point + by) % n])).unwrap();
            }
        }
        let problem = builder.build();
        let (group, whole) = (Group::of(&problem).unwrap(), BitProblem::new(&problem).unwrap());
        assert_eq!(OrbitSplit::new(&problem, &group), None);
        // If probes thought otherwise, the ways would soon be too many to be made.
        let all: Vec<usize> = (0..n).collect();
        assert_eq!(OrbitSplit::covering(&all, 1000, (&whole, &problem), &group), None);
    }
}
