//! Sweeps from bytes to bytes, as clusters do them: the count does not depend on the deal, and wrong pieces are refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use dlx_count::engine::frontier::{DealtLevel, DealtSweep};
use dlx_count::engine::{DealtPlan, RunSignal};
use dlx_count::family::latin;
use dlx_count::{Count, EngineKind, Problem};
use num_bigint::BigUint;
use proptest::prelude::*;
use serde_json::Value;

use crate::cli::{Said, ended, file_in, program, words};
use crate::common::seeded;
use crate::isomorph::factorizations;
use crate::oracle;
use crate::properties::dominoes;
use crate::spill::{COUNT_10, vominoes};
use crate::symmetric::symmetric;

/// The pieces of a level, by the part that they are for.
type Dealt = Vec<Vec<Vec<u8>>>;

fn slices(pieces: &[Vec<u8>]) -> Vec<&[u8]> {
    pieces.iter().map(Vec::as_slice).collect()
}

/// The count, all steps done one after the other; and what there was at each level, from which any step can be done again.
fn swept(sweep: &dyn DealtSweep, most: usize, n_parts: usize) -> (Count, Vec<(DealtLevel, Dealt)>) {
    let signal = RunSignal::default();
    let (mut level, first) = sweep.begin(most, n_parts, &signal).unwrap();
    let (mut sample, mut n_states) = (first.sample, first.n_states);
    let mut dealt: Dealt = first.pieces.into_iter().map(|piece| vec![piece]).collect();
    let mut seen = Vec::new();
    while level.at < sweep.n_levels() {
        let next = sweep.next(&level, &sample, (n_states, n_parts), &signal).unwrap();
        let mut made: Dealt = vec![Vec::new(); next.n_parts];
        (sample, n_states) = (Vec::new(), 0);
        for (part, pieces) in dealt.iter().enumerate() {
            let step = sweep.step((&level, &next), part, &slices(pieces), &signal).unwrap();
            made.iter_mut().zip(step.pieces).for_each(|(pieces, piece)| pieces.push(piece));
            sample.extend(step.sample);
            n_states += step.n_states;
        }
        seen.push((std::mem::replace(&mut level, next), std::mem::replace(&mut dealt, made)));
    }
    let total = |(part, pieces): (usize, &Vec<Vec<u8>>)| sweep.total(&level, part, &slices(pieces), &signal).unwrap();
    (dealt.iter().enumerate().map(total).sum(), seen)
}

fn sweep(problem: &Problem, memory: usize) -> Box<dyn DealtSweep> {
    <dyn DealtSweep>::new(problem, memory, &RunSignal::default()).unwrap()
}

/// Dealt out early or late, into few parts or many, with memory enough or none; and a number of 160 bits.
#[test]
fn counts_do_not_depend_on_the_deal() {
    let board = dominoes(8, 8);
    for (most, n_parts, memory) in [(0, 4, 1 << 24), (10, 16, 1 << 24), (30, 7, 0), (1000, 5, 1 << 20)] {
        assert_eq!(swept(&*sweep(&board, memory), most, n_parts).0.to_string(), "12988816");
    }
    let long = swept(&*sweep(&dominoes(4, 100), 1 << 20), 3, 4).0;
    assert_eq!(long, strip(100));
    assert!(long > Count::from(u128::MAX));
    assert_eq!(swept(&*sweep(&dominoes(3, 3), 1 << 20), 1, 4).0, Count::ZERO);
}

/// A sweep that merges up to isomorphism, in the order that a race has found.
fn classes(problem: &Problem, memory: usize) -> Box<dyn DealtSweep> {
    let plan = DealtPlan::new(EngineKind::Isomorph, problem, MEMORY, &RunSignal::default()).unwrap();
    plan.sweep(problem, memory, &RunSignal::default()).unwrap()
}

const MEMORY: usize = 1 << 26;

/// The same where states are merged up to isomorphism: A002860, A000438 times 6!, and numbers of 256 bits.
#[test]
fn counts_of_classes_do_not_depend_on_the_deal() {
    let cases = [
        (latin(5, false).unwrap(), "161280".to_owned()),
        (factorizations(8), "31449600".to_owned()),
        (dominoes(4, 100), strip(100).to_string()),
        (dominoes(3, 3), "0".to_owned()),
    ];
    for (problem, count) in &cases {
        for (most, n_parts, memory) in [(0, 4, 1 << 24), (3, 9, 0), (1000, 5, 1 << 20)] {
            assert_eq!(swept(&*classes(problem, memory), most, n_parts).0.to_string(), *count, "{most} {n_parts}");
        }
    }
}

proptest! {
    #![proptest_config(seeded(100))]

    /// Small problems with many symmetries, dealt out at once.
    #[test]
    fn classes_that_are_dealt_out_count_right(sketch in symmetric(), n_parts in 1usize..6) {
        let problem = sketch.build();
        let expected = Count::from(oracle::count(&problem));
        prop_assert_eq!(swept(&*classes(&problem, 0), 0, n_parts).0, expected);
    }
}

/// Dominoes on 4 by n: OEIS A005178.
fn strip(n: usize) -> Count {
    let mut last: Vec<BigUint> = [1u32, 1, 5, 11].map(BigUint::from).to_vec();
    for at in 4..=n {
        // a(n) = a(n-1) + 5 a(n-2) + a(n-3) - a(n-4)
        let sum = &last[at - 1] + &last[at - 2] * 5u32 + &last[at - 3];
        last.push(sum - &last[at - 4]);
    }
    last[n].to_string().parse().unwrap()
}

/// What is damaged, missing, there twice, or of another sweep.
#[test]
fn wrong_pieces_are_refused() {
    refuses_wrong_pieces(&*sweep(&dominoes(8, 8), 1 << 20), &*sweep(&dominoes(8, 9), 1 << 20));
    let [own, other] = [7, 6].map(|n| classes(&latin(n, false).unwrap(), 1 << 20));
    refuses_wrong_pieces(&*own, &*other);
}

fn refuses_wrong_pieces(own: &dyn DealtSweep, other: &dyn DealtSweep) {
    let (signal, (_, seen)) = (RunSignal::default(), swept(own, 10, 4));
    let large = |level: &&[(DealtLevel, Dealt)]| level[0].1.len() > 1 && level[0].1[1].len() > 1;
    let seen = seen.windows(2).find(large).expect("a level has several parts, made from several");
    let [(from, pieces), (to, _)] = seen else { panic!("there are two levels") };
    let step = |pieces: &[&[u8]]| own.step((from, to), 1, pieces, &signal);
    let whole = slices(&pieces[1]);
    let right = step(&whole).unwrap();
    assert_eq!(step(&whole).unwrap().pieces, right.pieces);
    assert!(step(&whole[1..]).is_err() && step(&[]).is_err());
    assert!(step(&[&[whole[0]], &whole[..whole.len() - 1]].concat()).is_err());
    assert!(own.step((from, to), 0, &whole, &signal).is_err());
    assert!(other.step((from, to), 1, &whole, &signal).is_err());
    for place in 0..whole[0].len() {
        let mut flipped = whole[0].to_vec();
        flipped[place] ^= 1 << (place % 8);
        assert!(step(&[&[&flipped[..]], &whole[1..]].concat()).is_err(), "{place}");
        assert!(step(&[&[&whole[0][..place]], &whole[1..]].concat()).is_err(), "{place}");
    }
}

/// The folders of the levels of a sweep, in order.
fn levels_of(sweep: &str) -> Vec<PathBuf> {
    let mut levels: Vec<PathBuf> = fs::read_dir(sweep).unwrap().map(|entry| entry.unwrap().path()).collect();
    levels.retain(|path| path.is_dir());
    levels.sort();
    levels
}

/// A sweep of V-ominoes that has begun in a folder.
fn begun_in(folder: &tempfile::TempDir, n_parts: &str) -> String {
    let source = file_in(folder, "v.dlx", vominoes(10));
    begun(folder, &["file", &source, "--engine", "frontier", "--parts", n_parts])
}

/// A sweep of a source, with its words.
fn begun(folder: &tempfile::TempDir, source: &[&str]) -> String {
    let sweep = folder.path().join("sweep").to_str().unwrap().to_owned();
    words(&[&["split"], source, &["-o", &sweep, "-q"]].concat()).ending(0);
    sweep
}

/// Processes that are begun and killed at any time, and two that go on to the end, share the work of a folder.
#[test]
fn processes_share_a_sweep() {
    let folder = tempfile::tempdir().unwrap();
    let sweep = begun_in(&folder, "6");
    share(&sweep, COUNT_10);
    let again = words(&["split", "queens", "6", "--engine", "frontier", "-o", &sweep]);
    assert!(again.status.code() == Some(2) && again.all().contains("has a sweep already"), "{}", again.all());
}

/// The same where states are merged up to isomorphism: A030128.
#[test]
fn processes_share_classes() {
    let folder = tempfile::tempdir().unwrap();
    let sweep = begun(&folder, &["steiner", "15", "--engine", "isomorph", "--parts", "6"]);
    share(&sweep, "60281712691200\n");
    let other = words(&["work", &sweep, "--engine", "frontier"]);
    assert!(other.status.code() == Some(2) && other.all().contains("of the engine isomorph"), "{}", other.all());
}

fn share(sweep: &str, count: &str) {
    let early = words(&["gather", sweep]).ending(3);
    assert!(early.all().contains("not complete") && early.all().contains("level "), "{}", early.all());
    let work = |memory: &str| {
        let words = ["work", sweep, "-q", "-j", "1", "--memory", memory];
        program().args(words).stderr(Stdio::piped()).spawn().unwrap()
    };
    words(&["work", sweep, "-q", "--time-limit", "1ms"]).ending(3);
    let mut dice = fastrand::Rng::with_seed(11);
    for _ in 0..6 {
        let mut child = work("2MB");
        std::thread::park_timeout(Duration::from_millis(dice.u64(20..300)));
        let _ = child.kill();
        let _ = child.wait();
    }
    // What they may keep in memory differs, and so do the blocks that they make.
    for child in [work("1MB"), work("64MB")] {
        ended(child).ending(0);
    }
    let gathered = words(&["gather", sweep, "-q"]);
    assert_eq!(gathered.printed(), count, "{}", gathered.all());
    let value: Value = words(&["gather", sweep, "--json"]).json();
    assert_eq!((&value["count"], &value["complete"]), (&Value::from(count.trim()), &Value::from(true)));
    assert_eq!(words(&["work", sweep, "-q"]).status.code(), Some(0));
    assert_eq!(levels_of(sweep).len(), 1, "what is no longer needed is removed");
}

/// A flipped byte in any file of the folder is found out, and the file is named.
#[test]
fn a_damaged_folder_is_refused() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    refuses_damage(&begun_in(&folder, "4"));
    refuses_damage(&begun(&other, &["steiner", "15", "--engine", "isomorph", "--parts", "4"]));
}

fn refuses_damage(sweep: &str) {
    let mut dice = fastrand::Rng::with_seed(4);
    let mut seen: Vec<PathBuf> = Vec::new();
    while words(&["gather", sweep, "-q"]).status.code() == Some(3) {
        // Nothing has been made of this level yet, so every byte of it is read.
        let levels = levels_of(sweep);
        let level = &levels[levels.len().saturating_sub(2)];
        let files = fs::read_dir(level).unwrap().map(|entry| entry.unwrap().path());
        for path in files.chain((seen.is_empty()).then(|| Path::new(sweep).join("head"))) {
            let bytes = fs::read(&path).unwrap();
            // What was begun, or left unfinished, says nothing.
            if path.extension().is_some() || seen.contains(&path) {
                continue;
            }
            levels_of(sweep).iter().filter(|&later| later > level).for_each(|path| fs::remove_dir_all(path).unwrap());
            let mut flipped = bytes.clone();
            flipped[dice.usize(..bytes.len() - 1)] ^= 1 << dice.u8(..8);
            fs::write(&path, flipped).unwrap();
            let refused = words(&["work", sweep, "-j", "1"]);
            let (name, said) = (path.to_str().unwrap(), refused.all());
            assert!(refused.status.code() == Some(2) && said.contains(name), "{name}: {said}");
            fs::write(&path, &bytes).unwrap();
            seen.push(path);
        }
        // On to the next level, or the end.
        let mut child = program().args(["work", sweep, "-q", "-j", "1"]).stderr(Stdio::null()).spawn().unwrap();
        let last = levels_of(sweep).last().cloned();
        while child.try_wait().unwrap().is_none() && levels_of(sweep).last() == last.as_ref() {
            std::thread::park_timeout(Duration::from_millis(1));
        }
        let _ = child.kill();
        let _ = child.wait();
    }
    assert!(seen.len() > 2, "{seen:?}");
}

/// What a folder cannot have, and what is asked of it in vain.
#[test]
fn what_cannot_be_swept_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sweep").to_str().unwrap().to_owned();
    let said = |arguments: &[&str], what: &str| {
        let output = words(arguments);
        assert!(output.status.code() == Some(2) && output.all().contains(what), "{arguments:?}: {}", output.all());
    };
    said(&["split", "queens", "9", "--engine", "frontier"], "-o FOLDER");
    let odd = ["split", "polyomino", "5x5", "--pieces", "tetrominoes", "--reuse", "--engine", "frontier", "-o", &path];
    said(&odd, "cannot be swept");
    said(&["split", "queens", "9", "--engine", "bits", "-o", &path], "any engine can count the tasks");
    said(&["split", "queens", "9", "--engine", "frontier", "--parts", "3", "-o", &path], "4 to 512");
    let small = words(&["split", "queens", "9", "--engine", "frontier", "-o", &path]);
    assert!(small.status.success() && small.said().contains("after level 18 of 18"));
    assert_eq!(words(&["gather", &path, "-q"]).stdout, b"352\n");
    said(&["work", &path, "--shard", "1/2"], "--shard");
    said(&["work", &path, "--engine", "bits"], "leave --engine out");
    said(&["gather", &path, "--run", "x.run"], "leave --run out");
}
