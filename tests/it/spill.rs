//! Sweeps whose levels are larger than memory: on a disk they count what they count in memory, whatever happens to the disk or to the process.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use dlx_count::engine::{Disk, LevelFile, Refused, RunSignal, Task};
use dlx_count::family::{Board, Copies, Polyomino, latin, matching, partition, pieces, queens, steiner};
use dlx_count::job::Job;
use dlx_count::parallel::{Journal, Start};
use dlx_count::store::Store;
use dlx_count::tally::Tally;
use dlx_count::{Count, EngineKind, Problem, Session, SplitDepth};

use crate::cli::{Said, begun, ended, program, send, words};
use crate::common::{Early, Kept, count_with, problem};
use crate::reductions::grid;

/// Files in memory.
#[derive(Debug, Default)]
struct Tape {
    n_files: AtomicUsize,
    /// One block in this many is damaged.
    damaged: Option<usize>,
    /// Bytes that there is room for in each file.
    room: Option<usize>,
    failure: Arc<OnceLock<String>>,
}

#[derive(Debug)]
struct TapeFile {
    bytes: Mutex<Vec<u8>>,
    n_blocks: AtomicUsize,
    damaged: Option<usize>,
    room: usize,
    failure: Arc<OnceLock<String>>,
}

impl Disk for Tape {
    fn create(&self) -> Result<Arc<dyn LevelFile>, Refused> {
        self.n_files.fetch_add(1, Relaxed);
        let (damaged, failure) = (self.damaged, Arc::clone(&self.failure));
        let room = self.room.unwrap_or(usize::MAX);
        Ok(Arc::new(TapeFile { bytes: Mutex::default(), n_blocks: 0.into(), damaged, room, failure }))
    }

    fn failure(&self) -> Option<String> {
        self.failure.get().cloned()
    }

    fn bytes(&self) -> u64 {
        0
    }
}

impl LevelFile for TapeFile {
    fn append(&self, block: &[u8]) -> Result<u64, Refused> {
        let mut bytes = self.bytes.lock().unwrap();
        let place = bytes.len();
        if place + block.len() > self.room {
            let _ = self.failure.set("full".into());
            return Err(Refused);
        }
        bytes.extend_from_slice(block);
        let number = self.n_blocks.fetch_add(1, Relaxed);
        if self.damaged.is_some_and(|every| number % every == every - 1) {
            bytes[place + block.len() / 2] ^= 4;
        }
        Ok(place as u64)
    }

    fn read(&self, place: u64, block: &mut [u8]) -> Result<(), Refused> {
        let (bytes, place) = (self.bytes.lock().unwrap(), place as usize);
        block.copy_from_slice(&bytes[place..place + block.len()]);
        Ok(())
    }

    fn refuse(&self) -> Refused {
        let _ = self.failure.set("damaged".into());
        Refused
    }

    fn sync(&self) -> Result<(), Refused> {
        Ok(())
    }

    fn bytes(&self) -> u64 {
        self.bytes.lock().unwrap().len() as u64
    }

    fn number(&self) -> u64 {
        0
    }
}

/// Two arms of equal length that meet in a corner, in one orientation, on a square board (A322495).
pub fn vominoes(n: usize) -> String {
    let name = |row: usize, column: usize| format!("r{row}c{column}");
    let mut text: String = (0..n * n).map(|cell| name(cell / n, cell % n) + " ").collect();
    for (row, column) in (0..n * n).map(|cell| (cell / n, cell % n)) {
        for arm in 0..n - row.max(column) {
            text += "\n";
            text += &name(row, column);
            for step in 1..=arm {
                text += &format!(" {} {}", name(row + step, column), name(row, column + step));
            }
        }
    }
    text + "\n"
}

fn polyominoes(board: &str, names: &str) -> Problem {
    let board = Polyomino::new(Board::parse(board).unwrap(), pieces(names).unwrap()).copies(Copies::ANY);
    board.question().unwrap().problem().clone()
}

/// Items in a row, each covered alone in this many ways or together with the next: counts outgrow any width. Wide, so that there are many states.
fn ladder(n: usize, width: usize, ways: usize) -> Problem {
    let name = |row: usize, column: usize| format!("r{row}c{column}");
    let mut text: String = (0..n * width).map(|cell| name(cell / width, cell % width) + " ").collect();
    for (row, column) in (0..n * width).map(|cell| (cell / width, cell % width)) {
        for _ in 0..ways {
            text += &format!("\n{}", name(row, column));
        }
        if row + 1 < n {
            text += &format!("\n{} {}", name(row, column), name(row + 1, column));
        }
        if column + 1 < width {
            text += &format!("\n{} {}", name(row, column), name(row, column + 1));
        }
    }
    problem(&(text + "\n"))
}

/// Counts on a disk, by this many threads, in this much memory; also the files that were made.
fn on_disk(problem: &Problem, memory: usize, threads: usize, tape: Tape) -> (Option<Count>, usize) {
    on_disk_by(EngineKind::Frontier, problem, memory, threads, tape)
}

fn on_disk_by(
    engine: EngineKind,
    problem: &Problem,
    memory: usize,
    threads: usize,
    tape: Tape,
) -> (Option<Count>, usize) {
    let (tape, signal) = (Arc::new(tape), RunSignal::default());
    signal.lend_disk(Some(Arc::clone(&tape) as Arc<dyn Disk>));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let (tally, rest) = pool.install(|| engine.build(problem, memory).run(&Task::root(), &signal));
    (rest.is_empty().then_some(tally.count), tape.n_files.load(Relaxed))
}

fn in_memory(problem: &Problem) -> Count {
    let session = Session::builder().engine(EngineKind::Frontier).threads(1).build().unwrap();
    session.count(problem).unwrap().count
}

/// Boards, queens (whose levels change everything), colors, components, numbers past 64 and 128 bits. The ladders are short: one thread reads what is on the disk again and again where levels are many times as large as memory.
#[test]
fn counts_on_a_disk_are_those_in_memory() {
    let crossword = "a b c d e f g h | x y z u v w\n".to_owned()
        + &(0..8)
            .flat_map(|item| (0..6).flat_map(move |other| (0..4).map(move |color| (item, other, color))))
            .map(|(item, other, color)| {
                let (item, other) = (b"abcdefgh"[item] as char, b"xyzuvw"[other] as char);
                format!("{item} {other}:{color}\n")
            })
            .collect::<String>();
    for (name, problem, memory) in [
        ("v-ominoes", problem(&vominoes(9)), 60_000),
        ("tetrominoes", polyominoes("7x8", "tetrominoes"), 100_000),
        ("queens", queens(9), 30_000),
        ("latin", latin(5, false).unwrap(), 20_000),
        ("colors", problem(&crossword), 20_000),
        ("colorings", grid(7, 7).colorings(4).unwrap(), 10_000),
        ("past 64 bits", ladder(8, 9, 3), 4_000),
        ("past 128 bits", ladder(8, 9, 40), 4_000),
    ] {
        let expected = in_memory(&problem);
        for threads in [1, 2] {
            let (count, n_files) = on_disk(&problem, memory, threads, Tape::default());
            assert_eq!(count.as_ref(), Some(&expected), "{name}, {threads} threads");
            assert!(n_files > 2, "{name}: {n_files} files");
        }
    }
}

/// So little memory that nearly nothing fits.
#[test]
fn any_memory_will_do() {
    let (problem, expected) = (problem(&vominoes(7)), in_memory(&problem(&vominoes(7))));
    for memory in [0, 1, 100, 1000, 4000, 16_000, 64_000] {
        let (count, _) = on_disk(&problem, memory, 1, Tape::default());
        assert_eq!(count.as_ref(), Some(&expected), "{memory}");
    }
}

/// Classes, with twins, colors, and numbers past 64 and 128 bits, in memory that holds some hundred of them at most.
#[test]
fn classes_on_a_disk_are_those_in_memory() {
    let cases = [
        (latin(6, false).unwrap(), "812851200"),
        (latin(7, false).unwrap(), "61479419904000"),
        (steiner(13).unwrap(), "1197504000"),
        (matching(60).unwrap(), "29215606371473169285018060091249259296875"),
        (partition(12).unwrap(), "4213597"),
        (grid(5, 5).colorings(3).unwrap(), "580986"),
        (queens(8), "92"),
    ];
    let mut n_files_of_all = 0;
    for (problem, expected) in &cases {
        for (memory, threads) in [(0, 1), (0, 2), (150_000, 1)] {
            let (count, n_files) = on_disk_by(EngineKind::Isomorph, problem, memory, threads, Tape::default());
            assert_eq!(count.map(|count| count.to_string()).as_deref(), Some(*expected), "{}", problem.name());
            n_files_of_all += n_files;
        }
    }
    assert!(n_files_of_all > 100, "{n_files_of_all} files");
    let problem = ladder(7, 4, 1000);
    let (count, _) = on_disk_by(EngineKind::Isomorph, &problem, 0, 2, Tape::default());
    assert_eq!(count, Some(in_memory(&problem)));
}

/// Problems without a pattern, in which classes are many and most are of one state.
#[test]
fn random_classes_on_a_disk_are_right() {
    let mut dice = fastrand::Rng::with_seed(11);
    let mut n_files_of_all = 0;
    for _ in 0..12 {
        let (n_items, n_secondary) = (dice.usize(12..19), dice.usize(0..5));
        let mut text: String = (0..n_items).map(|item| format!("p{item} ")).collect();
        text += "|";
        (0..n_secondary).for_each(|item| text += &format!(" s{item}"));
        for _ in 0..dice.usize(60..120) {
            let mut items: Vec<usize> = (0..n_items).collect();
            dice.shuffle(&mut items);
            text += "\n";
            items[..dice.usize(1..4)].iter().for_each(|item| text += &format!("p{item} "));
            if n_secondary > 0 && dice.bool() {
                text += &format!("s{}:{}", dice.usize(..n_secondary), ["red", "blue"][dice.usize(..2)]);
            }
        }
        text += "\n";
        let problem = problem(&text);
        let expected = count_with(&problem, EngineKind::Links, 1, SplitDepth::Auto);
        for (memory, threads) in [(0, 1), (200_000, 2)] {
            let (count, n_files) = on_disk_by(EngineKind::Isomorph, &problem, memory, threads, Tape::default());
            assert_eq!(count.as_ref(), Some(&expected), "{text}");
            n_files_of_all += n_files;
        }
    }
    assert!(n_files_of_all > 200, "{n_files_of_all} files");
}

/// What was damaged, or found no room, is never counted.
#[test]
fn a_bad_disk_gives_no_count() {
    let problem = problem(&vominoes(9));
    for damaged in [1, 3, 20] {
        let tape = Tape { damaged: Some(damaged), ..Tape::default() };
        let failure = Arc::clone(&tape.failure);
        assert_eq!(on_disk(&problem, 60_000, 2, tape).0, None);
        assert_eq!(failure.get().map(String::as_str), Some("damaged"));
    }
    for room in [0, 1000, 20_000] {
        let tape = Tape { room: Some(room), ..Tape::default() };
        let failure = Arc::clone(&tape.failure);
        assert_eq!(on_disk(&problem, 60_000, 1, tape).0, None);
        assert_eq!(failure.get().map(String::as_str), Some("full"));
    }
    let problem = latin(7, false).unwrap();
    for (damaged, room, what) in [(Some(3), None, "damaged"), (Some(40), None, "damaged"), (None, Some(2000), "full")] {
        let tape = Tape { damaged, room, ..Tape::default() };
        let failure = Arc::clone(&tape.failure);
        assert_eq!(on_disk_by(EngineKind::Isomorph, &problem, 0, 1, tape).0, None);
        assert_eq!(failure.get().map(String::as_str), Some(what));
    }
}

const SMALL: usize = 60_000;

/// Sweeps until this many more levels, or parts of them, are on the disk; or says that it has come to its end.
fn sweep(
    engine: EngineKind,
    store: &Store,
    problem: &Problem,
    (n_threads, memory): (usize, usize),
    (left, counts): (u64, Kept),
) -> bool {
    let (mut part, signal) = (store.part(problem).unwrap().unwrap(), Arc::new(RunSignal::default()));
    if part.start().unwrap().is_none() {
        let whole = Start { tally: Tally::default(), done: 0.0, tasks: vec![(0, Task::root())], next: 1 };
        part.begin(&whole).unwrap();
    }
    signal.lend_disk(part.disk());
    let checkpoints = part.checkpoints().unwrap();
    let (left, own) = (left.into(), Arc::clone(&signal));
    signal.keep_states_on(Some(Arc::new(Early { checkpoints, signal: own, left, counts })));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads).build().unwrap();
    let (_, rest) = pool.install(|| engine.build(problem, memory).run(&Task::root(), &signal));
    signal.keep_states_on(None);
    !rest.is_whole
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// A kept sweep goes on from the level on the disk, which is one file; at the end nothing is left of it. Damaged anywhere, it is refused with its name.
#[test]
fn a_kept_sweep_goes_on_from_its_level() {
    goes_on(EngineKind::Frontier, &problem(&vominoes(9)), SMALL);
    goes_on(EngineKind::Isomorph, &latin(6, false).unwrap(), 1);
}

fn goes_on(engine: EngineKind, problem: &Problem, memory: usize) {
    let folder = tempfile::tempdir().unwrap();
    let (path, job) = (folder.path().join("v.run"), Job::count("v", [problem], vec!["v".into()]));
    for n_levels in [1, 1, 2] {
        let store = Store::open(&path, &job).unwrap();
        assert!(!sweep(engine, &store, problem, (2, memory), (n_levels, Kept::Level)), "it came to its end");
        store.finish(false).unwrap();
        drop(store);
        let [run, level] = &names(folder.path())[..] else { panic!("{:?}", names(folder.path())) };
        assert!(run.len() > level.len() || level.ends_with(".level") || run.ends_with(".level"));
    }
    let level = names(folder.path()).into_iter().find(|name| name.ends_with(".level")).unwrap();
    let count = |memory| {
        let store = Store::open(&path, &job).unwrap();
        let spill = Some(folder.path().to_owned());
        let session = Session::builder().engine(engine).memory(memory).spill(spill).threads(2).build();
        let outcome = session.unwrap().count_kept(problem, &store).map_err(|error| error.to_string());
        (outcome, store)
    };
    let (run, expected) = (fs::read(&path).unwrap(), in_memory(problem));
    let bytes = fs::read(folder.path().join(&level)).unwrap();
    let mut dice = fastrand::Rng::with_seed(3);
    for number in 0..24 {
        let mut damaged = bytes.clone();
        let place = if number < 12 { bytes.len() - 1 - number } else { dice.usize(..bytes.len()) };
        damaged[place] ^= 1 << dice.u8(..8);
        fs::write(folder.path().join(&level), damaged).unwrap();
        let (outcome, store) = count(memory);
        drop(store);
        // What the file had before the level was complete is of no use any more.
        match outcome {
            Ok(outcome) => assert!(number >= 12 && outcome.count == expected),
            Err(error) => assert!(error.contains(&level) && error.contains("damaged"), "{error}"),
        }
        names(folder.path()).into_iter().for_each(|name| fs::remove_file(folder.path().join(name)).unwrap());
        fs::write(&path, &run).unwrap();
        fs::write(folder.path().join(&level), &bytes).unwrap();
    }
    let (outcome, store) = count(memory);
    store.finish(true).unwrap();
    drop(store);
    assert_eq!(outcome.unwrap().count, expected);
    assert_eq!(names(folder.path()), ["v.run"]);
}

/// However short the slices: a level that is there in part is gone on with, from one slice to the next. A part that is damaged is refused with its name; one that is lost is made again.
#[test]
fn a_level_longer_than_a_slice_is_made_in_several() {
    let (problem, folder) = (problem(&vominoes(9)), tempfile::tempdir().unwrap());
    let (path, job) = (folder.path().join("v.run"), Job::count("v", [&problem], vec!["v".into()]));
    // A second thread may make all parts that are left while one is put on the disk.
    let slice = |n_threads| {
        let store = Store::open(&path, &job).unwrap();
        let is_done = sweep(EngineKind::Frontier, &store, &problem, (n_threads, SMALL), (1, Kept::Part));
        store.finish(false).map(|()| is_done).map_err(|error| error.to_string())
    };
    // The file with a part of a level, and where that part ends.
    let begun = || {
        let text = fs::read_to_string(&path).unwrap();
        let line = text.lines().rev().find_map(|line| line.split_once(r#""record":"begun""#)).unwrap().1;
        let (name, bytes) = (line.split('"').nth(5).unwrap(), line.split_once(r#""bytes":"#).unwrap().1);
        let end: usize = bytes.split([',', '}']).next().unwrap().parse().unwrap();
        (folder.path().join(format!("v.run.{name}.level")), end)
    };
    let (mut n_slices, mut n_begun) = (0, 0);
    while !slice(1 + n_slices % 2).unwrap() {
        n_slices += 1;
        // The last part makes a level complete.
        let is_begun = names(folder.path()).len() == 3;
        n_begun += usize::from(is_begun);
        match n_begun {
            5 if is_begun => parts_are_looked_at(&folder, &begun(), || {
                let store = Store::open(&path, &job).unwrap();
                let outcome = on_disk_too(folder.path()).count_kept(&problem, &store);
                outcome.map(|outcome| outcome.count).map_err(|error| error.to_string())
            }),
            9 if is_begun => fs::remove_file(begun().0).unwrap(),
            _ => {}
        }
        assert!(n_slices < 5000);
    }
    assert!(n_begun > 9, "{n_begun} of {n_slices}");
    let store = Store::open(&path, &job).unwrap();
    assert_eq!(on_disk_too(folder.path()).count_kept(&problem, &store).unwrap().count, in_memory(&problem));
    store.finish(true).unwrap();
    drop(store);
    assert_eq!(names(folder.path()), ["v.run"]);
}

fn on_disk_too(folder: &Path) -> Session<'_> {
    let builder = Session::builder().engine(EngineKind::Frontier).memory(SMALL).threads(2);
    builder.spill(Some(folder.to_owned())).build().unwrap()
}

/// Flips bits of a file that has a part of a level up to a place, and appends to it: each time the count is right, or refused with the name of the file. In the end all files are as they were.
fn parts_are_looked_at(
    folder: &tempfile::TempDir,
    (begun, end): &(PathBuf, usize),
    count: impl Fn() -> Result<Count, String>,
) {
    let files: Vec<_> = names(folder.path())
        .into_iter()
        .map(|name| folder.path().join(name))
        .map(|path| (path.clone(), fs::read(path).unwrap()))
        .collect();
    let (mut dice, whole) = (fastrand::Rng::with_seed(4), fs::read(begun).unwrap());
    let expected = Count::from(COUNT_9);
    for number in 0..16 {
        let mut damaged = whole.clone();
        let place = if number < 6 { end - 1 - number } else { dice.usize(..*end) };
        damaged[place] ^= 1 << dice.u8(..8);
        fs::write(begun, damaged).unwrap();
        match count() {
            Ok(count) => assert!(number >= 6 && count == expected, "{place} of {end}: {count}"),
            Err(error) => assert!(error.contains(begun.file_name().unwrap().to_str().unwrap()), "{error}"),
        }
        names(folder.path()).into_iter().for_each(|name| fs::remove_file(folder.path().join(name)).unwrap());
        files.iter().for_each(|(path, bytes)| fs::write(path, bytes).unwrap());
    }
    fs::write(begun, [&whole[..], b"what a killed process has written since"].concat()).unwrap();
}

/// A file with V-ominoes in a folder of its own, and one for levels.
fn case(n: usize) -> (tempfile::TempDir, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let (file, spill) = (folder.path().join("v.dlx"), folder.path().join("levels"));
    fs::write(&file, vominoes(n)).unwrap();
    fs::create_dir(&spill).unwrap();
    let [file, spill] = [file, spill].map(|path| path.to_str().unwrap().to_owned());
    (folder, file, spill)
}

/// The number of tilings of a square of side 9 by them (A322495).
const COUNT_9: u64 = 376_116_199_534;

/// The same of side 10.
pub const COUNT_10: &str = "346688563051200\n";

/// `--spill` names the folder, which is as it was afterwards; it is said once that it is used, if one wants to know.
#[test]
fn the_folder_is_left_clean() {
    let (_folder, file, spill) = case(10);
    let line = ["file", &file, "--engine", "frontier", "--memory", "1MB", "--spill", &spill, "-v", "-j", "2"];
    let output = words(&line);
    let said = output.said();
    assert!(output.printed().contains(COUNT_10.trim()), "{said}");
    assert!(said.matches("states do not fit in memory").count() == 1 && said.contains(&spill), "{said}");
    assert_eq!(names(Path::new(&spill)), [""; 0]);
    let classes = words(&["steiner", "15", "--engine", "isomorph", "--memory", "1MB", "--spill", &spill, "-v"]);
    let said = classes.said();
    assert!(classes.printed().contains("60281712691200") && said.contains("states do not fit in memory"), "{said}");
    assert_eq!(names(Path::new(&spill)), [""; 0]);
    let auto = words(&["file", &file, "--memory", "1MB", "--spill", &spill, "-q"]);
    assert_eq!(auto.printed(), COUNT_10);
    words(&["file", &file, "--spill", "/nowhere"]).ending(2);
}

/// Interrupted, it leaves nothing behind and hears at once.
#[cfg(unix)]
#[test]
fn an_interrupted_sweep_leaves_nothing() {
    let (_folder, file, spill) = case(12);
    let words = ["file", &file, "--engine", "frontier", "--memory", "2MB", "--spill", &spill, "-q"];
    for signal in ["INT", "KILL"] {
        let child = begun(program().args(words));
        std::thread::park_timeout(Duration::from_millis(1500));
        let sent = Instant::now();
        send(signal, &child);
        let output = ended(child);
        assert!(!output.status.success() && sent.elapsed() < Duration::from_secs(5));
        assert_eq!(names(Path::new(&spill)), [""; 0]);
    }
}

/// A full disk ends the count with what to do. (Files of more than some blocks are refused as on a full disk.)
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_with_what_to_do() {
    let (_folder, file, spill) = case(10);
    let words = format!("file {file} --engine frontier --memory 1MB --spill {spill} -q -j 2");
    let script = format!("trap '' XFSZ; ulimit -f 64; exec {} {words}", env!("CARGO_BIN_EXE_dlx-count"));
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    let said = output.said();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains(&spill) && said.contains("help: make room"), "{said}");
    assert_eq!(names(Path::new(&spill)), [""; 0]);
}

/// Killed at any moment, a kept run goes on, and its level files go with it.
#[cfg(unix)]
#[test]
fn a_killed_run_goes_on() {
    let (folder, file, _) = case(10);
    let path = folder.path().join("v.run");
    let path = path.to_str().unwrap();
    let line = ["file", &file, "--engine", "frontier", "--memory", "1MB", "--run", path, "-q", "-j", "2"];
    let mut dice = fastrand::Rng::with_seed(7);
    for _ in 0..8 {
        let mut child = begun(program().args(line));
        std::thread::park_timeout(Duration::from_millis(dice.u64(20..400)));
        let _ = child.kill();
        let _ = child.wait();
    }
    let output = words(&line);
    assert_eq!(output.printed(), COUNT_10, "{}", output.said());
    assert_eq!(names(folder.path()), ["levels", "v.dlx", "v.run"]);
    let classes = folder.path().join("c.run");
    let classes = classes.to_str().unwrap();
    let line = "steiner 15 --engine isomorph --memory 1MB -q -j 2 --run".split(' ').chain([classes]);
    let line: Vec<&str> = line.collect();
    for _ in 0..4 {
        let mut child = begun(program().args(&line));
        std::thread::park_timeout(Duration::from_millis(dice.u64(50..1500)));
        let _ = child.kill();
        let _ = child.wait();
    }
    let output = words(&line);
    assert_eq!(output.printed(), "60281712691200\n", "{}", output.said());
    assert_eq!(names(folder.path()), ["c.run", "levels", "v.dlx", "v.run"]);
    words(&["resume", path, "--spill", folder.path().to_str().unwrap()]).ending(2);
}

/// Memory is kept within a fifth and 32 MiB.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_kept() {
    let (_folder, file, spill) = case(10);
    let frontier = ["file", &file, "--engine", "frontier"];
    let isomorph = ["steiner", "15", "--engine", "isomorph"];
    let cases = [(1, "1", &frontier[..]), (8, "2", &frontier), (32, "1", &frontier), (32, "2", &frontier)];
    for (memory, threads, source) in cases.into_iter().chain([(1, "1", &isomorph[..]), (1, "2", &isomorph)]) {
        let allowed = format!("{memory}MiB");
        let words = [source, &["--memory", &allowed, "--spill", &spill, "-q", "-j", threads]].concat();
        let mut child = program().args(words).stdout(Stdio::null()).spawn().unwrap();
        let mut held = 0;
        while child.try_wait().unwrap().is_none() {
            let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
            let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            held = held.max(line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0));
            std::thread::park_timeout(Duration::from_millis(2));
        }
        assert!(held < (memory * 12 / 10 + 32) * 1024, "{memory} MiB, {threads} threads: {held} KiB");
    }
}
