//! A program while it is read: names, bounds and numbers with their places; then checked, and made whole.

use std::collections::HashMap;

use super::number::{FileWord, SMALLER};
use super::{BinaryProgram, Objective, ProgramRow, ProgramVariable};
use dlx_core::format::SyntaxError;
use dlx_core::problem::Decimal;
use dlx_core::stop::poll;

/// The most variables, and the most terms of all rows.
const MAX_VARIABLES: usize = 1 << 22;
const MAX_TERMS: usize = 1 << 24;
/// The largest total of the numbers of a row, and of the objective, in units that make them whole.
const MAX_TOTAL: i128 = 1 << 62;

/// A program that is being read.
pub(super) struct ProgramDraft<'a> {
    pub(super) columns: Vec<DraftColumn<'a>>,
    column_of: HashMap<&'a str, usize>,
    pub(super) rows: Vec<DraftRow<'a>>,
    row_of: HashMap<&'a str, usize>,
    pub(super) objective: Vec<(Decimal, usize)>,
    /// What the objective has without a variable, if it has that.
    pub(super) constant: Option<Decimal>,
    pub(super) is_maximum: bool,
    n_terms: usize,
    /// How a variable is made one of 0 and 1 in this format.
    how_binary: &'static str,
}

/// A variable, where it was met first, and what it may be.
pub(super) struct DraftColumn<'a> {
    pub(super) word: FileWord<'a>,
    pub(super) lower: Option<Decimal>,
    pub(super) upper: Option<Decimal>,
    pub(super) is_integer: bool,
    /// 0 and 1, also where no bound says so.
    pub(super) is_binary: bool,
}

/// A row, and where it begins.
pub(super) struct DraftRow<'a> {
    pub(super) word: FileWord<'a>,
    pub(super) is_named: bool,
    pub(super) terms: Vec<(Decimal, usize)>,
    pub(super) least: Option<Decimal>,
    pub(super) most: Option<Decimal>,
}

impl<'a> ProgramDraft<'a> {
    pub(super) fn new(how_binary: &'static str) -> Self {
        Self {
            columns: Vec::new(),
            column_of: HashMap::new(),
            rows: Vec::new(),
            row_of: HashMap::new(),
            objective: Vec::new(),
            constant: None,
            is_maximum: false,
            n_terms: 0,
            how_binary,
        }
    }

    /// The number of the variable with this name, new or known.
    pub(super) fn column(&mut self, word: FileWord<'a>) -> Result<usize, Box<SyntaxError>> {
        if let Some(column) = self.find_column(word.text) {
            return Ok(column);
        }
        if self.columns.len() == MAX_VARIABLES {
            return Err(word.error("too many variables", &format!("there may be {MAX_VARIABLES}")));
        }
        self.column_of.insert(word.text, self.columns.len());
        let (lower, upper) = (Some(Decimal::default()), None);
        self.columns.push(DraftColumn { word, lower, upper, is_integer: false, is_binary: false });
        Ok(self.columns.len() - 1)
    }

    pub(super) fn find_column(&self, name: &str) -> Option<usize> {
        self.column_of.get(name).copied()
    }

    pub(super) fn find_row(&self, name: &str) -> Option<usize> {
        self.row_of.get(name).copied()
    }

    /// Begins a row, and returns its number.
    pub(super) fn row(&mut self, word: FileWord<'a>, is_named: bool) -> Result<usize, Box<SyntaxError>> {
        let number = self.rows.len();
        if is_named && self.row_of.insert(word.text, number).is_some() {
            return Err(word.error(&format!("a second row `{}`", word.text), "names of rows differ"));
        }
        self.rows.push(DraftRow { word, is_named, terms: Vec::new(), least: None, most: None });
        Ok(number)
    }

    /// Counts one more term.
    pub(super) fn count_term(&mut self, word: FileWord<'a>) -> Result<(), Box<SyntaxError>> {
        self.n_terms += 1;
        if self.n_terms > MAX_TERMS {
            return Err(word.error("too many terms", &format!("there may be {MAX_TERMS}")));
        }
        Ok(())
    }

    /// The program, if all of it is of 0 and 1 and fits.
    pub(super) fn finish(self) -> Result<BinaryProgram, Box<SyntaxError>> {
        let variables = self.columns.iter().map(|column| column.checked(self.how_binary));
        let variables = variables.collect::<Result<Vec<_>, _>>()?;
        let objective = self.priced()?;
        let rows = (1..).zip(&self.rows).map(|(number, row)| {
            let made_up = || fresh(format!("R{number}"), |name| self.row_of.contains_key(name));
            row.whole(if row.is_named { row.word.text.into() } else { made_up() })
        });
        Ok(BinaryProgram { variables, rows: rows.collect::<Result<_, _>>()?, objective })
    }

    fn priced(&self) -> Result<Objective, Box<SyntaxError>> {
        let constant = [(self.constant.unwrap_or_default(), self.columns.len())];
        let (mut costs, digits) = whole(self.objective.iter().chain(&constant)).ok_or_else(|| {
            let nowhere = FileWord { line: (1, ""), text: "" };
            let word = self.objective.first().map_or(nowhere, |&(_, column)| self.columns[column].word);
            word.error("the numbers of the objective are too large together", SMALLER)
        })?;
        let constant = costs.pop_if(|(_, column)| *column == self.columns.len()).map_or(0, |(cost, _)| cost);
        let small = |cost: i128| i64::try_from(cost).unwrap_or_default();
        let costs = costs.into_iter().map(|(cost, column)| (small(cost), column)).collect();
        let (constant, is_given) = (small(constant), self.constant.is_some() || !self.objective.is_empty());
        Ok(Objective { costs, constant, digits, is_maximum: self.is_maximum, is_given })
    }
}

/// A name that is not taken, this one if possible.
pub(super) fn fresh(mut name: String, is_taken: impl Fn(&str) -> bool) -> String {
    while is_taken(&name) {
        name.push('\'');
    }
    name
}

/// The terms with whole numbers, each variable once and in order, without zeros, and the power of ten that made them whole; none if they are too large together.
fn whole<'t>(terms: impl Iterator<Item = &'t (Decimal, usize)> + Clone) -> Option<(Vec<(i128, usize)>, u32)> {
    let digits = terms.clone().map(|(number, _)| number.digits()).max().unwrap_or(0);
    let mut whole: Vec<(i128, usize)> = terms.map(|&(number, column)| (number.floor(digits), column)).collect();
    if whole.iter().any(|(number, _)| number.abs() > MAX_TOTAL) {
        return None;
    }
    poll(whole.len());
    whole.sort_by_key(|&(_, column)| column);
    whole.dedup_by(|next, kept| {
        let is_same = next.1 == kept.1;
        kept.0 += if is_same { next.0 } else { 0 };
        is_same
    });
    whole.retain(|(number, _)| *number != 0);
    let total: i128 = whole.iter().map(|(number, _)| number.abs()).sum();
    (total <= MAX_TOTAL).then_some((whole, digits))
}

impl DraftColumn<'_> {
    /// Sets both bounds.
    pub(super) fn fix(&mut self, value: Option<Decimal>) {
        (self.lower, self.upper) = (value, value);
    }

    /// The variable, if it takes no other values than 0 and 1.
    fn checked(&self, how_binary: &str) -> Result<ProgramVariable, Box<SyntaxError>> {
        let name = self.word.text;
        let is_fixed = self.lower == self.upper && self.lower.is_some_and(|value| value.digits() == 0);
        if !self.is_integer && !self.is_binary && !is_fixed {
            return Err(self.word.error(&format!("`{name}` is a continuous variable"), how_binary));
        }
        let allows = |value: i64| {
            self.lower.is_none_or(|lower| lower.ceil(0) <= i128::from(value))
                && self.upper.is_none_or(|upper| upper.floor(0) >= i128::from(value))
        };
        let lowest = self.lower.map(|lower| lower.ceil(0));
        let highest = self.upper.map(|upper| upper.floor(0));
        let is_within =
            lowest.is_some_and(|lowest| lowest >= 0) && highest.is_some_and(|highest| (0..=1).contains(&highest));
        // Below a negative upper bound, some solvers take the lower one of 0 away.
        let is_empty = lowest.zip(highest).is_some_and(|(lowest, highest)| lowest > highest && highest >= 0);
        if !self.is_binary && !is_within && !is_empty {
            return Err(self.word.error(&format!("`{name}` may be other than 0 and 1"), how_binary));
        }
        Ok(ProgramVariable { name: name.into(), can_be: [allows(0), allows(1)] })
    }
}

impl DraftRow<'_> {
    fn whole(&self, name: String) -> Result<ProgramRow, Box<SyntaxError>> {
        let too_large = || {
            let help = format!("made whole by a power of ten, all of a row together are at most {MAX_TOTAL}");
            self.word.error(&format!("the numbers of row `{name}` are too large"), &help)
        };
        let (terms, digits) = whole(self.terms.iter()).ok_or_else(too_large)?;
        let (least, most) = (self.least.map(|least| least.ceil(digits)), self.most.map(|most| most.floor(digits)));
        Ok(ProgramRow { name, terms, least, most })
    }
}
