//! Outcomes as text: pure strings, nothing is printed here.

mod human;
mod json;
mod table;

pub use human::{headline, human, search};
pub(crate) use human::{seconds, short};
pub use json::json;
pub use table::{Table, TableFormat, TableRow};
