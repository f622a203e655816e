//! Runs kept in a file: what a file is for, and the place in it of whatever is counted.

mod file;
mod places;

pub(super) use file::{RunFile, problems_of, request_of, shown};
pub(super) use places::Keeping;
