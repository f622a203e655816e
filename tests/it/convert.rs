//! Every format gives back what it was given, or says why it cannot; models of exported formulas are counted by hand.

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use dlx_count::Problem;
use dlx_count::format::{self, InputFormat, OutputFormat};

use crate::cli::run;
use crate::common::sketches;
use crate::oracle;

fn runner() -> TestRunner {
    crate::common::runner(500, file!())
}

fn written(problem: &Problem, format: OutputFormat) -> Option<String> {
    let mut text = Vec::new();
    match format::write(problem, format, &mut text) {
        Ok(()) => Some(String::from_utf8(text).unwrap()),
        Err(error) => {
            assert!(text.is_empty() && error.to_string().contains("cannot be written in"), "{error}");
            None
        }
    }
}

#[test]
fn formats_give_back_what_they_were_given() {
    let pairs = [
        (OutputFormat::Dlx, InputFormat::Dlx),
        (OutputFormat::Ec, InputFormat::Ec),
        (OutputFormat::List, InputFormat::List),
        (OutputFormat::Matrix, InputFormat::Matrix),
        (OutputFormat::Json, InputFormat::Json),
    ];
    let n_read = std::cell::RefCell::new([0; 5]);
    runner()
        .run(&sketches(), |mut sketch| {
            if sketch.options.len() % 2 == 0 {
                // Half of them without secondary items, which only Knuth's format knows.
                sketch.n_primary += sketch.n_secondary;
                sketch.n_secondary = 0;
            }
            let problem = sketch.build();
            for (rank, (output, input)) in pairs.into_iter().enumerate() {
                let Some(text) = written(&problem, output) else { continue };
                let again = format::read(text.as_bytes(), Some(input)).unwrap();
                prop_assert_eq!(oracle::count(&again), oracle::count(&problem), "{}", text);
                // JSON numbers items by their first occurrence, a matrix has the items of an option in order.
                if !matches!(output, OutputFormat::Json | OutputFormat::Matrix) {
                    prop_assert_eq!(again.fingerprint(), problem.fingerprint(), "{}", text);
                }
                n_read.borrow_mut()[rank] += 1;
            }
            Ok(())
        })
        .unwrap();
    assert!(n_read.borrow().iter().all(|&number| number > 50), "{n_read:?}");
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
    let constraints: Vec<Vec<&str>> = lines.map(|line| line.split(' ').collect()).collect();
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
    for format in ["dlx", "ec", "list", "matrix", "json"] {
        let path = folder.path().join(format);
        let path = path.to_str().unwrap();
        let output = run(&format!("convert file {file} --to {format} -o {path}"));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        // Told by its looks, and read again.
        assert_eq!(run(&format!("solve file {path} --as indices -q")).stdout, b"0 3 4\n", "{format}");
    }
    let refused = run("convert queens 4 --to matrix");
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("a secondary item cannot be written in a matrix"));
    let kept = folder.path().join("kept");
    std::fs::write(&kept, "old").unwrap();
    assert_eq!(run(&format!("convert queens 4 --to ec -o {}", kept.display())).status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), "old", "what cannot be converted leaves the file as it was");
}
