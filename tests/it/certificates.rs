//! Certificates, and the two checkers that share nothing with the program: what is right is verified, what is wrong is refused.

use std::cell::Cell;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use dlx_count::family::queens;
use dlx_count::{Count, Problem, Session};
use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};
use proptest::prelude::*;

use crate::cli::made;
use crate::common::{pair, problem, runner, sketches};
use crate::oracle;

const MAGIC: &[u8] = b"dlx-certificate 1\n";

/// The checker, built by its own manifest.
fn checker() -> &'static Path {
    static CHECKER: LazyLock<PathBuf> = LazyLock::new(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let target = root.join("target/checker");
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--release", "--locked", "--manifest-path", "checker/Cargo.toml", "--target-dir"]);
        let output = build.arg(&target).current_dir(root).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        target.join("release").join(format!("dlx-check{}", std::env::consts::EXE_SUFFIX))
    });
    &CHECKER
}

/// What a checker says, and whether it is content.
fn says(mut command: Command) -> (bool, String) {
    let output = command.output().unwrap();
    (output.status.success(), String::from_utf8(output.stdout).unwrap().trim_end().into())
}

fn rust(words: &[&str]) -> (bool, String) {
    let mut command = Command::new(checker());
    command.args(words);
    says(command)
}

fn python(words: &[&str]) -> (bool, String) {
    let mut command = Command::new("python3");
    command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/checker/dlx_check.py")).args(words);
    says(command)
}

/// Certificates in a folder of their own.
struct Bench {
    folder: tempfile::TempDir,
}

impl Bench {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn put(&self, bytes: &[u8]) -> String {
        let path = self.folder.path().join("x.cert");
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().into()
    }

    /// Do both checkers say this count?
    fn verified(&self, bytes: &[u8], count: &str, by_python: bool) -> bool {
        let (path, expected) = (self.put(bytes), (true, format!("VERIFIED {count}")));
        rust(&[&path]) == expected && (!by_python || python(&[&path]) == expected)
    }

    /// Do both refuse it?
    fn refused(&self, bytes: &[u8], by_python: bool) -> bool {
        let path = self.put(bytes);
        let refuses = |(is_content, said): (bool, String)| !is_content && said.starts_with("NOT VERIFIED: ");
        refuses(rust(&[&path])) && (!by_python || refuses(python(&[&path])))
    }
}

fn certificate(problem: &Problem) -> (Vec<u8>, Count) {
    let mut bytes = Vec::new();
    let proof = pair().certify(problem, &mut bytes).unwrap();
    (bytes, proof.count)
}

fn unpacked(certificate: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    ZlibDecoder::new(&certificate[MAGIC.len()..]).read_to_end(&mut plain).unwrap();
    plain
}

fn packed(plain: &[u8]) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(MAGIC.to_vec(), Compression::fast());
    packed.write_all(plain).unwrap();
    packed.finish().unwrap()
}

/// Where the records begin in what is unpacked: behind the problem and the order.
fn records(plain: &[u8], n_primary: usize) -> usize {
    let n_digits = plain.iter().take_while(|byte| **byte > 127).count() + 1;
    let length = plain[..n_digits].iter().rev().fold(0, |sum, byte| sum << 7 | usize::from(byte & 127));
    n_digits + length + n_primary
}

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
}

#[test]
fn random_problems_are_verified() {
    let (bench, number) = (Bench::new(), Cell::new(0u32));
    let run = runner(1000, file!()).run(&sketches(), |sketch| {
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
    let start = records(&plain, board.n_primary());
    assert!(bench.verified(&packed(&plain), "4", true));
    // A bit anywhere behind the order: a state, a count, a number of records, the claim.
    for place in start..plain.len() {
        for bit in [0, 3, 7] {
            let mut changed = plain.clone();
            changed[place] ^= 1 << bit;
            let is_sample = (place + bit) % 97 == 0;
            assert!(bench.refused(&packed(&changed), is_sample), "bit {bit} of byte {place}");
        }
    }
    // Bytes left out, or doubled.
    for place in (start..plain.len()).step_by(3) {
        for length in [1, 2, 7] {
            let end = (place + length).min(plain.len());
            let (out, twice) = ([&plain[..place], &plain[end..]].concat(), [&plain[..end], &plain[place..]].concat());
            for changed in [out, twice].into_iter().filter(|changed| *changed != plain) {
                assert!(bench.refused(&packed(&changed), place % 97 == 0), "{length} bytes at {place}");
            }
        }
    }
    // The file as it is on the disk: cut off, longer, other bytes.
    for length in (0..bytes.len()).step_by(7) {
        assert!(bench.refused(&bytes[..length], length % 49 == 0), "cut after {length}");
    }
    assert!(bench.refused(&[&bytes[..], b"x"].concat(), true));
    for place in (0..bytes.len()).step_by(5) {
        let mut changed = bytes.clone();
        changed[place] ^= 0x10;
        let path = bench.put(&changed);
        // Two bits in the head of zlib's stream mean nothing; but no other count is ever verified.
        let (is_content, said) = rust(&[&path]);
        assert!(!is_content || said == "VERIFIED 4", "byte {place}: {said}");
        if place % 50 == 0 {
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
        "a b c | s\na s:1\nb s:1\nb s:2\nc s:1\nc s:2\na b\na s:1",
    ];
    let (many, few) = (problem(many), problem(few));
    let (of_many, of_few) = (unpacked(&certificate(&many).0), unpacked(&certificate(&few).0));
    let (start, other) = (records(&of_many, 3), records(&of_few, 3));
    assert!(bench.verified(&packed(&of_many), &oracle::count(&many).to_string(), true));
    assert!(bench.verified(&packed(&of_few), &oracle::count(&few).to_string(), true));
    assert!(bench.refused(&packed(&[&of_many[..start], &of_few[other..]].concat()), true));
    assert!(bench.refused(&packed(&[&of_few[..other], &of_many[start..]].concat()), true));
}

#[test]
fn the_problem_is_compared() {
    let bench = Bench::new();
    let path = bench.put(&certificate(&problem("a b | s\na s:1\nb s:1\na b")).0);
    let file = bench.folder.path().join("x.dlx");
    for (text, is_same) in [
        ("| the same in another order\nb a | s\nb a\n\ns:1 b |$7\na s:1", true),
        ("a b | s\na s:1\nb s:2\na b", false),
        ("a b | s\na s:1\nb s:1", false),
        ("a 2|b | s\na s:1\nb s:1\na b", false),
    ] {
        std::fs::write(&file, text).unwrap();
        for (is_content, said) in [rust, python].map(|check| check(&[&path, "--problem", file.to_str().unwrap()])) {
            assert_eq!(is_content, is_same, "{text}: {said}");
        }
    }
}

#[test]
fn limits_are_heard_and_leave_no_file() {
    let small = Session::builder().threads(1).memory(1 << 16).build().unwrap();
    let refused = small.certify(&queens(12), std::io::sink()).unwrap_err();
    assert!(refused.to_string().contains("memory"), "{refused}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.cert");
    let output = crate::cli::words(&["certify", "queens", "20", "--time-limit", "100ms", "-o", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(3));
    assert!(!path.exists());
}
