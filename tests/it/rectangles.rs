//! Words and tiles in rectangles: by every engine, by trying everything, and against what is published.

use std::collections::BTreeSet;

use dlx_count::family::{Lattice, TileBoard, Tiles, WordRectangle};
use proptest::prelude::*;

use crate::cli::both;
use crate::common::{count, seeded};

/// All valid ways to fill this many places with these.
fn choices<T: Clone>(from: &[T], n: u32, is_right: impl Fn(&[T]) -> bool) -> u64 {
    let choice = |number: usize| (0..n).map(move |place| from[number / from.len().pow(place) % from.len()].clone());
    (0..from.len().pow(n)).filter(|&number| is_right(&choice(number).collect::<Vec<_>>())).count() as u64
}

fn letters(word: &str) -> Vec<char> {
    word.chars().collect()
}

proptest! {
    #![proptest_config(seeded(120))]

    #[test]
    fn rectangles_of_words_are_counted(across in prop::collection::btree_set("[ab]{3}", 0..6), down in prop::collection::btree_set("[ab]{2}", 0..4), square in prop::collection::btree_set("[abc]{3}", 0..7)) {
        let list: String = across.iter().chain(&down).map(|word| format!("{word} ")).collect();
        let across: Vec<_> = across.iter().map(|word| letters(word)).collect();
        let down: Vec<_> = down.iter().map(|word| letters(word)).collect();
        let columns = |rows: &[Vec<char>]| (0..3).map(|k| rows.iter().map(|row| row[k]).collect()).collect::<Vec<Vec<char>>>();
        let expected = choices(&across, 2, |rows| columns(rows).iter().all(|column| down.contains(column)));
        prop_assert_eq!(count(&WordRectangle::new(&list, 2, 3).problem().unwrap()), expected);
        let different = choices(&across, 2, |rows| {
            let columns = columns(rows);
            let twice = |words: &[Vec<char>]| words.iter().enumerate().any(|(k, word)| words[..k].contains(word));
            columns.iter().all(|column| down.contains(column)) && !twice(rows) && !twice(&columns)
        });
        prop_assert_eq!(count(&WordRectangle::new(&list, 2, 3).different().problem().unwrap()), different);
        let list: String = square.iter().map(|word| format!("{word} ")).collect();
        let square: Vec<_> = square.iter().map(|word| letters(word)).collect();
        let symmetric = choices(&square, 3, |rows| columns(rows) == rows);
        prop_assert_eq!(count(&WordRectangle::new(&list, 3, 3).symmetric().problem().unwrap()), symmetric);
    }

    /// Crosswords against all ways to write a and b into white squares: where two or more are side by side, they are a word.
    #[test]
    fn crosswords_are_counted(words in prop::collection::btree_set("[ab]{2,4}", 0..16), squares in prop::collection::vec(prop::sample::select(vec!['.', '.', '.', '#', 'a']), 12)) {
        let drawing: String = squares.chunks(4).map(|row| row.iter().collect::<String>() + "\n").collect();
        let list: String = words.iter().map(|word| format!("{word} ")).collect();
        let lines = |letters: &[char]| -> Vec<String> {
            let rows = (0..3).map(|row| (0..4).map(|column| letters[4 * row + column]).collect());
            rows.chain((0..4).map(|column| (0..3).map(|row| letters[4 * row + column]).collect())).collect()
        };
        let places = |letters: &[char]| -> Vec<String> {
            let lines = lines(letters);
            lines.iter().flat_map(|line| line.split('#')).filter(|run| run.len() > 1).map(str::to_owned).collect()
        };
        let is_alone = |cell: usize| {
            let (row, column) = (cell / 4, cell % 4);
            let near = [(row.wrapping_sub(1), column), (row + 1, column), (row, column.wrapping_sub(1)), (row, column + 1)];
            near.iter().all(|&(row, column)| row > 2 || column > 3 || squares[4 * row + column] == '#')
        };
        let is_refused = places(&squares).is_empty() || (0..12).any(|cell| squares[cell] == '.' && is_alone(cell));
        let is_refused = is_refused || squares.contains(&'a') && words.iter().all(|word| !word.contains('a'));
        let puzzle = WordRectangle::new(&list, 0, 0).crossword(&drawing);
        prop_assert_eq!(puzzle.is_err(), is_refused, "{}", drawing);
        if let Ok(puzzle) = puzzle {
            let free: Vec<usize> = (0..12).filter(|&cell| squares[cell] == '.').collect();
            let filled = (0u32..1 << free.len()).map(|set| {
                let mut letters = squares.clone();
                for (place, &cell) in free.iter().enumerate() {
                    letters[cell] = if set >> place & 1 == 1 { 'a' } else { 'b' };
                }
                places(&letters)
            });
            let right: Vec<Vec<String>> = filled.filter(|places| places.iter().all(|word| words.contains(word))).collect();
            prop_assert_eq!(count(&puzzle.problem().unwrap()), right.len() as u64, "{}{}", drawing, list);
            let is_twice = |places: &Vec<String>| places.iter().enumerate().any(|(k, word)| places[..k].contains(word));
            let different = right.iter().filter(|places| !is_twice(places)).count();
            prop_assert_eq!(count(&puzzle.different().problem().unwrap()), different as u64);
        }
    }

    /// Two rows and two columns of tiles that are used again, or once.
    #[test]
    fn boards_of_tiles_are_counted(tiles in prop::collection::vec("[ab]{4}", 0..5), is_bordered in any::<bool>()) {
        let text: String = tiles.iter().map(|tile| format!("{tile}\n")).collect();
        let set = Tiles::read(&text, 4).unwrap().fixed();
        let set = if is_bordered { set.bordered("a") } else { set };
        let sides: Vec<(usize, Vec<char>)> = tiles.iter().map(|tile| letters(tile)).enumerate().collect();
        let border = [[0, 3], [0, 1], [2, 3], [1, 2]];
        let is_right = |board: &[(usize, Vec<char>)]| {
            let side = |cell: usize, side: usize| board[cell].1[side];
            side(0, 1) == side(1, 3) && side(2, 1) == side(3, 3) && side(0, 2) == side(2, 0) && side(1, 2) == side(3, 0)
                && (!is_bordered || (0..4).all(|cell| border[cell].iter().all(|&it| side(cell, it) == 'a')))
        };
        let once = choices(&sides, 4, |board| is_right(board) && (0..4).all(|k| !board[..k].iter().any(|(tile, _)| *tile == board[k].0)));
        let expected = if tiles.len() < 4 { 0 } else { once };
        if tiles.len() >= 4 {
            prop_assert_eq!(count(&set.on(&TileBoard::squares(2, 2)).unwrap()), expected);
        }
        let mut different = sides.clone();
        different.sort_by(|a, b| a.1.cmp(&b.1));
        different.dedup_by(|a, b| a.1 == b.1);
        prop_assert_eq!(count(&set.reused().on(&TileBoard::squares(2, 2)).unwrap()), choices(&different, 4, is_right));
    }
}

/// OEIS A001499 and A000986: words with two letters b.
#[test]
fn words_with_two_letters_b() {
    let list = |n: usize| {
        let pairs = (0..n).flat_map(|a| (0..a).map(move |b| (a, b)));
        pairs
            .map(|(a, b)| (0..n).map(|k| if k == a || k == b { 'b' } else { 'a' }).collect::<String>() + " ")
            .collect::<String>()
    };
    for (n, all, symmetric) in [(2, 1, 1), (3, 6, 4), (4, 90, 18), (5, 2040, 112)] {
        assert_eq!(count(&WordRectangle::new(&list(n), n, n).problem().unwrap()), all);
        assert_eq!(count(&WordRectangle::new(&list(n), n, n).symmetric().problem().unwrap()), symmetric);
    }
}

/// Four triangles, one of them on its head in the middle, and a parallelogram of four hexagons: which side of which cell touches which.
#[test]
fn triangles_and_hexagons_touch_where_they_should() {
    let triangles = (Lattice::Triangles, "triangle:2", 3, vec![[0, 0, 2, 0], [2, 1, 3, 1], [2, 2, 1, 2]]);
    let pairs = vec![[0, 1, 1, 4], [2, 1, 3, 4], [0, 2, 2, 5], [1, 3, 2, 0], [1, 2, 3, 5]];
    for (lattice, board, n_sides, touching) in [triangles, (Lattice::Hexagons, "2x2", 6, pairs)] {
        let board = TileBoard::named(lattice, board).unwrap();
        for seed in 0..40usize {
            // Five tiles of two colors that look random.
            let bits = |tile: usize| (seed * 5 + tile + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
            let sides = |tile: usize| (0..n_sides).map(|k| if bits(tile) >> k & 1 == 0 { 'a' } else { 'b' }).collect();
            let all: BTreeSet<Vec<char>> = (0..5).map(sides).collect();
            let text: String = all.iter().map(|tile| tile.iter().collect::<String>() + "\n").collect();
            let tiles = Tiles::read(&text, n_sides).unwrap().reused();
            let is_right =
                |cells: &[&Vec<char>]| touching.iter().all(|&[a, side, b, other]| cells[a][side] == cells[b][other]);
            let fixed: Vec<&Vec<char>> = all.iter().collect();
            assert_eq!(count(&tiles.clone().fixed().on(&board).unwrap()), choices(&fixed, 4, is_right), "{text}");
            let turned =
                |tile: &Vec<char>| (0..n_sides).map(|by| [&tile[by..], &tile[..by]].concat()).collect::<Vec<_>>();
            let turned: BTreeSet<Vec<char>> = all.iter().flat_map(turned).collect();
            let turned: Vec<&Vec<char>> = turned.iter().collect();
            assert_eq!(count(&tiles.on(&board).unwrap()), choices(&turned, 4, is_right), "{text}");
        }
    }
}

/// All tiles of two colors, each as often as wanted, in all turns: a color for each side. Turned ones are the same.
#[test]
fn all_tiles_color_all_sides() {
    for (rows, columns, sides) in [(1usize, 1usize, 4u32), (1, 2, 7), (2, 2, 12), (2, 3, 17)] {
        let (tiles, board) = (Tiles::all(4, 2).unwrap().reused(), TileBoard::squares(rows, columns));
        assert_eq!(count(&tiles.clone().fixed().on(&board).unwrap()), 2u64.pow(sides));
        assert_eq!(count(&tiles.on(&board).unwrap()), 2u64.pow(sides));
    }
    for (lattice, board, sides) in [
        (Lattice::Triangles, "hexagon:1", 12),
        (Lattice::Triangles, "triangle:3", 18),
        (Lattice::Hexagons, "triangle:2", 15),
        (Lattice::Hexagons, "hexagon:2", 30),
    ] {
        let (n_sides, board) = (if lattice == Lattice::Hexagons { 6 } else { 3 }, TileBoard::named(lattice, board));
        let tiles = Tiles::all(n_sides, 2).unwrap().reused();
        assert_eq!(count(&tiles.on(&board.unwrap()).unwrap()), 2u64.pow(sides));
    }
    assert!(Tiles::all(3, 2).unwrap().on(&TileBoard::squares(2, 2)).unwrap_err().to_string().contains("3 sides"));
}

/// 13328 up to the four symmetries of the rectangle and the exchange of the two other colors.
#[test]
fn squares_of_macmahon() {
    assert_eq!(both("edges 3 --rows 4 --columns 6 --border 1 -q"), "106624\n");
    assert!(both("edges 2 --rows 3 --columns 3").contains("6 tiles for 9 cells"));
    assert!(both("edges 3 --rows 4").contains("--columns"));
}

/// 11853792, in sets of 72: twelve symmetries of the hexagon, six orders of the colors inside (TAOCP 7.2.2.1, on MacMahon's triangles).
#[test]
fn triangles_of_macmahon() {
    assert_eq!(both("edges 4 --triangles hexagon:2 --border 1 -q"), "11853792\n");
    assert_eq!(both("edges 4 --triangles hexagon:2 --border 1 --up-to-symmetry -q"), "164636\n");
    assert_eq!(both("edges 2 --hexagons 2x2 --reuse -q"), format!("{}\n", 1u64 << 19));
    let drawn = both("solve edges 1 --triangles hexagon:1 --reuse -q");
    // The blank in front says that the rows begin with a triangle that points down.
    assert_eq!(drawn.trim_end(), "    111 111 111\n    111 111 111");
    assert!(both("edges 4 --triangles hex:2").contains("`hex:2` is not a board"));
    assert!(both("edges 8 --hexagons 2x2").contains("the largest is 7"));
}

#[test]
fn the_square_of_pompeii() {
    let list = std::env::temp_dir().join(format!("dlx-count-{}.words", std::process::id()));
    std::fs::write(&list, "sator arepo\ntenet opera rotas unus\n").unwrap();
    let solved = both(&format!("solve words {} --rows 5 --symmetric --in-order -q", list.display()));
    let error = both(&format!("words {} --rows 5 --columns 4 --symmetric", list.display()));
    std::fs::remove_file(&list).unwrap();
    assert_eq!(solved.lines().next(), Some("r o t a s"), "{solved}");
    assert_eq!(solved.lines().filter(|line| *line == "t e n e t").count(), 2);
    assert!(error.contains("cannot be symmetric"), "{error}");
}
