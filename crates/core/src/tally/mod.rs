//! What counting yields: exact counts, figures about the search, the outcome of a whole run.

mod chances;
mod count;
mod outcome;
mod profile;
mod ratio;
mod semiring;
mod stats;

use serde::{Deserialize, Serialize};

pub use chances::Chances;
pub use count::{Count, ParseCountError};
pub use outcome::{Ending, NO_ENGINE, Outcome};
pub use profile::Profile;
pub use ratio::{ParseRatioError, Ratio};
pub use semiring::{Counted, Modulo, Scaled, Semiring, Weighted};
pub use stats::Stats;

/// What one task yielded.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Solutions found, each counted once: the task's weight is not in it.
    pub count: Count,
    /// What the search did.
    pub stats: Stats,
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.count += other.count;
        self.stats += other.stats;
    }
}
