//! One test binary: everything that is tested from outside.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "numbers in tests are small, and a failed test shows what it printed"
)]

mod agreement;
mod boards;
mod book;
mod browser;
mod burrtools;
mod by;
mod certificates;
mod cli;
mod clues;
mod common;
mod connected;
mod convert;
mod corpus;
mod costs;
mod damage;
mod dealt;
mod designs;
mod elimination;
mod estimate;
mod explain;
mod families;
mod first;
mod format;
mod formulas;
mod graph_kinds;
mod graphs;
mod isomorph;
mod kept;
mod kinds;
mod learn;
mod limits;
mod loops;
mod mutations;
mod names;
mod oracle;
mod pages;
mod pictures;
mod planar;
mod polyforms;
mod programs;
mod promises;
mod properties;
mod puzzles;
mod queens;
mod readme;
mod records;
mod rectangles;
mod reductions;
mod runs;
mod sample;
mod sayings;
mod schema;
mod scripts;
mod several;
mod signs;
mod solve;
mod space_grids;
mod spill;
mod symmetric;
mod table;
mod tidy;
mod times;
mod weights;
mod words;
