//! Outcomes as text: pure strings, nothing is printed here.

mod human;
mod json;

pub use human::human;
pub(crate) use human::{seconds, short};
pub use json::json;
