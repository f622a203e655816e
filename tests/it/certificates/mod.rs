//! Certificates, and the two checkers that share nothing with the program: what is right is verified, what is wrong is refused.

mod bench;
mod classes;
mod costs;
mod kinds;
mod states;
mod taken_apart;
mod tree;

use dlx_count::family::{latin, queens};
use dlx_count::{EngineKind, Session};

use crate::cli::made;
use crate::common::problem;
use bench::{Bench, body, certificate, python, rust, unpacked};

/// A count with `--certificate` prints what it prints without, and the certificate says it.
#[test]
fn a_count_can_bring_its_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.cert");
    let path = path.to_str().unwrap();
    let cases: [(&[&str], &str); 6] = [
        (&["queens", "8"], "92"),
        (&["queens", "8", "--up-to-symmetry"], "12 up to a group of order 8"),
        (&["polyomino", "3x20", "--pieces", "pentominoes", "--up-to-symmetry"], "2 up to a group of order 4"),
        (&["latin", "4", "--symmetry", "isomorphism"], "35 up to a group of order 24"),
        (&["latin", "6", "--engine", "isomorph"], "812851200"),
        (&["langford", "6"], "0"),
    ];
    for (source, said) in cases {
        let output = crate::cli::words(&[source, &["--certificate", path, "-q"]].concat());
        let count = String::from_utf8(output.stdout).unwrap();
        assert_eq!(count.trim(), said.split(' ').next().unwrap(), "{source:?}");
        let expected = (true, format!("VERIFIED {said}"));
        assert_eq!([rust(&[path]), python(&[path])], [expected.clone(), expected], "{source:?}");
    }
    for other in [&["--limit", "3"][..], &["--run", "x.run"], &["--stats"]] {
        let output = crate::cli::words(&[&["queens", "6", "--certificate", path], other].concat());
        assert_eq!(output.status.code(), Some(2), "{other:?}");
    }
}

#[test]
fn what_has_no_classes_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.cert");
    for (name, text, reason) in
        [("colors", "a | s\na s:1", "colors"), ("bounds", "2|a b\na\na b\na", "covered several times")]
    {
        let file = folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        let words = ["certify", "--engine", "isomorph", "-o", path.to_str().unwrap(), "file", file.to_str().unwrap()];
        let output = crate::cli::words(&words);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && said.contains(reason) && said.contains("frontier"), "{said}");
        assert!(!path.exists());
    }
}

/// What is refused or stopped leaves an old certificate as it is, and a link a link.
#[test]
fn old_certificates_stay_until_there_is_a_new_one() {
    let (folder, path) = made(&["certify", "queens", "8"], "-o", "x.cert");
    let old = std::fs::read(&path).unwrap();
    let again = |words: &[&str], path: &std::path::Path| {
        crate::cli::words(&[words, &["-o", path.to_str().unwrap()]].concat()).status.success()
    };
    assert!(!again(&["certify", "tour", "grid:4x4"], &path));
    assert!(!again(&["certify", "queens", "18", "--time-limit", "50ms"], &path));
    assert_eq!(std::fs::read(&path).unwrap(), old);
    #[cfg(unix)]
    {
        let link = folder.path().join("link.cert");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        assert!(again(&["certify", "queens", "7"], &link) && link.is_symlink());
        assert_ne!(std::fs::read(&path).unwrap(), old);
        assert!(again(&["certify", "queens", "7"], std::path::Path::new("/dev/null")));
        std::fs::remove_file(link).unwrap();
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// A problem with few states gets these; otherwise classes, if these are few, or a tree, if that is small.
#[test]
fn the_kind_of_records_suits_the_problem() {
    for (source, kind) in [(["latin", "6"], 1), (["latin", "7"], 1), (["queens", "8"], 0), (["queens", "11"], 5)] {
        let (_folder, path) = made(&[&["certify"][..], &source].concat(), "-o", "x.cert");
        let plain = unpacked(&std::fs::read(&path).unwrap());
        assert_eq!(plain[body(&plain) - 1], kind, "{source:?}");
    }
}

/// A certificate of a former format says so, and is not taken for a damaged one.
#[test]
fn former_formats_are_named() {
    let bench = Bench::new();
    let mut bytes = certificate(&queens(4)).0;
    bytes[16] = b'3';
    let path = bench.put(&bytes);
    let expected = (false, "NOT VERIFIED: this certificate is not of format 4, which this checker reads".to_string());
    assert_eq!([rust(&[&path]), python(&[&path])], [expected.clone(), expected]);
}

#[test]
fn the_problem_is_compared() {
    let bench = Bench::new();
    let plain = bench.put(&certificate(&problem("a b | s\na s:1\nb s:1\na b")).0);
    let file = bench.folder.path().join("x.dlx");
    std::fs::write(&file, "a b\na |$4\nb |$2.5\na b |$7").unwrap();
    let (_folder, costs) = made(&["certify", "--minimize", file.to_str().unwrap()], "-o", "x.cert");
    let costs = costs.to_str().unwrap().to_string();
    for (path, text, is_same) in [
        (&plain, "| the same in another order\nb a | s\nb a\n\ns:1 b |$7\na s:1", true),
        (&plain, "a b | s\na s:1\nb s:2\na b", false),
        (&plain, "a b | s\na s:1\nb s:1", false),
        (&plain, "a 2|b | s\na s:1\nb s:1\na b", false),
        // Costs count where the least one is claimed, if the file has any.
        (&costs, "b a\nb a |$7\na |$4.0\nb |$2.50", true),
        (&costs, "a b\na\nb\na b", true),
        (&costs, "a b\na |$4\nb |$2.51\na b |$7", false),
        (&costs, "a b\na |$4\nb\na b |$7", false),
    ] {
        std::fs::write(&file, text).unwrap();
        for (is_content, said) in [rust, python].map(|check| check(&[path, "--problem", file.to_str().unwrap()])) {
            assert_eq!(is_content, is_same, "{text}: {said}");
        }
    }
}

#[test]
fn limits_are_heard_and_leave_no_file() {
    let small = Session::builder().threads(1).memory(1 << 16).engine(EngineKind::Frontier).build().unwrap();
    let refused = small.certify(&queens(12), std::io::sink()).unwrap_err();
    assert!(refused.to_string().contains("memory"), "{refused}");
    let small = small.to_builder().engine(EngineKind::Isomorph).build().unwrap();
    let refused = small.certify(&latin(7, false).unwrap(), std::io::sink()).unwrap_err();
    assert!(refused.to_string().contains("memory"), "{refused}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.cert");
    for source in
        [&["queens", "20"][..], &["latin", "10", "--engine", "isomorph"], &["langford", "19", "--engine", "bits"]]
    {
        let words = [&["certify", "--time-limit", "100ms", "-o", path.to_str().unwrap()], source].concat();
        let output = crate::cli::words(&words);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{source:?}");
        assert!(!path.exists());
        // What takes long to check is said before.
        assert_eq!(said.contains("dlx-check will take about "), source.contains(&"bits"), "{said}");
    }
}
