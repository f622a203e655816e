//! How to run: what was given, checked, with defaults for the rest.

mod engines;
mod memory;
mod spill;
mod threads;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::args::{RunArgs, When};
use super::end::Failure;
use crate::engine::EngineKind;
use crate::parallel::SplitDepth;
use crate::tally::Count;

pub(super) use threads::are_too_many;

/// How to run, the same for every verb that counts.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    /// The numbers of threads that were given; none for all processors.
    pub(super) threads: Vec<usize>,
    /// The engine that counts, unless the program is to choose.
    pub(super) engine: Option<EngineKind>,
    pub(super) split_depth: SplitDepth,
    is_merging: bool,
    /// When the words were read: a limit on time begins then.
    began: Instant,
    /// Bytes, if they were given.
    pub(super) memory: Option<usize>,
    /// What was given for the folder of levels larger than memory.
    spill: Option<PathBuf>,
    /// The file that keeps the run.
    pub(super) run: Option<PathBuf>,
    /// The file for a certificate.
    pub(super) certificate: Option<PathBuf>,
    /// The limits that were given.
    pub(super) time_limit: Option<Duration>,
    pub(super) limit: Option<Count>,
    pub(in crate::cli) node_limit: Option<u64>,
    /// What to print, and how.
    pub(super) stats: bool,
    pub(super) json: bool,
    pub(super) mc: bool,
    pub(super) quiet: bool,
    pub(super) verbose: bool,
    pub(super) progress: When,
}

impl Settings {
    /// What was given, for a verb that runs with several numbers of threads, or with one.
    pub(super) fn new(args: &RunArgs, takes_several_threads: bool) -> Result<Self, Failure> {
        if args.threads.len() > 1 && !takes_several_threads {
            return Err(Failure::usage(
                "--threads takes one number here",
                "several are for scale: dlx-count scale queens 14 --threads 1,2,4",
            ));
        }
        if args.run.as_deref().is_some_and(|path| path == Path::new("-")) {
            return Err(Failure::usage("a run is kept in a file, and not on standard output", "name one: --run FILE"));
        }
        spill::check(args.spill.as_deref(), args.run.is_some())?;
        Ok(Self {
            threads: args.threads.iter().map(|&number| number.into()).collect(),
            engine: args.engine.0,
            split_depth: args.split_depth,
            is_merging: !args.no_merging,
            began: Instant::now(),
            memory: args.memory,
            spill: args.spill.clone(),
            run: args.run.clone(),
            certificate: args.certificate.clone(),
            time_limit: args.time_limit,
            limit: args.limit.clone(),
            node_limit: args.node_limit,
            stats: args.stats,
            json: args.json,
            mc: args.mc,
            quiet: args.quiet,
            verbose: args.verbose,
            progress: args.progress,
        })
    }
}
