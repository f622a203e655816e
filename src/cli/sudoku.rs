//! `dlx-count sudoku rate FILE` and `dlx-count sudoku generate`.

use std::path::Path;
use std::process::ExitCode;

use serde_json::json;

use super::args::{RunArgs, SudokuVerb};
use super::count::session;
use super::exit::{Failure, status};
use super::in_order::InOrder;
use super::seed::seed as drawn;
use super::signals::Signals;
use super::source::puzzles_of;
use super::{note, print};
use crate::family::BoxSize;
use crate::puzzle::{Generator, MAX_HARD_BOX, Rating, rate};
use crate::session::Session;
use crate::tally::Ending;

pub(super) fn sudoku(verb: &SudokuVerb, run: &RunArgs) -> Result<ExitCode, Failure> {
    match *verb {
        SudokuVerb::Rate { ref path, box_size } => rate_all(path, box_size, run),
        SudokuVerb::Generate { seed, hard, count, box_size } => {
            check(box_size)?;
            let (seed, generator) = (drawn(seed, run.quiet), Generator { box_size, is_hard: hard });
            side_by_side(
                run,
                count,
                |number| {
                    let seed = seed.wrapping_add(number as u64);
                    (seed, generator.puzzle(seed))
                },
                |(seed, (puzzle, rating))| {
                    if run.json {
                        return print(&as_json(&puzzle.to_string(), &rating, Some(seed)));
                    }
                    print(&format!("{puzzle}\n"))?;
                    if !run.quiet {
                        note(&format!("{} clues, {}", puzzle.clues().len(), in_words(&rating)));
                    }
                    Ok(())
                },
            )
        }
    }
}

fn check(box_size: BoxSize) -> Result<(), Failure> {
    if box_size.rows * box_size.columns <= MAX_HARD_BOX {
        return Ok(());
    }
    Err(Failure::usage(
        format!("puzzles with {} symbols take too long to make", box_size.rows * box_size.columns),
        &format!("--box has at most {MAX_HARD_BOX} cells"),
    ))
}

fn rate_all(path: &Path, box_size: Option<BoxSize>, run: &RunArgs) -> Result<ExitCode, Failure> {
    let puzzles = puzzles_of(path, box_size)?;
    let rate_one = |number: usize| (puzzles[number].to_string(), rate(&puzzles[number].problem()));
    side_by_side(run, puzzles.len(), rate_one, |(puzzle, rating)| {
        print(&if run.json { as_json(&puzzle, &rating, None) } else { format!("{puzzle}: {}\n", in_words(&rating)) })
    })
}

/// Does so many things with all threads and shows what comes out in order, until a signal comes.
fn side_by_side<T: Send>(
    run: &RunArgs,
    number: usize,
    make: impl Fn(usize) -> T + Sync,
    show: impl Fn(T) -> Result<(), Failure>,
) -> Result<ExitCode, Failure> {
    let signals = Signals::listen()?;
    let (mut results, mut failure) = (InOrder::default(), None);
    let job = |_: &Session<'_>, number: usize| signals.received().is_none().then(|| make(number));
    session(run).build()?.batch(number, job, |number, result| {
        if let Some(result) = result {
            results.add(number, result);
        }
        while let Some((_, result)) = results.next() {
            failure = failure.take().or(show(result).err());
        }
    });
    match (failure, signals.received()) {
        (Some(failure), _) => Err(failure),
        (None, Some(signal)) => Ok(status(Ending::Interrupted, Some(signal))),
        (None, None) => Ok(ExitCode::SUCCESS),
    }
}

fn in_words(rating: &Rating) -> String {
    let Rating { solutions, guesses, range: [least, most], dead_ends } = rating;
    match solutions {
        0 => "no solution".into(),
        1 if *most == 0 => "singles suffice".into(),
        1 => format!("{guesses:.1} guesses ({least} to {most}), {dead_ends:.1} dead ends"),
        _ => "more than one solution".into(),
    }
}

/// A puzzle, its rating, and the seed that makes it, if it was made.
fn as_json(puzzle: &str, rating: &Rating, seed: Option<u64>) -> String {
    let mut object = json!({ "puzzle": puzzle, "rating": rating });
    if let Some(seed) = seed {
        object["seed"] = json!(seed);
    }
    object.to_string() + "\n"
}
