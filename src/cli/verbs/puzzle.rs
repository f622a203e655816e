//! What the verbs about puzzles have in common.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use clap::Args;
use serde_json::json;

use crate::cli::end::{Failure, Signals};
use crate::cli::settings::Settings;
use crate::cli::show::{InOrder, note};
use crate::family::ExtraRules;
use crate::puzzle::Rating;
use crate::session::Session;
use crate::stop::{StopSource, caught};
use crate::tally::Ending;

/// What the rules of sudokus may say beyond the size of a box.
#[derive(Debug, Args)]
pub(super) struct GridRules {
    /// Both main diagonals contain every symbol once
    #[arg(long)]
    diagonals: bool,
    /// The four squares of 3x3 cells inside the frame contain every symbol once
    #[arg(long)]
    windoku: bool,
    /// Cells a knight's move apart have different symbols
    #[arg(long)]
    anti_knight: bool,
    /// Cells that touch at a corner have different symbols
    #[arg(long)]
    anti_king: bool,
    /// Cells that share a side have no consecutive symbols
    #[arg(long)]
    nonconsecutive: bool,
    /// Regions instead of boxes: a drawing with a letter for each cell
    #[arg(long, value_name = "FILE", conflicts_with = "box_size")]
    jigsaw: Option<PathBuf>,
}

impl GridRules {
    /// The rules besides rows, columns and regions.
    pub(super) fn extra(&self) -> ExtraRules {
        ExtraRules {
            diagonals: self.diagonals,
            windows: self.windoku,
            anti_knight: self.anti_knight,
            anti_king: self.anti_king,
            nonconsecutive: self.nonconsecutive,
        }
    }

    /// The drawing of the regions.
    pub(super) fn jigsaw(&self) -> Option<&Path> {
        self.jigsaw.as_deref()
    }
}

/// When the time is over, the jobs that are left of a round still begin, to do nothing, so one round does not have all of them. (100 million took 40 s.)
const ROUND: usize = 1 << 16;

/// Does a number of independent things on all threads and shows the results in order, until a signal comes or the time is over.
pub(super) fn side_by_side<T: Send>(
    settings: &Settings,
    number: usize,
    make: impl Fn(usize) -> T + Sync,
    show: impl Fn(T) -> Result<(), Failure>,
) -> Result<ExitCode, Failure> {
    let signals = Signals::listen()?;
    let (mut results, mut failure) = (InOrder::default(), None);
    let has_failed = AtomicBool::new(false);
    let deadline = settings.time_left().and_then(|left| Instant::now().checked_add(left));
    let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let is_wanted = || signals.received().is_none() && !has_failed.load(Relaxed) && !is_late();
    // Jobs run on other threads, and one that is stopped has no result.
    let (word, mut n_shown) = (StopSource::heard_here().until(deadline), 0);
    let one = |number: usize| word.clone().over(|| caught(|| make(number))).ok();
    let job = |_: &Session<'_>, number: usize| is_wanted().then(|| one(number)).flatten();
    let session = settings.session().build()?;
    for first in (0..number).step_by(ROUND).take_while(|_| is_wanted()) {
        let job = |session: &Session<'_>, place: usize| job(session, first + place);
        session.batch(ROUND.min(number - first), job, |place, result| {
            if let Some(result) = result {
                results.add(first + place, result);
            }
            while let Some((_, result)) = results.next() {
                failure = failure.take().or_else(|| show(result).err());
                n_shown += 1;
            }
            has_failed.store(failure.is_some(), Relaxed);
        });
    }
    let ending = if n_shown < number && is_late() { Ending::TimeLimit } else { Ending::Complete };
    if ending == Ending::TimeLimit && !settings.quiet {
        note(&format!("stopped by the time limit after {n_shown} of {number}"));
    }
    failure.map_or_else(|| Ok(signals.status(ending)), Err)
}

/// A rating in words.
pub(super) fn in_words(rating: &Rating) -> String {
    let Rating { solutions, guesses, range: [least, most], dead_ends } = rating;
    match solutions {
        0 => "no solution".into(),
        1 if *most == 0 => "singles suffice".into(),
        1 => format!("{guesses:.1} guesses ({least} to {most}), {dead_ends:.1} dead ends"),
        _ => "more than one solution".into(),
    }
}

/// A puzzle, its rating, the hardest step if it was looked for, and the seed that makes it, if it was made.
pub(super) fn as_json(puzzle: &str, rating: &Rating, hardest: Option<&str>, seed: Option<u64>) -> String {
    let mut object = json!({ "puzzle": puzzle, "rating": rating });
    hardest.into_iter().for_each(|hardest| object["rating"]["hardest"] = json!(hardest));
    object["rating"]["unique"] = json!(rating.solutions == 1);
    // The search ends with the second solution: how many there are is not known.
    if let (true, Some(rating)) = (rating.solutions > 1, object["rating"].as_object_mut()) {
        rating.remove("solutions");
        rating.insert("at_least".into(), json!(2));
    }
    if let Some(seed) = seed {
        object["seed"] = json!(seed);
    }
    object.to_string() + "\n"
}
