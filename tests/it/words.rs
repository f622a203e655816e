//! Help and mistakes, word for word: tests/data/words says what is typed and what is shown.
//!
//! `TRYCMD=overwrite cargo test --test it words` writes down what is shown now.

use crate::cli::program;

#[test]
fn help_and_mistakes_are_as_written() {
    // Paths in the files are those of the repository.
    trycmd::TestCases::new()
        .case("tests/data/words/*.trycmd")
        .default_bin_path(trycmd::cargo::cargo_bin!("dlx-count"))
        .run();
}

fn help(words: &[&str], variables: &[(&str, &str)]) -> String {
    let mut program = program();
    program.args(words).envs(variables.iter().copied());
    String::from_utf8(program.output().unwrap().stdout).unwrap()
}

#[test]
fn colors_are_for_those_who_want_them() {
    let escape = '\u{1b}';
    assert!(!help(&["--help"], &[]).contains(escape), "not into a pipe");
    assert!(help(&["--help"], &[("CLICOLOR_FORCE", "1")]).contains(escape));
    assert!(!help(&["--help"], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]).contains(escape));
}

#[test]
fn lines_fit() {
    let width = |text: &str| text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let screen = help(&["-h"], &[]);
    assert!(width(&screen) <= 80 && screen.lines().count() <= 32, "{screen}");
    let top = help(&["--help"], &[]);
    let (list, options) = top.split_once("Options:").unwrap();
    assert!(width(list.split_once("Examples:").unwrap().1) <= 80, "{list}");
    assert!(width(options) <= 100, "{options}");
    for verb in ["queens", "polyomino", "solve", "table", "trace", "scale"] {
        assert!(width(&help(&[verb, "--help"], &[])) <= 100, "{verb}");
    }
}
