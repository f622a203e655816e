//! The house rules that can be read off the sources.

use std::fs;
use std::path::{Path, PathBuf};

/// What each room may import, besides itself.
const ROOMS: [(&str, &[&str]); 15] = [
    ("problem", &[]),
    ("tally", &["problem"]),
    ("engine", &["problem", "tally"]),
    ("symmetry", &["problem"]),
    ("family", &["problem", "symmetry", "format"]),
    ("format", &["problem"]),
    ("parallel", &["problem", "tally", "engine", "symmetry"]),
    ("session", &["problem", "tally", "engine", "symmetry", "parallel"]),
    ("picture", &["problem", "family"]),
    ("trace", &["problem", "family", "picture"]),
    ("puzzle", &["problem", "engine", "family"]),
    ("job", &["problem", "parallel"]),
    ("store", &["problem", "tally", "engine", "parallel", "job"]),
    ("report", &["problem", "tally"]),
    (
        "cli",
        &[
            "problem", "tally", "engine", "symmetry", "family", "format", "job", "parallel", "picture", "puzzle",
            "report", "session", "store", "trace",
        ],
    ),
];

pub fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            files.push((path, text));
        }
    }
    files
}

pub fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The lines of a file that are compiled into the program: no comments, no tests.
pub fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let end = text.find("#[cfg(test)]\nmod tests").unwrap_or(text.len());
    text[..end].lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"))
}

#[test]
fn imports_go_downward() {
    let mut wrong = Vec::new();
    for (room, below) in ROOMS {
        for (path, text) in sources(&src().join(room)) {
            for (number, line) in code(&text) {
                for target in line.split("crate::").skip(1) {
                    let target: String = target.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                    if target != room && ROOMS.iter().any(|(name, _)| *name == target) && !below.contains(&&*target) {
                        wrong.push(format!("{}:{}: {room} uses {target}", path.display(), number + 1));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_room_is_in_the_list() {
    let rooms = fs::read_dir(src()).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    for room in rooms {
        let name = room.file_name().unwrap().to_str().unwrap().to_owned();
        assert!(ROOMS.iter().any(|(known, _)| *known == name), "{name} has no rule");
    }
}

#[test]
fn only_the_command_line_prints_and_asks_the_environment() {
    for (path, text) in sources(&src()) {
        if path.starts_with(src().join("cli")) {
            continue;
        }
        for word in ["println!", "print!(", "eprintln!", "std::env", "process::exit", "dbg!("] {
            let line = code(&text).find(|(_, line)| line.contains(word));
            assert!(line.is_none(), "{}: {word} in line {}", path.display(), line.unwrap().0 + 1);
        }
    }
}

#[test]
fn only_the_parallel_room_starts_threads() {
    for (path, text) in sources(&src()).into_iter().filter(|(path, _)| !path.starts_with(src().join("parallel"))) {
        let starts = code(&text).any(|(_, line)| line.contains("ThreadPoolBuilder") || line.contains("thread::spawn"));
        assert!(!starts, "{}", path.display());
    }
}

#[test]
fn files_open_with_their_idea_and_nothing_is_left_undone() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    for (path, text) in sources(&src()).into_iter().chain(sources(&tests)) {
        assert!(text.starts_with("//!") || text.starts_with("#![doc"), "{} says not what it is", path.display());
        for word in [concat!("to", "do!("), concat!("unimple", "mented!("), concat!("#[ign", "ore")] {
            assert!(!text.contains(word), "{}: {word}", path.display());
        }
    }
    assert!(fs::read_to_string(src().join("main.rs")).unwrap().lines().count() <= 40);
}

#[test]
fn every_unsafe_block_says_why() {
    for (path, text) in sources(&src()) {
        let lines: Vec<&str> = text.lines().collect();
        for (number, line) in lines.iter().enumerate().filter(|(_, line)| line.contains("unsafe {")) {
            let above = &lines[number.saturating_sub(5)..=number];
            assert!(above.iter().any(|line| line.contains("SAFETY")), "{}:{}: {line}", path.display(), number + 1);
        }
    }
}
