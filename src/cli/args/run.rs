//! What all verbs have in common: demands on the solutions, and how to run.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::words::{
    EngineChoice, engine_parser, parse_depth, parse_limit, parse_memory, parse_number, parse_threads, parse_time,
};
use crate::parallel::SplitDepth;
use crate::tally::Count;

/// Constraints on solutions: the same for every source.
#[derive(Debug, Args)]
#[command(next_help_heading = "Constraints on solutions")]
pub(in crate::cli) struct DemandArgs {
    /// Solutions must contain this option: its label, its number, or items that only it covers, such as "r0 c3"; repeatable
    #[arg(long, value_name = "OPTION", global = true)]
    pub(in crate::cli) select: Vec<String>,
    /// No option may cover this item, which need not be covered: its label or number; repeatable
    #[arg(long, value_name = "ITEM", global = true)]
    pub(in crate::cli) forbid: Vec<String>,
    /// This item may stay uncovered: it becomes secondary; repeatable
    #[arg(long, value_name = "ITEM", global = true)]
    pub(in crate::cli) optional: Vec<String>,
    /// This item is covered at least N times, by different options, instead of once; `*=N` for all primary items; repeatable
    #[arg(long, value_name = "ITEM=N", global = true)]
    pub(in crate::cli) at_least: Vec<String>,
    /// This item is covered at most N times, or not at all unless --at-least is given; repeatable
    #[arg(long, value_name = "ITEM=N", global = true)]
    pub(in crate::cli) at_most: Vec<String>,
    /// Only irredundant (minimal) covers: removing any option leaves some item uncovered
    #[arg(long, global = true)]
    pub(in crate::cli) irredundant: bool,
}

/// How to run: the same under every verb that counts.
#[derive(Debug, Args)]
#[command(next_help_heading = "Counting")]
pub(in crate::cli) struct RunArgs {
    /// Worker threads; all processors by default
    #[arg(short = 'j', long, value_name = "N", global = true, value_delimiter = ',')]
    #[arg(value_parser = parse_threads)]
    pub(in crate::cli) threads: Vec<u16>,
    /// Engine: auto, links, bits, frontier or isomorph
    #[arg(long, value_name = "ENGINE", global = true, default_value = "auto", value_parser = engine_parser(), hide_possible_values = true)]
    pub(in crate::cli) engine: EngineChoice,
    /// Split the search tree after this many options, or `auto`
    #[arg(long, value_name = "D", global = true, default_value = "auto", value_parser = parse_depth)]
    pub(in crate::cli) split_depth: SplitDepth,
    /// Count every task, even those known to be equivalent to another
    #[arg(long, global = true)]
    pub(in crate::cli) no_merging: bool,
    /// Memory for states and diagrams, such as 4GiB; half of what is free by default
    #[arg(long, value_name = "SIZE", global = true, value_parser = parse_memory)]
    pub(in crate::cli) memory: Option<usize>,
    /// Save the run in this file, or resume it if the file exists
    #[arg(long, value_name = "FILE", global = true)]
    pub(in crate::cli) run: Option<PathBuf>,
    /// Stop after this time, such as 30s, 5m, 1h30m or 250ms
    #[arg(long, help_heading = "Limits", value_name = "TIME", global = true, value_parser = parse_time)]
    pub(in crate::cli) time_limit: Option<Duration>,
    /// Stop when this many solutions have been found
    #[arg(long, help_heading = "Limits", value_name = "N", global = true, value_parser = parse_limit)]
    pub(in crate::cli) limit: Option<Count>,
    /// Stop when this many nodes have been visited
    #[arg(long, help_heading = "Limits", value_name = "N", global = true, value_parser = parse_number)]
    pub(in crate::cli) node_limit: Option<u64>,
    /// Print search statistics: decisions, dead ends, nodes by depth; counts with links, one solution at a time
    #[arg(long, help_heading = "Output", global = true)]
    pub(in crate::cli) stats: bool,
    /// Print one JSON object
    #[arg(long, help_heading = "Output", global = true, conflicts_with = "quiet")]
    pub(in crate::cli) json: bool,
    /// Print the lines of the model counting competition
    #[arg(long, help_heading = "Output", global = true, conflicts_with_all = ["json", "quiet"])]
    pub(in crate::cli) mc: bool,
    /// Print only the number
    #[arg(short, long, help_heading = "Output", global = true)]
    pub(in crate::cli) quiet: bool,
    /// Print details of the problem and the run on standard error
    #[arg(short, long, help_heading = "Output", global = true)]
    pub(in crate::cli) verbose: bool,
    /// Show a progress line
    #[arg(long, help_heading = "Output", value_name = "WHEN", global = true, value_enum, default_value = "auto")]
    pub(in crate::cli) progress: When,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum When {
    /// Only on a terminal
    Auto,
    /// Even when not on a terminal: a plain line every minute
    Always,
    /// JSON objects on standard error, one per line, ten a second
    Json,
    Never,
}
