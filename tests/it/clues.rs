//! Squares with clues up to a named group: compared with an oracle that goes through the whole group and keeps what carries the clues to clues.

use std::collections::BTreeSet;

use dlx_count::family::Arguments;
use dlx_count::job::{Ask, Demands, Source};

use crate::common::pair;

/// A set of cells with their symbols in a square of order 4: bit 16 r + 4 c + s.
type Cells = u64;

/// Where an element of a group carries each of them.
type Element = [usize; 64];

fn bit([row, column, symbol]: [usize; 3]) -> usize {
    16 * row + 4 * column + symbol
}

fn parts(bit: usize) -> [usize; 3] {
    [bit / 16, bit / 4 % 4, bit % 4]
}

fn element(image: impl Fn([usize; 3]) -> [usize; 3]) -> Element {
    std::array::from_fn(|from| bit(image(parts(from))))
}

fn carried(element: &Element, cells: Cells) -> Cells {
    let (mut left, mut images) = (cells, 0);
    while left > 0 {
        images |= 1 << element[left.trailing_zeros() as usize];
        left &= left - 1;
    }
    images
}

/// All orders of four things.
fn orders() -> Vec<[usize; 4]> {
    let all = (0..256).map(|code| [code / 64, code / 16 % 4, code / 4 % 4, code % 4]);
    all.filter(|order| order.iter().collect::<BTreeSet<_>>().len() == 4).collect()
}

/// All squares whose rows, columns, and boxes if they have any, have each symbol once.
fn squares(has_boxes: bool) -> Vec<Cells> {
    let line =
        |row: usize, order: &[usize; 4]| (0..4).map(|column| 1 << bit([row, column, order[column]])).sum::<u64>();
    let is_right = |cells: Cells| {
        let shared = |one: [usize; 3], other: [usize; 3]| {
            let is_box = has_boxes && one[0] / 2 == other[0] / 2 && one[1] / 2 == other[1] / 2;
            one != other && one[2] == other[2] && (one[1] == other[1] || is_box)
        };
        let all: Vec<_> = (0..64).filter(|from| cells >> from & 1 == 1).map(parts).collect();
        all.iter().all(|&one| all.iter().all(|&other| !shared(one, other)))
    };
    let mut open: Vec<Cells> = vec![0];
    for row in 0..4 {
        let longer = open.iter().flat_map(|cells| orders().into_iter().map(move |order| cells + line(row, &order)));
        open = longer.filter(|&cells| is_right(cells)).collect();
    }
    open
}

fn latin_group(name: &str) -> Vec<Element> {
    let (orders, places) = (orders(), [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]);
    if name == "isomorphism" {
        return orders.iter().map(|order| element(|parts| parts.map(|part| order[part]))).collect();
    }
    let mut group = Vec::new();
    for exchange in &places[..if name == "main" { 6 } else { 1 }] {
        for rows in &orders {
            for columns in &orders {
                let with = |symbols: &[usize; 4]| {
                    element(|parts| {
                        let image = [rows[parts[0]], columns[parts[1]], symbols[parts[2]]];
                        exchange.map(|place| image[place])
                    })
                };
                group.extend(orders.iter().map(with));
            }
        }
    }
    group
}

fn sudoku_group(name: &str) -> Vec<Element> {
    let keeps_bands = |order: &[usize; 4]| order[0] / 2 == order[1] / 2;
    let (symbols, lines) = (orders(), orders().into_iter().filter(keeps_bands).collect::<Vec<_>>());
    let plain = [[0, 1, 2, 3]];
    let symbols = if name == "places" { &plain[..] } else { &symbols[..] };
    let lines = if name == "symbols" { &plain[..] } else { &lines[..] };
    let mut group = Vec::new();
    for (rows, columns) in lines.iter().flat_map(|rows| lines.iter().map(move |columns| (rows, columns))) {
        for symbols in symbols {
            let image = |[row, column, symbol]: [usize; 3]| [rows[row], columns[column], symbols[symbol]];
            group.push(element(image));
            if name != "symbols" {
                group.push(element(|[row, column, symbol]| image([column, row, symbol])));
            }
        }
    }
    group
}

/// How many completions there are that no element keeping the clues carries into one another.
fn kinds(squares: &[Cells], group: &[Element], clues: Cells) -> usize {
    let keeping: Vec<&Element> = group.iter().filter(|element| carried(element, clues) == clues).collect();
    let mut open: BTreeSet<Cells> = squares.iter().copied().filter(|square| square & clues == clues).collect();
    let mut number = 0;
    while let Some(square) = open.pop_first() {
        number += 1;
        keeping.iter().for_each(|element| {
            open.remove(&carried(element, square));
        });
    }
    number
}

fn written(clues: Cells) -> String {
    let cell = |place: usize| (0..4).find(|symbol| clues >> (4 * place + symbol) & 1 == 1);
    (0..16).map(|place| cell(place).map_or(".".into(), |symbol| (symbol + 1).to_string())).collect()
}

fn read(text: &str) -> Cells {
    let cells = text.split_whitespace().flat_map(str::chars).zip(0..);
    let bit = |(c, place): (char, u32)| Some(1 << (4 * place + c.to_digit(10)? - 1));
    cells.filter_map(bit).sum()
}

/// What the program counts where the clues stand in a file, or are demanded.
fn counted(family: &str, clues: Cells, group: &str, is_demanded: bool) -> usize {
    let (folder, text) = (tempfile::tempdir().unwrap(), written(if is_demanded { 0 } else { clues }));
    let path = folder.path().join("square.txt");
    std::fs::write(&path, text.as_bytes().chunks(4).map(|row| [row, b"\n"].concat()).collect::<Vec<_>>().concat())
        .unwrap();
    let first = if family == "latin" { "n" } else { "path" };
    let arguments = Arguments::default().with(first, [path.as_os_str()]);
    let arguments =
        if group.is_empty() { arguments.with("up-to-symmetry", ["true"]) } else { arguments.with("symmetry", [group]) };
    let options = (0..64).filter(|from| is_demanded && clues >> from & 1 == 1);
    let demands = Demands { select: options.map(|option| format!("#{option}")).collect(), ..Demands::default() };
    let ask = Ask { source: Source::new(family, arguments).unwrap(), demands };
    let outcome = pair().count(&ask.questions().unwrap()[0]).unwrap();
    usize::try_from(outcome.count.to_u64().unwrap()).unwrap()
}

/// Compares some puzzles that went wrong, and random ones.
fn check(family: &str, has_boxes: bool, groups: &[(&str, Vec<Element>)], wrong: &[(&str, &str, usize)]) {
    let squares = squares(has_boxes);
    for (text, name, expected) in wrong {
        assert_eq!(counted(family, read(text), name, false), *expected, "{text} {name}");
    }
    let mut dice = fastrand::Rng::with_seed(20_261_125);
    for case in 0..120 {
        let share = dice.u64(2..7);
        let square = squares[dice.usize(..squares.len())];
        let clues =
            (0..64).filter(|from| square >> from & 1 == 1 && dice.u64(..10) < share).map(|from| 1 << from).sum();
        for (name, group) in groups {
            let expected = kinds(&squares, group, clues);
            let found = counted(family, clues, name, case % 4 == 0);
            assert_eq!(found, expected, "{family} {} {name}, case {case}", written(clues));
        }
    }
}

#[test]
fn latin_squares_with_clues_are_taken_up_to_their_group() {
    let groups = ["main", "isotopy", "isomorphism"].map(|name| (name, latin_group(name)));
    let groups: Vec<_> = groups.into_iter().chain([("", latin_group("main"))]).collect();
    check("latin", false, &groups, &[("413. ...4 ..41 14.3", "isotopy", 2)]);
}

#[test]
fn sudokus_with_clues_are_taken_up_to_their_group() {
    let groups = ["all", "symbols", "places"].map(|name| (name, sudoku_group(name)));
    let groups: Vec<_> = groups.into_iter().chain([("", sudoku_group("all"))]).collect();
    let wrong = [("2... .... 43.1 1..4", "symbols", 2), (".... 2.14 .24. .42.", "places", 2)];
    check("sudoku", true, &groups, &wrong);
}
