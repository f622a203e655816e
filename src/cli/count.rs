//! `dlx-count SOURCE`: count.

use std::process::ExitCode;

use super::args::{RunArgs, Source};
use super::exit::{Failure, status};
use super::progress::ProgressLine;
use super::signals::Signals;
use super::{memory, note, print};
use crate::parallel::{Control, Counter, Limits};
use crate::problem::Problem;
use crate::report;
use crate::tally::Ending;

/// Counts and prints the count.
pub(super) fn count(source: &Source, args: &RunArgs) -> Result<ExitCode, Failure> {
    let problem = source.problem()?;
    let signals = Signals::listen().map_err(|error| Failure::io(format!("cannot listen for signals: {error}")))?;
    // Whoever has read this may rely on the signals.
    describe(&problem, args);
    let (control, mut line) = (Control::default(), ProgressLine::new(args.progress, args.quiet));
    let outcome = counter(&problem, args)
        .control(control.clone())
        .on_progress(|progress| {
            if signals.received().is_some() {
                control.stop(Ending::Interrupted);
            }
            line.show(progress);
        })
        .run()
        .map_err(|error| Failure::io(error.to_string()))?;
    line.finish();
    if let Some(reason) = outcome.reason.as_ref().filter(|_| args.verbose) {
        note(&format!("engine {}: {reason}", outcome.engine));
    }
    print(&match (args.json, args.quiet) {
        (true, _) => report::json(&problem, &outcome),
        (_, true) => format!("{}\n", outcome.count),
        _ => report::human(&problem, &outcome),
    })?;
    Ok(status(outcome.ending, signals.received()))
}

/// A counter with the settings of the command line.
pub(super) fn counter<'a>(problem: &'a Problem, args: &RunArgs) -> Counter<'a> {
    let limits = Limits { time: args.time_limit, count: args.limit.clone(), nodes: args.node_limit };
    let mut counter = Counter::new(problem).split_depth(args.split_depth).merging(!args.no_merging).limits(limits);
    if let Some(engine) = args.engine.0 {
        counter = counter.engine(engine);
    }
    if let Some(threads) = args.threads {
        counter = counter.threads(threads.into());
    }
    counter.memory(args.memory.unwrap_or_else(memory::default))
}

fn describe(problem: &Problem, args: &RunArgs) {
    let n_useless = problem.n_options() - problem.choosable().count();
    if n_useless > 0 && !args.quiet {
        note(&format!("{n_useless} of {} options have no primary item and are never chosen", problem.n_options()));
    }
    if args.verbose {
        let (primary, secondary) = (problem.n_primary(), problem.n_items() - problem.n_primary());
        note(&format!(
            "counting {}: {primary} primary and {secondary} secondary items, {} options, {} nodes, {} colors",
            problem.name(),
            problem.n_options(),
            problem.n_cells(),
            problem.n_colors()
        ));
    }
}
