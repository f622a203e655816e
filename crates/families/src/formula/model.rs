//! Computes the values of all variables from the chosen options.

use super::literal::{Clause, Literal, positive, variable};
use super::values::Values;

/// How the value of a variable that was taken out follows from the others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Eliminated {
    /// It is true where one of these clauses, all of which have it, would not hold otherwise.
    Clauses { variable: usize, clauses: Vec<Clause> },
    /// The number of true ones among it and these others is odd, or even.
    Parity { variable: usize, others: Vec<usize>, is_odd: bool },
}

impl Eliminated {
    pub(super) fn variable(&self) -> usize {
        match self {
            Self::Clauses { variable, .. } | Self::Parity { variable, .. } => *variable,
        }
    }

    fn value(&self, is_true: impl Fn(Literal) -> bool) -> bool {
        match self {
            Self::Clauses { variable: it, clauses } => {
                let is_asked_for =
                    |clause: &Clause| clause.iter().all(|&literal| variable(literal) == *it || !is_true(literal));
                clauses.iter().any(is_asked_for)
            }
            Self::Parity { others, is_odd, .. } => {
                let n_true = others.iter().filter(|&&other| is_true(positive(other))).count();
                (n_true % 2 == 1) != *is_odd
            }
        }
    }
}

/// The steps back from solutions to models.
#[derive(Clone, Debug)]
pub(super) struct WayBack {
    values: Values,
    /// The steps, the last one first.
    steps: Vec<Eliminated>,
    n_variables: usize,
}

impl WayBack {
    /// Steps in the order in which variables were taken out.
    pub(super) fn new(n_variables: usize, values: Values, mut steps: Vec<Eliminated>) -> Self {
        steps.reverse();
        Self { values, steps, n_variables }
    }

    /// The variables that are true where these open literals are; open variables that are not among them are false. From 1.
    pub(super) fn complete(&self, chosen: impl IntoIterator<Item = Literal>) -> Vec<bool> {
        let mut is_true = vec![false; self.n_variables + 2];
        is_true[self.n_variables + 1] = true;
        chosen.into_iter().for_each(|literal| is_true[variable(literal)] = literal > 0);
        for step in &self.steps {
            let value = step.value(|literal| {
                let root = self.values.root(literal);
                is_true[variable(root)] == (root > 0)
            });
            is_true[step.variable()] = value;
        }
        let all = (0..=self.n_variables).map(|number| {
            let root = if number == 0 { 0 } else { self.values.root(positive(number)) };
            number > 0 && is_true[variable(root)] == (root > 0)
        });
        all.collect()
    }

    /// The literal of an open or eliminated root that a variable is equal to.
    pub(super) fn values(&self) -> &Values {
        &self.values
    }
}
