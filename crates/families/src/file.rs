//! A problem in a file, as a family of its own.

use std::path::{Path, PathBuf};

use super::arguments::Arguments;
use super::error::{FamilyError, SourceError};
use super::member::{Example, Family, Member};
use super::parameter::{Parameter, ParameterKind};
use super::text::{name_of, open, unreadable};
use dlx_canon::symmetry::CountQuery;
use dlx_core::format::{self, InputFormat, ReadError};
use dlx_core::problem::Problem;

/// The family on the command line.
pub(super) struct FileFamily;

/// The formats that can be read: the word for each, and its description.
const FORMATS: &[(&str, &str)] = &[
    ("dlx", "Knuth's: items, a bar, secondary items; then options"),
    ("ec", "`p ec N`, then `s 1 2 3` for each option"),
    ("list", "`n m`, then `k i1 .. ik` for each option"),
    ("matrix", "Rows of 0 and 1, with or without spaces"),
    ("csv", "Rows of 0 and 1 with commas, semicolons or tabs; names of items above, labels before, or neither"),
    ("json", "An array of options, or an object from labels to options; or primary, secondary and options"),
];

impl Family for FileFamily {
    fn name(&self) -> &'static str {
        "file"
    }

    fn about(&self) -> &'static str {
        "A problem in a file: Knuth's, .ec, list, matrix, CSV, JSON"
    }

    fn parameters(&self) -> &'static [Parameter] {
        const {
            &[
                Parameter::first("path", "PATH", "The file; `-` for standard input").of(ParameterKind::Path),
                Parameter::named("input-format", "FORMAT", "The format; detected from the text if omitted")
                    .of(ParameterKind::Choice(FORMATS)),
            ]
        }
    }

    fn examples(&self) -> &'static [Example] {
        &[
            ("file problem.dlx", "the word `file` may be left out"),
            ("file - < problem.dlx", "from standard input"),
            ("file matrix.txt --input-format matrix", ""),
        ]
    }

    fn member(&self, arguments: &Arguments, _: &[usize]) -> Result<Box<dyn Member>, SourceError> {
        let path = arguments.path("path").map_or_else(PathBuf::new, Path::to_path_buf);
        let format = arguments.word("input-format").and_then(named);
        read(&path, format).map(|problem| Box::new(problem) as Box<dyn Member>)
    }
}

impl Member for Problem {
    fn name(&self) -> String {
        Self::name(self).into()
    }

    fn question(&self) -> Result<CountQuery, FamilyError> {
        Ok(self.clone().into())
    }
}

fn named(word: &str) -> Option<InputFormat> {
    Some(match word {
        "dlx" => InputFormat::Dlx,
        "ec" => InputFormat::Ec,
        "list" => InputFormat::List,
        "matrix" => InputFormat::Matrix,
        "json" => InputFormat::Json,
        "csv" => InputFormat::Csv,
        _ => return None,
    })
}

fn read(path: &Path, format: Option<InputFormat>) -> Result<Problem, SourceError> {
    let name = name_of(path);
    match format::read(open(path)?, format) {
        Ok(problem) => Ok(problem.with_name(name)),
        Err(ReadError::Syntax(error)) => Err(SourceError::Syntax { name, error }),
        Err(ReadError::Io(error)) => Err(unreadable(path, error)),
    }
}
