//! Drawings, names of pieces and puzzles: no panic, and what is read can be built. `cargo fuzz run families fuzz/corpus/families tests/data/boards tests/data/sudoku tests/data/programs`
#![no_main]

use dlx_count::family::{BinaryProgram, Board, Copies, Script, ZeroOne, drawn_pieces, graph, pieces, sudokus};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = Board::drawing(text, "@fuzz");
    let _ = drawn_pieces(text);
    let _ = Board::parse(text).and_then(|board| board.remove(text));
    let _ = pieces(text);
    let _ = text.parse::<Copies>();
    let _ = BinaryProgram::read_lp(text).map(|program| program.problem());
    let _ = BinaryProgram::read_mps(text).map(|program| program.problem());
    let _ = Script::read(text).map(|script| script.problem([]));
    let _ = ZeroOne::read(text).map(|matrix| matrix.permanent());
    for is_directed in [false, true] {
        if let Ok(graph) = graph(text, is_directed) {
            let _ = (graph.matchings(), graph.cycle_covers(), graph.colorings(2));
        }
    }
    if let Ok(puzzles) = sudokus(text, None) {
        puzzles.iter().take(3).for_each(|puzzle| assert!(puzzle.problem().n_options() <= 35 * 35 * 35));
    }
});
