//! `dlx-count solve SOURCE --minimize`: the best solutions.

use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use serde_json::json;

use super::count::Attendant;
use super::finding::{all_wanted, limit, point_to_explain};
use super::verb::Call;
use crate::cli::args::When;
use crate::cli::end::{Failure, Signals, status};
use crate::cli::show::{Form, SolutionText, encoder, note, print};
use crate::engine::least::Goal;
use crate::family::Drawing;
use crate::problem::{Decimal, Problem};
use crate::report::{self, BestFigures};
use crate::session::{Best, Found};
use crate::tally::Ending;

/// Is the best wanted, and in which sense?
#[derive(Debug, Args)]
pub(super) struct BestArgs {
    /// Find a solution of least cost, with proof; the N best with --limit N. Options without costs cost 1 each
    #[arg(long, global = true, conflicts_with_all = OTHERS)]
    minimize: bool,
    /// Find a solution of greatest cost, in the same way
    #[arg(long, global = true, conflicts_with = "minimize", conflicts_with_all = OTHERS)]
    maximize: bool,
    /// With --minimize or --maximize, print all optimal solutions, up to a million or --limit
    #[arg(long, global = true)]
    ties: bool,
}

/// The most solutions of equal cost that are found, unless --limit says otherwise: all are kept until the best is known.
const MOST_TIES: u64 = 1_000_000;

/// Options that have no meaning for the best solutions.
const OTHERS: [&str; 5] = ["in_order", "shuffle", "seed", "stats", "picture"];

impl BestArgs {
    /// Is the best wanted?
    pub(super) fn is_wanted(&self) -> bool {
        self.minimize || self.maximize
    }

    /// Refuses options that only the search for the best solutions uses, if the best are not asked for.
    pub(super) fn check(&self, call: &Call<'_>) -> Result<(), Failure> {
        let settings = &call.settings;
        let given = [
            ("--ties", self.ties),
            ("--engine", settings.engine.is_some()),
            ("--memory", settings.memory.is_some()),
            ("--progress", settings.progress != When::Auto),
        ];
        match given.into_iter().find(|(_, is_given)| *is_given) {
            Some((flag, _)) => {
                let what = format!("solve uses {flag} only to find the best solutions");
                Err(Failure::usage(what, "add --minimize or --maximize"))
            }
            None => Ok(()),
        }
    }
}

/// Prints the best solutions of every problem of the source.
pub(super) fn best(call: &Call<'_>, args: &BestArgs, form: Option<Form>) -> Result<ExitCode, Failure> {
    let (settings, questions) = (&call.settings, call.drawn_questions()?);
    let number = limit(settings, if args.ties { MOST_TIES } else { 1 });
    let number = usize::try_from(number).unwrap_or(usize::MAX);
    let goal = Goal { number, is_greatest: args.maximize, is_ties: args.ties };
    let signals = Signals::listen()?;
    let mut last = Ending::Complete;
    for (question, drawing) in questions {
        all_wanted(&question, "the best solutions are chosen from all")?;
        has_sum(question.problem())?;
        let problem = question.problem().priced();
        let attendant = Attendant::new(settings, &signals);
        let best = attendant.session(settings)?.best(&problem, goal)?;
        attendant.finish();
        print(&written(&problem, drawing, form, &best, settings.quiet)?)?;
        if !settings.quiet {
            note(&said(&problem, &best, goal));
            if problem.is_maximized() && !goal.is_greatest {
                note("the file asks for the greatest value, which is found by --maximize");
            }
            point_to_explain(&question, best.solutions.is_empty() && best.ending == Ending::Complete);
        }
        if args.ties && best.solutions.len() == number {
            note("there may be more of them; set their number with --limit");
        }
        last = best.ending;
        if last != Ending::Complete {
            break;
        }
    }
    Ok(status(last, signals.received()))
}

/// Refuses a problem in which the cost of a solution is not the sum of the costs of its options.
pub(super) fn has_sum(problem: &Problem) -> Result<(), Failure> {
    match problem.unpriced() {
        Some(help) => Err(Failure::usage("what a solution costs is not the sum of its options", help)),
        None => Ok(()),
    }
}

/// The solutions in this form, with their costs.
fn written(
    problem: &Problem,
    drawing: Option<Drawing>,
    form: Option<Form>,
    best: &Best,
    is_quiet: bool,
) -> Result<String, Failure> {
    let encode = encoder(problem.original(), drawing.map(Arc::new), form, None)?;
    let mut text = String::new();
    let bound = best.bound.map(|bound| problem.in_units_of_cost(bound));
    for (cost, options) in &best.solutions {
        let cost = problem.in_units_of_cost(*cost);
        let mut one = SolutionText::default();
        encode(Found { options, orbit: None }, &mut one);
        match form {
            Some(Form::Json) => text += &proved(one.first(1), (cost, bound), best)?,
            _ if is_quiet => text += one.first(1),
            _ => text += &format!("cost {cost}\n{}", one.first(1)),
        }
    }
    Ok(text)
}

/// A solution in JSON, with what is known of the best.
fn proved(line: &str, (cost, bound): (Decimal, Option<Decimal>), best: &Best) -> Result<String, Failure> {
    let mut object: serde_json::Value = serde_json::from_str(line).map_err(|error| Failure::io(error.to_string()))?;
    object["cost"] = json!(cost);
    object["bound"] = json!(bound);
    object["proved"] = json!(best.ending == Ending::Complete);
    Ok(format!("{object}\n"))
}

fn said(problem: &Problem, best: &Best, goal: Goal) -> String {
    report::best(&BestFigures {
        name: problem.name(),
        is_greatest: goal.is_greatest,
        costs: best.solutions.iter().map(|(cost, _)| problem.in_units_of_cost(*cost)).collect(),
        bound: best.bound.map(|bound| problem.in_units_of_cost(bound)),
        ending: best.ending,
        way: best.way,
        nodes: best.nodes,
        elapsed: best.elapsed,
    })
}
