//! Turns a formula into a problem, clause by clause, as it is written. The proof is in `mod.rs`.

use std::sync::Arc;

use super::read::Cnf;
use crate::drawing::Drawing;
use crate::error::FamilyError;
use crate::formula::{Formula, HiddenVariables, Literal, LiteralWeights, Projection, Reduced, variable};
use dlx_canon::symmetry::{Conditions, CountQuery, Models};
use dlx_core::problem::{Color, ItemId, OptionId, Problem, ProblemBuilder, ProblemError};
use dlx_core::tally::Ratio;

/// The most items in all options together.
const MAX_CELLS: usize = 1 << 26;

/// A problem, and the literal that each of its options makes true, if it does.
struct Plain {
    problem: Problem,
    weights: Option<Vec<Ratio>>,
    literals: Vec<Option<Literal>>,
    shown: Option<Vec<usize>>,
}

impl Cnf {
    /// The problem whose solutions are the models, or the shown parts of models, with the items that the clauses mean.
    ///
    /// # Errors
    /// If it grows too large, or a hidden variable cannot be eliminated.
    pub fn problem(&self) -> Result<Problem, FamilyError> {
        Ok(self.reduced(HiddenVariables::Eliminated)?.problem)
    }

    /// The problem with the same solutions that has an item for each clause.
    ///
    /// # Errors
    /// If it grows too large, or a hidden variable cannot be eliminated.
    pub fn problem_as_written(&self) -> Result<Problem, FamilyError> {
        Ok(self.plain()?.problem)
    }

    /// The question for the models, with the weights of options, if the file has weights.
    ///
    /// ```
    /// use dlx_count::{Session, family::Cnf};
    ///
    /// // Of two coins, which show heads in one and two of three cases, at least one does.
    /// let question = Cnf::read("p cnf 2 1\nc p weight 1 1/3 0\nc p weight 2 2/3 0\n1 2 0\n")?.question()?;
    /// let weights = question.models().and_then(|models| models.weights.clone()).unwrap();
    /// let sum = Session::new()?.weigh_by(question.problem(), 0, &|_| vec![], &weights)?;
    /// assert_eq!(sum.compositions[&vec![]].to_string(), "7/9");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`problem`](Self::problem).
    pub fn question(&self) -> Result<CountQuery, FamilyError> {
        Ok(self.drawn("")?.0)
    }

    /// The question with the same answers that has an item for each clause.
    ///
    /// # Errors
    /// As for [`question`](Self::question).
    pub fn question_as_written(&self) -> Result<CountQuery, FamilyError> {
        Ok(self.drawn_as_written("")?.0)
    }

    /// The question for the number of models, or their weight, and nothing else: hidden variables whose elimination would make the formula longer stay in the problem, of which then only the options of shown variables
    /// are [shown](Problem::shown).
    ///
    /// ```
    /// use dlx_count::{Session, family::Cnf};
    ///
    /// let question = Cnf::read("p cnf 3 2\nc p show 1 2 0\n1 3 0\n2 -3 0\n")?.counted_question()?;
    /// assert_eq!(Session::new()?.count(&question)?.count.to_string(), "3"); // one of both is true
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the problem grows too large.
    pub fn counted_question(&self) -> Result<CountQuery, FamilyError> {
        self.counted("")
    }

    pub(super) fn counted(&self, name: &str) -> Result<CountQuery, FamilyError> {
        let left = self.drawn_with(HiddenVariables::Left, name);
        match left {
            // The factor that all models have is that of an option that is shown.
            Ok((question, _)) if self.weights.is_some() && question.problem().shown() == Some(&[]) => {
                Ok(self.drawn(name)?.0)
            }
            left => Ok(left?.0),
        }
    }

    /// The question under a name, and what writes its solutions.
    pub(super) fn drawn(&self, name: &str) -> Result<(CountQuery, Option<Drawing>), FamilyError> {
        self.drawn_with(HiddenVariables::Eliminated, name)
    }

    fn drawn_with(&self, hidden: HiddenVariables, name: &str) -> Result<(CountQuery, Option<Drawing>), FamilyError> {
        let mut reduced = self.reduced(hidden)?;
        let models = self.models(reduced.weights.take());
        let (question, drawing) = reduced.into_question(name);
        Ok((question.standing_for(models), drawing))
    }

    pub(super) fn drawn_as_written(&self, name: &str) -> Result<(CountQuery, Option<Drawing>), FamilyError> {
        let plain = self.plain()?;
        let question = CountQuery::from(plain.problem.clone().with_name(name));
        let models = self.models(plain.weights.clone());
        Ok((question.standing_for(models), Some(plain.drawing())))
    }

    /// Its clauses, to find out which of them clash.
    #[must_use]
    pub fn conditions(self: &Arc<Self>) -> Conditions {
        let (one, some) = (Arc::clone(self), Arc::clone(self));
        let in_words = move |place: usize| {
            let literals = one.clauses[place].iter().map(|literal| format!("{literal} "));
            literals.collect::<String>() + "0"
        };
        let problem = move |places: &[usize]| {
            let clauses = places.iter().map(|&place| some.clauses[place].clone()).collect();
            Self { n_variables: some.n_variables, clauses, ..Self::default() }.problem().ok()
        };
        let all = Arc::clone(self);
        let relaxed = move || {
            let (n_variables, clauses) = (all.n_variables, all.clauses.clone());
            Formula { n_variables, clauses, ..Formula::default() }.relaxed(0)
        };
        Conditions::new((self.clauses.len(), "clause"), in_words, problem, relaxed)
    }

    fn reduced(&self, hidden: HiddenVariables) -> Result<Reduced, FamilyError> {
        let (n_variables, clauses, shown) = (self.n_variables, self.clauses.clone(), self.shown.clone());
        let weights = self.weights.clone().filter(|_| self.weighs_hidden().is_none());
        Formula { n_variables, clauses, shown, weights, hidden, ..Formula::default() }.reduced()
    }

    /// A hidden variable that weighs something: then shown parts of models have no weights.
    fn weighs_hidden(&self) -> Option<usize> {
        self.weights.as_ref()?.stranger(self.shown.as_deref()?)
    }

    /// What kind of models solutions stand for, if options have these weights.
    fn models(&self, weights: Option<Vec<Ratio>>) -> Models {
        let is_hiding = self.shown.as_ref().is_some_and(|shown| shown.len() < self.n_variables);
        let is_projected = self.is_projected.unwrap_or(self.shown.is_some());
        let (is_projected, weighs_hidden) = (is_projected || is_hiding, self.weighs_hidden());
        Models { is_projected, weights, weighs_hidden, n_assumed: self.n_assumed }
    }

    fn plain(&self) -> Result<Plain, FamilyError> {
        let projection = Projection::new(self.n_variables, &self.clauses, self.shown.as_deref())?;
        let cells = projection.clauses.iter().map(|clause| clause.len() * (clause.len() + 3) / 2);
        if cells.fold(0, usize::saturating_add) > MAX_CELLS {
            let help = format!("clauses of k literals take k (k + 3) / 2 of {MAX_CELLS} items");
            return Err(FamilyError::new("the clauses are too long", help));
        }
        let kept: Vec<usize> = (1..=self.n_variables).filter(|&variable| projection.is_kept[variable]).collect();
        let problem = build(&kept, &projection.clauses, self.shown.as_deref());
        let problem = problem.map_err(|error| FamilyError::new(error.to_string(), "take a smaller formula"))?;
        let both = |&variable: &usize| {
            i32::try_from(variable).map(|literal| [Some(literal), Some(-literal)]).unwrap_or_default()
        };
        let literals: Vec<Option<Literal>> = kept.iter().flat_map(both).collect();
        let one = Ratio::from(1);
        let weigh = |weights: &LiteralWeights| {
            let weight = |place: usize| literals.get(place).copied().flatten().and_then(|literal| weights.of(literal));
            (0..problem.n_options()).map(|place| weight(place).unwrap_or(&one).clone()).collect()
        };
        let weights = self.weights.as_ref().filter(|_| self.weighs_hidden().is_none()).map(weigh);
        Ok(Plain { problem, weights, literals, shown: self.shown.clone() })
    }
}

impl Plain {
    /// Writes a model as DIMACS does.
    fn drawing(self) -> Drawing {
        let (literals, shown) = (self.literals, self.shown);
        let is_shown = move |&literal: &Literal| {
            shown.as_ref().is_none_or(|shown| shown.binary_search(&variable(literal)).is_ok())
        };
        Drawing::values(Some("0"), move |solution| {
            let chosen = solution.iter().filter_map(|option| literals.get(option.index()).copied().flatten());
            let mut chosen: Vec<Literal> = chosen.filter(&is_shown).collect();
            chosen.sort_unstable_by_key(|literal| literal.unsigned_abs());
            chosen.iter().map(Literal::to_string).collect()
        })
    }
}

fn build(kept: &[usize], clauses: &[Vec<Literal>], shown: Option<&[usize]>) -> Result<Problem, ProblemError> {
    let mut builder = Problem::builder();
    let variables = builder.primaries(kept.iter().map(|variable| format!("x{variable}")))?;
    let items = builder.primaries((1..=clauses.len()).map(|clause| format!("c{clause}")))?;
    let values = builder.secondaries(kept.iter().map(|variable| format!("v{variable}")))?;
    let colors = [builder.color("f")?, builder.color("t")?];
    // What makes a literal true: a color of its variable, all of which are there.
    let cell = |literal: Literal| {
        let place = kept.binary_search(&variable(literal)).unwrap_or_default();
        (values[place], colors[usize::from(literal > 0)])
    };
    for (place, &item) in variables.iter().enumerate() {
        for color in [colors[1], colors[0]] {
            builder.colored_option(&[(item, Color::NONE), (values[place], color)])?;
        }
    }
    for (&item, clause) in items.iter().zip(clauses) {
        add(&mut builder, item, clause, cell)?;
    }
    // What a model counts for: its variables that are shown and true.
    let is_shown = |variable: &usize| shown.is_none_or(|shown| shown.binary_search(variable).is_ok());
    let is_true =
        |option: OptionId| option.index().is_multiple_of(2) && kept.get(option.index() / 2).is_some_and(is_shown);
    builder.build().with_usual_costs(|option| i64::from(is_true(option)))
}

/// For each literal of a clause the option that it is the first to be true.
fn add(
    builder: &mut ProblemBuilder,
    item: ItemId,
    clause: &[Literal],
    cell: impl Fn(Literal) -> (ItemId, Color),
) -> Result<(), ProblemError> {
    for (place, &literal) in clause.iter().enumerate() {
        let before = clause[..place].iter().map(|&literal| cell(-literal));
        let cells: Vec<(ItemId, Color)> =
            std::iter::once((item, Color::NONE)).chain(before).chain([cell(literal)]).collect();
        builder.colored_option(&cells)?;
    }
    Ok(())
}
