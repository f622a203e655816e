//! Tasks and tallies as records: any order, any repetition, any interruption, and what is damaged or does not belong together.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use dlx_count::engine::Task;
use dlx_count::family::queens;
use dlx_count::parallel::{Journal, JournalError};
use dlx_count::records::{OpenTask, Record, RecordJournal, RecordReader, Records, Sum, TaskTally, lines};
use dlx_count::tally::Tally;
use dlx_count::{EngineKind, Limits, Problem, Session};

use crate::cli::{Said, fed, file_in, program, run};
use crate::common::{MEMORY, runner, sketches};
use crate::oracle;
use crate::runs::request;

/// Bytes that are written by a journal and read afterwards.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The records of these files.
fn read(files: &[&[u8]]) -> Records {
    let mut reader = RecordReader::default();
    for (number, bytes) in files.iter().enumerate() {
        reader.read(&format!("file {number}"), bytes).unwrap();
    }
    reader.finish().unwrap()
}

fn sum(records: &Records) -> Sum {
    records.settle().unwrap().sum()
}

/// Counts some open tasks, as far as a limit on nodes allows: the file that a worker writes.
fn work(problem: &Problem, records: &Records, open: Vec<OpenTask>, engine: EngineKind, nodes: Option<u64>) -> Vec<u8> {
    let head = Record::Split(Box::new(records.head().clone())).line("").unwrap() + "\n";
    let out = Shared::default();
    out.clone().write_all(head.as_bytes()).unwrap();
    let journal: Box<dyn Journal> = Box::new(RecordJournal::new(out.clone(), &records.head().split, open));
    let place = Mutex::new(Some(journal));
    let take = |_: &Problem| -> Result<_, JournalError> { Ok(place.lock().unwrap().take()) };
    let limits = Limits { nodes, ..Limits::default() };
    let session = Session::builder().threads(2).engine(engine).memory(MEMORY).limits(limits).build().unwrap();
    session.count_kept(problem, &take).unwrap();
    out.0.lock().unwrap().clone()
}

/// Workers that take up what others have left, stop at limits, die in the middle of a line and do the same twice; then all their lines, shuffled, some of
/// them several times. Nothing is lost, and nothing is counted twice.
#[test]
fn random_problems_are_counted_right_whatever_happens_to_their_workers() {
    let n_divided = AtomicUsize::new(0);
    let result = runner(60, file!()).run(&(sketches(), proptest::num::u64::ANY), |(sketch, seed)| {
        let mut dice = fastrand::Rng::with_seed(seed);
        // Random problems are small; a board has more to divide.
        let problem = if dice.bool() { sketch.build() } else { queens(dice.usize(4..8)) };
        let session = Session::builder().threads(1).merging(dice.bool()).build().unwrap();
        let split = lines(&problem, request(8), session.split_into(&problem, dice.usize(1..12))).unwrap();
        let mut files: Vec<Vec<u8>> = vec![(split.join("\n") + "\n").into_bytes()];
        for round in 0.. {
            let is_last = round == 12;
            let known: Vec<&[u8]> = files
                .iter()
                .enumerate()
                .filter(|(n, _)| is_last || *n == 0 || dice.bool())
                .map(|(_, f)| f.as_slice())
                .collect();
            let records = read(&known);
            records.check(&problem).unwrap();
            let mut open = records.settle().unwrap().open();
            open.retain(|_| is_last || dice.u8(..3) > 0);
            let mut by_hand = Vec::new();
            open.retain(|open| {
                let record = if is_last || dice.u8(..4) == 0 { None } else { divided(&problem, open, &mut dice) };
                by_hand.extend(record.iter().map(|record| record.line(&records.head().split).unwrap() + "\n"));
                record.is_none()
            });
            let able: Vec<_> = EngineKind::ALL.iter().filter(|engine| engine.knows(&problem)).collect();
            let engine = *able[dice.usize(..able.len())];
            let limit = (!is_last).then(|| dice.u64(1..30));
            let mut file = work(&problem, &records, open, engine, limit);
            file.extend(by_hand.concat().bytes());
            if !is_last && dice.bool() {
                file.truncate(dice.usize(..=file.len()));
            }
            files.push(file);
            if is_last {
                break;
            }
        }
        let all = shuffled(&files, &mut dice);
        let records = read(&[&all]);
        n_divided.fetch_add(records_with_rest(&all), Relaxed);
        let sum = sum(&records);
        assert!(sum.open.is_empty() && records.unlisted() == 0);
        assert_eq!(sum.tally.count.to_u64(), Some(oracle::count(&problem)));
        assert!((sum.done - 1.0).abs() < 1e-6 || oracle::count(&problem) == 0, "{}", sum.done);
        Ok(())
    });
    result.unwrap();
    let n_divided = n_divided.into_inner();
    assert!(n_divided > 20, "only {n_divided} tasks were divided");
}

/// The tally of a worker that has only divided a task by the options of some item, another one each time.
fn divided(problem: &Problem, OpenTask { id, task, .. }: &OpenTask, dice: &mut fastrand::Rng) -> Option<Record> {
    let covered = |item| task.prefix.iter().any(|&option| problem.items_of(option).contains(&item));
    let open: Vec<_> = problem.items().filter(|&item| problem.is_primary(item) && !covered(item)).collect();
    let item = *open.get(dice.usize(..open.len().max(1)))?;
    let options = problem.options().filter(|&option| problem.items_of(option).contains(&item));
    let below = |option| Task {
        prefix: task.prefix.iter().copied().chain([option]).collect(),
        weight: 1u64.into(),
        ..task.clone()
    };
    let mut rest: Vec<Task> = options.map(below).filter(|task| task.check(problem).is_ok()).collect();
    let n_parts = rest.len() as f64;
    rest.iter_mut().for_each(|part| part.share /= n_parts);
    Some(Record::Tally(TaskTally { id: *id, prefix: task.prefix.clone(), tally: Tally::default().into(), rest }))
}

/// Whole lines of all files in any order, some of them twice.
fn shuffled(files: &[Vec<u8>], dice: &mut fastrand::Rng) -> Vec<u8> {
    let whole = |file: &Vec<u8>| {
        file.split_inclusive(|&b| b == b'\n').filter(|l| l.ends_with(b"\n")).map(<[u8]>::to_vec).collect()
    };
    let mut lines: Vec<Vec<u8>> = files.iter().flat_map(|file| -> Vec<Vec<u8>> { whole(file) }).collect();
    for _ in 0..lines.len() / 2 {
        lines.push(lines[dice.usize(..lines.len())].clone());
    }
    dice.shuffle(&mut lines);
    lines.concat()
}

fn records_with_rest(bytes: &[u8]) -> usize {
    String::from_utf8_lossy(bytes).matches("\"rest\":[{").count()
}

/// Runs a command line in which `DIR` stands for a folder.
fn words(line: &str, folder: &Path) -> Output {
    run(&line.replace("DIR", folder.to_str().unwrap()))
}

fn done(line: &str, folder: &Path) -> String {
    let output = words(line, folder);
    assert_eq!(output.status.code(), Some(0), "{line}: {}", output.all());
    output.printed()
}

#[test]
fn families_are_counted_by_shards_as_they_are_whole() {
    for (source, count) in [
        ("queens 10", "724\n"),
        ("langford 8", "300\n"),
        ("latin 5", "161280\n"),
        ("polyomino 4x6 --pieces dominoes --reuse", "281\n"),
        ("matching 10", "945\n"),
        ("queens 9 --select #0 --no-merging", "28\n"),
        ("queens 3", "0\n"),
        ("queens 0", "1\n"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let whole = words(&format!("{source} -q"), folder.path());
        assert_eq!(whole.all(), count, "{source}");
        done(&format!("split {source} --tasks 20 -q -o DIR/tasks"), folder.path());
        for shard in 1..=3 {
            done(&format!("work DIR/tasks --shard {shard}/3 -q -o DIR/out.{shard}"), folder.path());
        }
        let all = "DIR/out.2 DIR/tasks DIR/out.1 DIR/out.3 DIR/out.2 DIR/tasks";
        assert_eq!(done(&format!("gather {all} -q"), folder.path()), count, "{source}");
        if source == "queens 10" {
            let refused = words("work DIR/out.1", folder.path());
            assert!(refused.all().contains("give the file that `split` has written, too"), "{source}");
            assert_eq!(refused.status.code(), Some(2), "{source}");
        }
        // There is nothing left to do, and doing that changes nothing.
        let before = std::fs::read(folder.path().join("out.1")).unwrap();
        done("work DIR/tasks --shard 1/3 -q -o DIR/out.1", folder.path());
        assert_eq!(std::fs::read(folder.path().join("out.1")).unwrap(), before, "{source}");
    }
}

fn begin(folder: &Path, shard: usize, of: usize) -> Child {
    let line = format!("work DIR/tasks --shard {shard}/{of} -q -j 1 --engine links -o DIR/out.{shard}");
    let line = line.replace("DIR", folder.to_str().unwrap());
    program().args(line.split_whitespace()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Shards side by side in processes of their own; some are killed at moments that a seed decides, and run again until they come to the end.
#[test]
fn shards_survive_being_killed() {
    let (folder, mut dice) = (tempfile::tempdir().unwrap(), fastrand::Rng::with_seed(20_261_122));
    let (of, mut n_killed) = (6, 0);
    done("split queens 14 --no-merging --tasks 200 -q -o DIR/tasks", folder.path());
    let mut left: Vec<usize> = (1..=of).collect();
    for round in 0u64.. {
        let mut children: Vec<(usize, Child)> =
            left.iter().map(|&shard| (shard, begin(folder.path(), shard, of))).collect();
        let end = Instant::now() + Duration::from_millis(dice.u64(20..60) + 300 * round);
        while Instant::now() < end && children.iter_mut().any(|(_, child)| child.try_wait().unwrap().is_none()) {
            std::thread::yield_now();
        }
        left.clear();
        for (shard, mut child) in children {
            if child.try_wait().unwrap().is_none() {
                child.kill().unwrap();
                n_killed += 1;
                left.push(shard);
            }
            let output = child.wait_with_output().unwrap();
            assert!(left.contains(&shard) || output.status.success(), "{}", output.all());
        }
        if left.is_empty() {
            break;
        }
    }
    assert!(n_killed > 0);
    let outputs: Vec<String> = (1..=of).map(|shard| format!("DIR/out.{shard}")).collect();
    assert_eq!(done(&format!("gather DIR/tasks {} -q", outputs.join(" ")), folder.path()), "365596\n");
}

/// What a worker was stopped at is taken up by a worker that reads what it has written, with its output alone or with all files, and named until then.
#[test]
fn what_is_missing_is_named_and_the_command_that_is_named_counts_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    done("split queens 12 --tasks 20 -q -o DIR/tasks", path);
    words("work DIR/tasks --shard 1/2 --engine links --node-limit 2000 -o DIR/one", path).ending(3);
    let first = words("gather DIR/one DIR/tasks", path).ending(3);
    let said = first.all();
    assert!(said.starts_with("queens 12: at least ") && said.contains("(not complete: tasks are missing)"), "{said}");
    assert!(said.contains(" in part (") && said.contains("% of the search: "), "{said}");
    let command = said.split_once("to count the rest: dlx-count ").unwrap().1.trim();
    let missing = path.join("missing.records");
    done(&command.replace("missing.records", missing.to_str().unwrap()), path);
    assert_eq!(done("gather DIR/tasks DIR/one DIR/missing.records -q", path), "14200\n");
    // The rest of the first half by its own output alone; then only the second half is missing.
    done("work DIR/one -q -o DIR/rest", path);
    let half = words("gather DIR/tasks DIR/one DIR/rest --json", path).ending(3);
    let half: serde_json::Value = half.json();
    let missing: Vec<u64> = half["missing"].as_array().unwrap().iter().map(|id| id.as_u64().unwrap()).collect();
    assert_eq!((half["complete"].as_bool(), half["ending"].as_str()), (Some(false), Some("tasks-missing")));
    assert!(!missing.is_empty());
    // Without what was split the weight of a task is unknown.
    let alone = words("gather DIR/one DIR/rest", path).ending(3);
    assert!(alone.all().contains("give the file that `split` has written, too"), "{}", alone.all());
}

#[test]
fn a_run_file_of_records_is_one_that_others_go_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    done("split queens 12 --tasks 20 -q -o DIR/tasks", path);
    words("work DIR/tasks --engine links --node-limit 9000 -q -o DIR/one", path).ending(3);
    let gathered = words("gather DIR/one DIR/tasks --run DIR/a.run -q", path).ending(3);
    let status: serde_json::Value = serde_json::from_str(&done("status DIR/a.run --json", path)).unwrap();
    assert_eq!(status["count"].as_str().unwrap(), gathered.printed().trim());
    assert_eq!(status["complete"], false);
    assert!(done("audit DIR/a.run --sample 100% --engine bits --seed 1", path).contains(" 0 differ"));
    assert_eq!(done("resume DIR/a.run -q", path), "14200\n");
    let again = words("gather DIR/one DIR/tasks --run DIR/a.run", path).ending(2);
    assert!(again.all().contains("is there already"), "{}", again.all());
    done("work DIR/one DIR/tasks -q -o DIR/two", path);
    assert_eq!(done("gather DIR/two DIR/one DIR/tasks --run DIR/b.run -q", path), "14200\n");
    assert!(done("status DIR/b.run", path).contains("complete"));
}

/// Files, and what is said of them.
fn refused(folder: &Path, name: &str, content: &[u8], part: &str) {
    std::fs::write(folder.join(name), content).unwrap();
    let output = words(&format!("gather DIR/tasks DIR/{name}"), folder);
    assert_eq!(output.status.code(), Some(2), "{name}: {}", output.all());
    assert!(output.stdout.is_empty() && output.all().contains(part), "{name}, not `{part}`: {}", output.all());
}

#[test]
fn damaged_and_foreign_lines_are_refused_with_file_and_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    done("split queens 8 --tasks 10 -q -o DIR/tasks", path);
    done("work DIR/tasks -q -o DIR/out", path);
    let out = std::fs::read_to_string(path.join("out")).unwrap();
    let (head, tallies) = out.split_once('\n').unwrap();
    let with = |line: &str| format!("{head}\n{line}\n{tallies}").into_bytes();
    let tally = tallies.lines().next().unwrap();
    refused(path, "digit", &with(&tally.replacen("\"count\":\"", "\"count\":\"1", 1)), "digit:2: damaged: the ");
    refused(path, "words", &with("and now something else"), "words:2: this line is not a record");
    refused(path, "cut", &with(&tally[..tally.len() / 2]), "cut:2: this line is not a record");
    refused(path, "proof", &with("{\"record\":\"tally\"}"), "record: it does not end with a checksum");
    refused(path, "bytes", &[head.as_bytes(), b"\n\xff\xfe\n"].concat(), "bytes:2: not text in UTF-8");
    refused(
        path,
        "version",
        &with(&head.replacen("\"version\":2", "\"version\":7", 1)),
        "version:2: a record of format 7",
    );
    done("split queens 9 --tasks 10 -q -o DIR/other", path);
    let other = std::fs::read(path.join("other")).unwrap();
    refused(path, "problem", &other, "problem:1: a record of `queens 9`");
    let stray = String::from_utf8(other).unwrap().lines().nth(1).unwrap().to_owned();
    refused(
        path,
        "stray",
        &with(&stray),
        "stray:2: damaged: the checksum at its end does not belong to it and to this split",
    );
    done("split queens 8 --tasks 30 -q -o DIR/finer", path);
    refused(
        path,
        "split",
        &std::fs::read(path.join("finer")).unwrap(),
        "split:1: a record of another split of queens 8",
    );
    for nothing in ["", "\n\n"] {
        std::fs::write(path.join("nothing"), nothing).unwrap();
        let output = words("gather DIR/nothing", path).ending(2);
        assert!(output.all().contains("no record says what was split"), "{}", output.all());
    }
    assert_eq!(words("gather DIR/none", path).status.code(), Some(1));
    // The last line may be unfinished: its writer was killed.
    let cut = &out[..out.len() - 9];
    std::fs::write(path.join("killed"), cut).unwrap();
    let killed = words("gather DIR/tasks DIR/killed", path).ending(3);
    assert!(killed.all().contains("left unfinished"), "{}", killed.all());
    // The worker that continues that file removes the unfinished line.
    done("work DIR/tasks -q -o DIR/killed", path);
    assert_eq!(done("gather DIR/tasks DIR/killed -q", path), "92\n");
}

#[test]
fn a_second_count_that_differs_is_an_error_that_names_both() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    done("split queens 8 --tasks 10 -q -o DIR/tasks", path);
    done("work DIR/tasks -q -o DIR/out", path);
    let records = read(&[&std::fs::read(path.join("tasks")).unwrap()]);
    let OpenTask { id, task, .. } = records.settle().unwrap().open().remove(0);
    let wrong = |rest| TaskTally {
        id,
        prefix: task.prefix.clone(),
        tally: Tally { count: 77u64.into(), ..Tally::default() }.into(),
        rest,
    };
    let write = |name: &str, counted| {
        let lines = [Record::Split(Box::new(records.head().clone())), Record::Tally(counted)];
        let lines = lines.iter().map(|record| record.line(&records.head().split).unwrap() + "\n");
        std::fs::write(path.join(name), lines.collect::<String>()).unwrap();
    };
    // A wrong count of the whole, and one of a part that is larger than the whole.
    write("whole", wrong(Vec::new()));
    let deeper = queens(8).options().map(|option| task.prefix.iter().copied().chain([option]).collect());
    let mut deeper = deeper.map(|prefix| Task { prefix, ..task.clone() });
    write("part", wrong(vec![deeper.find(|task| task.check(&queens(8)).is_ok()).unwrap()]));
    for name in ["whole", "part"] {
        for files in [format!("DIR/{name} DIR/out"), format!("DIR/out DIR/{name}")] {
            let output = words(&format!("gather DIR/tasks {files}"), path).ending(1);
            let said = output.all();
            assert!(output.stdout.is_empty() && said.contains(&format!("task {id} (options ")), "{said}");
            assert!(said.contains(&format!("{name}:2 has 77")) && said.contains("/out:"), "{said}");
        }
    }
}

#[test]
fn what_cannot_be_split_or_shared_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    done("split queens 8 --tasks 10 -q -o DIR/tasks", path);
    for (line, status, part) in [
        ("split queens 8 --up-to-symmetry", 2, "leave --up-to-symmetry out"),
        ("split file -", 2, "standard input cannot be"),
        ("split queens 8 --tasks 0", 2, "a whole number from 1 to "),
        ("work DIR/tasks --shard 0/4", 2, "a shard is written like 3/64"),
        ("work DIR/tasks --shard 5/4", 2, "a shard is written like 3/64"),
        ("work DIR/tasks --run DIR/x", 2, "--run cannot be used with work"),
    ] {
        let output = words(line, path);
        assert_eq!(output.status.code(), Some(status), "{line}: {}", output.all());
        assert!(output.all().contains(part), "{line}: {}", output.all());
    }
    let file: PathBuf = path.join("busy");
    let lock = std::fs::File::create(&file).unwrap();
    lock.lock().unwrap();
    let busy = words("work DIR/tasks -o DIR/busy", path).ending(1);
    assert!(busy.all().contains("in use by another process"), "{}", busy.all());
}

/// Standard input, and a problem in a file that changes.
#[test]
fn tasks_come_from_standard_input_and_belong_to_the_problem_they_were_made_of() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    done("convert queens 8 --to dlx -o DIR/p.dlx", path);
    let tasks = done("split file DIR/p.dlx --tasks 10 -q", path);
    let tallies = fed("work - -q", &tasks).ending(0);
    let all = tasks.clone() + &tallies.printed();
    assert_eq!(fed("gather - -q", &all).all(), "92\n");
    done("convert queens 9 --to dlx -o DIR/p.dlx", path);
    let changed = fed("work -", &tasks).ending(2);
    assert!(changed.all().contains("is not what it was when it was split"), "{}", changed.all());
}

/// The scripts for clusters with a stand-in for what runs them: all shards, side by side, as each manager numbers them.
#[test]
fn scripts_for_clusters_run_all_shards() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let hq = "#!/bin/sh\nwhile [ \"$1\" != -- ]; do shift; done; shift\nfor HQ_TASK_ID in 1 2 3; do export HQ_TASK_ID; \"$@\"; done\n";
    let each = |variables: &str, first: usize, command: &str| {
        let numbers: Vec<String> = (first..first + 3).map(|number| number.to_string()).collect();
        format!(
            "for k in {}; do {variables} {command} & pids=\"$pids $!\"; done; for p in $pids; do wait $p || exit 1; done",
            numbers.join(" ")
        )
    };
    let slurm = "SLURM_ARRAY_TASK_ID=$k SLURM_ARRAY_TASK_COUNT=3 SLURM_CPUS_PER_TASK=1 SLURM_SUBMIT_DIR=.";
    for script in [
        each(slurm, 1, "sh cluster/slurm.sbatch"),
        each("SHARDS=3 JOB_COMPLETION_INDEX=$k", 0, "sh cluster/shard -j 1"),
        "SHARDS=3 cluster/hyperqueue".into(),
    ] {
        let folder = tempfile::tempdir().unwrap();
        done("split queens 11 --tasks 40 -q -o DIR/q.tasks", folder.path());
        let fake = file_in(&folder, "hq", hq);
        let script = format!("chmod +x '{fake}'; {script}");
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", &script]).current_dir(root).env("DLX_COUNT", env!("CARGO_BIN_EXE_dlx-count"));
        shell.env("TASKS", folder.path().join("q.tasks"));
        let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
        let output = shell.env("PATH", path).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{script}: {}", output.all());
        let all = "gather DIR/q.tasks DIR/q.tasks.1 DIR/q.tasks.2 DIR/q.tasks.3 -q";
        assert_eq!(done(all, folder.path()), "2680\n", "{script}");
    }
    let yaml = std::fs::read_to_string(root.join("cluster/kubernetes.yaml")).unwrap();
    assert!(yaml.contains("completionMode: Indexed") && yaml.contains("/counts/shard"));
}
