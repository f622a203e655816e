//! Drawn boards, the empty frames around them, and their symmetries, against coverings that are listed one by one.
//!
//! A drawing of a seeded sample of the boards of up to 4 x 4 cells, or of all of them with `DLX_CASES=65535`.

use std::collections::BTreeSet;

use dlx_count::family::{Board, Copies, Freedom, Piece, Polyomino, drawn_pieces};
use dlx_count::{EngineKind, Session};

use crate::cli::{Said, both, told, words};

/// Layer, row, column.
pub(crate) type Cell = [i32; 3];
/// Cells, sorted, the corner of the box around them at the origin.
pub(crate) type Figure = Vec<Cell>;
/// The pieces of a covering, each with the numbers of its cells, sorted.
type Covering = Vec<Vec<usize>>;

pub(crate) fn figure(cells: impl IntoIterator<Item = Cell>) -> Figure {
    let mut cells: Vec<Cell> = cells.into_iter().collect();
    let corner = [0, 1, 2].map(|axis| cells.iter().map(|cell| cell[axis]).min().unwrap());
    cells.iter_mut().for_each(|cell| (0..3).for_each(|axis| cell[axis] -= corner[axis]));
    cells.sort_unstable();
    cells
}

/// The 48 motions of space and mirrors, the 8 of the plane first: the cell that this one becomes, wherever that is.
pub(crate) fn motion(number: usize, cell: Cell) -> Cell {
    let order = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let (axes, signs) = if number < 8 { (number / 4, number % 4) } else { ((number - 8) / 8, (number - 8) % 8) };
    [0, 1, 2].map(|axis| {
        let is_turned = signs >> (2 - axis) & 1 == 1;
        cell[order[axes][axis]] * if is_turned { -1 } else { 1 }
    })
}

fn motions(is_flat: bool) -> std::ops::Range<usize> {
    if is_flat { 0..8 } else { 8..56 }
}

/// All ways to cover the cells with pieces, each used any number of times.
fn coverings(cells: &Figure, pieces: &[Figure], is_flat: bool) -> Vec<Covering> {
    let turned = |piece: &Figure, number| figure(piece.iter().map(|&cell| motion(number, cell)));
    let images: BTreeSet<Figure> =
        pieces.iter().flat_map(|piece| motions(is_flat).map(move |number| turned(piece, number))).collect();
    let (mut found, mut is_covered) = (Vec::new(), vec![false; cells.len()]);
    cover(cells, &images, &mut is_covered, &mut Vec::new(), &mut found);
    found
}

fn cover(
    cells: &Figure,
    images: &BTreeSet<Figure>,
    is_covered: &mut [bool],
    lying: &mut Covering,
    found: &mut Vec<Covering>,
) {
    let Some(first) = is_covered.iter().position(|&is| !is) else {
        found.push(lying.clone());
        return;
    };
    for image in images {
        let at = |cell: &Cell| {
            let cell = [0, 1, 2].map(|axis| cell[axis] - image[0][axis] + cells[first][axis]);
            cells.binary_search(&cell).ok().filter(|&place| !is_covered[place])
        };
        let Some(mut places) = image.iter().map(at).collect::<Option<Vec<usize>>>() else { continue };
        places.sort_unstable();
        places.iter().for_each(|&place| is_covered[place] = true);
        lying.push(places.clone());
        cover(cells, images, is_covered, lying, found);
        lying.pop();
        places.iter().for_each(|&place| is_covered[place] = false);
    }
}

/// How many coverings no symmetry of the cells carries into one another.
fn n_orbits(cells: &Figure, coverings: &[Covering], is_flat: bool) -> usize {
    let symmetry = |number: usize| {
        let image: Vec<Cell> = cells.iter().map(|&cell| motion(number, cell)).collect();
        let moved = figure(image.iter().copied());
        let corner = [0, 1, 2].map(|axis| image.iter().map(|cell| cell[axis]).min().unwrap());
        let place = |cell: &Cell| moved.binary_search(&[0, 1, 2].map(|axis| cell[axis] - corner[axis])).unwrap();
        (moved == *cells).then(|| image.iter().map(place).collect::<Vec<usize>>())
    };
    let symmetries: Vec<Vec<usize>> = motions(is_flat).filter_map(symmetry).collect();
    let image = |covering: &Covering, symmetry: &[usize]| {
        let mut image: Covering =
            covering.iter().map(|piece| piece.iter().map(|&place| symmetry[place]).collect()).collect();
        image.iter_mut().for_each(|piece| piece.sort_unstable());
        image.sort_unstable();
        image
    };
    let first = |covering: &Covering| symmetries.iter().map(|symmetry| image(covering, symmetry)).min().unwrap();
    coverings.iter().map(first).collect::<BTreeSet<_>>().len()
}

/// Cells as people draw them, with empty rows, columns and layers around them.
fn drawn(cells: &Figure, dice: &mut fastrand::Rng) -> String {
    let size = [0, 1, 2].map(|axis| cells.iter().map(|cell| cell[axis]).max().unwrap() + 1);
    let mut frame = |most: i32| [dice.i32(0..=most), dice.i32(0..=most)];
    let frames = [frame(1), frame(2), frame(2)];
    let sides = [0, 1, 2].map(|axis| -frames[axis][0]..size[axis] + frames[axis][1]);
    let sign = |cell: Cell| if cells.binary_search(&cell).is_ok() { '.' } else { '#' };
    let row = |layer: i32, row: i32| sides[2].clone().map(|column| sign([layer, row, column])).collect::<String>();
    let layer = |layer: i32| sides[1].clone().map(|number| row(layer, number) + "\n").collect::<String>();
    sides[0].clone().map(layer).collect::<Vec<_>>().join("\n")
}

/// A flat piece as people draw it, with empty rows and columns around it, turned by chance.
fn drawn_piece(letter: char, piece: &Figure, dice: &mut fastrand::Rng) -> String {
    let number = dice.usize(0..8);
    let text = drawn(&figure(piece.iter().map(|&cell| motion(number, cell))), dice);
    let text = text.split("\n\n").find(|layer| layer.contains('.')).unwrap();
    text.replace('.', &letter.to_string()).replace('#', ".") + "\n"
}

/// Sets of flat pieces.
fn sets() -> Vec<Vec<Figure>> {
    let piece = |text: &str| {
        let rows = text.split('/').zip(0..);
        let signs =
            rows.flat_map(|(text, row)| text.chars().zip(0..).map(move |(sign, column)| (sign, [0, row, column])));
        figure(signs.filter(|(sign, _)| *sign != '.').map(|(_, cell)| cell))
    };
    let sets = ["X XX./.XX", "XX", "XX X./XX", "X X./XX", "XXX X./XX", "XXXX X../XXX XX/XX XX./.XX XXX/.X.", "X XX/XX"];
    sets.iter().map(|set| set.split(' ').map(piece).collect()).collect()
}

fn n_classes(board: Board, pieces: Vec<Piece>, sides: Freedom) -> (usize, usize) {
    let polyomino = Polyomino::new(board, pieces).copies(Copies::ANY).freedom(sides);
    let number = |up_to_symmetry| {
        let question = polyomino.clone().up_to_symmetry(up_to_symmetry).question().unwrap();
        let outcome = Session::builder().engine(EngineKind::Links).threads(1).build().unwrap().count(&question);
        outcome.unwrap().count.to_u64().unwrap() as usize
    };
    (number(false), number(true))
}

/// Checks a board, drawn by chance.
fn check(cells: &Figure, is_flat: bool, dice: &mut fastrand::Rng) {
    let sets = sets();
    let set = &sets[dice.usize(0..sets.len())];
    let all = coverings(cells, set, is_flat);
    let expected = (all.len(), n_orbits(cells, &all, is_flat));
    let drawing = drawn(cells, dice);
    let pieces: Vec<String> = ('A'..).zip(set).map(|(letter, piece)| drawn_piece(letter, piece, dice)).collect();
    let pieces = pieces.join("\n");
    // Drawn pieces lie as they are drawn if they are one-sided or fixed, and here they are drawn turned.
    let sides = Freedom::Free;
    let own = drawn_pieces(&pieces).unwrap();
    let board = Board::drawing(&drawing, "@drawing").unwrap();
    assert_eq!(n_classes(board, own.clone(), sides), expected, "\n{drawing}\n{pieces}\n{sides:?}");
    if is_flat {
        let missing = (0..16).map(|place| [0, place / 4, place % 4]).filter(|cell| !cells.contains(cell));
        let words: Vec<String> = missing.map(|[_, row, column]| format!("{},{}", row + 1, column + 1)).collect();
        let board = Board::rectangle(4, 4).unwrap().remove(&words.join(" ")).unwrap();
        assert_eq!(n_classes(board, own, sides), expected, "{words:?}\n{pieces}");
    }
}

fn n_cases(usual: usize) -> usize {
    std::env::var("DLX_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn boards_are_counted_up_to_symmetry_whatever_frame_is_drawn_around_them() {
    let mut dice = fastrand::Rng::with_seed(13);
    let masks: Vec<u32> = match n_cases(500) {
        65535.. => (1..1 << 16).collect(),
        number => (0..number).map(|_| dice.u32(1..1 << 16)).collect(),
    };
    for mask in masks {
        let cells = (0..16).filter(|place| mask >> place & 1 == 1).map(|place| [0, place / 4, place % 4]);
        check(&figure(cells), true, &mut dice);
    }
}

#[test]
fn boxes_are_counted_up_to_symmetry_whatever_frame_is_drawn_around_them() {
    let mut dice = fastrand::Rng::with_seed(14);
    for _ in 0..n_cases(200).min(5000) {
        let [layers, rows, columns] = [[2, 2, 2], [2, 2, 3], [3, 2, 2], [2, 3, 2]][dice.usize(0..4)];
        let all = (0..layers).flat_map(|l| (0..rows).flat_map(move |r| (0..columns).map(move |c| [l, r, c])));
        let some: Vec<Cell> = all.filter(|_| dice.u8(..) < 220).collect();
        if some.iter().any(|cell| cell[0] != some[0][0]) {
            check(&figure(some), false, &mut dice);
        }
    }
}

/// Squares in different oblongs, each used at most once: as they are (OEIS A360498), or up to turning (A360725).
#[test]
fn a_star_is_all_pieces() {
    for (n, counts) in [(3, ["4", "4"]), (4, ["12", "36"]), (5, ["256", "1056"])] {
        let sides = (1..=n).flat_map(|a| (a + 1..=n).map(move |b| format!("{a}x{b}")));
        let pieces = sides.collect::<Vec<_>>().join(",");
        for (fixed, count) in ["", " --fixed"].into_iter().zip(counts) {
            let words = format!("polyomino {n}x{n} --pieces {pieces} --copies *=0..1{fixed} -q");
            assert_eq!(told(&words).0.trim(), count, "{words}");
        }
    }
    // A number for one piece overrides one for all, also where there is no other piece.
    for copies in ["I2=4,*=0..1", "*=0..1,I2=4"] {
        assert_eq!(told(&format!("polyomino 2x4 --pieces I2 --copies {copies} -q")).0.trim(), "5", "{copies}");
    }
}

/// A board with cells that may stay empty has the coverings of all boards without some of these cells.
#[test]
fn cells_may_stay_empty() {
    let session = Session::builder().threads(2).build().unwrap();
    let count = |drawing: &str, pieces: Vec<Piece>, copies: Copies, engine| {
        let board = Board::drawing(drawing, "@board").unwrap();
        let question = Polyomino::new(board, pieces).copies(copies).question().unwrap();
        let session = session.to_builder().engine(engine).build().unwrap();
        if question.obstacle().is_some() {
            0
        } else {
            session.count(question.problem()).unwrap().count.to_u64().unwrap()
        }
    };
    for (drawing, words, copies) in [
        ("??.\n.??\n??.\n..?\n", "L4,T4", Copies::ONE),
        ("??.\n.??\n??.\n", "dominoes", Copies::ANY),
        ("????\n?..?\n?.??\n", "L3,I3,I2", "0..1".parse().unwrap()),
        ("?.??\n?..?\n??.?\n", "L3,I2", "1..2".parse().unwrap()),
        ("?.??\n?..?\n?.??\n", "L3,I2", "1..".parse().unwrap()),
    ] {
        let pieces = || dlx_count::family::pieces(words).unwrap();
        let spare: Vec<usize> = drawing.match_indices('?').map(|(place, _)| place).collect();
        let mut expected = 0;
        for left in 0..1 << spare.len() {
            let mut board = drawing.replace('?', ".").into_bytes();
            (0..spare.len()).filter(|k| left >> k & 1 == 1).for_each(|k| board[spare[k]] = b'#');
            expected += count(&String::from_utf8(board).unwrap(), pieces(), copies, None);
        }
        for engine in
            [EngineKind::Links, EngineKind::Learn, EngineKind::Bits, EngineKind::Frontier, EngineKind::Isomorph]
                .map(Some)
                .into_iter()
                .chain([None])
        {
            assert_eq!(count(drawing, pieces(), copies, engine), expected, "{drawing}{words} {engine:?}");
        }
    }
    // Matchings of a grid of 6 x 6: OEIS A028420.
    let six = "??????\n".repeat(6);
    assert_eq!(count(&six, dlx_count::family::pieces("dominoes").unwrap(), Copies::ANY, None), 2_989_126_727);
}

#[test]
fn cells_that_may_stay_empty_on_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.txt");
    std::fs::write(&file, "????\n????\n????\n????\n").unwrap();
    let name = file.display();
    let (shown, said) = told(&format!("solve polyomino @{name} --pieces L4,T4,I4 --up-to-symmetry"));
    assert_eq!(shown.lines().filter(|line| line.is_empty()).count(), 28, "{shown}");
    assert!(said.contains("group of order 8; they stand for 224 solutions, which is all there are"), "{said}");
    let (_, said) = told(&format!("solve polyomino @{name} --pieces dominoes --reuse --up-to-symmetry"));
    assert!(said.contains("they stand for 10012 solutions, which is all there are"), "{said}");
    std::fs::write(&file, "..?\n.??\n...\n").unwrap();
    assert!(told(&format!("polyomino @{name} --pieces I5,V5")).1.contains("10 cells, the board has 6 to 9"));
}

/// What `solve` prints is a drawing of a board and its pieces: as many solutions as before. In the plane and in space, and with several pieces of a shape.
#[test]
fn a_solution_is_an_assembly() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("assembly.txt");
    let name = file.display();
    for (words, count) in [
        ("3x20 --pieces pentominoes", "8"),
        ("3x3x3 --pieces soma", "11520"),
        ("6x6 --pieces I4,L4,O4,T4 --copies I4=2,L4=2,O4=1,T4=4", "536"),
    ] {
        let (count_before, _) = told(&format!("polyomino {words} -q"));
        assert_eq!(count_before.trim(), count, "{words}");
        let (solution, _) = told(&format!("solve polyomino {words} --limit 1 -q"));
        std::fs::write(&file, solution).unwrap();
        assert_eq!(told(&format!("polyomino @{name} --pieces assembly -q")).0.trim(), count, "{words}");
    }
    std::fs::write(&file, "AAB\nCCB\n").unwrap();
    assert_eq!(told(&format!("polyomino @{name} --pieces assembly -q")).0.trim(), "3");
    for (words, help) in [
        ("6x6 --pieces assembly", "shows no pieces"),
        (&format!("@{name} --pieces assembly --fixed"), "--fixed cannot be used with"),
    ] {
        assert!(told(&format!("polyomino {words}")).1.contains(help), "{words}");
    }
}

/// Drawings of one's own are laid as they are drawn, or turned but never over; boards are not turned for them.
#[test]
fn drawn_pieces_stand_for_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pieces.txt");
    let pieces = format!("@{}", file.display());
    let count = |drawing: &str, source: &[&str]| {
        std::fs::write(&file, drawing).unwrap();
        words(&[source, &["--pieces", &pieces, "-q"]].concat()).printed()
    };
    let (upright, hook) = ("A\nA\n", ".J\n.J\nJJ\n");
    assert_eq!(count(upright, &["polyomino", "1x2", "--fixed"]), "0\n");
    assert_eq!(count(upright, &["polyomino", "2x1", "--fixed"]), "1\n");
    assert_eq!(count(upright, &["polyomino", "1x2", "--one-sided"]), "1\n");
    assert_eq!(count("A\nA\n\nB\nB\n", &["polyomino", "2x2", "--fixed"]), "2\n");
    let table = count(upright, &["table", "polyomino", "1..2x1..2", "--fixed", "--reuse", "--csv"]);
    let rows: Vec<&str> = table.lines().skip(1).map(|line| line.split(',').nth(2).unwrap()).collect();
    assert_eq!(rows, ["0", "0", "1", "1"]);
    // A hook that is turned over, and one that is only turned, where nothing else fits.
    let board = folder.path().join("board.txt");
    for (shape, fixed, one_sided, free) in
        [(".#\n.#\n..\n", 0, 0, 1), ("#.\n#.\n..\n", 1, 1, 1), ("..\n.#\n.#\n", 0, 1, 1)]
    {
        std::fs::write(&board, shape).unwrap();
        let board = format!("@{}", board.display());
        for (flag, expected) in [(Some("--fixed"), fixed), (Some("--one-sided"), one_sided), (None, free)] {
            let source: Vec<&str> = ["polyomino", &board].into_iter().chain(flag).collect();
            assert_eq!(count(hook, &source), format!("{expected}\n"), "{shape} {flag:?}");
        }
    }
}

/// Own pieces of hexagons and triangles: all tetrahexes and all hexiamonds, drawn, cover a board as often as those that are generated; and what is printed is read: the pieces of each solution cover the board exactly as they are drawn.
#[test]
fn drawn_hexagons_and_triangles_are_pieces() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pieces.txt");
    let path = file.display();
    std::fs::write(
        &file,
        "I I I I\n\nJ J J\n     J\n\nN N N\n   N\n\nP P\n P P\n\nQ Q\n   Q Q\n\n W\n  W W\n W\n\nU   U\n U U\n",
    )
    .unwrap();
    for flags in ["", " --reuse", " --up-to-symmetry"] {
        let [drawn, made] =
            [format!("@{path}"), "4".into()].map(|pieces| both(&format!("polyhex 4x7 --pieces {pieces}{flags} -q")));
        assert_eq!(drawn, made, "{flags}");
    }
    for board in [
        "polyhex 3x4",
        "polyhex hexagon:3",
        "polyhex triangle:5",
        "polyiamond 3x3",
        "polyiamond triangle:4",
        "polyiamond triangle:5",
        "polyiamond hexagon:1",
        "polyiamond hexagon:2",
    ] {
        let solution = both(&format!("solve {board} --pieces 1,2,3,4 --reuse --limit 1 --seed 8 --shuffle -q"));
        std::fs::write(&file, &solution).unwrap();
        let n_letters = solution.chars().filter(|sign| sign.is_alphanumeric()).collect::<BTreeSet<_>>().len();
        let problem = both(&format!("convert {board} --pieces @{path} --fixed --to json"));
        let count: u64 = both(&format!("{board} --pieces @{path} --fixed -q")).trim().parse().unwrap();
        assert!(count > 0 && problem.contains("pA"), "{board}\n{solution}{problem}");
        let free: u64 = both(&format!("{board} --pieces @{path} -q")).trim().parse().unwrap();
        assert!(free >= count && n_letters > 1, "{board}\n{solution}");
    }
    std::fs::write(&file, "A A\n A\n\nAA\n").unwrap();
    let said = both(&format!("polyhex 3x4 --pieces @{path}"));
    assert!(said.contains("pieces.txt:4:1: the letter A is taken"), "{said}");
    assert!(both(&format!("polyhex 3x4 --pieces 2,@{path}")).contains("drawn pieces beside others"));
}
