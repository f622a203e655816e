//! Damaged run files: whatever is flipped, cut or exchanged, a file says what it said before or is refused.
//! `DLX_MUTATIONS=10000 cargo test damage` takes more than the suite does.

use crate::common::{Early, Kept, pair};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dlx_count::engine::{RunSignal, Task};
use dlx_count::family::{latin, queens};
use dlx_count::job::Job;
use dlx_count::parallel::{Journal, JournalEntry, JournalError, Start};
use dlx_count::store::{RunPart, Store, StoreError};
use dlx_count::tally::Tally;
use dlx_count::{Count, EngineKind, OptionId, Problem, Session, SplitDepth};

use crate::cli::{Said, run};
use crate::runs::request;

/// A run file, and what it says.
struct Case {
    bytes: Vec<u8>,
    /// The same file some time before.
    before: Vec<u8>,
    /// Files of states beside it: what their names add to its own, and what is in them. The last one is the one that is named.
    levels: Vec<(String, Vec<u8>)>,
    job: Job,
    /// The problems, their counts, and the engine that goes on with them.
    problems: Vec<(Problem, Count)>,
    engine: EngineKind,
}

fn place(store: &Store, problem: &Problem) -> RunPart {
    store.part(problem).unwrap().expect("no other run counts it")
}

/// The file of a run of these problems that `begin` and then `go_on` have written.
fn case(
    problems: Vec<(Problem, u64)>,
    engine: EngineKind,
    begin: impl Fn(&Store, &Problem),
    go_on: impl Fn(&Store, &Problem),
) -> Case {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(NAME);
    let job = Job::count("a case", problems.iter().map(|(problem, _)| problem), vec!["queens".into(), "8".into()]);
    let job = job.asked_by(request(8));
    let mut levels: Vec<(String, Vec<u8>)> = Vec::new();
    let mut written = |work: &dyn Fn(&Store, &Problem)| {
        let store = Store::open(&path, &job).unwrap();
        problems.iter().for_each(|(problem, _)| work(&store, problem));
        store.finish(false).unwrap();
        drop(store);
        let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        for name in names.filter(|name| name != NAME) {
            levels.push((name[NAME.len()..].into(), fs::read(folder.path().join(name)).unwrap()));
        }
        fs::read(&path).unwrap()
    };
    let (before, bytes) = (written(&begin), written(&go_on));
    let problems = problems.into_iter().map(|(problem, count)| (problem, count.into())).collect();
    Case { bytes, before, levels, job, problems, engine }
}

const NAME: &str = "case.run";

impl Case {
    /// Writes these bytes as its run file, and the files of states.
    fn write(&self, folder: &Path, bytes: &[u8]) -> PathBuf {
        fs::read_dir(folder).unwrap().for_each(|entry| fs::remove_file(entry.unwrap().path()).unwrap());
        fs::write(folder.join(NAME), bytes).unwrap();
        for (name, bytes) in &self.levels {
            fs::write(folder.join(NAME.to_owned() + name), bytes).unwrap();
        }
        folder.join(NAME)
    }

    /// Goes on with a file. Returns whether it is refused; if not, the counts are right.
    fn is_refused(&self, path: &Path) -> bool {
        let store = match Store::open(path, &self.job) {
            Ok(store) => store,
            Err(StoreError::Io { source, .. }) => panic!("{source}"),
            Err(_) => return true,
        };
        for (problem, expected) in &self.problems {
            let session = Session::builder().engine(self.engine).threads(1).build().unwrap();
            let Ok(outcome) = session.count_kept(problem, &store) else { return true };
            assert!(outcome.is_complete());
            assert_eq!(outcome.count, *expected, "{}", problem.name());
        }
        store.finish(true).unwrap();
        drop(store);
        assert!(Store::status(path).unwrap().is_complete);
        let n_left = fs::read_dir(path.parent().unwrap()).unwrap().count();
        assert_eq!(n_left, 1, "states that are of no use any more, and locks, are gone");
        false
    }
}

/// Splits a problem and counts the tasks with these numbers.
fn begin(store: &Store, problem: &Problem, are_counted: impl Fn(u64) -> bool) {
    let start = Start::from(pair().split(problem, SplitDepth::At(2)));
    let mut part = place(store, problem);
    part.begin(&start).unwrap();
    drop(part);
    count(store, problem, are_counted);
}

/// Counts the open tasks with these numbers.
fn count(store: &Store, problem: &Problem, are_counted: impl Fn(u64) -> bool) {
    let (mut part, mut engine) = (place(store, problem), EngineKind::Links.build(problem, 0));
    for (number, task) in part.start().unwrap().unwrap().tasks {
        if are_counted(number) {
            let (tally, _) = engine.run(&task, &RunSignal::default());
            part.close(JournalEntry { task: number, tally: &tally, rest: &[] }).unwrap();
        }
    }
}

/// Sweeps some levels and puts the last aside.
fn sweep(store: &Store, problem: &Problem, n_levels: u64) {
    let (mut part, signal) = (place(store, problem), Arc::new(RunSignal::default()));
    if part.start().unwrap().is_none() {
        let whole = Start { tally: Tally::default(), done: 0.0, tasks: vec![(0, Task::root())], next: 1 };
        part.begin(&whole).unwrap();
    }
    let checkpoints = part.checkpoints().unwrap();
    let (left, own) = (n_levels.into(), Arc::clone(&signal));
    signal.keep_states_on(Some(Arc::new(Early { checkpoints, signal: own, left, counts: Kept::States })));
    let (_, rest) = EngineKind::Frontier.build(problem, 1 << 26).run(&Task::root(), &signal);
    assert!(rest.is_whole, "the sweep came to its end");
    // The shelf holds the watch, and the watch the shelf.
    signal.keep_states_on(None);
}

/// A tree half searched, two finished problems, a sweep with a level put aside.
fn cases() -> Vec<Case> {
    vec![
        case(
            vec![(queens(10), 724)],
            EngineKind::Bits,
            |store, problem| begin(store, problem, |number| number % 4 == 0),
            |store, problem| count(store, problem, |number| number % 4 == 1),
        ),
        case(
            vec![(queens(7), 40), (queens(9), 352)],
            EngineKind::Links,
            |store, problem| begin(store, problem, |number| number % 2 == 0),
            |store, problem| count(store, problem, |_| true),
        ),
        case(
            vec![(latin(5, false).unwrap(), 161_280)],
            EngineKind::Frontier,
            |store, problem| sweep(store, problem, 2),
            |store, problem| sweep(store, problem, 2),
        ),
    ]
}

/// Where the lines of a file begin, and where the last one ends.
fn ends(bytes: &[u8]) -> Vec<usize> {
    let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(place, _)| place + 1);
    std::iter::once(0).chain(ends).collect()
}

/// Damages a file in one way or another. May change nothing.
fn damaged(case: &Case, dice: &mut fastrand::Rng) -> Vec<u8> {
    const BLOCK: usize = 512;
    let mut bytes = case.bytes.clone();
    let ends = ends(&bytes);
    let n_blocks = bytes.len() / BLOCK;
    let block = |number: usize| number * BLOCK..(number + 1) * BLOCK;
    let line = |number: usize| ends[number]..ends[number + 1];
    let mut any_line = || line(dice.usize(..ends.len() - 1));
    let (one, other) = (any_line(), any_line());
    match dice.u8(..10) {
        0 => bytes.truncate(dice.usize(1..bytes.len())),
        1 => drop(bytes.splice(one, case.bytes[other].to_vec())),
        2 => drop(bytes.splice(one.start..one.start, case.bytes[other].to_vec())),
        3 => drop(bytes.drain(one)),
        4 => bytes.copy_within(block(dice.usize(..n_blocks)), dice.usize(..n_blocks) * BLOCK),
        // A block that was never written.
        5 => bytes[block(dice.usize(..n_blocks))].fill(0),
        6 => {
            let from = dice.usize(..case.before.len());
            bytes.extend(&case.before[from..]);
        }
        _ => {
            for _ in 0..dice.usize(1..3) {
                bytes[dice.usize(..case.bytes.len())] ^= 1 << dice.u8(..8);
            }
        }
    }
    bytes
}

/// All who open a file agree whether it is sound; if it is, its whole lines are those that were written, up to some line.
fn is_refused(case: &Case, path: &Path) -> bool {
    let (status, counted) = (Store::status(path), Store::counted(path));
    let bytes = fs::read(path).unwrap();
    let whole = &bytes[..*ends(&bytes).last().unwrap()];
    let is_sound = case.bytes.starts_with(whole);
    let has_begun = !whole.is_empty();
    assert_eq!((status.is_ok(), counted.is_ok()), (is_sound && has_begun, is_sound && has_begun), "{status:?}");
    let is_refused = case.is_refused(path);
    assert!(!is_sound || !is_refused, "{status:?}");
    is_refused
}

fn n_mutations() -> usize {
    std::env::var("DLX_MUTATIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(300)
}

#[test]
fn damage_never_changes_a_count() {
    let (folder, cases, mut dice) = (tempfile::tempdir().unwrap(), cases(), fastrand::Rng::with_seed(13));
    let (mut n_refused, n_all) = (0, n_mutations());
    for _ in 0..n_all {
        let case = dice.choice(&cases).unwrap();
        let path = case.write(folder.path(), &damaged(case, &mut dice));
        n_refused += usize::from(is_refused(case, &path));
    }
    println!("{n_refused} of {n_all} damaged files refused, the others right");
    assert!(n_refused > n_all / 2 && n_refused < n_all, "{n_refused} of {n_all} refused");
}

/// Whatever is left of a file by a process that was killed while it wrote says what was said up to a line.
#[test]
fn every_truncation_is_right() {
    let folder = tempfile::tempdir().unwrap();
    for case in &cases() {
        let ends = ends(&case.bytes);
        let mut known = None;
        // Around the end of each line every length, within it one in three.
        let is_near = |length: usize| {
            (0..3).any(|more| ends.contains(&(length + more)) || ends.contains(&(length - more.min(length))))
        };
        for length in (0..=case.bytes.len()).filter(|&length| length % 3 == 0 || is_near(length)) {
            if length == 0 || ends.contains(&length) {
                known = Store::status(&case.write(folder.path(), &case.bytes[..length])).ok();
                assert_eq!(known.is_some(), length > 0);
            }
            let path = folder.path().join(NAME);
            fs::write(&path, &case.bytes[..length]).unwrap();
            match Store::status(&path) {
                Ok(status) => assert_eq!(Some(status), known, "cut at {length}"),
                Err(error) => assert!(matches!(error, StoreError::NotBegun { .. }) && known.is_none(), "{error}"),
            }
        }
        // To count on takes longer: after some lines, and in the middle of the next.
        for end in ends.iter().step_by(ends.len() / 8 + 1) {
            for length in [*end, (end + 7).min(case.bytes.len())] {
                assert!(!case.is_refused(&case.write(folder.path(), &case.bytes[..length])), "cut at {length}");
            }
        }
    }
}

/// A process may be killed at any step of the way from one file of states to the next: while it writes the new one, before it is named, before the old one is removed.
#[test]
fn a_kill_between_two_levels_leaves_one_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let case = &cases()[2];
    let [old, new] = &case.levels[..] else { panic!("{} files of states", case.levels.len()) };
    let level = |bytes: &[u8]| Store::status(&case.write(folder.path(), bytes)).unwrap().level.unwrap().0.level;
    assert!(level(&case.before) < level(&case.bytes));
    for (bytes, named) in [(&case.before, old), (&case.bytes, new)] {
        for cut in [0, 1, new.1.len() / 2, new.1.len()] {
            let path = case.write(folder.path(), bytes);
            fs::write(folder.path().join("case.run.0.level.new"), &new.1[..cut]).unwrap();
            drop(Store::open(&path, &case.job).unwrap());
            let left: Vec<PathBuf> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
            assert!(left.len() == 2 && left.contains(&folder.path().join(NAME.to_owned() + &named.0)), "{left:?}");
            assert!(!case.is_refused(&path));
        }
    }
}

/// States that are damaged are refused, and those that are missing are made again.
#[test]
fn damaged_states_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (case, mut dice) = (&cases()[2], fastrand::Rng::with_seed(5));
    let (name, bytes) = case.levels.last().unwrap();
    for number in 0..60 {
        let path = case.write(folder.path(), &case.bytes);
        let mut bytes = bytes.clone();
        match number % 3 {
            0 => bytes.truncate(dice.usize(..bytes.len())),
            1 => bytes.push(0),
            _ => {
                let place = dice.usize(..bytes.len());
                bytes[place] ^= 1 << dice.u8(..8);
            }
        }
        fs::write(folder.path().join(NAME.to_owned() + name), bytes).unwrap();
        let store = Store::open(&path, &case.job).unwrap();
        let session = Session::builder().engine(case.engine).threads(1).build().unwrap();
        let error = session.count_kept(&case.problems[0].0, &store).unwrap_err().to_string();
        assert!(error.contains(".level is damaged: remove it"), "{error}");
    }
    let path = case.write(folder.path(), &case.bytes);
    fs::remove_file(folder.path().join(NAME.to_owned() + name)).unwrap();
    assert_eq!(Store::status(&path).unwrap().level, None);
    assert!(!case.is_refused(&path));
}

/// All that open a file refuse it and name this line.
fn assert_names(path: &Path, job: &Job, line: usize) {
    for error in
        [Store::status(path).unwrap_err(), Store::counted(path).unwrap_err(), Store::open(path, job).unwrap_err()]
    {
        assert!(matches!(error, StoreError::Damaged { line: found, .. } if found == line), "{line}: {error}");
    }
    for verb in ["status", "resume", "audit"] {
        let output = run(&format!("{verb} {}", path.display()));
        let said = output.all();
        assert_eq!(output.status.code(), Some(1), "{verb}: {said}");
        assert!(said.contains(&format!("is damaged in line {line}: ")) && said.lines().count() == 1, "{said}");
    }
}

/// Every way to change a line, or the order of the lines, without checksums that go with it: all that open the file refuse it in one line that names the first line that is wrong.
#[test]
fn changed_lines_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let case = &cases()[0];
    let text = String::from_utf8(case.bytes.clone()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let first_of = |kind: &str| lines.iter().position(|line| line.contains(kind)).unwrap();
    let (tally, begin) = (first_of("\"record\":\"tally\""), first_of("\"record\":\"begin\""));
    let changed = |place: usize, from: &str, to: &str| {
        let mut lines: Vec<String> = lines.iter().map(|line| (*line).into()).collect();
        assert!(lines[place].contains(from), "{from}");
        lines[place] = lines[place].replacen(from, to, 1);
        (place + 1, lines.join("\n") + "\n")
    };
    let rearranged = |place: usize, change: &dyn Fn(&mut Vec<&str>)| {
        let mut lines = lines.clone();
        change(&mut lines);
        (place + 1, lines.join("\n") + "\n")
    };
    let files = [
        changed(tally, "\"count\":\"", "\"count\":\"1"),
        changed(tally, "\"task\":", "\"task\":1"),
        changed(tally, "\"nodes\":", "\"nodes\":-"),
        changed(tally, "\"checksum\":\"", "\"checksum\":\"0"),
        changed(tally, "\"checksum\"", "\"proof\""),
        changed(tally, "tally", "other"),
        changed(tally, "\"record\"", " \"record\""),
        // The number of a task and the length of its way, its option, its weight and its share.
        changed(begin, "\"tasks\":[[0,", "\"tasks\":[[1,"),
        changed(begin, "\"way\":[", "\"way\":[9"),
        changed(begin, "\",0.", "1\",0."),
        changed(begin, "\",0.", "\",1."),
        rearranged(tally, &|lines| {
            lines.remove(tally);
        }),
        rearranged(tally + 1, &|lines| lines.insert(tally, lines[tally])),
        rearranged(tally, &|lines| lines.swap(tally, tally + 1)),
        rearranged(tally, &|lines| lines[tally] = lines[tally + 1]),
        rearranged(tally, &|lines| lines.insert(tally, "")),
        rearranged(lines.len(), &|lines| lines.push(lines[tally])),
    ];
    for (line, text) in files {
        let path = case.write(folder.path(), text.as_bytes());
        assert_names(&path, &case.job, line);
        // What the message advises.
        let sound: String = text.lines().take(line - 1).map(|line| line.to_owned() + "\n").collect();
        assert!(!case.is_refused(&case.write(folder.path(), sound.as_bytes())));
    }
}

/// A file of another version is none of ours, and the reader is told what to do.
#[test]
fn files_of_another_version_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let case = &cases()[1];
    let newer = String::from_utf8(case.bytes.clone()).unwrap().replacen("\"format\":7", "\"format\":8", 1);
    let older = b"SQLite format 3\0\x10\0\x02\x02\0\x40\x20\x20\n".to_vec();
    for (bytes, version) in [(newer.into_bytes(), "format 8"), (older, "is a run file of version 0.1: ")] {
        let path = case.write(folder.path(), &bytes);
        for verb in ["status", "resume", "audit", "queens 8 --run"] {
            let output = run(&format!("{verb} {}", path.display()));
            let said = output.all();
            assert_eq!(output.status.code(), Some(1), "{verb}: {said}");
            assert!(said.contains(version) && said.contains("begin again in another file"), "{verb}: {said}");
        }
        assert_eq!(fs::read(&path).unwrap(), bytes, "what is refused is left as it is");
    }
}

/// A journal with a task that the problem cannot have.
struct Foreign(Vec<usize>);

impl Journal for Foreign {
    fn start(&mut self) -> Result<Option<Start>, JournalError> {
        let prefix = self.0.iter().map(|&option| OptionId::from_index(option)).collect();
        let tasks = vec![(0, Task { prefix, ..Task::root() })];
        Ok(Some(Start { tally: Tally::default(), done: 0.0, tasks, next: 1 }))
    }

    fn begin(&mut self, _: &Start) -> Result<(), JournalError> {
        Ok(())
    }

    fn close(&mut self, _: JournalEntry<'_>) -> Result<(), JournalError> {
        Ok(())
    }

    fn flush(&mut self) -> Result<(), JournalError> {
        Ok(())
    }
}

/// Tasks with options that are not there, or that exclude each other, are an error; one that starves an item counts 0.
#[test]
fn impossible_prefixes_are_an_error() {
    let problem = queens(6);
    for &engine in EngineKind::ALL.iter().filter(|engine| engine.knows(&problem)) {
        let session = Session::builder().engine(engine).threads(1).build().unwrap();
        let count = |prefix: &[usize]| {
            let prefix = prefix.to_vec();
            let journal = move |_: &Problem| -> Result<Option<Box<dyn Journal>>, JournalError> {
                Ok(Some(Box::new(Foreign(prefix.clone()))))
            };
            session.count_kept(&problem, &journal)
        };
        for (prefix, part) in [
            (&[36][..], "no option 36 among 36"),
            (&[4_294_967_295], "no option 4294967295"),
            (&[0, 1], "options 0 and 1 exclude each other"),
            (&[3, 3], "options 3 and 3 exclude each other"),
        ] {
            let error = count(prefix).unwrap_err().to_string();
            assert!(error.contains(part), "{}: {error}", engine.name());
            let task = Task { prefix: prefix.iter().map(|&n| OptionId::from_index(n)).collect(), ..Task::root() };
            assert!(session.run_task(&problem, &task).is_err());
        }
        assert!(count(&[0]).unwrap().is_complete());
    }
}
