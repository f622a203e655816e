//! The graph of a command line: a number of vertices, the name of a graph, or that of a file.

use std::path::Path;

use super::graph6;
use super::read::graph;
use super::shapes::{NamedGraph, Spans, names};
use super::vertices::Graph;
use crate::arguments::Arguments;
use crate::either::{Either, either};
use crate::error::{FamilyError, SourceError, bounded};
use crate::member::Family;
use crate::parameter::{Parameter, ParameterKind};
use crate::span::Span;
use crate::text::{Line, lines_of};
use dlx_core::format::{SyntaxError, error_at_word};

/// The parameter that all families of graphs have first.
pub(super) const GRAPH: Parameter = Parameter::first(
    "graph",
    "GRAPH",
    "A number of vertices, for the complete graph; a name such as grid:6x6, hypercube:5 or petersen; graph6:STRING; or a file: DIMACS, graph6, or an edge in each line; `-` for standard input",
)
.of(ParameterKind::Path);

/// The most vertices of a complete graph.
const MAX_COMPLETE: usize = 1000;

/// What kind of word names a graph.
enum GraphSource<'a> {
    Complete(Span),
    Named(NamedGraph, Spans),
    Text(&'a str),
    File(&'a Path, String),
}

impl<'a> GraphSource<'a> {
    fn new(arguments: &'a Arguments) -> Result<Self, FamilyError> {
        let word = arguments.word(GRAPH.name).unwrap_or_default();
        if let Some(text) = word.strip_prefix("graph6:").or_else(|| word.strip_prefix("sparse6:")) {
            return Ok(Self::Text(text));
        }
        if let Some(named) = NamedGraph::read(word) {
            return named.map(|(shape, spans)| Self::Named(shape, spans));
        }
        Ok(match either(arguments, GRAPH.name)? {
            Either::Numbers(span) => Self::Complete(span),
            Either::File(path, word) if is_name(&word) && !path.exists() => {
                return Err(FamilyError::new(
                    format!("`{word}` is neither a file nor the name of a graph"),
                    names(&word),
                ));
            }
            Either::File(path, word) => Self::File(path, word),
        })
    }
}

/// May this word be meant as the name of a graph?
fn is_name(word: &str) -> bool {
    word.chars().all(|sign| sign.is_ascii_alphanumeric() || ":,_".contains(sign))
}

/// The numbers that a table can run through: those of the graph, and these others if they are given.
pub(super) fn spans(family: &Family, arguments: &Arguments) -> Result<Spans, FamilyError> {
    let own = match GraphSource::new(arguments)? {
        GraphSource::Complete(span) => vec![("vertices".into(), span)],
        GraphSource::Named(_, spans) => spans,
        GraphSource::Text(_) | GraphSource::File(..) => Vec::new(),
    };
    let others = family.numbers().filter(|name| arguments.has(name));
    let others =
        others.map(|name| Ok((name.into(), arguments.span(name)?))).collect::<Result<Vec<_>, FamilyError>>()?;
    Ok([own, others].concat())
}

/// Graphs, and the word for each.
type Graphs = Vec<(Graph, String)>;

/// The graphs, the word for each, and the values of the other numbers: a file may have several.
pub(super) fn named<'a>(
    arguments: &Arguments,
    values: &'a [usize],
    is_directed: bool,
) -> Result<(Graphs, &'a [usize]), SourceError> {
    Ok(match (GraphSource::new(arguments)?, values) {
        (GraphSource::Complete(_), [n, others @ ..]) => {
            bounded("a complete graph", *n, MAX_COMPLETE)?;
            (vec![(Graph::with_all_edges(*n, is_directed), n.to_string())], others)
        }
        (GraphSource::Complete(_), []) => return Err(FamilyError::new("no number of vertices", "name one").into()),
        (GraphSource::Named(shape, _), values) => {
            let (own, others) = values.split_at(shape.n_numbers().min(values.len()));
            (vec![(shape.graph(own, is_directed)?, shape.word(own))], others)
        }
        (GraphSource::Text(text), others) => {
            let graph = graph6::graph(text, is_directed).ok_or_else(|| {
                FamilyError::new(
                    format!("`{text}` is not a graph in graph6"),
                    "a word such as `D?{` or `:Fa@x^`, as geng prints it",
                )
            })?;
            (vec![(graph, format!("graph6:{text}"))], others)
        }
        (GraphSource::File(path, word), others) => {
            (arguments.read(path, |text| graphs(text, is_directed, &word))?, others)
        }
    })
}

/// The graphs of a text: one in each line if it is graph6, else one.
fn graphs(text: &str, is_directed: bool, word: &str) -> Result<Graphs, Box<SyntaxError>> {
    if let Some(graphs) = graph6::graphs(text, is_directed) {
        return Ok(graphs);
    }
    let graph = graph(text, is_directed)?;
    let mut lines = lines_of(text).filter(|line| !line.1.trim().is_empty());
    // A list of graphs with a mistake, or of edges whose ends are not divided by spaces, would be a graph without edges.
    let is_word = |(_, line): &Line<'_>| line.split_whitespace().count() == 1;
    if graph.n_edges() == 0 && graph.n_vertices() > 0 && lines.clone().all(|line| is_word(&line)) {
        let is_odd = |(_, line): &Line<'_>| graph6::graph(line.trim(), is_directed).is_none();
        let line = lines.find(is_odd).unwrap_or((1, ""));
        let help =
            "an edge is two names with a space between them, `a b`; a graph without edges begins with `p edge 3 0`";
        return Err(error_at_word(line, line.1.trim(), "neither an edge nor a graph in graph6", help));
    }
    Ok(vec![(graph, word.to_owned())])
}
