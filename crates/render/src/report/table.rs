//! Rows of a table of counts, in forms for human readers and for programs. Each row is a text, so that it can be printed when it is done.

use serde_json::{Map, Value, json};

use super::human::seconds;
use dlx_core::tally::Outcome;

/// How a table is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableFormat {
    /// Aligned columns.
    Text,
    /// Print comma-separated values with a header.
    Csv,
    /// Print a Markdown table.
    Markdown,
    /// One JSON object a line, counts as strings.
    Json,
    /// A b-file of OEIS: a line `n a(n)` for each complete count, a comment for another.
    BFile,
}

/// A table: its format and the names of the parameters.
#[derive(Clone, Debug)]
pub struct Table<'a> {
    format: TableFormat,
    names: Vec<&'a str>,
    is_checked: bool,
    is_named: bool,
}

/// A row of a table.
#[derive(Clone, Copy, Debug)]
pub struct TableRow<'a> {
    /// The words that make the problem.
    pub name: &'a str,
    /// The values of the parameters.
    pub values: &'a [usize],
    /// What was counted.
    pub outcome: &'a Outcome,
    /// The published count, if there is one.
    pub published: Option<&'a str>,
    /// The value that runs, if only one does: the index of a sequence.
    pub index: Option<usize>,
    /// Was it counted now? The time of an earlier count is not known.
    pub is_timed: bool,
}

impl TableRow<'_> {
    /// Is the count complete, and different from the published one?
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        self.outcome.is_complete()
            && self.published.is_some_and(|published| self.outcome.count.to_string() != published)
    }

    fn check(&self) -> &'static str {
        match self.published {
            Some(_) if self.is_wrong() => "WRONG",
            Some(_) if self.outcome.is_complete() => "ok",
            _ => "",
        }
    }

    /// The seconds that the count took, if that is known.
    fn seconds(&self) -> Option<f64> {
        self.is_timed.then_some(self.outcome.elapsed.as_secs_f64())
    }
}

/// Seconds with the digits that matter, even for fast rows.
fn digits(seconds: f64) -> String {
    if seconds < 1.0 { format!("{seconds:.6}") } else { format!("{seconds:.3}") }
}

/// A field of a CSV file: in quotes where it has a separator.
pub(super) fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.into() }
}

/// Digits that a count in aligned columns has room for.
const COUNT_WIDTH: usize = 28;

/// Characters of the longest name of an engine.
const ENGINE_WIDTH: usize = "determinant".len();

impl<'a> Table<'a> {
    /// A table with these parameters, and, if asked for, a column for the comparison with published counts.
    #[must_use]
    pub fn new(format: TableFormat, names: Vec<&'a str>, is_checked: bool) -> Self {
        Self { format, names, is_checked, is_named: false }
    }

    /// The same with a column for the [name](TableRow::name) of each row, the last one, since names may be long: parameters do not say which graph or puzzle of a file a row counts.
    #[must_use]
    pub fn named(self) -> Self {
        Self { is_named: true, ..self }
    }

    /// The text before the rows.
    #[must_use]
    pub fn head(&self) -> String {
        let mut names = self.names.clone();
        names.extend(["count", "complete", "seconds", "engine"]);
        if self.is_checked {
            names.extend(["published", "check"]);
        }
        if self.is_named {
            names.push("name");
        }
        match self.format {
            TableFormat::Json | TableFormat::BFile => String::new(),
            TableFormat::Csv => names.join(",") + "\n",
            TableFormat::Markdown => {
                let rule =
                    names.iter().map(|name| if matches!(*name, "engine" | "name") { " --- |" } else { " ---: |" });
                format!("| {} |\n|{}\n", names.join(" | "), rule.collect::<String>())
            }
            TableFormat::Text => {
                let parameters: String = self.names.iter().map(|name| format!("{name:>7} ")).collect();
                let mut end = if self.is_checked { "  check" } else { "" }.to_owned();
                self.add_name(&mut end, "name");
                format!("{parameters}{:>COUNT_WIDTH$}  {:>10}  {:<ENGINE_WIDTH$}{end}", "count", "time", "engine")
                    .trim_end()
                    .to_owned()
                    + "\n"
            }
        }
    }

    /// A row.
    #[must_use]
    pub fn row(&self, row: &TableRow<'_>) -> String {
        match self.format {
            TableFormat::Json => self.json(row),
            TableFormat::Csv => self.fields(row).join(",") + "\n",
            TableFormat::Markdown => format!("| {} |\n", self.fields(row).join(" | ")),
            TableFormat::Text => self.text(row),
            TableFormat::BFile => {
                let (index, count) = (row.index.unwrap_or_default(), &row.outcome.count);
                if row.outcome.is_complete() {
                    format!("{index} {count}\n")
                } else {
                    format!("# {index}: at least {count}\n")
                }
            }
        }
    }

    fn fields(&self, row: &TableRow<'_>) -> Vec<String> {
        let outcome = row.outcome;
        let mut fields: Vec<String> = row.values.iter().map(ToString::to_string).collect();
        fields.push(outcome.count.to_string());
        fields.push(outcome.is_complete().to_string());
        fields.push(row.seconds().map_or_else(String::new, digits));
        fields.push(outcome.engine.into());
        if self.is_checked {
            fields.extend([row.published.unwrap_or_default().into(), row.check().into()]);
        }
        if self.is_named {
            fields.push(match self.format {
                TableFormat::Markdown => row.name.replace('|', "\\|"),
                _ => quoted(row.name),
            });
        }
        fields
    }

    /// Puts a name behind the last column of a text, below the others.
    fn add_name(&self, end: &mut String, name: &str) {
        if self.is_named {
            let width = if self.is_checked { 8 } else { 0 };
            *end = format!("{end:<width$}  {name}");
        }
    }

    fn text(&self, row: &TableRow<'_>) -> String {
        let outcome = row.outcome;
        let parameters: String = row
            .values
            .iter()
            .zip(&self.names)
            .map(|(value, name)| format!("{value:>width$} ", width = name.len().max(7)))
            .collect();
        let count =
            if outcome.is_complete() { outcome.count.to_string() } else { format!("at least {}", outcome.count) };
        let time = row.seconds().map_or_else(String::new, seconds);
        let mut end = match (self.is_checked, row.published) {
            (true, Some(published)) if row.is_wrong() => format!("  WRONG, published {published}"),
            (true, Some(_)) => format!("  {}", row.check()),
            _ => String::new(),
        };
        self.add_name(&mut end, row.name);
        format!("{parameters}{count:>COUNT_WIDTH$}  {time:>10}  {:<ENGINE_WIDTH$}{end}", outcome.engine)
            .trim_end()
            .to_owned()
            + "\n"
    }

    fn json(&self, row: &TableRow<'_>) -> String {
        let outcome = row.outcome;
        let mut object = Map::new();
        object.insert("name".into(), json!(row.name));
        for (name, value) in self.names.iter().zip(row.values) {
            object.insert((*name).into(), json!(value));
        }
        object.insert("count".into(), json!(outcome.count));
        object.insert("complete".into(), json!(outcome.is_complete()));
        object.insert("ending".into(), json!(outcome.ending));
        object.insert("engine".into(), json!(outcome.engine));
        object.insert("nodes".into(), json!(outcome.stats.nodes));
        object.insert("seconds".into(), json!(row.seconds()));
        if self.is_checked {
            object.insert("published".into(), json!(row.published));
            object.insert("agrees".into(), row.published.map_or(Value::Null, |_| json!(!row.is_wrong())));
        }
        Value::Object(object).to_string() + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dlx_core::tally::{Count, Ending, Stats};
    use std::time::Duration;

    fn outcome(count: u64, ending: Ending) -> Outcome {
        Outcome {
            done: 1.0,
            count: Count::from(count),
            ending,
            stats: Stats::default(),
            engine: "bits",
            reason: None,
            threads: 1,
            tasks: 1,
            elapsed: Duration::from_millis(1250),
        }
    }

    fn lines(format: TableFormat, is_checked: bool) -> [String; 3] {
        let table = Table::new(format, vec!["rows", "columns"], is_checked);
        let (right, part) = (outcome(36, Ending::Complete), outcome(7, Ending::TimeLimit));
        let first = TableRow {
            name: "queens",
            values: &[4, 4],
            outcome: &right,
            published: Some("37"),
            index: None,
            is_timed: true,
        };
        let second = TableRow { values: &[4, 5], outcome: &part, published: Some("95"), ..first };
        [table.head(), table.row(&first), table.row(&second)]
    }

    #[test]
    fn fast_rows_have_more_digits_and_old_ones_no_time() {
        let table = |format| Table::new(format, vec!["n"], false);
        let fast = Outcome { elapsed: Duration::from_micros(42), ..outcome(2, Ending::Complete) };
        let row =
            TableRow { name: "queens", values: &[4], outcome: &fast, published: None, index: None, is_timed: true };
        assert_eq!(table(TableFormat::Csv).row(&row), "4,2,true,0.000042,bits\n");
        let row = TableRow { is_timed: false, index: Some(4), ..row };
        assert_eq!(table(TableFormat::BFile).row(&row), "4 2\n");
        assert_eq!(table(TableFormat::Csv).row(&row), "4,2,true,,bits\n");
        assert!(table(TableFormat::Json).row(&row).contains("\"seconds\":null"));
        assert!(!table(TableFormat::Text).row(&row).contains("ms"));
    }

    #[test]
    fn rows_of_a_file_say_what_they_count() {
        let outcome = outcome(4, Ending::Complete);
        let [csv, markdown, text] = [TableFormat::Csv, TableFormat::Markdown, TableFormat::Text].map(|format| {
            let table = Table::new(format, vec!["number"], true).named();
            let row = TableRow {
                name: "matching graph6:D|,c",
                values: &[2],
                outcome: &outcome,
                published: None,
                index: None,
                is_timed: true,
            };
            table.head() + &table.row(&row)
        });
        assert!(csv.contains(",check,name\n2,4,") && csv.ends_with(",\"matching graph6:D|,c\"\n"), "{csv}");
        assert!(
            markdown.contains(" ---: | --- |\n") && markdown.ends_with("| matching graph6:D\\|,c |\n"),
            "{markdown}"
        );
        let [head, row] = text.lines().collect::<Vec<_>>()[..] else { panic!("{text}") };
        assert_eq!(head.find("name"), row.find("matching"), "{text}");
    }

    #[test]
    fn every_format_has_all_columns() {
        assert_eq!(
            lines(TableFormat::Csv, true),
            [
                "rows,columns,count,complete,seconds,engine,published,check\n",
                "4,4,36,true,1.250,bits,37,WRONG\n",
                "4,5,7,false,1.250,bits,95,\n"
            ]
        );
        assert_eq!(
            lines(TableFormat::Markdown, false),
            [
                "| rows | columns | count | complete | seconds | engine |\n| ---: | ---: | ---: | ---: | ---: | --- |\n",
                "| 4 | 4 | 36 | true | 1.250 | bits |\n",
                "| 4 | 5 | 7 | false | 1.250 | bits |\n"
            ]
        );
        let [head, first, second] = lines(TableFormat::Json, true);
        assert_eq!((head.as_str(), first.contains(r#""count":"36""#)), ("", true));
        assert!(first.contains(r#""name":"queens""#) && first.contains(r#""agrees":false"#));
        assert!(second.contains(r#""ending":"time-limit""#));
        let [head, first, second] = lines(TableFormat::Text, true);
        assert_eq!(head.find("count").unwrap() + "count".len(), first.find("36").unwrap() + 2);
        assert!(first.ends_with("WRONG, published 37\n") && second.contains("at least 7"));
    }
}
