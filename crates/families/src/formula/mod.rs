//! Formulas read as what they mean: the items that were encoded as clauses.
//!
//! Most formulas to be counted say "exactly one of these" and "at most one of those", in clauses. Counted clause by clause they are hard; as items they are exact covers again. So a formula is
//! first read, in steps each of which keeps the number of models (of shown parts of models, where some variables are hidden):
//!
//! 1. what is known, what is equal, what follows ([`units`], [`equal`], [`subsume`], [`sums`]);
//! 2. sums that clauses encode with variables of their own ([`cardinality`], [`diagram`]);
//! 3. removal of hidden variables ([`project`]), unless that makes the formula longer and solutions are only counted, and of helper variables, which the others settle ([`helpers`]);
//! 4. literals that refute themselves ([`probe`]);
//! 5. exclusions as items ([`cliques`]), even where that takes counting ([`hall`]); then again from 1, if something is new;
//! 6. parities, and what they settle ([`parity`]);
//! 7. items and options ([`build`]), with chains for sums ([`chain`]).
//!
//! No value is ever chosen for a variable that could have another: what a formula leaves open remains to be counted. The values of variables that were taken out are computed in [`model`].

mod additive;
mod agreement;
mod build;
mod cardinality;
mod chain;
mod clauses;
mod cliques;
mod diagram;
mod equal;
mod factors;
mod hall;
mod helpers;
mod intervals;
mod literal;
mod model;
mod parity;
mod probe;
mod project;
mod recover;
mod reduced;
mod slack;
mod subsume;
mod sums;
mod units;
mod values;
mod weights;

pub(crate) use literal::{Clause, Literal, normal, positive, variable};
pub(crate) use project::Projection;
pub(crate) use recover::{Formula, HiddenVariables};
pub(crate) use reduced::{Naming, Reduced};
pub(crate) use sums::{WeightedSum, bounded};
pub(crate) use weights::LiteralWeights;
