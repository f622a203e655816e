//! Counts by composition: how many solutions have how many options of each kind, or such a cost.

use std::collections::BTreeMap;
use std::fmt::Display;

use serde_json::json;

/// How they are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CompositionFormat {
    /// Aligned columns.
    Text,
    /// Comma-separated values with a header.
    Csv,
    /// A JSON object in each line, amounts as strings.
    Json,
}

/// A row for each composition, in order, with a number for each column and the amount, which is called `what`.
#[must_use]
pub fn compositions<A: Display>(
    kinds: &[String],
    what: &str,
    amounts: &BTreeMap<Vec<u64>, A>,
    format: CompositionFormat,
) -> String {
    let cells = |row: &[u64]| row.iter().map(u64::to_string).collect::<Vec<_>>();
    let rows = amounts.iter().map(|(numbers, amount)| [cells(numbers), vec![amount.to_string()]].concat());
    let table = || std::iter::once([kinds, &[what.to_string()]].concat()).chain(rows);
    match format {
        CompositionFormat::Json => amounts
            .iter()
            .map(|(numbers, amount)| {
                let numbers: serde_json::Map<_, _> =
                    kinds.iter().cloned().zip(numbers.iter().map(|&number| json!(number))).collect();
                format!("{}\n", json!({ "numbers": numbers, what: amount.to_string() }))
            })
            .collect(),
        CompositionFormat::Csv => {
            table().map(|row| row.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(",") + "\n").collect()
        }
        CompositionFormat::Text => aligned(&table().collect::<Vec<_>>()),
    }
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.into() }
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
        let counts = BTreeMap::from([(vec![0, 2], 12), (vec![1, 0], 3)]);
        let written = |format| compositions(&["I".into(), "4,4".into()], "count", &counts, format);
        assert_eq!(written(CompositionFormat::Text), "I  4,4  count\n0    2     12\n1    0      3\n");
        assert_eq!(written(CompositionFormat::Csv), "I,\"4,4\",count\n0,2,12\n1,0,3\n");
        let json =
            "{\"count\":\"12\",\"numbers\":{\"4,4\":2,\"I\":0}}\n{\"count\":\"3\",\"numbers\":{\"4,4\":0,\"I\":1}}\n";
        assert_eq!(written(CompositionFormat::Json), json);
    }
}
