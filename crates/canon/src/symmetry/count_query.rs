//! The question about a problem: how many solutions it has, or how many that no symmetry carries into one another.
//!
//! Solutions up to symmetry are the orbits of a group that acts on them, and the lemma of Cauchy, Frobenius and Burnside counts orbits without
//! looking at any: their number is the mean, over the group, of the number of solutions that a symmetry leaves as they are. Each of these numbers is the count of a [`Term`].

use std::sync::Arc;

use super::classes::IsomorphismClasses;
use super::conditions::Conditions;
use super::equivalence::Equivalence;
use super::group::{Group, GroupError};
use super::label::{EFFORT_OF_GROUP, symmetric};
use super::symmetry_problem::{Keep, SymmetryProblem};
use super::term::{Term, fixed_by};
use dlx_core::problem::{Constraints, OptionId, Problem, ProblemError};
use dlx_core::tally::{Count, Ratio};

/// A number of solutions, or of their classes: the weighted sum of the counts of some problems, divided by a number that divides it.
///
/// ```
/// use dlx_count::{family::queens, symmetry::CountQuery};
///
/// let question = CountQuery::from(queens(8));
/// assert_eq!((question.terms().len(), question.divisor()), (1, 1));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountQuery {
    terms: Vec<Term>,
    divisor: u32,
    obstacle: Option<String>,
    /// Solutions that it carries into one another count as one.
    equivalence: Option<Equivalence>,
    /// The group again, if it was found and has too many elements for the sum: it may have few classes of conjugates.
    kinds: Option<Arc<IsomorphismClasses>>,
    /// Is it answered in another way than by the sum?
    is_listed: bool,
    /// What symmetries have to keep in addition to options, when they are looked for.
    keep: Keep,
    /// What was found when the problem was made, in words; may be empty.
    found: String,
    /// How the text of the problem was read where it may be meant otherwise, in words; may be empty.
    doubt: String,
    models: Option<Models>,
    closed_form: Option<ClosedForm>,
    /// A larger problem that may be easier to count, and for how many of its solutions one of this one stands.
    larger: Option<(Box<Problem>, Count)>,
    conditions: Option<Conditions>,
}

/// A way to count without a search, such as a determinant.
#[derive(Clone)]
pub struct ClosedForm {
    way: &'static str,
    count: Arc<dyn Fn() -> Option<Count> + Send + Sync>,
}

impl ClosedForm {
    /// A way, in a word, and what counts so; none if that would take too long.
    pub fn new(way: &'static str, count: impl Fn() -> Option<Count> + Send + Sync + 'static) -> Self {
        Self { way, count: Arc::new(count) }
    }

    /// The count, and the way.
    #[must_use]
    pub fn count(&self) -> Option<(Count, &'static str)> {
        Some(((self.count)()?, self.way))
    }
}

/// Those of equal problems are equal if they go the same way.
impl PartialEq for ClosedForm {
    fn eq(&self, other: &Self) -> bool {
        self.way == other.way
    }
}

impl Eq for ClosedForm {}

impl std::fmt::Debug for ClosedForm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.way)
    }
}

/// What solutions stand for that are the models of a formula.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Models {
    /// Do some models count as one, as they differ in hidden variables alone?
    pub is_projected: bool,
    /// The weight of each option of the problem, if models have weights: that of a model is the product of the weights of its options.
    pub weights: Option<Vec<Ratio>>,
    /// A hidden variable that weighs something: then no weights are known.
    pub weighs_hidden: Option<usize>,
    /// Of how many literals the weight was not given, but that of their opposite was.
    pub n_assumed: usize,
}

impl From<Problem> for CountQuery {
    fn from(problem: Problem) -> Self {
        Self {
            terms: vec![Term::whole(problem)],
            divisor: 1,
            obstacle: None,
            equivalence: None,
            kinds: None,
            is_listed: false,
            keep: Keep::default(),
            found: String::new(),
            doubt: String::new(),
            models: None,
            closed_form: None,
            larger: None,
            conditions: None,
        }
    }
}

impl CountQuery {
    /// Asks for the solutions of a problem up to the products of these symmetries: solutions that one of them carries into one another count as one.
    /// A symmetry gives the image of every option, of the [original](Problem::original) problem if items are covered several times; it must carry solutions into solutions.
    ///
    /// # Panics
    /// If the symmetries generate a group with some millions of elements.
    #[must_use]
    pub fn up_to(problem: Problem, symmetries: &[Vec<OptionId>]) -> Self {
        let group = Group::generated_by(problem.original(), symmetries).expect("the symmetries of a board are few");
        Self::up_to_group(problem, group)
    }

    /// Asks for the solutions of the problem up to the group that these symmetries generate, under another name.
    ///
    /// # Errors
    /// If the group has too many elements to be listed.
    pub fn up_to_group_of(self, name: String, symmetries: &[Vec<OptionId>]) -> Result<Self, GroupError> {
        let problem = self.problem().clone().with_name(name);
        let group = Group::generated_by(problem.original(), symmetries)?;
        Ok(Self::up_to_group(problem, group))
    }

    /// Asks for the solutions of a problem up to all of its symmetries, which are looked for.
    ///
    /// ```
    /// use dlx_count::{Session, family::latin, symmetry::CountQuery};
    ///
    /// // Latin squares of order 4 up to the order of rows, columns and symbols, and the exchange of these three: two main classes.
    /// let question = CountQuery::up_to_all(latin(4, false)?)?;
    /// assert_eq!(Session::builder().threads(2).build()?.count(&question)?.count.to_u64(), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Where they are too many to be listed, one solution of each kind is to be grown: see [`Grower`](super::Grower), and [`Conjugate`](super::Conjugate) for their number.
    ///
    /// Where items are covered several times, the symmetries are those of the [original](Problem::original) problem that keep how often.
    ///
    /// # Errors
    /// If they take too long to find, or are too many to be listed where items are covered several times and there are equal options.
    pub fn up_to_all(problem: Problem) -> Result<Self, GroupError> {
        Self::up_to_those(problem, None, &Keep::default())
    }

    /// Asks for the solutions of a problem up to those of its symmetries that carry every item to one of the same kind.
    ///
    /// ```
    /// use dlx_count::{Session, family::latin, symmetry::CountQuery};
    ///
    /// // Isotopy: rows go to rows, columns to columns, symbols to symbols. An item is a cell (p), or a symbol in a row (r) or a column (c).
    /// let squares = latin(6, false)?;
    /// let kinds: Vec<u32> = squares.items().map(|item| squares.item_label(item).as_bytes()[0].into()).collect();
    /// let question = CountQuery::up_to_those_that_keep(squares, &kinds)?;
    /// assert_eq!(Session::builder().threads(2).build()?.count(&question)?.count.to_u64(), Some(22));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If they take too long to find.
    ///
    /// # Panics
    /// If the number of kinds is not that of the items.
    pub fn up_to_those_that_keep(problem: Problem, kinds: &[u32]) -> Result<Self, GroupError> {
        assert_eq!(kinds.len(), problem.original().n_items(), "a kind for each item");
        Self::up_to_those(problem, Some(kinds), &Keep::default())
    }

    /// Sets what symmetries have to keep in addition to options when they are looked for.
    #[must_use]
    pub fn keeping(self, keep: Keep) -> Self {
        Self { keep, ..self }
    }

    /// Asks for the solutions of the problem up to those of its symmetries that carry every item to one of the same kind, if there are kinds, and [keep](Self::keeping) what they have to keep.
    ///
    /// # Errors
    /// As for [`up_to_all`](Self::up_to_all).
    ///
    /// # Panics
    /// If there are kinds, and their number is not that of the items.
    pub fn up_to_its_symmetries(self, name: String, kinds: Option<&[u32]>) -> Result<Self, GroupError> {
        let is_right = kinds.is_none_or(|kinds| kinds.len() == self.problem().original().n_items());
        assert!(is_right, "a kind for each item");
        Self::up_to_those(self.problem().clone().with_name(name), kinds, &self.keep)
    }

    fn up_to_those(problem: Problem, kinds: Option<&[u32]>, keep: &Keep) -> Result<Self, GroupError> {
        GroupError::unless_connected(&problem)?;
        let asked = SymmetryProblem::original(&problem, kinds).keeping(keep);
        let symmetric = symmetric(&asked, EFFORT_OF_GROUP).ok_or(GroupError::TooHard)?;
        match Group::listed_if_small(&problem, &symmetric) {
            Ok(group) => {
                let question = Self::up_to_group(problem, group);
                let kinds = question.is_listed.then(|| IsomorphismClasses::among(question.problem(), symmetric));
                let kinds = kinds
                    .transpose()
                    .or_else(|error| if error == GroupError::Several { Ok(None) } else { Err(error) })?;
                Ok(Self { kinds: kinds.map(Arc::new), ..question })
            }
            Err(GroupError::TooLarge { .. }) => {
                let kinds = Arc::new(IsomorphismClasses::among(&problem, symmetric)?);
                let equivalence = Some(Equivalence::Grown(Arc::clone(&kinds)));
                Ok(Self { equivalence, kinds: Some(kinds), is_listed: true, ..Self::from(problem) })
            }
            Err(error) => Err(error),
        }
    }

    fn up_to_group(problem: Problem, group: Group) -> Self {
        let divisor = u32::try_from(group.order()).expect("permutations kept in memory are fewer than 2^32");
        let fixed = fixed_by(&problem, &group);
        let is_listed = fixed.is_none();
        let terms = fixed.unwrap_or_else(|| vec![Term::whole(problem)]);
        let equivalence = Some(Equivalence::Listed(Arc::new(group)));
        Self {
            terms,
            divisor,
            obstacle: None,
            equivalence,
            kinds: None,
            is_listed,
            keep: Keep::default(),
            found: String::new(),
            doubt: String::new(),
            models: None,
            closed_form: None,
            larger: None,
            conditions: None,
        }
    }

    /// Renames the question.
    #[must_use]
    pub fn called(mut self, name: impl Into<String>) -> Self {
        let name = name.into();
        for term in &mut self.terms {
            let problem = std::mem::replace(&mut term.problem, Problem::builder().build());
            term.problem = problem.with_name(name.clone());
        }
        self
    }

    /// Adds demands on the solutions.
    ///
    /// # Errors
    /// If the problem grows past 2^32 - 3 nodes.
    ///
    /// # Panics
    /// If it is asked up to symmetry, since a demand may break the symmetry (the demand that no option can be spared breaks none), or if an item or option does not belong to the problem.
    pub fn constrained(self, demands: &Constraints) -> Result<Self, ProblemError> {
        if demands.is_empty() {
            return Ok(self);
        }
        let problem = self.problem().constrained(demands)?;
        match &self.equivalence {
            Some(Equivalence::Listed(group)) if demands.keep_symmetry() || group.order() == 1 => {
                Ok(Self::up_to_group(problem, Group::clone(group)))
            }
            Some(_) => panic!("demands may break a symmetry"),
            // Why there was no solution may not hold any more.
            None => Ok(Self::from(problem).keeping(self.keep)),
        }
    }

    /// Notes that the answer is known to be 0, for a reason given in words.
    #[must_use]
    pub fn impossible(mut self, obstacle: Option<String>) -> Self {
        self.obstacle = obstacle;
        self
    }

    /// The problems to count; the first is the one that was asked about.
    #[must_use]
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The problem that was asked about.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.terms[0].problem
    }

    /// What the weighted sum is to be divided by.
    #[must_use]
    pub fn divisor(&self) -> u32 {
        self.divisor
    }

    /// The equivalence by which solutions count as one, if there is one.
    #[must_use]
    pub fn equivalence(&self) -> Option<&Equivalence> {
        self.equivalence.as_ref()
    }

    /// The symmetries, if their classes of conjugates, or one solution of each kind, may give the answer.
    #[must_use]
    pub fn kinds(&self) -> Option<&Arc<IsomorphismClasses>> {
        self.kinds.as_ref()
    }

    /// Is it answered in another way than by the sum of its terms, because there are too many terms, or the group has too many elements?
    #[must_use]
    pub fn is_listed(&self) -> bool {
        self.is_listed
    }

    /// Is it the count of the solutions of one problem and nothing else, so that tasks of that problem add up to the answer?
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.terms.len() == 1 && self.divisor == 1 && !self.is_listed
    }

    /// Notes in words what was found when the problem was made.
    #[must_use]
    pub fn saying(self, found: impl Into<String>) -> Self {
        Self { found: found.into(), ..self }
    }

    /// What was found when the problem was made; may be empty.
    #[must_use]
    pub fn found(&self) -> &str {
        &self.found
    }

    /// Notes in words how the text of the problem was read, where it may be meant otherwise.
    #[must_use]
    pub fn doubting(self, doubt: impl Into<String>) -> Self {
        Self { doubt: doubt.into(), ..self }
    }

    /// How the text of the problem was read where it may be meant otherwise; may be empty.
    #[must_use]
    pub fn doubt(&self) -> &str {
        &self.doubt
    }

    /// Notes that solutions are models of a formula, and what kind of models.
    #[must_use]
    pub fn standing_for(self, models: Models) -> Self {
        Self { models: Some(models), ..self }
    }

    /// What kind of models solutions are, if they are models of a formula.
    #[must_use]
    pub fn models(&self) -> Option<&Models> {
        self.models.as_ref()
    }

    /// Says which conditions its problem was made from.
    #[must_use]
    pub fn made_from(self, conditions: Conditions) -> Self {
        Self { conditions: Some(conditions), ..self }
    }

    /// The conditions that its problem was made from, if its items are others.
    #[must_use]
    pub const fn conditions(&self) -> Option<&Conditions> {
        self.conditions.as_ref()
    }

    /// Says how its solutions are counted without a search, if they can be.
    #[must_use]
    pub fn counted_by(self, closed_form: Option<ClosedForm>) -> Self {
        Self { closed_form, ..self }
    }

    /// How its solutions are counted without a search.
    #[must_use]
    pub fn closed_form(&self) -> Option<&ClosedForm> {
        self.closed_form.as_ref()
    }

    /// Says that a larger problem, which has more symmetries and may be easier to count, has this many times as many solutions. Counts to which no bound is set, and for which no engine is chosen, are then made of that one.
    ///
    /// ```
    /// use dlx_count::{Session, family::latin, symmetry::CountQuery};
    ///
    /// // 4! 3! squares have the same reduced one.
    /// let reduced = CountQuery::from(latin(4, true)?).part_of(latin(4, false)?, 144u64.into());
    /// assert_eq!(Session::new()?.count(&reduced)?.count.to_u64(), Some(4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn part_of(self, larger: Problem, times: Count) -> Self {
        Self { larger: Some((Box::new(larger), times)), ..self }
    }

    /// A larger problem that has this many times as many solutions.
    #[must_use]
    pub fn larger(&self) -> Option<(&Problem, &Count)> {
        self.larger.as_ref().map(|(problem, times)| (&**problem, times))
    }

    /// Why there can be no solution, if that is known beforehand.
    #[must_use]
    pub fn obstacle(&self) -> Option<&str> {
        self.obstacle.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dlx_core::problem::ItemId;

    fn rows(n: usize) -> Problem {
        let mut builder = Problem::builder();
        let items: Vec<ItemId> = (0..n).map(|k| builder.primary(k.to_string()).unwrap()).collect();
        for &item in &items {
            builder.option(&[item]).unwrap();
            builder.option(&[item]).unwrap();
        }
        builder.build()
    }

    #[test]
    fn each_symmetry_leaves_an_exact_cover_problem() {
        // Two options for each of two items: exchange the options of the first item, or the items.
        let [a, b, c, d] = [0, 1, 2, 3].map(OptionId::from_index);
        let question = CountQuery::up_to(rows(2), &[vec![b, a, c, d], vec![c, d, a, b]]);
        assert_eq!(question.divisor(), 8);
        assert_eq!(question.terms().iter().map(|term| term.weight).sum::<u32>(), 8);
        assert_eq!(question.problem(), &rows(2));
    }
}
