//! `dlx-count sudoku generate`: new puzzles.

use std::process::ExitCode;

use clap::Args;

use super::puzzle::{as_json, in_words, side_by_side};
use super::verb::{Call, Verb};
use crate::cli::args::{parse_box, parse_number};
use crate::cli::end::Failure;
use crate::cli::settings::Settings;
use crate::cli::show::{note, print, seed};
use crate::family::{BoxSize, Sudoku};
use crate::puzzle::{Generator, MAX_HARD_BOX, Rating};

pub(super) const VERB: Verb = Verb {
    name: "sudoku generate",
    about: "Make minimal puzzles with a unique solution; ratings go to standard error",
    examples: &[("sudoku generate --count 10 --seed 1", ""), ("sudoku generate --box 2x3", "6 by 6")],
    heeds: &[&["threads", "json", "quiet"]],
    says: &[("json", "Print a JSON object for each puzzle"), ("quiet", "Print only the puzzles")],
    takes_source: false,
    options: GenerateArgs::augment_args,
    run: generate,
    ..Verb::PLAIN
};

#[derive(Debug, Args)]
struct GenerateArgs {
    /// Seed: the same puzzles each time; chosen and printed if omitted
    #[arg(long, value_name = "N", value_parser = parse_number)]
    seed: Option<u64>,
    /// Look for hard ones
    #[arg(long)]
    hard: bool,
    /// How many
    #[arg(long, value_name = "N", default_value = "1")]
    count: usize,
    /// Rows and columns of a box
    #[arg(long = "box", value_name = "RxC", default_value = "3x3", value_parser = parse_box)]
    box_size: BoxSize,
}

fn generate(call: &Call<'_>) -> Result<ExitCode, Failure> {
    let (args, settings) = (call.options::<GenerateArgs>()?, &call.settings);
    check(args.box_size)?;
    let generator = Generator { box_size: args.box_size, is_hard: args.hard };
    let first = seed(args.seed, settings.quiet);
    let make = |number: usize| {
        let seed = first.wrapping_add(u64::try_from(number).unwrap_or_default());
        (seed, generator.puzzle(seed))
    };
    side_by_side(settings, args.count, make, |(seed, (puzzle, rating))| show(settings, seed, &puzzle, &rating))
}

fn show(settings: &Settings, seed: u64, puzzle: &Sudoku, rating: &Rating) -> Result<(), Failure> {
    if settings.json {
        return print(&as_json(&puzzle.to_string(), rating, Some(seed)));
    }
    print(&format!("{puzzle}\n"))?;
    if !settings.quiet {
        note(&format!("{} clues, {}", puzzle.clues().len(), in_words(rating)));
    }
    Ok(())
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
