//! Polyhexes and polyiamonds: against matchings, against each other's engines, and against what is published.

use dlx_count::family::{Freedom, Lattice, Polyform};

use crate::cli::{Said, file_in, run, told, words};
use crate::common::count_by_every_engine;

/// Pairs of cells are the edges of a graph, and what they cover its perfect matchings.
#[test]
fn pairs_are_matchings() {
    for (lattice, board) in [
        (Lattice::Hexagons, "4x4"),
        (Lattice::Hexagons, "triangle:4"),
        (Lattice::Hexagons, "3x6"),
        (Lattice::Triangles, "3x4"),
        (Lattice::Triangles, "hexagon:2"),
    ] {
        let problem = Polyform::new(lattice, board, &[2]).unwrap().reused().problem().unwrap();
        let edges: String = problem
            .options()
            .map(|option| {
                problem.items_of(option).iter().map(|item| format!("v{} ", item.index())).collect::<String>() + "\n"
            })
            .collect();
        let folder = tempfile::tempdir().unwrap();
        let file = file_in(&folder, "graph.txt", edges);
        let matchings = told(&format!("matching {file} -q")).0;
        assert_eq!(told(&format!("{} -q", problem.name())).0, matchings, "{lattice:?} {board}");
    }
}

#[test]
fn all_engines_agree() {
    for (lattice, board, sizes) in [
        (Lattice::Hexagons, "4x7", [4].as_slice()),
        (Lattice::Hexagons, "triangle:3", &[1, 2]),
        (Lattice::Triangles, "triangle:3", &[3]),
        (Lattice::Triangles, "hexagon:2", &[4]),
    ] {
        for freedom in [Freedom::Free, Freedom::OneSided, Freedom::Fixed] {
            let once = Polyform::new(lattice, board, sizes).unwrap().freedom(freedom);
            count_by_every_engine(&once.problem().unwrap(), 2);
            count_by_every_engine(&once.reused().problem().unwrap(), 2);
        }
    }
}

#[test]
fn solutions_are_written_where_their_cells_are() {
    let drawn = told("solve polyiamond hexagon:1 --pieces 6 --reuse -q").0;
    assert_eq!(drawn.trim_end(), " AAA\n AAA");
    let drawn = told("solve polyhex hexagon:2 --pieces 7 --reuse -q --limit 1").0;
    assert_eq!(drawn.trim_end(), " A A\nA A A\n A A");
    for (words, part) in [
        ("polyhex 4by7 --pieces 4", "`4by7` is not a board"),
        ("polyhex 4xq --pieces 4", "`q` in the board 4xq"),
        ("polyhex hexagon:99 --pieces 4", "the largest is 60"),
        ("polyhex 0x0 --pieces 1", "the board 0x0 has no cells"),
        ("polyhex hexagon:2 --pieces 3 --copies 4=1", "copies of 4, which is not among the pieces"),
        ("polyhex hexagon:2 --pieces 3 --copies 3a", "`3a` is not a number of copies"),
        ("polyhex hexagon:2 --pieces 1 --remove 3,3", "`3,3` is not a cell of the board hexagon:2"),
        ("polyhex hexagon:1 --pieces 1 --remove 1,1", "no cell of the board is left"),
        ("polyhex hexagon:2 --pieces assembly", "the board hexagon:2 shows no pieces"),
        ("polyhex hexagon:2 --pieces 3,assembly", "drawn pieces beside others"),
        ("queens 999999999999999999999999", "is too large"),
        ("polyiamond 3x3 --pieces 11", "a size is a number from 1 to 10"),
    ] {
        let output = run(words);
        assert_eq!(output.status.code(), Some(2), "{words}");
        assert!(output.said().contains(part), "{words}");
    }
}

/// The twelve hexiamonds: 156 kinds of solutions in a rhombus of side 6, as has been published; 74 on 4x9, which has half the symmetry; none on 3x12.
#[test]
fn hexiamonds_cover_parallelograms() {
    for (words, count) in [("6x6", "624"), ("6x6 --pieces 6 --up-to-symmetry", "156"), ("4x9", "148"), ("3x12", "0")] {
        let (board, rest) = words.split_once(' ').unwrap_or((words, "--pieces 6"));
        assert_eq!(told(&format!("polyiamond {board} {rest} -q")).0.trim(), count, "{words}");
    }
}

/// Rotations and reflections of the board alone: the numbers are those of a listing of all coverings, apart from this program. A covering by a trihex of one shape is not one by another, though the problems can exchange them.
#[test]
fn coverings_are_counted_up_to_symmetries_of_the_board() {
    for (words, count) in [
        ("polyhex hexagon:2 --pieces 1,5", 5),
        ("polyhex hexagon:2 --pieces 1,6", 3),
        ("polyhex triangle:3 --pieces 1,4", 4),
        ("polyhex triangle:3 --pieces 1,5", 3),
        ("polyhex 2x2 --pieces 1,3", 3),
        ("polyhex 2x3 --pieces 1,4", 8),
        ("polyhex 2x3 --pieces 1,5", 4),
        ("polyhex 2x4 --pieces 1,6", 14),
        ("polyiamond 2x2 --pieces 1,6", 6),
    ] {
        assert_eq!(told(&format!("{words} --reuse --up-to-symmetry -q")).0, format!("{count}\n"), "{words}");
    }
}

/// The number that a command prints; `+` stands for a space within a word.
fn count(line: &str) -> u64 {
    let line: Vec<String> = format!("{line} -q").split_whitespace().map(|word| word.replace('+', " ")).collect();
    let output = words(&line.iter().map(String::as_str).collect::<Vec<_>>());
    String::from_utf8_lossy(&output.stdout).trim().parse().unwrap_or_else(|_| panic!("{line:?}: {}", output.said()))
}

/// A drawing is the board that it shows: cells are removed from it by their names, and those that may stay empty are there or not.
#[test]
fn boards_can_be_drawn() {
    let folder = tempfile::tempdir().unwrap();
    for (family, named, drawing) in [
        ("polyhex", "hexagon:3 --remove 3,3+1,2", "\n  .   .\n . . . .\n. .   . .\n . . . .\n  . . .\n"),
        ("polyhex", "triangle:3 --remove 2,2", "#.#.#.#\n##. # #\n###.\n"),
        ("polyiamond", "hexagon:2 --remove 2,4+1,5", " ....\n... ...\n.......\n .....\n"),
    ] {
        let file = file_in(&folder, "board.txt", drawing);
        for pieces in
            ["--pieces 1,2,3 --reuse", "--pieces 2,3 --reuse --one-sided", "--pieces 1,2 --reuse --up-to-symmetry"]
        {
            let (by_name, drawn) = (format!("{family} {named} {pieces}"), format!("{family} @{file} {pieces}"));
            assert_eq!(count(&by_name), count(&drawn), "{by_name}");
        }
    }
    for (family, drawing) in [("polyhex", " ? .\n? . .\n ? ?\n"), ("polyiamond", ".??.\n???\n")] {
        let places: Vec<usize> = drawing.match_indices('?').map(|(place, _)| place).collect();
        let mut expected = [0; 2];
        for kept in 0..1 << places.len() {
            let mut board = drawing.as_bytes().to_vec();
            for (rank, &place) in places.iter().enumerate() {
                board[place] = if kept >> rank & 1 == 1 { b'.' } else { b'#' };
            }
            let file = file_in(&folder, "board.txt", &board);
            for (expected, pieces) in expected.iter_mut().zip(["1,2 --reuse", "1,2 --copies 1=2,2=0.."]) {
                *expected += count(&format!("{family} @{file} --pieces {pieces}"));
            }
        }
        let file = file_in(&folder, "board.txt", drawing);
        for (expected, pieces) in expected.into_iter().zip(["1,2 --reuse", "1,2 --copies 1=2,2=0.."]) {
            assert!(expected > 0);
            for engine in ["bits", "frontier", "links"] {
                let words = format!("{family} @{file} --pieces {pieces} --engine {engine}");
                assert_eq!(count(&words), expected, "{words} {drawing}");
            }
        }
    }
}

/// Any number of copies is none, or one, or two; and an assembly is its board with as many copies as it shows.
#[test]
fn copies_add_up() {
    for (board, piece, most) in
        [("polyhex hexagon:2 --pieces 1,2", "1", 7), ("polyiamond triangle:4 --pieces 2,4", "4a", 4)]
    {
        let with = |copies: &str| count(&format!("{board} --copies *=0..,{piece}={copies}"));
        let all = count(&format!("{board} --reuse"));
        assert!(all > 0);
        assert_eq!((0..=most).map(|n| with(&n.to_string())).sum::<u64>(), all, "{board}");
        assert_eq!(with("0..1") + with("2.."), all, "{board}");
    }
    let folder = tempfile::tempdir().unwrap();
    let assembly = file_in(&folder, "assembly.txt", " A A B\nA C B B\n C D D\n");
    let board = file_in(&folder, "board.txt", " . . .\n. . . .\n . . .\n");
    let pieces = file_in(&folder, "pieces.txt", " A A\nA\n\nC\n C\n\n  B\n B B\n");
    assert_eq!(
        count(&format!("polyhex @{assembly} --pieces assembly")),
        count(&format!("polyhex @{board} --pieces @{pieces} --copies C=2"))
    );
    let solved = told(&format!("solve polyhex @{assembly} --pieces assembly --limit 1 -q")).0;
    assert!(solved.contains('A') && solved.contains('B'), "{solved}");
}
