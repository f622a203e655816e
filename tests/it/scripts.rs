//! Scripts: the examples against what is published, mistakes and their places, limits.

use dlx_count::family::{Script, SourceError};
use dlx_count::{EngineKind, Problem};

use crate::cli::{Said, program};
use crate::common::pair;
use crate::oracle;

fn example(name: &str) -> Script {
    let path = format!("{}/examples/scripts/{name}.rhai", env!("CARGO_MANIFEST_DIR"));
    Script::read(&std::fs::read_to_string(&path).unwrap()).unwrap()
}

fn count(problem: &Problem, engine: EngineKind) -> String {
    pair().to_builder().engine(Some(engine)).build().unwrap().count(problem).unwrap().count.to_string()
}

/// Values that are set.
type Set = &'static [(&'static str, &'static str)];

/// Examples with what is set, and their published counts; the head of each example says where.
const PUBLISHED: &[(&str, Set, &str)] = &[
    ("costas", &[("n", "4")], "12"),
    ("costas", &[("n", "5")], "40"),
    ("costas", &[("n", "6")], "116"),
    ("dominoes", &[("rows", "4"), ("columns", "4")], "36"),
    ("dominoes", &[("rows", "6"), ("columns", "6")], "6728"),
    ("golfers", &[], "20160"),
    ("golfers", &[("players", "6"), ("size", "2"), ("weeks", "5")], "720"),
    ("golomb", &[], "4"),
    ("golomb", &[("marks", "6"), ("length", "17")], "8"),
    ("golomb", &[("marks", "5"), ("length", "10")], "0"),
    ("graceful", &[("n", "5")], "8"),
    ("graceful", &[("n", "6")], "24"),
    ("graceful", &[("n", "8")], "40"),
    ("kakuro", &[], "1"),
    // Each row and column comes to ten: a digit but five, and what is missing.
    ("kakuro", &[("puzzle", ": 10: 10: / :10 _ _ / :10 _ _")], "8"),
    ("killer", &[], "1"),
    ("langford", &[], "52"),
    ("langford", &[("n", "8")], "300"),
    ("macmahon", &[("rows", "2"), ("columns", "3"), ("colors", "2")], "0"),
    ("magic", &[], "8"),
    ("nonogram", &[], "1"),
    ("pentominoes", &[("rows", "3"), ("columns", "20")], "8"),
    ("queens", &[], "92"),
    ("queens", &[("n", "9")], "352"),
    ("shifts", &[], "960"),
    // Bob cannot come on Monday, so Ann and Cid do: 2 orders. Of the other days Ann and Bob are together on 2.
    ("shifts", &[("days", "mon tue"), ("people", "Ann=2 Bob=1:tue Cid=1")], "4"),
    ("sudoku", &[], "288"),
    ("sudoku", &[("box", "3"), ("puzzle", PUZZLE)], "1"),
    ("words", &[], "90"),
    ("words", &[("n", "5")], "2040"),
    ("words", &[("list", "sator arepo tenet opera rotas")], "2"),
];

/// The puzzle of the encyclopedias, by its inventor's syndicate.
const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn published_counts_are_recounted_by_two_engines() {
    for &(name, set, published) in PUBLISHED {
        let problem = example(name).problem(set.iter().copied()).unwrap();
        for engine in [EngineKind::Links, EngineKind::Bits] {
            assert_eq!(count(&problem, engine), published, "{name} {set:?} by {}", engine.name());
        }
    }
}

/// 13328 up to the four symmetries of the rectangle and the exchange of the two other colors.
#[test]
fn squares_of_macmahon_are_recounted() {
    let problem = example("macmahon").problem([]).unwrap();
    assert_eq!(count(&problem, EngineKind::Bits), (13328 * 8).to_string());
}

#[test]
fn every_example_is_counted() {
    let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/scripts")).unwrap();
    let names = folder.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter_map(|name| name.strip_suffix(".rhai").map(String::from)).collect();
    names.sort();
    let mut counted: Vec<&str> = PUBLISHED.iter().map(|(name, ..)| *name).collect();
    counted.dedup();
    assert_eq!(names, counted);
}

/// What a script writes is what is counted: against the naive counter, and against the families that ask the same.
#[test]
fn scripts_and_families_agree() {
    for n in 1..7usize {
        let own = example("queens").problem([("n", n.to_string().as_str())]).unwrap();
        assert_eq!(oracle::count(&own), oracle::count(&dlx_count::family::queens(n)), "{n}");
        let own = example("langford").problem([("n", n.to_string().as_str())]).unwrap();
        assert_eq!(oracle::count(&own), oracle::count(&dlx_count::family::langford(n).unwrap()), "{n}");
    }
}

#[test]
fn items_options_labels_and_parameters_are_what_the_script_says() {
    let text = r#"
        let n = param("n", 2);
        let is_red = param("red", true);
        let name = param("name", "s");
        secondary(name);
        for k in 1..=n { item(k); option([k, if is_red { `${name}:red` } else { name }], "take " + k); }
        option([1]);
        label("alone");
    "#;
    let script = Script::read(text).unwrap();
    let problem = script.problem([("n", "3"), ("name", "t")]).unwrap();
    assert_eq!((problem.n_primary(), problem.n_items(), problem.n_options()), (3, 4, 4));
    let labels: Vec<_> = problem.options().map(|option| problem.option_label(option).unwrap()).collect();
    assert_eq!(labels, ["take 1", "take 2", "take 3", "alone"]);
    assert_eq!(oracle::count(&problem), 2);
    assert_eq!(oracle::count(&script.problem([("red", "false")]).unwrap()), 1);
}

/// As editors of one system write it.
#[test]
fn a_byte_order_mark_is_passed_over() {
    let script = Script::read("\u{feff}item(\"a\"); option([\"a\"]);").unwrap();
    assert_eq!(oracle::count(&script.problem([]).unwrap()), 1);
}

#[test]
fn mistakes_have_their_place() {
    let cases = [
        ("let n = 3\nitem(1);", 2, 1, "expecting ';'"),
        ("item(\"a\");\nfn f(k) {\n    option([\"a\", k]);\n}\nf(\"b\");", 3, 5, "unknown item `b`"),
        ("item(\"a\"); item(\"a\");", 1, 12, "named twice"),
        ("item(\"\");", 1, 1, "without a name"),
        ("item(\"a\");\n option([\"a\", \"a\"]);", 2, 2, "twice in this option"),
        ("item(\"a\"); option([\"a:red\"]);", 1, 12, "has a color"),
        ("option([[1]]);", 1, 1, "not a name"),
        ("label(\"x\");", 1, 1, "without an option"),
        ("item(1); option([1]); cost(2); cost(3);", 1, 32, "has a cost already"),
        ("connected(1); connected(2);", 1, 15, "has been said already"),
        ("item(n);", 1, 6, "no variable `n`"),
        ("let n = 1;\nfn f() { item(n); }\nf();", 2, 15, "no variable `n`"),
        ("item(7 / 0);", 1, 8, "division by zero"),
        ("item(9223372036854775807 + 1);", 1, 26, "overflow"),
        ("throw \"no such board\";", 1, 1, "no such board"),
    ];
    for (text, line, column, part) in cases {
        let error = match Script::read(text).map(|script| script.problem([])) {
            Err(error) => error,
            Ok(Err(SourceError::Syntax { error, .. })) => error,
            Ok(other) => panic!("{text}: {other:?}"),
        };
        assert_eq!((error.line, error.column), (line, column), "{text}: {error}");
        assert!(error.what.contains(part), "{text}: {error}");
    }
}

/// What is endless, deep or large ends with a message; and there is no way out of the language.
#[test]
fn a_script_from_elsewhere_is_harmless() {
    let deep = format!("let x = {}1{};", "(".repeat(5000), ")".repeat(5000));
    let cases = [
        ("loop { }", "steps"),
        ("fn f(n) { f(n + 1) } f(0);", "deeply"),
        ("let s = \"x\"; loop { s += s; }", "too large"),
        ("let s = \"x\"; s.pad(1000000000, 'x');", "too large"),
        ("let a = [1]; loop { a += a; }", "too large"),
        ("let a = []; a.pad(1000000000, 1);", "too large"),
        ("let a = []; for k in 0..100 { a = [a, a]; }", "too large"),
        ("let b = blob(1000000000);", "no function blob"),
        (&deep, "complexity"),
        ("eval(\"1\");", "eval"),
        ("import \"x\" as y;", "import"),
        ("print(1);", "print"),
        ("open(\"/etc/passwd\");", "no function open"),
        ("sleep(1000);", "no function sleep"),
        ("timestamp();", "no function timestamp"),
        ("for k in 0..3000000 { option([]); }", "too many options"),
    ];
    for (text, part) in cases {
        let what = match Script::read(text).map(|script| script.problem([])) {
            Err(error) => error.what,
            Ok(Err(error)) => error.to_string(),
            Ok(Ok(_)) => panic!("{text} comes to an end"),
        };
        assert!(what.contains(part), "{text}: {what}");
    }
}

/// Values are bounded one by one by the language, and all together by the allocator of the program.
#[test]
fn memory_is_bounded() {
    let script = std::env::temp_dir().join(format!("dlx-count-memory-{}.rhai", std::process::id()));
    for text in [
        "let a = []; a.pad(50000, 0); let b = a; for k in 0..50000 { a[k] = b; }",
        "let a = []; a.pad(50000, 0); let m = #{}; for k in 0..10000000 { m[`${k}`] = a; }",
    ] {
        std::fs::write(&script, text).unwrap();
        let output = program().arg("script").arg(&script).output().unwrap();
        let said = output.said();
        assert!(output.status.code() == Some(2) && said.contains("more than 1024 MiB of memory"), "{said}");
    }
    std::fs::remove_file(&script).unwrap();
}

#[test]
fn every_verb_takes_scripts() {
    let run = |words: &str| {
        let output = program().args(words.split_whitespace()).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
        output.all()
    };
    let table = run("table script examples/scripts/queens.rhai --set n=1..6 --csv");
    assert_eq!(
        table.lines().map(|line| line.split(',').nth(1).unwrap()).collect::<Vec<_>>()[1..],
        ["1", "0", "0", "2", "10", "4"]
    );
    assert!(table.starts_with("n,count"), "{table}");
    assert_eq!(run("script examples/scripts/queens.rhai --set n=6 --up-to-symmetry -q"), "1\n");
    assert!(run("estimate script examples/scripts/queens.rhai --set n=6 --seed 1").contains("solutions"));
    assert!(run("convert script examples/scripts/langford.rhai --set n=3 --to dlx").contains("1 s1 s3"));
    let solved = "solve script examples/scripts/sudoku.rhai --limit 1 --in-order --as options";
    assert!(run(solved).starts_with("1 in 1,1"));
    assert_eq!(run(solved), run(&solved.replace("script examples", "file examples")), "the word `file` does no harm");
    // Two parameters, one of them a text that looks like a range.
    let script = std::env::temp_dir().join(format!("dlx-count-{}.rhai", std::process::id()));
    std::fs::write(
        &script,
        "let t = param(\"t\", \"\"); for k in 0..param(\"n\", 1) { item(t + k); option([t + k]); }",
    )
    .unwrap();
    let table = run(&format!("table script {} --set t=1..3 --set n=2,4 --csv", script.display()));
    std::fs::remove_file(&script).unwrap();
    assert_eq!(
        table.lines().map(|line| line.split(',').take(2).collect()).collect::<Vec<Vec<_>>>(),
        [["n", "count"], ["2", "1"], ["4", "1"]]
    );
}

#[test]
fn settings_that_the_script_does_not_want_are_refused() {
    let script = example("queens");
    for (set, part) in [(("m", "3"), "no parameter `m`"), (("n", "x"), "whole number"), (("n", ""), "whole number")] {
        let error = script.problem([set]).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
    // Also if the script would pass over it.
    let script = Script::read("try { param(\"n\", 3); } catch { }").unwrap();
    assert!(script.problem([("n", "x")]).is_err());
}

/// What is wrong in a function to sort by ends the script, and its answers are heeded.
#[test]
fn functions_to_sort_by_are_heeded() {
    let sorted =
        "let a = [3, 1, 2]; a.sort(|x, y| x - y); a = a.order_by(|x, y| x >= y); for x in a { item(x); option([x]); }";
    let problem = Script::read(sorted).unwrap().problem([]).unwrap();
    let labels: Vec<&str> = problem.items().map(|item| problem.item_label(item)).collect();
    assert_eq!(labels, ["3", "2", "1"]);
    for (by, what) in [
        ("throw \"bad\"", "bad"),
        ("nowhere(x)", "there is no function"),
        ("option([\"nix\"])", "nix"),
        ("x.foo", "foo"),
        ("\"a\"", "says a number"),
        ("loop {}", "steps"),
    ] {
        for way in ["sort", "sort_by", "order", "order_by"] {
            let text = format!("item(\"a\");\nlet b = [3, 1, 2].{way}(|x, y| {by});");
            let error = Script::read(&text).unwrap().problem([]).unwrap_err().to_string();
            assert!(error.contains(what) && error.contains("line 2,"), "{way} {by}: {error}");
        }
    }
}

/// The spanning trees of a triangle, and what is wrong with ports.
#[test]
fn a_script_says_how_options_hang_together() {
    let text = r#"
connected_without_cycles(1);
for edge in ["ab", "bc", "ca"] {
    item(edge);
    option([edge]);
    ports([edge[0], edge[1]]);
    option([edge]);
}"#;
    let problem = Script::read(text).unwrap().problem([]).unwrap();
    assert_eq!(oracle::count(&problem), 6);
    for engine in [EngineKind::Links, EngineKind::Frontier] {
        assert_eq!(count(&problem, engine), "6");
    }
    // The corners of a square, in two parts of two: each edge joins its ends or keeps them apart.
    let text = r#"
connected(2, 2);
for edge in ["ab", "bc", "cd", "da"] {
    item(edge);
    option([edge]);
    ports([edge[0], edge[1]]);
    option([edge]);
    apart([edge[0], edge[1]]);
}
for corner in ["a", "b", "c", "d"] {
    item(corner);
    option([corner]);
    ports([corner]);
}"#;
    let problem = Script::read(text).unwrap().problem([]).unwrap();
    assert_eq!(oracle::count(&problem), 2);
    for engine in [EngineKind::Links, EngineKind::Frontier] {
        assert_eq!(count(&problem, engine), "2");
    }
    for (text, what) in [
        ("item(1); option([1]); ports([1]);", "ports() without an option"),
        ("connected(1); item(1); option([1]); ports([1, 1]);", "node `1` appears twice"),
        ("connected(1); item(1); option([1]); ports([1]); apart([1, 2]);", "this option has nodes already"),
        ("connected(\"many\");", "`many` is not a number of components"),
        ("connected(1, \"few\");", "`few` is not a number of nodes"),
    ] {
        let error = Script::read(text).unwrap().problem([]).unwrap_err().to_string();
        assert!(error.contains(what), "{error}");
    }
}

/// What a script draws is what solutions show: in text, in pictures, and with what is there from the beginning.
#[test]
fn scripts_draw() {
    let folder = tempfile::tempdir().unwrap();
    let draw = |text: &str, more: &str| {
        let script = crate::cli::file_in(&folder, "a.rhai", text);
        crate::cli::told(&format!("solve {script} --in-order -q{more}")).0
    };
    let text = r#"
picture(1, 1, "day"); picture(1, 3, "x");
item("a"); item("b");
option(["a"]); picture(2, 1, "A"); picture(2, 2, "?"); picture(2, 2, "out");
option(["b"]); picture(2, 3, 7);
option(["b"]);
"#;
    assert_eq!(draw(text, ""), "day .   x  \nA   out 7\n\nday .   x  \nA   out .\n\n".replace("x  \n", "x\n"));
    let picture = folder.path().join("a.svg");
    let lines = r#"
item("a"); option(["a"]);
for k in 1..=2 { region(k, 1, "left"); region(k, 2, k); picture(k, 2, "<" + k); }
cage([[1, 1], [2, 1]], 9);
"#;
    draw(lines, &format!(" --picture {}", picture.display()));
    let svg = std::fs::read_to_string(&picture).unwrap();
    for part in ["&lt;1</text>", "&lt;2</text>", ">9</text>", "class=\"thick\"", "class=\"cage\""] {
        assert!(svg.contains(part), "{part}: {svg}");
    }
    for (text, what) in [
        ("picture(0, 1, 1);", "there is no cell in row 0, column 1"),
        ("region(1, 301, 1);", "there is no cell in row 1, column 301"),
        ("picture(1, 1, [1]);", "array is not a name"),
        ("cage([[1, 1], [1]], 3);", "a cage without cells"),
        ("cage([[1, 1]], -3);", "the sum of a cage is negative"),
        ("cage([[1, 1]], 3); cage([[2, 1], [1, 1]], 4);", "a cell is in two cages"),
    ] {
        let error = Script::read(text).unwrap().problem([]).unwrap_err().to_string();
        assert!(error.contains(what), "{error}");
    }
}

/// The script and the family draw the killer sudoku of the same article.
#[test]
fn a_killer_sudoku_is_drawn() {
    let ours = crate::cli::told("solve examples/scripts/killer.rhai -q").0;
    let family = crate::cli::told("solve sudoku --empty --killer docs/src/examples/killer.txt -q").0;
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    assert_eq!((digits(&ours).len(), digits(&ours)), (81, digits(&family)));
}
