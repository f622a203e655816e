//! 0-1 programs, as LP and MPS files write them: sums of variables with bounds, and an objective. Their solutions are counted, exactly.
//!
//! Where the numbers of each row are equal and positive, as in set partitioning, packing and covering, a row is an item, a variable an option, and both keep their names ([`items`]).
//! Any other program becomes the sums of a [`formula`](crate::formula), as OPB files do. The objective says what variables cost; its sense is left to who asks.
//!
//! Numbers are decimal and exact: a row is multiplied by the power of ten that makes it whole, and its bounds are rounded inwards. What is not 0 or 1 has no place here, and is refused.

mod draft;
mod family;
mod items;
mod lp;
mod lp_sums;
mod lp_words;
mod mps;
mod mps_limits;
mod number;
mod one_row;

use std::sync::Arc;

use self::items::as_items;
use crate::drawing::Drawing;
use crate::error::FamilyError;
use crate::formula::{Formula, Naming, Reduced, WeightedSum, bounded, positive};
use dlx_canon::symmetry::{Conditions, CountQuery};
use dlx_core::format::{SyntaxError, meant};
use dlx_core::problem::Problem;

pub(super) use family::{LP, MPS};

/// A linear program whose variables are 0 or 1.
///
/// ```
/// use dlx_count::{Session, family::BinaryProgram};
///
/// // Three flights, and crews that can fly some of them.
/// let text = "Minimize 3 a + 4 b + 6 ab + 2.5 c\nSubject To\n f1: a + ab = 1\n f2: b + ab = 1\n f3: c = 1\nBinaries a b ab c\nEnd\n";
/// let program = BinaryProgram::read_lp(text)?;
/// assert_eq!(Session::new()?.count(&program.problem()?)?.count.to_string(), "2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BinaryProgram {
    variables: Vec<ProgramVariable>,
    rows: Vec<ProgramRow>,
    objective: Objective,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct ProgramVariable {
    name: String,
    /// Can it be 0, and can it be 1?
    can_be: [bool; 2],
}

/// A sum of variables with bounds.
#[derive(Clone, PartialEq, Eq, Debug)]
struct ProgramRow {
    name: String,
    /// Numbers that are not 0, and variables, each once.
    terms: Vec<(i128, usize)>,
    least: Option<i128>,
    most: Option<i128>,
}

/// What variables cost, in units of which 10^`digits` make 1.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Objective {
    costs: Vec<(i64, usize)>,
    /// What is paid in any case.
    constant: i64,
    digits: u32,
    is_maximum: bool,
    /// Does it name a variable, be it with the number 0, or a constant?
    is_given: bool,
}

impl BinaryProgram {
    /// Reads a file in the LP format of CPLEX.
    ///
    /// # Errors
    /// If it is not such a file, with line and column, or has what is not a linear program of 0 and 1.
    pub fn read_lp(text: &str) -> Result<Self, Box<SyntaxError>> {
        lp::read(text)
    }

    /// Reads an MPS file, free or fixed.
    ///
    /// # Errors
    /// If it is not such a file, with line and column, or has what is not a linear program of 0 and 1.
    pub fn read_mps(text: &str) -> Result<Self, Box<SyntaxError>> {
        mps::read(text)
    }

    /// The same, where this variable is 1, or 0 if there is a `-` before its name.
    ///
    /// # Errors
    /// If it is not a variable of the program.
    pub fn assuming(mut self, literal: &str) -> Result<Self, FamilyError> {
        let opposite = literal.strip_prefix('-');
        let name = opposite.unwrap_or(literal);
        let Some(variable) = self.variables.iter_mut().find(|variable| variable.name == name) else {
            let near = meant(name, self.variables.iter().map(|variable| variable.name.as_str()));
            let help = near.unwrap_or_else(|| "variables are called as in the file".into());
            return Err(FamilyError::new(format!("the program has no variable `{name}`"), help));
        };
        variable.can_be[usize::from(opposite.is_some())] = false;
        Ok(self)
    }

    /// The problem whose solutions are those of the program. Costs are those of the objective, whichever its sense; without one, each variable that is 1 costs 1.
    ///
    /// # Errors
    /// If it grows too large.
    pub fn problem(&self) -> Result<Problem, FamilyError> {
        Ok(match as_items(self)? {
            Some(items) => items.problem,
            None => self.reduced()?.problem,
        })
    }

    /// Does the file ask for the greatest value of the objective?
    #[must_use]
    pub fn is_maximum(&self) -> bool {
        self.objective.is_maximum
    }

    /// The question for the number of solutions, and how they are written.
    fn question(&self, name: &str) -> Result<(CountQuery, Option<Drawing>), FamilyError> {
        match as_items(self)? {
            Some(items) => Ok(items.into_question(name, self)),
            None => Ok(self.reduced()?.into_question(name)),
        }
    }

    /// Its rows, to find out which of them clash.
    #[must_use]
    pub fn conditions(self: &Arc<Self>) -> Conditions {
        let (one, some) = (Arc::clone(self), Arc::clone(self));
        let in_words = move |place: usize| one.row_in_words(&one.rows[place]);
        let problem = move |places: &[usize]| {
            let rows = places.iter().map(|&place| some.rows[place].clone()).collect();
            let (variables, objective) = (some.variables.clone(), Objective::default());
            Some(Self { variables, rows, objective }.reduced().ok()?.problem)
        };
        let all = Arc::clone(self);
        let relaxed = move || {
            let formula = Self { objective: Objective::default(), ..Self::clone(&all) }.formula();
            let n_hard = formula.clauses.len();
            formula.relaxed(n_hard)
        };
        Conditions::new((self.rows.len(), "row"), in_words, problem, relaxed)
    }

    fn row_in_words(&self, row: &ProgramRow) -> String {
        let term = |(place, &(number, variable)): (usize, &(i128, usize))| {
            let sign = match (place, number < 0) {
                (0, is_negative) => {
                    if is_negative {
                        "-"
                    } else {
                        ""
                    }
                }
                (_, true) => "- ",
                (_, false) => "+ ",
            };
            let number = if number.abs() == 1 { String::new() } else { format!("{} ", number.abs()) };
            format!("{sign}{number}{}", self.variables[variable].name)
        };
        format!("{}: {}", row.name, bounded(row.terms.iter().enumerate().map(term), row.least, row.most))
    }

    /// The rows as the sums of a formula. The constant is the cost of one more variable, which is 1.
    fn reduced(&self) -> Result<Reduced, FamilyError> {
        self.formula().reduced()
    }

    fn formula(&self) -> Formula {
        let objective = &self.objective;
        let (n, constant) = (self.variables.len(), objective.constant);
        let fixed = self.variables.iter().zip(1..).flat_map(|(variable, number)| {
            let [zero, one] = variable.can_be;
            let literal = positive(number);
            [(!zero).then(|| vec![literal]), (!one).then(|| vec![-literal])].into_iter().flatten()
        });
        let more = (constant != 0).then_some(positive(n + 1));
        let literal = |&(number, variable): &(i128, usize)| (number, positive(variable + 1));
        let sum = |row: &ProgramRow| {
            let terms: Vec<_> = row.terms.iter().map(literal).collect();
            WeightedSum::between(&terms, row.least, row.most)
        };
        let costs = objective.costs.iter().map(|&(cost, variable)| (cost, positive(variable + 1)));
        let costs = costs.chain(more.map(|literal| (constant, literal)));
        Formula {
            n_variables: n + more.iter().count(),
            clauses: fixed.chain(more.map(|literal| vec![literal])).collect(),
            sums: self.rows.iter().map(sum).collect(),
            costs: objective.is_given.then(|| costs.collect()),
            cost_digits: objective.digits,
            is_maximized: objective.is_maximum,
            naming: Naming::Names(self.variables.iter().map(|variable| variable.name.clone()).collect()),
            ..Formula::default()
        }
    }
}
