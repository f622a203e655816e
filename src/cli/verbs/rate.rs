//! `dlx-count sudoku rate FILE`: how hard puzzles are.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::puzzle::{GridRules, as_json, in_words, side_by_side};
use super::verb::{Call, Verb};
use crate::cli::args::parse_box;
use crate::cli::end::Failure;
use crate::cli::show::print_row;
use crate::family::{BoxSize, Sudoku};
use crate::puzzle::{Technique, hardest, rate};

pub(super) const VERB: Verb = Verb {
    name: "sudoku rate",
    about: "Rate each puzzle in a file: the guesses needed by a solver that knows only singles",
    examples: &[("sudoku rate puzzles.txt", ""), ("sudoku rate puzzles.txt --steps", "the hardest step as well")],
    heeds: &[&["threads", "time_limit", "json"]],
    says: &[("json", "Print a JSON object for each puzzle")],
    takes_source: false,
    options: RateArgs::augment_args,
    run: rate_all,
    ..Verb::PLAIN
};

#[derive(Debug, Args)]
struct RateArgs {
    /// Puzzles; `-` for standard input; or a puzzle itself, in one line
    #[arg(value_name = "FILE")]
    path: PathBuf,
    /// Rows and columns of a box, such as 2x3; detected from the first line if omitted
    #[arg(long = "box", value_name = "RxC", value_parser = parse_box)]
    box_size: Option<BoxSize>,
    #[command(flatten)]
    rules: GridRules,
    /// Name the hardest step of the solution, too, as `explain --steps` shows them
    #[arg(long)]
    steps: bool,
}

fn rate_all(call: &Call<'_>) -> Result<ExitCode, Failure> {
    let (args, settings) = (call.options::<RateArgs>()?, &call.settings);
    let puzzles = Sudoku::all_at(&args.path, args.box_size, args.rules.extra(), args.rules.jigsaw())?;
    let rate_one = |number: usize| {
        let problem = puzzles[number].problem();
        let rating = rate(&problem);
        // A puzzle without an empty cell needs no step.
        let needed = (args.steps && rating.solutions == 1 && problem.n_primary() > 0)
            .then(|| hardest(&problem).map_or("guess", Technique::name));
        (puzzles[number].to_string(), rating, needed)
    };
    side_by_side(settings, puzzles.len(), rate_one, |(puzzle, rating, hardest)| {
        if settings.json {
            return print_row(&as_json(&puzzle, &rating, hardest, None));
        }
        let hardest = hardest.map_or_else(String::new, |hardest| format!("; hardest step: {hardest}"));
        print_row(&format!("{puzzle}: {}{hardest}\n", in_words(&rating)))
    })
}
