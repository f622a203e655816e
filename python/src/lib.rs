//! What the Python package `dlx_count` has in Rust: its module `_core`. People use what stands in `dlx_count/`, which is written on top of this.
//!
//! Everything that may take long goes through `patience`: it runs on a thread of its own, without the lock of the interpreter, while the thread that asked looks for
//! signals. So Ctrl-C works at any time, and other Python threads keep running.

mod dealt;
mod errors;
mod patience;
mod portable;
mod problem;
mod records;
mod searching;
mod settings;
mod solution;
mod sources;
mod sums;

/// The Rust side of `dlx_count`.
#[pyo3::pymodule]
mod _core {
    #[pymodule_export]
    use crate::dealt::Sweep;
    #[pymodule_export]
    use crate::portable::made;
    #[pymodule_export]
    use crate::problem::Problem;
    #[pymodule_export]
    use crate::records::{Worker, settle, split, split_sweep};
    #[pymodule_export]
    use crate::searching::Search;
    #[pymodule_export]
    use crate::solution::Solution;
    #[pymodule_export]
    use crate::sources::{count_rows, engines, families, members, read, rows, version};
    #[pymodule_export]
    use crate::sums::{best, tally};
}
