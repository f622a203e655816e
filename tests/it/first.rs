//! The first minutes with the program: what people type before they know it, and what they get.

use std::process::Output;

use serde_json::Value;

use crate::cli::{Said, fed, file_in, made, run, words};

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn a_file_needs_no_word_before_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = &file_in(&folder, "problem.dlx", "a b | s\na s\nb\na b\n");
    for before in [&[][..], &["-q"], &["solve"], &["estimate", "--samples", "9"], &["convert"]] {
        let with = |source: &[&str]| words(&[before, source].concat());
        let (plain, full) = (with(&[path]), with(&["file", path]));
        assert_eq!(plain.status.code(), Some(0), "{before:?}: {}", plain.said());
        assert_eq!(plain.stdout.is_empty(), full.stdout.is_empty(), "{before:?}");
    }
    assert_eq!(words(&[path, "-q", "--threads", "2"]).printed(), "2\n");
    assert_eq!(fed("-q -", "a b\na\nb\n").printed(), "1\n");
    assert_eq!(fed("- -q", "a b\na\nb\n").printed(), "1\n");
    // The same word once as the value of an option, once as the file; and a kept run goes on.
    let kept = folder.path().join("kept.run");
    let kept = kept.to_str().unwrap();
    assert_eq!(words(&["--run", kept, path, "-q"]).printed(), "2\n");
    assert_eq!(words(&["resume", kept, "-q"]).printed(), "2\n");
    assert_eq!(words(&["--select", path, path]).status.code(), Some(2));
    assert!(words(&["--select", path, path]).said().contains("no option is called"));
    let near = format!("{path}x");
    for (stranger, what, help) in [
        ("quens", "`quens` is not a verb, source or file", "did you mean `queens`?"),
        ("Queens", "`Queens` is not a verb", "did you mean `queens`?"),
        ("problem.dl", "there is no file `problem.dl`", "without a file"),
        (&near, "there is no file", path),
        ("src", "`src` is a folder", "name a file"),
    ] {
        let output = words(&[stranger, "8"]).ending(2);
        assert!(output.said().contains(what) && output.said().contains(help), "{}", output.said());
    }
    assert!(run("solve quens 8").said().contains("did you mean `queens`?"));
}

#[test]
fn a_board_that_is_none_is_said_to_be_none() {
    let output = run("polyomino nofile.txt --pieces dominoes").ending(2);
    let message = output.said();
    assert!(message.contains("`nofile.txt` is not a board, and there is no such file"), "{message}");
    assert!(message.contains("ROWSxCOLUMNS"), "{message}");
}

#[test]
fn what_is_impossible_says_why_and_what_would_help() {
    for words in ["polyomino 8x8 --pieces dominoes", "solve polyomino 8x8 --pieces dominoes"] {
        let output = run(words);
        assert_eq!(output.status.code(), Some(0), "{words}");
        let message = output.said();
        assert!(message.contains("the pieces cover 2 cells, the board has 64 (--reuse"), "{words}: {message}");
        assert!((output.printed() + &message).contains(": 0 solutions"), "{words}: {message}");
    }
    // Nothing helps where no number of pieces fits; and no search is begun that would take hours.
    assert!(!run("polyomino 3x3 --pieces tetrominoes").said().contains("--reuse"));
    let output = run("sample polyomino 5x11 --pieces pentominoes");
    assert!(output.said().contains("no solution to draw: the pieces cover 60 cells"), "{}", output.said());
    let (_folder, page) = made(&["gallery", "polyomino", "5x11", "--pieces", "pentominoes"], "-o", "none.html");
    assert!(std::fs::read_to_string(page).unwrap().contains("<p>no solution</p>"));
}

#[test]
fn a_puzzle_may_stand_instead_of_a_file() {
    assert_eq!(run(&format!("sudoku {EASY} -q")).printed(), "1\n");
    assert_eq!(run("sudoku 1.....3........4 -q").printed(), run("sudoku 1.....3........4 --box 2x2 -q").printed());
    assert_eq!(run(&format!("sudoku {} -q", "0".repeat(36))).printed(), "28200960\n");
    assert!(run(&format!("solve sudoku {EASY} -q")).printed().starts_with("534678912"));
    assert!(run(&format!("sudoku rate {EASY}")).printed().contains("singles suffice"));
    let twice = run(&format!("sudoku 5{}", &EASY[..80])).ending(2);
    assert!(twice.said().contains("the puzzle:1:2: this 5 contradicts the 5 in row 1, column 1"), "{}", twice.said());
    assert!(run(&format!("sudoku {}", &EASY[..80])).said().contains("80 symbols in a line"));
    assert!(run("sudoku no-such-file.txt").said().contains("cannot read no-such-file.txt"));
}

#[test]
fn standard_input_is_read_once() {
    let board = "....\n....\n....\n";
    let solved = fed("solve polyomino @- --pieces dominoes --reuse --limit 1 -q", board);
    assert_eq!(solved.printed().lines().count(), 4, "{}", solved.said());
    let table = fed("table polyomino 2..4x3 --pieces @- --reuse --csv -j 1", "AA\n\nB\n");
    assert_eq!(table.printed().lines().count(), 4, "{}", table.said());
    let twice = fed("polyomino @- --pieces @-", board).ending(2);
    assert!(twice.said().contains("only once"));
    let kept = fed("polyomino @- --pieces dominoes --run no.run", board);
    assert!(kept.status.code() == Some(2) && kept.said().contains("standard input cannot be"));
}

#[test]
fn chance_says_its_seed() {
    let drawn = |output: &Output| {
        let message = output.said();
        let seed = message.split("--seed ").nth(1).unwrap_or_else(|| panic!("{message}")).split(' ').next().unwrap();
        seed.to_owned()
    };
    for words in [
        "sample polyomino 6x6 --pieces dominoes --reuse --count 2 --json -j 1",
        "solve queens 9 --shuffle --in-order --limit 2 --json",
        "sudoku generate --box 2x2 --count 2 --json",
    ] {
        let first = run(words);
        let seed = drawn(&first);
        let again = run(&format!("{words} --seed {seed}"));
        assert_eq!(first.printed(), again.printed(), "{words}");
        assert!(!again.said().contains("at random"), "{words}");
        let object: Value = serde_json::from_str(first.printed().lines().next().unwrap()).unwrap();
        assert_eq!(object["seed"].to_string(), seed, "{words}");
    }
    let quiet = run("sudoku generate --box 2x2 -q");
    assert!(quiet.stderr.is_empty(), "{}", quiet.said());
    assert!(!run("solve queens 6 --in-order --json").said().contains("--seed"));
}

#[test]
fn options_that_a_verb_does_not_heed_are_refused() {
    for (words, part) in [
        ("sudoku generate --select x", "--select cannot be used with sudoku generate"),
        ("trace queens 4 --engine bits -o q.html", "--engine cannot be used with trace"),
        ("completions bash --select x", "--select cannot be used with completions"),
        ("--select x man", "--select cannot be used with man"),
        ("solve queens 8 --engine bits", "only to find the best solutions"),
        ("trace queens 4 --time-limit 2s -o q.html", "--time-limit cannot be used with trace"),
        ("verify --run f", "it can be used with a count, table"),
        ("convert queens 8 -j 2", "--to zdd"),
    ] {
        let output = run(words);
        assert_eq!(output.status.code(), Some(2), "{words}");
        assert!(output.said().contains(part), "{words}: {}", output.said());
    }
    let diagram = run("convert queens 6 --to zdd -j 2");
    assert_eq!(diagram.printed(), run("convert queens 6 --to zdd -j 1").printed());
}

/// A drawing of 25 million cells in one line, in little memory: what cannot fit is refused before anything is made of it.
#[test]
fn drawings_and_matrices_without_end_are_given_up() {
    let endless = |arguments: &str| {
        let program = env!("CARGO_BIN_EXE_dlx-count");
        let script =
            format!("head -c 11000000 /dev/zero | tr '\\0' \"$0\" | (ulimit -v 400000; {program} {arguments})");
        let sign = if arguments.contains("pieces @-") {
            "A"
        } else if arguments.starts_with("file") {
            "1"
        } else {
            "."
        };
        std::process::Command::new("sh").args(["-c", &script, sign]).output().unwrap()
    };
    for (arguments, part) in [
        ("polyomino 4x4 --pieces @- --reuse", "standard input:1:100001: the pieces have more than 100000 cells"),
        ("polyomino @- --pieces dominoes --reuse", "standard input:1:100001: the board @- is too large"),
        ("sudoku -", "standard input:1:1: more than 1225 symbols in a line"),
        ("file - --input-format matrix", "standard input:1:10000001: a row has more than 10000000 columns"),
    ] {
        let output = endless(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {}", output.said());
        assert!(output.said().contains(part), "{arguments}: {}", output.said());
    }
}
