//! The format of a table.

use crate::report::TableFormat;

/// The format that these options ask for.
pub(in crate::cli) fn format(csv: bool, markdown: bool, json: bool) -> TableFormat {
    match (csv, markdown, json) {
        (true, ..) => TableFormat::Csv,
        (_, true, _) => TableFormat::Markdown,
        (.., true) => TableFormat::Json,
        _ => TableFormat::Text,
    }
}
