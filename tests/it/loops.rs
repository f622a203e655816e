//! Slitherlink, masyu, numberlink, hashi and nurikabe: small grids against all loops, paths, bridges and colorings, and puzzles that have one solution.

use std::collections::HashSet;

use dlx_count::family::{LoopKind, LoopPuzzle};
use dlx_count::problem::{Constraints, Multiplicity};
use dlx_count::{RunError, Session, SplitDepth};
use proptest::prelude::*;

use crate::cli::{Said, run, told};
use crate::common::{count_by_every_engine, pair, seeded};
use crate::oracle;

type Place = (i32, i32);

/// A small grid and its clues, as words.
#[derive(Debug)]
struct Sketch {
    rows: i32,
    columns: i32,
    clues: Vec<String>,
}

impl Sketch {
    fn new(dice: &mut fastrand::Rng, sides: std::ops::RangeInclusive<i32>) -> Self {
        let (rows, columns) = (dice.i32(sides.clone()), dice.i32(sides));
        Self { rows, columns, clues: vec![".".into(); usize::try_from(rows * columns).unwrap()] }
    }

    fn places(&self) -> impl Iterator<Item = Place> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
    }

    fn has(&self, (row, column): Place) -> bool {
        (0..self.rows).contains(&row) && (0..self.columns).contains(&column)
    }

    fn at(&mut self, (row, column): Place) -> &mut String {
        &mut self.clues[usize::try_from(row * self.columns + column).unwrap()]
    }

    fn clued(&self) -> Vec<(Place, &str)> {
        self.places()
            .zip(&self.clues)
            .filter(|(_, clue)| *clue != ".")
            .map(|(place, clue)| (place, clue.as_str()))
            .collect()
    }

    /// Asks every engine, for the whole and in tasks, and reads the words with or without spaces.
    fn count(&self, kind: LoopKind) -> u64 {
        let rows = self.clues.chunks(usize::try_from(self.columns).unwrap());
        let text = rows.map(|row| row.join(" ")).collect::<Vec<_>>().join("\n");
        let problem = LoopPuzzle::read(kind, &text).unwrap().problem().unwrap();
        let number = count_by_every_engine(&problem, 1);
        let split = Session::builder().threads(2).split_depth(SplitDepth::At(3)).build().unwrap();
        assert_eq!(split.count(&problem).unwrap().count, number, "{text}");
        number.to_u64().unwrap()
    }
}

fn beside((row, column): Place) -> [Place; 4] {
    [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]
}

/// All simple loops of a grid of places, each as its places in order.
fn loops(rows: i32, columns: i32) -> Vec<Vec<Place>> {
    fn go(way: &mut Vec<Place>, has: &dyn Fn(Place) -> bool, found: &mut Vec<Vec<Place>>) {
        let (first, last) = (way[0], way[way.len() - 1]);
        for next in beside(last).into_iter().filter(|&next| has(next) && next >= first) {
            // Of the two directions the one whose second place is smaller than the last.
            if next == first && way.len() > 3 && way[1] < last {
                found.push(way.clone());
            } else if !way.contains(&next) {
                way.push(next);
                go(way, has, found);
                way.pop();
            }
        }
    }
    let has = |(row, column): Place| (0..rows).contains(&row) && (0..columns).contains(&column);
    let mut found = Vec::new();
    for start in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        go(&mut vec![start], &has, &mut found);
    }
    found
}

/// How many borders of a cell are on a loop through corners.
fn borders(way: &[Place], (row, column): Place) -> usize {
    let corners = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)];
    let has = |a: Place, b: Place| {
        let place = way.iter().position(|&place| place == a);
        place.is_some_and(|place| way[(place + 1) % way.len()] == b || way[(place + way.len() - 1) % way.len()] == b)
    };
    (0..4).filter(|&side| has(corners[side], corners[(side + 1) % 4])).count()
}

/// Does a loop pass a pearl as it must?
fn suits(way: &[Place], pearl: Place, color: &str) -> bool {
    let Some(place) = way.iter().position(|&place| place == pearl) else { return false };
    let at = |step: usize| way[(place + way.len() + step - 2) % way.len()];
    let is_straight = |step: usize| {
        let [a, b, c] = [at(step - 1), at(step), at(step + 1)];
        (b.0 - a.0, b.1 - a.1) == (c.0 - b.0, c.1 - b.1)
    };
    match color {
        "w" => is_straight(2) && !(is_straight(1) && is_straight(3)),
        _ => !is_straight(2) && is_straight(1) && is_straight(3),
    }
}

/// In how many ways the pairs of ends can be joined by paths that share no cell.
fn links(sketch: &Sketch, ends: &[[Place; 2]], used: &mut HashSet<Place>, is_full: bool) -> u64 {
    let Some(([from, to], others)) = ends.split_first() else {
        return u64::from(!is_full || sketch.places().all(|place| used.contains(&place)));
    };
    if from == to {
        return links(sketch, others, used, is_full);
    }
    let mut number = 0;
    for next in beside(*from).into_iter().filter(|&next| sketch.has(next)) {
        // All ends are used from the beginning.
        if next == *to {
            number += links(sketch, others, used, is_full);
        } else if used.insert(next) {
            let rest: Vec<[Place; 2]> = std::iter::once([next, *to]).chain(others.iter().copied()).collect();
            number += links(sketch, &rest, used, is_full);
            used.remove(&next);
        }
    }
    number
}

/// The parts of some places that are connected.
fn parts(places: &HashSet<Place>) -> Vec<Vec<Place>> {
    let (mut left, mut parts) = (places.clone(), Vec::new());
    while let Some(&first) = left.iter().next() {
        let mut part = vec![first];
        left.remove(&first);
        let mut done = 0;
        while done < part.len() {
            part.extend(beside(part[done]).into_iter().filter(|place| left.remove(place)).collect::<Vec<_>>());
            done += 1;
        }
        parts.push(part);
    }
    parts
}

fn is_nurikabe(sketch: &Sketch, black: &HashSet<Place>) -> bool {
    let clued = sketch.clued();
    let is_island = |part: &Vec<Place>| {
        let numbers: Vec<&str> =
            clued.iter().filter(|(place, _)| part.contains(place)).map(|(_, clue)| *clue).collect();
        numbers.len() == 1 && numbers[0] == part.len().to_string()
    };
    let is_block = |&(row, column): &Place| {
        [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]
            .iter()
            .all(|place| black.contains(place))
    };
    let is_sea =
        clued.iter().all(|(place, _)| !black.contains(place)) && !black.iter().any(is_block) && parts(black).len() <= 1;
    let white = || sketch.places().filter(|place| !black.contains(place)).collect();
    is_sea && parts(&white()).iter().all(is_island)
}

/// In how many ways islands can be joined by bridges: all numbers of bridges are tried.
fn bridges(sketch: &Sketch) -> u64 {
    let clued = sketch.clued();
    let mut straits: Vec<[usize; 2]> = Vec::new();
    let is_between = |place: Place, a: Place, b: Place| {
        (a.0 == b.0 && place.0 == a.0 && a.1 < place.1 && place.1 < b.1)
            || (a.1 == b.1 && place.1 == a.1 && a.0 < place.0 && place.0 < b.0)
    };
    for (one, &(a, _)) in clued.iter().enumerate() {
        for (other, &(b, _)) in clued.iter().enumerate().skip(one + 1) {
            if (a.0 == b.0 || a.1 == b.1) && !clued.iter().any(|&(place, _)| is_between(place, a, b)) {
                straits.push([one, other]);
            }
        }
    }
    let crosses = |one: &[usize; 2], other: &[usize; 2]| {
        sketch
            .places()
            .any(|place| [one, other].iter().all(|ends| is_between(place, clued[ends[0]].0, clued[ends[1]].0)))
    };
    let is_right = |numbers: &[u64]| {
        let there: Vec<&[usize; 2]> =
            straits.iter().zip(numbers).filter(|(_, number)| **number > 0).map(|(ends, _)| ends).collect();
        let sum = |island: usize| {
            straits
                .iter()
                .zip(numbers)
                .filter(|(ends, _)| ends.contains(&island))
                .map(|(_, number)| number)
                .sum::<u64>()
        };
        let mut reached = vec![0];
        let mut done = 0;
        while done < reached.len() {
            for ends in there.iter().filter(|ends| ends.contains(&reached[done])).map(|ends| **ends).collect::<Vec<_>>()
            {
                reached.extend(ends.into_iter().filter(|island| !reached.contains(island)).collect::<Vec<_>>());
            }
            done += 1;
        }
        (0..clued.len()).all(|island| sum(island).to_string() == clued[island].1)
            && reached.len() == clued.len()
            && (0..there.len()).all(|one| (0..one).all(|other| !crosses(there[one], there[other])))
    };
    let all = 0..3u64.pow(u32::try_from(straits.len()).unwrap());
    let numbers = |code: u64| {
        (0..straits.len()).map(|place| code / 3u64.pow(u32::try_from(place).unwrap()) % 3).collect::<Vec<u64>>()
    };
    all.filter(|&code| is_right(&numbers(code))).count() as u64
}

proptest! {
    #![proptest_config(seeded(12))]

    #[test]
    fn one_loop_along_borders(seed in any::<u64>()) {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut sketch = Sketch::new(&mut dice, 1..=4);
        let all = loops(sketch.rows + 1, sketch.columns + 1);
        let (hidden, share) = (dice.choice(&all).unwrap(), dice.u8(0..8));
        for cell in sketch.places() {
            if dice.u8(0..8) < share {
                let wrong = if dice.u8(0..40) == 0 { dice.usize(0..5) } else { borders(hidden, cell) };
                *sketch.at(cell) = wrong.to_string();
            }
        }
        let clued = sketch.clued();
        let is_right = |way: &&Vec<Place>| clued.iter().all(|&(cell, clue)| borders(way, cell).to_string() == clue);
        prop_assert_eq!(sketch.count(LoopKind::Slitherlink), all.iter().filter(is_right).count() as u64);
    }

    #[test]
    fn one_loop_through_pearls(seed in any::<u64>()) {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut sketch = Sketch::new(&mut dice, 2..=5);
        let all = loops(sketch.rows, sketch.columns);
        let (hidden, share) = (dice.choice(&all).unwrap(), dice.u8(0..8));
        for cell in sketch.places() {
            for color in ["w", "b"] {
                let is_right = suits(hidden, cell, color) && dice.u8(0..8) < share;
                if is_right || dice.u8(0..100) == 0 {
                    *sketch.at(cell) = color.into();
                }
            }
        }
        let clued = sketch.clued();
        let is_right = |way: &&Vec<Place>| clued.iter().all(|&(cell, color)| suits(way, cell, color));
        prop_assert_eq!(sketch.count(LoopKind::Masyu), all.iter().filter(is_right).count() as u64);
    }

    #[test]
    fn paths_between_numbers(seed in any::<u64>(), is_full: bool) {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut sketch = Sketch::new(&mut dice, 1..=4);
        let places: Vec<Place> = sketch.places().collect();
        let n_pairs = dice.usize(0..=4.min(places.len() / 2));
        let chosen = dice.choose_multiple(places, 2 * n_pairs);
        let pairs: Vec<[Place; 2]> = chosen.chunks(2).map(|pair| [pair[0], pair[1]]).collect();
        for (number, pair) in pairs.iter().enumerate() {
            pair.iter().for_each(|&place| *sketch.at(place) = (6 + number).to_string());
        }
        let expected = links(&sketch, &pairs, &mut chosen.into_iter().collect(), is_full);
        prop_assert_eq!(sketch.count(LoopKind::Numberlink { is_full }), expected);
    }

    #[test]
    fn paths_that_leave_few_cells_empty(seed in any::<u64>(), is_full: bool) {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut sketch = Sketch::new(&mut dice, 2..=5);
        let (mut pairs, mut free): (Vec<[Place; 2]>, HashSet<Place>) = (Vec::new(), sketch.places().collect());
        for first in dice.choose_multiple(sketch.places().collect::<Vec<_>>(), sketch.clues.len()) {
            let mut way = Vec::new();
            let mut here = free.take(&first);
            while let Some(place) = here {
                way.push(place);
                // Mostly no cell of a path is beside an earlier one.
                let most = if dice.u8(0..8) == 0 { 4 } else { 1 };
                let suits = |next: &Place| beside(*next).iter().filter(|other| way.contains(other)).count() <= most;
                let mut nexts = beside(place).to_vec();
                nexts.retain(|next| free.contains(next) && suits(next));
                here = dice.choice(nexts).and_then(|next| free.take(&next));
            }
            if way.len() > 1 {
                pairs.push([way[0], way[way.len() - 1]]);
            }
        }
        for (number, pair) in pairs.iter().enumerate() {
            pair.iter().for_each(|&place| *sketch.at(place) = number.to_string());
        }
        let expected = links(&sketch, &pairs, &mut pairs.iter().flatten().copied().collect(), is_full);
        prop_assert_eq!(sketch.count(LoopKind::Numberlink { is_full }), expected);
    }

    #[test]
    fn bridges_between_islands(seed in any::<u64>()) {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut sketch = Sketch::new(&mut dice, 2..=5);
        let places: Vec<Place> = sketch.places().collect();
        let (n_islands, most) = (dice.usize(2..=6.min(places.len())), dice.u8(2..5));
        for place in dice.choose_multiple(places, n_islands) {
            *sketch.at(place) = dice.u8(1..=most).to_string();
        }
        prop_assert_eq!(sketch.count(LoopKind::Hashi), bridges(&sketch));
    }

    #[test]
    fn islands_in_a_sea(seed in any::<u64>()) {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut sketch = Sketch::new(&mut dice, 1..=4);
        let places: Vec<Place> = sketch.places().collect();
        let n_islands = dice.usize(0..=places.len().div_ceil(4));
        for place in dice.choose_multiple(places, n_islands) {
            *sketch.at(place) = dice.u8(1..=4).to_string();
        }
        prop_assert_eq!(sketch.count(LoopKind::Nurikabe), seas(&sketch));
    }

    #[test]
    fn islands_that_were_there(seed in any::<u64>()) {
        let mut dice = fastrand::Rng::with_seed(seed);
        let empty = Sketch::new(&mut dice, 3..=4);
        let hidden = (0..1000).find_map(|_| {
            let mut sketch = Sketch { clues: empty.clues.clone(), ..empty };
            let (white, black): (HashSet<Place>, HashSet<Place>) = sketch.places().partition(|_| dice.bool());
            for island in parts(&white) {
                *sketch.at(dice.choice(&island).copied().unwrap()) = island.len().to_string();
            }
            is_nurikabe(&sketch, &black).then_some(sketch)
        });
        if let Some(sketch) = hidden {
            let expected = seas(&sketch);
            prop_assert!(expected > 0);
            prop_assert_eq!(sketch.count(LoopKind::Nurikabe), expected);
        }
    }
}

/// How many sets of black cells are a sea: all sets of cells without a number are tried.
fn seas(sketch: &Sketch) -> u64 {
    let clued: HashSet<Place> = sketch.clued().into_iter().map(|(place, _)| place).collect();
    let places: Vec<Place> = sketch.places().filter(|place| !clued.contains(place)).collect();
    let black =
        |set: u32| places.iter().enumerate().filter(move |(rank, _)| set >> rank & 1 == 1).map(|(_, &place)| place);
    (0..1u32 << places.len()).filter(|&set| is_nurikabe(sketch, &black(set).collect())).count() as u64
}

/// Without clues all loops of a grid are counted: A140517.
#[test]
fn without_clues_there_are_all_loops() {
    for (n, published) in [(1, 1), (2, 13), (3, 213), (4, 9349), (5, 1222363)] {
        for (kind, side) in [(LoopKind::Slitherlink, n), (LoopKind::Masyu, n + 1)] {
            let text = vec![".".repeat(side); side].join("\n");
            let problem = LoopPuzzle::read(kind, &text).unwrap().problem().unwrap();
            assert_eq!(
                Session::new().unwrap().count(&problem).unwrap().count.to_u64(),
                Some(published),
                "{kind:?} {n}"
            );
        }
    }
}

/// The puzzles in tests/data/loops have one solution each, and what is drawn is in the file beside them.
#[test]
fn puzzles_have_one_solution_and_are_drawn() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/loops");
    let mut number = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        if path.extension().is_none_or(|kind| kind != "txt") {
            continue;
        }
        let (kind, _) = name.split_once('-').unwrap();
        let drawn = std::fs::read_to_string(path.with_extension("solved")).unwrap();
        let (out, message) = told(&format!("solve {kind} {} -q", path.display()));
        assert_eq!(out, drawn, "{name}: {message}");
        number += 1;
    }
    assert!(number >= 10, "only {number} puzzles");
}

/// Options that are in no solution of a puzzle may be in one of a puzzle that is less strict: against the naive counter, which sees all options.
#[test]
fn puzzles_are_made_less_strict() {
    let mut n_more = 0;
    for (kind, text) in [
        (LoopKind::Slitherlink, "2.\n.3\n"),
        (LoopKind::Slitherlink, "3.\n3.\n"),
        (LoopKind::Masyu, "b..\n...\n..w\n"),
        (LoopKind::Hashi, "2.2\n...\n1.1\n"),
        (LoopKind::Nurikabe, "2..\n...\n..2\n"),
    ] {
        let problem = LoopPuzzle::read(kind, text).unwrap().problem().unwrap();
        let count = |demands: &Constraints| {
            let expected = oracle::count(&problem.whole().constrained(demands).unwrap());
            let counted = pair().count(&problem.constrained(demands).unwrap()).unwrap().count;
            assert_eq!(counted.to_string(), expected.to_string(), "{text}{demands:?}");
            expected
        };
        let plain = count(&Constraints::default());
        for item in problem.items().filter(|&item| problem.is_primary(item)) {
            let times = vec![(item, Multiplicity { least: 0, most: Some(2) })];
            n_more += usize::from(count(&Constraints { optional: vec![item], ..Constraints::default() }) > plain);
            n_more += usize::from(count(&Constraints { forbid: vec![item], ..Constraints::default() }) > plain);
            n_more += usize::from(count(&Constraints { times, ..Constraints::default() }) > plain);
        }
    }
    assert!(n_more > 20, "{n_more}");
    // More options have the island if another one need not be covered.
    let folder = tempfile::tempdir().unwrap();
    let file = crate::cli::file_in(&folder, "hashi.txt", "332\n...\n2.2\n");
    assert_eq!(told(&format!("hashi {file} --select 1,1 -q")).0, "1\n");
    assert!(run(&format!("hashi {file} --select 1,1 --optional 3,3")).said().contains("options have the items `1,1`"));
    let puzzle = "tests/data/loops/slitherlink-7.txt";
    assert_eq!(told(&format!("slitherlink {puzzle} --select #0 -q")).0, "1\n");
    assert!(told(&format!("explain slitherlink {puzzle} --relax")).0.contains("all items can be covered"));
}

/// Clues that contradict each other.
#[test]
fn puzzles_without_a_solution_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    for (kind, text, items) in [
        ("slitherlink", "3.3\n.2.\n330\n", "+4,3\n3,2\n3,3\n"),
        ("masyu", "b.b\n...\nb.w\n", "3,3\n"),
        ("hashi", "2.2\n...\n2.3\n", "1,1\n1,3\n3,1\n3,3\n"),
    ] {
        let file = crate::cli::file_in(&folder, "puzzle.txt", text);
        assert_eq!(told(&format!("explain {kind} {file} -q")).0, items);
        let (none, hint) = told(&format!("{kind} {file}"));
        assert!(none.contains(": 0 solutions") && hint.contains("run `explain`"), "{none}{hint}");
    }
    let file = crate::cli::file_in(&folder, "puzzle.txt", "3.3\n.2.\n330\n");
    assert!(run(&format!("explain slitherlink {file} --within 3")).said().contains("no costs"));
    let priced = LoopPuzzle::read(LoopKind::Slitherlink, "2.\n..\n").unwrap().problem().unwrap();
    for problem in [priced.clone(), priced.with_costs(|_| 1).unwrap()] {
        assert!(matches!(pair().explain_within(&problem, 3), Err(RunError::Unpriced(_))));
    }
    let said = told(&format!("explain slitherlink {file}")).0;
    assert!(said.contains("cannot be covered together by options that are connected, but any 2 of them can"), "{said}");
}
