//! Counts exact covers: exactly, in parallel, resumably.
//!
//! Three lines to a known count:
//!
//! ```
//! use dlx_count::{Session, family::queens};
//!
//! let problem = queens(8);
//! let outcome = Session::new()?.count(&problem)?;
//! assert_eq!(outcome.count.to_string(), "92");
//! # Ok::<(), dlx_count::RunError>(())
//! ```
//!
//! # The one idea
//!
//! ```text
//! Problem --split--> tasks (prefix, weight) --engine, on any thread--> tallies --merge--> outcome
//! count(problem) = sum over tasks of weight x count(problem below prefix)
//! ```
//!
//! # The map
//!
//! | module | what it does |
//! |---|---|
//! | [`problem`] | items, options, colors, costs |
//! | [`stop`] | how work without a partial result is told to stop |
//! | [`tally`] | exact counts, figures about a search, outcomes |
//! | [`mod@format`] | text to a problem and back |
//! | [`symmetry`] | permutations of the options that carry solutions into solutions; counting up to them; one of each kind |
//! | [`engine`] | one counting algorithm in each folder |
//! | [`family`] | parameters to a problem; published counts |
//! | [`parallel`] | split, drive, stop, merge, by a workforce; the only place that starts threads |
//! | [`session`] | counts, solves, samples and estimates with one pool, one memory, one control |
//! | [`job`] | typed requests, which can be kept and sent |
//! | [`store`] | runs that outlive their process, in a log of lines |
//! | [`records`] | tasks and tallies as lines of text, from many processes to one sum |
//! | [`puzzle`] | sudoku puzzles rated and made; puzzles solved step by step, as people do |
//! | [`report`], [`picture`], [`trace`] | outcomes and solutions as text, tables, SVG and pages |
//!
//! Each is a module of one of the crates in `crates/`; ARCHITECTURE.md says which, and how they depend on each other.
//!
//! # Features
//!
//! Both are on by default. With `--no-default-features` only the counting remains.
//!
//! | feature | what it adds |
//! |---|---|
//! | `script` | [`family::Script`], problems as small programs |
//! | `cli` | the program `dlx-count`; needs `script` |
//!
//! # What always holds
//!
//! 1. The count does not depend on engine, threads, split depth, merging, memory, order or machine.
//! 2. A count is exact, or it is marked as incomplete and is a lower bound. It never wraps.
//! 3. A [`Problem`] is immutable. An engine changes only its own copy.
//! 4. Bad input gives an error with line and column.
//!
//! # Words
//!
//! Knuth's (TAOCP Volume 4B, section 7.2.2.1): *item*, *option*, *primary* and *secondary*, *color*, *level*, *cover*, *purify*.
//! Ours: a *prefix* is a list of options already chosen; a *task* is a prefix with a weight; a *tally* is what a task yields;
//! a *count query* is a problem, or its solutions up to symmetry; a *session* is a pool of threads, memory, limits and an observer;
//! a *plan* is what was decided before a count; a *workforce* runs tasks; a *permit* is the right of one thread to work;
//! the *open subtrees* are what a paused task has left; an *outcome* is what a whole run yields; a *family* turns parameters into a problem, its *member*;
//! a *source* is a family with its arguments. The glossary of the book (`docs/src/glossary.md`) has all of them, with the names that others use.

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;

pub use dlx_canon::symmetry;
pub use dlx_core::{format, problem, stop, tally};
pub use dlx_engines as engine;
pub use dlx_families as family;
pub use dlx_render::{picture, report, trace};
pub use dlx_run as parallel;
pub use dlx_session::{job, puzzle, records, session, store};

pub use engine::EngineKind;
pub use parallel::{Control, Limits, Observer, Plan, Progress, RunError, SplitDepth};
pub use problem::{Color, ItemId, OptionId, Problem, ProblemBuilder, ProblemError};
pub use session::{Session, SessionBuilder};
pub use tally::{Count, Ending, Outcome, Stats};

/// What most programs need: `use dlx_count::prelude::*;`.
///
/// ```
/// use dlx_count::prelude::*;
///
/// let mut builder = Problem::builder();
/// let item = builder.primary("the only item")?;
/// builder.option(&[item])?;
/// assert_eq!(Session::new()?.count(&builder.build())?.count, Count::ONE);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod prelude {
    pub use crate::{
        Control, Count, Ending, EngineKind, ItemId, Limits, Observer, OptionId, Outcome, Problem, ProblemBuilder,
        Progress, RunError, Session,
    };
}
