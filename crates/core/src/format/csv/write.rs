//! From a problem to a table with a header and labels.

use std::borrow::Cow;
use std::io::{self, Write};

use super::field::SEPARATORS;
use super::table::COSTS;
use crate::format::{MAX_ITEMS, refusal, refuse_more_than_costs};
use crate::problem::Problem;

/// Writes a header with an empty first cell, and a row for each option, with commas; costs are in the last column.
///
/// # Errors
/// If writing fails; or the problem has items that are covered several times, secondary items, no items or too many, or an item without a name; or a label does not fit on one line. Then nothing is
/// written.
pub fn write(problem: &Problem, mut out: impl Write) -> io::Result<()> {
    check(problem)?;
    for item in problem.items() {
        write!(out, ",{}", cell(problem.item_label(item)))?;
    }
    writeln!(out, "{}", if problem.has_costs() { ",cost" } else { "" })?;
    let mut row = vec![[b',', b'0']; problem.n_items()];
    for option in problem.options() {
        write!(out, "{}", cell(problem.option_label(option).unwrap_or_default()))?;
        problem.items_of(option).iter().for_each(|item| row[item.index()][1] = b'1');
        out.write_all(row.as_flattened())?;
        problem.items_of(option).iter().for_each(|item| row[item.index()][1] = b'0');
        match problem.has_costs() {
            true => writeln!(out, ",{}", problem.in_units_of_cost(problem.cost(option)))?,
            false => writeln!(out)?,
        }
    }
    Ok(())
}

/// A label as a cell, in quotes where it has to be.
fn cell(label: &str) -> Cow<'_, str> {
    let is_odd = |sign: char| sign == '"' || SEPARATORS.contains(&sign);
    if label.contains(is_odd) || label.trim() != label {
        format!("\"{}\"", label.replace('"', "\"\"")).into()
    } else {
        label.into()
    }
}

fn check(problem: &Problem) -> io::Result<()> {
    refuse_more_than_costs(problem, "CSV")?;
    let items = || problem.items().map(|item| problem.item_label(item));
    let mut labels = items().chain(problem.options().filter_map(|option| problem.option_label(option)));
    // A byte order mark at the beginning would be taken for one of the file.
    let is_bad = |label: &&str| label.contains(['\n', '\r', '\u{feff}']);
    if problem.n_primary() < problem.n_items() {
        Err(refusal("a secondary item", "CSV", "its columns are all primary"))
    } else if problem.n_items() == 0 {
        Err(refusal("a problem without items", "CSV", "it shows in columns only"))
    } else if problem.n_items() > MAX_ITEMS {
        Err(refusal(
            &format!("{} items", problem.n_items()),
            "CSV",
            &format!("at most {MAX_ITEMS} columns are read there"),
        ))
    } else if let Some(label) = items().find(|label| COSTS.iter().any(|cost| label.eq_ignore_ascii_case(cost))) {
        Err(refusal(&format!("an item named `{label}`"), "CSV", "a column of this name has costs there"))
    } else if items().any(str::is_empty) {
        Err(refusal("an item without a name", "CSV", "columns have names there"))
    } else if let Some(label) = labels.find(is_bad) {
        Err(refusal(&format!("label `{}`", label.escape_debug()), "CSV", "a name is a line there"))
    } else {
        Ok(())
    }
}
