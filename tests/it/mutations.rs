//! A bounded, seeded slice of fuzzing: the texts under tests/data, cut, glued and changed. Readers never panic, and what is read survives being written.
//! The targets under fuzz/ do the same without end. `DLX_MUTATIONS=100000 cargo test mutations` takes more.

use std::fs;
use std::path::Path;

use dlx_count::family::{BinaryProgram, Board, Cnf, Copies, drawn_pieces, pieces, sudokus};
use dlx_count::format::{self, InputFormat, ReadError, knuth};
use dlx_count::{EngineKind, Problem};

use crate::common::count_task;
use crate::oracle;
use crate::weights::{session, weighed};

/// All small files below a folder.
fn texts(folder: &Path) -> Vec<Vec<u8>> {
    let mut texts = Vec::new();
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            texts.extend(self::texts(&path));
        } else {
            texts.push(fs::read(&path).unwrap());
        }
    }
    texts.retain(|text| text.len() < 2000);
    texts
}

/// One text changed in a few places, sometimes glued to the end of another.
fn mutated(texts: &[Vec<u8>], rng: &mut fastrand::Rng) -> Vec<u8> {
    let mut text = rng.choice(texts).unwrap().clone();
    if rng.u8(..4) == 0 {
        let other = rng.choice(texts).unwrap();
        text.truncate(rng.usize(..=text.len()));
        text.extend(&other[rng.usize(..=other.len())..]);
    }
    for _ in 0..rng.usize(..5) {
        let place = rng.usize(..=text.len());
        match rng.u8(..4) {
            0 => text.insert(place, *rng.choice(b" \n\t|:.0123456789abc#-=@[]{}\"\xff\xc3\r,xX").unwrap()),
            1 if place < text.len() => drop(text.remove(place)),
            2 if place < text.len() => text[place] ^= 1 << rng.u8(..8),
            _ => text.truncate(place.max(text.len() / 2)),
        }
    }
    text
}

fn number_of_mutations() -> usize {
    std::env::var("DLX_MUTATIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(2000)
}

/// A small problem is counted, by every engine and the naive counter.
fn count_everywhere(problem: &Problem) {
    if problem.n_primary() > 12 || problem.n_options() > 30 {
        return;
    }
    let expected = dlx_count::Count::from(oracle::count(problem));
    for &kind in EngineKind::ALL {
        let task = dlx_count::engine::Task::root();
        assert_eq!(count_task(&mut *kind.build(problem, 1 << 24), &task, false).0, expected, "{}", kind.name());
    }
}

/// Is there something that Knuth's format cannot say: an option without items, or a label that is no word there, or of an option no line?
fn is_odd(problem: &Problem) -> bool {
    let has_break = |label: &str| label.contains(|c: char| c.is_whitespace() || c == ':');
    let is_odd_item = |label: &str| label.is_empty() || label.contains('|') || has_break(label);
    let is_odd_option = |option| {
        let is_no_line = |label: &str| label.trim() != label || label.contains(char::is_control);
        problem.items_of(option).is_empty()
            || problem.option_label(option).is_some_and(is_no_line)
            || problem.cells(option).any(|(_, color)| has_break(problem.color_label(color)))
    };
    problem.options().any(is_odd_option) || problem.items().any(|item| is_odd_item(problem.item_label(item)))
}

fn labels(problem: &Problem) -> Vec<Option<String>> {
    problem.options().map(|option| problem.option_label(option).map(String::from)).collect()
}

#[test]
fn changed_problems_are_read_or_refused_with_a_place() {
    let texts = texts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data"));
    let mut rng = fastrand::Rng::with_seed(20_261_121);
    let (mut n_read, mut n_refused) = (0, 0);
    for _ in 0..number_of_mutations() {
        let text = mutated(&texts, &mut rng);
        for format in InputFormat::ALL.iter().copied().map(Some).chain([None]) {
            match format::read(text.as_slice(), format) {
                Ok(problem) => {
                    n_read += 1;
                    let mut written = Vec::new();
                    // An option without items has no line of its own in that format, and JSON has labels that it has not.
                    if knuth::write(&problem, &mut written).is_err() {
                        assert!(is_odd(&problem), "{}", String::from_utf8_lossy(&text));
                        continue;
                    }
                    let again = knuth::read(written.as_slice()).unwrap();
                    assert_eq!(again.fingerprint(), problem.fingerprint(), "{}", String::from_utf8_lossy(&text));
                    assert_eq!(labels(&again), labels(&problem), "{}", String::from_utf8_lossy(&text));
                    count_everywhere(&problem);
                }
                Err(ReadError::Syntax(error)) => {
                    n_refused += 1;
                    assert!(error.line >= 1 && error.column >= 1 && !error.what.is_empty() && !error.help.is_empty());
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
    assert!(n_read > 100 && n_refused > 100, "{n_read} read, {n_refused} refused");
}

/// Formulas with weights, too: the search that learns and the diagram agree.
#[test]
fn changed_formulas_are_weighed_or_refused_with_a_place() {
    let mut texts = texts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cnf"));
    texts.push(b"c t pwmc\np cnf 4 3\nc p weight 1 -2/5 0\nc p weight -1 3e-1 0\nw 2 0.5\n1 2 0\n-2 3 4 0\n2 -4 0\nc p show 1 2 4 0\n".into());
    let sessions = [EngineKind::Learn, EngineKind::Frontier].map(|engine| session(Some(engine), 1 << 24));
    let mut rng = fastrand::Rng::with_seed(46);
    let (mut n_weighed, mut n_refused) = (0, 0);
    for _ in 0..number_of_mutations() {
        let text = String::from_utf8_lossy(&mutated(&texts, &mut rng)).into_owned();
        if text.split_whitespace().any(|word| word.len() > 4 && word.bytes().all(|byte| byte.is_ascii_digit())) {
            continue;
        }
        match Cnf::read(&text) {
            Ok(cnf) => {
                let Ok(question) = cnf.question() else { continue };
                let has_weights = question.models().is_some_and(|models| models.weights.is_some());
                if has_weights && question.problem().n_options() <= 60 {
                    n_weighed += 1;
                    assert_eq!(weighed(&sessions[0], &question), weighed(&sessions[1], &question), "{text}");
                }
            }
            Err(error) => {
                n_refused += 1;
                assert!(error.line >= 1 && error.column >= 1 && !error.what.is_empty() && !error.help.is_empty());
            }
        }
    }
    assert!(n_weighed > 100 && n_refused > 100, "{n_weighed} weighed, {n_refused} refused");
}

#[test]
fn changed_drawings_and_puzzles_are_read_or_refused() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let texts = [texts(&data.join("boards")), texts(&data.join("sudoku"))].concat();
    let mut rng = fastrand::Rng::with_seed(4);
    let mut n_read = [0; 3];
    for _ in 0..number_of_mutations() {
        let text = String::from_utf8_lossy(&mutated(&texts, &mut rng)).into_owned();
        n_read[0] += usize::from(Board::drawing(&text, "@drawing").is_ok_and(|board| board.area() > 0));
        n_read[1] += usize::from(drawn_pieces(&text).is_ok_and(|pieces| pieces.iter().all(|piece| piece.size() > 0)));
        if let Ok(puzzles) = sudokus(&text, None) {
            n_read[2] += 1;
            assert!(puzzles.iter().all(|puzzle| puzzle.problem().n_primary() <= 4 * 35 * 35));
        }
        let line = text.lines().next().unwrap_or_default();
        let _ = (
            Board::parse(line),
            pieces(line),
            line.parse::<Copies>(),
            Board::parse("3x3").map(|board| board.remove(line)),
        );
    }
    assert!(n_read.iter().all(|&number| number > 20), "{n_read:?}");
}

/// 0-1 programs: a count, or an error with its place.
#[test]
fn changed_programs_are_counted_or_refused_with_a_place() {
    let texts = texts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/programs"));
    let mut rng = fastrand::Rng::with_seed(46);
    let (mut n_read, mut n_refused) = (0, 0);
    for _ in 0..number_of_mutations() {
        let text = String::from_utf8_lossy(&mutated(&texts, &mut rng)).into_owned();
        for program in [BinaryProgram::read_lp(&text), BinaryProgram::read_mps(&text)] {
            match program {
                Ok(program) => {
                    n_read += 1;
                    let problem = program.problem().unwrap_or_else(|error| panic!("{text}{error}"));
                    assert!(oracle::count(&problem) < 1 << 20, "{text}");
                }
                Err(error) => {
                    n_refused += 1;
                    assert!(error.line >= 1 && error.column >= 1 && !error.what.is_empty() && !error.help.is_empty());
                }
            }
        }
    }
    assert!(n_read > 100 && n_refused > 100, "{n_read} read, {n_refused} refused");
}
