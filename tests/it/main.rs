//! One test binary: everything that is tested from outside.

mod agreement;
mod browser;
mod cli;
mod common;
mod convert;
mod estimate;
mod families;
mod format;
mod instances;
mod limits;
mod mutations;
mod oracle;
mod pages;
mod pictures;
mod properties;
mod puzzles;
mod queens;
mod readme;
mod runs;
mod sample;
mod solve;
mod symmetric;
mod table;
mod tidy;
mod words;
