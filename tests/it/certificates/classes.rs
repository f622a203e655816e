//! Certificates of classes: each step with the permutation that it takes.

use std::cell::Cell;

use dlx_count::engine::certificate::Unproved;
use dlx_count::family::latin;
use dlx_count::{EngineKind, Problem};
use proptest::prelude::*;

use super::bench::{Bench, body, certificate_by, out_and_twice, packed, python, rust, unpacked};
use super::taken_apart::{TakenApart, options_of};
use crate::common::{pair, problem, runner};
use crate::oracle;

/// A problem with symmetries: options, and what a permutation of the items makes of them, again and again.
#[derive(Clone, Debug)]
pub(super) struct SymmetricSketch {
    n_primary: usize,
    n_secondary: usize,
    options: Vec<Vec<usize>>,
    primary: Vec<usize>,
    secondary: Vec<usize>,
}

pub(super) fn symmetric() -> impl Strategy<Value = SymmetricSketch> {
    (1usize..10, 0usize..4).prop_flat_map(|(n_primary, n_secondary)| {
        let option = prop::collection::vec(0..n_primary + n_secondary, 1..4);
        let turn = |from, n: usize| Just((from..from + n).collect::<Vec<usize>>()).prop_shuffle();
        (prop::collection::vec(option, 1..5), turn(0, n_primary), turn(n_primary, n_secondary)).prop_map(
            move |(options, primary, secondary)| SymmetricSketch {
                n_primary,
                n_secondary,
                options,
                primary,
                secondary,
            },
        )
    })
}

impl SymmetricSketch {
    /// The problem; without equal options, if there are to be none.
    pub(super) fn build(&self, has_equal: bool) -> Problem {
        let images = [&self.primary[..], &self.secondary].concat();
        let name = |item: usize| {
            if item < self.n_primary { format!("p{item}") } else { format!("s{}", item - self.n_primary) }
        };
        let mut lines = Vec::new();
        for option in &self.options {
            let mut option = option.clone();
            option.sort_unstable();
            option.dedup();
            for _ in 0..6 {
                option.sort_unstable();
                let line = option.iter().map(|&item| name(item)).collect::<Vec<_>>().join(" ");
                if has_equal || !lines.contains(&line) {
                    lines.push(line);
                }
                option = option.iter().map(|&item| images[item]).collect();
            }
        }
        let words = |items: std::ops::Range<usize>| items.map(name).collect::<Vec<_>>().join(" ");
        let n_items = self.n_primary + self.n_secondary;
        problem(&format!("{} | {}\n{}", words(0..self.n_primary), words(self.n_primary..n_items), lines.join("\n")))
    }
}

/// Random problems with symmetries, verified; two entries of a permutation exchanged, which must be refused exactly if options are not carried to options any more; records left out and doubled.
#[test]
fn classes_are_verified_and_what_is_changed_is_refused() {
    let (bench, [problems, moved, wrong]) = (Bench::new(), [(); 3].map(|()| Cell::new(0u32)));
    let count = |cell: &Cell<u32>| {
        cell.set(cell.get() + 1);
        cell.get().is_multiple_of(25)
    };
    let run = runner(80, file!()).run(&symmetric(), |sketch| {
        let problem = sketch.build(true);
        let (bytes, found) = certificate_by(EngineKind::Isomorph, &problem);
        let known = oracle::count(&problem);
        prop_assert_eq!(found.to_u64(), Some(known));
        prop_assert!(bench.verified(&bytes, &known.to_string(), count(&problems)));
        let plain = unpacked(&bytes);
        let (options, mut parts) = (options_of(&problem), TakenApart::new(&problem, &plain));
        prop_assert!(parts.together() == plain);
        let places = parts.places();
        for ends in places.windows(2).take(8) {
            for changed in out_and_twice(&plain, ends[0], ends[1]) {
                prop_assert!(bench.refused(&packed(&changed), count(&wrong)), "a record at {}", ends[0]);
            }
        }
        let moving: Vec<usize> = (0..parts.pieces.len()).filter(|&piece| parts.pieces[piece].1.is_some()).collect();
        for piece in moving.into_iter().take(8) {
            let right = parts.pieces[piece].1.clone().unwrap();
            prop_assert!(right.is_right(&options));
            for other in 1..right.images.len().min(5) {
                let changed = right.exchanged(other);
                let kinds = [0, other].map(|place| right.images[place].0 < problem.n_primary());
                let is_right = kinds[0] == kinds[1] && changed.is_right(&options);
                parts.pieces[piece].1 = Some(changed);
                let bytes = packed(&parts.together());
                if is_right {
                    count(&moved);
                    prop_assert!(bench.verified(&bytes, &known.to_string(), false));
                } else {
                    prop_assert!(bench.refused(&bytes, count(&wrong)), "{} with {} in {}", 0, other, piece);
                }
            }
            parts.pieces[piece].1 = Some(right);
        }
        Ok(())
    });
    run.unwrap();
    let [problems, moved, wrong] = [problems, moved, wrong].map(Cell::into_inner);
    println!("{problems} problems, {moved} exchanges that change nothing, {wrong} changes that are refused");
    assert!(wrong > problems && moved > 0);
}

/// A bit anywhere in the records of classes, and bytes left out or doubled: refused, or a certificate of the same count by another way.
#[test]
fn no_change_of_classes_proves_another_count() {
    let (bench, square) = (Bench::new(), latin(4, false).unwrap());
    let (bytes, count) = certificate_by(EngineKind::Isomorph, &square);
    assert_eq!(count.to_string(), "576");
    let plain = unpacked(&bytes);
    let start = body(&plain);
    assert!(bench.verified(&packed(&plain), "576", true));
    let mut other = plain.clone();
    other[start - 1] = 0;
    assert!(bench.refused(&packed(&other), true));
    let (mut n_same, mut n_changed) = (0, 0);
    let mut tries = |changed: &[u8], place: usize| {
        let path = bench.put(&packed(changed));
        let (is_content, said) = rust(&[&path]);
        assert!(!is_content || said == "VERIFIED 576", "byte {place}: {said}");
        if is_content || place.is_multiple_of(97) {
            assert_eq!(python(&[&path]).0, is_content, "byte {place}");
        }
        n_same += usize::from(is_content);
        n_changed += 1;
    };
    for place in (start..plain.len()).step_by(2) {
        let mut changed = plain.clone();
        changed[place] ^= 1 << (place / 2 % 8);
        tries(&changed, place);
    }
    for place in (start..plain.len()).step_by(5) {
        let end = (place + 1 + place % 3).min(plain.len());
        out_and_twice(&plain, place, end).iter().for_each(|changed| tries(changed, place));
    }
    for length in (0..bytes.len()).step_by(13) {
        assert!(bench.refused(&bytes[..length], length % 91 == 0), "cut after {length}");
    }
    assert!(bench.refused(&[&bytes[..], b"x"].concat(), true));
    println!("{n_changed} changes, {n_same} of them without meaning");
    assert!(n_same * 20 < n_changed, "{n_same} of {n_changed} changes are no changes");
}

#[test]
fn classes_of_another_problem_are_refused() {
    let bench = Bench::new();
    let [many, few] = ["a b c d\na b\nc d\na c\nb d\na\nb\nc\nd", "a b c d\na b\nc d\na c\nb d\na\nb\nc\na d"];
    let (many, few) = (problem(many), problem(few));
    let [of_many, of_few] = [&many, &few].map(|problem| unpacked(&certificate_by(EngineKind::Isomorph, problem).0));
    let (start, other) = (body(&of_many), body(&of_few));
    assert!(bench.verified(&packed(&of_many), &oracle::count(&many).to_string(), true));
    assert!(bench.verified(&packed(&of_few), &oracle::count(&few).to_string(), true));
    assert!(bench.refused(&packed(&[&of_many[..start], &of_few[other..]].concat()), true));
    assert!(bench.refused(&packed(&[&of_few[..other], &of_many[start..]].concat()), true));
}

/// The checkers read the colors of options, too, that are never chosen.
#[test]
fn colors_that_do_not_matter_are_colors() {
    let dead = problem("a b | s\na b\ns:x");
    let error =
        pair().to_builder().engine(EngineKind::Isomorph).build().unwrap().certify(&dead, Vec::new()).unwrap_err();
    assert!(matches!(error, Unproved::Classes("colors")), "{error}");
    let bench = Bench::new();
    let mut bytes = Vec::new();
    assert_eq!(pair().certify(&dead, &mut bytes).unwrap().count.to_u64(), Some(1));
    assert!(bench.verified(&bytes, "1", true));
}
