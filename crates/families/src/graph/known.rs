//! Published counts in complete graphs, and in some that have names.

use super::matching::matching;
use super::query::{GraphQuery, words};
use super::shapes::NamedGraph;
use super::vertices::Graph;
use crate::error::FamilyError;
use crate::published::Sequence;
use dlx_canon::symmetry::CountQuery;
use dlx_core::problem::Problem;

const PLAIN: GraphQuery = GraphQuery {
    is_named: false,
    is_directed: false,
    of_edges: false,
    is_extreme: false,
    is_forest: false,
    is_hamiltonian: false,
    ends: None,
    is_up_to_symmetry: false,
    number: None,
};
const NAMED: GraphQuery = GraphQuery { is_named: true, ..PLAIN };
const DIRECTED: GraphQuery = GraphQuery { is_directed: true, ..PLAIN };
const EDGES: GraphQuery = GraphQuery { of_edges: true, ..PLAIN };

fn colors(n: usize) -> GraphQuery {
    GraphQuery { number: Some(n), ..PLAIN }
}

fn factorization(n: usize, asked: &GraphQuery) -> String {
    words("factorization", &n.to_string(), &[], asked)
}

fn cycles(n: usize, asked: &GraphQuery) -> String {
    words("cycles", &n.to_string(), &[], asked)
}

fn cliques(n: usize, asked: &GraphQuery) -> String {
    words("cliques", &n.to_string(), &["size"], asked)
}

fn coloring(n: usize) -> String {
    words("coloring", "5", &["colors"], &colors(n))
}

pub(super) const MATCHINGS: &[Sequence] = &[Sequence {
    name: |n| format!("matching {n}"),
    build: |n| matching(n).map(CountQuery::from),
    first: 0,
    step: 2,
    counts: &["1", "1", "3", "15", "105", "945", "10395", "135135", "2027025", "34459425", "654729075"],
    source: "OEIS A001147",
}];

pub(super) const FACTORIZATIONS: &[Sequence] = &[
    Sequence {
        name: |n| factorization(n, &PLAIN),
        build: |n| Ok(Graph::complete(n).factorizations(false)?.with_name(factorization(n, &PLAIN)).into()),
        first: 2,
        step: 2,
        counts: &["1", "1", "6", "6240", "1225566720"],
        source: "OEIS A000438",
    },
    Sequence {
        name: |n| factorization(n, &NAMED),
        build: |n| Ok(Graph::complete(n).factorizations(true)?.with_name(factorization(n, &NAMED)).into()),
        first: 2,
        step: 2,
        counts: &["1", "6", "720", "31449600", "444733651353600"],
        source: "OEIS A036981",
    },
];

pub(super) const CYCLES: &[Sequence] = &[
    Sequence {
        name: |n| cycles(n, &PLAIN),
        build: |n| Ok(Graph::complete(n).cycle_covers()?.with_name(cycles(n, &PLAIN)).into()),
        first: 0,
        step: 1,
        counts: &["1", "0", "0", "1", "3", "12", "70", "465", "3507", "30016", "286884"],
        source: "OEIS A001205",
    },
    Sequence {
        name: |n| cycles(n, &DIRECTED),
        build: |n| Ok(Graph::with_all_edges(n, true).cycle_covers()?.with_name(cycles(n, &DIRECTED)).into()),
        first: 0,
        step: 1,
        counts: &["1", "0", "1", "2", "9", "44", "265", "1854", "14833", "133496", "1334961"],
        source: "OEIS A000166",
    },
];

pub(super) const COLORINGS: &[Sequence] = &[Sequence {
    name: coloring,
    build: |n| Ok(Graph::complete(5).colorings(n)?.with_name(coloring(n)).into()),
    first: 0,
    step: 1,
    counts: &["0", "0", "0", "0", "0", "120", "720", "2520", "6720"],
    source: "OEIS A052787",
}];

pub(super) const CLIQUES: &[Sequence] = &[
    Sequence {
        name: |n| cliques(n, &PLAIN),
        build: |n| Ok(Graph::complete(n).clique_covers(false, None)?.with_name(cliques(n, &PLAIN)).into()),
        first: 0,
        step: 1,
        counts: &["1", "1", "2", "5", "15", "52", "203", "877", "4140"],
        source: "OEIS A000110",
    },
    Sequence {
        name: |n| cliques(n, &EDGES),
        build: |n| Ok(Graph::complete(n).clique_covers(true, None)?.with_name(cliques(n, &EDGES)).into()),
        first: 1,
        step: 1,
        counts: &["1", "1", "2", "6", "32", "353", "8390"],
        source: "OEIS A056642",
    },
];

fn spanning(n: usize, asked: &GraphQuery) -> String {
    words("spanning", &n.to_string(), &["trees"], asked)
}

const FORESTS: GraphQuery = GraphQuery { is_forest: true, ..PLAIN };
const HAMILTONIAN: GraphQuery = GraphQuery { is_hamiltonian: true, ..PLAIN };

fn path(n: usize, asked: &GraphQuery) -> String {
    words("path", &n.to_string(), &[], asked)
}

/// A graph by name.
fn named(word: &str) -> Result<Graph, FamilyError> {
    let (shape, spans) =
        NamedGraph::read(word).unwrap_or_else(|| Err(FamilyError::new("no graph has this name", word)))?;
    shape.graph(&spans.iter().filter_map(|(_, span)| span.single()).collect::<Vec<_>>(), false)
}

/// The question about a graph by name; the problem is named after both.
fn about(
    family: &str,
    word: &str,
    problem: impl FnOnce(&Graph) -> Result<Problem, FamilyError>,
) -> Result<CountQuery, FamilyError> {
    Ok(problem(&named(word)?)?.with_name(format!("{family} {word}")).into())
}

fn square(shape: &str, n: usize) -> String {
    format!("{shape}:{n}x{n}")
}

pub(super) const PIECES: &[Sequence] = &[Sequence {
    name: |n| format!("pieces {}", square("grid", n)),
    build: |n| about("pieces", &square("grid", n), |graph| graph.connected_sets(None)),
    first: 1,
    step: 1,
    counts: &["1", "13", "218", "11506", "2301877"],
    source: "OEIS A059525",
}];

pub(super) const SPANNING: &[Sequence] = &[
    Sequence {
        name: |n| format!("spanning {}", square("grid", n)),
        build: |n| about("spanning", &square("grid", n), |graph| graph.spanning_forests(Some(1))),
        first: 1,
        step: 1,
        counts: &["1", "4", "192", "100352", "557568000", "32565539635200"],
        source: "OEIS A007341",
    },
    Sequence {
        name: |n| spanning(n, &PLAIN),
        build: |n| Ok(Graph::complete(n).spanning_forests(Some(1))?.with_name(spanning(n, &PLAIN)).into()),
        first: 0,
        step: 1,
        counts: &["1", "1", "1", "3", "16", "125", "1296", "16807", "262144", "4782969", "100000000"],
        source: "OEIS A000272",
    },
    Sequence {
        name: |n| spanning(n, &FORESTS),
        build: |n| Ok(Graph::complete(n).spanning_forests(None)?.with_name(spanning(n, &FORESTS)).into()),
        first: 0,
        step: 1,
        counts: &["1", "1", "2", "7", "38", "291", "2932", "36961", "561948"],
        source: "OEIS A001858",
    },
];

pub(super) const PATHS: &[Sequence] = &[
    Sequence {
        name: |n| format!("path {}", square("grid", n)),
        build: |n| about("path", &square("grid", n), |graph| graph.paths([0, n * n - 1], false)),
        first: 2,
        step: 1,
        counts: &["2", "12", "184", "8512", "1262816", "575780564", "789360053252"],
        source: "OEIS A007764",
    },
    Sequence {
        name: |n| path(n, &PLAIN),
        build: |n| Ok(Graph::complete(n).paths([0, n - 1], false)?.with_name(path(n, &PLAIN)).into()),
        first: 2,
        step: 1,
        counts: &["1", "2", "5", "16", "65", "326", "1957"],
        source: "OEIS A000522",
    },
    Sequence {
        name: |n| path(n, &HAMILTONIAN),
        build: |n| Ok(Graph::complete(n).paths([0, n - 1], true)?.with_name(path(n, &HAMILTONIAN)).into()),
        first: 2,
        step: 1,
        counts: &["1", "1", "2", "6", "24", "120", "720"],
        source: "OEIS A000142",
    },
];

pub(super) const TOURS: &[Sequence] = &[
    Sequence {
        name: |n| format!("tour {}", square("grid", n)),
        build: |n| about("tour", &square("grid", n), Graph::tours),
        first: 2,
        step: 2,
        counts: &["1", "6", "1072", "4638576", "467260456608"],
        source: "OEIS A003763",
    },
    Sequence {
        name: |n| format!("tour hypercube:{n}"),
        build: |n| about("tour", &format!("hypercube:{n}"), Graph::tours),
        first: 2,
        step: 1,
        counts: &["1", "6", "1344"],
        source: "OEIS A066037",
    },
    Sequence {
        name: |n| format!("tour {}", square("knight", n)),
        build: |n| about("tour", &square("knight", n), Graph::tours),
        first: 6,
        step: 1,
        counts: &["9862"],
        source: "OEIS A001230",
    },
    Sequence {
        name: |n| words("tour", &n.to_string(), &[], &PLAIN),
        build: |n| Ok(Graph::complete(n).tours()?.with_name(words("tour", &n.to_string(), &[], &PLAIN)).into()),
        first: 3,
        step: 1,
        counts: &["1", "3", "12", "60", "360", "2520", "20160", "181440"],
        source: "OEIS A001710",
    },
];
