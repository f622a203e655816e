//! The program as its users run it.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

use serde_json::Value;

/// The program, which hears signals as if it was started at a terminal.
pub fn program() -> Command {
    hand_down_signals();
    let mut command = Command::new(env!("CARGO_BIN_EXE_dlx-count"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).stdin(Stdio::null());
    command
}

/// Programs inherit which signals are ignored, and tests that run under `nohup`, or in the background of a script, ignore some. Programs do not inherit handlers, so signals that were ignored are given one that does nothing.
/// (To reset them between fork and exec took a copy of the page tables of the tests for each program: a tenth of the time of all tests.)
#[cfg(unix)]
fn hand_down_signals() {
    extern "C" fn nothing(_: libc::c_int) {}
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        for signal in [libc::SIGHUP, libc::SIGINT, libc::SIGTERM] {
            let handler: extern "C" fn(libc::c_int) = nothing;
            // SAFETY: a handler that does nothing may be called at any moment, and what was there before comes back.
            unsafe {
                let before = libc::signal(signal, handler as libc::sighandler_t);
                if before != libc::SIG_IGN {
                    libc::signal(signal, before);
                }
            }
        }
    });
}

#[cfg(not(unix))]
fn hand_down_signals() {}

/// Starts a command whose output is read here.
pub fn begun(command: &mut Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Runs these words with this text on standard input.
pub fn fed(words: &str, text: &str) -> Output {
    let mut child = begun(program().args(words.split_whitespace()).stdin(Stdio::piped()));
    // A program that refuses its words does not read.
    let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
    ended(child)
}

/// Sends a signal, such as `INT`.
pub fn send(signal: &str, child: &Child) {
    assert!(Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap().success());
}

/// A child that has not ended after this time never will.
const FOR_EVER: Duration = Duration::from_secs(300);

/// What a child says until it ends. If it does not, it is killed, and the test fails.
pub fn ended(child: Child) -> Output {
    let (id, (sender, ends)) = (child.id(), channel());
    std::thread::spawn(move || sender.send(child.wait_with_output()));
    ends.recv_timeout(FOR_EVER).map_or_else(
        |_| {
            let _ = Command::new("kill").args(["-KILL", &id.to_string()]).status();
            panic!("the program does not end")
        },
        Result::unwrap,
    )
}

/// Runs these words, each as it stands.
pub fn words(arguments: &[&str]) -> Output {
    program().args(arguments).output().unwrap()
}

/// Runs these words with the path of a new file behind them; the file, and the folder that it goes with.
pub fn made(arguments: &[&str], option: &str, name: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    words(&[arguments, &[option, path.to_str().unwrap()]].concat()).ending(0);
    (folder, path)
}

/// Runs the program with these words.
pub fn run(words: &str) -> Output {
    program().args(words.split_whitespace()).output().unwrap()
}

/// What a child has printed and said, as text.
pub trait Said {
    /// On standard output.
    fn printed(&self) -> String;

    /// On standard error.
    fn said(&self) -> String;

    /// Both in one text.
    fn all(&self) -> String {
        self.printed() + &self.said()
    }

    /// What it has printed, as JSON.
    fn json(&self) -> Value {
        serde_json::from_str(&self.printed()).unwrap()
    }

    /// The same, if this was its exit status.
    fn ending(self, status: i32) -> Self;
}

impl Said for Output {
    fn printed(&self) -> String {
        String::from_utf8(self.stdout.clone()).unwrap()
    }

    fn said(&self) -> String {
        String::from_utf8(self.stderr.clone()).unwrap()
    }

    #[track_caller]
    fn ending(self, status: i32) -> Self {
        assert_eq!(self.status.code(), Some(status), "{}", self.all());
        self
    }
}

/// What the program prints and says when it is run with these words.
pub fn told(words: &str) -> (String, String) {
    let output = run(words);
    (output.printed(), output.said())
}

/// Writes a file into a folder, and says where it is.
pub fn file_in(folder: &tempfile::TempDir, name: &str, text: impl AsRef<[u8]>) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Both in one text.
pub fn both(words: &str) -> String {
    run(words).all()
}

/// The count in an answer as JSON.
pub fn count(value: &Value) -> u64 {
    value["count"].as_str().unwrap().parse().unwrap()
}

#[test]
fn quiet_is_the_number_alone() {
    let output = run("queens 8 -q");
    assert_eq!((output.printed().as_str(), output.status.code()), ("92\n", Some(0)));
    assert!(output.stderr.is_empty());
}

#[test]
fn json_has_the_count_as_a_string_and_all_figures() {
    let value = run("queens 8 --json --engine links --threads 16").json();
    assert_eq!(value["count"], "92");
    assert_eq!(value["complete"], true);
    assert_eq!(value["problem"]["name"], "queens 8");
    assert_eq!(value["problem"]["fingerprint"].as_str().unwrap().len(), 32);
    assert_eq!((value["problem"]["primary"].as_u64(), value["problem"]["options"].as_u64()), (Some(16), Some(64)));
    assert_eq!((value["engine"].as_str(), value["threads"].as_u64()), (Some("links"), Some(16)));
    for figure in ["tasks", "nodes", "updates", "seconds"] {
        assert!(value[figure].is_number(), "{figure}");
    }
}

#[test]
fn a_problem_is_converted_and_counted_from_standard_input() {
    let text = run("convert queens 6 --to dlx");
    assert!(text.status.success());
    assert_eq!(fed("file - -q", &text.printed()).printed(), "4\n");
}

#[test]
fn limits_end_with_a_lower_bound_and_status_3() {
    for (words, ending) in [
        ("queens 13 --no-merging --engine links --limit 100 -j 1", "count-limit"),
        ("queens 18 --engine links --node-limit 100000", "node-limit"),
        ("queens 18 --engine bits --time-limit 60ms", "time-limit"),
    ] {
        let output = run(&format!("{words} --json"));
        let value = output.json();
        assert_eq!(output.status.code(), Some(3), "{words}");
        assert_eq!((value["complete"].as_bool(), value["ending"].as_str()), (Some(false), Some(ending)), "{words}");
        assert!(count(&value) < 666_090_624, "{words}");
    }
}

#[test]
fn a_limit_of_solutions_is_reached() {
    let value = run("queens 14 --engine links --no-merging -j 2 --limit 1000 --json").json();
    assert!((1000..365_596).contains(&count(&value)));
}

/// Waits until the program has said something.
fn until(child: &mut Child, what: &str) {
    let mut messages = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    while !line.contains(what) {
        line.clear();
        assert!(messages.read_line(&mut line).unwrap() > 0, "the program ended before it said {what}");
    }
}

/// Starts a count too long to end, waits until it says that it has begun, sends the signal.
fn interrupted(signal: &str) -> (Option<i32>, String) {
    let words = "queens 20 --engine bits --json -v";
    let mut child = begun(program().args(words.split_whitespace()));
    until(&mut child, "counting");
    send(signal, &child);
    let output = ended(child);
    (output.status.code(), output.printed())
}

#[test]
fn signals_end_with_the_partial_count() {
    for (signal, status) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let (code, text) = interrupted(signal);
        assert_eq!(code, Some(status), "{signal}");
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((value["complete"].as_bool(), value["ending"].as_str()), (Some(false), Some("interrupted")));
    }
}

/// Who starts it by `nohup` wants it to go on when the terminal is closed.
#[test]
fn nohup_is_heeded() {
    let script = format!("trap '' HUP; exec {} queens 14 --engine links --json -v", program().get_program().display());
    let mut child = begun(Command::new("sh").args(["-c", &script]));
    until(&mut child, "counting");
    send("HUP", &child);
    let output = ended(child);
    assert_eq!((output.status.code(), output.json()["count"].as_str()), (Some(0), Some("365596")));
}

/// Progress for programs: the first word within a moment, and a share that never goes back.
#[test]
fn progress_as_json_only_moves_forward() {
    let output = run("queens 14 --engine links --no-merging --progress json -q -j 2");
    let text = output.said();
    let events: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let done: Vec<f64> = events.iter().map(|event| event["done"].as_f64().unwrap()).collect();
    assert!(!done.is_empty() && done.is_sorted(), "{done:?}");
    assert!(events.iter().all(|event| event["event"] == "progress" && event["busy_threads"].as_u64() <= Some(2)));
    assert!(events[0]["found"].is_string());
}

#[test]
fn progress_of_a_table_counts_its_rows() {
    let output = run("table queens 4..13 --progress json -j 2");
    let text = output.said();
    let events: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let ended: Vec<u64> = events.iter().map(|event| event["ended"].as_u64().unwrap()).collect();
    assert!(!ended.is_empty() && ended.is_sorted() && ended.iter().all(|&ended| ended <= 10), "{ended:?}");
    assert!(events.iter().all(|event| event["all"] == 10 && event["event"] == "progress"));
    assert_eq!(output.printed().lines().count(), 11, "progress goes elsewhere");
}

#[test]
fn the_program_describes_itself() {
    let text = |words: &str| run(words).printed();
    assert!(text("--version").starts_with(concat!("dlx-count ", env!("CARGO_PKG_VERSION"))));
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = text(&format!("completions {shell}"));
        assert!(script.contains("polyomino") && script.contains("time-limit"), "{shell}");
    }
    let folder = tempfile::tempdir().unwrap();
    let completions = folder.path().join("bash");
    std::fs::write(&completions, text("completions bash")).unwrap();
    let completed = |words: &str| {
        let script = format!(
            "source {}; COMP_WORDS=(dlx-count {words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _dlx__count dlx-count \"${{COMP_WORDS[-1]}}\" \"${{COMP_WORDS[-2]}}\"; echo ${{COMPREPLY[@]}}",
            completions.display()
        );
        let output = Command::new("bash").args(["-c", &script]).output().unwrap();
        output.printed().trim().to_owned()
    };
    for (words, completion) in [
        ("tr", "trace"),
        ("trace q", "queens"),
        ("trace queens 8 --ag", "--against"),
        ("queens 8 --engi", "--engine"),
        ("queens 8 --engine fr", "frontier"),
        ("polyomino 6x10 --pieces pento", "pentominoes"),
    ] {
        assert_eq!(completed(words), completion, "{words}");
    }
    let page = text("man");
    assert!(page.contains(".TH dlx-count") && page.contains("polyomino"));
    assert!(text("man solve").contains(".TH dlx-count-solve"));
    assert_eq!(run("man nonsense").status.code(), Some(2));
    assert!(run(&format!("man -o {}", folder.path().join("man1").display())).status.success());
    let pages: Vec<_> =
        folder.path().join("man1").read_dir().unwrap().map(|entry| entry.unwrap().file_name()).collect();
    for page in ["dlx-count.1", "dlx-count-queens.1", "dlx-count-table.1"] {
        assert!(pages.iter().any(|name| name == page), "{page} is not among {pages:?}");
    }
}

/// A kept run hears a signal as any other, says what it has, and what it says is in the file; `resume` then ends it.
#[test]
fn a_signal_leaves_a_kept_run_that_goes_on() {
    for (signal, status) in [("INT", 130), ("TERM", 143)] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("kept.run");
        let file = file.to_str().unwrap();
        let words = ["queens", "14", "--engine", "links", "--no-merging", "-j", "2", "-v", "--json", "--run", file];
        let mut child = begun(program().args(words));
        until(&mut child, "counting");
        send(signal, &child);
        let output = ended(child);
        assert_eq!(output.status.code(), Some(status), "{signal}");
        let partial = output.json();
        let kept: Value = run(&format!("status {file} --json")).json();
        assert_eq!((&kept["count"], &kept["complete"]), (&partial["count"], &Value::Bool(false)));
        assert_eq!(run(&format!("resume {file} -q")).stdout, b"365596\n");
    }
}

#[test]
fn mistakes_in_the_words_are_explained_and_end_with_2() {
    for (words, part) in [
        ("", "Usage"),
        ("quens 8", "queens"),
        ("queens", "<N>"),
        ("queens -3", "-3"),
        ("queens 100000", "the largest is 700"),
        ("queens 8 --engine fast", "links"),
        ("queens 8 --threads 0", "1 to 4096"),
        ("queens 8 --time-limit soon", "30s"),
        ("queens 8 --memory much", "4GiB"),
        ("queens 8 --split-depth deep", "auto"),
        ("queens 8 -q --json", "cannot be used"),
    ] {
        let output = run(words);
        assert_eq!(output.status.code(), Some(2), "{words}");
        let message = output.said();
        assert!(message.contains(part), "{words}: {message}");
    }
}

#[test]
fn files_that_cannot_be_read_end_with_1() {
    for path in ["no-such-file.dlx", "src"] {
        let output = run(&format!("file {path}"));
        assert_eq!(output.status.code(), Some(1), "{path}");
        assert!(output.said().contains(path));
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn published_counts_are_verified() {
    let output = run("verify --up-to 3 --node-limit 500").ending(0);
    let printed = output.printed();
    assert!(printed.contains(" right, 0 wrong, "));
    let lines: Vec<&str> = printed.lines().filter(|line| line.starts_with("langford 3 --up-to-reversal ")).collect();
    assert_eq!(lines.len(), dlx_count::EngineKind::ALL.len(), "one line for each engine");
    assert!(lines.iter().all(|line| line.contains(" ok ")));
    let (lines, _) = told("verify --family partition --up-to 60");
    let (counts, sum): (Vec<&str>, Vec<&str>) = lines.lines().partition(|line| line.contains(" ok "));
    assert!(
        !counts.is_empty() && counts.iter().all(|line| line.starts_with("partition ")) && sum.len() == 1,
        "{lines}"
    );
    assert!(told("verify --family queen").1.contains("there are counts of "));
}

#[test]
fn a_closed_pipe_is_quiet() {
    let mut child = begun(program().args(["convert", "queens", "100"]));
    drop(child.stdout.take());
    let output = ended(child);
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

#[test]
fn useless_options_are_reported() {
    let output = fed("file -", "a | s\na\ns\n");
    assert!(output.printed().contains(": 1 solution\n"));
    assert!(output.said().contains("1 of 2 options has no primary item and is never chosen"));
}

/// What cannot be printed is an error, whether the output was closed or is full; help and streams, too.
#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    for arguments in ["queens 8", "--help", "queens --help", "--version", "solve queens 6", "convert queens 4"] {
        for behind in [">&-", ">/dev/full"] {
            let line = format!("exec \"$0\" {arguments} {behind}");
            let mut shell = Command::new("sh");
            let output = shell.args(["-c", &line, env!("CARGO_BIN_EXE_dlx-count")]).output().unwrap();
            let said = output.said();
            assert!(said.contains("cannot write standard output"), "{line}: {said}");
            assert_eq!(output.status.code(), Some(1), "{line}: {said}");
        }
    }
}

/// A name cannot steer the terminal.
#[test]
fn control_characters_in_names_are_written_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = &file_in(&folder, "steers.dlx", "a\u{1b}[2J b\na\u{1b}[2J\nb\n");
    for line in [&["solve", path][..], &[path, "--forbid", "a\u{1b}[2J"], &["solve", path, "--as", "json"]] {
        let output = words(line);
        assert_eq!(output.status.code(), Some(0), "{line:?}");
        assert!(!output.stdout.contains(&0x1b) && !output.stderr.contains(&0x1b), "{line:?}: {output:?}");
    }
}

/// What aborts the program is seen by who started it: only want of memory ends with a message and status 1.
#[cfg(unix)]
#[test]
fn an_abort_is_an_abort() {
    use std::os::unix::process::ExitStatusExt;
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -c 0; exec \"$0\" queens 27 -v", env!("CARGO_BIN_EXE_dlx-count")]);
    let mut child = shell.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    // It has begun when it has said so.
    child.stderr.as_mut().unwrap().read_exact(&mut [0]).unwrap();
    send("ABRT", &child);
    assert_eq!(child.wait().unwrap().signal(), Some(6));
}
