//! From settings and words to what is asked: a source with demands, and the rows of a table.

mod rows;
mod sound;

pub(super) use rows::{Row, check_number, combinations, questions, rows};
pub(super) use sound::{check, demands};
