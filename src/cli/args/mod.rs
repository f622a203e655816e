//! The command line as clap reads it: raw words. What they mean is settled in the verbs.

mod read;
mod run;
mod source;
mod verb;
mod words;

use std::ffi::OsString;

use clap::{FromArgMatches, Parser, Subcommand};

pub(super) use read::{read, stranger};
pub(super) use run::{ConstraintArgs, RunArgs, When};
pub(super) use source::{InputFormat, PolyominoArgs, QueensArgs, Source, SudokuArgs, SudokuVerb, is_source};
pub(super) use verb::{
    Against, AuditArgs, ConvertArgs, EstimateArgs, Form, GalleryArgs, OrderArgs, RunFile, SampleArgs, ScaleArgs,
    SolveArgs, TableArgs, TextFormat, TraceArgs, VerifyArgs,
};

/// Counts exact covers: exactly and in parallel.
#[derive(Debug, Parser)]
#[command(name = "dlx-count", version = env!("DLX_VERSION"), about, subcommand_value_name = "VERB|SOURCE")]
#[command(max_term_width = 100, propagate_version = false)]
pub(in crate::cli) struct Cli {
    #[command(subcommand)]
    pub(in crate::cli) command: Command,
    #[command(flatten)]
    pub(in crate::cli) demands: ConstraintArgs,
    #[command(flatten)]
    pub(in crate::cli) run: RunArgs,
}

impl Cli {
    /// What these words say, the first of which is the program's name.
    pub(in crate::cli) fn of_words(words: impl Iterator<Item = OsString>) -> Result<Self, clap::Error> {
        let (_, matches) = read(words.collect());
        Self::from_arg_matches(&matches?)
    }
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum Command {
    #[command(flatten)]
    Count(Source),
    /// Print solutions as they are found
    #[command(subcommand_value_name = "SOURCE")]
    Solve(SolveArgs),
    /// Measure a count with several numbers of threads, in turns
    #[command(subcommand_value_name = "SOURCE")]
    Scale(ScaleArgs),
    /// Nodes and solutions to be expected, and the time of each engine
    #[command(subcommand_value_name = "SOURCE")]
    Estimate(EstimateArgs),
    /// Draw solutions by lot, each with exactly the same chance
    #[command(subcommand_value_name = "SOURCE")]
    Sample(SampleArgs),
    /// Draw the first solutions on one page: 24, or --limit
    #[command(subcommand_value_name = "SOURCE")]
    Gallery(GalleryArgs),
    /// Show the search step by step: one page that works offline
    #[command(subcommand_value_name = "SOURCE")]
    Trace(TraceArgs),
    /// Count for ranges of parameters: a table
    #[command(subcommand_value_name = "SOURCE")]
    Table(TableArgs),
    /// Go on with a run that was kept in a file by --run
    Resume(RunFile),
    /// How far a run is, also while it is counted
    Status(RunFile),
    /// Count a sample of a run's tasks again, in another way
    Audit(AuditArgs),
    /// Write a problem in another format
    #[command(subcommand_value_name = "SOURCE")]
    Convert(ConvertArgs),
    /// Write a completion script for a shell
    Completions {
        /// bash, zsh, fish, powershell or elvish
        #[arg(value_name = "SHELL")]
        shell: clap_complete::Shell,
    },
    /// Write the manual page, as man reads it
    Man,
    /// Recount published numbers with every engine, 2 s for each
    Verify(VerifyArgs),
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }
}
