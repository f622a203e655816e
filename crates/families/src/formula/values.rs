//! What is known of variables: the values of some, and that some are equal or opposite to another.
//!
//! Each variable points to a literal of an earlier one, in the end to the *root* of all that are equal to it (R. E. Tarjan's union-find, with signs). One more variable is true: a variable
//! whose value is known is equal or opposite to it.

use super::literal::{Contradiction, Literal, positive, variable};

/// For each variable the literal that it is equal to.
#[derive(Clone, Debug)]
pub(super) struct Values {
    same: Vec<Literal>,
    /// Shown variables, which become roots before others.
    is_shown: Vec<bool>,
    truth: Literal,
}

impl Values {
    /// Nothing is known of variables 1 to n.
    pub(super) fn new(n_variables: usize, is_shown: Vec<bool>) -> Self {
        let truth = positive(n_variables + 1);
        Self { same: (0..=truth).collect(), is_shown, truth }
    }

    /// The root of a literal.
    pub(super) fn root(&self, mut literal: Literal) -> Literal {
        loop {
            let next = self.same[variable(literal)] * literal.signum();
            if next == literal {
                return literal;
            }
            literal = next;
        }
    }

    /// The value of a literal, if it is known.
    pub(super) fn value(&self, literal: Literal) -> Option<bool> {
        let root = self.root(literal);
        (variable(root) == variable(self.truth)).then_some(root > 0)
    }

    /// Is this variable a root whose value is not known?
    pub(super) fn is_open(&self, variable: usize) -> bool {
        self.same[variable] == positive(variable) && positive(variable) != self.truth
    }

    /// Makes a literal true.
    pub(super) fn set(&mut self, literal: Literal) -> Result<(), Contradiction> {
        self.unite(literal, self.truth)
    }

    /// Makes two literals equal.
    pub(super) fn unite(&mut self, a: Literal, b: Literal) -> Result<(), Contradiction> {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return Ok(());
        }
        if a == -b {
            return Err(Contradiction);
        }
        let (root, other) = if self.rank(a) <= self.rank(b) { (a, b) } else { (b, a) };
        self.same[variable(other)] = root * other.signum();
        Ok(())
    }

    /// The one with the lower rank is the root: truth first, then shown variables, then the order of numbers.
    fn rank(&self, literal: Literal) -> (bool, bool, usize) {
        let number = variable(literal);
        (literal.abs() != self.truth, !self.is_shown.get(number).copied().unwrap_or(true), number)
    }

    /// Lets all variables point to their roots.
    pub(super) fn flatten(&mut self) {
        for number in 1..self.same.len() {
            self.same[number] = self.root(positive(number));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_shown_or_true() {
        let mut values = Values::new(4, vec![false, false, true, true, true]);
        values.unite(1, -3).unwrap();
        values.unite(2, 1).unwrap();
        assert_eq!((values.root(1), values.root(-3), values.value(3)), (2, 2, None));
        assert_eq!(values.unite(3, 2), Err(Contradiction));
        values.set(3).unwrap();
        assert_eq!(
            (values.value(2), values.value(-1), values.is_open(2), values.is_open(4)),
            (Some(false), Some(true), false, true)
        );
        values.flatten();
        assert_eq!(values.root(1), -5);
    }
}
