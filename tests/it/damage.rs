//! Damaged run files: whatever is flipped, cut or exchanged, a file says what it said before or is refused.
//! `DLX_MUTATIONS=10000 cargo test damage` takes more than the suite does.

use crate::common::pair;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use dlx_count::engine::{Shelf, Shelved, Task, Watch};
use dlx_count::family::{Arguments, latin, queens};
use dlx_count::job::{Ask, Demands, Job, Request, Source, Wanted};
use dlx_count::parallel::{Entry, Journal, JournalError, Start};
use dlx_count::store::{Kept, Part, Status, Store, StoreError};
use dlx_count::tally::Tally;
use dlx_count::{Count, EngineKind, OptionId, Problem, Session, SplitDepth};
use rusqlite::Connection;

use crate::cli::run;

/// A run file, and what it says.
struct Case {
    bytes: Vec<u8>,
    /// The same file some time before.
    before: Vec<u8>,
    job: Job,
    /// The problems, their counts, and the engine that goes on with them.
    problems: Vec<(Problem, Count)>,
    engine: EngineKind,
    status: Status,
    counted: Vec<Kept>,
}

fn place(store: &Store, problem: &Problem) -> Part {
    store.part(problem).unwrap().expect("nobody else counts it")
}

/// The file of a run of these problems that `begin` and then `go_on` have written.
fn case(
    problems: Vec<(Problem, u64)>,
    engine: EngineKind,
    begin: impl Fn(&Store, &Problem),
    go_on: impl Fn(&Store, &Problem),
) -> Case {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("case.run");
    let source = Source::new("queens", Arguments::default().with("n", ["8"])).unwrap();
    let request = Request { ask: Ask { source, demands: Demands::default() }, wanted: Wanted::Count };
    let job = Job::count("a case", problems.iter().map(|(problem, _)| problem), vec!["queens".into(), "8".into()]);
    let job = job.asked_by(request);
    let written = |work: &dyn Fn(&Store, &Problem)| {
        let store = Store::open(&path, &job).unwrap();
        problems.iter().for_each(|(problem, _)| work(&store, problem));
        store.finish(false).unwrap();
        drop(store);
        fs::read(&path).unwrap()
    };
    let (before, bytes) = (written(&begin), written(&go_on));
    let (status, counted) = (Store::status(&path).unwrap(), Store::counted(&path).unwrap());
    let problems = problems.into_iter().map(|(problem, count)| (problem, count.into())).collect();
    Case { bytes, before, job, problems, engine, status, counted }
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
            let (tally, _) = engine.run(&task, &Watch::default());
            part.close(Entry { task: number, tally: &tally, rest: &[] }).unwrap();
        }
    }
}

/// Puts every level aside, and stops the sweep after some.
#[derive(Debug)]
struct Early {
    shelf: Arc<dyn Shelf>,
    watch: Arc<Watch>,
    left: AtomicUsize,
}

impl Shelf for Early {
    fn is_empty(&self) -> bool {
        self.shelf.is_empty()
    }

    fn wants(&self) -> bool {
        true
    }

    fn put(&self, head: &Shelved, pieces: &mut dyn Iterator<Item = Vec<u8>>) {
        self.shelf.put(head, pieces);
        if self.left.fetch_sub(1, Relaxed) == 1 {
            self.watch.stop();
        }
    }

    fn get(&self, wanted: &dyn Fn(&Shelved) -> bool, put: &mut dyn FnMut(&[u8]) -> bool) -> Option<Shelved> {
        self.shelf.get(wanted, put)
    }
}

/// Sweeps some levels and puts the last aside.
fn sweep(store: &Store, problem: &Problem, n_levels: usize) {
    let (mut part, watch) = (place(store, problem), Arc::new(Watch::default()));
    if part.start().unwrap().is_none() {
        let whole = Start { tally: Tally::default(), done: 0.0, tasks: vec![(0, Task::root())], next: 1 };
        part.begin(&whole).unwrap();
    }
    let shelf = part.shelf().unwrap();
    watch.keep_states_on(Some(Arc::new(Early { shelf, watch: Arc::clone(&watch), left: n_levels.into() })));
    let (_, rest) = EngineKind::Frontier.build(problem, 1 << 26).run(&Task::root(), &watch);
    assert!(rest.is_whole, "the sweep came to its end");
    // The shelf holds the watch, and the watch the shelf.
    watch.keep_states_on(None);
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

/// Damages a file in one way or another. May change nothing.
fn damaged(case: &Case, dice: &mut fastrand::Rng) -> Vec<u8> {
    const PAGE: usize = 4096;
    let mut bytes = case.bytes.clone();
    let n_pages = bytes.len() / PAGE;
    let page = |number: usize| number * PAGE..(number + 1) * PAGE;
    match dice.u8(..8) {
        0 => bytes.truncate(dice.usize(1..bytes.len())),
        1 => {
            let (one, other) = (dice.usize(..n_pages), dice.usize(..n_pages));
            let kept = bytes[page(one)].to_vec();
            bytes.copy_within(page(other), one * PAGE);
            bytes[page(other)].copy_from_slice(&kept);
        }
        2 => bytes.copy_within(page(dice.usize(..n_pages)), dice.usize(..n_pages) * PAGE),
        3 => {
            // A page that was never written: the disk has the older one.
            let old = dice.usize(..n_pages.min(case.before.len() / PAGE));
            bytes[page(old)].copy_from_slice(&case.before[page(old)]);
        }
        _ => {
            // Most of a page is empty, and nothing is to be seen of what is flipped there.
            let written: Vec<usize> = (0..bytes.len()).filter(|&place| bytes[place] != 0).collect();
            for _ in 0..dice.usize(1..3) {
                bytes[*dice.choice(&written).unwrap()] ^= 1 << dice.u8(..8);
            }
        }
    }
    bytes
}

/// Is a file refused by everybody who opens it? If not it must say what it said, and end with the right counts.
fn is_refused(case: &Case, path: &Path) -> bool {
    let (status, counted) = (Store::status(path), Store::counted(path));
    if let Ok(status) = &status {
        assert_eq!(*status, case.status);
    }
    if let Ok(counted) = &counted {
        assert_eq!(*counted, case.counted);
    }
    let store = match Store::open(path, &case.job) {
        Ok(store) => store,
        Err(StoreError::Io { source, .. }) => panic!("{source}"),
        Err(_) => return true,
    };
    for (problem, expected) in &case.problems {
        let session = Session::builder().engine(case.engine).threads(1).build().unwrap();
        let Ok(outcome) = session.count_kept(problem, &store) else { return true };
        assert!(outcome.is_complete());
        assert_eq!(outcome.count, *expected, "{}", problem.name());
    }
    let end = store.finish(true);
    drop(store);
    // What SQLite says of itself in front of the tables may be wrong, too: then it is found here at the latest.
    let after = Store::status(path);
    assert!(!after.as_ref().is_ok_and(|status| end.is_ok() && !status.is_complete), "{after:?}");
    after.is_err() || end.is_err()
}

fn n_mutations() -> usize {
    std::env::var("DLX_MUTATIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(300)
}

#[test]
fn damage_never_changes_a_count() {
    let (folder, cases, mut dice) = (tempfile::tempdir().unwrap(), cases(), fastrand::Rng::with_seed(13));
    let (mut n_refused, n_all) = (0, n_mutations());
    for number in 0..n_all {
        let case = dice.choice(&cases).unwrap();
        let path = folder.path().join(format!("{number}.run"));
        fs::write(&path, damaged(case, &mut dice)).unwrap();
        n_refused += usize::from(is_refused(case, &path));
        fs::read_dir(folder.path()).unwrap().for_each(|entry| fs::remove_file(entry.unwrap().path()).unwrap());
    }
    println!("{n_refused} of {n_all} damaged files refused, the others right");
    assert!(n_refused > n_all / 2 && n_refused < n_all, "{n_refused} of {n_all} refused");
}

/// Every way to change a row, or the set of rows, without a proof that goes with it: all that open the file refuse it in one line.
#[test]
fn changed_rows_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let case = &cases()[0];
    for (number, sql) in [
        "UPDATE task SET count = count + 1 WHERE id = 4",
        "UPDATE task SET count = '10000000000000000000000000000000000000000' WHERE id = 4",
        "UPDATE task SET weight = weight + 1 WHERE id = 4",
        "UPDATE task SET count = NULL WHERE id = 4",
        "UPDATE task SET nodes = -1 WHERE id = 4",
        "UPDATE task SET updates = 9223372036854775807 WHERE id = 4",
        "UPDATE task SET prefix = '99999999999999999999' WHERE id = 2",
        "UPDATE task SET parent = 5 WHERE id = 4",
        "UPDATE task SET share = 0.5 WHERE id = 2",
        "UPDATE task SET id = 1000000 WHERE id = 4",
        "DELETE FROM task WHERE id = 4",
        "DELETE FROM task WHERE id = 2",
        "INSERT INTO task SELECT part, 9223372036854775807, parent, prefix, weight, share, count, nodes, updates, proof FROM task WHERE id = 4",
        "INSERT INTO mismatch VALUES (1, 4, '', '1', '2', 'links', '', x'00')",
        "UPDATE task SET (count, nodes, updates, proof) = (SELECT count, nodes, updates, proof FROM task WHERE id = 0) WHERE id = 4",
        "UPDATE part SET name = 'queens 11'",
        "UPDATE part SET fingerprint = 'x'",
        "UPDATE part SET count = '1'",
        "UPDATE part SET count = NULL, stats = NULL",
        "UPDATE job SET value = 'yes' WHERE key = 'complete'",
        "UPDATE job SET value = '99999999999999999999' WHERE key = 'milliseconds'",
        "DELETE FROM job WHERE key = 'milliseconds'",
        "DELETE FROM total",
        "UPDATE total SET rows = rows + 1",
        "DROP TABLE mismatch; CREATE TABLE mismatch (part, task, prefix, kept, recounted, engine, version, proof)",
        "CREATE INDEX more ON task (count)",
    ]
    .iter()
    .enumerate()
    {
        let path = folder.path().join(format!("{number}.run"));
        fs::write(&path, &case.bytes).unwrap();
        Connection::open(&path).unwrap().execute_batch(sql).unwrap();
        assert!(matches!(Store::status(&path), Err(StoreError::Damaged { .. })), "{sql}");
        assert!(matches!(Store::counted(&path), Err(StoreError::Damaged { .. })), "{sql}");
        assert!(matches!(Store::open(&path, &case.job), Err(StoreError::Damaged { .. })), "{sql}");
    }
    for verb in ["status", "resume", "audit"] {
        let output = run(&format!("{verb} {}", folder.path().join("0.run").display()));
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert_eq!(output.status.code(), Some(1), "{verb}: {said}");
        assert!(said.contains("is damaged") && said.lines().count() == 1, "{verb}: {said}");
    }
}

/// A file of another version is none of ours, and the reader is told what to do.
#[test]
fn files_of_another_version_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.run");
    fs::write(&path, &cases()[1].bytes).unwrap();
    Connection::open(&path).unwrap().pragma_update(None, "user_version", 2).unwrap();
    for verb in ["status", "resume", "audit"] {
        let output = run(&format!("{verb} {}", path.display()));
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert_eq!(output.status.code(), Some(1), "{verb}: {said}");
        assert!(said.contains("format 2") && said.contains("begin again in another file"), "{verb}: {said}");
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

    fn close(&mut self, _: Entry<'_>) -> Result<(), JournalError> {
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
    for &engine in EngineKind::ALL {
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
