//! The rows of a table: all combinations of the values of the parameters.

use crate::cli::end::Failure;
use crate::family::Span;
use crate::job::Ask;
use crate::symmetry::CountQuery;

/// The most rows of a table.
const MAX_ROWS: usize = 1_000_000;

/// A row: the values of its parameters, and those under which it is counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::cli) struct Row {
    pub(in crate::cli) values: Vec<usize>,
    pub(in crate::cli) key: Vec<usize>,
}

/// All rows, the last parameter fastest.
pub(in crate::cli) fn rows(ask: &Ask) -> Result<Vec<Row>, Failure> {
    let spans = ask.source.spans()?;
    check_number(&spans)?;
    let rows = combinations(&spans, ask.is_turnable());
    // If the largest or the smallest values are out of bounds, this is reported before anything is counted.
    rows.last().into_iter().chain(rows.first()).try_for_each(|row| ask.at(&row.key).map(drop))?;
    Ok(rows)
}

/// Refuses more combinations than a table may have.
pub(in crate::cli) fn check_number(spans: &[(String, Span)]) -> Result<(), Failure> {
    let number = spans.iter().try_fold(1usize, |product, (_, span)| product.checked_mul(span.values().len()));
    match number.filter(|&number| number <= MAX_ROWS) {
        Some(_) => Ok(()),
        None => Err(Failure::usage(format!("the table has more than {MAX_ROWS} rows"), "make the ranges smaller")),
    }
}

/// All combinations of values, the last parameter fastest.
pub(in crate::cli) fn combinations(spans: &[(String, Span)], is_turnable: bool) -> Vec<Row> {
    let mut all = vec![Vec::new()];
    for (_, span) in spans {
        let longer = |values: &Vec<usize>| {
            span.values().iter().map(|&value| [values.as_slice(), &[value]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.into_iter().map(|values| Row { key: key(values.clone(), is_turnable), values }).collect()
}

/// The key of a board; boards that are rotations of each other have the same key.
fn key(mut values: Vec<usize>, is_turnable: bool) -> Vec<usize> {
    if is_turnable {
        values.sort_unstable();
    }
    values
}

/// The questions of all rows.
pub(in crate::cli) fn questions(ask: &Ask) -> Result<impl Iterator<Item = Result<CountQuery, Failure>>, Failure> {
    Ok(rows(ask)?.into_iter().map(move |row| Ok(ask.at(&row.key)?)))
}
