//! Solutions printed, limited, constrained.

use std::collections::BTreeSet;
use std::io::Read;
use std::process::{Output, Stdio};

use proptest::prelude::*;
use serde_json::Value;

use dlx_count::engine::links::Solutions;
use dlx_count::problem::Constraints;
use dlx_count::{EngineKind, ItemId, OptionId, Problem, Session};

use crate::cli::{Said, program, run, words};
use crate::common::{Sketch, runner, sketches};
use crate::oracle;

fn lines(output: &Output) -> Vec<String> {
    assert_eq!(output.status.code(), Some(0), "{}", output.said());
    output.printed().lines().map(str::to_owned).collect()
}

/// The same solutions as a search that knows no tricks, in any way of asking.
#[test]
fn solutions_are_those_of_the_oracle() {
    runner(400, file!())
        .run(&sketches(), |sketch: Sketch| {
            let problem = sketch.build();
            let expected: BTreeSet<Vec<usize>> = oracle::solutions(&problem).into_iter().map(sorted).collect();
            for solutions in [Solutions::new(&problem), Solutions::shuffled(&problem, 9)] {
                let all: Vec<Vec<usize>> = solutions.map(indices).collect();
                prop_assert_eq!(all.len(), expected.len());
                prop_assert_eq!(&all.into_iter().collect::<BTreeSet<_>>(), &expected);
            }
            Ok(())
        })
        .unwrap();
}

fn sorted(mut solution: Vec<OptionId>) -> Vec<usize> {
    solution.sort_unstable();
    indices(solution)
}

fn indices(solution: Vec<OptionId>) -> Vec<usize> {
    solution.into_iter().map(OptionId::index).collect()
}

/// Every engine counts a constrained problem as the oracle's solutions that meet the demands, and options keep their numbers.
#[test]
fn demands_are_what_they_say() {
    runner(300, file!())
        .run(&(sketches(), 0usize..30, 0usize..30, 0usize..3), |(sketch, first, second, kind)| {
            let problem = sketch.build();
            let mut demands = Constraints::default();
            match kind {
                0 if problem.n_options() > 0 => {
                    let option = OptionId::from_index(first % problem.n_options());
                    demands.select = vec![option, option];
                }
                1 if problem.n_items() > 0 => {
                    demands.forbid = [first, second].map(|k| ItemId::from_index(k % problem.n_items())).into();
                }
                _ if problem.n_items() > 0 => demands.optional = vec![ItemId::from_index(first % problem.n_items())],
                _ => {}
            }
            let constrained = problem.constrained(&demands).unwrap();
            prop_assert_eq!(constrained.n_options(), problem.n_options());
            let expected: BTreeSet<Vec<usize>> = by_hand(&problem, &demands).into_iter().collect();
            let found: BTreeSet<Vec<usize>> = Solutions::new(&constrained).map(indices).collect();
            prop_assert_eq!(&found, &expected);
            for &engine in EngineKind::ALL.iter().filter(|engine| engine.knows(&constrained)) {
                let count =
                    Session::builder().threads(2).engine(engine).build().unwrap().count(&constrained).unwrap().count;
                prop_assert_eq!(count.to_u64(), Some(expected.len() as u64));
            }
            Ok(())
        })
        .unwrap();
}

/// Subsets of options that are solutions when the demands are read literally: no search at all.
fn by_hand(problem: &Problem, demands: &Constraints) -> Vec<Vec<usize>> {
    let usable: Vec<OptionId> = problem
        .options()
        .filter(|&option| {
            let must_cover = |item: &ItemId| {
                problem.is_primary(*item) && !demands.forbid.contains(item) && !demands.optional.contains(item)
            };
            let items = problem.items_of(option);
            let is_selected = demands.select.contains(&option);
            !items.iter().any(|item| demands.forbid.contains(item)) && (items.iter().any(must_cover) || is_selected)
        })
        .collect();
    let mut found = Vec::new();
    extend(problem, demands, &usable, &mut Vec::new(), &mut found);
    found
}

fn extend(
    problem: &Problem,
    demands: &Constraints,
    usable: &[OptionId],
    chosen: &mut Vec<OptionId>,
    found: &mut Vec<Vec<usize>>,
) {
    let Some((&option, rest)) = usable.split_first() else {
        let is_covered = |item: &ItemId| chosen.iter().any(|&option| problem.items_of(option).contains(item));
        let is_free = |item: &ItemId| {
            !problem.is_primary(*item) || demands.forbid.contains(item) || demands.optional.contains(item)
        };
        let selected = demands.select.iter().all(|option| chosen.contains(option));
        if selected && problem.items().all(|item| is_free(&item) || is_covered(&item)) {
            found.push(indices(chosen.clone()));
        }
        return;
    };
    extend(problem, demands, rest, chosen, found);
    let clashes = |&other: &OptionId| {
        problem.cells(other).any(|(item, color)| {
            problem.cells(option).any(|(own, tint)| own == item && (color.is_none() || color != tint))
        })
    };
    if !chosen.iter().any(clashes) {
        chosen.push(option);
        extend(problem, demands, rest, chosen, found);
        chosen.pop();
    }
}

#[test]
fn every_form_says_the_same() {
    assert_eq!(lines(&run("solve langford 3 --in-order --as placement")), ["3 1 2 1 3 2", "2 3 1 2 1 3"]);
    assert_eq!(lines(&run("solve langford 3 --in-order --as indices")).len(), 2);
    let options = lines(&run("solve langford 3 --in-order --as options --limit 1"));
    assert_eq!(options, ["1 s2 s4", "2 s3 s6", "3 s1 s5", ""]);
    let json: Value = serde_json::from_str(&lines(&run("solve langford 3 --in-order --json --limit 1"))[0]).unwrap();
    assert_eq!(json["items"], serde_json::json!([["1", "s2", "s4"], ["2", "s3", "s6"], ["3", "s1", "s5"]]));
    assert_eq!(json["options"].as_array().unwrap().len(), 3);
    let dominoes = run("solve polyomino 2x2 --pieces dominoes --reuse --in-order");
    assert_eq!(lines(&dominoes), ["AA", "BB", "", "AB", "AB", ""]);
    assert_eq!(lines(&run("solve queens 4 --in-order --limit 1")), [". . Q .", "Q . . .", ". . . Q", ". Q . .", ""]);
    assert_eq!(lines(&run("solve latin 2 --reduced")), ["1 2", "2 1", ""]);
}

#[test]
fn limits_seeds_and_ends() {
    let all: BTreeSet<String> = lines(&run("solve queens 9 --as indices -j 3")).into_iter().collect();
    assert_eq!(all.len(), 352);
    let seeded = lines(&run("solve queens 9 --as indices --seed 4"));
    assert_eq!(seeded, lines(&run("solve queens 9 --as indices --seed 4 -j 2")));
    assert_ne!(seeded, lines(&run("solve queens 9 --as indices --seed 5")));
    assert_eq!(seeded.into_iter().collect::<BTreeSet<_>>(), all);
    let limited = run("solve queens 9 --as indices --limit 17");
    assert_eq!(lines(&limited).len(), 17);
    assert!(limited.said().contains("stopped by the limit on solutions"), "{}", limited.said());
    let timed = run("solve queens 19 --as indices --time-limit 200ms").ending(3);
    assert!(timed.said().contains("stopped by the time limit"), "{}", timed.said());
    assert_eq!(lines(&run("solve queens 100 --limit 1 --as indices"))[0].split(' ').count(), 100);
    assert_eq!(lines(&run("solve sudoku tests/data/sudoku/three.txt -q")).len(), 4);
    assert_eq!(lines(&run("solve queens 8 --up-to-symmetry --as indices")).len(), 12);
    let systems = run("solve steiner 7 --limit 1 -q").printed();
    assert_eq!(systems.lines().map(|line| line.split("  ").count()).collect::<Vec<_>>(), [7], "{systems}");
    assert!(run("solve file tests/data/matrix/6x7.txt --as placement").said().contains("--as options"));
}

/// Puzzles from standard input are read once, and solved as those of a file.
#[test]
fn puzzles_come_from_standard_input_too() {
    let file = "tests/data/sudoku/three.txt";
    let input = std::fs::File::open(file).unwrap();
    let output = program().args(["solve", "sudoku", "-", "-q", "--in-order"]).stdin(input).output().unwrap();
    assert_eq!(lines(&output), lines(&run(&format!("solve sudoku {file} -q --in-order"))));
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    let mut child = program()
        .args(["solve", "queens", "18", "--as", "indices"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut some = [0; 1000];
    child.stdout.as_mut().unwrap().read_exact(&mut some).unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.said().as_str()), (Some(0), ""));
}

#[test]
fn demands_on_the_command_line() {
    assert_eq!(words(&["queens", "8", "--select", "r0 c0", "-q"]).stdout, b"4\n");
    assert_eq!(words(&["queens", "8", "--select", "#0", "-q"]).stdout, b"4\n");
    assert_eq!(words(&["queens", "8", "--select", "r0 c0", "--select", "r1 c1", "-q"]).stdout, b"0\n");
    // A row and a column are not there at all: a smaller board, less the corner's diagonals.
    let rook = words(&["queens", "4", "--forbid", "r3", "--forbid", "c3", "--engine", "links", "--json"]);
    let value: Value = rook.json();
    assert_eq!(
        (value["count"].as_str(), value["problem"]["name"].as_str()),
        (Some("0"), Some("queens 4 --forbid r3 --forbid c3"))
    );
    // Four of six perfect matchings of the graph of Petersen leave an edge out, so that two of its six pairs of cycles do.
    for (words_of_count, count) in [
        (&["queens", "8", "--forbid", "r0 c0"][..], "88"),
        (&["queens", "8", "--forbid", "r0 c0", "--forbid", "c0"], "0"),
        (&["matching", "petersen", "--forbid", "1 2"], "4"),
        (&["cycles", "petersen", "--forbid", "1-2:in"], "2"),
        (&["cycles", "petersen", "--forbid", "1-2:out"], "4"),
    ] {
        assert_eq!(words(&[words_of_count, &["-q"]].concat()).printed().trim_end(), count, "{words_of_count:?}");
    }
    assert_eq!(words(&["matching", "6", "--optional", "6", "--optional", "5", "-q"]).status.code(), Some(0));
    for (arguments, part) in [
        (vec!["queens", "8", "--forbid", "row3"], "no item is called `row3`"),
        (vec!["queens", "8", "--optional", "rr3"], "did you mean `r3`?"),
        (vec!["queens", "8", "--select", "r0"], "8 options have the items `r0`"),
        (vec!["queens", "8", "--forbid", "r0 r1"], "no option has the items `r0 r1`"),
        (vec!["cycles", "petersen", "--forbid", "1-2:red"], "the item has colors: `1-2:in`, `1-2:out`"),
        (vec!["queens", "8", "--forbid", "r0:red"], "no option has the items `r0:red`"),
        (vec!["cycles", "petersen", "--select", "1-2"], "takes one with a color, `1-2:in`, `1-2:out`"),
        (vec!["queens", "8", "--select", "#64"], "numbered from #0 to #63"),
        (vec!["queens", "8", "--select", "r0 r1"], "no option has the items"),
        (vec!["queens", "8", "--up-to-symmetry", "--forbid", "r1"], "may break the symmetry"),
        (vec!["langford", "4", "--up-to-reversal", "--select", "#0"], "may break the symmetry"),
        (vec!["verify", "--forbid", "r1"], "--forbid cannot be used with verify"),
        (vec!["sample", "queens", "8", "--node-limit", "9"], "it can be used with a count, table, solve"),
        (vec!["table", "queens", "1..3", "--stats"], "it can be used with a count, solve"),
        (vec!["sudoku", "-", "--run", "x.run"], "standard input cannot be"),
        (vec!["solve", "queens", "8", "--run", "x.run"], "it can be used with a count, table"),
    ] {
        let output = words(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.said().contains(part), "{arguments:?}: {}", output.said());
    }
}

/// On a terminal `solve` stops where the screen is full, and says how many there are; `--limit` and pipes get what they ask for.
#[cfg(unix)]
#[test]
fn a_terminal_gets_a_screenful() {
    use rustix::{pty, termios};

    let on_terminal = |arguments: &[&str], rows| {
        let master = pty::openpt(pty::OpenptFlags::RDWR | pty::OpenptFlags::NOCTTY).unwrap();
        pty::grantpt(&master).and_then(|()| pty::unlockpt(&master)).unwrap();
        let name = pty::ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
        let size = termios::Winsize { ws_row: rows, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
        termios::tcsetwinsize(&master, size).unwrap();
        let terminal = std::fs::OpenOptions::new().read(true).write(true).open(name).unwrap();
        let mut child = program().args(arguments).stdout(terminal).stderr(Stdio::piped()).spawn().unwrap();
        let (mut shown, mut said) = (Vec::new(), String::new());
        // The command, which holds the other end, is gone: this is an error on some systems, and the end on others.
        let _ = std::fs::File::from(master).read_to_end(&mut shown);
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0), "{said}");
        (String::from_utf8(shown).unwrap().lines().count(), said)
    };
    // A board of 8 lines and a blank one; 4 lines are left for what is around them.
    let queens = ["solve", "queens", "8", "--in-order"];
    let (n_lines, said) = on_terminal(&queens, 31);
    assert_eq!((n_lines, said.contains("3 of 92 solutions, as many as fit on the screen")), (27, true), "{said}");
    assert_eq!(on_terminal(&queens, 6).0, 9, "the first solution is shown whole");
    let (n_lines, said) = on_terminal(&[&queens[..], &["--limit", "5"]].concat(), 24);
    assert_eq!((n_lines, said.contains("screen")), (45, false), "{said}");
    assert_eq!(on_terminal(&["solve", "queens", "4"], 40).0, 10, "all of them");
    assert_eq!(lines(&words(&queens)).len(), 92 * 9);
}
