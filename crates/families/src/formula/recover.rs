//! The steps from a formula to its items, in their order.

use std::collections::BTreeSet;

use super::cardinality;
use super::clauses::Clauses;
use super::cliques::ClauseStructure;
use super::equal::unite_equal;
use super::factors::{self, WeightedAnd};
use super::hall::tighten;
use super::helpers::{self, AskedOf};
use super::literal::{Clause, Contradiction, Literal, variable};
use super::model::{Eliminated, WayBack};
use super::parity::{self, Parity};
use super::probe::forced;
use super::project::{MAX_LITERALS, Projection};
use super::reduced::Naming;
use super::slack;
use super::subsume::subsume;
use super::sums::{self, WeightedSum};
use super::units::propagate;
use super::values::Values;
use super::weights::LiteralWeights;
use crate::error::FamilyError;

/// A formula: clauses, which are normal, and sums.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Formula {
    pub(crate) n_variables: usize,
    pub(crate) clauses: Vec<Clause>,
    pub(crate) sums: Vec<WeightedSum>,
    /// The variables by which models are told apart, if not by all; sorted.
    pub(crate) shown: Option<Vec<usize>>,
    /// What literals cost where they are true, if costs are given.
    pub(crate) costs: Option<Vec<(i64, Literal)>>,
    /// 10^`cost_digits` of their units make 1.
    pub(crate) cost_digits: u32,
    /// Is the greatest sum of them asked for?
    pub(crate) is_maximized: bool,
    /// What literals weigh, if models have weights.
    pub(crate) weights: Option<LiteralWeights>,
    pub(crate) naming: Naming,
    /// What becomes of hidden variables that shown ones do not settle.
    pub(crate) hidden: HiddenVariables,
}

/// What becomes of hidden variables that shown ones do not settle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum HiddenVariables {
    /// They are eliminated: each solution is the shown part of a model.
    #[default]
    Eliminated,
    /// They are eliminated if the formula does not get longer, and otherwise left to a search that counts solutions by their shown options.
    Left,
    /// They are left to that search, for tests of it.
    #[cfg(test)]
    AllLeft,
}

/// The contents of a formula, and the steps from values of open variables to models.
#[derive(Clone, Debug)]
pub(super) struct Recovered {
    pub(super) structure: ClauseStructure,
    pub(super) parities: Vec<Parity>,
    pub(super) sums: Vec<WeightedSum>,
    pub(super) factors: Vec<WeightedAnd>,
    /// The variables whose values are to be chosen, sorted.
    pub(super) open: Vec<usize>,
    pub(super) models: WayBack,
    /// The open variables that are shown, if some open ones are hidden.
    pub(super) shown: Option<Vec<usize>>,
    /// The variables that were eliminated.
    pub(super) eliminated: Vec<usize>,
    pub(super) n_hall: usize,
}

impl Formula {
    /// Recovers the contents of the formula.
    pub(super) fn recovered(&self) -> Result<Result<Recovered, Contradiction>, FamilyError> {
        let mut work = Recovery::new(self);
        if work.count_literals().and_then(|()| work.simplify()).is_err() {
            return Ok(Err(Contradiction));
        }
        if self.shown.is_some() {
            match work.project(self.hidden) {
                Err(error) => return Err(error),
                Ok(Err(Contradiction)) => return Ok(Err(Contradiction)),
                Ok(Ok(())) => {}
            }
        }
        Ok(work.structured())
    }
}

/// A formula between two steps.
struct Recovery {
    n_variables: usize,
    clauses: Vec<Clause>,
    sums: Vec<WeightedSum>,
    /// Literals that cost something, or do not weigh what their opposites weigh.
    priced: Vec<Literal>,
    /// Do models have weights, and no costs?
    is_weighed: bool,
    values: Values,
    /// By variable: is it shown?
    is_shown: Vec<bool>,
    /// By variable: is it shown, or settled by shown ones, or hidden and left?
    is_kept: Vec<bool>,
    /// Are hidden variables left that shown ones do not settle? Then shown ones must stay, as solutions are told apart by them.
    is_hiding: bool,
    steps: Vec<Eliminated>,
    n_hall: usize,
    /// Clauses found by counting.
    counted: BTreeSet<Clause>,
}

impl Recovery {
    fn new(formula: &Formula) -> Self {
        let n_variables = formula.n_variables;
        let mut is_shown = vec![formula.shown.is_none(); n_variables + 1];
        formula.shown.iter().flatten().for_each(|&variable| is_shown[variable] = true);
        let telling = formula.weights.iter().flat_map(LiteralWeights::telling);
        Self {
            n_variables,
            clauses: formula.clauses.clone(),
            sums: formula.sums.clone(),
            priced: formula.costs.iter().flatten().map(|(_, literal)| *literal).chain(telling).collect(),
            is_weighed: formula.weights.is_some() && formula.costs.is_none(),
            values: Values::new(n_variables, is_shown.clone()),
            is_kept: is_shown.clone(),
            is_shown,
            is_hiding: false,
            steps: Vec::new(),
            n_hall: 0,
            counted: BTreeSet::new(),
        }
    }

    /// Units, equal literals, what follows from shorter clauses: until nothing is new.
    fn simplify(&mut self) -> Result<(), Contradiction> {
        loop {
            propagate(&mut self.clauses, &mut self.values)?;
            let mut is_new = sums::settle(&mut self.sums, &mut self.values, &mut self.clauses)?;
            is_new |= unite_equal(&self.clauses, &mut self.values)?;
            if !is_new && !subsume(self.n_variables, &mut self.clauses) {
                return Ok(());
            }
        }
    }

    /// Finds the sums that clauses encode with helpers. What other clauses say about the same variables would change these, so this comes first.
    fn count_literals(&mut self) -> Result<(), Contradiction> {
        propagate(&mut self.clauses, &mut self.values)?;
        let (in_sums, is_all_shown) = (self.in_sums(), self.is_shown.iter().skip(1).all(|&is| is));
        let mut is_helper = match is_all_shown {
            true => cardinality::settled_by_lower(&self.clauses, self.n_variables),
            false => self.is_shown.iter().map(|&is_shown| !is_shown).collect(),
        };
        is_helper.iter_mut().zip(in_sums).for_each(|(is, in_sums)| *is &= !in_sums);
        let counters = cardinality::take_out(&mut self.clauses, (&is_helper, &self.is_shown), is_all_shown)?;
        self.steps.extend(counters.steps);
        self.sums.extend(counters.sums);
        Ok(())
    }

    /// Eliminates the hidden variables that shown ones do not settle, or leaves them.
    fn project(&mut self, hidden: HiddenVariables) -> Result<Result<(), Contradiction>, FamilyError> {
        #[cfg(test)]
        if hidden == HiddenVariables::AllLeft {
            self.keep_hidden();
            return Ok(Ok(()));
        }
        self.eliminate_hidden(AskedOf::Nothing);
        if self.simplify().is_err() {
            return Ok(Err(Contradiction));
        }
        match self.projected_within(hidden) {
            Err(error) if hidden == HiddenVariables::Eliminated => Err(error),
            Err(_) => Ok(self.leave_hidden()),
            Ok(()) => Ok(self.simplify()),
        }
    }

    /// Eliminates all hidden variables that shown ones do not settle.
    fn projected_within(&mut self, hidden: HiddenVariables) -> Result<(), FamilyError> {
        let shown: Vec<usize> = (1..=self.n_variables).filter(|&variable| self.is_shown[variable]).collect();
        let most = match hidden {
            HiddenVariables::Eliminated => MAX_LITERALS,
            _ => self.clauses.iter().map(Vec::len).sum(),
        };
        let projection = Projection::within(most, self.n_variables, &self.clauses, Some(&shown))?;
        (self.clauses, self.is_kept) = (projection.clauses, projection.is_kept);
        Ok(())
    }

    /// Eliminates hidden variables, as long as there are not many more clauses without them. Returns whether there were any.
    fn eliminate_hidden(&mut self, asked: AskedOf) -> bool {
        let in_sums = self.in_sums();
        let mut clauses = Clauses::new(self.n_variables, std::mem::take(&mut self.clauses));
        let may_go = |variable: usize| !self.is_shown[variable] && !in_sums[variable];
        let steps = helpers::eliminate(self.n_variables, &mut clauses, may_go, |_| asked);
        let is_some = !steps.is_empty();
        self.steps.extend(steps);
        self.clauses = clauses.into_list();
        is_some
    }

    /// Leaves hidden variables that clauses are about, if any are left when those are eliminated that cost nothing. From here on they are variables like others, except that they may be eliminated, and shown ones may not.
    fn leave_hidden(&mut self) -> Result<(), Contradiction> {
        while self.eliminate_hidden(AskedOf::NothingElse) {
            self.simplify()?;
        }
        if self.projected_within(HiddenVariables::Left).is_ok() {
            return self.simplify();
        }
        self.keep_hidden();
        Ok(())
    }

    fn keep_hidden(&mut self) {
        self.is_hiding = true;
        self.clauses.iter().flatten().for_each(|&literal| self.is_kept[variable(literal)] = true);
    }

    /// By variable: is it in a sum, or does it have a price or a weight, or are solutions told apart by it, so that clauses do not say everything about it?
    fn in_sums(&self) -> Vec<bool> {
        let mut is_in = vec![false; self.n_variables + 2];
        if self.is_hiding {
            is_in[..=self.n_variables].copy_from_slice(&self.is_shown);
        }
        let terms = self.sums.iter().flat_map(|sum| &sum.terms).map(|(_, literal)| literal);
        terms.chain(&self.priced).for_each(|&literal| is_in[variable(self.values.root(literal))] = true);
        is_in
    }

    /// Finds items, and what follows from them, until nothing is new. Counting comes before elimination, which could take out the variables that it counts.
    fn structured(mut self) -> Result<Recovered, Contradiction> {
        loop {
            let clauses = Clauses::new(self.n_variables, self.clauses.clone());
            let forced = forced(self.n_variables, &clauses);
            if !forced.is_empty() {
                self.clauses.extend(forced.into_iter().map(|literal| vec![literal]));
                self.simplify()?;
                continue;
            }
            let structure = ClauseStructure::of(&clauses, self.n_variables);
            let mut new = tighten(&structure, &clauses, self.n_variables)?;
            // What was found before, and went as it follows from others, is not found again.
            new.retain(|clause| self.counted.insert(clause.clone()));
            if !new.is_empty() {
                self.n_hall += new.iter().filter(|clause| clause.len() > 2).count();
                self.clauses.extend(new);
                self.simplify()?;
            } else if !self.without_helpers(clauses)? {
                let factors = self.factors();
                let without =
                    || ClauseStructure::of(&Clauses::new(self.n_variables, self.clauses.clone()), self.n_variables);
                let structure = if factors.is_empty() { structure } else { without() };
                return self.finished(structure, factors);
            }
        }
    }

    /// Eliminates helper variables. Returns whether there were any.
    fn without_helpers(&mut self, mut clauses: Clauses) -> Result<bool, Contradiction> {
        let in_sums = self.in_sums();
        let steps = helpers::eliminate(
            self.n_variables,
            &mut clauses,
            |variable| !in_sums[variable],
            |variable| if self.is_hiding && !self.is_shown[variable] { AskedOf::NothingElse } else { AskedOf::Value },
        );
        let is_some = !steps.is_empty();
        if is_some {
            self.clauses = clauses.into_list();
            self.steps.extend(steps);
            self.simplify()?;
        }
        Ok(is_some)
    }

    /// Takes the definitions of variables out that weigh something, and that nothing else depends on.
    fn factors(&mut self) -> Vec<WeightedAnd> {
        if !self.is_weighed || self.is_hiding || !self.sums.is_empty() {
            return Vec::new();
        }
        let weighs = self.in_sums();
        factors::take_out(self.n_variables, &mut self.clauses, |variable| weighs[variable])
    }

    /// Moves sums of which at most one literal, or exactly one, is true to the items. Of a clause of such literals exactly one is true.
    fn take_items(&mut self, structure: &mut ClauseStructure) {
        let mut exclusive: Vec<BTreeSet<Literal>> = Vec::new();
        self.sums.retain(|sum| match sum.as_item() {
            Some((literals, is_exact)) => {
                exclusive.push(literals.iter().copied().collect());
                (if is_exact { &mut structure.exactly } else { &mut structure.at_most }).push(literals);
                false
            }
            None => true,
        });
        let is_exclusive = |clause: &mut Clause| {
            exclusive.iter().any(|literals| clause.iter().all(|literal| literals.contains(literal)))
        };
        structure.exactly.extend(structure.at_least.extract_if(.., is_exclusive));
    }

    /// By variable: do clauses not say everything about it?
    fn in_sums_or(&self, factors: &[WeightedAnd]) -> Vec<bool> {
        let mut is_in = self.in_sums();
        let literals = factors.iter().flat_map(|factor| factor.all.iter().chain([&factor.literal]));
        literals.for_each(|&literal| is_in[variable(literal)] = true);
        is_in
    }

    fn finished(
        mut self,
        mut structure: ClauseStructure,
        factors: Vec<WeightedAnd>,
    ) -> Result<Recovered, Contradiction> {
        self.take_items(&mut structure);
        let mut parities = parity::take_out(&mut structure.at_least);
        let mut is_elsewhere = self.in_sums_or(&factors);
        let lists = [&structure.exactly, &structure.at_most, &structure.at_least];
        lists.into_iter().flatten().flatten().for_each(|&literal| is_elsewhere[variable(literal)] = true);
        self.steps.extend(parity::eliminate(&mut parities, |variable| is_elsewhere[variable])?);
        let mut is_elsewhere = self.in_sums_or(&factors);
        parities.iter().flat_map(|parity| &parity.variables).for_each(|&variable| is_elsewhere[variable] = true);
        let steps = slack::take_out(&mut structure, self.n_variables, |variable| is_elsewhere[variable]);
        self.steps.extend(steps);
        structure.drop_contained(self.n_variables);
        let eliminated: Vec<usize> = self.steps.iter().map(Eliminated::variable).collect();
        let mut is_open: Vec<bool> = (0..=self.n_variables).map(|variable| self.is_kept[variable]).collect();
        is_open.iter_mut().enumerate().skip(1).for_each(|(variable, is)| *is &= self.values.is_open(variable));
        eliminated.iter().for_each(|&variable| is_open[variable] = false);
        let open: Vec<usize> = (1..=self.n_variables).filter(|&variable| is_open[variable]).collect();
        let is_hiding = self.is_hiding && open.iter().any(|&variable| !self.is_shown[variable]);
        let shown = is_hiding.then(|| open.iter().copied().filter(|&variable| self.is_shown[variable]).collect());
        self.values.flatten();
        let Self { n_variables, values, steps, sums, n_hall, .. } = self;
        let models = WayBack::new(n_variables, values, steps);
        Ok(Recovered { structure, parities, sums, factors, open, models, shown, eliminated, n_hall })
    }
}
