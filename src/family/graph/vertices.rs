//! A graph: names of vertices, and edges between them.

use rustc_hash::FxHashSet;

/// The most vertices of a graph.
pub const MAX_VERTICES: usize = 1 << 20;

/// A graph whose vertices have names.
///
/// ```
/// use dlx_count::{Session, family::Graph};
///
/// let square = dlx_count::family::graph("a b\nb c\nc d\nd a\n", false)?;
/// assert_eq!(Session::new()?.count(&square.matchings()?)?.count.to_string(), "2");
/// assert_eq!(Session::new()?.count(&Graph::complete(4).factorizations(false)?)?.count.to_string(), "1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Graph {
    pub(super) names: Vec<String>,
    /// In the order in which they were given, none twice; undirected ones with the smaller vertex first.
    pub(super) edges: Vec<(usize, usize)>,
    pub(super) is_directed: bool,
}

impl Graph {
    /// The complete graph on vertices 1 to n.
    #[must_use]
    pub fn complete(n: usize) -> Self {
        Self::with_all_edges(n, false)
    }

    pub(super) fn with_all_edges(n: usize, is_directed: bool) -> Self {
        let is_edge = |a: usize, b: usize| if is_directed { a != b } else { a < b };
        let edges = (0..n).flat_map(|a| (0..n).filter(move |&b| is_edge(a, b)).map(move |b| (a, b))).collect();
        Self { names: (1..=n).map(|vertex| vertex.to_string()).collect(), edges, is_directed }
    }

    /// The graph with these vertices and edges. What is given twice is one edge.
    pub(super) fn new(names: Vec<String>, given: &[(usize, usize)], is_directed: bool) -> Self {
        let ends = |&(a, b): &(usize, usize)| if is_directed { (a, b) } else { (a.min(b), a.max(b)) };
        let mut seen = FxHashSet::default();
        let edges = given.iter().map(ends).filter(|&edge| seen.insert(edge)).collect();
        Self { names, edges, is_directed }
    }

    /// The number of vertices.
    #[must_use]
    pub fn n_vertices(&self) -> usize {
        self.names.len()
    }

    /// The number of edges.
    #[must_use]
    pub fn n_edges(&self) -> usize {
        self.edges.len()
    }

    /// For each vertex the numbers of its edges.
    pub(super) fn edges_at(&self) -> Vec<Vec<usize>> {
        let mut edges_at = vec![Vec::new(); self.n_vertices()];
        for (number, &(a, b)) in self.edges.iter().enumerate() {
            edges_at[a].push(number);
            if b != a {
                edges_at[b].push(number);
            }
        }
        edges_at
    }

    /// What an edge is called.
    pub(super) fn edge_name(&self, edge: usize) -> String {
        let (a, b) = self.edges[edge];
        format!("{}-{}", self.names[a], self.names[b])
    }
}
