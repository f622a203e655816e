//! The `table` verb, and many puzzles at once.

use std::process::Output;

use serde_json::Value;

use crate::cli::{Said, run};

fn rows(output: &Output) -> Vec<Vec<String>> {
    output.printed().lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

#[test]
fn rows_come_in_order_and_symmetric_boards_agree() {
    for threads in ["1", "7"] {
        let output = run(&format!("table polyomino 1..6x1..6 --pieces dominoes --reuse --csv -j {threads}")).ending(0);
        assert!(output.printed().starts_with("rows,columns,count,complete,seconds,engine\n"));
        let rows = rows(&output);
        let places: Vec<(usize, usize)> =
            rows.iter().map(|row| (row[0].parse().unwrap(), row[1].parse().unwrap())).collect();
        assert_eq!(places, (1..=6).flat_map(|r| (1..=6).map(move |c| (r, c))).collect::<Vec<_>>());
        let count = |r: usize, c: usize| rows[(r - 1) * 6 + c - 1][2].as_str();
        assert_eq!(
            [count(6, 6), count(4, 5), count(5, 4), count(3, 3), count(1, 1), count(2, 1)],
            ["6728", "95", "95", "0", "0", "1"]
        );
    }
}

/// A table of boards is counted in sweeps; the same boards by a tree search, one by one.
#[test]
fn sweeps_and_single_counts_agree() {
    let counts = |words: &str| rows(&run(words)).into_iter().map(|row| row[3].clone()).collect::<Vec<_>>();
    let sweep = counts("table polyomino 1..2x1..3x1..4 --pieces dominoes,O4 --reuse --csv");
    assert_eq!(sweep, counts("table polyomino 1..2x1..3x1..4 --pieces dominoes,O4 --reuse --csv --engine bits"));
    assert_eq!(sweep.len(), 24);
}

#[test]
fn tables_are_checked_against_what_is_published() {
    for words in [
        "table queens 0..9 --check",
        "table langford 1..8 --check --csv",
        "table latin 1..5 --check --markdown",
        "table matching 0,2,4,10 --check",
        "table polyomino 1..10x3 --pieces trominoes --reuse --check",
        "table partition 0..9 --check",
        "table steiner 1,3,5,7,9 --check",
        "table queens 1..8 --up-to-symmetry --check",
    ] {
        let output = run(words);
        assert_eq!(output.status.code(), Some(0), "{words}: {}", output.said());
        let number = output.printed().lines().count();
        assert!(output.said().contains("compared with published counts, 0 wrong"), "{words}: {}", output.said());
        assert!(!output.said().contains(": 0 of"), "{words}");
        assert!(number > 3, "{words}");
    }
}

#[test]
fn a_row_past_its_limit_is_marked_and_the_others_go_on() {
    let output = run("table queens 6,18,7 --node-limit 100000 --engine links --json").ending(3);
    let rows: Vec<Value> = output.printed().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let figures: Vec<(u64, bool)> =
        rows.iter().map(|row| (row["n"].as_u64().unwrap(), row["complete"].as_bool().unwrap())).collect();
    assert_eq!(figures, [(6, true), (7, true), (18, false)]);
    assert_eq!((rows[1]["count"].as_str(), rows[2]["ending"].as_str()), (Some("40"), Some("node-limit")));
}

#[test]
fn mistakes_in_tables_and_families_are_explained() {
    for (words, part) in [
        ("queens 1..8", "dlx-count table"),
        ("table file docs/src/examples/square.dlx", "no parameters"),
        ("table queens 8..1", "empty"),
        ("table queens 699..702", "the largest is 700"),
        ("table polyomino 1..ax3 --pieces dominoes", "1..a"),
        ("table queens 1..9 --csv --markdown", "cannot be used"),
        ("polyomino 6x10", "--pieces"),
        ("polyomino 6y10 --pieces dominoes", "ROWSxCOLUMNS"),
        ("polyomino 0x4 --pieces dominoes", "no cells"),
        ("polyomino 4x4 --pieces tetromines", "did you mean `tetrominoes`"),
        ("polyomino 4x4 --pieces I4,O4 --copies T4=2", "I4, O4"),
        ("polyomino 4x4 --pieces I4 --copies I4=x", "2, 0..3 or 1.."),
        ("polyomino 4x4 --pieces I4 --copies I4", "PIECE=N"),
        ("polyomino 4x4 --pieces I4 --remove 5,1", "not a cell"),
        ("polyomino @tests/data/boards/none.txt --pieces I4", "none.txt"),
        ("queens 8 --placed 1", "row,column"),
        (
            "sudoku tests/data/sudoku/contradiction.txt",
            "contradiction.txt:3:5: this 5 contradicts the 5 in row 2, column 6",
        ),
        ("sudoku tests/data/sudoku/three.txt --box 9x9", "at most 35"),
        ("langford 2000", "the largest is 1000"),
        ("partition 30", "the largest is 20"),
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        let output = run(&words.join(" "));
        let code = if words.iter().any(|word| word.contains("none.txt")) { 1 } else { 2 };
        assert_eq!(output.status.code(), Some(code), "{words:?}: {}", output.said());
        assert!(output.said().contains(part), "{words:?}: {}", output.said());
    }
}

#[test]
fn puzzles_are_counted_in_order() {
    let printed = run("sudoku tests/data/sudoku/three.txt -q -j 3").printed();
    let numbers: Vec<&str> = printed.lines().collect();
    assert_eq!((numbers.len(), numbers[0], numbers[2]), (3, "1", "0"));
    let output = run("sudoku tests/data/sudoku/three.txt --json");
    let counts: Vec<String> = output
        .printed()
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["count"].as_str().unwrap().into())
        .collect();
    assert_eq!(counts, numbers);
    assert!(output.said().contains("1 of 3 problems have exactly one solution"));
}

#[test]
fn impossible_areas_say_why() {
    let output = run("polyomino 5x11 --pieces pentominoes").ending(0);
    assert!(output.printed().contains(": 0 solutions"));
    assert!(output.said().contains("the pieces cover 60 cells, the board has 55"));
}

/// A b-file that was written is read again; a wrong term in it is found, and what is no term is reported with its line.
#[test]
fn b_files_are_written_and_compared() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("b.txt");
    let written = run("table polyomino 2x1..6 --pieces dominoes --reuse --bfile -q");
    assert_eq!(written.printed(), "1 1\n2 2\n3 3\n4 5\n5 8\n6 13\n");
    let compare = |text: &str, source: &str| {
        std::fs::write(&path, text).unwrap();
        run(&format!("table {source} --check {}", path.display()))
    };
    let fibonacci = "polyomino 2x1..6 --pieces dominoes --reuse";
    let good = compare(&format!("# a comment\n\n-1 7\n{}7 021\n", written.printed()), fibonacci);
    assert_eq!(good.status.code(), Some(0), "{good:?}");
    assert!(good.said().contains("6 of 6 rows compared with") && good.said().contains("0 wrong"));
    let bad = compare("1 1\n4 6 # not 5\n", fibonacci).ending(1);
    assert!(bad.said().contains("2 of 6 rows compared") && bad.said().contains("has 6"), "{bad:?}");
    let broken = compare("1 1\n2 two\n", fibonacci).ending(2);
    assert!(broken.said().contains("line 2") && broken.printed().is_empty(), "{broken:?}");
    let twice = compare("1 1\n2 2\n1 1\n", fibonacci);
    assert!(twice.status.code() == Some(2) && twice.said().contains("line 3"), "{twice:?}");
    let wide = compare("1 1\n", "polyomino 1..2x1..2 --pieces dominoes --reuse");
    assert!(wide.status.code() == Some(2) && wide.said().contains("one index"), "{wide:?}");
    // What is not complete is no term.
    let part = run("table queens 8..9 --limit 3 --bfile -q");
    assert!(part.printed().lines().all(|line| line.starts_with("# ")), "{part:?}");
}

/// Nothing compared is no success.
#[test]
fn a_check_that_compares_nothing_says_so() {
    let output = run("table latin 1..3 --mates --check").ending(2);
    assert!(output.said().contains("nothing was compared"), "{output:?}");
}

/// A file of several graphs or puzzles is a table with a row for each; a file of one is none.
#[test]
fn a_file_of_graphs_is_a_table() {
    let folder = tempfile::tempdir().unwrap();
    // A star with five vertices, a cycle of four, and all edges between four: counted by hand.
    let graphs = crate::cli::file_in(&folder, "graphs.g6", "D?{\nCr\nC~\n");
    let table = run(&format!("table matching {graphs} --csv -q")).printed();
    let rows: Vec<&str> = table.lines().map(|line| &line[..4]).collect();
    assert_eq!(rows, ["numb", "1,0,", "2,2,", "3,3,"], "{table}");
    for form in ["--csv", "--markdown", ""] {
        let table = run(&format!("table matching {graphs} {form} -q")).printed();
        let rows: Vec<&str> = table.lines().filter(|line| line.contains("matching graph6:")).collect();
        let is_named = rows.iter().zip(["D?{", "Cr", "C~"]).all(|(row, name)| row.contains(&format!("graph6:{name}")));
        assert!(rows.len() == 3 && is_named && table.lines().next().unwrap().contains("name"), "{table}");
    }
    assert_eq!(run(&format!("table matching {graphs} --bfile -q")).printed(), "1 0\n2 2\n3 3\n");
    // Two graphs that two colors suffice for, and one that takes four.
    let colorings = run(&format!("table coloring {graphs} --colors 2..3 --bfile -q"));
    assert!(colorings.status.code() == Some(2) && colorings.said().contains("one index"), "{colorings:?}");
    let colorings = run(&format!("table coloring {graphs} --colors 2..3 --csv -q")).printed();
    let rows: Vec<&str> = colorings.lines().filter_map(|line| line.split(",true").next()).skip(1).collect();
    assert_eq!(rows, ["2,1,2", "2,2,2", "2,3,0", "3,1,48", "3,2,18", "3,3,0"], "{colorings}");
    let kept = folder.path().join("run");
    for _ in 0..2 {
        let again = run(&format!("table matching {graphs} --bfile -q --run {}", kept.display()));
        assert_eq!(again.printed(), "1 0\n2 2\n3 3\n", "{again:?}");
    }
    let one = run("table matching petersen");
    assert!(one.status.code() == Some(2) && one.said().contains("a file with several graphs"), "{one:?}");
}
