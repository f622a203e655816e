//! What commands say of what they refuse, have not done, or do not know.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use serde_json::Value;

use crate::cli::{Said, file_in, program, run, told, words};

/// A file with this text in a new folder.
fn file(name: &str, text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = file_in(&folder, name, text);
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
            assert_eq!(output.status.code(), Some(2), "{verb} {source:?}: {}", output.said());
            assert!(output.said().contains("leave --up-to-symmetry out"), "{verb}: {}", output.said());
            assert!(output.stdout.is_empty(), "{verb} {source:?}");
            let help = run(&format!("{verb} {} --help", source[0]));
            assert!(!help.printed().contains("symmetry"), "{verb} {source:?}");
        }
    }
}

#[test]
fn a_tally_that_is_stopped_says_so() {
    let words = "tally queens 16 -j 1 --memory 1MB --time-limit 700ms";
    let (text, said) = told(&format!("{words} --by r1"));
    assert!(said.contains("at least") && said.contains("(not complete: stopped by the time limit)"), "{said}");
    assert!(text.lines().skip(1).all(|line| line.contains("at least")), "{text}");
    let output = run(&format!("{words} --by r1 --json")).ending(3);
    let rows: Vec<Value> = output.printed().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(!rows.is_empty() && rows.iter().all(|row| row["complete"] == false && row["ending"] == "time-limit"));
    assert!(run(&format!("{words} --by r1 --csv")).stdout.ends_with(b",false\n"));
    for (option, what) in [("--modulo 7", "residue"), ("--weight *=1/2", "weight")] {
        let (text, said) = told(&format!("{words} {option}"));
        assert!(text.is_empty() && said.contains(&format!("the {what} of a part says nothing")), "{text}{said}");
        let row: Value = serde_json::from_str(&told(&format!("{words} {option} --json")).0).unwrap();
        assert_eq!((&row[what], &row["complete"]), (&Value::Null, &Value::Bool(false)));
    }
    let row: Value = serde_json::from_str(&told("tally queens 6 --modulo 3 --json").0).unwrap();
    assert_eq!((row["residue"].as_str(), row["complete"].as_bool()), (Some("1"), Some(true)));
}

/// Options that a demand has taken out are not those without a primary item.
#[test]
fn demands_make_no_useless_options() {
    for words in ["queens 8 --forbid a1", "queens 8 --select #0"] {
        assert_eq!(told(words).1, "", "{words}");
    }
}

/// The pages that a page names, with hyphens as roff writes them.
fn named(page: &str) -> BTreeSet<String> {
    let page = page.replace("\\-", "-");
    let ends = page.match_indices("(1)").map(|(place, _)| place);
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
    ends.map(|end| page[..end].rsplit(|c| !is_part(c)).next().unwrap().to_owned()).collect()
}

#[test]
fn pages_name_pages_that_there_are() {
    let folder = tempfile::tempdir().unwrap();
    assert!(words(&["man", "-o", folder.path().to_str().unwrap()]).status.success());
    let pages: BTreeSet<String> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap().trim_end_matches(".1").to_owned())
        .collect();
    assert!(pages.contains("dlx-count-sudoku-rate") && !pages.contains("dlx-count-help"));
    for name in &pages {
        let page = std::fs::read_to_string(folder.path().join(format!("{name}.1"))).unwrap();
        for heading in ["NAME", "SYNOPSIS", "EXAMPLES", "\"EXIT STATUS\"", "\"SEE ALSO\""] {
            assert!(page.contains(&format!("\n.SH {heading}\n")), "{name} has no {heading}");
        }
        let others = named(&page);
        assert!(!others.is_empty() && others.is_subset(&pages), "{name}: {:?}", others.difference(&pages));
        assert!(!others.contains(name), "{name}");
        assert!(page.contains(concat!("\"dlx-count ", env!("CARGO_PKG_VERSION"))), "{name} has no foot");
        assert_eq!(page.matches("\n.TP\n.TP\n").count() + page.matches("\n.SH\n").count(), 0, "{name}");
    }
    let (page, _) = told("man solve");
    assert!(page.contains("[\\fB\\-\\-limit\\fR \\fIN\\fR]"), "{page}");
    assert!(told("man sudoku-rate").0.contains("sudoku rate"));
    assert!(told("man queen").1.contains("did you mean `queens`?"));
}

/// What is not known any more is not said to have taken no time, and what is asked now goes before what was asked then.
#[test]
fn rows_of_a_run_that_is_repeated_have_no_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.run");
    let path = path.to_str().unwrap();
    let fresh = told(&format!("table queens 4..6 --run {path} --csv")).0;
    let seconds = |text: &str| text.lines().skip(1).map(|line| line.split(',').nth(3).unwrap().to_owned()).collect();
    let times: Vec<String> = seconds(&fresh);
    assert!(times.iter().all(|time| time.parse::<f64>().unwrap() > 0.0), "{fresh}");
    for words in [format!("resume {path}"), format!("table queens 4..6 --run {path} --csv")] {
        let again: Vec<String> = seconds(&told(&words).0);
        assert_eq!(again, ["", "", ""], "{words}");
    }
    let grown: Vec<String> = seconds(&told(&format!("table queens 4..7 --run {path} --csv")).0);
    assert!(grown[2].is_empty() && !grown[3].is_empty(), "{grown:?}");
    let rows = told(&format!("resume {path} --json")).0;
    let row: Value = serde_json::from_str(rows.lines().next().unwrap()).unwrap();
    assert_eq!((&row["count"], &row["seconds"]), (&Value::from("2"), &Value::Null));
}

#[test]
fn puzzles_that_are_not_counted_are_not_said_to_be_unsound() {
    let said = told("sudoku tests/data/sudoku/three.txt --time-limit 0s").1;
    assert!(said.contains("0 of 3 problems have exactly one solution; 3 were not counted to the end"), "{said}");
    let (_folder, path) = file("empty.txt", &format!("{}\n", ".".repeat(81)));
    let rated: Value = serde_json::from_str(&told(&format!("sudoku rate {path} --json")).0).unwrap();
    let rating = &rated["rating"];
    assert_eq!(
        (&rating["unique"], &rating["at_least"], &rating["solutions"]),
        (&Value::Bool(false), &2.into(), &Value::Null)
    );
}

/// A limit on the time of an audit is one of the whole.
#[test]
fn an_audit_ends_when_its_time_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.run");
    let path = path.to_str().unwrap();
    assert!(run(&format!("queens 10 --engine bits --no-merging --run {path} -j 2")).status.success());
    let output = run(&format!("audit {path} --sample 100% --time-limit 0s")).ending(3);
    assert!(output.printed().contains(": 0 of"), "{}", output.printed());
    for share in ["0%", "5"] {
        assert_eq!(words(&["audit", path, "--sample", share]).status.code(), Some(2), "{share}");
    }
}

#[test]
fn an_estimate_of_nothing_says_why() {
    let (text, said) = told("estimate polyomino 5x11 --pieces pentominoes");
    assert_eq!(text, "polyomino 5x11 --pieces pentominoes: 0 solutions\n");
    assert!(said.contains("nothing to count: the pieces cover 60 cells, the board has 55"), "{said}");
    assert_eq!(told("estimate polyomino 5x11 --pieces pentominoes -q"), ("0\n".into(), String::new()));
}

/// What a file says is shown, and does not steer the terminal.
#[test]
fn messages_have_no_control_characters() {
    let (_folder, path) = file("p.dlx", "a b\nq\u{1b}[2J\n");
    let (_other, script) = file("p.rhai", "throw \"\u{1b}[2J\";\n");
    for words in [["file", path.as_str()], ["script", script.as_str()]] {
        let output = program().args(words).output().unwrap().ending(2);
        let said = output.said();
        assert!(said.contains("[2J") && !said.contains('\u{1b}'), "{said:?}");
    }
}

#[test]
fn files_are_found_by_names_of_all_kinds() {
    let folder = tempfile::tempdir().unwrap();
    let script = file_in(&folder, "two.rhai", "item(\"a\"); option([\"a\"]); option([\"a\"]);");
    assert_eq!(told(&format!("{script} -q")).0, "2\n");
    for name in [b"odd\xff.dlx".as_slice(), b"-x.dlx"] {
        let name = OsStr::from_bytes(name);
        std::fs::write(folder.path().join(name), "a\na\n").unwrap();
        for before in [&["--"][..], &["solve", "--"]] {
            let output = program().current_dir(folder.path()).args(before).arg(name).output().unwrap();
            assert_eq!(output.status.code(), Some(0), "{name:?}: {}", output.said());
        }
    }
    let odd = OsStr::from_bytes(b"odd\xff.dlx");
    let output = program().current_dir(folder.path()).arg(odd).arg("-q").output().unwrap();
    assert_eq!(output.printed(), "1\n", "{}", output.said());
    assert!(words(&["--", "-none.dlx"]).said().contains("cannot read -none.dlx"));
    assert!(told("split table queens 8").1.contains("`table` is a verb, and a source should stand here"));
    assert!(told("rate puzzles.txt").1.contains("dlx-count sudoku rate"));
}

#[test]
fn a_hyphen_is_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let outputs = ["convert queens 4 -o -", "split queens 4 -o -"].map(|words| {
        let output = program().current_dir(folder.path()).args(words.split(' ')).output().unwrap();
        assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(0), false), "{words}");
        output.stdout
    });
    assert_eq!(outputs[0], run("convert queens 4").stdout);
    let refused = ["queens 4 --run -", "man -o -", "gallery queens 4 -o -"];
    for words in refused {
        let output = program().current_dir(folder.path()).args(words.split(' ')).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{words}");
    }
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
}

#[test]
fn a_limit_of_no_solutions_is_refused_everywhere() {
    for words in ["queens 6", "solve queens 6", "table queens 4..6", "gallery queens 6 -o /tmp/never.html"] {
        assert_eq!(run(&format!("{words} --limit 0")).status.code(), Some(2), "{words}");
    }
    assert!(told("gallery queens 3 -o /tmp/dlx-no-queens.html").1.contains(": no solution"));
}
