//! Runs kept in a file: killed, resumed, damaged, checked.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use dlx_count::family::Arguments;
use dlx_count::job::{AnswerForm, Ask, Demands, Job, Request, Source};
use dlx_count::store::{Store, StoreError};
use dlx_count::tally::Tally;
use serde_json::Value;

use crate::cli::{Said, begun, program, run, send};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn words(text: &str, file: &Path) -> Output {
    run(&text.replace("FILE", file.to_str().unwrap()))
}

/// What `status` says of a run, as JSON.
pub fn status(file: &Path) -> Value {
    words("status FILE --json", file).ending(0).json()
}

/// The lines of a file.
fn lines(file: &Path) -> Vec<Value> {
    std::fs::read_to_string(file).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Every task is opened and closed once, and closed counts add up: the sum by hand, from the lines.
fn assert_sound(file: &Path, expected: u64) {
    let number = |value: &Value| value.as_str().unwrap().parse::<u64>().unwrap();
    let (mut sum, mut open) = (0, HashMap::new());
    for line in lines(file) {
        let opened = match line["record"].as_str().unwrap() {
            "begin" => {
                assert!(open.is_empty() && sum == 0, "begun twice");
                sum = number(&line["tally"]["count"]);
                line["tasks"].as_array()
            }
            "tally" => {
                let weight: u64 = open.remove(&line["task"].as_u64()).expect("closed once");
                sum += weight * number(&line["count"]);
                line["rest"].as_array()
            }
            _ => None,
        };
        for task in opened.into_iter().flatten() {
            // One by itself, or several on a way.
            let alone = [(task[0].as_u64(), &task[1]["weight"])];
            let below = task["tasks"].as_array().into_iter().flatten().map(|task| (task[0].as_u64(), &task[3]));
            let tasks: Vec<_> = if task.is_array() { alone.to_vec() } else { below.collect() };
            for (place, weight) in tasks {
                assert!(open.insert(place, number(weight)).is_none());
            }
        }
    }
    assert!(open.is_empty());
    assert_eq!(sum, expected);
}

#[test]
fn a_run_stopped_by_limits_goes_on_with_any_engine_and_threads() {
    let folder = folder();
    let file = folder.path().join("q13.run");
    words("queens 13 --engine links --no-merging --node-limit 20000 --run FILE -j 2 --json", &file).ending(3);
    let partial = status(&file);
    assert_eq!(
        (partial["complete"].as_bool(), partial["parts"][0]["problem"]["name"].as_str()),
        (Some(false), Some("queens 13"))
    );
    assert!(partial["parts"][0]["open_tasks"].as_u64().unwrap() > 0);
    words("queens 13 --engine bits --node-limit 20000 --run FILE -j 7 --json", &file).ending(3);
    assert!(status(&file)["done"].as_f64() > partial["done"].as_f64());
    let last = words("resume FILE -q -j 1", &file);
    assert_eq!(last.all(), "73712\n");
    assert_eq!(status(&file)["complete"], true);
    assert_sound(&file, 73712);
    // A complete run answers at once.
    assert_eq!(words("queens 13 --run FILE -q", &file).all(), "73712\n");
}

/// The states of a stopped sweep are kept: the next run continues from there, with the same engine; a tree search would never end.
#[test]
fn a_run_of_states_goes_on_from_the_level_it_has_kept() {
    let folder = folder();
    let file = folder.path().join("tiling.run");
    let sweep = "polyomino 8x8 --pieces tetrominoes --reuse --engine frontier";
    let other = folder.path().join("whole.run");
    let whole: Value = words(&format!("{sweep} --json --run FILE"), &other).json();
    let (mut nodes, mut n_legs) = (0, 0);
    let outcome = loop {
        let leg = words(&format!("{sweep} --node-limit 100000 --json -j 1 --run FILE"), &file);
        let outcome: Value = leg.json();
        n_legs += 1;
        if leg.status.success() {
            break outcome;
        }
        assert_eq!(leg.status.code(), Some(3), "{}", leg.all());
        let said = status(&file);
        let figure = |name: &str| said[name].as_u64().unwrap_or_else(|| panic!("{name}: states are kept: {said}"));
        let levels = figure("levels_kept");
        assert!(levels < figure("levels") && 0 < figure("states_kept") && 0 < figure("bytes_kept"), "{said}");
        assert!(levels > nodes, "{levels} levels after {nodes}");
        nodes = levels;
    };
    assert!(n_legs > 2, "only {n_legs} legs");
    // Each process begins with one level, in which states count that pass it in a stride.
    let nodes = |value: &Value| value["nodes"].as_u64().unwrap();
    assert!(nodes(&outcome) >= nodes(&whole), "{outcome}");
    assert_eq!((&outcome["count"], &whole["count"]), (&"19077209438".into(), &"19077209438".into()));
    // Another engine does not look at the states, and a run without `--engine` continues with them.
    let other = folder.path().join("other.run");
    assert_eq!(words(&format!("{sweep} --node-limit 100000 --run FILE"), &other).status.code(), Some(3));
    assert_eq!(words("resume FILE -q --engine links --node-limit 100000", &other).status.code(), Some(3));
    assert_eq!(words("resume FILE -q", &file).all(), "19077209438\n");
    let counted = status(&file);
    assert_eq!(counted["levels_kept"], Value::Null, "no longer needed");
    assert_eq!((counted["complete"].as_bool(), counted["count"].as_str()), (Some(true), Some("19077209438")));
}

/// Kills processes at moments that a seed decides, until one comes to the end.
#[test]
fn a_run_survives_being_killed() {
    let mut rng = fastrand::Rng::with_seed(20_261_121);
    let mut n_killed_in_all = 0;
    for (source, count) in
        [("queens 14 --engine links --no-merging", 365_596), ("langford 11 --engine links --no-merging", 35_584)]
    {
        let folder = folder();
        let file = folder.path().join("killed.run");
        let (mut n_killed, started) = (0, Instant::now());
        loop {
            assert!(started.elapsed() < Duration::from_secs(240), "{source} does not come to an end");
            let mut command = program();
            command.args(source.split_whitespace()).args(["-q", "-j", "2", "--run"]).arg(&file);
            let mut child = begun(&mut command);
            // Longer each time, so that it ends on a slow machine, too.
            let patience = Duration::from_millis(rng.u64(20..400) + 300 * n_killed);
            let end = Instant::now() + patience;
            while child.try_wait().unwrap().is_none() && Instant::now() < end {
                // What is read while it is written is what was written up to some line.
                match Store::status(&file) {
                    Ok(status) => assert!(status.parts.iter().all(|part| part.tally.count <= count.into())),
                    Err(StoreError::Io { .. } | StoreError::NotBegun { .. }) => {}
                    Err(error) => panic!("{error}"),
                }
            }
            if child.try_wait().unwrap().is_some() {
                let output = child.wait_with_output().unwrap();
                assert_eq!(output.all(), format!("{count}\n"), "{source}, killed {n_killed} times");
                break;
            }
            child.kill().unwrap();
            child.wait().unwrap();
            n_killed += 1;
        }
        assert_sound(&file, count);
        n_killed_in_all += n_killed;
    }
    assert!(n_killed_in_all > 0);
}

#[test]
fn other_problems_other_files_and_second_processes_are_refused() {
    let folder = folder();
    let file = folder.path().join("a.run");
    assert!(words("queens 8 --run FILE -q", &file).status.success());
    let other = words("queens 9 --run FILE", &file).ending(2);
    assert!(other.all().contains("queens 8") && other.all().contains("queens 9"), "{}", other.all());
    let foreign = folder.path().join("text.run");
    std::fs::write(&foreign, "not a run file, but another text\n").unwrap();
    for verb in ["queens 8 --run FILE", "resume FILE", "status FILE", "audit FILE"] {
        let output = words(verb, &foreign);
        assert_eq!(output.status.code(), Some(1), "{verb}");
        assert!(output.all().contains("not a run file"), "{verb}: {}", output.all());
    }
    assert_eq!(std::fs::read_to_string(&foreign).unwrap(), "not a run file, but another text\n");
    let store = Store::open(&file, &Store::job(&file).unwrap()).unwrap();
    for verb in ["queens 8 --run FILE", "resume FILE"] {
        let busy = words(verb, &file).ending(1);
        assert!(busy.all().contains("in use by another process"));
        assert_eq!(status(&file)["complete"], true, "to look at it is allowed");
        assert!(Store::status(&file).unwrap().is_complete, "from this process, too, which must not lose its lock");
    }
    drop(store);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "the lock goes with the process");
    for (verb, part) in [
        ("table queens 1..3 --run FILE", "is a run of `queens 8`, not of `table queens`"),
        ("queens 8 --up-to-symmetry --run FILE", "not of `queens 8 --up-to-symmetry`"),
        ("verify --run FILE", "--run cannot be used with verify"),
        ("status FILE.no", "cannot open"),
    ] {
        assert!(words(verb, &file).all().contains(part), "{verb}: {}", words(verb, &file).all());
    }
}

/// A copy of a run file that ends somewhere is counted to the right end.
#[test]
fn truncated_files_are_right() {
    let folder = folder();
    let file = folder.path().join("whole.run");
    // Long enough that the limit is heard before the end.
    assert_eq!(words("queens 14 --engine links --node-limit 3000 --run FILE", &file).status.code(), Some(3));
    let bytes = std::fs::read(&file).unwrap();
    let mut rng = fastrand::Rng::with_seed(7);
    for number in 0..12 {
        let copy: PathBuf = folder.path().join(format!("cut{number}.run"));
        let length = rng.usize(..=bytes.len());
        std::fs::write(&copy, &bytes[..length]).unwrap();
        let output = words("queens 14 --run FILE -q", &copy);
        assert_eq!(output.all(), "365596\n", "cut at {length}");
    }
}

/// A process that is killed in its first milliseconds: its run had not begun, or it goes on.
#[test]
fn a_kill_at_once_leaves_nothing_damaged() {
    let folder = folder();
    for number in 0..40 {
        let file = folder.path().join(format!("{number}.run"));
        let command = ["queens", "10", "--engine", "links", "-q", "--run"];
        let mut child = program().args(command).arg(&file).stdout(Stdio::null()).spawn().unwrap();
        let end = Instant::now() + Duration::from_micros(number * 250);
        while Instant::now() < end {
            std::hint::spin_loop();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        if file.exists() {
            let resumed = words("resume FILE -q", &file);
            let said = resumed.all();
            assert!(said == "724\n" || said.contains("had not started when its process ended"), "{number}: {said}");
        }
        assert_eq!(words("queens 10 -q --run FILE", &file).all(), "724\n", "{number}");
    }
}

/// A file that is removed or overwritten while it is in use: the count is printed, the process says so and fails, and what was counted is kept elsewhere.
#[test]
fn a_file_that_is_taken_away_is_missed() {
    for (number, take_away) in [
        |file: &Path| std::fs::remove_file(file),
        |file: &Path| std::fs::write(file, "something else\n"),
        |file: &Path| std::fs::write(file, "something longer\n".repeat(10_000)),
        |file: &Path| std::fs::write(file, ""),
        |file: &Path| {
            std::fs::write(file.with_extension("new"), "")
                .and_then(|()| std::fs::rename(file.with_extension("new"), file))
        },
    ]
    .into_iter()
    .enumerate()
    {
        let folder = folder();
        let file = folder.path().join("gone.run");
        let words = ["queens", "20", "--engine", "links", "-j", "2", "-v", "--run"];
        let mut child = begun(program().args(words).arg(&file));
        let mut messages = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
        assert!(messages.any(|line| line.contains("counting")), "{number}");
        take_away(&file).unwrap();
        send("INT", &child);
        let last = messages.last().unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{number}: {last}");
        assert!(output.all().starts_with("queens 20: at least "), "{number}: {}", output.all());
        assert!(last.contains("was removed or overwritten while it was in use"), "{last}");
        let saved = status(&folder.path().join("gone.run.saved"));
        assert_eq!((&saved["name"], &saved["complete"]), (&"queens 20".into(), &false.into()));
        assert!(saved["parts"][0]["open_tasks"].as_u64().unwrap() > 0, "{saved}");
    }
}

/// A disk that fills: the run says so, and what was written before stays and is gone on with.
#[test]
fn a_full_disk_loses_nothing() {
    let folder = folder();
    let file = folder.path().join("full.run");
    assert_eq!(
        words("queens 13 --engine links --no-merging --node-limit 20000 --run FILE", &file).status.code(),
        Some(3)
    );
    let before = status(&file);
    // Files may not grow past this size: no line fits, a line fits in part, some lines fit.
    for blocks in [0, 1, 2] {
        let blocks = if blocks == 0 { 0 } else { std::fs::metadata(&file).unwrap().len() / 512 + blocks };
        let script = format!(
            "trap '' XFSZ; ulimit -f {blocks}; exec {} resume {} --engine links",
            env!("CARGO_BIN_EXE_dlx-count"),
            file.display()
        );
        let output = Command::new("sh").args(["-c", &script]).output().unwrap().ending(1);
        assert!(output.all().contains("full.run"), "{}", output.all());
        // A quick run is over before the first line is written: its count is right, and said, but not kept.
        assert!(output.stdout.is_empty() || output.all().contains("queens 13: 73712 solutions\n"), "{}", output.all());
        // What is there in part is cut off: the file can be read.
        let after = status(&file);
        assert!(after["done"].as_f64() >= before["done"].as_f64(), "{after}");
        assert!(blocks > 0 || after["count"] == before["count"], "{after}");
    }
    assert_eq!(words("resume FILE -q", &file).all(), "73712\n");
    assert_sound(&file, 73712);
}

#[test]
fn an_audit_agrees_with_a_good_run_and_finds_a_bad_one() {
    let folder = folder();
    let file = folder.path().join("audit.run");
    assert!(words("queens 11 --engine bits --run FILE -q", &file).status.success());
    for engine in ["links", "bits", "frontier"] {
        let output = words(&format!("audit FILE --sample 20% --seed 1 --engine {engine}"), &file).ending(0);
        assert!(output.all().contains(" 0 differ (seed 1)"), "{}", output.all());
        assert!(recounted(&output) > 0, "{}", output.all());
    }
    let file = folder.path().join("wrong.run");
    keep(&file, 8, 93);
    assert_eq!(status(&file)["mismatches"], 0);
    let output = words("audit FILE --sample 100%", &file).ending(1);
    assert!(output.all().contains(" 1 differ") && output.all().contains("the run has 93"), "{}", output.all());
    assert_eq!(status(&file)["mismatches"], 1, "the evidence is kept");
    assert!(words("status FILE", &file).all().contains("do not trust this run"));
    let lines = lines(&file);
    let evidence = lines.last().unwrap();
    assert_eq!((&evidence["kept"], &evidence["recounted"]), (&"93".into(), &"92".into()));
    assert_eq!(evidence["engine"], "bits", "the run says that links have counted it");
    // The run goes on behind the evidence, and keeps it.
    assert_eq!(words("resume FILE -q", &file).all(), "93\n");
    assert_eq!(status(&file)["mismatches"], 1);
}

/// How many tasks an audit has counted again to their end.
fn recounted(audit: &Output) -> u64 {
    let text = audit.all();
    let (_, number) = text.split_once(": ").unwrap_or_else(|| panic!("{text}"));
    number.split_once(" of ").unwrap_or_else(|| panic!("{text}")).0.parse().unwrap()
}

/// A request for a count of queens.
pub fn request(n: usize) -> Request {
    let source = Source::new("queens", Arguments::default().with("n", [n.to_string()])).unwrap();
    Request { ask: Ask { source, demands: Demands::default() }, wanted: AnswerForm::Count }
}

/// A run of one task, as an engine that counts this many queens would have left it.
fn keep(file: &Path, n: usize, count: u64) {
    let problem = dlx_count::family::queens(n);
    let words = vec!["queens".into(), n.to_string().into()];
    let job = Job::count(problem.name(), std::iter::once(&problem), words).asked_by(request(n));
    let store = Store::open(file, &job).unwrap();
    let tally = Tally { count: count.into(), ..Tally::default() };
    store.part(&problem).unwrap().unwrap().answer(tally, "links").unwrap();
    store.finish(true).unwrap();
}

/// What an audit has not counted to the end it does not call right.
#[test]
fn an_audit_that_is_stopped_says_so() {
    let folder = folder();
    let file = folder.path().join("long.run");
    keep(&file, 17, 95_815_104);
    let output = words("audit FILE --sample 100% --node-limit 1000", &file);
    assert_eq!((output.status.code(), recounted(&output)), (Some(3), 0), "{}", output.all());
    assert!(output.all().contains("1 more were not counted to the end"), "{}", output.all());
}

/// Several problems in one file: a table, the terms of a count up to symmetry, the puzzles of a file, one of them twice.
#[test]
fn tables_questions_and_puzzles_go_on_where_they_were_stopped() {
    let folder = folder();
    let puzzles = folder.path().join("puzzles.txt");
    let lines = "53..7....6..195....98....6.8...6...34..8.3...7...2...6.6....28....419.......8..79\n".repeat(3);
    std::fs::write(&puzzles, lines).unwrap();
    let cases = [
        ("table queens 8..13 --csv --engine links".to_owned(), "queens 13", "73712"),
        ("table polyomino 1..8x1..8 --pieces tetrominoes --reuse --csv".into(), "polyomino 8x8", "19077209438"),
        ("queens 13 --up-to-symmetry --engine links".into(), "queens 13", "9233"),
        (format!("sudoku {}", puzzles.display()), "sudoku", "3 solutions"),
    ];
    for (number, (command, name, count)) in cases.iter().enumerate() {
        let file = folder.path().join(format!("{number}.run"));
        let first = words(&format!("{command} --node-limit 3000 --run FILE"), &file);
        assert!([Some(0), Some(3)].contains(&first.status.code()), "{command}: {}", first.all());
        let before = status(&file);
        let last = words("resume FILE", &file);
        assert_eq!(last.status.code(), Some(0), "{command}: {}", last.all());
        let whole = words(command, &file);
        assert_eq!(counts(&last), counts(&whole), "{command}, once {before}");
        assert!(last.all().contains(count), "{command}: {}", last.all());
        let after = status(&file);
        assert_eq!(after["complete"], true, "{after}");
        assert!(
            after["parts"].as_array().unwrap().iter().any(|part| {
                part["complete"] == true && part["problem"]["name"].as_str().unwrap().starts_with(name)
            })
        );
        // All is known now: what is printed again is the same.
        assert_eq!(counts(&words(&format!("{command} --run FILE"), &file)), counts(&whole), "{command}");
        // One task is a whole large board of tilings, which a tree search would not end.
        let engine = if command.contains("polyomino") { "frontier" } else { "bits" };
        let audit = words(&format!("audit FILE --sample 20% --engine {engine} --seed 3"), &file);
        assert_eq!(audit.status.code(), Some(0), "{command}: {}", audit.all());
        assert!(audit.all().contains(" 0 differ"), "{command}: {}", audit.all());
        assert!(recounted(&audit) > 0, "{command}: {}", audit.all());
    }
    // A table may grow; another job may not have its file.
    let file = folder.path().join("0.run");
    assert!(words("table queens 4..9 --csv --run FILE", &file).all().contains("\n4,2,"));
    assert_eq!(words("queens 8 --run FILE", &file).status.code(), Some(2));
    assert!(words("table langford 1..4 --run FILE", &file).all().contains("not of `table langford`"));
    let audit = words("audit FILE --sample 100% --engine bits", &file).ending(0);
    assert!(audit.all().contains("that the last command did not ask for"), "{}", audit.all());
    assert_eq!(words("table queens 4..20 --time-limit 1ms --run FILE", &file).status.code(), Some(3));
    assert_eq!(words("table queens 4..6 --run FILE", &file).status.code(), Some(0));
    let status = words("status FILE", &file).all();
    assert!(status.contains("at least") && !status.contains("complete"), "{status}");
}

/// A problem of the same name that is another now is told apart.
#[test]
fn a_changed_file_is_another_problem() {
    let folder = folder();
    let (file, source) = (folder.path().join("a.run"), folder.path().join("a.dlx"));
    std::fs::write(&source, "a b\na\nb\n").unwrap();
    let command = format!("file {} --run FILE -q", source.display());
    assert_eq!(words(&command, &file).all(), "1\n");
    std::fs::write(&source, "a b\na\nb\na b\n").unwrap();
    let output = words(&command, &file).ending(2);
    assert!(output.all().contains("its contents have changed since"), "{}", output.all());
}

/// What is printed, without times, engines and figures.
fn counts(output: &Output) -> Vec<String> {
    let text = output.printed();
    let head = |line: &str| match line.split_once(" solutions") {
        Some((head, _)) => head.to_owned(),
        None => line.split(',').take(3).collect::<Vec<_>>().join(","),
    };
    text.lines().filter(|line| !line.starts_with("  ")).map(head).collect()
}

/// Memory that the system refuses: the last word is ours, with status 1, and what was counted before stays.
#[test]
fn out_of_memory_is_said_and_loses_nothing() {
    let folder = folder();
    let file = folder.path().join("thirsty.run");
    let sweep = "polyomino 12x12 --pieces tetrominoes --reuse --engine frontier --memory 64GiB -j 1";
    let script = format!("ulimit -v 150000; exec {} {sweep} --run {}", env!("CARGO_BIN_EXE_dlx-count"), file.display());
    let output = Command::new("sh").args(["-c", &script]).env_remove("RUST_BACKTRACE").output().unwrap().ending(1);
    let text = output.all();
    assert!(text.lines().last().is_some_and(|line| line.starts_with("dlx-count: out of memory; --memory")), "{text}");
    assert_eq!(status(&file)["complete"], false);
}

/// A table may grow, but its file takes no other question about the same family.
#[test]
fn a_table_keeps_to_its_question() {
    let folder = folder();
    let file = folder.path().join("table.run");
    assert_eq!(words("table queens 4..9 --run FILE", &file).status.code(), Some(0));
    for other in ["--toroidal", "--forbid r0", "--up-to-symmetry"] {
        let refused = words(&format!("table queens 4..9 {other} --run FILE"), &file);
        assert_eq!(refused.status.code(), Some(2), "{other}");
        assert!(
            refused.all().contains(&format!("is a run of `table queens`, not of `table queens {other}`")),
            "{other}"
        );
    }
    assert_eq!(words("table queens 4..10 --run FILE", &file).status.code(), Some(0));
}
