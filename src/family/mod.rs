//! Families: parameters to a problem, and what is published about their counts.

mod known;
mod queens;

pub use known::{Known, known};
pub use queens::{MAX_QUEENS, queens};
