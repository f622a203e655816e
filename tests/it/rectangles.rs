//! Words and tiles in rectangles: by every engine, by trying everything, and against what is published.

use dlx_count::Problem;
use dlx_count::family::{Tiles, WordRectangle};
use proptest::prelude::*;

use crate::cli::program;
use crate::common::{count_by_every_engine, seeded};

/// The count by every engine: they must agree.
fn count(problem: &Problem) -> u64 {
    count_by_every_engine(problem, 1).to_u64().unwrap()
}

fn run(words: &str) -> String {
    let output = program().args(words.split_whitespace()).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

/// All ways to fill so many places with these, those that are right.
fn choices<T: Clone>(from: &[T], n: usize, is_right: impl Fn(&[T]) -> bool) -> u64 {
    let mut all = vec![Vec::new()];
    for _ in 0..n {
        all = all
            .iter()
            .flat_map(|begun: &Vec<T>| from.iter().map(|next| [begun.as_slice(), std::slice::from_ref(next)].concat()))
            .collect();
    }
    all.iter().filter(|choice| is_right(choice)).count() as u64
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

    /// Two rows and two columns of tiles that are used again, or once.
    #[test]
    fn boards_of_tiles_are_counted(tiles in prop::collection::vec("[ab]{4}", 0..5), is_bordered in any::<bool>()) {
        let text: String = tiles.iter().map(|tile| format!("{tile}\n")).collect();
        let set = Tiles::read(&text).unwrap().fixed();
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
            prop_assert_eq!(count(&set.on(2, 2).unwrap()), expected);
        }
        let mut different = sides.clone();
        different.sort_by(|a, b| a.1.cmp(&b.1));
        different.dedup_by(|a, b| a.1 == b.1);
        prop_assert_eq!(count(&set.reused().on(2, 2).unwrap()), choices(&different, 4, is_right));
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

/// All tiles of two colors, each as often as wanted, in all turns: a color for each side. Turned ones are the same.
#[test]
fn all_tiles_color_all_sides() {
    for (rows, columns, sides) in [(1usize, 1usize, 4u32), (1, 2, 7), (2, 2, 12), (2, 3, 17)] {
        assert_eq!(count(&Tiles::all(2).reused().fixed().on(rows, columns).unwrap()), 2u64.pow(sides));
        assert_eq!(count(&Tiles::all(2).reused().on(rows, columns).unwrap()), 2u64.pow(sides));
    }
}

/// 13328 up to the four symmetries of the rectangle and the exchange of the two other colors.
#[test]
fn squares_of_macmahon() {
    assert_eq!(run("edges 3 --rows 4 --columns 6 --border 1 -q"), "106624\n");
    assert!(run("edges 2 --rows 3 --columns 3").contains("6 tiles for 9 cells"));
    assert!(run("edges 3 --rows 4").contains("--columns"));
}

#[test]
fn the_square_of_pompeii() {
    let list = std::env::temp_dir().join(format!("dlx-count-{}.words", std::process::id()));
    std::fs::write(&list, "sator arepo\ntenet opera rotas unus\n").unwrap();
    let solved = run(&format!("solve words {} --rows 5 --symmetric --in-order -q", list.display()));
    let error = run(&format!("words {} --rows 5 --columns 4 --symmetric", list.display()));
    std::fs::remove_file(&list).unwrap();
    assert_eq!(solved.lines().next(), Some("r o t a s"), "{solved}");
    assert_eq!(solved.lines().filter(|line| *line == "t e n e t").count(), 2);
    assert!(error.contains("cannot be symmetric"), "{error}");
}
