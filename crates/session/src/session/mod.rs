//! Sessions: everything that is done with the same threads, memory and limits.
//!
//! A [`Session`] owns a pool of threads, a number of bytes for states, a [`Control`](dlx_run::Control) to stop everything with, and an [`Observer`](dlx_run::Observer) that is told of its progress.
//! All its work, at once or one after the other, shares these: however many counts run side by side, no more threads work than the session has.
//!
//! ```
//! use dlx_count::prelude::*;
//! use dlx_count::family::queens;
//!
//! let session = Session::builder().threads(2).memory(1 << 28).build()?;
//! let problem = queens(8);
//! assert_eq!(session.count(&problem)?.count, Count::from(92u64));
//! assert_eq!(session.sample(&problem, 3, 2026)?.map(|drawn| drawn.len()), Some(3));
//! # Ok::<(), RunError>(())
//! ```

mod batch;
mod best;
mod builder;
mod by;
mod certify;
mod count;
mod countable;
mod cuts;
mod descent;
mod diagram;
mod estimate;
mod explain;
mod factors;
mod kinds;
mod learned;
mod mean;
mod orbit_enumerator;
mod resources;
mod run;
mod sample;
mod sample_classes;
mod sample_kinds;
mod settings;
mod solve;
mod soon;
mod takers;
mod template;
mod timed;
mod turns;
mod work_in;

pub use best::Best;
pub use builder::SessionBuilder;
pub use by::{Adds, ByKind, Compositions};
pub use countable::Countable;
pub use estimate::{Estimate, Expected, SweepEstimate};
pub use explain::{Explanation, relaxed};
pub use resources::Session;
pub use sample_kinds::OfKind;
pub use solve::{Solved, Solver};
pub use takers::{Encode, Found};
pub use template::Template;
