//! Ways to part a set: into pairs, into parts of any size, or its pairs into triples.
//!
//! * `matching n`: perfect matchings of the complete graph, (n - 1)!! for even n: OEIS A001147.
//! * `partition n`: partitions of a set, the Bell numbers: OEIS A000110.
//! * `steiner n`: Steiner triple systems, sets of triples that have every pair of the n points exactly once, *labelled*: two systems that
//!   differ by a renumbering of the points are two. OEIS A030128 lists them for n = 1, 3, 7, 9, 13, ...; A030129 counts isomorphism classes instead.

use super::FamilyError;
use super::error::bounded;
use crate::problem::{ItemId, Problem, ProblemBuilder, ProblemError};

/// More points have more matchings than anything can count by merging states.
pub const MAX_MATCHING: usize = 1000;
/// 2^20 options.
pub const MAX_PARTITION: usize = 20;
/// More points are beyond any count.
pub const MAX_STEINER: usize = 200;

/// The problem of perfect matchings of the complete graph on n points.
///
/// # Errors
/// If n is larger than [`MAX_MATCHING`].
///
/// ```
/// use dlx_count::{Session, family::matching};
///
/// assert_eq!(Session::new()?.count(&matching(6)?)?.count.to_string(), "15");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn matching(n: usize) -> Result<Problem, FamilyError> {
    bounded("matching", n, MAX_MATCHING)?;
    Ok(build(format!("matching {n}"), n, |builder, points| {
        pairs(n).try_for_each(|(a, b)| builder.option(&[points[a], points[b]]).map(drop))
    }))
}

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
