//! Problems, their formats, and exact numbers: what all other crates of dlx-count stand on.

pub mod format;
pub mod problem;
pub mod stop;
pub mod tally;
