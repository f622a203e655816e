//! What commands say of what they refuse, have not done, or do not know.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::process::Output;

use serde_json::Value;

use crate::cli::{program, run, told, words};

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A file with this text in a new folder.
fn file(name: &str, text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

/// A verb that is about a problem, or all of its solutions, says so instead of doing that under the name of another question.
#[test]
fn verbs_about_a_problem_take_no_symmetry() {
    for verb in ["estimate", "scale", "convert", "trace", "tally", "split"] {
        let rest: &[&str] = match verb {
            "trace" => &["-o", "/tmp/never.html"],
            "tally" => &["--by", "*"],
            _ => &[],
        };
        for source in [&["queens", "6", "--up-to-symmetry"][..], &["latin", "4", "--symmetry", "main"]] {
            let output = words(&[&[verb][..], source, rest].concat());
            assert_eq!(output.status.code(), Some(2), "{verb} {source:?}: {}", stderr(&output));
            assert!(stderr(&output).contains("leave --up-to-symmetry out"), "{verb}: {}", stderr(&output));
            assert!(output.stdout.is_empty(), "{verb} {source:?}");
            let help = run(&format!("{verb} {} --help", source[0]));
            assert!(!stdout(&help).contains("symmetry"), "{verb} {source:?}");
        }
    }
}

#[test]
fn an_estimate_of_nothing_says_why() {
    let (text, said) = told("estimate polyomino 5x11 --pieces pentominoes");
    assert_eq!(text, "polyomino 5x11 --pieces pentominoes: 0 solutions\n");
    assert!(said.contains("nothing to count: the pieces cover 60 cells, the board has 55"), "{said}");
    assert_eq!(told("estimate polyomino 5x11 --pieces pentominoes -q"), ("0\n".into(), String::new()));
}
