//! The command line as it is given: raw words. What they mean is settled in `settings` and `ask`.

mod run;
mod source;
mod suggest;
mod words;

pub(super) use run::{DemandArgs, RunArgs, When};
pub(super) use source::{command_of, is_source, never_takes_kinds, source_of};
pub(super) use words::{parse_box, parse_number, parse_percent, parse_within};
