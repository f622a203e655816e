//! Families: problems made from parameters, and what is published about their counts.
//!
//! Each family has a file that says what its items and options are, what its parameters are, and where its counts are published. [`FAMILIES`] lists them all: the
//! command line, its help and the published counts are made from that list.

mod apart;
mod arguments;
mod cnf;
mod copies;
mod design;
mod designs;
mod drawing;
mod edges;
mod either;
mod error;
mod file;
mod formula;
mod freedom;
mod graph;
mod grid;
mod knapsack;
mod langford;
mod latin;
mod loops;
mod member;
mod mesh;
#[cfg(test)]
mod mistakes;
mod nonogram;
mod opb;
mod parameter;
mod permanent;
mod placed;
mod polyform;
mod polyomino;
mod program;
mod published;
mod queens;
mod quoted;
mod scene;
#[cfg(feature = "script")]
pub mod script;
mod span;
mod subsets;
mod sudoku;
mod sums;
mod text;
mod word_grid;
mod words;

pub use apart::ExtraRules;
pub use arguments::Arguments;
pub use cnf::Cnf;
pub use copies::Copies;
pub use design::{Design, MAX_DESIGN, MAX_POINTS, Rounds};
pub use designs::{MAX_PARTITION, MAX_STEINER, partition, steiner};
pub use drawing::{Drawing, LiteralSum, in_columns, spaced};
pub use edges::{TileBoard, Tiles};
pub use error::{FamilyError, SourceError};
pub use freedom::Freedom;
pub use graph::{Graph, GraphChoice, MAX_MATCHING, MAX_VERTICES, graph, matching};
pub use knapsack::Knapsack;
pub use langford::{Langford, MAX_LANGFORD, langford};
pub use latin::{LatinSquare, MAX_LATIN, latin};
pub use loops::{LoopKind, LoopPuzzle, possible_options};
pub use member::{Example, Family, Fixed, Member};
pub use mesh::{Corner, Mesh};
pub use nonogram::Nonogram;
pub use opb::Opb;
pub use parameter::{Parameter, ParameterKind};
pub use permanent::ZeroOne;
pub use polyform::{Lattice, MAX_POLYFORM, Polyform};
pub use polyomino::{
    Assembly, Board, MAX_CELLS, MAX_PLACEMENTS, Piece, Placement, Polyomino, assembly, drawn_pieces, pieces,
};
pub use program::BinaryProgram;
pub use published::{PublishedCount, known};
pub use queens::{MAX_QUEENS, Queens, Square, queens};
pub use quoted::quoted;
pub use scene::{DrawnGraph, LineMark, Mark, Scene, Style};
#[cfg(feature = "script")]
pub use script::{MAX_STEPS, Script};
pub use span::Span;
pub use sudoku::{BoxSize, MAX_SYMBOLS, Sudoku, sudokus};
pub use words::WordRectangle;

/// All families, in the order in which help lists them.
pub const FAMILIES: &[Family] = &[
    queens::QUEENS,
    polyomino::POLYOMINO,
    polyomino::BURRTOOLS,
    polyform::POLYHEX,
    polyform::POLYIAMOND,
    sudoku::SUDOKU,
    langford::LANGFORD,
    latin::LATIN,
    designs::PARTITION,
    designs::STEINER,
    design::DESIGN,
    graph::MATCHING,
    graph::FACTORIZATION,
    graph::CYCLES,
    graph::COLORING,
    graph::CLIQUES,
    graph::TOUR,
    graph::PATH,
    graph::SPANNING,
    graph::PIECES,
    graph::DISTRICTS,
    graph::INDEPENDENT,
    graph::VERTEX_COVER,
    permanent::PERMANENT,
    cnf::CNF,
    opb::OPB,
    program::LP,
    program::MPS,
    knapsack::KNAPSACK,
    words::WORDS,
    edges::EDGES,
    nonogram::NONOGRAM,
    loops::SLITHERLINK,
    loops::MASYU,
    loops::NUMBERLINK,
    loops::HASHI,
    loops::NURIKABE,
    #[cfg(feature = "script")]
    script::SCRIPT,
    file::FILE,
];
