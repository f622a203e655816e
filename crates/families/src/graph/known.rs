//! Published counts in complete graphs.

use super::asked::{Asked, words};
use super::matching::matching;
use super::vertices::Graph;
use crate::published::Sequence;
use dlx_canon::symmetry::Question;

const PLAIN: Asked = Asked {
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
const NAMED: Asked = Asked { is_named: true, ..PLAIN };
const DIRECTED: Asked = Asked { is_directed: true, ..PLAIN };
const EDGES: Asked = Asked { of_edges: true, ..PLAIN };

fn colors(n: usize) -> Asked {
    Asked { number: Some(n), ..PLAIN }
}

fn factorization(n: usize, asked: &Asked) -> String {
    words("factorization", &n.to_string(), &[], asked)
}

fn cycles(n: usize, asked: &Asked) -> String {
    words("cycles", &n.to_string(), &[], asked)
}

fn cliques(n: usize, asked: &Asked) -> String {
    words("cliques", &n.to_string(), &["size"], asked)
}

fn coloring(n: usize) -> String {
    words("coloring", "5", &["colors"], &colors(n))
}

pub(super) const MATCHINGS: &[Sequence] = &[Sequence {
    name: |n| format!("matching {n}"),
    build: |n| matching(n).map(Question::from),
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

fn spanning(n: usize, asked: &Asked) -> String {
    words("spanning", &n.to_string(), &["trees"], asked)
}

const FORESTS: Asked = Asked { is_forest: true, ..PLAIN };
const HAMILTONIAN: Asked = Asked { is_hamiltonian: true, ..PLAIN };

fn path(n: usize, asked: &Asked) -> String {
    words("path", &n.to_string(), &[], asked)
}

pub(super) const SPANNING: &[Sequence] = &[
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
        name: |n| path(n, &PLAIN),
        build: |n| Ok(Graph::complete(n).paths([0, n - 1], false)?.with_name(path(n, &PLAIN)).into()),
        first: 2,
        step: 1,
        counts: &["1", "2", "5", "16", "65", "326", "1957", "13700"],
        source: "OEIS A000522",
    },
    Sequence {
        name: |n| path(n, &HAMILTONIAN),
        build: |n| Ok(Graph::complete(n).paths([0, n - 1], true)?.with_name(path(n, &HAMILTONIAN)).into()),
        first: 2,
        step: 1,
        counts: &["1", "1", "2", "6", "24", "120", "720", "5040"],
        source: "OEIS A000142",
    },
];

pub(super) const TOURS: &[Sequence] = &[Sequence {
    name: |n| words("tour", &n.to_string(), &[], &PLAIN),
    build: |n| Ok(Graph::complete(n).tours()?.with_name(words("tour", &n.to_string(), &[], &PLAIN)).into()),
    first: 3,
    step: 1,
    counts: &["1", "3", "12", "60", "360", "2520", "20160", "181440"],
    source: "OEIS A001710",
}];
