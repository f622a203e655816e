//! Ways to divide a set into parts of any size, or its pairs into triples.
//!
//! * `partition n`: partitions of a set, the Bell numbers: OEIS A000110.
//! * `steiner n`: Steiner triple systems, sets of triples that have every pair of the n points exactly once, *labelled*: two systems that
//!   differ by a renumbering of the points are two. OEIS A030128 lists them for n = 1, 3, 7, 9, 13, ...; A030129 counts isomorphism classes instead.

use std::collections::BTreeSet;

use super::drawing::Drawing;
use super::error::{FamilyError, bounded};
use super::graph::{MAX_DRAWN_POINTS, blocks_scene};
use super::member::{Family, Named, only};
use super::parameter::Parameter;
use super::subsets::shown;
use dlx_canon::symmetry::CountQuery;
use dlx_core::problem::{ItemId, OptionId, Problem, ProblemBuilder, ProblemError};

/// The most points: 2^20 options.
pub const MAX_PARTITION: usize = 20;
/// More points have far more systems than can be counted.
pub const MAX_STEINER: usize = 200;

/// The problem of partitions of a set of n points: every nonempty subset is an option.
///
/// # Errors
/// If n is larger than [`MAX_PARTITION`].
///
/// ```
/// use dlx_count::{Session, family::partition};
///
/// assert_eq!(Session::new()?.count(&partition(5)?)?.count.to_string(), "52");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn partition(n: usize) -> Result<Problem, FamilyError> {
    bounded("partition", n, MAX_PARTITION)?;
    Ok(build(format!("partition {n}"), n, |builder, points| {
        (1u32..1 << n).try_for_each(|subset| {
            let members: Vec<ItemId> =
                (0..n).filter(|point| subset >> point & 1 == 1).map(|point| points[point]).collect();
            builder.option(&members).map(drop)
        })
    }))
}

/// The problem of labelled Steiner triple systems on n points: pairs are the items, triples the options.
///
/// # Errors
/// If n is larger than [`MAX_STEINER`].
///
/// ```
/// use dlx_count::{Session, family::steiner};
///
/// assert_eq!(Session::new()?.count(&steiner(7)?)?.count.to_string(), "30");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn steiner(n: usize) -> Result<Problem, FamilyError> {
    bounded("steiner", n, MAX_STEINER)?;
    let mut builder = Problem::builder();
    builder.name(format!("steiner {n}"));
    let mut items = vec![Vec::new(); n];
    for (a, b) in pairs(n) {
        items[a].push(builder.primary(format!("{},{}", a + 1, b + 1)).expect("pairs have different labels"));
    }
    let pair = |a: usize, b: usize| items[a][b - a - 1];
    for (a, b) in pairs(n) {
        for c in b + 1..n {
            builder.option(&[pair(a, b), pair(a, c), pair(b, c)]).expect("three different pairs");
        }
    }
    Ok(builder.build())
}

/// All pairs of numbers below n, the smaller first.
fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).flat_map(move |a| (a + 1..n).map(move |b| (a, b)))
}

/// A problem whose items are n points.
fn build(
    name: String,
    n: usize,
    options: impl FnOnce(&mut ProblemBuilder, &[ItemId]) -> Result<(), ProblemError>,
) -> Problem {
    let mut builder = Problem::builder();
    builder.name(name);
    let points: Vec<ItemId> =
        (1..=n).map(|point| builder.primary(point.to_string()).expect("numbers differ")).collect();
    options(&mut builder, &points).expect("options name different points");
    builder.build()
}

const POINTS: &[Parameter] = &[Parameter::first("n", "N", "Points").number()];

/// Partitions on the command line.
pub(super) const PARTITION: Family = Family {
    name: "partition",
    about: "Partitions of a set of N points (A000110)",
    parameters: POINTS,
    examples: &[("partition 12", "")],
    make: |_, _, values| {
        let n = values.first().copied().unwrap_or_default();
        only(Named {
            name: format!("partition {n}"),
            of: n,
            question: |&n| partition(n).map(CountQuery::from),
            drawing: |&n| Ok(Some(drawing(partition(n)?, None))),
        })
    },
    ..Family::PLAIN
};

/// Triple systems on the command line.
pub(super) const STEINER: Family = Family {
    name: "steiner",
    about: "Labelled Steiner triple systems on N points (A030128)",
    parameters: POINTS,
    examples: &[("steiner 9", "")],
    has_pictures: true,
    make: |_, _, values| {
        let n = values.first().copied().unwrap_or_default();
        only(Named {
            name: format!("steiner {n}"),
            of: n,
            question: |&n| steiner(n).map(CountQuery::from),
            drawing: |&n| Ok(Some(drawing(steiner(n)?, Some(n).filter(|&n| n <= MAX_DRAWN_POINTS)))),
        })
    },
    ..Family::PLAIN
};

/// Writes solutions: the parts, or the blocks, in a line; draws blocks of this many points.
fn drawing(problem: Problem, n_points: Option<usize>) -> Drawing {
    let colored = |option: OptionId| Some((points_of(&problem, option), option.index()));
    let scene = n_points.map(|n| blocks_scene(n, problem.options().map(colored).collect()));
    Drawing::perhaps(scene, move |solution| {
        let mut sets: Vec<Vec<usize>> = solution.iter().map(|&option| points_of(&problem, option)).collect();
        sets.sort_unstable();
        sets.iter().map(|set| shown(set)).collect::<Vec<_>>().join("  ")
    })
}

/// The numbers in the names of the items of an option, which are points or pairs of points, each once and from 0.
fn points_of(problem: &Problem, option: OptionId) -> Vec<usize> {
    let labels = problem.items_of(option).iter().flat_map(|&item| problem.item_label(item).split(','));
    let points: BTreeSet<usize> = labels.filter_map(|point| point.parse::<usize>().ok()?.checked_sub(1)).collect();
    points.into_iter().collect()
}
