//! Options with labels: kept by every format that can say them, shown wherever solutions are shown, and accepted where an option is to be named.

use proptest::prelude::*;
use serde_json::{Value, json};

use dlx_count::engine::links::Solutions;
use dlx_count::format::{self, InputFormat, OutputFormat, ReadError};
use dlx_count::{Color, ItemId, OptionId, Problem};

use crate::browser::Page;
use crate::cli::{Said, file_in, made, words};
use crate::common::{Sketch, runner, sketches};
use crate::schema;

/// Words that look like parts of formats, the first of them harmless.
const WORDS: [&str; 24] = [
    "Ann",
    "Bob",
    "Cid",
    "Dan",
    "é",
    "options",
    "primary",
    "times",
    "connected",
    "0",
    "1",
    "2",
    "#0",
    "a:b",
    "a",
    "b",
    "Bob, jr",
    "x;y",
    "\"q\"",
    "|",
    "label: z",
    " x",
    "two\nlines",
    "t\tb",
];

/// Items, options and colors, called awkwardly in every other case; labels for some options, or for all, or for none.
fn labelled() -> impl Strategy<Value = Problem> {
    let labels = prop::collection::vec(0usize..2 * WORDS.len(), 22);
    let items = proptest::sample::subsequence(WORDS.to_vec(), 12).prop_shuffle();
    (sketches(), labels, items, any::<bool>(), 0usize..3).prop_map(|(mut sketch, labels, items, is_awkward, share)| {
        let plain: Vec<String> = (0..12).map(|item| format!("i{item}")).collect();
        let names: Vec<&str> = if is_awkward { items } else { plain.iter().map(String::as_str).collect() };
        let mut builder = Problem::builder();
        if !is_awkward {
            // An option without items has no line in Knuth's format.
            sketch.options.retain(|option| !option.is_empty());
        }
        build(&sketch, &names, ["red", if is_awkward { "c:d" } else { "blue" }], &mut builder);
        let limit = [0, WORDS.len(), 2 * WORDS.len()][share];
        for (option, label) in (0..sketch.options.len()).zip(labels).filter(|(_, label)| *label < limit) {
            let label = if is_awkward || share == 1 { WORDS[label % WORDS.len()].into() } else { format!("o{option}") };
            builder.label(OptionId::from_index(option), label).unwrap();
        }
        builder.build()
    })
}

fn build(sketch: &Sketch, names: &[&str], [red, blue]: [&str; 2], builder: &mut dlx_count::problem::ProblemBuilder) {
    for (item, name) in (0..sketch.n_primary + sketch.n_secondary).zip(names) {
        if item < sketch.n_primary {
            builder.primary(name).unwrap()
        } else {
            builder.secondary(name).unwrap()
        };
    }
    let colors: Vec<Color> = ["", red, blue, "b"].iter().map(|label| builder.color(label).unwrap()).collect();
    for option in &sketch.options {
        let mut cells: Vec<(ItemId, Color)> = Vec::new();
        for &(item, color) in option {
            let color = if item < sketch.n_primary { Color::NONE } else { colors[color] };
            if cells.iter().all(|(known, _)| known.index() != item) {
                cells.push((ItemId::from_index(item), color));
            }
        }
        builder.colored_option(&cells).unwrap();
    }
}

fn written(problem: &Problem, format: OutputFormat) -> Option<String> {
    let mut text = Vec::new();
    format::write(problem, format, &mut text).ok().map(|()| String::from_utf8(text).unwrap())
}

/// Everything about a problem but its name and the order of cells in an option.
fn content(problem: &Problem) -> Vec<(Option<String>, Vec<String>)> {
    let items = problem.items().map(|item| format!("{} {}", problem.is_primary(item), problem.item_label(item)));
    let option = |option| {
        let cells = problem.cells(option);
        let mut cells: Vec<_> = cells
            .map(|(item, color)| format!("{:?} {:?}", problem.item_label(item), problem.color_label(color)))
            .collect();
        cells.sort();
        (problem.option_label(option).map(String::from), cells)
    };
    [(None, items.collect())].into_iter().chain(problem.options().map(option)).collect()
}

#[test]
fn labels_survive_every_format_that_has_them() {
    let formats = [
        (OutputFormat::Json, InputFormat::Json),
        (OutputFormat::Dlx, InputFormat::Dlx),
        (OutputFormat::Csv, InputFormat::Csv),
    ];
    let n_read = std::cell::RefCell::new([0; 3]);
    runner(600, file!())
        .run(&labelled(), |problem| {
            for (rank, (output, input)) in formats.into_iter().enumerate() {
                let Some(text) = written(&problem, output) else {
                    prop_assert!(rank > 0, "JSON can say everything: {:?}", problem);
                    continue;
                };
                let again = format::read(text.as_bytes(), Some(input)).unwrap();
                prop_assert_eq!(content(&again), content(&problem), "{}", text);
                if rank == 0 {
                    prop_assert_eq!(again.fingerprint(), problem.fingerprint(), "{}", text);
                    prop_assert!(schema::accepts(&text), "{}", text);
                }
                match format::read(text.as_bytes(), None) {
                    // A header alone is an item line in Knuth's format as well: the same problem, under other names.
                    Ok(told) if problem.n_options() == 0 => {
                        prop_assert_eq!(told.fingerprint(), problem.fingerprint(), "{}", text);
                    }
                    Ok(told) => prop_assert_eq!(content(&told), content(&problem), "{}", text),
                    Err(ReadError::Syntax(error)) => {
                        prop_assert!(error.help.contains("--input-format"), "{error} {text}")
                    }
                    Err(error) => panic!("{error}"),
                }
                n_read.borrow_mut()[rank] += usize::from(problem.has_option_labels());
            }
            Ok(())
        })
        .unwrap();
    assert!(n_read.borrow().iter().all(|&number| number > 20), "{n_read:?}");
}

/// Whatever the labels are, the solutions are the same lists of options.
#[test]
fn labels_change_no_solution() {
    let plain = format::read("a b\na\nb\na b\n".as_bytes(), None).unwrap();
    let named = format::read("a b\n| label: A\na\n| label: B\nb\n| label: A\na b\n".as_bytes(), None).unwrap();
    assert_eq!(Solutions::new(&plain).collect::<Vec<_>>(), Solutions::new(&named).collect::<Vec<_>>());
    assert_eq!(plain.fingerprint(), named.fingerprint());
}

fn read(text: &str) -> Problem {
    format::read(text.as_bytes(), None).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

fn labels(problem: &Problem) -> Vec<&str> {
    problem.options().map(|option| problem.option_label(option).unwrap_or("-")).collect()
}

/// In Knuth's format a label is that of the line below it and of no other, so that an option that is made a comment takes its label with it.
#[test]
fn a_label_in_a_comment_belongs_to_the_next_line() {
    let text = "| label: nobody\na b\n| label: Ann \na\n|label:Bob\n\nb\n| label: Cid\n| a b\na b\n| label: Dan\n| label: Eve\na\n|label\nb\n";
    assert_eq!(labels(&read(text)), ["Ann", "-", "-", "Eve", "-"]);
}

#[test]
fn tables_are_read_as_their_authors_meant_them() {
    for (text, expected_items, expected_labels) in [
        (",x,y\nAnn,1,0\nBob,0,1\n", "x y", "Ann Bob"),
        ("name;x;y\r\nAnn;1;0\r\n\r\nBob;0;1\r\n", "x y", "Ann Bob"),
        ("name\tx\ty\nAnn\t1\t0\nBob\t0\t1", "x y", "Ann Bob"),
        ("\u{feff}\"name\",\"x, y\",\"\"\"z\"\"\"\nAnn, 1 ,0\nBob,0,1\n", "x, y \"z\"", "Ann Bob"),
        ("x,y\nAnn,1,0\nBob,0,1\n", "x y", "Ann Bob"),
        ("x,y\n1,0\n0,1\n", "x y", "- -"),
        ("1,0,1\n0,1,0\n", "1 2 3", "- -"),
        ("Ann,1,0,1\nBob,0,1,0\n", "1 2 3", "Ann Bob"),
        (",0,1,2\n0,1,0,1\n1,0,1,0\n", "0 1 2", "0 1"),
        ("name,0,1,2\n0,1,0,1\n1,0,1,0\n2,0,0,0\n", "0 1 2", "0 1 2"),
        ("\"x,5\";\"y,5\"\n1;0\n0;1\n", "x,5 y,5", "- -"),
        ("Smith, Ann;1;0\nSmith, Bob;0;1\n", "1 2", "Smith, Ann Smith, Bob"),
    ] {
        let problem = read(text);
        let items: Vec<&str> = problem.items().map(|item| problem.item_label(item)).collect();
        assert_eq!(
            (items.join(" "), labels(&problem).join(" ")),
            (expected_items.into(), expected_labels.into()),
            "{text}"
        );
        assert_eq!(problem.n_primary(), problem.n_items());
    }
    let cells = |text| read(text).options().map(|option| read(text).option_words(option)).collect::<Vec<_>>();
    assert_eq!(cells(",x,y\nAnn,1,0\nBob,1,1\n"), ["Ann: x", "Bob: x y"]);
}

const SHIFTS: &str = r#"{"primary": ["mon", "tue"], "secondary": ["van"],
"options": {"Ann": ["mon", "van:north"], "Bob": ["tue", {"item": "van", "color": "south"}], "Cid": ["tue", "van:north"], "Eve": ["mon", "tue"]}}"#;

fn shifts() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = file_in(&folder, "shifts.json", SHIFTS);
    (folder, path)
}

fn data(arguments: &[&str]) -> String {
    let output = words(arguments).ending(0);
    output.printed()
}

#[test]
fn solutions_are_shown_with_labels() {
    let (_folder, path) = shifts();
    let solved = |form: &str| data(&["solve", &path, "--as", form, "--in-order", "-q", "-j", "1"]);
    assert_eq!(solved("options"), "Ann: mon van:north\nCid: tue van:north\n\nEve: mon tue\n\n");
    assert_eq!(solved("indices"), "0 2\n3\n");
    let objects: Vec<Value> = solved("json").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects[0]["labels"], json!(["Ann", "Cid"]));
    assert_eq!(objects[1], json!({"items": [["mon", "tue"]], "labels": ["Eve"], "options": [3]}));
    let kinds = data(&["solve", &path, "--up-to-symmetry", "--in-order", "-q", "-j", "1"]);
    assert_eq!(kinds, solved("options"));
    assert!(data(&["sample", &path, "--seed", "1", "-q"]).contains(": "));
    assert!(data(&["convert", &path, "--to", "zdd", "-q"]).contains("option 3: Eve: mon tue\n"));
    assert!(!data(&["solve", "langford", "3", "--as", "json", "-q"]).contains("labels"));
}

/// Edges are named as they are printed, in matchings and where they are items in colors.
#[test]
fn an_edge_is_selected_by_its_ends() {
    let count = |line: &str| words(&line.split(' ').collect::<Vec<_>>());
    for (line, printed) in [
        ("matching 6 --select 1-2 -q", "3\n"),
        ("matching 6 --forbid 1-2 -q", "12\n"),
        ("matching grid:2x3 --select 1,1-1,2 -q", "1\n"),
        ("path 5 --forbid 1-2:in -q", "11\n"),
        ("cycles 5 --forbid 1-2:in -q", "6\n"),
        ("spanning 5 --forbid 1-2 -q", "75\n"),
    ] {
        assert_eq!(count(line).printed(), printed, "{line}");
    }
    for line in ["path 5 --forbid 1-2", "cycles 5 --forbid 1-2"] {
        let said = count(line).said();
        assert!(said.contains("cover `1-2` in one color or another"), "{said}");
        assert!(said.contains("forbid one color: `1-2:"), "{said}");
    }
}

#[test]
fn an_option_is_selected_by_its_label() {
    let (folder, path) = shifts();
    let count = |option: &str| data(&[&path, "--select", option, "-q"]);
    for (option, expected) in
        [("Ann", "1\n"), ("Bob", "0\n"), ("Eve", "1\n"), ("#0", "1\n"), ("#1", "0\n"), ("mon tue", "1\n")]
    {
        assert_eq!(count(option), expected, "{option}");
    }
    // Labels are shown under demands, too.
    let selected = data(&["solve", &path, "--select", "Ann", "-q", "-j", "1"]);
    assert!(selected.starts_with("Ann: mon van:north") && selected.contains("\nCid: tue van:north\n"), "{selected}");
    let twice = folder.path().join("twice.csv");
    let costs = folder.path().join("costs.csv");
    std::fs::write(&costs, ",a,b,Cost\nAnn,1,0,1\nBob,0,1,0\n").unwrap();
    let cheapest = |file: &std::path::Path| data(&["solve", file.to_str().unwrap(), "--minimize", "-q"]);
    assert_eq!(cheapest(&costs), "Bob: b\nAnn: a\n\n".replace("Bob: b\nAnn: a", "Ann: a\nBob: b"));
    std::fs::write(&twice, ",a,b\n1,1,0\nAnn,0,1\nAnn,1,0\n").unwrap();
    let twice = twice.to_str().unwrap();
    // A label before a number.
    assert_eq!(data(&["solve", twice, "--select", "1", "--as", "indices", "-q"]), "0 1\n");
    assert_eq!(data(&["solve", twice, "--select", "#2", "--as", "indices", "-q"]), "1 2\n");
    for (arguments, part) in [
        ([twice, "--select", "Ann"], "2 options have the label `Ann`, the first two are #1 and #2"),
        ([&path, "--select", "Anne"], "no option has the label `Anne`, and no item has that name"),
        ([&path, "--select", "Anne"], "did you mean `Ann`?"),
        ([&path, "--select", "mon tue van"], "no option has the items `mon tue van`"),
        ([&path, "--select", "mon"], "2 options have the items `mon`, the first two are #0 and #3"),
        ([&path, "--select", "#9"], "numbered from #0 to #3"),
        ([&path, "--select", "1"], "no option has the label `1`, and no item has that name"),
    ] {
        let output = words(&arguments);
        let message = output.said();
        assert!(output.status.code() == Some(2) && message.contains(part), "{arguments:?}: {message}");
    }
    for (option, part) in [("I4", "no option is called `I4`"), ("r1 I4", "there is no item `I4`")] {
        let message = words(&["queens", "4", "--select", option]).said();
        assert!(message.contains(part) && message.contains("an option is named by its number"), "{message}");
    }
    // What is printed can be pasted into a shell.
    let message = data(&["queens", "4", "--select", "#1", "--at-most", "*=1"]);
    assert!(message.contains("queens 4 --select '#1' --at-most '*=1'"), "{message}");
}

#[test]
fn pages_show_labels() {
    let (_folder, path) = shifts();
    let (_trace, page) = made(&["trace", &path], "-o", "t.html");
    let mut trace = Page::open(&page);
    trace.press("ArrowRight");
    assert_eq!(trace.text("#status"), "Level 1: Ann (mon van:north), option 1 of 2 for item mon.");
    assert!(trace.text(".scroll").contains("Ann ✓ chosen"), "{}", trace.text(".scroll"));
    assert_eq!(trace.problems(), [""; 0]);
    let (_gallery, page) = made(&["gallery", &path], "-o", "g.html");
    let mut gallery = Page::open(&page);
    assert_eq!((gallery.number("ol > li"), gallery.number("ul > li")), (2, 3));
    let shown = gallery.text("ol");
    assert!(
        ["Ann: mon van:north", "Cid: tue van:north", "Eve: mon tue"].iter().all(|words| shown.contains(words)),
        "{shown}"
    );
    assert_eq!(gallery.problems(), [""; 0]);
}
