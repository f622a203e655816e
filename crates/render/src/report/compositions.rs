//! Counts by composition: the number of solutions for each number of options of each kind, and for each cost.

use std::fmt::Display;

use serde_json::json;

use super::table::quoted;

use dlx_core::problem::Decimal;
use dlx_core::tally::Ending;

/// How they are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CompositionFormat {
    /// Aligned columns.
    Text,
    /// Print comma-separated values with a header.
    Csv,
    /// A JSON object in each line, amounts as strings.
    Json,
}

/// A row for each composition, in order, with a number for each column and the amount, which is called `what`; and whether the amounts are exact or lower bounds. The problem is named if it is one of several.
#[must_use]
pub fn compositions<A: Display>(
    kinds: &[String],
    what: &str,
    amounts: &[(Vec<Decimal>, A)],
    (format, ending, problem): (CompositionFormat, Ending, Option<&str>),
) -> String {
    let is_complete = ending == Ending::Complete;
    let table = |behind: &[&str], cells: &dyn Fn(&A) -> Vec<String>| {
        let head = kinds.iter().map(String::as_str).chain([what]).chain(behind.iter().copied()).map(String::from);
        let row = |(numbers, amount): &(Vec<Decimal>, A)| {
            numbers.iter().map(Decimal::to_string).chain(cells(amount)).collect::<Vec<_>>()
        };
        std::iter::once(head.collect()).chain(amounts.iter().map(row)).collect::<Vec<_>>()
    };
    let least = if is_complete { "" } else { "at least " };
    match format {
        CompositionFormat::Json => amounts
            .iter()
            .map(|(numbers, amount)| {
                let numbers: serde_json::Map<_, _> =
                    kinds.iter().cloned().zip(numbers.iter().map(|&number| json!(number))).collect();
                let amount = amount.to_string();
                let mut row = json!({ "numbers": numbers, what: amount, "complete": is_complete, "ending": ending });
                problem.into_iter().for_each(|name| row["problem"] = json!(name));
                format!("{row}\n")
            })
            .collect(),
        CompositionFormat::Csv => {
            let behind: &[&str] = if problem.is_some() { &["complete", "problem"] } else { &["complete"] };
            let cells = |amount: &A| {
                let name = problem.map(String::from);
                [amount.to_string(), is_complete.to_string()].into_iter().chain(name).collect()
            };
            let rows = table(behind, &cells);
            rows.iter().map(|row| row.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(",") + "\n").collect()
        }
        CompositionFormat::Text => aligned(&table(&[], &|amount| vec![format!("{least}{amount}")])),
    }
}

fn aligned(rows: &[Vec<String>]) -> String {
    let n_columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..n_columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:>width$}"));
        cells.collect::<Vec<_>>().join("  ") + "\n"
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_written_in_every_form() {
        let counts = [([0, 2], 12), ([1, 0], 3)].map(|(numbers, count)| (numbers.map(Decimal::from).to_vec(), count));
        let ended =
            |format, ending| compositions(&["I".into(), "4,4".into()], "count", &counts, (format, ending, None));
        let written = |format| ended(format, Ending::Complete);
        assert_eq!(written(CompositionFormat::Text), "I  4,4  count\n0    2     12\n1    0      3\n");
        assert_eq!(written(CompositionFormat::Csv), "I,\"4,4\",count,complete\n0,2,12,true\n1,0,3,true\n");
        let json = written(CompositionFormat::Json);
        let first = "{\"complete\":true,\"count\":\"12\",\"ending\":\"complete\",\"numbers\":{\"4,4\":2,\"I\":0}}";
        assert_eq!((json.lines().count(), json.lines().next()), (2, Some(first)));
        let stopped = |format| ended(format, Ending::TimeLimit);
        assert_eq!(stopped(CompositionFormat::Text), "I  4,4        count\n0    2  at least 12\n1    0   at least 3\n");
        assert!(stopped(CompositionFormat::Csv).ends_with("1,0,3,false\n"));
        assert!(
            stopped(CompositionFormat::Json).contains("\"complete\":false,\"count\":\"12\",\"ending\":\"time-limit\"")
        );
    }
}
