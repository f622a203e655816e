//! Certificates, and the two checkers that share nothing with the program: what is right is verified, what is wrong is refused.

use std::cell::Cell;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use dlx_count::engine::certificate::Unproved;
use dlx_count::engine::links::Solutions;
use dlx_count::family::{latin, queens};
use dlx_count::symmetry::{CountQuery, Group};
use dlx_count::{Count, EngineKind, Problem, Session};
use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};
use proptest::prelude::*;

use crate::cli::made;
use crate::common::{pair, problem, runner, sketches};
use crate::oracle;

/// How certificates begin.
const MAGIC: &[u8] = b"dlx-certificate 3\n";

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
    ZlibDecoder::new(&certificate[MAGIC.len()..]).read_to_end(&mut plain).unwrap();
    plain
}

fn packed(plain: &[u8]) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(MAGIC.to_vec(), Compression::fast());
    packed.write_all(plain).unwrap();
    packed.finish().unwrap()
}

/// Where that begins which follows the problem and the kind of the certificate.
fn body(plain: &[u8]) -> usize {
    let (length, n_digits) = number_at(plain);
    n_digits + length + 1
}

/// Where the records of states begin: behind the order and the places.
fn records(plain: &[u8], problem: &Problem) -> usize {
    body(plain) + problem.n_primary() + problem.n_items()
}

/// A bit of every byte from here on, or of some, is changed: all that is refused, or said again. Returns how often each was.
fn changed(bench: &Bench, plain: &[u8], from: usize, every: usize) -> [usize; 2] {
    let (right, said) = rust(&[&bench.put(&packed(plain))]);
    assert!(right, "{said}");
    let mut times = [0, 0];
    for place in (from..plain.len()).step_by(every) {
        let mut changed = plain.to_vec();
        changed[place] ^= 1 << (place % 8);
        let path = bench.put(&packed(&changed));
        let (is_content, other) = rust(&[&path]);
        assert!(!is_content || other == said, "byte {place}: {other}");
        if is_content || place % 97 < every {
            assert_eq!(python(&[&path]).0, is_content, "byte {place}");
        }
        times[usize::from(is_content)] += 1;
    }
    times
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
    let (start, other) = (records(&of_many, &many), records(&of_few, &few));
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
    /// The problem; without equal options, if there are to be none.
    fn build(&self, has_equal: bool) -> Problem {
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
        let start = body(plain);
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
    let run = runner(200, file!()).run(&symmetric(), |sketch| {
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
    let (start, other) = (body(&of_many), body(&of_few));
    assert!(bench.verified(&packed(&of_many), &oracle::count(&many).to_string(), true));
    assert!(bench.verified(&packed(&of_few), &oracle::count(&few).to_string(), true));
    assert!(bench.refused(&packed(&[&of_many[..start], &of_few[other..]].concat()), true));
    assert!(bench.refused(&packed(&[&of_few[..other], &of_many[start..]].concat()), true));
}

/// A count with `--certificate` prints what it prints without, and the certificate says it.
#[test]
fn a_count_can_bring_its_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.cert");
    let path = path.to_str().unwrap();
    let cases: [(&[&str], &str); 6] = [
        (&["queens", "8"], "92"),
        (&["queens", "8", "--up-to-symmetry"], "12 up to a group of order 8"),
        (&["polyomino", "3x20", "--pieces", "pentominoes", "--up-to-symmetry"], "2 up to a group of order 4"),
        (&["latin", "4", "--symmetry", "isomorphism"], "35 up to a group of order 24"),
        (&["latin", "6", "--engine", "isomorph"], "812851200"),
        (&["langford", "6"], "0"),
    ];
    for (source, said) in cases {
        let output = crate::cli::words(&[source, &["--certificate", path, "-q"]].concat());
        let count = String::from_utf8(output.stdout).unwrap();
        assert_eq!(count.trim(), said.split(' ').next().unwrap(), "{source:?}");
        let expected = (true, format!("VERIFIED {said}"));
        assert_eq!([rust(&[path]), python(&[path])], [expected.clone(), expected], "{source:?}");
    }
    for other in [&["--limit", "3"][..], &["--run", "x.run"], &["--stats"]] {
        let output = crate::cli::words(&[&["queens", "6", "--certificate", path], other].concat());
        assert_eq!(output.status.code(), Some(2), "{other:?}");
    }
}

/// Items with their bounds, and options: sets of items, whether they have a secondary item and in which color, and costs in tenths.
#[derive(Clone, Debug)]
struct PricedSketch {
    bounds: Vec<(usize, usize)>,
    options: Vec<(usize, usize, i64)>,
}

impl PricedSketch {
    fn any() -> impl Strategy<Value = Self> {
        let bounds = prop::collection::vec((0usize..3, prop_oneof![3 => Just(0usize), 1 => Just(1)]), 1..5);
        (bounds, prop::collection::vec((1usize..16, 0usize..3, -30i64..90), 1..11)).prop_map(|(bounds, mut options)| {
            options.retain(|(set, ..)| set % (1 << bounds.len()) > 0);
            Self { bounds, options }
        })
    }

    fn text(&self) -> String {
        let items = self.bounds.iter().enumerate();
        let names = items.map(|(item, (least, more))| format!("{least}:{}|p{item}", least + more));
        let mut text = names.chain(["| s".into()]).collect::<Vec<String>>().join(" ");
        for &(set, tint, cost) in &self.options {
            let items = (0..self.bounds.len()).filter(|item| set >> item & 1 == 1);
            let cells: Vec<String> = items.map(|item| format!("p{item}")).collect();
            let cost = format!("{}{}.{}", if cost < 0 { "-" } else { "" }, cost.abs() / 10, cost.abs() % 10);
            text += &format!("\n{}{} |${cost}", cells.join(" "), ["", " s", " s:red"][tint]);
        }
        text
    }

    /// What each solution costs.
    fn costs(&self) -> Vec<i64> {
        let cost_of = |chosen: usize| -> Option<i64> {
            let numbered = || self.options.iter().enumerate();
            let all = || numbered().filter(|(option, _)| chosen >> option & 1 == 1).map(|(_, it)| it);
            let covers = |item: usize| all().filter(|(set, ..)| set >> item & 1 == 1).count();
            let (alone, red) = (all().filter(|it| it.1 == 1).count(), all().filter(|it| it.1 == 2).count());
            let is_bounded =
                |(item, (least, more)): (usize, &(usize, usize))| (*least..=least + more).contains(&covers(item));
            let is_solution = self.bounds.iter().enumerate().all(is_bounded) && (alone == 0 || alone == 1 && red == 0);
            is_solution.then(|| all().map(|(.., cost)| cost).sum())
        };
        (0..1usize << self.options.len()).filter_map(cost_of).collect()
    }

    /// Has an option that costs less than nothing no item that could pay?
    fn is_dear(&self, is_greatest: bool) -> bool {
        let pays = |set: usize| (0..self.bounds.len()).any(|item| set >> item & 1 == 1 && self.bounds[item].1 == 0);
        let is_paid = |cost: i64| if is_greatest { cost <= 0 } else { cost >= 0 };
        self.options.iter().any(|&(set, _, cost)| !pays(set) && !is_paid(cost))
    }
}

/// Random problems with costs and bounds, against all sets of options: the least cost and the greatest, and how many have it. What is changed is refused, or says the same.
#[test]
fn best_costs_are_verified_and_what_is_changed_is_refused() {
    let (bench, [proved, dear, refused]) = (Bench::new(), [(); 3].map(|()| Cell::new(0usize)));
    let count = |cell: &Cell<usize>, more| cell.set(cell.get() + more);
    let run = runner(300, file!()).run(&(PricedSketch::any(), any::<bool>()), |(sketch, is_greatest)| {
        let (text, costs, mut bytes) = (sketch.text(), sketch.costs(), Vec::new());
        let best = if is_greatest { costs.iter().max() } else { costs.iter().min() };
        let proof = match pair().certify_best(&problem(&text), is_greatest, &mut bytes) {
            Ok(proof) => proof,
            Err(Unproved::Dear) => {
                count(&dear, 1);
                prop_assert!(best.is_some() && sketch.is_dear(is_greatest), "{}", text);
                return Ok(());
            }
            Err(error) => panic!("{error}: {text}"),
        };
        let path = bench.put(&bytes);
        let Some(&best) = best else {
            prop_assert_eq!((proof.cost, rust(&[&path])), (None, (true, "VERIFIED 0".into())));
            return Ok(());
        };
        let ties = costs.iter().filter(|&&cost| cost == best).count();
        prop_assert_eq!(proof.count.to_string(), ties.to_string(), "{}", text);
        let start = format!("VERIFIED {ties} of {} cost ", if is_greatest { "greatest" } else { "least" });
        let said = rust(&[&path]);
        let cost = said.1.strip_prefix(&start).and_then(|cost| cost.parse::<f64>().ok());
        prop_assert!(said.0 && cost.map(|cost| (cost * 10.0).round()) == Some(best as f64), "{} {:?}", text, said);
        count(&proved, 1);
        if proved.get() % 10 == 1 {
            prop_assert_eq!(python(&[&path]), said);
            let plain = unpacked(&bytes);
            count(&refused, changed(&bench, &plain, body(&plain) - 1, 1)[0]);
        }
        Ok(())
    });
    run.unwrap();
    let [proved, dear, refused] = [proved, dear, refused].map(Cell::into_inner);
    println!("{proved} best costs, {dear} without prices, {refused} changes refused");
    assert!(proved > dear && refused > proved);
}

/// Random problems with symmetries, up to all of them: as many kinds as there are least solutions of their orbits.
#[test]
fn counts_up_to_symmetry_are_verified_and_what_is_changed_is_refused() {
    let (bench, [proved, large, refused]) = (Bench::new(), [(); 3].map(|()| Cell::new(0usize)));
    let count = |cell: &Cell<usize>, more| cell.set(cell.get() + more);
    let run = runner(60, file!()).run(&symmetric(), |sketch| {
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
    assert!(proved > 60 && refused > proved);
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

/// Both read costs as they are written, and refuse what is none.
#[test]
fn costs_are_read_alike() {
    let bench = Bench::new();
    let mut bytes = Vec::new();
    let priced = problem("a b\na b |$3.25\na |$-1\nb |$4");
    pair().certify_best(&priced, false, &mut bytes).unwrap();
    let plain = unpacked(&bytes);
    assert!(bench.verified(&bytes, "1 of least cost 3", true));
    let place = plain.windows(5).position(|word| word == b"$3.25").unwrap();
    let costs = [(b"$2.99", false), (b"$3.26", true), (b"$9.99", true), (b"$-.25", false), (b"$2,25", false)];
    for (cost, is_good) in costs {
        let mut changed = plain.clone();
        changed[place..place + 5].copy_from_slice(cost);
        let path = bench.put(&packed(&changed));
        let said = rust(&[&path]);
        assert_eq!(said, python(&[&path]));
        assert_eq!(said.0, is_good, "{said:?}");
        assert!(!is_good || said.1 == "VERIFIED 1 of least cost 3", "{said:?}");
    }
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
    for (source, kind) in [(["latin", "6"], 1), (["latin", "5"], 0)] {
        let (_folder, path) = made(&[&["certify"][..], &source].concat(), "-o", "x.cert");
        let plain = unpacked(&std::fs::read(&path).unwrap());
        assert_eq!(plain[body(&plain) - 1], kind, "{source:?}");
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
