//! Puzzles made and rated, checked by counting with other engines.

use dlx_count::family::{BoxSize, Sudoku, sudokus};
use dlx_count::puzzle::{Generator, rate};
use dlx_count::{EngineKind, Session};
use serde_json::Value;

use crate::cli::run;

fn count(puzzle: &Sudoku) -> u64 {
    Session::builder()
        .engine(EngineKind::Bits)
        .threads(1)
        .build()
        .unwrap()
        .count(&puzzle.problem())
        .unwrap()
        .count
        .to_u64()
        .unwrap()
}

#[test]
fn generated_puzzles_have_one_solution_and_no_clue_to_spare() {
    for (box_size, is_hard) in
        [(BoxSize::NINE, false), (BoxSize { rows: 2, columns: 3 }, false), (BoxSize { rows: 2, columns: 2 }, true)]
    {
        for seed in 0..3 {
            let generator = Generator { box_size, is_hard };
            let (puzzle, rating) = generator.puzzle(seed);
            assert_eq!((count(&puzzle), rating.solutions), (1, 1), "{puzzle}");
            assert!(puzzle.clues().iter().all(|&place| count(&puzzle.without(place)) > 1), "{puzzle} is not minimal");
            assert_eq!(generator.puzzle(seed), (puzzle.clone(), rating));
            assert_ne!(generator.puzzle(seed + 1).0, puzzle);
            let again = &sudokus(&puzzle.to_string(), Some(box_size)).unwrap()[0];
            assert_eq!(again.to_string(), puzzle.to_string());
        }
    }
}

#[test]
fn a_hard_puzzle_is_rated_no_easier() {
    let box_size = BoxSize { rows: 2, columns: 3 };
    for seed in 0..4 {
        let [plain, hard] = [false, true].map(|is_hard| Generator { box_size, is_hard }.puzzle(seed).1.guesses);
        assert!(hard >= plain, "{hard} against {plain}");
    }
}

#[test]
fn ratings_tell_none_one_and_many() {
    let puzzles = sudokus(&std::fs::read_to_string("tests/data/sudoku/three.txt").unwrap(), None).unwrap();
    let ratings: Vec<_> = puzzles.iter().map(|puzzle| rate(&puzzle.problem())).collect();
    assert_eq!(ratings.iter().map(|rating| rating.solutions).collect::<Vec<_>>(), [1, 2, 0]);
    assert_eq!((ratings[0].guesses, ratings[0].dead_ends, ratings[0].range), (0.0, 0.0, [0, 0]));
}

/// Thousands of puzzles, made and rated by several threads: the same in the same order as by one.
#[test]
fn many_puzzles_come_in_order() {
    let words = "sudoku generate --box 2x2 --count 2000 --seed 5 -q";
    let made = run(&format!("{words} -j 3"));
    assert_eq!(made.stdout, run(&format!("{words} -j 1")).stdout);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzles.txt");
    std::fs::write(&file, &made.stdout).unwrap();
    let rated = run(&format!("sudoku rate {} --box 2x2 --json", file.display()));
    let text = String::from_utf8(rated.stdout).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2000);
    for (line, puzzle) in lines.iter().zip(String::from_utf8(made.stdout).unwrap().lines()) {
        assert_eq!((line["puzzle"].as_str(), line["rating"]["solutions"].as_u64()), (Some(puzzle), Some(1)));
    }
}

/// What a search looked like is the same for any number of threads, and decisions stand in the JSON.
#[test]
fn statistics_do_not_depend_on_threads() {
    let search = |threads| {
        let output = run(&format!("queens 9 --stats --json -j {threads}"));
        let value: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(value["count"], "352");
        value["search"].clone()
    };
    let one = search(1);
    assert_eq!(one, search(3));
    let sum: u64 = one["depths"].as_array().unwrap().iter().map(|nodes| nodes.as_u64().unwrap()).sum();
    assert_eq!(one["nodes"].as_u64(), Some(sum));
    assert_eq!(run("queens 9 --stats --engine bits").status.code(), Some(2));
    let easy = run("sudoku tests/data/sudoku/three.txt --stats");
    assert_eq!(easy.status.code(), Some(2), "of many puzzles `rate` says it");
}
