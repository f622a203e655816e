//! Certificates, and the two checkers that share nothing with the program: what is right is verified, what is wrong is refused.

use std::cell::Cell;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use dlx_count::family::{latin, queens};
use dlx_count::{Count, EngineKind, Problem, Session};
use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};
use proptest::prelude::*;

use crate::cli::made;
use crate::common::{pair, problem, runner, sketches};
use crate::oracle;

/// How certificates begin that have records of states, and of classes.
const STATES: &[u8] = b"dlx-certificate 1\n";
const CLASSES: &[u8] = b"dlx-certificate 2\n";

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
    certificate_by(EngineKind::Frontier, problem)
}

fn certificate_by(engine: EngineKind, problem: &Problem) -> (Vec<u8>, Count) {
    static SESSIONS: LazyLock<[Session<'static>; 2]> = LazyLock::new(|| {
        [EngineKind::Frontier, EngineKind::Isomorph].map(|it| pair().to_builder().engine(it).build().unwrap())
    });
    let mut bytes = Vec::new();
    let proof = SESSIONS[usize::from(engine == EngineKind::Isomorph)].certify(problem, &mut bytes).unwrap();
    (bytes, proof.count)
}

fn unpacked(certificate: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    ZlibDecoder::new(&certificate[STATES.len()..]).read_to_end(&mut plain).unwrap();
    plain
}

fn packed(plain: &[u8]) -> Vec<u8> {
    packed_as(STATES, plain)
}

fn packed_as(magic: &[u8], plain: &[u8]) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(magic.to_vec(), Compression::fast());
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
            for changed in out_and_twice(&plain, place, end).into_iter().filter(|changed| *changed != plain) {
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
        "a b c | s\na s:1\nb s:1\nb s:2\nc s:1\nc s:2\na b\na s",
    ];
    let (many, few) = (problem(many), problem(few));
    assert_ne!(oracle::count(&many), oracle::count(&few));
    let (of_many, of_few) = (unpacked(&certificate(&many).0), unpacked(&certificate(&few).0));
    let (start, other) = (records(&of_many, 3), records(&of_few, 3));
    assert!(bench.verified(&packed(&of_many), &oracle::count(&many).to_string(), true));
    assert!(bench.verified(&packed(&of_few), &oracle::count(&few).to_string(), true));
    assert!(bench.refused(&packed(&[&of_many[..start], &of_few[other..]].concat()), true));
    assert!(bench.refused(&packed(&[&of_few[..other], &of_many[start..]].concat()), true));
}

/// A problem with symmetries: options, and what a permutation of the items makes of them, again and again.
#[derive(Clone, Debug)]
struct SymmetricSketch {
    n_primary: usize,
    n_secondary: usize,
    options: Vec<Vec<usize>>,
    primary: Vec<usize>,
    secondary: Vec<usize>,
}

fn symmetric() -> impl Strategy<Value = SymmetricSketch> {
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
    fn build(&self) -> Problem {
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
                lines.push(option.iter().map(|&item| name(item)).collect::<Vec<_>>().join(" "));
                option = option.iter().map(|&item| images[item]).collect();
            }
        }
        let words = |items: std::ops::Range<usize>| items.map(name).collect::<Vec<_>>().join(" ");
        let n_items = self.n_primary + self.n_secondary;
        problem(&format!("{} | {}\n{}", words(0..self.n_primary), words(self.n_primary..n_items), lines.join("\n")))
    }
}

/// A certificate of classes, taken apart: what stands before each step, and the permutation of the step. The last has none.
struct TakenApart {
    pieces: Vec<(Vec<u8>, Option<Permutation>)>,
    /// Where each record begins, and the claim, as a piece, and the place in it.
    starts: Vec<(usize, usize)>,
}

/// A permutation that moves something: its items with their images, and the options that fit where it is applied.
#[derive(Clone)]
struct Permutation {
    images: Vec<(usize, usize)>,
    fits: Vec<Vec<usize>>,
}

/// The items of each option that has a primary one.
fn options_of(problem: &Problem) -> Vec<Vec<usize>> {
    let items = |option| problem.items_of(option).iter().map(|item| item.index()).collect::<Vec<_>>();
    problem.options().map(items).filter(|items| items.iter().any(|&item| item < problem.n_primary())).collect()
}

impl TakenApart {
    /// Takes a right certificate apart, in the slowest way.
    fn new(problem: &Problem, plain: &[u8]) -> Self {
        let (options, n_items) = (options_of(problem), problem.n_items());
        let start = records(plain, 0);
        let (mut parts, mut place) =
            (Self { pieces: vec![(plain[..start].to_vec(), None)], starts: Vec::new() }, start);
        parts.follow(problem, plain, &mut place, options.clone(), &(0..n_items).collect::<Vec<_>>());
        loop {
            let (branch, n_digits) = number_at(&plain[place..]);
            let piece = parts.pieces.len() - 1;
            let last = &mut parts.pieces[piece].0;
            parts.starts.push((piece, last.len()));
            if branch == 0 {
                last.extend(&plain[place..]);
                return parts;
            }
            let bits = &plain[place + n_digits..];
            let left: Vec<usize> = (0..n_items).filter(|item| bits[item / 8] >> (item % 8) & 1 == 1).collect();
            let (length, more) = number_at(&bits[n_items.div_ceil(8)..]);
            let end = place + n_digits + n_items.div_ceil(8) + more + length;
            last.extend(&plain[place..end]);
            place = end;
            let within = |option: &&Vec<usize>, left: &[usize]| option.iter().all(|item| left.contains(item));
            for option in options.iter().filter(|option| within(option, &left) && option.contains(&(branch - 1))) {
                let left: Vec<usize> = left.iter().copied().filter(|item| !option.contains(item)).collect();
                let fits = options.iter().filter(|option| within(option, &left)).cloned().collect();
                parts.follow(problem, plain, &mut place, fits, &left);
            }
        }
    }

    fn follow(&mut self, problem: &Problem, plain: &[u8], place: &mut usize, fits: Vec<Vec<usize>>, left: &[usize]) {
        let has_option = |item: &usize| fits.iter().any(|option| option.contains(item));
        let mut needed = left.iter().filter(|&&item| item < problem.n_primary()).peekable();
        if needed.peek().is_none() || !needed.all(has_option) {
            return;
        }
        let last = &mut self.pieces.last_mut().unwrap().0;
        let way = plain[*place];
        *place += 1;
        last.push(way);
        if way == 1 {
            let from = left.iter().copied().filter(|item| has_option(item));
            let mut to = || {
                let (to, n_digits) = number_at(&plain[*place..]);
                *place += n_digits;
                to
            };
            let images = from.map(|from| (from, to())).collect();
            self.pieces.last_mut().unwrap().1 = Some(Permutation { images, fits });
            self.pieces.push((Vec::new(), None));
        }
    }

    /// The certificate, with other permutations perhaps.
    fn together(&self) -> Vec<u8> {
        let mut plain = Vec::new();
        for (before, permutation) in &self.pieces {
            plain.extend(before);
            for &(_, to) in permutation.iter().flat_map(|permutation| &permutation.images) {
                assert!(to < 128, "the problems here are small");
                plain.push(to.try_into().unwrap());
            }
        }
        plain
    }

    /// Where each record begins, and the claim.
    fn places(&self) -> Vec<usize> {
        let length = |(before, permutation): &(Vec<u8>, Option<Permutation>)| {
            before.len() + permutation.as_ref().map_or(0, |permutation| permutation.images.len())
        };
        let place = |&(piece, at): &(usize, usize)| self.pieces[..piece].iter().map(length).sum::<usize>() + at;
        self.starts.iter().map(place).collect()
    }
}

/// What is left without the bytes from here to there, and with these bytes twice.
fn out_and_twice(plain: &[u8], from: usize, to: usize) -> [Vec<u8>; 2] {
    [[&plain[..from], &plain[to..]].concat(), [&plain[..to], &plain[from..]].concat()]
}

impl Permutation {
    /// The images of the first item and of another one exchanged.
    fn exchanged(&self, other: usize) -> Self {
        let mut changed = self.clone();
        (changed.images[0].1, changed.images[other].1) = (self.images[other].1, self.images[0].1);
        changed
    }

    /// Does it carry the options that fit onto those that fit there?
    fn is_right(&self, options: &[Vec<usize>]) -> bool {
        let to = |item: &usize| self.images.iter().find(|(from, _)| from == item).unwrap().1;
        let sorted = |mut items: Vec<usize>| {
            items.sort_unstable();
            items
        };
        let mut here: Vec<Vec<usize>> =
            self.fits.iter().map(|option| sorted(option.iter().map(to).collect())).collect();
        let is_there = |option: &&Vec<usize>| option.iter().all(|item| self.images.iter().any(|(_, to)| to == item));
        let mut there: Vec<Vec<usize>> = options.iter().filter(is_there).map(|option| sorted(option.clone())).collect();
        here.sort_unstable();
        there.sort_unstable();
        here == there
    }
}

/// A number of seven bits in each byte, and how many bytes it has.
fn number_at(bytes: &[u8]) -> (usize, usize) {
    let n_digits = bytes.iter().take_while(|byte| **byte > 127).count() + 1;
    (bytes[..n_digits].iter().rev().fold(0, |sum, byte| sum << 7 | usize::from(byte & 127)), n_digits)
}

/// Random problems with symmetries, verified; two entries of a permutation exchanged, which must be refused exactly if options are not carried to options any more; records left out and doubled.
#[test]
fn classes_are_verified_and_what_is_changed_is_refused() {
    let (bench, [problems, moved, wrong]) = (Bench::new(), [(); 3].map(|()| Cell::new(0u32)));
    let count = |cell: &Cell<u32>| {
        cell.set(cell.get() + 1);
        cell.get().is_multiple_of(25)
    };
    let run = runner(400, file!()).run(&symmetric(), |sketch| {
        let problem = sketch.build();
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
                prop_assert!(bench.refused(&packed_as(CLASSES, &changed), count(&wrong)), "a record at {}", ends[0]);
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
                let bytes = packed_as(CLASSES, &parts.together());
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
    let start = records(&plain, 0);
    assert!(bench.verified(&packed_as(CLASSES, &plain), "576", true));
    assert!(bench.refused(&packed_as(STATES, &plain), true));
    let (mut n_same, mut n_changed) = (0, 0);
    let mut tries = |changed: &[u8], place: usize| {
        let path = bench.put(&packed_as(CLASSES, changed));
        let (is_content, said) = rust(&[&path]);
        assert!(!is_content || said == "VERIFIED 576", "byte {place}: {said}");
        if is_content || place.is_multiple_of(97) {
            assert_eq!(python(&[&path]).0, is_content, "byte {place}");
        }
        n_same += usize::from(is_content);
        n_changed += 1;
    };
    for place in start..plain.len() {
        let mut changed = plain.clone();
        changed[place] ^= 1 << (place % 8);
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
    let (start, other) = (records(&of_many, 0), records(&of_few, 0));
    assert!(bench.verified(&packed_as(CLASSES, &of_many), &oracle::count(&many).to_string(), true));
    assert!(bench.verified(&packed_as(CLASSES, &of_few), &oracle::count(&few).to_string(), true));
    assert!(bench.refused(&packed_as(CLASSES, &[&of_many[..start], &of_few[other..]].concat()), true));
    assert!(bench.refused(&packed_as(CLASSES, &[&of_few[..other], &of_many[start..]].concat()), true));
}

#[test]
fn what_has_no_classes_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.cert");
    for (name, text, reason) in
        [("colors", "a | s\na s:1", "colors"), ("bounds", "2|a b\na\na b\na", "covered several times")]
    {
        let file = folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        let words = ["certify", "--engine", "isomorph", "-o", path.to_str().unwrap(), "file", file.to_str().unwrap()];
        let output = crate::cli::words(&words);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && said.contains(reason) && said.contains("frontier"), "{said}");
        assert!(!path.exists());
    }
}

/// A problem with many states and few classes gets classes, and any other one states.
#[test]
fn the_kind_of_records_suits_the_problem() {
    for (source, magic) in [(["latin", "6"], CLASSES), (["latin", "5"], STATES)] {
        let (_folder, path) = made(&[&["certify"][..], &source].concat(), "-o", "x.cert");
        assert!(std::fs::read(&path).unwrap().starts_with(magic), "{source:?}");
    }
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
    let small = small.to_builder().engine(EngineKind::Isomorph).build().unwrap();
    let refused = small.certify(&latin(7, false).unwrap(), std::io::sink()).unwrap_err();
    assert!(refused.to_string().contains("memory"), "{refused}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.cert");
    for source in [&["queens", "20"][..], &["latin", "10", "--engine", "isomorph"]] {
        let words = [&["certify", "--time-limit", "100ms", "-o", path.to_str().unwrap()], source].concat();
        assert_eq!(crate::cli::words(&words).status.code(), Some(3), "{source:?}");
        assert!(!path.exists());
    }
}
