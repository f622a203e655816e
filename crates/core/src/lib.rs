//! Problems, their formats, and exact numbers: the base of all other crates of dlx-count.

pub mod determinant;
pub mod format;
pub mod problem;
pub mod side_by_side;
pub mod stop;
pub mod tally;
