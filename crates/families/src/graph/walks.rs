//! Hamiltonian cycles, and paths from one vertex to another.
//!
//! # The reduction
//!
//! In an undirected graph, an option chooses the edges of a vertex that are on the way, two of them, one where a path ends, or none where a path does not pass; it says of all edges there whether they are in or out, as
//! colors of secondary items on which both ends of an edge must agree. So solutions are sets of edges in which each vertex has as many as it should: one path, and cycles. The edges on the way are the ports of the option,
//! and there is one [component](dlx_core::problem::Connected): what is on the way is one cycle, or one path.
//!
//! Where vertices have many edges, [`mates`](super::mates) are better.
//!
//! In a directed graph, an option is an arc, which takes the way out of a vertex and the way into another, or says that a path passes a vertex by. The ends of the arc are its ports.
//!
//! With one component there are as many solutions as cycles or paths: each is the set of its edges, and each vertex has one option that goes with it.

use super::laid::{Laid, Meaning, check_cells};
use super::vertices::Graph;
use crate::error::FamilyError;
use dlx_core::problem::{Color, Connected, ItemId, Problem, ProblemBuilder, ProblemError};

/// With more vertices than these there are too many sets of them.
const MOST_STEPS: usize = 24;

/// If vertices have at least this many edges on average, mates are kept. (Hypercube of five dimensions: 18 s with two threads, where the other way does not fit into memory. A knight on 6 x 6 has 4.4 moves: 0.2 s, against 5.)
const MANY_EDGES: usize = 5;

/// A way through a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WalkKind {
    /// A cycle through all vertices.
    Tour,
    /// A path from one vertex to another, through all others if it is Hamiltonian.
    Path { ends: [usize; 2], is_hamiltonian: bool },
}

impl WalkKind {
    /// May it leave out a vertex?
    const fn is_free(self) -> bool {
        matches!(self, Self::Path { is_hamiltonian: false, .. })
    }

    fn is_end(self, vertex: usize) -> bool {
        matches!(self, Self::Path { ends, .. } if ends.contains(&vertex))
    }

    /// Where a path begins.
    pub(super) const fn first(self) -> Option<usize> {
        match self {
            Self::Tour => None,
            Self::Path { ends: [from, _], .. } => Some(from),
        }
    }

    /// How many edges of a vertex may be on the way.
    pub(super) fn numbers(self, vertex: usize) -> &'static [usize] {
        match (self.is_end(vertex), self.is_free()) {
            (true, _) => &[1],
            (false, true) => &[0, 2],
            (false, false) => &[2],
        }
    }
}

impl Graph {
    /// The problem of cycles that have all vertices: directed ones, if the graph is directed.
    ///
    /// # Errors
    /// If the graph is too large.
    ///
    /// ```
    /// use dlx_count::{Session, family::Graph};
    ///
    /// assert_eq!(Session::new()?.count(&Graph::complete(5).tours()?)?.count.to_string(), "12");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tours(&self) -> Result<Problem, FamilyError> {
        Ok(self.laid_tours()?.problem)
    }

    /// The problem of paths from one vertex to another, which have no vertex twice: through all others, or through any. Directed ones, if the graph is directed. Vertices are given by their places among all.
    ///
    /// # Errors
    /// If the graph is too large, or the ends are not two different vertices of it.
    ///
    /// ```
    /// use dlx_count::{Session, family::Graph};
    ///
    /// // Past none of the other three vertices, one, two, or three, in any order.
    /// let paths = Graph::complete(5).paths([0, 4], false)?;
    /// assert_eq!(Session::new()?.count(&paths)?.count.to_string(), "16");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn paths(&self, ends: [usize; 2], is_hamiltonian: bool) -> Result<Problem, FamilyError> {
        Ok(self.laid_paths(ends, is_hamiltonian)?.problem)
    }

    pub(super) fn laid_tours(&self) -> Result<Laid, FamilyError> {
        let n = self.n_vertices();
        // The shortest tours are found by branch and bound, which does not know what is connected. And where nearly all pairs of vertices have an edge, what a state knows is which vertices have been passed: that
        // is less than which edges lead on. (The 19958400 tours of 12 vertices: 0.1 s step by step.)
        let is_dense = n <= MOST_STEPS && 4 * self.n_edges() >= n * n.saturating_sub(1);
        if !self.costs.is_empty() || is_dense {
            return self.laid_tours_in_steps();
        }
        let laid = self.laid_way(WalkKind::Tour, self.has_many_edges())?;
        let is_small = !self.is_directed && (1..3).contains(&n);
        let why = || "a cycle has at least three vertices".into();
        Ok(Laid { obstacle: is_small.then(why), ..laid })
    }

    pub(super) fn laid_paths(&self, ends: [usize; 2], is_hamiltonian: bool) -> Result<Laid, FamilyError> {
        let [from, to] = ends;
        if ends == [0, 0] && self.n_vertices() == 1 {
            // The path that is one vertex.
            return Laid::build(|builder| {
                let vertex = self.vertex_items(builder)?;
                builder.option(&vertex)?;
                Ok(vec![Meaning::Nothing])
            });
        }
        if from == to || from.max(to) >= self.n_vertices() {
            return Err(FamilyError::new("a path has two different ends", "name two vertices by --start and --end"));
        }
        self.laid_way(WalkKind::Path { ends, is_hamiltonian }, self.has_many_edges())
    }

    /// Do vertices have many edges on average?
    fn has_many_edges(&self) -> bool {
        2 * self.n_edges() >= MANY_EDGES * self.n_vertices()
    }

    /// The problem of a way: vertex by vertex, or by mates; directed ones arc by arc.
    pub(super) fn laid_way(&self, way: WalkKind, by_mates: bool) -> Result<Laid, FamilyError> {
        let edges_at = self.edges_at();
        let cells = |edges: &Vec<usize>| (edges.len() * edges.len() / 2 + 1).saturating_mul(2 * edges.len() + 1);
        check_cells(edges_at.iter().map(cells).fold(0, usize::saturating_add))?;
        Laid::build(|builder| {
            // The graph without vertices has one tour, in no piece.
            if self.n_vertices() > 0 {
                builder.connected(Connected::ONE);
            }
            match (self.is_directed, by_mates) {
                (true, _) => self.way_by_arcs(builder, way),
                (false, true) => self.way_by_mates(builder, &edges_at, way),
                (false, false) => self.way_by_edges(builder, &edges_at, way),
            }
        })
    }

    fn way_by_arcs(&self, builder: &mut ProblemBuilder, way: WalkKind) -> Result<Vec<Meaning>, ProblemError> {
        let mut items = |is_out: bool| -> Result<Vec<Option<ItemId>>, ProblemError> {
            let label = |name: &String| if is_out { format!("{name}>") } else { format!(">{name}") };
            let is_none = |vertex: usize| matches!(way, WalkKind::Path { ends: [from, to], .. } if vertex == if is_out { to } else { from });
            let item = |(vertex, name)| {
                if is_none(vertex) { Ok(None) } else { builder.primary(label(name)).map(Some) }
            };
            self.names.iter().enumerate().map(item).collect()
        };
        let (out, into) = (items(true)?, items(false)?);
        let nodes = self.names.iter().map(|name| builder.node(name)).collect::<Result<Vec<_>, _>>()?;
        let mut meanings = Vec::new();
        for &(from, to) in &self.edges {
            // A path does not come back to where it began, and a loop is none.
            let (Some(leaves), Some(enters)) = (out[from], into[to]) else { continue };
            if from == to && way != WalkKind::Tour {
                continue;
            }
            let arc = builder.option(&[leaves, enters])?;
            let ends = [nodes[from], nodes[to]];
            builder.ports(arc, if from == to { &ends[..1] } else { &ends })?;
            meanings.push(Self::meaning(way, from, vec![to]));
        }
        for (&leaves, &enters) in out.iter().zip(&into).filter(|_| way.is_free()) {
            if let (Some(leaves), Some(enters)) = (leaves, enters) {
                builder.option(&[leaves, enters])?;
                meanings.push(Meaning::Nothing);
            }
        }
        Ok(meanings)
    }

    fn way_by_edges(
        &self,
        builder: &mut ProblemBuilder,
        edges_at: &[Vec<usize>],
        way: WalkKind,
    ) -> Result<Vec<Meaning>, ProblemError> {
        let vertices = self.vertex_items(builder)?;
        let names: Vec<String> = (0..self.n_edges()).map(|edge| self.edge_name(edge)).collect();
        let edges = builder.secondaries(&names)?;
        let nodes = names.iter().map(|name| builder.node(name)).collect::<Result<Vec<_>, _>>()?;
        let [is_in, is_out] = [builder.color("in")?, builder.color("out")?];
        let mut meanings = Vec::new();
        for (vertex, here) in edges_at.iter().enumerate() {
            for chosen in chosen_at(here, vertex, way) {
                let color = |edge: &usize| (edges[*edge], if chosen.contains(edge) { is_in } else { is_out });
                let own = std::iter::once((vertices[vertex], Color::NONE));
                let option = builder.colored_option(&own.chain(here.iter().map(color)).collect::<Vec<_>>())?;
                builder.ports(option, &chosen.iter().map(|&edge| nodes[edge]).collect::<Vec<_>>())?;
                let others = chosen.iter().map(|&edge| self.other_end(edge, vertex)).collect();
                meanings.push(if chosen.is_empty() { Meaning::Nothing } else { Self::meaning(way, vertex, others) });
            }
        }
        Ok(meanings)
    }

    fn meaning(way: WalkKind, vertex: usize, others: Vec<usize>) -> Meaning {
        match way {
            WalkKind::Tour => Meaning::Next { vertex, others },
            WalkKind::Path { .. } => Meaning::Way { vertex, others, is_first: way.first() == Some(vertex) },
        }
    }
}

/// The sets of edges of a vertex that may be on the way.
fn chosen_at(here: &[usize], vertex: usize, way: WalkKind) -> Vec<Vec<usize>> {
    if way.is_end(vertex) {
        return here.iter().map(|&edge| vec![edge]).collect();
    }
    let pairs = here.iter().enumerate().flat_map(|(place, &a)| here[place + 1..].iter().map(move |&b| vec![a, b]));
    way.is_free().then(Vec::new).into_iter().chain(pairs).collect()
}
