//! A formula as a problem whose solutions are its models, and how these are written.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use dlx_canon::symmetry::{CountQuery, Models, Relaxed};
use dlx_core::problem::{Decimal, OptionId, Problem, ProblemError};
use dlx_core::tally::Ratio;

use super::additive::as_sums;
use super::build::{Built, build};
use super::literal::{Literal, place, positive, variable};
use super::model::WayBack;
use super::recover::{Formula, Recovered};
use crate::drawing::{Drawing, LiteralSum};
use crate::error::FamilyError;

/// The help where variables that were taken out would have to be counted.
const UNPRICED: &str = "give a line `min:` in OPB; `cnf --as-written` keeps all variables";

/// The help where hidden variables are left.
const HIDDEN: &str = "`cnf --models` shows all variables";

/// A problem, and the way back to models.
pub(crate) struct Reduced {
    pub(crate) problem: Problem,
    /// The weight of each option, if models have weights.
    pub(crate) weights: Option<Vec<Ratio>>,
    /// What was found in the formula, in words.
    pub(crate) found: String,
    /// None if there are no models.
    back: Option<Back>,
}

/// From solutions to models.
struct Back {
    models: WayBack,
    literals: Vec<Option<Literal>>,
    /// Literals that are true if the opposite, which alone has an option, is not chosen.
    unchosen: Vec<Literal>,
    shown: Vec<usize>,
    naming: Naming,
}

impl Back {
    /// By variable: is it true in the model of a solution?
    fn values(&self, solution: &[OptionId]) -> Vec<bool> {
        let chosen = solution.iter().filter_map(|option| self.literals.get(option.index()).copied().flatten());
        self.models.complete(self.unchosen.iter().copied().chain(chosen))
    }

    /// How often a literal of a shown variable is true; none for one that was taken out, or of which no option says so.
    fn sum(&self, word: &str) -> Option<LiteralSum> {
        let is_called = |literal: &Literal| self.naming.of(*literal).as_deref() == Some(word);
        let literal = self.shown.iter().map(|&number| positive(number)).flat_map(|it| [it, -it]).find(is_called)?;
        if let Some(value) = self.models.values().value(literal) {
            return Some(LiteralSum { constant: value.into(), added: Vec::new() });
        }
        let root = self.models.values().root(literal);
        let of = |it: Literal, adds: i64| {
            let places = (0..self.literals.len()).filter(move |&place| self.literals[place] == Some(it));
            places.map(|place| (OptionId::from_index(place), adds)).collect::<Vec<_>>()
        };
        let (those, others) = (of(root, 1), of(-root, -1));
        let constant = i64::from(those.is_empty());
        let added = if those.is_empty() { others } else { those };
        Some(LiteralSum { constant, added }).filter(|sum| !sum.added.is_empty())
    }
}

/// How literals are named, in models and as options.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum Naming {
    /// As in DIMACS, where a 0 ends a model: `1 -2 0`.
    #[default]
    Numbers,
    /// As in OPB: `x1 -x2`.
    Signs,
    /// By the names of variables, as far as they have one: a model is those that are true.
    Names(Vec<String>),
}

impl Naming {
    /// The name of a literal, if its variable has one.
    pub(super) fn of(&self, literal: Literal) -> Option<String> {
        let sign = if literal > 0 { "" } else { "-" };
        match self {
            Self::Numbers => Some(literal.to_string()),
            Self::Signs => Some(format!("{sign}x{}", variable(literal))),
            Self::Names(names) => names.get(variable(literal) - 1).map(|name| format!("{sign}{name}")),
        }
    }
}

impl Formula {
    /// The problem whose solutions are the models, or the shown parts of models.
    pub(crate) fn reduced(&self) -> Result<Reduced, FamilyError> {
        let failed = |error: ProblemError| FamilyError::new(error.to_string(), "take a smaller formula");
        let Ok(recovered) = self.recovered()? else {
            let found = "the formula contradicts itself".into();
            let weights = self.weights.as_ref().map(|_| Vec::new());
            return Ok(Reduced { problem: contradiction().map_err(failed)?, weights, found, back: None });
        };
        let shown = self.shown.clone().unwrap_or_else(|| (1..=self.n_variables).collect());
        let Some(Built { problem, literals, factors }) = build(&recovered, &self.naming).map_err(failed)? else {
            return Err(recovered.too_many_sums());
        };
        let problem = match &recovered.shown {
            Some(open) => problem.projected(shown_options(open, &literals)).without_usual_costs(HIDDEN),
            None => priced(problem, &literals, (self, &recovered), &shown).map_err(failed)?,
        };
        let weights = self.weights.as_ref().map(|weights| recovered.weighed(weights, &problem, (&literals, &factors)));
        let found = recovered.in_words();
        let unchosen = unchosen(&literals);
        let naming = self.naming.clone();
        let back = Back { models: recovered.models, literals, unchosen, shown, naming };
        Ok(Reduced { problem, weights, found, back: Some(back) })
    }
}

impl Formula {
    /// The problem in which sums, and the clauses behind the first `n_hard`, may be given up: each has a variable of its own that makes it true, and costs 1. Clauses come first.
    pub(crate) fn relaxed(mut self, n_hard: usize) -> Option<Relaxed> {
        let n = self.n_variables;
        let soft = self.clauses.iter_mut().skip(n_hard);
        let n_soft = soft.zip(n + 1..).map(|(clause, number)| clause.push(positive(number))).count();
        let sums = std::mem::take(&mut self.sums);
        let n_all = n_soft + sums.len();
        self.sums = sums.iter().zip(n + n_soft + 1..).flat_map(|(sum, number)| sum.unless(positive(number))).collect();
        self.n_variables += n_all;
        (self.costs, self.is_maximized) =
            (Some((n + 1..=n + n_all).map(|number| (1, positive(number))).collect()), false);
        let Reduced { problem, back, .. } = self.reduced().ok()?;
        let given_up = Box::new(move |solution: &[OptionId]| {
            let is_true = back.as_ref().map_or_else(|| vec![false; n + 1 + n_all], |back| back.values(solution));
            (0..n_all).filter(|place| is_true[n + 1 + place]).collect()
        });
        Some(Relaxed { problem, given_up })
    }
}

/// The options of these variables, which are sorted.
fn shown_options(variables: &[usize], literals: &[Option<Literal>]) -> Vec<OptionId> {
    let is_one = |literal: &Option<Literal>| literal.is_some_and(|it| variables.binary_search(&variable(it)).is_ok());
    let places = literals.iter().enumerate().filter(|(_, literal)| is_one(literal)).map(|(place, _)| place);
    places.map(OptionId::from_index).collect()
}

/// The opposites of literals that have an option where the opposite has none.
fn unchosen(literals: &[Option<Literal>]) -> Vec<Literal> {
    let all: BTreeSet<Literal> = literals.iter().flatten().copied().collect();
    all.iter().map(|literal| -literal).filter(|opposite| !all.contains(opposite)).collect()
}

/// The problem that has no solution: an item without options.
fn contradiction() -> Result<Problem, ProblemError> {
    let mut builder = Problem::builder();
    builder.primary("contradiction")?;
    Ok(builder.build())
}

/// The problem whose only solution is one option.
fn known() -> Result<Problem, ProblemError> {
    let mut builder = Problem::builder();
    let item = builder.primary("known")?;
    builder.option(&[item])?;
    Ok(builder.build())
}

/// Adds the costs of models: without costs, the number of shown variables that are true.
fn priced(
    problem: Problem,
    literals: &[Option<Literal>],
    (formula, recovered): (&Formula, &Recovered),
    shown: &[usize],
) -> Result<Problem, ProblemError> {
    let usual = || shown.iter().map(|&number| (1, positive(number))).collect();
    let wanted = formula.costs.clone().unwrap_or_else(usual);
    let Some((weights, constant)) = recovered.weights(formula, literals, &wanted) else {
        // Where nothing is open the weight of the model needs an option, too.
        let problem = if recovered.open.is_empty() { known()? } else { problem };
        return Ok(problem.without_usual_costs(UNPRICED));
    };
    let (problem, by_place) = match recovered.open.last() {
        None => (known()?, vec![constant]),
        Some(last) => (problem, recovered.costs(literals, &weights, constant, 2 * last + 2)),
    };
    let cost = |option: OptionId| match literals.get(option.index()).copied().flatten() {
        Some(literal) => by_place[place(literal)],
        None if recovered.open.is_empty() => constant,
        None => 0,
    };
    if formula.costs.is_none() {
        return problem.with_usual_costs(cost);
    }
    let priced = problem.with_costs(|option| Decimal::new(cost(option), formula.cost_digits))?;
    Ok(if formula.is_maximized { priced.maximized() } else { priced })
}

impl Recovered {
    /// The error for a sum that takes too many values, which is one of the longest.
    fn too_many_sums(&self) -> FamilyError {
        let longest = self.sums.iter().max_by_key(|sum| sum.terms.len());
        let of = longest.map(|sum| {
            let largest = sum.terms.iter().map(|(number, _)| number).max();
            format!(" of {} numbers up to {}", sum.terms.len(), largest.map_or(0, |&number| number))
        });
        let what = format!("a sum{} takes too many different values", of.unwrap_or_default());
        FamilyError::new(what, "take smaller numbers, such as rounded ones, or fewer different ones")
    }

    /// The costs of literals if these variables have these costs, and the cost to be paid in any case; none if it is not such a sum.
    fn weights(
        &self,
        formula: &Formula,
        chosen: &[Option<Literal>],
        wanted: &[(i64, Literal)],
    ) -> Option<(Vec<(i64, Literal)>, i64)> {
        let values = self.models.values();
        let eliminated: BTreeSet<usize> = self.eliminated.iter().copied().collect();
        let open = wanted.iter().filter(|(_, literal)| values.value(*literal).is_none());
        let roots: Vec<(i64, Literal)> = open.map(|&(cost, literal)| (cost, values.root(literal))).collect();
        let asked = roots.iter().map(|&(_, root)| variable(root)).filter(|it| eliminated.contains(it));
        let asked: BTreeSet<usize> = asked.collect();
        // One that is false where a sum is 1 would count backwards.
        if roots.iter().any(|&(_, root)| root < 0 && asked.contains(&variable(root))) {
            return None;
        }
        let chosen: Vec<Literal> = chosen.iter().flatten().copied().collect();
        let asked: Vec<usize> = asked.into_iter().collect();
        let none = Some(BTreeMap::new());
        let sums = if asked.is_empty() { none } else { as_sums(formula, &self.structure, &chosen, &asked) }?;
        let instead = |root: Literal| sums.get(&variable(root)).cloned().unwrap_or_else(|| vec![root]);
        let weights = roots.iter().flat_map(|&(cost, root)| instead(root).into_iter().map(move |it| (cost, it)));
        let known = wanted.iter().filter(|(_, literal)| values.value(*literal) == Some(true));
        Some((weights.collect(), known.map(|(cost, _)| cost).sum()))
    }

    /// By the place of a literal the cost of its option.
    fn costs(
        &self,
        chosen: &[Option<Literal>],
        weights: &[(i64, Literal)],
        mut constant: i64,
        n_places: usize,
    ) -> Vec<i64> {
        let mut by_place = vec![0; n_places];
        let has_option: BTreeSet<Literal> = chosen.iter().flatten().copied().collect();
        let item_of: BTreeMap<Literal, &Vec<Literal>> =
            self.structure.exactly.iter().flat_map(|item| item.iter().map(move |&literal| (literal, item))).collect();
        for &(cost, literal) in weights {
            // What has no option is true where another of the item of its opposite is chosen.
            if has_option.contains(&literal) {
                by_place[place(literal)] += cost;
            } else if let Some(item) = item_of.get(&-literal) {
                let others = item.iter().filter(|&&other| other != -literal);
                others.for_each(|&other| by_place[place(other)] += cost);
            } else if has_option.contains(&-literal) {
                // What no option of a table of factors says is paid unless its opposite is chosen.
                constant += cost;
                by_place[place(-literal)] -= cost;
            }
        }
        // Exactly one option of an item is chosen: what is paid in any case is added to all of them.
        self.some_item().into_iter().for_each(|literal| by_place[place(literal)] += constant);
        by_place
    }

    /// Literals one of which is true in each model, and covers an item of its own.
    pub(super) fn some_item(&self) -> Vec<Literal> {
        let both = |&number: &usize| vec![positive(number), -positive(number)];
        // Not all options of a factor say whether it is true.
        let factors: BTreeSet<usize> = self.factors.iter().map(|factor| variable(factor.literal)).collect();
        let variable = || self.open.iter().find(|number| !factors.contains(number)).map(both);
        if let Some(shown) = &self.shown {
            return shown.first().map(both).unwrap_or_default();
        }
        self.structure.exactly.first().cloned().or_else(variable).unwrap_or_default()
    }

    fn in_words(&self) -> String {
        let structure = &self.structure;
        let parts = [
            (structure.exactly.len(), "exactly-one items"),
            (structure.at_most.len(), "at-most-one items"),
            (structure.at_least.len(), "clauses left"),
            (self.factors.len(), "factors"),
            (self.parities.len(), "parities"),
            (self.sums.len(), "sums"),
            (self.eliminated.len(), "variables that others settle, taken out"),
            (self.n_hall, "items by counting"),
            (self.shown.as_ref().map_or(0, |shown| self.open.len() - shown.len()), "hidden variables left"),
        ];
        let words = parts.iter().filter(|(number, _)| *number > 0).map(|(number, what)| format!("{number} {what}"));
        let words: Vec<String> = std::iter::once(format!("{} variables", self.open.len())).chain(words).collect();
        format!("found {}", words.join(", "))
    }
}

impl Reduced {
    /// The question for the number of models, and how they are written.
    pub(crate) fn into_question(self, name: &str) -> (CountQuery, Option<Drawing>) {
        let obstacle = self.back.is_none().then(|| "the formula cannot be satisfied".into());
        let question = CountQuery::from(self.problem.with_name(name)).saying(self.found).impossible(obstacle);
        let question = question.standing_for(Models::default());
        (question, Some(drawing(self.back)))
    }
}

fn drawing(back: Option<Back>) -> Drawing {
    let end = matches!(&back, Some(Back { naming: Naming::Numbers, .. })).then_some("0");
    let back = Arc::new(back);
    let sums = Arc::clone(&back);
    Drawing::values(end, move |solution| {
        let Some(back) = &*back else { return Vec::new() };
        let (is_true, naming) = (back.values(solution), &back.naming);
        let is_written = |&number: &usize| is_true[number] || !matches!(naming, Naming::Names(_));
        let literal = |number: usize| if is_true[number] { positive(number) } else { -positive(number) };
        back.shown.iter().copied().filter(is_written).filter_map(|number| naming.of(literal(number))).collect()
    })
    .summing(move |literal| sums.as_ref().as_ref()?.sum(literal))
}
