//! Limits are promises: whatever is asked, it ends within a second and a tenth of the time that was allowed, in at most twice the memory.
//!
//! Verb, engine, limits and problem are drawn at random. `DLX_PROMISES=300 DLX_SEED=7 cargo test --test it promises` draws more of them, and others.

#![cfg(target_os = "linux")]

use std::fmt::Write;
use std::io::{Read, Seek};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use fastrand::Rng;

use crate::cli::{program, send};

/// A number from the environment.
fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().unwrap())
}

/// What is asked.
struct Countable {
    words: String,
    time: Duration,
    /// Bytes, where the problem itself takes few.
    memory: Option<u64>,
    threads: u32,
    /// After this time it is asked to end by a signal.
    signal: Option<Duration>,
}

/// What became of it.
struct Seen {
    status: ExitStatus,
    elapsed: Duration,
    /// From the signal on.
    after_signal: Duration,
    /// Processor time.
    spent: Duration,
    /// Bytes at most.
    held: u64,
    /// What a count has printed.
    said: Vec<u8>,
}

#[test]
fn limits_are_kept() {
    let (runs, seed) = (number("DLX_PROMISES", 12), number("DLX_SEED", 41));
    let folder = tempfile::tempdir().unwrap();
    let mut broken = Vec::new();
    for run in 0..runs {
        let mut dice = Rng::with_seed(seed.wrapping_mul(1_000_003).wrapping_add(run));
        let asked = drawn(&mut dice, folder.path());
        let seen = seen(&asked);
        if let Some(how) = asked.breach(&seen).or_else(|| asked.is_wrong(&seen)) {
            broken.push(format!("run {run}: {}: {how}", asked.words));
            eprintln!("{}", broken[broken.len() - 1]);
        }
    }
    assert!(
        broken.is_empty(),
        "of {runs} runs with seed {seed}, {} broke a limit:\n{}",
        broken.len(),
        broken.join("\n")
    );
}

impl Countable {
    /// What is wrong with a count that is said to be complete: the reference finds another one, if it ends in time.
    fn is_wrong(&self, seen: &Seen) -> Option<String> {
        let (source, _) = self.words.split_once(" --engine ").filter(|_| seen.status.success())?;
        let reference = format!("{source} --engine links -q --time-limit 3s");
        let output = program().args(reference.split(' ')).output().unwrap();
        let counts = [&seen.said, &output.stdout].map(|bytes| String::from_utf8_lossy(bytes).trim().to_owned());
        (output.status.success() && counts[0] != counts[1]).then(|| format!("{} for {}", counts[0], counts[1]))
    }

    /// How a promise was broken, if one was.
    fn breach(&self, seen: &Seen) -> Option<String> {
        let Seen { status, elapsed, after_signal, spent, held, .. } = *seen;
        // What has nothing to say yet is ended by the signal itself.
        let is_ended_by_signal = self.signal.is_some() && (status.code() == Some(143) || status.signal() == Some(15));
        // `--relax` refuses items that are covered several times.
        let is_refused = status.code() == Some(2) && self.words.contains("--relax");
        if !matches!(status.code(), Some(0 | 1 | 3)) && !is_ended_by_signal && !is_refused {
            return Some(format!("it ended with {status}"));
        }
        let most = |time: Duration| time + time / 10 + Duration::from_secs(1);
        // On a loaded machine the clock says little; then processor time has the last word.
        let is_late = elapsed > most(self.time) && spent > most(self.time) * self.threads;
        let is_deaf = self
            .signal
            .is_some_and(|signal| after_signal > most(Duration::ZERO) && spent > most(signal) * self.threads);
        if is_late || is_deaf {
            return Some(format!("{elapsed:.2?}, {after_signal:.2?} after a signal, {spent:.2?} of the processors"));
        }
        let most = self.memory.map(|memory| 2 * memory + (32 << 20));
        most.filter(|&most| held > most).map(|_| format!("{} MB", held / 1_000_000))
    }
}

/// Draws what is asked.
fn drawn(dice: &mut Rng, folder: &Path) -> Countable {
    let (source, is_small) = source(dice, folder);
    let time = Duration::from_millis(dice.u64(100..1500));
    let (memory, threads) = (dice.u64(12..64), if dice.u8(..3) == 0 { 2 } else { 1 });
    let engine = ["auto", "auto", "bits", "links", "frontier", "isomorph"][dice.usize(..6)];
    let (limits, memory_words) = (format!("--time-limit {}ms -q", time.as_millis()), format!("--memory {memory}MB"));
    let source_alone = source.trim_end_matches(" --up-to-symmetry");
    let words = match dice.u8(..16) {
        0..=5 => format!("{source} --engine {engine} {memory_words} -j {threads} {limits}"),
        6 => format!("solve {source} -j {threads} {limits}"),
        7 => format!("solve {source_alone} --minimize {memory_words} -j {threads} {limits}"),
        8 => format!("sample {source} --count {} --seed 1 {memory_words} -j {threads} {limits}", dice.u32(1..20)),
        9 => format!("estimate {source_alone} {memory_words} -j {threads} {limits}"),
        10 => format!("convert {source_alone} --to zdd {memory_words} -j {threads} {limits}"),
        11 => format!("explain {source_alone} {memory_words} -j {threads} {limits}"),
        12 => format!("explain {source_alone} --relax {memory_words} -j {threads} {limits}"),
        13 => format!("certify {source_alone} {memory_words} -o {} {limits}", folder.join("proof").display()),
        14 => format!("tally {source_alone} --by * {memory_words} -j {threads} {limits}"),
        _ => format!("split {source_alone} --tasks {} {limits}", dice.u32(1..100_000)),
    };
    let signal = (dice.u8(..4) == 0).then(|| Duration::from_millis(dice.u64(50..1000)));
    let memory = (is_small && words.contains("--memory")).then_some(memory * 1_000_000);
    Countable { words, time, memory, threads, signal }
}

/// Draws a source, and says whether its problem itself takes little memory.
fn source(dice: &mut Rng, folder: &Path) -> (String, bool) {
    let up_to = |dice: &mut Rng| if dice.bool() { " --up-to-symmetry" } else { "" };
    match dice.u8(..13) {
        0 => (format!("queens {}{}", dice.u32(6..24), up_to(dice)), true),
        1 => {
            // The problem itself takes some 25 MB for 12 queens.
            let n = dice.u32(6..13);
            (format!("queens {n} --dominate"), n < 12)
        }
        2 => (format!("latin {}{}", dice.u32(4..9), up_to(dice)), true),
        3 => (format!("matching {}{}", 2 * dice.u32(5..100), up_to(dice)), false),
        4 => (format!("cycles {}", dice.u32(10..90)), false),
        5 => (format!("langford {}", 4 * dice.u32(2..6)), true),
        6 => (format!("polyomino {}x10 --pieces pentominoes --reuse{}", dice.u32(4..9), up_to(dice)), true),
        7 => (format!("steiner {}{}", [7, 9, 13, 15, 19][dice.usize(..5)], up_to(dice)), true),
        8 => (file(dice, folder, (1, 1), 300_000, 1), false),
        9 => {
            let (items, options) = (dice.usize(4..14), dice.usize(10..40));
            (file(dice, folder, (items, 9), options, 5), true)
        }
        10 => {
            let (items, options) = (dice.usize(100..300), dice.usize(500..3000));
            (file(dice, folder, (items, 1), options, 5), true)
        }
        11 => (plane(dice, folder), false),
        _ => {
            let (items, options) = (dice.usize(20..80), dice.usize(50..600));
            (file(dice, folder, (items, 1), options, 4), true)
        }
    }
}

/// Writes a random cover: a number of items, the most times that each is covered, a number of options and the most items of each; further options make sure that there is a solution.
fn file(dice: &mut Rng, folder: &Path, (n_items, most): (usize, usize), n_options: usize, size: usize) -> String {
    let mut text = String::new();
    for item in 0..n_items {
        let least = dice.usize(1..=most);
        let times = if most > 1 { format!("{least}:{}|", dice.usize(least..=most)) } else { String::new() };
        write!(text, "{times}i{item} ").unwrap();
    }
    let mut items: Vec<usize> = (0..n_items).collect();
    dice.shuffle(&mut items);
    let planted = items.chunks(size).map(<[usize]>::to_vec).collect::<Vec<_>>();
    let mut option = |dice: &mut Rng| {
        let size = dice.usize(1..=size.min(n_items));
        dice.shuffle(&mut items[..]);
        items[..size].to_vec()
    };
    for items in planted.into_iter().chain((0..n_options).map(|_| option(dice))) {
        text.push('\n');
        items.iter().for_each(|item| write!(text, "i{item} ").unwrap());
    }
    let path = folder.join(format!("{}.dlx", dice.u64(..)));
    std::fs::write(&path, text).unwrap();
    format!("file {}", path.display())
}

/// The points and lines of a projective plane as a graph, whose matchings are asked for up to symmetry.
fn plane(dice: &mut Rng, folder: &Path) -> String {
    let q = [3, 5, 7, 11, 13][dice.usize(..5)];
    let affine = (0..q).flat_map(|a| (0..q).map(move |b| [1, a, b]));
    let points: Vec<[usize; 3]> = affine.chain((0..q).map(|a| [0, 1, a])).chain([[0, 0, 1]]).collect();
    let mut text = String::new();
    for (p, point) in points.iter().enumerate() {
        for (l, line) in points.iter().enumerate() {
            if point.iter().zip(line).map(|(x, y)| x * y).sum::<usize>() % q == 0 {
                writeln!(text, "p{p} l{l}").unwrap();
            }
        }
    }
    let path = folder.join(format!("{}.edges", dice.u64(..)));
    std::fs::write(&path, text).unwrap();
    format!("matching {} --up-to-symmetry", path.display())
}

/// Runs it, and looks at it meanwhile. A child that never ends is killed.
fn seen(asked: &Countable) -> Seen {
    let started = Instant::now();
    let (mut command, mut said) = (program(), tempfile::tempfile().unwrap());
    let mut child =
        command.args(asked.words.split(' ')).stdout(said.try_clone().unwrap()).stderr(Stdio::null()).spawn().unwrap();
    let (mut spent, mut held, mut signalled) = (Duration::ZERO, 0, None);
    loop {
        if let Some((time, bytes)) = figures(&child) {
            (spent, held) = (time, bytes.max(held));
        }
        let elapsed = started.elapsed();
        if let Some(status) = child.try_wait().unwrap() {
            let after_signal = signalled.map_or(Duration::ZERO, |at: Instant| at.elapsed());
            let mut text = Vec::new();
            said.rewind().and_then(|()| said.take(100).read_to_end(&mut text)).unwrap();
            return Seen { status, elapsed, after_signal, spent, held, said: text };
        }
        if signalled.is_none() && asked.signal.is_some_and(|signal| elapsed >= signal) {
            signalled = Some(Instant::now());
            send("TERM", &child);
        }
        if elapsed > Duration::from_secs(60) {
            child.kill().unwrap();
        }
        std::thread::park_timeout(Duration::from_millis(2));
    }
}

/// The processor time that a process has spent, and the most memory that it has held.
fn figures(child: &Child) -> Option<(Duration, u64)> {
    let read = |name: &str| std::fs::read_to_string(format!("/proc/{}/{name}", child.id())).ok();
    let (stat, status) = (read("stat")?, read("status")?);
    let ticks: u64 =
        stat.rsplit(')').next()?.split(' ').skip(12).take(2).filter_map(|word| word.parse::<u64>().ok()).sum();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0");
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some((Duration::from_millis(10 * ticks), 1024 * kib))
}
