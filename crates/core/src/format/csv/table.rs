//! From lines to a problem: what the first line and the first column are, and then row after row.

use super::field::{CsvField, field, fields};
use crate::format::error::{ReadError, SourceLine};
use crate::format::plural;
use crate::problem::{Color, Decimal, ItemId, Problem, ProblemBuilder, ProblemError};

/// What a column of costs is called, in small or large letters.
pub(super) const COSTS: [&str; 3] = ["cost", "weight", "price"];

const COST: &str = "in a column named cost, weight or price each option has a number, perhaps negative or decimal";

const COMMA: &str = "write a number such as 45,50 with a point, 45.50";

const TWO_COSTS: &str =
    "an option has one cost: name the column with --cost-column, and leave the other one out of the file";

const ROWS: &str = "a row has a 0 or a 1 for each item, and perhaps a label before them; a header has names";

const CELL: &str = "a cell is 1 or x where the option covers the item, and 0 or empty elsewhere";

/// The lines of a table that are not empty, and what they contain.
pub(super) struct CsvTable<'a> {
    header: Option<Vec<CsvField<'a>>>,
    pub(super) rows: &'a [SourceLine<'a>],
    separator: char,
    pub(super) has_labels: bool,
    /// The name of the column of costs, if it has one of its own.
    costs: Option<&'a str>,
}

impl<'a> CsvTable<'a> {
    pub(super) fn new(
        lines: &'a [SourceLine<'a>],
        separator: Option<char>,
        costs: Option<&'a str>,
    ) -> Result<Self, ReadError> {
        let empty = SourceLine { number: 1, text: "" };
        let first = *lines.first().ok_or_else(|| empty.error(empty.end(), "an empty table", ROWS))?;
        let telling = lines.get(1).copied().unwrap_or(first);
        let separator = separator.ok_or_else(|| {
            telling.error(
                telling.end(),
                "neither a comma nor a semicolon nor a tab",
                "write one between the cells of a row",
            )
        })?;
        let fields = fields(first, separator)?;
        if fields.len() == 1 && fields[0].text.starts_with('#') {
            return Err(first.error(fields[0].word, "a CSV has no comments", "leave this line out"));
        }
        let has_header = is_header(&fields);
        if !has_header && lines.len() > 1 && !fields[0].is_bit() && are_numbers(&fields[1..]) {
            let help = "name the columns in a line above it, or, if it names them, leave its first cell empty";
            return Err(first.error(fields[0].word, "this line can be a header or an option", help));
        }
        let (header, rows) = if has_header { (Some(fields), &lines[1..]) } else { (None, lines) };
        let mut table = Self { header, rows, separator, has_labels: false, costs };
        table.has_labels = table.has_labels()?;
        Ok(table)
    }

    /// Does the first column have labels? Where its cells are 0 and 1 and others, these are mistakes, unless all are numbers in order.
    fn has_labels(&self) -> Result<bool, ReadError> {
        if let Some(header) = &self.header {
            if header[0].text.is_empty() || header.len() + 1 == self.width()? {
                return self.check_points(header).map(|()| true);
            }
            if self.is_cost(&header[0]) {
                return Ok(false);
            }
        }
        let column = self.first_column()?;
        let is_mixed = column.iter().any(CsvField::is_bit);
        let odd = column.iter().position(|field| !field.is_bit());
        match odd {
            Some(odd) if is_mixed && !are_numbers(&column) => {
                let help = "if the first column has labels, leave its cell in the header empty";
                Err(self.rows[odd].error(column[odd].word, neither(&column[odd]), help))
            }
            odd => Ok(odd.is_some()),
        }
    }

    /// Checks that a cell more than the header has is no second half of a cost: 45,50 instead of 45.50.
    fn check_points(&self, header: &[CsvField<'a>]) -> Result<(), ReadError> {
        if self.separator != ',' || !header.iter().any(|field| self.is_cost(field)) {
            return Ok(());
        }
        let column = self.first_column()?;
        match column.first() {
            Some(first) if column.iter().all(|field| field.text.parse::<i64>().is_ok()) => {
                let what = "a row has a cell more than the header";
                let help = format!("{COMMA}; above labels, leave an empty cell in the header");
                Err(self.rows[0].error(first.word, what, help))
            }
            _ => Ok(()),
        }
    }

    fn first_column(&self) -> Result<Vec<CsvField<'a>>, ReadError> {
        self.rows.iter().map(|row| Ok(field(*row, 0, self.separator)?.0)).collect()
    }

    /// How many cells the first row has.
    fn width(&self) -> Result<usize, ReadError> {
        self.rows.first().map_or(Ok(0), |row| fields(*row, self.separator).map(|fields| fields.len()))
    }

    pub(super) fn read(&self) -> Result<Problem, ReadError> {
        let mut builder = Problem::builder();
        let cost = self.cost_column()?;
        if let Some(header) = &self.header {
            self.name(header, cost, &mut builder)?;
        }
        for &row in self.rows {
            self.option(row, cost, &mut builder)?;
        }
        Ok(builder.build())
    }

    /// The cells of the header above the items and the cost: it may have none above the labels.
    fn named<'b>(&self, header: &'b [CsvField<'a>]) -> Result<&'b [CsvField<'a>], ReadError> {
        let has_corner = self.has_labels && (header[0].text.is_empty() || header.len() >= self.width()?);
        Ok(&header[usize::from(has_corner)..])
    }

    /// Which of the columns behind the labels has the costs of the options, by its name.
    fn cost_column(&self) -> Result<Option<usize>, ReadError> {
        let missing = |line: SourceLine<'_>, name: &str| {
            let help = "--cost-column takes the name that a column has in the first line";
            line.error(line.end(), format!("no column is named `{name}`"), help)
        };
        let Some(header) = &self.header else {
            let first = self.rows.first().zip(self.costs);
            return first.map_or(Ok(None), |(line, name)| Err(missing(*line, name)));
        };
        let mut found = self.named(header)?.iter().enumerate().filter(|(_, field)| self.is_cost(field));
        let first = found.next().map(|(column, _)| column);
        match found.next() {
            Some((_, second)) => Err(second.line.error(second.word, "a second column of costs", TWO_COSTS)),
            None => match self.costs.filter(|_| first.is_none()) {
                Some(name) => Err(missing(header[0].line, name)),
                None => Ok(first),
            },
        }
    }

    /// Is this the name of the column of costs?
    fn is_cost(&self, field: &CsvField<'_>) -> bool {
        match self.costs {
            Some(name) => field.text == name,
            None => COSTS.iter().any(|name| field.text.eq_ignore_ascii_case(name)),
        }
    }

    /// The items of the header.
    fn name(
        &self,
        header: &[CsvField<'a>],
        cost: Option<usize>,
        builder: &mut ProblemBuilder,
    ) -> Result<(), ReadError> {
        let line = header[0].line;
        for (_, field) in self.named(header)?.iter().enumerate().filter(|(column, _)| Some(*column) != cost) {
            if field.text.is_empty() {
                return Err(line.error(field.word, "a column without a name", "every item has a name"));
            }
            builder.primary(&field.text).map_err(|error| match error {
                ProblemError::DuplicateItem { .. } => line.error(field.word, error, "every column needs its own name"),
                error => line.too_large(field.word, error),
            })?;
        }
        Ok(())
    }

    /// What would be right in a cell of this item that is neither 0 nor 1.
    fn instead(&self, field: &CsvField<'_>, item: usize, cost: Option<usize>) -> String {
        if number_of(field, self.separator).is_none() {
            return CELL.into();
        }
        let header = self.header.as_ref().and_then(|header| self.named(header).ok());
        let name = |column: usize| header.and_then(|names| names.get(column)).map(|field| &field.text);
        let column = item + usize::from(cost.is_some_and(|cost| cost <= item));
        match (cost.and_then(name), name(column)) {
            (Some(costs), _) => {
                format!(
                    "a cell is 0 or 1; costs are in column `{costs}`, and other numbers are to be left out of the file"
                )
            }
            (None, Some(name)) => format!("a cell is 0 or 1; if this column has costs, add --cost-column \"{name}\""),
            (None, None) => {
                "a cell is 0 or 1; a column of costs is named cost, weight or price, or by --cost-column".into()
            }
        }
    }

    fn option(&self, row: SourceLine<'_>, cost: Option<usize>, builder: &mut ProblemBuilder) -> Result<(), ReadError> {
        let mut cells = fields(row, self.separator)?;
        let label = self.has_labels.then(|| cells.remove(0));
        if cost.is_some_and(|cost| cost >= cells.len()) {
            return Err(row.error(row.end(), "this row has no cost", COST));
        }
        let cost_column = cost;
        let cost = cost.map(|cost| cells.remove(cost));
        if self.header.is_none() && builder.item_labels().next().is_none() {
            for (number, cell) in (1..).zip(&cells) {
                builder.primary(number).map_err(|error| row.too_large(cell.word, error))?;
            }
        }
        let n_columns = builder.item_labels().count();
        if let Some(more) = cells.get(n_columns) {
            return Err(row.error(
                more.word,
                format!("a row has more than {} for items", plural(n_columns, "cell")),
                if cost.is_some() && self.separator == ',' { COMMA } else { ROWS },
            ));
        }
        if cells.len() < n_columns {
            let what = format!("a row has {} for items instead of {n_columns}", plural(cells.len(), "cell"));
            return Err(row.error(row.end(), what, ROWS));
        }
        for (number, cell) in cells.iter().enumerate() {
            match &*cell.text {
                "0" | "" => {}
                "1" | "x" | "X" => builder
                    .push(ItemId::from_index(number), Color::NONE)
                    .map_err(|error| row.too_large(cell.word, error))?,
                _ => return Err(row.error(cell.word, neither(cell), self.instead(cell, number, cost_column))),
            }
        }
        let label = label.as_ref().map_or("", |label| &*label.text);
        let option = builder.finish_labelled(label).map_err(|error| row.too_large(row.end(), error))?;
        let Some(cost) = cost else { return Ok(()) };
        let number = number_of(&cost, self.separator).ok_or_else(|| no_cost(row, &cost))?;
        builder.cost(option, number).map(drop).map_err(|error| row.error(cost.word, error, COST))
    }
}

fn neither(field: &CsvField<'_>) -> String {
    if field.text.is_empty() { "an empty cell".into() } else { format!("`{}` is neither 0 nor 1", field.text) }
}

/// The number in a cell. Where commas are not between cells, one may stand for the point, unless it may as well divide thousands, as in 1,250.
fn number_of(field: &CsvField<'_>, separator: char) -> Option<Decimal> {
    let parsed = |text: &str| text.parse::<Decimal>().ok();
    let decimal = || {
        let (whole, digits) = field.text.split_once(',').filter(|_| separator != ',')?;
        let is_digits = |text: &str| text.bytes().all(|sign| sign.is_ascii_digit());
        let (unsigned, is_plain) = (whole.trim_start_matches(['-', '+']), !digits.is_empty() && is_digits(digits));
        let may_be_thousands = digits.len() == 3 && !unsigned.is_empty() && unsigned != "0";
        let text = format!("{whole}.{digits}");
        (is_plain && is_digits(unsigned) && !may_be_thousands).then(|| parsed(&text)).flatten()
    };
    parsed(&field.text).or_else(decimal)
}

/// The error for a cell in the column of costs that has none.
fn no_cost(row: SourceLine<'_>, cost: &CsvField<'_>) -> ReadError {
    if cost.text.is_empty() {
        return row.error(cost.word, "an empty cell in the column of costs", COST);
    }
    // A comma divides thousands, or stands for the point.
    let (whole, pointed) = (cost.text.replace(',', ""), cost.text.replacen(',', ".", 1));
    let is_cost = |text: &str| text.parse::<Decimal>().is_ok();
    let is_thousands = cost.text.split(',').skip(1).all(|digits| digits.len() == 3) && !cost.text.starts_with(',');
    let help = match (is_thousands && is_cost(&whole), is_cost(&pointed)) {
        (true, true) => format!("write {whole} or {pointed}, without a comma"),
        (true, false) => format!("write {whole}"),
        (false, true) => format!("write {pointed}"),
        (false, false) => COST.into(),
    };
    row.error(cost.word, format!("`{}` is not a cost", cost.text), help)
}

/// Is the first line of a table with these cells its header?
fn is_header(fields: &[CsvField<'_>]) -> bool {
    let n_bits = fields[1..].iter().filter(|field| field.is_bit()).count();
    let n_names = fields.len() - 1 - n_bits;
    let is_numbered = n_names > 0 && (are_numbers(fields) || are_numbers(&fields[1..]));
    let is_only = fields.len() == 1 && !fields[0].is_bit();
    is_only || fields[0].text.is_empty() || n_names > n_bits || is_numbered
}

/// Are these the numbers 0, 1, 2, ... or 1, 2, 3, ...?
fn are_numbers(fields: &[CsvField<'_>]) -> bool {
    [0, 1]
        .iter()
        .any(|first| (*first..).zip(fields).all(|(number, field)| field.text.parse() == Ok::<usize, _>(number)))
}
