//! Formulas in conjunctive normal form, as DIMACS writes them: their models are counted, exactly.
//!
//! # The reduction
//!
//! A variable is a primary item `x1` with two options, true and false, that color the secondary item `v1` by `t` or `f`. A clause is a primary item; its k-th option says that its
//! first k - 1 literals are false and the k-th is true: the colors of their variables.
//!
//! It is parsimonious: solutions and models are one to one. Given values for all variables, one option of each variable item fits, and of a clause that is satisfied exactly one: that of
//! its first true literal. If a clause is not satisfied, none of its options fits. A clause with k literals takes k (k + 3) / 2 items.
//!
//! # Projected counting
//!
//! `c p show 1 2 5 0` (or `c ind 1 2 5 0`, as older files have it) says that two models are the same if they agree on these variables; `--models` counts all models nevertheless.
//! If the shown values settle the hidden ones, counting models is right as it is. So each hidden variable is
//!
//! * *kept*, if clauses about it and about variables that are shown or kept already leave it at most one value. Both values are possible exactly where what remains of these clauses
//!   without it is satisfied, so it is enough that this remainder is contradictory, which a small search proves: so are gates, as Tseitin's translation writes them, in any form;
//! * otherwise *eliminated*: replaced by all resolvents of its clauses (M. Davis, H. Putnam, 1960), which have a model exactly for those values of the other variables for which the clauses had
//!   one. So the set of shown parts of models does not change.
//!
//! In the end no variable is hidden that is not settled by shown ones: shown parts of models and models are one to one. Elimination can grow without bound. So for a count (`Cnf::counted_question`) it ends where the formula would
//! get longer; the hidden variables that are left become items like others, and the problem says which options are shown (`Problem::projected`): those of shown variables, each of which has an item of its own with both of its values. The engine `learn` counts
//! solutions by them. What is about solutions and not about their number does without that: past a limit the formula is refused, and the message says which variable it was.
//!
//! While hidden variables are left, the steps that read the formula treat them as variables like others, which keeps all models of shown and hidden ones together, with two exceptions: no shown variable is taken out because
//! others settle it, since those may be hidden, and a hidden one may be eliminated that is not settled.
//!
//! # Weights
//!
//! The weight of a model is the product of the weights of its literals, each of which an option stands for. Variables whose literals weigh the same are a factor of all models; the others are not taken out. Hidden variables
//! may not weigh anything: what would be the weight of several models that count as one?

mod family;
mod read;
mod reduce;
mod weigh;

pub(super) use family::CNF;
pub use read::Cnf;
