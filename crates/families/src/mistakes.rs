//! Texts with one mistake each, and what every reader is to say: `mistakes.jsonl` has the name of a reader, a text, the line and the column of its mistake, and a part of the message.

use dlx_core::format::SyntaxError;

use super::*;

type Refused = Box<SyntaxError>;

/// What the reader of this name says about a text.
fn refusal(reader: &str, text: &str) -> Option<Refused> {
    let puzzle = |kind| LoopPuzzle::read(kind, text).err();
    match reader {
        "cnf" => Cnf::read(text).err(),
        "graph" => graph(text, false).err(),
        "latin" => latin::read_square(text).err(),
        "opb" => Opb::read(text).err(),
        "lp" => BinaryProgram::read_lp(text).err(),
        "mps" => BinaryProgram::read_mps(text).err(),
        "sudoku" => sudokus(text, None).err(),
        "cages" => sudoku::cages(text).err(),
        "regions" => sudoku::regions(text).err(),
        "nonogram" => Nonogram::read(text).err(),
        "permanent" => ZeroOne::read(text).err(),
        "knapsack" => Knapsack::read(text).err(),
        "squares" => Tiles::read(text, 4).err(),
        "triangles" => Tiles::read(text, 3).err(),
        "polyhex" => polyform::drawn_pieces(Lattice::Hexagons, text).err(),
        "polyomino" => drawn_pieces(text).err(),
        "slitherlink" => puzzle(LoopKind::Slitherlink),
        "masyu" => puzzle(LoopKind::Masyu),
        "hashi" => puzzle(LoopKind::Hashi),
        "nurikabe" => puzzle(LoopKind::Nurikabe),
        "numberlink" => puzzle(LoopKind::Numberlink { is_full: true }),
        _ => None,
    }
}

#[test]
fn mistakes_have_their_place() {
    for case in include_str!("mistakes.jsonl").lines() {
        let (reader, text, line, column, part): (&str, String, usize, usize, String) =
            serde_json::from_str(case).unwrap();
        let error = refusal(reader, &text).unwrap_or_else(|| panic!("{case} is read"));
        let place = (error.line, error.column);
        assert!(place == (line, column) && error.to_string().contains(&part), "{case}: {error}");
    }
}
