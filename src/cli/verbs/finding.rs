//! What the verbs that find solutions one by one have in common.

use std::time::Duration;

use clap::Args;

use super::verb::Call;
use crate::cli::args::parse_number;
use crate::cli::end::Failure;
use crate::cli::settings::Settings;
use crate::cli::show::{note, seed};
use crate::parallel::Limits;
use crate::report::{plural, solutions};
use crate::session::{Session, Solved, Solver};
use crate::symmetry::{Conditions, CountQuery};
use crate::tally::{Count, Outcome, Profile};

/// Which solutions come first.
#[derive(Debug, Args)]
pub(super) struct OrderArgs {
    /// Print solutions in the order of the search, using one thread
    #[arg(long, global = true)]
    in_order: bool,
    /// Search in a random order; the seed is printed
    #[arg(long, global = true)]
    shuffle: bool,
    /// Seed of the random order; implies --shuffle and --in-order
    #[arg(long, value_name = "N", global = true, value_parser = parse_number)]
    seed: Option<u64>,
}

/// Which solutions come first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order {
    is_in_order: bool,
    /// The seed of a random order.
    pub(super) seed: Option<u64>,
}

impl Order {
    /// The order that was asked for. A seed that has to be drawn is printed.
    pub(super) fn new(args: &OrderArgs, settings: &Settings) -> Self {
        let is_random = args.shuffle || args.seed.is_some();
        let seed = is_random.then(|| seed(args.seed, settings.quiet));
        Self { is_in_order: args.in_order || args.seed.is_some(), seed }
    }
}

/// Refuses a question up to symmetry where one solution of each kind would not be what is shown.
pub(super) fn all_wanted(question: &CountQuery, why: &str) -> Result<(), Failure> {
    match question.equivalence() {
        None => Ok(()),
        Some(_) => Err(Failure::usage(why, "leave --up-to-symmetry out; `solve`, `sample` and `gallery` show kinds")),
    }
}

/// The first question of a source, for a verb that is about a problem and not about kinds of solutions.
pub(super) fn plain_question(call: &Call<'_>, why: &str) -> Result<CountQuery, Failure> {
    let question = only_first(all_questions(call)?, call.settings.quiet)?;
    all_wanted(&question, why)?;
    Ok(question)
}

/// The questions of a source.
pub(super) fn all_questions(call: &Call<'_>) -> Result<Vec<CountQuery>, Failure> {
    call.settings.in_time(|| call.ask()?.questions().map_err(Failure::from))?
}

/// The question that a certificate is about.
pub(super) fn certified(questions: &[CountQuery]) -> Result<&CountQuery, Failure> {
    match questions {
        [question] => Ok(question),
        all => Err(Failure::usage(format!("a certificate is about one problem, and these are {}", all.len()), "")),
    }
}

/// The first of the problems of a source; that there are more is said unless `is_quiet`.
pub(super) fn only_first<T>(all: Vec<T>, is_quiet: bool) -> Result<T, Failure> {
    if all.len() > 1 && !is_quiet {
        note(&format!("only the first of {} problems", all.len()));
    }
    all.into_iter().next().ok_or_else(|| Failure::usage("no puzzle", ""))
}

/// The outcome if there is obviously no solution; the reason is printed.
pub(super) fn impossible(question: &CountQuery, settings: &Settings) -> Option<Solved> {
    let obstacle = question.obstacle()?;
    if !settings.quiet {
        note(&format!("nothing to find: {obstacle}"));
    }
    Some(Solved { outcome: Outcome::impossible(obstacle), profile: Profile::default(), standing_for: None })
}

/// Says that `explain` finds out why, if there is no solution.
pub(super) fn point_to_explain(question: &CountQuery, is_none: bool) {
    let is_plain = question.equivalence().is_none() && question.models().is_none();
    // Of clauses that are not found to contradict each other when they are read, items explain more.
    let is_named = |rows: &&Conditions| !is_plain && (rows.what() != "clause" || question.obstacle().is_some());
    if let Some(rows) = question.conditions().filter(|_| is_none).filter(is_named) {
        note(&format!("run `explain` with the same source to see which {}s cannot hold together", rows.what()));
    } else if is_none && is_plain {
        note("run `explain` with the same source and constraints to see which items cannot be covered together");
    }
}

/// Finds solutions in the order that is wanted, one of each kind if the question is one up to symmetry.
pub(super) fn solver<'s>(session: &'s Session<'s>, question: &'s CountQuery, order: Order) -> Solver<'s> {
    let solver = session.solve(question.problem()).up_to(question.equivalence().cloned());
    solver.in_order(order.is_in_order).shuffled(order.seed)
}

/// What the solutions found up to symmetry stand for, in words; empty for other solutions.
pub(super) fn kinds(question: &CountQuery, solved: &Solved) -> String {
    let (Some(group), Some(all)) = (question.equivalence(), &solved.standing_for) else { return String::new() };
    let checked = if solved.outcome.is_complete() { ", which is all there are" } else { "" };
    format!("one of each kind up to a group of order {}; they stand for {}{checked}", group.order(), solutions(all))
}

/// The most solutions to find.
pub(super) fn limit(settings: &Settings, default: u64) -> u64 {
    settings.limit.as_ref().map_or(default, |limit| limit.to_u64().unwrap_or(u64::MAX))
}

/// How long it may take to find out how many solutions there are besides those shown.
const LOOK_ROUND: Duration = Duration::from_secs(2);

/// How many are shown, and of how many, if that is soon counted.
pub(super) fn first_of<'q>(
    questions: impl Iterator<Item = &'q CountQuery>,
    shown: usize,
    (session, settings): (&Session<'_>, &Settings),
) -> Result<String, Failure> {
    let limits = Limits { time: Some(settings.time_at_most(LOOK_ROUND)), ..Limits::default() };
    let session = session.to_builder().limits(limits).build()?;
    let mut all = Count::ZERO;
    for question in questions {
        let outcome = session.count(question)?;
        if !outcome.is_complete() {
            return Ok(if shown == 1 {
                "the first solution".into()
            } else {
                format!("the first {}", plural(shown, "solution"))
            });
        }
        all += outcome.count;
    }
    Ok(format!("{shown} of {}", solutions(&all)))
}
