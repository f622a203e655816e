//! What the verbs that find solutions one by one have in common.

use clap::Args;

use crate::cli::end::Failure;
use crate::cli::settings::Settings;
use crate::cli::show::{note, seed};
use crate::problem::Problem;
use crate::session::{Session, Solved, Solver};
use crate::symmetry::Question;
use crate::tally::{Outcome, Profile};

/// Which solutions come first.
#[derive(Debug, Args)]
pub(super) struct OrderArgs {
    /// In the order of the search, which one thread makes
    #[arg(long, global = true)]
    in_order: bool,
    /// In random order: ties of the search are decided by chance, by a seed that is said
    #[arg(long, global = true)]
    shuffle: bool,
    /// The random order of this number, the same each time; implies --shuffle and --in-order
    #[arg(long, value_name = "N", global = true)]
    seed: Option<u64>,
}

/// Which solutions come first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order {
    is_in_order: bool,
    /// Of a random order.
    pub(super) seed: Option<u64>,
}

impl Order {
    /// What was asked for. A seed that has to be drawn is said.
    pub(super) fn new(args: &OrderArgs, settings: &Settings) -> Self {
        let is_random = args.shuffle || args.seed.is_some();
        let seed = is_random.then(|| seed(args.seed, settings.quiet));
        Self { is_in_order: args.in_order || args.seed.is_some(), seed }
    }
}

/// Refuses to find solutions up to symmetry.
pub(super) fn all_wanted(question: &Question) -> Result<(), Failure> {
    match question.divisor() {
        1 => Ok(()),
        _ => Err(Failure::usage("--up-to-symmetry is for counts: here solutions are found one by one", "leave it out")),
    }
}

/// The outcome if there is obviously no solution; the reason is printed.
pub(super) fn impossible(question: &Question, settings: &Settings) -> Option<Solved> {
    let obstacle = question.obstacle()?;
    if !settings.quiet {
        note(&format!("nothing to find: {obstacle}"));
    }
    Some(Solved { outcome: Outcome::impossible(obstacle), profile: Profile::default() })
}

/// Finds solutions in the order that is wanted.
pub(super) fn solver<'s>(session: &'s Session<'s>, problem: &'s Problem, order: Order) -> Solver<'s> {
    session.solve(problem).in_order(order.is_in_order).shuffled(order.seed)
}

/// The most solutions to find.
pub(super) fn limit(settings: &Settings, default: u64) -> Result<u64, Failure> {
    let Some(limit) = &settings.limit else { return Ok(default) };
    match limit.to_u64() {
        Some(0) => Err(Failure::usage("--limit 0 asks for nothing", "--limit takes a number from 1")),
        limit => Ok(limit.unwrap_or(u64::MAX)),
    }
}
