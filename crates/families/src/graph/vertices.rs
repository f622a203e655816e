//! A graph: names of vertices, and edges between them.

use rustc_hash::{FxHashMap, FxHashSet};

/// The most vertices of a graph.
pub const MAX_VERTICES: usize = 1 << 20;

/// An edge and, if that is given, what it costs.
pub(super) type Edge = ((usize, usize), Option<u64>);

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
    /// The edges in the order in which they were given, none twice; undirected ones with the smaller vertex first.
    pub(super) edges: Vec<(usize, usize)>,
    /// What each edge costs; empty if no costs were given.
    pub(super) costs: Vec<u64>,
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
        Self { names: (1..=n).map(|vertex| vertex.to_string()).collect(), edges, costs: Vec::new(), is_directed }
    }

    /// The graph with these vertices and edges. An edge that is given twice is one edge.
    pub(super) fn new(names: Vec<String>, given: &[Edge], is_directed: bool) -> Self {
        let ends = |&(a, b): &(usize, usize)| if is_directed { (a, b) } else { (a.min(b), a.max(b)) };
        let mut seen = FxHashSet::default();
        let given = given.iter().map(|(edge, cost)| (ends(edge), cost));
        let given: Vec<_> = given.filter(|&(edge, _)| seen.insert(edge)).collect();
        let has_costs = given.iter().any(|(_, cost)| cost.is_some());
        let costs = if has_costs { given.iter().map(|(_, cost)| cost.unwrap_or(0)).collect() } else { Vec::new() };
        Self { names, edges: given.into_iter().map(|(edge, _)| edge).collect(), costs, is_directed }
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

    /// The end of an edge that is not this one, if it has two.
    pub(super) fn other_end(&self, edge: usize, vertex: usize) -> usize {
        let (a, b) = self.edges[edge];
        if a == vertex { b } else { a }
    }

    /// What it costs to go from one vertex to another.
    pub(super) fn lengths(&self) -> FxHashMap<(usize, usize), u64> {
        let both = self.edges.iter().zip(&self.costs).flat_map(|(&(a, b), &cost)| {
            let back = (!self.is_directed).then_some(((b, a), cost));
            std::iter::once(((a, b), cost)).chain(back)
        });
        both.collect()
    }

    /// The name of an edge.
    pub(super) fn edge_name(&self, edge: usize) -> String {
        let (a, b) = self.edges[edge];
        format!("{}-{}", self.names[a], self.names[b])
    }
}
