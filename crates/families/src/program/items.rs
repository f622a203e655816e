//! A program whose rows have equal, positive numbers as items and options.
//!
//! A row is an item under its name, covered between its least and its most number of times: once in set partitioning, at most once in packing, at least once in covering. A variable that is 1 is an
//! option that covers its rows. One that no row asks for could not be chosen so: the rows that exclude it get an option of their own, the slack of linear programming, for the case that none of their
//! variables is 1. (Then all items have prices, which bound the search for the best: 36 rows and 683 variables to be packed take 1 ms, and had no end in sight.) What is in rows of two variables
//! only, or in none that excludes, has an item of its own with two options: it is 1, or it is 0.

use std::collections::HashSet;

use super::draft::fresh;
use super::{BinaryProgram, ProgramRow};
use crate::drawing::{Drawing, LiteralSum};
use crate::error::FamilyError;
use dlx_canon::symmetry::CountQuery;
use dlx_core::format::plural;
use dlx_core::problem::{Decimal, ItemId, Multiplicity, OptionId, Problem, ProblemBuilder, ProblemError};
use dlx_core::stop::poll;

/// A problem, and the variable that each of its options makes 1, if it does.
pub(super) struct ProgramItems {
    pub(super) problem: Problem,
    ones: Vec<Option<usize>>,
    n_rows: usize,
    /// Why some row cannot hold, if one cannot.
    obstacle: Option<String>,
}

/// A row that counts its variables that are 1.
struct CountedRow<'a> {
    name: &'a str,
    variables: Vec<usize>,
    least: usize,
    most: usize,
    /// Why it cannot hold, if it cannot.
    obstacle: Option<String>,
    /// Does an option of its own cover it where no variable does?
    has_slack: bool,
}

/// A row of fewer variables gets no option of its own: of graphs with such rows there are more states (60 vertices and 150 edges: 4 s instead of 25 ms).
const LEAST_FOR_SLACK: usize = 3;

/// The problem, if the numbers of each row are equal and positive.
pub(super) fn as_items(program: &BinaryProgram) -> Result<Option<ProgramItems>, FamilyError> {
    let rows: Option<Vec<CountedRow<'_>>> = program.rows.iter().map(CountedRow::of).collect();
    let Some(rows) = rows else { return Ok(None) };
    let failed = |error: ProblemError| FamilyError::new(error.to_string(), "take a smaller program");
    Ok(Some(RowLayout::new(program, rows).build().map_err(failed)?))
}

impl<'a> CountedRow<'a> {
    /// The row divided by its number, if it has only one; a row of one negative number is turned.
    fn of(row: &'a ProgramRow) -> Option<Self> {
        poll(row.terms.len());
        let number = row.terms.first().map_or(1, |(number, _)| *number);
        let is_alike = row.terms.iter().all(|(other, _)| *other == number);
        let turned = |bound: Option<i128>| bound.map(|bound| -bound);
        let (least, most) = if number > 0 { (row.least, row.most) } else { (turned(row.most), turned(row.least)) };
        let number = number.abs();
        let n = i128::try_from(row.terms.len()).ok()?;
        // Rounded inwards: a count is whole.
        let least = least.map_or(0, |least| -(-least).div_euclid(number));
        let most = most.map_or(n, |most| most.div_euclid(number));
        is_alike.then_some(())?;
        let within = |bound: i128, end: i128| usize::try_from(bound.clamp(0, end)).ok();
        let name = &row.name;
        let obstacle = match (least, most) {
            _ if most < 0 => Some(format!("row {name} asks for fewer than 0 of its variables")),
            _ if least > most && most < n => {
                Some(format!("row {name} asks for at least {least} and at most {most} of its variables"))
            }
            _ if least > n && n == 0 => Some(format!("row {name} has no variable and asks for one")),
            _ if least > n => Some(format!("row {name} asks for {least} of its {}", plural(n, "variable"))),
            _ => None,
        };
        Some(Self {
            name,
            variables: row.terms.iter().map(|&(_, variable)| variable).collect(),
            // One more than there are is too many.
            least: within(least, n + 1)?,
            most: within(most, n)?,
            obstacle,
            has_slack: false,
        })
    }

    /// Do its bounds exclude each other, whatever its variables are?
    fn is_never(&self) -> bool {
        self.obstacle.is_some() && (self.variables.is_empty() || self.least <= self.variables.len())
    }

    /// Is exactly or at least one option chosen of it?
    fn is_primary(&self) -> bool {
        self.obstacle.is_some() || self.least > 0 || self.has_slack
    }

    /// Lets its variables do without items of their own; those that must be 1 have one that says so.
    fn settle(&self, is_own: &mut [bool], can_be: &[[bool; 2]]) {
        self.variables.iter().for_each(|&variable| is_own[variable] &= !can_be[variable][0]);
    }
}

/// What becomes of rows and variables.
struct RowLayout<'a> {
    program: &'a BinaryProgram,
    rows: Vec<CountedRow<'a>>,
    /// By variable: can it be 0, and can it be 1?
    can_be: Vec<[bool; 2]>,
    /// By variable: does it have an item of its own?
    is_own: Vec<bool>,
}

/// The items of a program.
#[derive(Default)]
struct RowItems {
    /// By variable the items of its rows.
    of: Vec<Vec<ItemId>>,
    /// By variable its own item.
    own: Vec<Option<ItemId>>,
    /// The item whose option costs what is paid in any case.
    constant: Option<ItemId>,
    /// The items of rows that have an option of their own.
    slack: Vec<ItemId>,
    times: Vec<(ItemId, Multiplicity)>,
}

impl<'a> RowLayout<'a> {
    fn new(program: &'a BinaryProgram, mut rows: Vec<CountedRow<'a>>) -> Self {
        let mut can_be: Vec<[bool; 2]> = program.variables.iter().map(|variable| variable.can_be).collect();
        for row in rows.iter().filter(|row| row.obstacle.is_none() && row.most == 0) {
            row.variables.iter().for_each(|&variable| can_be[variable][1] = false);
        }
        // Who reads of a contradiction looks for the row: nothing covers it, or too little.
        rows.iter_mut().filter(|row| row.is_never()).for_each(|row| row.variables.clear());
        let mut is_own: Vec<bool> = can_be.iter().map(|&values| values != [true, false]).collect();
        rows.iter().filter(|row| row.is_primary()).for_each(|row| row.settle(&mut is_own, &can_be));
        for row in rows.iter_mut().filter(|row| !row.is_primary() && row.most == 1) {
            let is_asked = |&variable: &usize| is_own[variable] && can_be[variable][0];
            row.has_slack = row.variables.len() >= LEAST_FOR_SLACK && row.variables.iter().any(is_asked);
        }
        rows.iter().filter(|row| row.has_slack).for_each(|row| row.settle(&mut is_own, &can_be));
        Self { program, rows, can_be, is_own }
    }

    fn build(self) -> Result<ProgramItems, ProblemError> {
        let mut builder = Problem::builder();
        let items = self.declare(&mut builder)?;
        let mut ones = Vec::new();
        for (variable, [zero, one]) in self.can_be.iter().enumerate() {
            let name = &self.program.variables[variable].name;
            if *one {
                let covered: Vec<ItemId> = items.of[variable].iter().copied().chain(items.own[variable]).collect();
                let option = builder.option(&covered)?;
                builder.label(option, name)?;
                ones.push(Some(variable));
            }
            if let Some(item) = items.own[variable].filter(|_| *zero) {
                builder.option(&[item])?;
                ones.push(None);
            }
        }
        for &item in items.slack.iter().chain(&items.constant) {
            builder.option(&[item])?;
            ones.push(None);
        }
        let problem = self.priced(builder.build(), &ones)?.with_times(&items.times)?;
        let n_rows = self.rows.len();
        let obstacle = self.rows.into_iter().find_map(|row| row.obstacle);
        Ok(ProgramItems { problem, ones, n_rows, obstacle })
    }

    fn declare(&self, builder: &mut ProblemBuilder) -> Result<RowItems, ProblemError> {
        let mut items = RowItems { of: vec![Vec::new(); self.can_be.len()], ..RowItems::default() };
        for row in self.rows.iter().filter(|row| row.is_primary()) {
            items.cover(row, builder.primary(row.name)?);
        }
        let names: HashSet<&str> = self.rows.iter().map(|row| row.name).collect();
        let own = |builder: &mut ProblemBuilder, name: &str| {
            let label = fresh(name.into(), |name| names.contains(name) || builder.find_item(name).is_some());
            builder.primary(label)
        };
        for (variable, is_own) in self.program.variables.iter().zip(&self.is_own) {
            items.own.push(if *is_own { Some(own(builder, &variable.name)?) } else { None });
        }
        if self.program.objective.constant != 0 {
            items.constant = Some(own(builder, "constant")?);
        }
        let says_something =
            |row: &&CountedRow<'_>| !row.is_primary() && row.most > 0 && row.most < row.variables.len();
        for row in self.rows.iter().filter(says_something) {
            items.cover(row, builder.secondary(row.name)?);
        }
        Ok(items)
    }

    /// The problem with the costs of the objective; without one, each variable that is 1 costs 1.
    fn priced(&self, problem: Problem, ones: &[Option<usize>]) -> Result<Problem, ProblemError> {
        let objective = &self.program.objective;
        let is_one = |option: OptionId| ones[option.index()];
        if !objective.is_given {
            return problem.with_usual_costs(|option| i64::from(is_one(option).is_some()));
        }
        let mut costs = vec![0; self.can_be.len()];
        objective.costs.iter().for_each(|&(cost, variable)| costs[variable] = cost);
        let priced = problem.with_costs(|option| {
            // Its option is the last.
            let constant = if option.index() + 1 == ones.len() { objective.constant } else { 0 };
            Decimal::new(is_one(option).map_or(constant, |variable| costs[variable]), objective.digits)
        })?;
        Ok(if objective.is_maximum { priced.maximized() } else { priced })
    }
}

impl RowItems {
    /// Lets the options of a row cover its item, as often as it says.
    fn cover(&mut self, row: &CountedRow<'_>, item: ItemId) {
        row.variables.iter().for_each(|&variable| self.of[variable].push(item));
        let times = Multiplicity { least: row.least, most: (row.most < row.variables.len()).then_some(row.most) };
        let is_plain = row.is_never() || [Multiplicity::ONE, Multiplicity::AT_MOST_ONCE].contains(&times);
        self.times.extend((!is_plain).then_some((item, times)));
        self.slack.extend(row.has_slack.then_some(item));
    }
}

impl ProgramItems {
    /// The question for the number of solutions, which are written as the names of the variables that are 1.
    pub(super) fn into_question(self, name: &str, program: &BinaryProgram) -> (CountQuery, Option<Drawing>) {
        let Self { problem, ones, n_rows, obstacle } = self;
        let found = format!("{n_rows} rows as items, {} variables as options", program.variables.len());
        let names: Vec<String> = program.variables.iter().map(|variable| variable.name.clone()).collect();
        let (known, options) = (names.clone(), ones.clone());
        let drawing = Drawing::values(None, move |solution| {
            let mut chosen: Vec<usize> = solution.iter().filter_map(|option| ones[option.index()]).collect();
            chosen.sort_unstable();
            chosen.into_iter().map(|variable| names[variable].clone()).collect()
        });
        // A variable that no option makes 1 is 0.
        let drawing = drawing.summing(move |word| {
            let place = |name: &str| known.iter().position(|known| known == name);
            let (variable, adds) = match place(word) {
                Some(variable) => (variable, 1),
                None => (place(word.strip_prefix('-')?)?, -1),
            };
            let those = (0..options.len()).filter(|&option| options[option] == Some(variable));
            let added = those.map(|option| (OptionId::from_index(option), adds)).collect();
            Some(LiteralSum { constant: i64::from(adds < 0), added })
        });
        (CountQuery::from(problem.with_name(name)).saying(found).impossible(obstacle), Some(drawing))
    }
}
