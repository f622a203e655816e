//! Pictures and galleries, as files on disk.

use std::collections::{BTreeMap, BTreeSet};

use dlx_count::engine::links::Solutions;
use dlx_count::family::{Board, Copies, Polyomino, pieces};
use dlx_count::picture;

use crate::cli::{Said, made, words};

/// What is in the file that these words write.
fn drawn(arguments: &[&str], option: &str, name: &str) -> String {
    let (_folder, path) = made(arguments, option, name);
    std::fs::read_to_string(path).unwrap()
}

fn error(arguments: &[&str]) -> String {
    let output = words(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    output.said()
}

/// No outline shows what lies above what: pictures of different solutions differ.
#[test]
fn copies_in_a_box_are_told_apart() {
    let board = Board::parse("3x2x2").unwrap();
    let polyomino = Polyomino::new(board, pieces("L3,I3").unwrap()).copies(Copies::ANY);
    let (question, drawing) = (polyomino.question().unwrap(), polyomino.drawing().unwrap());
    let scene = drawing.scene().unwrap();
    let all: Vec<String> = Solutions::new(question.problem()).map(|solution| picture::text(scene, &solution)).collect();
    let different: BTreeSet<&String> = all.iter().collect();
    assert_eq!((all.len(), different.len()), (73, 73));
}

const RING: [&str; 9] =
    ["solve", "polyomino", "3x3", "--remove", "2,2", "--pieces", "dominoes", "--reuse", "--in-order"];
const SUDOKU: [&str; 3] = ["solve", "sudoku", "tests/data/sudoku/three.txt"];

#[test]
fn text_has_lines_around_pieces_and_brackets_around_givens() {
    let ring = "\
┌───────┬───┐
│ I   I │ I │
├───┬───┤   │
│ I │   │ I │
│   ├───┴───┤
│ I │ I   I │
└───┴───────┘
";
    assert_eq!(drawn(&RING, "--picture", "ring.txt"), ring);
    let latin = "\
┌─────────┐
│[1][2][3]│
│[2] 3  1 │
│[3] 1  2 │
└─────────┘
";
    assert_eq!(drawn(&["solve", "latin", "3", "--reduced"], "--picture", "latin.txt"), latin);
    let cube = ["solve", "polyomino", "2x2x2", "--pieces", "dominoes", "--reuse", "--in-order"];
    assert_eq!(drawn(&cube, "--picture", "cube.txt").matches('\n').count(), 11, "two layers, a blank line between");
    let sudoku = drawn(&SUDOKU, "--picture", "sudoku.txt");
    assert_eq!(sudoku.lines().nth(1), Some("│[5][3] 4 │ 6 [7] 8 │ 9  1  2 │"));
    assert_eq!(sudoku.matches('[').count(), 30, "one for each clue");
    let queens = drawn(&["solve", "queens", "4", "--placed", "1,2"], "--picture", "q.txt");
    assert_eq!(queens, ". Q . .\n. . . Q\nQ . . .\n. . Q .\n");
}

/// What stands in a drawing can be read back from the picture: queens by cells, clues by weight, pieces by outlines.
#[test]
fn svg_has_every_mark() {
    let queens = drawn(&["solve", "queens", "6", "--placed", "1,2"], "--picture", "q.SVG");
    assert_eq!((queens.matches("class=\"queen\"").count(), queens.matches("data-cell=").count()), (6, 36));
    assert_eq!(queens.matches("class=\"cell dark\"").count(), 18);
    assert!(queens.contains("<title>queens 6 --placed &quot;1,2&quot;</title>"), "{queens}");
    let sudoku = drawn(&SUDOKU, "--picture", "s.svg");
    assert_eq!((sudoku.matches("class=\"word given\"").count(), sudoku.matches("class=\"word\"").count()), (30, 51));
    let pieces = drawn(&["sample", "polyomino", "3x20", "--pieces", "pentominoes"], "--picture", "p.svg");
    assert_eq!((pieces.matches("class=\"thick\"").count(), pieces.matches("<text").count()), (12, 12));
    let row = drawn(&["solve", "langford", "7"], "--picture", "l.svg");
    assert_eq!((row.matches("class=\"arc\"").count(), row.matches("class=\"word\"").count()), (7, 14));
    let layers = drawn(&["solve", "polyomino", "3x3x3", "--pieces", "soma"], "--picture", "soma.svg");
    assert_eq!((layers.matches(">layer ").count(), layers.matches("class=\"thick\"").count()), (3, 7));
}

/// Lines, circles and black cells, as many as in the solution as text. Both ends of a line draw it.
#[test]
fn puzzles_are_drawn_with_lines_circles_and_black_cells() {
    for (kind, signs, class, times) in [
        ("slitherlink-7", "-|", "thick", 2),
        ("masyu-7", "-|", "thick", 2),
        ("masyu-7", "wb", "pearl", 1),
        ("masyu-7", "b", "pearl full", 1),
        ("numberlink-5", "-|", "thick", 2),
        ("hashi-7", "-|=\"", "thick", 2),
        ("hashi-7", "12345678", "pearl", 1),
        ("nurikabe-7", "#", "sea", 1),
    ] {
        let (file, name) = (format!("tests/data/loops/{kind}.txt"), kind.split('-').next().unwrap());
        let solved = std::fs::read_to_string(format!("tests/data/loops/{kind}.solved")).unwrap();
        let text = drawn(&["solve", name, &file], "--picture", "p.txt");
        assert_eq!(text.trim_end(), solved.trim_end(), "{kind}");
        let svg = drawn(&["solve", name, &file], "--picture", "p.svg");
        let all = svg.matches(&format!("class=\"{class}")).count();
        assert_eq!(all, times * text.matches(|sign| signs.contains(sign)).count(), "{kind}: {signs}");
    }
}

/// A piece has the same color in all pictures of a page.
#[test]
fn pieces_keep_their_colors() {
    let page = drawn(&["gallery", "polyomino", "6x10", "--pieces", "pentominoes", "--limit", "8"], "-o", "g.html");
    let mut colors: BTreeMap<String, BTreeSet<char>> = BTreeMap::new();
    for piece in page.split("<path class=\"k").skip(1) {
        let word = piece.split("</text>").next().unwrap().rsplit('>').next().unwrap();
        colors.entry(word.into()).or_default().insert(piece.chars().next().unwrap());
    }
    assert_eq!(colors.len(), 12);
    assert!(colors.values().all(|colors| colors.len() == 1), "{colors:?}");
}

/// Each cage has its sum, and its cells have lines inside.
#[test]
fn cages_have_their_sums() {
    let killer = ["solve", "sudoku", "--empty", "--killer", "docs/src/examples/killer.txt"];
    let svg = drawn(&killer, "--picture", "k.svg");
    let sums: Vec<u32> = svg
        .split("class=\"sum\"")
        .skip(1)
        .map(|text| text.split('<').next().unwrap().rsplit('>').next().unwrap().parse().unwrap())
        .collect();
    assert_eq!((sums.len(), sums.iter().sum::<u32>()), (29, 405));
    let text = drawn(&killer, "--picture", "k.txt");
    assert!(text.starts_with("┌───────┬───────────┬───┬───┬───┬───┐\n│ 2   1 │ 5   6   4 │ 7 │"), "{text}");
}

/// Hexagons and triangles have six sides and three, and a piece as many around it as its cells do not share.
#[test]
fn cells_need_not_be_squares() {
    let sides_of = |svg: &str, class: &str| -> Vec<usize> {
        let paths = svg.split("<path ").filter(|path| path.starts_with(&format!("class=\"{class}\"")));
        paths.map(|path| path.split("/>").next().unwrap().matches('L').count()).collect()
    };
    let hexagons = drawn(&["solve", "polyhex", "4x7", "--pieces", "4"], "--picture", "h.svg");
    // A path goes back to where it began.
    assert_eq!(sides_of(&hexagons, "cell"), [5; 28]);
    // Of the seven tetrahexes five share three sides between their cells, one four and one five.
    let mut around = sides_of(&hexagons, "thick");
    around.sort_unstable();
    assert_eq!(around, [14, 16, 18, 18, 18, 18, 18]);
    assert_eq!((hexagons.matches("<text").count(), hexagons.matches("data-cell=").count()), (7, 28));
    let triangles = drawn(&["solve", "polyiamond", "hexagon:2", "--pieces", "2", "--reuse"], "--picture", "t.svg");
    assert_eq!((sides_of(&triangles, "cell"), sides_of(&triangles, "thick")), (vec![2; 24], vec![4; 12]));
    let text =
        drawn(&["solve", "polyhex", "triangle:2", "--pieces", "1,2", "--reuse", "--in-order"], "--picture", "t.txt");
    assert_eq!(text, "1 1\n 1\n");
    let trace = drawn(&["trace", "polyhex", "2x2", "--pieces", "2", "--reuse"], "-o", "t.html");
    assert_eq!(trace.matches("data-cell=\"").count(), 4);
    // A wedge for each side: 24 triangles, one color all around.
    let tiles = ["solve", "edges", "4", "--triangles", "hexagon:2", "--border", "1", "--limit", "1"];
    let tiles = drawn(&tiles, "--picture", "e.svg");
    let colors: Vec<usize> = (0..8).map(|k| tiles.matches(&format!("<path class=\"k{k}\"")).count()).collect();
    // Of each color as many sides: the twelve of the border count once.
    assert_eq!(colors, [18, 18, 18, 18, 0, 0, 0, 0]);
}

/// The picture of the first solution.
fn first_drawn(source: &[&str], name: &str) -> String {
    drawn(&[&["solve"], source, &["--in-order", "--limit", "1"]].concat(), "--picture", name)
}

/// The first solution in words.
fn first_said(source: &[&str]) -> String {
    let output = words(&[&["solve"], source, &["--in-order", "--limit", "1", "-q"]].concat());
    output.printed()
}

/// The picture of a graph has the edges that the solution has in words, and lines for no others.
#[test]
fn graphs_are_drawn_with_what_is_chosen() {
    // The steps of a walk, or of closed ones in brackets.
    let steps = |words: &str| -> BTreeSet<BTreeSet<String>> {
        let walks = words.trim().split(")").filter(|walk| !walk.trim().is_empty());
        let walks = walks.map(|walk| {
            let is_closed = walk.contains('(');
            let mut names: Vec<String> =
                walk.trim().trim_start_matches('(').split([' ', '-']).map(String::from).collect();
            names.extend(is_closed.then(|| names[0].clone()));
            names
        });
        walks
            .flat_map(|names| names.windows(2).map(|pair| pair.iter().cloned().collect()).collect::<Vec<_>>())
            .collect()
    };
    for (source, n_edges) in [
        (&["path", "grid:3x3"][..], 12),
        (&["tour", "complete:5"], 10),
        (&["tour", "grid:4x4"], 24),
        (&["cycles", "complete:6"], 15),
        (&["cycles", "king:3x4"], 29),
    ] {
        let drawn: BTreeSet<BTreeSet<String>> = first_drawn(source, "g.txt")
            .split_whitespace()
            .map(|edge| edge.split('-').map(String::from).collect())
            .collect();
        assert_eq!(drawn, steps(&first_said(source)), "{source:?}");
        let svg = first_drawn(source, "g.svg");
        let thin = svg.split("stroke=\"#999\" d=\"").nth(1).unwrap().split('"').next().unwrap();
        assert_eq!(thin.matches('M').count(), n_edges, "{source:?}");
        let lines = svg.split("stroke-width=\"5\" d=\"").skip(1).map(|part| part.split('"').next().unwrap());
        let lines: BTreeSet<BTreeSet<&str>> =
            lines.flat_map(|path| path.split('M').skip(1)).map(|line| line.split('L').collect()).collect();
        assert_eq!(lines.len(), drawn.len(), "{source:?}");
    }
}

/// Matchings have their edges, rounds a line each; sets and colors are of vertices.
#[test]
fn graphs_are_drawn_with_rounds_and_vertices() {
    for source in [&["matching", "petersen"][..], &["factorization", "6"]] {
        let sorted = |text: &str| {
            text.lines().map(|line| line.split(' ').map(String::from).collect::<BTreeSet<_>>()).collect::<Vec<_>>()
        };
        let text = first_said(source);
        assert_eq!(sorted(&first_drawn(source, "g.txt")), sorted(text.trim_end()), "{source:?}");
    }
    let colored = first_drawn(&["coloring", "petersen", "--colors", "3"], "c.svg");
    assert_eq!((0..3).map(|k| colored.matches(&format!("<circle class=\"cell k{k}\"")).count()).sum::<usize>(), 10);
    let chosen = first_drawn(&["independent", "petersen", "--size", "4"], "i.svg");
    assert_eq!(
        (chosen.matches("<circle class=\"cell k0\"").count(), chosen.matches("class=\"note\"").count()),
        (4, 10)
    );
    assert_eq!(first_drawn(&["cliques", "complete:4", "--size", "2"], "p.txt").split_whitespace().count(), 4);
}

#[test]
fn a_picture_ends_the_search_unless_a_limit_says_more() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("q.svg").display().to_string();
    let boards = |arguments: &[&str]| {
        let output = words(&[&["solve", "queens", "6", "--picture", &path], arguments].concat());
        output.printed().split("\n\n").filter(|board| !board.is_empty()).count()
    };
    assert_eq!((boards(&[]), boards(&["--limit", "3"])), (1, 3));
}

#[test]
fn a_gallery_has_the_first_solutions_and_says_how_many() {
    let all = drawn(&["gallery", "queens", "6"], "-o", "g.html");
    assert!(all.contains("<p>all 4 solutions</p>"), "{all}");
    assert_eq!((all.matches("<svg").count(), all.matches("class=\"queen\"").count()), (4, 24));
    let first = drawn(&["gallery", "queens", "8", "--limit", "5"], "-o", "g.html");
    assert!(first.contains("<p>5 of 92 solutions</p>") && first.matches("<svg").count() == 5);
    let kinds = drawn(&["gallery", "queens", "8", "--limit", "5", "--up-to-symmetry"], "-o", "g.html");
    assert!(kinds.contains("<p>5 of 12 solutions</p>") && kinds.matches("<svg").count() == 5);
    assert_eq!(drawn(&["gallery", "queens", "8"], "-o", "g.html").matches("<svg").count(), 24);
    let puzzles = drawn(&["gallery", "sudoku", "tests/data/sudoku/three.txt", "--limit", "3"], "-o", "g.htm");
    assert!(puzzles.matches("<svg").count() == 3 && puzzles.contains("aria-label=\"solution 2: sudoku 53..7"));
    for (line, said) in [
        ("gallery queens 600 -o g.html", "a board of 360000 cells is too large for a page"),
        ("gallery queens 400 --limit 3 -o g.html", "a page has at most 262144 cells: --limit 1"),
    ] {
        assert!(crate::cli::run(line).said().contains(said), "{line}");
    }
    for page in [all, first, puzzles] {
        assert!(!page.contains("http://") && !page.contains("src=") && !page.contains("<script"), "needs nothing else");
    }
}

#[test]
fn what_cannot_be_drawn_is_said() {
    for (arguments, part) in [
        (&["solve", "queens", "6", "--picture", "q.png"][..], "FILE.svg"),
        (&["solve", "partition", "4", "--picture", "m.svg"], "queens, polyomino"),
        (&["gallery", "queens", "6"], "-o FILE.html"),
        (&["gallery", "queens", "6", "-o", "q.svg"], "named FILE.html"),
        (&["gallery", "queens", "9", "-o", "q.html", "--limit", "10001"], "at most 10000"),
    ] {
        let message = error(arguments);
        assert!(message.contains(part) && message.lines().count() <= 2, "{arguments:?}: {message}");
    }
    for words_of in [
        &["gallery", "queens", "6", "-o", "/no/such/folder/q.html"][..],
        &["solve", "queens", "6", "--picture", "/no/such/folder/q.svg"],
    ] {
        let output = words(words_of);
        assert!(output.status.code() == Some(1) && output.stdout.is_empty(), "it is said before the search");
    }
    let output = words(&["solve", "queens", "3", "--picture", "none.svg"]);
    assert!(output.said().contains("nothing is drawn in none.svg"));
}

#[test]
fn many_puzzles_end_with_the_limit() {
    let output = words(&["solve", "sudoku", "tests/data/sudoku/three.txt", "--limit", "1"]);
    let said = output.said();
    assert!(said.lines().count() == 1 && !said.contains("at least 0"), "{said}");
}

/// Every pair of points of a Steiner system is in one block, and drawn in its color once; the three blocks of a round have one color.
#[test]
fn blocks_are_drawn_on_a_circle() {
    let source = ["design", "2", "9", "3", "--resolvable"];
    // Color and lines of each block.
    let blocks = |svg: &str| -> Vec<(String, Vec<String>)> {
        let chosen = svg.split("stroke=\"").filter(|part| part.contains("stroke-width=\"5\""));
        let parts = chosen.map(|part| part.split('"').collect::<Vec<_>>());
        parts.map(|part| (part[0].into(), part[4].split('M').skip(1).map(String::from).collect())).collect()
    };
    let rounds = blocks(&first_drawn(&source, "d.svg"));
    let lines: BTreeSet<&String> = rounds.iter().flat_map(|(_, lines)| lines).collect();
    let colors: BTreeSet<&String> = rounds.iter().map(|(color, _)| color).collect();
    assert_eq!((rounds.len(), lines.len(), colors.len()), (12, 36, 4));
    let fano = blocks(&first_drawn(&["steiner", "7"], "s.svg"));
    assert_eq!((fano.len(), fano.iter().map(|(_, lines)| lines.len()).sum::<usize>()), (7, 21));
    assert_eq!(first_said(&source).lines().filter(|line| !line.is_empty()).count(), 4);
}

/// More kinds than there are colors differ by their lines.
#[test]
fn nine_colors_can_be_told_apart() {
    let svg = first_drawn(&["coloring", "complete:9", "--colors", "9"], "c.svg");
    let circles = svg.split("<circle class=\"cell k").skip(1);
    let look = |circle: &str| (circle[..1].to_owned(), circle.contains("stroke-dasharray:9 5"));
    assert_eq!(circles.map(look).collect::<BTreeSet<_>>().len(), 9);
}
