//! Certificates of states.

use std::cell::Cell;

use dlx_count::family::queens;
use proptest::prelude::*;

use super::bench::{Bench, body, certificate, changed, out_and_twice, packed, python, records, rust, unpacked};
use crate::cli::made;
use crate::common::{problem, runner, sketches};
use crate::oracle;

#[test]
fn known_counts_are_verified_by_both() {
    let sources: [(&[&str], &str); 9] = [
        (&["queens", "8"], "92"),
        (&["queens", "9"], "352"),
        (&["langford", "8"], "300"),
        (&["latin", "4"], "576"),
        (&["polyomino", "3x20", "--pieces", "pentominoes"], "8"),
        (&["polyomino", "6x6", "--pieces", "tetrominoes", "--reuse"], ""),
        (&["polyomino", "8x48", "--pieces", "dominoes", "--reuse"], ""),
        (&["matching", "8", "--at-least", "*=3", "--at-most", "*=3"], "19355"),
        (&["langford", "6"], "0"),
    ];
    for (source, known) in sources {
        let (_folder, path) = made(&[&["certify"], source].concat(), "-o", "x.cert");
        let path = path.to_str().unwrap();
        let count = String::from_utf8(crate::cli::words(&[source, &["-q"]].concat()).stdout).unwrap();
        assert!(known.is_empty() || count.trim() == known, "{source:?}: {count}");
        // One of them has a number of more than 128 bits.
        let expected = (true, format!("VERIFIED {}", count.trim()));
        assert_eq!(rust(&[path]), expected, "{source:?}");
        assert_eq!(python(&[path]), expected, "{source:?}");
    }
    for (source, known) in [
        (["latin", "7"], "61479419904000"),
        (["factorization", "8"], "6240"),
        (["steiner", "13"], "1197504000"),
        (["queens", "6"], "4"),
        (["langford", "6"], "0"),
    ] {
        let (_folder, path) = made(&[&["certify", "--engine", "isomorph"][..], &source].concat(), "-o", "x.cert");
        let (path, expected) = (path.to_str().unwrap(), (true, format!("VERIFIED {known}")));
        assert_eq!([rust(&[path]), python(&[path])], [expected.clone(), expected], "{source:?}");
    }
}

#[test]
fn random_problems_are_verified() {
    let (bench, number) = (Bench::new(), Cell::new(0u32));
    let run = runner(400, file!()).run(&sketches(), |sketch| {
        let problem = sketch.build();
        // What cannot be written: an option without items.
        if problem.options().any(|option| problem.items_of(option).is_empty()) {
            return Ok(());
        }
        number.set(number.get() + 1);
        let (bytes, count) = certificate(&problem);
        prop_assert_eq!(count.to_u64(), Some(oracle::count(&problem)));
        prop_assert!(bench.verified(&bytes, &count.to_string(), number.get() % 50 == 0));
        Ok(())
    });
    run.unwrap();
}

/// Sets of options counted one by one, with bounds on how often an item is covered.
#[test]
fn bounds_are_what_they_say() {
    let bench = Bench::new();
    let strategy =
        (prop::collection::vec((0usize..3, 0usize..3), 1..5), prop::collection::vec((1usize..64, 0usize..3), 0..10));
    let run = runner(200, file!()).run(&strategy, |(bounds, options)| {
        let n = bounds.len();
        let mut items: Vec<String> = bounds
            .iter()
            .enumerate()
            .map(|(item, (least, more))| format!("{least}:{}|p{item}", least + more))
            .collect();
        items.push("| s".into());
        let mask = |set: usize| set % (1 << n);
        let mut text = items.join(" ");
        let options: Vec<_> = options.into_iter().filter(|(set, _)| mask(*set) > 0).collect();
        for (set, tint) in &options {
            let cells = (0..n).filter(|item| set >> item & 1 == 1).map(|item| format!("p{item}"));
            text += &format!("\n{}{}", cells.collect::<Vec<_>>().join(" "), ["", " s", " s:red"][*tint]);
        }
        let is_solution = |chosen: usize| {
            let all = || options.iter().enumerate().filter(|(option, _)| chosen >> option & 1 == 1).map(|(_, it)| it);
            let covers = |item: usize| all().filter(|(set, _)| set >> item & 1 == 1).count();
            let (alone, red) = (all().filter(|it| it.1 == 1).count(), all().filter(|it| it.1 == 2).count());
            let is_bounded =
                |(item, (least, more)): (usize, &(usize, usize))| (*least..=least + more).contains(&covers(item));
            bounds.iter().enumerate().all(is_bounded) && (alone == 0 || alone == 1 && red == 0)
        };
        let expected = (0..1usize << options.len()).filter(|chosen| is_solution(*chosen)).count().to_string();
        let (bytes, count) = certificate(&problem(&text));
        prop_assert_eq!(count.to_string(), &expected[..], "{}", text);
        prop_assert!(bench.verified(&bytes, &expected, options.len() == 9), "{}", text);
        Ok(())
    });
    run.unwrap();
}

#[test]
fn what_is_changed_is_refused() {
    let (bench, board) = (Bench::new(), queens(6));
    let (bytes, _) = certificate(&board);
    let plain = unpacked(&bytes);
    let start = records(&plain, &board);
    assert!(bench.verified(&packed(&plain), "4", true));
    // A bit of every byte behind the order: a state, a count, a number of records, the claim.
    for place in start..plain.len() {
        let (bit, mut changed) = (place * 3 % 8, plain.clone());
        changed[place] ^= 1 << bit;
        assert!(bench.refused(&packed(&changed), place % 97 == 0), "bit {bit} of byte {place}");
    }
    // Where a status stands that no state shows does not matter.
    changed(&bench, &plain, body(&plain) - 1, 1);
    // Bytes left out, or doubled.
    for place in (start..plain.len()).step_by(11) {
        for length in [1, 2, 7] {
            let end = (place + length).min(plain.len());
            for changed in out_and_twice(&plain, place, end).into_iter().filter(|changed| *changed != plain) {
                assert!(bench.refused(&packed(&changed), place % 97 == 0), "{length} bytes at {place}");
            }
        }
    }
    // The file as it is on the disk: cut off, longer, other bytes.
    for length in (0..bytes.len()).step_by(21) {
        assert!(bench.refused(&bytes[..length], length % 147 == 0), "cut after {length}");
    }
    assert!(bench.refused(&[&bytes[..], b"x"].concat(), true));
    for place in (0..bytes.len()).step_by(11) {
        let mut changed = bytes.clone();
        changed[place] ^= 0x10;
        let path = bench.put(&changed);
        // Two bits in the head of zlib's stream mean nothing; but no other count is ever verified.
        let (is_content, said) = rust(&[&path]);
        assert!(!is_content || said == "VERIFIED 4", "byte {place}: {said}");
        if place % 55 == 0 {
            assert_eq!(python(&[&path]).0, is_content, "byte {place}");
        }
    }
}

#[test]
fn records_of_another_problem_are_refused() {
    let bench = Bench::new();
    // The same items and levels; one option more or less.
    let [many, few] = [
        "a b c | s\na s:1\nb s:1\nb s:2\nc s:1\nc s:2\na b\na s:2",
        "a b c | s\na s:1\nb s:1\nb s:2\nc s:1\nc s:2\na b\na s",
    ];
    let (many, few) = (problem(many), problem(few));
    assert_ne!(oracle::count(&many), oracle::count(&few));
    let (of_many, of_few) = (unpacked(&certificate(&many).0), unpacked(&certificate(&few).0));
    let (start, other) = (records(&of_many, &many), records(&of_few, &few));
    assert!(bench.verified(&packed(&of_many), &oracle::count(&many).to_string(), true));
    assert!(bench.verified(&packed(&of_few), &oracle::count(&few).to_string(), true));
    assert!(bench.refused(&packed(&[&of_many[..start], &of_few[other..]].concat()), true));
    assert!(bench.refused(&packed(&[&of_few[..other], &of_many[start..]].concat()), true));
}
