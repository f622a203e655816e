//! `dlx-count explain SOURCE`: why there is no solution, or how to find it.

use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use serde_json::json;

use super::count::Attendant;
use super::finding::{all_wanted, only_first};
use super::steps;
use super::verb::{Call, DEMANDS, Verb};
use crate::cli::end::{Failure, Signals, status};
use crate::cli::settings::Settings;
use crate::cli::show::{note, print};
use crate::engine::Imbalance;
use crate::engine::least::Goal;
use crate::family::{Drawing, Style};
use crate::parallel::Limits;
use crate::problem::{Decimal, ItemId, Multiplicity, OptionId, Problem};
use crate::report::plural;
use crate::session::{Best, Explanation, Session, relaxed};
use crate::symmetry::{Conditions, CountQuery};
use crate::tally::Ending;

pub(super) const VERB: Verb = Verb {
    name: "explain",
    about: "Find items that cannot be covered together",
    examples: &[
        ("explain file shifts.csv", ""),
        ("explain sudoku puzzle.txt", "cells and lines that contradict each other"),
        ("explain file shifts.csv --relax", "the fewest items to leave uncovered"),
        ("explain file shifts.csv --within 40", "why no solution costs at most 40"),
        ("explain sudoku puzzle.txt --steps", "how a person solves it"),
    ],
    heeds: &[DEMANDS, &["threads", "engine", "memory", "time_limit", "json", "quiet"]],
    says: &[("time_limit", "Stop after this time with what is known"), ("quiet", "Print only the names of the items")],
    takes_kinds: false,
    options: ExplainArgs::augment_args,
    run: explain,
    ..Verb::PLAIN
};

#[derive(Debug, Args)]
struct ExplainArgs {
    /// Find the fewest items that must stay uncovered so that all others can be covered
    #[arg(long, global = true)]
    relax: bool,
    /// Find items that cannot be covered together at this cost or less
    #[arg(long, global = true, value_name = "COST", conflicts_with = "relax", allow_negative_numbers = true)]
    within: Option<Decimal>,
    /// Show the steps by which a person gets to the solution, each with its reason
    #[arg(long, global = true, conflicts_with_all = ["relax", "within"])]
    steps: bool,
}

impl ExplainArgs {
    /// Are these conditions named, and not items? What was found in clauses explains more than these do, unless reading them finds a contradiction.
    fn names(&self, conditions: &Conditions, question: &CountQuery) -> bool {
        let is_formula = question.models().is_some();
        let is_better = match self.relax {
            true => is_formula || !question.problem().times().is_empty(),
            false => conditions.what() != "clause" && (is_formula || !question.problem().times().is_empty()),
        };
        !self.steps && self.within.is_none() && (is_better || question.obstacle().is_some())
    }
}

/// With more items than this only their names are shown; and this many options of an item are shown.
pub(super) const SHOWN: usize = 12;

/// So few items explain themselves, without weights.
const FEW: usize = 4;

/// How long to look for a solution before items are left uncovered.
const LOOK: Duration = Duration::from_secs(1);

/// Explains the first problem of the source.
fn explain(call: &Call<'_>) -> Result<ExitCode, Failure> {
    let (args, settings) = (call.options::<ExplainArgs>()?, &call.settings);
    let (question, drawing) = only_first(call.drawn_questions()?, settings.quiet)?;
    all_wanted(&question, "explanations are about all solutions")?;
    let problem = question.problem();
    let conditions = question.conditions().filter(|conditions| args.names(conditions, &question));
    if let Some(conditions) = conditions {
        return if args.relax { relax(problem, conditions, settings) } else { clash(problem, conditions, settings) };
    }
    // What was known when the problem was made, such as that pieces have too few cells, no items say as well. Of items with too many demands it is said which.
    if let Some(reason) = question.obstacle().filter(|_| problem.times().is_empty()) {
        print(&match (settings.json, settings.quiet) {
            (true, _) => format!("{}\n", json!({"solvable": false, "reason": reason})),
            (_, true) => format!("{reason}\n"),
            _ => format!("{}: no solution: {reason}\n", problem.name()),
        })?;
        if let Some(conditions) = question.conditions().filter(|_| !settings.quiet) {
            note(&format!("explain without options says which {}s clash", conditions.what()));
        }
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(most) = args.within {
        if problem.unpriced().is_some() {
            return Err(Failure::usage("these solutions have no costs", "leave --within out"));
        }
        if most.units() < 0 {
            return Err(Failure::usage(format!("{most} is negative"), "--within takes a cost of 0 or more"));
        }
    }
    if args.steps {
        let (within, times, drawing) = (None, &[][..], drawing.as_ref());
        return steps::show(&Wording { problem, within, times, drawing, settings }, problem);
    }
    let signals = Signals::listen()?;
    let loose = if args.relax { Some(loose(problem, settings)?) } else { None };
    let attendant = Attendant::new(settings, &signals);
    let session = attendant.session(settings)?;
    let whole = problem.original().whole().into_owned().with_name(problem.name());
    let priced = whole.priced();
    let said = Wording {
        problem: if args.within.is_some() { &priced } else { &whole },
        within: args.within,
        times: problem.times(),
        drawing: drawing.as_ref(),
        settings,
    };
    let ending = match &loose {
        Some((loose, left_out)) => said.relaxed(problem, (loose, left_out), &session),
        None => said.core(problem, &session),
    };
    attendant.finish();
    Ok(status(ending?, signals.received()))
}

/// Says which conditions, as few as can be, have to be given up so that the others hold together.
fn relax(problem: &Problem, conditions: &Conditions, settings: &Settings) -> Result<ExitCode, Failure> {
    let signals = Signals::listen()?;
    let attendant = Attendant::new(settings, &signals);
    let (session, what) = (attendant.session(settings)?, conditions.what());
    let print_it = |places: &[usize], (bound, ending)| {
        let words: Vec<String> = places.iter().map(|&place| conditions.in_words(place)).collect();
        let left_out = LeftOut { words: [what, "hold together", "given up"], all: conditions.places().count() };
        print(&left_out.in_words(problem.name(), (&words, &words), (bound, ending), settings))?;
        Ok(status(ending, signals.received()))
    };
    if is_soon_solvable(problem, &session, settings)? {
        attendant.finish();
        return print_it(&[], (Some(0), Ending::Complete));
    }
    let relaxed = settings.in_time(|| conditions.relaxed())?.ok_or_else(|| {
        Failure::usage(format!("the problem in which {what}s may be given up is too large"), "leave --relax out")
    })?;
    let best = fewest(problem, &relaxed.problem, &format!("{what}s are given up"), &session, settings);
    attendant.finish();
    let best = best?;
    let Some((_, solution)) = best.solutions.first() else { return Ok(status(best.ending, signals.received())) };
    print_it(&(relaxed.given_up)(solution), (best.bound, best.ending))
}

/// Is a solution found soon? Where nothing has to be left out, a search for any solution is far quicker than one for the best.
fn is_soon_solvable(problem: &Problem, session: &Session<'_>, settings: &Settings) -> Result<bool, Failure> {
    Ok(session.is_solvable(problem, Some(settings.time_at_most(LOOK)))? == Ok(true))
}

/// The best solution of the problem in which things may be left out. If there is none, that is said.
fn fewest(
    problem: &Problem,
    loose: &Problem,
    whatever: &str,
    session: &Session<'_>,
    settings: &Settings,
) -> Result<Best, Failure> {
    let limits = Limits { time: settings.time_left(), ..Limits::default() };
    let session = session.to_builder().limits(limits).build()?;
    let best = session.best(loose, Goal { number: 1, is_greatest: false, is_ties: false })?;
    if best.solutions.is_empty() {
        let said = match best.ending {
            Ending::Complete => &format!("there is no solution, whatever {whatever}"),
            _ => "stopped before anything was found",
        };
        note(&format!("{}: {said}", problem.name()));
    }
    Ok(best)
}

/// What is left out of all.
struct LeftOut<'a> {
    /// What one of them is called, what those can that are left, and what the others are.
    words: [&'a str; 3],
    all: usize,
}

impl LeftOut<'_> {
    /// The names of those that are left out, and their labels for programs.
    fn in_words(
        &self,
        problem: &str,
        (names, labels): (&[String], &[String]),
        (bound, ending): (Option<i64>, Ending),
        settings: &Settings,
    ) -> String {
        let [what, can, out] = self.words;
        let list: String = names.iter().map(|name| format!("{name}\n")).collect();
        let is_proved = ending == Ending::Complete;
        match (settings.json, settings.quiet) {
            (true, _) => format!("{}\n", json!({out.replace(' ', "_"): labels, "bound": bound, "proved": is_proved})),
            (_, true) => list,
            _ if names.is_empty() => format!("{problem}: all {what}s can {can}\n"),
            _ => {
                let (few, all) = (names.len(), plural(self.all, what));
                let proof = if is_proved { "" } else { " (not proved to be the fewest)" };
                format!("{problem}: all but {few} of {all} can {can}{proof}; {out}:\n{list}")
            }
        }
    }
}

/// Says which conditions do not hold together.
fn clash(problem: &Problem, conditions: &Conditions, settings: &Settings) -> Result<ExitCode, Failure> {
    let signals = Signals::listen()?;
    let attendant = Attendant::new(settings, &signals);
    let explanation = attendant.session(settings)?.explain_conditions(conditions);
    attendant.finish();
    let (text, ending) = match explanation? {
        Explanation::Clash { places, is_irreducible } => {
            let words: Vec<String> = places.iter().map(|&place| conditions.in_words(place)).collect();
            let ending = if is_irreducible { Ending::Complete } else { Ending::TimeLimit };
            (clash_in_words(problem, (conditions.what(), &words), is_irreducible, settings), ending)
        }
        Explanation::Unknown(ending) => {
            note(&format!("{}: not known yet whether there is a solution", problem.name()));
            (String::new(), ending)
        }
        _ => (solvable_in_words(problem, "", settings), Ending::Complete),
    };
    print(&text)?;
    Ok(status(ending, signals.received()))
}

fn clash_in_words(
    problem: &Problem,
    (what, words): (&str, &[String]),
    is_irreducible: bool,
    settings: &Settings,
) -> String {
    if settings.json {
        let kind = format!("{what}s");
        return format!("{}\n", json!({"solvable": false, kind: words, "irreducible": is_irreducible}));
    }
    let list: String = words.iter().map(|word| format!("{word}\n")).collect();
    if settings.quiet {
        return list;
    }
    let n = words.len();
    let head = match (n, is_irreducible) {
        (0, _) => "The values that variables may have rule out all solutions.".into(),
        (1, true) => format!("This {what} cannot hold:"),
        (2, true) => format!("These 2 {what}s cannot hold together, but each of them alone can:"),
        (n, true) => format!("These {n} {what}s cannot hold together, but any {} of them can:", n - 1),
        (n, false) => format!("These {n} {what}s cannot hold together; with more time it may be fewer:"),
    };
    format!("{}: no solution\n{head}\n\n{list}", problem.name())
}

fn solvable_in_words(problem: &Problem, at_cost: &str, settings: &Settings) -> String {
    match (settings.json, settings.quiet) {
        (true, _) => "{\"solvable\":true}\n".into(),
        (_, true) => String::new(),
        _ => format!("{}: there are solutions{at_cost}\n", problem.name()),
    }
}

/// The problem in which items may stay uncovered, at a cost, and these items.
fn loose(problem: &Problem, settings: &Settings) -> Result<(Problem, Vec<ItemId>), Failure> {
    if !problem.times().is_empty() || problem.is_irredundant() {
        return Err(Failure::usage(
            "--relax is for items that are covered once",
            "leave it out: explain says which items clash",
        ));
    }
    settings.in_time(|| relaxed(problem))?.map_err(|error| Failure::usage(error.to_string(), ""))
}

/// The wording of an explanation.
pub(super) struct Wording<'a> {
    /// The original problem, in which `times` are the items to be covered several times.
    pub(super) problem: &'a Problem,
    times: &'a [(ItemId, Multiplicity)],
    /// The cost that solutions may have.
    within: Option<Decimal>,
    drawing: Option<&'a Drawing>,
    pub(super) settings: &'a Settings,
}

impl Wording<'_> {
    /// Items that cannot be covered together.
    fn core(&self, problem: &Problem, session: &Session<'_>) -> Result<Ending, Failure> {
        let explanation = match self.within {
            None => session.explain(problem),
            Some(most) => session.explain_within(problem, self.problem.cost_within(most)),
        };
        match explanation? {
            Explanation::Core { items, is_irreducible } => {
                // They weigh the options that can be chosen.
                let has_all = problem.choosable().count() == self.problem.n_options();
                let weights = if self.within.is_none() && has_all { Imbalance::of(problem) } else { None };
                self.print_core(&items, is_irreducible, weights.as_ref())?;
                Ok(if is_irreducible { Ending::Complete } else { Ending::TimeLimit })
            }
            Explanation::Unknown(ending) => {
                note(&format!("{}: not known yet whether there is a solution{}", problem.name(), self.at_cost()));
                Ok(ending)
            }
            _ => {
                print(&solvable_in_words(problem, &self.at_cost(), self.settings))?;
                Ok(Ending::Complete)
            }
        }
    }

    /// These items, and weights of all that show as well that there is no solution.
    fn print_core(&self, items: &[ItemId], is_irreducible: bool, weights: Option<&Imbalance>) -> Result<(), Failure> {
        let names: Vec<String> = items.iter().map(|&item| self.name(item)).collect();
        if self.settings.json {
            let labels: Vec<&str> = items.iter().map(|&item| self.problem.item_label(item)).collect();
            let mut object = json!({"solvable": false, "items": labels, "irreducible": is_irreducible});
            self.within.into_iter().for_each(|most| object["within"] = json!(most));
            weights.into_iter().for_each(|found| object["weights"] = self.weights_as_json(found));
            return print(&format!("{object}\n"));
        }
        if self.settings.quiet {
            return print(&format!("{}\n", names.join("\n")));
        }
        let mut text = self.head_of_core(items.len(), is_irreducible);
        let weights = weights
            .filter(|_| items.len() > FEW)
            .map_or_else(String::new, |found| format!("\nWeights show it, too: {}.\n", found.words(self.problem)));
        if items.len() > SHOWN {
            return print(&format!("{text}{}\n{weights}", names.join("\n")));
        }
        let core: Vec<(ItemId, Vec<OptionId>)> = items.iter().map(|&item| (item, self.options_of(item))).collect();
        for ((item, options), name) in core.iter().zip(&names) {
            let label = self.problem.item_label(*item);
            // A place on a board is counted from 1, and options may say otherwise.
            let is_clear = name.starts_with(label) || self.has_symbols();
            let name = if is_clear { name } else { &format!("{name} ({label})") };
            self.write_item(&mut text, name, options, &core);
        }
        print(&(text + &weights))
    }

    /// How many items clash.
    fn head_of_core(&self, n_items: usize, is_irreducible: bool) -> String {
        let cost = self.at_cost();
        let mut text = format!("{}: no solution{cost}\n", self.problem.name());
        let how = if self.problem.connected().is_some() { " by options that are connected" } else { "" };
        let cost = format!("{how}{cost}");
        let _ = match (n_items, is_irreducible) {
            (0, true) => writeln!(text, "There is no solution{cost} even if no item has to be covered.\n"),
            (1, true) => writeln!(text, "This item cannot be covered{cost}:\n"),
            (2, true) => {
                writeln!(text, "These 2 items cannot be covered together{cost}, but each of them alone can:\n")
            }
            (n, true) => {
                writeln!(text, "These {n} items cannot be covered together{cost}, but any {} of them can:\n", n - 1)
            }
            (1, false) => writeln!(text, "This item cannot be covered{cost}:\n"),
            (n, false) => {
                writeln!(text, "These {n} items cannot be covered together{cost}; with more time it may be fewer:\n")
            }
        };
        text
    }

    fn weights_as_json(&self, found: &Imbalance) -> serde_json::Value {
        let label = |&(item, weight): &(ItemId, i64)| (self.problem.item_label(item).to_owned(), json!(weight));
        let items: serde_json::Map<_, _> = found.weights.iter().map(label).collect();
        json!({"modulus": found.modulus, "items": items, "total": found.total})
    }

    /// At which cost there is none.
    fn at_cost(&self) -> String {
        self.within.map_or_else(String::new, |most| format!(" at a cost of {most} or less"))
    }

    /// An item, its options, and what each of them leaves without any.
    fn write_item(&self, text: &mut String, name: &str, options: &[OptionId], core: &[(ItemId, Vec<OptionId>)]) {
        let number = if options.is_empty() { "no option".into() } else { plural(options.len(), "option") };
        let _ = writeln!(text, "{name}: {number}");
        for &option in options.iter().take(SHOWN) {
            let starved = core.iter().find(|(other, options)| {
                !self.problem.items_of(option).contains(other) && self.is_starved(options, option)
            });
            let why =
                starved.map(|(other, _)| format!("  leaves no option for {}", self.name(*other))).unwrap_or_default();
            let cost = self.within.map(|_| self.problem.in_units_of_cost(self.problem.cost(option)));
            let cost = cost.map_or_else(String::new, |cost| format!("  costs {cost}"));
            let _ = writeln!(text, "  {}{cost}{why}", self.option_name(option));
        }
        if options.len() > SHOWN {
            let _ = writeln!(text, "  and {} more", options.len() - SHOWN);
        }
    }

    /// Is there a board of symbols, so that all items and options have names for people?
    fn has_symbols(&self) -> bool {
        let scene = self.drawing.and_then(Drawing::scene);
        scene.is_some_and(|scene| matches!(scene.style, Style::Symbols { .. }))
    }

    /// An option in words: what it writes on a board of symbols, its label there, or else its items.
    pub(super) fn option_name(&self, option: OptionId) -> String {
        let scene = self.drawing.and_then(Drawing::scene);
        let written = scene.and_then(|scene| scene.option_name(option));
        let label = || {
            let label = self.problem.option_label(option).filter(|label| self.has_symbols() && !label.is_empty());
            label.map(str::to_owned)
        };
        written.or_else(label).unwrap_or_else(|| self.problem.option_words(option))
    }

    /// Can none of these options be chosen together with that one?
    fn is_starved(&self, options: &[OptionId], chosen: OptionId) -> bool {
        self.times.is_empty() && options.iter().all(|&option| !self.problem.go_together(option, chosen))
    }

    fn options_of(&self, item: ItemId) -> Vec<OptionId> {
        self.problem.options().filter(|&option| self.problem.items_of(option).contains(&item)).collect()
    }

    /// What an item is called, on its board if there is one.
    pub(super) fn name(&self, item: ItemId) -> String {
        let label = self.problem.item_label(item);
        let scene = self.drawing.and_then(Drawing::scene);
        let name = scene.map_or_else(|| label.to_owned(), |scene| scene.name(label));
        match self.times.iter().find(|(other, _)| *other == item) {
            Some((_, times)) if times.least > 1 => format!("{name}, {} times", times.least),
            _ => name,
        }
    }

    /// The fewest items to leave uncovered.
    fn relaxed(
        &self,
        problem: &Problem,
        (loose, left_out): (&Problem, &[ItemId]),
        session: &Session<'_>,
    ) -> Result<Ending, Failure> {
        let print_it = |out: &[ItemId], (bound, ending)| {
            let names: Vec<String> = out.iter().map(|&item| self.name(item)).collect();
            let labels: Vec<String> = out.iter().map(|&item| problem.item_label(item).to_owned()).collect();
            let left_out = LeftOut { words: ["item", "be covered", "uncovered"], all: problem.n_primary() };
            print(&left_out.in_words(problem.name(), (&names, &labels), (bound, ending), self.settings))?;
            Ok(ending)
        };
        if is_soon_solvable(problem, session, self.settings)? {
            return print_it(&[], (Some(0), Ending::Complete));
        }
        let best = fewest(problem, loose, "stays uncovered", session, self.settings)?;
        let Some((_, options)) = best.solutions.first() else { return Ok(best.ending) };
        let out: Vec<ItemId> = options
            .iter()
            .filter_map(|option| left_out.get(option.index().checked_sub(loose.n_options() - left_out.len())?))
            .copied()
            .collect();
        print_it(&out, (best.bound, best.ending))
    }
}
