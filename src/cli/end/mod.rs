//! How the program ends: with a message and a status, by a signal, or for want of memory.

mod closed;
mod failure;
mod out_of_memory;
mod signals;

pub(super) use closed::is_output_closed;
pub(super) use failure::{Failure, status};
pub use out_of_memory::LastWords;
pub(super) use out_of_memory::{end_in_words, give_back_large_blocks};
pub(super) use signals::{Signals, status_of_signal};
