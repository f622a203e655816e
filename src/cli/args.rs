//! The command line as clap reads it: raw words. What they mean is settled in the verbs.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::span::Span;
use crate::engine::EngineKind;
use crate::family::{BoxSize, Square};
use crate::parallel::SplitDepth;
use crate::tally::Count;

/// Counts exact covers: exactly and in parallel.
#[derive(Debug, Parser)]
#[command(name = "dlx-count", version = env!("DLX_VERSION"), about, subcommand_value_name = "VERB|SOURCE")]
#[command(max_term_width = 100, propagate_version = false, disable_help_subcommand = true)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,
    #[command(flatten)]
    pub(super) demands: ConstraintArgs,
    #[command(flatten)]
    pub(super) run: RunArgs,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
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

/// Where a problem comes from: the same under every verb.
#[derive(Debug, Subcommand)]
pub(super) enum Source {
    /// N queens on an N by N board, none attacking another (A000170)
    Queens(QueensArgs),
    /// Cover a board with polyominoes, or a box with polycubes
    Polyomino(PolyominoArgs),
    /// Fill sudoku puzzles: one count for each puzzle of a file
    Sudoku(SudokuArgs),
    /// Langford pairs of 1 to N, k others between the two k (A176127)
    Langford {
        /// The largest number
        #[arg(value_name = "N")]
        n: Span,
        /// Count a row and its reversal as one (A014552)
        #[arg(long)]
        up_to_reversal: bool,
        /// k - 1 others between the two k: Skolem sequences (A004075)
        #[arg(long)]
        skolem: bool,
    },
    /// Latin squares of N symbols (A002860)
    Latin {
        /// Rows, columns and symbols
        #[arg(value_name = "N")]
        n: Span,
        /// First row and first column in order (A000315)
        #[arg(long)]
        reduced: bool,
    },
    /// Perfect matchings of the complete graph on N points (A001147)
    Matching {
        /// Points
        #[arg(value_name = "N")]
        n: Span,
    },
    /// Partitions of a set of N points (A000110)
    Partition {
        /// Points
        #[arg(value_name = "N")]
        n: Span,
    },
    /// Labelled Steiner triple systems on N points (A030128)
    Steiner {
        /// Points
        #[arg(value_name = "N")]
        n: Span,
    },
    /// A problem in a file: Knuth's format, .ec, list, matrix, JSON sets
    File {
        /// The file; `-` for standard input
        #[arg(value_name = "PATH")]
        path: PathBuf,
        /// The format; told from the first lines if not given
        #[arg(long, value_name = "FORMAT", value_enum)]
        input_format: Option<InputFormat>,
    },
}

#[derive(Debug, Args)]
pub(super) struct QueensArgs {
    /// Board size, 0 to 700
    #[arg(value_name = "N")]
    pub(super) n: Span,
    /// Diagonals go on at the other edge (A007705)
    #[arg(long)]
    pub(super) toroidal: bool,
    /// Queens that stand already, as "row,column ..." from 1
    #[arg(long, value_name = "SQUARES", value_parser = parse_squares)]
    pub(super) placed: Option<Squares>,
    /// Count rotations and reflections of a placement as one (A002562)
    #[arg(long)]
    pub(super) up_to_symmetry: bool,
}

#[derive(Debug, Args)]
pub(super) struct PolyominoArgs {
    /// ROWSxCOLUMNS, LAYERSxROWSxCOLUMNS, or @FILE: a drawing with `.` for each cell, blank lines between layers
    #[arg(value_name = "BOARD")]
    pub(super) board: String,
    /// pentominoes and other sets, letters such as I4,L4 or FILNPTUVWXYZ, soma, tetracubes, or @FILE with drawings
    #[arg(long, value_name = "PIECES")]
    pub(super) pieces: String,
    /// Use each piece any number of times; once if not given
    #[arg(long)]
    pub(super) reuse: bool,
    /// Use these pieces so often, whatever the others, such as I4=2,O4=0..3
    #[arg(long, value_name = "PIECE=N", value_delimiter = ',')]
    pub(super) copies: Vec<String>,
    /// Pieces turn but are not reflected: mirror images are different pieces
    #[arg(long, conflicts_with = "fixed")]
    pub(super) one_sided: bool,
    /// Pieces are not turned: orientations are different pieces
    #[arg(long)]
    pub(super) fixed: bool,
    /// Cells that are not part of the board, as "row,column ..." from 1
    #[arg(long, value_name = "CELLS")]
    pub(super) remove: Option<String>,
    /// Count rotations and reflections of a covering as one
    #[arg(long)]
    pub(super) up_to_symmetry: bool,
}

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true, subcommand_value_name = "VERB")]
pub(super) struct SudokuArgs {
    #[command(subcommand)]
    pub(super) verb: Option<SudokuVerb>,
    /// Puzzles, as lines of 81 characters or as grids; `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    pub(super) path: Option<PathBuf>,
    /// Rows and columns of a box, such as 2x3; told from the first line if not given
    #[arg(long = "box", value_name = "RxC", value_parser = parse_box)]
    pub(super) box_size: Option<BoxSize>,
}

#[derive(Debug, Subcommand)]
pub(super) enum SudokuVerb {
    /// Say how hard each puzzle of a file is: how often a solver must guess who sees singles
    Rate {
        /// Puzzles; `-` for standard input
        #[arg(value_name = "FILE")]
        path: PathBuf,
        /// Rows and columns of a box, such as 2x3; told from the first line if not given
        #[arg(long = "box", value_name = "RxC", value_parser = parse_box)]
        box_size: Option<BoxSize>,
    },
    /// Make minimal puzzles with one solution; ratings go to standard error
    Generate {
        /// The same puzzles each time
        #[arg(long, value_name = "N")]
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
    },
}

/// The text formats that are read.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum InputFormat {
    /// Knuth's: items, a bar, secondary items; then options
    Dlx,
    /// `p ec N`, then `s 1 2 3` for each option
    Ec,
    /// `n m`, then `k i1 .. ik` for each option
    List,
    /// Rows of 0 and 1, with or without spaces
    Matrix,
    /// Sets: an array of arrays, or an object from labels to arrays
    Json,
}

#[derive(Debug, Args)]
pub(super) struct RunFile {
    /// The file
    #[arg(value_name = "FILE")]
    pub(super) path: PathBuf,
}

#[derive(Debug, Args)]
pub(super) struct AuditArgs {
    /// The file
    #[arg(value_name = "FILE")]
    pub(super) path: PathBuf,
    /// How many of the tasks, such as 5%
    #[arg(long, value_name = "PERCENT", default_value = "5%", value_parser = parse_percent)]
    pub(super) sample: f64,
    /// Which sample; another one each time if not given
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
}

#[derive(Debug, Args)]
pub(super) struct TableArgs {
    /// A source with ranges for its parameters, such as queens 1..12 or polyomino 1..8x1..8 --pieces dominoes --reuse
    #[command(subcommand)]
    pub(super) source: Source,
    /// Comma-separated values
    #[arg(long, global = true, conflicts_with_all = ["markdown", "json"])]
    pub(super) csv: bool,
    /// A Markdown table
    #[arg(long, global = true, conflicts_with = "json")]
    pub(super) markdown: bool,
    /// Compare each row with published counts; fail if one differs
    #[arg(long, global = true)]
    pub(super) check: bool,
}

#[derive(Debug, Args)]
pub(super) struct SolveArgs {
    #[command(subcommand)]
    pub(super) source: Source,
    /// What to print of a solution; `placement` if the source has one, `options` if not
    #[arg(long = "as", value_name = "FORM", value_enum, global = true)]
    pub(super) form: Option<Form>,
    /// Draw the first solution in this file, FILE.svg or FILE.txt; ends there unless --limit says more
    #[arg(long, value_name = "FILE", global = true)]
    pub(super) picture: Option<PathBuf>,
    #[command(flatten)]
    pub(super) order: OrderArgs,
}

/// Which solutions come first.
#[derive(Debug, Args)]
pub(super) struct OrderArgs {
    /// In the order of the search, which one thread makes
    #[arg(long, global = true)]
    pub(super) in_order: bool,
    /// In random order: ties of the search are decided by chance
    #[arg(long, global = true)]
    pub(super) shuffle: bool,
    /// The random order of this number, the same each time; implies --shuffle and --in-order
    #[arg(long, value_name = "N", global = true)]
    pub(super) seed: Option<u64>,
}

#[derive(Debug, Args)]
pub(super) struct GalleryArgs {
    #[command(subcommand)]
    pub(super) source: Source,
    /// The page to write, FILE.html
    #[arg(short, long, value_name = "FILE", global = true)]
    pub(super) output: Option<PathBuf>,
    #[command(flatten)]
    pub(super) order: OrderArgs,
}

#[derive(Debug, Args)]
pub(super) struct TraceArgs {
    #[command(subcommand)]
    pub(super) source: Source,
    /// The page to write, FILE.html
    #[arg(short, long, value_name = "FILE", global = true)]
    pub(super) output: Option<PathBuf>,
    /// Show so many steps
    #[arg(long, value_name = "N", global = true, default_value = "2000", value_parser = clap::value_parser!(u16).range(1..=10000))]
    pub(super) steps: u16,
    /// Show another search beside it
    #[arg(long, value_name = "SEARCH", value_enum, global = true)]
    pub(super) against: Option<Against>,
}

/// Searches to compare with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Against {
    /// Row by row or cell by cell, every option tried and then tested
    Naive,
}

#[derive(Debug, Args)]
pub(super) struct ScaleArgs {
    #[command(subcommand)]
    pub(super) source: Source,
    /// Runs of each number of threads
    #[arg(long, value_name = "N", global = true, default_value = "5", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(super) repeat: u16,
    /// Comma-separated values
    #[arg(long, global = true, conflicts_with_all = ["markdown", "json"])]
    pub(super) csv: bool,
    /// A Markdown table
    #[arg(long, global = true, conflicts_with = "json")]
    pub(super) markdown: bool,
    /// Draw the speed-up in this file
    #[arg(long, value_name = "FILE", global = true)]
    pub(super) svg: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct EstimateArgs {
    #[command(subcommand)]
    pub(super) source: Source,
    /// Random probes, as many as two seconds allow
    #[arg(long, value_name = "N", global = true, default_value = "100000")]
    pub(super) samples: u64,
    /// Which probes; always the same if not given
    #[arg(long, value_name = "N", global = true, default_value = "1")]
    pub(super) seed: u64,
}

#[derive(Debug, Args)]
pub(super) struct SampleArgs {
    #[command(subcommand)]
    pub(super) source: Source,
    /// How many
    #[arg(long, value_name = "K", global = true, default_value = "1")]
    pub(super) count: usize,
    /// The same ones each time, on as many threads and in as much memory
    #[arg(long, value_name = "N", global = true)]
    pub(super) seed: Option<u64>,
    /// Draw the first one in this file, FILE.svg or FILE.txt
    #[arg(long, value_name = "FILE", global = true)]
    pub(super) picture: Option<PathBuf>,
    /// What to print of a solution; `placement` if the source has one, `options` if not
    #[arg(long = "as", value_name = "FORM", value_enum, global = true)]
    pub(super) form: Option<Form>,
}

/// What to print of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Form {
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
pub(super) struct ConvertArgs {
    #[command(subcommand)]
    pub(super) source: Source,
    /// Format to write
    #[arg(long, value_enum, default_value = "dlx", global = true)]
    pub(super) to: TextFormat,
    /// File to write; standard output if there is none
    #[arg(short, long, value_name = "FILE", global = true)]
    pub(super) output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum TextFormat {
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
pub(super) struct VerifyArgs {
    /// Leave out counts larger than this
    #[arg(long, value_name = "COUNT")]
    pub(super) up_to: Option<Count>,
}

/// Demands on the solutions: the same for every source.
#[derive(Debug, Args)]
#[command(next_help_heading = "Demands on the solutions")]
pub(super) struct ConstraintArgs {
    /// This option must be in: its number, or items that it alone has together, such as "r0 c3"; repeatable
    #[arg(long, value_name = "OPTION", global = true)]
    pub(super) select: Vec<String>,
    /// No option may touch this item, which need not be covered: its label or number; repeatable
    #[arg(long, value_name = "ITEM", global = true)]
    pub(super) forbid: Vec<String>,
    /// This item need not be covered: it becomes secondary; repeatable
    #[arg(long, value_name = "ITEM", global = true)]
    pub(super) optional: Vec<String>,
}

/// How to run: the same under every verb that counts.
#[derive(Debug, Args)]
#[command(next_help_heading = "How to count")]
pub(super) struct RunArgs {
    /// Worker threads; all processors by default. Several numbers, such as 1,2,4, for scale
    #[arg(short = 'j', long, value_name = "N", global = true, value_delimiter = ',')]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub(super) threads: Vec<u16>,
    /// The engine that counts: auto, links, bits or frontier
    #[arg(long, value_name = "ENGINE", global = true, default_value = "auto", value_parser = parse_engine)]
    pub(super) engine: EngineChoice,
    /// Split the search tree after this many options, or `auto`
    #[arg(long, value_name = "D", global = true, default_value = "auto", value_parser = parse_depth)]
    pub(super) split_depth: SplitDepth,
    /// Count every task, also those that a symmetry or equal remains make equal
    #[arg(long, global = true)]
    pub(super) no_merging: bool,
    /// Memory for the states of the frontier engine, such as 4GiB; half of what is free by default
    #[arg(long, value_name = "SIZE", global = true, value_parser = parse_memory)]
    pub(super) memory: Option<usize>,
    /// Keep the run in this file, and go on with it if it is there
    #[arg(long, value_name = "FILE", global = true)]
    pub(super) run: Option<PathBuf>,
    /// Stop after this time, such as 30s, 5m, 1h30m or 250ms
    #[arg(long, help_heading = "Limits", value_name = "TIME", global = true, value_parser = parse_time)]
    pub(super) time_limit: Option<Duration>,
    /// Stop when this many solutions have been found
    #[arg(long, help_heading = "Limits", value_name = "N", global = true)]
    pub(super) limit: Option<Count>,
    /// Stop when this many nodes have been visited
    #[arg(long, help_heading = "Limits", value_name = "N", global = true)]
    pub(super) node_limit: Option<u64>,
    /// Say what the search looked like: decisions, dead ends, nodes by depth; counts with links, one solution at a time
    #[arg(long, help_heading = "What to say", global = true)]
    pub(super) stats: bool,
    /// Print one JSON object
    #[arg(long, help_heading = "What to say", global = true, conflicts_with = "quiet")]
    pub(super) json: bool,
    /// Print the number alone
    #[arg(short, long, help_heading = "What to say", global = true)]
    pub(super) quiet: bool,
    /// Say more about the problem and the run, on standard error
    #[arg(short, long, help_heading = "What to say", global = true)]
    pub(super) verbose: bool,
    /// Show a progress line
    #[arg(long, help_heading = "What to say", value_name = "WHEN", global = true, value_enum, default_value = "auto")]
    pub(super) progress: When,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum When {
    /// On a terminal
    Auto,
    /// Off a terminal too, a plain line a minute
    Always,
    /// JSON objects on standard error, a line each, ten a second
    Json,
    Never,
}

/// An engine by name, or none: let the program choose.
#[derive(Clone, Copy, Debug)]
pub(super) struct EngineChoice(pub(super) Option<EngineKind>);

fn parse_engine(word: &str) -> Result<EngineChoice, String> {
    let named = EngineKind::ALL.iter().copied().find(|engine| engine.name() == word);
    match named {
        None if word != "auto" => {
            let names: Vec<&str> = EngineKind::ALL.iter().map(|engine| engine.name()).collect();
            Err(format!("the engines are auto, {}", names.join(", ")))
        }
        choice => Ok(EngineChoice(choice)),
    }
}

/// Reads `4GiB`, `512M` or plain bytes.
fn parse_memory(text: &str) -> Result<usize, String> {
    let help = || "an amount of memory is written like 512MiB, 4GiB or 1e9".to_owned();
    let digits = text.find(|c: char| c.is_ascii_alphabetic() && c != 'e').unwrap_or(text.len());
    let number: f64 = text[..digits].trim().parse().map_err(|_| help())?;
    let unit: f64 = match text[digits..].trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "k" | "kib" => 1024.0,
        "m" | "mib" => 1024.0 * 1024.0,
        "g" | "gib" => 1024.0 * 1024.0 * 1024.0,
        "t" | "tib" => 1024f64.powi(4),
        "kb" => 1e3,
        "mb" => 1e6,
        "gb" => 1e9,
        "tb" => 1e12,
        _ => return Err(help()),
    };
    let bytes = number * unit;
    if (1e6..1e18).contains(&bytes) { Ok(bytes as usize) } else { Err("the least is 1 MB".into()) }
}

/// Reads `5%`.
fn parse_percent(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.strip_suffix('%').unwrap_or(text).parse().ok();
    number.filter(|percent| (0.0..=100.0).contains(percent)).ok_or_else(|| "a share is written like 5% or 0.1%".into())
}

/// Squares of a board, from 0.
#[derive(Clone, Debug)]
pub(super) struct Squares(pub(super) Vec<Square>);

/// Reads `1,1 2,5`.
fn parse_squares(text: &str) -> Result<Squares, String> {
    let square = |word: &str| {
        let (row, column) = word.split_once(',')?;
        Some((row.parse::<usize>().ok()?.checked_sub(1)?, column.parse::<usize>().ok()?.checked_sub(1)?))
    };
    let squares: Option<Vec<Square>> = text.split_whitespace().map(square).collect();
    squares.map(Squares).ok_or_else(|| "squares are written as row,column from 1, such as \"1,1 3,2\"".into())
}

fn parse_box(text: &str) -> Result<BoxSize, String> {
    BoxSize::parse(text).map_err(|error| error.to_string())
}

fn parse_depth(word: &str) -> Result<SplitDepth, String> {
    match word {
        "auto" => Ok(SplitDepth::Auto),
        _ => word.parse().map(SplitDepth::At).map_err(|_| "a depth is a number of options, or `auto`".into()),
    }
}

/// Reads `1h30m`, `250ms` or plain seconds such as `1.5`.
fn parse_time(text: &str) -> Result<Duration, String> {
    let help = || "a time is written like 30s, 5m, 1h30m or 250ms".to_owned();
    if let Ok(seconds) = text.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).map_err(|_| help());
    }
    let (mut total, mut rest) = (Duration::ZERO, text);
    if text.is_empty() {
        return Err(help());
    }
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.').ok_or_else(help)?;
        let letters = rest[digits..].find(|c: char| !c.is_ascii_alphabetic()).map_or(rest.len(), |end| digits + end);
        let unit = match &rest[digits..letters] {
            "ms" => 0.001,
            "s" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            "d" => 86400.0,
            _ => return Err(help()),
        };
        let number: f64 = rest[..digits].parse().map_err(|_| help())?;
        total = Duration::try_from_secs_f64(number * unit)
            .ok()
            .and_then(|part| total.checked_add(part))
            .ok_or_else(help)?;
        rest = &rest[letters..];
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn times_are_read() {
        let ms = |text| parse_time(text).map(|time| time.as_millis());
        assert_eq!(ms("1h30m"), Ok(5_400_000));
        assert_eq!(ms("250ms"), Ok(250));
        assert_eq!(ms("1.5"), Ok(1500));
        for bad in ["", "s", "5x", "-1s", "1e99h", "1h30", "5 m"] {
            assert!(parse_time(bad).is_err(), "{bad}");
        }
    }
}
