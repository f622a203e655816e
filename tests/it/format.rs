//! Texts in and out, and what is said about broken ones.
//!
//! Each file in tests/data/broken has one mistake, and beside it what the program is to say about it, word for word.
//! Those in tests/data/regress were found by fuzzing.

use crate::cli::Said;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use dlx_count::format::{self, InputFormat, knuth};
use proptest::prelude::*;

use crate::common::{problem, sketches};

proptest! {
    #![proptest_config(crate::common::seeded(300))]

    #[test]
    fn what_is_written_is_read_back(sketch in sketches()) {
        let mut sketch = sketch;
        // An option without items has no line of its own in this format.
        sketch.options.retain(|option| !option.is_empty());
        let problem = sketch.build();
        let mut text = Vec::new();
        knuth::write(&problem, &mut text).unwrap();
        let again = knuth::read(&text[..]).unwrap();
        prop_assert_eq!(again.fingerprint(), problem.fingerprint());
    }

    #[test]
    fn no_text_makes_the_readers_panic(text in r#"[ab0-3 |:,;"{}\[\]\t\r\ncps]{0,60}"#) {
        for format in [None, Some(InputFormat::Dlx), Some(InputFormat::Ec), Some(InputFormat::List), Some(InputFormat::Csv), Some(InputFormat::Json)] {
            if let Err(format::ReadError::Syntax(error)) = format::read(text.as_bytes(), format) {
                prop_assert!(error.line >= 1 && error.column >= 1 && !error.help.is_empty());
            }
        }
    }
}

#[test]
fn layout_does_not_matter() {
    let plain = problem("a b | s\na s:1\nb s:1\n");
    for text in [
        "a b | s\r\na s:1\r\nb s:1\r\n",
        "| a comment\n\n  a\tb   |  s  \n|another\na s:1\n\n \nb s:1",
        "\n\n\na b | s\na s:1\n|\nb s:1\n",
    ] {
        assert_eq!(problem(text), plain, "{text:?}");
    }
}

#[test]
fn labels_may_be_long_and_in_any_script() {
    let problem =
        problem("première 第二 | a-very-long-label_that.goes.on\npremière a-very-long-label_that.goes.on:färbe\n");
    assert_eq!(problem.items().map(|item| problem.item_label(item).to_owned()).nth(1).unwrap(), "第二");
    assert_eq!(problem.n_colors(), 1);
}

/// What spreadsheets make of tables: decimal commas, a line that names the separator, line breaks in quotes.
#[test]
fn tables_are_read_as_spreadsheets_write_them() {
    let plain = "name,Mon early,Tue,cost\nAnn,1,0,12.5\n\"Bob, B.\",0,1,-0.125\n";
    let expected = format::read(plain.as_bytes(), Some(InputFormat::Csv)).unwrap();
    for text in [
        "name;Mon early;Tue;cost\nAnn;1;0;12,5\n\"Bob, B.\";0;1;-0,125\n",
        "name\tMon early\tTue\tcost\nAnn\t1\t\t12,50\nBob, B.\t\tx\t-0.125\n",
        "\u{feff}sep=;\r\nname;Mon early;Tue;cost\r\nAnn;1;0;12,5\r\nBob, B.;0;1;-0,125\r\n",
        "sep=,\n\nname,\"Mon\nearly\",Tue,cost\nAnn,1,0,\"12.5\"\n\"Bob,\n\n B.\",0,1,-0.125\n",
        "name,\"Mon\r\nearly\",Tue,cost\r\nAnn,1,0,12.5\r\n\"Bob, B.\",0,1,-0.125\r\n",
    ] {
        let read = |format| format::read(text.as_bytes(), format).unwrap().fingerprint();
        let expected = expected.fingerprint();
        assert_eq!([Some(InputFormat::Csv), None].map(read), [expected.clone(), expected], "{text}");
    }
    let inches = format::read("\"a\";5\" pipe;6\" pipe\n1;0;1\n0;1;0\n".as_bytes(), None).unwrap();
    assert_eq!(inches.items().map(|item| inches.item_label(item)).collect::<Vec<_>>(), ["a", "5\" pipe", "6\" pipe"]);
}

#[test]
fn every_mistake_is_explained() {
    for (folder, least) in [("broken", 20), ("regress", 1)] {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(folder);
        let paths = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        let paths: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|kind| kind != "txt")).collect();
        paths.iter().for_each(|path| check(&folder, path));
        assert!(paths.len() >= least, "only {} files", paths.len());
    }
}

fn check(folder: &Path, path: &Path) {
    let name = path.file_name().unwrap();
    let output =
        Command::new(env!("CARGO_BIN_EXE_dlx-count")).current_dir(folder).arg("file").arg(name).output().unwrap();
    let message = output.said();
    let expected = fs::read_to_string(path.with_extension("txt")).unwrap();
    assert_eq!(message, expected, "{}", name.display());
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{}", name.display());
}
