//! One test binary: everything that is tested from outside.

mod agreement;
mod boards;
mod browser;
mod cli;
mod common;
mod convert;
mod estimate;
mod families;
mod first;
mod format;
mod instances;
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
mod table;
mod tidy;
mod words;
