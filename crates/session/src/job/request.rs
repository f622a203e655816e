//! The request to a source: a count, or a table of counts.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::ask::Ask;

/// A complete description of what a run does, enough to begin the run or to continue it.
///
/// ```
/// use dlx_count::family::Arguments;
/// use dlx_count::job::{Ask, Request, Source, AnswerForm};
///
/// let source = Source::new("queens", Arguments::default().with("n", ["8"])).unwrap();
/// let request = Request { ask: Ask { source, demands: Default::default() }, wanted: AnswerForm::Count };
/// let text = serde_json::to_string(&request)?;
/// assert_eq!(serde_json::from_str::<Request>(&text)?, request);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// What is asked.
    pub ask: Ask,
    /// In what form the answer is wanted.
    pub wanted: AnswerForm,
}

/// The form of an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AnswerForm {
    /// A count, or one for each puzzle of a file.
    Count,
    /// A table, with a row for each combination of the values of the parameters.
    Table(TableRequest),
}

/// How a table is printed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TableRequest {
    /// As comma-separated values.
    pub csv: bool,
    /// As Markdown.
    pub markdown: bool,
    /// Are the rows compared with published counts?
    pub check: bool,
    /// As a b-file of OEIS.
    #[serde(default)]
    pub b_file: bool,
    /// A b-file with which the rows are compared.
    #[serde(default)]
    pub against: Option<PathBuf>,
}
