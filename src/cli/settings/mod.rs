//! How to run: what was given, checked, with defaults for the rest.

mod engines;
mod memory;
mod spill;
mod threads;

use std::ops::Deref;
use std::path::Path;
use std::time::Instant;

use super::args::RunArgs;
use super::end::Failure;

pub(super) use threads::are_too_many;

/// How to run, the same for every verb that counts: what was given, and when.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    given: RunArgs,
    /// When the words were read: a limit on time begins then.
    began: Instant,
}

impl Deref for Settings {
    type Target = RunArgs;

    fn deref(&self) -> &RunArgs {
        &self.given
    }
}

impl Settings {
    /// What was given, for a verb that runs with several numbers of threads, or with one.
    pub(super) fn new(given: RunArgs, takes_several_threads: bool) -> Result<Self, Failure> {
        if given.threads.len() > 1 && !takes_several_threads {
            return Err(Failure::usage(
                "--threads takes one number here",
                "several are for scale: dlx-count scale queens 14 --threads 1,2,4",
            ));
        }
        if given.run.as_deref().is_some_and(|path| path == Path::new("-")) {
            return Err(Failure::usage("a run is kept in a file, and not on standard output", "name one: --run FILE"));
        }
        spill::check(given.spill.as_deref(), given.run.is_some())?;
        Ok(Self { given, began: Instant::now() })
    }
}
