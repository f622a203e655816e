//! Families and texts as problems, made from the table of families: a new one needs nothing here.

use std::collections::BTreeMap;

use dlx_count::family::{Arguments, FAMILIES, Family, Parameter, ParameterKind};
use dlx_count::format::{InputFormat, read as read_text};
use dlx_count::job::{Ask, Demands, Source};
use dlx_count::symmetry::CountQuery;
use dlx_count::tally::Outcome;
use dlx_count::{Control, EngineKind};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::errors::{Fault, in_python};
use crate::patience::{Told, quietly, wait};
use crate::problem::{Problem, outcome_in_python};
use crate::settings::Settings;

/// What was given for the parameters: words by name, none for a flag.
type Words = BTreeMap<String, Vec<String>>;

/// The names of the engines.
#[pyfunction]
pub fn engines() -> Vec<&'static str> {
    EngineKind::ALL.iter().map(|engine| engine.name()).collect()
}

/// The version of the program.
#[pyfunction]
pub fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// All families: name, what it is, examples, and parameters (name, what its value is called, help, its choices; is it first, required, a list, a word or a file, a file).
#[pyfunction]
pub fn families(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let list = PyList::empty(py);
    for family in FAMILIES {
        let parameters = PyList::empty(py);
        for parameter in family.all_parameters() {
            parameters.append(described(py, parameter)?)?;
        }
        let dict = PyDict::new(py);
        dict.set_item("name", family.name)?;
        dict.set_item("about", family.about)?;
        dict.set_item("examples", family.examples.to_vec())?;
        dict.set_item("parameters", parameters)?;
        list.append(dict)?;
    }
    Ok(list)
}

fn described<'py>(py: Python<'py>, parameter: &Parameter) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("name", parameter.name)?;
    dict.set_item("value", parameter.value)?;
    dict.set_item("help", in_python(parameter.help))?;
    dict.set_item("is_first", parameter.is_first)?;
    dict.set_item("is_required", parameter.is_required)?;
    dict.set_item("unless", parameter.unless)?;
    dict.set_item("is_list", parameter.is_list)?;
    dict.set_item("is_word_or_file", matches!(parameter.kind, ParameterKind::WordOrFile))?;
    dict.set_item("is_path", matches!(parameter.kind, ParameterKind::Path))?;
    dict.set_item("choices", choices(parameter))?;
    Ok(dict)
}

/// The words that a parameter takes, if there are only some.
fn choices(parameter: &Parameter) -> Option<Vec<&'static str>> {
    match parameter.kind {
        ParameterKind::Choice(choices) => Some(choices.iter().map(|(word, _)| *word).collect()),
        _ => None,
    }
}

fn find(name: &str) -> Result<&'static Family, Fault> {
    let names = || FAMILIES.iter().map(|family| family.name).collect::<Vec<_>>().join(", ");
    let unknown = || Fault::input(format!("there is no family `{name}`"), &format!("the families are {}", names()));
    Family::named(name).ok_or_else(unknown)
}

/// The source that these words name, if they are what the family takes.
fn source(name: &str, words: Words) -> Result<Source, Fault> {
    let family = find(name)?;
    check(family, &words)?;
    let arguments =
        words.into_iter().fold(Arguments::default(), |arguments, (name, values)| arguments.with(&name, values));
    let source = Source::new(name, arguments).expect("the family is there");
    if source.standard_inputs() > 0 {
        return Err(Fault::input(
            "standard input is not read here",
            "give the name of a file, or `dlx_count.read(text)`",
        ));
    }
    Ok(source)
}

/// What the command line checks when it reads its words.
fn check(family: &Family, words: &Words) -> Result<(), Fault> {
    for parameter in family.all_parameters() {
        let Parameter { name, is_required, unless, conflicts_with, .. } = *parameter;
        let Some(values) = words.get(name) else {
            if is_required && !unless.is_some_and(|other| words.contains_key(other)) {
                return Err(Fault::input(
                    format!("{} needs `{}`", family.name, name.replace('-', "_")),
                    parameter.help,
                ));
            }
            continue;
        };
        if let Some(other) = conflicts_with.filter(|other| words.contains_key(*other)) {
            return Err(Fault::input(
                format!("`{name}` cannot be given together with `{other}`"),
                "leave one of them out",
            ));
        }
        values.iter().try_for_each(|value| check_value(parameter, value))?;
    }
    Ok(())
}

fn check_value(parameter: &Parameter, value: &str) -> Result<(), Fault> {
    let wrong = |help: String| Fault::input(format!("`{value}` for `{}`", parameter.name), &help);
    if let Some(names) = choices(parameter) {
        return if names.contains(&value) { Ok(()) } else { Err(wrong(format!("one of {}", names.join(", ")))) };
    }
    (parameter.check)(value).map_err(wrong)
}

/// All problems that a family makes of these words: of most families it is one.
#[pyfunction]
pub fn members(py: Python<'_>, name: &str, words: Words) -> PyResult<Vec<Problem>> {
    let make = || {
        let ask = Ask { source: source(name, words)?, demands: Demands::default() };
        let questions = ask.drawn_or_counted_questions()?;
        // One of several puzzles cannot be asked for again by the words for all of them.
        let asked = (questions.len() == 1).then_some(ask);
        Ok::<_, Fault>(
            questions.into_iter().map(|(question, drawing)| Problem::of(question, drawing, asked.clone())).collect(),
        )
    };
    Ok(quietly(py, &Control::default(), make)??)
}

/// Reads a problem in a text.
#[pyfunction]
pub fn read(text: &str, format: Option<&str>) -> PyResult<Problem> {
    let named = |name: &str| InputFormat::named(name).ok_or_else(|| Fault::unknown_format(name, InputFormat::WORDS));
    let format = format.map(named).transpose()?;
    let problem = read_text(text.as_bytes(), format).map_err(Fault::from)?;
    Ok(Problem::of(problem.with_name("text").into(), None, None))
}

/// The names of the numbers that a table of a family runs through, and the values of each row.
#[pyfunction]
pub fn rows(name: &str, words: Words) -> PyResult<(Vec<String>, Vec<Vec<usize>>)> {
    let spans = source(name, words)?.spans().map_err(Fault::from)?;
    let names = spans.iter().map(|(name, _)| name.clone()).collect();
    let mut all = vec![Vec::new()];
    for (_, span) in &spans {
        let longer = |values: &Vec<usize>| {
            span.values().iter().map(|&value| [values.as_slice(), &[value]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
        if all.len() > MAX_ROWS {
            return Err(
                Fault::input(format!("the table has more than {MAX_ROWS} rows"), "make the ranges smaller").into()
            );
        }
    }
    Ok((names, all))
}

/// The name of the problem of a row, and its outcome.
type Row<'py> = (String, Bound<'py, PyAny>);

/// The most rows of a table.
const MAX_ROWS: usize = 1_000_000;

/// Counts these rows side by side: for each the name of its problem and its outcome. An exception that was raised meanwhile is returned together with them; rows that were not begun by then are None.
#[pyfunction]
pub fn count_rows<'py>(
    py: Python<'py>,
    name: &str,
    words: Words,
    rows: Vec<Vec<usize>>,
    settings: Settings,
) -> PyResult<(Vec<Option<Row<'py>>>, Option<PyErr>)> {
    let ask = Ask { source: source(name, words)?, demands: Demands::default() };
    let (control, told) = (Control::default(), Told::default());
    let builder = settings.builder(&control)?;
    let work = || -> Result<_, Fault> {
        let session = builder.build()?;
        let mut found: Vec<Option<(String, Outcome)>> = rows.iter().map(|_| None).collect();
        let mut failure = None;
        let one = |session: &dlx_count::Session<'_>, row: usize| -> Result<_, Fault> {
            if control.stopped_by().is_some() {
                return Ok(None);
            }
            let question: CountQuery = ask.at(&rows[row])?;
            Ok(Some((question.problem().name().to_owned(), session.count(&question)?)))
        };
        session.batch(rows.len(), one, |row, result| match result {
            Ok(outcome) => found[row] = outcome,
            Err(error) => {
                control.stop(dlx_count::Ending::Interrupted);
                failure.get_or_insert(error);
            }
        });
        failure.map_or(Ok(found), Err)
    };
    let (found, raised) = wait(py, &control, &told, settings.listener.as_ref(), work);
    let shown = |(name, outcome): (String, Outcome)| Ok((name, outcome_in_python(py, &outcome)?));
    let found = found?.into_iter().map(|row| row.map(shown).transpose()).collect::<PyResult<_>>()?;
    Ok((found, raised))
}
