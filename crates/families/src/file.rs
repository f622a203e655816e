//! A problem in a file, as a family of its own.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::error::{FamilyError, SourceError};
use super::graph::graph6::graph;
use super::member::{Family, Named, only};
use super::parameter::{Parameter, ParameterKind};
use super::text::{name_of, open, unreadable};
use dlx_canon::symmetry::CountQuery;
use dlx_core::format::{self, InputFormat, ReadError, SyntaxError, csv};
use dlx_core::problem::Problem;

/// How many bytes of a file that cannot be read are looked at, to say what it may be.
const LOOKED_AT: u64 = 1 << 12;

/// The family on the command line.
pub(super) const FILE: Family = Family {
    name: "file",
    about: "A problem in a file: Knuth's, .ec, list, matrix, CSV, JSON",
    parameters: &[
        Parameter::first("path", "PATH", "The file; `-` for standard input").of(ParameterKind::Path),
        Parameter::named("input-format", "FORMAT", "The format; by default detected from the text, and CSV for *.csv")
            .of(ParameterKind::Choice(InputFormat::WORDS)),
        Parameter::named(
            "cost-column",
            "NAME",
            "The column of a CSV file with the costs of its options; by default the one named cost, weight or price",
        ),
    ],
    examples: &[
        ("file problem.dlx", "the word `file` may be left out"),
        ("file - < problem.dlx", "from standard input"),
        ("file matrix.txt --input-format matrix", ""),
    ],
    make: |_, arguments, _| {
        let path = arguments.path("path").unwrap_or(Path::new(""));
        let is_csv = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
        let given = arguments.word("input-format").and_then(InputFormat::named);
        let (format, costs) = (given.or(is_csv.then_some(InputFormat::Csv)), arguments.word("cost-column"));
        if costs.is_some() && format.is_some_and(|format| format != InputFormat::Csv) {
            return Err(FamilyError::new("--cost-column is for CSV", "other formats say what a cost is").into());
        }
        let problem = read(path, format, costs)?;
        let is_table = costs.is_some() || format == Some(InputFormat::Csv);
        let doubt = if is_table { doubt(&problem) } else { None };
        only(Named {
            name: problem.name().into(),
            of: (problem, doubt.unwrap_or_default()),
            question: |(problem, doubt)| Ok(CountQuery::from(problem.clone()).doubting(doubt)),
            drawing: |_| Ok(None),
        })
    },
    ..Family::PLAIN
};

fn read(path: &Path, format: Option<InputFormat>, costs: Option<&str>) -> Result<Problem, SourceError> {
    let name = name_of(path);
    let found = match costs {
        Some(_) => csv::read_with_costs(open(path)?, costs),
        None => format::read(open(path)?, format),
    };
    match found {
        Ok(problem) => Ok(problem.with_name(name)),
        Err(ReadError::Syntax(mut error)) => {
            if let Some(family) = meant(path, &error).filter(|_| !error.help.starts_with("did you mean")) {
                error.help = format!("{family} {}", path.display());
            }
            Err(SourceError::Syntax { name, error })
        }
        Err(ReadError::Io(error)) => Err(unreadable(path, error)),
    }
}

/// Names of columns before those of items, and names that costs have besides those that are known.
const LABELS: [&str; 4] = ["id", "name", "label", "option"];
const COSTS: [&str; 3] = ["costs", "weights", "prices"];

/// That a column of a table was taken for an item, although its name says something else: all of its cells are 0 or 1.
fn doubt(problem: &Problem) -> Option<String> {
    let is_one_of = |label: &str, words: &[&str]| words.iter().any(|word| label.eq_ignore_ascii_case(word));
    let items: Vec<&str> = problem.items().map(|item| problem.item_label(item)).collect();
    if let Some(label) = items.first().filter(|label| is_one_of(label, &LABELS)) {
        let help = "if it has labels, leave its cell in the first line empty";
        return Some(format!("column `{label}` has zeros and ones, and is an item; {help}"));
    }
    let label = items.iter().find(|label| is_one_of(label, &COSTS))?;
    Some(format!("column `{label}` has zeros and ones, and is an item; if it has costs, add --cost-column {label}"))
}

/// How files begin that are no problems, and what they are for.
const OWN: [(&str, &str); 5] = [
    ("{\"record\":\"run\"", "this is a run in a file, to be gone on with by: dlx-count resume"),
    ("{\"record\":\"split\"", "these are tasks, to be counted by: dlx-count work"),
    ("dlx-cert", "this is a certificate, to be checked by: dlx-check"),
    ("NAME:", "this is a distance table of TSPLIB; name what to count, such as: dlx-count tour"),
    ("NAME :", "this is a distance table of TSPLIB; name what to count, such as: dlx-count tour"),
];

/// What a file seems to hold instead of a problem, and the command for it without the path; none if that is not clear.
fn meant(path: &Path, error: &SyntaxError) -> Option<&'static str> {
    if graph(error.text.trim(), false).is_some() {
        return Some("lines like this are graphs in graph6; name what to count, such as: dlx-count matching");
    }
    let mut start = Vec::new();
    File::open(path).ok()?.take(LOOKED_AT).read_to_end(&mut start).ok()?;
    let start = String::from_utf8_lossy(&start);
    let own = OWN.iter().find(|(begins, _)| start.starts_with(begins)).map(|(_, help)| *help);
    if own.is_some() || !error.help.starts_with("items are declared in line") {
        return own;
    }
    let is_comment = |line: &&str| line.is_empty() || line.starts_with(['#', '|']) || line.starts_with("c ");
    let lines: Vec<&str> = start.lines().map(str::trim).filter(|line| !is_comment(line)).collect();
    let is_row = |line: &&str| line.len() == lines[0].len() && !line.contains(char::is_alphabetic);
    match lines.first()? {
        head if head.starts_with("p edge ") || head.starts_with("p col ") => {
            Some("this is a graph; name what to count, such as: dlx-count matching")
        }
        _ if lines.iter().all(is_row) => {
            Some("if this is a drawing or a puzzle, name its kind, such as: dlx-count sudoku")
        }
        _ => None,
    }
}
