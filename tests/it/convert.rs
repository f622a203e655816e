//! Every format gives back what it was given, or says why it cannot; models of exported formulas are counted by hand.

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use dlx_count::family::BinaryProgram;
use dlx_count::format::{self, InputFormat, OutputFormat};
use dlx_count::problem::Multiplicity;
use dlx_count::{Problem, Session};

use crate::cli::{Said, file_in, run};
use crate::common::sketches;
use crate::oracle;

fn runner() -> TestRunner {
    crate::common::runner(500, file!())
}

pub fn written(problem: &Problem, format: OutputFormat) -> Option<String> {
    let mut text = Vec::new();
    match format::write(problem, format, &mut text) {
        Ok(()) => Some(String::from_utf8(text).unwrap()),
        Err(error) => {
            assert!(
                text.is_empty()
                    && ["cannot be written in", "cannot express"].iter().any(|part| error.to_string().contains(part)),
                "{error}"
            );
            None
        }
    }
}

/// The formats that are written and read.
const FORMATS: [(OutputFormat, InputFormat); 6] = [
    (OutputFormat::Dlx, InputFormat::Dlx),
    (OutputFormat::Ec, InputFormat::Ec),
    (OutputFormat::List, InputFormat::List),
    (OutputFormat::Matrix, InputFormat::Matrix),
    (OutputFormat::Csv, InputFormat::Csv),
    (OutputFormat::Json, InputFormat::Json),
];

#[test]
fn formats_give_back_what_they_were_given() {
    let n_read = std::cell::RefCell::new([0; 6]);
    runner()
        .run(&sketches(), |mut sketch| {
            if sketch.options.len() % 2 == 0 {
                // Half of them without secondary items, which only Knuth's format knows.
                sketch.n_primary += sketch.n_secondary;
                sketch.n_secondary = 0;
            }
            let problem = sketch.build();
            for (rank, (output, input)) in FORMATS.into_iter().enumerate() {
                let Some(text) = written(&problem, output) else { continue };
                let again = format::read(text.as_bytes(), Some(input)).unwrap();
                prop_assert_eq!(oracle::count(&again), oracle::count(&problem), "{}", text);
                // Rows of 0 and 1 have the items of an option in order.
                if !matches!(output, OutputFormat::Csv | OutputFormat::Matrix) {
                    prop_assert_eq!(again.fingerprint(), problem.fingerprint(), "{}", text);
                }
                n_read.borrow_mut()[rank] += 1;
            }
            Ok(())
        })
        .unwrap();
    assert!(n_read.borrow().iter().all(|&number| number > 50), "{n_read:?}");
}

/// Labels and names that look like parts of formats.
const AWKWARD: [&str; 16] = ["0", "1", "2", "3", "10", "01", "11", "p", "ec", "s", "c", "#", "[", "[]", "{}", "\"1\""];

/// Problems with few items, called awkwardly: the labels of primary and secondary items, options, a name.
fn awkward() -> impl Strategy<Value = Problem> {
    let labels = proptest::sample::subsequence(AWKWARD.to_vec(), 0..5).prop_shuffle();
    let options = prop::collection::vec(prop::collection::vec(any::<bool>(), 5), 0..5);
    let name = proptest::sample::select(vec!["", "1", "p ec 2 s 1", "0 1", "10 01", "[1]", "1 0"]);
    (labels, 0usize..8, options, name).prop_map(|(labels, n_primary, options, name)| {
        let mut builder = Problem::builder();
        builder.name(name);
        let items: Vec<_> = (0..)
            .zip(&labels)
            .map(|(rank, label)| if rank < n_primary { builder.primary(label) } else { builder.secondary(label) })
            .collect::<Result<_, _>>()
            .unwrap();
        for option in options {
            let own: Vec<_> = items.iter().zip(option).filter(|(_, is_in)| *is_in).map(|(&item, _)| item).collect();
            builder.option(&own).unwrap();
        }
        builder.build()
    })
}

#[test]
fn what_is_written_is_read_as_the_same_problem_or_refused() {
    // How often a format was told, and how often it had to be asked for.
    let numbers = std::cell::RefCell::new([[0; 2]; 6]);
    runner()
        .run(&awkward(), |problem| {
            for (rank, (output, input)) in FORMATS.into_iter().enumerate() {
                let Some(text) = written(&problem, output) else { continue };
                let meant = format::read(text.as_bytes(), Some(input)).unwrap();
                match format::read(text.as_bytes(), None) {
                    Ok(told) => prop_assert_eq!(told.fingerprint(), meant.fingerprint(), "{:?}: {}", output, text),
                    Err(error) => {
                        let format::ReadError::Syntax(error) = error else { panic!("{error}") };
                        prop_assert!(error.help.contains("--input-format"), "{:?}: {} {}", output, error, text);
                    }
                }
                let is_refused = format::read(text.as_bytes(), None).is_err();
                numbers.borrow_mut()[rank][usize::from(is_refused)] += 1;
            }
            Ok(())
        })
        .unwrap();
    let numbers = numbers.into_inner();
    assert!(numbers.iter().all(|[told, _]| *told > 20), "{numbers:?}");
    assert_eq!(numbers[0][1], 0, "Knuth's format begins with a comment and is always told: {numbers:?}");
    assert!(numbers[3][1] > 5, "some matrices could be Knuth's format: {numbers:?}");
}

/// All assignments of so few variables, each as bits.
fn n_models(n_variables: usize, holds: impl Fn(u32) -> bool) -> u64 {
    (0u32..1 << n_variables).filter(|&model| holds(model)).count() as u64
}

#[test]
fn models_of_formulas_are_solutions() {
    runner()
        .run(&sketches(), |sketch| {
            let problem = sketch.build();
            if problem.n_options() > 12 {
                return Ok(());
            }
            let expected = oracle::count(&problem);
            prop_assert_eq!(models_of_cnf(&written(&problem, OutputFormat::Cnf).unwrap()), expected);
            prop_assert_eq!(models_of_opb(&written(&problem, OutputFormat::Opb).unwrap()), expected);
            for (rank, item) in problem.items().enumerate() {
                let times = Multiplicity {
                    least: rank % 3,
                    most: (rank % 4 < 3).then_some(rank % 3 + problem.n_options() % 2),
                };
                let Ok(several) = problem.with_times(&[(item, times)]) else { continue };
                let expected = oracle::count(&several);
                let formats = [OutputFormat::Opb, OutputFormat::Lp, OutputFormat::Mps];
                let texts = formats.map(|format| written(&several, format).unwrap());
                prop_assert_eq!(models_of_opb(&texts[0]), expected, "{}", &texts[0]);
                let programs = [BinaryProgram::read_lp(&texts[1]), BinaryProgram::read_mps(&texts[2])];
                for (program, text) in programs.into_iter().zip(&texts[1..]) {
                    let program = program.unwrap().problem().unwrap();
                    let count = Session::new().unwrap().count(&program).unwrap().count;
                    prop_assert_eq!(count.to_u64(), Some(expected), "{}", text);
                }
            }
            Ok(())
        })
        .unwrap();
}

fn models_of_cnf(text: &str) -> u64 {
    let mut lines = text.lines().filter(|line| !line.starts_with('c'));
    let head: Vec<&str> = lines.next().unwrap().split(' ').collect();
    let clauses: Vec<Vec<i32>> = lines
        .map(|line| {
            let numbers: Vec<i32> = line.split_whitespace().map(|word| word.parse().unwrap()).collect();
            assert_eq!(numbers.last(), Some(&0));
            numbers[..numbers.len() - 1].to_vec()
        })
        .collect();
    assert_eq!((head[0], head[1], head[3].parse()), ("p", "cnf", Ok(clauses.len())));
    n_models(head[2].parse().unwrap(), |model| {
        let is_true = |literal: &i32| (model >> (literal.unsigned_abs() - 1) & 1 == 1) == (*literal > 0);
        clauses.iter().all(|clause| clause.iter().any(is_true))
    })
}

fn models_of_opb(text: &str) -> u64 {
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().unwrap().split(' ').collect();
    let constraints: Vec<Vec<&str>> =
        lines.filter(|line| !line.starts_with('*')).map(|line| line.split(' ').collect()).collect();
    assert_eq!((head[1], head[3], head[4].parse()), ("#variable=", "#constraint=", Ok(constraints.len())));
    n_models(head[2].parse().unwrap(), |model| {
        constraints.iter().all(|words| {
            let (sum, end) = words.split_at(words.len() - 3);
            let term = |pair: &[&str]| {
                let variable: u32 = pair[1].strip_prefix('x').unwrap().parse().unwrap();
                pair[0].parse::<i32>().unwrap() * (model >> (variable - 1) & 1) as i32
            };
            let (sum, bound): (i32, i32) = (sum.chunks(2).map(term).sum(), end[1].parse().unwrap());
            assert_eq!(end[2], ";");
            if end[0] == "=" { sum == bound } else { sum >= bound }
        })
    })
}

#[test]
fn the_matrix_of_the_books_has_one_cover() {
    let file = "tests/data/matrix/6x7.txt";
    assert_eq!(run(&format!("solve file {file} --as indices -q")).stdout, b"0 3 4\n");
    let folder = tempfile::tempdir().unwrap();
    for format in ["dlx", "ec", "list", "matrix", "csv", "json"] {
        let path = folder.path().join(format);
        let path = path.to_str().unwrap();
        let output = run(&format!("convert file {file} --to {format} -o {path}"));
        assert!(output.status.success(), "{}", output.said());
        // Told by its looks, and read again.
        assert_eq!(run(&format!("solve file {path} --as indices -q")).stdout, b"0 3 4\n", "{format}");
    }
    let refused = run("convert queens 4 --to matrix").ending(2);
    assert!(refused.said().contains("a secondary item cannot be written in a matrix"));
    let several = file_in(&folder, "several.dlx", "2:3|a b\na\na b\n");
    for format in ["ec", "list", "matrix", "csv"] {
        let refused = run(&format!("convert {several} --to {format}"));
        let said = refused.said();
        assert!(said.contains("cannot express that item `a` is covered 2 to 3 times"), "{said}");
    }
    let kept = folder.path().join("kept");
    std::fs::write(&kept, "old").unwrap();
    assert_eq!(run(&format!("convert queens 4 --to ec -o {}", kept.display())).status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), "old", "what cannot be converted leaves the file as it was");
}

/// Knuth's programs read colors of one character: as long as there are enough of these.
#[test]
fn colors_are_written_as_knuth_reads_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("colors.dlx");
    let colored = |n: usize| (0..n).map(|number| format!("a s:color{number}\n")).collect::<String>();
    for (n, first, said) in [(62, "a s:0", "as one character each"), (63, "a s:color0", "keep their names")] {
        std::fs::write(&path, format!("a | s\n{}", colored(n))).unwrap();
        let output = run(&format!("convert {} --to dlx", path.display()));
        let (text, message) = (output.printed(), output.said());
        assert!(text.lines().any(|line| line == first) && message.contains(said), "{n}: {text}{message}");
        let written = format::knuth::read(text.as_bytes()).unwrap();
        let read = format::knuth::read(std::fs::read(&path).unwrap().as_slice()).unwrap();
        assert_eq!(written.fingerprint(), read.fingerprint());
    }
}

/// Where rows have weights, too: a variable keeps its name, and one that is 0 has another.
#[test]
fn names_of_programs_with_weights_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let text = "Maximize\n obj: 5 x2 + 4 x1 + 3 x7\nSubject To\n r: 3 x2 + 2 x1 + 4 x7 <= 6\n s: x1 + x7 <= 1\nBinaries\n x1 x2 x7\nEnd\n";
    let program = file_in(&folder, "program.lp", text);
    for format in ["lp", "mps"] {
        let path = folder.path().join(format!("again.{format}")).display().to_string();
        assert_eq!(run(&format!("convert {program} --to {format} -o {path}")).status.code(), Some(0));
        let best = run(&format!("solve {path} --maximize")).printed();
        let mut chosen: Vec<&str> = best.split_whitespace().filter(|word| ["x1", "x2", "x7"].contains(word)).collect();
        chosen.sort_unstable();
        assert!(best.starts_with("cost 9\n") && chosen == ["x1", "x2"], "{format}: {best}");
    }
}

/// What cannot be written says which formats can.
#[test]
fn refusals_name_the_formats_that_can() {
    let folder = tempfile::tempdir().unwrap();
    let costs = file_in(&folder, "costs.dlx", "a b\na |$2\nb\n");
    let said = run(&format!("convert {costs} --to ec")).ending(2).said();
    assert!(said.contains("Knuth's format, CSV, JSON, OPB, LP and MPS can"), "{said}");
    let several = file_in(&folder, "several.dlx", "2|a b\na\na b\n");
    let said = run(&format!("convert {several} --to csv")).ending(2).said();
    assert!(said.contains("Knuth's format, JSON, OPB, LP and MPS can"), "{said}");
}

/// A program is written with the names of its variables and the sense of its objective; an objective that is maximized is its negative in OPB.
#[test]
fn names_and_sense_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let text = "Maximize\n obj: 5 ann + 4 bob + 3 end1\nSubject To\n r: ann + bob + end1 <= 2\n s: ann + bob >= 1\nBinaries\n ann bob end1\nEnd\n";
    let program = file_in(&folder, "program.lp", text);
    let [lp, opb, mps] = ["lp", "opb", "mps"].map(|format| {
        let path = folder.path().join(format!("again.{format}")).display().to_string();
        assert_eq!(run(&format!("convert {program} --to {format} -o {path}")).status.code(), Some(0));
        path
    });
    let written = std::fs::read_to_string(&lp).unwrap();
    assert!(written.contains("Maximize\n obj: +5 ann +4 bob +3 end1"), "{written}");
    let printed = |words: &str| run(words).printed();
    assert_eq!(printed(&format!("{lp} -q")), printed(&format!("{program} -q")));
    assert!(printed(&format!("solve {lp} --maximize")).starts_with("cost 9\n"));
    assert!(printed(&format!("solve {opb} --minimize")).starts_with("cost -9\n"));
    let written = std::fs::read_to_string(&mps).unwrap();
    assert!(written.contains("OBJSENSE\n MAX\n") && written.contains(" ann obj 5\n"), "{written}");
    assert_eq!(printed(&format!("{mps} -q")), printed(&format!("{program} -q")));
    assert!(printed(&format!("solve {mps} --maximize")).starts_with("cost 9\n"));
    assert!(run(&format!("solve {program} --minimize")).said().contains("found by --maximize"));
    let shifts = file_in(&folder, "shifts.csv", "shift,Ann,Bob\nx2,1,0\nearly,1,1\n12,0,1\n");
    let written = printed(&format!("convert {shifts} --to lp"));
    assert!(written.contains("\\ x_3: 12\n") && written.contains(" x2 + early = 1\n"), "{written}");
}

/// Where solutions do not cost their number of options, JSON says what options cost; Knuth's programs are spared that, and a note says so.
#[test]
fn usual_costs_are_kept_or_it_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cover.json").display().to_string();
    run(&format!("convert vertexcover cycle:4 --to json -o {path}"));
    assert!(run(&format!("solve {path} --minimize")).printed().starts_with("cost 2\n"));
    assert!(run("convert vertexcover cycle:4").said().contains("what solutions cost is left out"));
    assert!(!run("convert queens 4").said().contains("cost"));
}
