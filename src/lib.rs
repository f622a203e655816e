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
//! # The map: arrows only downward
//!
//! | room | what it does | stands on |
//! |---|---|---|
//! | `cli` | the command line; the only place that prints, reads the environment, exits | everything |
//! | [`report`] | outcomes and tables as text, JSON, CSV, Markdown | `problem`, `tally` |
//! | [`picture`] | solutions as SVG, text and galleries | `family`, `problem` |
//! | [`trace`] | the search step by step as a page | `picture`, `family`, `problem` |
//! | [`store`] | runs that outlive their process, in a SQLite file | `job`, `parallel`, `engine`, `tally`, `problem` |
//! | [`records`] | tasks and tallies as lines of text, from many processes to one sum | `job`, `parallel`, `engine`, `tally`, `problem` |
//! | [`job`] | what is asked, typed, so that it can be kept and sent | `parallel`, `family`, `symmetry`, `format`, `problem` |
//! | [`puzzle`] | sudoku puzzles rated and made | `engine`, `family`, `problem` |
//! | [`session`] | counts, solves, samples, estimates: one pool, one memory, one control | `parallel`, `symmetry`, `engine`, `tally`, `problem` |
//! | [`parallel`] | split, drive, stop, merge, by a workforce; the only place that starts threads | `engine`, `symmetry`, `tally`, `problem` |
//! | [`symmetry`] | permutations of the options that carry solutions into solutions; counting up to them; one of each kind | `tally`, `graph`, `problem` |
//! | [`engine`] | one counting algorithm per file | `tally`, `graph`, `problem` |
//! | [`family`] | parameters to a problem; published counts | `symmetry`, `format`, `problem` |
//! | [`mod@format`] | text to a problem and back | `problem` |
//! | [`tally`] | exact counts, figures about a search, outcomes | `problem` |
//! | `graph` | hypergraphs, and partitions of their vertices refined | `problem` |
//! | [`problem`] | items, options, colors, costs | |
//!
//! A test reads the sources and fails when an arrow points upward.
//!
//! # Features
//!
//! All are on by default. `--no-default-features` leaves the counting: no clap, no SQLite, no C compiler.
//!
//! | feature | what it adds |
//! |---|---|
//! | `picture` | [`picture`] and [`trace`] |
//! | `script` | [`family::Script`], problems as small programs |
//! | `store` | [`store`], with SQLite |
//! | `cli` | the program `dlx-count`; needs the others |
//!
//! # What always holds
//!
//! 1. The count does not depend on engine, threads, split depth, merging, memory, order or machine.
//! 2. A count is exact, or marked as not complete and then a lower bound. It never wraps.
//! 3. A [`Problem`] is immutable. What changes is an engine's own copy.
//! 4. Bad input gives an error with line and column.
//!
//! # Words
//!
//! Knuth's (TAOCP Volume 4B, section 7.2.2.1): *item*, *option*, *primary* and *secondary*, *color*, *level*, *cover*, *purify*.
//! Ours: a *prefix* is a list of options already chosen; a *task* is a prefix with a weight; a *tally* is what a task yields;
//! a *question* is a problem, or its solutions up to symmetry; a *session* is a pool of threads, memory, limits and whoever is told;
//! a *plan* is what was decided before a count; a *workforce* runs tasks; a *hand* is the right of one thread to work;
//! the *rest* is what a paused task has left; an *outcome* is what a whole run yields; a *family* turns parameters into a problem, its *member*;
//! a *source* is a family with its arguments.

// Without the command line nothing calls what is there for it alone.
#![cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]

pub mod engine;
pub mod family;
pub mod format;
mod graph;
pub mod job;
pub mod parallel;
#[cfg(feature = "picture")]
pub mod picture;
pub mod problem;
pub mod puzzle;
pub mod records;
pub mod report;
pub mod session;
#[cfg(feature = "store")]
pub mod store;
pub mod symmetry;
pub mod tally;
#[cfg(feature = "picture")]
pub mod trace;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;

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
