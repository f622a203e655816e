//! A graph: names of vertices, and edges between them.

use dlx_core::problem::Decimal;
use rustc_hash::{FxHashMap, FxHashSet};

/// The most vertices of a graph.
pub const MAX_VERTICES: usize = 1 << 20;

/// An edge and, if that is given, what it costs.
pub(super) type Edge = ((usize, usize), Option<Decimal>);

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
    /// What each edge costs, in units; empty if no costs were given.
    pub(super) costs: Vec<i64>,
    /// 10^this many units of cost make 1.
    pub(super) cost_digits: u32,
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
        Self {
            names: (1..=n).map(|vertex| vertex.to_string()).collect(),
            edges,
            costs: Vec::new(),
            cost_digits: 0,
            is_directed,
        }
    }

    /// The graph with these vertices and edges. An edge that is given twice is one edge.
    pub(super) fn new(names: Vec<String>, given: &[Edge], is_directed: bool) -> Self {
        let ends = |&(a, b): &(usize, usize)| if is_directed { (a, b) } else { (a.min(b), a.max(b)) };
        let mut seen = FxHashSet::default();
        let given = given.iter().map(|(edge, cost)| (ends(edge), cost));
        let given: Vec<_> = given.filter(|&(edge, _)| seen.insert(edge)).collect();
        let cost_digits = given.iter().filter_map(|(_, cost)| cost.map(Decimal::digits)).max();
        let in_units = |digits: u32| {
            let cost = |(_, cost): &((usize, usize), &Option<Decimal>)| {
                cost.and_then(|cost| cost.in_units(digits)).unwrap_or(0)
            };
            given.iter().map(cost).collect()
        };
        let costs = cost_digits.map_or_else(Vec::new, in_units);
        let edges = given.into_iter().map(|(edge, _)| edge).collect();
        Self { names, edges, costs, cost_digits: cost_digits.unwrap_or(0), is_directed }
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
    pub(super) fn lengths(&self) -> FxHashMap<(usize, usize), i64> {
        self.by_ends(self.costs.iter().copied())
    }

    /// The numbers of edges by their ends, in both directions if edges have none.
    pub(super) fn edges_by_ends(&self) -> FxHashMap<(usize, usize), usize> {
        self.by_ends(0..self.n_edges())
    }

    fn by_ends<T: Copy>(&self, of_edges: impl Iterator<Item = T>) -> FxHashMap<(usize, usize), T> {
        let both = self.edges.iter().zip(of_edges).flat_map(|(&(a, b), it)| {
            let back = (!self.is_directed).then_some(((b, a), it));
            std::iter::once(((a, b), it)).chain(back)
        });
        both.collect()
    }

    /// The name of an edge.
    pub(super) fn edge_name(&self, edge: usize) -> String {
        let (a, b) = self.edges[edge];
        format!("{}-{}", self.names[a], self.names[b])
    }
}
