//! Verbs and their options.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::source::Source;
use super::words::parse_percent;
use crate::tally::Count;

#[derive(Debug, Args)]
pub(in crate::cli) struct RunFile {
    /// The file
    #[arg(value_name = "FILE")]
    pub(in crate::cli) path: PathBuf,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct AuditArgs {
    /// The file
    #[arg(value_name = "FILE")]
    pub(in crate::cli) path: PathBuf,
    /// How many of the tasks, such as 5%
    #[arg(long, value_name = "PERCENT", default_value = "5%", value_parser = parse_percent)]
    pub(in crate::cli) sample: f64,
    /// Which sample; another one each time if not given
    #[arg(long, value_name = "N")]
    pub(in crate::cli) seed: Option<u64>,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct TableArgs {
    /// A source with ranges for its parameters, such as queens 1..12 or polyomino 1..8x1..8 --pieces dominoes --reuse
    #[command(subcommand)]
    pub(in crate::cli) source: Source,
    /// Comma-separated values
    #[arg(long, global = true, conflicts_with_all = ["markdown", "json"])]
    pub(in crate::cli) csv: bool,
    /// A Markdown table
    #[arg(long, global = true, conflicts_with = "json")]
    pub(in crate::cli) markdown: bool,
    /// Compare each row with published counts; fail if one differs
    #[arg(long, global = true)]
    pub(in crate::cli) check: bool,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct SolveArgs {
    #[command(subcommand)]
    pub(in crate::cli) source: Source,
    /// What to print of a solution; `placement` if the source has one, `options` if not
    #[arg(long = "as", value_name = "FORM", value_enum, global = true)]
    pub(in crate::cli) form: Option<Form>,
    /// Draw the first solution in this file, FILE.svg or FILE.txt; ends there unless --limit says more
    #[arg(long, value_name = "FILE", global = true)]
    pub(in crate::cli) picture: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) order: OrderArgs,
}

/// Which solutions come first.
#[derive(Debug, Args)]
pub(in crate::cli) struct OrderArgs {
    /// In the order of the search, which one thread makes
    #[arg(long, global = true)]
    pub(in crate::cli) in_order: bool,
    /// In random order: ties of the search are decided by chance, by a seed that is said
    #[arg(long, global = true)]
    pub(in crate::cli) shuffle: bool,
    /// The random order of this number, the same each time; implies --shuffle and --in-order
    #[arg(long, value_name = "N", global = true)]
    pub(in crate::cli) seed: Option<u64>,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct GalleryArgs {
    #[command(subcommand)]
    pub(in crate::cli) source: Source,
    /// The page to write, FILE.html
    #[arg(short, long, value_name = "FILE", global = true)]
    pub(in crate::cli) output: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) order: OrderArgs,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct TraceArgs {
    #[command(subcommand)]
    pub(in crate::cli) source: Source,
    /// The page to write, FILE.html
    #[arg(short, long, value_name = "FILE", global = true)]
    pub(in crate::cli) output: Option<PathBuf>,
    /// Show so many steps
    #[arg(long, value_name = "N", global = true, default_value = "2000", value_parser = clap::value_parser!(u16).range(1..=10000))]
    pub(in crate::cli) steps: u16,
    /// Show another search beside it
    #[arg(long, value_name = "SEARCH", value_enum, global = true)]
    pub(in crate::cli) against: Option<Against>,
}

/// Searches to compare with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Against {
    /// Row by row or cell by cell, every option tried and then tested
    Naive,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct ScaleArgs {
    #[command(subcommand)]
    pub(in crate::cli) source: Source,
    /// Runs of each number of threads
    #[arg(long, value_name = "N", global = true, default_value = "5", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(in crate::cli) repeat: u16,
    /// Comma-separated values
    #[arg(long, global = true, conflicts_with_all = ["markdown", "json"])]
    pub(in crate::cli) csv: bool,
    /// A Markdown table
    #[arg(long, global = true, conflicts_with = "json")]
    pub(in crate::cli) markdown: bool,
    /// Draw the speed-up in this file
    #[arg(long, value_name = "FILE", global = true)]
    pub(in crate::cli) svg: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct EstimateArgs {
    #[command(subcommand)]
    pub(in crate::cli) source: Source,
    /// Random probes, as many as two seconds allow
    #[arg(long, value_name = "N", global = true, default_value = "100000")]
    pub(in crate::cli) samples: u64,
    /// Which probes; always the same if not given
    #[arg(long, value_name = "N", global = true, default_value = "1")]
    pub(in crate::cli) seed: u64,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct SampleArgs {
    #[command(subcommand)]
    pub(in crate::cli) source: Source,
    /// How many
    #[arg(long, value_name = "K", global = true, default_value = "1")]
    pub(in crate::cli) count: usize,
    /// The same ones each time, on as many threads and in as much memory; by chance, and said, if not given
    #[arg(long, value_name = "N", global = true)]
    pub(in crate::cli) seed: Option<u64>,
    /// Draw the first one in this file, FILE.svg or FILE.txt
    #[arg(long, value_name = "FILE", global = true)]
    pub(in crate::cli) picture: Option<PathBuf>,
    /// What to print of a solution; `placement` if the source has one, `options` if not
    #[arg(long = "as", value_name = "FORM", value_enum, global = true)]
    pub(in crate::cli) form: Option<Form>,
}

/// What to print of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Form {
    /// A line for each option with its items, and a blank line
    Options,
    /// The board, the square, the row
    Placement,
    /// The numbers of the options from 0, in a line
    Indices,
    /// A JSON object in a line: numbers and items of the options
    Json,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct ConvertArgs {
    #[command(subcommand)]
    pub(in crate::cli) source: Source,
    /// Format to write
    #[arg(long, value_enum, default_value = "dlx", global = true)]
    pub(in crate::cli) to: TextFormat,
    /// File to write; standard output if there is none
    #[arg(short, long, value_name = "FILE", global = true)]
    pub(in crate::cli) output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(in crate::cli) enum TextFormat {
    /// Knuth's format, as read by DLX2
    Dlx,
    /// `p ec N`, then `s 1 2 3` for each option
    Ec,
    /// `n m`, then `k i1 .. ik` for each option
    List,
    /// Rows of 0 and 1
    Matrix,
    /// Sets: an array of arrays
    Json,
    /// DIMACS clauses whose models are the solutions
    Cnf,
    /// Pseudo-Boolean constraints whose solutions are the solutions
    Opb,
    /// The zero-suppressed decision diagram of all solutions, as Graphillion reads it
    Zdd,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct VerifyArgs {
    /// Leave out counts larger than this
    #[arg(long, value_name = "COUNT")]
    pub(in crate::cli) up_to: Option<Count>,
}
