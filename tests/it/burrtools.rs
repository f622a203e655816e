//! Files of BurrTools, against boards of this program and what is published; what [`space_grids`](super::space_grids) lists one by one is not repeated here.

use std::io::Write;

use flate2::{Compression, write::GzEncoder};

use crate::cli::{Said, file_in, told, words};

/// Cubes in a row, with a sign for each place.
fn voxel(signs: &str) -> String {
    format!("<voxel x=\"{}\" y=\"1\" z=\"1\" type=\"0\">{signs}</voxel>", signs.len())
}

/// The Soma cube: 240 without rotations and reflections (Berlekamp, Conway and Guy, "Winning Ways"), times 48. The second problem has a result with cubes that may stay empty.
#[test]
fn soma_packed_or_not() {
    let text = std::fs::read_to_string("docs/src/examples/soma.xmpuzzle").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let packed = folder.path().join("soma.xmpuzzle");
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).unwrap();
    std::fs::write(&packed, encoder.finish().unwrap()).unwrap();
    for file in ["docs/src/examples/soma.xmpuzzle", packed.to_str().unwrap()] {
        assert_eq!(told(&format!("burrtools {file} --problem 1 -q")).0, "11520\n");
        assert_eq!(told(&format!("{file} --problem 1 --up-to-symmetry -q")).0, "240\n");
        assert_eq!(told(&format!("{file} -q")).0.lines().count(), 2, "all problems");
    }
    let (drawn, _) = told("solve burrtools docs/src/examples/soma.xmpuzzle --problem 1 --limit 1 -q");
    assert!("VLTZABP".chars().all(|letter| drawn.contains(letter)), "pieces keep their names: {drawn}");
}

#[test]
fn what_is_no_puzzle_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let text = |shapes: &str, problem: &str| {
        format!("<puzzle><shapes>{shapes}</shapes>\n<problems>{problem}</problems></puzzle>")
    };
    let cube = voxel("#");
    let simple = "<problem><shapes><shape id=\"1\" count=\"1\"/></shapes><result id=\"0\"/></problem>";
    let two = |other: &str| text(&format!("{cube}{other}"), simple);
    for (text, part) in [
        ("not at all", "1:1: this is not XML"),
        ("<table/>", "not a puzzle of BurrTools"),
        ("<puzzle>\n<gridType type=\"5\"/></puzzle>", "2:1: there is no such grid"),
        (
            &text(&voxel("##"), "<problem><result id=\"0\"/></problem>")
                .replace("<shapes>", "<gridType type=\"2\"/><shapes>"),
            "no body of this grid lies at place 2",
        ),
        (&text(&cube, ""), "the file has no problem"),
        (&text(&cube, "<problem/>"), "2:11: this problem has no result"),
        (&text(&cube, "<problem><result id=\"7\"/></problem>"), "2:20: there is no shape 7"),
        (&text(&voxel("_"), "<problem><result id=\"0\"/></problem>"), "the result has no cubes"),
        (&two(""), "there is no shape 1"),
        (&two(&voxel("_")), "a piece has no cubes"),
        (&two(&voxel("+")), "may be filled or not"),
        (&two("<voxel x=\"2\" y=\"1\" z=\"1\">#</voxel>"), "a shape has 1 signs and not 2"),
        (&two("<voxel x=\"1\" y=\"1\" z=\"1\">o</voxel>"), "`o` in a shape"),
        (&two("<voxel x=\"1\" y=\"1\" z=\"a\">#</voxel>"), "`z` is not a number"),
        (&two("<voxel x=\"1\" y=\"1\">#</voxel>"), "`z` is missing"),
        (&two("<voxel x=\"99999\" y=\"99999\" z=\"9999999999\">#</voxel>"), "more than 100000 places"),
        (&text(&voxel("#").replace("#<", "#1<").repeat(2), simple), "colors say where"),
        (&text(&cube.repeat(2), &simple.replace("count=\"1\"", "min=\"2\" max=\"1\"")), "above the most"),
        (&text(&cube.repeat(2), &simple.replace("count=\"1\"", "min=\"2\"")), "`max` is missing"),
        (
            &text(
                &(voxel("++") + &cube),
                &simple.replace("count=\"1\"", "min=\"0\" max=\"2\"").replace("<problem", "<problem maxHoles=\"1\""),
            ),
            "a bound on the cubes that stay empty",
        ),
    ] {
        let (shown, said) = told(&format!("burrtools {}", file_in(&folder, "a.xmpuzzle", text)));
        assert!(shown.is_empty() && said.contains(part), "{text}: {said}");
    }
}

#[test]
fn a_problem_is_chosen_by_its_number_or_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let text = |problems: &str| {
        let shapes = voxel("#").repeat(2);
        format!("<puzzle>\n<shapes>{shapes}</shapes><problems>{problems}</problems></puzzle>")
    };
    let simple = "<problem><shapes><shape id=\"1\" count=\"1\"/></shapes><result id=\"0\"/></problem>";
    let named = text(&simple.replace("<problem>", "<problem name=\"one box\">").repeat(2));
    let file = file_in(&folder, "a.xmpuzzle", &named);
    let said = told(&format!("burrtools {file} --problem box")).1;
    assert!(said.contains("numbered from 1 to 2, and named one box, one box"), "{said}");
    assert_eq!(words(&["burrtools", &file, "--problem", "one box", "-q"]).printed().lines().count(), 2);
    let file = file_in(&folder, "a.xmpuzzle", text(simple));
    assert_eq!(told(&format!("burrtools {file} -q")).0, "1\n");
    for (problem, part) in
        [("2", "the file has no problem 2"), ("one", "numbered from 1 to 1\n"), ("0", "the file has no problem 0")]
    {
        let (_, said) = told(&format!("burrtools {file} --problem {problem}"));
        assert!(said.contains(part), "{said}");
    }
}

/// Old files have comments in the letters of the system that they were made on.
#[test]
fn comments_may_be_in_latin_letters() {
    let folder = tempfile::tempdir().unwrap();
    let problem = "<problem><shapes><shape id=\"1\" min=\"1\" max=\"1\"/></shapes><result id=\"0\"/></problem>";
    let before = format!(
        "<?xml version=\"1.0\"?><puzzle version=\"2\"><gridType type=\"0\"/><shapes>{}</shapes>\n<problems>{problem}</problems><comment>",
        voxel("#").repeat(2)
    );
    let after = "</comment></puzzle>";
    let old = file_in(&folder, "old.xmpuzzle", [before.as_bytes(), b"G\xFCnter", after.as_bytes()].concat());
    assert_eq!(told(&format!("burrtools {old} -q")).0, "1\n");
}
