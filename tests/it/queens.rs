//! A000170 by every engine, number of threads and depth of the split.

use dlx_count::family::{PublishedCount, known, queens};
use dlx_count::{Count, EngineKind, Session, SplitDepth};

use crate::common::{count_with, pair};

/// The published counts of boards without further conditions, with their sizes.
fn boards() -> impl Iterator<Item = (usize, PublishedCount)> {
    let size = |known: &PublishedCount| known.name.strip_prefix("queens ")?.parse().ok();
    known().filter_map(move |known| Some((size(&known)?, known)))
}

#[test]
fn small_boards_by_every_engine() {
    for (n, known) in boards().filter(|(n, _)| *n <= 9) {
        let problem = queens(n);
        let expected: Count = known.count.parse().unwrap();
        for &kind in EngineKind::ALL.iter().filter(|kind| kind.knows(&problem)) {
            for (threads, depth) in
                [(1, SplitDepth::Auto), (2, SplitDepth::At(0)), (16, SplitDepth::At(2)), (3, SplitDepth::At(4))]
            {
                assert_eq!(
                    count_with(&problem, kind, threads, depth),
                    expected,
                    "{} {} {threads} {depth:?}",
                    problem.name(),
                    kind.name()
                );
            }
        }
    }
}

#[test]
fn larger_boards_with_and_without_merging() {
    for (n, known) in boards().filter(|(n, _)| (10..=12).contains(n)) {
        let problem = queens(n);
        for (kind, merging) in [(EngineKind::Links, true), (EngineKind::Bits, false), (EngineKind::Bits, true)] {
            let outcome =
                Session::builder().engine(kind).merging(merging).threads(2).build().unwrap().count(&problem).unwrap();
            assert_eq!(outcome.count.to_string(), known.count, "{} {}", problem.name(), kind.name());
        }
    }
}

#[test]
fn the_choice_of_the_engine_does_not_change_the_count() {
    for (n, known) in boards().filter(|(n, _)| *n <= 12) {
        let outcome = pair().count(&queens(n)).unwrap();
        assert_eq!(outcome.count.to_string(), known.count);
        assert!(outcome.reason.is_some());
    }
}
