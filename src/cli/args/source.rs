//! Sources and their parameters.

use std::path::PathBuf;
use std::sync::LazyLock;

use clap::{Args, Command, Subcommand, ValueEnum};

use super::super::span::Span;
use super::super::text::Text;
use super::words::{Squares, parse_box, parse_squares};
use crate::family::BoxSize;

/// Where a problem comes from: the same under every verb.
#[derive(Debug, Subcommand)]
pub(in crate::cli) enum Source {
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
        /// The format; told from the text if not given
        #[arg(long, value_name = "FORMAT", value_enum)]
        input_format: Option<InputFormat>,
    },
}

/// Is this the name of a source? All other commands are verbs.
pub(in crate::cli) fn is_source(name: &str) -> bool {
    static SOURCES: LazyLock<Command> = LazyLock::new(|| Source::augment_subcommands(Command::new("sources")));
    SOURCES.find_subcommand(name).is_some()
}

#[derive(Debug, Args)]
pub(in crate::cli) struct QueensArgs {
    /// Board size, 0 to 700; for table a range such as 1..12
    #[arg(value_name = "N")]
    pub(in crate::cli) n: Span,
    /// Diagonals go on at the other edge (A007705)
    #[arg(long)]
    pub(in crate::cli) toroidal: bool,
    /// Queens that stand already, as "row,column ..." from 1
    #[arg(long, value_name = "SQUARES", value_parser = parse_squares)]
    pub(in crate::cli) placed: Option<Squares>,
    /// Count rotations and reflections of a placement as one (A002562)
    #[arg(long)]
    pub(in crate::cli) up_to_symmetry: bool,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct PolyominoArgs {
    /// ROWSxCOLUMNS, LAYERSxROWSxCOLUMNS, or @FILE: a drawing with `.` for each cell, blank lines between layers
    #[arg(value_name = "BOARD")]
    pub(in crate::cli) board: String,
    /// pentominoes and other sets, letters such as I4,L4 or FILNPTUVWXYZ, soma, tetracubes, or @FILE with drawings
    #[arg(long, value_name = "PIECES")]
    pub(in crate::cli) pieces: String,
    /// Use each piece any number of times; once if not given
    #[arg(long)]
    pub(in crate::cli) reuse: bool,
    /// Use these pieces so often, whatever the others, such as I4=2,O4=0..3
    #[arg(long, value_name = "PIECE=N", value_delimiter = ',')]
    pub(in crate::cli) copies: Vec<String>,
    /// Pieces turn but are not reflected: mirror images are different pieces
    #[arg(long, conflicts_with = "fixed")]
    pub(in crate::cli) one_sided: bool,
    /// Pieces are not turned: orientations are different pieces
    #[arg(long)]
    pub(in crate::cli) fixed: bool,
    /// Cells that are not part of the board, as "row,column ..." from 1
    #[arg(long, value_name = "CELLS")]
    pub(in crate::cli) remove: Option<String>,
    /// Count rotations and reflections of a covering as one
    #[arg(long)]
    pub(in crate::cli) up_to_symmetry: bool,
    /// The drawing of the board, once it has been read.
    #[arg(skip)]
    pub(in crate::cli) drawn_board: Text,
    /// The drawings of the pieces, once they have been read.
    #[arg(skip)]
    pub(in crate::cli) drawn_pieces: Text,
}

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true, subcommand_value_name = "VERB")]
pub(in crate::cli) struct SudokuArgs {
    #[command(subcommand)]
    pub(in crate::cli) verb: Option<SudokuVerb>,
    /// Puzzles, as lines of 81 characters or as grids; `-` for standard input; or one such line itself
    #[arg(value_name = "FILE", required = true)]
    pub(in crate::cli) path: Option<PathBuf>,
    /// Rows and columns of a box, such as 2x3; told from the first line if not given
    #[arg(long = "box", value_name = "RxC", value_parser = parse_box)]
    pub(in crate::cli) box_size: Option<BoxSize>,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum SudokuVerb {
    /// Say how hard each puzzle of a file is: how often a solver must guess who sees singles
    Rate {
        /// Puzzles; `-` for standard input; or one in a line
        #[arg(value_name = "FILE")]
        path: PathBuf,
        /// Rows and columns of a box, such as 2x3; told from the first line if not given
        #[arg(long = "box", value_name = "RxC", value_parser = parse_box)]
        box_size: Option<BoxSize>,
    },
    /// Make minimal puzzles with one solution; ratings go to standard error
    Generate {
        /// The same puzzles each time; by chance, and said, if not given
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
pub(in crate::cli) enum InputFormat {
    /// Knuth's: items, a bar, secondary items; then options
    Dlx,
    /// `p ec N`, then `s 1 2 3` for each option
    Ec,
    /// `n m`, then `k i1 .. ik` for each option
    List,
    /// Rows of 0 and 1, with or without spaces
    Matrix,
    /// Sets: an array of arrays, or an object from labels to arrays; these labels are lost
    Json,
}
