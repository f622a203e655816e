//! Files of BurrTools, against assemblies that are listed one by one, against boards of this program, and against what is published.

use std::collections::BTreeSet;
use std::io::Write;

use flate2::{Compression, write::GzEncoder};

use crate::boards::{Cell, Figure, figure, motion};
use crate::cli::{Said, file_in, told, words};

/// A box of these layers, rows and columns, with a sign for each place.
fn voxel([layers, rows, columns]: [i32; 3], sign: impl Fn(Cell) -> char) -> String {
    let all = (0..layers).flat_map(|l| (0..rows).flat_map(move |r| (0..columns).map(move |c| [l, r, c])));
    format!(
        "<voxel x=\"{columns}\" y=\"{rows}\" z=\"{layers}\" type=\"0\">{}</voxel>",
        all.map(sign).collect::<String>()
    )
}

/// A file with one problem: its shapes, and for each piece its number and how often it is used.
fn puzzle(shapes: &[String], used: &[(usize, [usize; 2])]) -> String {
    let used = used.iter().map(|(id, [min, max])| format!("<shape id=\"{id}\" min=\"{min}\" max=\"{max}\"/>"));
    format!(
        "<puzzle version=\"2\"><gridType type=\"0\"/><shapes>{}</shapes>\n<problems><problem><shapes>{}</shapes><result id=\"0\"/></problem></problems></puzzle>",
        shapes.concat(),
        used.collect::<String>()
    )
}

/// The proper motions of the cube, or all of them.
fn motions(with_mirrors: bool) -> Vec<usize> {
    let corner = [[1, 0, 0], [0, 2, 0], [0, 0, 3]];
    let is_proper = |number: &usize| {
        let [a, b, c] = corner.map(|cell| motion(*number, cell));
        let det = |i: usize, j: usize, k: usize| a[i] * (b[j] * c[k] - b[k] * c[j]);
        det(0, 1, 2) + det(1, 2, 0) + det(2, 0, 1) > 0
    };
    (8..56).filter(|number| with_mirrors || is_proper(number)).collect()
}

fn images(piece: &Figure, motions: &[usize]) -> BTreeSet<Figure> {
    motions.iter().map(|&number| figure(piece.iter().map(|&cell| motion(number, cell)))).collect()
}

/// A puzzle by chance: the signs of the result, and pieces with how often they are used.
struct Dealt {
    size: [i32; 3],
    must: Figure,
    may: Figure,
    pieces: Vec<(Figure, [usize; 2])>,
}

impl Dealt {
    fn new(dice: &mut fastrand::Rng) -> Self {
        let size = [[2, 2, 2], [2, 2, 3], [1, 3, 3], [3, 2, 1]][dice.usize(0..4)];
        let all = (0..size[0]).flat_map(|l| (0..size[1]).flat_map(move |r| (0..size[2]).map(move |c| [l, r, c])));
        let (mut must, mut may) = (vec![[0, 0, 0], [size[0] - 1, size[1] - 1, size[2] - 1]], Vec::new());
        for cell in all.filter(|cell| !must.contains(cell)).collect::<Vec<_>>() {
            match dice.u8(0..8) {
                0 => {}
                1 | 2 => may.push(cell),
                _ => must.push(cell),
            }
        }
        let domino: &[Cell] = &[[0, 0, 0], [0, 0, 1]];
        let bent: &[Cell] = &[[0, 0, 0], [0, 1, 0], [1, 0, 0]];
        let hand: &[Cell] = &[[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 1, 0]];
        let other: &[Cell] = &[[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 1]];
        let apart: &[Cell] = &[[0, 0, 0], [1, 1, 0]];
        let shapes = [&[[0, 0, 0]], domino, bent, hand, other, apart];
        let mut pieces: Vec<_> = shapes.iter().map(|cells| (figure(cells.iter().copied()), [0, 0])).collect();
        dice.shuffle(&mut pieces);
        pieces.truncate(dice.usize(1..5));
        for (_, range) in &mut pieces {
            let least = dice.usize(0..2);
            *range = [least, least + dice.usize(0..3)];
        }
        Self { size, must, may, pieces }
    }

    fn text(&self) -> String {
        let sign = |cell: Cell| match (self.must.contains(&cell), self.may.contains(&cell)) {
            (true, _) => '#',
            (_, true) => '+',
            _ => '_',
        };
        let piece = |(cells, _): &(Figure, _)| {
            let sides = [0, 1, 2].map(|axis| cells.iter().map(|cell| cell[axis] + 1).max().unwrap());
            voxel(sides, |cell| if cells.contains(&cell) { '#' } else { '_' })
        };
        let shapes: Vec<String> =
            std::iter::once(voxel(self.size, sign)).chain(self.pieces.iter().map(piece)).collect();
        puzzle(&shapes, &(1..).zip(self.pieces.iter().map(|(_, range)| *range)).collect::<Vec<_>>())
    }

    /// All assemblies: for each piece that lies there its number and its cells.
    fn assemblies(&self) -> BTreeSet<BTreeSet<(usize, Figure)>> {
        let room: BTreeSet<Cell> = self.must.iter().chain(&self.may).copied().collect();
        let mut placed: Vec<(usize, Figure)> = Vec::new();
        for (number, (piece, _)) in self.pieces.iter().enumerate() {
            for image in images(piece, &motions(false)) {
                for (l, r, c) in (-2..4).flat_map(|l| (-2..4).flat_map(move |r| (-2..4).map(move |c| (l, r, c)))) {
                    let moved: Figure = image.iter().map(|cell| [cell[0] + l, cell[1] + r, cell[2] + c]).collect();
                    if moved.iter().all(|cell| room.contains(cell)) {
                        placed.push((number, moved));
                    }
                }
            }
        }
        let (mut found, mut open) = (BTreeSet::new(), vec![(0, BTreeSet::new(), BTreeSet::<Cell>::new())]);
        while let Some((first, lying, covered)) = open.pop() {
            let n_of = |number: usize| lying.iter().filter(|(piece, _)| *piece == number).count();
            let is_right =
                |(number, (_, [least, most])): (usize, &(Figure, [usize; 2]))| (*least..=*most).contains(&n_of(number));
            if self.must.iter().all(|cell| covered.contains(cell)) && self.pieces.iter().enumerate().all(is_right) {
                found.insert(lying.clone());
            }
            for (next, (number, cells)) in placed.iter().enumerate().skip(first) {
                if cells.iter().all(|cell| !covered.contains(cell)) && n_of(*number) < self.pieces[*number].1[1] {
                    let lying = lying.iter().cloned().chain([(*number, cells.clone())]).collect();
                    open.push((next + 1, lying, covered.iter().chain(cells).copied().collect()));
                }
            }
        }
        found
    }

    /// How many assemblies no symmetry of the result carries into one another: a rotation, or a reflection that makes pieces of all pieces, as often used.
    fn n_kinds(&self, assemblies: &BTreeSet<BTreeSet<(usize, Figure)>>) -> usize {
        let rotations = motions(false);
        let partner = |number: usize, way: usize| {
            let (piece, range) = &self.pieces[number];
            let image = figure(piece.iter().map(|&cell| motion(way, cell)));
            self.pieces
                .iter()
                .position(|(other, of_other)| of_other == range && images(other, &rotations).contains(&image))
        };
        let symmetry = |way: usize| {
            let corner = [0, 1, 2].map(|axis| self.must.iter().map(|&cell| motion(way, cell)[axis]).min().unwrap());
            let moved = move |cell: Cell| {
                let image = motion(way, cell);
                [0, 1, 2].map(|axis| image[axis] - corner[axis])
            };
            let is_kept = |cells: &Figure| cells.iter().all(|&cell| cells.contains(&moved(cell)));
            let partners: Option<Vec<usize>> = (0..self.pieces.len()).map(|number| partner(number, way)).collect();
            partners.filter(|_| is_kept(&self.must) && is_kept(&self.may)).map(|partners| (moved, partners))
        };
        let symmetries: Vec<_> = motions(true).into_iter().filter_map(symmetry).collect();
        let first = |assembly: &BTreeSet<(usize, Figure)>| {
            let image = |(moved, partners): &(_, Vec<usize>)| -> BTreeSet<(usize, Figure)> {
                let moved: &dyn Fn(Cell) -> Cell = moved;
                let turned = |(piece, cells): &(usize, Figure)| {
                    let mut cells: Figure = cells.iter().map(|&cell| moved(cell)).collect();
                    cells.sort_unstable();
                    (partners[*piece], cells)
                };
                assembly.iter().map(turned).collect()
            };
            symmetries.iter().map(image).min().unwrap()
        };
        assemblies.iter().map(first).collect::<BTreeSet<_>>().len()
    }
}

#[test]
fn puzzles_have_as_many_assemblies_as_can_be_listed() {
    let (mut dice, folder) = (fastrand::Rng::with_seed(48), tempfile::tempdir().unwrap());
    let mut n_solvable = 0;
    for _ in 0..60 {
        let dealt = Dealt::new(&mut dice);
        let file = file_in(&folder, "a.xmpuzzle", dealt.text());
        let count = |more: &str| told(&format!("{file} -q{more}")).0.trim().to_owned();
        let assemblies = dealt.assemblies();
        n_solvable += usize::from(!assemblies.is_empty());
        assert_eq!(count(""), assemblies.len().to_string(), "{}", dealt.text());
        let kinds = dealt.n_kinds(&assemblies).to_string();
        assert_eq!(count(" --up-to-symmetry"), kinds, "{}", dealt.text());
    }
    assert!(n_solvable > 20, "{n_solvable}");
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
    let cube = voxel([1, 1, 1], |_| '#');
    let simple = "<problem><shapes><shape id=\"1\" count=\"1\"/></shapes><result id=\"0\"/></problem>";
    let two = |other: &str| text(&format!("{cube}{other}"), simple);
    for (text, part) in [
        ("not at all", "1:1: this is not XML"),
        ("<table/>", "not a puzzle of BurrTools"),
        ("<puzzle>\n<gridType type=\"5\"/></puzzle>", "2:1: there is no such grid"),
        (
            &text(&voxel([1, 1, 2], |_| '#'), "<problem><result id=\"0\"/></problem>")
                .replace("<shapes>", "<gridType type=\"2\"/><shapes>"),
            "no body of this grid lies at place 2",
        ),
        (&text(&cube, ""), "the file has no problem"),
        (&text(&cube, "<problem/>"), "2:11: this problem has no result"),
        (&text(&cube, "<problem><result id=\"7\"/></problem>"), "2:20: there is no shape 7"),
        (&text(&voxel([1, 1, 1], |_| '_'), "<problem><result id=\"0\"/></problem>"), "the result has no cubes"),
        (&two(""), "there is no shape 1"),
        (&two(&voxel([1, 1, 1], |_| '_')), "a piece has no cubes"),
        (&two(&voxel([1, 1, 1], |_| '+')), "may be filled or not"),
        (&two("<voxel x=\"2\" y=\"1\" z=\"1\">#</voxel>"), "a shape has 1 signs and not 2"),
        (&two("<voxel x=\"1\" y=\"1\" z=\"1\">o</voxel>"), "`o` in a shape"),
        (&two("<voxel x=\"1\" y=\"1\" z=\"a\">#</voxel>"), "`z` is not a number"),
        (&two("<voxel x=\"1\" y=\"1\">#</voxel>"), "`z` is missing"),
        (&two("<voxel x=\"99999\" y=\"99999\" z=\"9999999999\">#</voxel>"), "more than 100000 places"),
        (&text(&voxel([1, 1, 1], |_| '#').replace("#<", "#1<").repeat(2), simple), "colors say where"),
        (&text(&cube.repeat(2), &simple.replace("count=\"1\"", "min=\"2\" max=\"1\"")), "above the most"),
        (&text(&cube.repeat(2), &simple.replace("count=\"1\"", "min=\"2\"")), "`max` is missing"),
        (
            &text(
                &(voxel([1, 1, 2], |_| '+') + &cube),
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
        let shapes = voxel([1, 1, 1], |_| '#').repeat(2);
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
    let text = puzzle(&[voxel([1, 1, 1], |_| '#'), voxel([1, 1, 1], |_| '#')], &[(1, [1, 1])]);
    let text = format!("<?xml version=\"1.0\"?>{}", text.replace("</puzzle>", "<comment>G?nter</comment></puzzle>"));
    let (before, after) = text.split_once("G?nter").unwrap();
    let old = file_in(&folder, "old.xmpuzzle", [before.as_bytes(), b"G\xFCnter", after.as_bytes()].concat());
    assert_eq!(told(&format!("burrtools {old} -q")).0, "1\n");
}
