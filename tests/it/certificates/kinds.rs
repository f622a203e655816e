//! Certificates of counts up to symmetry.

use std::cell::Cell;

use dlx_count::engine::certificate::Unproved;
use dlx_count::engine::links::Solutions;
use dlx_count::symmetry::{CountQuery, Group};
use proptest::prelude::*;

use super::bench::{Bench, body, changed, packed, python, rust, unpacked};
use super::classes::symmetric;
use crate::common::{pair, problem, runner};

/// Random problems with symmetries, up to all of them: as many kinds as there are least solutions of their orbits.
#[test]
fn counts_up_to_symmetry_are_verified_and_what_is_changed_is_refused() {
    let (bench, [proved, large, refused]) = (Bench::new(), [(); 3].map(|()| Cell::new(0usize)));
    let count = |cell: &Cell<usize>, more| cell.set(cell.get() + more);
    let run = runner(50, file!()).run(&symmetric(), |sketch| {
        let question = CountQuery::up_to_all(sketch.build(false)).unwrap();
        let problem = question.problem();
        // That a large group is one takes a checker a second.
        if question.equivalence().is_none_or(|group| group.order() > 200u64.into()) {
            count(&large, 1);
            return Ok(());
        }
        let mut bytes = Vec::new();
        let proof = match pair().certify_kinds(&question, &mut bytes) {
            Ok(proof) => proof,
            Err(Unproved::Kinds(_)) => {
                count(&large, 1);
                return Ok(());
            }
            Err(error) => panic!("{error}"),
        };
        let group = Group::of(problem).unwrap();
        let kinds = Solutions::new(problem).filter(|solution| group.orbit(solution).is_some()).count();
        let said = format!("VERIFIED {kinds} up to a group of order {}", group.order());
        prop_assert_eq!(proof.count.to_string(), kinds.to_string());
        prop_assert_eq!(rust(&[&bench.put(&bytes)]), (true, said.clone()));
        count(&proved, 1);
        if proved.get() % 5 == 1 && (2..50).contains(&group.order()) {
            prop_assert_eq!(python(&[&bench.put(&bytes)]), (true, said));
            let plain = unpacked(&bytes);
            let every = plain.len() / 40 + 1;
            count(&refused, changed(&bench, &plain, body(&plain) - 1, every)[0]);
        }
        Ok(())
    });
    run.unwrap();
    let [proved, large, refused] = [proved, large, refused].map(Cell::into_inner);
    println!("{proved} counts up to symmetry, {large} not taken, {refused} changes refused");
    assert!(proved > 25 && refused > proved);
}

/// Permutations that are no symmetries, or no group, prove nothing.
#[test]
fn symmetries_are_checked() {
    let bench = Bench::new();
    let question = CountQuery::up_to_all(problem("a b c d\na b\nc d\na c\nb d")).unwrap();
    let mut bytes = Vec::new();
    let proof = pair().certify_kinds(&question, &mut bytes).unwrap();
    assert_eq!(
        (proof.count.to_string(), question.equivalence().unwrap().order().to_string()),
        ("1".into(), "8".into())
    );
    let plain = unpacked(&bytes);
    assert!(bench.verified(&bytes, "1 up to a group of order 8", true));
    let start = body(&plain);
    assert_eq!(plain[start..start + 5], [8, 0, 1, 2, 3], "eight of them, and the identity comes first");
    // A permutation that carries a b to a d; and one element alone, or fewer than all.
    for (place, byte) in [(start + 2, 3), (start + 4, 1), (start, 7), (start, 1), (start, 0)] {
        let mut changed = plain.clone();
        changed[place] = byte;
        if place > start {
            changed[start + 2..start + 5].reverse();
        }
        assert!(bench.refused(&packed(&changed), true), "{byte} at {place}");
    }
}
