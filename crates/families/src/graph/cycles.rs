//! Cycles that have every vertex once.
//!
//! In an undirected graph, an option chooses the two edges of a vertex; it says of all edges there whether they are in or out, as colors of secondary items, on which both
//! ends of an edge must agree. In a directed graph, an option is an arc, which takes the way out of a vertex and the way into another.
//!
//! Counted up to symmetry, options have some items more, always in the same color, which exclude nothing: for edges that are in, since otherwise a symmetry could exchange being in with being out where each vertex has four edges; and
//! the two ends of an arc, or else it could move ways out of vertices without the ways into them.

use super::laid::{Laid, Meaning, check_cells};
use super::vertices::Graph;
use crate::error::FamilyError;
use dlx_core::problem::{Color, ItemId, Problem, ProblemBuilder, ProblemError};

impl Graph {
    /// The problem of cycles that have every vertex once: directed cycles, if the graph is directed.
    ///
    /// # Errors
    /// If the graph is too large.
    pub fn cycle_covers(&self) -> Result<Problem, FamilyError> {
        Ok(self.laid_cycles(false)?.problem)
    }

    pub(super) fn laid_cycles(&self, tells_apart: bool) -> Result<Laid, FamilyError> {
        if self.is_directed {
            return Laid::build(|builder| self.by_arcs(builder, tells_apart));
        }
        let edges_at = self.edges_at();
        let cells = |edges: &Vec<usize>| (edges.len() * edges.len() / 2).saturating_mul(edges.len() + 1);
        check_cells(edges_at.iter().map(cells).fold(0, usize::saturating_add))?;
        Laid::build(|builder| self.by_pairs(builder, &edges_at, tells_apart))
    }

    fn by_arcs(&self, builder: &mut ProblemBuilder, tells_apart: bool) -> Result<Vec<Meaning>, ProblemError> {
        let out = builder.primaries(self.names.iter().map(|name| format!("{name}>")))?;
        let into = builder.primaries(self.names.iter().map(|name| format!(">{name}")))?;
        let marked = if tells_apart { self.names.as_slice() } else { &[] };
        let ends = builder.secondaries(marked)?;
        let touched = builder.color("touched")?;
        for &(from, to) in &self.edges {
            let mut cells = vec![(out[from], Color::NONE), (into[to], Color::NONE)];
            let both = [from, to].into_iter().take(if from == to { 1 } else { 2 });
            cells.extend(both.filter_map(|end| ends.get(end)).map(|&end| (end, touched)));
            builder.colored_option(&cells)?;
        }
        Ok(self.edges.iter().map(|&(from, to)| Meaning::Next { vertex: from, others: vec![to] }).collect())
    }

    fn by_pairs(
        &self,
        builder: &mut ProblemBuilder,
        edges_at: &[Vec<usize>],
        tells_apart: bool,
    ) -> Result<Vec<Meaning>, ProblemError> {
        let mut meanings = Vec::new();
        let vertices = self.vertex_items(builder)?;
        let edges: Vec<ItemId> = builder.secondaries((0..self.n_edges()).map(|edge| self.edge_name(edge)))?;
        let marked = if tells_apart { self.n_edges() } else { 0 };
        let marks = builder.secondaries((0..marked).map(|edge| format!("{}!", self.edge_name(edge))))?;
        let [is_in, is_out] = [builder.color("in")?, builder.color("out")?];
        for (vertex, here) in edges_at.iter().enumerate() {
            let other =
                |edge: usize| if self.edges[edge].0 == vertex { self.edges[edge].1 } else { self.edges[edge].0 };
            let pairs = here.iter().enumerate().flat_map(|(place, &a)| here[place + 1..].iter().map(move |&b| [a, b]));
            for pair in pairs {
                let color = |edge: &usize| (edges[*edge], if pair.contains(edge) { is_in } else { is_out });
                let chosen = pair.iter().filter_map(|edge| marks.get(*edge)).map(|&mark| (mark, is_in));
                let cells =
                    std::iter::once((vertices[vertex], Color::NONE)).chain(here.iter().map(color)).chain(chosen);
                builder.colored_option(&cells.collect::<Vec<_>>())?;
                meanings.push(Meaning::Next { vertex, others: pair.map(other).into() });
            }
        }
        Ok(meanings)
    }
}
