//! Typed and complete requests, so that a run file can keep it and another process or machine can continue it.
//!
//! A [`Source`] is a family with its arguments; an [`Ask`] adds demands on the solutions; a [`Request`] says whether a count or a table of counts is
//! wanted; a [`Job`] adds what a run needs to be recognized. How it is counted, with how many threads and by which engine, is not part of it.

mod ask;
mod demands;
mod generators;
mod members;
mod request;
mod run;
pub(crate) mod seldom;
mod source;
mod words;

pub use ask::Ask;
pub use demands::{Demands, SETTLED, options_with};
pub use members::Members;
pub use request::{AnswerForm, Request, TableRequest};
pub use run::{Job, Likeness, Origin};
pub use source::Source;
