//! The graph of a command line: a number of vertices, or the name of a file.

use super::read::graph;
use super::vertices::Graph;
use crate::arguments::Arguments;
use crate::either::{Either, either};
use crate::error::{FamilyError, SourceError, bounded};
use crate::parameter::{Kind, Parameter};
use crate::span::Span;

/// The parameter that all families of graphs have first.
pub(super) const GRAPH: Parameter = Parameter::first(
    "graph",
    "GRAPH",
    "A number of vertices, for the complete graph; or a file, DIMACS or with an edge in each line; `-` for standard input",
)
.of(Kind::Path);

/// Complete graphs may have so many vertices.
const MAX_COMPLETE: usize = 1000;

/// The numbers that a table can run through: that of the vertices, and these others if they are given.
pub(super) fn spans(arguments: &Arguments, others: &[&'static str]) -> Result<Vec<(String, Span)>, FamilyError> {
    let vertices = match either(arguments, "graph")? {
        Either::Numbers(span) => vec![("vertices".into(), span)],
        Either::File(..) => Vec::new(),
    };
    let others = others.iter().filter(|name| arguments.has(name));
    let others =
        others.map(|&name| Ok((name.into(), arguments.span(name)?))).collect::<Result<Vec<_>, FamilyError>>()?;
    Ok([vertices, others].concat())
}

/// The graph, the word for it, and the values of the other numbers.
pub(super) fn named<'a>(
    arguments: &Arguments,
    values: &'a [usize],
    is_directed: bool,
) -> Result<(Graph, String, &'a [usize]), SourceError> {
    match (either(arguments, "graph")?, values) {
        (Either::Numbers(_), [n, others @ ..]) => {
            bounded("a complete graph", *n, MAX_COMPLETE)?;
            Ok((Graph::with_all_edges(*n, is_directed), n.to_string(), others))
        }
        (Either::Numbers(_), []) => Err(FamilyError::new("no number of vertices", "name one").into()),
        (Either::File(path, word), others) => {
            Ok((arguments.read(path, |text| graph(text, is_directed))?, word, others))
        }
    }
}
