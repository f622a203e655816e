//! Literals and clauses: a clause is a list of literals, at least one of which must be true.

/// A literal: a variable from 1, negative if it is to be false.
pub(crate) type Literal = i32;

/// A clause: sorted by variable, without repetitions, not always true.
pub(crate) type Clause = Vec<Literal>;

/// A formula has no model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Contradiction;

/// A clause without repetitions, sorted by variable; none if it is always true.
pub(crate) fn normal(mut clause: Vec<Literal>) -> Option<Clause> {
    clause.sort_unstable_by_key(|literal| (literal.unsigned_abs(), *literal));
    clause.dedup();
    let is_true = clause.windows(2).any(|pair| pair[0] == -pair[1]);
    (!is_true).then_some(clause)
}

/// The variable of a literal, from 1.
pub(crate) fn variable(literal: Literal) -> usize {
    usize::try_from(literal.unsigned_abs()).unwrap_or_default()
}

/// The literal that is true where this variable is.
pub(crate) fn positive(variable: usize) -> Literal {
    Literal::try_from(variable).unwrap_or_default()
}

/// The place of a literal in a list that has two for each variable, and two unused ones.
pub(super) fn place(literal: Literal) -> usize {
    2 * variable(literal) + usize::from(literal < 0)
}

/// The literal in a place.
pub(super) fn literal_at(place: usize) -> Literal {
    let literal = positive(place / 2);
    if place.is_multiple_of(2) { literal } else { -literal }
}
