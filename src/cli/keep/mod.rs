//! Runs kept in a file: the job of a file, and the place in it for each count. Tasks and tallies kept as records.

mod file;
mod places;
mod records;

pub(super) use file::{RunFile, problems_of, request_of, shown};
pub(super) use places::Keeping;
pub(super) use records::{question_of, read_records, settle_on, swept_in};
