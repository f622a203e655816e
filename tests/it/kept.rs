//! What a run file says of runs that ended early, began otherwise, or have odd names.

use std::fs;
use std::time::{Duration, Instant};

use dlx_count::family::{Arguments, queens};
use dlx_count::job::{AnswerForm, Ask, Demands, Job, Request, Source, TableRequest};
use dlx_count::parallel::{Journal, JournalEntry, JournalError, Start};
use dlx_count::store::{Store, StoreError};
use dlx_count::tally::Tally;
use dlx_count::{Problem, SplitDepth};
use serde_json::Value;

use crate::cli::{Said, program, run, told};
use crate::common::pair;
use crate::runs::status;

/// A finished table that grows is not complete until the new rows are there, even if none has begun.
#[test]
fn a_grown_table_is_not_complete() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table.run");
    let job = |n: usize| {
        let words = vec!["table".into(), "queens".into(), format!("1..{n}").into()];
        let source = Source::new("queens", Arguments::default().with("n", [format!("1..{n}")])).unwrap();
        let ask = Ask { source, demands: Demands::default() };
        Job::table("queens", n, words).asked_by(Request { ask, wanted: AnswerForm::Table(TableRequest::default()) })
    };
    let begun = Store::open(&file, &job(1)).unwrap();
    begun.part(&queens(1)).unwrap().unwrap().answer(Tally { count: 1u64.into(), ..Tally::default() }, "links").unwrap();
    begun.finish(true).unwrap();
    drop(begun);
    assert!(Store::status(&file).unwrap().is_complete);
    drop(Store::open(&file, &job(7)).unwrap());
    assert!(!Store::status(&file).unwrap().is_complete);
    assert_eq!(run(&format!("resume {}", file.display())).status.code(), Some(0));
    assert_eq!(status(&file)["complete"], true);
}

/// A stop while `auto` chooses leaves no states behind, with which every later process would go on.
#[test]
fn trials_leave_nothing_in_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("q.run");
    // Large enough that the trials of states meet the limit.
    run(&format!("queens 18 --node-limit 100000 --run {} --json", file.display())).ending(3);
    assert_eq!(status(&file)["levels_kept"], Value::Null);
    let more = run(&format!("resume {} --node-limit 100000 --json", file.display()));
    let more: Value = more.json();
    assert_eq!(more["engine"], "bits");
}

/// What earlier processes have counted is known where there is one problem, so that one that is stopped again and again chooses sooner; and a level is written when a run is stopped only if that is quick compared with what would be lost.
#[test]
fn time_before_is_known_of_one_problem() {
    let folder = tempfile::tempdir().unwrap();
    let (file, all) = (folder.path().join("q.run"), [queens(5), queens(6)]);
    let job = Job::count("queens", &all, vec!["queens".into()]);
    let time_of = |problems: &[Problem]| {
        let begun = Instant::now();
        let store = Store::open(&file, &job).unwrap();
        let mut parts: Vec<_> = problems.iter().map(|problem| store.part(problem).unwrap().unwrap()).collect();
        let checkpoints = parts[0].checkpoints().unwrap();
        assert!(checkpoints.wants_last(0) && !checkpoints.wants_last(usize::MAX));
        while begun.elapsed() < Duration::from_millis(3) {
            std::hint::spin_loop();
        }
        store.finish(false).unwrap();
        parts.swap_remove(0).time_before()
    };
    assert_eq!(time_of(&all[..1]), Duration::ZERO);
    assert!(time_of(&all[..1]) > Duration::ZERO);
    assert_eq!(time_of(&all), Duration::ZERO);
}

/// A board that was begun by a tree search is counted in a sweep with others, and that is written down in its place.
#[test]
fn a_strip_of_boards_settles_what_was_begun_otherwise() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("strip.run");
    let table = format!("table polyomino 6x6..8 --pieces tetrominoes --reuse --csv --run {}", file.display());
    run(&format!("{table} --engine links --no-merging --node-limit 1")).ending(3);
    assert_eq!(status(&file)["complete"], false);
    let whole = run(&table);
    assert!(whole.printed().contains("6,8,22483347,"));
    let after = status(&file);
    assert_eq!(after["complete"], true, "{after}");
    assert!(after["parts"].as_array().unwrap().iter().all(|part| part["complete"] == true), "{after}");
}

/// Two answers to one question: the second is refused, not believed.
#[test]
fn another_answer_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let problem = queens(6);
    let job = Job::count("queens 6", std::iter::once(&problem), Vec::new());
    let store = Store::open(&folder.path().join("a.run"), &job).unwrap();
    let answer = |count: u64| {
        store.part(&problem).unwrap().unwrap().answer(Tally { count: count.into(), ..Tally::default() }, "links")
    };
    answer(4).unwrap();
    answer(4).unwrap();
    assert!(answer(5).unwrap_err().to_string().contains("the run has 4"));
}

/// Paths of any bytes: of the run file, and of a problem that a resumed run reads again.
#[cfg(unix)]
#[test]
fn paths_need_not_be_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let (file, source) = (OsStr::from_bytes(b"q\xff.run"), OsStr::from_bytes(b"p\xfe.dlx"));
    fs::write(folder.path().join(source), "a b\na\nb\na b\n").unwrap();
    let program = |words: &[&OsStr]| {
        let output = program().current_dir(folder.path()).args(words).output().unwrap().ending(0);
        output.printed()
    };
    let word = OsStr::new;
    assert_eq!(program(&[word("file"), source, word("--run"), file, word("-q")]), "2\n");
    assert_eq!(program(&[word("resume"), file, word("-q")]), "2\n");
    assert!(program(&[word("status"), file]).contains("complete"));
    let status: Value = serde_json::from_str(&program(&[word("status"), file, word("--json")])).unwrap();
    assert_eq!(status["words"][1], "p\u{fffd}.dlx");
    assert!(program(&[word("audit"), file]).contains(" 0 differ"));
}

/// What cannot be counted in a file makes none.
#[test]
fn a_refused_run_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("none.run");
    run(&format!("queens 8 --stats --run {}", file.display())).ending(2);
    assert!(!file.exists());
}

/// A task that is reported again with the same count changes nothing; with another count it is an error that names both.
#[test]
fn a_task_is_closed_once() {
    let folder = tempfile::tempdir().unwrap();
    let problem = queens(6);
    let job = Job::count("queens 6", [&problem], Vec::new());
    let store = Store::open(&folder.path().join("q6.run"), &job).unwrap();
    let close = |begin: bool, counts: &[u64]| {
        let mut part = store.part(&problem).unwrap().unwrap();
        if begin {
            part.begin(&Start::from(pair().split(&problem, SplitDepth::At(1)))).unwrap();
        }
        for &count in counts {
            let tally = Tally { count: count.into(), ..Tally::default() };
            part.close(JournalEntry { task: 1, tally: &tally, rest: &[] })?;
        }
        drop(part);
        Ok::<_, JournalError>(store.finish(false)?)
    };
    close(true, &[2, 2]).unwrap();
    close(false, &[2]).unwrap();
    let error = close(false, &[3]).unwrap_err().to_string();
    assert!(error.contains("was counted twice: first 2, then 3"), "{error}");
}

/// A run that is complete names the engine that has counted it, and an audit takes another one.
#[test]
fn engines_are_kept_and_audited_by_others() {
    let folder = tempfile::tempdir().unwrap();
    for (words, engine, other) in
        [("latin 5", "isomorph", "frontier"), ("queens 9", "links", "bits"), ("queens 9", "bits", "links")]
    {
        let path = folder.path().join(format!("{engine}.run"));
        let path = path.display();
        let first = told(&format!("{words} --run {path} --engine {engine} --json")).0;
        let again = told(&format!("{words} --run {path} --json")).0;
        for text in [first, again] {
            let value: Value = serde_json::from_str(&text).unwrap();
            assert_eq!(value["engine"], engine, "{words}: {text}");
        }
        let (audited, _) = told(&format!("audit {path} --sample 100%"));
        assert!(audited.contains(&format!("recounted by {other}, ")), "{words}: {audited}");
    }
}

/// An audit of a run whose input has changed recounts nothing, and does not pass.
#[test]
fn an_audit_of_something_else_fails() {
    let folder = tempfile::tempdir().unwrap();
    let (file, run_file) = (folder.path().join("p.dlx"), folder.path().join("p.run"));
    let (file, run_file) = (file.display(), run_file.display());
    fs::write(file.to_string(), "a b\na\nb\n").unwrap();
    assert_eq!(told(&format!("file {file} --run {run_file} -q")).0, "1\n");
    fs::write(file.to_string(), "a b\na\nb\na b\n").unwrap();
    let output = run(&format!("audit {run_file} --sample 100%")).ending(2);
    assert!(output.said().contains("changed since"));
}

/// Nothing is left to count of a complete run, so no limit makes it less: neither the sum over a small group, nor the mean over the classes of a large one.
#[test]
fn no_limit_stops_what_is_complete() {
    let folder = tempfile::tempdir().unwrap();
    let questions =
        [("polyomino 5x6 --pieces L5,P5,V5,Y5,U5,T5 --up-to-symmetry", "kinds"), ("latin 5 --up-to-symmetry", "mean")];
    for (words, name) in questions {
        let file = folder.path().join(name);
        let (whole, _) = told(&format!("{words} --run {} -q", file.display()));
        for limit in ["--time-limit 0s", "--node-limit 1", "--limit 1"] {
            let again = run(&format!("resume {} {limit} -q", file.display()));
            assert_eq!((again.status.code(), again.printed().as_ref()), (Some(0), whole.as_str()));
            assert_eq!(status(&file)["complete"], true, "{words} {limit}");
        }
    }
}

/// A process that dies while it makes the file leaves one that ends in its first line, or is empty.
#[test]
fn a_file_that_was_begun_and_has_nothing_in_it_is_taken() {
    let folder = tempfile::tempdir().unwrap();
    for (number, left) in ["", "{", "{\"record\":\"run\",\"format\":6,\"program"].into_iter().enumerate() {
        let file = folder.path().join(format!("{number}.run"));
        fs::write(&file, left).unwrap();
        for verb in ["resume", "status", "audit"] {
            let output = run(&format!("{verb} {}", file.display()));
            let said = output.said();
            assert_eq!(output.status.code(), Some(1), "{verb} {left}: {said}");
            assert!(
                said.contains("had not started when its process ended: run the original command again"),
                "{verb}: {said}"
            );
        }
        assert_eq!(told(&format!("queens 6 --run {} -q", file.display())).0, "4\n");
        assert_eq!(status(&file)["complete"], true);
    }
}

/// What is no file is not read to an end that it does not have.
#[cfg(unix)]
#[test]
fn a_device_is_no_run_file() {
    for words in ["queens 6 --run /dev/zero", "status /dev/zero"] {
        let output = run(words);
        assert_eq!(output.status.code(), Some(1), "{words}");
        assert!(output.said().contains("not a run file"), "{words}");
    }
}

/// Two openings of one file in one process: the second is refused, whatever was read between them.
#[test]
fn a_file_is_open_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("q6.run");
    let problem = queens(6);
    let job = Job::count("queens 6", [&problem], Vec::new());
    let store = Store::open(&file, &job).unwrap();
    for _ in 0..3 {
        assert!(matches!(Store::open(&file, &job), Err(StoreError::Busy { .. })));
        assert_eq!(Store::status(&file).unwrap().job, job);
        assert!(Store::counted(&file).unwrap().is_empty());
    }
    // An audit may write while another counts.
    pair().count_kept(&problem, &store).unwrap();
    store.finish(true).unwrap();
    let kept = Store::counted(&file).unwrap().remove(0);
    Store::keep_mismatch(&file, &kept, "links", &5u64.into()).unwrap();
    store.finish(false).unwrap();
    drop(store);
    let status = Store::status(&file).unwrap();
    assert_eq!((status.mismatches, status.parts[0].is_complete), (1, true));
}

/// What is written stands in the file itself, while the run goes on: a copy of it is a run file, too.
#[test]
fn a_copy_of_a_file_in_use_says_what_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let (file, copy) = (folder.path().join("a.run"), folder.path().join("b.run"));
    let problem = queens(8);
    let store = Store::open(&file, &Job::count("queens 8", [&problem], Vec::new())).unwrap();
    let mut part = store.part(&problem).unwrap().unwrap();
    part.begin(&Start::from(pair().split(&problem, SplitDepth::At(1)))).unwrap();
    drop(part);
    store.finish(false).unwrap();
    fs::copy(&file, &copy).unwrap();
    let status = Store::status(&copy).unwrap();
    assert!(status.parts.len() == 1 && status.parts[0].open > 0, "{status:?}");
    drop(store);
}

/// Who may not write may read.
#[cfg(unix)]
#[test]
fn a_file_that_nobody_may_write_can_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a b%?.run");
    let problem = queens(6);
    let store = Store::open(&file, &Job::count("queens 6", [&problem], Vec::new())).unwrap();
    let outcome = pair().count_kept(&problem, &store).unwrap();
    store.finish(outcome.is_complete()).unwrap();
    drop(store);
    let allow = |mode| {
        fs::set_permissions(&file, fs::Permissions::from_mode(mode & 0o666)).unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(mode)).unwrap();
    };
    allow(0o555);
    let status = Store::status(&file);
    allow(0o777);
    assert!(status.unwrap().is_complete);
}
