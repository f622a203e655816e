//! `dlx-count sudoku generate`: new puzzles.

use std::process::ExitCode;

use clap::Args;

use super::puzzle::{GridRules, as_json, in_words, side_by_side};
use super::verb::{Call, Verb};
use crate::cli::args::{parse_box, parse_number, parse_within};
use crate::cli::end::Failure;
use crate::cli::settings::Settings;
use crate::cli::show::{note, print_row, seed};
use crate::family::{BoxSize, Sudoku};
use crate::format::plural;
use crate::puzzle::{Generator, MAX_HARD_BOX, Rating};

pub(super) const VERB: Verb = Verb {
    name: "sudoku generate",
    about: "Make minimal puzzles with a unique solution; ratings go to standard error",
    examples: &[
        ("sudoku generate --count 10 --seed 1", ""),
        ("sudoku generate --box 2x3", "6 by 6"),
        ("sudoku generate --windoku --symmetric", "with windows"),
        ("sudoku generate --killer > cages.txt", "cages and sums"),
    ],
    heeds: &[&["threads", "time_limit", "json", "quiet"]],
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
    /// Number of puzzles
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_within(1usize, None))]
    count: usize,
    /// Rows and columns of a box
    #[arg(long = "box", value_name = "RxC", default_value = "3x3", value_parser = parse_box)]
    box_size: BoxSize,
    /// Place the clues symmetrically under a half turn
    #[arg(long)]
    symmetric: bool,
    #[command(flatten)]
    rules: GridRules,
    /// Cages with sums instead of clues, drawn as `sudoku --empty --killer FILE` reads them
    #[arg(long, conflicts_with_all = ["hard", "symmetric"])]
    killer: bool,
}

fn generate(call: &Call<'_>) -> Result<ExitCode, Failure> {
    let (args, settings) = (call.options::<GenerateArgs>()?, &call.settings);
    let empty = Sudoku::empty_with(args.box_size, args.rules.extra(), args.rules.jigsaw())?;
    check(&empty, args.killer)?;
    let generator = Generator { empty, is_hard: args.hard, is_symmetric: args.symmetric, is_killer: args.killer };
    let first = seed(args.seed, settings.quiet);
    let make = |number: usize| {
        let seed = first.wrapping_add(u64::try_from(number).unwrap_or_default());
        (seed, generator.puzzle(seed))
    };
    side_by_side(settings, args.count, make, |(seed, made)| match made {
        Some((puzzle, rating)) => show(settings, seed, &puzzle, &rating),
        None => Err(Failure::usage("no grid has these rules", "leave one of them out, or draw other regions")),
    })
}

fn show(settings: &Settings, seed: u64, puzzle: &Sudoku, rating: &Rating) -> Result<(), Failure> {
    let cages = puzzle.drawn_cages();
    let text = cages.clone().unwrap_or_else(|| puzzle.to_string());
    if settings.json {
        return print_row(&as_json(&text, rating, None, Some(seed)));
    }
    print_row(&format!("{text}\n{}", if cages.is_some() { "\n" } else { "" }))?;
    if !settings.quiet {
        let given = cages
            .map_or_else(|| plural(puzzle.clues().len(), "clue"), |text| plural(text.matches('=').count(), "cage"));
        note(&format!("{given}, {}", in_words(rating)));
    }
    Ok(())
}

/// The most symbols where there are cages.
const MAX_CAGED: usize = 9;

fn check(empty: &Sudoku, is_killer: bool) -> Result<(), Failure> {
    let (n_symbols, most) = (empty.n_symbols(), if is_killer { MAX_CAGED } else { MAX_HARD_BOX });
    if n_symbols <= most {
        return Ok(());
    }
    let what = format!("puzzles with {n_symbols} symbols take too long to make");
    Err(Failure::usage(what, &format!("there may be {most}")))
}
