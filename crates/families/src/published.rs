//! Published counts, with their sources. `verify` recounts them, `table --check` looks them up, and the tests compare with them.
//!
//! Every number was recounted before it was added, most of them by two or three engines; further published numbers that take hours are left out.
//!
//! A count is found by the name of its problem, which consists of the words of its command line: `queens 8`, `polyomino 6x10 --pieces pentominoes`. Boards have their
//! short side first. The counts stand with their families.

use super::error::FamilyError;
use dlx_canon::symmetry::CountQuery;

/// A published count.
#[derive(Clone, Debug)]
pub struct PublishedCount {
    /// The name of the problem: the words of its command line.
    pub name: String,
    /// The published number of solutions, in decimal.
    pub count: &'static str,
    /// Where it is published.
    pub source: &'static str,
    build: fn(usize) -> Result<CountQuery, FamilyError>,
    parameter: usize,
}

impl PublishedCount {
    /// The question that has this count.
    ///
    /// # Panics
    /// If a published count belongs to no problem; a test builds them all.
    #[must_use]
    pub fn question(&self) -> CountQuery {
        (self.build)(self.parameter).expect("what is published can be built")
    }
}

/// Counts for parameters `first`, `first + step`, ...
#[derive(Clone, Copy, Debug)]
pub struct Sequence {
    /// The name of the problem for a parameter.
    pub name: fn(usize) -> String,
    /// The question for a parameter.
    pub build: fn(usize) -> Result<CountQuery, FamilyError>,
    /// The parameter of the first count.
    pub first: usize,
    /// The difference between the parameters of two counts, one after the other.
    pub step: usize,
    /// The counts, in decimal.
    pub counts: &'static [&'static str],
    /// Where they are published.
    pub source: &'static str,
}

impl Sequence {
    /// The counts one by one.
    pub fn known(&self) -> impl Iterator<Item = PublishedCount> {
        let Self { name, build, first, step, counts, source } = *self;
        let parameters = (first..).step_by(step);
        parameters.zip(counts).map(move |(parameter, &count)| PublishedCount {
            name: name(parameter),
            count,
            source,
            build,
            parameter,
        })
    }
}
