//! A request that other machines understand without the files of this one: the texts of files stand where their names stood, and a problem that no words make is a text itself.
//!
//! Whatever is put in place of a name makes the same problem, or it is not put there: the fingerprints are compared.

use std::fs::read_to_string;
use std::sync::Arc;

use dlx_count::family::{Arguments, ParameterKind};
use dlx_count::format::{OutputFormat, write};
use dlx_count::job::{Ask, Demands, Source};
use dlx_count::{Control, Problem};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::errors::Fault;
use crate::patience::quietly;
use crate::problem::{Problem as Core, PublishedCount};

/// What makes this problem anywhere.
pub fn portable(known: &PublishedCount) -> Result<Ask, Fault> {
    let problem = known.question.problem();
    match &known.ask {
        None => as_text(problem),
        Some(ask) => {
            let with_texts = Ask { source: with_texts(&ask.source), demands: ask.demands.clone() };
            let is_same = with_texts == *ask || makes(&with_texts, problem);
            // Otherwise every machine needs the same files, which the workers check.
            Ok(if is_same { with_texts } else { ask.clone() })
        }
    }
}

/// Does the request ask for this problem?
fn makes(ask: &Ask, problem: &Problem) -> bool {
    ask.problem().is_ok_and(|made| made.is_same_but_for_names(problem))
}

/// A function of Python, and what it is called with: a recipe, a name, labels, vertices.
pub type Pickled = (Py<PyAny>, (String, Option<String>, Option<Py<PyList>>, Option<Py<PyDict>>));

/// What makes this problem anywhere, as a text for [`made`].
pub fn recipe(known: &PublishedCount) -> Result<String, Fault> {
    let question = &known.question;
    let is_special = question.equivalence().is_some() || !question.is_plain() || question.obstacle().is_some();
    if known.ask.is_none() && is_special {
        let what = "this problem cannot be pickled: it is counted up to symmetry, or in a way of its own";
        return Err(Fault::input(what, "pickle the problem that it was made of"));
    }
    serde_json::to_string(&portable(known)?).map_err(|error| Fault::Run(error.to_string()))
}

/// The problem that a recipe makes. One that is of no family has a name of its own, and perhaps labels that Python has given.
#[pyfunction]
pub fn made(py: Python<'_>, recipe: &str, name: Option<&str>, labels: Option<Py<PyList>>) -> PyResult<Core> {
    let ask: Ask =
        serde_json::from_str(recipe).map_err(|error| Fault::input(error, "this is not a pickled problem"))?;
    let again = || Ok::<_, Fault>(ask.drawn_or_counted_questions()?.pop());
    let found = quietly(py, &Control::default(), again)??;
    let (question, drawing) = found.ok_or_else(|| Fault::input("no puzzle", ""))?;
    let Some(name) = name else { return Ok(Core::of(question, drawing, Some(ask))) };
    let problem = question.problem().clone().with_name(name);
    Ok(Core(Arc::new(PublishedCount::labelled(py, problem, labels))))
}

/// The problem as a text in the format that can say the most.
fn as_text(problem: &Problem) -> Result<Ask, Fault> {
    let mut text = Vec::new();
    let help = "make it with a family";
    let cannot = |what: String| Fault::input(format!("this problem cannot be sent as a text: {what}"), help);
    write(problem, OutputFormat::Json, &mut text).map_err(|error| cannot(error.to_string()))?;
    let text = of_lines(String::from_utf8_lossy(&text).into_owned());
    let arguments = Arguments::default().with("path", [text]).with("input-format", ["json"]);
    let source = Source::new("file", arguments).expect("files are a family");
    let ask = Ask { source, demands: Demands::default() };
    if makes(&ask, problem) { Ok(ask) } else { Err(cannot("read again, it is another one".into())) }
}

/// The source with the texts of its files.
fn with_texts(source: &Source) -> Source {
    let mut arguments = source.arguments().clone();
    for parameter in source.family().all_parameters() {
        let words: Vec<&str> = source.arguments().words(parameter.name).collect();
        if !words.is_empty() {
            let texts: Vec<String> = words.into_iter().map(|word| with_text(parameter.kind, word)).collect();
            arguments = arguments.with(parameter.name, texts);
        }
    }
    Source::new(source.family().name, arguments).unwrap_or_else(|| source.clone())
}

/// A word with the text of the file that it names. Such a word has several lines, and so it is told from a name.
fn with_text(kind: ParameterKind, word: &str) -> String {
    let text = |path: &str| read_to_string(path).ok().filter(|_| !path.contains('\n')).map(of_lines);
    let sent = match kind {
        ParameterKind::Path => text(word),
        ParameterKind::WordOrFile => word.strip_prefix('@').and_then(text).map(|text| format!("@{text}")),
        // The value of a parameter of a script.
        ParameterKind::Word => word.split_once("=@").and_then(|(name, path)| Some(format!("{name}=@{}", text(path)?))),
        ParameterKind::Number | ParameterKind::Choice(_) => None,
    };
    sent.unwrap_or_else(|| word.to_owned())
}

fn of_lines(text: String) -> String {
    if text.contains('\n') { text } else { text + "\n" }
}
